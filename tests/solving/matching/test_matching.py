"""Matchings: whether two-cell pieces cover a board, and why not."""

from __future__ import annotations

import random

import networkx as nx
import numpy as np
import pytest

from naive_matching import random_problem
from tilewright.model.board import Board
from tilewright.model.cover import compile_cover
from tilewright.model.problem import Problem
from tilewright.solving.matching import (
    MatchingGraph,
    MatchingSearch,
    find_odd_parts,
    largest_matching,
)
from tilewright.solving.search import Search


def networkx_of(graph: MatchingGraph) -> nx.Graph:
    """The same graph for networkx."""
    found = nx.Graph()
    found.add_nodes_from(range(graph.size))
    found.add_edges_from(graph.ends.tolist())
    return found


def check_parts(problem: Problem) -> None:
    """Check the whole answer about a problem against networkx and the definition of odd parts."""
    graph = MatchingGraph(compile_cover(problem))
    matching = largest_matching(graph)
    reference = networkx_of(graph)
    pairs = matching.placements()
    covered = graph.ends[pairs].ravel()
    assert len(np.unique(covered)) == len(covered) == graph.size - len(matching.unmatched)
    assert len(pairs) == len(nx.max_weight_matching(reference, maxcardinality=True))
    assert matching.is_tiling == (Search(problem, limit=1, threads=1, engine="scan").count() == 1)
    parts = find_odd_parts(matching)
    assert (parts is None) == matching.is_tiling
    if parts is None:
        return
    part, between = parts.part, set(parts.between.tolist())
    for number in range(part.max() + 1):
        cells = set(np.flatnonzero(part == number).tolist())
        assert len(cells) % 2
        outside = {other for cell in cells for other in reference[cell]} - cells
        assert outside <= between
    needed = 0 if len(matching.uncovered) else graph.cover.empty_most
    if not needed:
        assert not graph.cover.optional[part >= 0].any() or not graph.cover.empty_most
    assert part.max() + 1 - len(between) == parts.missing > needed


@pytest.mark.parametrize("first", range(0, 400, 50))
def test_random_boards(first: int) -> None:
    for number in range(first, first + 50):
        check_parts(random_problem(number))


@pytest.mark.parametrize("first", range(0, 200, 50))
def test_random_boards_with_empty_cells(first: int) -> None:
    for number in range(first, first + 50):
        check_parts(random_problem(number, empty=number % 4))


@pytest.mark.parametrize("first", range(0, 100, 50))
def test_random_boards_with_optional_cells(first: int) -> None:
    for number in range(first, first + 50):
        draw = random.Random(number)
        board = random_problem(10 * number).board
        text = "".join("?" if c == "#" and draw.random() < 0.3 else c for c in board.text())
        check_parts(Problem(Board.from_text(text + "\n"), "dominoes+"))


@pytest.mark.slow
@pytest.mark.parametrize("first", range(1000, 11000, 1000))
def test_ten_thousand_random_boards(first: int) -> None:
    for number in range(first, first + 1000):
        check_parts(random_problem(number))


def test_a_seed_gives_another_matching_of_the_same_size() -> None:
    graph = MatchingGraph(compile_cover(Problem("torus:9x9", "dominoes+")))
    found = [largest_matching(graph, seed=seed).mate.tolist() for seed in (1, 1, 2)]
    assert found[0] == found[1] != found[2]
    assert [mate.count(-1) for mate in found] == [1, 1, 1]


@pytest.mark.parametrize("words", [("9x9-0,0", "dominoes+"), ("hex:9x8", "dihex+")])
def test_a_search_goes_on_from_any_of_its_matchings(words: tuple[str, ...]) -> None:
    graph = MatchingGraph(compile_cover(Problem(*words)))
    search, steps = MatchingSearch(graph), 0
    done = False
    while not done:
        other = MatchingSearch(graph, mate=search.mate)
        while not other.advance(1):
            pass
        assert other.matching().is_tiling
        done, steps = search.advance(1), steps + 1
    assert steps > 1
