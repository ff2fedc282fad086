"""Cubes seen from a corner: which sides are seen, and the lines between them.

In this view all corners fall on a grid of triangles, and each side of a cube is two of them. So what hides what is decided
triangle by triangle, without any rounding: the side that is nearest to the eye is seen.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from tilewright.drawing.model.mesh import Mesh
from tilewright.drawing.model.picture import NONE, THICK, THIN
from tilewright.labels import EMPTY, OUTSIDE

__all__ = ["solid_mesh"]

#: The triangles of the upper, the left and the right side of a cube, by their corners (row, column, height).
_UPPER = (((0, 0, 1), (0, 1, 1), (1, 1, 1)), ((0, 0, 1), (1, 1, 1), (1, 0, 1)))
_LEFT = (((1, 0, 1), (1, 1, 1), (1, 0, 0)), ((1, 1, 1), (1, 1, 0), (1, 0, 0)))
_RIGHT = (((0, 1, 1), (1, 1, 1), (0, 1, 0)), ((1, 1, 1), (1, 1, 0), (0, 1, 0)))
#: The sides with how they are lit, and the step to the cube that covers each.
_SIDES = ((_UPPER, 1, (-1, 0, 0)), (_LEFT, 0, (0, 1, 0)), (_RIGHT, -1, (0, 0, 1)))
#: Where a corner is seen: how far to the right and how far down, in halves of what a cube is wide and of an edge.
_Spot: TypeAlias = tuple[int, int]
#: x of a step along a row, in edges of a cube; y is half an edge.
_WIDE = math.sqrt(3) / 2


class _Seen(NamedTuple):
    """What is seen at a triangle of the grid: a part of a side of a cube, and how near each of its corners is."""

    cell: tuple[int, ...]
    side: int
    depth: dict[_Spot, int]

    @property
    def nearness(self) -> int:
        """The larger, the nearer to the eye."""
        return sum(self.depth.values())


def solid_mesh(labels: NDArray[np.signedinteger[Any]], fill: NDArray[np.int16], apart: int = 1) -> Mesh:
    """Return the mesh of cubes seen from above, the first layer on top; its upper left corner is the origin.

    Parameters
    ----------
    labels : (layers, rows, columns) int
        The tile of each cube; -1 where there is none.
    fill : (layers, rows, columns) int16
        Color numbers.
    apart : int
        From one layer down to the next, in edges of a cube: 1 where they lie on each other.
    """
    seen: dict[tuple[_Spot, ...], _Seen] = {}
    there = labels != OUTSIDE
    for layer, row, column in np.argwhere(there).tolist():
        base = apart * (len(labels) - 1 - layer)
        for side, (triangles, _, step) in enumerate(_SIDES):
            beside = (layer + step[0], row + step[1], column + step[2])
            hidden = all(0 <= x < size for x, size in zip(beside, labels.shape, strict=True))
            if hidden and not (step[0] and apart > 1) and there[beside]:
                continue
            for triangle in triangles:
                corners = [(row + r, column + c, base + h) for r, c, h in triangle]
                depth = {(c - r, r + c - 2 * h): r + c + h for r, c, h in corners}
                found, key = _Seen((layer, row, column), side, depth), tuple(sorted(depth))
                if key not in seen or seen[key].nearness < found.nearness:
                    seen[key] = found
    return _mesh(seen, labels, fill)


def _mesh(
    seen: dict[tuple[_Spot, ...], _Seen], labels: NDArray[np.signedinteger[Any]], fill: NDArray[np.int16]
) -> Mesh:
    """Return the mesh of the triangles that are seen."""
    number: dict[_Spot, int] = {}
    beside: dict[tuple[_Spot, _Spot], list[_Seen]] = {}
    faces = []
    for key, found in seen.items():
        faces.append([number.setdefault(spot, len(number)) for spot in _clockwise(key)])
        for ends in ((key[0], key[1]), (key[0], key[2]), (key[1], key[2])):
            beside.setdefault(ends, []).append(found)
    weights = {ends: _weight(ends, both, labels) for ends, both in beside.items()}
    drawn = {ends: weight for ends, weight in weights.items() if weight != NONE}
    points = np.array([(x * _WIDE, y / 2) for x, y in number], dtype=np.float64).reshape(-1, 2)
    return Mesh(
        points - points.min(axis=0, initial=math.inf),
        np.array(faces, dtype=np.int64).reshape(-1, 3),
        np.array([fill[found.cell] for found in seen.values()], dtype=np.int16),
        np.array([labels[found.cell] for found in seen.values()], dtype=np.int32),
        np.array([[number[end] for end in ends] for ends in drawn], dtype=np.int64).reshape(-1, 2),
        np.array([*drawn.values()], dtype=np.uint8),
        np.array([_SIDES[found.side][1] for found in seen.values()], dtype=np.int8),
    )


def _weight(ends: tuple[_Spot, _Spot], seen: list[_Seen], labels: NDArray[np.signedinteger[Any]]) -> int:
    """Return how heavy the line is where one or two triangles end."""
    if len(seen) < 2:
        return THICK
    one, other = seen
    if any(one.depth[end] != other.depth[end] for end in ends):
        # They only look as if they met: one is in front of the other.
        return THICK
    tile, another = int(labels[one.cell]), int(labels[other.cell])
    if tile != another:
        return THIN if max(tile, another) <= EMPTY else THICK
    return NONE if (one.cell, one.side) == (other.cell, other.side) else THIN


def _clockwise(key: tuple[_Spot, ...]) -> tuple[_Spot, ...]:
    (a, b), (c, d), (e, f) = key
    return key if (c - a) * (f - b) - (d - b) * (e - a) > 0 else (key[0], key[2], key[1])
