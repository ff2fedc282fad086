"""The clauses engine: the SAT solver CaDiCaL, for hard tilings, for symmetric tilings, and for
proofs that there is no tiling.

The clauses are those of `tilewright.formats`: one variable for each placement. For symmetric
tilings, a placement and its images are one variable, so there are at most half as many decisions.
The solver is an extra: ``pip install "tilewright[sat]"``. Its search tree cannot be divided.

The condition that a cell has at most one placement becomes a clause for each pair of placements.
With these clauses, it finds the tiling of 41x48 with the octomino `####/###/.#` and a half turn.
Chains have far fewer clauses, but take many times as long (`benchmarks/results.md`).
"""

from __future__ import annotations

import queue
import weakref
from array import array
from collections import deque
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from tilewright.errors import EngineError
from tilewright.formats.solvers.clauses import Clauses, clauses_of
from tilewright.model.cover import Cover
from tilewright.model.cover.sums import Sums
from tilewright.solving.search.engines.cadical import Cadical, has_cadical
from tilewright.solving.search.running.bounds import most_tiles
from tilewright.solving.search.running.protocol import Status, WholeRun

#: Seconds after which `ClauseRun.advance` returns, with or without an answer.
_SLICE = 0.02
#: Literals that are sent to the solver at once.
_BLOCK = 1 << 18
#: The largest number of clauses for pairs; CaDiCaL needs about 200 bytes for each.
_MOST_PAIRS = 5_000_000


class ClauseEngine:
    """A SAT solver on a cover; see `tilewright.solving.search.running.protocol.Engine`."""

    def __init__(
        self,
        cover: Cover,
        allowed: NDArray[np.bool_] | None = None,
        seed: int | None = None,
        one: bool = False,
        orbits: Sequence[NDArray[np.int64]] = (),
        name: str = "clauses",
    ) -> None:
        if not has_cadical():
            raise EngineError(
                f"the engine '{name}' needs python-sat, which is not installed. Run: pip install "
                "'tilewright[sat]'",
                where=name,
            )
        self.name = name
        self.cover = cover
        self.seed = seed
        self.single = one
        self.depth = most_tiles(cover)
        free = np.arange(cover.size, dtype=np.int64)
        if allowed is not None:
            free[~allowed] = -1
        #: Which placements are chosen together, under each symmetry; see `clauses_of`.
        self.variants = [np.where(free < 0, -1, placements) for placements in orbits] or [free]

    def start(self, part: NDArray[np.int32] | None = None, capacity: int = 4096) -> ClauseRun:
        """Return a new run."""
        return ClauseRun(self, capacity)


class ClauseRun(WholeRun):
    """A run of the solver; see `tilewright.solving.search.running.protocol.EngineRun`."""

    def __init__(self, engine: ClauseEngine, capacity: int) -> None:
        super().__init__(engine.depth)
        self._engine = engine
        self._capacity = capacity
        self._variants = deque(engine.variants)
        self._solver: Cadical | None = None
        self._seen: set[bytes] = set()
        self._ending: Status | None = None
        self._conflicts = 0

    @property
    def nodes(self) -> int:
        """The number of conflicts in the solvers so far."""
        return self._conflicts + (0 if self._solver is None else self._solver.conflicts)

    @property
    def share(self) -> float:
        """Always 0 until the solver is done, because its progress is unknown."""
        return 0.0 if self._ending is None else 1.0

    def advance(self, budget: int) -> Status:
        """Wait a moment for the solver, regardless of the budget."""
        if self._ending is not None:
            return self._ending
        if len(self._waiting) >= self._capacity:
            return Status.FULL
        try:
            if self._solver is None:
                self._solver = self._begin()
            true = None if self._solver is None else self._solver.next(_SLICE)
        except queue.Empty:
            return Status.MORE
        if true is not None:
            self._hear(true)
        if true is None or self._engine.single:
            self._leave()
            if true is not None:
                self._ending = Status.CUT
            elif not self._variants:
                self._ending = Status.DONE
        return Status.MORE if self._ending is None else self._ending

    def _begin(self) -> Cadical | None:
        """Return a solver with the clauses of the next variant, or None if no tiling is
        possible.
        """
        same, cover = self._variants[0], self._engine.cover
        clauses = clauses_of(cover, same, pairs_at_most=_MOST_PAIRS)
        if cover.sums is not None:
            clauses = _with_sums(clauses, cover.sums, same)
        self._same = same
        if not np.diff(clauses.start).all():
            # An empty clause: no placement covers some cell.
            self._variants.popleft()
            return None
        self._number = _numbers(clauses.variables, self._engine.seed)
        variables = self._number[np.unique(same[same >= 0]) + 1].astype(np.int32)
        question = _blocks(clauses, self._number), array("i", variables.tobytes())
        # A tiling may be part of another.
        parts = bool(cover.optional.any())
        solver = Cadical(*question, one=self._engine.single, parts=parts)
        # The solver ends with the run.
        weakref.finalize(self, solver.close)
        # Only now: after a timeout, it must start anew.
        self._variants.popleft()
        return solver

    def _hear(self, true: array[int]) -> None:
        """Store a tiling from the solver, unless an earlier solver found it."""
        value = np.zeros(len(self._number), dtype=bool)
        value[np.asarray(true, dtype=np.int64)] = True
        row = np.flatnonzero((self._same >= 0) & value[self._number][self._same + 1]).astype(
            np.int32
        )
        if not self._engine.single:
            if row.tobytes() in self._seen:
                return
            self._seen.add(row.tobytes())
        self._keep(row)

    def _leave(self) -> None:
        """End the solver."""
        if self._solver is not None:
            self._solver.close()
            self._conflicts += self._solver.conflicts
            self._solver = None

    def close(self) -> None:
        """End the solver process. If the run continues, the process restarts and skips the tilings
        that it has already found.
        """
        if self._solver is not None:
            self._leave()
            self._variants.appendleft(self._same)


def _with_sums(clauses: Clauses, sums: Sums, same: NDArray[np.int64]) -> Clauses:
    """Return clauses, including those for sums that need a placement or allow only one."""
    added: list[NDArray[np.int64]] = []
    room = _MOST_PAIRS
    for number in np.flatnonzero(~sums.colored).tolist():
        terms = slice(int(sums.start[number]), int(sums.start[number + 1]))
        variable = same[sums.placement[terms]] + 1
        weight = sums.weight[terms][variable > 0]
        variables, which = np.unique(variable[variable > 0], return_inverse=True)
        if sums.least[number] > 0:
            added.append(variables)
        if sums.most[number] != 1 or (room := room - len(variables) ** 2) < 0:
            continue
        total = np.bincount(which.ravel(), weight, minlength=len(variables))
        added += [-variables[[place]] for place in np.flatnonzero(total > 1).tolist()]
        one, another = np.triu_indices(len(variables), 1)
        added += list(-np.stack([variables[one], variables[another]], axis=1))
    lengths = np.array([len(clause) for clause in added], dtype=np.int64)
    ends = int(clauses.start[-1]) + np.cumsum(lengths)
    return replace(
        clauses,
        start=np.concatenate([clauses.start, ends]).astype(clauses.start.dtype),
        literal=np.concatenate([clauses.literal, *added]).astype(clauses.literal.dtype),
    )


def _numbers(variables: int, seed: int | None) -> NDArray[np.int64]:
    """Return the number of each variable in the solver, starting at 1. A seed permutes them."""
    number = np.arange(variables + 1, dtype=np.int64)
    if seed is not None:
        number[1:] = 1 + np.random.default_rng(seed).permutation(variables)
    return number


def _blocks(clauses: Clauses, number: NDArray[np.int64]) -> list[array[int]]:
    """Return the clauses in the form that the solver reads: literals, with 0 after each clause."""
    literals = np.sign(clauses.literal) * number[np.abs(clauses.literal)]
    ended = np.insert(literals, clauses.start[1:], 0).astype(np.int32)
    ends = np.flatnonzero(ended == 0) + 1
    blocks, begin = [], 0
    while begin < len(ended):
        end = int(ends[min(int(np.searchsorted(ends, begin + _BLOCK)), len(ends) - 1)])
        blocks.append(array("i", ended[begin:end].tobytes()))
        begin = end
    return blocks
