"""Weights: the sum over all tilings of the product of the weights of their pieces, by the engine that counts.

Sums move along the same states as counts, modulo primes, so that no number outgrows its word. How many primes
it takes, and what the sum is a multiple of, `tilewright.counting.values.scale` says.
"""

from __future__ import annotations

from fractions import Fraction
from math import prod

from tilewright.board import Board
from tilewright.counting.run.progress import Report
from tilewright.counting.run.request import checked_rates, split_arguments
from tilewright.counting.run.resources import Resources
from tilewright.counting.run.tuning import Tuning
from tilewright.counting.scan.scans import repeats
from tilewright.counting.ways.plans import count_of_known_copies
from tilewright.counting.ways.weighted_layers import weigh_by_layers
from tilewright.counting.ways.weighted_rows import WeightedRows
from tilewright.cover import compile_cover
from tilewright.deadline import Deadline
from tilewright.piece import Piece
from tilewright.problem import Problem
from tilewright.proof import area_reason

__all__ = ["weigh", "weighted_count"]


def weighted_count(
    problem: Problem | Board | str,
    *arguments: Piece | str | dict[str, int | Fraction],
    weights: dict[str, int | Fraction] | None = None,
    threads: int | None = None,
    max_memory: int | None = None,
    progress: Report | None = None,
    timeout: float | None = None,
    tuning: Tuning | None = None,
) -> int | Fraction:
    """Return the sum over all tilings of the product of the weights of their pieces.

    ``weighted_count(problem, weights)`` or ``weighted_count(board, *pieces, weights=weights)``.

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
        Called with a `tilewright.progress.StatesProgress` now and then, between two steps.
    timeout : float, optional
        Stop after so many seconds.
    tuning : Tuning, optional
        Sizes that decide how quick it is, for tests and measurements.

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
    TimeLimitError
        If the time is up.
    MemoryLimitError
        Before the limit would be passed.

    Examples
    --------
    >>> weighted_count("2x3", "trominoes+", weights={"I3": Fraction(1, 2)})
    Fraction(9, 4)
    >>> weighted_count("12x12", "trominoes+", weights={"I3": 0})  # those without a straight one
    2033502499954

    Notes
    -----
    By the states that `count` has, modulo as many primes as the weights can make necessary; see docs/counting.md. Where each
    piece has a fixed number of copies, all tilings weigh the same, and `count` tells how many they are.
    """
    with Deadline(timeout).holds():
        resources = Resources.of(threads, max_memory, progress, tuning=tuning)
        problem, (given,) = split_arguments(
            problem, arguments, "weighted_count(problem, {'I3': 2})", weights=weights
        )
        names = (*problem.names, *(["empty"] if problem.empty_most > 0 else []))
        exact = checked_rates(given, names, "weigh", problem.piece_index)
        if area_reason(problem):
            return 0
        # A cell that stays empty is one more kind, behind the pieces.
        factors = [Fraction(exact.get(name, 1)) for name in (*problem.names, "empty")]
        total: Fraction | None = None
        if (known := count_of_known_copies(problem, resources)) is not None:
            copies, number = known
            total = number * prod(
                (factor**used for factor, used in zip(factors, copies, strict=True)), start=Fraction(1)
            )
        elif (repeat := repeats(problem)) is not None:
            shapes = [
                factor
                for piece, factor in zip(problem.pieces, factors, strict=False)
                for _ in piece.orientations(problem.turn)
            ]
            rows = WeightedRows.of(repeat, [*shapes, factors[-1]], resources)
            total = rows.run()
        if total is None:
            total = weigh_by_layers(compile_cover(problem), factors, resources)
        return int(total) if total.denominator == 1 else total


#: Its name in 0.1, which was too near to `tilewright.weighting`, the proof.
weigh = weighted_count
