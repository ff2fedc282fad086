"""Coronas: rings of copies around a piece, and the proof that there are no more.

The Heesch number of a piece that does not tile is the greatest number of rings around it. A ring is made of copies that
touch what they surround, and nothing of that is at its outside. Hc counts rings without holes, Hh allows holes in the last
one (C. S. Kaplan, "Heesch numbers of unmarked polyforms", Contrib. Discrete Math. 17, 2022).
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum

import numpy as np
from numpy.typing import NDArray

from tilewright.deadline import check_time
from tilewright.lattices.lattice import Cell, Turn
from tilewright.lattices.polyform import Polyform

__all__ = ["Holes", "RingOutcome", "Surrounding", "copies"]

#: Nodes between two looks at the clock.
_CHUNK = 5_000
#: A proof has at most so many nodes; a longer one is not written down.
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


@dataclass(frozen=True, eq=False)
class _Tables:
    offsets: NDArray[np.int64]
    halo: NDArray[np.int64]
    beside: NDArray[np.int64]


class Surrounding:
    """One search for so many rings around a piece; `run` it until it says what came of it.

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
        How far the search is.
    """

    def __init__(self, polyform: Polyform, turn: Turn, levels: int, holes: Holes) -> None:
        lattice = polyform.lattice
        listed = copies(polyform, turn)
        self.levels, self.holes, self.outcome = levels, holes, RingOutcome.MORE
        reach = 1 + max(max(abs(a), abs(b)) for kind in listed for steps in kind for a, b in steps)
        side = (levels + 1) * reach + 4
        rows, width = 2 * side + 1, 2 * (side + side % 2) + 2
        self._middle = (side, side + side % 2)
        self._width = width

        def flat(steps: tuple[Cell, ...], length: int) -> list[int]:
            return [r * width + c for r, c in steps] + [0] * (length - len(steps))

        most = max(len(steps) for steps in lattice.touching)
        self._tables = _Tables(
            np.array([[flat(steps, 0) for steps in kind] for kind in listed], dtype=np.int64),
            np.array([flat(steps, most) for steps in lattice.touching], dtype=np.int64),
            np.array([flat(steps, most) for steps in lattice.faces], dtype=np.int64),
        )
        depth = rows * width // len(polyform) + 2
        self._grid = np.zeros(rows * width, dtype=np.int64)
        self._seen = np.zeros(rows * width, dtype=np.int64)
        self._tiles = np.zeros((depth, len(polyform)), dtype=np.int64)
        self._level, self._target, self._option, self._stage = np.zeros((4, depth), dtype=np.int64)
        self._state = np.array([1, 1, 0, 0], dtype=np.int64)
        self._log = np.zeros(_LONGEST if holes is Holes.ANY else 0, dtype=np.int64)
        self._tiles[0] = [(r + side) * width + c + self._middle[1] for r, c in polyform.cells]
        self._grid[self._tiles[0]] = 1

    @property
    def nodes(self) -> int:
        """Cells that were chosen to be covered so far."""
        return int(self._state[2])

    def run(self, nodes: int) -> RingOutcome:
        """Search on until so many nodes are taken in all."""
        from tilewright.kernels.tessellation.surround import advance

        tables = self._tables
        while self.outcome is RingOutcome.MORE and self.nodes < nodes:
            check_time()
            budget = min(self.nodes + _CHUNK, nodes)
            self.outcome = RingOutcome(
                advance(
                    tables.offsets,
                    tables.halo,
                    tables.beside,
                    self._width,
                    self.levels,
                    int(self.holes),
                    self._grid,
                    self._seen,
                    self._tiles,
                    self._level,
                    self._target,
                    self._option,
                    self._stage,
                    self._state,
                    self._log,
                    budget,
                )
            )
        return self.outcome

    def rings(self) -> list[list[list[Cell]]]:
        """Return the cells of each copy of each ring that was found."""
        found: list[list[list[Cell]]] = [[] for _ in range(self.levels)]
        for number in range(1, int(self._state[0])):
            cells = [self._cell(cell) for cell in self._tiles[number].tolist()]
            found[int(self._level[number]) - 1].append(sorted(cells))
        return found

    def proof(self) -> list[Cell] | None:
        """Return the cell of each node of a search that found nothing, in the order in which they were entered.

        None if there are too many.
        """
        if self.nodes > len(self._log):
            return None
        return [self._cell(cell) for cell in self._log[: self.nodes].tolist()]

    def _cell(self, flat: int) -> Cell:
        return flat // self._width - self._middle[0], flat % self._width - self._middle[1]
