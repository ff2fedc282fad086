"""Named puzzles on other lattices: the published numbers, and the name wherever a board may
stand."""

from __future__ import annotations

import json
import shlex
from pathlib import Path

import pytest

import tilewright as tw
from tilewright.apps.command import run
from tilewright.apps.page.sheets import cards
from tilewright.errors import ProblemError
from tilewright.formats.request import read_id
from tilewright.model.board import Board
from tilewright.model.cover import compile_cover
from tilewright.model.problem import Problem
from tilewright.model.puzzle import Puzzle, find_puzzle, is_puzzle_name, named_puzzles, puzzle_id
from tilewright.puzzles.deduction import grade
from tilewright.solving.search import Search, different_tilings

Captured = pytest.CaptureFixture[str]
OTHERS = [puzzle for puzzle in named_puzzles() if puzzle.board.lattice.name != "square"]
#: Those that take more than a second or two.
LONG = {"solid:bedlam", "solid:pentominoes-3x4x5", "solid:pentominoes-2x5x6"}


def _checked(puzzle: Puzzle) -> None:
    for engine in ("scan", "dance"):
        search = Search(puzzle.problem(), engine=engine, unique=True)  # type: ignore[arg-type]
        assert (sum(1 for _ in search), search.complete) == (puzzle.tilings, True)


@pytest.mark.parametrize(
    "puzzle", [p for p in OTHERS if p.name not in LONG], ids=lambda puzzle: puzzle.name
)
def test_two_engines_find_as_many_solutions_as_the_table_says(puzzle: Puzzle) -> None:
    _checked(puzzle)


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(LONG))
def test_the_long_ones_have_as_many_solutions_as_the_table_says(name: str) -> None:
    puzzle = find_puzzle(name)
    search = Search(puzzle.problem(), unique=True)
    assert (sum(1 for _ in search), search.complete) == (puzzle.tilings, True)


def test_levels_are_grades(capsys: Captured) -> None:
    """The list shows the grade of a puzzle with one solution, and none of any other."""
    for puzzle in named_puzzles():
        cover = compile_cover(puzzle.problem())
        found = different_tilings(cover, limit=2, examples=1)
        one = found.complete and found.count == 1
        assert puzzle.level == (grade(cover).level if one else None), puzzle.name
    for name in ("talos:hub-gates-1", "talos:hub-gates-2", "classic:6x10", "dots:6x9-hard"):
        assert run(["puzzles", name, "--json"]) == 0
        listed = json.loads(capsys.readouterr().out)["puzzles"][0]["level"]
        assert run(["grade", name, "-q"]) == (1 if listed is None else 0)
        said = capsys.readouterr()
        assert said.out == ("" if listed is None else f"{listed}\n")
        assert ("only a puzzle with exactly one solution" in said.err) == (listed is None)


def test_every_lattice_has_its_classics() -> None:
    names = {
        lattice: {p.name for p in OTHERS if p.board.lattice.name == lattice}
        for lattice in ("tri", "hex", "cube")
    }
    assert {"classic:hexiamonds-6x6", "classic:hexiamonds-4x9"} <= names["tri"]
    assert {"classic:tetrahexes-4x7", "classic:tetrahexes-coin"} <= names["hex"]
    assert {
        "solid:bedlam",
        "solid:diabolical",
        "solid:conway",
        "solid:soma",
        "solid:soma-sofa",
    } <= names["cube"]
    assert all(puzzle.tilings and puzzle.source for puzzle in OTHERS)


def test_a_figure_of_the_soma_pieces_has_27_cubes_that_hang_together() -> None:
    figures = named_puzzles("solid:soma")
    assert len(figures) > 10
    for figure in figures:
        cells = [tuple(cell) for cell in compile_cover(figure.problem()).cells.tolist()]
        assert len(cells) == 27
        assert figure.board.lattice.connected(cells)
    assert len({figure.board.text() for figure in figures}) == len(figures)


def test_the_name_stands_where_a_board_stands(tmp_path: Path, capsys: Captured) -> None:
    file = tmp_path / "soma.xmpuzzle"
    for line, shown in (
        ("solve solid:conway --all --unique -q", "1\n"),
        ("solve classic:tetrahexes-coin --all --unique -q", "4\n"),
        ("count solid:conway --unique", "1\n"),
        ("color solid:conway", "4 colors, the fewest possible"),
        (f"convert solid:soma -o {file}", ""),
        ("puzzles solid:conway", "solid:conway  Conway's 3 x 3 x 3"),
    ):
        assert run(line.split()) == 0, line
        assert shown in capsys.readouterr().out, line
    assert run(["convert", str(file), "--verify"]) == 0
    assert run(["solve", "solid:soma", "--json"]) == 0
    found = json.loads(capsys.readouterr().out.splitlines()[-1])
    assert (found["board"], found["lattice"]) == ("cube:3x3x3", "cube")
    assert tw.count("solid:diabolical", unique=True) == 13


def test_what_the_list_shows_can_be_typed(capsys: Captured) -> None:
    for puzzle in OTHERS:
        assert run(["puzzles", puzzle.name]) == 0
        line = capsys.readouterr().out.splitlines()[0]
        shown = line.removesuffix(f" ({puzzle.level})").rpartition(": ")[2]
        words = shlex.split(shown)
        turn = words[words.index("--turn") + 1] if "--turn" in words else "free"
        pieces = words[1 : words.index("--turn")] if "--turn" in words else words[1:]
        typed = Problem(words[0], *pieces, turn=turn)  # type: ignore[arg-type]
        assert typed.to_json() == puzzle.problem().to_json()
    assert run(["puzzles", "solid:soma", "--json"]) == 0
    listed = json.loads(capsys.readouterr().out)["puzzles"]
    assert listed[0] | {"source": ""} == {
        "name": "solid:soma",
        "title": "Soma cube",
        "board": "cube:3x3x3",
        "pieces": ["soma"],
        "turn": "one-sided",
        "kind": "sigil",
        "level": None,
        "tilings": "240",
        "source": "",
    }


@pytest.mark.parametrize(
    "line",
    [
        "make dots tri:2x3 triamonds",
        "make hole hex:3x3 trihexes",
    ],
)
def test_what_is_of_flat_squares_only_says_so_in_one_line(line: str, capsys: Captured) -> None:
    assert run(line.split()) == 2
    said = capsys.readouterr().err
    assert "only on flat boards of squares" in said
    assert said.count("\n") == 1


def test_the_gallery_has_every_named_puzzle() -> None:
    shown = {card["id"] for card in cards()["puzzles"]}
    assert shown == {puzzle.name for puzzle in named_puzzles()}


def test_a_problem_of_cubes_is_a_puzzle_with_an_id() -> None:
    puzzle = Puzzle.of(Problem("cube:3x3x3", "soma"))
    assert puzzle.title == "3 x 3 x 3"
    assert puzzle.problem().board == Board.parse("cube:3x3x3")
    assert read_id(puzzle_id(puzzle)).board == puzzle.board


def test_a_mistyped_name_is_told_from_a_board() -> None:
    assert is_puzzle_name("solid:soma")
    assert not is_puzzle_name("cube:3x3x3")
    with pytest.raises(ProblemError, match="did you mean solid:bedlam"):
        find_puzzle("solid:bedla")


def test_the_puzzles_of_a_day(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["puzzles", "day:2026-12-01", "-q"]) == 0
    names = capsys.readouterr().out.split()
    assert len(names) == 5
    assert run(["puzzles", "today", "--json"]) == 0
    today = json.loads(capsys.readouterr().out)["puzzles"]
    assert run(["puzzles", "day:today", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["puzzles"] == today
    assert all(each["level"] for each in today)
    for number, name in enumerate(names, start=1):
        assert tw.read(f"day:2026-12-01/{number}") == tw.read(name)
    sheet = tmp_path / "day.pdf"
    assert run(["print", "day:2026-12-01", "-o", str(sheet)]) == 0
    assert "5 puzzles, with the answers at the back" in capsys.readouterr().err
    for word, why in (
        ("day:2026-12-01", "choose one of day:2026-12-01/1 to day:2026-12-01/5"),
        ("day:2026-12-01/6", "must be between 1 and 5, got '6'"),
        ("day:1999-12-01", "no daily puzzles for 1999-12-01; tilewright includes puzzles"),
        ("day:2026-13-01", "invalid month 13"),
    ):
        assert run(["solve", word]) == 2
        assert why in capsys.readouterr().err
