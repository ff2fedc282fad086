"""Plug-ins: what installed packages add is found by its name, and what is wrong with it is said."""

from __future__ import annotations

import pickle
import subprocess
import sys
from pathlib import Path

import pytest

import tilewright as tw
from packages import install
from test_docs import ROOT, files_of
from tilewright.apps.command import run
from tilewright.apps.page.sheets import describe
from tilewright.errors import PluginError, RequestError
from tilewright.formats import Entry, find_format, known_formats, write_entries
from tilewright.formats.request import read_id
from tilewright.model.puzzle import KINDS, puzzle_text, read_puzzle_text
from tilewright.model.space.catalog import family
from tilewright.model.space.lattice import LATTICES, SQUARES
from waiting import NEVER

Captured = pytest.CaptureFixture[str]
PAGE = ROOT / "docs" / "guides" / "plugins.md"


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The package of the guide, installed."""
    monkeypatch.chdir(tmp_path)
    for name, text in files_of(PAGE):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    install(tmp_path, monkeypatch)
    return tmp_path


def package(folder: Path, group: str, points: dict[str, str], code: str) -> None:
    """Write a package with entry points of a group and one module."""
    (folder / "own").mkdir(parents=True)
    listed = "\n".join(f'{name} = "{value}"' for name, value in points.items())
    (folder / "own" / "pyproject.toml").write_text(
        '[project]\nname = "own-words"\nversion = "1"\n'
        f'[project.entry-points."{group}"]\n{listed}\n'
    )
    (folder / "own" / "own_words.py").write_text(code)


def test_a_format_is_known_by_name_ending_and_in_lists(installed: Path) -> None:
    assert known_formats()[-1] is find_format("csv")
    write_entries(Entry(tilings=(tw.Tiling.from_text("AAB\nABB"),)), "tiling.csv")
    assert Path("tiling.csv").read_text() == "0,0,1\n0,1,1\n"
    assert run(["convert", "tiling.csv", "--to", "tiling"]) == 0
    assert "csv" not in {kind.name for kind in known_formats()[:-1]}


def test_a_lattice_is_in_boards_files_and_other_processes(installed: Path) -> None:
    problem = tw.Problem("quarter:2x2", "quarter:##+")
    assert tw.count(problem) == 16
    assert tw.Problem.from_json(problem.to_json()) == problem
    lattice = LATTICES["quarter"]
    assert pickle.loads(pickle.dumps(lattice)) is lattice
    assert problem.board == tw.Board.from_text(problem.board.text())
    with pytest.raises(
        RequestError, match="boards of quarter squares are not supported in the browser"
    ):
        describe(tw.Puzzle.of(problem))
    with pytest.raises(RequestError, match="the catalog has no sets of quarter squares"):
        family(3, "free", lattice)
    with pytest.raises(RequestError, match=r"such as 'quarter:2x2 ##\+'"):
        tw.read("quarter:2x2")


def test_a_kind_makes_puzzles_with_ids_and_files(installed: Path) -> None:
    made = tw.generate("boxes", "4x5", seed=1)  # type: ignore[arg-type]
    assert tw.count(made.puzzle) == 4
    assert read_id(made.puzzle.name) == made.puzzle
    assert read_puzzle_text(puzzle_text(made.puzzle)) == made.puzzle


def test_what_is_wrong_with_a_plug_in_is_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> None:
    kind = (
        "from tilewright.model.puzzle import PuzzleKind\n"
        "TAKEN = PuzzleKind(letter='d', title='Taken', rules='')\n"
        "LONG = PuzzleKind(letter='ab', title='Long', rules='')\n"
        "NUMBER = 7\n"
    )
    points = {name: f"own_words:{name.upper()}" for name in ("taken", "long", "number", "gone")}
    package(tmp_path, "tilewright.kinds", {**points, "dots": "own_words:NUMBER"}, kind)
    install(tmp_path, monkeypatch)
    for name, fault in (
        ("taken", "has the same letter 'd' as the kind 'dots'"),
        ("long", "must have a letter from a to z, got 'ab'"),
        ("number", "must be a PuzzleKind, got int"),
        ("gone", "cannot be loaded: AttributeError: module 'own_words' has no attribute 'GONE'"),
    ):
        assert run(["make", name, "4x5"]) == 2
        said = capsys.readouterr().err
        assert said.startswith(f"tilewright: the plug-in '{name}' of the package own-words ")
        assert fault in said
        assert said.count("\n") == 1
    # A name of tilewright stays what it is.
    assert KINDS["dots"].title == "Dots"


def test_a_broken_format_does_not_hide_the_others(
    installed: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package(installed / "more", "tilewright.formats", {"broken": "gone:X"}, "")
    install(installed / "more", monkeypatch)
    tiling = Entry(tilings=(tw.Tiling.from_text("AAB\nABB"),))
    assert write_entries(tiling, "tiling.csv") == []
    assert run(["convert", "tiling.csv", "--to", "tiling"]) == 0
    Path("tiling.unknown").write_text("<?")
    for act in (
        lambda: write_entries(tiling, "tiling.xyz"),
        lambda: tw.read(Path("tiling.unknown")),
        known_formats,
    ):
        with pytest.raises(PluginError, match="'broken'"):
            act()


def test_a_name_that_is_known_looks_for_no_plug_ins(tmp_path: Path) -> None:
    code = (
        "import sys, tilewright as tw; from tilewright.apps.command import run; "
        "run(['count', 'hex:4x4', 'tetrahexes=0..', '-q']); "
        "run(['solve', 'talos:hub-gates-1', '-q']); "
        "run(['solve', '2x3', '##/#+', '-q', '-o', sys.argv[1]]); "
        "run(['convert', sys.argv[1], '--to', 'board', '-q']); "
        "print('importlib.metadata' in sys.modules)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, str(tmp_path / "tiling.txt")],
        capture_output=True,
        text=True,
        check=False,
        timeout=NEVER,
    )
    assert done.stdout.endswith("False\n"), done.stdout + done.stderr
    assert SQUARES in LATTICES.built_in.values()
