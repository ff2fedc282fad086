"""Golomb's tilings cell by cell: the tromino on any cell, and the labels and colors of any part of
a huge board.

One cell takes O(n) steps on integers of any size; windows use kernels and need n <= 62.
`tilewright.kernels.golomb.labels` explains the closed form.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tilewright.errors import ConstructionError
from tilewright.model.tiling import Tiling
from tilewright.solving.theorems.arguments import (
    Cell,
    Touch,
    Window,
    check_cell,
    check_power,
    check_touch,
    check_window,
    require_memory,
)

#: The largest n for which windows are computed in 64-bit integers.
_MOST_VECTOR = 62


@dataclass(frozen=True, slots=True)
class GolombTile:
    """One tromino of Golomb's tiling.

    Parameters
    ----------
    cells : three (row, column) pairs
        The three cells of the tromino, in reading order.
    level : int
        The level of the tromino: in the induction, it surrounds the center of a 2^level x 2^level
        square.
    color : int
        The color of the tromino: 0 to 2 if only edges count as contacts, or 0 to 3 if corners also
        count.
    number : int
        The label of the tromino when the trominoes of the whole board are numbered in reading
        order.
    """

    cells: tuple[Cell, Cell, Cell]
    level: int
    color: int
    number: int

    def __str__(self) -> str:
        return self.text().replace("\n", ": ")

    def text(self) -> str:
        """Return the cells, level, color and label on two lines, as printed by ``tilewright golomb
        --tile-at``.
        """
        cells = " ".join(f"{row},{column}" for row, column in self.cells)
        return f"{cells}\nlevel {self.level}, color {self.color}, tile {self.number}"

    def to_json(self) -> dict[str, object]:
        """Return the tromino as JSON values, as printed by ``--json``."""
        cells = [list(cell) for cell in self.cells]
        return {"cells": cells, "level": self.level, "color": self.color, "tile": str(self.number)}


def golomb_cell(n: int, hole: Cell, cell: Cell, *, touch: Touch = "edge") -> GolombTile:
    """Return the tromino that covers a cell of the 2^n x 2^n board.

    Parameters
    ----------
    n : int
        The board has 2^n rows and columns; n must be from 1 to 7,000.
    hole, cell : (row, column)
        The removed cell, and the cell to look up.
    touch : {"edge", "strong"}
        The coloring: with three colors, or with four colors if tiles that share only a corner must
        also have different colors.

    Raises
    ------
    ConstructionError
        If one of the two cells is outside the board, or `cell` is the hole.

    Notes
    -----
    The function performs O(n) operations on integers of n bits.

    Examples
    --------
    >>> golomb_cell(60, (123456789, 987654321), (5, 7)).cells
    ((4, 6), (4, 7), (5, 7))
    """
    n = check_power(n)
    side = 1 << n
    hole = check_cell(side, side, hole)
    row, column = check_cell(side, side, cell, "cell")
    check_touch(touch)
    if (row, column) == hole:
        raise ConstructionError(
            f"cell {row},{column} is the hole, which no tromino covers", where="cell"
        )
    i, j = row >> 1, column >> 1
    gap = _missing(i, j, 1, hole)
    if gap == (row & 1, column & 1):
        v, w = row + (row & 1), column + (column & 1)
        level = (v & -v).bit_length()
        gap = _missing(v >> level, w >> level, level, hole)
    else:
        v, w, level = row | 1, column | 1, 1
    quadrants = [(a, b) for a in (0, 1) for b in (0, 1) if (a, b) != gap]
    first, second, third = ((v - 1 + a, w - 1 + b) for a, b in quadrants)
    if touch == "strong":
        color = _strong_color(n, v >> level, w >> level, level)
    else:
        color = (i + j) & 1 if level == 1 else 2
    return GolombTile((first, second, third), level, color, _number(n, v, w, level))


def _missing(i: int, j: int, level: int, hole: Cell) -> Cell:
    """Return the quadrant with the removed cell of square (i, j) of a level."""
    apart = (i ^ (hole[0] >> level)) | (j ^ (hole[1] >> level))
    if apart == 0:
        return (hole[0] >> (level - 1)) & 1, (hole[1] >> (level - 1)) & 1
    y = i ^ (i >> 1) ^ j ^ (j >> 1)
    s = min((y & -y).bit_length() - 1 if y else apart.bit_length(), apart.bit_length() - 1)
    return 1 - ((i >> s) & 1), 1 - ((j >> s) & 1)


def _number(n: int, v: int, w: int, level: int) -> int:
    """Return the label in reading order of the tile of a level around the vertex (v, w)."""
    half = 1 << (n - 1)
    blocks = v >> 1  # rows of blocks before the tile, and as many rows of vertices up to its own
    if level > 1:
        blocks -= 1  # the row of blocks just above the vertex is counted below
    before = blocks * half
    for t in range(n - 1):
        before += ((blocks >> t) - (blocks >> (t + 1))) * (half >> (t + 1))
    if level > 1:
        before += half
    return before + (w >> level)


def _strong_color(n: int, i: int, j: int, level: int) -> int:
    """Return a tile's color if corners count; see docs/explanation/golomb.md."""
    north, east, south, west, color, odd = 1, 2, 1, 2, 0, 0
    for d in range(n - level + 1):
        x = north ^ (west if odd else east)
        y = south ^ (east if odd else west)
        if d == n - level:
            break
        arm_east, arm_west = (y, x) if odd else (x, y)
        a = (i >> (n - level - 1 - d)) & 1
        b = (j >> (n - level - 1 - d)) & 1
        block = d == n - 2
        if a and b:
            color ^= x ^ arm_east
        elif b:
            color ^= x if block else north
        elif a:
            color ^= arm_west if block else west
        north, east, south, west = (
            (arm_east if b else arm_west) if a else north,
            east if b else (y if a else x),
            south if a else (arm_east if b else arm_west),
            (y if a else x) if b else west,
        )
        odd = (a + b) & 1
    if level == 1:
        return color
    if x == y:
        return color ^ (x % 3 + 1)
    return color ^ (y if odd else x ^ y)


def golomb_window(n: int, hole: Cell, window: Window) -> Tiling:
    """Return a part of Golomb's tiling of the 2^n x 2^n board, for n up to 62.

    Parameters
    ----------
    n : int
        At least 1.
    hole : (row, column)
        The removed cell.
    window : (top, left, rows, columns)
        The part of the board to return.

    Returns
    -------
    Tiling
        A tiling of `rows` x `columns` cells, numbered in reading order within the window. At the
        border of the window, tiles may be cut off, so that only one or two of their cells are left.

    Notes
    -----
    The function takes O(rows × columns) time, regardless of the position of the window.

    Examples
    --------
    >>> print(golomb_window(60, (0, 0), (2**59 - 2, 2**59 - 2, 4, 4)).text())
    ABCC
    BBDC
    EDDF
    EEFF
    """
    from tilewright.kernels.golomb import window as kernels

    n = check_power(n, _MOST_VECTOR)
    hole = check_cell(1 << n, 1 << n, hole)
    top, left, rows, columns = check_window(1 << n, window)
    require_memory(
        4 * rows * columns, f"a window of {rows} x {columns} cells", "choose a smaller one"
    )
    labels = np.empty((rows, columns), dtype=np.int32)
    count = kernels.window(top, left, hole[0], hole[1], labels)
    return Tiling(labels, np.broadcast_to(np.int32(0), (count,)), ("L3",))


def golomb_colors(
    n: int, hole: Cell, window: Window | None = None, *, touch: Touch = "edge"
) -> NDArray[np.int8]:
    """Return the color of each cell of Golomb's tiling, or of a part of it.

    Parameters
    ----------
    n : int
        The board has 2^n rows and columns; n must be from 1 to 62.
    hole : (row, column)
        The removed cell.
    window : (top, left, rows, columns), optional
        The part of the board to color; by default, the whole board.
    touch : {"edge", "strong"}
        Which tiles must have different colors: those that share an edge (colors 0 to 2), or those
        that share an edge or a corner (colors 0 to 3).

    Returns
    -------
    int8 array, shape (rows, columns)
        The color of each cell, or -1 for the hole.

    Notes
    -----
    A local rule determines the color of each cell in a single step.

    Examples
    --------
    >>> golomb_colors(2, (0, 0)).tolist()
    [[-1, 0, 1, 1], [0, 0, 2, 1], [1, 2, 2, 0], [1, 1, 0, 0]]
    """
    from tilewright.kernels.golomb import window as kernels

    n = check_power(n, _MOST_VECTOR)
    hole = check_cell(1 << n, 1 << n, hole)
    check_touch(touch)
    top, left, rows, columns = check_window(1 << n, window)
    require_memory(
        rows * columns, f"coloring a window of {rows} x {columns} cells", "choose a smaller window"
    )
    colors = np.empty((rows, columns), dtype=np.int8)
    if touch == "strong":
        kernels.four_colors(n, top, left, hole[0], hole[1], colors, np.zeros((n, 6), dtype=np.int8))
    else:
        kernels.three_colors(top, left, hole[0], hole[1], colors)
    return colors


def colors_of_tiles(labels: NDArray[Any], colors: NDArray[np.int8]) -> NDArray[np.int8]:
    """Return the color of each tile, given the colors of the cells.

    Parameters
    ----------
    labels : int array, shape (rows, columns)
        The tile of each cell; negative for cells without a tile.
    colors : int8 array, shape (rows, columns)
        The color of each cell.

    Returns
    -------
    (m,) int8 array

    Examples
    --------
    >>> colors_of_tiles(np.array([[0, 0, 1], [0, 1, 1]]), np.array([[2, 2, 0], [2, 0, 0]], dtype=np.int8)).tolist()
    [2, 0]
    """  # noqa: E501
    labels, colors = np.asarray(labels), np.asarray(colors)
    if labels.shape != colors.shape:
        raise ConstructionError(
            f"must have the same shape as the labels, {labels.shape}, got {colors.shape}",
            where="colors",
        )
    result = np.zeros(int(labels.max(initial=-1)) + 1, dtype=np.int8)
    inside = labels >= 0
    result[labels[inside]] = colors[inside]
    return result
