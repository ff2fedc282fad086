"""Problem: its rules, everything that can be wrong with it at once, and JSON."""

from __future__ import annotations

import dataclasses
import inspect
import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given

from strategies import problems
from tilewright.counting import count, count_up_to_symmetry
from tilewright.errors import BoardError, FormatError, PieceError, ProblemError, RequestError
from tilewright.model.board import Board
from tilewright.model.cover import compile_cover
from tilewright.model.piece import Piece
from tilewright.model.placement import Placement
from tilewright.model.problem import Problem, ProblemChanges
from tilewright.model.puzzle import Puzzle
from tilewright.model.puzzle.file import puzzle_text, read_puzzle_text
from tilewright.model.space.polyform import Polyomino
from tilewright.puzzles.making.rules import rules
from tilewright.puzzles.play import Session
from tilewright.solving.packing import best_packing, relax_problem
from tilewright.solving.search import Search


def listed(problem: Problem) -> list[tuple[str, int, int | None]]:
    return [(piece.name, piece.least, piece.most) for piece in problem.pieces]


def test_words_and_objects_say_the_same() -> None:
    words = Problem("2x3", "L3=2", "##/.#@fixed=0..1")
    objects = Problem(
        Board.rectangle(2, 3),
        Piece(Polyomino.from_text("#/##"), "L3", 2, 2),
        Piece(Polyomino.from_text("##/.#"), least=0, most=1, turn="fixed"),
    )
    assert words == objects
    assert hash(words) == hash(objects)
    assert words.words() == ["L3=2", "##/.#@fixed=0..1"]
    assert repr(Problem("6x10", "pentominoes", turn="one-sided")).startswith(
        "Problem('6x10', 'F5', 'f5',"
    )


@pytest.mark.parametrize(
    ("pieces", "turn", "expected"),
    [
        (["L3", "L3"], "free", [("L3", 2, 2)]),
        (["trominoes+", "L3=1..2"], "free", [("I3", 0, None), ("L3", 1, 2)]),
        (["trominoes", "trominoes"], "free", [("I3", 2, 2), ("L3", 2, 2)]),
        (["trominoes", "##/#=0"], "free", [("I3", 1, 1), ("L3", 0, 0)]),
        (["L4=2", "J4=2"], "free", [("L4", 4, 4)]),
        (["L3", "I3", "##/#"], "free", [("L3", 2, 2), ("I3", 1, 1)]),
        (["tetromino:IILSTTZ"], "free", [("I4", 2, 2), ("L4", 1, 1), ("S4", 2, 2), ("T4", 2, 2)]),
        (["tetromino:LJ"], "one-sided", [("L4", 1, 1), ("J4", 1, 1)]),
        (["tetromino:LJ"], "free", [("L4", 2, 2)]),
        (["tetromino:LJ@fixed"], "free", [("L4", 1, 1), ("J4", 1, 1)]),
        (["##@fixed", "#/#@fixed"], "free", [("##", 1, 1), ("#/#", 1, 1)]),
        (["a#", "##", "#a"], "free", [("a#", 2, 2), ("##", 1, 1)]),
        (["a#", "#a"], "fixed", [("a#", 1, 1), ("#a", 1, 1)]),
        (["F5", "f5"], "one-sided", [("F5", 1, 1), ("f5", 1, 1)]),
    ],
)
def test_pieces_that_are_the_same_are_merged(
    pieces: list[str], turn: str, expected: list[tuple[str, int, int | None]]
) -> None:
    assert listed(Problem("4x4", *pieces, turn=turn)) == expected


@pytest.mark.parametrize(
    ("pieces", "message"),
    [
        (
            ["L3=1..2", "L3+"],
            "'L3=1..2' and 'L3+' both name L3; list this piece once, with its number of copies",
        ),
        (
            ["L3", "L3=2"],
            "'L3' and 'L3=2' both name L3; list this piece once, with its number of copies",
        ),
        (["T4=0", "tetrominoes+"], "both name T4; write the set first: tetrominoes+ T4=0"),
        (["tetrominoes+", "T4=0", "T4=1"], "'T4=0' and 'T4=1' both name T4"),
    ],
)
def test_copies_that_contradict_each_other_are_refused(pieces: list[str], message: str) -> None:
    with pytest.raises(PieceError, match=re.escape(message)):
        Problem("4x4", *pieces)


def test_a_word_after_a_set_sets_the_copies_of_one_piece() -> None:
    assert count(Problem("5x8", "tetrominoes+", "T4=0")) == count(Problem("5x8", "tetromino:ILOS+"))
    assert count(Problem("4x4", "tetrominoes+", "T4=4")) == count(Problem("4x4", "T4=4")) == 2


@pytest.mark.parametrize(
    ("pieces", "turn", "names"),
    [
        (["pentominoes"], "free", "F5 I5 L5 N5 P5 T5 U5 V5 W5 X5 Y5 Z5"),
        (["tetromino:I"], "free", "I4"),
        (["trominoes", "tetromino:I"], "free", "I3 L3 I4"),
        (["hexomino:1,12"], "free", "hexomino:1 hexomino:12"),
        (["hexomino:2,2m"], "one-sided", "hexomino:2 hexomino:2m"),
        (["hexomino:1", "######"], "free", "hexomino:1"),
        (["hexomino:2", "####/.##"], "free", "hexomino:2 ####/.##"),
        (["trominoes"], "fixed", "I3.1 I3.2 L3.1 L3.2 L3.3 L3.4"),
        (["domino", "monomino"], "free", "domino monomino"),
        (["##/.#"], "free", "##/.#"),
    ],
)
def test_names_are_words_whatever_else_is_in_the_set(
    pieces: list[str], turn: str, names: str
) -> None:
    problem = Problem("4x4", *pieces, turn=turn)
    assert " ".join(problem.names) == names
    for name, piece in zip(problem.names, problem.pieces, strict=True):
        assert Piece.parse(name).polyomino == piece.polyomino


def test_names_stay_different() -> None:
    twins = Problem(
        "4x4",
        Piece(Polyomino.from_text("###/#"), "A4"),
        Piece(Polyomino.from_text("###/.#"), "A"),
    )
    assert twins.names == ("A4", "A")


def test_a_piece_is_found_by_any_of_its_names() -> None:
    problem = Problem("6x10", "pentominoes")
    for name in ("F", "F5", "f5", "R5", ".##/##/.#", "##/.##/.#"):
        assert problem.piece_index(name) == 0
    for name in ("I4", "pentominoes", "nonsense", ""):
        assert problem.piece_index(name) is None
    mixed = Problem("4x4", "I3", "I4", "hexomino:12")
    assert [mixed.piece_index(name) for name in ("I3", "I4", "I", "12")] == [0, 1, None, 2]


def test_cells_that_may_stay_empty() -> None:
    plain = Problem("2x3", "I3")
    assert (plain.empty_least, plain.empty_most, plain.optional.any()) == (0, 0, False)
    some = Problem("2x3", "I3", empty=3)
    assert (some.empty_least, some.empty_most, some.optional.all()) == (0, 3, True)
    exactly = Problem("2x3", "I3", empty=(3, 3))
    assert (exactly.empty_least, exactly.empty_most) == (3, 3)
    marked = Problem("?##\n##?\n", "I3")
    assert (marked.empty_least, marked.empty_most) == (0, 2)
    assert marked.optional.tolist() == [[True, False, False], [False, False, True]]
    fewer = Problem("?##\n##?\n", "I3", empty=(1, 1))
    assert (fewer.empty_least, fewer.empty_most) == (1, 1)
    none = Problem("?##\n##?\n", "I3", empty=(0, 0))
    assert (none.empty_least, none.empty_most) == (0, 0)
    assert Problem("2x3", "I3", empty=np.int64(3)) == some
    with pytest.raises(ValueError, match="read-only"):
        plain.optional[0, 0] = True


@pytest.mark.parametrize(
    ("arguments", "faults"),
    [
        ({"pieces": ["pentominoes"], "board": "6x10"}, []),
        ({"pieces": []}, ["no pieces given; at least one piece is required"]),
        ({"pieces": ["L3=100"]}, []),
        (
            {"pieces": ["L3", "L3@fixed"]},
            [
                "2 different pieces have the name 'L3'",
                "the pieces L3 and L3@fixed have an orientation in common, so a tiling could not "
                "distinguish them",
            ],
        ),
        (
            {
                "pieces": [
                    Piece(Polyomino.from_text("##"), "A"),
                    Piece(Polyomino.from_text("#"), "A"),
                ]
            },
            ["2 different pieces have the name 'A'"],
        ),
        ({"empty": 17}, ["up to 17 empty cells are requested, but at most 16 may stay empty"]),
        (
            {"empty": -1},
            ["the number of empty cells must satisfy 0 <= least <= most, got 0 and -1"],
        ),
        (
            {"empty": (3, 2)},
            ["the number of empty cells must satisfy 0 <= least <= most, got 3 and 2"],
        ),
        (
            {"empty": (-1, 2)},
            ["the number of empty cells must satisfy 0 <= least <= most, got -1 and 2"],
        ),
        (
            {"board": "?#\n", "empty": 2},
            ["up to 2 empty cells are requested, but at most 1 may stay empty"],
        ),
        ({"placed": ["L3:0,0-0,1-1,1", "L:2,0-2,1-3,1", "##/.#:2,2-2,3-3,3"]}, []),
        ({"placed": ["T4:0,0-0,1-0,2-1,1"]}, ["T4:0,0-0,1-0,2-1,1: the problem has no piece 'T4'"]),
        (
            {"placed": ["L3:0,0-0,1-0,2"]},
            ["L3:0,0-0,1-0,2: the piece has no orientation with these cells and marks"],
        ),
        (
            {"placed": ["L3:3,3-3,4-4,4"]},
            [
                "L3:3,3-3,4-4,4: the cell 3,4 is not on the board",
                "L3:3,3-3,4-4,4: the cell 4,4 is not on the board",
            ],
        ),
        (
            {"placed": [("L3", [(0, -1), (0, 0), (1, 0)])]},
            ["L3:0,-1-0,0-1,0: the cell 0,-1 is not on the board"],
        ),
        (
            {"placed": ["L3:0,0-0,1-1,1", "L3:1,1-1,2-2,2"]},
            ["L3:1,1-1,2-2,2: the cell 1,1 is already covered by L3:0,0-0,1-1,1"],
        ),
        ({"placed": ["L3:0,0-0,0-0,1"]}, ["L3:0,0-0,0-0,1: the cell 0,0 is listed 2 times"]),
        (
            {
                "pieces": ["L3", "I3+"],
                "placed": ["L3:0,0-0,1-1,1", "L3:2,0-2,1-3,1", "I3:3,2-2,2-1,2"],
            },
            ["2 copies of L3 are placed, but at most 1 are allowed"],
        ),
        (
            {"board": "ab\n#.\n", "pieces": ["a#+"], "placed": ["a#:0,0-0,1", "a#:0,0-1,0"]},
            [
                "a#:0,0-0,1: the piece has no orientation with these cells and marks",
                "a#:0,0-1,0: the cell 0,0 is already covered by a#:0,0-0,1",
            ],
        ),
        (
            {"pieces": ["L3=1", "##/#@fixed"], "empty": 99, "placed": ["X5:0,0", "L3:9,9"]},
            [
                "the pieces L3 and ##/#@fixed have an orientation in common, so a tiling could not "
                "distinguish them",
                "up to 99 empty cells are requested, but at most 16 may stay empty",
                "X5:0,0: the problem has no piece 'X5'",
                "L3:9,9: the cell 9,9 is not on the board",
            ],
        ),
    ],
)
def test_all_faults_are_named_at_once(arguments: dict[str, object], faults: list[str]) -> None:
    arguments = {"board": "4x4", "pieces": ["L3+"], **arguments}
    board, pieces = arguments.pop("board"), arguments.pop("pieces")
    problem = Problem(board, *pieces, **arguments)
    assert problem.faults() == faults
    if faults:
        with pytest.raises(ProblemError) as caught:
            problem.check()
        assert str(caught.value) == "; ".join(faults)
        with pytest.raises(ProblemError):
            compile_cover(problem)
    else:
        problem.check()


@pytest.mark.parametrize(
    ("arguments", "kind", "message"),
    [
        (("6xten", "L3"), BoardError, "'6xten' is not a board"),
        (("6x10", "L33"), PieceError, "unknown piece or set 'L33'"),
        (
            ("6x10", "L3", "nonsense", "L3=2..1"),
            ProblemError,
            "L3=2..1: copies must satisfy least <= most, got 2 and 1",
        ),
    ],
)
def test_words_that_cannot_be_read(
    arguments: tuple[str, ...], kind: type[RequestError], message: str
) -> None:
    with pytest.raises(kind) as caught:
        Problem(*arguments)
    assert message in str(caught.value)


def test_all_words_that_cannot_be_read_are_named_at_once() -> None:
    with pytest.raises(ProblemError) as caught:
        Problem("6xten", "pentomines", "L3=x", turn="loose", placed=["L3", "L3:0,0"])
    message = str(caught.value)
    for word in (
        "'loose'",
        "'6xten'",
        "'pentomines'",
        "L3=x",
        "L3: a placed piece must be written PIECE:row,column-row,column-…, such as L3:0,0-1,0-1,1",
    ):
        assert word in message
    assert "\n" not in message


def test_many_faults_are_summed_up() -> None:
    problem = Problem("4x4", "L3+", placed=[f"L3:9,{column}" for column in range(100)])
    assert len(problem.faults()) == 100
    with pytest.raises(
        ProblemError, match=r"L3:9,9: the cell 9,9 is not on the board; and 90 more$"
    ):
        problem.check()
    with pytest.raises(ProblemError, match=r"; and 90 more$"):
        Problem("4x4", *["nonsense"] * 100)


def test_placed_pieces_come_as_words_pairs_or_objects() -> None:
    cells = ((0, 0), (0, 1), (1, 1))
    forms = [
        "L3:0,0-0,1-1,1",
        ("L3", np.array(cells)),
        Placement("L3", cells),
        Placement("L", cells[::-1]),
    ]
    for form in forms:
        assert Problem("4x4", "L3+", placed=[form]) == Problem("4x4", "L3+", placed=forms[0])


@given(problems(marks="ab"))
def test_json_round_trips(problem: Problem) -> None:
    again = Problem.from_json(json.loads(json.dumps(problem.to_json())))
    assert again == problem
    assert hash(again) == hash(problem)
    assert again.names == problem.names
    assert again.faults() == problem.faults()
    assert again.to_json() == problem.to_json()


@pytest.mark.parametrize(
    "problem",
    [
        Problem("6x10", "pentominoes"),
        Problem("8x8-3,3-3,4-4,3-4,4", "pentominoes", turn="one-sided", empty=4),
        Problem("3x3", "L3=2..3", "I3+", placed=["L:0,0-0,1-1,1"], turn="fixed"),
        Problem("?#?\n###\n", "domino+", empty=(0, 0)),
        Problem("?#?\n###\n", "domino+", empty=(1, 2)),
        Problem("?#?\n###\n", "domino+"),
        Problem("..\n##\n..\n", "domino"),
        Problem("\n##\n", "domino"),
        Problem("a\n", "a/"),
        Problem("4x4", "hexomino:2m@fixed=2", "ab/.#+", "L3@one-sided"),
    ],
)
def test_the_json_of_problems_by_hand_round_trips(problem: Problem) -> None:
    data = problem.to_json()
    assert "names" not in data
    assert Problem.from_json(json.loads(json.dumps(data))) == problem


def test_the_json_of_pieces_with_names_of_their_own() -> None:
    problem = Problem(
        "1x3", Piece(Polyomino.from_text("##"), "brick"), "monomino", placed=["brick:0,0-0,1"]
    )
    data = problem.to_json()
    assert data["names"] == ["brick", "monomino"]
    assert Problem.from_json(data) == problem
    assert Problem.from_json(data).names == ("brick", "monomino")


def test_json_written_by_hand() -> None:
    problem = Problem.from_json({"board": "6x10", "pieces": ["pentominoes"]})
    assert problem == Problem("6x10", "pentominoes")
    assert Problem.from_json({"board": "2x2", "pieces": ["I2"], "empty": 2}) == Problem(
        "2x2", "I2", empty=2
    )


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ([], "a problem in JSON must be an object with 'board' and 'pieces', got '[]'"),
        ({"board": "2x2"}, "the JSON of the problem has no key 'pieces'"),
        ({"pieces": ["L3"]}, "the JSON of the problem has no key 'board'"),
        ({"board": 7, "pieces": ["L3"]}, "'board' is a string, not '7'"),
        ({"board": "2x2", "pieces": "L3"}, "'pieces' must be a list of strings, got 'L3'"),
        ({"board": "2x2", "pieces": [3]}, "'pieces' must be a list of strings, got '[3]'"),
        ({"board": "2x2", "pieces": ["L3"], "turn": None}, "'turn' is a string, not 'None'"),
        ({"board": "2x2", "pieces": ["L3"], "turn": "loose"}, "got 'loose'"),
        (
            {"board": "2x2", "pieces": ["L3"], "empty": "1"},
            "'empty' must be an integer or a list of two integers, got '1'",
        ),
        (
            {"board": "2x2", "pieces": ["L3"], "empty": [1, 2, 3]},
            "'empty' must be an integer or a list of two",
        ),
        (
            {"board": "2x2", "pieces": ["L3"], "placed": "L3:0,0"},
            "'placed' must be a list of strings",
        ),
        (
            {"board": "2x2", "pieces": ["L3"], "names": ["a", "b"]},
            "'names' must have as many entries as 'pieces' (1), got 2",
        ),
        (
            {"board": "2x2", "pieces": ["L3"], "parts": [["L3", "L3"]]},
            "the JSON lists the piece 'L3', but describes its parts as L3=2",
        ),
        ({"board": "two", "pieces": ["L3"]}, "'two' is not a board"),
    ],
)
def test_json_that_is_no_problem(data: object, message: str) -> None:
    with pytest.raises(RequestError) as caught:
        Problem.from_json(data)
    assert message in str(caught.value)


def test_problems_differ_by_each_of_their_rules() -> None:
    one = Problem("4x4", "L3+", "monomino")
    others = [
        Problem("4x5", "L3+", "monomino"),
        Problem("4x4", "L3+", "monomino=2"),
        Problem("4x4", "L3+", "monomino", turn="fixed"),
        Problem("4x4", "L3+", "monomino", empty=1),
        Problem("4x4", "L3+", "monomino", placed=["monomino:0,0"]),
        "4x4",
    ]
    for other in others:
        assert one != other


def test_the_order_of_placed_pieces_does_not_matter() -> None:
    words = ["monomino:0,0", "L3:3,3-2,3-3,2"]
    assert Problem("4x4", "L3+", "monomino", placed=words) == Problem(
        "4x4", "L3+", "monomino", placed=words[::-1]
    )


@pytest.mark.parametrize(
    ("board", "pieces", "rules", "message"),
    [
        (
            3,
            ["L3"],
            {},
            r"`board` must be a Board, a string such as '6x10' or an array, got '3' \(int\)",
        ),
        (None, ["L3"], {}, r"got 'None' \(NoneType\)"),
        (Path("board.txt"), ["L3"], {}, r"tilewright.read\('board.txt'\) reads a file"),
        ("talos:hub-gates-1", [], {}, r"use tilewright.read\('talos:hub-gates-1'\)"),
        (
            "3x3",
            [3],
            {},
            r"`pieces` must be words such as 'L3', Pieces, Polyominoes or arrays, or a list of "
            r"those, got '3' \(int\)",
        ),
        (
            "3x3",
            ["L3"],
            {"turn": 3},
            "must be 'free', 'one-sided', 'half-turn' or 'fixed', got '3'",
        ),
        (
            "3x3",
            ["L3"],
            {"placed": 3},
            r"`placed` must be a list of Placements, .* got '3' \(int\)",
        ),
        (
            "3x3",
            ["L3"],
            {"placed": [("L3",)]},
            r"or pairs \(name, cells\), got '\('L3',\)' \(tuple\)",
        ),
        ("3x3", ["L3"], {"placed": [("L3", 5)]}, "L3: the cells of a placed piece must be pairs"),
        ("3x3", ["L3"], {"placed": [(3, [(0, 0)])]}, r"pairs \(name, cells\)"),
        (
            "3x3",
            ["L3"],
            {"empty": "2.5"},
            r"`empty` must be a number of cells, N or N..M, got .2.5.",
        ),
        ("3x3", ["L3"], {"empty": 1.5}, r"got '1.5' \(float\)"),
        ("3x3", ["L3"], {"empty": (1, 2, 3)}, r"got '\(1, 2, 3\)'"),
        (
            3,
            [4],
            {"turn": 5, "placed": 6, "empty": "x"},
            "`turn` .*; `board` .*; `pieces` .*; `placed` .*; `empty` ",
        ),
    ],
)
def test_what_is_of_another_type_is_said(board, pieces, rules, message) -> None:
    with pytest.raises(RequestError, match=message):
        Problem(board, *pieces, **rules)


def test_board_and_pieces_may_be_arrays_polyominoes_and_lists() -> None:
    expected = Problem("3x3", "I3", "L3=2")
    given = Problem(np.ones((3, 3), dtype=bool), [Polyomino(((0, 0), (0, 1), (0, 2))), "L3=2"])
    assert [piece.polyomino for piece in given.pieces] == [
        piece.polyomino for piece in expected.pieces
    ]
    assert given.board == expected.board


def test_one_placed_piece_needs_no_list() -> None:
    cells = [(0, 0), (0, 1), (1, 0)]
    expected = Problem("3x3", "L3+", placed=[("L3", cells)])
    for placed in (("L3", cells), "L3:0,0-0,1-1,0", Placement("L3", tuple(cells))):
        assert Problem("3x3", "L3+", placed=placed) == expected
    assert Problem("3x3", "L3+", empty=np.int64(3)) == Problem("3x3", "L3+", empty=3)


def test_marks_may_agree_with_others() -> None:
    agree = {"b": ["y", "x", "y"], "a": "a", "": ("", "x")}
    problem = Problem("#x/y#", "#b=2", marks_agree=agree)
    assert problem.marks_agree == {"": ("", "x"), "b": ("x", "y")}
    assert problem.faults() == []
    assert Search(problem).count() == 2
    again = Problem.from_json(json.loads(json.dumps(problem.to_json())))
    assert again == problem
    assert hash(again) == hash(problem)
    assert "marks_agree={'': ('', 'x'), 'b': ('x', 'y')}" in repr(problem)
    plain = Problem("#x/y#", "#b=2", marks_agree={"b": "b"})
    assert plain == Problem("#x/y#", "#b=2") != problem
    assert "marks_agree" not in plain.to_json()
    assert repr(plain) == repr(Problem("#x/y#", "#b=2"))
    assert Search(plain).count() == 0


def test_cells_with_some_marks_may_stay_empty() -> None:
    agree = {"": ["", "x", "y"], "?": "xz"}
    problem = Problem("#x/yz", "domino=0..2", "monomino=0..1", marks_agree=agree)
    assert problem.marks_agree["?"] == ("x", "z")
    assert problem.optional.tolist() == [[False, True], [False, True]]
    assert (problem.empty_least, problem.empty_most, problem.has_optional) == (0, 2, True)
    # The cell with z stays empty, as no piece agrees with it, and the one with x can.
    assert sorted(tiling.text() for tiling in Search(problem)) == ["A?\nA?", "AA\nB?", "AB\nA?"]
    assert count(problem) == 3
    assert Search(problem, unique=True).count() == 3
    assert count(problem.with_rules(empty=(2, 2))) == 1
    assert count(problem.with_rules(empty=0)) == 0
    again = Problem.from_json(json.loads(json.dumps(problem.to_json())))
    assert again == problem
    assert again.optional.tolist() == problem.optional.tolist()
    assert not any(tiling.faults(problem) for tiling in Search(problem))
    assert Puzzle.of(problem).problem() == problem
    strict = problem.with_rules(empty=0)
    assert count(Puzzle.of(strict).problem()) == 0
    # Rules that are added later mean the same as those that are given at once.
    plain = {"": ["", "x", "y"]}
    bare = Problem("#x/yz", *problem.words(), marks_agree=plain)
    assert bare.with_rules(marks_agree=agree) == problem
    assert problem.with_rules(marks_agree=plain) == bare
    assert bare.with_rules(empty=1).with_rules(marks_agree=agree).empty_most == 1
    assert Problem("#x/yz", "domino", marks_agree={"": "xyz", "?": ""}).optional.sum() == 0
    unmarked = Problem("#x", "x/", marks_agree={"?": [""]})
    assert [tiling.text() for tiling in Search(unmarked)] == ["?A"]
    assert "Only cells with x and cells with z may stay empty." in rules(Puzzle.of(problem))


def test_packings_leave_only_cells_empty_that_may() -> None:
    rules = {"": ["", "x"], "?": "x"}
    for board in ("x##x#", "x##", "#x##x#x", "#x#"):
        asked = best_packing(Problem(board, "domino=0..9", marks_agree=rules))
        drawn = best_packing(Problem(board.replace("x", "?"), "domino=0..9"))
        assert (asked is None) == (drawn is None)
        assert asked is None or drawn is None or asked.empty == drawn.empty


def test_what_marks_agree_with_may_leave_no_placement() -> None:
    nowhere = Problem("2x2", "aa/+", marks_agree={"a": "z", "": ""})
    cover = compile_cover(nowhere)
    assert cover.size == 0
    assert len(cover.symmetries()) >= 1
    assert Search(nowhere).count() == count(nowhere) == count_up_to_symmetry(nowhere).value == 0
    assert count(Problem("8x30", "I3+", "L3+", marks_agree={"": ""})) == 0


def test_placed_pieces_and_tilings_are_checked_by_what_marks_agree_with() -> None:
    rules = {"a": "xy"}
    asked = Problem("#x/y#", "#a=2", placed=["#a:0,0-0,1"], marks_agree=rules)
    assert asked.faults() == []
    assert [tiling.text() for tiling in Search(asked)] == ["AA\nBB"]
    (fault,) = Problem("#x/y#", "#a=2", placed=["#a:0,0-0,1"]).faults()
    assert "the piece has no orientation" in fault
    (tiling,) = Search(asked)
    assert tiling.faults(Problem("#x/y#", "#a=2", marks_agree=rules)) == []
    (wrong,) = tiling.faults(Problem("#x/y#", "#a=2", marks_agree={"a": "x"}))[:1]
    assert "not a piece of the problem" in wrong


def test_games_are_played_by_what_marks_agree_with() -> None:
    puzzle = Puzzle.of(Problem("#x/y#", "#a=2", marks_agree={"a": "xy"}))
    session = Session(puzzle)
    assert session.hint() is not None
    session = session.place("#a", [(0, 0), (0, 1)])
    with pytest.raises(RequestError, match="already covered"):
        session.place("#a", [(0, 0), (1, 0)])
    assert session.place("#a", [(1, 0), (1, 1)]).solved
    assert "cells with a of a piece may lie on cells with x and cells with y of the board" in rules(
        puzzle
    )


@pytest.mark.parametrize(
    "agree",
    [{"a": "xy"}, {"a": ["x", "y", ""], "": ["", "x"]}, {"a": "xy", "?": ["y"]}],
)
def test_a_puzzle_file_keeps_which_marks_agree(agree: dict[str, Any]) -> None:
    empty = (0, 1) if "?" in agree else (0, 0)
    problem = Problem("#x/y#", "#a=0..2", empty=empty, marks_agree=agree)
    puzzle = Puzzle.of(problem)
    assert read_puzzle_text(puzzle_text(puzzle)).problem() == puzzle.problem()
    with pytest.raises(FormatError, match="marks-agree must be words MARK=MARKS"):
        read_puzzle_text(puzzle_text(puzzle).replace("marks-agree: ", "marks-agree: ab=x "))


def test_a_checkpoint_knows_what_marks_agree_with(tmp_path: Path) -> None:
    path = tmp_path / "count"
    asked = Problem("#x/y#", "#a=2", marks_agree={"a": "xy"})
    assert count(asked, checkpoint=path) == 2
    with pytest.raises(RequestError):
        count(Problem("#x/y#", "#a=2", marks_agree={"a": "x"}), checkpoint=path)


@pytest.mark.parametrize(
    ("given", "says"),
    [
        (["a"], "a mapping such as"),
        ({"a": 3}, "to a string or list of marks"),
        ({"a": ["xy"]}, "one letter or digit"),
        ({"ab": "x"}, "one letter or digit"),
        ({"a": "#"}, "one letter or digit"),
        ({1: "x"}, "one letter or digit"),
    ],
)
def test_what_marks_agree_with_is_checked(given: object, says: str) -> None:
    with pytest.raises(ProblemError, match=says):
        Problem("#x/y#", "#a=2", marks_agree=given)  # type: ignore[arg-type]


def test_ways_round_are_not_told_apart_where_marks_agree_with_others() -> None:
    (fault,) = Problem("torus:2x2", "##=2", by_wrap=True, marks_agree={"a": "x"}).faults()
    assert "by_wrap and marks_agree cannot be combined" in fault


#: Problems that together use every parameter.
FULL = (
    Problem(
        "torus:4x4",
        "domino=3",
        "##",
        Piece(Polyomino.from_text("#"), "cell", 0, 4),
        Piece(Polyomino.from_text("#"), "cell", 0, 2),
        turn="one-sided",
        placed=["domino:0,0-0,1"],
        empty=(1, 2),
        by_wrap=True,
        rules=["no-crossroads", "tiles 2..9"],
    ),
    Problem(
        "#x/y?/##",
        "domino=0..9",
        turn="fixed",
        placed=["domino:2,0-2,1"],
        marks_agree={"": ["", "x"], "?": "y"},
        rules=["apart"],
    ),
    Problem("?x/y?/##", "domino=0..9", empty=(0, 1), marks_agree={"": ["", "x"], "?": "y"}),
)
FIELDS = [field.name for field in dataclasses.fields(Problem)]
#: What makes a problem of another, and the fields that it may change.
CHANGES: dict[str, tuple[Callable[[Problem], Problem], set[str]]] = {
    "but": (lambda problem: problem.but(), set()),
    "rules": (lambda problem: problem.without_rules(), {"rules"}),
    "empty": (lambda problem: problem.with_rules(empty=(0, 3)), {"empty_least", "empty_most"}),
    "placed": (lambda problem: problem.with_rules(placed="domino:1,0-1,1"), {"placed"}),
    "board": (lambda problem: problem.but(board=problem.board), set()),
    "pieces": (lambda problem: problem.but(pieces=["L3"]), {"pieces", "parts", "alike"}),
    "packing": (
        relax_problem,
        {"pieces", "parts", "alike", "empty_least", "empty_most", "optional"},
    ),
}


def _field(problem: Problem, name: str) -> object:
    value = getattr(problem, name)
    return value.tolist() if isinstance(value, np.ndarray) else value


@pytest.mark.parametrize("change", CHANGES)
def test_a_problem_with_something_changed_forgets_nothing(change: str) -> None:
    make, changed = CHANGES[change]
    for problem in FULL:
        found = make(problem)
        for name in set(FIELDS) - changed:
            assert _field(found, name) == _field(problem, name), name


def test_every_parameter_of_a_problem_can_be_changed() -> None:
    parameters = set(inspect.signature(Problem).parameters)
    assert parameters == ProblemChanges.__annotations__.keys()
    plain = Problem("1x1", "monomino")
    for name in FIELDS:
        assert any(_field(problem, name) != _field(plain, name) for problem in FULL), name
    with pytest.raises(TypeError):
        plain.but(colour=1)  # type: ignore[call-arg]
