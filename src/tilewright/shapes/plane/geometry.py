"""Exact geometry of a lattice: cells, boundaries of pieces, and periodic tilings, all in integers.

The corners of cells are points with integer coordinates, in units of 1/`Geometry.scale` of a
period.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, TypeAlias

import numpy as np
from numpy.typing import NDArray

from tilewright.model.space.lattice import Cell, Lattice
from tilewright.shapes.cells import Motion

if TYPE_CHECKING:
    from tilewright.kernels.plane.lattice import PlaneLattice

#: A pair of integers, see `Geometry`.
Point: TypeAlias = tuple[int, int]
#: A sublattice: periods (a, b) and (0, d) with a, d > 0 and 0 <= b < d (Hermite normal form).
Sublattice = tuple[int, int, int]


@dataclass(frozen=True, eq=False)
class Geometry:
    """A lattice of the plane in the form that the kernels read; see `geometry_of`."""

    lattice: Lattice
    tables: PlaneLattice

    def __repr__(self) -> str:
        return f"<Geometry of {self.lattice.cells}>"

    @property
    def scale(self) -> int:
        """The number of units in a period."""
        return self.lattice.scale

    @property
    def kinds(self) -> int:
        """The number of kinds of cells."""
        return self.lattice.kinds

    @cached_property
    def replaces_mirrors(self) -> bool:
        """Whether half turns about straight parts of a boundary can replace reflections, so that
        Heesch's types cover all isohedral tilings.
        """
        from tilewright.kernels.plane.lattice import replaces_mirrors

        return bool(replaces_mirrors(self.tables))

    @cached_property
    def faces(self) -> NDArray[np.int64]:
        """(kinds, most, 2) int64: `Lattice.faces`, padded with steps to the cell itself."""
        return _padded(self.lattice.faces, (0, 0))

    @cached_property
    def touching(self) -> NDArray[np.int64]:
        """(kinds, most, 2) int64: `Lattice.touching`, padded in the same way."""
        return _padded(self.lattice.touching, (0, 0))

    def split(self, cells: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return the row, the column in periods and the kind of each cell."""
        period, kind = np.divmod(cells[..., 1], self.kinds)
        return np.stack((cells[..., 0], period, kind), axis=-1)


def _padded(lists: Sequence[Sequence[Cell]], filling: Cell | None = None) -> NDArray[np.int64]:
    """Return lists as one array, padded with `filling` or the last entry of each list."""
    most = max(map(len, lists))
    return np.array([[*own, *[filling or own[-1]] * (most - len(own))] for own in lists], np.int64)


@functools.cache
def geometry_of(lattice: Lattice) -> Geometry:
    """Return the geometry of a lattice of the plane."""
    from tilewright.kernels.plane.lattice import PlaneLattice

    tables = PlaneLattice(
        *lattice.maps,
        lattice.compose.astype(np.int64),
        lattice.inverse.astype(np.int64),
        _padded(lattice.corners),
        lattice.scale,
    )
    return Geometry(lattice, tables)


def boundary(cells: Sequence[Cell], geometry: Geometry) -> NDArray[np.int64] | None:
    """Return the corners on the boundary of a connected piece, counterclockwise, (n, 2), or None if
    the piece has a hole.
    """
    from tilewright.kernels.plane import lattice

    places = geometry.split(np.array(cells, dtype=np.int64))
    way = np.empty((len(places) * geometry.tables.corners.shape[1], 2), dtype=np.int64)
    length = lattice.boundary(places, geometry.tables, way)
    return way[:length].copy() if length else None


@dataclass(frozen=True, eq=False)
class Periodic:
    """A periodic tiling: the period, and the piece and the motion of each tile in one period."""

    period: Sublattice
    tiles: tuple[tuple[int, Motion], ...]

    @classmethod
    def read(cls, period: NDArray[np.int64], tiles: NDArray[np.int64]) -> Periodic:
        """Return a tiling from the arrays of a kernel, in which a tile is a piece, a symmetry and a
        translation.
        """
        a, b, d = period.tolist()
        return cls((a, b, d), motions(tiles))

    def rows(self) -> NDArray[np.int64]:
        """Return the tiles as an array for kernels."""
        return np.array([(n, motion.element, *motion.move) for n, motion in self.tiles], np.int64)


def motions(tiles: NDArray[np.int64]) -> tuple[tuple[int, Motion], ...]:
    """Return tiles from the rows of a kernel."""
    return tuple((piece, Motion(g, (down, across))) for piece, g, down, across in tiles.tolist())


def hermite(vectors: Iterable[Cell]) -> Sublattice | None:
    """Return the Hermite normal form of the lattice that vectors span, or None if they are all
    parallel.

    >>> hermite([(2, 2), (0, 4), (2, 0)])
    (2, 0, 2)
    """
    a = b = d = 0
    for x, y in vectors:
        while x:
            if a == 0 or abs(x) < abs(a):
                a, b, x, y = x, y, a, b
                continue
            times = x // a
            x, y = x - times * a, y - times * b
        d = math.gcd(d, y)
    if a == 0 or d == 0:
        return None
    if a < 0:
        a, b = -a, -b
    return a, b % d, d


def numbers(cells: NDArray[np.int64], geometry: Geometry, period: Sublattice) -> NDArray[np.int64]:
    """Return the cell of one period that each cell repeats, from 0 to kinds * a * d - 1."""
    a, b, d = period
    times, row = np.divmod(cells[..., 0], a)
    column, kind = np.divmod(cells[..., 1], geometry.kinds)
    result: NDArray[np.int64] = (row * d + (column - times * b) % d) * geometry.kinds + kind
    return result
