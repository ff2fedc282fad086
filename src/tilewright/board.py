"""Board: the set of cells to cover, with marks and cells that may stay empty."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import IO

import numpy as np
from numpy.typing import ArrayLike, NDArray

from tilewright.errors import BoardError
from tilewright.polyomino import Cell
from tilewright.symmetry import ELEMENTS, apply

__all__ = ["LARGEST_AREA", "LARGEST_TEXT", "Board"]

#: The most cells (bounding rectangle) of a board that is held in memory.
LARGEST_AREA = 1 << 28
#: The longest board text that is read, in characters.
LARGEST_TEXT = 1 << 26

_RECTANGLE = re.compile(r"(\d+)[xX×](\d+)((?:-\d+,\d+)*)")
_POWER = re.compile(r"2\^(\d+)((?:-\d+,\d+)*)")
_HOLE = re.compile(r"-(\d+),(\d+)")


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
    alphabet : tuple of str
        The labels of the marks.
    name : str
        What to call the board in messages and JSON; by default its description.

    Raises
    ------
    BoardError
        If the board has no cell, the shapes differ, or a mark or optional cell is off the board.

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
        cells = np.array(mask, dtype=bool, ndmin=2)
        if cells.ndim != 2:
            raise BoardError(f"a board is a 2-dimensional array, this one has {cells.ndim} dimensions")
        if not cells.any():
            raise BoardError("the board is empty: it has no cell to cover")
        free = np.zeros_like(cells) if optional is None else np.array(optional, dtype=bool)
        labels = np.zeros(cells.shape, dtype=np.int16) if marks is None else np.array(marks, dtype=np.int16)
        for what, array in (("optional", free), ("marks", labels)):
            if array.shape != cells.shape:
                raise BoardError(f"the board has shape {cells.shape}, but '{what}' has shape {array.shape}")
            if (array.astype(bool) & ~cells).any():
                row, column = np.argwhere(array.astype(bool) & ~cells)[0].tolist()
                raise BoardError(f"'{what}' names the cell {row},{column}, which is not on the board")
        letters = tuple(alphabet)
        if labels.min() < 0 or labels.max() > len(letters):
            raise BoardError(
                f"marks are 0 to {len(letters)} (the size of the alphabet), found {labels.max()}"
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
            or named twice (all of them are listed).
        """
        if rows < 1 or columns < 1:
            raise BoardError(f"a board has at least one row and one column, not {rows}x{columns}")
        if rows * columns > LARGEST_AREA:
            raise BoardError(
                f"a {rows}x{columns} board has {rows * columns} cells; at most {LARGEST_AREA} are held in memory"
            )
        listed = list(holes)
        faults = [
            f"the hole {row},{column} is outside the {rows}x{columns} board (rows 0 to {rows - 1}, "
            f"columns 0 to {columns - 1})"
            for row, column in listed
            if not (0 <= row < rows and 0 <= column < columns)
        ]
        twice = sorted({hole for hole in listed if listed.count(hole) > 1}) if len(listed) < 10_000 else []
        faults += [f"the hole {row},{column} is given twice" for row, column in twice]
        if faults:
            raise BoardError("; ".join(faults))
        mask = np.ones((rows, columns), dtype=bool)
        for hole in listed:
            mask[hole] = False
        return cls(mask)

    @classmethod
    def parse(cls, word: str) -> Board:
        """Read the grammar of the command: ``6x10``, ``8x8-3,3-3,4``, ``2^5``, or an inline drawing ``###/#.#``.

        Raises
        ------
        BoardError
            If the word is none of these.
        """
        text = word.strip()
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
            f"'{word}' is not a board; a board is rows x columns (6x10), with holes (8x8-3,3-3,4), 2^5, "
            "a drawing (###/#.#), a text file, or a named board or puzzle",
            where=word,
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
        if len(text) > LARGEST_TEXT:
            raise BoardError(
                f"the board text has {len(text)} characters; at most {LARGEST_TEXT} are read", where=name
            )
        lines = text.replace("\r\n", "\n").rstrip("\n").split("\n")
        codes = np.full((len(lines), max(map(len, lines))), ord("."), dtype=np.uint32)
        for row, line in enumerate(lines):
            codes[row, : len(line)] = np.frombuffer(
                line.encode("utf-32-le", "surrogatepass"), dtype=np.uint32
            )
        nothing = (codes == ord(".")) | (codes == ord(" "))
        plain = codes == ord("#")
        optional = codes == ord("?")
        marked = ~(nothing | plain | optional)
        alphabet = sorted({chr(code) for code in np.unique(codes[marked]).tolist()})
        wrong = [ord(letter) for letter in alphabet if not letter.isalnum()]
        if wrong:
            row, column = np.argwhere(np.isin(codes, wrong))[0].tolist()
            raise BoardError(
                f"a board has '#' for a cell, '.' for none, '?' for a cell that may stay empty and letters for "
                f"marks, not {chr(codes[row, column])!r}",
                where=f"{name + ', ' if name else ''}line {row + 1}, column {column + 1}",
            )
        marks = np.zeros(codes.shape, dtype=np.int16)
        for number, letter in enumerate(alphabet, start=1):
            marks[codes == ord(letter)] = number
        if nothing.all():
            raise BoardError("the board is empty: it has no cell to cover", where=name or None)
        return cls(~nothing, optional=optional, marks=marks, alphabet=alphabet, name=name)

    @classmethod
    def read(cls, source: str | Path | IO[str]) -> Board:
        """Read a board text from a file or an open text stream.

        Raises
        ------
        BoardError
            If the file is missing, unreadable, too long (`LARGEST_TEXT`), not text, or not a board.
        """
        if not isinstance(source, str | Path):
            return cls.from_text(_limited(source, "standard input"), name="standard input")
        path = Path(source)
        try:
            if path.is_dir():
                raise BoardError("this is a folder, not a board text", where=str(path))
            if path.stat().st_size > 4 * LARGEST_TEXT:
                raise BoardError(
                    f"the file is {path.stat().st_size} bytes long; a board text has at most {LARGEST_TEXT} characters",
                    where=str(path),
                )
            with path.open(encoding="utf-8") as stream:
                return cls.from_text(_limited(stream, str(path)), name=str(path))
        except UnicodeDecodeError as error:
            raise BoardError(
                f"this is not a text file (byte {error.start} is not UTF-8)", where=str(path)
            ) from None
        except OSError as error:
            raise BoardError(f"cannot read the file: {error.strerror}", where=str(path)) from None

    @classmethod
    def from_array(cls, array: ArrayLike) -> Board:
        """Make a board of the true (non-zero) cells of a (rows, columns) array."""
        return cls(np.asarray(array) != 0)

    @property
    def shape(self) -> tuple[int, int]:
        """Rows and columns of the bounding rectangle."""
        rows, columns = self.mask.shape
        return rows, columns

    @property
    def area(self) -> int:
        """Number of cells, those that may stay empty included."""
        return int(self.mask.sum())

    @property
    def is_rectangle(self) -> bool:
        """Whether every cell of the bounding rectangle is there, must be covered, and has no mark."""
        return bool(self.mask.all() and not self.optional.any() and not self.marks.any())

    def transform(self, element: int) -> Board:
        """Return the image under one of the eight symmetries."""
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
        characters = np.where(self.mask, "#", ".")
        characters = np.where(self.optional, "?", characters)
        letters = np.array(["", *self.alphabet])
        characters = np.where(self.marks > 0, letters[self.marks], characters)
        return "\n".join("".join(line) for line in characters.tolist())

    def __str__(self) -> str:
        return self.name

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Board):
            return NotImplemented
        return (
            np.array_equal(self.mask, other.mask)
            and np.array_equal(self.optional, other.optional)
            and np.array_equal(_letter_grid(self), _letter_grid(other))
        )

    def __hash__(self) -> int:
        return hash(
            (self.mask.shape, self.mask.tobytes(), self.optional.tobytes(), _letter_grid(self).tobytes())
        )

    def __repr__(self) -> str:
        return f"Board({self.name!r})"

    def _repr_svg_(self) -> str:
        from tilewright.drawing import notebook_svg

        return notebook_svg(self)


def _letter_grid(board: Board) -> NDArray[np.str_]:
    return np.array(["", *board.alphabet])[board.marks]


def _limited(stream: IO[str], where: str) -> str:
    text = stream.read(LARGEST_TEXT + 1)
    if len(text) > LARGEST_TEXT:
        raise BoardError(f"the text is longer than a board may be ({LARGEST_TEXT} characters)", where=where)
    return text


def _describe(
    mask: NDArray[np.bool_],
    optional: NDArray[np.bool_],
    marks: NDArray[np.int16],
    alphabet: tuple[str, ...],
) -> str:
    """Return the shortest word that `Board.parse` reads back, or a summary when that would be long."""
    rows, columns = mask.shape
    holes = mask.size - int(mask.sum())
    if not optional.any() and not marks.any() and holes <= 16:
        return f"{rows}x{columns}" + "".join(
            f"-{row},{column}" for row, column in np.argwhere(~mask).tolist()
        )
    if mask.size <= 256:
        letters = np.array(["", *alphabet])
        grid = np.where(marks > 0, letters[marks], np.where(optional, "?", np.where(mask, "#", ".")))
        drawing = "/".join("".join(line) for line in grid.tolist())
        if set(drawing) & set("#?"):
            return drawing
    return f"a board of {int(mask.sum())} cells in {rows}x{columns}"
