"""The search for the smallest set of cells that contains at least one set from each of several
lists.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

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
    """Sets of cells, and a search for the fewest cells that contain one set for each requirement.

    A requirement is an array of shape (n, k): the numbers of the k cells of each of its n sets.
    """

    def __init__(
        self,
        lattice: Lattice,
        cells: Sequence[Cell],
        requirements: Sequence[NDArray[np.int64]],
        *,
        connected: bool,
    ) -> None:
        self.cells, count = cells, len(cells)
        single = all(sets.shape[1] == 1 for sets in requirements)
        # Each cell alone is a set, with the number of the cell; the other sets follow.
        shapes = np.array([(1, count), *((sets.shape[1], len(sets)) for sets in requirements)])
        larger = np.where(shapes[:, 0] > 1, shapes[:, 1], 0)
        after = count + np.cumsum(larger)
        listed = [
            sets[:, 0] if sets.shape[1] == 1 else np.arange(end - len(sets), end)
            for sets, end in zip(requirements, after[1:].tolist(), strict=True)
        ]
        members = [np.arange(count), *(sets.ravel() for sets in requirements if sets.shape[1] > 1)]
        larger[0] = count
        self._sizes = np.repeat(shapes[:, 0], larger).astype(np.int32)
        member = np.concatenate(members).astype(np.int32)
        owner, entry = grouped(member, count)
        number = {cell: index for index, cell in enumerate(cells)}
        sides = max(map(len, lattice.faces))
        neighbors = np.full((count, sides), -1, dtype=np.int32)
        for index, place in enumerate(cells):
            beside = [number.get(other, -1) for other in lattice.neighbors(place)]
            neighbors[index, : len(beside)] = beside
        self._problem = MeetProblem(
            starts([*map(len, listed)]).astype(np.int32),
            np.concatenate([np.zeros(0), *listed]).astype(np.int32),
            starts(self._sizes).astype(np.int32),
            member,
            owner.astype(np.int32),
            np.repeat(np.arange(len(self._sizes), dtype=np.int32), self._sizes)[entry],
            neighbors,
            np.array([0, connected, single], dtype=np.int64),
        )
        self._choices = max([count, *map(len, listed)])

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
