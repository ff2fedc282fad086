"""The addresses of the project: all of them follow from one constant.

``python packaging/links.py`` writes them into README.md and CITATION.cff. `setup.py` asks for the
links and the description of the package.
"""

from __future__ import annotations

import re
import sys
import tomllib
from pathlib import Path

#: PLACEHOLDER: the owner and the name of the repository on GitHub. It is not public yet, so nothing
#: links to it. Set its name here when it is, and run this program.
REPOSITORY = "OWNER/REPOSITORY"

ROOT = Path(__file__).parents[1]


def is_public(repository: str = REPOSITORY) -> bool:
    """Return True unless the repository is the placeholder."""
    return repository != "OWNER/REPOSITORY"


def project_links(repository: str = REPOSITORY) -> dict[str, str]:
    """Return the links of the package by their labels; none for the placeholder.

    The first is the page to play on, which `.github/workflows/site.yml` publishes with the docs.
    """
    if not is_public(repository):
        return {}
    owner, name = repository.split("/")
    source = f"https://github.com/{repository}"
    page = f"https://{owner.lower()}.github.io/{name}/"
    return {
        "Homepage": page,
        "Documentation": f"{page}docs/",
        "Source": source,
        "Issues": f"{source}/issues",
        "Changelog": f"{source}/blob/main/CHANGELOG.md",
    }


def description(repository: str = REPOSITORY) -> str:
    """Return the README as the description of a release, in which links and images are absolute.

    With the placeholder they stay relative.
    """
    version = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"]
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    if not is_public(repository):
        return text
    images = f"https://raw.githubusercontent.com/{repository}/v{version}/"
    files = f"https://github.com/{repository}/blob/v{version}/"
    return re.sub(
        r"(!?)(\[[^\]]*\]\()(?!\w+:|#)",
        lambda link: link[0] + (images if link[1] else files),
        text,
    )


def readme_line(repository: str = REPOSITORY) -> str:
    """Return the line of links of the README."""
    links = project_links(repository)
    docs = "[Documentation](docs/index.md)"
    rest = "[Changelog](CHANGELOG.md) · [Contributing](CONTRIBUTING.md)"
    if not links:
        later = "*Links to issues and a page to try will follow once this repository is public.*"
        return f"{docs} · {rest} · {later}"
    page, issues = links["Homepage"], links["Issues"]
    docs = f"[Documentation]({links['Documentation']})"
    return f"[Play in the browser]({page}) · {docs} · [Issues]({issues}) · {rest}"


def citation_lines(repository: str = REPOSITORY) -> str:
    """Return the lines of CITATION.cff that name the project's addresses."""
    links = project_links(repository)
    if not links:
        return ""
    return f'url: "{links["Homepage"]}"\nrepository-code: "{links["Source"]}"\n'


def with_links(name: str, text: str, repository: str = REPOSITORY) -> str:
    """Return the text of README.md or CITATION.cff with the links of a repository."""
    if name == "README.md":
        line = readme_line(repository)
        return re.sub(r"(?<=<!-- links -->\n).*", lambda _: line, text, count=1)
    text = re.sub(r"^(url|repository-code): .*\n", "", text, flags=re.MULTILINE)
    return text.replace("license: ", f"{citation_lines(repository)}license: ", 1)


def main() -> None:
    """Write the links, or with `--check OWNER/NAME` end with an error if the constant differs."""
    match sys.argv[1:]:
        case []:
            for name in ("README.md", "CITATION.cff"):
                path = ROOT / name
                text = path.read_text(encoding="utf-8")
                path.write_text(with_links(name, text), encoding="utf-8")
        case ["--check", repository] if repository == REPOSITORY:
            pass
        case ["--check", repository]:
            sys.exit(f"packaging/links.py: set REPOSITORY to {repository}; it is {REPOSITORY}")
        case _:
            sys.exit("usage: python packaging/links.py [--check OWNER/NAME]")


if __name__ == "__main__":
    main()
