"""Proof that a puzzle has exactly one solution: by the search engine, which finds all or stops at two."""

from __future__ import annotations

from tilewright.problem import Problem
from tilewright.tiling import Tiling

__all__ = ["has_one_solution", "solutions"]


def solutions(
    problem: Problem, most: int, *, unique: bool = False, seed: int | None = None
) -> tuple[Tiling, ...]:
    """Return the tilings of a problem, all of them or the first `most`."""
    from tilewright.search import tilings

    return tuple(tilings(problem, unique=unique, limit=most, seed=seed, threads=1))


def has_one_solution(problem: Problem, *, unique: bool = False) -> bool:
    """Whether there is exactly one tiling; with `unique`, up to the symmetries of the problem."""
    return len(solutions(problem, 2, unique=unique)) == 1
