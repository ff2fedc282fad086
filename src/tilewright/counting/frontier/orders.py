"""An order of the cells of any board that keeps the frontier narrow.

Two cells are neighbors if a placement covers both. The size of the smallest frontier is the vertex
separation of this graph, which equals its pathwidth (N. G. Kinnersley, *The vertex separation
number of a graph equals its path-width*, Information Processing Letters 42, 1992).
`tilewright.kernels.frontier.order` finds good orders for boards with branches.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from tilewright.counting.moves import Options, scan_width
from tilewright.system.values.arrays import ranges, starts
from tilewright.system.work.deadline import check_time

#: The cells from which distances are measured.
_STARTS = 24
#: More pairs of cells in placements take too long to look at.
_PAIRS = 1 << 22


def narrow_order(
    options: Options, levels: Sequence[NDArray[np.int64]] = ()
) -> NDArray[np.int64] | None:
    """Return the position of each cell in the best order found, (area,), or None if there are too
    many placements.

    Parameters
    ----------
    options : Options
    levels : sequence of arrays, (area,)
        The coordinates of the cells. Orders along the coordinates, from both ends, and orders by
        the distance from some cells are tried.
    """
    from tilewright.kernels.frontier.order import distances, order_by_levels

    sizes = np.diff(options.start)
    if int((sizes * sizes).sum()) > _PAIRS:
        return None
    graph = _neighbors(options, sizes)
    area = options.area
    order, level = np.empty(area, dtype=np.int64), np.empty(area, dtype=np.int64)
    best: tuple[float, NDArray[np.int64]] | None = None

    def look(level: NDArray[np.int64], number: int) -> None:
        nonlocal best
        check_time()
        order_by_levels(*graph, np.ascontiguousarray(level), number, order)
        position = np.empty(area, dtype=np.int64)
        position[order] = np.arange(area)
        load = scan_width(options, position)[1]
        if best is None or load < best[0]:
            best = load, position

    for along in levels:
        number = int(along.max()) + 1
        look(along, number)
        look(number - 1 - along, number)
    for start in range(0, area, -(-area // _STARTS)):
        look(level, distances(*graph, start, level))
    return None if best is None else best[1]


def _neighbors(
    options: Options, sizes: NDArray[np.int64]
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the neighbors of each cell, as concatenated rows: (area + 1,), (e,)."""
    one = np.repeat(options.item, np.repeat(sizes, sizes))
    other = options.item[ranges(np.repeat(options.start[:-1], sizes), np.repeat(sizes, sizes))]
    pairs = np.unique((one * options.area + other)[one != other])
    one, other = np.divmod(pairs, options.area)
    return starts(np.bincount(one, minlength=options.area)), other
