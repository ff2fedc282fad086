"""Meshes of polygons (for everything but rasters of squares), and outlines traced in rasters."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from tilewright.errors import OutputError
from tilewright.model.space.labels import OUTSIDE
from tilewright.system.values.arrays import grouped, ranges, read_only, starts

#: A rounded corner: where it begins, the control point of its quadratic curve, and where it ends,
#: each (x, y).
Corner: TypeAlias = tuple[tuple[float, float], tuple[float, float], tuple[float, float]]

#: The color that is mixed into a face in the light (1) or in the shadow (-1), and its share.
SHADES = {1: ("#ffffff", 0.3), -1: ("#000000", 0.16)}


@dataclass(frozen=True, eq=False)
class Mesh:
    """Polygons with one color each, and lines between their corners.

    Parameters
    ----------
    points : (p, 2) float64
        Points with x to the right and y downward, in cells.
    faces : (f, k) int
        The corners of each polygon, clockwise. Polygons with fewer corners repeat the last one.
    fill : (f,) int16
        The color numbers, and the negative values of `Picture`.
    region : (f,) int32
        The tile of each polygon; negative if there is no tile.
    lines : (m, 2) int
        The two ends of each line.
    weight : (m,) uint8
        The weight of each line: 1 for thin, 2 for thick.
    shade : (f,) int8, optional
        The shade: 1 for a face in the light, and -1 for a face in the shadow.
    piled : bool
        Whether polygons overlap. A polygon then hides those before it.
    """

    points: NDArray[np.float64]
    faces: NDArray[np.int64]
    fill: NDArray[np.int16]
    region: NDArray[np.int32]
    lines: NDArray[np.int64]
    weight: NDArray[np.uint8]
    shade: NDArray[np.int8] | None = None
    piled: bool = False

    def __post_init__(self) -> None:
        count = len(self.faces)
        if self.shade is None:
            object.__setattr__(self, "shade", np.zeros(count, dtype=np.int8))
        for name in ("fill", "region", "shade"):
            if len(getattr(self, name)) != count:
                raise OutputError(
                    f"`{name}` must have one value for each of the {count} faces, got "
                    f"{len(getattr(self, name))}"
                )
        if len(self.weight) != len(self.lines):
            raise OutputError(
                f"`weight` must have one value for each of the {len(self.lines)} lines, got "
                f"{len(self.weight)}"
            )

    def __repr__(self) -> str:
        return f"<Mesh of {len(self.faces)} faces>"

    @property
    def shades(self) -> NDArray[np.int8]:
        """The shade of each face, (f,) int8."""
        assert self.shade is not None
        return self.shade

    @property
    def box(self) -> tuple[float, float, float, float]:
        """The top, left, bottom and right."""
        if not len(self.points):
            return (0.0, 0.0, 0.0, 0.0)
        (left, top), (right, bottom) = (
            self.points.min(axis=0).tolist(),
            self.points.max(axis=0).tolist(),
        )
        return top, left, bottom, right

    @property
    def middles(self) -> NDArray[np.float64]:
        """A point inside each polygon, (f, 2) float64, x and y."""
        middles: NDArray[np.float64] = self.points[self.faces].mean(axis=1)
        return middles

    def moved(self, x: float, y: float) -> Mesh:
        """Return the mesh moved to the right by `x` and down by `y`."""
        return replace(self, points=self.points + np.array([x, y]))

    @staticmethod
    def joined(meshes: Sequence[Mesh]) -> Mesh:
        """Join several meshes into one, in order."""
        corners = max(mesh.faces.shape[1] for mesh in meshes)
        first = starts([len(mesh.points) for mesh in meshes]).tolist()
        faces = [
            np.pad(mesh.faces, ((0, 0), (0, corners - mesh.faces.shape[1])), mode="edge") + start
            for mesh, start in zip(meshes, first, strict=False)
        ]
        lines = [mesh.lines + start for mesh, start in zip(meshes, first, strict=False)]
        others = {
            name: np.concatenate([getattr(mesh, name) for mesh in meshes])
            for name in ("points", "fill", "region", "weight", "shade")
        }
        piled = any(mesh.piled for mesh in meshes)
        return Mesh(faces=np.concatenate(faces), lines=np.concatenate(lines), piled=piled, **others)

    def groups(self) -> Iterator[tuple[int, int, int, list[list[tuple[float, float]]]]]:
        """Yield the tile, color number, shade and outlines of faces that are painted together, tile
        by tile. Faces of piled polygons are painted one by one.

        Faces without a tile are grouped by color. Faces outside the board are omitted.
        """
        key = np.stack([self.region.clip(-1), self.fill.astype(np.int64), self.shades], axis=1)
        kinds, which = np.unique(key, axis=0, return_inverse=True)
        if self.piled:
            kinds, which = key, np.arange(len(key))
        start, order = grouped(which.ravel(), len(kinds))
        faces = np.split(order, start[1:-1])
        for (tile, color, shade), members in zip(kinds.tolist(), faces, strict=True):
            if tile >= 0 or color != OUTSIDE:
                yield tile, color, shade, self.outlines(members)

    def outlines(self, which: NDArray[np.int64]) -> list[list[tuple[float, float]]]:
        """Return the closed outlines of some faces as lists of corners. Outlines of holes have the
        opposite direction.
        """
        following: dict[int, list[int]] = {}
        for corners in self.faces[which].tolist():
            for one, other in zip(corners, [*corners[1:], corners[0]], strict=True):
                if one == other:
                    continue
                if one in following.get(other, ()):
                    # A side that two of the faces share is inside.
                    following[other].remove(one)
                else:
                    following.setdefault(one, []).append(other)
        points = self.points.tolist()
        loops = []
        for start, ends in following.items():
            while ends:
                loop = [start]
                while (there := following[loop[-1]].pop()) != start:
                    loop.append(there)
                loops.append(_drop_straight_corners([tuple(points[point]) for point in loop]))
        return loops

    def face_at(self, x: float, y: float) -> int | None:
        """Return the index of the polygon whose middle is nearest to a point, or None if it is at
        least one cell away.
        """
        if not len(self.faces):
            return None
        away = np.hypot(*(self.middles - np.array([x, y])).T)
        nearest = int(away.argmin())
        return nearest if away[nearest] < 1 else None


def _drop_straight_corners(loop: list[tuple[float, float]]) -> list[tuple[float, float]]:
    """Return an outline without the corners where it continues in a straight line."""
    corners = []
    for before, corner, after in zip(
        [loop[-1], *loop[:-1]], loop, [*loop[1:], loop[0]], strict=True
    ):
        across = (corner[0] - before[0]) * (after[1] - corner[1]) - (corner[1] - before[1]) * (
            after[0] - corner[0]
        )
        if abs(across) > 1e-9:
            corners.append(corner)
    return corners


@dataclass(frozen=True, eq=False)
class Outlines:
    """The closed outlines of all regions of a raster, ordered by region.

    Parameters
    ----------
    corner : int32 array, shape (m, 2)
        The row and column of each corner, clockwise around regions and counterclockwise around
        holes.
    start : int64 array, shape (loops + 1,)
        Outline i has the corners ``corner[start[i]:start[i + 1]]``.
    region : int32 array, shape (loops,)
        The region of each outline.
    """

    corner: NDArray[np.int32]
    start: NDArray[np.int64]
    region: NDArray[np.int32]


def outlines(region: NDArray[Any]) -> Outlines:
    """Trace the outlines of every region of a label array, in linear time. Holes and separate parts
    are included.
    """
    from tilewright.kernels.drawing.raster import trace_outlines

    array = read_only(np.ascontiguousarray(region, dtype=np.int32))
    guess = 4 * array.size + 4 if array.size < 1 << 16 else array.size
    while True:
        corner = np.empty((guess, 2), dtype=np.int32)
        loop_start = np.empty(guess, dtype=np.int64)
        loop_region = np.empty(guess, dtype=np.int32)
        corners, loops = trace_outlines(array, corner, loop_start, loop_region)
        if corners <= guess and loops <= guess:
            break
        guess = max(corners, loops)
    return _by_region(
        corner[:corners],
        np.append(loop_start[:loops], corners),
        np.ascontiguousarray(loop_region[:loops]),
    )


def _by_region(
    corner: NDArray[np.int32], start: NDArray[np.int64], region: NDArray[np.int32]
) -> Outlines:
    order = np.argsort(region, kind="stable")
    if (order == np.arange(len(order))).all():
        return Outlines(corner, start, region)
    length = np.diff(start)[order]
    return Outlines(corner[ranges(start[:-1][order], length)], starts(length), region[order])


def long_lines(edges: NDArray[np.uint8], weight: int) -> NDArray[np.int64]:
    """Join adjacent edges (lines, steps) of the same weight. Return the line, first step and end
    step of each, (m, 3).
    """
    here = np.pad(edges == weight, ((0, 0), (1, 1)))
    line, first = np.nonzero(here[:, 1:] & ~here[:, :-1])
    _, last = np.nonzero(~here[:, 1:] & here[:, :-1])
    return np.stack([line, first, last], axis=1)


def rounded(loop: Sequence[Sequence[float]], gap: float, radius: float) -> list[Corner]:
    """Return a closed outline with rounded corners, moved inward by `gap`. The inside is on its
    right.
    """
    sides = []
    for (x, y), (u, v) in zip(loop, [*loop[1:], loop[0]], strict=True):
        length = math.hypot(u - x, v - y)
        sides.append(((u - x) / length, (v - y) / length))
    moved = []
    for (x, y), (a, b), (c, d) in zip(loop, [sides[-1], *sides[:-1]], sides, strict=True):
        # Both sides move along their normals.
        far = gap / max(1 + a * c + b * d, 0.1)
        moved.append((x - far * (b + d), y + far * (a + c)))
    halves = [
        math.hypot(u - x, v - y) / 2
        for (x, y), (u, v) in zip(moved, [*moved[1:], moved[0]], strict=True)
    ]
    corners = []
    for number, (x, y) in enumerate(moved):
        taken = min(radius, halves[number], halves[number - 1])
        (a, b), (c, d) = sides[number - 1], sides[number]
        corners.append(((x - taken * a, y - taken * b), (x, y), (x + taken * c, y + taken * d)))
    return corners


def enclosed(loop: Sequence[Sequence[float]]) -> bool:
    """Return whether a closed outline surrounds a hole (counterclockwise, with y downward)."""
    x, y = np.asarray(loop, dtype=np.float64).T
    return float(x @ np.roll(y, -1) - y @ np.roll(x, -1)) < 0
