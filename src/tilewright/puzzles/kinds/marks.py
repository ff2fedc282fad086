"""The cells of each piece that have a dot."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from tilewright.model.piece import Piece
from tilewright.model.space.lattice import Cell, Turn
from tilewright.model.space.polyform import Polyform

#: The letter of a dot on boards and pieces.
DOT = "o"


def middle(polyomino: Polyform) -> Cell:
    """Return the default cell for the dot, which has the smallest total distance to all other
    cells.

    In both trominoes, this is the middle cell, so a dot alone does not reveal the piece. Distances
    count steps up, down, left and right. If several cells qualify, the first in reading order is
    used.

    >>> middle(Polyform.from_text("###")), middle(Polyform.from_text("#/##"))
    ((0, 1), (1, 0))
    """
    cells = polyomino.cells
    return min(cells, key=lambda cell: sum(abs(cell[0] - r) + abs(cell[1] - c) for r, c in cells))


def default_marks(piece: Piece) -> Piece:
    """Return the piece with a dot in the middle, or the unchanged piece if it already has marks.

    Examples
    --------
    >>> default_marks(Piece.parse("I3+")).word()
    '#o#+'
    """
    if piece.marks:
        return piece
    dot = middle(piece.polyomino)
    marks = tuple(DOT if cell == dot else "" for cell in piece.polyomino.cells)
    bare = Piece(piece.polyomino, marks=marks).base()
    return Piece(piece.polyomino, bare, piece.least, piece.most, piece.turn, marks)


def dotted(pieces: Iterable[Piece], *, some: bool, turn: Turn) -> tuple[Piece, ...]:
    """Return the pieces with marks, with any number of each. With `some`, also return them without
    marks.
    """
    marked = [replace(default_marks(piece), least=0, most=None) for piece in pieces]
    if not some:
        return tuple(marked)
    bare: dict[tuple[object, ...], Piece] = {}
    for piece in marked:
        plain = Piece(piece.polyomino, least=0, most=None, turn=piece.turn)
        bare.setdefault(plain.orientations(turn), plain)
    return (*marked, *bare.values())
