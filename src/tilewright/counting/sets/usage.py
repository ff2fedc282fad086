"""The number of times that each placement, and each edge as a tile boundary, occurs in all
tilings.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, Unpack

import numpy as np
from flint import fmpz
from numpy.typing import NDArray

from tilewright.counting.answers.diagrams import build_graph
from tilewright.counting.answers.matchings import Likely, likely_uses, uses_of_edges
from tilewright.counting.frontier.graph import BackwardCounts
from tilewright.counting.frontier.labeled import STAYS_EMPTY, LabeledGraph
from tilewright.counting.resources import Resources
from tilewright.errors import NoTilingError, RequestError
from tilewright.kernels.frontier.walk import flow_edges
from tilewright.model.board import Board
from tilewright.model.cover import Cover, compile_cover
from tilewright.model.problem import Problem
from tilewright.model.requests import takes_request
from tilewright.system.values.primes import combine, primes_exceeding
from tilewright.system.values.svg_repr import SvgRepr, picture_of
from tilewright.system.work.limits import ProgressLimits, limited, passed_on

if TYPE_CHECKING:
    from tilewright.drawing import Picture


#: Shares in floating point are returned by default where exact numbers are estimated to take more
#: seconds.
_EXACT_SECONDS = 1.0

#: Cells of a heat map up to which their percentages are written on them.
_WORDS = 2500
#: Colors for shares from 0 to 100%, in steps of ten; they differ in lightness alone.
_SHADES = (
    "#fffaf0", "#fff0d9", "#fee3bd", "#fdd29c", "#fdbf81", "#fca768",
    "#f48a54", "#e76a45", "#d44832", "#b8241c", "#8f0a0a",
)  # fmt: skip


@dataclass(frozen=True, eq=False)
class Heat(SvgRepr):
    """For each edge between two cells, the number of tilings in which the edge is a tile boundary.

    If `exact` is True, the numbers are exact counts. If `exact` is False, the numbers are fractions
    of all tilings, as floats.

    An edge is a boundary if no tile contains both cells, so an edge between two empty cells is also
    a boundary.

    Attributes
    ----------
    total : int
        The number of tilings.
    number : int32 array, the shape of the board
        The index of each cell; -1 outside the board.
    pairs : (m, 2) int32
        The pairs of cells that share an edge (for cubes, a face), including those across joined
        sides; each pair occurs once.
    boundaries : (m,) object or float64
        For each pair, the number of tilings (as a Python integer) in which the edge is a boundary,
        or the fraction of such tilings.
    how : str
        How the fractions were computed, and how accurate they are; empty if the counts are exact.
    board : Board or None
        The board to draw.
    """

    total: int
    number: NDArray[np.int32]
    pairs: NDArray[np.int32]
    boundaries: NDArray[np.object_] | NDArray[np.float64]
    how: str = ""
    board: Board | None = None

    @property
    def exact(self) -> bool:
        """Whether the counts are exact."""
        return not self.how

    def __repr__(self) -> str:
        return f"<Heat of {self.total} tilings, {len(self.pairs)} edges>"

    @cached_property
    def right(self) -> NDArray[np.object_] | NDArray[np.float64]:
        """For each cell, the number (or fraction) of tilings in which the edge to the next cell in
        its row is a tile boundary, as an object or float64 array of shape (rows, columns - 1).

        The value is -1 unless both cells are on the board and share an edge.
        """
        return self._count_along(1)

    @cached_property
    def below(self) -> NDArray[np.object_] | NDArray[np.float64]:
        """For each cell, the number (or fraction) of tilings in which the edge to the cell below is
        a tile boundary, as an object or float64 array of shape (rows - 1, columns).
        """
        return self._count_along(0)

    def _count_along(self, axis: int) -> NDArray[np.object_] | NDArray[np.float64]:
        """Return the counts of the edges between neighbors along an axis of the array."""
        size = self.number.shape[axis]
        before, after = (
            self.number.take(range(*ends), axis=axis) for ends in ((0, size - 1), (1, size))
        )
        known = dict(zip(map(tuple, self.pairs.tolist()), self.boundaries.tolist(), strict=True))
        pairs = zip(before.ravel().tolist(), after.ravel().tolist(), strict=True)
        counts = [known.get((min(pair), max(pair)), -1) for pair in pairs]
        values: NDArray[Any] = np.empty(len(counts), dtype=self.boundaries.dtype)
        values[:] = counts
        return values.reshape(before.shape)

    def shares(self) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Return `right` and `below` as fractions of all tilings, from 0 to 1, or NaN where there
        is no edge.
        """
        right, below = (
            _divide(counts, np.where(counts >= 0, self._whole, 0))
            for counts in (self.right, self.below)
        )
        return right, below

    @property
    def _whole(self) -> int:
        """The number that the count of an edge is compared with."""
        return self.total if self.exact else 1

    def cells(self) -> NDArray[np.float64]:
        """Return, for each cell, the fraction of its edges to neighbors that are tile boundaries,
        averaged over all tilings. The array has the shape of the board, with NaN for cells without
        neighbors.

        If two averages are equal, their floats are also equal, because each float is computed by a
        single division of two integers.
        """
        boundaries, edges = self._sum_edges()
        return _divide(boundaries, edges * self._whole)

    def percents(self) -> NDArray[np.int16]:
        """Return `cells` in percent, rounded half up, as an array in the shape of the board (-1 for
        cells without neighbors).
        """
        boundaries, edges = self._sum_edges()
        whole = edges * self._whole
        if not self.exact:
            # Halves are rounded up as if the shares were exact.
            boundaries = boundaries + 1e-9
        rounded = (200 * boundaries + whole) // np.where(edges > 0, 2 * whole, 1)
        return np.where(edges > 0, rounded, -1).astype(np.int16)

    def _sum_edges(self) -> tuple[NDArray[np.object_], NDArray[np.object_]]:
        """Return the sum of the boundary counts of the edges of each cell, and the number of
        edges.
        """
        area = int(self.number.max(initial=-1)) + 1
        # The last place is for cells off the board.
        boundaries = np.zeros(area + 1, dtype=object)
        edges = np.zeros(area + 1, dtype=object)
        for end in self.pairs.T:
            np.add.at(boundaries, end, self.boundaries)
            np.add.at(edges, end, 1)
        return boundaries[self.number], edges[self.number]


def _divide(above: NDArray[Any], below: NDArray[Any]) -> NDArray[np.float64]:
    shares = [
        a / b if b else np.nan
        for a, b in zip(above.ravel().tolist(), below.ravel().tolist(), strict=True)
    ]
    return np.array(shares, dtype=np.float64).reshape(above.shape)


@limited
@takes_request
def placement_counts(
    problem: Problem,
    **limits: Unpack[ProgressLimits],
) -> tuple[int, list[int]]:
    """Return the number of tilings and, for each placement of the cover, the number of tilings that
    use it.

    The parameters and errors are the same as for `heat`. If there is no tiling, however, no error
    is raised, and all counts are 0.

    Notes
    -----
    Every edge of the state graph represents a placement. An edge contributes the number of ways to
    reach its first state times the number of ways to complete a tiling from its second state. The
    products for all edges are added up modulo enough primes to determine the exact counts.
    """
    if (uses := uses_of_edges(problem, Resources.of())) is not None:
        return uses
    diagram = build_graph(problem, Resources.of(threads=1))
    if diagram is None:
        return 0, [0] * compile_cover(problem).size
    return uses_of_graph(diagram)[:2]


def uses_of_graph(diagram: LabeledGraph) -> tuple[int, list[int], list[int]]:
    """Return the number of tilings, the number that use each placement, and the number in which
    each cell stays empty.
    """
    exact = BackwardCounts(diagram.graph)
    diagram.backward(exact)
    total = exact.count()
    del exact
    primes = primes_exceeding(total)
    residues = [_count_uses(diagram, prime) for prime in primes]
    columns = zip(*(row.tolist() for row in residues), strict=True)
    numbers = [combine(values, primes) for values in columns]
    return total, numbers[: diagram.cover.size], numbers[diagram.cover.size :]


def _count_uses(diagram: LabeledGraph, prime: int) -> NDArray[np.uint64]:
    graph = diagram.graph
    counts = BackwardCounts(graph, modulus=prime)
    ends = diagram.backward(counts)
    ahead = np.zeros(graph.states, dtype=np.uint64)
    ahead[0] = 1
    size = diagram.cover.size
    uses = np.zeros(size + diagram.cover.area, dtype=np.uint64)
    last = int(graph.offset[-2])
    total = np.zeros(diagram.placement.shape[1], dtype=np.uint64)
    modulus = np.uint64(prime)
    for layer, first, after in diagram.forward(counts, ends):
        if layer and layer % graph.layers == 0:
            again = ahead[last:].copy()
            ahead[:] = 0
            ahead[: len(again)] = again
        total[:] = 0
        flow_edges(
            graph.start,
            graph.target,
            graph.label,
            counts.counts,
            ahead,
            first,
            after,
            modulus,
            total,
        )
        placements = diagram.meanings(layer)[:-1]
        # A placement is a move of one layer.
        real = placements >= 0
        uses[placements[real]] = total[:-1][real]
        uses[size + int(diagram.cells[layer])] = total[:-1][placements == STAYS_EMPTY].sum()
    return uses


@limited
@takes_request
def heat(
    problem: Problem,
    *,
    exact: bool | None = None,
    **limits: Unpack[ProgressLimits],
) -> Heat:
    """For each edge, return the number of tilings in which the edge is a tile boundary.

    An edge between two empty cells counts as a boundary.

    Parameters
    ----------
    problem : Problem, Puzzle, Board, str or path
        A problem in any form that `tilewright.read` accepts: a board followed by pieces, a string,
        a puzzle or a file.
    exact : bool, optional
        Whether the counts must be exact. By default, the counts are exact, except for pieces of two
        cells on boards where exact counts would take more than a second. `Heat.how` reports the
        method. If `exact` is False, methods that count matchings return fractions of all tilings,
        as floats.
    timeout, max_memory, progress
        See `tilewright.system.work.limits`.

    Raises
    ------
    NoTilingError
        If there is no tiling.
    ProblemError
        If the problem is invalid.
    TimeLimitError
        If the time limit is reached.
    MemoryLimitError
        If the graph would exceed the memory limit.

    Examples
    --------
    >>> heat("2x3", "dominoes+").right.tolist()
    [[2, 2], [2, 2]]

    If a single domino is placed on a row of four cells that may stay empty, each edge lies inside
    the domino in one of three tilings.

    >>> heat("????", "domino=1").right.tolist()
    [[2, 2, 2]]
    """
    if not exact:
        resources = Resources.of()
        likely = likely_uses(problem, resources, 0.0 if exact is False else _EXACT_SECONDS)
        if likely is not None:
            return _estimate_heat(problem, likely)
    total, uses = placement_counts(problem, **passed_on())
    return heat_of_uses(compile_cover(problem), total, uses)


def heat_of_uses(cover: Cover, total: int, uses: list[int]) -> Heat:
    """Return the boundary counts, given the number of tilings that use each placement."""
    if not total:
        raise NoTilingError("there is no tiling")
    pairs = cover.neighbors
    together = _count_pairs(cover, uses, pairs)
    return Heat(total, cover.number, pairs, total - together, board=cover.problem.board)


def _estimate_heat(problem: Problem, likely: Likely) -> Heat:
    """Return shares of all tilings with two-cell pieces."""
    if not likely.total:
        raise NoTilingError("there is no tiling")
    cover = compile_cover(problem)
    pairs, size = cover.neighbors, cover.area
    key = pairs.astype(np.int64) @ np.array([size, 1])
    order = np.argsort(key)
    wanted = cover.item.reshape(-1, 2).astype(np.int64) @ np.array([size, 1])
    where = order[np.minimum(np.searchsorted(key, wanted, sorter=order), len(key) - 1)]
    # Pieces of two separate cells cover no edge.
    beside = key[where] == wanted
    together = np.bincount(where[beside], weights=likely.edges[beside], minlength=len(key))
    return Heat(
        likely.total,
        cover.number,
        pairs,
        np.clip(1.0 - together, 0.0, 1.0),
        likely.how,
        problem.board,
    )


def _count_pairs(cover: Cover, uses: list[int], pairs: NDArray[np.int32]) -> NDArray[np.object_]:
    """Return the number of tilings in which one tile covers both cells of each pair, (m,)."""
    place = {pair: where for where, pair in enumerate(map(tuple, pairs.tolist()))}
    counts = np.zeros(len(place), dtype=object)
    members, bounds = cover.item.tolist(), cover.start.tolist()
    for j, count in enumerate(uses):
        if not count:
            continue
        cells = members[bounds[j] : bounds[j + 1]]
        for a in cells:
            for b in cells:
                if (where := place.get((a, b))) is not None:
                    counts[where] += count
    return counts


@picture_of.register(Heat)
def draw_heat(heat: Heat, **options: Any) -> Picture:
    """Return a picture of the board that shows the share of boundaries among the edges of each
    cell, in percent.
    """
    from tilewright.drawing import Palette, draw_board

    percents = heat.percents()
    if heat.board is None:
        raise RequestError("this heat map does not store its board", where="heat")
    return draw_board(
        heat.board,
        coloring=(np.maximum(percents, 0) + 5) // 10,
        words=np.where(percents >= 0, percents.astype(str), "")
        if percents.size <= _WORDS
        else None,
        **{
            "palette": Palette("shades", _SHADES),
            "title": f"How often each edge is a tile boundary, over {fmpz(heat.total)} tilings of "
            f"a {heat.board} board, in percent",
            **options,
        },
    )
