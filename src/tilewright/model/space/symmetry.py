"""The eight symmetries of the square, as in `tilewright.model.space.lattice.SQUARES`.

An element is a number from 0 to 7: 0 to 3 are counterclockwise rotations by 0, 90, 180 and 270
degrees; 4 to 7 are the left-right reflection followed by the same rotations. `SYMMETRIES[g]` acts
on ``(row, column)`` as a column vector; rows grow downward.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from tilewright.model.space.lattice import SQUARES
from tilewright.model.space.surface import Space, Surface, is_flat_squares

Scalar = TypeVar("Scalar", bound=np.generic)

NAMES = SQUARES.names
#: (8, 2, 2) int8: the matrices.
SYMMETRIES = SQUARES.matrices
#: (8, 8) int8: ``COMPOSE[g, h]`` does h first, then g.
COMPOSE = SQUARES.compose
#: (8,) int8: the inverse of each element.
INVERSE = SQUARES.inverse
#: The elements that each way of turning allows.
TURNS = SQUARES.turns
ELEMENTS = SQUARES.elements
check_element = SQUARES.check_element


def inverse(element: int) -> int:
    """Return the inverse of the symmetry `element`."""
    return int(INVERSE[element])


def apply(element: int, grid: NDArray[Scalar]) -> NDArray[Scalar]:
    """Return the image of an array of shape (rows, columns, …) under a symmetry.

    If the array is the mask of a board, the result is the mask of the image. Quarter turns swap
    rows and columns.

    Examples
    --------
    >>> apply(1, np.array([[1, 2, 3]])).tolist()
    [[3], [2], [1]]
    """
    flipped = grid[:, ::-1] if element >= 4 else grid
    return np.ascontiguousarray(np.rot90(flipped, element % 4))


def apply_to_space(
    space: Space, element: int, inside: NDArray[np.bool_], grids: Sequence[NDArray[Any]]
) -> tuple[list[NDArray[Any]], Surface]:
    """Return the images of arrays over the cells of a lattice, and the image of the surface, under
    a symmetry.

    On flat squares, the whole arrays are transformed. On other lattices and surfaces, only the
    cells `inside` are transformed and moved to the origin; all other cells become 0.
    """
    if is_flat_squares(space):
        return [apply(element, grid) for grid in grids], space.surface
    lattice, cells = space.lattice, np.argwhere(inside)
    moved = lattice.image(element, cells)
    corner = lattice.corner(moved)
    where = tuple((moved - corner).T)
    images = []
    for grid in grids:
        image = np.zeros([int(numbers.max()) + 1 for numbers in where], dtype=grid.dtype)
        image[where] = grid[tuple(cells.T)]
        images.append(image)
    return images, space.surface.transform(lattice, element, -corner[0])
