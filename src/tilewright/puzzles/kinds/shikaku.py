"""Shikaku puzzles: a board divided into rectangles, with the area of each in one of its cells.

The pieces are rectangles with their area in one cell. Those of a random division get their numbers
in random cells. As long as there are several solutions, a number moves to another cell of its
rectangle where they differ, if that leaves no more.
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from tilewright.errors import RequestError
from tilewright.model.board import Board
from tilewright.model.piece import shortest_words
from tilewright.model.puzzle import Level
from tilewright.model.space.lattice import Cell
from tilewright.model.tiling import Tiling
from tilewright.puzzles.making.clues import climb, solutions
from tilewright.puzzles.making.maker import Attempts, Order, SolvedPuzzle, solved
from tilewright.system.work.deadline import check_time

#: Most solutions that are counted, and changes for each rectangle.
_MOST, _CHANGES = 24, 12
#: Divisions that are tried without single cells, and steps for each cell.
_TRIES, _STEPS = 8, 8

#: The cells of a rectangle.
_Rectangle = tuple[Cell, ...]


class RectanglePuzzles(Attempts):
    """Makes puzzles of rectangles on one board."""

    def __init__(self, order: Order) -> None:
        super().__init__(order)
        self.pieces = tuple(replace(piece, least=0, most=None) for piece in order.pieces)
        self.sizes = {piece.polyomino.shape for piece in order.pieces}
        self.sizes |= {(columns, rows) for rows, columns in self.sizes}

    def make(self, dice: random.Random, level: Level | None, minimal: bool) -> SolvedPuzzle:
        """Return a puzzle, of whatever level; None if this attempt failed."""
        for piece in self.pieces:
            shape, size = piece.polyomino.shape, len(piece.polyomino)
            if [mark for mark in piece.marks if mark] != [str(size)] or size != shape[0] * shape[1]:
                raise RequestError(
                    "pieces of this kind of puzzle must be rectangles with their area in one "
                    f"cell, such as rectangles-9; got {piece.word()}",
                    where="pieces",
                )
        tiles = _draw_division(self.order.board.mask, self.sizes, dice)
        if tiles is None:
            return None
        alphabet = sorted({str(len(cells)) for cells in tiles})

        def board(clues: list[Cell]) -> Board:
            sizes = (str(len(cells)) for cells in tiles)
            return self.order.marked_board(dict(zip(clues, sizes, strict=True)), alphabet)

        def tilings(clues: list[Cell]) -> tuple[Tiling, ...]:
            return solutions(self.order.problem(self.pieces, board(clues)), _MOST)

        def change(clues: list[Cell], tilings: Sequence[Tiling]) -> list[Cell]:
            """Move a number to another cell of its rectangle, where a solution differs."""
            there = {cells for _, cells in dice.choice(tilings)}
            differing = [number for number, cells in enumerate(tiles) if cells not in there]
            changed = list(clues)
            moved = dice.choice(differing or range(len(tiles)))
            changed[moved] = dice.choice(tiles[moved])
            return changed

        start = [dice.choice(cells) for cells in tiles]
        clues = climb(start, tilings, change, _CHANGES * len(tiles))
        if clues is None:
            return None
        return solved(self.order.puzzle(shortest_words(self.pieces), board(clues)))


def _draw_division(
    mask: NDArray[np.bool_], sizes: set[tuple[int, ...]], dice: random.Random
) -> list[_Rectangle] | None:
    """Return a random division into rectangles, if possible without single cells."""
    several = sizes - {(1, 1)}
    for _ in range(_TRIES):
        rectangles = _divide(mask.copy(), several, dice, [_STEPS * mask.size])
        if rectangles is not None:
            return rectangles
    return _divide(mask.copy(), sizes, dice, [_STEPS * mask.size])


def _divide(
    free: NDArray[np.bool_], sizes: set[tuple[int, ...]], dice: random.Random, left: list[int]
) -> list[_Rectangle] | None:
    """Return a random division of the free cells; None if there is none, or no steps are left.

    Of the rectangles at the first free cell, large ones come first more often, and single cells
    last.
    """
    if not free.any():
        return []
    check_time()
    row, column = (int(x) for x in np.unravel_index(int(free.argmax()), free.shape))
    fitting = [
        (rows, columns)
        for rows, columns in sorted(sizes)
        if row + rows <= free.shape[0]
        and column + columns <= free.shape[1]
        and free[row : row + rows, column : column + columns].all()
    ]
    rank = {size: dice.random() ** (2 / (size[0] * size[1])) for size in fitting}
    for rows, columns in sorted(fitting, key=lambda size: (size == (1, 1), -rank[size])):
        left[0] -= 1
        if left[0] < 0:
            return None
        there = (slice(row, row + rows), slice(column, column + columns))
        free[there] = False
        others = _divide(free, sizes, dice, left)
        if others is not None:
            corner = itertools.product(range(row, row + rows), range(column, column + columns))
            return [tuple(corner), *others]
        free[there] = True
    return None
