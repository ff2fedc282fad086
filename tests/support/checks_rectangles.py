"""Lists of rectangles against brute force: the answers about single rectangles are true, even of
open lists.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import tilewright as tw
from cases import Case, Shape
from naive_lattice import orientations
from naive_problem import NaiveProblem, TooLarge
from tilewright.shapes.rectangles import Effort
from trial import Disagreement, Trial

#: The largest area, and the time limit of brute force.
LARGEST, PATIENCE = 36, 20_000
#: No single rectangles are searched, so that lists stay open.
NONE = Effort(searched=0, hunted=0, largest=40, side_states=(3000, 3000))


def check_rectangles(trial: Trial) -> None:
    """Whether pieces tile a rectangle, each at least once: yes, no, or undecided."""
    case = trial.case
    shapes = [shape for shape in case.shapes if len(shape.cells) > 2][:2]
    if case.lattice != "square" or case.surface != "flat" or trial.seed % 4 or not shapes:
        return
    turn = "one-sided" if case.turn == "one-sided" else "free"
    plain = [Shape(shape.cells, ("",) * len(shape.cells)) for shape in shapes]
    if (
        len({frozenset(orientations("square", piece.cells, turn)) for piece in plain}) < len(plain)
        or not NaiveProblem(Case(("#",), tuple(plain), turn)).is_sound()
    ):
        plain = plain[:1]
    compare_rectangles(tuple(plain), turn, trial.rng("rectangles").choice([1, 2, 3]))


@cache
def compare_rectangles(
    pieces: tuple[Shape, ...], turn: str, widths: int, largest: int = LARGEST
) -> None:
    """Ask a list of rectangles up to a width about all small ones.

    Raises
    ------
    Disagreement
    """
    words = [piece.base() for piece in pieces]
    both = {"both": True} if len(pieces) > 1 else {}
    rectangles = tw.rectangles(*words, turn=turn, max_width=widths, effort=NONE, **both)
    shapes = tuple(replace(piece, least=int(bool(both))) for piece in pieces)
    for rows in range(1, largest + 1):
        for columns in range(rows, largest // rows + 1):
            try:
                answer = (rows, columns) in rectangles
            except tw.TilewrightError:
                continue  # undecided, and it says so
            try:
                true = bool(
                    NaiveProblem(Case(("#" * columns,) * rows, shapes, turn), PATIENCE).tilings
                )
            except TooLarge:
                continue
            if answer != true:
                raise Disagreement(
                    f"({rows}, {columns}) in tilewright.rectangles({words}, {turn=}, "
                    f"max_width={widths}, {both=}, effort={NONE})\n"
                    f"    expected {true}, got {answer}"
                )
