"""What stands on the cells of a picture: letters of tiles, marks, dates, and painted holes."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterable, Sequence
from operator import index
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tilewright.arguments import shown
from tilewright.board import Board
from tilewright.catalog import family
from tilewright.drawing.model.picture import Mark, Text
from tilewright.errors import RequestError
from tilewright.piece import Piece
from tilewright.polyomino import Cell
from tilewright.puzzle import calendar_names
from tilewright.tiling import OUTSIDE

__all__ = [
    "board_marks",
    "calendar_texts",
    "checked_cells",
    "hole_marks",
    "inside",
    "letters_on",
    "piece_label",
    "signs_of",
    "tile_labels",
    "with_holes",
]

#: The largest pieces with letters: beyond, they have numbers, which tell nobody anything.
_LETTERED = 5
#: The label of a piece that has a letter: the letter, its size, and its orientation if it has one.
_LETTER = re.compile(r"([A-Z])([1-9])((?:\.[0-9]+)?)")


@functools.cache
def piece_label(name: str) -> str:
    """Return what to write on a tile: ``hexomino:12`` is 12, a drawing the name of what it shows.

    Examples
    --------
    >>> [piece_label(name) for name in ("F5", "hexomino:12", "###/###", "#o#", "###/#.#/###")]
    ['F5', '12', '2x3', 'I3', '']
    """
    last = name.rpartition(":")[2]
    if not set(last) & set("#/"):
        return {"monomino": "1", "domino": "2"}.get(last, last)
    try:
        shape = Piece.parse(name).polyomino
    except RequestError:
        return ""
    size = len(shape)
    if size == shape.rows * shape.columns and size > _LETTERED:
        return f"{min(shape.rows, shape.columns)}x{max(shape.rows, shape.columns)}"
    canonical = shape.canonical("free")
    if size <= 2:
        return str(size)
    if size <= _LETTERED:
        return next(
            f"{letter}{size}" for letter, other in family(size) if other.canonical("free") == canonical
        )
    return ""


def tile_labels(names: Sequence[str]) -> list[str]:
    """Return what to write on tiles of pieces with these names: without the size where all letters have the same.

    Examples
    --------
    >>> tile_labels(["F5", "I5", "###/###"]), tile_labels(["L3", "L4"])
    (['F', 'I', '2x3'], ['L3', 'L4'])
    """
    labels = [piece_label(name) for name in names]
    lettered = [_LETTER.fullmatch(label) for label in labels]
    if len({match[2] for match in lettered if match}) > 1:
        return labels
    return [match[1] + match[3] if match else label for label, match in zip(labels, lettered, strict=True)]


def board_marks(cells: Iterable[tuple[Cell, str]], single: bool) -> tuple[list[Mark], list[Text]]:
    """Return the marks and texts for marked cells: dots if there is a single kind, else its letters."""
    if single:
        return [Mark(row, column) for (row, column), _ in cells], []
    return [], [Text(row + 0.5, column + 0.5, word, 0.6, role="letter") for (row, column), word in cells]


def letters_on(
    labels: NDArray[Any], words: Sequence[str], count: int, signs: Iterable[Mark | Text]
) -> list[Text]:
    """Put each tile's name on the cell of it that is nearest to its middle and has no mark."""
    rows, columns = np.nonzero(labels >= 0)
    tile = labels[rows, columns]
    size = np.maximum(np.bincount(tile, minlength=count), 1)
    off = np.hypot(
        rows - (np.bincount(tile, rows, count) / size)[tile],
        columns - (np.bincount(tile, columns, count) / size)[tile],
    )
    marked = np.zeros(labels.shape, dtype=bool)
    for sign in signs:
        marked[int(sign.row), int(sign.column)] = True
    off[marked[rows, columns]] += sum(labels.shape)
    order = np.lexsort((off.round(6), tile))
    first = np.unique(tile[order], return_index=True)[1]
    return [
        Text(row + 0.5, column + 0.5, word, 0.5 if len(word) < 3 else 0.36, role="letter")
        for row, column, number in zip(
            rows[order][first].tolist(),
            columns[order][first].tolist(),
            tile[order][first].tolist(),
            strict=True,
        )
        if (word := words[number] if words else str(number))
    ]


def signs_of(
    marks: Board | Iterable[Cell] | None, labels: NDArray[Any]
) -> tuple[tuple[Mark, ...], tuple[Text, ...]]:
    """Return the marks and texts for the marks of a board, or for cells to be marked."""
    if marks is None:
        return (), ()
    if not isinstance(marks, Board):
        return tuple(Mark(*inside(cell, labels)) for cell in checked_cells(marks, "marks")), ()
    cells = [
        ((row, column), marks.alphabet[int(marks.marks[row, column]) - 1])
        for row, column in np.argwhere(marks.marks).tolist()
    ]
    dots, texts = board_marks(cells, single=len(marks.alphabet) == 1)
    return tuple(dots), tuple(texts)


def calendar_texts(labels: NDArray[Any]) -> list[Text]:
    """Write the months and days of a calendar's board on the cells that no tile covers, the date in bold."""
    return [
        Text(row + 0.5, column + 0.5, name, 0.36, role="label" if free else "note", bold=bool(free))
        for (row, column), name in calendar_names(labels != OUTSIDE).items()
        if (free := labels[row, column] == OUTSIDE) or labels[row, column] < 0
    ]


def hole_marks(holes: bool | Iterable[Cell], labels: NDArray[Any]) -> tuple[Mark, ...]:
    """Return the marks of the holes: all of them, none, or those named."""
    if isinstance(holes, bool):
        cells = np.argwhere(labels == OUTSIDE).tolist() if holes else []
        return tuple(Mark(row, column, "hole") for row, column in cells)
    return tuple(Mark(*inside(cell, labels), "hole") for cell in checked_cells(holes, "holes"))


def with_holes(labels: NDArray[Any], removed: Sequence[Mark]) -> NDArray[Any]:
    """Return the labels with one more region where holes are painted, so that these get an edge."""
    if not removed:
        return labels
    joined = labels.copy() if labels.dtype.itemsize > 2 else labels.astype(np.int32)
    joined[[mark.row for mark in removed], [mark.column for mark in removed]] = (
        int(labels.max(initial=-1)) + 1
    )
    return joined


def checked_cells(given: object, where: str) -> Iterable[Cell]:
    """Return cells that an argument names.

    Raises
    ------
    RequestError
        If they are no cells.
    """
    if not isinstance(given, Iterable) or isinstance(given, str):
        raise RequestError(f"cells are pairs (row, column), not {shown(given)}", where=where)
    for cell in given:
        try:
            row, column = map(index, cell)
        except (TypeError, ValueError):
            raise RequestError(f"a cell is a pair (row, column), not {shown(cell)}", where=where) from None
        yield row, column


def inside(cell: Cell, labels: NDArray[Any]) -> tuple[int, int]:
    """Return a cell of the picture.

    Raises
    ------
    RequestError
        If it is outside.
    """
    row, column = cell
    rows, columns = labels.shape
    if not (0 <= row < rows and 0 <= column < columns):
        raise RequestError(f"the cell {row},{column} is outside the {rows}x{columns} picture")
    return row, column
