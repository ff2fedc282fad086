"""The grids of polysolve and PolySolver, and how their points are cells of tilewright's lattices.

A point is ``(kind, x, y)``, or ``(kind, x, y, z)`` in space; the kind is 0 but for triangles. Of
hexagons, the neighbors of x, y are one step along x, along y, or along both. A triangle of kind 0
at (x, y) has neighbors of kind 1 at (x, y), (x-1, y) and (x, y+1).

References
----------
stdio2016, *polysolve*, https://github.com/stdio2016/polysolve, whose tables of generators say how
the grids turn.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tilewright.model.space.lattice import CUBES, HEXAGONS, SQUARES, TRIANGLES, Cell, Lattice, Turn

Point = tuple[int, ...]


@dataclass(frozen=True)
class PointGrid:
    """A grid of a file: its name in files, its lattice, the generators of its rotations with their
    orders, and its mirror image.
    """

    name: str
    lattice: Lattice
    rotations: tuple[tuple[int, Callable[[Point], Point]], ...]
    mirror: Callable[[Point], Point]

    @property
    def dimension(self) -> int:
        """The number of coordinates beside the kind."""
        return self.lattice.dimension

    @property
    def kinds(self) -> int:
        """The number of kinds of cells."""
        return self.lattice.kinds

    def cell(self, point: Point) -> Cell:
        """Return a point as a cell of the lattice; rows may be negative."""
        return tuple(self.cells(np.array([point], dtype=np.int64))[0].tolist())

    def points(self, cells: Iterable[Cell]) -> list[Point]:
        """Return cells of the lattice as points with least coordinates 0, in the same order."""
        moved_points = []
        for *rows, column in cells:
            x, kind = divmod(column, self.kinds)
            if self.lattice in (TRIANGLES, HEXAGONS):
                rows = [-rows[0]]
            moved_points.append((kind, x, *reversed(rows)))
        return _at_origin(moved_points)

    def images(self, points: Sequence[Point], turn: Turn) -> list[list[Point]]:
        """Return the distinct images in PolySolver's order, sorted, each with least coordinates
        0.
        """
        images: list[list[Point]] = []
        for mirrored in (False, True) if turn == "free" else (False,):
            start = [self.mirror(point) for point in points] if mirrored else list(points)
            for image in self._all_rotations(start, () if turn == "fixed" else self.rotations):
                points_of_image = sorted(_at_origin(image))
                if points_of_image not in images:
                    images.append(points_of_image)
        return images

    def _all_rotations(
        self, points: list[Point], rotations: tuple[tuple[int, Callable[[Point], Point]], ...]
    ) -> list[list[Point]]:
        """Return all rotations; the first generator varies fastest and is applied last."""
        if not rotations:
            return [points]
        (order, turn), *others = rotations
        images = []
        for image in self._all_rotations(points, tuple(others)):
            for _ in range(order):
                images.append(image)
                image = [turn(point) for point in image]
        return images

    def board(self, corner: Point, toggled: Iterable[Point]) -> NDArray[np.int64]:
        """Return the points of a box up to a far corner, without or with the points that are
        toggled, (n, coordinates).
        """
        mask = np.ones([far + 1 for far in corner], dtype=bool)
        outside = []
        for point, times in Counter(toggled).items():
            if times % 2 and all(0 <= x <= far for x, far in zip(point, corner, strict=True)):
                mask[point] = False
            elif times % 2:
                outside.append(point)
        return np.concatenate(
            [np.argwhere(mask), np.array(outside, dtype=np.int64).reshape(-1, mask.ndim)]
        )

    def cells(self, points: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return the cells of the lattice at an array of points."""
        rows = points[:, :1:-1] * (-1 if self.lattice in (TRIANGLES, HEXAGONS) else 1)
        return np.column_stack([rows, self.kinds * points[:, 1] + points[:, 0]])


def _at_origin(points: Sequence[Point]) -> list[Point]:
    """Return points moved so that their least coordinates are 0; kinds stay."""
    least = [min(values) for values in zip(*(point[1:] for point in points), strict=True)]
    return [
        (kind, *(x - low for x, low in zip(place, least, strict=True))) for kind, *place in points
    ]


GRIDS = {
    grid.name: grid
    for grid in (
        PointGrid(
            "square", SQUARES, ((4, lambda p: (0, p[2], -p[1])),), lambda p: (0, -p[1], p[2])
        ),
        PointGrid(
            "cube",
            CUBES,
            (
                (4, lambda p: (0, p[2], -p[1], p[3])),
                (2, lambda p: (0, p[1], -p[2], -p[3])),
                (3, lambda p: (0, p[3], p[1], p[2])),
            ),
            lambda p: (0, -p[1], -p[2], -p[3]),
        ),
        PointGrid(
            "triangle",
            TRIANGLES,
            ((6, lambda p: (1 - p[0], p[1] - p[2] + p[0] - 1, p[1])),),
            lambda p: (p[0], p[2] - p[1] - p[0], p[2]),
        ),
        PointGrid(
            "hexagon", HEXAGONS, ((6, lambda p: (0, p[1] - p[2], p[1])),), lambda p: (0, p[2], p[1])
        ),
    )
}


def grid_of(lattice: Lattice) -> PointGrid:
    """Return the grid of a lattice."""
    return next(grid for grid in GRIDS.values() if grid.lattice is lattice)
