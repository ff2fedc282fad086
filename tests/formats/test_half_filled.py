"""Half-filled boards as drawings: what they say, on every lattice, and in the commands that take
them.
"""

from __future__ import annotations

import random
from pathlib import Path

import pytest

import tilewright as tw
from tilewright.apps.command import run
from tilewright.errors import FormatError
from tilewright.formats.half_filled import read_half_filled
from tilewright.model.problem import Problem
from tilewright.solving.search import Search

Captured = pytest.CaptureFixture[str]
LETTERS = "ABCDEFGHJKabcdefghjk"


def drawn(
    problem: Problem, tiles: list[tuple[str, tuple[tuple[int, ...], ...]]], spaced: bool
) -> str:
    """A drawing of some tiles of a tiling, each with its own letter."""
    shape = problem.board.shape
    letters = {cell: LETTERS[number] for number, (_, cells) in enumerate(tiles) for cell in cells}
    rows = []
    for layer in range(shape[0] if len(shape) == 3 else 1):
        for row in range(shape[-2]):
            place = (layer, row) if len(shape) == 3 else (row,)
            cells = [letters.get((*place, column), ".") for column in range(shape[-1])]
            rows.append((" " if spaced else "").join(cells))
        rows.append("")
    return "\n".join(rows)


@pytest.mark.parametrize(
    ("board", "pieces"),
    [
        ("6x10-0,0-5,9", ("pentominoes=0..2", "L3=0..9")),
        ("tri:hexagon2", ("tetriamonds=0..3", "diamond=0..6")),
        ("hex:4x6", ("trihexes+",)),
        ("cube:2x3x3", ("soma=0..2", "domino=0..9")),
        ("torus:4x6", ("tetrominoes+",)),
        ("klein:4x6", ("L3+",)),
        ("x#x#/#x#x/x#x#", ("x#=0..9", "#x#x@free=0..1")),
    ],
)
def test_every_part_of_a_tiling_is_read_back(board: str, pieces: tuple[str, ...]) -> None:
    problem = Problem(board, *pieces)
    dice = random.Random(board)
    for number, tiling in enumerate(Search(problem, limit=4, seed=5)):
        tiles = dice.sample(list(tiling), dice.randint(0, len(tiling)))
        read = read_half_filled(drawn(problem, tiles, bool(number % 2)), problem)
        assert sorted(each.cells for each in read) == sorted(cells for _, cells in tiles)
        placed = problem.with_rules(placed=read)
        assert placed.faults() == []
        assert not tiling.faults(placed)
    assert number == 3


def test_the_same_letter_for_several_copies() -> None:
    problem = Problem("4x4", "L3=2", "I2=5")
    read = read_half_filled("LL..\nL..L\n..LL\n....\n", problem)
    assert [each.word() for each in read] == ["L3:0,0-0,1-1,0", "L3:1,3-2,2-2,3"]
    with pytest.raises(
        FormatError, match=r"^'L' at 0,0 covers 6 cells that do not form one of the pieces"
    ):
        read_half_filled("LL..\nLLL.\n.L..\n....\n", problem)


def test_the_shape_decides_and_letters_only_between_pieces_on_the_same_cells() -> None:
    # Two dominoes look the same, and their marks let them lie on the same cells.
    shape = tw.Polyomino(((0, 0), (0, 1)))
    pieces = [
        tw.Piece(shape, name, 0, 1, marks=marks)
        for name, marks in (("P", ("", "")), ("Q", ("a", "a")))
    ]
    problem = Problem("xx#", *pieces, "monomino", marks_agree={"": ["", "x"], "a": "x"})
    for letter, name in (("P", "P"), ("Q", "Q"), ("Z", "P")):
        for text in (f"{letter}{letter}.", f"{letter} {letter} ."):
            (placed,) = read_half_filled(text, problem)
            assert (placed.piece, placed.cells) == (name, ((0, 0), (0, 1)))
    (placed,) = read_half_filled(".QQ", problem)
    assert placed.piece == "P"


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("AA.\n...", r"^the drawing must have 3 rows, like the board, got 2"),
        ("AA..\n...\n...", r"^line 1: the row has 4 cells, but the board has 3 columns"),
        (
            "AA.\n.*.\n...",
            r"^line 2: a cell must be a letter \(a placed piece\) or a dot, got '\*'",
        ),
        ("AAA\n...\n...", "'A' at 0,0 covers 3 cells that do not form one of the pieces"),
        ("A..\n...\n..A", "'A' at 0,0 covers 1 cells that do not"),
    ],
)
def test_what_is_not_a_half_filled_board_is_one_line(text: str, says: str) -> None:
    with pytest.raises(FormatError, match=says) as caught:
        read_half_filled(text, Problem("3x3-1,1", "dominoes+"))
    assert "\n" not in str(caught.value)


def test_lines_of_the_board_itself_may_stay() -> None:
    problem = Problem("tri:hexagon2", "diamonds+")
    tiling = next(iter(Search(problem)))
    text = "tri\n" + drawn(problem, list(tiling)[:3], spaced=False)
    assert len(read_half_filled(text, problem)) == 3


def test_the_commands_take_a_file(tmp_path: Path, capsys: Captured) -> None:
    path = tmp_path / "half"
    path.write_text("IIIII.\n......\n......\n......\n......\n")
    words = ["5x6", "pentomino:FILPTV"]
    cells = "I5:0,0-0,1-0,2-0,3-0,4"
    for command in (["solve", "--all"], ["count"]):
        answers = []
        for placed in (cells, str(path)):
            assert run([*command, *words, "--placed", placed, "-q"]) == 0
            answers.append(capsys.readouterr().out)
        assert answers[0] == answers[1] == "1\n"
    assert run(["count", *words, "--placed", str(tmp_path / "none.txt")]) == 2
    assert "none.txt: cannot read the file" in capsys.readouterr().err
    path.write_text("IIIII.\n......\n......\n......\n.....X\n")
    assert run(["count", *words, "--placed", str(path)]) == 2
    assert f"{path}: 'X' at 4,5 covers 1 cells" in capsys.readouterr().err


def test_sheets_and_the_page_show_what_is_placed(tmp_path: Path, capsys: Captured) -> None:
    path, out = tmp_path / "half", tmp_path / "sheet.svg"
    path.write_text("I I I I I .\n" + ". . . . . .\n" * 4)
    words = ["5x6", "pentomino:FILPTV"]
    assert run(["print", *words, "--placed", str(path), "-o", str(out)]) == 0
    there = out.read_text()
    assert run(["print", *words, "--placed", "I5:0,0-0,1-0,2-0,3-0,4", "-o", str(out)]) == 0
    assert out.read_text() == there
    assert run(["print", *words, "-o", str(out)]) == 0
    assert out.read_text() != there
    capsys.readouterr()
    assert (
        run(
            ["print", "2x2", "dominoes+", "2x3", "dominoes+", "--placed", str(path), "-o", str(out)]
        )
        == 2
    )
    assert "--placed: expected a single puzzle, got 2" in capsys.readouterr().err


def test_play_opens_the_puzzle_with_its_placed_pieces(
    tmp_path: Path, capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "half"
    path.write_text("IIIII.\n......\n......\n......\n......\n")
    opened: list[str] = []

    def serve(host: str, port: int, started: object, *, first: str, **others: object) -> None:
        opened.append(first)

    monkeypatch.setattr("tilewright.apps.site.serving.serve", serve)
    assert run(["play", "5x6", "pentomino:FILPTV", "--placed", str(path), "--no-browser"]) == 0
    problem = tw.read(opened[0])
    assert [each.cells for each in problem.placed] == [tuple((0, column) for column in range(5))]
    puzzle = tmp_path / "puzzle.txt"
    assert run(["convert", "5x6", "pentomino:FILPTV", "--to", "puzzle", "-o", str(puzzle)]) == 0
    assert run(["play", str(puzzle), "--placed", str(path), "--no-browser"]) == 0
    assert tw.read(opened[1]).placed == problem.placed
