"""The cheapest tilings: least cost and how many there are, by the engine that counts."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import lcm

import numpy as np
from numpy.typing import NDArray

from tilewright.board import Board
from tilewright.counting.graph.backward import BackwardCounts
from tilewright.counting.graph.kept import Kept, keep
from tilewright.counting.run.progress import Report
from tilewright.counting.run.request import checked_rates, split_arguments
from tilewright.counting.run.resources import Resources
from tilewright.counting.values.least import LeastCosts
from tilewright.cover import decode
from tilewright.deadline import Deadline
from tilewright.errors import EngineError, NoTilingError
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
    timeout: float | None = None,
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

    Others, and errors, as for `heat`.

    Raises
    ------
    NoTilingError
        If there is no tiling.
    EngineError
        If a name is no piece's, a cost is not exact, or costs are too large for a
        machine word.

    Examples
    --------
    >>> cheapest("3x4", "trominoes+", {"I": 1, "L": 2}).cost
    4
    """
    with Deadline(timeout).holds():
        problem, (given,) = split_arguments(
            problem, arguments, "cheapest(problem, {'I': 1, 'L': 2})", costs=costs
        )
        names = (*problem.names, "empty")
        costs = checked_rates(given, names, "cost", problem.piece_index)
        scale = lcm(*(Fraction(cost).denominator for cost in costs.values()), 1)
        price = np.array([int(Fraction(costs.get(name, 0)) * scale) for name in names], dtype=object)
        if max(map(abs, price.tolist())) * problem.board.area >= 1 << 62:
            raise EngineError("these costs add up to more than a machine word holds (2^62)")
        kept = keep(problem, Resources.of(1, max_memory, progress))
        if kept is None:
            raise NoTilingError("there is no tiling")
        search = _Search(kept, price.astype(np.int64))
        if not search.count:
            raise NoTilingError("there is no tiling")
        value = Fraction(search.cost, scale)
        cost = int(value) if value.denominator == 1 else value
        return Cheapest(cost, search.count, decode(kept.cover, np.array(search.forward(), dtype=np.int32)))


class _Search:
    """The first of the cheapest tilings: least costs pulled backwards through a labeled graph, then a walk along them."""

    def __init__(self, kept: Kept, price: NDArray[np.int64]) -> None:
        self.kept = kept
        # What the label of a layer costs: pieces, an empty cell, nothing for a taken one.
        table = np.zeros(kept.cover.size + 2, dtype=np.int64)
        table[: kept.cover.size] = price[kept.cover.placement_piece]
        table[-2] = price[-1]
        self.price = table
        values = LeastCosts(kept.graph.fanout, lambda layer: table[kept.labels(layer)])
        self.counts = BackwardCounts(kept.graph, values=values)
        self.ends = kept.backward(self.counts)
        self.count = self.counts.count()
        self.cost = int(self.counts.arrays[0][0])

    def forward(self) -> list[int]:
        """Return the placements of the first cheapest tiling."""
        graph = self.kept.graph
        state = 0
        choices: list[int] = []
        for layer, _, _ in self.kept.forward(self.counts, self.ends):
            if layer and layer % graph.layers == 0:
                state -= int(graph.offset[-2])  # the last layer is layer 0 once more
            cost, counts = self.counts.arrays
            meant = self.kept.labels(layer)
            for edge in range(int(graph.start[state]), int(graph.start[state + 1])):
                following = int(graph.target[edge])
                placement = int(meant[graph.label[edge]])
                if counts[following].any() and cost[following] + self.price[placement] == cost[state]:
                    state = following
                    choices.append(placement)
                    break
        return choices
