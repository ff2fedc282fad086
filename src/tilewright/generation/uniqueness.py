"""Uniqueness: that a puzzle has exactly one solution, proven by the search engine, which finds all or stops at two."""

from __future__ import annotations

from tilewright.generation.clock import Clock, TimeUp
from tilewright.problem import Problem
from tilewright.symmetry import TURNS
from tilewright.tiling import Tiling

__all__ = ["has_one_solution", "only_solution", "solutions"]


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


def only_solution(problem: Problem, clock: Clock, *, turned: bool = False) -> Tiling | None:
    """Return the only tiling; None if there is none or another one.

    Parameters
    ----------
    turned : bool
        Take images for the same that somebody sees who turns the whole board as the pieces may be turned. Where
        pieces are not flipped over, a mirror image is another solution.

    Raises
    ------
    TimeUp
    """
    found = solutions(problem, 2, clock, unique=turned)
    if len(found) != 1:
        return None
    if turned:
        turns = set(TURNS[problem.turn])
        for piece in problem.pieces:
            turns &= set(TURNS[piece.turn or problem.turn])
        images = solutions(problem, len(turns) + 1, clock)
        if len({image.canonical(sorted(turns)) for image in images}) != 1:
            return None
    return found[0]


def has_one_solution(problem: Problem, clock: Clock, *, turned: bool = False) -> bool:
    """Whether there is exactly one tiling; with `turned`, up to turning the board (see `only_solution`)."""
    return only_solution(problem, clock, turned=turned) is not None
