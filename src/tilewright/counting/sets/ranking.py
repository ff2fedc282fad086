"""The k-th tiling of a problem, the number of a tiling, and random tilings, each with one call."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Unpack

from tilewright.counting.answers.matchings import RandomMatchings
from tilewright.counting.resources import check_at_least, sampling_weights
from tilewright.counting.sets.tiling_set import TilingSet, check_tiling
from tilewright.errors import EngineError, TilingError
from tilewright.model.problem import Problem
from tilewright.model.requests import takes_request
from tilewright.model.tiling import Tiling
from tilewright.system.values.arguments import check_seed
from tilewright.system.work.deadline import Deadline
from tilewright.system.work.limits import ProgressLimits, limited

if TYPE_CHECKING:
    from tilewright.system.values.arguments import SeedLike


@limited
@takes_request
def sample(
    problem: Problem,
    number: int = 1,
    seed: SeedLike = None,
    *,
    weight: dict[str, int | Fraction] | None = None,
    **limits: Unpack[ProgressLimits],
) -> list[Tiling]:
    """Return independent random tilings of a problem, drawn uniformly or according to weights.

    Call the function as ``sample(problem, 3)`` or ``sample(board, *pieces, number=3)``.

    Parameters
    ----------
    problem : Problem, Puzzle, Board, str or path
    *pieces : Piece, str, array or list
        The pieces, if `problem` is only a board.
    number : int
        The number of tilings to draw. A tiling may be drawn more than once.
    seed : int or numpy.random.Generator, optional
        The same seed (a nonnegative integer) gives the same tilings.
    weight : dict, optional
        The nonnegative weight of each piece, keyed by name, as for `weighted_count`. The
        probability of each tiling is proportional to the product of the weights of its pieces.
    max_memory, progress, timeout
        See `tilewright.tiling_set`.

    Raises
    ------
    NoTilingError
        If the problem has no tiling.
    EngineError
        If `number` or `seed` is not a nonnegative integer, or if tilings cannot be drawn with the
        given weights.
    ProblemError, TimeLimitError, MemoryLimitError
        See `tilewright.tiling_set`.

    See Also
    --------
    tilewright.tiling_set : an object that reuses its results for further questions.

    Examples
    --------
    >>> [tiling.shape for tiling in sample("8x8", "dominoes+", number=3, seed=1)]
    [(8, 8), (8, 8), (8, 8)]
    """
    number = check_at_least(number, 0, "`number`")
    seed = check_seed(seed, error=EngineError)
    rates = None if weight is None else sampling_weights(problem, weight)
    drawn = RandomMatchings.of(problem, rates)
    if drawn is not None:
        return list(drawn.tilings(number, seed))
    return _all(problem).sample(number, seed, weight=weight)


@limited
@takes_request
def nth(
    problem: Problem,
    number: int | None = None,
    **limits: Unpack[ProgressLimits],
) -> Tiling:
    """Return the tiling at index `number`, starting at 0, in the order of `TilingSet`.

    Call the function as ``nth(problem, number)`` or ``nth(board, *pieces, number=number)``. The
    other parameters and errors are the same as for `sample`.

    Parameters
    ----------
    number : int

    Raises
    ------
    EngineError
        If `number` is not an integer or is out of range.

    Examples
    --------
    >>> print(nth("2x3", "trominoes+", number=0).text())
    AAA
    BBB
    """
    if number is None:
        raise EngineError(
            "the argument `number` is missing, as in nth('4x4', 'dominoes+', number=3)"
        )
    return _all(problem).nth(check_at_least(number, 0, "`number`"))


@limited
@takes_request
def rank(
    problem: Problem,
    tiling: Tiling | None = None,
    **limits: Unpack[ProgressLimits],
) -> int:
    """Return the index of a tiling in the order of `TilingSet`; the inverse of `nth`.

    Call the function as ``rank(problem, tiling)`` or ``rank(board, *pieces, tiling=tiling)``. The
    other parameters and errors are the same as for `sample`.

    Parameters
    ----------
    tiling : Tiling

    Raises
    ------
    TilingError
        If `tiling` is not a tiling of the problem. The message gives the reason.

    Examples
    --------
    >>> rank("9x12", "trominoes+", tiling=nth("9x12", "trominoes+", number=12345678901234567))
    12345678901234567
    """
    if tiling is None:
        raise TilingError(
            "the argument `tiling` is missing, as in rank('4x4', 'dominoes+', tiling=tiling)"
        )
    # Before the work.
    checked = check_tiling(tiling, problem)
    return _all(problem).index(checked)


def _all(problem: Problem) -> TilingSet:
    return TilingSet(problem, Deadline(threads=1))
