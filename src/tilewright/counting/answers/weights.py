"""Weights and costs of pieces: the sum of the weights of all tilings, and the cheapest tilings.

Sums use the states of a count, modulo primes, so that numbers fit in machine words.
`tilewright.counting.numbers.residues` finds the number of primes, and a divisor of the sum.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from math import lcm, prod
from typing import Unpack

import numpy as np
from numpy.typing import NDArray

from tilewright.counting.answers.diagrams import build_graph
from tilewright.counting.answers.listing import (
    CopiesTally,
    ListingFinished,
    ListingRace,
    NoTilingProven,
)
from tilewright.counting.answers.matchings import weigh_matchings
from tilewright.counting.answers.plans import sum_tilings
from tilewright.counting.frontier.graph import BackwardCounts
from tilewright.counting.frontier.labeled import LabeledGraph
from tilewright.counting.frontier.layers import count_layers
from tilewright.counting.frontier.profile import BrokenProfile
from tilewright.counting.frontier.repeats import Repeat, find_repeat
from tilewright.counting.frontier.rows import LabeledRows
from tilewright.counting.frontier.scans import (
    board_scans,
    cell_images,
    expected_most,
    fits_area,
    mirrors,
    reason,
    scan_of,
)
from tilewright.counting.moves import Options, options_of
from tilewright.counting.numbers.residues import (
    LayerResidues,
    Residues,
    RowResidues,
    Scale,
    Weighted,
    most_moves,
    primes_for,
    split_passes,
)
from tilewright.counting.numbers.values import LeastCosts
from tilewright.counting.resources import Resources, check_rates, simplest
from tilewright.counting.tuning import Tuning
from tilewright.errors import EngineError, NoTilingError
from tilewright.model.cover import Cover, compile_cover, decode
from tilewright.model.problem import Problem
from tilewright.model.requests import takes_request
from tilewright.model.tiling import Tiling
from tilewright.system.values.arrays import starts
from tilewright.system.work.limits import ProgressLimits, ThreadLimits, limited


@limited
@takes_request
def weighted_count(
    problem: Problem,
    weight: dict[str, int | Fraction] | None = None,
    *,
    tuning: Tuning | None = None,
    **limits: Unpack[ThreadLimits],
) -> int | Fraction:
    """Return the sum over all tilings of the product of the weights of their pieces.

    Call the function as ``weighted_count(problem, weight)`` or ``weighted_count(board, *pieces,
    weight=weight)``.

    Parameters
    ----------
    problem : Problem, Puzzle, Board, str or path
        A problem in any form that `tilewright.read` accepts: a board followed by pieces, a string,
        a puzzle or a file.
    weight : dict
        The weight of each piece; the keys are names that `Problem.piece_index` accepts, or
        ``"empty"``. Weights are ints or Fractions and may be negative. Pieces that are not listed
        have weight 1. Pieces already on the board also contribute their weights.
    tuning : Tuning, optional
        Internal settings that affect only the speed; meant for tests and benchmarks.
    timeout, max_memory, progress, threads
        See `tilewright.system.work.limits`.

    Returns
    -------
    int or Fraction
        The sum as an int, or as a Fraction if it is not an integer.

    Raises
    ------
    EngineError
        If a name is unknown, or a weight is not exact (for example, a float).
    ProblemError
        If the problem is invalid.
    TimeLimitError
        If the time limit is reached.
    MemoryLimitError
        If the count would exceed the memory limit.

    Examples
    --------
    >>> weighted_count("2x3", "trominoes+", weight={"I3": Fraction(1, 2)})
    Fraction(9, 4)
    >>> weighted_count("12x12", "trominoes+", weight={"I3": 0})  # without straight trominoes
    2033502499954

    Notes
    -----
    The computation works like `count`, with sums of weights modulo as many primes as needed; see
    docs/explanation/counting.md. If each piece has a fixed number of copies, all tilings have the
    same weight, so `count` is enough.
    """
    resources = Resources.of(tuning=tuning)
    names = (*problem.names, *(["empty"] if problem.empty_most > 0 else []))
    exact = check_rates(weight, names, "weight", problem.piece_index)
    # An empty cell is one more kind, after the pieces.
    factors = [Fraction(exact.get(name, 1)) for name in (*problem.names, "empty")]
    total = sum_tilings(
        problem,
        resources,
        Fraction(0),
        lambda copies, number: number * prod(map(pow, factors, copies), start=Fraction(1)),
        lambda: weigh_matchings(problem, factors, resources),
        lambda: _weigh_equal_rows(problem, factors, resources),
        lambda: weigh_by_layers(compile_cover(problem), factors, resources),
    )
    return simplest(total)


def _weigh_equal_rows(
    problem: Problem, weights: Sequence[Fraction], resources: Resources
) -> Fraction | None:
    """Return the sum for the weights of pieces and of an empty cell, or None unless rows repeat."""
    repeat = find_repeat(problem)
    if repeat is None:
        return None
    shapes = [weights[piece] for piece in repeat.piece]
    return weigh_by_rows(repeat, [*shapes, weights[-1]], resources)


def weigh_by_rows(
    repeat: Repeat, weights: Sequence[Fraction], resources: Resources
) -> Fraction | None:
    """Return the sum for repeating rows with these weights, or None without a state graph."""
    # Weight 0 excludes a shape, with all tilings that use it.
    repeat = replace(
        repeat.only([weight != 0 for weight in weights[:-1]]),
        optional=repeat.optional and weights[-1] != 0,
    )
    weights = [weight for weight in weights[:-1] if weight] + [weights[-1]]
    rows = WeightedRows.of(repeat, weights, resources)
    if rows is None:
        return None
    if repeat.length % repeat.period:
        return Fraction(0)
    scale = rows.scale(repeat.width * repeat.length)
    primes = primes_for(scale, rows.rows.moves.fanout)
    passes = list(split_passes(primes, resources.tuning.primes_at_once))
    # The first pass has the most primes.
    graph = rows.rows.graph(4 * len(passes[0][1]))
    if graph is None:
        return None
    residues: list[int] = []
    for part, chosen in passes:
        resources.reporter.part = part
        (sums,) = rows.rows.pull(graph, RowResidues(Residues(chosen), rows.classes))
        residues += sums[0].tolist()
    return scale.value(residues, primes)


@dataclass(frozen=True, eq=False)
class WeightedRows:
    """Rows whose moves have weights."""

    rows: LabeledRows
    #: The weight of each label of the state graph; the first is that of a covered cell.
    classes: list[Fraction]
    #: What is known of the moves, but for the bounds of their copies.
    kinds: list[Weighted]

    @classmethod
    def of(
        cls, repeat: Repeat, weights: Sequence[Fraction], resources: Resources
    ) -> WeightedRows | None:
        """Return rows for the weights of shapes and of an empty cell, or None if unavailable."""
        # A covered cell comes first; no move is of its class.
        classes = [Fraction(1), *dict.fromkeys(weights)]
        labels = np.array([classes.index(weight, 1) for weight in weights], dtype=np.uint16)
        rows = LabeledRows.of(repeat, labels, resources)
        if rows is None:
            return None
        # Shapes with the same size and weight are one kind.
        alike = [*zip(weights, [*map(len, repeat.shapes), 1], strict=True)]
        kind = np.array([alike.index(pair) for pair in alike])[rows.moves.shape]
        kinds = [
            Weighted(*alike[number], ways, 0, 0)
            for number, ways in most_moves(rows.moves.begin, kind).items()
            if alike[number][0]
        ]
        return cls(rows, classes, kinds)

    def scale(self, area: int) -> Scale:
        """Return the properties of the sum over a number of cells that are known in advance."""
        return Scale.of([replace(kind, most=area // kind.size) for kind in self.kinds], area)


def weigh_by_layers(cover: Cover, weights: Sequence[Fraction], resources: Resources) -> Fraction:
    """Return the sum over all tilings of the product of the weights of their pieces."""
    options = options_of(cover)
    options = _select_options(options, np.array([weight != 0 for weight in weights])[options.kind])
    if not fits_area(options):
        return Fraction(0)
    way, moves = scan_of(cover, options, "auto", _is_mirror_symmetric(cover, options, weights))
    kind = options.kind[moves.option]
    size = dict(zip(kind.tolist(), np.diff(options.start)[moves.option].tolist(), strict=True))
    least, most = options.least.tolist(), options.most.tolist()
    weighted_kinds = [
        Weighted(
            weights[number],
            size[number],
            ways,
            least[number],
            min(most[number], options.area // size[number]),
        )
        for number, ways in most_moves(moves.start, kind).items()
    ]
    scale = Scale.of(weighted_kinds, options.area)
    primes = primes_for(scale, moves.edges)
    why = reason(options, moves, way.name)
    tuning = resources.tuning
    profile = BrokenProfile(moves, tuning.shared_weighted)
    residues, moduli = [], []
    tally = CopiesTally(cover)
    most = expected_most(options, moves, way)
    race = ListingRace(cover, resources, most, tally.take, words=len(profile.first))
    for part, chosen in split_passes(primes, tuning.primes_at_once):
        resources.reporter.part = part
        values = LayerResidues(Residues(chosen), weights, profile.kinds, tuning.name_bits)
        try:
            outcome = count_layers(profile, resources, values, why=why, look=race.look)
        except NoTilingProven:
            return Fraction(0)
        except ListingFinished:
            return sum(
                (
                    number * prod(map(pow, weights, copies), start=Fraction(1))
                    for copies, number in tally.counts.items()
                ),
                start=Fraction(0),
            )
        resources.stay_within(outcome.states, outcome.nbytes, why)
        moduli.append(prod(chosen))
        residues.append(outcome.total % moduli[-1])
    return scale.value(residues, moduli)


def _select_options(options: Options, chosen: NDArray[np.bool_]) -> Options:
    """Return a selection of the options."""
    sizes = np.diff(options.start)
    return replace(
        options,
        start=starts(sizes[chosen]),
        item=options.item[np.repeat(chosen, sizes)],
        kind=options.kind[chosen],
        copies=options.copies[chosen],
        label=options.label[chosen],
        sums=None if options.sums is None else options.sums.only(chosen),
    )


def _is_mirror_symmetric(cover: Cover, options: Options, weights: Sequence[Fraction]) -> bool:
    """Return whether mirror images have the same weight in each scan with mirror images."""
    number = {weight: place for place, weight in enumerate(dict.fromkeys(weights))}
    weight = np.array([number[value] for value in weights])[options.kind]
    return all(
        mirrors(_select_options(options, weight == one), cell_images(way))
        for way in board_scans(cover.cells, folded=True)
        for one in number.values()
    )


@dataclass(frozen=True)
class Cheapest:
    """The minimum cost of a tiling.

    Attributes
    ----------
    cost : int or Fraction
    count : int
        The number of tilings with the minimum cost.
    tiling : Tiling
        The first tiling with the minimum cost, in the order of `TilingSet`.
    """

    cost: int | Fraction
    count: int
    tiling: Tiling


@limited
@takes_request
def cheapest(
    problem: Problem,
    cost: dict[str, int | Fraction] | None = None,
    **limits: Unpack[ProgressLimits],
) -> Cheapest:
    """Find a tiling of minimum cost, and return it with the cost and the number of tilings with
    that cost.

    Call the function as ``cheapest(problem, cost)`` or ``cheapest(board, *pieces, cost=cost)``.
    Parameters and errors not listed here are the same as for `heat`.

    Parameters
    ----------
    problem : Problem, Puzzle, Board, str or path
        A problem in any form that `tilewright.read` accepts: a board followed by pieces, a string,
        a puzzle or a file.
    cost : dict
        The cost of one copy of each piece; the keys are names that `Problem.piece_index` accepts,
        or ``"empty"``. Costs are ints or Fractions and may be negative. Pieces that are not listed
        have cost 0.

    Raises
    ------
    NoTilingError
        If there is no tiling.
    EngineError
        If a name is unknown, if a cost is not exact, or if the costs are too large.

    Examples
    --------
    >>> cheapest("3x4", "trominoes+", {"I": 1, "L": 2}).cost
    4
    """
    diagram = build_graph(problem, Resources.of(threads=1))
    return cheapest_in(diagram, problem, cost)


def cheapest_in(diagram: LabeledGraph | None, problem: Problem, costs: object) -> Cheapest:
    """Return the cheapest tiling of a graph, and the number of cheapest tilings."""
    names = (*problem.names, "empty")
    exact = check_rates(costs, names, "cost", problem.piece_index)
    scale = lcm(*(Fraction(cost).denominator for cost in exact.values()), 1)
    price = np.array([int(Fraction(exact.get(name, 0)) * scale) for name in names], dtype=object)
    if max(map(abs, price.tolist())) * problem.board.area >= 1 << 62:
        raise EngineError("the sum of the costs must be less than 2^62")
    if diagram is None:
        raise NoTilingError("there is no tiling")
    search = _CheapestSearch(diagram, price.astype(np.int64))
    if not search.count:
        raise NoTilingError("there is no tiling")
    return Cheapest(
        simplest(Fraction(search.cost, scale)),
        search.count,
        decode(diagram.cover, np.array(search.forward(), dtype=np.int32)),
    )


class _CheapestSearch:
    """The first cheapest tiling: minimum costs are computed backward through a labeled graph, and
    the tiling forward.
    """

    def __init__(self, diagram: LabeledGraph, price: NDArray[np.int64]) -> None:
        self.diagram = diagram
        # The cost of a label: of a piece, of an empty cell, 0 for a covered cell.
        table = np.zeros(diagram.cover.size + 2, dtype=np.int64)
        table[: diagram.cover.size] = price[diagram.cover.placement_piece]
        table[-2] = price[-1]
        self.price = table
        values = LeastCosts(diagram.graph.fanout, lambda layer: table[diagram.meanings(layer)])
        self.counts = BackwardCounts(diagram.graph, values=values)
        self.ends = diagram.backward(self.counts)
        self.count = self.counts.count()
        self.cost = int(self.counts.arrays[0][0])

    def forward(self) -> list[int]:
        """Return the placements of the first cheapest tiling."""
        graph = self.diagram.graph
        state = 0
        choices: list[int] = []
        for layer, _, _ in self.diagram.forward(self.counts, self.ends):
            if layer and layer % graph.layers == 0:
                state -= int(graph.offset[-2])  # the last layer is layer 0 again
            cost, counts = self.counts.arrays
            placements = self.diagram.meanings(layer)
            for edge in range(int(graph.start[state]), int(graph.start[state + 1])):
                following = int(graph.target[edge])
                placement = int(placements[graph.label[edge]])
                if (
                    counts[following].any()
                    and cost[following] + self.price[placement] == cost[state]
                ):
                    state = following
                    choices.append(placement)
                    break
        return choices
