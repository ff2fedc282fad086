"""Prove that there is no tiling, in a way that a person can verify: by area, by unreachable cells, or by a `Weighting`.

>>> from tilewright import Problem
>>> for reason in explain(Problem("8x8-0,0-7,7", "dominoes+")):
...     print(reason)
color the board like a chessboard, dark where row + column is even: each domino covers one dark cell, so 31 dominoes need 31, but there are only 30
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Unpack

from tilewright.cover import compile_cover
from tilewright.lazy import lazy_names
from tilewright.problem import Problem, ProblemRules
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


def explain(problem: Problem | Board | str, *pieces: Piece | str, **rules: Unpack[ProblemRules]) -> list[str]:
    """Return proofs that no tiling exists, simplest first.

    Parameters
    ----------
    problem : Problem, Board or str
        The problem, or a board.
    *pieces : Piece or str
        The pieces, if `problem` is a board.

    Returns
    -------
    list of str
        The proofs, each a sentence without a final period. An empty list does not imply that a tiling exists. If the area alone
        rules out a tiling, the list contains only this reason.

    Raises
    ------
    ProblemError
        If the problem is invalid.
    MemoryLimitError
        If the placements do not fit into memory.

    Examples
    --------
    >>> explain("2x5", "L3=3")
    ['the board has 10 cells, but the pieces cover 9']
    """
    from tilewright.proof.reasons import Reasons

    problem = as_problem(problem, *pieces, **rules)
    problem.check()
    reasons = Reasons(problem)
    reasons.weigh()
    return reasons.listed


def weighting(
    problem: Problem | Board | str, *pieces: Piece | str, **rules: Unpack[ProblemRules]
) -> Weighting | None:
    """Find a coloring argument: numbers for the cells that prove that no tiling exists.

    Parameters
    ----------
    problem : Problem, Board or str
        The problem, or a board.
    *pieces : Piece or str
        The pieces, if `problem` is a board.

    Returns
    -------
    Weighting or None
        The simplest weighting found, preferring repeating patterns, then dark and light cells, then integers without a
        modulus. None if no weighting was found. With up to 20,000 placements, this means that no weighting exists; with
        more, only patterns are tried. Also None if the area excludes a tiling or no piece fits.

    Raises
    ------
    ProblemError
        If the problem is invalid.
    MemoryLimitError
        If the placements do not fit into memory.

    Notes
    -----
    A tiling is a sum of placements that covers each cell once and uses the required numbers of copies. A weighting exists if
    and only if no such sum exists, even with arbitrary integer coefficients. Integer linear algebra decides whether such a
    sum exists (J. H. Conway and J. C. Lagarias, *Tiling with polyominoes and combinatorial group theory*, J. Combin. Theory A
    53, 1990).

    Examples
    --------
    >>> weighting("6x6", "T4+").modulus
    2
    >>> weighting("6x10", "pentominoes") is None
    True
    """
    from tilewright.proof.finding import find_weighting
    from tilewright.proof.reasons import area_reason

    problem = as_problem(problem, *pieces, **rules)
    problem.check()
    return None if area_reason(problem) else find_weighting(compile_cover(problem))
