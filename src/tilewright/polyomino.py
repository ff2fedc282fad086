"""Polyomino: a finite set of unit cells, up to translation."""

from __future__ import annotations

import itertools
from collections.abc import Iterable
from dataclasses import dataclass
from operator import index
from typing import TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from tilewright.arguments import text as checked_text
from tilewright.errors import PolyominoError, quoted
from tilewright.symmetry import SYMMETRIES, TURNS, Turn, check_element, check_turn

__all__ = ["Cell", "Polyomino", "read_drawing", "unchecked"]

#: A unit square ``(row, column)``; rows grow downwards, both from 0.
Cell: TypeAlias = tuple[int, int]


@dataclass(frozen=True, slots=True, order=True)
class Polyomino:
    """A non-empty set of unit cells, fixed up to translation.

    Parameters
    ----------
    cells : iterable of (row, column) pairs
        Rows grow downwards. Any order and offset: the value is shifted to touch row 0 and
        column 0 and sorted, so ``==`` ignores translation.

    Raises
    ------
    PolyominoError
        If `cells` is empty, names a cell twice, or holds anything but pairs of whole numbers.

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

    cells: tuple[Cell, ...]

    def __post_init__(self) -> None:
        try:
            cells = sorted((index(row), index(column)) for row, column in self.cells)
        except (TypeError, ValueError):
            raise PolyominoError(
                f"the cells of a polyomino are pairs (row, column) of whole numbers, not {quoted(self.cells)}"
            ) from None
        if not cells:
            raise PolyominoError("a polyomino has at least one cell, this one has none")
        for cell, following in itertools.pairwise(cells):
            if cell == following:
                raise PolyominoError(f"the cell {cell[0]},{cell[1]} is named twice")
        top = cells[0][0]
        left = min(column for _, column in cells)
        object.__setattr__(self, "cells", tuple((row - top, column - left) for row, column in cells))

    @classmethod
    def from_text(cls, text: str) -> Polyomino:
        """Read a drawing (see `read_drawing`); marks in it belong to a piece and are ignored here.

        Raises
        ------
        PolyominoError
            If a character does not belong in a drawing, or no cell is drawn.
        """
        return cls(tuple(read_drawing(text)))

    @classmethod
    def from_array(cls, mask: ArrayLike) -> Polyomino:
        """Make a polyomino of the true (non-zero) cells of a (rows, columns) array.

        Raises
        ------
        PolyominoError
            If the array does not have two dimensions, or no true cell.
        """
        array = np.asarray(mask)
        if array.ndim != 2:
            raise PolyominoError(f"a mask has 2 dimensions (rows, columns), this array has {array.ndim}")
        return cls(tuple((row, column) for row, column in np.argwhere(array).tolist()))

    def __len__(self) -> int:
        return len(self.cells)

    def __str__(self) -> str:
        return self.text("\n")

    @property
    def rows(self) -> int:
        """Height of the bounding box."""
        return self.cells[-1][0] + 1

    @property
    def columns(self) -> int:
        """Width of the bounding box."""
        return max(column for _, column in self.cells) + 1

    def text(self, separator: str = "/") -> str:
        """Return the drawing that `from_text` reads, without trailing dots.

        Examples
        --------
        >>> Polyomino(((0, 0), (0, 1), (1, 1))).text()
        '##/.#'
        """
        inside = set(self.cells)
        lines = (
            "".join("#" if (row, column) in inside else "." for column in range(self.columns)).rstrip(".")
            for row in range(self.rows)
        )
        return separator.join(lines)

    def array(self) -> NDArray[np.bool_]:
        """Return the mask, shape (rows, columns)."""
        mask = np.zeros((self.rows, self.columns), dtype=bool)
        mask[tuple(np.array(self.cells).T)] = True
        return mask

    def transform(self, element: int) -> Polyomino:
        """Return the image under one of the eight symmetries (see `tilewright.symmetry`).

        Raises
        ------
        RequestError
            If there is no such symmetry.
        """
        return Polyomino(_image(self.cells, check_element(element)))

    def orientations(self, turn: Turn = "free") -> tuple[Polyomino, ...]:
        """Return the distinct images that a way of turning allows, sorted by their cells.

        Raises
        ------
        PieceError
            If `turn` is no way of turning.

        Examples
        --------
        >>> [o.text() for o in Polyomino.from_text("###").orientations()]
        ['###', '#/#/#']
        """
        return tuple(sorted({self.transform(element) for element in TURNS[check_turn(turn)]}))

    def canonical(self, turn: Turn = "free") -> Polyomino:
        """Return the first of the orientations: equal for two polyominoes iff one turns into the other."""
        return self.orientations(turn)[0]

    def is_connected(self) -> bool:
        """Whether the cells hang together along edges."""
        left = set(self.cells)
        reached = [left.pop()]
        while reached:
            row, column = reached.pop()
            for neighbor in ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)):
                if neighbor in left:
                    left.remove(neighbor)
                    reached.append(neighbor)
        return not left

    def _repr_svg_(self) -> str:
        from tilewright.drawing import notebook_svg

        return notebook_svg(self)


def unchecked(cells: tuple[Cell, ...]) -> Polyomino:
    """Make a polyomino of cells that are sorted and touch row 0 and column 0 already.

    For those who make polyominoes by the hundred thousand: it costs a tenth of the constructor.
    """
    polyomino = object.__new__(Polyomino)
    object.__setattr__(polyomino, "cells", cells)
    return polyomino


def read_drawing(text: str) -> dict[Cell, str]:
    """Read a drawing: each cell and its mark ("" for none), in reading order, where it stands.

    ``#`` is a cell, a letter or digit a cell with that mark, ``.`` or a space none; rows end with
    ``/`` or a line break.

    Raises
    ------
    PolyominoError
        If a character is none of these (with its line and column), or no cell is drawn.

    Examples
    --------
    >>> read_drawing("a#/.#")
    {(0, 0): 'a', (0, 1): '', (1, 1): ''}
    """
    cells = {}
    checked_text(text, "a drawing", error=PolyominoError)
    for row, line in enumerate(text.replace("\r\n", "\n").replace("/", "\n").split("\n")):
        for column, character in enumerate(line):
            if character == "#" or character.isalnum():
                cells[row, column] = "" if character == "#" else character
            elif character not in ". ":
                raise PolyominoError(
                    "a drawing has '#' for a cell, '.' for none and letters for marks, not "
                    + quoted(character),
                    where=f"line {row + 1}, column {column + 1}",
                )
    if not cells:
        raise PolyominoError("the drawing shows no cell; '#' is a cell", where=text)
    return cells


def _image(cells: Iterable[Cell], element: int) -> tuple[Cell, ...]:
    (a, b), (c, d) = SYMMETRIES[element].tolist()
    return tuple((a * row + b * column, c * row + d * column) for row, column in cells)
