"""Check the arguments of constructions: sizes, holes, windows, and the memory that they need."""

from __future__ import annotations

import operator
import random
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Literal, get_args

import numpy as np

from tilewright.errors import ConstructionError
from tilewright.system.platform.machine import allowed_memory, in_units
from tilewright.system.values.arguments import (
    check_choice,
    check_integer,
    check_seed,
    format_integer,
    format_value,
)

if TYPE_CHECKING:
    from tilewright.system.values.arguments import SeedLike

Cell = tuple[int, int]
#: Top row, left column, number of rows, number of columns.
Window = tuple[int, int, int, int]
#: Tiles touch along an *edge*, or at a corner as well (*strong*).
Touch = Literal["edge", "strong"]


def check_power(n: object, most: int = 7_000, where: str = "n") -> int:
    """Return n as an integer, or raise ConstructionError if it is less than 1 or too large.

    Python prints integers of at most 4,300 digits, which limits the tile numbers below 4^n.
    """
    return check_integer(n, where, 1, most, error=ConstructionError)


def _integers(value: object, count: int, what: str, where: str) -> list[int]:
    """Return a sequence of `count` integers as a list. `what` describes the value in error
    messages.
    """
    try:
        numbers = [operator.index(part) for part in value]  # type: ignore[attr-defined]
    except TypeError:
        numbers = []
    if len(numbers) != count or not isinstance(value, Sequence | np.ndarray):
        raise ConstructionError(f"must be {what}, got {format_value(value)}", where=where)
    return numbers


def check_cell(rows: int, columns: int, cell: object, where: str = "hole") -> Cell:
    """Return a cell of a rows x columns board as a pair of integers."""
    row, column = _integers(cell, 2, "a cell (row, column)", where)
    if not (0 <= row < rows and 0 <= column < columns):
        raise ConstructionError(
            f"cell {format_integer(row)},{format_integer(column)} is outside the board, which has "
            f"rows 0..{format_integer(rows - 1)} and columns 0..{format_integer(columns - 1)}",
            where=where,
        )
    return row, column


def choose_hole(
    rows: int, columns: int, hole: object = None, *, whole: bool = False, seed: SeedLike = None
) -> Cell | None:
    """Return the cell to remove: `hole`, or a random cell if `hole` is None, or None if no cell is
    removed.
    """
    if not isinstance(whole, bool | np.bool_):
        raise ConstructionError(
            f"`whole` must be True or False, got {format_value(whole)}", where="whole"
        )
    if whole:
        if hole is not None:
            raise ConstructionError("pass either `hole` or `whole`, not both", where="whole")
        return None
    return random_hole(rows, columns, seed) if hole is None else check_cell(rows, columns, hole)


def random_hole(rows: int, columns: int, seed: SeedLike = None) -> Cell:
    """Return a random cell of a rows x columns board, the same for the same seed."""
    dice = random.Random(check_seed(seed, error=ConstructionError))
    return dice.randrange(rows), dice.randrange(columns)


def check_sides(rows: object, columns: object) -> tuple[int, int]:
    """Return the numbers of rows and columns of a rectangle."""
    error = ConstructionError
    return check_integer(rows, "rows", 1, error=error), check_integer(
        columns, "columns", 1, error=error
    )


def check_touch(touch: object) -> Touch:
    """Return `touch` if it is valid."""
    choice: Touch = check_choice(touch, "touch", get_args(Touch), error=ConstructionError)
    return choice


def check_window(side: int, window: object) -> Window:
    """Return a window (top, left, rows, columns) inside a side x side board. None means the whole
    board.
    """
    if window is None:
        return 0, 0, side, side
    top, left, rows, columns = _integers(window, 4, "(top, left, rows, columns)", "window")
    if rows < 1 or columns < 1:
        raise ConstructionError(
            f"must have at least one row and one column, got {rows} x {columns}", where="window"
        )
    if top < 0 or left < 0 or top + rows > side or left + columns > side:
        raise ConstructionError(
            f"rows {top}..{top + rows - 1} and columns {left}..{left + columns - 1} are not all "
            f"on the board, which has rows and columns 0..{format_integer(side - 1)}",
            where="window",
        )
    return top, left, rows, columns


def tile_count(n: int) -> int:
    """Return the number of trominoes on a 2^n x 2^n board without one cell."""
    return ((1 << 2 * n) - 1) // 3


def label_dtype(count: int) -> np.dtype[Any]:
    """Return the dtype for the labels 0 to `count` - 1: int32, or int64 if they do not fit."""
    return np.dtype(np.int32 if count <= 1 << 31 else np.int64)


def require_memory(needed: int, what: str, instead: str) -> None:
    """Raise ConstructionError if `needed` bytes are not available. `instead` suggests a request
    that needs less.
    """
    available = allowed_memory()
    if needed > available:
        size = in_units(needed) if needed < 1 << 70 else f"2^{needed.bit_length() - 1} bytes"
        raise ConstructionError(
            f"{what} needs {size} of memory, but only {in_units(available)} are "
            f"available; {instead}",
            where="memory",
        )
