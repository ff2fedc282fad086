"""Heights, flips, and the largest and smallest tilings of boards without holes."""

from __future__ import annotations

from collections.abc import Iterable

import networkx as nx
import numpy as np
import pytest

import tilewright as tw
from tilewright.errors import TilingError
from tilewright.model.tiling import Tiling
from tilewright.solving.matching import flip_distance, flips, highest_tiling, lowest_tiling

BOARDS = [
    "4x4 dominoes+",
    pytest.param("4x5 dominoes+", marks=pytest.mark.slow),
    "aztec:3 dominoes+",
    "3x6-0,0-0,5 dominoes+",
    "##../####/####/..## dominoes+",
    "tri:hexagon2 diamond+",
    "tri:hexagon1,2,3 diamond+",
    "tri:2x4 diamond+",
]


def blocks(tiling: Tiling) -> set[frozenset[frozenset[tuple[int, ...]]]]:
    """The tiles of a tiling."""
    return {frozenset(cells) for _, cells in tiling}  # type: ignore[arg-type]


def flip_graph(tilings: Iterable[Tiling], changed: int) -> nx.Graph:
    """Tilings that differ in two dominoes, or three lozenges, that cover the same cells."""
    listed = list(tilings)
    graph = nx.Graph()
    graph.add_nodes_from(range(len(listed)))
    for i, one in enumerate(listed):
        for j, other in enumerate(listed[:i]):
            if len(blocks(one) - blocks(other)) == changed:
                graph.add_edge(i, j)
    return graph


@pytest.mark.sampled(3)
@pytest.mark.parametrize("words", BOARDS)
def test_flips_distances_and_extremes_are_those_of_all_tilings(words: str) -> None:
    tilings = list(tw.tilings(words))
    assert tilings
    changed = 3 if words.startswith("tri") else 2
    graph = flip_graph(tilings, changed)
    assert nx.is_connected(graph)
    where = {tiling: number for number, tiling in enumerate(tilings)}
    distance = dict(nx.all_pairs_shortest_path_length(graph))
    heights = np.array([tiling.heights().filled(0) for tiling in tilings])
    most, least = heights.max(axis=0), heights.min(axis=0)
    for number, tiling in enumerate(tilings):
        found = list(flips(tiling))
        assert {where[other] for other in found} == set(graph[number])
        assert len(found) == len(graph[number])
        for other in tilings[:: max(1, len(tilings) // 7)]:
            assert flip_distance(tiling, other) == distance[number][where[other]]
    assert (highest_tiling(tilings[0]).heights().filled(0) == most).all()
    assert (lowest_tiling(tilings[-1]).heights().filled(0) == least).all()
    assert {where[highest_tiling(tiling)] for tiling in tilings} == {
        where[highest_tiling(tilings[0])]
    }


@pytest.mark.parametrize(("order", "side"), [(2, 2), (3, 4)])
def test_distance_of_the_extremes(order: int, side: int) -> None:
    diamond = tw.solve(f"aztec:{order} dominoes+")
    assert diamond is not None
    # The sum of the first squares, and the volume of a box.
    assert (
        flip_distance(lowest_tiling(diamond), highest_tiling(diamond))
        == order * (order + 1) * (2 * order + 1) // 6
    )
    hexagon = tw.solve(f"tri:hexagon{side},2,3 diamond+")
    assert hexagon is not None
    assert flip_distance(lowest_tiling(hexagon), highest_tiling(hexagon)) == side * 2 * 3


def test_heights_by_hand() -> None:
    heights = Tiling.from_text("AAB\nCCB").heights()
    assert heights.tolist() == [[0, 1, 0, 1], [-1, -2, -1, 2], [0, 1, 0, 1]]
    assert not heights.mask.any()
    board = tw.solve("3x3-1,1 dominoes+")
    assert board is not None
    with pytest.raises(TilingError, match="hole with unequal numbers"):
        board.heights()
    corner = tw.solve("3x4-0,0-2,3 dominoes+")
    assert corner is not None
    assert bool(corner.heights().mask[0, 0])


def test_a_hole_of_two_colors_has_heights_but_no_extremes() -> None:
    tiling = tw.solve("4x6-1,2-1,3 dominoes+")
    assert tiling is not None
    assert tiling.heights().count() == 35
    with pytest.raises(TilingError, match="the board has a hole"):
        highest_tiling(tiling)
    with pytest.raises(TilingError, match="the board has a hole"):
        flip_distance(tiling, tiling)
    assert all(other.faults() == [] for other in flips(tiling))


def test_parts_that_do_not_touch() -> None:
    tiling = tw.solve("##.##/##.## dominoes+")
    assert tiling is not None
    assert len(list(flips(tiling))) == 2
    assert flip_distance(lowest_tiling(tiling), highest_tiling(tiling)) == 2


def test_flips_keep_the_piece() -> None:
    tiling = tw.solve("6x6 dominoes+")
    assert tiling is not None
    problem = tw.Problem("6x6", "dominoes+")
    assert all(other.faults(problem) == [] for other in flips(tiling))


@pytest.mark.parametrize(
    ("tiling", "why"),
    [
        (Tiling.from_text("AAB\nABB"), "tiles of two cells"),
        (Tiling.from_text("AA?"), "covers every cell"),
        (Tiling.from_text("ABA\nCBC"), "tiles of two cells that share a side"),
    ],
)
def test_tilings_without_heights(tiling: Tiling, why: str) -> None:
    for question in (Tiling.heights, highest_tiling, lambda given: list(flips(given))):
        with pytest.raises(TilingError, match=why):
            question(tiling)


@pytest.mark.parametrize("words", ["torus:4x4 dominoes+", "hex:2x2 dihex+", "cube:2x2x2 dicube+"])
def test_spaces_without_heights(words: str) -> None:
    tiling = tw.solve(words)
    assert tiling is not None
    with pytest.raises(TilingError, match="heights require"):
        tiling.heights()


def test_different_boards_have_no_distance() -> None:
    one, other = tw.solve("2x4 dominoes+"), tw.solve("4x2 dominoes+")
    assert one is not None
    assert other is not None
    with pytest.raises(TilingError, match="same board"):
        flip_distance(one, other)
