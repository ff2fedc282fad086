"""The examples of the README and the docs are tests: Python sessions, and command lines with what
they print.
"""

from __future__ import annotations

import doctest
import functools
import importlib
import importlib.util
import itertools
import re
import shlex
import shutil
import typing
from collections.abc import Iterator
from pathlib import Path

import pytest

import tilewright
from packages import install
from tilewright.apps.command import run
from tilewright.apps.command.commands import COMMANDS
from tilewright.apps.command.parser import make_app

ROOT = Path(__file__).parent.parent
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted(ROOT.glob("docs/**/*.md"))]
FENCE = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
#: A page may say, in a comment on the line before a block, that it takes too long for a test.
LONG = re.compile(r"<!-- long:.*?-->\n```\w+\n.*?^```$", re.MULTILINE | re.DOTALL)


def blocks(page: Path, language: str) -> list[str]:
    text = LONG.sub("", page.read_text(encoding="utf-8"))
    return [body for found, body in FENCE.findall(text) if found == language]


def sessions(page: Path) -> list[list[tuple[str, str]]]:
    """The command lines of each console block of a page, with the output shown under each."""
    found = []
    for body in blocks(page, "console"):
        parts = re.split(r"^\$ ", body, flags=re.MULTILINE)[1:]
        found.append(
            [(line, output) for line, _, output in (part.partition("\n") for part in parts)]
        )
    return found


def command_words(line: str) -> list[str]:
    """The words of a command line as a shell has them: ``#`` begins a comment only at the beginning
    of a word.
    """
    words = re.findall(r"""(?:[^\s"']|"[^"]*"|'[^']*')+""", line)
    comment = next((number for number, word in enumerate(words) if word[0] == "#"), len(words))
    return shlex.split(" ".join(words[:comment]))


def headings(page: Path) -> set[str]:
    """The anchors of a page's headings, as forges and MyST make them."""
    text = FENCED.sub("", page.read_text(encoding="utf-8"))
    found = re.findall(r"^#+ +(.*?) *$", text, re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in found}


def contents(text: str) -> list[str]:
    """The files that the tables of contents in a text list."""
    tables = re.findall(r"^::::?\{toctree\}\n(.*?)^::::?$", text, re.MULTILINE | re.DOTALL)
    return [
        f"{line}.md" for table in tables for line in table.split("\n") if line and line[0] != ":"
    ]


def links(page: Path) -> list[str]:
    """What a page links to in this checkout: links, pictures, entries of a table of contents, and
    paths in the text.
    """
    text = page.read_text(encoding="utf-8")
    plain = FENCED.sub("", text)
    found = re.findall(r"\]\(([^)\s]+)\)", plain) + contents(text)
    return [target for target in found if not re.match(r"[a-z]+:", target)]


def pictures_of(page: Path) -> list[Path]:
    """The pictures that a page shows."""
    return [
        page.parent / target for target in links(page) if re.search(r"\.(svg|png|gif)$", target)
    ]


def files_of(page: Path) -> list[tuple[str, str]]:
    """The files that a page gives: where it says "as `NAME.txt`:" before a block of text."""
    text = page.read_text(encoding="utf-8")
    return re.findall(
        r"as\s`([\w/-]+\.(?:txt|pieces|py|toml))`:\n\n```(?:text|toml)\n(.*?)^```$",
        text,
        re.MULTILINE | re.DOTALL,
    )


def write_files(page: Path, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Write the files that a page gives or links to, and install the packages among them."""
    for target in links(page):
        if target.endswith(".txt"):
            shutil.copy(page.parent / target, folder)
    for given, text in files_of(page):
        (folder / given).parent.mkdir(exist_ok=True)
        (folder / given).write_text(text, encoding="utf-8")
    install(folder, monkeypatch)


def name(page: Path) -> str:
    return str(page.relative_to(ROOT))


FENCED = re.compile(r"^(`{3,}).*?^\1$", re.MULTILINE | re.DOTALL)
LINKED = [*PAGES, ROOT / "CHANGELOG.md"]
LINKS = [(page, target) for page in LINKED for target in links(page)]
PYTHON = [(name(page), "\n".join(found)) for page in PAGES if (found := blocks(page, "python"))]
CONSOLE = [(name(page), session) for page in PAGES for session in sessions(page) if session]


@pytest.mark.parametrize(("page", "session"), PYTHON, ids=[page for page, _ in PYTHON])
def test_python_examples(
    page: str,
    session: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    request: pytest.FixtureRequest,
) -> None:
    monkeypatch.chdir(tmp_path)
    write_files(ROOT / page, tmp_path, monkeypatch)
    examples = doctest.DocTestParser().get_doctest(session, {}, page, page, 0)
    assert examples.examples, f"{page} has Python blocks without a prompt, which nothing would test"
    options = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
    failed, _ = doctest.DocTestRunner(optionflags=options).run(examples)
    assert failed == 0
    check_pictures(page, tmp_path, request)


#: Examples that take long: pictures of large boards and of all tilings, and what a help shows, too.
SLOW = (
    "tilewright count 6x10 pentominoes --heat",
    "tilewright count 9x12 trominoes+",
    "tilewright count 9xN trominoes+ --at 1000000000000 ",
    "tilewright make calendar --date 2027-01-30..",
    "tilewright make dots 6x6 --level easy=4,medium=4,hard=2",
    "tilewright puzzles calendar --solutions",
    "tilewright rectangles Y5 --max-width 10",
    "tilewright rectangles trominoes --table",
    "tilewright sample 100x100 dominoes+",
    "tilewright sample 40x40 dominoes+",
    "tilewright sample aztec:70 dominoes+",
    "tilewright sample ring.txt dominoes+",
    "tilewright sample tri:hexagon40 diamond+",
    "tilewright solve 6x10 pentominoes --seed 4 -q -o search.gif",
)


@pytest.mark.parametrize(
    ("page", "session"),
    [
        pytest.param(
            page,
            session,
            id=f"{page}: {session[0][0]}",
            marks=[pytest.mark.slow] if session[0][0].startswith(SLOW) else [],
        )
        for page, session in CONSOLE
    ],
)
def test_command_examples(
    page: str,
    session: list[tuple[str, str]],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    request: pytest.FixtureRequest,
) -> None:
    """One after the other, in one folder: a command may read what those above it wrote.

    A page shows all that a command prints, or "..." for parts of it, and the pictures that it
    draws. ``--update`` writes both into the page.
    """
    monkeypatch.chdir(tmp_path)
    write_files(ROOT / page, tmp_path, monkeypatch)
    for line, expected in session:
        words = command_words(line)
        if words[0] != "tilewright":
            assert words[0] in {"make", "pip", "git", "cd", "python"}, (
                f"{page}: what is '{words[0]}'?"
            )
            continue
        code = run(words[1:])
        captured = capsys.readouterr()
        assert code in (0, 1, 2, 3), captured.err
        # Where a kernel was never compiled, it says so first.
        told = [said for said in captured.err.splitlines(True) if "this happens once" not in said]
        got = captured.out + "".join(told)
        options = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
        if not doctest.OutputChecker().check_output(expected, got, options):
            assert request.config.getoption("--update"), (
                f"{page} does not show what '{line}' prints (run with --update, and look at it):\n"
                f"{got}"
            )
            show_output(ROOT / page, line, expected, got)
    check_pictures(page, tmp_path, request)


def show_output(page: Path, line: str, old: str, new: str) -> None:
    """Write what a command prints below it into its page."""
    text = page.read_text(encoding="utf-8")
    lines = "".join(f"{shown.rstrip()}\n" for shown in new.splitlines())
    assert f"$ {line}\n{old}" in text
    page.write_text(text.replace(f"$ {line}\n{old}", f"$ {line}\n{lines}", 1), encoding="utf-8")


def check_pictures(page: str, folder: Path, request: pytest.FixtureRequest) -> None:
    """Check that a page shows the pictures that its examples drew; ``--update`` puts them there."""
    for shown in pictures_of(ROOT / page):
        drawn = folder / shown.name
        if drawn.exists():
            if request.config.getoption("--update"):
                shown.parent.mkdir(exist_ok=True)
                shown.write_bytes(drawn.read_bytes())
            assert shown.read_bytes() == drawn.read_bytes(), (
                f"{page} shows another {shown.name} than its command draws: look at it, then run "
                "with --update"
            )


def test_words_of_a_command_line_are_a_shells() -> None:
    assert command_words("tilewright solve FILE#2 '##/.#' -q  # 7") == [
        "tilewright",
        "solve",
        "FILE#2",
        "##/.#",
        "-q",
    ]
    assert command_words('tilewright print --title "a # b" x#y') == [
        "tilewright",
        "print",
        "--title",
        "a # b",
        "x#y",
    ]


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_pictures_that_commands_draw_are_shown(page: Path) -> None:
    shown = {path.name for path in pictures_of(page)}
    for session in sessions(page):
        for line, _ in session:
            words = command_words(line)
            # What is cut is hairlines.
            if words[0] == "tilewright" and "-o" in words and words[1] != "cut":
                drawn = words[words.index("-o") + 1]
                if drawn.endswith((".svg", ".png", ".gif")):
                    assert drawn in shown, f"{name(page)} does not show {drawn}, which it draws"


def test_the_gallery_is_large_and_each_picture_has_its_command() -> None:
    page = ROOT / "docs" / "start" / "gallery.md"
    shown = {path.name for path in pictures_of(page)}
    assert len(shown) >= 30
    drawn = {
        word for session in sessions(page) for line, _ in session for word in command_words(line)
    }
    assert shown <= drawn
    folder = ROOT / "docs" / "images" / "gallery"
    everywhere = {path.resolve() for each in PAGES for path in pictures_of(each)}
    assert {path.resolve() for path in folder.iterdir()} <= everywhere
    assert sum(path.stat().st_size for path in folder.iterdir()) < 400_000


@pytest.mark.parametrize(
    ("page", "target"), LINKS, ids=[f"{name(page)}: {target}" for page, target in LINKS]
)
def test_links_lead_to_what_is_there(page: Path, target: str) -> None:
    path, _, anchor = target.partition("#")
    found = page.parent / path if path else page
    assert found.is_file(), f"{name(page)} links to {target}, which is not in a checkout"
    if anchor:
        assert anchor in headings(found), (
            f"{name(page)} links to {target}; {path} has {sorted(headings(found))}"
        )


@pytest.mark.parametrize("page", LINKED, ids=name)
def test_paths_that_are_named_are_there(page: Path) -> None:
    text = FENCED.sub("", page.read_text(encoding="utf-8"))
    for path in re.findall(r"`((?:docs|src|tests|examples|benchmarks)/[\w./-]+)`", text):
        assert (ROOT / path).exists(), f"{name(page)} names {path}, which is not there"


def test_every_command_is_in_the_reference_with_all_its_options() -> None:
    # Loaded by its path, as the tests have a module of this name, too.
    spec = importlib.util.spec_from_file_location("docs_commands", ROOT / "docs" / "commands.py")
    assert spec is not None
    assert spec.loader is not None
    commands = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(commands)
    page = (ROOT / "docs" / "reference" / "command.md").read_text(encoding="utf-8")
    assert commands.MARK in page
    text = commands.command_reference()
    sections = re.split(r"^## tilewright ([\w-]+)$", text, flags=re.MULTILINE)[1:]
    assert sections[::2] == [command for command, *_ in COMMANDS]
    for section in sections[1::2]:
        assert section.count("```") % 2 == 0
        assert re.search(r"^\* `--json`: \w", section, re.MULTILINE) or "play" in section


@functools.cache
def options() -> dict[str, dict[str, frozenset[str]]]:
    """The options of each command, with their values if only certain ones are taken."""
    return {
        command: {
            option: frozenset(values_of(each.hint))
            for each in make_app([command])[command].assemble_argument_collection()
            for option in each.names
            if option.startswith("-")
        }
        for command, *_ in COMMANDS
    }


def values_of(hint: object) -> Iterator[str]:
    """The values of a literal type, also of one inside another."""
    for part in typing.get_args(hint):
        if typing.get_origin(hint) is typing.Literal:
            yield str(part)
        elif not isinstance(part, str | int):
            yield from values_of(part)


@pytest.mark.parametrize("page", [ROOT / "README.md", *ROOT.glob("docs/**/*.md")], ids=name)
def test_options_that_are_named_are_those_of_the_command(page: Path) -> None:
    """Also outside of examples: options that exist, with values that they take."""
    text = FENCED.sub("", page.read_text(encoding="utf-8")).replace("\\|", "|")
    for code in re.findall(r"`([^`\n]+)`", text):
        words = code.removeprefix("tilewright ").split()
        if not words or words[0] in {"pip", "pytest", "python"}:
            continue
        named = [options()[words[0]]] if words[0] in options() else [*options().values()]
        for word, value in itertools.pairwise([*words, ""]):
            if not re.fullmatch(r"--[a-z-]+", word) or word in {"--help", "--version"}:
                continue
            taken = [known[word] for known in named if word in known]
            assert taken, f"{name(page)}: {code}"
            if all(taken) and value and not value.isupper() and not value.startswith("-"):
                values = frozenset().union(*taken)
                assert values >= {*value.split("|")}, f"{name(page)}: {code}"


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_a_table_of_options_has_all_their_values(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    for option, meaning in re.findall(r"^\| `(--[a-z-]+)` \|(.*)\|$", text, re.MULTILINE):
        values = frozenset().union(*(known.get(option, ()) for known in options().values()))
        shown = {value for value in values if re.search(rf"\b{re.escape(value)}\b", meaning)}
        assert len(shown) < 2 or shown == values, f"{name(page)}: {option} takes {sorted(values)}"


def test_the_commands_of_the_table_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The page *Which command?* lists commands without what they print."""
    monkeypatch.chdir(tmp_path)
    page = ROOT / "docs" / "guides" / "which.md"
    rows = re.findall(r"^\| .*? \| `(.*?)` \| ", page.read_text(encoding="utf-8"), re.MULTILINE)
    assert len(rows) > 30
    for line in rows:
        code = run(command_words(line))
        assert code in (0, 1), capsys.readouterr().err
        # There is an answer, or a proof that there is none.
        assert code == 0 or line == "solve 6x6 T4+"


def documented(page: str) -> list[str]:
    """The names that a page of the reference documents, with the packages they are in."""
    text = (ROOT / "docs" / "reference" / page).read_text(encoding="utf-8")
    package, found = "", []
    for directive, word in re.findall(r"^\.\. (\w+):: (\S+)$", text, re.MULTILINE):
        if directive == "currentmodule":
            package = word
        else:
            found.append(word if word.startswith("tilewright.") else f"{package}.{word}")
    return found


def test_the_library_page_documents_each_public_name_once() -> None:
    found = [word.removeprefix("tilewright.") for word in documented("library.md")]
    rules = [f"rules.{word}" for word in tilewright.rules.__all__]
    assert sorted(found) == sorted([*set(tilewright.__all__) - {"__version__"}, *rules])


@pytest.mark.parametrize("word", documented("internals.md"))
def test_internals_are_where_their_page_says(word: str) -> None:
    """No name of the library is among them, and each has one documented path."""
    assert documented("internals.md").count(word) == 1
    home, _, name = word.rpartition(".")
    try:
        importlib.import_module(word)
    except ImportError:
        value = getattr(importlib.import_module(home), name)
        assert getattr(tilewright, name, None) is not value, f"tilewright.{name} is in library.md"


def test_every_page_is_in_the_table_of_contents() -> None:
    pages = {path for path in ROOT.glob("docs/**/*.md") if "_build" not in path.parts}
    index = ROOT / "docs" / "index.md"
    listed = {index.parent / entry for entry in contents(index.read_text(encoding="utf-8"))}
    assert pages == {index} | listed
