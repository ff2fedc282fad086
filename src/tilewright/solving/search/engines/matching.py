"""One tiling with pieces of two cells, which is a matching, found in polynomial time (see
`tilewright.solving.matching`).
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from tilewright.errors import EngineError
from tilewright.model.cover import Cover
from tilewright.solving.matching import MatchingGraph, MatchingSearch, matching_refusal
from tilewright.solving.search.running.bounds import most_tiles
from tilewright.solving.search.running.protocol import Status, WholeRun


def pairs_refusal(cover: Cover) -> str | None:
    """Return the reason why the engine does not support a cover, or None if it does."""
    return "some cells must stay empty" if cover.empty_least else matching_refusal(cover.problem)


class MatchingEngine:
    """The search for a largest matching. If a cell that must be covered stays uncovered, no tiling
    exists.
    """

    name = "matching"
    single = True

    def __init__(self, cover: Cover, seed: int | None = None) -> None:
        if (why := pairs_refusal(cover)) is not None:
            raise EngineError(
                f"the engine 'matching' does not support this problem: {why}", where="engine"
            )
        self.graph = MatchingGraph(cover)
        self.seed = seed
        self.depth = max(most_tiles(cover), 1)

    def start(self, part: NDArray[np.int32] | None = None, capacity: int = 1) -> MatchingRun:
        """Return a new run."""
        return MatchingRun(self)


class MatchingRun(WholeRun):
    """A run; each pass over the graph counts as a step for each edge."""

    def __init__(self, engine: MatchingEngine) -> None:
        super().__init__(engine.depth)
        self.engine = engine
        self.nodes = 0
        self._done = False
        self._search = MatchingSearch(engine.graph, seed=engine.seed)

    @property
    def share(self) -> float:
        """Whether the search is done, as 0 or 1, because the number of required passes is
        unknown.
        """
        return float(self._done)

    def advance(self, budget: int) -> Status:
        """Continue for at least one pass over the graph."""
        step = max(len(self.engine.graph.ends), 1)
        while not self._done and budget > 0:
            self._done = self._search.advance(budget)
            self.nodes += step
            budget -= step
            if self._done and self._search.matching().is_tiling:
                self._keep(self.stack())
        if not self._done:
            return Status.MORE
        return Status.CUT if self.found else Status.DONE

    def stack(self) -> NDArray[np.int32]:
        """Return the placements of the matching so far."""
        return self._search.matching().placements()
