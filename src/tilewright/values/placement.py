"""Placement: one orientation of one piece at one position on the board."""

from __future__ import annotations

import re
from dataclasses import dataclass
from operator import index

from tilewright.errors import PieceError, quoted
from tilewright.lattices.lattice import Cell

_CELLS = re.compile(
    "|".join(
        rf"{cell}(-{cell})*"
        for cell in (r"[0-9]{1,18},[0-9]{1,18}", r"[0-9]{1,18},[0-9]{1,18},[0-9]{1,18}")
    )
)


@dataclass(frozen=True, slots=True)
class Placement:
    """One orientation of one piece at one position on the board.

    Parameters
    ----------
    piece : str
        The name of the piece.
    cells : iterable of (row, column) pairs, of cubes (layer, row, column)
        The cells that it covers, in any order; they are stored sorted.

    Raises
    ------
    PieceError
        If there is no cell, or the cells are not pairs of integers.

    Examples
    --------
    >>> Placement.parse("L3:0,0-1,0-1,1")
    Placement(piece='L3', cells=((0, 0), (1, 0), (1, 1)))
    """

    piece: str
    cells: tuple[Cell, ...]

    def __post_init__(self) -> None:
        try:
            cells = tuple(sorted(tuple(map(index, cell)) for cell in self.cells))
            if {len(cell) for cell in cells} not in (set(), {2}, {3}):
                raise ValueError
        except (TypeError, ValueError):
            raise PieceError(
                "the cells of a placed piece must be pairs (row, column) of integers, got "
                f"{quoted(self.cells)}",
                where=self.piece,
            ) from None
        if not cells:
            raise PieceError("a placed piece must cover at least one cell", where=self.piece)
        object.__setattr__(self, "cells", cells)

    @classmethod
    def parse(cls, word: str) -> Placement:
        """Read ``PIECE:row,column-row,column-…``, such as ``L3:0,0-1,0-1,1``.

        Raises
        ------
        PieceError
            If the word does not have this form.
        """
        piece, _, cells = word.strip().rpartition(":")
        if not piece or not _CELLS.fullmatch(cells):
            raise PieceError(
                "a placed piece must be written PIECE:row,column-row,column-…, such as "
                "L3:0,0-1,0-1,1",
                where=word or "''",
            )
        return cls(piece, tuple(tuple(map(int, cell.split(","))) for cell in cells.split("-")))

    def word(self) -> str:
        """Return the word that `parse` reads."""
        return f"{self.piece}:" + "-".join(",".join(map(str, cell)) for cell in self.cells)
