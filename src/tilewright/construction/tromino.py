"""The tilings by L-trominoes, and at most one cell to spare, that a theorem gives for a problem."""

from __future__ import annotations

import itertools

import numpy as np

from tilewright.construction.reason import obstruction
from tilewright.construction.rectangle import deficient
from tilewright.construction.request import Cell
from tilewright.labels import EMPTY, number_tiles
from tilewright.lattices.polyomino import Polyomino
from tilewright.lattices.surface import is_flat_squares
from tilewright.piece import Piece
from tilewright.problem import Problem
from tilewright.tiling import Tiling

__all__ = ["tromino_tiling"]

_TROMINO = Polyomino(((0, 0), (1, 0), (1, 1))).canonical("free")
_CELL = Polyomino(((0, 0),))


def tromino_tiling(problem: Problem) -> Tiling | None:
    """Return a tiling of a problem that is about L-trominoes on a rectangle, whole or without a cell.

    The one cell may be missing on the board, stay empty, or be covered by a monomino.

    Parameters
    ----------
    problem : Problem
        Without faults.

    Returns
    -------
    Tiling or None
        None if it is no such problem, or no such rectangle has a tiling: that says nothing about other problems.

    Notes
    -----
    O(area) time and memory: no placement is compiled, nothing is searched.

    Examples
    --------
    >>> print(tromino_tiling(Problem("4x4", "L3+", "monomino")).text())
    ABCC
    BBDC
    EDDF
    EEFF
    """
    board = problem.board
    if len(problem.pieces) > 2 or problem.placed or board.marks.any() or not is_flat_squares(board):
        return None
    if any(any(piece.marks) for piece in problem.pieces):
        return None
    numbers = {number: _kind(piece, problem) for number, piece in enumerate(problem.pieces)}
    ell = next((number for number, kind in numbers.items() if kind == "L"), None)
    one = next((number for number, kind in numbers.items() if kind == "O"), None)
    if ell is None or len(problem.pieces) != 1 + (one is not None):
        return None
    rows, columns = board.shape
    missing = np.argwhere(~board.mask)
    spare = board.area % 3
    copies, single = problem.pieces[ell], None if one is None else problem.pieces[one]
    count = (board.area - spare) // 3
    if not copies.least <= count <= _most(copies) or len(missing) + spare > 1:
        return None
    covered = spare == 1 and single is not None and _most(single) >= 1 and problem.empty_least == 0
    stays_empty = spare == 1 and not covered
    if (0 if single is None else single.least) > int(covered):
        return None
    if not problem.empty_least <= int(stays_empty) <= problem.empty_most:
        return None
    hole: Cell | None = None
    if len(missing):
        hole = (int(missing[0, 0]), int(missing[0, 1]))
    elif spare:
        cells: itertools.product[tuple[int, int]] = itertools.product(range(rows), range(columns))
        wanted = (cell for cell in cells if not stays_empty or problem.optional[cell])
        hole = next((cell for cell in wanted if obstruction(rows, columns, cell) is None), None)
        if hole is None:
            return None
    tiling = deficient(rows, columns, hole)
    if tiling is None:
        return None
    labels = tiling.labels.copy()
    if covered:
        assert hole is not None
        assert one is not None
        labels[hole] = tiling.size
        labels = number_tiles(labels)
        pieces = np.full(tiling.size + 1, ell, dtype=np.int32)
        pieces[labels[hole]] = one
    else:
        pieces = np.full(tiling.size, ell, dtype=np.int32)
        if stays_empty and hole is not None:
            labels[hole] = EMPTY
    return Tiling(labels, pieces, problem.names)


def _kind(piece: Piece, problem: Problem) -> str:
    if piece.polyomino == _CELL:
        return "O"
    turns = (piece.turn or problem.turn) != "fixed"
    return "L" if turns and piece.polyomino.canonical("free") == _TROMINO else ""


def _most(piece: Piece) -> float:
    return float("inf") if piece.most is None else piece.most
