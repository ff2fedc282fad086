"""What can be said of the cells of a figure: its parts, its holes, its rows."""

from __future__ import annotations

import itertools
from collections.abc import Iterable

import numpy as np

from tilewright.lattices.lattice import Cell, Lattice
from tilewright.lattices.polyform import Polyform

Cells = frozenset[Cell]
#: What `move_to` returns for a cell of another kind.
OTHER_KIND: Cells = frozenset([(-1,)])


def move_to(lattice: Lattice, form: Iterable[Cell], cell: Cell) -> Cells:
    """Return a form of which the first cell lies on a cell; no cells if it is of another kind."""
    listed = [*form]
    steps = [x - y for x, y in zip(cell, listed[0], strict=True)]
    if steps[-1] % lattice.kinds:
        return OTHER_KIND
    return frozenset(
        tuple(x + step for x, step in zip(each, steps, strict=True)) for each in listed
    )


def around(lattice: Lattice, cells: Cells) -> Cells:
    """Return the neighbors of cells."""
    return frozenset(other for cell in cells for other in lattice.neighbors(cell)) - cells


def components(lattice: Lattice, cells: Iterable[Cell]) -> list[Cells]:
    """Return the connected parts of cells, the part of the first cell first."""
    left, parts = set(cells), []
    while left:
        reached = [min(left)]
        left.discard(reached[0])
        for cell in reached:
            for other in lattice.neighbors(cell):
                if other in left:
                    left.remove(other)
                    reached.append(other)
        parts.append(frozenset(reached))
    return parts


def holes_of(lattice: Lattice, cells: Cells) -> list[Cells]:
    """Return the parts into which a figure divides the rest of the lattice, without the outer one.

    Parts that touch only at a corner are different ones.

    Examples
    --------
    >>> from tilewright.lattices.lattice import SQUARES
    >>> shape = Polyform.from_text("####/#..#/####")
    >>> [sorted(hole) for hole in holes_of(SQUARES, frozenset(shape.cells))]
    [[(1, 1), (1, 2)]]
    """
    far = lattice.reach
    spans = [range(min(each) - far, max(each) + far + 1) for each in zip(*cells, strict=True)]
    rest = components(lattice, set(itertools.product(*spans)) - cells)
    return rest[1:]


def is_convex(shape: Polyform) -> bool:
    """Whether a figure of squares has no gap in any row or column."""
    mask = shape.array().astype(int)
    edges = [abs(np.diff(np.pad(mask, 1), axis=axis)).sum(axis=axis) for axis in (0, 1)]
    return all(int(each.max()) <= 2 for each in edges)
