"""IDs and puzzle files: what goes in comes out again, and nothing else gets in."""

from __future__ import annotations

import base64
import contextlib
import zlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from strategies import problems
from tilewright.board import Board
from tilewright.errors import RequestError
from tilewright.identity import LONGEST, make_puzzle, puzzle_id, read_id
from tilewright.problem import Problem
from tilewright.puzzle import KINDS, Puzzle, find_puzzle, named_puzzles
from tilewright.puzzlefile import is_puzzle_file, puzzle_text, read_puzzle_file, read_puzzle_text


def same(left: Puzzle, right: Puzzle) -> bool:
    return (
        left.kind == right.kind
        and left.board == right.board
        and left.problem().words() == right.problem().words()
        and left.turn == right.turn
        and left.problem().placed == right.problem().placed
        and left.empty == right.empty
    )


def as_puzzle(problem: Problem, kind: str) -> Puzzle:
    data = problem.to_json()
    board = Board.from_text(data["board"])
    plain = Board(board.mask, marks=board.marks, alphabet=board.alphabet)
    empty = (problem.empty_least, problem.empty_most)
    return make_puzzle(
        kind,  # type: ignore[arg-type]
        plain,
        tuple(data["pieces"]),
        turn=problem.turn,
        placed=tuple(data["placed"]),
        empty=empty,
    )


@given(problem=problems(marks="ox"), kind=st.sampled_from(KINDS))
def test_every_puzzle_comes_back_from_its_id_and_from_its_file(problem: Problem, kind: str) -> None:
    puzzle = as_puzzle(problem, kind)
    word = puzzle_id(puzzle)
    assert set(word.removeprefix("id:")) <= set(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
    )
    again = read_id(word)
    assert same(again, puzzle)
    assert puzzle_id(again) == word
    assert same(read_puzzle_text(puzzle_text(puzzle)), puzzle)


def test_a_named_puzzle_is_its_name() -> None:
    for puzzle in named_puzzles():
        assert puzzle_id(puzzle) == puzzle.name
        assert read_id(puzzle.name) is puzzle


def test_ids_that_are_out_in_the_world_keep_working() -> None:
    puzzle = read_id("id:A-nKB9sI04yHB9EINggA")
    assert puzzle.kind == "dots"
    assert puzzle.board.text().splitlines()[0] == "#o#o#o"
    assert puzzle.pieces == ("#o#+", "o#/#+")
    given_piece = read_id("id:S08D6jY04EI2PcLUygDsTWTvGgIA")
    assert given_piece.placed == ("X5:0,1-1,0-1,1-1,2-2,1",)


@given(
    word=st.one_of(
        st.text(max_size=60),
        st.binary(max_size=60).map(lambda raw: "id:" + base64.urlsafe_b64encode(raw).decode()),
    )
)
def test_no_text_breaks_the_reader(word: str) -> None:
    with contextlib.suppress(RequestError):
        assert read_id(word).problem().faults() == []


@pytest.mark.parametrize("cut", [1, 5, 12])
def test_a_cut_off_id_is_refused(cut: int) -> None:
    word = puzzle_id(read_id("id:A-nKB9sI04yHB9EINggA"))
    with pytest.raises(RequestError):
        read_id(word[:-cut])


def test_large_ids_are_refused_before_they_are_unpacked() -> None:
    with pytest.raises(RequestError, match="at most 4096 characters"):
        read_id("id:" + "A" * LONGEST)
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    bomb = packer.compress(b"sf\n9999x9999\n" + b"L3 " * 100_000) + packer.flush()
    with pytest.raises(RequestError):
        read_id("id:" + base64.urlsafe_b64encode(bomb).decode().rstrip("="))
    with pytest.raises(RequestError, match="at most 4096"):
        read_id(make_puzzle("sigil", Board.rectangle(70, 70), ("L3+",)).name)


def test_a_puzzle_file_says_what_is_wrong(tmp_path) -> None:  # type: ignore[no-untyped-def]
    text = puzzle_text(find_puzzle("talos:hub-gates-1"))
    path = tmp_path / "puzzle.txt"
    path.write_text(text)
    assert is_puzzle_file(path)
    assert read_puzzle_file(path).pieces == ("tetromino:JJZ",)
    assert not is_puzzle_file(tmp_path / "missing.txt")
    for wrong, message in (
        (text.replace("kind: sigil", "kind: riddle"), "the kind is one of"),
        (text.replace("turn: one-sided", "turnip"), "line 6"),
        (text.replace("tilewright puzzle", "puzzle"), "begins with the line"),
        (text.replace("JJZ", "JJB"), "there is no tetromino 'B'"),
        (text.replace("####", "##*#"), "a board has '#'"),
        (text.replace("id: talos", "empty: some\nid: talos"), "is not a number of empty cells"),
    ):
        with pytest.raises(RequestError, match=message):
            read_puzzle_text(wrong, "puzzle.txt")
