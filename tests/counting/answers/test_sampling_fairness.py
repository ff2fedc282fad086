"""Random tilings are drawn with the right chances: chi-square on random small boards, for every
method and surface.
"""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Callable, Iterator, Sequence

import numpy as np
import pytest

from tilewright import Problem, tilings
from tilewright.counting import count, sample, tiling_set
from tilewright.errors import TilewrightError
from tilewright.model.cover import compile_cover
from tilewright.solving.matching import (
    MatchingGraph,
    divider,
    lozenge_shuffler,
    matching_refusal,
    shuffler,
)

PIECES = {"": "dominoes+", "tri:": "diamonds+", "hex:": "dihexes+"}
SURFACES = ("", "cylinder:", "torus:", "moebius:", "klein:")
#: Sides are joined with a flip only on squares.
SPACES = [
    (lattice, surface) for lattice in PIECES for surface in SURFACES[: None if lattice == "" else 3]
]
#: The least probability that chi-square may have, for every board: there are about a thousand
#: boards.
LEAST = 1e-6
#: How often the rarest tiling is expected in a sample, unless that needs more than `MOST` draws.
#: Tilings that are expected less often than `FEW` times count as one.
OFTEN, MOST, FEW = 25, 3000, 5


def chance_of(drawn: Counter, chances: dict) -> float:
    """Return the probability of a chi-square at least as large (by the cube root of Wilson and
    Hilferty).
    """
    assert drawn.keys() <= chances.keys()
    total = drawn.total()
    assert math.isclose(sum(chances.values()), 1)
    classes: list[list[float]] = []
    for key in sorted(chances, key=chances.__getitem__):
        # The rarest first: they are joined until enough are expected.
        if not classes or classes[-1][1] >= FEW:
            classes.append([0, 0])
        classes[-1][0] += drawn[key]
        classes[-1][1] += total * chances[key]
    value = sum((number - expected) ** 2 / expected for number, expected in classes)
    degrees = len(classes) - 1
    if degrees == 0:
        return 1.0
    if degrees == 1:
        return math.erfc(math.sqrt(value / 2))
    spread = 2 / (9 * degrees)
    return math.erfc(((value / degrees) ** (1 / 3) - 1 + spread) / math.sqrt(2 * spread)) / 2


def listed(graph: MatchingGraph) -> list[tuple[int, ...]]:
    """Return the edges of all matchings, found by search."""
    found: list[tuple[int, ...]] = []
    start, _, edge = graph.adjacency

    def extend(taken: set[int], chosen: list[int]) -> None:
        cell = next((cell for cell in range(graph.size) if cell not in taken), None)
        if cell is None:
            found.append(tuple(sorted(chosen)))
            return
        for e in edge[start[cell] : start[cell + 1]].tolist():
            ends = set(graph.ends[e].tolist())
            if not ends & taken:
                extend(taken | ends, [*chosen, e])

    extend(set(), [])
    return found


def boards(lattice: str, surface: str, dice: random.Random) -> Iterator[Problem]:
    """Yield random small boards with 2 to 24 tilings; some consist of several parts."""
    while True:
        rows, columns = dice.randint(1, 6), dice.randint(1, 6) * (2 if lattice == "tri:" else 1)
        cells = [(row, column) for row in range(rows) for column in range(columns)]
        gone = set(dice.sample(cells, dice.randint(0, min(4, len(cells) - 1))))
        if rows > 2 and dice.random() < 0.4:
            line = dice.randrange(rows)
            gone |= {(line, column) for column in range(columns)}
        word = f"{surface}{lattice}{rows}x{columns}" + "".join(
            f"-{row},{column}" for row, column in sorted(gone)
        )
        try:
            problem = Problem(word, PIECES[lattice])
            if matching_refusal(problem) is None and 2 <= count(problem) <= 24:
                yield problem
        except TilewrightError:
            continue


Drawer = Callable[[MatchingGraph, np.ndarray | None], object]


def fair(make: Drawer, problem: Problem, weights: Sequence[float], seed: int) -> float | None:
    """Return how likely chi-square is for tilings drawn by a method; None if the method does not
    suit the board.
    """
    graph = MatchingGraph(compile_cover(problem))
    dice = random.Random(seed)
    sizes = np.array([dice.choice(weights) for _ in graph.ends])
    found = make(graph, None if (sizes == 1).all() else sizes)
    if found is None:
        return None
    shares = {edges: float(np.prod(sizes[list(edges)])) for edges in listed(graph)}
    whole = sum(shares.values())
    number = min(MOST, math.ceil(OFTEN * whole / min(shares.values())))
    drawn = Counter(tuple(edges.tolist()) for edges in found.draw(number, seed))
    return chance_of(drawn, {edges: share / whole for edges, share in shares.items()})


def compare(
    make: Drawer, lattice: str, surface: str, weights: Sequence[float], number: int
) -> list[float]:
    """Return the chances of chi-square for a number of boards."""
    dice = random.Random(f"{lattice} {surface} {weights}")
    found = []
    for tried, problem in enumerate(boards(lattice, surface, dice)):
        value = fair(make, problem, weights, tried)
        if value is not None:
            assert value > LEAST, (problem.board.name, value)
            found.append(value)
        if len(found) == number:
            # The chances themselves are about evenly spread.
            assert -2 * sum(map(math.log, found)) < 2 * number + 4 * math.sqrt(4 * number)
            return found
        if tried > 20 * number:
            return found
    return found


@pytest.mark.sampled(3)
@pytest.mark.parametrize("weights", [(1.0,), (1.0, 2.0, 0.5)], ids=["alike", "weighted"])
@pytest.mark.parametrize(("lattice", "surface"), SPACES)
@pytest.mark.parametrize("number", [1, pytest.param(30, marks=pytest.mark.slow)])
def test_edges_by_the_inverse_matrix(lattice, surface, weights, number):
    compare(divider, lattice, surface, weights, number)


def test_a_biased_sampler_is_noticed():
    problem = Problem("tri:2x10-0,0-0,4-0,5-1,7", "diamonds+")
    assert fair(divider, problem, (1.0, 2.0, 0.5), 18) > LEAST
    assert fair(lambda graph, _: divider(graph, None), problem, (1.0, 2.0, 0.5), 18) < LEAST


@pytest.mark.sampled(2)
@pytest.mark.parametrize("weights", [(1.0,), (1.0, 2.0, 0.5)], ids=["alike", "weighted"])
@pytest.mark.parametrize("lattice", ["", "tri:"])
@pytest.mark.parametrize("number", [2, pytest.param(30, marks=pytest.mark.slow)])
def test_domino_shuffling(lattice, weights, number):
    compare(shuffler, lattice, "", weights, number)


def test_lozenge_shuffling():
    for sides in ("1,1,2", "2,1,2", "2,2,2", "1,3,2", "3,1,1"):
        problem = Problem(f"tri:hexagon{sides}", "diamond+")
        value = fair(lambda graph, weights: lozenge_shuffler(graph), problem, (1.0,), 1)
        assert value is not None and value > LEAST


@pytest.mark.parametrize(("lattice", "surface"), SPACES)
@pytest.mark.parametrize("number", [2, pytest.param(30, marks=pytest.mark.slow)])
def test_tilings_by_their_numbers(lattice, surface, number):
    for seed, problem in zip(
        range(number), boards(lattice, surface, random.Random(surface)), strict=False
    ):
        ranking = tiling_set(problem)
        assert ranking.count == len(listed(MatchingGraph(compile_cover(problem))))
        drawn = Counter(list(ranking.numbers(OFTEN * ranking.count, seed=seed)))
        assert chance_of(drawn, dict.fromkeys(range(ranking.count), 1 / ranking.count)) > LEAST


@pytest.mark.parametrize(
    ("board", "pieces", "number"),
    [("torus:1x4", "dominoes+", 2), ("torus:tri:3x3", "diamonds+", 42)],
)
def test_small_tori_whose_pfaffians_have_no_inverse(board, pieces, number):
    graph = MatchingGraph(compile_cover(Problem(board, pieces)))
    assert len(listed(graph)) == number
    found = divider(graph)
    drawn = Counter(tuple(edges.tolist()) for edges in found.draw(10 * number + 180, seed=2026))
    assert chance_of(drawn, dict.fromkeys(listed(graph), 1 / number)) > LEAST


def test_a_part_of_a_torus_that_is_a_ring():
    word = "torus:14x14" + "".join(f"-{row},{column}" for row in (1, 13) for column in range(14))
    lies = sum(
        any(set(cells) == {(0, 0), (0, 1)} for _, cells in tiling)
        for tiling in sample(word, "dominoes+", number=60, seed=2026)
    )
    # Half of all tilings, within four standard deviations.
    assert abs(lies - 30) < 4 * math.sqrt(15)


@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    "board", ["torus:4x4", "torus:2x6", "cylinder:3x4", "torus:3x4-1,1-1,2", "3x4"]
)
def test_weights_of_pieces(board):
    problem = Problem(board, "##+", "#/#+", turn="fixed")
    weights = {"##": 3, "#/#": 1}

    def key(tiling):
        return frozenset((name, frozenset(cells)) for name, cells in tiling)

    sizes = {
        key(tiling): 3.0 ** sum(name == "##" for name, _ in tiling) for tiling in tilings(problem)
    }
    whole = sum(sizes.values())
    drawn = Counter(key(tiling) for tiling in sample(problem, number=600, seed=3, weight=weights))
    assert chance_of(drawn, {tiling: size / whole for tiling, size in sizes.items()}) > LEAST
