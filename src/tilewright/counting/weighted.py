"""Weights: the sum over all tilings of the product of the weights of their pieces, by the engine that counts.

Sums move along the same states as counts, modulo primes, so that no number outgrows its word. How many primes
it takes, and what the sum is a multiple of, `tilewright.counting.scale` says.
"""

from __future__ import annotations

from fractions import Fraction

from tilewright.board import Board
from tilewright.counting.progress import Report, Reporter
from tilewright.counting.request import check_limits, checked_rates, split_arguments
from tilewright.counting.scans import repeats
from tilewright.counting.totals import available_threads
from tilewright.counting.weighted_layers import weigh_by_layers
from tilewright.counting.weighted_rows import WeightedRows
from tilewright.piece import Piece
from tilewright.problem import Problem
from tilewright.proof import area_reason

__all__ = ["weigh"]


def weigh(
    problem: Problem | Board | str,
    *arguments: Piece | str | dict[str, int | Fraction],
    weights: dict[str, int | Fraction] | None = None,
    threads: int | None = None,
    max_memory: int | None = None,
    progress: Report | None = None,
) -> int | Fraction:
    """Return the sum over all tilings of the product of the weights of their pieces.

    ``weigh(problem, weights)`` or ``weigh(board, *pieces, weights)``.

    Parameters
    ----------
    problem : Problem, or Board or str
        A problem, or a board; then the pieces follow.
    weights : dict
        From the name of a piece (any that `Problem.piece_index` knows, or ``"empty"``) to its weight,
        an int or a Fraction of any sign; 1 for those that are not named. Pieces already placed count.
    threads : int, optional
        By default as many as there are cores; small problems use one.
    max_memory : int, optional
        Bytes that the engine may take; by default 80 % of what is free.
    progress : callable, optional
        Called with a `Progress` now and then, between two steps.

    Returns
    -------
    int or Fraction
        A Fraction only if the sum is no integer.

    Raises
    ------
    EngineError
        If a weight names no piece, or is not exact (a float, for one).
    ProblemError
        If the problem has faults.
    MemoryLimitError
        Before the limit would be passed.

    Examples
    --------
    >>> weigh("2x3", "trominoes+", {"I": Fraction(1, 2)})
    Fraction(9, 4)
    >>> weigh("12x12", "trominoes+", {"I": 0})  # those without a straight one
    2033502499954

    Notes
    -----
    By the states that `count` has, modulo as many primes as the weights can make necessary; see docs/counting.md.
    """
    check_limits(threads, max_memory)
    problem, (given,) = split_arguments(problem, arguments, "weigh(problem, {'I': 2})", weights=weights)
    names = (*problem.names, *(["empty"] if problem.empty_most > 0 else []))
    exact = checked_rates(given, names, "weigh", problem.piece_index)
    if area_reason(problem):
        return 0
    threads = available_threads() if threads is None else threads
    reporter = Reporter(progress)
    # A cell that stays empty is one more kind, behind the pieces.
    factors = [Fraction(exact.get(name, 1)) for name in (*problem.names, "empty")]
    total = None
    if (repeat := repeats(problem)) is not None:
        shapes = [
            factor
            for piece, factor in zip(problem.pieces, factors, strict=False)
            for _ in piece.orientations(problem.turn)
        ]
        rows = WeightedRows.of(
            repeat, [*shapes, factors[-1]], threads=threads, max_memory=max_memory, reporter=reporter
        )
        total = rows.run()
    if total is None:
        total = weigh_by_layers(
            problem.cover(), factors, threads=threads, max_memory=max_memory, reporter=reporter
        )
    return int(total) if total.denominator == 1 else total
