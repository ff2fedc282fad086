"""Windows of Golomb's tilings: labels and colors of any part of a board that is never held whole."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from tilewright.construction.cell import MOST_VECTOR
from tilewright.construction.request import (
    Cell,
    Touch,
    check_cell,
    check_power,
    check_touch,
    check_window,
    require_memory,
)
from tilewright.errors import ConstructionError
from tilewright.tiling import Tiling

__all__ = ["Window", "colors_of_tiles", "golomb_colors", "golomb_window"]

#: Top row, left column, number of rows, number of columns.
Window = tuple[int, int, int, int]


def golomb_window(n: int, hole: Cell, window: Window) -> Tiling:
    """Return a part of Golomb's tiling of the 2^n x 2^n board, for n up to 62.

    Parameters
    ----------
    n, hole
        As for `golomb`.
    window : (top, left, rows, columns)
        The part of the board.

    Returns
    -------
    Tiling
        Of `rows` x `columns` cells, numbered in reading order inside the window. Tiles that the
        window cuts have one or two cells.

    Notes
    -----
    O(rows columns) time, some 6 ns a cell, wherever the window is.

    Examples
    --------
    >>> print(golomb_window(60, (0, 0), (2**59 - 2, 2**59 - 2, 4, 4)).text())
    ABCC
    BBDC
    EDDF
    EEFF
    """
    from tilewright.kernels.golomb import window as kernels

    n = check_power(n, MOST_VECTOR, "a window")
    hole = check_cell(1 << n, 1 << n, hole)
    top, left, rows, columns = check_window(1 << n, window)
    require_memory(4 * rows * columns, f"a window of {rows} x {columns} cells", "ask for a smaller one")
    labels = np.empty((rows, columns), dtype=np.int32)
    count = kernels.window(top, left, hole[0], hole[1], labels)
    return Tiling(labels, np.broadcast_to(np.int32(0), (count,)), ("L3",))


def golomb_colors(
    n: int, hole: Cell, window: Window | None = None, *, touch: Touch = "edge"
) -> NDArray[np.int8]:
    """Return the color of each cell of Golomb's tiling, or of a part of it, by a local rule.

    Parameters
    ----------
    n, hole
        As for `golomb`.
    window : (top, left, rows, columns), optional
        The part of the board; all of it if not given.
    touch : {"edge", "strong"}
        Tiles with a common edge differ, with colors 0, 1, 2; or tiles with a common corner do as well, with colors 0 to 3.

    Returns
    -------
    int8 array, shape (rows, columns)
        -1 for the hole.

    Notes
    -----
    One step for each cell; the proof is in the documentation.

    Examples
    --------
    >>> golomb_colors(2, (0, 0)).tolist()
    [[-1, 0, 1, 1], [0, 0, 2, 1], [1, 2, 2, 0], [1, 1, 0, 0]]
    """
    from tilewright.kernels.golomb import window as kernels

    n = check_power(n, MOST_VECTOR, "a coloring")
    hole = check_cell(1 << n, 1 << n, hole)
    check_touch(touch)
    top, left, rows, columns = check_window(1 << n, (0, 0, 1 << n, 1 << n) if window is None else window)
    require_memory(rows * columns, f"the colors of {rows} x {columns} cells", "ask for a smaller window")
    colors = np.empty((rows, columns), dtype=np.int8)
    if touch == "strong":
        kernels.four_colors(n, top, left, hole[0], hole[1], colors, np.zeros((n, 6), dtype=np.int8))
    else:
        kernels.three_colors(top, left, hole[0], hole[1], colors)
    return colors


def colors_of_tiles(labels: NDArray[Any], colors: NDArray[np.int8]) -> NDArray[np.int8]:
    """Return the color of each tile, from the colors of the cells.

    Examples
    --------
    >>> colors_of_tiles(np.array([[0, 0, 1], [0, 1, 1]]), np.array([[2, 2, 0], [2, 0, 0]], dtype=np.int8)).tolist()
    [2, 0]
    """
    labels, colors = np.asarray(labels), np.asarray(colors)
    if labels.shape != colors.shape:
        raise ConstructionError(f"{colors.shape} colors do not fit {labels.shape} labels", where="colors")
    result = np.zeros(int(labels.max(initial=-1)) + 1, dtype=np.int8)
    inside = labels >= 0
    result[labels[inside]] = colors[inside]
    return result
