"""Lists of rectangles against the naive twin: what the list answers about single rectangles is true."""

from __future__ import annotations

import random
from functools import cache

import tilewright as tw
from cases import Case, Shape
from naive_problem import NaiveProblem, TooLarge
from trial import Disagreement, Trial

#: Cells of rectangles that are asked about, and how long brute force may try one.
LARGEST, PATIENCE = 40, 30_000


def check_rectangles(trial: Trial) -> None:
    """Whether the first piece tiles a rectangle: yes, no, or that it is not known."""
    case = trial.case
    shape = case.shapes[0]
    if case.lattice != "square" or case.surface != "flat" or trial.seed % 5 or len(shape.cells) < 3:
        return
    turn = shape.turn or case.turn
    piece = Shape(shape.cells, ("",) * len(shape.cells), turn="one-sided" if turn == "one-sided" else None)
    compare_rectangles(piece, random.Random(trial.seed).choice([1, 2, 3]))


@cache
def compare_rectangles(piece: Shape, widths: int, largest: int = LARGEST) -> None:
    """Ask a list of rectangles up to a width about all small ones.

    Raises
    ------
    Disagreement
    """
    turn = piece.turn or "free"
    found = tw.rectangles(piece.base(), turn=turn, widths=widths)
    for rows in range(1, largest + 1):
        for columns in range(rows, largest // rows + 1):
            if rows * columns % len(piece.cells):
                continue
            try:
                said = (rows, columns) in found
            except tw.TilewrightError:
                continue  # undecided, and it says so
            case = Case(("#" * columns,) * rows, (piece,))
            try:
                true = _has_tiling(case)
            except TooLarge:
                continue
            if said != true:
                raise Disagreement(
                    f"({rows}, {columns}) in tilewright.rectangles({piece.base()!r}, turn={turn!r}, widths={widths})\n"
                    f"    expected {true}, got {said}"
                )


@cache
def _has_tiling(case: Case) -> bool:
    return bool(NaiveProblem(case, PATIENCE).tilings)
