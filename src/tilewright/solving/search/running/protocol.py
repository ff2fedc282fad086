"""The interface of search engines: divide the tree into parts, start a run on a part, advance the
run.

Threads, progress, limits and animation are one loop around this interface
(`tilewright.solving.search.running.subtrees`, `tilewright.solving.search.enumeration`). Engines
know nothing of symmetry: `tilewright.solving.search.running.symmetry_breaking` chooses the
placements that they may use, and drops images among their results.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from tilewright.system.values.arrays import Tables


class Status(IntEnum):
    """Why `EngineRun.advance` returned.

    "There is no tiling" may be said only if every part returned `DONE`. A run that was closed or
    failed never returns it.
    """

    #: The budget is spent, and there is more to search.
    MORE = 0
    #: The buffer of tilings is full; call `take`, then advance again.
    FULL = 1
    #: The whole part is searched. Only this counts as a proof.
    DONE = 2
    #: The run ends before its part is searched: one tiling was enough, or the engine gives up.
    CUT = 3


class EngineRun(Protocol):
    """A depth-first search of one part of the tree.

    It belongs to one thread at a time.
    """

    @property
    def nodes(self) -> int:
        """Placements tried so far."""

    @property
    def found(self) -> int:
        """Tilings found so far, taken or not."""

    @property
    def share(self) -> float:
        """Estimated share of this part that is done, 0 to 1; it never decreases.

        All branches of a node are assumed equal, as in D. E. Knuth, "Estimating the efficiency of
        backtrack programs", 1975.
        """

    def advance(self, budget: int) -> Status:
        """Take about `budget` steps (nodes) at most, without holding the GIL."""

    def take(self) -> NDArray[np.int32]:
        """Return the tilings found since the last call, and forget them."""

    def close(self) -> None:
        """Release helper processes and threads; the run may be advanced again later."""

    def stack(self) -> NDArray[np.int32]:
        """Return the placements chosen now, the oldest first (for animation)."""


@runtime_checkable
class Divisible(Protocol):
    """A run that can be divided at its current node, so that idle threads can help."""

    def rest(self) -> list[tuple[NDArray[np.int32], float]]:
        """Return the rest of this part as parts, in order, with estimated shares. Call `take`
        before, and drop the run.
        """


@runtime_checkable
class Sharing(Protocol):
    """An engine that remembers states of its search in tables that several processes can share."""

    def share(self, tables: Tables) -> None:
        """Use these tables, together with other searches of the same tree. No run may be active."""


class Engine(Protocol):
    """A compiled problem, ready to be searched. It is read-only, so threads may share it.

    Engines are made by ``XEngine(cover, allowed=None, seed=None)``: `allowed` is a (p,) bool array
    of usable placements, and `seed` draws the order of the branches. They raise `EngineError` if
    they cannot serve the cover.
    """

    @property
    def name(self) -> str:
        """The name of the engine: ``scan``, ``dance``, …."""

    @property
    def depth(self) -> int:
        """The number of columns of `EngineRun.take`: at least the number of placements in any
        tiling.
        """

    @property
    def single(self) -> bool:
        """True if a run ends at its first tiling, with `Status.CUT`. Then images of this tiling are
        not dropped or added.
        """

    def start(self, part: NDArray[np.int32] | None = None, capacity: int = 4096) -> EngineRun:
        """Return a new run over a part from `Divisible.rest`, or over the whole tree, with a buffer
        of `capacity` tilings.
        """


class WholeRun:
    """What runs share that are not divided: tilings that wait to be taken, as rows, -1 padded."""

    def __init__(self, depth: int) -> None:
        self._depth = depth
        self._waiting: list[NDArray[np.int32]] = []
        self._taken = 0

    def _keep(self, tiling: NDArray[np.integer]) -> None:
        row = np.full((1, self._depth), -1, dtype=np.int32)
        row[0, : len(tiling)] = tiling
        self._waiting.append(row)

    @property
    def found(self) -> int:
        """Tilings found so far, taken or not."""
        return self._taken + sum(map(len, self._waiting))

    def take(self) -> NDArray[np.int32]:
        """Return the tilings found since the last call, and forget them."""
        rows = np.concatenate([np.zeros((0, self._depth), dtype=np.int32), *self._waiting])
        self._taken += len(rows)
        self._waiting = []
        return rows

    def close(self) -> None:
        """Do nothing: there are no helpers."""

    def stack(self) -> NDArray[np.int32]:
        """Return nothing: there is no stack of placements."""
        return np.zeros(0, dtype=np.int32)


class NoEngine:
    """The engine of a problem that is known to have no tiling."""

    name = "none"
    depth = 1
    single = False

    def start(self, part: NDArray[np.int32] | None = None, capacity: int = 4096) -> EngineRun:
        """Fail: there is nothing to search."""
        raise AssertionError("a search that provably finds nothing cannot be divided into parts")
