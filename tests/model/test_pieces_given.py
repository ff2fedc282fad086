"""Pieces are given in one way to every function: words one by one, one string, a list, arrays, or
values.
"""

from __future__ import annotations

import numpy as np
import pytest

import tilewright as tw
from tilewright.errors import BoardError, PieceError, PolyominoError, RequestError

L3 = np.array([[1, 0], [1, 1]], dtype=bool)
FORMS = (
    ("L3+", "I3+"),
    ("L3+ I3+",),
    (["L3+", "I3+"],),
    (["L3+ I3+"],),
    (("L3+",), ["I3+"]),
    (tw.Piece("L3+"), tw.Piece("I3+")),
    ([tw.Piece(L3, most=None, least=0), "I3+"],),
)
CALLS = {
    "Problem": lambda *pieces: tw.Problem("3x3", *pieces),
    "read": lambda *pieces: tw.read("3x3", *pieces),
    "count": lambda *pieces: tw.count("3x3", *pieces),
    "tilings": lambda *pieces: list(tw.tilings("3x3", *pieces)),
    "nth": lambda *pieces: tw.nth("3x3", *pieces, 4),
    "sample": lambda *pieces: tw.sample("3x3", *pieces, seed=1),
    "explain": lambda *pieces: tw.explain("3x3", *pieces),
    "most": lambda *pieces: tw.best_packing("3x3", *pieces).to_json()["most"],
    "draw": lambda *pieces: str(tw.draw("3x3", *pieces)),
    "color": lambda *pieces: tw.color("3x3", *pieces, "strong").colors,
    "plane": lambda *pieces: tw.plane(*pieces).verdict,
    "rectangles": lambda *pieces: str(tw.rectangles(*pieces, both=True, max_width=3).primes.keys()),
}


@pytest.mark.parametrize("name", CALLS)
def test_every_function_takes_pieces_in_every_form(name: str) -> None:
    answers = [CALLS[name](*form) for form in FORMS]
    if name in ("draw", "Problem", "read"):
        # Piece(L3) is shown with its own name.
        answers = answers[:-1]
    assert answers.count(answers[0]) == len(answers)


def test_the_board_too_can_be_a_list_of_rows_or_cells() -> None:
    assert tw.count([[1, 1, 1], [1, 1, 1]], "domino+") == 3
    assert tw.count([(0, 0), (0, 1), (1, 0), (1, 1)], "domino+") == 2
    assert tw.Board("3x4") == tw.Board.rectangle(3, 4)
    assert tw.Board(["##", "#."]) == tw.Board("2x2-1,1")
    # A list is a drawing, also if its one row is a word for a board.
    assert tw.Board(["3x4"]).text() == "3x4"
    with pytest.raises(BoardError, match="describes the whole board"):
        tw.Board("3x4", alphabet="x")
    with pytest.raises(BoardError, match="write the lattice as a prefix"):
        tw.Board("3x4", lattice="tri")


def test_a_set_in_one_string_with_its_exceptions() -> None:
    one, two = tw.Problem("4x5", "tetrominoes+ T4=2"), tw.Problem("4x5", "tetrominoes+", "T4=2")
    assert one == two
    assert [(piece.least, piece.most) for piece in one.pieces if piece.name == "T4"] == [(2, 2)]


@pytest.mark.parametrize("text", ["##/#. ##/.#", "## ##", "# #/###"])
def test_a_string_that_can_be_one_drawing_or_several_is_refused(text: str) -> None:
    with pytest.raises(PieceError, match=r"is ambiguous: draw missing cells of one piece as '\.'"):
        tw.Problem("4x4", text)


@pytest.mark.parametrize("drawing", [" #/###", "##/ ##", "##\n ##", "## "])
def test_a_drawing_may_have_spaces_beside_the_ends_of_its_rows(drawing: str) -> None:
    (piece,) = tw.Problem("4x4", drawing).pieces
    assert piece.polyomino == tw.Polyomino.from_text(drawing)


def test_a_piece_of_an_array_a_drawing_or_a_word_has_a_name() -> None:
    duck = tw.Piece(np.array([[0, 1, 1], [1, 1, 0]]), name="duck", most=None)
    drawn = tw.Piece(".##/##.", name="duck", most=None)
    assert duck == drawn
    assert tw.solve("2x3", duck, "monomino+").piece_names().count("duck") in (0, 1)
    assert tw.Piece("L3=2..4", name="el") == tw.Piece(tw.Polyomino("#./##"), "el", 2, 4)
    assert tw.Piece("T4@fixed").turn == "fixed"
    assert tw.Piece("a#/b.").marks == ("a", "", "b")


def test_one_row_of_an_array_is_a_grid() -> None:
    assert tw.Piece(np.array([[1, 1]])) == tw.Piece([[1, 1]]) == tw.Piece("##", name="##")
    # Tuples are cells.
    assert len(tw.Polyomino([(1, 1)])) == 1


def test_what_can_be_cells_or_a_grid_is_refused_with_both_ways_to_write_it() -> None:
    for given in ([[1, 1], [1, 0]], np.array([[0, 1], [1, 1]])):
        with pytest.raises(
            PolyominoError, match=r"cells as tuples such as \(0, 1\), and a grid as"
        ):
            tw.Problem("3x3", given)


def test_a_polyomino_has_no_word() -> None:
    with pytest.raises(PolyominoError, match=r"tilewright\.Piece\('L3'\)\.polyomino"):
        tw.Polyomino("L3")


def test_pieces_is_no_keyword() -> None:
    with pytest.raises(TypeError, match=r"the pieces follow the board: count\(board, pieces\)"):
        tw.count("3x4", pieces="domino+")


@pytest.mark.parametrize("wrong", [3, None, [1, 2], [["L3", 4]], {"L3": 2}])
def test_what_is_no_piece_is_refused(wrong: object) -> None:
    with pytest.raises(RequestError, match="`pieces` must be words such as 'L3'"):
        tw.Problem("3x3", wrong)  # type: ignore[arg-type]


def test_solid_arrays_are_pieces_of_cubes() -> None:
    bar = np.ones((2, 1, 1), dtype=bool)
    assert (
        tw.count("cube:2x2x2", tw.Piece(tw.read("cube:2x2x2", bar).pieces[0].polyomino, most=None))
        == 9
    )
