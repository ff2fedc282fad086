"""Geometry: cells, corners and motions of a lattice of the plane in whole numbers.

The center of a cell and its corners are points: pairs of whole numbers, in `Geometry.scale`-ths of a period. A motion
takes the point z to M z + scale * t with M one of the symmetries of the lattice and t a pair of whole numbers. So squares,
triangles and hexagons differ in their data only.
"""

from __future__ import annotations

import functools
import itertools
from dataclasses import dataclass
from functools import cached_property
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from tilewright.lattices.lattice import Cell, Lattice

__all__ = ["Cell", "Geometry", "Motion", "Point", "geometry_of"]

#: A pair of whole numbers, see `Geometry`.
Point: TypeAlias = tuple[int, int]
_Matrix: TypeAlias = tuple[Point, Point]


@dataclass(frozen=True, slots=True, order=True)
class Motion:
    """A symmetry of the lattice, and then a translation.

    Attributes
    ----------
    element : int
        The number of the symmetry, which leaves the origin where it is.
    move : (int, int)
        The translation, in periods of the lattice along each axis.
    """

    element: int
    move: Point


@dataclass(frozen=True, eq=False)
class Geometry:
    """A lattice of the plane as motions and ways along its sides need it; `geometry_of` makes each once.

    Attributes
    ----------
    lattice : Lattice
    matrices : tuple of matrices
        What each symmetry does to points; first the rotations, then as many reflections.
    corners : tuple, one for each kind of cell
        The corners of the cell of each kind that is nearest to the origin, the inside to the left.
    """

    lattice: Lattice
    matrices: tuple[_Matrix, ...]
    corners: tuple[tuple[Point, ...], ...]

    def __repr__(self) -> str:
        return f"<Geometry of {self.lattice.cells}>"

    @property
    def scale(self) -> int:
        """Points are in so many parts of a period."""
        return self.lattice.scale

    @property
    def kinds(self) -> int:
        """How many kinds of cells there are."""
        return self.lattice.kinds

    @property
    def centers(self) -> tuple[Cell, ...]:
        """The center of the cell of each kind that is nearest to the origin."""
        return self.lattice.centers

    @property
    def rotations(self) -> int:
        """How many of the symmetries are rotations."""
        return len(self.matrices) // 2

    @cached_property
    def compose(self) -> tuple[tuple[int, ...], ...]:
        """``compose[g][h]`` is the symmetry that does h first, then g."""
        return tuple(tuple(row) for row in self.lattice.compose.tolist())

    @cached_property
    def inverse(self) -> tuple[int, ...]:
        """The symmetry that undoes each."""
        return tuple(self.lattice.inverse.tolist())

    @cached_property
    def directions(self) -> tuple[Point, ...]:
        """The steps that the sides of cells are, walked round in either sense."""
        steps = {
            step
            for corners in self.corners
            for a, b in zip(corners, corners[1:] + corners[:1], strict=True)
            for step in ((b[0] - a[0], b[1] - a[1]), (a[0] - b[0], a[1] - b[1]))
        }
        return tuple(sorted(steps))

    @cached_property
    def turned(self) -> NDArray[np.int64]:
        """(symmetries, directions) int64: what each symmetry makes of each direction."""
        return np.array(
            [[self.directions.index(_apply(m, step)) for step in self.directions] for m in self.matrices],
            dtype=np.int64,
        )

    @cached_property
    def opposite(self) -> NDArray[np.int64]:
        """(directions,) int64: the direction that each is taken back in."""
        return np.array([self.directions.index((-a, -b)) for a, b in self.directions], dtype=np.int64)

    def rotation(self, degrees: int) -> int | None:
        """Return the symmetry that turns by so many degrees towards the left of a boundary; None if there is none."""
        trace, sign = {60: (1, 1), 90: (0, 1), 120: (-1, 1), 180: (-2, 0)}[degrees]
        for element, ((a, _), (c, d)) in enumerate(self.matrices[: self.rotations]):
            if a + d == trace and (c > 0) == (sign > 0):
                return element
        return None

    def points(self, cells: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return the centers of cells of shape (…, 2)."""
        place = cells.copy()
        kind = cells[..., 1] % self.kinds
        place[..., 1] //= self.kinds
        points: NDArray[np.int64] = self.scale * place + np.array(self.centers, dtype=np.int64)[kind]
        return points

    def cells(self, points: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return the cells that have these centers, shape (…, 2)."""
        if self.kinds == 1:
            result: NDArray[np.int64] = (points - np.array(self.centers[0])) // self.scale
            return result
        found = np.zeros(points.shape, dtype=np.int64)
        for kind, center in enumerate(self.centers):
            steps, rest = np.divmod(points - np.array(center), self.scale)
            here = (rest == 0).all(axis=-1)
            steps[..., 1] = steps[..., 1] * self.kinds + kind
            found[here] = steps[here]
        return found

    def move(self, motion: Motion, points: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return where a motion takes points of shape (…, 2)."""
        moved: NDArray[np.int64] = points @ np.array(self.matrices[motion.element]).T + self.scale * np.array(
            motion.move
        )
        return moved

    def then(self, first: Motion, second: Motion) -> Motion:
        """Return the motion that does one and then another."""
        a, b = _apply(self.matrices[second.element], first.move)
        return Motion(self.compose[second.element][first.element], (a + second.move[0], b + second.move[1]))

    def undo(self, motion: Motion) -> Motion:
        """Return the motion that takes everything back."""
        element = self.inverse[motion.element]
        a, b = _apply(self.matrices[element], motion.move)
        return Motion(element, (-a, -b))

    def about(self, element: int, before: Point, after: Point) -> Motion | None:
        """Return the motion with this symmetry that takes one point to another; None if it is none of the lattice."""
        a, b = _apply(self.matrices[element], before)
        a, b = after[0] - a, after[1] - b
        if a % self.scale or b % self.scale:
            return None
        return Motion(element, (a // self.scale, b // self.scale))


def _apply(matrix: _Matrix, point: Point) -> Point:
    (a, b), (c, d) = matrix
    return a * point[0] + b * point[1], c * point[0] + d * point[1]


@functools.cache
def geometry_of(lattice: Lattice) -> Geometry:
    """Return the geometry of a lattice of the plane."""
    matrices = tuple(((a, b), (c, d)) for (a, b), (c, d) in lattice.matrices.tolist())
    around = []
    for corners in lattice.corners:
        points = tuple((a, b) for a, b in corners)
        area = sum(a[0] * b[1] - a[1] * b[0] for a, b in itertools.pairwise((*points, points[0])))
        around.append(points if area > 0 else points[::-1])
    return Geometry(lattice, matrices, tuple(around))
