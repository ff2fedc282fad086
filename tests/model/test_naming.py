"""What pieces are called: in sentences, below pictures, on tiles, on the page, in the command."""

from __future__ import annotations

import pytest

from tilewright import Problem
from tilewright.apps.command.app import run
from tilewright.apps.page.sheets import describe
from tilewright.drawing import draw_pieces
from tilewright.model.naming import naming, piece_captions, tile_signs
from tilewright.model.piece import Piece, parse_pieces
from tilewright.model.puzzle import Puzzle
from tilewright.puzzles.deduction import called

#: Sets of cells that do not hang together, of every lattice; some have the letters' numbers of
#: cells.
LOOSE = (
    "#.#",
    "#/.#",
    "##.#",
    "#.#.#",
    "##/..##/#",
    "a.#",
    "#....#",
    "##.#/..##.#",
    "tri:#.#",
    "hex:#.#",
    "cube:#//.#",
)


@pytest.mark.parametrize("word", LOOSE)
def test_a_loose_set_of_cells_has_no_false_name(word: str) -> None:
    piece = Piece.parse(word)
    size = len(piece.polyomino)
    assert naming(piece.name) == ("piece", f"piece of {size} cells", "", "")


@pytest.mark.parametrize("word", ["#.#", "##.#", "#/.#", "##.##", "tri:#.#", "hex:#.#", "cube:#.#"])
def test_every_command_takes_loose_pieces(word: str, capsys: pytest.CaptureFixture[str]) -> None:
    prefix = word[: word.index(":") + 1] if ":" in word else ""
    board = f"{prefix}2x2x4" if prefix == "cube:" else f"{prefix}2x8"
    assert run(["pieces", word]) == 0
    problem = [
        board,
        f"{word}=0..2",
        {"tri:": "tri:#+", "hex:": "hex:#+", "cube:": "cube:#+"}.get(prefix, "#+"),
    ]
    assert run(["solve", *problem, "--letters"]) == 0
    assert run(["grade", *problem]) == 1  # there are several solutions
    assert "Traceback" not in capsys.readouterr().err


def test_grades_and_the_page_call_loose_pieces_pieces() -> None:
    problem = Problem("1x6", "##=1", "#.#=2")
    assert [called(problem.pieces, index) for index in (0, 1)] == ["the domino", "a piece"]
    assert [piece["label"] for piece in describe(Puzzle.of(problem))["pieces"]] == [
        "domino",
        "piece of 2 cells",
    ]


@pytest.mark.parametrize(
    ("word", "noun", "title", "caption", "sign"),
    [
        ("domino", "domino", "domino", "domino", "I2"),
        ("##", "domino", "domino", "domino", "I2"),
        ("monomino", "monomino", "monomino", "monomino", "O1"),
        ("o#", "domino", "domino", "domino", "I2"),
        ("hex:##", "dihex", "dihex", "dihex", "dihex"),
        ("tri:##", "diamond", "diamond", "diamond", "diamond"),
        ("cube:#//#", "dicube", "dicube", "dicube", "dicube"),
        ("hex:###", "trihex", "trihex", "", ""),
        ("f5", "f", "f pentomino", "f5", "f5"),
        (".##/##/.#", "F", "F pentomino", "F5", "F5"),
        ("hexomino:12", "hexomino", "hexomino 12", "12", "12"),
        ("###/#.#/###", "octomino", "octomino", "", ""),
        ("#############", "1 x 13 rectangle", "1 x 13 rectangle", "1x13", "1x13"),
        ("hexiamond:sphinx", "sphinx", "sphinx", "sphinx", "2"),
        ("hexiamond:2m.3", "mirrored sphinx", "mirrored sphinx", "mirrored sphinx.3", "2m.3"),
        ("tri:##/####", "chevron", "chevron", "chevron", "6"),
        ("tetrahex:bee", "bee", "bee", "bee", "4"),
        ("soma:V", "V", "V", "V", "V"),
    ],
)  # fmt: skip
def test_pieces_are_called_by_their_names(
    word: str, noun: str, title: str, caption: str, sign: str
) -> None:
    (piece,) = parse_pieces(word, "free")
    assert naming(piece.name) == (noun, title, caption, sign)


def test_a_name_of_ones_own_stays() -> None:
    names = ["dragon", "Nr. 3", "red / blue", "S3", "X9", "sphinx", "hexomino:x"]
    assert [naming(name).noun for name in names] == [*names[:-1], "x"]


def test_letters_have_sizes_only_where_sizes_differ() -> None:
    assert tile_signs(["L3", "I3"]) == ["L", "I"]
    assert tile_signs(["f5", "F5"]) == ["f", "F"]
    assert tile_signs(["L3", "domino"]) == ["L3", "I2"]
    assert piece_captions(["L3", "domino"]) == ["L", "domino"]


def test_no_two_pieces_of_a_problem_share_a_sign() -> None:
    """A domino was 2, as the second hexomino is."""
    names = [piece.name for piece in Problem("9x9", "hexomino:1,2=1", "monomino", "domino").pieces]
    assert len(set(tile_signs(names))) == len(names)


def test_sheets_name_the_pieces_that_have_names() -> None:
    said = {text.text for text in draw_pieces("hexiamonds").texts}
    assert {"sphinx", "butterfly"} <= said
    assert not said & {str(number) for number in range(1, 13)}
    assert "domino" in {text.text for text in draw_pieces(["domino", "L3"]).texts}
