"""The graph of a problem whose pieces have two cells."""

from __future__ import annotations

import numpy as np
import pytest

from tilewright.errors import ProblemError
from tilewright.model.cover import compile_cover
from tilewright.model.problem import Problem
from tilewright.solving.matching import MatchingGraph, matching_refusal


def graph_of(*words: str, **rules: object) -> MatchingGraph:
    return MatchingGraph(compile_cover(Problem(*words, **rules)))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("4x4", "dominoes+"), None),
        (("torus:4x6-0,0-1,1", "#a+", "domino@fixed+"), None),
        (("tri:hexagon2", "diamond+"), None),
        (("4x4", "domino=8"), "the number of copies of the piece domino is limited"),
        (("4x4", "domino=1.."), "the number of copies of the piece domino is limited"),
        (("4x4", "domino+", "monomino+"), "the piece monomino has 1 cell"),
        (("4x4", "domino+", "L3+"), "the piece L3 has 3 cells"),
    ],
)
def test_which_problems_are_matchings(words: tuple[str, ...], why: str | None) -> None:
    problem = Problem(*words)
    assert matching_refusal(problem) == why
    if why is not None:
        with pytest.raises(ProblemError, match="not matchings"):
            MatchingGraph(compile_cover(problem))


@pytest.mark.parametrize(
    ("words", "cells", "edges", "colors"),
    [
        (("3x4", "dominoes+"), 12, 17, True),
        (("3x4-0,0", "dominoes+"), 11, 15, True),
        (("torus:5x4", "dominoes+"), 20, 40, False),
        (("torus:6x4", "dominoes+"), 24, 48, True),
        (("tri:hexagon3", "diamond+"), 54, 72, True),
        (("hex:5x5", "dihex+"), 25, 56, False),
        (("cube:3x3x4", "dicube+"), 36, 75, True),
        # Both pieces lie on the same cells: edges of their own.
        (("##a/###", "##+", "#a+"), 6, 7, True),
        (("1x2", "##+", "#./.#+"), 2, 1, True),
        # Rows of an odd cylinder: the natural colors clash, others do not.
        (("cylinder:2x5", "domino@fixed+"), 10, 10, False),
    ],
)
def test_edges_and_colors(words: tuple[str, ...], cells: int, edges: int, colors: bool) -> None:
    graph = graph_of(*words)
    assert (graph.size, len(graph.ends)) == (cells, edges)
    assert (graph.side is not None) == colors
    if graph.side is not None:
        assert (graph.side[graph.ends[:, 0]] != graph.side[graph.ends[:, 1]]).all()


def test_neighbors_are_those_of_the_edges() -> None:
    graph = graph_of("torus:5x4-2,2", "dominoes+", "#.#+")
    start, beside, edge = graph.adjacency
    seen = set()
    for cell in range(graph.size):
        for other, j in zip(
            beside[start[cell] : start[cell + 1]], edge[start[cell] : start[cell + 1]], strict=True
        ):
            assert sorted((cell, int(other))) == graph.ends[j].tolist()
            seen.add((int(j), cell))
    assert len(seen) == len(edge) == 2 * len(graph.ends)


def test_cells_of_placed_pieces_have_one_edge() -> None:
    graph = graph_of("3x4", "dominoes+", placed=[("domino", [(0, 0), (1, 0)])])
    degrees = np.diff(graph.adjacency[0])
    assert degrees[[0, 4]].tolist() == [1, 1]


def test_separate_cells_are_not_adjacent() -> None:
    assert graph_of("torus:4x4", "dominoes+").is_adjacent
    assert graph_of("tri:4x4", "diamond+").is_adjacent
    assert not graph_of("4x4", "dominoes+", "#.#+").is_adjacent
