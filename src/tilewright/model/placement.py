"""Placement: one orientation of one piece at one position on the board."""

from __future__ import annotations

import re
from dataclasses import dataclass
from operator import index

from tilewright.errors import PieceError, quoted
from tilewright.model.space.lattice import Cell, cell_word

#: The mark on a cell, behind it.
_MARK = r"(=[^-:,=\s]*)?"
_CELLS = re.compile(
    "|".join(
        rf"{cell}{_MARK}(-{cell}{_MARK})*"
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
        The covered cells, in any order. The cells are stored in sorted order.
    marks : tuple of str
        The mark that the piece shows on each cell, if a rule depends on the orientation of the
        piece; otherwise empty.

    Raises
    ------
    PieceError
        If there are no cells, if a cell is not a pair of integers, or if the number of marks
        differs from the number of cells.

    Examples
    --------
    >>> Placement.parse("L3:0,0-1,0-1,1")
    Placement(piece='L3', cells=((0, 0), (1, 0), (1, 1)), marks=())
    >>> Placement("35", [(0, 1), (0, 0)], ("3", "5")).word()
    '35:0,0=5-0,1=3'
    """

    piece: str
    cells: tuple[Cell, ...]
    marks: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        try:
            unsorted = [tuple(map(index, cell)) for cell in self.cells]
            cells = tuple(sorted(unsorted))
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
        marks = tuple(self.marks)
        if marks and len(marks) != len(cells):
            raise PieceError(
                f"a placed piece must have a mark for each of its {len(cells)} cells, got "
                f"{len(marks)}",
                where=self.piece,
            )
        if marks and unsorted != [*cells]:
            marks = tuple(mark for _, mark in sorted(zip(unsorted, marks, strict=True)))
        object.__setattr__(self, "cells", cells)
        object.__setattr__(self, "marks", marks)

    @classmethod
    def parse(cls, word: str) -> Placement:
        """Parse a placement of the form ``PIECE:row,column-row,column-…``, such as
        ``L3:0,0-1,0-1,1``. The mark of a cell is written after the cell, as in ``35:0,0=5-0,1=3``.

        Raises
        ------
        PieceError
            If the string is not a valid placement.
        """
        piece, _, cells = word.strip().rpartition(":")
        if not piece or not _CELLS.fullmatch(cells):
            raise PieceError(
                "a placed piece must be written PIECE:row,column-row,column-…, such as "
                "L3:0,0-1,0-1,1",
                where=word or "''",
            )
        entries = [cell.partition("=") for cell in cells.split("-")]
        marks = tuple(mark for _, equals, mark in entries if equals)
        return cls(piece, tuple(tuple(map(int, cell.split(","))) for cell, _, _ in entries), marks)

    def word(self) -> str:
        """Return the placement as a string that `parse` reads."""
        marks = [f"={mark}" for mark in self.marks] or [""] * len(self.cells)
        shown = zip(self.cells, marks, strict=True)
        return f"{self.piece}:" + "-".join(cell_word(cell) + mark for cell, mark in shown)
