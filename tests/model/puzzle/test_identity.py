"""IDs and puzzle files: what goes in comes out again, and nothing else gets in."""

from __future__ import annotations

import base64
import contextlib
import random
import sys
import zlib
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from commands import run_process
from graded import grade_columns, graded_puzzles
from strategies import problems
from tilewright.errors import FormatError, RequestError
from tilewright.formats.request import read_id
from tilewright.model.board import Board
from tilewright.model.problem import Problem
from tilewright.model.puzzle import (
    KINDS,
    PLAIN,
    Puzzle,
    find_puzzle,
    is_puzzle_file,
    is_puzzle_name,
    make_puzzle,
    named_puzzles,
    puzzle_id,
    puzzle_text,
    read_puzzle_file,
    read_puzzle_text,
)
from tilewright.model.puzzle.ids import LONGEST, PieceList, Recipe, read_short_id, short_id
from tilewright.puzzles import VERSION, generate

LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
KNOWN = [
    line.split("\t")
    for line in (Path(__file__).parents[2] / "known/short_ids.tsv").read_text().splitlines()
    if line.startswith("id:")
]


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


@given(problem=problems(marks="ox"), kind=st.sampled_from(list(KINDS)))
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
        (text.replace("kind: sigil", "kind: riddle"), "the kind must be one of"),
        (text.replace("turn: one-sided", "turnip"), "line 6"),
        (text.replace("tilewright puzzle", "puzzle"), "must begin with the line"),
        (text.replace("JJZ", "JJB"), "unknown tetromino 'B'"),
        (text.replace("####", "##*#"), "unexpected character '.' in a board"),
        (
            text.replace("id: talos", "empty: some\nid: talos"),
            "empty must be a number of cells, N or N",
        ),
    ):
        with pytest.raises(RequestError, match=message):
            read_puzzle_text(wrong, "puzzle.txt")


def described(puzzle: Puzzle) -> str:
    return puzzle_id(replace(puzzle, name=""))


@pytest.mark.sampled(3)
@pytest.mark.parametrize(("short", "long"), KNOWN, ids=[short for short, _ in KNOWN])
def test_the_generator_makes_what_its_version_has_always_made(short: str, long: str) -> None:
    """If this fails, what is printed on paper is lost: see `tilewright.puzzles.making.maker`."""
    again = read_id(short)
    assert described(again) == long
    assert (puzzle_id(again), again.title) == (short, read_id(long).title)


@pytest.mark.parametrize(
    "step",
    [23, pytest.param(1, marks=pytest.mark.slow)],
    ids=["some of the puzzles", "all of the puzzles"],
)
def test_ids_still_make_the_same_puzzles_with_the_same_grades(step: int) -> None:
    """Grades decide which puzzle an ID stands for."""
    for known in graded_puzzles()[::step]:
        puzzle = read_id(known.long)
        assert (known.short, *grade_columns(puzzle)) == (
            known.short,
            known.level,
            known.score,
            known.counts,
        )
        if known.short:
            assert described(read_id(known.short)) == known.long


def test_a_puzzle_is_made_again_by_another_process_from_what_is_typed() -> None:
    made = generate("dots", "9x9", "trominoes", seed=5, level="hard")
    typed = made.puzzle.name.removeprefix("id:").replace("1", "l").replace("0", "o").lower()
    code = (
        f"from tilewright.formats.request import read_id; print(read_id('id:{typed}').board.text())"
    )
    ran = run_process([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ran.stdout.strip() == made.puzzle.board.text()


@pytest.mark.parametrize(
    ("board", "piece"),
    [
        ("tri:..###/#####/#.#..", "tri:##+"),
        ("tri:###", "tri:#+"),
        ("cylinder:tri:####/###.", "tri:##+"),
        ("hex:#.#/###", "hex:#+"),
        ("cube:##/#.//#./##", "cube:#+"),
    ],
)
def test_drawn_boards_of_all_lattices_have_ids(board: str, piece: str) -> None:
    puzzle = make_puzzle("sigil", Board.parse(board), (piece,))
    again = read_id(puzzle_id(puzzle))
    assert again.board == puzzle.board
    assert same(again, puzzle)


def test_a_short_id_may_be_typed_in_small_letters_and_without_dashes() -> None:
    name = puzzle_id(
        make_puzzle("sigil", Board.rectangle(4, 7), ("tetromino:IILSTTZ",), turn="one-sided")
    )
    code = name.removeprefix("id:")
    assert code == "050A-X2D1-8JGK-2V"
    for typed in (
        code,
        code.lower(),
        code.replace("-", ""),
        code.replace("0", "O").replace("1", "I"),
    ):
        assert same(read_id(f"id:{typed}"), read_id(name)), typed
        assert puzzle_id(read_id(f"id:{typed}")) == name


@pytest.mark.parametrize(
    "typed",
    [
        " id: 050A-X2D1-8JGK-2V ",
        "Id:\N{NO-BREAK SPACE}050a-x2d1-8jgk-2v\n",
        *(
            f"id:050A{dash}X2D1{dash}8JGK{dash}2V"
            for dash in "\u2010\u2011\u2013\u2014\u2212\ufe63"
        ),
        "id:050A-X2D1-\N{ZERO WIDTH SPACE}8JGK - 2V",
        "".join(chr(ord(letter) + 0xFEE0) for letter in "id:050A-X2D1-8JGK-2V"),
    ],
)
def test_a_short_id_is_read_as_phones_and_pdfs_write_it(typed: str) -> None:
    assert is_puzzle_name(typed)
    assert puzzle_id(find_puzzle(typed)) == puzzle_id(read_id(typed)) == "id:050A-X2D1-8JGK-2V"


@pytest.mark.parametrize("short", [short for short, _ in KNOWN[:4]] + ["id:050A-X2D1-8JGK-2V"])
def test_every_wrong_letter_and_every_swap_is_told(short: str) -> None:
    code = short.removeprefix("id:")
    wrong = {
        code[:at] + letter + code[at + 1 :]
        for at in range(len(code))
        for letter in LETTERS
        if code[at] != "-"
    }
    places = [at for at, letter in enumerate(code) if letter != "-"]
    for one in places:
        for two in places:
            letters = list(code)
            letters[one], letters[two] = letters[two], letters[one]
            wrong.add("".join(letters))
    for other in wrong - {code}:
        with pytest.raises(
            FormatError,
            match="this ID has a typo: a letter is wrong or missing, or two letters are swapped",
        ):
            read_short_id(other)


def test_every_version_of_the_generator_is_in_the_table() -> None:
    assert {read_short_id(short.removeprefix("id:")).version for short, _ in KNOWN} == {
        *range(3, VERSION + 1)
    }
    made = generate("dots", "4x6", "trominoes", seed=1)
    assert read_short_id(made.puzzle.name.removeprefix("id:")).version == VERSION


@pytest.mark.parametrize(
    ("version", "advice"), [(VERSION + 1, r"\. Update tilewright"), (2, r"\.$")]
)
def test_an_id_of_another_version_of_the_generator_says_so(version: int, advice: str) -> None:
    recipe = read_short_id(KNOWN[0][0].removeprefix("id:"))
    assert isinstance(recipe, Recipe)
    other = short_id(replace(recipe, version=version), Problem("6x6", *recipe.pieces).pieces)
    with pytest.raises(
        FormatError,
        match=f"version {version} of the puzzle generator, .* has version {VERSION}{advice}",
    ):
        read_id(f"id:{other}")


@given(
    shape=st.tuples(st.integers(1, 20), st.integers(1, 20)),
    words=st.lists(
        st.tuples(
            st.sampled_from(
                ["trominoes", "monomino", "I3", "T4", "J4", "f5", "pentominoes", "Z5", "X5"]
            ),
            st.sampled_from(["", "+", "=0..1", "=2", "=77"]),
        ).map("".join),
        min_size=1,
        max_size=6,
    ),
    turn=st.sampled_from(["free", "one-sided", "fixed"]),
    level=st.sampled_from([None, "easy", "expert"]),
    minimal=st.booleans(),
    seed=st.integers(0, 2**60),
    attempt=st.integers(0, 5000),
)
def test_every_short_id_says_what_it_was_made_of(  # type: ignore[no-untyped-def]
    shape, words, turn, level, minimal, seed, attempt
) -> None:
    try:
        pieces = Problem("1x1", *words, turn=turn).pieces
    except RequestError:
        assume(False)
    for said in (
        PieceList(shape, (), turn),
        Recipe(2, "hole", shape, (), turn, level, minimal, None, seed, attempt),
        Recipe(2, "calendar", None, (), turn, level, minimal, (2, 29), seed, attempt),
    ):
        calendar = isinstance(said, Recipe) and said.kind == "calendar"
        code = short_id(said, () if calendar else pieces)
        if code is None:
            assert len(words) > 2 or seed >= 2**30
            continue
        again = read_short_id(code)
        assert replace(again, pieces=()) == said
        assert calendar or Problem("1x1", *again.pieces, turn=turn).pieces == pieces
        # Capitals and digits in groups of four: nothing that is read for something else.
        assert set(code) <= {*LETTERS, "-"}
        assert all(len(group) == 4 for group in code.split("-")[:-1])


def test_no_short_looking_text_breaks_the_reader() -> None:
    dice = random.Random(3)
    for length in range(1, 30):
        for _ in range(40):
            letters = "".join(dice.choice(LETTERS) for _ in range(length))
            with contextlib.suppress(RequestError):
                read_short_id("-".join(letters[at : at + 4] for at in range(0, length, 4)))


def test_what_has_no_short_id_has_a_long_one() -> None:
    for puzzle in (
        make_puzzle("sigil", Board.parse("##.##/#####/.###./..#.."), ("L3+", "monomino")),
        make_puzzle("sigil", Board.parse("2x3"), ("#o#=2",)),
        make_puzzle("sigil", Board.parse("2x21"), ("domino=21",)),
        make_puzzle("sigil", Board.parse("2x3"), ("domino=3",), placed=("domino:0,0-0,1",)),
        generate("dots", "###./####/.###/..##", "trominoes", seed=1).puzzle,
    ):
        with pytest.raises(FormatError):
            read_short_id(puzzle.name.removeprefix("id:"))
        assert same(read_id(puzzle.name), puzzle)


def test_a_puzzle_called_by_its_long_id_stays_so_called() -> None:
    """Games are kept under it."""
    old = read_id("id:K87nMgGaguRkT5_gkJAoAA")
    assert puzzle_id(old) == "id:K87nMgGaguRkT5_gkJAoAA"
    assert same(old, read_id("id:050A-X2D1-8JGK-2V"))
    for _, long in KNOWN:
        assert puzzle_id(read_id(long)) == long


def test_an_id_has_the_rules_of_its_puzzle() -> None:
    board, rules = Board.rectangle(5, 6), ("fault-free",)
    puzzle = make_puzzle(PLAIN, board, ("domino+",), conditions=rules)
    again = read_id(puzzle.name)
    assert again.conditions == rules
    assert again.problem() == puzzle.problem()
