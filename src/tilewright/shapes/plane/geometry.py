"""Exact geometry of a lattice: cells, motions, boundaries of pieces, and periodic tilings, all in
integers.

The corners of cells are points with integer coordinates, in units of 1/`Geometry.scale` of a
period. A motion takes the point z to M z + scale * t, where M is a symmetry of the lattice and t a
pair of integers.
"""

from __future__ import annotations

import functools
import itertools
import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from tilewright.model.space.lattice import Cell, Lattice
from tilewright.shapes.cells import Motion

#: A pair of integers, see `Geometry`.
Point: TypeAlias = tuple[int, int]
_Matrix: TypeAlias = tuple[Point, Point]
#: A sublattice: periods (a, b) and (0, d) with a, d > 0 and 0 <= b < d (Hermite normal form).
Sublattice = tuple[int, int, int]


@dataclass(frozen=True, eq=False)
class Geometry:
    """A lattice with the matrices of its symmetries and the corners of its cells, counterclockwise;
    see `geometry_of`.
    """

    lattice: Lattice
    matrices: tuple[_Matrix, ...]
    corners: tuple[tuple[Point, ...], ...]

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

    @property
    def rotations(self) -> int:
        """The number of rotations among the symmetries; they come first."""
        return len(self.matrices) // 2

    @cached_property
    def directions(self) -> tuple[Point, ...]:
        """The steps along the sides of cells, in both directions."""
        steps = {
            step
            for corners in self.corners
            for a, b in zip(corners, corners[1:] + corners[:1], strict=True)
            for step in ((b[0] - a[0], b[1] - a[1]), (a[0] - b[0], a[1] - b[1]))
        }
        return tuple(sorted(steps))

    @cached_property
    def sides(self) -> tuple[tuple[Point, Point], ...]:
        """The sides of cells, up to translations: the step along each, and where it begins, in one
        period.
        """
        return tuple(
            sorted(
                {
                    self._side(begin, (end[0] - begin[0], end[1] - begin[1]))
                    for corners in self.corners
                    for a, b in itertools.pairwise((*corners, corners[0]))
                    for begin, end in ((a, b), (b, a))
                }
            )
        )

    def _side(self, begin: Point, step: Point) -> tuple[Point, Point]:
        return step, (begin[0] % self.scale, begin[1] % self.scale)

    def _number(self, begin: Point, step: Point) -> int:
        return self._numbers[self._side(begin, step)]

    @cached_property
    def _numbers(self) -> dict[tuple[Point, Point], int]:
        return {side: k for k, side in enumerate(self.sides)}

    def letters(self, word: NDArray[np.int64], corners: Sequence[Point]) -> NDArray[np.int64]:
        """Return the number in `sides` of each step of a boundary, given the directions and the
        corners where they begin.
        """
        return np.array(
            [
                self._number(begin, self.directions[k])
                for k, begin in zip(word, corners, strict=True)
            ],
            dtype=np.int64,
        )

    @cached_property
    def turned(self) -> NDArray[np.int64]:
        """(symmetries, sides) int64: the image of each of `sides` under each symmetry."""
        return np.array(
            [
                [self._number(_apply(m, begin), _apply(m, step)) for step, begin in self.sides]
                for m in self.matrices
            ],
            dtype=np.int64,
        )

    @cached_property
    def opposite(self) -> NDArray[np.int64]:
        """(sides,) int64: each of `sides` from its end to its beginning."""
        return np.array(
            [self._number((a + x, b + y), (-x, -y)) for (x, y), (a, b) in self.sides],
            dtype=np.int64,
        )

    def turns_about(self, point: Point) -> bool:
        """Return whether the half turn about a point is a symmetry of the lattice; the point is
        given twice as far out.
        """
        return self.rotation(180) is not None and not (
            point[0] % self.scale or point[1] % self.scale
        )

    @cached_property
    def replaces_mirrors(self) -> bool:
        """Whether half turns about straight parts of a boundary can replace reflections at them.

        Then Heesch's types, which have no reflections, are all isohedral tilings. Of squares,
        triangles and hexagons it is True.
        """
        for letter, ((x, y), (a, b)) in enumerate(self.sides):
            if (self.turned[self.rotations :, letter] == letter).any():
                end = a + x, b + y
                goes_on = ((x, y), (end[0] % self.scale, end[1] % self.scale)) in self.sides
                if not self.turns_about((2 * a + x, 2 * b + y)):
                    return False
                if goes_on and not self.turns_about((2 * end[0], 2 * end[1])):
                    return False
        return True

    def rotation(self, degrees: int) -> int | None:
        """Return the counterclockwise rotation by an angle in degrees; None if the lattice has
        none.
        """
        trace, sign = {60: (1, 1), 90: (0, 1), 120: (-1, 1), 180: (-2, 0)}[degrees]
        for element, ((a, _), (c, d)) in enumerate(self.matrices[: self.rotations]):
            if a + d == trace and (c > 0) == (sign > 0):
                return element
        return None

    def about(self, element: int, before: Point, after: Point) -> Motion | None:
        """Return the motion with this symmetry that takes one point to another; None if it does not
        preserve the lattice.
        """
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
    outlines = []
    for corners in lattice.corners:
        points = tuple((a, b) for a, b in corners)
        area = sum(a[0] * b[1] - a[1] * b[0] for a, b in itertools.pairwise((*points, points[0])))
        outlines.append(points if area > 0 else points[::-1])
    return Geometry(lattice, matrices, tuple(outlines))


@dataclass(frozen=True, eq=False)
class Boundary:
    """The boundary of a piece, counterclockwise: the direction of each step, and the corner where
    it begins.
    """

    word: NDArray[np.int64]
    corners: tuple[Point, ...]


def boundary(cells: Sequence[Cell], geometry: Geometry) -> Boundary | None:
    """Return the boundary of a connected piece; None if it has a hole."""
    sides: set[tuple[Point, Point]] = set()
    for corners in _corners(cells, geometry):
        sides.update(zip(corners, corners[1:] + corners[:1], strict=True))
    outer = [(a, b) for a, b in sides if (b, a) not in sides]
    # A connected piece whose boundary meets itself in a corner encloses a cell that is not in it.
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
    outlines = []
    for row, column in cells:
        period, kind = divmod(column, geometry.kinds)
        down, across = geometry.scale * row, geometry.scale * period
        outlines.append([(a + down, b + across) for a, b in geometry.corners[kind]])
    return outlines


@dataclass(frozen=True, eq=False)
class Periodic:
    """A periodic tiling: its period, and the piece and the motion of each tile in one period."""

    period: Sublattice
    tiles: tuple[tuple[int, Motion], ...]


def hermite(vectors: Iterable[Cell]) -> Sublattice | None:
    """Return the Hermite normal form of the lattice that vectors span; None if they are all
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


def reduce_move(move: Cell, period: Sublattice) -> Point:
    """Return the translation modulo the period."""
    a, b, d = period
    times = move[0] // a
    return move[0] - times * a, (move[1] - times * b) % d


def numbers(cells: NDArray[np.int64], geometry: Geometry, period: Sublattice) -> NDArray[np.int64]:
    """Return which cell of one period each cell repeats, from 0 to kinds * a * d - 1."""
    a, b, d = period
    times, row = np.divmod(cells[..., 0], a)
    column, kind = np.divmod(cells[..., 1], geometry.kinds)
    result: NDArray[np.int64] = (row * d + (column - times * b) % d) * geometry.kinds + kind
    return result


def covers(tiling: Periodic, pieces: Sequence[NDArray[np.int64]], geometry: Geometry) -> bool:
    """Return True if the tiles of one period cover every cell once, modulo the period."""
    a, _, d = tiling.period
    total = geometry.kinds * a * d
    if sum(len(pieces[number]) for number, _ in tiling.tiles) != total:
        return False
    covered = [motion.image(geometry.lattice, pieces[number]) for number, motion in tiling.tiles]
    counts = np.bincount(numbers(np.concatenate(covered), geometry, tiling.period), minlength=total)
    return bool((counts == 1).all())


def from_motions(
    motions: Sequence[Motion], cells: NDArray[np.int64], geometry: Geometry
) -> Periodic | None:
    """Return the tiling by all images of a piece under the group that the motions generate; None if
    they do not tile.
    """
    lattice = geometry.lattice
    # The translations of the group are generated by the Schreier generators.
    generators = [*motions, *(motion.undo(lattice) for motion in motions)]
    chosen = {0: Motion(0, (0, 0))}
    moves: list[Cell] = []
    for motion in (waiting := [chosen[0]]):
        for generator in generators:
            product = generator.then(lattice, motion)
            if product.element not in chosen:
                chosen[product.element] = product
                waiting.append(product)
            else:
                moves.append(chosen[product.element].undo(lattice).then(lattice, product).move)
    period = hermite(moves)
    if period is None:
        return None
    tiles = tuple(
        (0, Motion(motion.element, reduce_move(motion.move, period))) for motion in chosen.values()
    )
    tiling = Periodic(period, tiles)
    return tiling if covers(tiling, [cells], geometry) else None
