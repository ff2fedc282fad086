"""The values of the library in other programs: as arrays, as sequences, on one line, and in a
notebook.
"""

from __future__ import annotations

import io

import networkx
import numpy as np
import pytest
from hypothesis import given

import tilewright as tw
from strategies import boards, label_arrays, polyominoes
from tilewright.drawing import draw
from tilewright.errors import BoardError, ColoringError
from tilewright.formats.exactcover import as_exact_cover
from tilewright.formats.solvers.knuth import read_xcc
from tilewright.model.cover import compile_cover
from tilewright.model.space.labels import number_tiles
from tilewright.model.tiling import Tiling
from tilewright.solving.coloring import color, graph, judge
from tilewright.solving.proofs import weighting

THREE = Tiling(np.array([[0, 0, 1], [0, 2, 1], [2, 2, 1]], dtype=np.int32), [1, 0, 1], ("I3", "L3"))


def test_a_tiling_is_an_array_of_labels() -> None:
    assert np.shares_memory(np.asarray(THREE), THREE.labels)
    assert np.array(THREE).flags.writeable
    assert not np.shares_memory(np.array(THREE), THREE.labels)
    assert np.array_equal(np.asarray(THREE, dtype=float), THREE.labels.astype(float))
    assert np.array([THREE, THREE]).shape == (2, 3, 3)
    with pytest.raises(ValueError, match="copy"):
        np.array(THREE, dtype=np.int64, copy=False)
    # As a mask, its tile 0 would be no cell.
    with pytest.raises(BoardError, match="got a tiling"):
        tw.Board.from_array(THREE)


def test_a_tiling_is_a_sequence_of_tiles() -> None:
    assert len(THREE) == 3
    assert list(THREE) == [
        ("L3", ((0, 0), (0, 1), (1, 0))),
        ("I3", ((0, 2), (1, 2), (2, 2))),
        ("L3", ((1, 1), (2, 0), (2, 1))),
    ]
    assert [piece for piece, _ in Tiling(THREE.labels)] == ["", "", ""]


def test_a_tiling_of_no_tiles_is_true() -> None:
    empty = tw.solve(tw.Problem("2x2", "L3+", empty=(4, 4)))
    assert empty is not None
    assert len(empty) == 0
    assert list(empty) == []
    assert empty


@given(label_arrays())
def test_the_tiles_are_those_of_the_labels(labels: np.ndarray) -> None:
    tiling = Tiling(number_tiles(labels))
    again = np.minimum(tiling.labels, -1)
    for tile, (_, cells) in enumerate(tiling):
        assert cells == tuple(sorted(cells))
        again[tuple(np.array(cells).T)] = tile
    assert np.array_equal(again, tiling.labels)
    assert len(tiling) == len(list(tiling))


@given(boards())
def test_a_board_is_a_mask(board: tw.Board) -> None:
    assert np.array_equal(np.asarray(board), board.mask)


@given(polyominoes())
def test_a_polyomino_is_a_mask(polyomino: tw.Polyomino) -> None:
    assert np.array_equal(np.asarray(polyomino), polyomino.array())
    assert tw.Polyomino.from_array(polyomino) == polyomino
    with pytest.raises(ValueError, match="copy"):
        np.array(polyomino, copy=False)


def test_a_coloring_is_an_array() -> None:
    assert np.asarray(color(THREE)).tolist() == color(THREE).coloring.tolist()  # type: ignore[union-attr]
    none = color(THREE, colors=1)
    with pytest.raises(ColoringError, match="no coloring with 1 color"):
        np.asarray(none)


def test_the_nodes_of_a_graph_say_which_tiles_they_are() -> None:
    drawn = graph(THREE, outside=True).to_networkx(color(THREE))
    assert drawn.nodes[0] == {
        "piece": "L3",
        "cells": "0,0-0,1-1,0",
        "row": 1 / 3,
        "column": 1 / 3,
        "color": 0,
    }
    assert drawn.nodes[1]["piece"] == "I3"
    assert {
        drawn.nodes[one]["color"] != drawn.nodes[two]["color"]
        for one, two in drawn.edges
        if two != "outside"
    } == {True}
    assert drawn.nodes["outside"] == {}
    # Other programs can read all of it.
    stream = io.BytesIO()
    networkx.write_graphml(drawn, stream)
    stream.seek(0)
    assert networkx.read_graphml(stream).nodes["1"]["cells"] == "0,2-1,2-2,2"
    assert "piece" not in graph(THREE.labels).to_networkx().nodes[0]
    with pytest.raises(ColoringError, match="each of the 3 tiles"):
        graph(THREE).to_networkx([0, 1])


@pytest.mark.parametrize(
    "value",
    [
        THREE,
        tw.Board.parse("20x20"),
        tw.Piece.parse("L3"),
        tw.Problem("6x10", "pentominoes"),
        compile_cover(tw.Problem("6x10", "pentominoes")),
        as_exact_cover(compile_cover(tw.Problem("6x10", "pentominoes"))),
        read_xcc("a b | c\na c\nb\n"),
        graph(THREE),
        color(THREE),
        color(THREE, colors=1),
        judge(THREE.labels[None]),
        draw(THREE),
        weighting("10x10", "I4+"),
    ],
    ids=lambda value: type(value).__name__,
)
def test_every_value_is_one_line(value: object) -> None:
    assert "\n" not in repr(value)
    assert len(repr(value)) < 200


def test_what_lines_say() -> None:
    cover = compile_cover(tw.Problem("6x10", "pentominoes"))
    assert repr(cover) == "<Cover of 6x10: 2056 placements of 12 pieces>"
    assert (
        repr(as_exact_cover(cover))
        == "<ExactCover of 72 primary and 0 secondary items by 2056 options>"
    )
    assert repr(graph(THREE)) == "<Graph of 3 tiles: 3 pairs touch>"
    assert repr(color(THREE)) == "<Coloring of 3 tiles with 3 colors, proven>"
    assert repr(color(THREE, colors=1)) == "<Coloring: none with 1 color, proven>"
