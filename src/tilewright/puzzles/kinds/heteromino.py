"""Puzzles that divide a board with holes into pieces.

A random tiling leaves some cells of the board uncovered, which are holes. At first, all tiles are
holes, too. In random order, tiles are given back to the board as long as it has one solution. Only
boards in one part are used.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from tilewright.model.board import Board
from tilewright.model.cover import compile_cover
from tilewright.model.piece import shortest_words
from tilewright.model.puzzle import Puzzle
from tilewright.model.space.lattice import SQUARES
from tilewright.puzzles.kinds.dots import any_number
from tilewright.puzzles.making.field import Dice, PuzzleField, Tiles
from tilewright.puzzles.making.maker import ClueAttempts, Order, Way


class HolePuzzles(ClueAttempts):
    """Makes puzzles whose only clues are the holes of the board."""

    def __init__(self, order: Order) -> None:
        super().__init__(order)
        self.pieces = any_number(order.pieces, order.turn)
        problem = order.problem(self.pieces, rules=order.about.conditions)
        self.field = PuzzleField(compile_cover(problem), turned=False)

    def ways(self, dice: Dice, *, hard: bool, minimal: bool) -> Sequence[Way]:
        """Return puzzles from one tiling, from the most holes to the fewest."""
        from tilewright.kernels.deduction.making import HOLES

        drawn = self.field.draw(dice)
        if drawn is None:
            return []
        tiling = drawn[0]
        left, decided = self.field.reduce(
            HOLES, tiling, (tiling >= 0).astype(np.int32), dice, all_=True
        )
        if minimal and not decided:
            return []
        # Boards with at least half of the tiles, in one part, are good ones.
        first = len(left) - 1 if minimal else int((tiling >= 0).sum()) // 2
        boards = [self._cells(tiling, way) for way in left[first:]]
        return [
            functools.partial(self._puzzle, cells)
            for cells in boards
            if SQUARES.connected(map(tuple, cells.tolist()))
        ]

    def _cells(self, tiling: Tiles, holes: Tiles) -> NDArray[np.int32]:
        """Return the cells of the tiles that are not holes."""
        tiles = tiling[(tiling >= 0) & (holes == 0)].tolist()
        numbers = [cell for tile in tiles for cell in self.field.cells_of(tile)]
        cells: NDArray[np.int32] = self.field.cover.cells[numbers]
        return cells

    def _puzzle(self, cells: NDArray[np.int32]) -> Puzzle:
        mask = np.zeros(self.order.board.shape, dtype=np.bool_)
        mask[tuple(cells.T)] = True
        conditions = self.order.about.conditions
        return self.order.puzzle(
            shortest_words(self.pieces), Board(mask), empty=(0, 0), conditions=conditions
        )
