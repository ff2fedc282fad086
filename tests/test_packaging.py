"""What is said about the package: which versions build it, its extras, and what was released."""

from __future__ import annotations

import re
import runpy
import tomllib
from collections import Counter
from pathlib import Path

import pytest

from tilewright.kernels.build.targets import TARGETS

ROOT = Path(__file__).parents[1]
PYPROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
PROJECT = PYPROJECT["project"]
EXTRAS = PROJECT["optional-dependencies"]
GROUPS = PYPROJECT["dependency-groups"]
PYTHONS = runpy.run_path(str(ROOT / "packaging" / "pythons.py"))
LINKS = runpy.run_path(str(ROOT / "packaging" / "links.py"))


def text(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


def test_the_compiler_has_one_version() -> None:
    """The kernels replace functions inside Numba, so another release may not compile them."""
    pinned = re.findall(r"^(?:numba|ziglang)==\S+$", text("constraints.txt"), re.MULTILINE)
    assert GROUPS["build"] == sorted(pinned)
    assert len(pinned) == 2


@pytest.mark.parametrize(
    ("version", "word"),
    [((3, 10), "3.10"), ((3, 11), ""), ((3, 15), ""), ((3, 16), "A wheel"), ((4, 0), "4.0")],
)
def test_a_python_that_cannot_build_is_refused_in_one_line(
    version: tuple[int, int], word: str
) -> None:
    why = PYTHONS["refusal"](version)
    assert word in why
    assert bool(why) == bool(word)
    assert "\n" not in why
    assert not why or "Python 3.11 to 3.15" in why


def test_the_versions_of_python_are_the_same_everywhere() -> None:
    first, last = (".".join(map(str, PYTHONS[name])) for name in ("FIRST", "LAST"))
    assert PROJECT["requires-python"] == f">={first}"
    assert f"Python {first} to {last}" in text("docs/start/install.md")
    tested = re.findall(r'"(3\.\d+)"', text(".github/workflows/ci.yml"))
    begin = "Programming Language :: Python :: "
    said = [each.removeprefix(begin) for each in PROJECT["classifiers"] if each.startswith(begin)]
    assert [each for each in said if each != "3 :: Only"] == tested


def test_no_extra_is_empty_or_for_development() -> None:
    assert [name for name, packages in EXTRAS.items() if not packages] == []
    assert EXTRAS.keys() & GROUPS.keys() == set()


def test_each_group_that_make_installs_exists() -> None:
    makefile = text("Makefile")
    checks = re.search(r"^CHECKS = (.*)$", makefile, re.MULTILINE)
    assert checks is not None
    named = {
        *re.findall(r"--group (\w+)", makefile),
        *re.findall(r"\$\(VENV\)/\.(\w+)", makefile),
        *checks[1].split(),
    }
    assert named - {"installed"} == GROUPS.keys() - {"dev"}


def test_the_extras_that_the_docs_name_exist() -> None:
    wrong = []
    for page in [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")]:
        if "_build" in page.parts:
            continue
        words = page.read_text(encoding="utf-8")
        named = re.findall(r"[Ee]xtras? `(\w+)`|needs the extra (\w+)", words)
        listed = re.findall(r"(?:tilewright|\"?\.)\[([\w,]+)\]", words)
        names = {name for pair in named for name in pair if name}
        names |= {name for several in listed for name in several.split(",")}
        wrong += [f"{page.name}: {name}" for name in sorted(names - EXTRAS.keys())]
    assert wrong == []


@pytest.mark.parametrize("page", ["docs/start/install.md", "CONTRIBUTING.md"])
def test_a_table_of_extras_has_all_of_them(page: str) -> None:
    table = re.search(r"^\| extra \|.*\n\|.*\n((?:\|.*\n)+)", text(page), re.MULTILINE)
    assert table is not None
    rows = set(re.findall(r"^\| `(\w+)`", table[1], re.MULTILINE))
    assert rows == EXTRAS.keys() - {"all"}


def test_the_extra_all_is_all_of_them() -> None:
    assert EXTRAS["all"] == [f"tilewright[{','.join(sorted(EXTRAS.keys() - {'all'}))}]"]


@pytest.mark.parametrize("name", ["README.md", "CITATION.cff"])
def test_the_links_of_a_file_follow_from_the_repository(name: str) -> None:
    written = LINKS["with_links"]
    assert written(name, text(name)) == text(name)
    moved = written(name, text(name), "octo/tiles")
    assert "https://octo.github.io/tiles/" in moved
    assert "https://github.com/octo/tiles" in moved
    assert written(name, moved) == text(name)


def test_the_placeholder_is_no_address() -> None:
    placeholder = "OWNER/REPOSITORY"
    assert LINKS["project_links"](placeholder) == {}
    assert LINKS["description"](placeholder) == text("README.md")


def test_the_description_of_a_release_has_absolute_links() -> None:
    described = LINKS["description"]("octo/tiles")
    targets = re.findall(r"\]\(([^)]+)\)", described)
    assert targets
    assert [each for each in targets if not each.startswith(("https:", "#"))] == []
    begin = f"https://raw.githubusercontent.com/octo/tiles/v{PROJECT['version']}/"
    for path in re.findall(r"!\[[^\]]*\]\(([^)]+)\)", described):
        assert (ROOT / path.removeprefix(begin)).is_file(), path


def test_each_package_of_the_core_has_its_reason() -> None:
    table = re.search(r"^\| package \|.*\n\|.*\n((?:\|.*\n)+)", text("CONTRIBUTING.md"), re.M)
    assert table is not None
    rows = re.findall(r"^\| ([\w-]+) \|", table[1], re.MULTILINE)
    needed = {re.match(r"[\w-]+", each)[0] for each in PROJECT["dependencies"]}  # type: ignore[index]
    # rich comes with cyclopts.
    assert {name.lower() for name in rows} == {name.lower() for name in needed} | {"rich"}


WORKFLOWS = [*(ROOT / ".github" / "workflows").glob("*.yml"), ROOT / "docs/data/site-workflow.yml"]


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.name)
def test_a_workflow_names_actions_by_their_hashes_and_keeps_no_credentials(path: Path) -> None:
    words = path.read_text(encoding="utf-8")
    used = re.findall(r"uses: (.*)", words)
    assert used
    pinned = re.compile(r"[\w.-]+/[\w.-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+")
    assert [each for each in used if not pinned.fullmatch(each)] == []
    checkouts = re.findall(
        r"uses: actions/checkout@.*\n +with:\n +persist-credentials: false\n", words
    )
    assert len(checkouts) == words.count("actions/checkout@")
    assert re.search(r"^permissions:", words, re.MULTILINE)


def test_an_action_has_one_version() -> None:
    used = {
        line
        for path in WORKFLOWS
        for line in re.findall(r"uses: (.*)", path.read_text(encoding="utf-8"))
    }
    assert len(used) == len({line.partition("@")[0] for line in used})


def test_a_release_is_tried_on_each_platform_with_a_wheel() -> None:
    systems = re.search(r"os: \[(.*)\]", text(".github/workflows/release.yml"))
    assert systems is not None
    assert len(set(systems[1].split(", "))) == len(TARGETS)


def test_a_series_tells_what_became_slower_on_the_same_machine() -> None:
    def run(machine: str, **times: float) -> dict[str, object]:
        return {"machine": machine, "ms": times}

    before = [run("a", solve=1), *(run("a", solve=10, count=20) for _ in range(3))]
    before.append(run("b", solve=1, count=1))
    slower = runpy.run_path(str(ROOT / "benchmarks" / "bench_series.py"))["slower"]
    assert slower(before, {"solve": 10.9, "count": 22.5, "color": 5}, "a") == {"count": (20, 22.5)}
    assert slower(before, {"solve": 1.2}, "b") == {"solve": (1, 1.2)}
    assert slower(before, {"solve": 99}, "c") == {}


def test_a_wheel_has_the_files_that_are_no_modules() -> None:
    """Templates, scripts and data lie beside the modules that read them."""
    package = ROOT / "src" / "tilewright"
    setuptools = tomllib.loads(text("pyproject.toml"))["tool"]["setuptools"]
    packed = {
        path
        for name, patterns in setuptools["package-data"].items()
        for pattern in patterns
        for path in (package.parent / name.replace(".", "/")).glob(
            re.sub(r"\*\*$", "**/*", pattern)
        )
    }
    # Types of JavaScript are for those who develop the page, whose modules and styles are built.
    built = package / "apps" / "page" / "static"
    files = {
        path
        for path in package.rglob("*.*")
        if not re.search(r"\.(py[co]?|d\.ts)$", path.name)
        and not (path.is_relative_to(built) and path.suffix in {".js", ".css"})
    }
    assert files <= packed


def test_a_release_has_a_date_and_each_subject_once() -> None:
    changes = text("CHANGELOG.md")
    heads = re.findall(r"^## (.*)$", changes, re.MULTILINE)
    assert ("date-released" in text("CITATION.cff")) is ("unreleased" not in heads[0])
    for release in re.split(r"^## ", changes, flags=re.MULTILINE)[1:]:
        subjects = Counter(re.findall(r"^\*\*(.+?)\.\*\*", release, re.MULTILINE))
        assert [subject for subject, number in subjects.items() if number > 1] == []
