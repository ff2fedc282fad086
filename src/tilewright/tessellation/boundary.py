"""Boundary: the way around a piece without holes, as a word of directions."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tilewright.lattices.lattice import Lattice
from tilewright.tessellation.geometry import Cell, Geometry, Point

__all__ = ["Boundary", "boundary", "holes"]


@dataclass(frozen=True, eq=False)
class Boundary:
    """The way around a piece, the inside to the left.

    Attributes
    ----------
    word : (n,) int64
        The direction of each step (`Geometry.directions`).
    corners : tuple of n points
        Where each step begins.
    """

    word: NDArray[np.int64]
    corners: tuple[Point, ...]


def boundary(cells: Sequence[Cell], geometry: Geometry) -> Boundary | None:
    """Return the way around a connected piece; None if it has a hole.

    A connected piece without a hole is a disk: where two of its cells met in a corner only, the way from one to the other
    through the piece would close around a cell that is not in it.
    """
    sides: set[tuple[Point, Point]] = set()
    for corners in _corners(cells, geometry):
        sides.update(zip(corners, corners[1:] + corners[:1], strict=True))
    outer = [(a, b) for a, b in sides if (b, a) not in sides]
    following = dict(outer)
    if len(following) < len(outer):
        return None
    numbers = {step: number for number, step in enumerate(geometry.directions)}
    start = at = min(following)
    way: list[Point] = []
    word: list[int] = []
    while not way or at != start:
        to = following[at]
        way.append(at)
        word.append(numbers[to[0] - at[0], to[1] - at[1]])
        at = to
    return Boundary(np.array(word, dtype=np.int64), tuple(way)) if len(way) == len(outer) else None


def _corners(cells: Sequence[Cell], geometry: Geometry) -> list[list[Point]]:
    array = np.array(cells, dtype=np.int64)
    kind = array[:, 1] % geometry.kinds
    array[:, 1] //= geometry.kinds
    around = np.array(geometry.corners, dtype=np.int64)[kind] + geometry.scale * array[:, None, :]
    return [[(a, b) for a, b in corners] for corners in around.tolist()]


def holes(cells: Sequence[Cell], lattice: Lattice) -> list[Cell]:
    """Return the cells that a piece has all around, in reading order."""
    array = np.array(cells, dtype=np.int64)
    # A ring of cells around all is outside.
    (top, left), (bottom, right) = (
        array.min(axis=0) - 2 * lattice.kinds,
        array.max(axis=0) + 2 * lattice.kinds,
    )
    free = set(itertools.product(range(top, bottom + 1), range(left, right + 1))).difference(cells)
    found = [(int(top), int(left))]
    free.discard(found[0])
    while found:
        for cell in lattice.neighbors(found.pop()):
            if cell in free:
                free.remove(cell)
                found.append(cell)
    return sorted((int(row), int(column)) for row, column in free)
