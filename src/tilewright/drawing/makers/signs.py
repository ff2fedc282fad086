"""What stands on the cells of a picture: letters of tiles, marks, dates, and painted holes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from operator import index
from typing import Any, Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from tilewright.arguments import shown
from tilewright.board import Board
from tilewright.drawing.makers.ground import Ground
from tilewright.drawing.model.picture import Mark, Text
from tilewright.errors import RequestError
from tilewright.labels import OUTSIDE
from tilewright.lattices.polyomino import Cell
from tilewright.lattices.surface import is_flat_squares
from tilewright.puzzle import calendar_names

__all__ = [
    "board_marks",
    "calendar_texts",
    "checked_cells",
    "hole_marks",
    "inside",
    "letters_on",
    "marks_at",
    "signs_of",
]

#: The row and column of the upper left corner of a square around the middle of a cell.
Place: TypeAlias = tuple[float, float]


def board_marks(places: Iterable[tuple[Place, str]], single: bool) -> tuple[list[Mark], list[Text]]:
    """Return the marks and texts for marked places: dots if there is a single kind, else its letters."""
    if single:
        return [Mark(row, column) for (row, column), _ in places], []
    return [], [Text(row + 0.5, column + 0.5, word, 0.6, role="letter") for (row, column), word in places]


def letters_on(ground: Ground, words: Sequence[str], count: int, signs: Iterable[Mark | Text]) -> list[Text]:
    """Put each tile's name on the cell of it that is nearest to its middle and has no mark."""
    cells = np.argwhere(ground.labels >= 0)
    tile = ground.labels[tuple(cells.T)]
    rows, columns = np.array(ground.place(cells), dtype=np.float64).reshape(-1, 2).T
    size = np.maximum(np.bincount(tile, minlength=count), 1)
    off = np.hypot(
        rows - (np.bincount(tile, rows, count) / size)[tile],
        columns - (np.bincount(tile, columns, count) / size)[tile],
    )
    # Dots and letters that stand there already: texts are placed by their middles.
    taken = [
        (sign.row, sign.column) if isinstance(sign, Mark) else (sign.row - 0.5, sign.column - 0.5)
        for sign in signs
    ]
    if taken:
        place = {(round(row, 3), round(column, 3)) for row, column in taken}
        marked = [
            (round(row, 3), round(column, 3)) in place
            for row, column in zip(rows.tolist(), columns.tolist(), strict=True)
        ]
        off[marked] += sum(ground.labels.shape)
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
    marks: Board | Iterable[Cell] | None, ground: Ground
) -> tuple[tuple[Mark, ...], tuple[Text, ...]]:
    """Return the marks and texts for the marks of a board, or for cells to be marked."""
    if marks is None:
        return (), ()
    if not isinstance(marks, Board):
        return tuple(marks_at(marks, ground, "marks", "dot")), ()
    where = np.argwhere(marks.marks)
    words = [marks.alphabet[number - 1] for number in marks.marks[tuple(where.T)].tolist()]
    placed = zip(ground.place(where), words, strict=True)
    dots, texts = board_marks(placed, single=len(marks.alphabet) == 1)
    return tuple(dots), tuple(texts)


def marks_at(
    cells: Iterable[Cell], ground: Ground, where: str, kind: Literal["dot", "ring", "hole"]
) -> list[Mark]:
    """Return the same mark on some cells; `where` is the argument that names them."""
    dimension = ground.labels.ndim
    named = [inside(cell, ground.labels) for cell in checked_cells(cells, where, dimension)]
    return [Mark(row, column, kind) for row, column in ground.place(named)]


def calendar_texts(ground: Ground) -> list[Text]:
    """Write the months and days of a calendar's board on the cells that no tile covers, the date in bold."""
    labels = ground.labels
    if not is_flat_squares(ground):
        return []
    return [
        Text(row + 0.5, column + 0.5, name, 0.36, role="label" if free else "note", bold=bool(free))
        for (row, column), name in calendar_names(labels != OUTSIDE).items()
        if (free := labels[row, column] == OUTSIDE) or labels[row, column] < 0
    ]


def hole_marks(holes: bool | Iterable[Cell], ground: Ground) -> tuple[Mark, ...]:
    """Return the marks of the holes: all of them, none, or those named; where cells are no squares, none."""
    if isinstance(holes, bool):
        holes = map(tuple, np.argwhere(ground.labels == OUTSIDE).tolist()) if holes else ()
    marks = marks_at(holes, ground, "holes", "hole")
    return tuple(marks) if ground.is_raster else ()


def checked_cells(given: object, where: str, dimension: int = 2) -> Iterable[Cell]:
    """Return cells that an argument names.

    Raises
    ------
    RequestError
        If they are no cells.
    """
    what = "pair (row, column)" if dimension == 2 else "triple (layer, row, column)"
    if not isinstance(given, Iterable) or isinstance(given, str):
        raise RequestError(f"cells are {what.replace(' ', 's ', 1)}, not {shown(given)}", where=where)
    for cell in given:
        try:
            numbers = tuple(map(index, cell))
        except (TypeError, ValueError):
            numbers = ()
        if len(numbers) != dimension:
            raise RequestError(f"a cell is a {what}, not {shown(cell)}", where=where)
        yield numbers


def inside(cell: Cell, labels: NDArray[Any]) -> Cell:
    """Return a cell of the picture.

    Raises
    ------
    RequestError
        If it is outside.
    """
    if not all(0 <= x < size for x, size in zip(cell, labels.shape, strict=True)):
        words, shape = ",".join(map(str, cell)), "x".join(map(str, labels.shape))
        raise RequestError(f"the cell {words} is outside the {shape} picture")
    return cell
