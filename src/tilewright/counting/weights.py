"""Weights and costs of pieces: the sum over all tilings of the product of their weights, and the cheapest tilings.

Sums move along the same states as counts, modulo primes, so that no number outgrows its word. How many primes
it takes, and what the sum is a multiple of, `tilewright.counting.residues` says.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from math import lcm, prod

import numpy as np
from numpy.typing import NDArray

from tilewright.board import Board
from tilewright.counting.graph import BackwardCounts
from tilewright.counting.labeled import LabeledGraph, build_labeled_graph
from tilewright.counting.layers import count_layers
from tilewright.counting.moves import Options, options_of
from tilewright.counting.plans import count_of_known_copies
from tilewright.counting.profile import BrokenProfile
from tilewright.counting.repeats import Repeat, repeats
from tilewright.counting.request import checked_rates, split_arguments
from tilewright.counting.residues import (
    LayerResidues,
    Residues,
    RowResidues,
    Scale,
    Weighted,
    in_passes,
    primes_for,
)
from tilewright.counting.resources import Report, Resources
from tilewright.counting.rows import LabeledRows
from tilewright.counting.scans import board_scans, cell_images, fits_area, mirrors, reason, scan_of
from tilewright.counting.tuning import Tuning
from tilewright.counting.values import LeastCosts
from tilewright.cover import Cover, compile_cover, decode
from tilewright.deadline import Deadline
from tilewright.errors import EngineError, NoTilingError
from tilewright.piece import Piece
from tilewright.problem import Problem
from tilewright.proof import area_reason
from tilewright.tiling import Tiling

__all__ = ["Cheapest", "cheapest", "weigh", "weigh_by_layers", "weigh_by_rows", "weighted_count"]


def weighted_count(
    problem: Problem | Board | str,
    *arguments: Piece | str | dict[str, int | Fraction],
    weights: dict[str, int | Fraction] | None = None,
    threads: int | None = None,
    max_memory: int | None = None,
    progress: Report | None = None,
    timeout: float | None = None,
    tuning: Tuning | None = None,
) -> int | Fraction:
    """Return the sum over all tilings of the product of the weights of their pieces.

    ``weighted_count(problem, weights)`` or ``weighted_count(board, *pieces, weights=weights)``.

    Parameters
    ----------
    problem : Problem, or Board or str
        A problem, or a board; then the pieces follow.
    weights : dict
        From the name of a piece (any that `Problem.piece_index` knows, or ``"empty"``) to its weight,
        an int or a Fraction of any sign; 1 for those that are not named. Pieces already placed count.
    threads : int, optional
        By default as many as there are cores; small problems use one.
    max_memory : int, optional
        Bytes that the engine may take; by default 80 % of what is free.
    progress : callable, optional
        Called with a `tilewright.progress.StatesProgress` now and then, between two steps.
    timeout : float, optional
        Stop after so many seconds.
    tuning : Tuning, optional
        Sizes that decide how quick it is, for tests and measurements.

    Returns
    -------
    int or Fraction
        A Fraction only if the sum is no integer.

    Raises
    ------
    EngineError
        If a weight names no piece, or is not exact (a float, for one).
    ProblemError
        If the problem has faults.
    TimeLimitError
        If the time is up.
    MemoryLimitError
        Before the limit would be passed.

    Examples
    --------
    >>> weighted_count("2x3", "trominoes+", weights={"I3": Fraction(1, 2)})
    Fraction(9, 4)
    >>> weighted_count("12x12", "trominoes+", weights={"I3": 0})  # those without a straight one
    2033502499954

    Notes
    -----
    By the states that `count` has, modulo as many primes as the weights can make necessary; see docs/counting.md. Where each
    piece has a fixed number of copies, all tilings weigh the same, and `count` tells how many they are.
    """
    with Deadline(timeout).holds():
        resources = Resources.of(threads, max_memory, progress, tuning=tuning)
        problem, (given,) = split_arguments(
            problem, arguments, "weighted_count(problem, {'I3': 2})", weights=weights
        )
        names = (*problem.names, *(["empty"] if problem.empty_most > 0 else []))
        exact = checked_rates(given, names, "weigh", problem.piece_index)
        if area_reason(problem):
            return 0
        # A cell that stays empty is one more kind, behind the pieces.
        factors = [Fraction(exact.get(name, 1)) for name in (*problem.names, "empty")]
        total: Fraction | None = None
        if (known := count_of_known_copies(problem, resources)) is not None:
            copies, number = known
            total = number * prod(
                (factor**used for factor, used in zip(factors, copies, strict=True)), start=Fraction(1)
            )
        elif (repeat := repeats(problem)) is not None:
            shapes = [
                factor
                for piece, factor in zip(problem.pieces, factors, strict=False)
                for _ in piece.orientations(problem.turn)
            ]
            total = weigh_by_rows(repeat, [*shapes, factors[-1]], resources)
        if total is None:
            total = weigh_by_layers(compile_cover(problem), factors, resources)
        return int(total) if total.denominator == 1 else total


#: Its name in 0.1, which was too near to `tilewright.weighting`, the proof.
weigh = weighted_count


def weigh_by_rows(repeat: Repeat, weights: Sequence[Fraction], resources: Resources) -> Fraction | None:
    """Return the sum of a board whose rows repeat, by the weights of its shapes and of an empty cell; None if it has no state graph."""
    # What weighs nothing is left out, with all tilings that use it.
    repeat = replace(
        repeat.only([weight != 0 for weight in weights[:-1]]), optional=repeat.optional and weights[-1] != 0
    )
    weights = [weight for weight in weights[:-1] if weight] + [weights[-1]]
    classes = [Fraction(1), *dict.fromkeys(weights)]
    kinds = np.array([classes.index(weight, 1) for weight in weights], dtype=np.uint16)
    rows = LabeledRows.of(repeat, kinds, resources)
    if rows is None:
        return None
    if repeat.length % repeat.period:
        return Fraction(0)
    moves, area = rows.moves, repeat.width * repeat.length
    # Shapes of one size and one weight are one kind.
    alike = [*zip(weights, [*map(len, repeat.shapes), 1], strict=True)]
    kind = np.array([alike.index(pair) for pair in alike])[moves.shape]
    found = [
        Weighted(weight, size, ways, 0, area // size)
        for number, ways in _most_moves(moves.begin, kind).items()
        for weight, size in [alike[number]]
    ]
    scale = Scale.of(found, area)
    primes = primes_for(scale, moves.fanout)
    passes = list(in_passes(primes, resources.tuning.primes_at_once))
    # No pass has more primes than the first.
    graph = rows.graph(4 * len(passes[0][1]))
    if graph is None:
        return None
    residues: list[int] = []
    for part, chosen in passes:
        resources.reporter.part = part
        (sums,) = rows.pull(graph, RowResidues(Residues(chosen), classes))
        residues += sums[0].tolist()
    return scale.value(residues, primes)


def _most_moves(start: NDArray[np.int64], kind: NDArray[np.int64]) -> dict[int, int]:
    """Return how many moves of each kind a layer has at most; layer c has those from ``start[c]`` to ``start[c + 1]``."""
    layer = np.repeat(np.arange(len(start) - 1), np.diff(start))
    return {number: int(np.bincount(layer[kind == number]).max()) for number in np.unique(kind).tolist()}


def weigh_by_layers(cover: Cover, weights: Sequence[Fraction], resources: Resources) -> Fraction:
    """Return the sum over all tilings of the product of the weights of their pieces."""
    options = options_of(cover)
    options = _chosen(options, np.array([weight != 0 for weight in weights])[options.kind])
    if not fits_area(options):
        return Fraction(0)
    way, moves = scan_of(cover, options, "auto", _mirrored(cover, options, weights))
    kind = options.kind[moves.option]
    size = dict(zip(kind.tolist(), np.diff(options.start)[moves.option].tolist(), strict=True))
    least, most = options.least.tolist(), options.most.tolist()
    found = [
        Weighted(
            weights[number],
            size[number],
            ways,
            least[number],
            min(most[number], options.area // size[number]),
        )
        for number, ways in _most_moves(moves.start, kind).items()
    ]
    scale = Scale.of(found, options.area)
    primes = primes_for(scale, moves.edges)
    why = reason(options, moves, way.name)
    tuning = resources.tuning
    profile = BrokenProfile(moves, tuning.shared_weighted)
    residues, moduli = [], []
    for part, chosen in in_passes(primes, tuning.primes_at_once):
        resources.reporter.part = part
        values = LayerResidues(Residues(chosen), weights, profile.kinds, tuning.name_bits)
        outcome = count_layers(profile, resources, values, why=why)
        resources.stay_within(outcome.states, outcome.nbytes, why)
        moduli.append(prod(chosen))
        residues.append(outcome.total % moduli[-1])
    return scale.value(residues, moduli)


def _chosen(options: Options, chosen: NDArray[np.bool_]) -> Options:
    """Return some of the options only."""
    sizes = np.diff(options.start)
    return replace(
        options,
        start=np.concatenate([[0], np.cumsum(sizes[chosen])]).astype(np.int64),
        item=options.item[np.repeat(chosen, sizes)],
        kind=options.kind[chosen],
        copies=options.copies[chosen],
        label=options.label[chosen],
    )


def _mirrored(cover: Cover, options: Options, weights: Sequence[Fraction]) -> bool:
    """Whether mirror images weigh the same, in each scan in which the board is its own mirror image."""
    number = {weight: place for place, weight in enumerate(dict.fromkeys(weights))}
    weight = np.array([number[value] for value in weights])[options.kind]
    return all(
        mirrors(_chosen(options, weight == one), cell_images(way))
        for way in board_scans(cover.cells, folded=True)
        for one in number.values()
    )


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
        kept = build_labeled_graph(problem, Resources.of(1, max_memory, progress))
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

    def __init__(self, kept: LabeledGraph, price: NDArray[np.int64]) -> None:
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
