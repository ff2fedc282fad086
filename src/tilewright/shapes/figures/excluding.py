"""The smallest set of cells to remove from a board so that no piece fits into the rest.

Each placement must lose a cell. Small boxes give better bounds: to exclude an L of three cells from
a 2 x 2 square, two cells must be removed. The minimum for each small box is found separately, and a
covering program combines these minima.
"""

from __future__ import annotations

import heapq
import itertools
import math
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from importlib.util import find_spec

import numpy as np
from numpy.typing import NDArray

from tilewright.model.board import Board
from tilewright.model.space.lattice import Cell
from tilewright.shapes.cells import Cells
from tilewright.shapes.figures.fewest_problem import Excludes
from tilewright.shapes.figures.meeting import MeetSearch, SearchPlan
from tilewright.solving.covering import Covering, Group

#: The largest boxes, the most cells of all of them, and the most that differ.
_LARGEST, _ENTRIES, _DIFFERENT = 16, 100_000, 1000
#: The most cells of all placements of a covering program.
_PLACED = 500_000


def plan_exclusion(requirement: Excludes) -> SearchPlan:
    """Search with a covering program, or without it if HiGHS is missing or the program would be too
    large.
    """
    board = requirement.board
    cells = [*map(tuple, np.argwhere(board.mask).tolist())]
    numbered = requirement.placements(board)
    placements = [frozenset(cells[number] for number in placement) for placement in numbered]
    entries = sum(map(len, placements))
    enough = partial(hit_placements, placements)
    if not placements or entries > _PLACED or find_spec("highspy") is None:
        search = _search(board, cells, numbered)
        return map(search.find, itertools.count()), enough
    exclusion = _Exclusion(requirement, cells, numbered, enough())
    return exclusion.search(), lambda: exclusion.best


def _search(
    board: Board, cells: Sequence[Cell], placements: Iterable[frozenset[int]]
) -> MeetSearch:
    """Return a search for cells that intersect all placements, given by the numbers of cells."""
    singles = [np.array(sorted(placement))[:, None] for placement in placements]
    return MeetSearch(board.lattice, cells, singles, connected=False)


class _Exclusion:
    """A search for the smallest set of cells that intersects all placements, and the best known
    set.
    """

    def __init__(
        self,
        requirement: Excludes,
        cells: Sequence[Cell],
        placements: Sequence[frozenset[int]],
        enough: Cells,
    ) -> None:
        self._requirement, self._cells, self._enough = requirement, cells, enough
        self._placements = placements
        self._covering: Covering | None = None

    @property
    def best(self) -> Cells:
        """The smallest known set of cells that intersects all placements."""
        if self._covering is None:
            return self._enough
        return frozenset(self._cells[number] for number in self._covering.best.tolist())

    def search(self) -> Iterator[Cells | None]:
        """Yield None for each number of cells that is not enough, and then the minimum."""
        number = {cell: index for index, cell in enumerate(self._cells)}
        groups = [Group(tuple(sorted(placement)), 1) for placement in self._placements]
        groups += _count_in_boxes(self._requirement, number)
        enough = sorted(number[cell] for cell in self._enough)
        self._covering = Covering(len(number), groups, enough)
        for most in itertools.count():
            yield None if self._covering.find(most) is None else self.best


def _count_in_boxes(requirement: Excludes, number: dict[Cell, int]) -> Iterator[Group]:
    """Yield the cells of small boxes, and how many of them must be removed, if this does not follow
    from smaller boxes.
    """
    mask = requirement.board.mask
    periods = requirement.lattice.periods
    known: dict[tuple[Cell, Cell], int] = {}
    least_of: dict[tuple[Cell, bytes], int] = {}
    entries = 0
    for sides in sorted(_list_boxes(mask.shape), key=math.prod):
        corners = itertools.product(
            *(
                range(0, length - side + 1, period)
                for length, side, period in zip(mask.shape, sides, periods, strict=True)
            )
        )
        for corner in corners:
            part = mask[tuple(slice(x, x + side) for x, side in zip(corner, sides, strict=True))]
            implied = _join_boxes(known, corner, sides, periods)
            key = (sides, part.tobytes())
            if key not in least_of:
                if len(least_of) >= _DIFFERENT:
                    return
                least_of[key] = _fewest_in_box(requirement, part, implied)
            known[corner, sides] = least = least_of[key]
            if least > max(1, implied):
                inside = (np.argwhere(part) + corner).tolist()
                yield Group(tuple(number[tuple(cell)] for cell in inside), least)
                entries += len(inside)
                if entries > _ENTRIES:
                    return


def _list_boxes(shape: Cell) -> Iterator[Cell]:
    """Yield the sides of the boxes with few cells inside a larger box."""
    if not shape:
        yield ()
        return
    for rest in _list_boxes(shape[1:]):
        for side in range(1, min(shape[0], _LARGEST // math.prod(rest)) + 1):
            yield (side, *rest)


def _join_boxes(
    known: dict[tuple[Cell, Cell], int], corner: Cell, sides: Cell, periods: Cell
) -> int:
    """Return the minimum number of cells that follows from two smaller boxes that form a box."""
    most = 0
    for axis, side in enumerate(sides):
        for cut in range(periods[axis], side, periods[axis]):
            first = (*sides[:axis], cut, *sides[axis + 1 :])
            second = (*sides[:axis], side - cut, *sides[axis + 1 :])
            beside = (*corner[:axis], corner[axis] + cut, *corner[axis + 1 :])
            most = max(most, known.get((corner, first), 0) + known.get((beside, second), 0))
    return most


def _fewest_in_box(requirement: Excludes, mask: NDArray[np.bool_], least: int) -> int:
    """Return the minimum number of cells to remove from a part of a board, which is at least
    `least`.
    """
    if not mask.any():
        return 0
    board = Board(mask, lattice=requirement.lattice)
    cells = [*map(tuple, np.argwhere(board.mask).tolist())]
    placements = requirement.placements(board)
    if not placements:
        return 0
    search = _search(board, cells, placements)
    return next(most for most in itertools.count(least) if search.find(most) is not None)


def hit_placements(placements: Sequence[Cells]) -> Cells:
    """Return cells that intersect all placements, chosen greedily: always the cell in the most
    remaining placements.
    """
    of: dict[Cell, list[int]] = {}
    for number, placement in enumerate(placements):
        for cell in placement:
            of.setdefault(cell, []).append(number)
    left = {cell: len(numbers) for cell, numbers in of.items()}
    met = [0] * len(placements)
    chosen = set[Cell]()
    waiting = [(-count, cell) for cell, count in left.items()]
    heapq.heapify(waiting)
    while waiting:
        count, cell = heapq.heappop(waiting)
        if count + left[cell]:
            heapq.heappush(waiting, (-left[cell], cell))
        elif count:
            chosen.add(cell)
            for number in of[cell]:
                for other in () if met[number] else placements[number]:
                    left[other] -= 1
                met[number] += 1
    for cell in sorted(chosen):
        # Later cells can make earlier ones superfluous.
        if all(met[number] > 1 for number in of[cell]):
            chosen.discard(cell)
            for number in of[cell]:
                met[number] -= 1
    return frozenset(chosen)
