"""Read puzzles by name or ID, and the public functions that take such a name for a problem.

A short ID may stand for a puzzle that the generator makes again, so this is read above the generator; what is below it takes
problems, boards and the names of puzzles that are written down.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

from tilewright import counting, proof, search
from tilewright.errors import FormatError
from tilewright.puzzle import LONGEST, Puzzle, is_puzzle_name, look_up

__all__ = [
    "count",
    "explain",
    "find_puzzle",
    "nth",
    "rank",
    "read_id",
    "sample",
    "solve",
    "tilings",
    "weighting",
]


def find_puzzle(name: str) -> Puzzle:
    """Return the puzzle of this name or ID; a calendar's name is a date (``calendar:today``, ``weekday:10-06-tue``).

    Raises
    ------
    ProblemError
        If there is no such puzzle; similar names are suggested.
    FormatError
        If it is a damaged ID, or one of another version of the generator.

    Examples
    --------
    >>> find_puzzle("talos:hub-gates-1").title
    'Hub Gates (Green) #1'
    """
    found = look_up(name)
    if isinstance(found, Puzzle):
        return found
    from tilewright.generation import make_again

    return make_again(found)


def read_id(word: str) -> Puzzle:
    """Return the puzzle of an ID or name that came from outside, such as an address or a saved game.

    Raises
    ------
    RequestError
        If it is damaged, cut off, too long, or unknown.
    """
    if len(word) > LONGEST:
        raise FormatError(f"an ID has at most {LONGEST} characters, this has {len(word)}")
    return find_puzzle(word)


def _reading(function: Callable[..., Any]) -> Callable[..., Any]:
    """Let a function that takes a problem take the name or ID of any puzzle as well."""

    @functools.wraps(function)
    def call(problem: Any, *rest: Any, **options: Any) -> Any:
        if isinstance(problem, str) and is_puzzle_name(problem):
            problem = find_puzzle(problem)
        return function(problem, *rest, **options)

    return call


solve = _reading(search.solve)
tilings = _reading(search.tilings)
count = _reading(counting.count)
nth = _reading(counting.nth)
rank = _reading(counting.rank)
sample = _reading(counting.sample)
explain = _reading(proof.explain)
weighting = _reading(proof.weighting)
