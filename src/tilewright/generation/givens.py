"""Givens: a list of pieces, some of them already placed, so that the rest has one solution."""

from __future__ import annotations

import random

import numpy as np

from tilewright.board import Board
from tilewright.deduction import GRADES, LARGEST, Deducer, Grade, placement_number
from tilewright.generation.proof import has_one_solution, solutions
from tilewright.identity import make_puzzle
from tilewright.piece import Piece
from tilewright.problem import Placement, Problem
from tilewright.puzzle import Kind, Puzzle, find_puzzle
from tilewright.symmetry import Turn
from tilewright.tiling import Tiling

__all__ = ["calendar_board", "leave_out_pieces"]

_LEVELS = list(GRADES)


def calendar_board(month: int, day: int) -> tuple[Board, tuple[str, ...]]:
    """Return the board and the pieces of the calendar puzzle of a date."""
    puzzle = find_puzzle(f"calendar:{month:02}-{day:02}")
    return Board(puzzle.board.mask), puzzle.pieces


def leave_out_pieces(
    kind: Kind,
    board: Board,
    pieces: tuple[Piece, ...],
    turn: Turn,
    dice: random.Random,
    level: str | None,
    minimal: bool,
    title: str,
) -> tuple[Puzzle, Tiling, Grade | None] | None:
    """Return a puzzle with some pieces already placed; None if this attempt failed.

    Pieces are taken off a tiling in random order as long as there is one solution; when a level is
    asked for and the puzzle need not be minimal, as long as it does not get harder than that.
    """
    empty = (1, 1) if kind == "hole" else 0
    problem = Problem(board, *pieces, turn=turn, empty=empty)
    problem.check()
    drawn = solutions(problem, 1, seed=dice.randrange(1 << 31))
    if not drawn:
        return None
    tiling = drawn[0]
    cover = problem.cover()
    deducer = Deducer(cover) if cover.size <= LARGEST else None
    placed = _placements(problem, tiling)
    numbers = {placement: placement_number(cover, placement) for placement in placed}
    order = list(placed)
    dice.shuffle(order)
    graded: Grade | None = None
    for placement in order:
        fewer = [other for other in placed if other != placement]
        if not has_one_solution(Problem(board, *pieces, turn=turn, empty=empty, placed=fewer)):
            continue
        if deducer is not None and level is not None and not minimal:
            chosen = tuple(n for p in fewer if (n := numbers[p]) is not None)
            found = deducer.grade(chosen)
            if _LEVELS.index(found.level) > _LEVELS.index(level):
                continue
            graded = found
        placed = fewer
        if level is None and not minimal and len(placed) <= max(1, len(order) // 3):
            break
    words = tuple(_word(placement, problem) for placement in placed)
    made = make_puzzle(
        kind,
        board,
        tuple(problem.words()),
        turn=turn,
        placed=words,
        empty=(1, 1) if empty else (0, 0),
        title=title,
    )
    return made, tiling, graded


def _placements(problem: Problem, tiling: Tiling) -> list[Placement]:
    full = dict(zip(problem.names, problem.pieces, strict=True))
    names = tiling.piece_names()
    return [
        Placement(
            full[names[tile]].name,
            tuple((row, column) for row, column in np.argwhere(tiling.labels == tile).tolist()),
        )
        for tile in range(tiling.size)
    ]


def _word(placement: Placement, problem: Problem) -> str:
    index = problem.piece_index(placement.piece)
    base = problem.pieces[index].base() if index is not None else placement.piece
    return Placement(base, placement.cells).word()
