"""The eight symmetries of the square, as data.

An element is a number 0..7: 0 to 3 are the rotations by 0, 90, 180 and 270 degrees
counterclockwise as seen; 4 to 7 are the left-right reflection followed by the same rotations.
`SYMMETRIES[g]` acts on ``(row, column)`` as a column vector; rows grow downwards.
"""

from __future__ import annotations

from typing import Literal, TypeVar

import numpy as np
from numpy.typing import NDArray

from tilewright.arguments import whole
from tilewright.errors import PieceError, RequestError, quoted

__all__ = [
    "COMPOSE",
    "ELEMENTS",
    "INVERSE",
    "NAMES",
    "SYMMETRIES",
    "TURNS",
    "Turn",
    "apply",
    "check_element",
    "check_turn",
    "inverse",
]

#: How a piece may turn: *free* all 8, *one-sided* the 4 rotations, *fixed* none.
Turn = Literal["free", "one-sided", "fixed"]

Scalar = TypeVar("Scalar", bound=np.generic)

NAMES = (
    "identity",
    "quarter turn",
    "half turn",
    "three-quarter turn",
    "left-right reflection",
    "main-diagonal reflection",
    "top-bottom reflection",
    "anti-diagonal reflection",
)


def _matrices() -> NDArray[np.int8]:
    quarter = np.array([[0, -1], [1, 0]], dtype=np.int8)
    flip = np.array([[1, 0], [0, -1]], dtype=np.int8)
    turns = [np.linalg.matrix_power(quarter.astype(int), k).astype(np.int8) for k in range(4)]
    matrices = np.array([*turns, *(turn @ flip for turn in turns)], dtype=np.int8)
    matrices.flags.writeable = False
    return matrices


def _table() -> NDArray[np.int8]:
    """Row g, column h: the element that first does h and then g."""
    products = np.einsum("gij,hjk->ghik", SYMMETRIES, SYMMETRIES)
    same = (products[:, :, None] == SYMMETRIES[None, None]).all(axis=(3, 4))
    table: NDArray[np.int8] = same.argmax(axis=2).astype(np.int8)
    table.flags.writeable = False
    return table


#: (8, 2, 2) int8: the matrices.
SYMMETRIES = _matrices()
#: (8, 8) int8: ``COMPOSE[g, h]`` does h first, then g.
COMPOSE = _table()
#: (8,) int8: the inverse of each element.
INVERSE = (COMPOSE == 0).argmax(axis=1).astype(np.int8)
INVERSE.flags.writeable = False

#: The elements that each way of turning allows.
TURNS: dict[Turn, tuple[int, ...]] = {
    "free": (0, 1, 2, 3, 4, 5, 6, 7),
    "one-sided": (0, 1, 2, 3),
    "fixed": (0,),
}
ELEMENTS = TURNS["free"]


def check_turn(turn: str) -> Turn:
    """Return `turn` if it names a way of turning.

    Raises
    ------
    PieceError
        If it does not.
    """
    for known in TURNS:
        if turn == known:
            return known
    raise PieceError(f"pieces turn 'free', 'one-sided' or 'fixed', not {quoted(turn)}", where="turn")


def check_element(element: int) -> int:
    """Return `element` if it is one of the eight symmetries.

    Raises
    ------
    RequestError
        If it is not.
    """
    number = whole(element, "a symmetry", where="element")
    if number not in ELEMENTS:
        raise RequestError(f"the symmetries are 0 to {len(ELEMENTS) - 1}, not {number}", where="element")
    return number


def inverse(element: int) -> int:
    """Return the element that undoes `element`."""
    return int(INVERSE[element])


def apply(element: int, grid: NDArray[Scalar]) -> NDArray[Scalar]:
    """Return the image of an array of shape (rows, columns, …) under a symmetry.

    The image of a mask is the mask of the image; quarter turns swap rows and columns.

    Examples
    --------
    >>> apply(1, np.array([[1, 2, 3]])).tolist()
    [[3], [2], [1]]
    """
    flipped = grid[:, ::-1] if element >= 4 else grid
    return np.ascontiguousarray(np.rot90(flipped, element % 4))
