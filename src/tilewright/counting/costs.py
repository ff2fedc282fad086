"""The cheapest tilings: least cost and how many there are, by the engine that counts."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import lcm

import numpy as np
from numpy.typing import NDArray

from tilewright.board import Board
from tilewright.counting.kept import Kept, keep
from tilewright.counting.limbs import headroom, limb_bits, to_int
from tilewright.counting.progress import Report
from tilewright.counting.request import checked_rates, split_arguments
from tilewright.cover import decode
from tilewright.errors import EngineError, NoTilingError
from tilewright.kernels.frontier_walk import pull_least
from tilewright.piece import Piece
from tilewright.problem import Problem
from tilewright.tiling import Tiling

__all__ = ["Cheapest", "cheapest"]


@dataclass(frozen=True)
class Cheapest:
    """The least cost of a tiling.

    Attributes
    ----------
    cost : int or Fraction
    count : int
        How many tilings have it.
    tiling : Tiling
        The first of them in the order of `Ranking`.
    """

    cost: int | Fraction
    count: int
    tiling: Tiling


def cheapest(
    problem: Problem | Board | str,
    *arguments: Piece | str | dict[str, int | Fraction],
    costs: dict[str, int | Fraction] | None = None,
    max_memory: int | None = None,
    progress: Report | None = None,
) -> Cheapest:
    """Find a tiling of least cost, the cost, and the number of tilings that have it.

    ``cheapest(problem, costs)`` or ``cheapest(board, *pieces, costs)``.

    Parameters
    ----------
    problem : Problem, or Board or str
        A problem, or a board; then the pieces follow.
    costs : dict
        From the name of a piece (any that `Problem.piece_index` knows, or ``"empty"``) to what a copy
        costs, an int or a Fraction of any sign; 0 for those that are not named.
    max_memory : int, optional
        Bytes that the state graph may take; by default 80 % of what is free.
    progress : callable, optional
        Called with a `Progress` now and then.

    Raises
    ------
    NoTilingError
        If there is no tiling.
    EngineError
        If a name is no piece's, a cost is not exact, or costs are too large for a
        machine word.
    ProblemError
        If the problem has faults.
    MemoryLimitError
        Before the limit would be passed.

    Examples
    --------
    >>> cheapest("3x4", "trominoes+", {"I": 1, "L": 2}).cost
    4
    """
    problem, (given,) = split_arguments(
        problem, arguments, "cheapest(problem, {'I': 1, 'L': 2})", costs=costs
    )
    names = (*problem.names, "empty")
    costs = checked_rates(given, names, "cost", problem.piece_index)
    scale = lcm(*(Fraction(cost).denominator for cost in costs.values()), 1)
    price = np.array([int(Fraction(costs.get(name, 0)) * scale) for name in names], dtype=object)
    if max(map(abs, price.tolist())) * problem.board.area >= 1 << 62:
        raise EngineError("these costs add up to more than a machine word holds (2^62)")
    kept = keep(problem, max_memory=max_memory, progress=progress)
    if kept is None:
        raise NoTilingError("there is no tiling")
    search = _Search(kept, price.astype(np.int64))
    search.backward()
    if not search.count():
        raise NoTilingError("there is no tiling")
    value = Fraction(int(search.cost[0]), scale)
    cost = int(value) if value.denominator == 1 else value
    number = search.count()
    return Cheapest(cost, number, decode(kept.cover, np.array(search.forward(), dtype=np.int32)))


class _Search:
    """Least costs and their counts, pulled through the blocks of a labeled graph."""

    def __init__(self, kept: Kept, price: NDArray[np.int64]) -> None:
        graph = kept.graph
        self.kept = kept
        edges = graph.fanout
        self.bits, self.bound = limb_bits(edges), headroom(limb_bits(edges), edges)
        # What the label of a layer costs: pieces, an empty cell, nothing for a taken one.
        table = np.zeros(kept.cover.size + 2, dtype=np.int64)
        table[: kept.cover.size] = price[kept.cover.placement_piece]
        table[-2] = price[-1]
        self.price = table
        self.cost = np.zeros(graph.states, dtype=np.int64)
        self.counts = np.zeros((graph.states, 1), dtype=np.uint64)
        last = int(graph.offset[-2])
        self.counts[last : graph.states if graph.length else last + 1] = 1
        self.ends: list[tuple[NDArray[np.int64], NDArray[np.uint64]]] = []

    def count(self) -> int:
        return to_int(self.counts[0].tolist(), self.bits)

    def _block(self, block: int) -> None:
        graph = self.kept.graph
        for c in range(graph.layers - 1, -1, -1):
            layer = block * graph.layers + c
            base = int(graph.offset[c])
            largest = pull_least(
                graph.start,
                graph.target,
                graph.label,
                self.price[self.kept.labels(layer)],
                self.cost,
                self.counts,
                base,
                base + graph.width(layer),
                self.bits,
            )
            if largest > self.bound:
                self.counts = np.pad(self.counts, ((0, 0), (0, 1)))

    def backward(self) -> None:
        graph = self.kept.graph
        last = int(graph.offset[-2])
        size = int(graph.offset[1])
        for block in range(self.kept.blocks - 1, -1, -1):
            self.ends.append((self.cost[last:].copy(), self.counts[last:].copy()))
            self._block(block)
            if block:
                self.cost[last:] = self.cost[:size]
                self.counts[last:] = self.counts[:size]
        self.ends.reverse()

    def forward(self) -> list[int]:
        """Return the placements of the first cheapest tiling."""
        graph = self.kept.graph
        last = int(graph.offset[-2])
        state = 0
        choices: list[int] = []
        for block in range(self.kept.blocks):
            if self.kept.blocks > 1:
                cost, counts = self.ends[block]
                self.counts = np.zeros((graph.states, counts.shape[1]), dtype=np.uint64)
                self.cost[last:], self.counts[last:] = cost, counts
                self._block(block)
            for c in range(graph.layers):
                meant = self.kept.labels(block * graph.layers + c)
                for edge in range(int(graph.start[state]), int(graph.start[state + 1])):
                    following = int(graph.target[edge])
                    placement = int(meant[graph.label[edge]])
                    value = self.cost[following] + self.price[placement]
                    if self.counts[following].any() and value == self.cost[state]:
                        state = following
                        choices.append(placement)
                        break
            state -= last
        return choices
