"""Random problems with all rules mixed: every engine and every way of counting against the naive twin."""

from __future__ import annotations

import pytest

from agreement import CHECKS, Trial, judge, smallest
from cases import Case, Shape, random_case
from naive_problem import NaiveProblem

#: Problems of one test; of the suite; and of `make known`.
EACH, FEW, MANY = 40, 120, 20_000


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
        assert not wrong, f"\npython tests/agreement.py {number} 1\n" + "\n".join(wrong.values())


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


@pytest.mark.parametrize("case", ONCE_WRONG, ids=lambda case: case.command("solve"))
def test_what_was_wrong_once_is_right(case: Case) -> None:
    for seed in range(4):
        assert not judge(case, seed)


def test_the_random_problems_are_of_all_kinds() -> None:
    """Most can be tiled, and every rule is there often, alone and with others."""
    cases = [random_case(number) for number in range(1000)]
    twins = [NaiveProblem(case) for case in cases]
    sound = [pair for pair in zip(cases, twins, strict=True) if pair[1].is_sound()]
    assert len(sound) > 800
    for rule, least in {
        "?": lambda case: any("?" in row for row in case.rows),
        "holes": lambda case: any("." in row for row in case.rows),
        "marks": lambda case: any(row.strip("#?.") for row in case.rows),
        "own turn": lambda case: any(shape.turn for shape in case.shapes),
        "limited": lambda case: any(shape.most is not None for shape in case.shapes),
        "placed": lambda case: bool(case.placed),
        "empty": lambda case: case.empty is not None,
    }.items():
        assert sum(map(least, (case for case, _ in sound))) > 50, rule
    assert sum(len(twin.symmetries) > 1 for _, twin in sound[:300]) > 60


def test_a_disagreement_is_found_and_made_small(monkeypatch: pytest.MonkeyPatch) -> None:
    def no_dominoes(trial: Trial) -> None:
        trial.same(False, any(len(shape.cells) == 2 for shape in trial.case.shapes), "solve")

    monkeypatch.setitem(CHECKS, "no dominoes", no_dominoes)
    number = next(k for k in range(100) if judge(random_case(k), k, ("no dominoes",)))
    case = smallest(random_case(number), "no dominoes", number)
    assert len(case.shapes) == 1
    assert case.command("solve") in {"tilewright solve '#' '##+'", "tilewright solve '#' '#/#+'"}
