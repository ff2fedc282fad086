"""Random problems with all rules mixed: every engine and every way of counting against the naive
twin.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from agreement import CHECKS, USUAL, Trial, judge, smallest
from cases import RULES, SPACES, Case, Shape, colored_case, random_case
from checks_rectangles import compare_rectangles
from naive_problem import NaiveProblem

#: Problems of one test; of the suite; and of `make test-all`.
EACH, FEW, MANY = 4, 4, 2400


def _shares() -> list[object]:
    slow = [pytest.mark.slow]
    return [
        pytest.param(first, marks=[] if first < FEW else slow, id=f"{first}-{first + EACH - 1}")
        for first in range(0, MANY, EACH)
    ]


@pytest.mark.parametrize("first", _shares())
def test_all_ways_agree_with_the_naive_twin(first: int) -> None:
    for number in range(first, first + EACH):
        wrong = judge(random_case(number), number)
        assert not wrong, f"\npython tests/support/agreement.py {number} 1\n" + "\n".join(
            wrong.values()
        )


#: Which pieces make rectangles has nothing to do with what their marks agree with.
COLORED = tuple(name for name in USUAL if name != "rectangles")


@pytest.mark.parametrize("first", _shares())
def test_all_ways_agree_where_marks_agree_with_others(first: int) -> None:
    for number in range(first, first + EACH):
        wrong = judge(colored_case(number), number, COLORED)
        assert not wrong, f"\nproblem {number} with colors\n" + "\n".join(wrong.values())


@pytest.mark.slow
def test_marks_that_agree_with_others_make_a_difference() -> None:
    several = different = 0
    for number in range(60):
        twin = NaiveProblem(colored_case(number))
        plain = NaiveProblem(replace(twin.case, agree=()))
        if twin.is_sound():
            several += twin.case.surface == "flat" and any(
                len(ways) > 1 for ways in twin._ways.values()
            )
            different += set(twin.placements) != set(plain.placements)
    assert several >= 5
    assert different >= 20


#: Smallest problems of disagreements that there have been, so that none comes back.
ONCE_WRONG = [
    # The solver's one tiling was dropped as an image of another, and the empty rest called a proof.
    Case(
        ("##", "##", "##", "##"),
        (Shape(((0, 0), (1, 0), (2, 0), (3, 0)), ("",) * 4), Shape(((0, 0), (0, 1)), ("", ""))),
    ),
    Case(("?", "#", "?"), (Shape(((0, 0),), ("",), 0, 2),), empty=(0, 1)),
    # The quotient by a symmetry forgot the cells that may stay empty, and was endless.
    Case(("##", "??"), (Shape(((0, 0), (1, 0)), ("", ""), turn="fixed"),)),
    Case(("?#", "?#"), (Shape(((0, 0), (0, 1)), ("", "")),), turn="fixed"),
]


@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    "seed", [0, *(pytest.param(seed, marks=pytest.mark.slow) for seed in (1, 2, 3))]
)
@pytest.mark.parametrize("case", ONCE_WRONG, ids=lambda case: case.command("solve"))
def test_what_was_wrong_once_is_right(case: Case, seed: int) -> None:
    assert not judge(case, seed)


#: Problems on which one check disagreed, on each kind of fault that there was.
ONCE_WRONG_BY_CHECK = {
    "steps with pieces in several parts": (
        "deductions grades games",
        [
            Case(("######",), (Shape.drawn("##", 1, 1), Shape.drawn("#.#", 2, 2))),
            Case(
                ("####", "#.##"),
                (Shape.drawn("#.#", 1, 1), Shape.drawn("#.##", 1, 1), Shape.drawn("#/.#", 1, 1)),
            ),
            Case(("#######",), (Shape.drawn("###", 1, 1), Shape.drawn("#.#", 2, 2))),
            Case(
                ("###", "##.", "", "##.", "#.#"),
                (Shape.drawn("#/.//./#//#/."), Shape.drawn("#/#//./.", 2, None, "free")),
                "one-sided",
                lattice="cube",
            ),
            Case(
                ("a.##",),
                (Shape.drawn("#.."), Shape.drawn("a..#"), Shape.drawn("#")),
                lattice="tri",
            ),
            Case(("##", "##", "##"), (Shape.drawn("#.#"), Shape.drawn("#/#")), lattice="hex"),
            Case(
                ("##", "##", "##"),
                (Shape.drawn("#", 0, 2), Shape.drawn("...#/..##/.#..", 1, None, "one-sided")),
                "one-sided",
                lattice="tri",
                surface="torus",
            ),
        ],
    ),
    "choices among several solutions": (
        "grades",
        [
            Case(("###", "###"), (Shape.drawn(".#/##"), Shape.drawn("#")), "fixed"),
            Case(("#", "#"), (Shape.drawn("#/#"), Shape.drawn("#"))),
        ],
    ),
    "grades where cells have to stay empty": (
        "grades",
        [
            Case(
                ("#", "#", "#"),
                (Shape.drawn("#/#"), Shape.drawn("#", 1)),
                "one-sided",
                placed=((1, ((0, 0),)),),
                empty=(3, 3),
            )
        ],
    ),
    "ranks where two pieces cover the same cells": (
        "ranks unranked",
        [
            Case(
                ("###", "###"),
                (
                    Shape.drawn("###/.#.", 0, 1),
                    Shape.drawn("###/#..", 0, 1),
                    Shape.drawn("##", 1, 1),
                ),
                surface="torus",
            ),
            Case(
                ("##", "##"), (Shape.drawn("##/##"), Shape.drawn(".##/##.", 1, 1)), surface="torus"
            ),
            Case(
                ("11", "##", "##"),
                (Shape.drawn("..#/.#./1.."), Shape.drawn(".#/1./#.", 0, 1, "fixed")),
                "one-sided",
                lattice="hex",
                surface="torus",
            ),
        ],
    ),
    "symmetric tilings of boards without that symmetry": (
        "symmetric",
        [
            Case(("####",), (Shape.drawn("##", 1, 1), Shape.drawn("#", 2, 2)), lattice="tri"),
            Case(("######",), (Shape.drawn("###", 1, 1), Shape.drawn("#", 3, 3)), lattice="tri"),
            Case((".#",), (Shape.drawn(".#"),), lattice="tri"),
            Case(
                ("##", "##"), (Shape.drawn("..##/.##."),), "fixed", lattice="tri", surface="torus"
            ),
            Case(("####",), (Shape.drawn("###", 1, 2), Shape.drawn("#")), surface="torus[3,1;0,4]"),
            Case(("#",), (Shape.drawn("#"),), lattice="hex", surface="klein[0,2;-2,1|9@2,0]"),
        ],
    ),
    "symmetric tilings of boards that every symmetry leaves as they are": (
        "symmetric",
        [
            Case(("##",), (Shape.drawn("##", 1, 1),)),
            Case(("##", "##"), (Shape.drawn("##/##"),)),
            Case(("#", "#"), (Shape.drawn("#/#"),), lattice="hex"),
            Case(
                ("##", "##", "", "##", "##"),
                (Shape.drawn("##/##//##/##"),),
                "one-sided",
                lattice="cube",
            ),
        ],
    ),
    "checkers on joined boards": (
        "checkers games",
        [
            Case(
                ("###",), (Shape.drawn("##", 1), Shape.drawn("#.#")), empty=(0, 3), surface="torus"
            ),
            Case(("####", "####"), (Shape.drawn("####", 1), Shape.drawn("##/##")), surface="torus"),
            Case(
                ("##", "##"),
                (Shape.drawn("##/#.", 0, 1), Shape.drawn("#", 0, 1), Shape.drawn("##", 1, 1)),
                surface="klein",
            ),
            Case(("#", "a"), (Shape.drawn("#", 2), Shape.drawn("a", 2)), surface="klein"),
            Case(
                ("##", "##", "##"),
                (Shape.drawn(".#", 0, 2), Shape.drawn(".##"), Shape.drawn("#")),
                "fixed",
                lattice="tri",
                surface="torus",
            ),
        ],
    ),
    "files": (
        "files unique_counts",
        [
            # Two stationary shapes with one name; cells that could stay empty, if any might.
            Case(
                ("###", "###"),
                (Shape.drawn("##/#."), Shape.drawn(".#/##")),
                placed=((1, ((0, 2), (1, 1), (1, 2))), (0, ((0, 0), (0, 1), (1, 0)))),
            ),
            Case(("?b#",), (Shape.drawn("#"), Shape.drawn("#b")), empty=(0, 0), lattice="hex"),
        ],
    ),
}


@pytest.mark.parametrize(
    "seed", [0, *(pytest.param(seed, marks=pytest.mark.slow) for seed in (1, 2))]
)
@pytest.mark.parametrize("fault", ONCE_WRONG_BY_CHECK)
def test_no_fault_comes_back(fault: str, seed: int) -> None:
    checks, cases = ONCE_WRONG_BY_CHECK[fault]
    for case in cases:
        assert judge(case, seed, tuple(checks.split())) == {}, case.command("solve")


#: Numbers of random problems on which a check disagreed.
SEEDS_ONCE_WRONG = {
    "deductions": (5, 14, 41, 76, 78, 127, 175, 206, 218, 235, 242, 288, 312, 317, 331),
    "grades": (23, 43, 47, 67, 91, 163),
    "games": (20, 42, 78, 194, 211, 235, 288, 307, 312, 325, 334),
    "ranks": (18, 257, 273),
    "checkers": (
        7,
        11,
        18,
        35,
        37,
        42,
        82,
        105,
        133,
        194,
        223,
        239,
        249,
        258,
        263,
        278,
        307,
        310,
        323,
        325,
        334,
        354,
    ),
    "symmetric": (1, 7, 17, 18, 23, 31, 39, 41, 47, 55, 57, 59, 65, 67, 91, 119),
}


@pytest.mark.parametrize(
    "part",
    [slice(2), pytest.param(slice(2, None), marks=pytest.mark.slow)],
    ids=["two problems", "the others"],
)
@pytest.mark.parametrize("check", SEEDS_ONCE_WRONG)
def test_random_problems_that_were_wrong_once_are_right(check: str, part: slice) -> None:
    for number in SEEDS_ONCE_WRONG[check][part]:
        assert judge(random_case(number), number, (check,)) == {}


@pytest.mark.parametrize(
    ("drawings", "widths"),
    [
        (["####/.#.."], 4),
        (["####/#..."], 1),
        (["###/##."], 1),
        (["##/#."], 1),
        (["##/#.", "####/#..."], 1),
    ],
)
def test_an_open_list_of_rectangles_does_not_say_no(drawings: list[str], widths: int) -> None:
    compare_rectangles(tuple(map(Shape.drawn, drawings)), "free", widths, 50 if widths == 4 else 30)


@pytest.mark.slow
def test_the_random_problems_are_of_all_kinds() -> None:
    """Most can be tiled, and every rule is there often, alone and with others."""
    cases = [random_case(number) for number in range(480)]
    twins = [NaiveProblem(case) for case in cases]
    sound = [pair for pair in zip(cases, twins, strict=True) if pair[1].is_sound()]
    assert len(sound) > 380
    for rule, has in RULES.items():
        assert sum(has(case) for case, _ in sound) > 18, rule
    spaces = Counter(
        SPACES[number % len(SPACES)] for number, twin in enumerate(twins) if twin.is_sound()
    )
    assert set(spaces) == set(SPACES)
    assert min(spaces.values()) > 12
    assert sum(len(twin.symmetries) > 1 for _, twin in sound[:150]) > 30


def test_a_disagreement_is_found_and_made_small(monkeypatch: pytest.MonkeyPatch) -> None:
    def no_dominoes(trial: Trial) -> None:
        trial.same(False, any(len(shape.cells) == 2 for shape in trial.case.shapes), "solve")

    monkeypatch.setitem(CHECKS, "no dominoes", no_dominoes)
    number = next(k for k in range(100) if judge(random_case(k), k, ("no dominoes",)))
    case = smallest(random_case(number), "no dominoes", number)
    assert len(case.shapes) == 1
    assert len(case.shapes[0].cells) == 2
    assert case.words()[0].endswith("+")
    assert sum(sign != "." for sign in case.grid.values()) == 1
