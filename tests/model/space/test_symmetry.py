"""The eight symmetries: a group, and the same as moving the cells of arrays by hand."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tilewright.errors import PieceError
from tilewright.model.space import symmetry
from tilewright.model.space.lattice import check_turn

EVERY = range(8)


def test_there_are_eight_different_orthogonal_matrices() -> None:
    assert symmetry.SYMMETRIES.shape == (8, 2, 2)
    assert symmetry.SYMMETRIES.dtype == np.int8
    assert len({matrix.tobytes() for matrix in symmetry.SYMMETRIES}) == 8
    for matrix in symmetry.SYMMETRIES.astype(int):
        assert (matrix @ matrix.T == np.eye(2)).all()
    determinants = np.linalg.det(symmetry.SYMMETRIES.astype(float))
    assert np.allclose(determinants, [1, 1, 1, 1, -1, -1, -1, -1])


def test_the_table_is_that_of_the_matrices() -> None:
    for g, h in itertools.product(EVERY, repeat=2):
        product = symmetry.SYMMETRIES[g].astype(int) @ symmetry.SYMMETRIES[h]
        assert (symmetry.SYMMETRIES[symmetry.COMPOSE[g, h]] == product).all()


def test_the_table_is_a_group() -> None:
    compose = symmetry.COMPOSE
    assert compose[0].tolist() == compose[:, 0].tolist() == list(EVERY)
    for f, g, h in itertools.product(EVERY, repeat=3):
        assert compose[compose[f, g], h] == compose[f, compose[g, h]]
    for g in EVERY:
        assert sorted(compose[g].tolist()) == sorted(compose[:, g].tolist()) == list(EVERY)
        assert compose[g, symmetry.inverse(g)] == compose[symmetry.inverse(g), g] == 0


def test_each_way_of_turning_is_a_subgroup() -> None:
    assert symmetry.TURNS["free"] == symmetry.ELEMENTS == tuple(EVERY)
    for elements in symmetry.TURNS.values():
        closed = {int(symmetry.COMPOSE[g, h]) for g, h in itertools.product(elements, repeat=2)}
        assert closed == set(elements)


def test_the_tables_cannot_be_changed() -> None:
    for table in (symmetry.SYMMETRIES, symmetry.COMPOSE, symmetry.INVERSE):
        with pytest.raises(ValueError, match="read-only"):
            table[0] = 0


def test_the_elements_are_what_their_names_say() -> None:
    picture = np.array([[1, 2, 3], [4, 5, 6]])
    by_name = {
        "identity": [[1, 2, 3], [4, 5, 6]],
        "quarter turn": [[3, 6], [2, 5], [1, 4]],
        "half turn": [[6, 5, 4], [3, 2, 1]],
        "three-quarter turn": [[4, 1], [5, 2], [6, 3]],
        "left-right reflection": [[3, 2, 1], [6, 5, 4]],
        "main-diagonal reflection": [[1, 4], [2, 5], [3, 6]],
        "top-bottom reflection": [[4, 5, 6], [1, 2, 3]],
        "anti-diagonal reflection": [[6, 3], [5, 2], [4, 1]],
    }
    assert list(symmetry.NAMES) == list(by_name)
    for element, name in enumerate(symmetry.NAMES):
        assert symmetry.apply(element, picture).tolist() == by_name[name]


@given(st.sampled_from(EVERY), st.integers(1, 6), st.integers(1, 6), st.integers(0, 2**32))
def test_images_of_arrays_are_where_the_matrix_puts_the_cells(
    element: int, rows: int, columns: int, seed: int
) -> None:
    grid = np.random.default_rng(seed).integers(0, 100, (rows, columns))
    moved = {
        tuple((symmetry.SYMMETRIES[element].astype(int) @ cell).tolist()): grid[cell]
        for cell in itertools.product(range(rows), range(columns))
    }
    top, left = min(row for row, _ in moved), min(column for _, column in moved)
    image = symmetry.apply(element, grid)
    assert image.size == grid.size
    assert image.flags.c_contiguous
    for (row, column), value in moved.items():
        assert image[row - top, column - left] == value


@given(st.sampled_from(EVERY), st.sampled_from(EVERY))
def test_images_compose(g: int, h: int) -> None:
    grid = np.arange(12).reshape(3, 4)
    twice = symmetry.apply(g, symmetry.apply(h, grid))
    assert np.array_equal(twice, symmetry.apply(int(symmetry.COMPOSE[g, h]), grid))
    assert np.array_equal(symmetry.apply(symmetry.inverse(g), symmetry.apply(g, grid)), grid)


def test_images_keep_further_dimensions() -> None:
    colors = np.arange(24).reshape(2, 3, 4)
    image = symmetry.apply(1, colors)
    assert image.shape == (3, 2, 4)
    assert np.array_equal(image[:, :, 2], symmetry.apply(1, colors[:, :, 2]))


def test_a_way_of_turning_has_one_of_four_names() -> None:
    assert [check_turn(turn) for turn in symmetry.TURNS] == [
        "free",
        "one-sided",
        "half-turn",
        "fixed",
    ]
    with pytest.raises(PieceError) as caught:
        check_turn("sideways")
    known = "'free', 'one-sided', 'half-turn' or 'fixed'"
    assert str(caught.value) == f"`turn` must be {known}, got 'sideways'"
