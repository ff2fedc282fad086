"""Board: the cells to cover, with marks and cells that may stay empty."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence, Set
from dataclasses import dataclass
from itertools import groupby
from numbers import Integral
from pathlib import Path
from typing import IO, Any

import numpy as np
from numpy.typing import ArrayLike, DTypeLike, NDArray

from tilewright.errors import BoardError, joined, quoted
from tilewright.model.space.lattice import (
    AXES,
    BALLS,
    CUBES,
    HEXAGONS,
    LATTICES,
    SQUARES,
    TRIANGLES,
    Cell,
    Lattice,
    as_lattice,
    box_word,
    cell_word,
)
from tilewright.model.space.polyform import list_cells
from tilewright.model.space.surface import FLAT, SURFACES, Surface, is_flat_squares, space_prefix
from tilewright.model.space.symmetry import apply_to_space
from tilewright.system.values.arguments import check_text, format_value
from tilewright.system.values.arrays import read_only
from tilewright.system.values.svg_repr import SvgRepr
from tilewright.system.values.text import STANDARD_INPUT, read_text

#: The most cells (bounding rectangle) of a board that is held in memory.
LARGEST_AREA = 1 << 28
#: The longest board text that is read, in bytes of a file, and the most cells of the rectangle
#: around it.
LARGEST_TEXT = 1 << 26

_BOX = re.compile(r"([0-9]+(?:[xX×][0-9]+)+)((?:-[0-9]+(?:,[0-9]+)+)*)")
_POWER = re.compile(r"2\^([0-9]+)((?:-[0-9]+,[0-9]+)*)")
_STACK = re.compile(r"pyramid:|tetrahedron:")
#: The most layers of a stack of balls: a pyramid then has 9,455 balls.
_TALLEST = 30
_SHAPE = re.compile(
    rf"(triangle|hexagon|star|aztec:|{_STACK.pattern})"
    r"([0-9]+(?:,[0-9]+)*)((?:-[0-9]+(?:,[0-9]+)+)*)"
)
#: What stands before the shape: a surface, one with periods of its own, a lattice.
_SPACE = re.compile(
    rf"(?:({'|'.join(SURFACES)})(\[[^\]]*\])?:)?(?:({'|'.join(LATTICES.built_in)}):)?"
)
#: What stands before a shape and may be a lattice of a plug-in.
_OTHER_SPACE = re.compile(r"([\w-]+):(?=[0-9]+[xX×]|[#?./]|$)")
#: A size that is written in another way, and what follows it.
_TIMES = re.compile(r"([0-9]+)(?:\s*[*,;:]\s*|\s+[xX×]\s*|[xX×]\s+)([0-9]+)((?:\s.*)?)", re.DOTALL)
#: A board with an N in its size, which only counting knows.
_LENGTHS = re.compile(
    r"(?=.*[nN])(?:(?:triangle|hexagon|star|aztec:|2\^)|[0-9nNmM+()-]+[xX×])[0-9nNmM+()xX×,-]+"
)
#: Cells that are removed from a drawing.
_HOLES = re.compile(r"(?:-[0-9]+(?:,[0-9]+)+)+")
#: The maximum number of digits of a number; Python refuses to convert very long ones.
_DIGITS = 18


@dataclass(frozen=True, eq=False)
class Board(SvgRepr):
    """The cells to cover: a rectangle, a rectangle with holes, or any mask.

    Parameters
    ----------
    mask : array of bool, shape (rows, columns) or (layers, rows, columns), iterable, or str
        The size of the board as a NumPy shape, such as ``(6, 10)``, or three numbers for cubes. To
        specify the cells instead, pass a grid of booleans or of zeros and ones (with three axes for
        cubes), or a list or set of tuples ``(row, column)``. The cells need not be connected. A
        list of lists is read as the rows of a grid. A list that could also be a list of cells, such
        as ``[[0, 0], [0, 1]]``, is rejected as ambiguous. A string is parsed by `parse`, and a list
        of strings is read as the rows of a drawing. If the board is given as strings, `name` is the
        only other argument allowed.
    optional : array of bool of the same shape, optional
        The cells of the board that may stay empty.
    marks : array of int16 of the same shape, optional
        The mark of each cell: 0 for no mark, otherwise 1 plus the index of the mark in `alphabet`.
    alphabet : iterable of str
        The labels of the marks, which are distinct letters or digits.
    name : str
        The name of the board in messages and JSON. By default, the name describes the shape of the
        board.
    lattice : Lattice or str
        The lattice of the cells: ``square``, ``tri``, ``hex``, ``cube`` or ``ball`` (see
        `tilewright.model.space.lattice`).
    surface : Surface or str
        The surface, which determines how the sides of the array are joined, such as ``cylinder``,
        ``moebius``, ``torus`` or ``klein`` (see `tilewright.model.space.surface`).

    Raises
    ------
    BoardError
        If the board contains no cells or is larger than `LARGEST_AREA`, or if the shapes of the
        arrays differ. Also raised if a marked or optional cell is outside the board, if a cell is
        both marked and optional, or if the surface makes two cells identical.

    Examples
    --------
    >>> Board.parse("3x3-1,1").area
    8
    >>> print(Board.parse("3x3-1,1").text())
    ###
    #.#
    ###
    >>> Board([(0, 0), (0, 1), (1, 1)]), Board(np.array([[1, 1], [0, 1]]))
    (Board('2x2-1,0'), Board('2x2-1,0'))
    >>> Board((6, 10)), Board((2, 3, 4))
    (Board('6x10'), Board('cube:2x3x4'))
    """

    mask: NDArray[np.bool_]
    optional: NDArray[np.bool_]
    marks: NDArray[np.int16]
    alphabet: tuple[str, ...] = ()
    name: str = ""
    lattice: Lattice = SQUARES
    surface: Surface = FLAT

    def __init__(
        self,
        mask: ArrayLike,
        *,
        optional: ArrayLike | None = None,
        marks: ArrayLike | None = None,
        alphabet: Iterable[str] = (),
        name: str = "",
        lattice: Lattice | str = SQUARES,
        surface: Surface | str = FLAT,
    ) -> None:
        text = mask if isinstance(mask, str) else ""
        if isinstance(mask, list | tuple) and mask and all(isinstance(row, str) for row in mask):
            text = "\n".join(map(str, mask))
        if text or isinstance(mask, str):
            if (
                optional is not None
                or marks is not None
                or alphabet
                or lattice != SQUARES
                or surface != FLAT
            ):
                raise BoardError(
                    f"{quoted(text)} describes the whole board; write the lattice as a prefix, "
                    "such as 'tri:', instead of passing more arguments"
                )
            read = Board.parse(text) if isinstance(mask, str) else Board.from_text(text)
            self.__dict__.update(vars(read), name=name or read.name)
            return
        known = as_lattice(lattice)
        grid = _read_mask(mask, known)
        known = _lattice_of_axes(grid.ndim, known)
        cells = grid.astype(bool, order="C")
        if not cells.any():
            raise BoardError("the board is empty: it has no cell to cover")
        free = np.zeros(cells.shape, dtype=bool)
        labels = np.zeros(cells.shape, dtype=np.int16)
        if not isinstance(alphabet, Iterable):
            raise BoardError(
                f"the alphabet must be a string of mark letters, got {format_value(alphabet)}"
            )
        letters = _alphabet_of(tuple(alphabet))
        if optional is not None:
            free = _check_inside(optional, cells, "optional").astype(bool, order="C")
        if marks is not None:
            codes = _check_inside(marks, cells, "marks")
            if codes.min() < 0 or codes.max() > len(letters):
                raise BoardError(
                    f"marks must be between 0 (none) and {len(letters)} (the size of the "
                    "alphabet), got "
                    f"{codes.min()} to "
                    f"{codes.max()}"
                )
            labels = codes.astype(np.int16, order="C")
            both = free & (labels > 0)
            if both.any():
                raise BoardError(f"the cell {first_cell(both)} has a mark, so it cannot stay empty")
        self.__dict__.update(
            mask=read_only(cells),
            optional=read_only(free),
            marks=read_only(labels),
            alphabet=letters,
            lattice=known,
            surface=_check_surface(cells, known, surface),
        )
        self.__dict__["name"] = name or self._description()

    @classmethod
    def rectangle(cls, rows: int, columns: int, holes: Iterable[Cell] = ()) -> Board:
        """Return a rectangular board, optionally with holes.

        Raises
        ------
        BoardError
            If a side is less than 1, if the rectangle is larger than `LARGEST_AREA`, or if a hole
            is outside the rectangle or listed twice. The error message lists up to ten invalid
            holes.
        """
        return cls(_make_box((rows, columns), SQUARES, holes))

    @classmethod
    def parse(cls, word: str) -> Board:
        """Parse a board in command-line notation: ``6x10``, ``8x8-3,3-3,4``, ``2^5``, or an inline
        drawing ``###/#.#``.

        The word may begin with a surface (``torus:``, ``cylinder:``, ``moebius:``, ``klein:``) and
        a lattice (``tri:``, ``hex:``, ``cube:``, ``ball:``). On triangles, ``RxC`` means R x C rhombs of two
        triangles each. ``triangleN`` is a triangle with sides of N cells, ``hexagonN`` is a hexagon
        with sides of N cells, and ``hexagonA,B,C`` is a hexagon with sides of A, B and C cells.
        ``tri:starN`` is a six-pointed star with sides of N cells, which has 12 N^2 triangles.
        ``aztec:N`` is the Aztec diamond of order N. ``pyramid:N`` and ``tetrahedron:N`` are stacks
        of N layers of balls. A box of cubes or balls is written with three numbers, starting with
        the number of layers, and ``//`` separates the layers of a drawing. An inline
        drawing must contain at least one ``#`` or ``?``, or consist of at least two equally long
        rows of digits (``001/110``). A string with line breaks is parsed by `from_text`.

        Raises
        ------
        BoardError
            If the word is not a valid board.

        Examples
        --------
        >>> Board.parse("tri:4x9").shape, Board.parse("hex:hexagon3").area, Board.parse("cube:2x3x4").shape
        ((4, 18), 19, (2, 3, 4))
        """  # noqa: E501
        text = check_text(word, "a board", error=BoardError).strip()
        surface, lattice, shape = read_space(text)
        if _is_word(shape) and (longest := max(map(len, re.findall("[0-9]+", shape)))) > _DIGITS:
            raise BoardError(
                f"{quoted(word)} contains a number with {longest} digits, but a board may have at "
                f"most {LARGEST_AREA} cells"
            )
        mask: NDArray[np.bool_] | None = None
        if match := _BOX.fullmatch(shape):
            sides = [int(side) for side in re.split("[xX×]", match[1])]
            mask = _make_mask(sides, lattice, _read_holes(match[2]), word)
        elif match := _POWER.fullmatch(shape):
            exponent = int(match[1])
            if lattice is not SQUARES:
                raise BoardError(
                    f"2^{exponent} is always a board of squares, not of {lattice.cells}",
                    where=word,
                )
            if exponent > 14:
                raise BoardError(
                    f"2^{exponent} is too large for a board (at most 2^14); use `golomb` for "
                    "larger boards"
                )
            mask = _make_box((1 << exponent, 1 << exponent), SQUARES, _read_holes(match[2]))
        elif (match := _SHAPE.fullmatch(shape)) and (lattice, match[1]) in _SHAPES:
            mask = _shape_mask(lattice, match[1], match[2])
            mask = _cut_holes(mask, _read_holes(match[3]), f"{lattice.prefix}{match[1]}{match[2]}")
            if not surface:
                return cls(mask, lattice=lattice, name=text)
        if mask is not None:
            return cls(mask, lattice=lattice, surface=surface)
        if "\n" in word:
            return cls.from_text(word)
        drawn, minus, removed = shape.partition("-")
        if minus and set(drawn) & set("#?") and _HOLES.fullmatch(minus + removed):
            whole = cls._from_lines(drawn.rstrip("/").split("/"), "", lattice, surface)
            mask = _cut_holes(whole.mask.copy(), _read_holes(minus + removed), drawn)
            grids = mask, whole.optional & mask, np.where(mask, whole.marks, 0)
            return whole._with_grids(grids, whole.surface)
        # A drawing in one word has a '#' or '?', so that the name of a missing file is not taken
        # for one.
        # Rows of numbers, all equally long, are one as well.
        if _is_grid_of_numbers(shape) or (
            set(shape) & set("#?") and all(letter in "#?./" or letter.isalnum() for letter in shape)
        ):
            return cls._from_lines(shape.rstrip("/").split("/"), "", lattice, surface)
        if times := _TIMES.fullmatch(shape):
            size = f"{times[1]}x{times[2]}"
            raise BoardError(f"{quoted(word)} is not a board; did you mean {size}{times[3]}?")
        if _LENGTHS.fullmatch(shape):
            raise BoardError(
                f"{quoted(word)} stands for boards of every length; to count their tilings, use "
                f"`tilewright count {word} …`, or tilewright.strip in Python"
            )
        raise BoardError(f"{quoted(word)} is not a board; {_name_forms(lattice, surface, shape)}")

    @classmethod
    def from_text(cls, text: str, name: str = "") -> Board:
        """Read a drawing, in which ``#`` is a cell, ``.`` or a space is not a cell, and ``?`` is a
        cell that may stay empty.

        Letters and digits stand for marked cells. A marked cell can only be covered by a piece's
        cell with the same mark. The first line can name the surface and lattice, such as
        ``torus:hex``. Blank lines separate the layers of a board of cubes.

        Raises
        ------
        BoardError
            If the text contains no cells or an invalid character. The error message gives the line
            and column of the invalid character.
        """
        check_text(text, "a drawing of a board", error=BoardError)
        lines = text.replace("\r\n", "\n").replace("\r", "\n").rstrip("\n").split("\n")
        surface, lattice, rest = read_space(f"{lines[0].strip()}:")
        if rest or len(lines) == 1:
            return cls._from_lines(lines, name)
        return cls._from_lines(lines[1:], name, lattice, surface, above=1)

    @classmethod
    def _from_lines(
        cls,
        lines: list[str],
        name: str,
        lattice: Lattice = SQUARES,
        surface: str = "",
        above: int = 0,
    ) -> Board:
        """Parse the rows of a drawing that begins after `above` lines."""
        place = f"{name}, " if name else ""
        width = max(map(len, lines))
        if len(lines) * width > LARGEST_TEXT:
            raise BoardError(
                f"the text is too large: it has {len(lines)} lines of up to {width} characters, "
                f"but a board in text form may have at most {LARGEST_TEXT} cells",
                where=name or None,
            )
        codes = np.full((len(lines), width), ord("."), dtype=np.uint32)
        for row, line in enumerate(lines):
            codes[row, : len(line)] = np.frombuffer(
                line.encode("utf-32-le", "surrogatepass"), dtype=np.uint32
            )
        nothing = (codes == ord(".")) | (codes == ord(" "))
        optional = codes == ord("?")
        marked = ~(nothing | optional | (codes == ord("#")))
        codes_of_marks, which = np.unique(codes[marked], return_inverse=True)
        alphabet = [chr(code) for code in codes_of_marks.tolist()]
        wrong = [ord(letter) for letter in alphabet if not letter.isalnum()]
        if wrong:
            if "\n".join(lines).lstrip().startswith('{"'):
                raise BoardError(
                    "expected a drawing of a board, got JSON; for a file of tilings, use "
                    "`show` or `color`",
                    where=name or None,
                )
            position = int(np.isin(codes, wrong).argmax())
            row, column = divmod(position, width)
            raise BoardError(
                f"unexpected character {quoted(chr(codes[row, column]))} in a board; use '#' for a "
                "cell, '.' for no cell, '?' for a cell that may stay empty, and letters for marks",
                where=f"{place}line {row + 1 + above}, column {column + 1}",
            )
        if nothing.all():
            raise BoardError("the board is empty: it has no cell to cover", where=name or None)
        marks = np.zeros(codes.shape, dtype=np.int32)
        marks[marked] = which + 1
        grids: tuple[NDArray[Any], ...] = (~nothing, optional, marks)
        if lattice.dimension == 3:
            grids = _split_layers([not line.strip() for line in lines], *grids)
        return cls(
            grids[0],
            optional=grids[1],
            marks=grids[2],
            alphabet=alphabet,
            name=name,
            lattice=lattice,
            surface=surface,
        )

    @classmethod
    def read(cls, source: str | Path | IO[Any]) -> Board:
        """Read a board text (UTF-8) from a file or an open stream.

        A text such as ``6x10``, ``8x8-3,3`` or ``2^5`` is parsed by `parse`; any other text is read
        as a drawing.

        Raises
        ------
        BoardError
            If the file is missing, unreadable or longer than `LARGEST_TEXT`, or if it does not
            contain a board.
        """
        text = read_text(source, LARGEST_TEXT, BoardError, "a board text")
        if is_board_word(text.strip()):
            return cls.parse(text)
        return cls.from_text(
            text, name=str(source) if isinstance(source, str | Path) else STANDARD_INPUT
        )

    @classmethod
    def from_array(
        cls, array: ArrayLike, lattice: Lattice | str = SQUARES, surface: Surface | str = FLAT
    ) -> Board:
        """Return a board that has a cell for each nonzero entry of an array. The array must have
        one axis for each dimension of the lattice; an array with three axes represents a board of
        cubes.

        Raises
        ------
        BoardError
            If the array has no nonzero entry or the wrong number of axes. A one-dimensional array
            is accepted if it is a single row of zeros and ones.

        Examples
        --------
        >>> Board.from_array(np.ones((3, 3, 3)))
        Board('cube:3x3x3')
        """
        known = as_lattice(lattice)
        grid = _read_grid(array, "array", _allowed_axes(known))
        if np.ndim(array) < 2:
            # A size may be given instead of a row of cells.
            _check_numbers(grid)
        return cls(grid.astype(bool), lattice=known, surface=surface)

    @property
    def shape(self) -> tuple[int, ...]:
        """The shape of the bounding box: (rows, columns), or (layers, rows, columns) for cubes."""
        return self.mask.shape

    @property
    def area(self) -> int:
        """The number of cells, including those that may stay empty."""
        return int(np.count_nonzero(self.mask))

    @property
    def is_rectangle(self) -> bool:
        """Whether the board is a flat rectangle of squares without holes, marks or optional
        cells.
        """
        if not is_flat_squares(self):
            return False
        return bool(self.mask.all() and not self.optional.any() and not self.marks.any())

    def transform(self, element: int | str) -> Board:
        """Return the image of the board under a symmetry of the lattice.

        Unless the board consists of flat squares, empty rows and columns around the board are
        removed.

        Raises
        ------
        RequestError
            If `element` is not a symmetry of the lattice.
        """
        element = self.lattice.check_element(element)
        grids = self.mask, self.optional, self.marks
        return self._with_grids(*apply_to_space(self, element, self.mask, grids))

    def _with_grids(self, grids: Sequence[NDArray[Any]], surface: Surface) -> Board:
        """Return a board with other cells, and the same alphabet and lattice."""
        mask, optional, marks = grids
        return Board(
            mask,
            optional=optional,
            marks=marks,
            alphabet=self.alphabet,
            lattice=self.lattice,
            surface=surface,
        )

    def symmetries(self) -> tuple[int, ...]:
        """Return the symmetries of the lattice that map the board, including its marks and optional
        cells, to itself.

        Empty rows and columns around the board are ignored. If sides are joined, the board may also
        have translations as symmetries, which only `Cover.cell_symmetries` includes.
        """
        board = self.cropped()
        return tuple(
            element for element in self.lattice.elements if board.transform(element) == board
        )

    def cropped(self) -> Board:
        """Return the board without empty rows and columns around it."""
        cells = np.argwhere(self.mask)
        corner = self.lattice.corner(cells)[0]
        box = tuple(
            slice(low, most + 1) for low, most in zip(corner, cells.max(axis=0), strict=True)
        )
        grids = self.mask[box], self.optional[box], self.marks[box]
        return self._with_grids(grids, self.surface.transform(self.lattice, 0, -corner))

    def __array__(self, dtype: DTypeLike | None = None, copy: bool | None = None) -> NDArray[Any]:
        return np.array(self.mask, dtype=dtype, copy=copy)

    def text(self) -> str:
        """Return the board as a drawing that `from_text` reads. The first line names the surface
        and lattice unless the board consists of flat squares.
        """
        space = f"{self.prefix[:-1]}\n" if self.prefix else ""
        return space + "\n\n".join("\n".join(layer) for layer in self._layer_rows())

    @property
    def prefix(self) -> str:
        """The surface and lattice as a prefix, such as ``torus:hex:``; empty if the board consists
        of flat squares.
        """
        return space_prefix(self, self.shape)

    def _layer_rows(self) -> list[list[str]]:
        """Return the layers, each with one string per row. A board of the plane is one layer."""
        characters = np.where(self.optional, "?", np.where(self.mask, "#", "."))
        if self.alphabet:
            letters = np.array(["", *self.alphabet])[self.marks]
            characters = np.where(self.marks > 0, letters, characters)
        layers = characters.reshape(-1, *self.shape[-2:])
        return [["".join(line) for line in layer] for layer in layers.tolist()]

    def _description(self) -> str:
        """Return the shortest string that `parse` reads, or a summary if that would be long."""
        shape, kinds = self.shape, self.lattice.kinds
        holes = self.mask.size - int(np.count_nonzero(self.mask))
        plain = not self.optional.any() and not self.marks.any() and shape[-1] % kinds == 0
        if holes <= 16 and plain:
            absent = np.argwhere(~self.mask).tolist() if holes else []
            box = box_word((*shape[:-1], shape[-1] // kinds))
            return self.prefix + box + "".join("-" + cell_word(cell) for cell in absent)
        drawing = ""
        if self.mask.size <= 256:
            drawing = "//".join("/".join(layer) for layer in self._layer_rows())
        if set(drawing) & set("#?"):
            return self.prefix + drawing
        size = box_word(shape)
        return (
            f"a board of {self.mask.size - holes} "
            f"{'cells' if is_flat_squares(self) else self.lattice.cells} in {size}"
        )

    def __str__(self) -> str:
        return self.name

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Board):
            return NotImplemented
        return (
            self.lattice is other.lattice
            and self.surface == other.surface
            and np.array_equal(self.mask, other.mask)
            and np.array_equal(self.optional, other.optional)
            and self._mark_letters() == other._mark_letters()
        )

    def __hash__(self) -> int:
        return hash((self.shape, self.mask.tobytes(), self._mark_letters()))

    def _mark_letters(self) -> str:
        """Return the letters of the marks in reading order, with a dot for no mark; empty if the
        board has no marks.
        """
        if not self.marks.any():
            return ""
        return "".join(np.array([".", *self.alphabet])[self.marks].ravel().tolist())

    def __repr__(self) -> str:
        return f"Board({self.name!r})"


def read_space(text: str) -> tuple[str, Lattice, str]:
    """Return the surface ("" if there is none) and the lattice in the prefix of a word, and the
    rest of the word.
    """
    match = _SPACE.match(text)
    assert match is not None  # it matches nothing at all, too
    surface = (match[1] or "") + (match[2] or "")
    rest = text[match.end() :]
    if match[3]:
        return surface, LATTICES[match[3]], rest
    if _STACK.match(rest):
        return surface, BALLS, rest
    plugin_space = _OTHER_SPACE.match(rest)
    if plugin_space is not None and plugin_space[1] in LATTICES:
        return surface, LATTICES[plugin_space[1]], rest[plugin_space.end() :]
    return surface, SQUARES, rest


def _name_forms(lattice: Lattice, surface: str, shape: str) -> str:
    """Return a message about an invalid shape that explains how boards of a lattice are written."""
    before, colon, _ = shape.partition(":")
    if colon and (lattice, surface) != (SQUARES, ""):
        return (
            f"unexpected prefix {quoted(before)}; write at most one surface and one lattice "
            "before a shape"
        )
    if lattice is SQUARES:
        spaces = (
            f"; allowed prefixes: {', '.join(f'{name}:' for name in (*SURFACES, *LATTICES))}"
            if colon
            else ""
        )
        return (
            "a board must be rows x columns (6x10), optionally with holes (8x8-3,3-3,4), 2^5, a "
            "drawing (###/#.#), a text file, "
            f"or a named board or puzzle{spaces}"
        )
    prefix = lattice.prefix
    sizes = " x ".join(AXES[-lattice.dimension :])
    box, drawing = ("4x9", "###/#.#") if lattice.dimension == 2 else ("3x4x5", "##/#.//##/##")
    names = "".join(
        f", {name}N ({prefix}{name}3)"
        for lattice_of_shape, name in _SHAPES
        if lattice_of_shape is lattice
    )
    names += f", hexagonA,B,C ({prefix}hexagon2,3,4)" if names else ""
    return (
        f"a board of {lattice.cells} must be {sizes} ({prefix}{box}), optionally with "
        f"holes{names}, or a drawing ({prefix}{drawing})"
    )


def is_board_word(word: str) -> bool:
    """Whether a word has the form of a board given by its size, on any lattice and surface, so that
    it cannot be a piece.

    >>> [is_board_word(word) for word in ("6x10", "torus:hex:4x4", "tri:hexagon2", "hex:##/.#", "hexiamonds")]
    [True, True, True, False, False]
    """  # noqa: E501
    return _is_word(read_space(word)[2])


def _is_word(text: str) -> bool:
    """Whether a text is a shape with a size, with or without holes."""
    return bool(_BOX.fullmatch(text) or _POWER.fullmatch(text) or _SHAPE.fullmatch(text))


def _is_grid_of_numbers(text: str) -> bool:
    """Whether a text consists of rows of digits with the same length, with ``.`` for missing cells.

    >>> [_is_grid_of_numbers(text) for text in ("001/110", "0.1/110", "0110/", "10/2026", "001")]
    [True, True, True, False, False]
    """
    rows = text.removesuffix("/").split("/")
    return (
        re.fullmatch(r"[0-9.]+(/[0-9.]+)*", "/".join(rows)) is not None
        and "/" in text
        and len(set(map(len, rows))) == 1
        and not all(set(row) == {"."} for row in rows)
    )


def _read_holes(text: str) -> list[Cell]:
    return [tuple(int(x) for x in hole.split(",")) for hole in text.split("-")[1:]]


def _make_box(shape: Sequence[int], lattice: Lattice, holes: Iterable[Cell]) -> NDArray[np.bool_]:
    """Return the mask of a rectangle, parallelogram or box with holes."""
    name = lattice.prefix + box_word((*shape[:-1], shape[-1] // lattice.kinds))
    if min(shape) < 1:
        layer = "" if len(shape) == 2 else "one layer, "
        raise BoardError(f"a board must have at least {layer}one row and one column, got {name}")
    _check_area(shape)
    return _cut_holes(np.ones(shape, dtype=bool), holes, name)


def _make_mask(
    sides: Sequence[int], lattice: Lattice, holes: Iterable[Cell] = (), where: str | None = None
) -> NDArray[np.bool_]:
    """Return the mask of a board given by its size."""
    if len(sides) != lattice.dimension:
        size = box_word(sides)
        wanted = " x ".join(AXES[-lattice.dimension :])
        cubes = f"; a board of cubes is written cube:{size}" if len(sides) == 3 else ""
        raise BoardError(
            f"a board of {lattice.cells} must be {wanted}, got {size}{cubes}", where=where
        )
    return _make_box([*sides[:-1], sides[-1] * lattice.kinds], lattice, holes)


def _cut_holes(mask: NDArray[np.bool_], holes: Iterable[Cell], name: str) -> NDArray[np.bool_]:
    """Remove holes from a mask."""
    cells = [tuple(int(x) for x in hole) for hole in holes]
    words = {hole: cell_word(hole) for hole in cells}
    axes = AXES[-mask.ndim :]
    bounds = ", ".join(
        f"{axis} 0 to {size - 1}" for axis, size in zip(axes, mask.shape, strict=True)
    )
    faults = []
    for hole in cells:
        if len(hole) != mask.ndim:
            faults.append(
                f"the hole {words[hole]} of the {name} board must have {mask.ndim} coordinates: "
                f"{', '.join(axes)}"
            )
        elif not all(0 <= x < size for x, size in zip(hole, mask.shape, strict=True)):
            faults.append(f"the hole {words[hole]} is outside the {name} board ({bounds})")
        elif not mask[hole]:
            faults.append(f"the hole {words[hole]} is outside the {name} board")
    faults += [
        f"the hole {words[hole]} is listed {'twice' if times == 2 else f'{times} times'}"
        for hole, times in Counter(cells).items()
        if times > 1
    ]
    if faults:
        raise BoardError(joined(faults))
    for hole in cells:
        mask[hole] = False
    return mask


def _cut_parallelogram(
    lattice: Lattice, rows: int, columns: int, upper: int, lower: int
) -> NDArray[np.bool_]:
    """Return a parallelogram without triangles of `upper` and `lower` rows at two opposite
    corners.
    """
    kinds = lattice.kinds
    row, column = np.indices((rows, columns * kinds))
    diagonal = row + (column + kinds - 1) // kinds
    return (diagonal + 2 - kinds >= upper) & (diagonal + 1 <= rows + columns - lower)


def _triangle(lattice: Lattice, size: int) -> NDArray[np.bool_]:
    """A triangle pointing up, with N cells along each side."""
    return _cut_parallelogram(lattice, size, size, size, 0)


def _hexagon(lattice: Lattice, *sides: int) -> NDArray[np.bool_]:
    """A parallelogram without two opposite corners."""
    first, second, corner = sides if len(sides) == 3 else sides * 3
    # Rows of hexagons share the cells at their corners.
    longer = corner + lattice.kinds - 2
    return _cut_parallelogram(lattice, second + longer, first + longer, corner, corner)


def _star(lattice: Lattice, size: int) -> NDArray[np.bool_]:
    """Two triangles with sides of 3N cells that share a hexagon with sides of N cells."""
    long = 3 * size
    up, down = (_cut_parallelogram(lattice, long, long, *cut) for cut in ((long, 0), (0, long)))
    star = np.zeros((4 * size, 4 * size * lattice.kinds), dtype=bool)
    star[:long, : up.shape[1]] = up
    star[size:, size * lattice.kinds :] |= down
    return star


def _aztec_diamond(_: Lattice, order: int) -> NDArray[np.bool_]:
    """The squares with abs(x) + abs(y) <= order + 1 around the center of the board."""
    steps = np.abs(2 * np.arange(2 * order) - 2 * order + 1)
    return steps[:, None] + steps <= 2 * order


def _pyramid(_: Lattice, size: int) -> NDArray[np.bool_]:
    """Squares of 1, 2, … N balls along each side, with the smallest square on top."""
    layer, row, column = np.indices((size, size, size))
    inside: NDArray[np.bool_] = np.maximum(row, column) <= layer
    return inside


def _tetrahedron(_: Lattice, size: int) -> NDArray[np.bool_]:
    """Rectangles of 1 x N, 2 x (N - 1), … N x 1 balls."""
    layer, row, column = np.indices((size, size, size))
    inside: NDArray[np.bool_] = (row <= layer) & (column >= layer)
    return inside


#: The shapes with a name of their own, by lattice and name: how a mask is made from the cells along
#: a side, or three sides.
_SHAPES: dict[tuple[Lattice, str], Callable[..., NDArray[np.bool_]]] = {
    (SQUARES, "aztec:"): _aztec_diamond,
    (TRIANGLES, "triangle"): _triangle,
    (TRIANGLES, "hexagon"): _hexagon,
    (TRIANGLES, "star"): _star,
    (HEXAGONS, "triangle"): _triangle,
    (HEXAGONS, "hexagon"): _hexagon,
    (BALLS, "pyramid:"): _pyramid,
    (BALLS, "tetrahedron:"): _tetrahedron,
}


def _shape_mask(lattice: Lattice, name: str, words: str) -> NDArray[np.bool_]:
    """Return the mask of a named shape."""
    sides = [int(side) for side in words.split(",")]
    what = "an Aztec diamond" if name == "aztec:" else f"a {name.removesuffix(':')}"
    allowed = (1, 3) if name == "hexagon" else (1,)
    if len(sides) not in allowed:
        wanted = "one or three numbers" if len(allowed) > 1 else "one number"
        raise BoardError(f"the size of {what} must be {wanted}, got {words}")
    size, largest = min(sides), max(sides)
    if size < 1:
        raise BoardError(f"each side of {what} must have at least one cell, got {size}")
    if lattice is BALLS and largest > _TALLEST:
        raise BoardError(f"{what} may have at most {_TALLEST} layers of balls, got {largest}")
    if (32 if name == "star" else 8) * largest * largest > LARGEST_AREA:
        raise BoardError(
            f"{what} with sides of {largest} cells is too large; a board may have at most "
            f"{LARGEST_AREA} cells"
        )
    return _SHAPES[lattice, name](lattice, *sides)


def _split_layers(empty: list[bool], *grids: NDArray[Any]) -> tuple[NDArray[Any], ...]:
    """Split arrays of rows at empty rows, and return arrays of layers."""
    rows = [
        [row for row, _ in group]
        for nothing, group in groupby(enumerate(empty), lambda entry: entry[1])
        if not nothing
    ]
    layers = []
    for grid in grids:
        layer = np.zeros((len(rows), max(map(len, rows)), grid.shape[1]), dtype=grid.dtype)
        for number, of_layer in enumerate(rows):
            layer[number, : len(of_layer)] = grid[of_layer]
        layers.append(layer)
    return tuple(layers)


def _check_surface(mask: NDArray[np.bool_], lattice: Lattice, surface: Surface | str) -> Surface:
    """Return the surface of a board, if it does not identify two cells of the board."""
    if isinstance(surface, str):
        surface = Surface.named(surface or "flat", mask.shape, lattice)
    if not surface.joined:
        return FLAT
    if lattice.dimension != 2:
        raise BoardError(f"only flat boards can have joined sides, got a board of {lattice.cells}")
    surface.check(lattice)
    cells = np.argwhere(mask)
    where, which = surface.copies(lattice, cells, np.zeros(2, dtype=np.int64), np.array(mask.shape))
    twice = (where != cells[which]).any(axis=1) & mask[tuple(where.T)]
    if twice.any():
        number = int(twice.argmax())
        first, second = cell_word(cells[which[number]]), cell_word(where[number])
        raise BoardError(f"the cells {first} and {second} coincide on this {surface.title}")
    return surface


def _allowed_axes(lattice: Lattice) -> tuple[int, ...]:
    """Return the numbers of axes that an array may have if no lattice is given. Three axes mean
    cubes.
    """
    return (2, 3) if lattice is SQUARES else (lattice.dimension,)


def _lattice_of_axes(axes: int, lattice: Lattice) -> Lattice:
    """Return the lattice for an array or a size with this number of axes."""
    return CUBES if axes == 3 and lattice is SQUARES else lattice


def _read_mask(source: Any, lattice: Lattice) -> NDArray[Any]:
    """Return the grid for a mask, a size, or a list of cells."""
    if isinstance(source, list | tuple) and _is_size(source):
        return _make_mask([int(side) for side in source], _lattice_of_axes(len(source), lattice))
    apart = isinstance(source, Set | Iterator)
    if apart:
        source = [*source]
    if (
        lattice is SQUARES
        and isinstance(source, list | tuple)
        and _are_triples(source, apart=apart)
    ):
        lattice = CUBES
    entries = None
    if isinstance(source, list | tuple):
        entries = list_cells(source, lattice.dimension, "Board", BoardError, numbers=True)
    if not entries or not all(
        isinstance(cell, tuple) and len(cell) == lattice.dimension for cell in entries
    ):
        grid = _read_grid(source, "mask", _allowed_axes(lattice))
        _check_numbers(grid)
        return grid
    cells = np.array(entries)
    if cells.dtype.kind not in "iu":
        raise BoardError(
            f"the cells of a board must be tuples of integers, got {format_value(source)}"
        )
    if cells.min() < 0:
        raise BoardError(f"the cells of a board must be at least 0, got {cell_word(min(entries))}")
    shape = [int(most) + 1 for most in cells.max(axis=0)]
    shape[-1] += -shape[-1] % lattice.kinds
    _check_area(shape)
    mask = np.zeros(shape, dtype=bool)
    mask[tuple(cells.T)] = True
    return mask


def _is_size(sides: Sequence[Any]) -> bool:
    """Return whether integers are the size of a board. If they are all 1, they could also be cells,
    which is an error.
    """
    if len(sides) not in (2, 3) or not all(
        isinstance(side, Integral) and not isinstance(side, bool) for side in sides
    ):
        return False
    if {*sides} == {1}:
        size, row = box_word(sides), ", ".join(map(str, sides))
        raise BoardError(
            f"{sides} is ambiguous: write '{size}' for a size, or [[{row}]] for a row of cells"
        )
    return not {*sides} <= {0, 1}


def _are_triples(cells: Sequence[Any], *, apart: bool) -> bool:
    """Return whether tuples are cells of cubes. If a list could also be a grid, an error is
    raised.
    """
    if not cells or not all(
        isinstance(cell, tuple) and len(cell) == 3 and all(isinstance(x, Integral) for x in cell)
        for cell in cells
    ):
        return False
    numbers = {x for cell in cells for x in cell}
    if apart or not numbers <= {0, 1}:
        return True
    if isinstance(cells, tuple) or len({*cells}) < len(cells):
        return False
    raise BoardError(
        f"{format_value(cells)} is ambiguous: write cells of cubes as a set, and the rows of a "
        "grid as lists"
    )


def _check_numbers(grid: NDArray[Any]) -> None:
    """Raise an error if a mask contains numbers other than 0 and 1."""
    if grid.dtype.kind == "b":
        return
    wrong = (grid != 0) & (grid != 1)
    if wrong.any():
        sides = grid.ravel().tolist() if grid.size in (2, 3) else [0]
        size = (
            f"; the board of this size is '{'x'.join(f'{side:.0f}' for side in sides)}'"
            if all(side >= 1 and side % 1 == 0 for side in sides)
            else ""
        )
        raise BoardError(
            f"a mask must contain only booleans, or only 0 and 1, got {grid[wrong][0]}{size}"
        )


def _read_grid(array: ArrayLike, what: str, axes: tuple[int, ...]) -> NDArray[Any]:
    """Return an array of numbers with an allowed number of axes. A single row may have one axis."""
    if hasattr(array, "labels"):
        # As a mask, its tile 0 would be no cell.
        raise BoardError(
            f"'{what}' must be a mask, got a tiling; for the cells of a tiling, pass "
            "tiling.labels != -1"
        )
    try:
        grid = np.asarray(array)
    except ValueError:
        raise BoardError(f"the rows of '{what}' have different lengths") from None
    if grid.ndim < 2:
        grid = grid.reshape((1,) * (axes[0] - 1) + (-1,))
    if grid.ndim not in axes:
        named = ", ".join(AXES[-axes[0] :])
        raise BoardError(f"'{what}' must be a ({named}) array, got {grid.ndim} dimensions")
    if grid.dtype.kind not in "biuf":
        raise BoardError(f"'{what}' must be an array of numbers or booleans, got {grid.dtype}")
    _check_area(grid.shape)
    return grid


def _check_inside(array: ArrayLike, cells: NDArray[np.bool_], what: str) -> NDArray[Any]:
    """Return the array if it has the shape of the board and is 0 outside the board."""
    grid = _read_grid(array, what, (cells.ndim,))
    if grid.shape != cells.shape:
        raise BoardError(f"the board has shape {cells.shape}, but '{what}' has shape {grid.shape}")
    outside = grid.astype(bool) & ~cells
    if outside.any():
        raise BoardError(
            f"'{what}' contains the cell {first_cell(outside)}, which is not on the board"
        )
    return grid


def has_cell(board: Board, cell: Cell) -> bool:
    """Whether a board contains a cell."""
    inside = len(cell) == len(board.shape) and all(
        0 <= x < size for x, size in zip(cell, board.shape, strict=True)
    )
    return inside and bool(board.mask[cell])


def shown_letters(board: Board) -> str:
    """Return the distinct marks on the cells of a board, in the order of the alphabet."""
    return "".join(board.alphabet[code - 1] for code in np.unique(board.marks).tolist() if code)


def first_cell(where: NDArray[np.bool_]) -> str:
    """Return the first cell of a mask as text: ``0,3``."""
    return cell_word(np.unravel_index(int(where.argmax()), where.shape))


def _alphabet_of(letters: tuple[str, ...]) -> tuple[str, ...]:
    """Return the letters of the marks, which must be distinct single letters."""
    most = int(np.iinfo(np.int16).max)
    if len(letters) > most:
        raise BoardError(
            f"the board has {len(letters)} different marks; at most {most} are allowed"
        )
    for letter in letters:
        if len(check_text(letter, "a mark", error=BoardError)) != 1 or not letter.isalnum():
            raise BoardError(f"a mark must be one letter or digit, got {quoted(letter)}")
    if len(set(letters)) < len(letters):
        raise BoardError(f"the alphabet {quoted(''.join(letters))} contains a letter twice")
    return letters


def _check_area(shape: Sequence[int]) -> None:
    """Raise an error if a board of this shape is too large."""
    if (area := math.prod(shape)) > LARGEST_AREA:
        size = box_word(shape)
        raise BoardError(f"a {size} board has {area} cells; at most {LARGEST_AREA} are allowed")
