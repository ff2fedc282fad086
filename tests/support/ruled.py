"""Random problems with rules beyond covering."""

from __future__ import annotations

import random
from collections import Counter

import naive_rules
from cases import random_case
from tilewright.values.problem import Problem


def ruled_problem(number: int) -> Problem | None:
    """Draw a problem with one to three rules, on any lattice or surface, or with marks that rules
    read.
    """
    dice = random.Random(number)
    digits = number % 2 == 1
    plain = domino_problem(number) if digits else random_case(number // 2).problem()
    if plain.faults() or plain.by_wrap:
        return None
    problem = plain.with_rules(rules=naive_rules.random_rules(dice, plain, marks=digits))
    return None if problem.faults() else problem


def domino_problem(number: int) -> Problem:
    """Draw a board for dominoes with digits, some of them several times."""
    dice = random.Random(number)
    board = dice.choice(["2x3", "2x4", "3x4", "1x7", "cylinder:2x3", "torus:2x4"])
    pairs = ["".join(sorted(dice.choices("0123", k=2))) for _ in range(dice.choice([3, 4, 6]))]
    copies = Counter(pairs)
    return Problem(
        board,
        *(f"{pair}={least}..{least + dice.choice([0, 1, 3])}" for pair, least in copies.items()),
        marks_agree={digit: [""] for digit in "0123"},
        empty=1 if board == "1x7" else None,
    )
