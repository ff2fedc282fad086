"""Placement: a piece that is already on the board."""

from __future__ import annotations

import numpy as np
import pytest

from tilewright.errors import PieceError
from tilewright.model.placement import Placement


@pytest.mark.parametrize(
    ("word", "piece", "cells"),
    [
        ("L3:0,0-1,0-1,1", "L3", ((0, 0), (1, 0), (1, 1))),
        ("L3:1,1-0,0-1,0", "L3", ((0, 0), (1, 0), (1, 1))),
        ("hexomino:12:3,4-3,5", "hexomino:12", ((3, 4), (3, 5))),
        ("##/.#@fixed:10,20", "##/.#@fixed", ((10, 20),)),
    ],
)
def test_words_round_trip(word: str, piece: str, cells: tuple[tuple[int, int], ...]) -> None:
    placement = Placement.parse(word)
    assert (placement.piece, placement.cells) == (piece, cells)
    assert Placement.parse(placement.word()) == placement


@pytest.mark.parametrize(
    "word",
    [
        "",
        "L3",
        "L3:",
        ":0,0",
        "L3:0",
        "L3:0,0-",
        "L3:0,0-1,0,0",
        "L3:0,-1",
        "L3:a,b",
        "L3:" + "9" * 5000 + ",1",
    ],
)
def test_words_that_are_no_placement(word: str) -> None:
    with pytest.raises(PieceError) as caught:
        Placement.parse(word)
    assert (
        "a placed piece must be written PIECE:row,column-row,column-…, such as L3:0,0-1,0-1,1"
        in str(caught.value)
    )
    assert caught.value.where


def test_cells_are_sorted_whole_numbers() -> None:
    assert Placement("I2", np.array([[1, 0], [0, 0]])).cells == ((0, 0), (1, 0))
    with pytest.raises(PieceError, match="I2: a placed piece must cover at least one cell"):
        Placement("I2", ())
    with pytest.raises(PieceError, match="pairs"):
        Placement("I2", ((0.5, 1),))
    with pytest.raises(PieceError, match="pairs"):
        Placement("I2", (1, 2))
