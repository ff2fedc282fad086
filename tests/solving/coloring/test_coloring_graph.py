"""Which tiles touch, and how other programs read it."""

from __future__ import annotations

import builtins
import sys
from itertools import pairwise

import networkx
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import naive_coloring
import tilewright as tw
from strategies import label_arrays
from tilewright.errors import ColoringError
from tilewright.kernels.coloring.adjacency import adjacency
from tilewright.solving.coloring import graph


def lists(start: np.ndarray, neighbor: np.ndarray) -> list[list[int]]:
    return [neighbor[one:two].tolist() for one, two in pairwise(start)]


@given(label_arrays(area=36), st.integers(0, 4), st.booleans())
def test_adjacency_is_that_of_the_naive_twin(
    labels: np.ndarray, distance: int, outside: bool
) -> None:
    expected = naive_coloring.touching(labels, distance, outside)
    found = adjacency(labels, distance, outside)
    assert lists(*found) == [sorted(others) for others in expected]


@pytest.mark.parametrize("distance", [0, 1, 2])
def test_adjacency_of_scattered_and_of_wide_tiles(distance: int) -> None:
    rng = np.random.default_rng(distance)
    # Cells of a tile need not be together; and one tile may touch hundreds.
    scattered = rng.integers(-2, 30, (20, 25))
    wide = np.arange(1000, dtype=np.int64).reshape(20, 50)
    wide[10] = 0
    wide[:, 25] = 0
    for labels in (scattered, np.unique(wide, return_inverse=True)[1].reshape(wide.shape)):
        expected = naive_coloring.touching(labels, distance, True)
        assert lists(*adjacency(labels, distance, True)) == [sorted(others) for others in expected]


def test_adjacency_of_many_tiles_in_linear_space() -> None:
    side = 700
    found = graph(np.arange(side * side, dtype=np.int32).reshape(side, side), "strong")
    assert found.size == side * side
    assert len(found.neighbor) == 2 * (2 * side * (side - 1) + 2 * (side - 1) ** 2)
    assert found.neighbors(side + 1).tolist() == [
        0,
        1,
        2,
        side,
        side + 2,
        2 * side,
        2 * side + 1,
        2 * side + 2,
    ]


@given(label_arrays(), st.sampled_from(["edge", "strong", 2]), st.booleans())
def test_networkx_has_the_same_edges(labels: np.ndarray, touch: str | int, outside: bool) -> None:
    found = graph(labels, touch, outside=outside)
    drawn = found.to_networkx()
    assert drawn.number_of_nodes() == found.size
    names = [*range(found.tiles), "outside"]
    expected = {frozenset((names[one], names[two])) for one, two in found.edges().tolist()}
    assert {frozenset(edge) for edge in drawn.edges} == expected


@given(label_arrays(holes=False))
def test_edges_of_connected_tiles_are_planar(labels: np.ndarray) -> None:
    assert networkx.check_planarity(graph(labels).to_networkx())[0]


@given(label_arrays(), st.booleans())
def test_texts_can_be_read_back(labels: np.ndarray, outside: bool) -> None:
    found = graph(labels, "strong", outside=outside)
    pairs = [tuple(map(int, line.split())) for line in found.edge_list().splitlines()]
    assert pairs == [tuple(edge) for edge in found.edges().tolist()]
    head, *rest = found.dimacs().splitlines()
    assert head == f"p edge {found.size} {len(pairs)}"
    assert [tuple(int(word) - 1 for word in line.split()[1:]) for line in rest] == pairs


def test_induced_graph_keeps_what_touches() -> None:
    found = graph(np.arange(12).reshape(3, 4), "strong")
    part = found.induced(np.array([0, 1, 5, 11]))
    assert part.edges().tolist() == [[0, 1], [0, 2], [1, 2]]
    assert found.induced(np.array([], dtype=np.int32)).size == 0


def test_a_form_that_nobody_reads_is_refused() -> None:
    with pytest.raises(ColoringError, match="`form` must be 'edges' or 'dimacs', got 'gml'"):
        list(graph(np.zeros((1, 1), dtype=int)).lines("gml"))


def test_networkx_that_is_missing_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    found = graph(np.zeros((1, 1), dtype=int))
    real = builtins.__import__

    def missing(name: str, *arguments: object) -> object:
        if name == "networkx":
            raise ImportError(name)
        return real(name, *arguments)  # type: ignore[arg-type]

    monkeypatch.delitem(sys.modules, "networkx", raising=False)
    monkeypatch.setattr(builtins, "__import__", missing)
    with pytest.raises(ColoringError, match="pip install"):
        found.to_networkx()


def test_distances_beyond_the_board_are_its_length() -> None:
    labels = np.arange(6).reshape(2, 3)
    far = graph(labels, 10**9)
    assert lists(far.start, far.neighbor) == [[v for v in range(6) if v != u] for u in range(6)]
    assert graph(labels, 10**9, outside=True).size == 7


def test_the_front_has_the_graph_of_a_tiling() -> None:
    tiling = tw.solve("cylinder:3x4", "trominoes+", required=True)
    found = tw.graph(tiling)
    assert isinstance(found, tw.Graph) and found.size == len(tiling)
    owner = {cell: tile for tile, (_, cells) in enumerate(tiling) for cell in cells}
    expected = {
        tuple(sorted((owner[row, column], owner[near])))
        for row, column in owner
        for near in ((row + 1, column), (row, (column + 1) % 4))
        if near in owner and owner[near] != owner[row, column]
    }
    assert set(map(tuple, found.edges().tolist())) == expected
