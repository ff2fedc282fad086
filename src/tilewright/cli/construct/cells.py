"""Read cells, windows and whole numbers from the words of the command."""

from __future__ import annotations

import random
from typing import Annotated

from cyclopts import Parameter

from tilewright.errors import ConstructionError, RequestError

__all__ = ["Holes", "choose_hole", "read_integer", "read_integers"]

#: The ``--hole`` option; the grammar allows several so that the error can say that only one makes sense.
Holes = Annotated[tuple[str, ...], Parameter(allow_leading_hyphen=True)]

#: Python refuses to read longer numbers, and nobody wants to.
_DIGITS = 4000


def read_integer(word: str, where: str) -> int:
    """Return a whole number.

    Raises
    ------
    RequestError
        If the word is none.
    """
    digits = word.strip().removeprefix("-")
    if not (digits.isascii() and digits.isdigit()):
        raise RequestError(f"'{word[:40]}' is not a whole number", where=where)
    if len(digits) > _DIGITS:
        raise RequestError(f"a number of {len(digits)} digits is too long", where=where)
    return int(word)


def read_integers(word: str, names: tuple[str, ...], where: str) -> tuple[int, ...]:
    """Return the numbers of a word like ``3,17``; `names` says what each is.

    Raises
    ------
    RequestError
        If there are more or fewer than names, or something is not a number.
    """
    parts = word.split(",")
    if len(parts) != len(names):
        shape = ",".join(names)
        raise RequestError(f"'{word[:40]}' has {len(parts)} numbers; it is {shape}", where=where)
    return tuple(read_integer(part, where) for part in parts)


def choose_hole(holes: tuple[str, ...], rows: int, columns: int, seed: int | None) -> tuple[int, int]:
    """Return the hole that was asked for, or a random one.

    Raises
    ------
    ConstructionError
        If more than one was.
    RequestError
        If the hole is not a cell, or the seed negative.
    """
    if seed is not None and seed < 0:
        raise RequestError(f"the seed is at least 0, not {seed}", where="--seed")
    if len(holes) > 1:
        raise ConstructionError(
            f"exactly one cell is removed, but {len(holes)} were given: {' and '.join(holes)}", where="--hole"
        )
    if not holes:
        dice = random.Random(seed)
        return dice.randrange(rows), dice.randrange(columns)
    row, column = read_integers(holes[0], ("row", "column"), "--hole")
    return row, column
