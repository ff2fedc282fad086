"""What is wrong with a label array, and with a tiling of a problem."""

from __future__ import annotations

import itertools
import random
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given

from naive_space import SPACES, change_tiling, random_space
from naive_tiling import naive_number
from strategies import grids
from tilewright.model.piece import Piece
from tilewright.model.problem import Problem
from tilewright.model.space.labels import EMPTY, number_tiles
from tilewright.model.space.polyform import Polyomino
from tilewright.model.tiling import Tiling
from tilewright.solving.search import Search


@pytest.mark.parametrize(
    ("labels", "piece", "names", "fault"),
    [
        (
            [[0, -3]],
            None,
            (),
            "the label -3 is invalid; labels must be -2 (empty), -1 (off the board), or 0 and up "
            "(tiles)",
        ),
        ([[1, 0]], None, (), "the cell 0,0 has tile 1, but the next new tile must be 0"),
        ([[-1, 0], [2, 1]], None, (), "the cell 1,0 has tile 2, but the next new tile must be 1"),
        ([[-2, 3]], None, (), "the cell 0,1 has tile 3, but the next new tile must be 0"),
        ([[0, 1]], [0], ("I",), "the tiling has 2 tiles, but `piece` lists only 1"),
        ([[0, 1]], [0, 1], ("I",), "tile 1 has piece number 1, but `pieces` has only 1 names"),
        ([[0, 1]], [-1, 0], ("I",), "tile 0 has piece number -1, but `pieces` has only 1 names"),
    ],
)
def test_what_is_wrong_with_a_label_array(labels, piece, names, fault: str) -> None:
    faults = Tiling(labels, piece, names).faults()
    assert len(faults) == 1
    assert fault in faults[0]


@given(grids(-3, 4))
def test_only_well_numbered_labels_have_no_faults(labels: np.ndarray) -> None:
    right = labels.min() >= EMPTY and naive_number(labels) == labels.tolist()
    assert (Tiling(labels).faults() == []) == right


ONE_OF_EACH = Problem("2x4", "I2", "L3", "I3")
NONE_OF_L_AND_I = [
    "0 copies of L3 are used, expected 1",
    "0 copies of I3 are used, expected 1",
]


@pytest.mark.parametrize(
    ("problem", "text", "faults"),
    [
        (ONE_OF_EACH, "AABB\nACCC", []),
        (ONE_OF_EACH, "AABB\nACCC\n....", ["the board is 2x4, but the tiling is 3x4"]),
        (ONE_OF_EACH, "AAB.\nACCC", ["the cell 0,3 is on the board but not in the tiling"]),
        (
            ONE_OF_EACH,
            "AA..\nACCC",
            ["the cell 0,2 is on the board but not in the tiling (and 1 more)"],
        ),
        (ONE_OF_EACH, "AA??\nACCC", ["the cell 0,2 is empty, but must be covered (and 1 more)"]),
        (
            Problem("1x3-0,1", "monomino+"),
            "AAB",
            ["the cell 0,1 is in the tiling but not on the board"],
        ),
        (Problem("1x3", "monomino+", empty=(1, 2)), "???", ["1 to 2 cells must be empty, got 3"]),
        (Problem("1x3", "monomino+", empty=(1, 2)), "ABC", ["1 to 2 cells must be empty, got 0"]),
        (Problem("1x3", "monomino+", empty=(1, 2)), "A?B", []),
        (Problem("?##\n", "monomino+"), "A?B", ["the cell 0,1 is empty, but must be covered"]),
        (Problem("?##\n", "monomino+"), "?AB", []),
        (
            ONE_OF_EACH,
            "AABC\nAABC",
            [
                "tile 0 is 4 cells large, which is not a piece of the problem",
                "2 copies of domino are used, expected 1",
                *NONE_OF_L_AND_I,
            ],
        ),
        (
            Problem("1x4", "I3", "monomino"),
            "AABB",
            [
                "tile 0 (and 1 more) is 2 cells large, which is not a piece of the problem",
                "0 copies of I3 are used, expected 1",
                "0 copies of monomino are used, expected 1",
            ],
        ),
        (
            Problem("1x4", "#.#+"),
            "ABBA",
            [
                "tile 1 is ##, which is not a piece of the problem",
                "tile 0 is #..#, which is not a piece of the problem",
            ],
        ),
        (Problem("1x4", "#.#+"), "ABAB", []),
        (
            Problem("2x2", "a#+"),
            "AA\nBB",
            ["tile 0 (and 1 more) is ##, which is not a piece of the problem"],
        ),
        (Problem("ab\nba\n", "ab/+"), "AB\nAB", []),
        (
            Problem("ab\nba\n", "ab/@fixed+"),
            "AB\nAB",
            [
                "tile 0 is a/b, which is not a piece of the problem",
                "tile 1 is b/a, which is not a piece of the problem",
            ],
        ),
        (
            Problem("1x4", "domino=3.."),
            "AABB",
            ["2 copies of domino are used, expected at least 3"],
        ),
        (
            Problem("1x4", "domino+", placed=["domino:0,1-0,2"]),
            "AABB",
            ["the tiling does not contain the placed piece domino:0,1-0,2"],
        ),
        (Problem("1x4", "domino+", "monomino+", placed=["domino:0,1-0,2"]), "ABBC", []),
        (
            Problem("1x4", "domino+", placed=["domino:0,4-0,5"]),
            "AABB",
            ["the tiling does not contain the placed piece domino:0,4-0,5"],
        ),
        (
            Problem("1x4", "domino+", empty=4, placed=["domino:0,1-0,2"]),
            "????",
            ["the tiling does not contain the placed piece domino:0,1-0,2"],
        ),
    ],
)
def test_what_is_wrong_with_a_tiling_of_a_problem(
    problem: Problem, text: str, faults: list[str]
) -> None:
    found = Tiling.from_text(text).faults(problem)
    assert sorted(found) == sorted(faults)


def test_what_is_wrong_with_the_names_of_the_pieces() -> None:
    labels = [[0, 0, 1, 1], [0, 2, 2, 2]]
    names = ("domino", "L3", "I3")
    assert Tiling(labels, [1, 0, 2], names).faults(ONE_OF_EACH) == []
    assert Tiling(labels, [1, 2, 0], names).faults(ONE_OF_EACH) == [
        "tile 1 is called I3, but has the shape of domino",
        "tile 2 is called domino, but has the shape of I3",
    ]
    # The short name and the full one are both right.
    pair = Problem("2x3", "L3=2")
    for name in ("L", "L3"):
        assert Tiling([[0, 0, 1], [0, 1, 1]], [0, 0], (name,)).faults(pair) == []


@pytest.mark.sampled(3)
@pytest.mark.parametrize(("lattice", "surface"), SPACES)
def test_only_tilings_have_no_faults(lattice: str, surface: str) -> None:
    rng = random.Random(f"{lattice} {surface}")
    for _ in range(10):
        space = random_space(rng, lattice, surface)
        problem, every = space.problem(), frozenset(space.marks)
        for _ in range(6):
            tiles, empty = rng.choice(space.tilings) if space.tilings else (frozenset(), every)
            tiles, empty = change_tiling(
                rng, space, *change_tiling(rng, space, sorted(tiles, key=repr), empty)
            )
            right = space.is_tiling(tiles, empty)
            assert (space.value(tiles, empty).faults(problem) == []) == right, (problem, tiles)
            right = space.may_be_tiling([cells for _, cells in tiles], empty)
            assert (space.value(tiles, empty, named=False).faults(problem) == []) == right, (
                problem,
                tiles,
            )


T_OR_L = Problem("torus:2x3", "T4=0..1", "L4=0..1", "domino=1")


@pytest.mark.parametrize(
    ("problem", "text", "pieces", "faults"),
    [
        (
            Problem("torus:1x3", "domino=1..", "#.#+", empty=(0, 3)),
            "???",
            None,
            ["0 copies of domino are used, expected at least 1"],
        ),
        (
            Problem("torus:2x4", "I4=1..", "O4+", empty=(0, 8)),
            "????\n????",
            None,
            ["0 copies of I4 are used, expected at least 1"],
        ),
        (T_OR_L, "AAA\nABB", None, []),
        (T_OR_L, "AAA\nABB", ("L4", "domino"), []),
        (
            T_OR_L,
            "AAA\nABB",
            ("domino", "L4"),
            [
                "tile 0 is called domino, but has the shape of T4 or L4",
                "tile 1 is called L4, but has the shape of domino",
            ],
        ),
        (
            Problem("torus:2x2", "O4=2", "S4=0..1", empty=(0, 4)),
            "AA\nAA",
            None,
            ["1 copies of O4 are used, expected 2"],
        ),
        (
            Problem("torus:4x2", "O4=1..", "S4=1..", "I4=1..", empty=(0, 8)),
            "AA\nAA\nBB\nBB",
            None,
            ["0 copies of I4 are used, expected at least 1"],
        ),
        (
            Problem("torus:2x2", "O4=1", "S4=1", empty=(0, 4)),
            "AA\nAA",
            None,
            ["no assignment of pieces to the tiles satisfies the allowed numbers of copies"],
        ),
        (Problem("torus:2x2", "O4+", "S4+", placed=["S4:0,0-0,1-1,0-1,1"]), "AA\nAA", None, []),
        (Problem("torus:2x2", "O4+", "S4+", placed=["S4:0,0-0,1-1,0-1,1"]), "AA\nAA", ("S4",), []),
        (
            Problem("torus:2x2", "O4+", "S4+", placed=["S4:0,0-0,1-1,0-1,1"]),
            "AA\nAA",
            ("O4",),
            ["the tiling does not contain the placed piece S4:0,0-0,1-1,0-1,1"],
        ),
    ],
)
def test_what_is_wrong_where_the_same_cells_may_be_of_several_pieces(
    problem: Problem, text: str, pieces: tuple[str, ...] | None, faults: list[str]
) -> None:
    labels = Tiling.from_text(text).labels
    piece = None if pieces is None else range(len(pieces))
    assert Tiling(labels, piece, pieces or ()).faults(problem) == faults


NO_ASSIGNMENT = (
    "no assignment of pieces to the tiles satisfies both the rules and the allowed numbers of "
    "copies"
)
#: Both pieces can have the same two cells of a torus, but they are not congruent.
NEAR_OR_FAR = ("#./.#+", ".#/#.=0..2")
#: Cells of two pieces that differ only in their marks.
MARKED = {"3": ["", "x"], "0": ["", "x"]}


@pytest.mark.parametrize(
    ("problem", "text", "faults"),
    [
        (Problem("torus:hex:2x2", *NEAR_OR_FAR, turn="one-sided", rules=["apart"]), "AB\nAB", []),
        (
            Problem("torus:hex:2x3", "#./.#+", ".#/#.+", turn="one-sided", rules=["apart"]),
            "ABC\nABC",
            ["the congruent tiles 0 and 1 touch"],
        ),
        (
            Problem("torus:hex:2x2", "#./.#+", ".#/#.=2", turn="one-sided", rules=["apart"]),
            "AB\nAB",
            [NO_ASSIGNMENT],
        ),
        (
            Problem("torus:hex:2x3", "#./.#+", ".#/#.+", turn="one-sided", rules=["apart"]),
            "ABC\nBCA",
            [NO_ASSIGNMENT],
        ),
        (
            Problem(
                "moebius[-1,0|7@0,-1]:hex:####",
                ".#/#.=0..2",
                "#./.#+",
                rules=["clues 0,2=.#/#.", "apart"],
            ),
            "AABB",
            [],
        ),
        (
            Problem(
                "cylinder:tri:#?/##/##/?#",
                "...#/...#/.#..+",
                "#/#/#@one-sided=1",
                turn="one-sided",
                empty=(1, 2),
                rules=["apart"],
            ),
            "A?\nAB\nAB\n?B",
            [],
        ),
        (
            Problem(
                "hex:.#?/#??/#?.",
                "30/@free+",
                "33/=0..4",
                turn="one-sided",
                empty=(1, 4),
                marks_agree=MARKED,
                rules=["clues 0,1=33/ 1,0=2"],
            ),
            ".AB\nCAB\nC?.",
            [],
        ),
        (
            Problem("1x4", "30/+", "33/=1", marks_agree=MARKED, rules=["clues 0,0=33/ 0,2=33/"]),
            "AABB",
            [NO_ASSIGNMENT],
        ),
        (
            Problem(
                "1x4",
                "30/+",
                "33/+",
                marks_agree=MARKED,
                placed=["30/:0,0-0,1"],
                rules=["clues 0,0=33/"],
            ),
            "AABB",
            ["tile 0, 0,0-0,1, violates the clues"],
        ),
        *(
            (Problem(board, *pieces, marks_agree=MARKED, rules=[rule]), text, faults)
            for board, pieces, rule, text, faults in (
                ("1x4", ("30/=2", "33/+"), "apart 33/", "AABB", []),
                ("1x4", ("30/+", "33/=2"), "apart 33/", "AABB", [NO_ASSIGNMENT]),
                ("##../..##", ("30/+", "33/=2"), "apart 33/", "AA..\n..BB", []),
                (
                    *("##../..##", ("30/+", "33/=2")),
                    *("apart corners 33/", "AA..\n..BB", [NO_ASSIGNMENT]),
                ),
                ("##/#./#.", ("33/=2", "3/0+"), "apart same-way", "AA\nB.\nB.", []),
            )
        ),
    ],
)
def test_some_choice_of_pieces_has_to_keep_the_rules(
    problem: Problem, text: str, faults: list[str]
) -> None:
    board = problem.board
    labels = Tiling.from_text(text).labels
    tiling = Tiling(labels, lattice=board.lattice, surface=board.surface)
    assert tiling.faults(problem) == faults


@pytest.mark.parametrize(
    ("board", "pieces", "turn", "empty"),
    [
        ("torus:hex:2x2", NEAR_OR_FAR, "one-sided", 0),
        ("torus:hex:1x6", ("#./.#=1..", ".#/#.=0..2"), "fixed", 4),
        ("torus:1x6", ("##+", "###+", "#./.#=0..1"), "fixed", 4),
        ("torus:2x4", ("O4+", "S4=0..1", "T4+", "L4=0..1"), "one-sided", 0),
        ("torus:hex:2x3", ("##=0..2", "###=0..1", "#.#+"), "one-sided", 4),
        ("cylinder:hex:3x2", ("##/#.=0..2", "#=1..", "##/.#=1.."), "one-sided", 4),
    ],
)
def test_a_tiling_without_names_is_right_if_some_names_are(
    board: str, pieces: tuple[str, ...], turn: str, empty: int
) -> None:
    problem = Problem(board, *pieces, turn=turn, empty=(0, empty), rules=["apart"])
    seen = set()
    for found in Search(problem.without_rules(), limit=25):
        choices = itertools.product(range(len(pieces)), repeat=len(found))
        right = any(
            not replace(found, piece=np.array(choice, dtype=int)).faults(problem)
            for choice in choices
        )
        seen.add(right)
        nameless = replace(found, piece=None, names=())
        assert (not nameless.faults(problem)) == right, found.labels
    assert True in seen


def test_a_piece_already_placed_has_to_show_its_marks() -> None:
    digits = {"3": ["", "x"], "5": ["", "x"]}
    problem = Problem(
        "1x2", "35/+", marks_agree=digits, rules=["sum 0,0 >= 3"], placed=["35:0,0=5-0,1=3"]
    )
    for marks, faults in (
        (["5", "3"], []),
        (["3", "5"], ["the tiling does not contain the placed piece 35/:0,0=5-0,1=3"]),
    ):
        assert Tiling([[0, 0]], [0], ("35",), marks=np.array([marks])).faults(problem) == faults


def test_many_kinds_of_wrong_tiles_are_summed_up() -> None:
    row = np.repeat(np.arange(30), np.arange(1, 31))
    faults = Tiling(row.reshape(1, -1)).faults(Problem(f"1x{len(row)}", "domino+"))
    assert len(faults) == 11
    assert faults[-1] == "19 more tile shapes are not pieces of the problem"


@pytest.mark.slow
def test_a_million_tiles() -> None:
    side = 2000
    labels = np.arange(side * side // 4).reshape(side // 2, -1).repeat(2, axis=0).repeat(2, axis=1)
    problem = Problem(f"{side}x{side}", "tetromino:O+", "tetromino:T+")
    tiling = Tiling(number_tiles(labels[::-1]))
    assert len(tiling) == 1_000_000
    assert tiling.faults(problem) == []
    assert tiling.transform(1).faults(problem) == []
    swapped = np.array(tiling.labels)
    swapped[999, 999], swapped[999, 1001] = swapped[999, 1001], swapped[999, 999]
    faults = Tiling(number_tiles(swapped)).faults(problem)
    assert len(faults) == 2
    assert all("is not a piece of the problem" in fault for fault in faults)


def test_tiles_far_apart_do_not_overflow_the_check() -> None:
    labels = np.tile(np.arange(1000), 6).reshape(1, -1)
    comb = np.zeros((1, 5001), dtype=bool)
    comb[0, ::1000] = True
    problem = Problem("1x6000", Piece(Polyomino.from_array(comb), "comb", 0, None))
    assert Tiling(labels).faults(problem) == []
    swapped = labels.copy()
    swapped[0, 3500:3502] = swapped[0, 3500:3502][::-1]
    assert Tiling(swapped).faults(problem) == [
        "tile 500 (and 1 more) is 6 cells in 1x5001, which is not a piece of the problem"
    ]
