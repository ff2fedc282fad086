"""How many copies of each piece, and how many empty cells, the area leaves possible."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tilewright.cover import Cover

__all__ = ["Bounds", "tighten"]


@dataclass(frozen=True, eq=False)
class Bounds:
    """Copies of each piece and empty cells, made as tight as the area allows."""

    least: NDArray[np.int64]
    most: NDArray[np.int64]
    empty_least: int
    empty_most: int
    possible: bool


def tighten(cover: Cover) -> Bounds:
    """Return the copies and empty cells that the area leaves possible.

    The cells that pieces cover and those that stay empty add up to the area: what all other parts can
    cover at most, and at least, bounds each part.
    """
    size = np.array([len(piece.polyomino) for piece in cover.problem.pieces], dtype=np.int64)
    empty_least, empty_most = cover.empty_least, min(cover.empty_most, int(cover.optional.sum()))
    least, most = cover.least.copy(), cover.most.copy()
    possible = empty_least <= empty_most and bool((least <= most).all())
    while possible:
        low = int(size @ least) + empty_least
        high = int(size @ most) + empty_most
        # High without this piece's own share leaves it at least so many copies, and low at most so many.
        new_least = np.maximum(least, -((high - size * most - cover.area) // size))
        new_most = np.minimum(most, (cover.area - low + size * least) // size)
        new_empty = (
            max(empty_least, cover.area - high + empty_most),
            min(empty_most, cover.area - low + empty_least),
        )
        possible = (
            low <= cover.area <= high and bool((new_least <= new_most).all()) and new_empty[0] <= new_empty[1]
        )
        same = np.array_equal(least, new_least) and np.array_equal(most, new_most)
        if same and new_empty == (empty_least, empty_most):
            break
        least, most = new_least, new_most
        empty_least, empty_most = new_empty
    if not possible:
        most = np.maximum(cover.least, cover.most)
        return Bounds(cover.least, most, cover.empty_least, max(cover.empty_least, cover.empty_most), False)
    return Bounds(least, most, empty_least, empty_most, True)
