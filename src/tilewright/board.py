"""Board: the set of cells to cover, with marks and cells that may stay empty."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from tilewright.arguments import shown
from tilewright.arguments import text as checked_text
from tilewright.errors import BoardError, joined, quoted
from tilewright.grid import LARGEST_AREA, alphabet_of, first, grid_of, inside, too_large
from tilewright.polyomino import Cell
from tilewright.symmetry import ELEMENTS, apply, check_element
from tilewright.text import STANDARD_INPUT, read_text

__all__ = ["LARGEST_AREA", "LARGEST_TEXT", "Board"]

#: The longest board text that is read, in bytes of a file, and the most cells of the rectangle around it.
LARGEST_TEXT = 1 << 26

_HOLES = r"((?:-[0-9]+,[0-9]+)*)"
_RECTANGLE = re.compile(r"([0-9]+)[xX×]([0-9]+)" + _HOLES)
_POWER = re.compile(r"2\^([0-9]+)" + _HOLES)
#: No number of the grammar is longer; Python refuses to convert very long ones.
_DIGITS = 18
_HOLE = re.compile(r"-([0-9]+),([0-9]+)")


@dataclass(frozen=True, eq=False)
class Board:
    """The cells to cover: a rectangle, a rectangle with holes, or any mask.

    Parameters
    ----------
    mask : array of bool, shape (rows, columns)
        The cells of the board. It need not be connected.
    optional : array of bool, shape (rows, columns), optional
        Cells of the board that may stay empty.
    marks : array of int16, shape (rows, columns), optional
        0 for no mark, else 1 + index into `alphabet`.
    alphabet : iterable of str
        The labels of the marks: letters or digits, all different.
    name : str
        What to call the board in messages and JSON; by default its description.

    Raises
    ------
    BoardError
        If the board has no cell or is larger than `LARGEST_AREA`, the shapes differ, a mark or
        optional cell is off the board, or a cell is both (no text could say so).

    Examples
    --------
    >>> Board.parse("3x3-1,1").area
    8
    >>> print(Board.parse("3x3-1,1").text())
    ###
    #.#
    ###
    """

    mask: NDArray[np.bool_]
    optional: NDArray[np.bool_]
    marks: NDArray[np.int16]
    alphabet: tuple[str, ...] = ()
    name: str = ""

    def __init__(
        self,
        mask: ArrayLike,
        *,
        optional: ArrayLike | None = None,
        marks: ArrayLike | None = None,
        alphabet: Iterable[str] = (),
        name: str = "",
    ) -> None:
        cells = grid_of(mask, "mask").astype(bool, order="C")
        if not cells.any():
            raise BoardError("the board is empty: it has no cell to cover")
        free = np.zeros(cells.shape, dtype=bool)
        labels = np.zeros(cells.shape, dtype=np.int16)
        if not isinstance(alphabet, Iterable):
            raise BoardError(f"the alphabet has the letters of the marks; {shown(alphabet)} has none")
        letters = alphabet_of(tuple(alphabet))
        if optional is not None:
            free = inside(optional, cells, "optional").astype(bool, order="C")
        if marks is not None:
            codes = inside(marks, cells, "marks")
            if codes.min() < 0 or codes.max() > len(letters):
                raise BoardError(
                    f"marks are 0 (none) to {len(letters)} (the size of the alphabet), not {codes.min()} to "
                    f"{codes.max()}"
                )
            labels = codes.astype(np.int16, order="C")
            both = free & (labels > 0)
            if both.any():
                raise BoardError(
                    f"the cell {first(both)} has a mark, so it cannot be one that may stay empty"
                )
        for array in (cells, free, labels):
            array.flags.writeable = False
        object.__setattr__(self, "mask", cells)
        object.__setattr__(self, "optional", free)
        object.__setattr__(self, "marks", labels)
        object.__setattr__(self, "alphabet", letters)
        object.__setattr__(self, "name", name or _describe(cells, free, labels, letters))

    @classmethod
    def rectangle(cls, rows: int, columns: int, holes: Iterable[Cell] = ()) -> Board:
        """Make a rectangle with holes.

        Raises
        ------
        BoardError
            If a side is below 1, the rectangle is larger than `LARGEST_AREA`, or holes are outside
            or named twice (the first ten are listed).
        """
        if rows < 1 or columns < 1:
            raise BoardError(f"a board has at least one row and one column, not {rows}x{columns}")
        if rows * columns > LARGEST_AREA:
            raise BoardError(too_large(rows, columns))
        listed = [(int(row), int(column)) for row, column in holes]
        faults = [
            f"the hole {row},{column} is outside the {rows}x{columns} board (rows 0 to {rows - 1}, "
            f"columns 0 to {columns - 1})"
            for row, column in listed
            if not (0 <= row < rows and 0 <= column < columns)
        ]
        faults += [
            f"the hole {row},{column} is given {'twice' if times == 2 else f'{times} times'}"
            for (row, column), times in Counter(listed).items()
            if times > 1
        ]
        if faults:
            raise BoardError(joined(faults))
        mask = np.ones((rows, columns), dtype=bool)
        for hole in listed:
            mask[hole] = False
        return cls(mask)

    @classmethod
    def parse(cls, word: str) -> Board:
        """Read the grammar of the command: ``6x10``, ``8x8-3,3-3,4``, ``2^5``, or an inline drawing ``###/#.#``.

        A drawing in one line has at least one ``#`` or ``?``; a word with line breaks is a board text
        (`from_text`).

        Raises
        ------
        BoardError
            If the word is none of these.
        """
        text = checked_text(word, "a board", error=BoardError).strip()
        if _is_word(text) and (longest := max(map(len, re.findall("[0-9]+", text)))) > _DIGITS:
            raise BoardError(
                f"{quoted(word)} has a number of {longest} digits; a board has at most {LARGEST_AREA} cells"
            )
        if match := _RECTANGLE.fullmatch(text):
            holes = [(int(row), int(column)) for row, column in _HOLE.findall(match[3])]
            return cls.rectangle(int(match[1]), int(match[2]), holes)
        if match := _POWER.fullmatch(text):
            exponent = int(match[1])
            if exponent > 14:
                raise BoardError(
                    f"2^{exponent} is too large to hold as a board (at most 2^14); `golomb` works at any size"
                )
            holes = [(int(row), int(column)) for row, column in _HOLE.findall(match[2])]
            return cls.rectangle(1 << exponent, 1 << exponent, holes)
        if "\n" in word:
            return cls.from_text(word)
        # A drawing in one word has a '#' or '?', so that the name of a missing file is not taken for one.
        if set(text) & set("#?") and all(letter in "#?./" or letter.isalnum() for letter in text):
            return cls.from_text(text.replace("/", "\n"))
        raise BoardError(
            f"{quoted(word)} is not a board; a board is rows x columns (6x10), with holes (8x8-3,3-3,4), 2^5, "
            "a drawing (###/#.#), a text file, or a named board or puzzle"
        )

    @classmethod
    def from_text(cls, text: str, name: str = "") -> Board:
        """Read a drawing: ``#`` cell, ``.`` or space none, ``?`` a cell that may stay empty, others marks.

        Letters and digits are marks: cells that only a cell of a piece with the same mark may cover.

        Raises
        ------
        BoardError
            If a character is none of these (with line and column), or there is no cell.
        """
        checked_text(text, "a drawing of a board", error=BoardError)
        place = f"{name}, " if name else ""
        lines = text.replace("\r\n", "\n").replace("\r", "\n").rstrip("\n").split("\n")
        width = max(map(len, lines))
        if len(lines) * width > LARGEST_TEXT:
            raise BoardError(
                f"the text has {len(lines)} lines of up to {width} characters; boards of up to {LARGEST_TEXT} "
                "cells are read from text",
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
        found, which = np.unique(codes[marked], return_inverse=True)
        alphabet = [chr(code) for code in found.tolist()]
        wrong = [ord(letter) for letter in alphabet if not letter.isalnum()]
        if wrong:
            position = int(np.isin(codes, wrong).argmax())
            row, column = divmod(position, width)
            raise BoardError(
                "a board has '#' for a cell, '.' for none, '?' for a cell that may stay empty and letters for "
                f"marks, not {quoted(chr(codes[row, column]))}",
                where=f"{place}line {row + 1}, column {column + 1}",
            )
        if nothing.all():
            raise BoardError("the board is empty: it has no cell to cover", where=name or None)
        marks = np.zeros(codes.shape, dtype=np.int32)
        marks[marked] = which + 1
        return cls(~nothing, optional=optional, marks=marks, alphabet=alphabet, name=name)

    @classmethod
    def read(cls, source: str | Path | IO[Any]) -> Board:
        """Read a board text (UTF-8) from a file or an open stream.

        A text that is nothing but rows x columns or a power of two, with or without holes, means that
        board; all else is a drawing.

        Raises
        ------
        BoardError
            If the file is missing, unreadable, longer than `LARGEST_TEXT`, not text, or not a board.
        """
        text = read_text(source, LARGEST_TEXT, BoardError, "a board text")
        if _is_word(text.strip()):
            return cls.parse(text)
        return cls.from_text(text, name=str(source) if isinstance(source, str | Path) else STANDARD_INPUT)

    @classmethod
    def from_array(cls, array: ArrayLike) -> Board:
        """Make a board of the true (non-zero) cells of a (rows, columns) array.

        Raises
        ------
        BoardError
            If the array does not have one or two dimensions, or no true cell.
        """
        return cls(array)

    @property
    def shape(self) -> tuple[int, int]:
        """Rows and columns of the bounding rectangle."""
        rows, columns = self.mask.shape
        return rows, columns

    @property
    def area(self) -> int:
        """Number of cells, those that may stay empty included."""
        return int(np.count_nonzero(self.mask))

    @property
    def is_rectangle(self) -> bool:
        """Whether every cell of the bounding rectangle is there, must be covered, and has no mark."""
        return bool(self.mask.all() and not self.optional.any() and not self.marks.any())

    def transform(self, element: int) -> Board:
        """Return the image under one of the eight symmetries.

        Raises
        ------
        RequestError
            If there is no such symmetry.
        """
        element = check_element(element)
        return Board(
            apply(element, self.mask),
            optional=apply(element, self.optional),
            marks=apply(element, self.marks),
            alphabet=self.alphabet,
        )

    def symmetries(self) -> tuple[int, ...]:
        """Return the elements that take the board, with its marks and optional cells, to itself.

        Empty rows and columns around the board do not count.
        """
        board = self.cropped()
        return tuple(element for element in ELEMENTS if board.transform(element) == board)

    def cropped(self) -> Board:
        """Return the board without empty rows and columns around it."""
        rows, columns = (np.flatnonzero(self.mask.any(axis=axis)) for axis in (1, 0))
        box = np.s_[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]
        return Board(
            self.mask[box], optional=self.optional[box], marks=self.marks[box], alphabet=self.alphabet
        )

    def text(self) -> str:
        """Return the drawing that `from_text` reads."""
        return "\n".join(_lines(self.mask, self.optional, self.marks, self.alphabet))

    def __str__(self) -> str:
        return self.name

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Board):
            return NotImplemented
        return (
            np.array_equal(self.mask, other.mask)
            and np.array_equal(self.optional, other.optional)
            and self._letters() == other._letters()
        )

    def __hash__(self) -> int:
        return hash((self.shape, self.mask.tobytes(), self._letters()))

    def _letters(self) -> str:
        """Return the letters of the marks in reading order, a dot for none; nothing if there are none at all."""
        if not self.marks.any():
            return ""
        return "".join(np.array([".", *self.alphabet])[self.marks].ravel().tolist())

    def __repr__(self) -> str:
        return f"Board({self.name!r})"

    def _repr_svg_(self) -> str:
        from tilewright.drawing import notebook_svg

        return notebook_svg(self)


def _is_word(text: str) -> bool:
    """Whether a text is rows x columns or a power of two, with or without holes."""
    return bool(_RECTANGLE.fullmatch(text) or _POWER.fullmatch(text))


def _lines(
    mask: NDArray[np.bool_],
    optional: NDArray[np.bool_],
    marks: NDArray[np.int16],
    alphabet: tuple[str, ...],
) -> list[str]:
    """Return the drawing, a string for each row."""
    characters = np.where(optional, "?", np.where(mask, "#", "."))
    if alphabet:
        characters = np.where(marks > 0, np.array(["", *alphabet])[marks], characters)
    return ["".join(line) for line in characters.tolist()]


def _describe(
    mask: NDArray[np.bool_],
    optional: NDArray[np.bool_],
    marks: NDArray[np.int16],
    alphabet: tuple[str, ...],
) -> str:
    """Return the shortest word that `Board.parse` reads back, or a summary when that would be long."""
    rows, columns = mask.shape
    holes = mask.size - int(np.count_nonzero(mask))
    if holes <= 16 and not optional.any() and not marks.any():
        listed = np.argwhere(~mask).tolist() if holes else []
        return f"{rows}x{columns}" + "".join(f"-{row},{column}" for row, column in listed)
    drawing = "/".join(_lines(mask, optional, marks, alphabet)) if mask.size <= 256 else ""
    if set(drawing) & set("#?"):
        return drawing
    return f"a board of {mask.size - holes} cells in {rows}x{columns}"
