"""Generated puzzles: exactly one solution by two engines, the same from the same seed, graded, minimal."""

from __future__ import annotations

import datetime

import numpy as np
import pytest

from naive_search import all_tilings
from tilewright.board import Board
from tilewright.errors import RequestError
from tilewright.generation import Generated, GenerationError, default_marks, generate
from tilewright.generation.proof import has_one_solution
from tilewright.identity import read_id
from tilewright.piece import Piece
from tilewright.problem import Problem
from tilewright.search import tilings

REQUESTS = [
    ("dots", "6x6", ("trominoes",), {}),
    ("dots", "5x6", ("trominoes",), {"level": "easy"}),
    ("dots", "6x6", ("trominoes",), {"level": "medium"}),
    ("dots", "4x6", ("trominoes",), {"minimal": True}),
    ("dots", "4x6", ("ab#", "#/c#"), {}),
    ("dots", "###./####/.###/..##", ("trominoes",), {}),
    ("sigil", "4x5", ("tetrominoes",), {"turn": "one-sided"}),
    ("sigil", "5x5", ("pentominoes",), {}),
    ("given", "5x6", ("pentomino:PUVLYF",), {}),
    ("given", "4x5", ("tetromino:ILTTZ",), {"turn": "one-sided", "minimal": True}),
    ("hole", "5x5", ("trominoes",), {}),
    ("hole", "7x7", ("L3",), {"minimal": True}),
    ("hole", "4x4", ("pentomino:LPY",), {}),
    ("calendar", None, (), {"date": datetime.date(2026, 1, 25)}),
    ("calendar", None, (), {"minimal": True}),
]


def make(request: tuple, seed: int = 5) -> Generated:  # type: ignore[type-arg]
    kind, board, pieces, options = request
    return generate(kind, board, *pieces, seed=seed, **options)


@pytest.mark.parametrize("request_", REQUESTS, ids=lambda r: f"{r[0]}-{r[1]}-{'-'.join(r[3])}")
def test_exactly_one_solution_by_two_engines_and_the_same_again(request_: tuple) -> None:  # type: ignore[type-arg]
    made = make(request_)
    problem = made.puzzle.problem()
    unique = made.puzzle.kind == "sigil"
    assert made.solution.faults(problem) == []
    for engine in ("scan", "dance"):
        found = list(tilings(problem, engine=engine, unique=unique))
        assert len(found) == 1, engine
        assert found[0].canonical() == made.solution.canonical() if unique else found[0] == made.solution
    again = make(request_)
    assert again == made
    assert np.array_equal(again.solution.labels, made.solution.labels)
    assert has_one_solution(read_id(made.puzzle.name).problem(), unique=unique)


def test_other_seeds_make_other_puzzles() -> None:
    assert len({make(REQUESTS[0], seed).puzzle.name for seed in range(3)}) == 3


def test_no_dot_of_a_minimal_puzzle_can_be_left_out() -> None:
    made = make(REQUESTS[3], 9)
    puzzle = made.puzzle
    for cell in np.argwhere(puzzle.board.marks > 0):
        marks = puzzle.board.marks.copy()
        marks[tuple(cell)] = 0
        board = Board(puzzle.board.mask, marks=marks, alphabet=puzzle.board.alphabet)
        assert not has_one_solution(Problem(board, *puzzle.pieces))


def test_no_piece_of_a_minimal_puzzle_can_be_left_out() -> None:
    for request_ in (REQUESTS[9], REQUESTS[14]):
        puzzle = make(request_, 8).puzzle
        for word in puzzle.placed:
            fewer = [other for other in puzzle.placed if other != word]
            assert not has_one_solution(Problem(puzzle.board, *puzzle.pieces, turn=puzzle.turn, placed=fewer))


def test_a_small_dot_puzzle_by_a_naive_search() -> None:
    problem = generate("dots", "3x4", "trominoes", seed=2).puzzle.problem()
    assert len(all_tilings(problem)) == 1


@pytest.mark.parametrize("level", ["easy", "medium"])
def test_levels_are_kept(level: str) -> None:
    assert generate("dots", "6x6", "trominoes", seed=4, level=level).grade.level == level
    assert generate("calendar", seed=4, level=level, date=datetime.date(2026, 5, 5)).grade.level == level


def test_marks_are_data() -> None:
    assert default_marks(Piece.parse("L3")).word() == "#/o#"
    own = Piece.parse("o##")
    assert default_marks(own) is own
    made = generate("dots", "4x6", "ab#", "#/c#", seed=3)
    assert set("".join(made.puzzle.board.text().split())) == {"#", "a", "b", "c"}


def test_what_makes_no_sense_is_refused() -> None:
    for arguments, message in (
        (("riddle", "6x6", "L3"), "puzzles are sigil"),
        (("dots", None, "L3"), "which board"),
        (("dots", "6x6"), "which pieces"),
        (("dots", "30x30", "L3"), "at most 400 cells"),
        (("dots", "#o#", "L3"), "plain cells only"),
    ):
        with pytest.raises(RequestError, match=message):
            generate(*arguments, seed=1)  # type: ignore[arg-type]
    with pytest.raises(RequestError, match="levels are easy"):
        generate("dots", "6x6", "L3", seed=1, level="silly")
    with pytest.raises(GenerationError, match="no puzzle with exactly one solution"):
        generate("dots", "4x4", "trominoes", seed=1)
    with pytest.raises(GenerationError, match="none of 3 puzzles is expert"):
        generate("dots", "3x4", "trominoes", seed=1, level="expert", attempts=3)
