"""How often each placement, and each edge as a tile boundary, occurs over all tilings."""

from __future__ import annotations

from dataclasses import dataclass
from math import prod

import numpy as np
from numpy.typing import NDArray

from tilewright.board import Board
from tilewright.counting.kept import Kept, keep
from tilewright.counting.primes import combine, primes_below
from tilewright.counting.progress import Report
from tilewright.counting.request import checked_problem
from tilewright.counting.rows import Flow
from tilewright.errors import NoTilingError
from tilewright.kernels.frontier_walk import flow_edges
from tilewright.piece import Piece
from tilewright.problem import Problem

__all__ = ["Heat", "heat", "placement_counts"]


@dataclass(frozen=True, eq=False)
class Heat:
    """How often each edge between two cells is a boundary of tiles, over all tilings, exactly.

    Attributes
    ----------
    total : int
        The number of tilings.
    right : (rows, columns - 1) object
        In how many tilings the edge between ``(r, c)`` and ``(r, c + 1)`` is a boundary (Python
        integers); -1 unless both cells are on the board.
    below : (rows - 1, columns) object
        The same for the edge between ``(r, c)`` and ``(r + 1, c)``.
    """

    total: int
    right: NDArray[np.object_]
    below: NDArray[np.object_]

    def shares(self) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Return `right` and `below` as shares of all tilings, from 0 to 1; NaN where there is no edge."""
        return _share(self.right, self.total), _share(self.below, self.total)

    def cells(self) -> NDArray[np.float64]:
        """Return for each cell the mean share of its edges to other cells, (rows, columns); NaN without any."""
        right, below = self.shares()
        rows, columns = right.shape[0], below.shape[1]
        sums = np.zeros((rows, columns))
        edges = np.zeros((rows, columns))
        for shares, first, second in (
            (right, np.s_[:, : columns - 1], np.s_[:, 1:]),
            (below, np.s_[: rows - 1], np.s_[1:]),
        ):
            known = ~np.isnan(shares)
            for part in (first, second):
                sums[part] += np.where(known, shares, 0)
                edges[part] += known
        with np.errstate(invalid="ignore"):
            return np.where(edges > 0, sums / np.maximum(edges, 1), np.nan)


def _share(counts: NDArray[np.object_], total: int) -> NDArray[np.float64]:
    shares = [[count / total if count >= 0 else np.nan for count in row] for row in counts.tolist()]
    return np.array(shares, dtype=np.float64).reshape(counts.shape)


def placement_counts(
    problem: Problem | Board | str,
    *pieces: Piece | str,
    max_memory: int | None = None,
    progress: Report | None = None,
) -> tuple[int, list[int]]:
    """Return the number of tilings, and for each placement of the cover the number of those that use it.

    Ways to get to a state times ways to finish from it, summed over the edges that are the placement;
    modulo as many primes as the number of tilings needs.

    Parameters
    ----------
    problem : Problem, or Board or str
        A problem, or a board; then the pieces follow.
    max_memory : int, optional
        Bytes that the state graph and its counts may take; by default 80 % of what is free.
    progress : callable, optional
        Called with a `Progress` now and then.

    Raises
    ------
    EngineError
        If there is no Problem.
    ProblemError
        If it has faults.
    MemoryLimitError
        Before the limit would be passed.
    """
    problem = checked_problem(problem, *pieces)
    kept = keep(problem, max_memory=max_memory, progress=progress)
    if kept is None:
        return 0, [0] * problem.cover().size
    exact = Flow(kept.graph)
    kept.backward(exact)
    total = exact.count()
    del exact
    primes: list[int] = []
    for prime in primes_below():
        primes.append(prime)
        if prod(primes) > total:
            break
    residues = [_residues(kept, prime) for prime in primes]
    counts = [combine(values, primes) for values in zip(*(row.tolist() for row in residues), strict=True)]
    return total, counts


def _residues(kept: Kept, prime: int) -> NDArray[np.uint64]:
    graph = kept.graph
    flow = Flow(graph, modulus=prime)
    ends = kept.backward(flow)
    ahead = np.zeros(graph.states, dtype=np.uint64)
    ahead[0] = 1
    uses = np.zeros(kept.cover.size + 1, dtype=np.uint64)
    last = int(graph.offset[-2])
    total = np.zeros(kept.placement.shape[1], dtype=np.uint64)
    modulus = np.uint64(prime)
    for layer, first, after in kept.forward(flow, ends):
        if layer and layer % graph.layers == 0:
            again = ahead[last:].copy()
            ahead[:] = 0
            ahead[: len(again)] = again
        total[:] = 0
        flow_edges(graph.start, graph.target, graph.label, flow.counts, ahead, first, after, modulus, total)
        placements = kept.labels(layer)[:-1]
        # A placement is a move of one layer only; cells that stay empty are no placements.
        real = placements >= 0
        uses[placements[real]] = total[:-1][real]
    return uses[:-1]


def heat(
    problem: Problem | Board | str,
    *pieces: Piece | str,
    max_memory: int | None = None,
    progress: Report | None = None,
) -> Heat:
    """Return how often each edge is a tile boundary over all tilings, exactly.

    Parameters
    ----------
    problem : Problem, or Board or str
        A problem, or a board; then the pieces follow.
    max_memory : int, optional
        Bytes that the state graph and its counts may take; by default 80 % of what is free.
    progress : callable, optional
        Called with a `Progress` now and then.

    Raises
    ------
    NoTilingError
        If there is no tiling.
    ProblemError
        If the problem has faults.
    MemoryLimitError
        Before the limit would be passed.

    Examples
    --------
    >>> heat("2x3", "dominoes+").right.tolist()
    [[2, 2], [2, 2]]
    """
    problem = checked_problem(problem, *pieces)
    total, uses = placement_counts(problem, max_memory=max_memory, progress=progress)
    if not total:
        raise NoTilingError("there is no tiling, so no edge is ever a boundary")
    cover = problem.cover()
    number = cover.number
    inside = {
        "right": _together(cover.start, cover.item, uses, number[:, :-1], number[:, 1:]),
        "below": _together(cover.start, cover.item, uses, number[:-1], number[1:]),
    }
    edges = {
        name: np.array(
            [[total - count if count >= 0 else -1 for count in row] for row in counts.tolist()], dtype=object
        ).reshape(counts.shape)
        for name, counts in inside.items()
    }
    return Heat(total, edges["right"], edges["below"])


def _together(
    start: NDArray[np.int64],
    item: NDArray[np.int32],
    uses: list[int],
    one: NDArray[np.int32],
    other: NDArray[np.int32],
) -> NDArray[np.object_]:
    """Return for each pair of neighbors in how many tilings one tile covers both; -1 off the board."""
    counts = np.where((one >= 0) & (other >= 0), 0, -1).astype(object)
    place = {
        pair: where
        for where, pair in zip(
            np.ndindex(one.shape), zip(one.ravel().tolist(), other.ravel().tolist(), strict=True), strict=True
        )
        if min(pair) >= 0
    }
    members = item.tolist()
    bounds = start.tolist()
    for j, count in enumerate(uses):
        cells = members[bounds[j] : bounds[j + 1]]
        if not count:
            continue
        for a in cells:
            for b in cells:
                if (where := place.get((a, b))) is not None:
                    counts[where] += count
    return counts
