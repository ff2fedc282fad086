"""Random problems with rules beyond covering."""

from __future__ import annotations

import random
from collections import Counter

import numpy as np

from naive_rules import ruled_case
from tilewright.model.board import Board
from tilewright.model.problem import Problem


def ruled_problem(number: int) -> Problem | None:
    """Draw a problem with one to three rules: on any lattice or surface, or, if the number is odd,
    of dominoes whose digits the rules read.
    """
    plain = ruled_case(number // 2).problem() if number % 2 == 0 else domino_problem(number)
    if plain.faults() or plain.by_wrap or not plain.rules:
        return None
    return plain


def domino_problem(number: int) -> Problem:
    """Draw a board for dominoes with digits, some of them several times."""
    dice = random.Random(number)
    board = dice.choice(["2x3", "2x4", "3x3-1,1", "1x7", "cylinder:2x3", "torus:2x3"])
    pairs = ["".join(sorted(dice.choices("0123", k=2))) for _ in range(dice.choice([3, 4, 6]))]
    copies = Counter(pairs)
    cells = [",".join(map(str, cell)) for cell in np.argwhere(Board.parse(board).mask)]
    rules = []
    for _ in range(dice.randint(1, 3)):
        region = "-".join(dice.sample(cells, dice.randint(2, 4)))
        sums = [f"sum {region} {sign} {dice.randint(1, 9)}" for sign in ("<", "=", ">=", "<=")]
        rules.append(dice.choice([*sums, f"equal {region}", f"unequal {region}", "apart"]))
    return Problem(
        board,
        *(f"{pair}={least}..{least + dice.choice([0, 1, 3])}" for pair, least in copies.items()),
        marks_agree={digit: [""] for digit in "0123"},
        empty=1 if board == "1x7" else None,
        rules=rules,
    )
