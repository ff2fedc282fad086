"""Motions of a lattice, and sets of its cells: their neighbors, and the cells that they enclose."""

from __future__ import annotations

import functools
import itertools
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tilewright.model.space.lattice import Cell, Lattice

Cells = frozenset[Cell]


@functools.cache
def _tables(lattice: Lattice) -> tuple[list[list[list[int]]], list[list[int]]]:
    """Return the matrix and the products of each symmetry, as lists."""
    return lattice.matrices.tolist(), lattice.compose.tolist()


@dataclass(frozen=True, slots=True, order=True)
class Motion:
    """A symmetry of the lattice about the origin, followed by a translation in periods of the
    lattice.
    """

    element: int
    move: Cell

    def image(self, lattice: Lattice, cells: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return the images of cells of shape (…, dimension) under the motion."""
        steps = np.multiply(self.move, lattice.periods)
        image: NDArray[np.int64] = lattice.image(self.element, cells) + steps
        return image

    def then(self, lattice: Lattice, other: Motion) -> Motion:
        """Return the motion of the plane that is this motion followed by another motion."""
        matrices, products = _tables(lattice)
        (a, b), (c, d) = matrices[other.element]
        (x, y), (down, across) = self.move, other.move
        element = products[other.element][self.element]
        return Motion(element, (a * x + b * y + down, c * x + d * y + across))


#: What `move_to` returns for a cell of another kind.
OTHER_KIND: Cells = frozenset([(-1,)])


def move_to(lattice: Lattice, form: Iterable[Cell], cell: Cell) -> Cells:
    """Return a form translated so that its first cell is on the given cell; empty if that cell is
    of another kind.
    """
    form_cells = [*form]
    steps = [x - y for x, y in zip(cell, form_cells[0], strict=True)]
    if steps[-1] % lattice.kinds:
        return OTHER_KIND
    return frozenset(
        tuple(x + step for x, step in zip(point, steps, strict=True)) for point in form_cells
    )


def neighbors_of(lattice: Lattice, cells: Cells) -> Cells:
    """Return the neighbors of cells."""
    return frozenset(other for cell in cells for other in lattice.neighbors(cell)) - cells


def enclosable(lattice: Lattice) -> Cell:
    """Return the largest distance in rows and columns between a set of cells and a cell that it
    encloses.

    The enclosed cell is between cells of the set, but rows and columns count periods, and the cells
    of a period may be anywhere around it.
    """
    corners = np.array([corner for outline in lattice.corners for corner in outline])
    periods = -(-np.ptp(corners, axis=0) // lattice.scale)
    return tuple((periods * np.array(lattice.periods)).tolist())


def holes_of(lattice: Lattice, cells: Iterable[Cell]) -> list[list[Cell]]:
    """Return the parts into which cells divide the rest of the lattice, without the outer part.

    Parts that touch only at a corner are separate.

    Examples
    --------
    >>> from tilewright.model.space.lattice import SQUARES
    >>> from tilewright.model.space.polyform import Polyform
    >>> shape = Polyform.from_text("####/#..#/####")
    >>> [sorted(hole) for hole in holes_of(SQUARES, shape.cells)]
    [[(1, 1), (1, 2)]]
    """
    covered = set(cells)
    spans = [
        range(min(places) - far, max(places) + far + 1)
        for places, far in zip(zip(*covered, strict=True), enclosable(lattice), strict=True)
    ]
    inner = set(itertools.product(*spans))
    # All cells beyond are outside.
    return [
        part
        for part in lattice.parts(inner - covered)
        if all(inner.issuperset(lattice.neighbors(cell)) for cell in part)
    ]
