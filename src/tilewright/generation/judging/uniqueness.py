"""Uniqueness: that a puzzle has exactly one solution, proven by a search that finds all or stops at two."""

from __future__ import annotations

import itertools
import math
from typing import TYPE_CHECKING

from tilewright.cover import Cover, compile_cover
from tilewright.generation.clock import Countdown, OutOfTime
from tilewright.problem import Problem
from tilewright.tiling import Tiling

if TYPE_CHECKING:
    from tilewright.progress import SearchProgress
    from tilewright.search import EngineName

__all__ = ["PROVING", "all_solutions", "has_one_solution", "only_solution", "random_solution", "solutions"]

#: The engines that each have to find that a puzzle has one solution before it is given away.
PROVING: tuple[EngineName, ...] = ("scan", "dance")
#: The steps of an engine between two looks at how many nodes it has tried.
_SLICE = 1 << 14


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
        engine = choose(compile_cover(problem) if isinstance(problem, Problem) else problem, one=True)[0]
    search = Search(problem, limit=most, seed=seed, threads=1, engine=engine, timeout=clock.left())
    found = tuple(search)
    if search.stopped_by == "timeout":
        raise OutOfTime
    return found


def all_solutions(
    problem: Problem, most: int, nodes: int | None, clock: Countdown, *, engine: EngineName = "auto"
) -> tuple[Tiling, ...] | None:
    """Return all tilings of a problem; None if they are more than `most`, or are not found within so many nodes.

    Parameters
    ----------
    nodes : int, optional
        As many as it takes if not given.

    Raises
    ------
    OutOfTime
    """
    found, ended = _found_within(problem, most + 1, nodes, clock, engine=engine)
    return found if ended and len(found) <= most else None


def random_solution(problem: Problem, seed: int, nodes: int | None, clock: Countdown) -> Tiling | None:
    """Return a random tiling; None if there is none.

    A search that has tried so many nodes begins anew, in another order, by each engine in turn, and with twice as many
    nodes each time: what one order hides from an engine for hours, the next one shows at once. (C. Gomes, B. Selman,
    H. Kautz, *Boosting combinatorial search through randomization*, AAAI 1998.)

    Parameters
    ----------
    problem : Problem
    seed : int
        The same seed draws the same tiling.
    nodes : int, optional
        Of the first search, which is by the engine that suits the problem; it never begins anew if not given.

    Raises
    ------
    OutOfTime
    """
    from tilewright.search import choose

    engine = choose(compile_cover(problem), one=True)[0]
    for again, other in enumerate(itertools.cycle(PROVING)):
        found, ended = _found_within(problem, 1, nodes, clock, seed=seed + again, engine=engine)
        if ended:
            break
        assert nodes is not None
        engine, nodes = other, 2 * nodes
    return found[0] if found else None


def _found_within(
    problem: Problem,
    most: int,
    nodes: int | None,
    clock: Countdown,
    *,
    seed: int | None = None,
    engine: EngineName,
) -> tuple[tuple[Tiling, ...], bool]:
    """Return the first tilings, and whether these are as many as were asked for, or all.

    The nodes are counted after slices of equal length, so the answer is the same on every machine.
    """
    from tilewright.search import Search, SearchTuning

    def look(at: SearchProgress) -> None:
        if nodes is not None and at.nodes > nodes:
            search.stop()

    even = SearchTuning(first_budget=_SLICE, largest_budget=_SLICE, slice=math.inf, report_every=0.0)
    search = Search(
        problem,
        limit=most,
        seed=seed,
        threads=1,
        engine=engine,
        timeout=clock.left(),
        progress=look,
        tuning=even,
    )
    found = tuple(search)
    if search.stopped_by == "timeout":
        raise OutOfTime
    return found, search.stopped_by != "stop"


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

        cover = compile_cover(problem) if isinstance(problem, Problem) else problem
        found = different_tilings(cover, limit=2, timeout=clock.left(), first=True, engine=engine)
        if found.count < 2 and not found.complete:
            raise OutOfTime
        return found.first if found.count == 1 else None
    tilings = solutions(problem, 2, clock, engine=engine)
    return tilings[0] if len(tilings) == 1 else None


def has_one_solution(problem: Problem, clock: Countdown, *, turned: bool = False) -> bool:
    """Whether there is exactly one tiling; with `turned`, up to turning the board (see `only_solution`)."""
    return only_solution(problem, clock, turned=turned) is not None
