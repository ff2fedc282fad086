"""Piece: every form of word, every wrong one, and orientations with marks."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import tilewright as tw
from strategies import TURNS, pieces
from tilewright.errors import PieceError, RequestError
from tilewright.model.piece import Piece, images, parse_pieces, turned
from tilewright.model.space.lattice import CUBES, HEXAGONS, SQUARES, Lattice, Turn
from tilewright.model.space.polyform import Polyomino
from tilewright.model.space.symmetry import COMPOSE

ANY = pieces("ab")


def copies(words: str, turn: str = "free") -> list[tuple[str, int, int | None]]:
    return [(piece.name, piece.least, piece.most) for piece in parse_pieces(words, turn)]


@pytest.mark.parametrize(
    ("word", "turn", "expected"),
    [
        ("monomino", "free", [("monomino", 1, 1)]),
        ("domino+", "free", [("domino", 0, None)]),
        ("dominoes", "free", [("domino", 1, 1)]),
        ("dominos=8", "free", [("domino", 8, 8)]),
        ("O1", "free", [("monomino", 1, 1)]),
        ("I2=2..", "free", [("domino", 2, None)]),
        ("L3=3", "free", [("L3", 3, 3)]),
        ("L3=1..4", "free", [("L3", 1, 4)]),
        ("L3=0", "free", [("L3", 0, 0)]),
        (" L3+ ", "free", [("L3", 0, None)]),
        ("l4", "one-sided", [("L4", 1, 1)]),
        ("X5", "free", [("X5", 1, 1)]),
        ("f5", "one-sided", [("f5", 1, 1)]),
        ("R5", "free", [("F5", 1, 1)]),
        ("T4.2", "fixed", [("T4.2", 1, 1)]),
        ("tromino:L", "free", [("L3", 1, 1)]),
        ("trominoes", "free", [("I3", 1, 1), ("L3", 1, 1)]),
        ("trominoes+", "free", [("I3", 0, None), ("L3", 0, None)]),
        (
            "tetromino:IILSTTZ",
            "one-sided",
            [("I4", 2, 2), ("L4", 1, 1), ("S4", 1, 1), ("T4", 2, 2), ("Z4", 1, 1)],
        ),
        ("tetromino:II=1..2", "free", [("I4", 2, 4)]),
        ("tetromino:II=1..", "free", [("I4", 2, None)]),
        ("pentominoes:FI", "free", [("F5", 1, 1), ("I5", 1, 1)]),
        ("pentomino:F,f", "one-sided", [("F5", 1, 1), ("f5", 1, 1)]),
        ("tetromino:L.1,L.2", "fixed", [("L4.1", 1, 1), ("L4.2", 1, 1)]),
        ("hexomino:1,12", "free", [("hexomino:1", 1, 1), ("hexomino:12", 1, 1)]),
        ("hexomino:12", "free", [("hexomino:12", 1, 1)]),
        ("hexomino:2m.3", "fixed", [("hexomino:2m.3", 1, 1)]),
        ("##/.#", "free", [("##/.#", 1, 1)]),
        ("##/.#=2", "free", [("##/.#", 2, 2)]),
        (".##/..#/", "free", [("##/.#", 1, 1)]),
        ("##\n.#", "free", [("##/.#", 1, 1)]),
        ("ab/.#+", "free", [("ab/.#", 0, None)]),
        ("a/", "free", [("a/", 1, 1)]),
    ],
)
def test_words(word: str, turn: str, expected: list[tuple[str, int, int | None]]) -> None:
    assert copies(word, turn) == expected


@pytest.mark.parametrize(
    ("word", "turn", "number"),
    [
        ("tetrominoes", "free", 5),
        ("tetrominoes", "one-sided", 7),
        ("tetrominoes", "fixed", 19),
        ("pentominoes", "free", 12),
        ("pentominoes", "one-sided", 18),
        ("pentominoes", "fixed", 63),
        ("pentominoes@one-sided", "free", 18),
        ("pentominoes@free", "fixed", 12),
        ("hexominoes", "free", 35),
        ("hexominoes", "one-sided", 60),
        ("octominoes", "free", 369),
    ],
)
def test_a_set_depends_on_how_pieces_turn(word: str, turn: str, number: int) -> None:
    found = parse_pieces(word, turn)
    assert len(found) == number
    assert {piece.turn for piece in found} == {word.partition("@")[2] or None}


@pytest.mark.parametrize(
    ("word", "message"),
    [
        ("", "a piece must be a name or a drawing, got ''"),
        ("+", "a piece must be a name or a drawing, got '+'"),
        ("=3", "a piece must be a name or a drawing, got '=3'"),
        ("pentomines", "unknown piece or set 'pentomines'; did you mean pentominoes or pentomino?"),
        ("pentomines=3", "pentomines=3: unknown piece or set 'pentomines'; did you mean"),
        ("elephant", "unknown piece or set 'elephant'"),
        ("L3++", "unknown piece or set 'L3+'; did you mean L3?"),
        ("WWW", "did you mean pentomino:WWW or WWW/ (a row of marks)?"),
        ("0x3", "a rectangle must have 1 to 65536 cells, got 0"),
        ("999x999=2", "999x999=2: a rectangle must have 1 to 65536 cells, got 998001"),
        ("A.A\nA.A", "the cells of the letter A are not connected; use a different letter"),
        ("ABA\nABA", "unknown piece or set"),
        ("Two roads\ndiverged", "unknown piece or set"),
        ("soma\nsoma", "unknown piece or set"),
        ("L3=99999999999999999999", "invalid number of copies: at most 18 digits are allowed"),
        (
            "pentomino",
            "pentomino: which pentomino? Write 'pentominoes' for the whole set, or 'pentomino:F' "
            "for one piece",
        ),
        (
            "hexomino",
            "hexomino: which hexomino? Write 'hexominoes' for the whole set, or 'hexomino:1' for "
            "one piece",
        ),
        ("tetromino:", "which tetrominoes? Write letters or numbers after 'tetromino:'"),
        ("tetromino:LX", "tetromino:LX: unknown tetromino 'X'; the letters are IJLOSTZ"),
        ("hexomino:1,36", "hexomino:1,36: unknown hexomino '36'; the numbers are 1 to 35"),
        ("hexomino:1,", "hexomino:1,: unknown hexomino ''; the numbers are 1 to 35"),
        ("A5", "A5: unknown pentomino 'A'; the letters are FILNPTUVWXYZ"),
        ("L4.9", "L4.9: the orientation of the tetromino 'L' must be .1 to .4, got '.9'"),
        (
            "L6",
            "L6: only pieces of up to five cells have letters; larger pieces have numbers, such as "
            "'hexomino:1'",
        ),
        (
            "L3=",
            "invalid number of copies '='; write '=3' for three, '=1..4' for a range, '=1..' for "
            "at least one",
        ),
        ("L3=x", "L3=x: invalid number of copies '=x'"),
        ("L3=-1", "invalid number of copies '=-1'"),
        ("L3=1...4", "invalid number of copies"),
        ("L3=" + "9" * 5000, "invalid number of copies"),
        ("L3=4..1", "L3=4..1: copies must satisfy least <= most, got 4 and 1"),
        (
            "L3@sideways",
            "L3@sideways must be 'free', 'one-sided', 'half-turn' or 'fixed', got 'sideways'",
        ),
        (
            "##/!#",
            "##/!#, line 2, column 1: unexpected character '!' in a drawing; use '#' for a cell, "
            "'.' for no cell, and letters for marks",
        ),
        ("../", "../: the drawing has no cell; draw each cell as '#'"),
        ("x" * 10_000, "unknown piece or set 'xxxxx"),
    ],
)
def test_words_that_are_no_piece(word: str, message: str) -> None:
    with pytest.raises(PieceError) as caught:
        parse_pieces(word)
    assert message in str(caught.value)
    assert len(str(caught.value).splitlines()) == 1
    assert len(str(caught.value)) < 1000


def test_one_piece_is_wanted() -> None:
    with pytest.raises(PieceError) as caught:
        Piece.parse("trominoes")
    assert str(caught.value) == "trominoes: expected one piece, got 2"


def test_the_spaces_of_a_drawing_are_no_cells() -> None:
    assert parse_pieces(" #/##")[0].polyomino == Polyomino.from_text(".#/##")
    assert parse_pieces("\r\n##\r\n.#\r\n")[0].polyomino == Polyomino.from_text("##/.#")


def test_letters_in_a_drawing_are_marks() -> None:
    piece = Piece.parse(".a#\n.b")
    assert piece.polyomino == Polyomino.from_text("##/#")
    assert piece.marks == ("a", "", "b")
    assert piece.name == "a#/b"
    assert Piece.parse("##").marks == ()


@given(ANY, TURNS)
def test_words_round_trip(piece: Piece, turn: str) -> None:
    again = Piece.parse(piece.word(), turn)
    assert (again.polyomino, again.marks, again.least, again.most, again.turn) == (
        (piece.polyomino, piece.marks, piece.least, piece.most, piece.turn)
    )
    assert Piece.parse(piece.base()).orientations(turn) == piece.orientations(turn)


@pytest.mark.parametrize("turn", ["free", "one-sided", "fixed"])
@pytest.mark.parametrize("size", ["monomi", "domi", "tromi", "tetromi", "pentomi", "hexomi"])
def test_the_names_of_the_catalog_are_words(size: str, turn: str) -> None:
    for piece in parse_pieces(f"{size}noes", turn):
        assert piece.word() == piece.name
        assert Piece.parse(piece.word(), turn) == piece


@pytest.mark.parametrize(
    "name", ["L3+", "L3=2", "I3", "trominoes", "P", "", "L3@fixed", "##", "a#", "7"]
)
def test_the_word_of_a_piece_does_not_trust_its_name(name: str) -> None:
    piece = Piece(Polyomino.from_text("#/##"), name, 2, 5)
    assert piece.word() == "#/##=2..5"


Grid = tuple[tuple[str, ...], ...]


def grid(polyomino: Polyomino, marks: tuple[str, ...]) -> Grid:
    lines = [[""] * polyomino.columns for _ in range(polyomino.rows)]
    for (row, column), mark in zip(polyomino.cells, marks or ("",) * len(polyomino), strict=True):
        lines[row][column] = mark or "#"
    return tuple(map(tuple, lines))


def image(lines: Grid, element: int) -> Grid:
    if element >= 4:
        lines = tuple(line[::-1] for line in lines)
    for _ in range(element % 4):
        lines = tuple(zip(*lines, strict=True))[::-1]
    return lines


@given(ANY, TURNS)
def test_orientations_are_the_distinct_images_with_their_marks(piece: Piece, turn: str) -> None:
    orientations = piece.orientations(turn)
    ways = {"free": range(8), "one-sided": range(4), "half-turn": (0, 2), "fixed": range(1)}
    elements = ways[piece.turn or turn]
    expected = {image(grid(piece.polyomino, piece.marks), element) for element in elements}
    assert {grid(*oriented) for oriented in orientations} == expected
    assert len(orientations) == len(expected)
    assert list(orientations) == sorted(orientations)


@given(ANY, st.integers(0, 7), st.integers(0, 7))
def test_images_compose(piece: Piece, g: int, h: int) -> None:
    shape = (piece.polyomino, piece.marks or ("",) * len(piece.polyomino))
    assert turned(turned(shape, h), g) == turned(shape, int(COMPOSE[g, h]))


def test_marks_break_the_symmetry_of_a_piece() -> None:
    assert len(Piece.parse("##/##").orientations()) == 1
    assert len(Piece.parse("a#/##").orientations()) == 4
    assert len(Piece.parse("ab/##").orientations()) == 8
    assert len(Piece.parse("ab/##").orientations("one-sided")) == 4
    assert len(Piece.parse("ab/##@fixed").orientations("free")) == 1
    with pytest.raises(PieceError, match="got 'loose'"):
        Piece.parse("##").orientations("loose")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"least": -1}, "the number of copies must be at least 0, got -1"),
        ({"least": 3, "most": 2}, "copies must satisfy least <= most, got 3 and 2"),
        ({"marks": ("a",)}, "2 cells need 2 marks, got 1"),
        ({"marks": ("a", "bc")}, "a mark must be one letter or digit, got 'bc'"),
        ({"marks": ("a", ".")}, "a mark must be one letter or digit, got '.'"),
        ({"turn": "loose"}, "must be 'free', 'one-sided', 'half-turn' or 'fixed', got 'loose'"),
    ],
)
def test_pieces_that_cannot_be(arguments: dict[str, object], message: str) -> None:
    with pytest.raises(PieceError) as caught:
        Piece(Polyomino.from_text("##"), "mine", **arguments)
    assert message in str(caught.value)


def test_names_default_to_the_drawing() -> None:
    assert Piece(Polyomino.from_text("##/.#")).name == "##/.#"
    assert Piece(Polyomino.from_text("##/.#"), marks=("", "b", "")).name == "#b/.#"
    assert Piece(Polyomino.from_text("##"), marks=("", "")).marks == ()
    assert Piece(Polyomino(((0, 0), (10**9, 10**9)))).name == "2 cells in 1000000001x1000000001"


@given(st.lists(ANY, min_size=1, max_size=4), TURNS)
def test_images_are_the_orientations(some: list[Piece], turn: Turn) -> None:
    """Pieces have as many images as orientations, and share as many."""
    found = images(some, turn)
    listed = [set(piece.orientations(turn)) for piece in some]
    for looks, shapes in zip(found, listed, strict=True):
        assert len(looks) == len(shapes)
        for other_looks, other_shapes in zip(found, listed, strict=True):
            assert len(looks & other_looks) == len(shapes & other_shapes)


def test_pieces_too_large_to_number_their_cells_are_refused() -> None:
    far = Piece(Polyomino(((0, 0), (0, 1 << 24))), "far apart")
    with pytest.raises(PieceError, match="a piece must have fewer than 16777216 rows and columns"):
        images([far], "free")


@pytest.mark.parametrize(
    ("word", "lattice", "drawing"),
    [
        ("1x3", SQUARES, "###"),
        ("3x1", SQUARES, "#/#/#"),
        ("2X3", SQUARES, "###/###"),
        ("2×2", SQUARES, "##/##"),
        ("1x1", SQUARES, "#"),
        ("2x2x1", SQUARES, "#/#//#/#"),
        ("2x2", CUBES, "##/##"),
        ("1x2x2", CUBES, "##/##"),
    ],
)
def test_a_size_is_a_rectangle_or_a_box(word: str, lattice: Lattice, drawing: str) -> None:
    (piece,) = parse_pieces(f"{word}@fixed=0..2", lattice=lattice)
    size = word.lower().replace("×", "x")
    assert (piece.name, piece.least, piece.most, piece.turn) == (size, 0, 2, "fixed")
    assert piece.polyomino.text() == drawing
    assert parse_pieces(piece.word(), lattice=lattice) == (piece,)


@pytest.mark.parametrize(
    ("text", "lattice", "pieces"),
    [
        ("A\nAA\n\nB.\nBB", SQUARES, {"A": "#/##", "B": "#/##"}),
        ("A\nAA\nB\nBB\n", SQUARES, {"A": "#/##", "B": "#/##"}),
        ("  A\nAAA\n b\nbbb", SQUARES, {"A": "..#/###", "b": ".#/###"}),
        ("AAB\nABB", SQUARES, {"A": "##/#", "B": ".#/##"}),
        ("AA\nBB", HEXAGONS, {"A": "##", "B": "##"}),
        # Not connected on squares.
        (".A\nA.\nB.", HEXAGONS, {"A": ".#/#", "B": "#"}),
        ("AA\nA\n\nBB", CUBES, {"A": "##/#", "B": "##"}),
    ],
)
def test_letters_draw_pieces(text: str, lattice: Lattice, pieces: dict[str, str]) -> None:
    found = parse_pieces(f"{text.rstrip()}+", lattice=lattice)
    assert {piece.name: piece.polyomino.text() for piece in found} == pieces
    assert all(piece.most is None and not piece.marks for piece in found)
    assert {piece.lattice for piece in found} == {lattice}


def test_a_row_of_marks_needs_a_board_that_has_them() -> None:
    assert tw.Problem("WWW/###", "WWW", "I3") == tw.Problem("WWW/###", "WWW/", "I3")
    assert tw.Problem("W1W/###", "W1W=0..1", "I3+").words() == ["W1W/=0..1", "I3+"]
    # The marks of pieces alone count as well.
    agree = {"W": ["", "x"]}
    assert tw.Problem("##/##", "WW", "##", marks_agree=agree).words() == ["WW/", "##"]
    # A name stays one, whatever marks there are.
    assert tw.Problem("L3/##", "L3", "monomino").names == ("L3", "monomino")
    for board, words, why in (
        ("4x4", ["WWW"], "unknown piece or set 'WWW'"),
        ("WWW/###", ["W"], "unknown piece or set 'W'"),
        ("WWW/###", ["WB"], "unknown piece or set 'WB'"),
        ("AB/##", ["A\nAA"], "the letter A is ambiguous: it could be a piece or a mark"),
    ):
        with pytest.raises(RequestError, match=why):
            tw.Problem(board, *words)
