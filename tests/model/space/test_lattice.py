"""Lattices: neighbors, symmetries and outlines against real geometry, and polyforms against
published numbers.
"""

from __future__ import annotations

import itertools
import math
import pickle
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import naive_lattice as naive
import tilewright as tw
from tilewright.errors import PolyominoError, RequestError
from tilewright.formats import Entry, find_format
from tilewright.formats.registry import rendered
from tilewright.model.piece import Piece, images, parse_pieces
from tilewright.model.problem import Problem
from tilewright.model.space.catalog import family, find_family, polyform_array, polyforms
from tilewright.model.space.lattice import (
    BALLS,
    CUBES,
    HEXAGONS,
    LATTICES,
    SQUARES,
    TRIANGLES,
    Cell,
    Lattice,
    as_lattice,
)
from tilewright.model.space.polyform import Polyform, Polyomino

KNOWN = Path(__file__).parents[2] / "known" / "lattices.tsv"
WORDS = {"triangle": TRIANGLES, "hexagon": HEXAGONS, "cube": CUBES}
EVERY = pytest.mark.parametrize("lattice", LATTICES.values(), ids=str)


@st.composite
def drawn_polyforms(draw: st.DrawFn, most: int = 5) -> Polyform:
    """Draw a connected polyform of any lattice."""
    lattice = draw(st.sampled_from(list(LATTICES.values())))
    cells: list[Cell] = [
        (0,) * (lattice.dimension - 1) + (draw(st.integers(0, lattice.kinds - 1)),)
    ]
    for _ in range(draw(st.integers(0, most - 1))):
        around = {near for cell in cells for near in lattice.neighbors(cell)} - set(cells)
        cells.append(draw(st.sampled_from(sorted(around))))
    return Polyform(cells, lattice)


@EVERY
def test_neighbors_are_those_whose_centers_are_near(lattice: Lattice) -> None:
    for cell in itertools.product(range(-2, 3), repeat=lattice.dimension):
        assert lattice.neighbors(cell) == sorted(naive.neighbors(lattice.name, cell))


def test_cells_that_touch_share_a_corner() -> None:
    counts = {
        lattice.name: {len(steps) for steps in lattice.touching} for lattice in LATTICES.values()
    }
    assert counts == {"square": {8}, "tri": {12}, "hex": {6}, "cube": {26}, "ball": {18}}


@EVERY
def test_the_outline_lies_around_the_center(lattice: Lattice) -> None:
    for cell in itertools.product(range(-1, 3), repeat=lattice.dimension):
        corners = np.array(lattice.outline(cell))
        here = np.array(naive.center(lattice.name, cell))
        middle = lattice.center(np.array(cell))
        shift = np.array(naive.center(lattice.name, (0,) * lattice.dimension)) - lattice.center(
            np.zeros(lattice.dimension, dtype=int)
        )
        assert np.allclose(middle + shift, here)
        assert np.allclose(corners.mean(axis=0), middle)
        # A rhombic dodecahedron has two kinds of corners.
        kinds = {round(float(x), 6) for x in np.linalg.norm(corners - middle, axis=1)}
        assert len(kinds) == (2 if lattice is BALLS else 1)
        if lattice.dimension == 2:
            sides = np.linalg.norm(corners - np.roll(corners, 1, axis=0), axis=1)
            assert np.allclose(sides, 1 / math.sqrt(3) if lattice is HEXAGONS else 1)


@EVERY
def test_symmetries_are_a_group_that_acts_on_cells(lattice: Lattice) -> None:
    cells = np.array(list(itertools.product(range(-3, 4), repeat=lattice.dimension)))
    elements = range(lattice.order)
    for g, h in itertools.product(elements, repeat=2):
        both = lattice.image(g, lattice.image(h, cells))
        assert np.array_equal(both, lattice.image(int(lattice.compose[g, h]), cells))
    for g in elements:
        assert lattice.compose[g, lattice.inverse[g]] == 0
        assert round(float(np.linalg.det(lattice.matrices[g]))) == (1 if g < lattice.mirror else -1)
    assert len(lattice.names) == lattice.order == len(set(lattice.names))


@EVERY
def test_symmetries_keep_what_touches(lattice: Lattice) -> None:
    for cell, g in itertools.product(
        itertools.product((-1, 0, 2), repeat=lattice.dimension), range(lattice.order)
    ):
        image = tuple(lattice.image(g, np.array(cell)).tolist())
        around = lattice.image(g, np.array(lattice.neighbors(cell)))
        assert sorted(map(tuple, around.tolist())) == lattice.neighbors(image)


@given(drawn_polyforms(), st.sampled_from(["free", "one-sided", "fixed"]))
def test_orientations_are_those_of_the_slow_twin(polyform: Polyform, turn: str) -> None:
    found = {each.cells for each in polyform.orientations(turn)}  # type: ignore[arg-type]
    assert found == naive.orientations(polyform.lattice.name, polyform.cells, turn)


@given(drawn_polyforms(), st.data())
def test_transform_is_a_group_action(polyform: Polyform, data: st.DataObject) -> None:
    lattice = polyform.lattice
    elements = st.integers(0, lattice.order - 1)
    g, h = data.draw(elements), data.draw(elements)
    assert polyform.transform(h).transform(g) == polyform.transform(int(lattice.compose[g, h]))
    assert polyform.transform(g).transform(int(lattice.inverse[g])) == polyform


@given(drawn_polyforms(), st.data())
def test_a_polyform_is_the_same_wherever_it_lies(polyform: Polyform, data: st.DataObject) -> None:
    lattice = polyform.lattice
    shift = [data.draw(st.integers(-5, 5)) * period for period in lattice.periods]
    moved = [
        tuple(x + s for x, s in zip(cell, shift, strict=True)) for cell in reversed(polyform.cells)
    ]
    again = Polyform(moved, lattice.name)
    assert again == polyform
    assert hash(again) == hash(polyform)
    assert Polyform.from_text(polyform.text(), lattice).canonical() == polyform.canonical()
    assert Polyform.from_array(polyform.array(), lattice) == polyform
    assert pickle.loads(pickle.dumps(polyform)) == polyform
    assert polyform.is_connected()


@given(
    st.lists(drawn_polyforms(4), min_size=1, max_size=4),
    st.sampled_from(["free", "one-sided", "fixed"]),
)
def test_images_by_arrays_are_those_of_the_objects(drawn: list[Polyform], turn: str) -> None:
    mine = [each for each in drawn if each.lattice is drawn[0].lattice]
    keys = images([Piece(each) for each in mine], turn)  # type: ignore[arg-type]
    for (one, left), (other, right) in itertools.product(zip(mine, keys, strict=True), repeat=2):
        same = one.orientations(turn) == other.orientations(turn)  # type: ignore[arg-type]
        assert (left == right) == same


@pytest.mark.parametrize("turn", ["free", "one-sided", "fixed"])
@pytest.mark.parametrize(("name", "most"), [("square", 5), ("tri", 6), ("hex", 5), ("cube", 4)])
def test_polyforms_are_those_of_the_slow_twin_in_order(name: str, most: int, turn: str) -> None:
    for size in range(1, most + 1):
        found = polyform_array(size, turn, LATTICES[name]).tolist()  # type: ignore[arg-type]
        expected = sorted(naive.polyforms(name, size, turn))
        assert [tuple(map(tuple, cells)) for cells in found] == expected


def _published() -> list[object]:
    rows: list[object] = []
    for line in KNOWN.read_text(encoding="utf-8").splitlines()[1:]:
        word, what, value, source = line.split("\t")
        if "," in value:
            turn = "fixed" if "fixed" in what else "free"
            turn = "one-sided" if "one-sided" in what or "rotations only" in what else turn
            numbers = list(map(int, value.split(",")))
            rows.append(pytest.param(WORDS[word], turn, numbers, id=f"{word} {turn} {source}"))
    return rows


@pytest.mark.parametrize(("lattice", "turn", "numbers"), _published())
def test_numbers_of_polyforms_are_the_published_ones(
    lattice: Lattice, turn: str, numbers: list[int]
) -> None:
    most = {TRIANGLES: 10, HEXAGONS: 8, CUBES: 7}[lattice]
    found = [len(polyform_array(size, turn, lattice)) for size in range(1, most + 1)]  # type: ignore[arg-type]
    assert found == numbers[:most]


def test_the_kinds_of_triangles_are_two_orientations_of_one() -> None:
    (one,) = polyforms(1, "free", TRIANGLES)
    assert [each.cells for each in one.orientations()] == [((0, 0),), ((0, 1),)]
    assert one.orientations("fixed") == (one,)


def test_mirror_images_have_names_of_their_own() -> None:
    names = [name for name, _ in family(4, "one-sided", CUBES)]
    assert names == ["1", "2", "3", "4", "5", "6", "6m", "7"]
    one, mirrored = (Piece.parse(f"tetracube:{name}").polyomino for name in ("6", "6m"))
    assert one.canonical("one-sided") != mirrored.canonical("one-sided")
    assert one.canonical() == mirrored.canonical()


@pytest.mark.parametrize(
    ("word", "lattice", "number"),
    [
        ("moniamonds", TRIANGLES, 1),
        ("diamonds", TRIANGLES, 1),
        ("triamonds", TRIANGLES, 1),
        ("tetriamonds", TRIANGLES, 3),
        ("pentiamonds", TRIANGLES, 4),
        ("hexiamonds", TRIANGLES, 12),
        ("heptiamonds", TRIANGLES, 24),
        ("octiamonds", TRIANGLES, 66),
        ("monohexes", HEXAGONS, 1),
        ("dihexes", HEXAGONS, 1),
        ("trihexes", HEXAGONS, 3),
        ("tetrahexes", HEXAGONS, 7),
        ("pentahexes", HEXAGONS, 22),
        ("hexahexes", HEXAGONS, 82),
        ("tetracubes", CUBES, 7),
        ("pentacubes", CUBES, 23),
        ("hexacubes", CUBES, 112),
        ("soma", CUBES, 7),
        ("hex:##/.#", HEXAGONS, 1),
        ("tri:###", TRIANGLES, 1),
        ("cube:##//#", CUBES, 1),
    ],
)
def test_words_name_pieces_of_their_lattice(word: str, lattice: Lattice, number: int) -> None:
    pieces = parse_pieces(word)
    assert len(pieces) == number
    for piece in pieces:
        assert piece.lattice is lattice
        assert Piece.parse(piece.word(), "free", lattice) == piece
        assert Piece.parse(piece.word()) == piece


def test_the_soma_pieces_are_the_irregular_ones_of_up_to_four_cubes() -> None:
    pieces = parse_pieces("soma")
    assert sum(len(piece.polyomino) for piece in pieces) == 27
    straight = {Polyform([(0, 0, x) for x in range(n)], "cube") for n in range(1, 5)}
    flat = Polyform([(0, y, x) for y in range(2) for x in range(2)], "cube")
    every = {
        each.canonical("one-sided")
        for size in range(1, 5)
        for _, each in family(size, "one-sided", CUBES)
    }
    box = {each.canonical("one-sided") for each in (*straight, flat)}
    assert {piece.polyomino.canonical("one-sided") for piece in pieces} == every - box


@pytest.mark.parametrize("turn", ["free", "one-sided", "fixed"])
def test_plane_pieces_are_solid_among_cubes(turn: str) -> None:
    pieces = parse_pieces("pentominoes", turn, CUBES)  # type: ignore[arg-type]
    assert "".join(piece.name[0] for piece in pieces) == "FILNPTUVWXYZ"
    assert {piece.polyomino.shape[0] for piece in pieces} == {1}
    assert len(Piece.parse("X5", "one-sided", CUBES).orientations("one-sided")) == 3
    assert len(Piece.parse("F5", "one-sided", CUBES).orientations("one-sided")) == 24


def test_squares_are_polyominoes() -> None:
    assert Polyform([(0, 0), (0, 1)]) == Polyomino([(0, 0), (0, 1)])
    assert Polyform([(0, 0), (0, 1)], "hex") != Polyomino([(0, 0), (0, 1)])
    assert repr(Piece.parse("##").polyomino) == "Polyomino(cells=((0, 0), (0, 1)))"
    assert find_family("pentominoes") == (SQUARES, 5, True)


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (
            lambda: as_lattice("penrose"),
            "must be one of square, tri, hex, cube, ball, got 'penrose'",
        ),
        (lambda: Polyform([(0, 0)], "cube"), "triples .layer, row, column. of integers"),
        (lambda: Polyform([], "hex"), "at least one cell"),
        (lambda: Polyform([(0, 0), (0, 0)], "tri"), "0,0 is listed twice"),
        (lambda: Polyform.from_array([[1]], "cube"), "3 dimensions"),
        (lambda: parse_pieces("hexiamond:13"), "unknown hexiamond '13'; the numbers are 1 to 12"),
        (lambda: parse_pieces("soma:Q"), "unknown piece 'Q' in soma; the letters are VLTZABP"),
        (lambda: parse_pieces("hexiamond"), "which hexiamond[?] Write 'hexiamonds'"),
        (lambda: parse_pieces("hexiamonts"), "did you mean hexiamonds"),
        (lambda: HEXAGONS.check_element(12), "must be a symmetry number from 0 to 11, got 12"),
    ],
)
def test_what_is_wrong_is_said(make: object, message: str) -> None:
    assert callable(make)
    with pytest.raises((PolyominoError, RequestError), match=message):
        make()


def test_pieces_that_turn_only_by_half() -> None:
    assert {name: LATTICES[name].turns["half-turn"] for name in ("square", "tri", "hex")} == {
        "square": (0, 2),
        "tri": (0, 3),
        "hex": (0, 3),
    }
    # About the three axes of cubes, which together with no turn are a group.
    group = CUBES.turns["half-turn"]
    assert len(group) == 4
    assert {int(CUBES.compose[one, other]) for one in group for other in group} == {*group}
    names = [piece.name for piece in tw.pieces("tetrominoes", turn="half-turn")]
    assert len(names) == 13
    # A piece that turns by half is that piece and its half-turn, both fixed.
    for board, piece, other in (
        ("4x5", "###/#..", "..#/###"),
        ("5x6", "####/.#..", "..#./####"),
        ("tri:3x4", "tri:###", "tri:.###"),
    ):
        rest = ("2x2+", "1x2+") if ":" not in board else ("diamond+",)
        half = tw.count(board, f"{piece}@half-turn+", *rest)
        assert half == tw.count(board, f"{piece}@fixed+", f"{other}@fixed+", *rest) > 0
    assert tw.count("4x4", "L4=4", turn="half-turn") == 1
    with pytest.raises(tw.RequestError, match="'free', 'one-sided', 'half-turn' or 'fixed'"):
        tw.count("4x4", "L4=4", turn="half")
    for ask in (tw.plane, tw.figure):
        with pytest.raises(tw.RequestError, match="must be 'free', 'one-sided' or 'fixed', got"):
            ask("L4", turn="half-turn")
    with pytest.raises(tw.RequestError, match="not supported for rectangles; use free or one-s"):
        tw.rectangles("L4", turn="half-turn")
    puzzle = tw.generate("sigil", "4x5", turn="half-turn", seed=1).puzzle
    assert tw.find_puzzle(puzzle.name).turn == "half-turn"
    assert Problem.from_json(puzzle.problem().to_json()) == puzzle.problem()
    with pytest.raises(tw.RequestError, match="turns only by half"):
        rendered([Entry(problem=puzzle.problem())], find_format("psv"))
