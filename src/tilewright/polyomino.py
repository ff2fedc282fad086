"""Polyomino: a finite set of unit cells, up to translation."""

from __future__ import annotations

import itertools
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from tilewright.errors import PolyominoError
from tilewright.symmetry import SYMMETRIES, TURNS, Turn

__all__ = ["Cell", "Polyomino"]

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
        If `cells` is empty or names a cell twice.

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
        cells = sorted((int(row), int(column)) for row, column in self.cells)
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
        """Read a drawing: ``#`` is a cell, ``.`` or a space none; rows end with ``/`` or a line break.

        Letters are cells too: they are marks, which belong to a piece and are ignored here.

        Raises
        ------
        PolyominoError
            If a character is none of these (with its line and column), or no cell is drawn.
        """
        cells = []
        for row, line in enumerate(text.strip("\r\n").replace("/", "\n").splitlines()):
            for column, character in enumerate(line):
                if character == "#" or character.isalnum():
                    cells.append((row, column))
                elif character not in ". ":
                    raise PolyominoError(
                        f"a drawing has '#' for a cell, '.' for none and letters for marks, not '{character}'",
                        where=f"line {row + 1}, column {column + 1}",
                    )
        if not cells:
            raise PolyominoError("the drawing shows no cell; '#' is a cell", where=repr(text))
        return cls(tuple(cells))

    @classmethod
    def from_array(cls, mask: ArrayLike) -> Polyomino:
        """Make a polyomino of the true cells of a (rows, columns) array."""
        return cls(tuple((int(row), int(column)) for row, column in np.argwhere(np.asarray(mask))))

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
        """Return the image under one of the eight symmetries (see `tilewright.symmetry`)."""
        return Polyomino(_image(self.cells, element))

    def orientations(self, turn: Turn = "free") -> tuple[Polyomino, ...]:
        """Return the distinct images that a way of turning allows, sorted.

        Examples
        --------
        >>> [o.text() for o in Polyomino.from_text("###").orientations()]
        ['###', '#/#/#']
        """
        return tuple(sorted({self.transform(element) for element in TURNS[turn]}))

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


def _image(cells: Iterable[Cell], element: int) -> tuple[Cell, ...]:
    (a, b), (c, d) = SYMMETRIES[element].tolist()
    return tuple((a * row + b * column, c * row + d * column) for row, column in cells)
