"""Proof that a puzzle has exactly one solution: by the search engine, which finds all or stops at two."""

from __future__ import annotations

from tilewright.generation.clock import Clock, TimeUp
from tilewright.problem import Problem
from tilewright.tiling import Tiling

__all__ = ["has_one_solution", "solutions"]


def solutions(
    problem: Problem, most: int, clock: Clock, *, unique: bool = False, seed: int | None = None
) -> tuple[Tiling, ...]:
    """Return the tilings of a problem, all of them or the first `most`.

    Raises
    ------
    TimeUp
        If the time was up before.
    """
    from tilewright.search import Search

    search = Search(problem, unique=unique, limit=most, seed=seed, threads=1, timeout=clock.left())
    found = tuple(search)
    if search.stopped_by == "timeout":
        raise TimeUp
    return found


def has_one_solution(problem: Problem, clock: Clock, *, unique: bool = False) -> bool:
    """Whether there is exactly one tiling; with `unique`, up to the symmetries of the problem."""
    return len(solutions(problem, 2, clock, unique=unique)) == 1
