"""All colorings of a small tiling: counted, enumerated, as a polynomial."""

from __future__ import annotations

import networkx
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from test_coloring import graphs

import naive_coloring
import tilewright as tw
from strategies import label_arrays
from tilewright.errors import ColoringError
from tilewright.solving.coloring import (
    Graph,
    chromatic_polynomial,
    colorings,
    count_colorings,
    graph,
)
from tilewright.solving.coloring.enumeration import evaluate, partitions


def neighbor_sets(drawn: Graph) -> list[set[int]]:
    return [set(drawn.neighbors(vertex).tolist()) for vertex in range(drawn.size)]


@given(graphs(7), st.integers(1, 4))
def test_colorings_are_those_of_the_naive_twin(drawn: Graph, colors: int) -> None:
    expected = list(naive_coloring.every_coloring(neighbor_sets(drawn), colors))
    classes = naive_coloring.up_to_renaming(iter(expected))
    assert count_colorings(drawn, colors=colors) == len(expected)
    assert count_colorings(drawn, colors=colors, up_to_renaming=True) == len(classes)
    found = [tuple(coloring.tolist()) for coloring in colorings(drawn, colors=colors)]
    assert len(found) == len(set(found))
    assert set(found) == classes


@given(graphs(7), st.integers(1, 4))
def test_balanced_colorings_are_those_of_the_naive_twin(drawn: Graph, colors: int) -> None:
    expected = [
        coloring
        for coloring in naive_coloring.every_coloring(neighbor_sets(drawn), colors)
        if max(coloring.count(index) for index in range(colors))
        - min(coloring.count(index) for index in range(colors))
        <= 1
    ]
    assert count_colorings(drawn, colors=colors, balanced=True) == len(expected)
    classes = naive_coloring.up_to_renaming(iter(expected))
    assert count_colorings(drawn, colors=colors, balanced=True, up_to_renaming=True) == len(classes)
    assert {tuple(c.tolist()) for c in colorings(drawn, colors=colors, balanced=True)} == classes


@given(graphs(6), st.data())
def test_colorings_with_numbers_are_those_of_the_naive_twin(
    drawn: Graph, data: st.DataObject
) -> None:
    first = data.draw(st.integers(0, drawn.size))
    second = data.draw(st.integers(0, drawn.size - first))
    numbers = (first, second, drawn.size - first - second)
    expected = [
        coloring
        for coloring in naive_coloring.every_coloring(neighbor_sets(drawn), 3)
        if tuple(coloring.count(index) for index in range(3)) == numbers
    ]
    assert count_colorings(drawn, sizes=numbers) == len(expected)
    found = [tuple(coloring.tolist()) for coloring in colorings(drawn, sizes=numbers)]
    assert (
        len(found) == len(set(found)) == count_colorings(drawn, sizes=numbers, up_to_renaming=True)
    )
    assert set(found) <= set(expected)


@given(graphs(5))
def test_polynomial_has_the_known_coefficients(drawn: Graph) -> None:
    polynomial = chromatic_polynomial(drawn)
    assert len(polynomial) == drawn.size + 1
    assert polynomial[-1] == 1
    assert polynomial[-2] == -len(drawn.edges())
    connected = networkx.number_connected_components(drawn.to_networkx())
    assert next(index for index, value in enumerate(polynomial) if value) == connected
    # All partitions into independent sets, weighed by falling factorials, give it back.
    assert sum(partitions(polynomial)) == len(
        naive_coloring.up_to_renaming(
            naive_coloring.every_coloring(neighbor_sets(drawn), drawn.size)
        )
    )


def test_known_polynomials() -> None:
    row = graph(np.arange(6).reshape(1, 6))
    for colors in range(1, 6):
        assert evaluate(chromatic_polynomial(row), colors) == colors * (colors - 1) ** 5
    block = chromatic_polynomial(np.arange(4).reshape(2, 2), "strong")
    assert [evaluate(block, colors) for colors in range(6)] == [0, 0, 0, 0, 24, 120]
    # 3-colorings of the n x n board, OEIS A020698 (from n = 2).
    three = [evaluate(chromatic_polynomial(np.arange(n * n).reshape(n, n)), 3) for n in range(2, 7)]
    assert three == [18, 246, 7812, 580986, 101596896]


@given(label_arrays(area=12), st.integers(1, 4), st.booleans())
def test_the_outside_is_one_more_tile(labels: np.ndarray, colors: int, outside: bool) -> None:
    neighbors = naive_coloring.touching(labels, 0, outside)
    expected = sum(1 for _ in naive_coloring.every_coloring(neighbors, colors))
    assert count_colorings(labels, colors=colors, outside=outside) == expected


def test_a_packing_by_pentominoes() -> None:
    tiling = tw.solve(tw.Problem("6x10", "pentominoes"))
    assert tiling is not None
    found = list(colorings(tiling, colors=4))
    assert len(found) == count_colorings(tiling, colors=4, up_to_renaming=True)
    assert count_colorings(tiling, colors=4) == 24 * len(found)
    even = count_colorings(tiling, colors=4, balanced=True)
    assert even == count_colorings(tiling, sizes=(3, 3, 3, 3))
    assert even == 24 * sum(
        np.bincount(coloring, minlength=4).tolist() == [3, 3, 3, 3] for coloring in found
    )


def test_no_colors_are_refused() -> None:
    for call in (count_colorings, lambda *a, **k: list(colorings(*a, **k))):
        with pytest.raises(ColoringError, match="must be at least 1, got"):
            call(np.zeros((1, 1), dtype=int), colors=0)
        with pytest.raises(ColoringError, match="specify the number of colors"):
            call(np.zeros((1, 1), dtype=int))
