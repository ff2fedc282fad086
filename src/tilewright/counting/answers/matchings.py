"""Count by matchings if all pieces have two cells: the suitable boards, and the cost (see
`tilewright.solving.matching`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from typing import TYPE_CHECKING, Any, Self

import numpy as np
from numpy.typing import NDArray

from tilewright.counting.resources import Resources
from tilewright.errors import EngineError, MemoryLimitError, NoTilingError
from tilewright.model.board import Board
from tilewright.model.cover import Cover, CoverSymmetry, compile_cover, decode
from tilewright.model.problem import Problem
from tilewright.model.tiling import Tiling
from tilewright.solving.matching import (
    Divider,
    LozengeShuffler,
    MatchingGraph,
    Shuffler,
    Way,
    divider,
    largest_matching,
    likely_edges,
    lozenge_shuffler,
    matching_refusal,
    quotient,
    shuffler,
    ways,
)
from tilewright.system.platform.machine import in_units

if TYPE_CHECKING:
    from tilewright.solving.matching import MatchingCount, StepReporter

# How many corners of cells have each height, over tilings by dominoes or lozenges.

#: Characters of the longest bar.
_BAR = 40


@dataclass(frozen=True)
class HeightCounts:
    """The number of cell corners at each height, summed over several tilings.

    Attributes
    ----------
    tilings : int
        The number of tilings.
    by_height : dict of int to int
        The number of corners at each height, from lowest to highest.

    Examples
    --------
    >>> import tilewright as tw
    >>> print(HeightCounts.of(tw.sample("4x4", "dominoes+", number=100, seed=1)).text())
    -4   2 #
    -3  25 ##
    -2 195 #########
    -1 575 ##########################
     0 895 ########################################
     1 575 ##########################
     2 205 ##########
     3  25 ##
     4   3 #
    """

    tilings: int
    by_height: dict[int, int]

    @classmethod
    def of(cls, tilings: Iterable[Tiling]) -> HeightCounts:
        """Count how often each height occurs in a series of tilings, without storing the tilings;
        see `tilewright.Tiling.heights`.
        """
        heights: Counter[int] = Counter()
        number = 0
        for tiling in tilings:
            heights.update(tiling.heights().compressed().tolist())
            number += 1
        return cls(number, dict(sorted(heights.items())))

    def text(self) -> str:
        """Return a bar chart as text, with one line for each height, as printed by ``tilewright
        sample --heights``.
        """
        most = max(self.by_height.values(), default=0)
        wide = max((len(str(height)) for height in self.by_height), default=0)
        return "\n".join(
            f"{height:>{wide}} {number:>{len(str(most))}} {'#' * -(-_BAR * number // most)}"
            for height, number in self.by_height.items()
        )

    def to_json(self) -> dict[str, Any]:
        """Return the counts as strings of digits, as in the output of ``tilewright sample --heights
        --json``.
        """
        return {
            "drawn": str(self.tilings),
            "heights": {str(height): str(number) for height, number in self.by_height.items()},
        }


#: Seconds of a frontier count for each of 2^width states, and for each of them, each cell and each
#: limb of a number; measured.
_STATE, _STEP = 2e-7, 7e-11
#: Seconds for each state and cell, and for each cell, where joined sides keep lines from sharing a
#: state graph; measured.
_LAYERED, _LAYER = 1e-7, 1e-4
#: Seconds of a count by matchings before its determinants, and for each cell; measured.
_BEGIN, _CELL = 5e-3, 4e-6
#: Seconds of a frontier count up to which the order of all tilings is known, and random tilings are
#: drawn by number.
_RANKED = 0.5
#: How far the probabilities of the edges of a cell may be from adding up to 1.
_ERROR = 1e-9
#: The least weight of a random tiling, compared with the largest.
_LIGHT = 1e-6


def _frontier_bits(board: Board, axis: int) -> tuple[int, bool]:
    """Estimate the logarithm of the number of states of a frontier of dominoes along the lines of
    an axis.

    Also return whether joined sides prevent the lines from sharing a state graph.
    """
    mask, lattice, surface = board.mask, board.lattice, board.surface
    most = int(mask.sum(axis=1 - axis).max(initial=0))
    shifts = [*surface.periods]
    if surface.glide is not None:
        element, shift = surface.glide
        ahead = np.zeros((3, 2), dtype=np.int64)
        ahead[1, axis], ahead[2, 1 - axis] = lattice.periods[axis], lattice.periods[1 - axis]
        image = lattice.image(element, ahead)[:, axis]
        if (image - image[0] != ahead[:, axis]).any():
            # A line is joined to one far away, so a line at each end is in the frontier at last.
            return int(mask.shape[axis]) + most // (1 if len(surface.periods) == 2 else 2), True
        shifts.append(shift)
    # The first line is remembered up to the last one, if the two are joined.
    joined = any(shift[axis] for shift in shifts)
    return (2 * most if joined else most), joined


def frontier_seconds(problem: Problem) -> float:
    """Estimate the seconds of a frontier count of dominoes: 2^width states, for the better
    direction of the scan.
    """
    board = problem.board
    if board.mask.ndim != 2:
        return 0.0
    area = board.area

    def seconds(bits: int, joined: bool) -> float:
        # More states than a float can say are as good as endlessly many.
        states = 2.0 ** min(bits, 1000)
        shared = states * (_STATE + _STEP * area * (1 + area / 240))
        return shared + (area * (_LAYER + _LAYERED * states) if joined else 0.0)

    return min(seconds(*_frontier_bits(board, axis)) for axis in range(2))


def is_large(problem: Problem, counts: int = 1) -> bool:
    """Whether matchings are possible, and `counts` of them are estimated to be faster than the
    frontier, before details are known.
    """
    if matching_refusal(problem) is not None or problem.empty_most:
        return False
    return frontier_seconds(problem) > counts * (_BEGIN + _CELL * problem.board.area)


def best_way(problem: Problem, cover: Cover | Callable[[], Cover]) -> Way | None:
    """Return the fastest way to count by matchings, or None if matchings do not apply or the
    frontier is estimated to be faster.
    """
    if not is_large(problem):
        return None
    candidates = ways(MatchingGraph(cover() if callable(cover) else cover))
    begin = _BEGIN + _CELL * problem.board.area
    if not candidates or frontier_seconds(problem) < begin + candidates[0].seconds:
        return None
    return candidates[0]


def fixed_matchings(
    problem: Problem, cover: Cover, symmetry: CoverSymmetry, resources: Resources
) -> int | None:
    """Return the number of matchings that a symmetry fixes, or None if the frontier is faster or
    the quotient is not planar.
    """
    if not is_large(problem):
        return None
    quotient_graph = quotient(cover, symmetry.cells, symmetry.placements)
    graphs = None if quotient_graph is None else quotient_graph.graphs()
    if graphs is None:
        return None
    total = 0
    for graph in graphs:
        ways = graph.ways()
        if not ways:
            return None
        total += int(count_matchings(ways[0], resources).value)
    return total


def weigh_matchings(
    problem: Problem, weights: Sequence[Fraction], resources: Resources
) -> Fraction | None:
    """Return the sum over all matchings of the product of the weights of their pieces, or None if
    the frontier is faster.
    """
    if not is_large(problem):
        return None
    cover = compile_cover(problem)
    graph = MatchingGraph(cover)
    whole = np.array([weight != 0 for weight in weights])[cover.placement_piece]
    if not whole.all():
        # Weight 0 removes an edge.
        graph = graph.only(whole)
    scale = lcm(*(weight.denominator for weight in weights))
    sizes = [int(weight * scale) for weight in weights]
    candidates = ways(graph)
    if not candidates:
        return None
    way = candidates[0]
    edges = [sizes[piece] for piece in graph.cover.placement_piece.tolist()]
    bits = way.bits(edges)
    if frontier_seconds(problem) * bits / max(1, problem.board.area) < way.weighted_seconds(bits):
        return None
    total = way.weigh(edges, _progress_callback(way, resources))
    return Fraction(int(total.value), scale ** (problem.board.area // 2))


def polynomial_of_matchings(
    problem: Problem, resources: Resources
) -> dict[tuple[int, ...], int] | None:
    """Return the number of matchings by the copies of two pieces, or None if the frontier is faster
    or there are not two pieces.
    """
    if len(problem.pieces) != 2 or not is_large(problem):
        return None
    cover = compile_cover(problem)
    candidates = ways(MatchingGraph(cover))
    if not candidates or not candidates[0].program.bipartite:
        return None
    way, tiles = candidates[0], problem.board.area // 2
    bits = way.bits()
    if frontier_seconds(problem) * tiles < (tiles + 1) * way.weighted_seconds(bits):
        return None
    first = cover.placement_piece == 0
    coefficients = way.polynomial(first, _progress_callback(way, resources))
    return {
        (copies, tiles - copies): number for copies, number in enumerate(coefficients) if number
    }


def uses_of_edges(problem: Problem, resources: Resources) -> tuple[int, list[int]] | None:
    """Return the number of matchings, and the number that use each edge, or None if this is
    impossible or the frontier is faster.
    """
    if not is_large(problem):
        return None
    candidates = ways(MatchingGraph(compile_cover(problem)))
    way = min(candidates, key=lambda way: way.uses_seconds(), default=None)
    # The frontier takes its states twice for each prime, in a graph with labels.
    if way is None or way.uses_seconds() > 10 * frontier_seconds(problem) + 1:
        return None
    total = int(count_matchings(way, resources).value)
    if not total:
        return 0, [0] * len(way.graph.ends)
    return total, way.uses(total, _progress_callback(way, resources))


@dataclass(frozen=True, eq=False)
class Likely:
    """The probability of each edge in a random matching, in floating point.

    Attributes
    ----------
    total : int
        The number of matchings.
    edges : (m,) float64
    how : str
        How the numbers were computed, and how accurate they are.
    """

    total: int
    edges: NDArray[np.float64]
    how: str


def likely_uses(
    problem: Problem, resources: Resources, exact_seconds: float = 0.0
) -> Likely | None:
    """Return the probability of each edge in a random matching, or None if it is unavailable or not
    accurate enough.

    Also None if exact numbers are estimated to take at most `exact_seconds`.
    """
    if (
        matching_refusal(problem) is not None
        or problem.empty_most
        or (exact_seconds and not is_large(problem))
    ):
        return None
    graph = MatchingGraph(compile_cover(problem))
    candidates = ways(graph)
    if not candidates:
        return None
    seconds = min(10 * frontier_seconds(problem), *(way.uses_seconds() for way in candidates))
    if seconds < exact_seconds:
        return None
    total = int(count_matchings(candidates[0], resources).value)
    if not total:
        return Likely(0, np.zeros(len(graph.ends)), "there is no tiling")
    for method, edges in _yield_likely_edges(graph, total, resources):
        sums = sum(np.bincount(end, weights=edges, minlength=graph.size) for end in graph.ends.T)
        error = float(np.abs(sums - 1).max())
        if error < _ERROR and edges.min() > -_ERROR:
            explanation = (
                f"in floating point, by {method}; the edge probabilities of each cell add up to 1, "
                f"with an error of at most {error:.0e}"
            )
            return Likely(total, np.clip(edges, 0.0, 1.0), explanation)
    return None


def _yield_likely_edges(
    graph: MatchingGraph, total: int, resources: Resources
) -> Iterator[tuple[str, NDArray[np.float64]]]:
    """Yield the probabilities of the edges by each possible method, starting with the most stable
    method.
    """
    shuffling = shuffler(graph)
    if shuffling is not None and shuffling.nbytes <= resources.allowed:
        yield f"domino shuffling of order {shuffling.order}", shuffling.probabilities()
    if (edges := likely_edges(graph, None, resources.allowed, total)) is not None:
        yield "inverting the matrix of the board", edges


def count_matchings(way: Way, resources: Resources) -> MatchingCount:
    """Return the number of matchings, or raise `MemoryLimitError` if the matrices are expected to
    need more memory than allowed.
    """
    if way.nbytes > resources.allowed:
        raise MemoryLimitError(
            f"the determinant of a matrix with {way.rows:,} rows needs about "
            f"{in_units(way.nbytes)}, more than the {in_units(resources.allowed)} allowed"
        )
    return way.count(_progress_callback(way, resources))


@dataclass(frozen=True, eq=False)
class RandomMatchings:
    """Draws random tilings by two-cell pieces, on boards too large for the order of all tilings, or
    by weight.

    Attributes
    ----------
    how : str
        How tilings are drawn, and how exactly.
    """

    _drawer: Shuffler | LozengeShuffler | Divider
    _resources: Resources

    @classmethod
    def of(
        cls,
        problem: Problem,
        weights: Sequence[Fraction] | None = None,
    ) -> Self | None:
        """Return the sampler for tilings of a problem, or None if a `TilingSet` is used or sampling
        is impossible.

        Parameters
        ----------
        weights : sequence of Fraction, optional
            The weight of each piece: tilings are drawn in proportion to the product of the weights
            of their pieces.

        Raises
        ------
        NoTilingError
            If there is no tiling.
        EngineError
            If the weights differ by too much.
        MemoryLimitError
            If the probabilities need more memory than allowed.
        """
        if weights is None and (not is_large(problem) or frontier_seconds(problem) < _RANKED):
            return None
        why = matching_refusal(problem) or ("cells may stay empty" if problem.empty_most else None)
        if why is not None:
            return None
        graph = MatchingGraph(compile_cover(problem))
        sizes = exact = None
        if weights is not None:
            graph, sizes, exact = _weighted_graph(graph, weights)
        if not largest_matching(graph).is_tiling:
            raise NoTilingError("there is no tiling to draw")
        resources = Resources.of(threads=1)
        tried = []
        for drawer in _yield_drawers(graph, sizes, exact):
            if drawer.nbytes <= resources.allowed:
                return cls(drawer, resources)
            tried.append(drawer)
        if tried:
            raise MemoryLimitError(
                "drawing random tilings of this board needs "
                f"{in_units(min(one.nbytes for one in tried))}, more than the "
                f"{in_units(resources.allowed)} allowed"
            )
        return None

    @property
    def how(self) -> str:
        """How tilings are drawn, and how exactly."""
        return self._drawer.how

    def tilings(self, n: int, seed: int | None = None) -> Iterator[Tiling]:
        """Yield n independent tilings. The same seed gives the same tilings."""
        reporter = self._resources.reporter
        reporter.begin()

        def report(done: int, total: int) -> None:
            reporter.tell(
                "matching", done, total, self._drawer.order, self._drawer.nbytes, unit="order"
            )

        for edges in self._drawer.draw(n, seed, report):
            yield decode(self._drawer.graph.cover, edges)


def _weighted_graph(
    graph: MatchingGraph, weights: Sequence[Fraction]
) -> tuple[MatchingGraph, NDArray[np.float64] | None, list[int] | None]:
    """Return the graph without edges of weight 0, and the weights, or None if the weights are all
    equal.
    """
    top, scale = max(weights), lcm(*(weight.denominator for weight in weights))
    sizes = np.array([float(weight / top) if top else 0.0 for weight in weights])
    if any(weight and size < _LIGHT for weight, size in zip(weights, sizes, strict=True)):
        raise EngineError(
            f"the weights for random tilings must differ by less than a factor of {1 / _LIGHT:.0e}"
        )
    used = sizes[graph.cover.placement_piece] > 0
    if not used.all():
        graph = graph.only(used)
    piece = graph.cover.placement_piece
    edges = sizes[piece]
    if (edges == edges[:1]).all():
        return graph, None, None
    exact = [int(weight * scale) for weight in weights]
    return graph, edges, [exact[number] for number in piece.tolist()]


def _yield_drawers(
    graph: MatchingGraph, weights: NDArray[np.float64] | None, exact: list[int] | None
) -> Iterator[Shuffler | LozengeShuffler | Divider]:
    """Yield the samplers for random matchings of a graph, starting with the most exact sampler."""
    if weights is None and (lozenges := lozenge_shuffler(graph)) is not None:
        yield lozenges
    if (dominoes := shuffler(graph, weights)) is not None:
        yield dominoes
    if (divided := divider(graph, weights, exact)) is not None:
        yield divided


def _progress_callback(way: Way, resources: Resources) -> StepReporter:
    """Return the function with which a count by matchings reports its progress."""
    units = {"cells": "cell", "primes": "prime"}
    begun = [""]

    def report(phase: str, done: int, total: int, nbytes: int) -> None:
        if begun[0] != phase:
            begun[0] = phase
            resources.reporter.begin()
        resources.reporter.tell("matching", done, total, way.rows, nbytes, unit=units[phase])

    return report
