"""Prove that there is no tiling, in a way that a person can verify: by area, unreachable cells, a
`Weighting`, a `WeightBound` or a `Barrier`.

>>> from tilewright import Problem
>>> for reason in explain(Problem("8x8-0,0-7,7", "dominoes+")):
...     print(reason)
color the board like a chessboard, dark where row + column is even: each domino covers one dark cell, so 31 dominoes need 31 dark cells, but there are only 30
"""  # noqa: E501

from __future__ import annotations

from typing import TYPE_CHECKING, Unpack

from tilewright.errors import ProblemError
from tilewright.model.cover import compile_cover
from tilewright.model.problem import Problem
from tilewright.model.requests import takes_request
from tilewright.system.lazy import lazy_names
from tilewright.system.work.limits import Limits, limited

if TYPE_CHECKING:
    from tilewright.solving.proofs.barriers import Barrier as Barrier
    from tilewright.solving.proofs.bounds import WeightBound as WeightBound
    from tilewright.solving.proofs.drawing import draw_barrier as draw_barrier
    from tilewright.solving.proofs.drawing import draw_weighting as draw_weighting
    from tilewright.solving.proofs.invariants import excluding_bound as excluding_bound
    from tilewright.solving.proofs.invariants import limited_pieces as limited_pieces
    from tilewright.solving.proofs.invariants import packing_numbers as packing_numbers
    from tilewright.solving.proofs.proof_types import PROOFS as PROOFS
    from tilewright.solving.proofs.reasons import Reasons as Reasons
    from tilewright.solving.proofs.reasons import area_reason as area_reason
    from tilewright.solving.proofs.reasons import possible_areas as possible_areas
    from tilewright.solving.proofs.weights import Weighting as Weighting

__getattr__, __dir__, __all__ = lazy_names(
    __name__,
    {
        "barriers": "Barrier",
        "bounds": "WeightBound",
        "drawing": "draw_barrier draw_weighting",
        "invariants": "excluding_bound limited_pieces packing_numbers",
        "proof_types": "PROOFS",
        "reasons": "Reasons area_reason possible_areas",
        "weights": "Weighting",
    },
    defined="barrier explain weighting",
)


@limited
@takes_request
def explain(problem: Problem, **limits: Unpack[Limits]) -> list[str]:
    """Return proofs that a problem has no tiling, simplest first.

    Parameters
    ----------
    problem : Problem, Puzzle, Board, str or path
        The problem, in any form that `tilewright.read` accepts.
    *pieces : Piece, str, array or list
        The pieces, if `problem` is only a board.
    timeout, max_memory
        See `tilewright.system.work.limits`.

    Returns
    -------
    list of str
        The proofs, as sentences without a final period. An empty list does not imply that a tiling
        exists. If the area alone rules out a tiling, the list contains only this reason.

    Raises
    ------
    ProblemError
        If the problem is invalid.
    TimeLimitError, MemoryLimitError
        If a limit is reached.

    Examples
    --------
    >>> explain("2x5", "L3=3")
    ['the board has 10 cells, but the pieces cover 9']
    """
    from tilewright.solving.proofs.reasons import Reasons

    reasons = Reasons(problem)
    reasons.weigh()
    return reasons.sentences


@limited
@takes_request
def weighting(problem: Problem, **limits: Unpack[Limits]) -> Weighting | WeightBound | None:
    """Find a coloring argument: numbers in the cells that prove that no tiling exists.

    Parameters
    ----------
    problem : Problem, Puzzle, Board, str or path
        The problem, in any form that `tilewright.read` accepts.
    *pieces : Piece, str, array or list
        The pieces, if `problem` is only a board.
    timeout, max_memory
        See `tilewright.system.work.limits`.

    Returns
    -------
    Weighting, WeightBound or None
        The simplest weighting found; repeating patterns are preferred, then dark and light cells,
        then integers without a modulus. If there is no weighting, the result is a bound: numbers
        that show that the pieces need a larger sum than the board has. The result is None if
        neither a weighting nor a bound was found. With up to 20,000 placements, None means that
        neither a weighting nor a bound exists. With more placements, the search covers only
        repeating patterns, and numbers that are equal for symmetric cells. The result is also None
        if the area rules out a tiling or no piece fits.

    Raises
    ------
    ProblemError
        If the problem is invalid.
    TimeLimitError, MemoryLimitError
        If a limit is reached.

    Notes
    -----
    A tiling is a sum of placements that covers each cell exactly once and uses the required numbers
    of copies. A weighting exists if and only if no integer combination of placements covers each
    cell exactly once with the required numbers of copies. Integer linear algebra decides whether
    such a combination exists (J. H. Conway and J. C. Lagarias, *Tiling with polyominoes and
    combinatorial group theory*, Journal of Combinatorial Theory A 53, 1990). A bound exists if and
    only if no combination of placements with nonnegative real coefficients meets the same
    conditions (J. Farkas, 1902). The numbers are found by a linear program, and the proof is
    verified with integer arithmetic.

    Examples
    --------
    >>> weighting("6x6", "T4+").modulus
    2
    >>> weighting("6x10", "pentominoes") is None
    True
    """
    from tilewright.solving.proofs.finding import find_weighting
    from tilewright.solving.proofs.linear_program import find_bound
    from tilewright.solving.proofs.reasons import area_reason

    if area_reason(problem):
        return None
    cover = compile_cover(problem)
    return find_weighting(cover) or find_bound(cover)


@limited
@takes_request
def barrier(problem: Problem, **limits: Unpack[Limits]) -> Barrier | None:
    """Find a proof that pieces of two cells cannot cover a board: a set of cells whose removal
    leaves too many parts with an odd number of cells.

    Parameters
    ----------
    problem : Problem, Puzzle, Board, str or path
        The problem, in any form that `tilewright.read` accepts.
    *pieces : Piece, str, array or list
        The pieces, if `problem` is only a board. Each piece must have two cells and an unlimited
        number of copies.
    timeout, max_memory
        See `tilewright.system.work.limits`.

    Returns
    -------
    Barrier or None
        A small barrier (not necessarily the smallest), or None if a tiling exists. If some cells
        must stay empty, None means only that no barrier exists.

    Raises
    ------
    ProblemError
        If the problem is invalid, if a piece does not have exactly two cells, or if its number of
        copies is limited.
    TimeLimitError, MemoryLimitError
        If a limit is reached.

    Notes
    -----
    The function first finds a largest matching (see `tilewright.solving.matching`). For any cell of
    a part, there is a largest matching that leaves this cell empty. Sources: P. Hall, *On
    representatives of subsets*, 1935. W. T. Tutte, *The factorization of linear graphs*, 1947. C.
    Berge, *Sur le couplage maximum d'un graphe*, 1958.

    Examples
    --------
    >>> print(barrier("10x10-0,3-1,2-2,1-9,7-7,9-9,9", "dominoes+").text())
    the 2 dark cells 8,9 and 9,8 have only 1 light neighbor, and each needs a different one
    >>> print(barrier("10x10", "dominoes+"))
    None
    """
    from tilewright.solving.matching import matching_refusal
    from tilewright.solving.proofs.barriers import find_barrier

    if refusal := matching_refusal(problem):
        raise ProblemError(f"a barrier is a proof for pieces of two cells, but {refusal}")
    return find_barrier(compile_cover(problem))
