"""Labels: a tiling as an array with the number of a tile in each cell.

Tiles are 0, 1, … by their first cell in reading order; negative labels stand for cells without a
tile.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from tilewright.errors import TilingError
from tilewright.model.space.lattice import Cell
from tilewright.system.values.arrays import starts

#: The label of a cell that is not on the board.
OUTSIDE = -1
#: The label of a cell that may stay empty and stays empty.
EMPTY = -2
#: The label of a cell that is still to be covered: only in partial tilings, which are shown but
#: never returned.
UNCOVERED = -3


def number_tiles(labels: ArrayLike) -> NDArray[np.signedinteger[Any]]:
    """Number the tiles 0, 1, … by their first cell in reading order, which is the convention
    everywhere.

    Parameters
    ----------
    labels : integer array, shape (rows, columns) or (layers, rows, columns)
        Any nonnegative number for each tile. Negative values are kept.

    Returns
    -------
    signed integer array of the same shape
        A new array. This makes one pass over the cells.

    Raises
    ------
    TilingError
        If `labels` is not a 2- or 3-dimensional integer array.

    Examples
    --------
    >>> number_tiles([[7, 7, -1], [3, 3, 7]]).tolist()
    [[0, 0, -1], [1, 1, 0]]
    """
    from tilewright.kernels.cover.decode import renumber

    array = as_labels(labels)
    if array.ndim not in (2, 3) or not np.issubdtype(array.dtype, np.integer):
        raise TilingError(
            f"labels must be a 2-dimensional integer array, got {array.ndim}-dimensional "
            f"{array.dtype}"
        )
    if array.size and int(array.max()) >= 4 * array.size:
        inside = array >= 0
        numbered = array.astype(np.int64)
        numbered[inside] = np.unique(array[inside], return_inverse=True)[1]
        array = numbered
    signed: NDArray[np.signedinteger[Any]] = np.array(
        array, dtype=np.int64 if array.dtype.itemsize > 4 else np.int32, order="C"
    )
    renamed = np.full(int(signed.max(initial=-1)) + 1, -1, dtype=signed.dtype)
    renumber(signed.reshape(-1, signed.shape[-1]), renamed)
    return signed


def tile_cells(
    labels: NDArray[np.signedinteger[Any]],
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the cells of each tile in flat form, in two passes over the cells.

    Parameters
    ----------
    labels : signed integer array, shape (rows, columns) or (layers, rows, columns)
        Tiles numbered 0, 1, …

    Returns
    -------
    start : (tiles + 1,) int64
        Tile t has the cells ``cells[start[t]:start[t + 1]]``.
    cells : (covered cells,) int64
        The cell numbers in reading order (``row * columns + column``), ascending within each tile.

    Examples
    --------
    >>> start, cells = tile_cells(np.array([[0, 0, 1], [0, 1, 1]]))
    >>> start.tolist(), cells.tolist()
    ([0, 3, 6], [0, 1, 3, 2, 4, 5])
    """
    from tilewright.kernels.cover.decode import gather

    flat = np.array(labels, dtype=np.int64).ravel()
    counts = np.bincount(flat[flat >= 0])
    start = starts(counts)
    cells = np.empty(int(start[-1]), dtype=np.int64)
    gather(flat, start[:-1].copy(), cells)
    return start, cells


def cells_of_tiles(labels: NDArray[np.signedinteger[Any]]) -> list[tuple[Cell, ...]]:
    """Return the cells of each tile, in reading order.

    >>> cells_of_tiles(np.array([[0, 0, 1]]))
    [((0, 0), (0, 1)), ((0, 2),)]
    """
    start, flat = tile_cells(labels)
    axes = (numbers.tolist() for numbers in np.unravel_index(flat, labels.shape))
    cells = [*zip(*axes, strict=True)]
    return [tuple(cells[first:last]) for first, last in pairwise(start.tolist())]


def as_labels(labels: ArrayLike) -> NDArray[Any]:
    """Return labels as an array. Rows of different lengths are an error."""
    try:
        return np.asarray(labels)
    except ValueError:
        raise TilingError("the rows of the labels have different lengths") from None
