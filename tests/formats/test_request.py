"""One reader of requests: words, names, IDs and files, in the library as in the command; read once
and checked once.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import tilewright as tw
from tilewright.apps.command import run
from tilewright.errors import ProblemError, RequestError
from tilewright.formats import request as reading
from tilewright.formats.request import read_board, read_problem, read_puzzles, request_words
from tilewright.model import problem as problem_module
from tilewright.model.problem import Problem
from tilewright.model.puzzle import puzzle_id, puzzle_text
from tilewright.solving.proofs import Reasons


def test_words_a_name_an_id_and_files_mean_a_problem(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    puzzle = tw.find_puzzle("talos:hub-gates-1")
    Path("puzzle.txt").write_text(puzzle_text(puzzle))
    Path("board.txt").write_text("###\n###\n")
    Path("pieces.txt").write_text("L3\nL3\n")
    tw.write(puzzle.problem(), "problem.json")
    dots = tw.find_puzzle("dots:4x6-easy")
    for word, meant in {
        "6x10 pentominoes": tw.Problem("6x10", "pentominoes"),
        "4x4 '#.#+' \"L3+\"": tw.Problem("4x4", "#.#+", "L3+"),
        "talos:hub-gates-1": puzzle.problem(),
        puzzle_id(tw.generate("sigil", "4x5", seed=1).puzzle): tw.generate(
            "sigil", "4x5", seed=1
        ).puzzle.problem(),
        puzzle_id(dots): dots.problem(),
        "puzzle.txt": puzzle.problem(),
        "problem.json": puzzle.problem(),
        "board.txt L3=2": tw.Problem("2x3", "L3=2"),
    }.items():
        assert tw.read(word) == meant, word
        assert tw.count(word) == tw.count(meant), word
    assert tw.read(Path("problem.json")) == puzzle.problem()
    assert tw.solve("board.txt", "L3=2") is not None
    assert [tw.nth("2x3 L3=2", 1), tw.rank("2x3 L3=2", tw.nth("2x3 L3=2", 1))] == [
        tw.nth("2x3", "L3=2", 1),
        1,
    ]
    assert tw.explain("2x3 L3") == tw.explain("2x3", "L3")


def test_equal_puzzles_keep_the_names_of_their_boards(tmp_path: Path) -> None:
    text = "tilewright puzzle\npieces: L3=2\n\n###\n###\n"
    for name in ("one.txt", "two.txt"):
        (tmp_path / name).write_text(text)
        puzzle = reading.read_puzzle(str(tmp_path / name))
        assert puzzle.problem().board.name == puzzle.board.name


@pytest.mark.parametrize(
    ("word", "said"),
    [
        ("6x10", "which pieces?"),
        ("pentominoes 6x10", "the board comes first"),
        ("tower-gates-5", "did you mean talos:tower-gates-5"),
        ("missing.json", "cannot read the file"),
        ("4x4 'L3", "into words"),
        ("", "which board?"),
        ("talos:hub-gates-1 L3", "already has pieces"),
        ("4x4 L3+ elephant", "elephant"),
    ],
)
def test_what_cannot_be_read_is_said(word: str, said: str) -> None:
    for function in (tw.read, tw.solve, tw.count):
        with pytest.raises(tw.RequestError, match=said):
            function(word)


@pytest.mark.parametrize(
    "request_",
    [
        "solve 2x3 L3=2 -o out.svg",
        "solve talos:hub-gates-1 -o out.svg",
        "solve puzzle.txt --json",
        "count board.txt L3=2",
        "color 2x3 L3=2 -o out.png",
        "sample problem.json",
        "print puzzle.txt -o out.pdf",
        "grade talos:hub-gates-1",
    ],
)
def test_a_problem_is_read_once_and_checked_once(
    request_: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("board.txt").write_text("###\n###\n")
    Path("puzzle.txt").write_text("tilewright puzzle\npieces: L3=2\n\n###\n###\n")
    Path("problem.json").write_text(json.dumps(tw.Problem("2x3", "L3=2").to_json()))
    assert not run(["puzzles"])  # the table of named puzzles is read
    calls: Counter[str] = Counter()

    def counted(name: str, function: Callable[..., Any]) -> Callable[..., Any]:
        def call(*arguments: Any, **options: Any) -> Any:
            calls[name] += 1
            return function(*arguments, **options)

        return call

    monkeypatch.setattr(tw.Problem, "__init__", counted("read", tw.Problem.__init__))
    monkeypatch.setattr(
        "tilewright.model.problem.problem_faults", counted("checked", problem_module.problem_faults)
    )
    assert run(request_.split()) == 0, capsys.readouterr().err
    # A puzzle that was read before in this process is at hand.
    assert set(calls.values()) <= {1}


def test_the_reader_loads_no_engine_before_it_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    assert "solve" not in vars(reading)
    with pytest.raises(AttributeError, match="no attribute 'elephant'"):
        _ = reading.elephant


@pytest.mark.parametrize(
    ("text", "pieces"),
    [
        ("##\n#\n\n###\n", ["L3", "I3"]),
        ("L3\nI3\n", ["L3", "I3"]),
        ("##/# ###\n", ["L3", "I3"]),
        ("tilewright pieces\n\nname: ell\n##\n#\n\n###\n", ["ell", "###"]),
        ("O? 0 0 1 0 0 1\nO? 0 0 1 0 2 0\n", ["L3", "I3"]),
        ("A\nAA\n\nBBB\n", ["A", "B"]),
        ("A\r\nAA\r\nBBB\r\n", ["A", "B"]),
        ("\n.A\nAA\nb\nb\nb\n", ["A", "b"]),
        ("L3\n1x3\n", ["L3", "1x3"]),
    ],
)
@pytest.mark.parametrize("name", ["shapes.txt", "shapes", "shapes.pieces"])
def test_a_file_of_pieces_is_read_by_its_content(
    text: str, pieces: list[str], name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if name == "shapes.pieces" and text.startswith("O?"):
        pytest.skip("this ending says what the file is")
    monkeypatch.chdir(tmp_path)
    Path(name).write_text(text)
    wanted = Problem("2x3", "L3", "I3")
    for word in (name, f"./{name}", str(tmp_path / name)):
        found = read_problem("2x3", word)
        assert {piece.polyomino.canonical() for piece in found.pieces} == {
            piece.polyomino.canonical() for piece in wanted.pieces
        }
    # A suffix and a later word apply as after a set.
    listed = [
        (piece.least, piece.most) for piece in read_problem("2x3", f"./{name}+", "I3=0").pieces
    ]
    assert listed == [(0, None), (0, 0)]


@pytest.mark.parametrize(
    ("word", "message"),
    [
        ("./missing.txt", "./missing.txt: cannot read the file"),
        ("missing.txt", "missing.txt: cannot read the file"),
        ("./ab", "./ab: cannot read the file"),
        ("poem.txt", "poem.txt, line 1: unknown piece or set 'Two'"),
        ("tilings.jsonl", "tilings.jsonl: expected pieces, got tilings"),
        (".", ".: expected a file, got a folder"),
        ("./", "expected a file, got a folder"),
    ],
)
def test_an_error_names_the_file_of_pieces(
    word: str, message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("poem.txt").write_text("Two roads diverged in a wood\nand I took\n")
    Path("tilings.jsonl").write_text('{"labels": [[0, 0]]}\n')
    with pytest.raises(RequestError, match=re.escape(message)):
        read_problem("2x3", word)


def test_a_path_of_a_board_is_not_a_drawing(tmp_path: Path) -> None:
    folder = tmp_path / "#"
    folder.mkdir()
    (folder / "board.txt").write_text("##\n##\n")
    assert read_board(f"{folder}/board.txt").area == 4


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "XXX\nXXX",
            "no piece has the mark X, but all 6 cells do; write # for a cell and . for no cell",
        ),
        ("111\n101", "no piece has the marks 0 and 1, but all 6 cells do"),
        ("My board\n###\n###", "row 0 of the board is not a drawing: 'My board'"),
        ("Two roads\ndiverged", "but all 16 cells do"),
    ],
)
def test_a_drawing_with_other_signs_is_an_error(text: str, message: str, tmp_path: Path) -> None:
    (tmp_path / "board.txt").write_text(text)
    with pytest.raises(ProblemError, match=re.escape(message)):
        read_problem(str(tmp_path / "board.txt"), "L3+")


def test_marks_that_no_piece_has_are_a_reason() -> None:
    assert Reasons(Problem("##X/###", "L3+")).sentences == [
        "no piece has the mark X, but 1 cell does; write # for a cell without a mark"
    ]
    assert Reasons(Problem("X#X/O##", "L3+")).sentences == [
        "no piece has the marks O and X, but 3 cells do; write # for a cell without a mark"
    ]
    assert Problem("X#", "a#", marks_agree={"a": "X"}).faults() == []


#: Files as they are read today, and what is in them.
FILES = {
    "one.txt": "####\n####\n",
    "row.txt": "####\n",
    "size.txt": "2x4\n",
    "gap.txt": "####\n\n####\n",
    "cubes.txt": "cube\n##\n##\n\n##\n##\n",
    "numbers.txt": "01\n10\n",
    "letters.txt": "A\nAA\n\nB\nB\nB\nB\nB\n",
    "names.txt": "L3 L5\n",
    "set.pieces": "tilewright pieces\n\nL3\n\nL5\n",
    "coordinates.txt": "O? 0 0 1 0 0 1\nO? 0 0 1 0 2 0 3 0 4 0\n",
    "domino.txt": "##\n##\n",
    "words.txt": "domino+\n",
}


@pytest.fixture
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name, text in FILES.items():
        Path(name).write_text(text)


@pytest.mark.parametrize(
    ("board", "pieces", "why"),
    [
        ("gap.txt", "one.txt", "gap.txt has several drawings; write the board first: one.txt gap"),
        ("gap.txt", "2x4", "write the board first: 2x4 gap.txt. In a board, draw an empty row"),
        ("letters.txt", "one.txt", "letters.txt has several drawings; write the board first"),
        ("names.txt", "2x4", "names.txt contains pieces; write the board first: 2x4 names.txt"),
        ("names.txt", "size.txt", "names.txt contains pieces; write the board first"),
        ("set.pieces", "one.txt", "set.pieces contains pieces; write the board first"),
        ("coordinates.txt", "one.txt", "coordinates.txt contains pieces; write the board first"),
        ("words.txt", "torus:4x4", "words.txt contains pieces; write the board first"),
        (
            "gap.txt",
            "",
            "gap.txt has several drawings; give a board before the pieces, as in 6x10 gap.txt",
        ),
    ],
)
@pytest.mark.usefixtures("files")
def test_pieces_in_place_of_the_board_are_refused(board: str, pieces: str, why: str) -> None:
    with pytest.raises(RequestError, match=re.escape(why)):
        read_problem(board, *pieces.split())


@pytest.mark.parametrize(
    ("board", "pieces", "area"),
    [
        ("one.txt", "domino+", 8),
        ("one.txt", "2x4", 8),
        ("one.txt", "domino.txt=2", 8),
        ("one.txt", "domino.txt domino.txt", 8),
        ("row.txt", "1x2+", 4),
        ("row.txt", "1x2", 4),
        ("size.txt", "2x2=2", 8),
        ("size.txt", "letters.txt", 8),
        ("gap.txt", "1x2+", 8),
        ("gap.txt", "domino+", 8),
        ("gap.txt", "words.txt", 8),
        ("cubes.txt", "domino.txt=2", 8),
        ("cubes.txt", "2x2", 8),
        ("numbers.txt", "double-1=0..2", 4),
        ("2x4", "letters.txt", 8),
        ("2x4", "size.txt", 8),
    ],
)
@pytest.mark.usefixtures("files")
def test_a_board_is_read_as_before(board: str, pieces: str, area: int) -> None:
    assert read_problem(board, *pieces.split()).board.area == area


@pytest.mark.usefixtures("files")
def test_letters_in_a_file_are_names_and_not_marks() -> None:
    problem = read_problem("2x4", "letters.txt")
    assert problem.names == ("A", "B")
    assert [piece.polyomino.text() for piece in problem.pieces] == ["#/##", "#/#/#/#/#"]
    assert read_problem("2x4", "letters.txt=0..1").pieces[1].least == 0
    with pytest.raises(RequestError, match="the letter A is ambiguous: it could be a piece or a"):
        read_problem("A#/##", "letters.txt")


@pytest.mark.parametrize(
    ("word", "words"),
    [
        ("6x10 pentominoes", ["6x10", "pentominoes"]),
        ("##/## '#'=4", ["##/##", "#=4"]),
        ("talos:hub-gates-1 ", ["talos:hub-gates-1 "]),
        ("4xN dominoes+", ["4xN", "dominoes+"]),
        ("##/## ##+", ["##/##", "##+"]),
        ("# #/###", ["# #/###"]),
        ("my board.txt", ["my board.txt"]),
        ("6 x 10", ["6 x 10"]),
        ("###\n# #", ["###\n# #"]),
        ("one.txt", ["one.txt"]),
    ],
)
def test_one_string_is_a_request(word: str, words: list[str]) -> None:
    assert request_words(word) == (words[0], tuple(words[1:]))
    assert request_words(word, "L3") == (word, ("L3",))


def test_a_request_in_one_string_is_read_as_several_words() -> None:
    assert read_problem("2x3 L3=2") == read_problem("2x3", "L3=2")
    one, two = read_puzzles(["2x3 L3=2", "3x3", "1x3+"])
    assert (one.problem().words(), two.problem().words()) == (["L3=2"], ["1x3+"])
    # Where boards stand, a size is one.
    assert [puzzle.board.name for puzzle in read_puzzles(["3x3", "1x3+", "2x3", "1x3+"])] == [
        "3x3",
        "2x3",
    ]
