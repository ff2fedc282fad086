"""Lattices, slowly: by where the centers of cells are, and by turning these points.

Nothing here is shared with `tilewright.model.space.lattice`: centers are written down as points,
symmetries are matrices of real numbers, and what is the same is told by rounding.
"""

from __future__ import annotations

import functools
import itertools
import math

import numpy as np
from numpy.typing import NDArray

from tilewright.model.space.lattice import Lattice

Cell = tuple[int, ...]
#: How finely coordinates are rounded. No fraction that is the coordinate of a cell lies halfway
#: between two numbers.
FINE = 1000 * math.pi
#: Lattices of one's own by their names. Only their data are read, none of their methods.
OWN: dict[str, Lattice] = {}
#: Cells are looked up so far from the origin.
_REACH = {"square": 14, "tri": 24, "hex": 16, "cube": 7, "ball": 12}
_TRANSLATION = {
    "square": (1, 1),
    "tri": (1, 2),
    "hex": (1, 1),
    "cube": (1, 1, 1),
    "ball": (1, 1, 1),
}
#: Lattices of space.
SOLID = ("cube", "ball")


def center(lattice: str, cell: Cell) -> tuple[float, ...]:
    """Where the center of a cell is: x to the right, y downwards."""
    if own_lattice := OWN.get(lattice):
        return _own_point(
            own_lattice, own_lattice.centers[cell[-1] % len(own_lattice.centers)], cell
        )
    if lattice in ("square", "cube"):
        return tuple(float(x) for x in cell[::-1])
    if lattice == "ball":
        # A ball lies in the hollow between four balls of the layer below.
        layer, row, column = cell
        return (column - layer / 2, row - layer / 2, layer / math.sqrt(2))
    row, column = cell
    if lattice == "hex":
        return (column + row / 2, row * math.sqrt(3) / 2)
    # A triangle that points down has its side above, a third of its height away.
    down = column % 2 == 0
    return (column / 2 + row / 2 + 0.5, (row + (1 / 3 if down else 2 / 3)) * math.sqrt(3) / 2)


def key(point: tuple[float, ...] | NDArray[np.float64]) -> tuple[int, ...]:
    return tuple(round(float(x) * FINE) for x in point)


def _own_point(lattice: Lattice, place: Cell, cell: Cell) -> tuple[float, ...]:
    """Where a place in the period of a cell of a lattice of one's own is."""
    row, column = cell
    down, across = (
        place[0] / lattice.scale + row,
        place[1] / lattice.scale + column // len(lattice.centers),
    )
    return tuple(down * one + across * two for one, two in zip(*lattice.basis, strict=True))


def corners(lattice: Lattice, cell: Cell) -> set[tuple[int, ...]]:
    """The corners of a cell of a lattice of one's own, rounded."""
    around = lattice.corners[cell[-1] % len(lattice.centers)]
    return {key(_own_point(lattice, place, cell)) for place in around}


@functools.cache
def _own_maps(lattice: str) -> list[NDArray[np.float64]]:
    """The matrices of the products of the rotation and the reflection of a lattice of one's own."""
    own_lattice = OWN[lattice]
    basis = np.array(own_lattice.basis).T
    around, flip = (
        basis @ np.array(matrix) @ np.linalg.inv(basis)
        for matrix in (own_lattice.rotations[0], own_lattice.reflection)
    )
    rotations = [np.eye(2)]
    while not np.allclose(around @ rotations[-1], np.eye(2)):
        rotations.append(around @ rotations[-1])
    return [*rotations, *(matrix @ flip for matrix in rotations)]


@functools.cache
def _own_steps(lattice: str, kind: int, least: int) -> list[Cell]:
    """The steps from a cell of a kind of a lattice of one's own to the cells that share so many
    corners with it.
    """
    own_lattice = OWN[lattice]
    kinds = len(own_lattice.centers)
    ends = [corner for around in own_lattice.corners for corner in around]
    far = (
        1
        + max(
            max(abs(one - two) for one, two in zip(a, b, strict=True)) for a in ends for b in ends
        )
        // own_lattice.scale
    )
    here = corners(own_lattice, (0, kind))
    return [
        (row, column - kind)
        for row in range(-far, far + 1)
        for column in range(-far * kinds, (far + 1) * kinds)
        if (row, column) != (0, kind) and len(here & corners(own_lattice, (row, column))) >= least
    ]


@functools.cache
def _cells(lattice: str) -> dict[tuple[int, ...], Cell]:
    reach = _REACH[lattice]
    dimension = 3 if lattice in SOLID else 2
    cells = itertools.product(range(-reach, reach + 1), repeat=dimension)
    return {key(center(lattice, cell)): cell for cell in cells}


@functools.cache
def maps(lattice: str, turn: str) -> list[NDArray[np.float64]]:
    """The matrices that turn points about a corner of a triangle, or the center of another cell."""
    if lattice in OWN:
        matrices = _own_maps(lattice)
    elif lattice in SOLID:
        matrices = []
        # The axes of the cubic cells of balls lie between rows and columns.
        share = math.sqrt(0.5) if lattice == "ball" else 1.0
        side = math.sqrt(0.5) if lattice == "ball" else 0.0
        axis_turn = np.array([[share, -side, 0], [side, share, 0], [0, 0, 1]])
        for axes in itertools.permutations(range(3)):
            for signs in itertools.product((1, -1), repeat=3):
                matrix = np.zeros((3, 3))
                for axis, (to, sign) in enumerate(zip(axes, signs, strict=True)):
                    matrix[to, axis] = sign
                matrices.append(axis_turn @ matrix @ axis_turn.T)
    else:
        steps = 4 if lattice == "square" else 6
        matrices = []
        for number, flip in itertools.product(range(steps), (1, -1)):
            angle = 2 * math.pi * number / steps
            turned = np.array(
                [[math.cos(angle), -math.sin(angle)], [math.sin(angle), math.cos(angle)]]
            )
            matrices.append(turned @ np.diag([flip, 1]))
    if turn == "free":
        return matrices
    if turn == "one-sided":
        return [matrix for matrix in matrices if np.linalg.det(matrix) > 0]
    if turn == "half-turn":
        # Twice by one of them is no turn, and each axis keeps its line.
        return [
            matrix
            for matrix in matrices
            if np.linalg.det(matrix) > 0 and np.allclose(np.abs(matrix), np.eye(len(matrix)))
        ]
    return [np.eye(len(matrices[0]))]


def allowed(lattice: str, cells: tuple[Cell, ...], turn: str) -> list[NDArray[np.float64]]:
    """The matrices by which a piece turns. In space, turning a flat piece over reflects it."""
    if turn == "one-sided" and lattice in SOLID:
        points = np.array([center(lattice, cell) for cell in cells])
        turn = "free" if np.linalg.matrix_rank(points - points[0], tol=1e-6) < 3 else turn
    return maps(lattice, turn)


def image(lattice: str, cell: Cell, matrix: NDArray[np.float64]) -> Cell:
    """Where a turn takes a cell."""
    return _cells(lattice)[key(matrix @ np.array(center(lattice, cell)))]


def moved_home(lattice: str, cells: list[Cell]) -> tuple[Cell, ...]:
    """A set of cells, sorted, moved by a translation to the origin."""
    least = [
        min(cell[axis] for cell in cells) // step * step
        for axis, step in enumerate(_TRANSLATION[lattice])
    ]
    return tuple(
        sorted(tuple(x - low for x, low in zip(cell, least, strict=True)) for cell in cells)
    )


def orientations(
    lattice: str, cells: tuple[Cell, ...], turn: str = "free"
) -> set[tuple[Cell, ...]]:
    """All distinct images of a set of cells."""
    return {
        moved_home(lattice, [image(lattice, cell, matrix) for cell in cells])
        for matrix in allowed(lattice, cells, turn)
    }


def distance(lattice: str) -> float:
    """How far the centers of two cells with a face in common are apart."""
    return 1 / math.sqrt(3) if lattice == "tri" else 1.0


def neighbors(lattice: str, cell: Cell) -> list[Cell]:
    """The cells that share a face with one."""
    if lattice in OWN:
        return touching(lattice, cell, 2)
    here = np.array(center(lattice, cell))
    near = itertools.product((-1, 0, 1), repeat=len(cell))
    cells = [tuple(x + step for x, step in zip(cell, steps, strict=True)) for steps in near]
    apart = [float(np.linalg.norm(here - center(lattice, other))) for other in cells]
    return [
        other
        for other, far in zip(cells, apart, strict=True)
        if abs(far - distance(lattice)) < 1e-6
    ]


def touching(lattice: str, cell: Cell, least: int = 1) -> list[Cell]:
    """The cells of a lattice of one's own that share so many corners with one."""
    steps = _own_steps(lattice, cell[-1] % len(OWN[lattice].centers), least)
    return [(cell[0] + down, cell[1] + across) for down, across in steps]


def polyforms(lattice: str, size: int, turn: str) -> set[tuple[Cell, ...]]:
    """All polyforms of a size, each as the first of its images."""
    origin = (0,) * (3 if lattice in SOLID else 2)
    start = [origin, (0, 1)] if lattice == "tri" else [origin]
    cell_sets = {moved_home(lattice, [cell]) for cell in start}
    for _ in range(size - 1):
        cell_sets = {
            moved_home(lattice, [*cells, more])
            for cells in cell_sets
            for cell in cells
            for more in neighbors(lattice, cell)
            if more not in cells
        }
    return {min(orientations(lattice, cells, turn)) for cells in cell_sets}
