"""The examples of the README and the docs are tests: Python sessions, and command lines with what they print."""

from __future__ import annotations

import doctest
import re
import shlex
from pathlib import Path

import pytest

from tilewright.cli import run

ROOT = Path(__file__).parent.parent
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted(ROOT.glob("docs/**/*.md"))]
FENCE = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
#: A page may say, in a comment on the line before a block, that it takes too long for a test.
LONG = re.compile(r"<!-- long:.*?-->\n```\w+\n.*?^```$", re.MULTILINE | re.DOTALL)


def blocks(page: Path, language: str) -> list[str]:
    text = LONG.sub("", page.read_text(encoding="utf-8"))
    return [body for found, body in FENCE.findall(text) if found == language]


def commands(page: Path) -> list[tuple[str, str]]:
    """Each command line of a page's console blocks, and the output shown under it."""
    found = []
    for body in blocks(page, "console"):
        for part in re.split(r"^\$ ", body, flags=re.MULTILINE)[1:]:
            line, _, output = part.partition("\n")
            found.append((line, output))
    return found


def name(page: Path) -> str:
    return str(page.relative_to(ROOT))


PYTHON = [(name(page), "\n".join(found)) for page in PAGES if (found := blocks(page, "python"))]
CONSOLE = [(name(page), line, output) for page in PAGES for line, output in commands(page)]


@pytest.mark.parametrize(("page", "session"), PYTHON, ids=[page for page, _ in PYTHON])
def test_python_examples(page: str, session: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    examples = doctest.DocTestParser().get_doctest(session, {}, page, page, 0)
    assert examples.examples, f"{page} has Python blocks without a prompt, which nothing would test"
    options = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
    failed, _ = doctest.DocTestRunner(optionflags=options).run(examples)
    assert failed == 0


@pytest.mark.parametrize(
    ("page", "line", "expected"), CONSOLE, ids=[f"{page}: {line}" for page, line, _ in CONSOLE]
)
def test_command_examples(
    page: str,
    line: str,
    expected: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    words = shlex.split(line, comments=True)
    if words[0] != "tilewright":
        assert words[0] in {"make", "pip", "git", "cd", "python"}, f"{page}: what is '{words[0]}'?"
        return
    code = run(words[1:])
    captured = capsys.readouterr()
    assert code == 0 or (expected and code in (1, 2, 3)), captured.err
    if expected:
        got = captured.out + captured.err
        options = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
        assert doctest.OutputChecker().check_output(expected, got, options), f"{line} printed\n{got}"
