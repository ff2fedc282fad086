"""Shikaku: a board divided into rectangles, with the area of each in one of its cells."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

import tilewright as tw
from node import in_node
from tilewright.apps.command import run
from tilewright.formats.request import read_id
from tilewright.model.board import Board
from tilewright.model.puzzle import (
    Puzzle,
    puzzle_link,
    puzzle_text,
    read_link,
    read_puzzle_text,
)
from tilewright.puzzles import generate
from tilewright.puzzles.making.rules import rules
from tilewright.puzzles.play import Session
from waiting import NEVER

Rectangle = frozenset[tuple[int, int]]


def divisions(
    rows: Sequence[Sequence[str]], found: tuple[Rectangle, ...] = ()
) -> Iterator[set[Rectangle]]:
    """Every division of a grid into rectangles around its numbers: a solver of its own."""
    taken = frozenset().union(*found)
    free = [
        (r, c)
        for r, row in enumerate(rows)
        for c, sign in enumerate(row)
        if sign != "." and (r, c) not in taken
    ]
    if not free:
        yield set(found)
        return
    r, c = free[0]
    for high in range(1, len(rows) - r + 1):
        for wide in range(1, len(rows[0]) - c + 1):
            cells = frozenset((r + y, c + x) for y in range(high) for x in range(wide))
            numbers = [rows[y][x] for y, x in cells if rows[y][x].isdigit()]
            if cells <= set(free) and numbers == [str(high * wide)]:
                yield from divisions(rows, (*found, cells))


@pytest.mark.parametrize("board", ["4x4", "5x6", "7x7", "5x5-2,2"])
def test_made_puzzles_have_one_solution_by_another_solver(board: str) -> None:
    for seed in range(4):
        made = generate("shikaku", board, seed=seed)
        rows = made.puzzle.board.text().split("\n")
        assert list(divisions(rows)) == [{frozenset(cells) for _, cells in made.solution}]
        assert made.puzzle.pieces == ("rectangles-9+",)
        assert read_id(made.puzzle.name) == made.puzzle
        assert read_puzzle_text(puzzle_text(made.puzzle)) == made.puzzle
    assert generate("shikaku", board, seed=3).puzzle == made.puzzle


def test_counts_of_random_grids_agree_with_another_solver() -> None:
    dice = random.Random(5)
    several = 0
    for _ in range(60):
        made = generate("shikaku", "5x5", seed=dice.randrange(100))
        rows = [[*row] for row in made.puzzle.board.text().split("\n")]
        # A number moves within the board, so that there may be none or several solutions.
        clues = [(r, c) for r in range(5) for c in range(5) if rows[r][c].isdigit()]
        (r, c), (y, x) = dice.choice(clues), (dice.randrange(5), dice.randrange(5))
        rows[r][c], rows[y][x] = rows[y][x], rows[r][c]
        lines = ["".join(row) for row in rows]
        number = len(list(divisions(lines)))
        several += number > 1
        problem = tw.Problem("/".join(lines), "rectangles-9+")
        assert number == tw.count(problem) == len([*tw.tilings(problem, engine="dance")]), lines
    assert several


def test_a_puzzle_is_played_by_its_hints_and_outlines() -> None:
    made = generate("shikaku", "5x5", seed=7)
    session = Session(made.puzzle)
    assert session.rules.drawn
    text = session.hint(NEVER).text
    assert "rectangle" in text
    while not session.solved:
        session = session.follow(session.hint(NEVER))
    session = Session(Puzzle.of(tw.Problem("4#2/###", "rectangles-4+"), kind="shikaku"))
    # A rectangle with two numbers, or with the wrong one, is no piece.
    session = session.outline([(0, 0), (0, 1), (0, 2)])
    assert [region.kind for region in session.position.regions] == ["wrong"] * 2
    assert session.hint(NEVER).text == "this closed region has 3 cells, but its numbers add up to 6"


def test_pieces_and_rules_are_those_of_the_kind(capsys: pytest.CaptureFixture[str]) -> None:
    pieces = tw.Problem("9x9", "rectangles-9+").pieces
    assert len(pieces) == 33
    assert {len(piece.polyomino) for piece in pieces} == set(range(1, 10))
    made = generate("shikaku", "4x4", seed=1)
    assert rules(made.puzzle).startswith("Divide the board into rectangles.")
    assert run(["make", "shikaku", "4x4", "rectangles-4", "--seed", "1"]) == 0
    shown = capsys.readouterr().out
    assert "Divide the board into rectangles" in shown
    assert "1x4" not in shown
    with pytest.raises(tw.RequestError, match="rectangles with their area in one cell"):
        generate("shikaku", "4x4", "I4")
    with pytest.raises(tw.RequestError, match="shikaku are supported only on flat boards"):
        generate("shikaku", "hex:4x4", "rectangles-4")


def test_a_booklet_shows_no_list_of_rectangles(tmp_path: Path) -> None:
    for name in ("one.svg", "book.pdf"):
        words = ["make", "shikaku", "4x4", "-n", "2", "--seed", "1", "-o", str(tmp_path / name)]
        assert run(words) == 0
    # A mark of a piece would be one more text.
    assert (tmp_path / "one.svg").read_text().count(">4</text>") < 12


def test_the_page_makes_them_too() -> None:
    request = {"kind": "shikaku", "pieces": None, "level": None, "minimal": False, "date": None}
    asked = [{**request, "board": board, "seed": 5} for board in ("4x4", "6x6", "5x5-2,2")]
    for answer in in_node("making.js", asked):
        made = read_id(answer["puzzle"]["id"])
        assert made.pieces == ("rectangles-9+",)
        assert len(list(divisions(made.board.text().split("\n")))) == 1
        assert answer["puzzle"]["level"] == tw.grade(made.problem()).level
        assert isinstance(made.board, Board)


def test_rectangles_of_more_than_nine_cells() -> None:
    large = []
    for seed in range(4):
        made = generate("shikaku", "6x7", "rectangles-20+", seed=seed).puzzle
        (rule,) = made.problem().rules
        clues = dict(rule.clues)
        rows = [[str(clues.get((r, c), "#")) for c in range(7)] for r in range(6)]
        assert len(list(divisions(rows))) == 1
        assert read_id(made.name) == made
        assert read_link(puzzle_link(made)).problem().rules == made.problem().rules
        large += [area for area in clues.values() if area > 9]
    assert large
    names = tw.Problem("4x5", "rectangles-20+").pieces
    assert max(mark for piece in names for mark in piece.marks) == "K"
    with pytest.raises(tw.RequestError, match="unknown piece or set 'rectangles-36'"):
        tw.Problem("6x6", "rectangles-36")
