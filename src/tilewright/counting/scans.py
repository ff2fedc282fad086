"""Scans: in which order the cells are taken, and when the rows of a board repeat."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from math import gcd

import numpy as np
from numpy.typing import NDArray

from tilewright.counting.moves import Options
from tilewright.problem import Problem

__all__ = ["Repeat", "Scan", "board_scans", "mirrors", "repeats"]


@dataclass(frozen=True, eq=False)
class Scan:
    """An order of the cells.

    Attributes
    ----------
    name : str
        ``"rows"`` or ``"columns"``: along which lines the cells are taken.
    position : (area,) int64
        The place of each cell.
    partner : (area,) int64 or None
        For a scan that takes each line from both ends at once, the place of each place's mirror
        image in its line.
    """

    name: str
    position: NDArray[np.int64]
    partner: NDArray[np.int64] | None = None


def board_scans(cells: NDArray[np.int32], *, folded: bool) -> list[Scan]:
    """Return the scans by rows and by columns.

    Parameters
    ----------
    cells : (a, 2) int32
        Row and column of each cell.
    folded : bool
        Take each line from its two ends inwards, so that mirror images come side by side.
    """
    scans = []
    for axis, name in ((0, "rows"), (1, "columns")):
        line, place = cells[:, axis].astype(np.int64), cells[:, 1 - axis].astype(np.int64)
        if not folded:
            order = np.lexsort((place, line))
            scans.append(Scan(name, _inverse(order)))
            continue
        mirrored = int(place.min() + place.max()) - place
        order = np.lexsort((place, np.minimum(place, mirrored), line))
        position = _inverse(order)
        image = _lookup(np.stack([line, place]), np.stack([line, mirrored]))
        if image is not None:
            partner = np.empty(len(cells), dtype=np.int64)
            partner[position] = position[image]
            scans.append(Scan(name, position, partner))
    return scans


def _inverse(order: NDArray[np.int64]) -> NDArray[np.int64]:
    position = np.empty(len(order), dtype=np.int64)
    position[order] = np.arange(len(order))
    return position


def _lookup(points: NDArray[np.int64], images: NDArray[np.int64]) -> NDArray[np.int64] | None:
    """Return the number of the point at each image; None if there is none at one of them."""
    width = int(max(points[1].max(), images[1].max())) + 1
    known, wanted = points[0] * width + points[1], images[0] * width + images[1]
    order = np.argsort(known)
    found = order[np.minimum(np.searchsorted(known, wanted, sorter=order), len(order) - 1)]
    return found if np.array_equal(known[found], wanted) else None


def mirrors(options: Options, image: NDArray[np.int64]) -> bool:
    """Whether a map of the cells takes options to options, counted kinds to themselves.

    Parameters
    ----------
    image : (area,) int64
        The image of each cell.
    """
    counted = np.array([options.bounded(kind) for kind in range(len(options.most))])
    kind = np.where(counted[options.kind], options.kind, -1)
    return np.array_equal(_sorted_sets(options, kind, None), _sorted_sets(options, kind, image))


def _sorted_sets(
    options: Options, kind: NDArray[np.int64], image: NDArray[np.int64] | None
) -> NDArray[np.int64]:
    """Return the options, (p, longest + 2), as rows in an order that does not depend on their numbers."""
    lengths = np.diff(options.start)
    longest = int(lengths.max(initial=0))
    rows = np.full((options.size, longest + 2), options.area, dtype=np.int64)
    where = np.arange(longest) < lengths[:, None]
    body = np.full((options.size, longest), options.area, dtype=np.int64)
    body[where] = options.item if image is None else image[options.item]
    body.sort(axis=1)
    rows[:, :longest] = body
    rows[:, longest] = kind
    rows[:, longest + 1] = options.copies
    return rows[np.lexsort(rows.T[::-1])]


@dataclass(frozen=True, eq=False)
class Repeat:
    """A rectangle that looks the same at each row (or column).

    Attributes
    ----------
    axis : int
        0 if the rows repeat, 1 if the columns do.
    width, length : int
        Cells of a row, and number of rows (or the other way round).
    shapes : list of (cells, 2) int64 arrays
        The oriented pieces, as (line, place in the line).
    """

    axis: int
    width: int
    length: int
    shapes: list[NDArray[np.int64]]
    optional: bool

    @cached_property
    def reach(self) -> int:
        """How many rows the highest oriented piece has."""
        return 1 + max((int(shape[:, 0].max()) for shape in self.shapes), default=0)

    @cached_property
    def row(self) -> tuple[object, ...]:
        """What says which moves a row has: equal for boards of any length that have the same."""
        return (self.width, self.optional, *(shape.tobytes() for shape in self.shapes))

    @property
    def period(self) -> int:
        """After how many rows the states are of the same kind again.

        The covered area is a multiple of the greatest common divisor g of the areas of the pieces,
        so at the end of row r the frontier holds -r * width cells modulo g.
        """
        area = gcd(*[len(shape) for shape in self.shapes], 1 if self.optional else 0)
        return area // gcd(area, self.width)

    def options(self) -> Options:
        """Return the options of a board long enough to show a row's moves and what lies behind them."""
        height = 2 + max((int(shape[:, 0].max()) for shape in self.shapes), default=0)
        height = max(height + 1, 2)
        items: list[NDArray[np.int64]] = []
        kinds: list[NDArray[np.int64]] = []
        nothing = np.zeros(0, dtype=np.int64)
        for number, shape in enumerate(self.shapes):
            lines = height - int(shape[:, 0].max())
            places = self.width - int(shape[:, 1].max())
            if places < 1:
                continue
            line, place = np.divmod(np.arange(lines * places), places)
            items.append((line[:, None] + shape[:, 0]) * self.width + place[:, None] + shape[:, 1])
            kinds.append(np.full(lines * places, number))
        area = height * self.width
        if self.optional:
            items.append(np.arange(area)[:, None])
            kinds.append(np.full(area, len(self.shapes)))
        lengths = np.concatenate([nothing, *(np.full(len(item), item.shape[1]) for item in items)])
        # Options are ordered by (first cell, kind), as placements are.
        count = len(self.shapes) + 1
        return Options(
            area=area,
            start=np.concatenate([[0], np.cumsum(lengths)]).astype(np.int64),
            item=np.concatenate([nothing, *(item.ravel() for item in items)]),
            kind=np.concatenate([nothing, *kinds]),
            copies=np.ones(len(lengths), dtype=np.int64),
            label=np.concatenate([nothing, *kinds]),
            least=np.zeros(count, dtype=np.int64),
            most=np.full(count, area, dtype=np.int64),
        )


def repeats(problem: Problem, axis: int | None = None) -> Repeat | None:
    """Return how a problem repeats from row to row; None if it does not.

    It does if the board is a full rectangle, pieces are unlimited and unmarked, none is placed, and
    any number of cells may stay empty or none.

    Parameters
    ----------
    problem : Problem
        Without faults.
    axis : int, optional
        0 to take rows, 1 columns; by default whichever are shorter.
    """
    board = problem.board
    rows, columns = board.shape
    optional = problem.empty_most > 0 and bool(problem.optional.any())
    free = problem.empty_least == 0 and (
        not optional or (problem.empty_most >= board.area and bool(problem.optional.all()))
    )
    if board.area != rows * columns or board.marks.any() or problem.placed or not free:
        return None
    if any(piece.least or piece.most is not None for piece in problem.pieces):
        return None
    oriented = [shape for piece in problem.pieces for shape in piece.orientations(problem.turn)]
    if any(mark for _, marks in oriented for mark in marks):
        return None
    shapes = [np.array(polyomino.cells, dtype=np.int64) for polyomino, _ in oriented]
    if axis is None:
        axis = 0 if columns <= rows else 1
    if axis == 1:
        shapes = [np.ascontiguousarray(shape[:, ::-1]) for shape in shapes]
        rows, columns = columns, rows
    return Repeat(axis, columns, rows, shapes, optional)
