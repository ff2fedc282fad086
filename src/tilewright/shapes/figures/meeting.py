"""The search for the smallest set of cells that contains at least one set from each of several
lists.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from tilewright.kernels.figures.meet import (
    FINISHED,
    MOST,
    PAUSED,
    MeetProblem,
    MeetState,
    advance,
)
from tilewright.model.space.lattice import Cell, Lattice
from tilewright.shapes.cells import Cells
from tilewright.system.values.arrays import grouped, starts
from tilewright.system.work.deadline import check_time

#: Steps of a search between two looks at the clock, and the requirements that they may look at.
_BUDGET, _REQUIREMENTS = 1 << 12, 1 << 23
#: A search that yields None for each number of cells that is not enough, and then the fewest; and
#: a function that returns some cells that are enough, at once.
SearchPlan = tuple[Iterator[Cells | None], Callable[[], Cells]]


class MeetSearch:
    """Sets of cells, and a search for the fewest cells that contain one set for each
    requirement.
    """

    def __init__(
        self,
        lattice: Lattice,
        cells: Iterable[Cell],
        requirements: Iterable[Iterable[Cells]],
        *,
        connected: bool,
    ) -> None:
        self.cells = sorted(cells)
        number = {cell: index for index, cell in enumerate(self.cells)}
        sets = {frozenset([cell]): index for cell, index in number.items()}
        alternatives = [
            [sets.setdefault(group, len(sets)) for group in requirement]
            for requirement in requirements
        ]
        member = [[number[cell] for cell in sorted(group)] for group in sets]
        start, members = _join_rows(member)
        owner, entry = grouped(members, len(self.cells))
        self._sizes = np.diff(start)
        sides = max(map(len, lattice.faces))
        neighbors = np.full((len(self.cells), sides), -1, dtype=np.int32)
        for index, place in enumerate(self.cells):
            beside = [number.get(other, -1) for other in lattice.neighbors(place)]
            neighbors[index, : len(beside)] = beside
        single = all(index < len(self.cells) for row in alternatives for index in row)
        self._problem = MeetProblem(
            *_join_rows(alternatives),
            start,
            members,
            owner.astype(np.int32),
            np.repeat(np.arange(len(member), dtype=np.int32), self._sizes)[entry],
            neighbors,
            np.array([0, connected, single], dtype=np.int64),
        )
        #: The cells of all sets together.
        self.entries = int(self._sizes.sum())
        self._choices = max([len(self.cells), *map(len, alternatives)])

    def find(self, most: int) -> Cells | None:
        """Return at most `most` cells that meet the requirements, or None if there are no such
        cells.

        Raises
        ------
        TimeLimitError
            When the current deadline passes.
        """
        check_time()
        count = len(self.cells)
        self._problem.options[MOST] = most = min(most, count)
        state = MeetState(
            self._sizes.copy(),
            np.zeros(len(self._sizes), dtype=np.int32),
            np.zeros(count, dtype=np.uint8),
            np.zeros(most + 1, dtype=np.int32),
            np.zeros((most + 2, 4), dtype=np.int32),
            np.zeros((most + 2, self._choices), dtype=np.int32),
            np.zeros(count, dtype=np.int64),
            np.zeros((2, count), dtype=np.int32),
            np.array([0, 0, 1, 0, 0], dtype=np.int64),
        )
        budget = max(1, min(_BUDGET, _REQUIREMENTS // len(self._problem.first)))
        while (result := advance(self._problem, state, budget)) == PAUSED:
            check_time()
        if result == FINISHED:
            return None
        return frozenset(self.cells[number] for number in np.flatnonzero(state.inside).tolist())


def _join_rows(rows: Sequence[Sequence[int]]) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """Return the start of each row in the concatenated rows, and the concatenated rows."""
    return starts([*map(len, rows)]).astype(np.int32), np.array(
        [*itertools.chain(*rows)], dtype=np.int32
    )
