"""Givens: a list of pieces, some of them already placed, so that the rest has one solution."""

from __future__ import annotations

import bisect
import random
from dataclasses import replace

import numpy as np

from tilewright.board import Board
from tilewright.deduction import LARGEST, Deducer, placement_number
from tilewright.generation.levels import solved_within
from tilewright.generation.proof import has_one_solution, solutions
from tilewright.identity import make_puzzle
from tilewright.piece import Piece
from tilewright.problem import Placement, Problem
from tilewright.puzzle import Kind, Puzzle, find_puzzle
from tilewright.symmetry import Turn
from tilewright.tiling import Tiling

__all__ = ["calendar_board", "leave_out_pieces"]


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
) -> tuple[Puzzle, Tiling] | None:
    """Return a puzzle with some pieces already placed; None if this attempt failed.

    Pieces are taken off a tiling in random order as long as there is one solution; when a level is
    asked for and the puzzle need not be minimal, some are put back until it is not harder than that.
    """
    empty = (1, 1) if kind == "hole" else 0
    drawn = solutions(Problem(board, *pieces, turn=turn, empty=empty), 1, seed=dice.randrange(1 << 31))
    if not drawn:
        return None
    tiling = drawn[0]
    problem = Problem(board, *_used(pieces, tiling), turn=turn, empty=empty)
    cover = problem.cover()
    placed = _placements(problem, tiling)
    order = list(placed)
    dice.shuffle(order)
    # From all pieces placed to as few as leave one solution.
    ways = [placed]
    for placement in order:
        fewer = [other for other in ways[-1] if other != placement]
        if has_one_solution(Problem(board, *problem.pieces, turn=turn, empty=empty, placed=fewer)):
            ways.append(fewer)
        if level is None and not minimal and len(ways[-1]) <= max(1, len(order) // 3):
            break
    if level is not None and not minimal and cover.size <= LARGEST:
        # With fewer pieces placed a puzzle is harder, as a rule; what it is in the end is graded anyway.
        deducer = Deducer(cover)
        numbers = {placement: placement_number(cover, placement) for placement in placed}

        def too_hard(fewer: list[Placement]) -> bool:
            chosen = tuple(n for placement in fewer if (n := numbers[placement]) is not None)
            return not solved_within(deducer, level, chosen)

        placed = ways[bisect.bisect_left(ways, True, lo=1, key=too_hard) - 1]
    else:
        placed = ways[-1]
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
    return made, tiling


def _used(pieces: tuple[Piece, ...], tiling: Tiling) -> tuple[Piece, ...]:
    """Return the pieces with the copies that a tiling uses: a puzzle says what there is to place."""
    if all(piece.most == piece.least for piece in pieces) or tiling.piece is None:
        return pieces
    copies = np.bincount(tiling.piece, minlength=len(pieces)).tolist()
    return tuple(
        replace(piece, least=number, most=number)
        for piece, number in zip(pieces, copies, strict=True)
        if number
    )


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
