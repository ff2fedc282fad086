"""Polyomino: a finite set of unit cells, up to translation; a polyform of squares."""

from __future__ import annotations

from typing import Any, Self

from tilewright.errors import PolyominoError
from tilewright.model.space.lattice import SQUARES, Cell, Lattice
from tilewright.model.space.polyform import Polyform


class Polyomino(Polyform):
    """A non-empty set of unit cells, fixed up to translation.

    Parameters
    ----------
    cells : iterable of (row, column) pairs
        Row numbers increase downwards. The cells may have any order and offset. The cells are
        sorted and moved to row 0 and column 0, so ``==`` ignores translation. Also a grid of 0 and
        1 or of booleans: an array, or a list of lists. Lists of two numbers that can be cells or
        the rows of a grid are an error; write cells as tuples, or use `from_array`. A string is a
        drawing, such as ``"##/.#"``.
    name : str
        Not supported: a polyomino has no name. Only a `Piece` has one.

    Raises
    ------
    PolyominoError
        If `cells` is empty, contains a cell twice, or contains anything but pairs of integers; or
        if it can be a grid as well.

    Examples
    --------
    >>> len(Polyomino(((5, 5), (6, 5), (6, 6))).orientations())
    4
    >>> print(Polyomino.from_text("##/.#"))
    ##
    .#
    >>> Polyomino([[1, 1, 0], [0, 1, 1]]) == Polyomino([(0, 0), (0, 1), (1, 1), (1, 2)])
    True
    >>> Polyomino([[1, 1], [1, 0]])
    Traceback (most recent call last):
    tilewright.errors.PolyominoError: '[[1, 1], [1, 0]]' can be cells or a grid; write cells as tuples such as (0, 1), and a grid as Polyomino.from_array(…)

    References
    ----------
    S. W. Golomb, *Polyominoes*, 2nd ed., Princeton, 1994.
    """  # noqa: E501

    __slots__ = ()

    def __init__(self, cells: Any, name: str = "") -> None:
        if name:
            raise PolyominoError(
                f"a polyomino has no name; write tilewright.Piece(cells, name={name!r})"
            )
        super().__init__(cells, SQUARES)

    @classmethod
    def _of(cls, cells: tuple[Cell, ...], lattice: Lattice) -> Self:
        return cls(cells)

    def __repr__(self) -> str:
        return f"Polyomino(cells={self.cells})"

    def __reduce__(self) -> tuple[Any, ...]:
        return Polyomino, (self.cells,)
