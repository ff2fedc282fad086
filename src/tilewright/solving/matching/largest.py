"""A largest matching: first Karp and Sipser's heuristic, then Hopcroft and Karp's paths on
bipartite graphs, or Edmonds' blossoms otherwise.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tilewright.solving.matching.graph import MatchingGraph
from tilewright.system.work.deadline import check_time


@dataclass(frozen=True, eq=False)
class Matching:
    """A largest matching that covers as many as possible of the cells that must be covered.

    Attributes
    ----------
    graph : MatchingGraph
    mate : (n,) int32
        The cell that each cell is matched to; -1 for unmatched cells.
    """

    graph: MatchingGraph
    mate: NDArray[np.int32]

    @property
    def unmatched(self) -> NDArray[np.int64]:
        """The unmatched cells, in ascending order. No tiling leaves fewer cells empty."""
        return np.flatnonzero(self.mate < 0)

    @property
    def uncovered(self) -> NDArray[np.int64]:
        """The unmatched cells that must be covered, in ascending order."""
        return np.flatnonzero((self.mate < 0) & ~self.graph.cover.optional)

    @property
    def is_tiling(self) -> bool:
        """Whether the problem has a tiling, because only optional cells are unmatched, and not too
        many.

        If cells must stay empty, this considers only the maximum number of empty cells.
        """
        return not len(self.uncovered) and len(self.unmatched) <= self.graph.cover.empty_most

    def placements(self) -> NDArray[np.int32]:
        """Return the placement of each pair of cells, in reading order of their first cells. The
        first of several parallel edges is used.
        """
        from tilewright.kernels.matching.augment import list_matched

        placements = np.empty(self.graph.size // 2, dtype=np.int32)
        return placements[: list_matched(*self.graph.adjacency, self.mate, placements)]


class MatchingSearch:
    """A search for a largest matching, in steps.

    Parameters
    ----------
    graph : MatchingGraph
    seed : int, optional
        Try cells and edges in a random order. The matching then differs, but is not uniformly
        random.
    mate : (n,) int32, optional
        A matching to begin with.
    """

    def __init__(
        self,
        graph: MatchingGraph,
        *,
        seed: int | None = None,
        mate: NDArray[np.int32] | None = None,
    ) -> None:
        self.graph = graph
        self.mate = np.full(graph.size, -1, dtype=np.int32) if mate is None else mate.copy()
        self._order = np.arange(graph.size, dtype=np.int32)
        self._start, self._beside, _ = graph.adjacency
        if seed is not None:
            draw = np.random.default_rng(seed)
            draw.shuffle(self._order)
            cell = np.repeat(np.arange(graph.size), np.diff(self._start))
            self._beside = self._beside[np.lexsort((draw.random(len(cell)), cell))]
        self._begun = False
        self._largest = False
        self._waiting: list[int] | None = None
        self._trees: Any = None
        self._arrays: tuple[NDArray[Any], ...] = ()

    def advance(self, budget: int) -> bool:
        """Run about `budget` steps, or a pass over the graph. Return whether the search is
        finished.
        """
        if not self._begun:
            self._begin()
        elif not self._largest:
            self._largest = self._grow(budget)
        elif self._waiting is None:
            self._waiting = self._find_uncovered()
        elif self._waiting:
            self._move(budget)
        return self._waiting is not None and not self._waiting

    def matching(self) -> Matching:
        """Return the matching so far."""
        return Matching(self.graph, self.mate)

    def _begin(self) -> None:
        from tilewright.kernels.matching.augment import begin

        degree, stack = np.empty((2, self.graph.size), dtype=np.int32)
        begin(self._order, self._start, self._beside, self.mate, degree, stack)
        self._begun = True

    def _grow(self, budget: int) -> bool:
        """Enlarge the matching, and return whether it is a largest matching."""
        if self.graph.side is None:
            from tilewright.kernels.matching.blossoms import advance

            if self._trees is None:
                self._trees = new_trees(self.graph, self.mate, self._beside)
            return bool(advance(budget, self._trees))
        from tilewright.kernels.matching.augment import augment

        if not self._arrays:
            layer, queue, stack = np.empty((3, self.graph.size), dtype=np.int32)
            self._arrays = layer, np.empty(self.graph.size, dtype=np.int64), queue, stack
        return not augment(self._start, self._beside, self.graph.side, self.mate, *self._arrays)

    def _find_uncovered(self) -> list[int]:
        """Return the cells that must be covered but are unmatched, if others may stay empty."""
        optional = self.graph.cover.optional
        waiting = self.matching().uncovered.tolist() if optional.any() else []
        if waiting:
            self._trees = new_trees(self.graph, self.mate, self._beside)._replace(leaves=optional)
        return waiting

    def _move(self, budget: int) -> None:
        """Exchange unmatched cells that must be covered for optional cells that paths lead to.

        A tree without an optional cell is kept, because no path leads out of it.
        """
        from tilewright.kernels.matching.blossoms import CELLS, STEPS, clear, grow, move

        assert self._waiting is not None
        trees = self._trees
        last = trees.counts[STEPS] + budget
        while self._waiting and trees.counts[STEPS] <= last:
            root, first = self._waiting.pop(), int(trees.counts[CELLS])
            if trees.label[root]:
                continue
            if (cell := grow(root, trees)) >= 0:
                move(cell, trees)
                clear(first, trees)


def largest_matching(graph: MatchingGraph, *, seed: int | None = None) -> Matching:
    """Return a largest matching that covers as many of the cells that must be covered as possible.

    Raises
    ------
    TimeLimitError
        If a surrounding deadline has passed.

    Examples
    --------
    >>> from tilewright import Problem
    >>> from tilewright.model.cover import compile_cover
    >>> found = largest_matching(MatchingGraph(compile_cover(Problem("8x8-0,0-7,7", "dominoes+"))))
    >>> len(found.unmatched), found.is_tiling
    (2, False)
    """
    search = MatchingSearch(graph, seed=seed)
    while not search.advance(1 << 22):
        check_time()
    return search.matching()


def new_trees(
    graph: MatchingGraph, mate: NDArray[np.int32], beside: NDArray[np.int32] | None = None
) -> Any:
    """Return the arrays of `tilewright.kernels.matching.blossoms`, with no trees."""
    from tilewright.kernels.matching.blossoms import Trees

    start, neighbors, _ = graph.adjacency
    size = graph.size
    queue, cells = np.empty((2, size), dtype=np.int32)
    return Trees(
        start=start,
        beside=neighbors if beside is None else beside,
        mate=mate,
        label=np.zeros(size, dtype=np.int8),
        parent=np.full(size, -1, dtype=np.int32),
        base=np.arange(size, dtype=np.int32),
        seen=np.zeros(size, dtype=np.int32),
        queue=queue,
        cells=cells,
        counts=np.zeros(4, dtype=np.int64),
        leaves=np.zeros(size, dtype=np.bool_),
    )
