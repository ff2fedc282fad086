"""Trace the outlines of regions and the long lines of edges, as arrays."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tilewright.system.arrays import read_only

__all__ = ["SMALL", "Outlines", "interpreted", "long_lines", "outlines"]

#: Up to this many cells a picture needs no compiled kernel.
SMALL = 2_000


@dataclass(frozen=True, eq=False)
class Outlines:
    """The closed outlines of all regions, in order of the regions.

    Parameters
    ----------
    corner : int32 array, shape (m, 2)
        Row and column of each corner, clockwise; counterclockwise around holes.
    start : int64 array, shape (loops + 1,)
        Outline i has the corners ``corner[start[i]:start[i + 1]]``.
    region : int32 array, shape (loops,)
        The region it belongs to.
    """

    corner: NDArray[np.int32]
    start: NDArray[np.int64]
    region: NDArray[np.int32]


def outlines(region: NDArray[Any]) -> Outlines:
    """Trace the outline of every region of a label array, holes and separate parts included.

    Parameters
    ----------
    region : int array, shape (rows, columns)
        Regions 0 and up; negative cells belong to none.

    Notes
    -----
    Linear in the cells. Filled by the even-odd rule (or the winding rule), the outlines of a region
    cover exactly its cells.
    """
    from tilewright.kernels.drawing.raster import trace_outlines

    trace = interpreted(trace_outlines, region.size)
    array = read_only(np.ascontiguousarray(region, dtype=np.int32))
    guess = 4 * array.size + 4 if array.size < 1 << 16 else array.size
    while True:
        corner = np.empty((guess, 2), dtype=np.int32)
        loop_start = np.empty(guess, dtype=np.int64)
        loop_region = np.empty(guess, dtype=np.int32)
        corners, loops = trace(array, corner, loop_start, loop_region)
        if corners <= guess and loops <= guess:
            break
        guess = max(corners, loops)
    return _by_region(
        corner[:corners], np.append(loop_start[:loops], corners), np.ascontiguousarray(loop_region[:loops])
    )


def interpreted(kernel: Callable[..., Any], cells: int) -> Callable[..., Any]:
    """Return a kernel as plain Python where the board is so small that compiling would take longer."""
    plain: Callable[..., Any] = getattr(kernel, "py_func", kernel)
    return plain if cells <= SMALL else kernel


def _by_region(corner: NDArray[np.int32], start: NDArray[np.int64], region: NDArray[np.int32]) -> Outlines:
    order = np.argsort(region, kind="stable")
    if (order == np.arange(len(order))).all():
        return Outlines(corner, start, region)
    length = np.diff(start)[order]
    moved = np.concatenate([[0], np.cumsum(length)])
    index = np.repeat(start[:-1][order] - moved[:-1], length) + np.arange(len(corner))
    return Outlines(corner[index], moved, region[order])


def long_lines(edges: NDArray[np.uint8], weight: int) -> NDArray[np.int64]:
    """Join neighboring edges of one weight to lines as long as they go.

    Parameters
    ----------
    edges : (lines, steps) uint8
        Weights, a line a row: `Picture.horizontal`, or `Picture.vertical` transposed.
    weight : int

    Returns
    -------
    (m, 3) int64
        Line, first step, and one past the last step of each.
    """
    here = np.pad(edges == weight, ((0, 0), (1, 1)))
    line, first = np.nonzero(here[:, 1:] & ~here[:, :-1])
    _, last = np.nonzero(~here[:, 1:] & here[:, :-1])
    return np.stack([line, first, last], axis=1)
