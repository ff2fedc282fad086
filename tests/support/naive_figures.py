"""Figures by brute force: every polyform of some size, tried with every piece."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from tilewright.model.space.lattice import SQUARES, Cell, Lattice

Cells = frozenset[Cell]


def placed(lattice: Lattice, cells: Cells) -> Cells:
    """Move cells to the origin, keeping their kinds."""
    rows = min(cell[0] for cell in cells)
    columns = min(cell[1] for cell in cells) // lattice.kinds * lattice.kinds
    return frozenset((row - rows, column - columns) for row, column in cells)


@cache
def images(lattice: Lattice, cells: Cells) -> tuple[Cells, ...]:
    """Return a figure under each symmetry."""
    return tuple(
        placed(lattice, frozenset(lattice.turned(element, sorted(cells))))
        for element in lattice.elements
    )


def free(lattice: Lattice, cells: Cells) -> Cells:
    """Return the same figure for all images of a figure."""
    return min(images(lattice, cells), key=sorted)


@cache
def figures(size: int, lattice: Lattice = SQUARES) -> frozenset[Cells]:
    """Return all connected figures of so many cells, up to symmetry."""
    if size == 1:
        return frozenset({free(lattice, frozenset({(0, 0)}))})
    return frozenset(
        free(lattice, placed(lattice, cells | {other}))
        for cells in figures(size - 1, lattice)
        for cell in cells
        for other in lattice.neighbors(cell)
        if other not in cells
    )


def tilings(lattice: Lattice, piece: Cells, cells: Cells) -> Iterator[frozenset[Cells]]:
    """Yield the tilings of a figure by copies of a piece."""
    if not cells:
        yield frozenset()
        return
    first = min(cells)
    for form in set(images(lattice, piece)):
        for anchor in form:
            if (first[1] - anchor[1]) % lattice.kinds:
                continue
            tile = frozenset(
                (row + first[0] - anchor[0], column + first[1] - anchor[1]) for row, column in form
            )
            if tile <= cells:
                for rest in tilings(lattice, piece, cells - tile):
                    yield rest | {tile}


def tiled(lattice: Lattice, piece: Cells, size: int) -> set[Cells]:
    """Return the figures of a size that a piece tiles."""
    return {
        cells
        for cells in figures(size, lattice)
        if next(tilings(lattice, piece, cells), None) is not None
    }
