"""The arrays of a board: of one shape, of numbers, and with nothing off the board. Faults are `BoardError`."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from tilewright.arguments import check_text
from tilewright.errors import BoardError, quoted

__all__ = ["LARGEST_AREA", "alphabet_of", "first", "grid_of", "inside", "too_large"]

#: The most cells (bounding rectangle) of a board that is held in memory.
LARGEST_AREA = 1 << 28


def grid_of(array: ArrayLike, what: str, dimension: int = 2) -> NDArray[Any]:
    """Return a (rows, columns) array of numbers, or one of layers; a single row may come as a flat array."""
    if hasattr(array, "labels"):
        # As a mask, its tile 0 would be no cell.
        raise BoardError(f"'{what}' is a mask, not a tiling; the cells of a tiling are tiling.labels != -1")
    try:
        grid = np.asarray(array)
    except ValueError:
        raise BoardError(f"the rows of '{what}' differ in length") from None
    if grid.ndim < 2:
        grid = grid.reshape((1,) * (dimension - 1) + (-1,))
    if grid.ndim != dimension:
        axes = "(rows, columns)" if dimension == 2 else "(layers, rows, columns)"
        raise BoardError(f"'{what}' is a {axes} array, this one has {grid.ndim} dimensions")
    if grid.dtype.kind not in "biuf":
        raise BoardError(f"'{what}' is an array of numbers or truth values, not of {grid.dtype}")
    if grid.size > LARGEST_AREA:
        raise BoardError(too_large(grid.shape))
    return grid


def inside(array: ArrayLike, cells: NDArray[np.bool_], what: str) -> NDArray[Any]:
    """Return the array if it has the shape of the board and says nothing outside it."""
    grid = grid_of(array, what, cells.ndim)
    if grid.shape != cells.shape:
        raise BoardError(f"the board has shape {cells.shape}, but '{what}' has shape {grid.shape}")
    outside = grid.astype(bool) & ~cells
    if outside.any():
        raise BoardError(f"'{what}' names the cell {first(outside)}, which is not on the board")
    return grid


def first(where: NDArray[np.bool_]) -> str:
    """Write the first cell of a mask: ``0,3``."""
    return ",".join(str(x) for x in np.unravel_index(int(where.argmax()), where.shape))


def alphabet_of(letters: tuple[str, ...]) -> tuple[str, ...]:
    """Return the letters of the marks, each one letter and there once."""
    most = int(np.iinfo(np.int16).max)
    if len(letters) > most:
        raise BoardError(f"the board has {len(letters)} different marks; at most {most} are told apart")
    for letter in letters:
        if len(check_text(letter, "a mark", error=BoardError)) != 1 or not letter.isalnum():
            raise BoardError(f"a mark is one letter or digit, not {quoted(letter)}")
    if len(set(letters)) < len(letters):
        raise BoardError(f"the alphabet {quoted(''.join(letters))} has a letter twice")
    return letters


def too_large(shape: Sequence[int]) -> str:
    """Say that a board is too large."""
    size = "x".join(map(str, shape))
    return f"a {size} board has {math.prod(shape)} cells; at most {LARGEST_AREA} are held in memory"
