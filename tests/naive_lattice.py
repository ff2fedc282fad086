"""Lattices, slowly: by where the centers of cells are, and by turning these points.

Nothing here is shared with `tilewright.lattices.lattice`: centers are written down as points, symmetries are matrices of real
numbers, and what is the same is told by rounding.
"""

from __future__ import annotations

import functools
import itertools
import math

import numpy as np
from numpy.typing import NDArray

Cell = tuple[int, ...]
#: Cells are looked up so far from the origin.
_REACH = {"square": 14, "tri": 24, "hex": 16, "cube": 7}
_TRANSLATION = {"square": (1, 1), "tri": (1, 2), "hex": (1, 1), "cube": (1, 1, 1)}


def center(lattice: str, cell: Cell) -> tuple[float, ...]:
    """Where the center of a cell is: x to the right, y downwards."""
    if lattice in ("square", "cube"):
        return tuple(float(x) for x in cell[::-1])
    row, column = cell
    if lattice == "hex":
        return (column + row / 2, row * math.sqrt(3) / 2)
    # A triangle that points down has its side above, a third of its height away.
    down = column % 2 == 0
    return (column / 2 + row / 2 + 0.5, (row + (1 / 3 if down else 2 / 3)) * math.sqrt(3) / 2)


def key(point: tuple[float, ...] | NDArray[np.float64]) -> tuple[int, ...]:
    return tuple(round(float(x) * 1000) for x in point)


@functools.cache
def _cells(lattice: str) -> dict[tuple[int, ...], Cell]:
    reach = _REACH[lattice]
    dimension = 3 if lattice == "cube" else 2
    cells = itertools.product(range(-reach, reach + 1), repeat=dimension)
    return {key(center(lattice, cell)): cell for cell in cells}


@functools.cache
def maps(lattice: str, turn: str) -> list[NDArray[np.float64]]:
    """The matrices that turn points about a corner of a triangle, or the center of another cell."""
    if lattice == "cube":
        found = []
        for axes in itertools.permutations(range(3)):
            for signs in itertools.product((1, -1), repeat=3):
                matrix = np.zeros((3, 3))
                for axis, (to, sign) in enumerate(zip(axes, signs, strict=True)):
                    matrix[to, axis] = sign
                found.append(matrix)
    else:
        steps = 4 if lattice == "square" else 6
        found = []
        for number, flip in itertools.product(range(steps), (1, -1)):
            angle = 2 * math.pi * number / steps
            turned = np.array([[math.cos(angle), -math.sin(angle)], [math.sin(angle), math.cos(angle)]])
            found.append(turned @ np.diag([flip, 1]))
    if turn == "free":
        return found
    if turn == "one-sided":
        return [matrix for matrix in found if np.linalg.det(matrix) > 0]
    return [np.eye(len(found[0]))]


def image(lattice: str, cell: Cell, matrix: NDArray[np.float64]) -> Cell:
    """Where a turn takes a cell."""
    return _cells(lattice)[key(matrix @ np.array(center(lattice, cell)))]


def moved_home(lattice: str, cells: list[Cell]) -> tuple[Cell, ...]:
    """A set of cells, sorted, moved by a translation to the origin."""
    least = [
        min(cell[axis] for cell in cells) // step * step for axis, step in enumerate(_TRANSLATION[lattice])
    ]
    return tuple(sorted(tuple(x - low for x, low in zip(cell, least, strict=True)) for cell in cells))


def orientations(lattice: str, cells: tuple[Cell, ...], turn: str = "free") -> set[tuple[Cell, ...]]:
    """All distinct images of a set of cells."""
    return {
        moved_home(lattice, [image(lattice, cell, matrix) for cell in cells])
        for matrix in maps(lattice, turn)
    }


def distance(lattice: str) -> float:
    """How far the centers of two cells with a face in common are apart."""
    return 1 / math.sqrt(3) if lattice == "tri" else 1.0


def neighbors(lattice: str, cell: Cell) -> list[Cell]:
    """The cells that share a face with one."""
    here = np.array(center(lattice, cell))
    near = itertools.product((-1, 0, 1), repeat=len(cell))
    cells = [tuple(x + step for x, step in zip(cell, steps, strict=True)) for steps in near]
    apart = [float(np.linalg.norm(here - center(lattice, other))) for other in cells]
    return [other for other, far in zip(cells, apart, strict=True) if abs(far - distance(lattice)) < 1e-6]


def polyforms(lattice: str, size: int, turn: str) -> set[tuple[Cell, ...]]:
    """All polyforms of a size, each as the first of its images."""
    origin = (0,) * (3 if lattice == "cube" else 2)
    start = [origin, (0, 1)] if lattice == "tri" else [origin]
    found = {moved_home(lattice, [cell]) for cell in start}
    for _ in range(size - 1):
        found = {
            moved_home(lattice, [*cells, more])
            for cells in found
            for cell in cells
            for more in neighbors(lattice, cell)
            if more not in cells
        }
    return {min(orientations(lattice, cells, turn)) for cells in found}
