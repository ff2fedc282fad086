"""Coronas: rings of copies around a piece, and the proof that there are no more.

The Heesch number of a piece that does not tile is the greatest number of rings around it. A ring is made of copies that
touch what they surround, and nothing of that is at its outside. Hc counts rings without holes, Hh allows holes in the last
one (C. S. Kaplan, "Heesch numbers of unmarked polyforms", Contrib. Discrete Math. 17, 2022).
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum

import numpy as np
from numpy.typing import NDArray

from tilewright.deadline import check_time
from tilewright.lattices.lattice import Cell, Turn
from tilewright.lattices.polyform import Polyform

__all__ = ["Holes", "RingOutcome", "Surrounding", "copies"]

#: Nodes between two looks at the clock.
_CHUNK = 5_000
#: Nodes after which a search begins anew, and the factor by which they grow.
_FIRST = 1_000
_GROWTH = 1.5
#: Copies for which there is room at first.
_ROOM = 64
#: The most nodes of a proof; a longer one is not written down.
_LONGEST = 500_000


class Holes(IntEnum):
    """Which rings may have holes."""

    NONE = 0
    LAST = 1
    ANY = 2


class RingOutcome(IntEnum):
    """What a search for rings came to."""

    MORE = 0
    FOUND = 1
    NONE = 2


def copies(polyform: Polyform, turn: Turn) -> list[list[tuple[Cell, ...]]]:
    """Return for each kind of cell the copies that cover one, as steps from it; sorted, and so are the steps of each."""
    lattice = polyform.lattice
    found: list[set[tuple[Cell, ...]]] = [set() for _ in range(lattice.kinds)]
    for oriented in polyform.orientations(turn):
        for row, column in oriented.cells:
            steps = tuple(sorted((r - row, c - column) for r, c in oriented.cells))
            found[column % lattice.kinds].add(steps)
    return [sorted(each) for each in found]


class Surrounding:
    """One search for a number of rings around a piece; `run` it until it says what came of it.

    Parameters
    ----------
    polyform : Polyform
        A connected piece without holes.
    turn : {"free", "one-sided"}
    levels : int
        How many rings.
    holes : Holes
        Which of them may have holes.

    Attributes
    ----------
    outcome : RingOutcome
    nodes : int
        How many cells it has chosen since it last began anew.
    spent : int
        How many in all.
    """

    def __init__(self, polyform: Polyform, turn: Turn, levels: int, holes: Holes) -> None:
        from tilewright.kernels.tessellation import surround as kernel

        lattice = polyform.lattice
        listed = copies(polyform, turn)
        self.levels, self.holes, self.outcome = levels, holes, RingOutcome.MORE
        self.spent, self._patience = 0, _FIRST
        reach = 1 + max(max(abs(a), abs(b)) for kind in listed for steps in kind for a, b in steps)
        # A copy of the last ring takes copies away from cells that are further out by its own length.
        side = (levels + 2) * reach + 4
        rows, width = 2 * side + 1, 2 * (side + side % 2) + 2
        self._middle = (side, side + side % 2)
        self._width = width
        middle = side * width + self._middle[1]

        def flat(steps: Sequence[Cell], length: int = 0) -> list[int]:
            return [r * width + c for r, c in steps] + [0] * (length - len(steps))

        def by_kind(kinds: Sequence[Sequence[Cell]]) -> NDArray[np.int64]:
            most = max(len(steps) for steps in kinds)
            return np.array([flat(steps, most) for steps in kinds], dtype=np.int64)

        offsets = np.array([[flat(steps) for steps in kind] for kind in listed], dtype=np.int64)
        corners = (np.arange(lattice.kinds)[:, None] + offsets[:, :, 0]) % width % lattice.kinds
        numbers: dict[tuple[int, bytes], int] = {}
        form = np.empty(corners.shape, dtype=np.int64)
        for place, kind in np.ndenumerate(corners):
            own = int(kind), (offsets[place] - offsets[place][0]).tobytes()
            form[place] = numbers.setdefault(own, len(numbers))
        corner = np.array([kind for kind, _ in numbers], dtype=np.int64)
        cells = np.array([np.frombuffer(steps, dtype=np.int64) for _, steps in numbers])
        words = -(-offsets.shape[1] // 64)
        around = kernel.prepare(offsets, cells, corner, by_kind(lattice.touching), width, middle, words)
        self._forms = kernel.CopyTables(offsets, form, cells, corner, by_kind(lattice.faces), *around)
        depth = rows * width // len(polyform) + 2
        level, target, option, stage = np.zeros((4, depth), dtype=np.int64)
        self._run = kernel.SurroundState(
            grid=np.zeros(rows * width, dtype=np.int64),
            alive=np.zeros((rows * width, words), dtype=np.uint64),
            seen=np.zeros(rows * width, dtype=np.int64),
            place=np.zeros((depth, 2), dtype=np.int64),
            level=level,
            target=target,
            option=option,
            stage=stage,
            before=np.empty((_ROOM, *self._forms.taken.shape[1:]), dtype=np.uint64),
            state=np.array([0, 1, 0, 0], dtype=np.int64),
            weight=np.ones(rows * width, dtype=np.int64),
            log=np.zeros(_LONGEST, dtype=np.int64),
        )
        steps = np.array(flat(polyform.cells), dtype=np.int64)
        first = numbers[polyform.cells[0][1] % lattice.kinds, (steps - steps[0]).tobytes()]
        kernel.beginning(self._forms, self._run, first, middle + int(steps[0]))

    @property
    def nodes(self) -> int:
        """Cells that were chosen to be covered since the search last began anew."""
        return int(self._run.state[2])

    def run(self, nodes: int) -> RingOutcome:
        """Search on until `nodes` nodes are taken in all."""
        from tilewright.kernels.tessellation.surround import advance, again

        while self.outcome is RingOutcome.MORE and self.spent < nodes:
            check_time()
            if self.nodes >= self._patience:
                again(self._forms, self._run)
                self._patience = int(self._patience * _GROWTH)
            before = self.nodes
            budget = min(before + min(_CHUNK, nodes - self.spent), self._patience)
            if self._run.state[0] == len(self._run.before):
                self._run = self._run._replace(before=np.concatenate((self._run.before,) * 2))
            self.outcome = RingOutcome(
                advance(self._forms, self._run, self._width, self.levels, int(self.holes), budget)
            )
            self.spent += self.nodes - before
        return self.outcome

    def rings(self) -> list[list[list[Cell]]]:
        """Return the cells of each copy of each ring that was found."""
        run, found = self._run, [[] for _ in range(self.levels)]  # type: ignore[var-annotated]
        placed = int(run.state[0])
        for (form, corner), level in zip(
            run.place[1:placed].tolist(), run.level[1:placed].tolist(), strict=True
        ):
            cells = [self._cell(corner + step) for step in self._forms.cells[form].tolist()]
            found[level - 1].append(sorted(cells))
        return found

    def proof(self) -> list[Cell | None] | None:
        """Return the cell of each node of a search that found nothing, in the order in which they were entered.

        A cell is None where a ring has a hole; all is None if there are too many.
        """
        log = self._run.log
        if self.nodes > len(log):
            return None
        return [None if cell < 0 else self._cell(cell) for cell in log[: self.nodes].tolist()]

    def _cell(self, flat: int) -> Cell:
        return flat // self._width - self._middle[0], flat % self._width - self._middle[1]
