"""Polyform: a finite set of cells of a lattice, up to translation."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from numbers import Integral, Number
from operator import index
from typing import Any, Self

import numpy as np
from numpy.typing import ArrayLike, DTypeLike, NDArray

from tilewright.errors import PolyominoError, RequestError, quoted
from tilewright.model.space.lattice import (
    AXES,
    SQUARES,
    Cell,
    Lattice,
    Turn,
    as_lattice,
    cell_word,
    check_turn,
)
from tilewright.model.space.surface import FLAT, Surface
from tilewright.system.values.arguments import check_text
from tilewright.system.values.svg_repr import SvgRepr


@dataclass(frozen=True, slots=True, eq=False)
class Polyform(SvgRepr):
    """A non-empty set of cells of a lattice, fixed up to translation.

    Parameters
    ----------
    cells : iterable of cells
        Tuples with one integer for each dimension of the lattice. The order and offset do not
        matter. The cells are sorted and translated to touch 0 along every axis, or as closely as
        their kinds allow, so ``==`` ignores translations. Alternatively, a grid of 0 and 1 or of
        booleans, as an array or a list of lists. Lists of two numbers that could be cells or the
        rows of a grid are an error. Write cells as tuples, or use `from_array`. A string is a
        drawing, such as ``"##/.#"``.
    lattice : Lattice or str
        The lattice, or its name: ``square``, ``tri``, ``hex`` or ``cube``.

    Raises
    ------
    PolyominoError
        If `cells` is empty, contains a cell twice or values that are not cells of the lattice, or
        could also be a grid.

    Examples
    --------
    >>> len(Polyform([(0, 0), (0, 1), (0, 2)], "tri").orientations())
    6
    >>> Polyform([(0, 1), (0, 2)], "tri") == Polyform([(5, 3), (5, 4)], "tri")
    True
    >>> Polyform([[1, 1, 1], [0, 1, 0]])
    Polyomino(cells=((0, 0), (0, 1), (0, 2), (1, 1)))
    >>> Polyomino([[1, 1], [1, 0]])
    Traceback (most recent call last):
    tilewright.errors.PolyominoError: '[[1, 1], [1, 0]]' is ambiguous: write cells as tuples such as (0, 1), and a grid as Polyomino.from_array(…)

    References
    ----------
    S. W. Golomb, *Polyominoes*, 2nd ed., Princeton, 1994.
    """  # noqa: E501

    cells: tuple[Cell, ...]
    lattice: Lattice = SQUARES

    def __init__(self, cells: Any, lattice: Lattice | str = SQUARES) -> None:
        known = as_lattice(lattice)
        object.__setattr__(self, "lattice", known)
        object.__setattr__(self, "cells", _normalize(cells, known))

    @classmethod
    def _of_sorted(cls, cells: tuple[Cell, ...], lattice: Lattice = SQUARES) -> Self:
        """Return a polyform of sorted cells at the origin, at a tenth of the cost of the
        constructor.
        """
        polyform = object.__new__(cls)
        object.__setattr__(polyform, "cells", cells)
        object.__setattr__(polyform, "lattice", lattice)
        return polyform

    @classmethod
    def from_text(cls, text: str, lattice: Lattice | str = SQUARES) -> Self:
        """Parse a drawing (see `read_drawing`). Marks belong to a piece and are ignored here.

        Raises
        ------
        PolyominoError
            If a character is not allowed in a drawing, or no cell is drawn.
        """
        known = as_lattice(lattice)
        return cls(tuple(read_drawing(text, known)), known)

    @classmethod
    def from_array(cls, mask: ArrayLike, lattice: Lattice | str = SQUARES) -> Self:
        """Return a polyform of the nonzero cells of an array with one axis for each dimension.

        Raises
        ------
        PolyominoError
            If the array has a wrong number of axes or no nonzero cell.
        """
        known = as_lattice(lattice)
        array = np.asarray(mask)
        if array.ndim != known.dimension:
            axes = ", ".join(AXES[-known.dimension :])
            raise PolyominoError(
                f"a mask must have {known.dimension} dimensions ({axes}), got {array.ndim}"
            )
        return cls(tuple(map(tuple, np.argwhere(array).tolist())), known)

    def __len__(self) -> int:
        return len(self.cells)

    def __str__(self) -> str:
        return self.text("\n")

    def __repr__(self) -> str:
        if self.lattice is SQUARES:
            return f"Polyomino(cells={self.cells})"
        return f"Polyform(cells={self.cells}, lattice={self.lattice!r})"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Polyform):
            return NotImplemented
        return self.cells == other.cells and self.lattice is other.lattice

    def __lt__(self, other: Polyform) -> bool:
        return (self.cells, self.lattice) < (other.cells, other.lattice)

    def __le__(self, other: Polyform) -> bool:
        return not other < self

    def __hash__(self) -> int:
        return hash(self.cells)

    @property
    def surface(self) -> Surface:
        """The surface of a single polyform: the plane or space."""
        return FLAT

    @property
    def shape(self) -> tuple[int, ...]:
        """The size of the bounding box along each axis."""
        return tuple(max(numbers) + 1 for numbers in zip(*self.cells, strict=True))

    @property
    def rows(self) -> int:
        """The height of the bounding box (of each layer, for cubes)."""
        return self.shape[-2]

    @property
    def columns(self) -> int:
        """The width of the bounding box."""
        return max(cell[-1] for cell in self.cells) + 1

    def text(self, separator: str = "/") -> str:
        """Return the drawing that `from_text` reads, without trailing dots.

        Layers of cubes are separated by two separators.

        Examples
        --------
        >>> Polyform([(0, 0, 0), (0, 0, 1), (1, 0, 0)], "cube").text()
        '##//#'
        """
        return draw(dict.fromkeys(self.cells, "#"), self.shape, separator)

    def array(self) -> NDArray[np.bool_]:
        """Return the mask, with one axis for each dimension of the lattice."""
        mask = np.zeros(self.shape, dtype=bool)
        mask[tuple(np.array(self.cells).T)] = True
        return mask

    def __array__(self, dtype: DTypeLike | None = None, copy: bool | None = None) -> NDArray[Any]:
        if copy is False:
            raise ValueError(
                "the mask of a polyomino is always a new array, so copy=False is not supported"
            )
        return np.array(self.array(), dtype=dtype)

    def transform(self, element: int | str) -> Self:
        """Return the image under a symmetry of the lattice.

        Raises
        ------
        RequestError
            If there is no such symmetry.
        """
        lattice = self.lattice
        turned = lattice.turned(lattice.check_element(element), self.cells)
        return self._of_sorted(tuple(sorted(turned)), lattice)

    def orientations(self, turn: Turn = "free") -> tuple[Self, ...]:
        """Return the distinct images that `turn` allows, sorted by cells.

        Raises
        ------
        PieceError
            If `turn` is invalid.

        Examples
        --------
        >>> [o.text() for o in Polyform.from_text("###").orientations()]
        ['###', '#/#/#']
        """
        allowed = self.lattice.allowed(check_turn(turn), np.array(self.cells))
        return tuple(sorted({self.transform(element) for element in allowed}))

    def canonical(self, turn: Turn = "free") -> Self:
        """Return the first orientation, which is equal for two polyforms if and only if one can be
        turned into the other.
        """
        return self.orientations(turn)[0]

    def is_connected(self) -> bool:
        """Whether the cells are connected through faces (in the plane, along edges)."""
        return self.lattice.connected(self.cells)


#: A polyform of squares, if no lattice is named.
Polyomino = Polyform


def list_cells(
    source: Any, dimension: int, what: str, error: type[RequestError], *, numbers: bool = False
) -> Any | None:
    """Return the cells if they are listed one by one, or None for a grid with one entry per cell.

    Tuples are cells if each has one number for each dimension of the lattice. Booleans are the
    entries of a grid. Other lists and arrays of numbers are cells or a grid, whichever is possible.

    Parameters
    ----------
    given : array, or iterable of sequences
    dimension : int
    what : str
        The class with the method ``from_array``, for the message.
    error : type
        The type of the error.
    numbers : bool
        Whether a grid is expected. In this case, numbers other than 0 and 1 are allowed, and lists
        are cells only if one of them is ``[0, 0]`` or contains such a number.

    Raises
    ------
    RequestError
        Raised, with the type `error`, if the value could be both.
    """
    items = source.tolist() if isinstance(source, np.ndarray) else source
    if not isinstance(items, list | tuple):
        return items
    if not all(
        isinstance(row, Sequence | np.ndarray) and not isinstance(row, str) for row in items
    ):
        return items
    rows = [tuple(row) for row in items]
    entries = {
        entry if isinstance(entry, Number | np.bool_) else None for row in rows for entry in row
    }
    if any(isinstance(entry, list | tuple | np.ndarray) for row in rows for entry in row):
        return items if dimension == 2 else None
    whole = all(isinstance(entry, Integral | np.bool_) for entry in entries)
    cells = whole and all(len(row) == dimension for row in rows)
    grid = dimension == 2 and len({*map(len, rows)}) == 1 and (numbers or entries <= {0, 1})
    if grid and all(isinstance(entry, bool | np.bool_) for row in rows for entry in row):
        return None
    if not (cells and grid):
        return None if grid else items
    if len(set(rows)) < len(rows):
        return None
    if all(isinstance(row, tuple) for row in items):
        return items
    if len(rows) == 1 and any(rows[0]):
        # One cell is seldom given, and never as the second of its row.
        return None
    if numbers and (0, 0) not in rows and entries <= {0, 1}:
        return None
    raise error(
        f"{quoted(items)} is ambiguous: write cells as tuples such as (0, 1), and a grid as "
        f"{what}.from_array(…)"
    )


def _normalize(source: Any, lattice: Lattice) -> tuple[Cell, ...]:
    """Return checked cells, sorted and moved to the origin."""
    if isinstance(source, str) and "#" in source:
        source = tuple(read_drawing(source, lattice))
    if (
        not isinstance(source, list | tuple)
        or not source
        or type(source[0]) is not tuple
        or len(source[0]) != lattice.dimension
    ):
        source = (
            [*source]
            if isinstance(source, Iterable) and not isinstance(source, np.ndarray | str)
            else source
        )
        name = "Polyomino" if lattice is SQUARES else "Polyform"
        entries = list_cells(source, lattice.dimension, name, PolyominoError)
        source = (
            [*map(tuple, np.argwhere(np.array(source)).tolist())] if entries is None else entries
        )
    try:
        cells: list[Cell]
        if lattice.dimension == 2:
            cells = sorted((index(row), index(column)) for row, column in source)
        else:
            cells = sorted((index(z), index(row), index(column)) for z, row, column in source)
    except (TypeError, ValueError):
        named = "polyomino" if lattice is SQUARES else f"set of {lattice.cells}"
        axes = "pairs (row, column)" if lattice.dimension == 2 else "triples (layer, row, column)"
        word = (
            f"; a word names a Piece: tilewright.Piece({source!r}).polyomino"
            if isinstance(source, str)
            else ""
        )
        raise PolyominoError(
            f"the cells of a {named} must be {axes} of integers, got {quoted(source)}{word}"
        ) from None
    if not cells:
        named = "polyomino" if lattice is SQUARES else "polyform"
        raise PolyominoError(f"a {named} must have at least one cell, got none")
    for cell, following in itertools.pairwise(cells):
        if cell == following:
            raise PolyominoError(f"the cell {cell_word(cell)} is listed twice")
    top, left = cells[0][0], min(cell[-1] for cell in cells)
    left -= left % lattice.kinds
    if lattice.dimension == 2:
        return tuple((row - top, column - left) for row, column in cells)
    behind = min(cell[1] for cell in cells)
    return tuple((layer - top, row - behind, column - left) for layer, row, column in cells)


def read_drawing(text: str, lattice: Lattice = SQUARES) -> dict[Cell, str]:
    """Parse a drawing, and return the position and mark ("" for no mark) of each cell, in reading
    order.

    ``#`` is a cell, a letter or digit is a cell with that mark, and ``.`` or a space is not a cell.
    Rows end with ``/`` or a line break. Layers of cubes are separated by ``//`` or an empty line.

    Raises
    ------
    PolyominoError
        If there is another character (the message gives the line and column), or no cell is drawn.

    Examples
    --------
    >>> read_drawing("a#/.#")
    {(0, 0): 'a', (0, 1): '', (1, 1): ''}
    """
    cells = {}
    check_text(text, "a drawing", error=PolyominoError)
    lines = text.replace("\r\n", "\n").replace("/", "\n").split("\n")
    corner: tuple[int, ...] = (0,) * (lattice.dimension - 2)
    row = 0
    for number, line in enumerate(lines):
        if corner and not line.strip():
            # The first empty line ends a layer; those before the first layer and after the last one
            # say nothing.
            corner, row = (corner[0] + (row > 0),), 0
            continue
        for column, character in enumerate(line):
            if character == "#" or character.isalnum():
                cells[*corner, row, column] = "" if character == "#" else character
            elif character not in ". ":
                raise PolyominoError(
                    f"unexpected character {quoted(character)} in a drawing; use '#' for a cell, "
                    "'.' for no cell, and letters for marks",
                    where=f"line {number + 1}, column {column + 1}",
                )
        row += 1
    if not cells:
        raise PolyominoError("the drawing has no cell; draw each cell as '#'", where=text)
    return cells


def draw(characters: dict[Cell, str], shape: Sequence[int], separator: str = "/") -> str:
    """Return the drawing of cells with their characters, without the dots at the ends of rows."""
    *above, rows, columns = shape
    layers = []
    for corner in itertools.product(*map(range, above)):
        lines = (
            "".join(
                characters.get((*corner, row, column), ".") for column in range(columns)
            ).rstrip(".")
            for row in range(rows)
        )
        # An empty row of squares is empty; between the layers of cubes it would part them.
        layers.append(
            separator.join(line or "." for line in lines) if above else separator.join(lines)
        )
    return (separator * 2).join(layers)


# Shapes that are enlarged.


def scaled(shape: Polyform, scale: int) -> NDArray[np.bool_]:
    """Return the cells of an enlarged shape as a mask.

    >>> scaled(Polyform.from_text("#/##"), 2).astype(int).tolist()
    [[1, 1, 0, 0], [1, 1, 0, 0], [1, 1, 1, 1], [1, 1, 1, 1]]
    >>> scaled(Polyform.from_text("##", "tri"), 2).astype(int).tolist()
    [[1, 1, 1, 1], [1, 1, 1, 1]]
    """
    lattice = shape.lattice
    if lattice.kinds == 1:
        grown: NDArray[np.bool_] = np.kron(
            shape.array(), np.ones((scale,) * lattice.dimension, dtype=bool)
        )
        return grown
    large_cells = set(shape.cells)
    rows, columns = shape.rows * scale, -(-shape.columns // 2) * scale
    mask = np.zeros((rows, 2 * columns), dtype=bool)
    for row, column, kind in itertools.product(range(rows), range(columns), range(2)):
        # The center of a small triangle, in thirds of its period, lies in one large triangle of its
        # rhomb.
        (down, y), (across, x) = (
            divmod(3 * place + 1 + kind, 3 * scale) for place in (row, column)
        )
        mask[row, 2 * column + kind] = (down, 2 * across + (x + y > 3 * scale)) in large_cells
    return mask
