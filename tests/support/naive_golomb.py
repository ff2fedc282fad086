"""Obvious reference implementations of the constructions: the recursion of the proof, and
exhaustive counting.
"""

from __future__ import annotations

from functools import cache

import numpy as np
from numpy.typing import NDArray

#: The four orientations of the L-tromino, from the first cell in reading order.
ORIENTATIONS = (
    ((0, 0), (0, 1), (1, 0)),
    ((0, 0), (0, 1), (1, 1)),
    ((0, 0), (1, 0), (1, 1)),
    ((0, 0), (1, -1), (1, 0)),
)

Tile = tuple[tuple[int, int], ...]


def induction(n: int, hole: tuple[int, int]) -> list[tuple[int, Tile]]:
    """The level and the cells of each tromino, as in the textbook."""
    tiles = []

    def tile(top: int, left: int, level: int, row: int, column: int) -> None:
        if level == 0:
            return
        half = 1 << (level - 1)
        corners = []
        for a in (0, 1):
            for b in (0, 1):
                y, x = top + a * half, left + b * half
                if y <= row < y + half and x <= column < x + half:
                    tile(y, x, level - 1, row, column)
                else:
                    corner = (top + half - 1 + a, left + half - 1 + b)
                    corners.append(corner)
                    tile(y, x, level - 1, *corner)
        tiles.append((level, tuple(corners)))

    tile(0, 0, n, *hole)
    return tiles


def labels(n: int, hole: tuple[int, int]) -> NDArray[np.int64]:
    """The label array, numbered in reading order."""
    board = np.full((1 << n, 1 << n), -1, dtype=np.int64)
    for number, (_, cells) in enumerate(sorted(induction(n, hole), key=lambda item: min(item[1]))):
        for cell in cells:
            board[cell] = number
    return board


def by_level(n: int, hole: tuple[int, int]) -> NDArray[np.int64]:
    """The label array, numbered level by level, each in reading order of the squares."""
    board = np.full((1 << n, 1 << n), -1, dtype=np.int64)

    def place(item: tuple[int, Tile]) -> tuple[int, int, int]:
        level, cells = item
        return -level, min(cells)[0] >> level, min(row_column[1] for row_column in cells) >> level

    for number, (_, cells) in enumerate(sorted(induction(n, hole), key=place)):
        for cell in cells:
            board[cell] = number
    return board


def improper(
    board: NDArray[np.int64], colors: NDArray[np.int8], corners: bool
) -> list[tuple[int, int]]:
    """Cells that touch one of another tile with the same color, or one of their own tile with
    another.
    """
    rows, columns = board.shape
    steps = [(0, 1), (1, 0)] + ([(1, 1), (1, -1)] if corners else [])
    cells = []
    for row in range(rows):
        for column in range(columns):
            for dy, dx in steps:
                y, x = row + dy, column + dx
                if (
                    0 <= y < rows
                    and 0 <= x < columns
                    and board[row, column] >= 0
                    and board[y, x] >= 0
                ):
                    same = board[row, column] == board[y, x]
                    if same != (colors[row, column] == colors[y, x]):
                        cells.append((row, column))
    return cells


def count(rows: int, columns: int, hole: tuple[int, int] | None) -> int:
    """The number of L-tromino tilings, by filling the first empty cell in all ways."""
    open_cells = {(row, column) for row in range(rows) for column in range(columns)} - {hole}

    @cache
    def fill(cell: int, taken: frozenset[tuple[int, int]]) -> int:
        while cell < rows * columns:
            place = divmod(cell, columns)
            if place in open_cells and place not in taken:
                break
            taken -= {place}
            cell += 1
        else:
            return 1
        row, column = place
        total = 0
        for shape in ORIENTATIONS:
            cells = {(row + dy, column + dx) for dy, dx in shape}
            if cells <= open_cells and not cells & taken:
                total += fill(cell + 1, frozenset((taken | cells) - {place}))
        return total

    return fill(0, frozenset())
