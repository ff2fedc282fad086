"""Dominosa: the numbers of a set of dominoes, of which the player finds the outlines."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

import pytest

import tilewright as tw
from made import followed
from node import in_node
from tilewright.apps.command import run
from tilewright.formats.request import read_id
from tilewright.model.board import Board
from tilewright.model.puzzle import Level, Puzzle, puzzle_text, read_puzzle_text
from tilewright.puzzles import NoPuzzleError, generate
from tilewright.puzzles.play import Session
from waiting import NEVER

Domino = tuple[tuple[int, int], tuple[int, int]]


def solutions(rows: list[str], found: tuple[Domino, ...] = ()) -> Iterator[tuple[Domino, ...]]:
    """Every way to divide a grid into dominoes with different numbers: a solver of its own."""
    taken = {cell for domino in found for cell in domino}
    used = {tuple(sorted(rows[r][c] for r, c in domino)) for domino in found}
    cells = [(r, c) for r, row in enumerate(rows) for c in range(len(row))]
    first = next((cell for cell in cells if cell not in taken), None)
    if first is None:
        yield found
        return
    r, c = first
    for other in ((r, c + 1), (r + 1, c)):
        if other not in cells or other in taken:
            continue
        if tuple(sorted((rows[r][c], rows[other[0]][other[1]]))) not in used:
            yield from solutions(rows, (*found, (first, other)))


@pytest.mark.parametrize("board", ["3x4", "4x5", "5x6"])
def test_made_puzzles_have_one_solution_by_another_solver(board: str) -> None:
    for seed in range(5):
        made = generate("dominosa", board, seed=seed)
        found = list(solutions(made.puzzle.board.text().split("\n")))
        assert [sorted(tiles) for tiles in found] == [sorted(cells for _, cells in made.solution)]
        assert made.solution.faults(made.puzzle.problem()) == []
        assert generate("dominosa", board, seed=seed).puzzle == made.puzzle
        assert read_id(made.puzzle.name) == made.puzzle
        assert read_puzzle_text(puzzle_text(made.puzzle)) == made.puzzle


def test_counts_of_random_grids_agree_with_another_solver() -> None:
    for seed in range(12):
        cut = tw.solve("4x5", "domino+", seed=seed)
        assert cut is not None
        numbers = list(itertools.combinations_with_replacement("0123", 2))
        grid = [["0"] * 5 for _ in range(4)]
        for number, (_, cells) in enumerate(cut):
            pair = numbers[(7 * number + seed) % 10]
            for (row, column), mark in zip(cells, pair[:: 1 - 2 * (number % 2)], strict=True):
                grid[row][column] = mark
        rows = ["".join(row) for row in grid]
        every = len(list(solutions(rows)))
        problem = tw.Problem("/".join(rows), "double-3")
        assert every == tw.count(problem) == len([*tw.tilings(problem)]) > 0, rows


@pytest.mark.parametrize("level", ["easy", "hard"])
def test_a_puzzle_of_a_level_is_played_by_its_hints(level: Level) -> None:
    made = generate("dominosa", "4x5", level=level, seed=3)
    assert made.grade.level == level
    session = Session(made.puzzle)
    assert session.rules.drawn
    assert any("the only place where" in hint.text for hint in followed(session))


def test_a_domino_that_is_found_twice_does_not_solve() -> None:
    for rows, solved in (("001/011", True), ("001/110", False)):
        problem = tw.Problem(rows, "double-1")
        session = Session(Puzzle.of(problem, kind="dominosa"))
        for column in range(3):
            session = session.outline(((0, column), (1, column)))
        assert len(session.position.tiles) == 3
        assert session.solved is solved
    assert session.hint(NEVER).action == "outline"


def test_words_for_dominoes_and_grids_of_numbers() -> None:
    assert len(tw.Problem("7x8", "double-6").pieces) == 28
    assert tw.Problem("001/110", "35").names == ("35/",)
    assert Board.parse("001/110/").text() == "001\n110"
    assert Board.parse("0.1/110").area == 5
    for word in ("001/11", "001", "10/2026"):
        with pytest.raises(tw.errors.BoardError):
            Board.parse(word)


def test_what_cannot_be_made_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["make", "dominosa", "4x5", "double-2"]) == 1
    said = capsys.readouterr().err
    assert "the board has 20 cells, but the pieces cover 12 (pieces: double-2)" in said
    with pytest.raises(NoPuzzleError, match="25 cells"):
        generate("dominosa", "5x5")
    with pytest.raises(tw.RequestError, match="dominosa are supported only on flat boards"):
        generate("dominosa", "hex:4x4", "double-3")
    with pytest.raises(tw.RequestError, match="a mark in each cell"):
        generate("dominosa", "4x5", "domino=10")


def test_the_page_makes_them_too() -> None:
    request = {"kind": "dominosa", "pieces": None, "level": None, "minimal": False, "date": None}
    asked = [{**request, "board": board, "seed": 5} for board in ("3x4", "4x5", "5x6")]
    for each, answer in zip(asked, in_node("making.js", asked), strict=True):
        made = read_id(answer["puzzle"]["id"])
        assert len(list(solutions(made.board.text().split("\n")))) == 1
        assert answer["puzzle"]["level"] == tw.grade(made.problem()).level
        assert made.kind == "dominosa", each
