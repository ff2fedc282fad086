"""Tiling: a label array, and the piece of each tile."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike, DTypeLike, NDArray

from tilewright.errors import TilingError, quoted
from tilewright.model.board import Board, first_cell, read_space
from tilewright.model.space.heights import Corners
from tilewright.model.space.labels import EMPTY, OUTSIDE, as_labels, cells_of_tiles, number_tiles
from tilewright.model.space.lattice import (
    CUBES,
    SQUARES,
    Cell,
    Lattice,
    as_lattice,
    box_word,
    cell_word,
)
from tilewright.model.space.line_drawing import is_drawing, read_drawing
from tilewright.model.space.surface import (
    FLAT,
    Surface,
    space_prefix,
    space_words,
)
from tilewright.model.space.symmetry import apply_to_space
from tilewright.system.values.arguments import check_text, format_value
from tilewright.system.values.arrays import read_only
from tilewright.system.values.svg_repr import SvgRepr

if TYPE_CHECKING:
    from tilewright.model.problem import Problem

#: The most cells of a label array.
_MOST_CELLS = 2**31 - 1
#: The surfaces that the arrows of a drawing show: how the left and right sides are joined, and the
#: upper and lower ones.
_DRAWN = {
    (0, 0): "flat",
    (1, 0): "cylinder",
    (-1, 0): "moebius",
    (1, 1): "torus",
    (-1, 1): "klein",
}
_CHARACTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"


@dataclass(frozen=True, eq=False)
class Tiling(SvgRepr):
    r"""A tiling of a board, stored as an array of labels.

    Parameters
    ----------
    labels : signed integer array, shape (rows, columns), or (layers, rows, columns) for cubes
        The tile number of each cell: 0 to n - 1, in the order in which the tiles first appear in
        reading order; -1 for cells outside the board, and -2 for empty cells. `number_tiles`
        renumbers any label array in the order in which the tiles first appear.
    piece : int array, shape (n,), optional
        The piece of each tile, as an index into `names`. The array may be longer, but only its
        first n entries are used.
    names : sequence of str
        The names of the pieces.
    lattice : Lattice or str
        The lattice of the cells.
    surface : Surface
        The surface, which determines how the sides of the board are joined.
    colors : tuple of int or None
        The palette number of each piece, starting at 1, or None if the name of the piece determines
        its color. The tuple is empty if no piece specifies a color.
    marks : str array of the shape of `labels`, optional
        The mark shown on each cell, or "" if the cell has no mark. The array is None unless a rule
        of the problem depends on marks.

    Notes
    -----
    Two tilings are equal if their label arrays and `marks` are equal. If sides are joined, equal
    tilings may use different pieces. The arrays are read-only and, to save memory, may be views of
    arrays that contain many tilings.

    ``np.asarray(tiling)`` is the label array, and ``len(tiling)`` is the number of tiles. Iterating
    over a tiling yields the piece and the cells of each tile. ``bool(tiling)`` is always True, even
    if the tiling has no tiles.

    Raises
    ------
    TilingError
        If `labels` is not an array of signed integers with one axis for each dimension, or if
        `piece` is not a one-dimensional array of integers. Only `faults` checks whether the tiling
        is valid.

    Examples
    --------
    >>> tiling = Tiling.from_text("AAB\nABB")
    >>> len(tiling), tiling.shape
    (2, (2, 3))
    >>> print(tiling.text())
    AAB
    ABB
    >>> for piece, cells in Tiling([[0, 0, 1], [0, 1, 1]], [0, 0], ["L3"]):
    ...     print(piece, cells)
    L3 ((0, 0), (0, 1), (1, 0))
    L3 ((0, 2), (1, 1), (1, 2))
    """

    labels: NDArray[np.signedinteger[Any]]
    piece: NDArray[np.signedinteger[Any]] | None = None
    names: tuple[str, ...] = ()
    lattice: Lattice = SQUARES
    surface: Surface = FLAT
    colors: tuple[int | None, ...] = ()
    marks: NDArray[np.str_] | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "lattice", as_lattice(self.lattice))
        labels, dimension = as_labels(self.labels), self.lattice.dimension
        if labels.ndim != dimension or not np.issubdtype(labels.dtype, np.signedinteger):
            raise TilingError(
                f"labels must be a {dimension}-dimensional signed integer array, got "
                f"{labels.ndim}-dimensional "
                f"{labels.dtype}"
            )
        object.__setattr__(self, "labels", read_only(labels))
        if isinstance(self.names, str) or not isinstance(self.names, Iterable):
            raise TilingError(
                f"the names of the pieces must be a list of strings, got {format_value(self.names)}"
            )
        object.__setattr__(self, "names", tuple(self.names))
        object.__setattr__(self, "colors", tuple(self.colors) if any(self.colors) else ())
        if self.piece is not None:
            piece = as_labels(self.piece)
            if piece.ndim != 1 or (piece.size and not np.issubdtype(piece.dtype, np.integer)):
                raise TilingError(
                    f"pieces must be a 1-dimensional integer array, got {piece.ndim}-dimensional "
                    f"{piece.dtype}"
                )
            object.__setattr__(self, "piece", read_only(piece))
        if self.marks is not None:
            marks = np.asarray(self.marks)
            if marks.shape != labels.shape or marks.dtype.kind != "U":
                raise TilingError(
                    f"marks must be strings, one for each of {box_word(labels.shape)} cells"
                )
            object.__setattr__(self, "marks", read_only(marks))

    @classmethod
    def _of_arrays(
        cls,
        labels: NDArray[np.signedinteger[Any]],
        piece: NDArray[np.signedinteger[Any]] | None,
        names: tuple[str, ...],
        lattice: Lattice = SQUARES,
        surface: Surface = FLAT,
        colors: tuple[int | None, ...] = (),
        marks: NDArray[np.str_] | None = None,
    ) -> Tiling:
        """Return a tiling from read-only, signed arrays of the right shapes, such as those of a
        batch.
        """
        tiling = object.__new__(cls)
        tiling.__dict__.update(
            labels=labels,
            piece=piece,
            names=names,
            lattice=lattice,
            surface=surface,
            colors=colors,
            marks=marks,
        )
        return tiling

    @classmethod
    def from_text(cls, text: str, mask: NDArray[np.bool_] | Board | None = None) -> Tiling:
        r"""Read a tiling from text: the output of `text`, or a line drawing as printed on the
        command line.

        Parameters
        ----------
        text : str
            The text contains one character for each cell, or numbers separated by spaces. ``.`` is
            a cell outside the board, ``?`` is an empty cell, and any other character or number is a
            tile. Blank lines separate the layers of cubes. On boards with two dimensions, blank
            lines are ignored. Spaces around lines are always ignored. The first line can name the
            surface and lattice, such as ``torus:hex``. The text can also be a line drawing (see
            `tilewright.model.space.line_drawing.read_drawing`). In a line drawing, each enclosed
            region is a tile, and arrows show which sides are joined.
        mask : Board, or bool array, optional
            The board, or a mask of its cells. In a line drawing, a hole inside the board looks like
            a tile, so only the mask can identify holes. For cubes, the mask (with three axes)
            determines how many lines a layer has. A board also determines the lattice and the
            surface.

        Raises
        ------
        TilingError
            If the lines differ in length, if the text contains no cells, if the first line
            contradicts the board, or if a line drawing is invalid or does not show squares.

        Examples
        --------
        >>> Tiling.from_text("+-------+\n|   |   |\n|   +---+\n|   |   |\n+---+---+").labels.tolist()
        [[0, 1], [0, 2]]
        >>> Tiling.from_text("cube\nAA\nAB\n\nAB\nBB").labels.tolist()
        [[[0, 0], [0, 1]], [[0, 1], [1, 1]]]
        """  # noqa: E501
        if not isinstance(text, str):
            raise TilingError(f"expected a str, got {quoted(text)} ({type(text).__name__})")
        lattice, surface, lines = _split_space(text.splitlines())
        board = mask if isinstance(mask, Board) else None
        cells = mask.mask if isinstance(mask, Board) else mask
        if lattice is None:
            solid = cells is not None and cells.ndim == 3
            lattice = board.lattice if board is not None else CUBES if solid else SQUARES
        shape = None if cells is None else cells.shape
        if is_drawing(text):
            if lattice is not SQUARES:
                raise TilingError(
                    "a line drawing can show only squares, but the board is made of "
                    f"{lattice.cells}",
                    advice="use -o FILE.txt or -o FILE.jsonl to save tilings that can be read back",
                )
            drawn, joined = read_drawing("\n".join(lines))
            if cells is not None and shape == drawn.shape:
                drawn[~cells] = OUTSIDE
            labels: NDArray[Any] = drawn
            surface = surface or _DRAWN.get(joined, "")
            if board is None and not surface:
                raise TilingError(
                    "a line drawing with these joined sides can be read only together with its "
                    "board"
                )
        else:
            labels = _read_letters(lines)
            if lattice.dimension == 3:
                labels = _split_layers(labels, lines, shape)
        stated = Surface.named(surface, labels.shape, lattice) if surface else None
        if board is not None:
            if board.lattice is not lattice or (stated is not None and stated != board.surface):
                raise TilingError(
                    f"the text is a tiling of {surface or 'a board'} of {lattice.cells}, "
                    f"but the board is {board}"
                )
            stated = board.surface
        return cls(number_tiles(labels), lattice=lattice, surface=stated or FLAT)

    @property
    def shape(self) -> tuple[int, ...]:
        """The shape of the label array: (rows, columns), or (layers, rows, columns) for cubes."""
        return self.labels.shape

    def __len__(self) -> int:
        """Return the number of tiles."""
        return int(self.labels.max(initial=-1)) + 1

    def __bool__(self) -> bool:
        return True

    def __iter__(self) -> Iterator[tuple[str, tuple[Cell, ...]]]:
        """Yield the name of the piece of each tile ("" if unknown) and the cells of the tile."""
        names = self.piece_names() or [""] * len(self)
        yield from zip(names, cells_of_tiles(self.labels), strict=True)

    def __array__(self, dtype: DTypeLike | None = None, copy: bool | None = None) -> NDArray[Any]:
        return np.array(self.labels, dtype=dtype, copy=copy)

    def piece_names(self) -> list[str]:
        """Return the name of the piece of each tile, in the order of the tile numbers."""
        return (
            []
            if self.piece is None
            else [self.names[index] for index in self.piece[: len(self)].tolist()]
        )

    def transform(self, element: int | str) -> Tiling:
        """Return the image of the tiling under a symmetry of the lattice, with its tiles
        renumbered.

        The symmetry can be given by its number, or by a name such as ``"rotate 90"``
        (counterclockwise), ``"flip"`` (left to right) or ``"transpose"``. The error for an unknown
        name lists the valid names. Each tile keeps the name of its piece, even if a reflection
        turns a one-sided piece into its mirror image.

        Raises
        ------
        RequestError
            If `element` is not a symmetry of the lattice.
        """
        element = self.lattice.check_element(element)
        inside = self.labels != OUTSIDE
        grids = [self.labels - OUTSIDE, *([] if self.marks is None else [self.marks])]
        (image, *shown), surface = apply_to_space(self, element, inside, grids)
        image += OUTSIDE
        marks = shown[0] if shown else None
        labels = number_tiles(image)
        if self.piece is None:
            return Tiling(labels, lattice=self.lattice, surface=surface, marks=marks)
        piece = np.empty(len(self), dtype=self.piece.dtype)
        inside = image >= 0
        piece[labels[inside]] = self.piece[image[inside]]
        return Tiling(labels, piece, self.names, self.lattice, surface, self.colors, marks)

    def canonical(self, elements: Iterable[int] | None = None) -> Tiling:
        r"""Return the canonical form: the smallest image under the symmetries `elements`. Tilings
        that are images of each other have the same canonical form.

        Parameters
        ----------
        elements : iterable of int
            A group of symmetries; by default, all symmetries of the lattice. Images are compared by
            shape and then by labels in reading order, where cells without a tile come after all
            tiles.

        Examples
        --------
        >>> print(Tiling.from_text("AB\nAB").canonical())
        AA
        BB
        """
        if elements is None:
            elements = self.lattice.elements
        if not isinstance(elements, Iterable):
            raise TilingError(
                f"must be a list of symmetry numbers, got {format_value(elements)}",
                where="elements",
            )
        images = [self.transform(element) for element in elements]
        if not images:
            raise TilingError("must have at least one symmetry, got none", where="elements")
        return min(images, key=lambda tiling: (tiling.shape, tiling.labels.astype(">i8").tobytes()))

    def faults(self, problem: Problem | None = None) -> list[str]:
        """Return all faults of the tiling as sentences; the list is empty if the tiling is valid.

        Parameters
        ----------
        problem : Problem, optional
            A problem that the tiling must also solve. The check covers the board, the pieces and
            their numbers of copies, the marks, the placed pieces and the rules, and it shares no
            code with the engines.

        Notes
        -----
        A tiling without `piece` is valid if there is a valid way to assign its tiles to pieces. If
        sides are joined, the cells of a tile can form several shapes, depending on how the tile
        wraps around. If congruent tiles must not touch, and there are too many possible assignments
        to check them all, only faults that are certain are reported.
        """
        sentences = []
        lowest = int(self.labels.min(initial=0))
        if lowest < EMPTY:
            sentences.append(
                f"the label {lowest} is invalid; labels must be -2 (empty), -1 (off the board), "
                "or 0 and up (tiles)"
            )
        elif (fault := self._numbering_fault()) is not None:
            sentences.append(fault)
        elif self.piece is not None:
            piece = self.piece[: len(self)]
            if len(piece) < len(self):
                sentences.append(
                    f"the tiling has {len(self)} tiles, but `piece` lists only {len(piece)}"
                )
            elif piece.size and not 0 <= int(piece.min()) <= int(piece.max()) < len(self.names):
                wrong = int(((piece < 0) | (piece >= len(self.names))).argmax())
                sentences.append(
                    f"tile {wrong} has piece number {piece[wrong]}, but `pieces` has only "
                    f"{len(self.names)} names"
                )
        if problem is not None and not sentences:
            from tilewright.model.faults import tiling_faults
            from tilewright.model.problem import Problem

            if not isinstance(problem, Problem):
                raise TilingError(
                    f"problem must be a Problem, got {format_value(problem)}", where="problem"
                )
            sentences += tiling_faults(problem, self.labels, self.piece, self.names, self.marks)
        return sentences

    def _numbering_fault(self) -> str | None:
        """Tiles are numbered correctly if and only if no label exceeds all earlier labels by more
        than one.
        """
        flat = self.labels.ravel()
        before = np.maximum.accumulate(flat)
        wrong = flat[1:] > np.maximum(before[:-1], -1) + 1
        if flat.size and flat[0] > 0:
            position, following = 0, 0
        elif wrong.any():
            position = int(wrong.argmax()) + 1
            following = max(int(before[position - 1]), -1) + 1
        else:
            return None
        cell = cell_word(np.unravel_index(position, self.shape))
        return (
            "the tiles are not numbered 0, 1, … by first appearance in reading order: "
            f"the cell {cell} has tile {flat[position]}, but the next new tile must be {following}"
        )

    def text(self) -> str:
        """Return the tiling as text that `from_text` reads: one character for each cell, or numbers
        if there are more than 62 tiles.

        The first line names the surface and lattice unless the board consists of flat squares.
        Blank lines separate the layers of cubes.
        """
        prefix = space_prefix(self, self.shape)
        space = f"{prefix[:-1]}\n" if prefix else ""
        width = len(str(len(self) - 1))
        layers = self.labels.reshape(-1, *self.shape[-2:])
        return space + "\n\n".join(self._rows(layer, width) for layer in layers)

    def _rows(self, labels: NDArray[np.signedinteger[Any]], width: int) -> str:
        """Return the text of a layer."""
        if len(self) <= len(_CHARACTERS):
            characters = np.array([*_CHARACTERS, "?", "."])
            return "\n".join("".join(row) for row in characters[labels].tolist())
        words = {OUTSIDE: ".", EMPTY: "?"}
        return "\n".join(
            " ".join(words.get(label, str(label)).rjust(width) for label in row)
            for row in labels.tolist()
        )

    def heights(self) -> np.ma.MaskedArray[Any, np.dtype[np.int64]]:
        r"""Return Thurston's height function of a domino or lozenge tiling, at the corners of the
        cells.

        Returns
        -------
        masked int64 array
            For squares, the shape is (rows + 1, columns + 1), and the entry (r, c) belongs to the
            upper left corner of the cell (r, c). For triangles, the entry (r, c) belongs to the
            upper left corner of the rhomb of the cells (r, 2c) and (r, 2c + 1). Points outside the
            board are masked. In reading order, the first point of the board has height 0.

        Raises
        ------
        TilingError
            If the tiling contains empty cells or pieces other than dominoes or lozenges, or if the
            board has joined sides or a hole with unequal numbers of dark and light cells.

        Notes
        -----
                Along the border of a tile, the height rises by 1 if the cell on the right is dark
                (row + column is even; on triangles, those that point down) and falls by 1
                otherwise. Source: W. P. Thurston, *Conway's tiling groups*, Amer. Math. Monthly 97,
                1990.

        Examples
        --------
        >>> Tiling.from_text("AAB\nCCB").heights().tolist()
        [[0, 1, 0, 1], [-1, -2, -1, 2], [0, 1, 0, 1]]
        """
        height, known = Corners(self.labels, self.lattice, self.surface.joined).heights()
        return np.ma.MaskedArray(height, ~known)

    def to_json(self) -> dict[str, Any]:
        """Return the labels and the pieces as JSON values, as printed by ``--json``.

        ``lattice`` and ``surface`` are included only if the board does not consist of flat squares,
        and ``marks`` only if the tiling has marks.
        """
        return {
            "labels": self.labels.tolist(),
            "pieces": self.piece_names(),
            **({} if self.marks is None else {"marks": self.marks.tolist()}),
            **space_words(self, self.shape),
        }

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Tiling:
        """Return the tiling that the values returned by `to_json` describe.

        Raises
        ------
        TilingError
            If `data` does not contain ``labels`` with rows of equal length, or if the number of
            pieces differs from the number of tiles.
        """
        try:
            array = np.array(data["labels"])
            words = [str(word) for word in data.get("pieces") or []]
            lattice = as_lattice(data.get("lattice", "square"))
        except (AttributeError, IndexError, KeyError, TypeError, ValueError):
            array, words, lattice = np.zeros(0), [], SQUARES
        if array.ndim != lattice.dimension or not np.issubdtype(array.dtype, np.signedinteger):
            raise TilingError(
                "a tiling in JSON must have 'labels': rows of integers, all of the same length"
            )
        index = {
            check_text(word, "the name of a piece", error=TilingError): number
            for number, word in enumerate(dict.fromkeys(words))
        }
        piece = np.array([index[word] for word in words], dtype=np.int32) if words else None
        narrow = array.size and array.min() >= -(2**31) and array.max() < 2**31
        surface = Surface.named(data.get("surface", "flat"), array.shape, lattice)
        labels = array.astype(np.int32) if narrow else array
        shown = data.get("marks")
        try:
            marks = None if shown is None else np.array(shown, dtype=np.str_)
        except ValueError:
            raise TilingError("'marks' must be rows of strings, all of the same length") from None
        tiling = cls(labels, piece, tuple(index), lattice, surface, marks=marks)
        if piece is not None and len(piece) != len(tiling):
            raise TilingError(f"there are {len(tiling)} tiles, but `pieces` lists {len(piece)}")
        if faults := tiling.faults():
            raise TilingError("; ".join(faults))
        return tiling

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Tiling):
            return NotImplemented
        same = self.lattice is other.lattice and self.surface == other.surface
        if (self.marks is None) != (other.marks is None):
            return False
        alike = self.marks is None or np.array_equal(self.marks, other.marks)  # type: ignore[arg-type]
        return same and alike and np.array_equal(self.labels, other.labels)

    def __hash__(self) -> int:
        marks = None if self.marks is None else self.marks.tobytes()
        return hash((self.shape, self.labels.astype(np.int64).tobytes(), marks))

    def __str__(self) -> str:
        return self.text()

    def __repr__(self) -> str:
        surface = f"{self.surface}:" if self.surface.joined else ""
        box = box_word(self.shape)
        return f"<Tiling of {surface}{self.lattice.prefix}{box} by {len(self)} tiles>"


def _split_space(lines: list[str]) -> tuple[Lattice | None, str, list[str]]:
    """Return the lattice and surface in the first line (or None and ""), and the other lines."""
    for number, line in enumerate(lines):
        if line.strip():
            surface, lattice, rest = read_space(f"{line.strip()}:")
            if rest or number + 1 == len(lines):
                break
            return lattice, surface or "flat", ["", *lines[number + 1 :]]
    return None, "", lines


def _read_letters(lines: Sequence[str]) -> NDArray[np.int64]:
    """Return the labels of lines of characters or numbers, without blank lines."""
    lines = [line.strip() for line in lines if line.strip()]
    spaced = any(" " in line for line in lines) or _is_column(lines)
    rows: list[Sequence[str]] = [line.split() if spaced else line for line in lines]
    if not rows:
        raise TilingError("the text contains no cells")
    for number, row in enumerate(rows, start=1):
        if len(row) != len(rows[0]):
            raise TilingError(
                f"this line has {len(row)} cells, but the first line has {len(rows[0])}",
                where=f"line {number}",
            )
    numbers: dict[str, int] = {".": OUTSIDE, "?": EMPTY}
    return np.array([[numbers.setdefault(word, len(numbers) - 2) for word in row] for row in rows])


def _split_layers(
    labels: NDArray[np.int64], lines: Sequence[str], shape: tuple[int, ...] | None
) -> NDArray[np.int64]:
    """Return rows as layers: those of a board, or rows separated by blank lines."""
    if shape is not None and labels.shape == (shape[0] * shape[1], shape[2]):
        return labels.reshape(shape)
    sizes = [
        len(list(rows))
        for filled, rows in groupby(lines, lambda line: bool(line.strip()))
        if filled
    ]
    if len(set(sizes)) > 1:
        raise TilingError(f"the layers must have the same number of rows, got {sizes}")
    return labels.reshape(len(sizes), sizes[0], -1)


def _is_column(lines: list[str]) -> bool:
    """Whether each line is a single number, which is a column of more than 62 tiles."""
    numbers = [int(line) for line in lines if line.isdecimal() and len(line) < 18]
    plain = len(numbers) + lines.count(".") + lines.count("?") == len(lines)
    return plain and max(numbers, default=0) >= len(_CHARACTERS) and len(set(map(len, lines))) > 1


def check_labels(tiling: Tiling | ArrayLike) -> NDArray[np.int32]:
    """Return the label array of a tiling, or a plain array, as int32, or raise an error with all
    its faults.
    """
    if not isinstance(tiling, Tiling):
        array = np.asarray(tiling)
        if array.dtype.kind == "u" and array.size and int(array.max()) <= np.iinfo(np.int64).max:
            array = array.astype(np.int64)
        tiling = Tiling(array)
    if tiling.labels.size > _MOST_CELLS:
        raise TilingError(
            f"the array must have at most {_MOST_CELLS} cells, got {tiling.labels.size}"
        )
    labels = tiling.labels
    present = np.zeros(0, dtype=bool)
    faults = []
    lowest = int(labels.min(initial=0))
    if lowest < -2:
        faults.append(
            "labels must be -2 (empty), -1 (outside the board) or a tile number from 0 up, got "
            f"{labels[labels < -2][0]} at {first_cell(labels < -2)}"
        )
    highest = int(labels.max(initial=-1))
    if highest >= labels.size:
        faults.append(
            f"with {labels.size} cells, labels must be at most {labels.size - 1}, got {highest} at "
            f"{first_cell(labels == highest)}"
        )
    else:
        present = np.zeros(highest + 1, dtype=bool)
        present[labels[labels >= 0]] = True
        if not present.all():
            missing = np.flatnonzero(~present)
            faults.append(
                f"{len(missing)} of the tile numbers 0 to {highest} are unused; the first is "
                f"{missing[0]}"
            )
    if tiling.piece is not None and len(tiling.piece) < highest + 1:
        faults.append(
            f"the tiling has {highest + 1} tiles, but names the pieces of only {len(tiling.piece)} "
            "of them"
        )
    if faults:
        raise TilingError("; ".join(faults), where="tiling")
    return np.ascontiguousarray(labels, dtype=np.int32)
