"""Random lattices of one's own: cells of known lattices cut into others, with kinds in any order
and in any period.
"""

from __future__ import annotations

import itertools
import math
import random
from typing import Any

from tilewright.model.space.lattice import Lattice
from tilewright.model.space.polyform import Polyform

#: Squares that are cut into four triangles.
DATA: dict[str, Any] = {
    "name": "quarter",
    "cells": "quarter squares",
    "dimension": 2,
    "scale": 6,
    "centers": ((1, 3), (3, 5), (5, 3), (3, 1)),
    "corners": (
        ((0, 0), (0, 6), (3, 3)),
        ((0, 6), (6, 6), (3, 3)),
        ((6, 6), (6, 0), (3, 3)),
        ((6, 0), (0, 0), (3, 3)),
    ),
    "basis": ((0.0, 1.0), (1.0, 0.0)),
    "rotations": (((0, -1), (1, 0)),),
    "reflection": ((1, 0), (0, -1)),
}
QUARTERS = Lattice(**DATA)

Point = tuple[int, int]
_HEIGHT = math.sqrt(3) / 2
_UPRIGHT: dict[str, Any] = {
    "basis": ((0.0, 1.0), (1.0, 0.0)),
    "rotations": (((0, -1), (1, 0)),),
    "reflection": ((1, 0), (0, -1)),
}
_HALF: dict[str, Any] = {
    "basis": ((0.0, 1.0), (2.0, 0.0)),
    "rotations": (((-1, 0), (0, -1)),),
    "reflection": ((1, 0), (0, -1)),
}
_SIXTH: dict[str, Any] = {
    "basis": ((0.5, _HEIGHT), (1.0, 0.0)),
    "rotations": (((0, -1), (1, 1)),),
    "reflection": ((0, 1), (1, 0)),
}


def _turn_corners(corners: tuple[Point, ...], matrix: Any, times: int) -> list[tuple[Point, ...]]:
    images = [corners]
    for _ in range(times - 1):
        (a, b), (c, d) = matrix
        images.append(tuple((a * x + b * y, c * x + d * y) for x, y in images[-1]))
    return images


def _mirrored(cells: list[tuple[Point, ...]], matrix: Any) -> list[tuple[Point, ...]]:
    (a, b), (c, d) = matrix
    return [*cells, *(tuple((a * x + b * y, c * x + d * y) for x, y in cell) for cell in cells)]


def _about(cells: list[tuple[Point, ...]], center: Point) -> list[tuple[Point, ...]]:
    return [tuple((x + center[0], y + center[1]) for x, y in cell) for cell in cells]


_TURN, _SPIN = _UPRIGHT["rotations"][0], _SIXTH["rotations"][0]
#: Symmetries, units of a period, and the corners of the cells of one period.
SHAPES: dict[str, tuple[dict[str, Any], int, list[tuple[Point, ...]]]] = {
    "rectangles": (_HALF, 6, [((0, 0), (0, 6), (6, 6), (6, 0))]),
    "quarters": (_UPRIGHT, 6, _about(_turn_corners(((-3, -3), (-3, 3), (0, 0)), _TURN, 4), (3, 3))),
    "slopes": (
        _HALF,
        6,
        _about(
            _mirrored([((-3, -3), (-3, 3), (0, 0)), ((-3, 3), (3, 3), (0, 0))], ((-1, 0), (0, -1))),
            (3, 3),
        ),
    ),
    "eighths": (
        _UPRIGHT,
        12,
        _mirrored(_turn_corners(((0, 0), (0, 6), (6, 6)), _TURN, 4), ((0, 1), (1, 0))),
    ),
    "kites": (_SIXTH, 6, _turn_corners(((0, 0), (3, 0), (2, 2), (0, 3)), _SPIN, 6)),
    "twelfths": (
        _SIXTH,
        18,
        _mirrored(_turn_corners(((0, 0), (9, 0), (6, 6)), _SPIN, 6), ((0, 1), (1, 0))),
    ),
    "octagons": (
        _UPRIGHT,
        6,
        [
            ((3, -1), (3, 1), (1, 3), (-1, 3), (-3, 1), (-3, -1), (-1, -3), (1, -3)),
            ((3, 1), (5, 3), (3, 5), (1, 3)),
        ],
    ),
    "hexagons": (
        _SIXTH,
        6,
        [
            tuple(point for (point,) in _turn_corners(((3, 0),), _SPIN, 6)),
            ((3, 0), (3, 3), (0, 3)),
            ((3, 0), (6, -3), (3, -3)),
        ],
    ),
    "thirds": (
        _SIXTH,
        9,
        _turn_corners(((0, 0), (6, -3), (9, 0), (3, 3)), ((0, -1), (1, 1)), 6)[::2],
    ),
}


def random_lattice(rng: random.Random, shape: str, far: int = 2) -> Lattice:
    """A lattice of a shape; kinds are in any order, each up to `far` periods away along both
    axes."""
    symmetries, scale, cells = SHAPES[shape]
    order = rng.sample(range(len(cells)), len(cells))
    centers, corners = [], []
    for number in order:
        down, across = (scale * rng.randint(-far, far) for _ in range(2))
        cell = tuple((3 * (x + down), 3 * (y + across)) for x, y in cells[number])
        corners.append(tuple((4 * x, 4 * y) for x, y in cell))
        centers.append(tuple(4 * sum(axis) // len(cell) for axis in zip(*cell, strict=True)))
    name = f"{shape}{rng.randrange(10**9)}"
    return Lattice(
        name=name,
        cells=shape,
        dimension=2,
        scale=12 * scale,
        centers=tuple(centers),
        corners=tuple(corners),
        **symmetries,
    )


def random_piece(rng: random.Random, lattice: Lattice, size: int) -> Polyform:
    """A connected piece."""
    cells = {(0, rng.randrange(lattice.kinds))}
    while len(cells) < size:
        near = sorted(set(itertools.chain(*map(lattice.neighbors, sorted(cells)))) - cells)
        cells.add(rng.choice(near))  # type: ignore[arg-type]
    return Polyform(tuple(sorted(cells)), lattice)


def move_piece(piece: Polyform, lattice: Lattice) -> Polyform:
    """The same piece on a lattice of the same shape with the kinds listed in another way."""
    old_lattice, scale = piece.lattice, lattice.scale
    cells = []
    for row, column in piece.cells:
        period, kind = divmod(column, old_lattice.kinds)
        x, y = (
            old_lattice.centers[kind][0] + scale * row,
            old_lattice.centers[kind][1] + scale * period,
        )
        cells += [
            ((x - a) // scale, (y - b) // scale * lattice.kinds + other)
            for other, (a, b) in enumerate(lattice.centers)
            if (x - a) % scale == 0 and (y - b) % scale == 0
        ]
    return Polyform(tuple(sorted(cells)), lattice)
