"""A tiling of a rectangle with rectangles, such as a squared square, without a list of placements.

With a few large pieces on a large board, the placements together have many millions of cells. This
search needs only one number for each column.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from tilewright.model.problem import Problem
from tilewright.model.space.labels import number_tiles
from tilewright.model.space.surface import is_flat_squares
from tilewright.model.tiling import Tiling
from tilewright.solving.proofs import area_reason
from tilewright.system.work.deadline import check_time, report
from tilewright.system.work.progress import SearchProgress

#: With fewer cells of all placements together, other engines are as quick; with more tiles than
#: this, there are too many orders.
_CELLS, _TILES = 20_000, 100
#: The search gives way to others after this many nodes, or this many times the cells of all
#: placements, which they list first.
_NODES, _SHARE = 1 << 26, 16
#: Nodes between two looks at the clock.
_BUDGET = 1 << 16


class _Way(NamedTuple):
    """An orientation of a piece."""

    piece: int
    wide: int
    high: int


def skyline_search(problem: Problem, least: int = _CELLS) -> Skyline | None:
    """Return the search for a tiling of a large rectangle with few rectangles, or None for other
    problems, and if all placements together have fewer than `least` cells.
    """
    board = problem.board
    if not (board.is_rectangle and is_flat_squares(board) and problem.pieces):
        return None
    if problem.rules or problem.placed or problem.marks_agree or problem.empty_most:
        return None
    if board.marks.any() or any(any(piece.marks) for piece in problem.pieces):
        return None
    ways = _list_ways(problem)
    if ways is None or area_reason(problem):
        return None
    rows, columns = board.shape
    cells = sum(
        way.wide * way.high * (columns - way.wide + 1) * (rows - way.high + 1)
        for way in ways
        if way.wide <= columns and way.high <= rows
    )
    left = [
        board.area // len(piece.polyomino)
        if piece.most is None
        else min(piece.most, board.area // len(piece.polyomino))
        for piece in problem.pieces
    ]
    if cells < least or sum(left) > _TILES:
        return None
    return Skyline(problem, ways, left, max(_NODES, _SHARE * cells))


def _list_ways(problem: Problem) -> list[_Way] | None:
    """Return the orientations of the pieces, starting with the largest, or None if a piece is not a
    rectangle.
    """
    ways = []
    for number, piece in enumerate(problem.pieces):
        for form in piece.polyomino.orientations(piece.turn or problem.turn):
            high, wide = form.array().shape
            if high * wide != len(form):
                return None
            ways.append(_Way(number, wide, high))
    return sorted(ways, key=lambda way: (-way.wide * way.high, way))


class Skyline:
    """A search for a tiling that can be continued.

    Attributes
    ----------
    nodes : int
        The number of placements tried so far.
    ended : bool
        Whether it is proven that there is no tiling.
    """

    def __init__(self, problem: Problem, ways: list[_Way], left: list[int], most: int) -> None:
        # Most problems have no use for these kernels.
        from tilewright.kernels.rectangles import skyline

        self._kernels = skyline
        rows, columns = problem.board.shape
        # The skyline is as short as possible.
        self._turned = columns > rows
        if self._turned:
            rows, columns = columns, rows
            ways = [_Way(piece, high, wide) for piece, wide, high in ways]
        self._problem, self._rows, self._most = problem, rows, most
        self._ways = np.array(ways, dtype=np.int64)
        self._widths = np.zeros((len(left), 2), dtype=np.int64)
        for piece, wide, _ in ways:
            self._widths[piece, int(self._widths[piece, 0] > 0)] = wide
        sizes = [len(piece.polyomino) for piece in problem.pieces]
        needed = [piece.least for piece in problem.pieces]
        self._left = np.array(left, dtype=np.int64)
        self._needed = np.array(needed, dtype=np.int64)
        self._skyline = np.zeros(columns, dtype=np.int64)
        self._stack = np.full((sum(left) + 1, 4), -1, dtype=np.int64)
        self._sums = np.zeros(columns // 64 + 1, dtype=np.uint64)
        self._numbers = np.array(
            [0, 0, 1, rows * columns, np.dot(sizes, left), np.dot(sizes, needed)], dtype=np.int64
        )
        self.ended = False

    @property
    def nodes(self) -> int:
        """The number of placements tried so far."""
        return int(self._numbers[self._kernels.NODES])

    def find(self, stopped: Callable[[], bool]) -> Tiling | None:
        """Return a tiling, or None if there is none, if the search gives up in favor of others, or
        if `stopped` returns True.

        Raises
        ------
        TimeLimitError
            When the current deadline passes.
        """
        began = time.monotonic()
        result = self._kernels.PAUSED
        while result == self._kernels.PAUSED and self.nodes < self._most and not stopped():
            check_time()
            nodes = self.nodes
            report(
                SearchProgress.of(
                    found=0,
                    delivered=0,
                    nodes=nodes,
                    worked=nodes,
                    share=0.0,
                    seconds=time.monotonic() - began,
                )
            )
            result = self._kernels.advance(
                self._ways,
                self._widths,
                self._left,
                self._needed,
                self._skyline,
                self._stack,
                self._sums,
                self._numbers,
                self._rows,
                _BUDGET,
            )
        self.ended = result == self._kernels.FINISHED
        return self._tiling() if result == self._kernels.FOUND else None

    def _tiling(self) -> Tiling:
        """Return the tiling that was found."""
        tile_of = np.zeros((self._rows, len(self._skyline)), dtype=np.int32)
        pieces: list[int] = []
        for way, at, _, row in self._stack[: self._numbers[self._kernels.LEVEL]].tolist():
            piece, wide, high = self._ways[way].tolist()
            tile_of[row : row + high, at : at + wide] = len(pieces)
            pieces.append(piece)
        if self._turned:
            tile_of = tile_of.T
        labels = number_tiles(tile_of)
        piece_of = np.zeros(len(pieces), dtype=np.int32)
        piece_of[labels] = np.array(pieces, dtype=np.int32)[tile_of]
        return Tiling(labels, piece_of, self._problem.names)
