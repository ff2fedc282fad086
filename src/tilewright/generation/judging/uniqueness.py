"""Uniqueness: that a puzzle has exactly one solution, proven by a search that finds all or stops at two."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilewright.cover import Cover
from tilewright.generation.clock import Countdown, OutOfTime
from tilewright.problem import Problem
from tilewright.tiling import Tiling

if TYPE_CHECKING:
    from tilewright.search import EngineName

__all__ = ["PROVING", "has_one_solution", "only_solution", "solutions"]

#: The engines that each have to find that a puzzle has one solution before it is given away.
PROVING: tuple[EngineName, ...] = ("scan", "dance")


def solutions(
    problem: Problem | Cover,
    most: int,
    clock: Countdown,
    *,
    seed: int | None = None,
    engine: EngineName = "auto",
) -> tuple[Tiling, ...]:
    """Return the tilings of a problem, all of them or the first `most`.

    With a seed the first one is a random one. It must be the same on every machine, so the engine is named: no other
    may be quicker.

    Raises
    ------
    OutOfTime
        If the time was up before.
    """
    from tilewright.search import Search, choose

    if seed is not None:
        engine = choose(problem.cover() if isinstance(problem, Problem) else problem)[0]
    search = Search(problem, limit=most, seed=seed, threads=1, engine=engine, timeout=clock.left())
    found = tuple(search)
    if search.stopped_by == "timeout":
        raise OutOfTime
    return found


def only_solution(
    problem: Problem | Cover, clock: Countdown, *, turned: bool = False, engine: EngineName = "auto"
) -> Tiling | None:
    """Return the only tiling; None if there is none or another one.

    Parameters
    ----------
    turned : bool
        Take solutions for one that are each other with the whole board turned (`tilewright.search.different_tilings`).
    engine : str
        Which engine of `tilewright.search` is asked.

    Raises
    ------
    OutOfTime
    """
    if turned:
        from tilewright.search import different_tilings

        cover = problem.cover() if isinstance(problem, Problem) else problem
        found = different_tilings(cover, limit=2, timeout=clock.left(), first=True, engine=engine)
        if found.count < 2 and not found.complete:
            raise OutOfTime
        return found.first if found.count == 1 else None
    tilings = solutions(problem, 2, clock, engine=engine)
    return tilings[0] if len(tilings) == 1 else None


def has_one_solution(problem: Problem, clock: Countdown, *, turned: bool = False) -> bool:
    """Whether there is exactly one tiling; with `turned`, up to turning the board (see `only_solution`)."""
    return only_solution(problem, clock, turned=turned) is not None
