"""Polyomino: a finite set of unit cells, up to translation; a polyform of squares."""

from __future__ import annotations

from typing import Any, Self

from tilewright.lattices.lattice import SQUARES, Cell, Lattice
from tilewright.lattices.polyform import Polyform, read_drawing

__all__ = ["Cell", "Polyomino", "read_drawing"]


class Polyomino(Polyform):
    """A non-empty set of unit cells, fixed up to translation.

    Parameters
    ----------
    cells : iterable of (row, column) pairs
        Row numbers increase downwards. The cells may have any order and offset. The cells are sorted and moved to row 0 and
        column 0, so ``==`` ignores translation.

    Raises
    ------
    PolyominoError
        If `cells` is empty, contains a cell twice, or contains anything but pairs of integers.

    Examples
    --------
    >>> len(Polyomino(((5, 5), (6, 5), (6, 6))).orientations())
    4
    >>> print(Polyomino.from_text("##/.#"))
    ##
    .#

    References
    ----------
    S. W. Golomb, *Polyominoes*, 2nd ed., Princeton, 1994.
    """

    __slots__ = ()

    def __init__(self, cells: Any) -> None:
        super().__init__(cells, SQUARES)

    @classmethod
    def _of(cls, cells: tuple[Cell, ...], lattice: Lattice) -> Self:
        return cls(cells)

    def __repr__(self) -> str:
        return f"Polyomino(cells={self.cells})"

    def __reduce__(self) -> tuple[Any, ...]:
        return Polyomino, (self.cells,)
