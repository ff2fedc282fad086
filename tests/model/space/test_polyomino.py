"""Polyomino: values that ignore translation, and round trips."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from strategies import TURNS, polyominoes
from tilewright.errors import PieceError, PolyominoError
from tilewright.model.piece import Piece
from tilewright.model.space.polyform import Polyomino, read_drawing
from tilewright.model.space.symmetry import COMPOSE, apply

#: Any set of cells, connected or not.
LOOSE = st.sets(st.tuples(st.integers(-9, 9), st.integers(-9, 9)), min_size=1, max_size=8).map(
    lambda cells: Polyomino(tuple(cells))
)
ANY = polyominoes(6) | LOOSE


@given(ANY, st.integers(-50, 50), st.integers(-50, 50), st.randoms())
def test_translation_and_order_do_not_matter(polyomino, down, right, random) -> None:
    cells = [(row + down, column + right) for row, column in polyomino.cells]
    random.shuffle(cells)
    moved = Polyomino(tuple(cells))
    assert moved == polyomino
    assert hash(moved) == hash(polyomino)
    assert min(row for row, _ in moved.cells) == min(column for _, column in moved.cells) == 0
    assert list(moved.cells) == sorted(moved.cells)


@given(ANY)
def test_drawings_arrays_and_cells_round_trip(polyomino: Polyomino) -> None:
    assert Polyomino.from_text(polyomino.text()) == polyomino
    assert Polyomino.from_text(str(polyomino)) == polyomino
    assert Polyomino.from_text(polyomino.text("\r\n")) == polyomino
    assert Polyomino.from_array(polyomino.array()) == polyomino
    assert Polyomino(polyomino.cells) == polyomino
    assert polyomino.array().shape == (polyomino.rows, polyomino.columns)
    assert polyomino.array().sum() == len(polyomino)


@given(ANY, st.integers(0, 7), st.integers(0, 7))
def test_images_are_those_of_the_array(polyomino: Polyomino, g: int, h: int) -> None:
    assert np.array_equal(polyomino.transform(g).array(), apply(g, polyomino.array()))
    assert polyomino.transform(h).transform(g) == polyomino.transform(int(COMPOSE[g, h]))


@given(ANY, TURNS)
def test_orientations_are_the_distinct_images(polyomino: Polyomino, turn: str) -> None:
    elements = {"free": range(8), "one-sided": range(4), "half-turn": (0, 2), "fixed": (0,)}[turn]
    orientations = polyomino.orientations(turn)
    assert list(orientations) == sorted({polyomino.transform(element) for element in elements})
    assert polyomino.canonical(turn) == orientations[0]
    for image in orientations:
        assert image.orientations(turn) == orientations
        assert image.canonical(turn) == polyomino.canonical(turn)


@pytest.mark.parametrize(
    ("drawing", "free", "one_sided"),
    [
        ("#", 1, 1),
        ("##", 2, 2),
        ("##/##", 1, 1),
        (".##/##", 4, 2),
        ("##/.#", 4, 4),
        ("#/#/##", 8, 4),
    ],
)
def test_numbers_of_orientations(drawing: str, free: int, one_sided: int) -> None:
    polyomino = Polyomino.from_text(drawing)
    assert len(polyomino.orientations()) == free
    assert len(polyomino.orientations("one-sided")) == one_sided
    assert len(polyomino.orientations("fixed")) == 1


@given(st.sets(st.tuples(st.integers(0, 3), st.integers(0, 3)), min_size=1))
def test_connected_means_joined_along_edges(cells) -> None:
    reached = {min(cells)}
    while more := {
        (row + down, column + right)
        for row, column in reached
        for down, right in ((0, 1), (1, 0), (0, -1), (-1, 0))
    } & (cells - reached):
        reached |= more
    assert Polyomino(tuple(cells)).is_connected() == (reached == cells)


def test_order_is_by_cells() -> None:
    drawings = ["##", "#/#", "###", "##/#", "##/.#"]
    ordered = sorted(map(Polyomino.from_text, drawings))
    assert [polyomino.text() for polyomino in ordered] == ["##", "###", "##/#", "##/.#", "#/#"]


def test_numbers_may_come_from_numpy() -> None:
    cells = np.array([[3, 4], [3, 5]], dtype=np.int16)
    assert Polyomino(cells).text() == "##"
    assert Polyomino.from_array([[0, 2], [1, 0]]).text() == ".#/#"


@pytest.mark.parametrize(
    ("cells", "message"),
    [
        ((), "a polyomino must have at least one cell, got none"),
        (((1, 2), (0, 0), (1, 2)), "the cell 1,2 is listed twice"),
        (((0.5, 1),), "must be pairs (row, column) of integers, got '((0.5, 1),)'"),
        (((0, 1, 2),), "must be pairs (row, column) of integers"),
        (7, "must be pairs (row, column) of integers, got '7'"),
        ("ab", "must be pairs (row, column) of integers"),
    ],
)
def test_cells_that_make_no_polyomino(cells: object, message: str) -> None:
    with pytest.raises(PolyominoError) as caught:
        Polyomino(cells)
    assert message in str(caught.value)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "##/#!",
            "line 2, column 2: unexpected character '!' in a drawing; use '#' for a cell, '.' for "
            "no cell, and letters for marks",
        ),
        ("\n##\n#\t", r"line 3, column 2: unexpected character '\t' in a drawing"),
        ("", "the drawing has no cell; draw each cell as '#'"),
        ("../.", "../.: the drawing has no cell; draw each cell as '#'"),
    ],
)
def test_drawings_that_cannot_be_read(text: str, message: str) -> None:
    with pytest.raises(PolyominoError) as caught:
        Polyomino.from_text(text)
    assert str(caught.value).startswith(message)


def test_arrays_that_are_no_mask() -> None:
    with pytest.raises(PolyominoError, match="got 1"):
        Polyomino.from_array([1, 1])
    with pytest.raises(PolyominoError, match="at least one cell"):
        Polyomino.from_array([[0, 0]])


def test_a_drawing_keeps_its_marks_and_places() -> None:
    assert read_drawing(" a/\r\n#1") == {(0, 1): "a", (2, 0): "", (2, 1): "1"}
    assert Polyomino.from_text("ab/.c").text() == "##/.#"


def test_an_unknown_turn_is_refused() -> None:
    with pytest.raises(PieceError, match="got 'upside-down'"):
        Polyomino.from_text("##").orientations("upside-down")


def test_a_polyomino_cannot_be_changed() -> None:
    with pytest.raises(AttributeError):
        Polyomino.from_text("##").cells = ()


@pytest.mark.parametrize(
    ("value", "cells"),
    [
        ([(0, 0), (0, 1)], "##"),
        ({(1, 1), (1, 0)}, "##"),
        ([(1, 1), (1, 0)], "##"),
        ([[0, 0], [0, 5]], "#....#"),
        (np.argwhere(np.ones((2, 3))), "###/###"),
        ([[1, 1, 1], [0, 1, 0]], "###/.#"),
        (((1, 1, 1), (0, 1, 0)), "###/.#"),
        (np.array([[1, 1, 1], [0, 1, 0]]), "###/.#"),
        (np.array([[1.0, 1.0, 1.0], [0.0, 1.0, 0.0]]), "###/.#"),
        ([[1, 1], [1, 1]], "##/##"),
        ([[True, True], [True, False]], "##/#"),
        (np.array([[1, 1], [1, 0]], dtype=bool), "##/#"),
        ([[1], [1]], "#/#"),
    ],
)
def test_cells_and_grids_are_told_apart(value: Any, cells: str) -> None:
    assert Polyomino(value).text() == cells
    assert Piece(value).polyomino.text() == cells


@pytest.mark.parametrize(
    "value",
    [[[1, 1], [1, 0]], [[0, 0], [0, 1]], np.array([[1, 1], [1, 0]]), np.array([[0, 1], [1, 1]])],
)
def test_what_can_be_cells_or_a_grid_is_refused(value: Any) -> None:
    with pytest.raises(PolyominoError, match=r"is ambiguous: write cells as tuples"):
        Polyomino(value)
    assert Polyomino([tuple(row) for row in value]).text() != Polyomino.from_array(value).text()
