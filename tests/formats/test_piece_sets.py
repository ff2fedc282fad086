"""Sets of pieces in a file: names, colors, copies and turns, wherever pieces stand in a command or
a request.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import tilewright as tw
from tilewright.apps.command import run
from tilewright.drawing import draw_pieces
from tilewright.drawing.makers.tile_colors import piece_colors
from tilewright.errors import FormatError, RequestError
from tilewright.formats.piece_sets import piece_set_text, read_piece_set
from tilewright.formats.request import read_pieces
from tilewright.model.piece import Piece
from tilewright.model.puzzle import Puzzle
from tilewright.puzzles.printing import booklet_of, sheet_of

Captured = pytest.CaptureFixture[str]

SET = """\
tilewright pieces
note: made of oak

name: corner
color: 4
copies: 2
##
#.

name: bar
color: 1
I3

name: hook
turn: one-sided
##
.#
.#
.#
"""


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "set.pieces").write_text(SET)
    return tmp_path


def test_a_set_is_read_with_everything_that_it_says() -> None:
    corner, bar, hook = read_piece_set(SET)
    assert (corner.name, corner.color, corner.least, corner.most) == ("corner", 4, 2, 2)
    assert bar.polyomino == Piece.parse("I3").polyomino
    assert (hook.turn, hook.color) == ("one-sided", None)
    assert hook.polyomino.text() == "##/.#/.#/.#"


def test_a_line_of_one_letter_is_a_row_of_marks() -> None:
    for row in ("WWW", "W/W/W", "7", "w"):
        (piece,) = read_piece_set(f"tilewright pieces\n\nname: bar\n{row}\n")
        assert (piece.name, piece.marks) == ("bar", tuple(row.replace("/", "")))
    for row in ("pentomines", "WBW"):
        with pytest.raises(FormatError, match=f"line 3: unknown piece or set '{row}'"):
            read_piece_set(f"tilewright pieces\n\n{row}\n")


def test_what_is_written_is_read_again() -> None:
    pieces = read_piece_set(SET)
    again = read_piece_set(piece_set_text(pieces))
    assert again == pieces
    assert [piece.color for piece in again] == [4, 1, None]
    marked = (Piece.parse("#o#=0..3"), Piece.parse("hex:##/.#"), Piece.parse("pentomino:F+"))
    assert read_piece_set(piece_set_text(marked)) == marked


def test_other_lattices_and_whole_sets() -> None:
    (piece,) = read_piece_set("tilewright pieces\nlattice: hex\n\nname: a\n##\n.#\n")
    assert piece.lattice.name == "hex"
    assert len(read_piece_set("tilewright pieces\n\ncolor: 2\npentominoes\n")) == 12
    assert len(read_piece_set("tilewright pieces\nturn: one-sided\n\ntetrominoes\n")) == 7


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("\nname: a\ncolour: 2\n##", "line 3: unknown key 'colour'; the keys of a piece are"),
        (
            "\nname: a\ncolor: red\n##",
            "line 3: the color must be the number of a color in the palette, 1 to 12",
        ),
        ("\nname: a\ncolor: 13\n##", "1 to 12, got '13'"),
        ("\nname: a\ncolor: 0\n##", "1 to 12, got '0'"),
        (
            "\nname: a\npentominoes",
            "only a single piece can have a name, but 'pentominoes' means 12 pieces",
        ),
        ("\nname: a\n##\n\nname: a\n###", "line 6: two pieces are named 'a'"),
        ("\nname: a\n##\ncolor: 3", "line 5: the keys of a piece must come before the drawing"),
        ("\nname: a\nname: b\n##", "line 4: 'name' is given twice"),
        (
            "\ncopies: some\n##",
            "copies must be a number, a range such as 1..4 or 1.., or + for any number",
        ),
        ("\nturn: twice\n##", "line 3"),
        ("lattice: cairo\n\n##", "unknown lattice 'cairo'"),
        ("color: 3\n\n##", "the keys of all pieces are lattice, turn, note"),
        ("\n##\n\nname: b\n\n###", "line 5: the drawing of the piece is missing"),
        ("", "the file contains no pieces"),
        ("\n#$", "line 3: unexpected character"),
    ],
)
def test_an_invalid_set_is_one_line(text: str, why: str, here: Path, capsys: Captured) -> None:
    (here / "bad.pieces").write_text("tilewright pieces\n" + text)
    assert run(["solve", "2x3", "bad.pieces"]) == 2
    said = capsys.readouterr().err
    assert why in said
    assert "bad.pieces" in said
    assert len(said.splitlines()) == 1


def test_a_missing_file_is_said(here: Path, capsys: Captured) -> None:
    assert run(["solve", "2x3", "none.pieces"]) == 2
    assert "none.pieces: cannot read the file" in capsys.readouterr().err


@pytest.mark.parametrize("name", ["set.pieces", "set.txt"])
def test_a_file_stands_where_pieces_stand(name: str, here: Path, capsys: Captured) -> None:
    (here / name).write_text(SET)
    words = ["2x7", name]
    expected = str(tw.count("2x7", "##/#.=2", "I3", "##/.#/.#/.#@one-sided", turn="free"))
    assert run(["count", *words, "-q"]) == 0
    assert capsys.readouterr().out.strip() == expected
    for line in (
        ["solve", *words, "-o", "a.svg"],
        ["sample", *words],
        ["nth", *words, "0"],
        ["color", *words],
        ["print", *words, "-o", "a.pdf"],
        ["cut", *words, "--clearance", "0.2", "-o", "a.dxf"],
        ["convert", *words, "-o", "a.json"],
        ["cut", name, "-o", "a.stl"],
        ["pieces", name],
        ["grade", "1x3", "one.pieces"],
        ["plane", "one.pieces"],
        ["rectangles", "one.pieces", "--max-width", "2"],
        ["make", "dots", "3x4", "many.pieces", "--seed", "1"],
    ):
        (here / "one.pieces").write_text("tilewright pieces\n\nname: bar\n###\n")
        (here / "many.pieces").write_text(
            "tilewright pieces\n\nname: bar\ncopies: +\n#o#\n\n##\no.\n"
        )
        capsys.readouterr()
        assert run([*line, "-q"]) == 0, (line, capsys.readouterr().err)
    assert json.loads((here / "a.json").read_text())["names"] == ["corner", "bar", "hook"]
    assert "piece-hook" in (here / "a.dxf").read_text()


def test_python_reads_it_too(here: Path) -> None:
    problem = tw.read("2x7 set.pieces")
    assert problem.names == ("corner", "bar", "hook")
    assert problem.colors == (4, 1, None)
    assert tw.Problem.from_json(problem.to_json()) == problem
    assert tw.Problem.from_json(problem.to_json()).colors == problem.colors
    tiling = tw.solve("2x7", "set.pieces")
    assert set(tiling.piece_names()) == {"corner", "bar", "hook"}
    assert [piece.name for piece in read_pieces("set.pieces")] == ["corner", "bar", "hook"]
    with pytest.raises(RequestError, match="cannot read the file"):
        read_pieces("none.pieces")


def test_pieces_keep_their_colors_in_every_picture(here: Path) -> None:
    problem = tw.read("2x7 set.pieces")
    for tiling in tw.tilings(problem):
        fill = tw.draw(tiling).fill
        for tile, name in enumerate(tiling.piece_names()):
            (color,) = set(fill[tiling.labels == tile].tolist())
            if name in ("corner", "bar"):
                assert color == {"corner": 3, "bar": 0}[name]
            else:
                assert color not in (0, 3)
    shown = set(draw_pieces(read_pieces("set.pieces")).fill.ravel().tolist())
    assert {0, 3} < shown
    puzzle = Puzzle.of(problem, title="Oak")
    assert [piece.color for piece in puzzle.problem().pieces] == [4, 1, None]
    assert b"%PDF" in booklet_of([sheet_of(puzzle, title="Other")])


def test_colors_are_chosen_around_the_fixed_ones() -> None:
    assert piece_colors(("T5", "L5")) == [0, 1]
    assert piece_colors(("T5", "L5"), fixed=(2, None))[0] == 1
    assert len(set(piece_colors(("T5", "L5"), fixed=(2, None)))) == 2
    # Two pieces may have one color on purpose.
    assert piece_colors(("a", "b"), fixed=(7, 7)) == [6, 6]


def test_a_color_is_a_number_from_one() -> None:
    with pytest.raises(RequestError, match="the color number"):
        Piece(Piece.parse("L3").polyomino, color=0)
    with pytest.raises(FormatError, match="no pieces"):
        read_piece_set("tilewright pieces")


def test_formats_say_that_they_have_no_colors(here: Path, capsys: Captured) -> None:
    assert run(["convert", "2x7", "set.pieces", "-o", "puzzle.txt"]) == 0
    assert "lost: the colors of the pieces" in capsys.readouterr().err
    assert run(["convert", "2x7", "set.pieces", "-o", "again.pieces"]) == 0
    assert read_pieces("again.pieces") == read_pieces("set.pieces")


def test_a_list_of_words_has_alternatives(here: Path, capsys: Captured) -> None:
    (here / "either.pieces").write_text("T4|L4=2\nO4+\n")
    assert run(["count", "4x4", "either.pieces"]) == 0
    assert run(["count", "4x4", "T4|L4=2", "O4+"]) == 0
    assert capsys.readouterr().out == "8\n8\n"
    (here / "either.pieces").write_text("T4|Q4\n")
    assert run(["count", "4x4", "either.pieces"]) == 2
    assert "line 1: unknown tetromino 'Q'" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("board", "text", "words"),
    [
        ("3x5", "name: hook\n##\n#.\n#.\n\nT4|P5\n", ["L4", "T4|P5"]),
        ("4x4", "copies: 2\nT4|L4\n\ncopies: +\nO4\n", ["T4|L4=2", "O4+"]),
        ("4x4", "turn: fixed\ncopies: 4\n###/.#.|##/##\n", ["T4@fixed|O4@fixed=4"]),
        ("4x4", "turn: free\n\ncopies: 4\nturn: fixed\nT4|O4\n", ["T4@fixed|O4@fixed=4"]),
        ("hex:2x4", "lattice: hex\n\ncopies: 0..4\n##|#/#\n", ["hex:##|hex:#/#=0..4"]),
    ],
)
def test_a_set_has_alternatives(here: Path, board: str, text: str, words: list[str]) -> None:
    (here / "either.pieces").write_text(f"tilewright pieces\n\n{text}")
    empty = (0, 7)
    wanted = tw.count(tw.Problem(board, *words, empty=empty))
    assert tw.count(board, "either.pieces", empty=empty) == wanted > 0


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("name: both\nT4|P5", "line 3: a piece with alternatives cannot have a name or a color"),
        ("color: 2\nT4|P5", "line 3: a piece with alternatives cannot have a name or a color"),
        ("T4|Q4", "line 3: unknown tetromino 'Q'"),
        ("T4|P5\n\nT4|P5", "line 5: two pieces are named 'T4|P5'"),
    ],
)
def test_what_are_no_alternatives_in_a_set(here: Path, text: str, message: str) -> None:
    (here / "either.pieces").write_text(f"tilewright pieces\n\n{text}\n")
    with pytest.raises(tw.errors.RequestError) as raised:
        tw.count("3x5", "either.pieces")
    assert message in str(raised.value)


@pytest.mark.parametrize(
    ("block", "suffix", "word"),
    [
        ("turn: fixed\nL4", "=2", "L4@fixed=2"),
        ("turn: fixed\nL4", "=0..4", "L4@fixed=0..4"),
        ("copies: 2\nL4", "@fixed", "L4@fixed=2"),
        ("copies: 2\nturn: fixed\nL4", "@one-sided=4", "L4@one-sided=4"),
        ("copies: 4\nT4|O4", "@fixed", "T4@fixed|O4@fixed=4"),
        ("turn: fixed\nT4|O4", "=4", "T4@fixed|O4@fixed=4"),
    ],
)
def test_a_suffix_after_a_file_changes_only_what_it_says(
    here: Path, block: str, suffix: str, word: str
) -> None:
    (here / "own.pieces").write_text(f"tilewright pieces\n\n{block}\n")
    wanted = tw.count(tw.Problem("4x4", word, empty=(0, 16)))
    assert tw.count("4x4", f"own.pieces{suffix}", empty=(0, 16)) == wanted > 0


@pytest.mark.parametrize("command", ["plane", "rectangles", "figure", "pieces"])
def test_alternatives_need_a_board(command: str, capsys: Captured) -> None:
    assert run([command, "T4|P5"]) == 2
    said = capsys.readouterr().err
    assert "T4|P5 is one piece with several shapes" in said and said.endswith(
        "list the shapes: T4 P5\n"
    )
