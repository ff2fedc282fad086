"""Prove that there is no tiling, in a way that a person can check.

By area, by what no piece reaches, or by numbers in the cells: a `Weighting`.

>>> from tilewright import Problem
>>> for reason in explain(Problem("8x8-0,0-7,7", "dominoes+")):
...     print(reason)
mark the cells where (row + column) mod 2 is 0: each domino covers 1 of them, so 31 pieces cover 31, but there are 30
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilewright.cover import compile_cover
from tilewright.lazy import lazy_names
from tilewright.problem import Problem
from tilewright.puzzle import as_problem

if TYPE_CHECKING:
    from tilewright.board import Board
    from tilewright.piece import Piece
    from tilewright.proof.drawing import draw_weighting as draw_weighting
    from tilewright.proof.reasons import Reasons as Reasons
    from tilewright.proof.reasons import area_reason as area_reason
    from tilewright.proof.weights import Weighting as Weighting

__getattr__, __dir__, __all__ = lazy_names(
    __name__,
    {
        "drawing": "draw_weighting",
        "reasons": "Reasons area_reason",
        "weights": "Weighting",
    },
    own="explain weighting",
)


def explain(problem: Problem | Board | str, *pieces: Piece | str) -> list[str]:
    """Return reasons why there can be no tiling, the simplest first.

    Parameters
    ----------
    problem : Problem, Board or str
    *pieces : Piece or str
        The pieces, if `problem` is a board.

    Returns
    -------
    list of str
        Each is a proof on its own. Empty if none of these arguments holds; that says nothing about whether
        there is a tiling. If the cells do not add up, that is the only one: it needs no placements.

    Raises
    ------
    ProblemError
        If the problem has faults.
    MemoryLimitError
        If its placements do not fit into memory.

    Examples
    --------
    >>> explain("2x5", "L3=3")
    ['the board has 10 cells, but the pieces cover 9']
    """
    from tilewright.proof.reasons import Reasons

    problem = as_problem(problem, *pieces)
    problem.check()
    reasons = Reasons(problem)
    reasons.weigh()
    return reasons.listed


def weighting(problem: Problem | Board | str, *pieces: Piece | str) -> Weighting | None:
    """Find numbers for the cells that no tiling can agree with: an argument by coloring.

    Parameters
    ----------
    problem : Problem, Board or str
    *pieces : Piece or str
        The pieces, if `problem` is a board.

    Returns
    -------
    Weighting or None
        The plainest one that was found: in a pattern that repeats rather than in none, marks rather than numbers,
        whole numbers rather than a modulus. None if there is no such argument: up to 20,000 placements that
        is certain, above only patterns are looked at. None also if there is an argument by area, or no placement at all.

    Raises
    ------
    ProblemError
        If the problem has faults.
    MemoryLimitError
        If its placements do not fit into memory.

    Notes
    -----
    A tiling is a sum of placements that has each cell once and the pieces as often as there are copies. If there is no
    such sum with any whole numbers as coefficients, negative ones too, there is a weighting; otherwise there is none.
    Integer linear algebra decides it (Conway and Lagarias, *Tiling with polyominoes and combinatorial group theory*,
    1990), with few unknowns: see `tilewright.proof.relations`.

    Examples
    --------
    >>> weighting("6x6", "T4+").modulus
    2
    >>> weighting("6x10", "pentominoes") is None
    True
    """
    from tilewright.proof.finding import find_weighting
    from tilewright.proof.reasons import area_reason

    problem = as_problem(problem, *pieces)
    problem.check()
    return None if area_reason(problem) else find_weighting(compile_cover(problem))
