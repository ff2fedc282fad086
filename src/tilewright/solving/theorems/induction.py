"""Golomb's theorem: L-trominoes tile every 2^n x 2^n board without one cell.

The proof is by induction. Cut the board into quadrants; three of them are whole. Place one tromino
around the center so that it covers a corner of each. Now all four quadrants lack one cell. The
labels are filled row by row from a closed form, without recursion
(`tilewright.kernels.golomb.labels`).

References
----------
S. W. Golomb, "Checker boards and polyominoes", American Mathematical Monthly 61 (1954), 675-682.
"""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from tilewright.errors import ConstructionError
from tilewright.model.space.labels import UNCOVERED
from tilewright.model.tiling import Tiling
from tilewright.solving.theorems.arguments import (
    Cell,
    check_cell,
    check_power,
    label_dtype,
    random_hole,
    require_memory,
    tile_count,
)
from tilewright.system.platform.machine import useful_threads
from tilewright.system.values.arguments import check_threads

if TYPE_CHECKING:
    from tilewright.system.values.arguments import SeedLike

#: The number of cells from which a second thread pays off.
_WORTH_A_THREAD = 1 << 20


def golomb(
    n: int, hole: Cell | None = None, *, seed: SeedLike = None, threads: int | None = None
) -> Tiling:
    """Use L-trominoes to tile the 2^n x 2^n board with one cell removed, as in Golomb's theorem.

    Parameters
    ----------
    n : int
        The board has 2^n rows and columns; n must be at least 1.
    hole : (row, column), optional
        The removed cell. By default, a random cell is removed. The removed cell gets the label -1.
    seed : int or numpy.random.Generator, optional
        The seed for choosing a random hole; the same seed gives the same hole.
    threads : int, optional
        The number of threads; by default, one per core.

    Returns
    -------
    Tiling
        A tiling with L-trominoes. The labels are int32 for n <= 16 and int64 for larger n.

    Raises
    ------
    ConstructionError
        If an argument is out of range, or if there is not enough memory.

    Notes
    -----
    The function takes O(4^n) time, about as long as ``ndarray.fill``, and needs 2^n bytes in
    addition to the array.

    Examples
    --------
    >>> print(golomb(2, (0, 0)).text())
    .ABB
    AACB
    DCCE
    DDEE
    """
    n = check_power(n)
    side = 1 << n
    hole = random_hole(side, side, seed) if hole is None else check_cell(side, side, hole)
    labels = _labels(n, hole, threads=threads)
    return Tiling(labels, np.broadcast_to(np.int32(0), (tile_count(n),)), ("L3",))


def golomb_steps(n: int, hole: Cell) -> Iterator[NDArray[Any]]:
    """Yield the steps of the proof as label arrays: first the empty board, and then one more level
    of trominoes in each array.

    Tiles are numbered in the order of the proof and keep their numbers. Uncovered cells have the
    label -3 (`tilewright.model.space.labels.UNCOVERED`), and the hole has the label -1.

    Parameters
    ----------
    n : int
        At least 1.
    hole : (row, column)
        The removed cell.

    Yields
    ------
    int array, shape (2^n, 2^n)
        The label array of the next step; there are n + 1 arrays in total.

    Examples
    --------
    >>> for step in golomb_steps(1, (0, 1)):
    ...     print(step.tolist())
    [[-3, -1], [-3, -3]]
    [[0, -1], [0, 0]]
    """
    n = check_power(n)
    labels = _labels(n, check_cell(1 << n, 1 << n, hole), by_level=True)
    return (np.where(labels < tile_count(level), labels, UNCOVERED) for level in range(n + 1))


def _labels(
    n: int, hole: Cell, *, by_level: bool = False, threads: int | None = None
) -> NDArray[Any]:
    """Return the labels, numbered in reading order or level by level from the center."""
    threads = useful_threads(check_threads(threads, error=ConstructionError))
    side, dtype = 1 << n, label_dtype(tile_count(n))
    require_memory(
        side * side * dtype.itemsize + 16 * side,
        f"the label array of the 2^{n} x 2^{n} board",
        "use a window or a single cell",
    )
    labels = np.empty((side, side), dtype=dtype)
    _fill(labels, n, hole, *_starts(n, by_level), threads)
    return labels


def _starts(n: int, by_level: bool) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the label of the first tile of each row of blocks and of each row of vertices."""
    half = 1 << (n - 1)
    vertex = np.arange(1, half, dtype=np.int64)
    low = vertex & -vertex  # 2^(k - 2) for the tiles of level k
    small = np.arange(half, dtype=np.int64) * half
    large = np.zeros(half + 1, dtype=np.int64)
    if by_level:
        small += tile_count(n - 1)
        squares = half // (2 * low)  # rows of squares of that level
        large[1:half] = (squares * squares - 1) // 3 + vertex // (2 * low) * squares
    else:
        small[1:] += np.cumsum((half >> 1) // low)
        large[1:] = small + half
    return small, large


def _fill(
    labels: NDArray[Any],
    n: int,
    hole: Cell,
    small: NDArray[np.int64],
    large: NDArray[np.int64],
    threads: int,
) -> None:
    from tilewright.kernels.golomb.labels import fill

    if threads == 1 or labels.size < _WORTH_A_THREAD:
        fill(labels, 0, n, hole[0], hole[1], small, large)
        return
    chunk = -(-len(labels) // (4 * threads))

    def rows(top: int) -> None:
        fill(labels[top : top + chunk], top, n, hole[0], hole[1], small, large)

    with ThreadPoolExecutor(threads) as pool:
        list(pool.map(rows, range(0, len(labels), chunk)))
