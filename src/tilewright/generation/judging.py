"""Whether a puzzle is one: that it has one solution, that it is as hard as requested, and which puzzles there are."""

from __future__ import annotations

import itertools
import math
import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tilewright.cover import Cover, compile_cover
from tilewright.deadline import check_time, current_deadline
from tilewright.deduction import GRADES, LARGEST, Contradiction, Deducer
from tilewright.errors import LimitError, RequestError
from tilewright.problem import Problem
from tilewright.puzzle import LEVELS, Level, Puzzle
from tilewright.tiling import Tiling

if TYPE_CHECKING:
    from tilewright.progress import SearchProgress
    from tilewright.search import EngineName

__all__ = [
    "MOST_PUZZLES",
    "PROVING",
    "ClueSubsets",
    "GenerationError",
    "NoPuzzleError",
    "all_solutions",
    "every",
    "has_level",
    "has_one_solution",
    "is_level",
    "only_solution",
    "random_solution",
    "solutions",
    "solved_within",
]

#: The engines that each have to find that a puzzle has one solution before it is given away.
PROVING: tuple[EngineName, ...] = ("scan", "dance")
#: The steps of an engine between two looks at how many nodes it has tried.
_SLICE = 1 << 14


def solutions(
    problem: Problem | Cover,
    most: int,
    *,
    seed: int | None = None,
    engine: EngineName = "auto",
) -> tuple[Tiling, ...]:
    """Return the tilings of a problem, all of them or the first `most`.

    With a seed the first one is a random one. It must be the same on every machine, so the engine is named: no other
    may be quicker.
    """
    from tilewright.search import Search, choose

    if seed is not None:
        engine = choose(compile_cover(problem) if isinstance(problem, Problem) else problem, one=True)[0]
    search = Search(problem, limit=most, seed=seed, threads=1, engine=engine)
    found = tuple(search)
    if search.stopped_by == "timeout":
        raise current_deadline().error()
    return found


def all_solutions(
    problem: Problem, most: int, nodes: int | None, *, engine: EngineName = "auto"
) -> tuple[Tiling, ...] | None:
    """Return all tilings of a problem; None if they are more than `most`, or are not found within so many nodes."""
    found, ended = _found_within(problem, most + 1, nodes, engine=engine)
    return found if ended and len(found) <= most else None


def random_solution(problem: Problem, seed: int, nodes: int | None) -> Tiling | None:
    """Return a random tiling; None if there is none.

    A search that has tried so many nodes begins anew, in another order, by each engine in turn, and with twice as many
    nodes each time: what one order hides from an engine for hours, the next one shows at once. (C. Gomes, B. Selman,
    H. Kautz, *Boosting combinatorial search through randomization*, AAAI 1998.)
    """
    from tilewright.search import choose

    engine = choose(compile_cover(problem), one=True)[0]
    for again, other in enumerate(itertools.cycle(PROVING)):
        found, ended = _found_within(problem, 1, nodes, seed=seed + again, engine=engine)
        if ended:
            break
        assert nodes is not None
        engine, nodes = other, 2 * nodes
    return found[0] if found else None


def _found_within(
    problem: Problem,
    most: int,
    nodes: int | None,
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
        progress=look,
        tuning=even,
    )
    found = tuple(search)
    if search.stopped_by == "timeout":
        raise current_deadline().error()
    return found, search.stopped_by != "stop"


def only_solution(
    problem: Problem | Cover, *, turned: bool = False, engine: EngineName = "auto"
) -> Tiling | None:
    """Return the only tiling; None if there is none or another one."""
    if turned:
        from tilewright.search import different_tilings

        cover = compile_cover(problem) if isinstance(problem, Problem) else problem
        found = different_tilings(cover, limit=2, first=True, engine=engine)
        if found.count < 2 and not found.complete:
            raise current_deadline().error()
        return found.first if found.count == 1 else None
    tilings = solutions(problem, 2, engine=engine)
    return tilings[0] if len(tilings) == 1 else None


def has_one_solution(problem: Problem, *, turned: bool = False) -> bool:
    """Whether there is exactly one tiling; with `turned`, up to turning the board (see `only_solution`)."""
    return only_solution(problem, turned=turned) is not None


def solved_within(deducer: Deducer, level: Level, chosen: tuple[int, ...] = ()) -> bool:
    """Whether the steps of a level, and no guess, solve the puzzle from a position."""
    if level == LEVELS[-1]:
        return True
    position = deducer.start(chosen)
    try:
        while not deducer.solved(position):
            check_time()
            step = deducer.next_step(position, GRADES[level])
            if step is None:
                return False
            deducer.take(position, step)
    except Contradiction:
        return False
    return True


def is_level(deducer: Deducer, level: Level, chosen: tuple[int, ...] = ()) -> bool:
    """Whether this is the easiest level whose steps solve the puzzle from a position: its grade."""
    rank = LEVELS.index(level)
    if rank and solved_within(deducer, LEVELS[rank - 1], chosen):
        return False
    return solved_within(deducer, level, chosen)


def has_level(cover: Cover, level: Level) -> bool:
    """Whether a puzzle has a level; not if it is too large to be graded."""
    return cover.size <= LARGEST and is_level(Deducer(cover), level)


#: So many sets of what stays are tried at most.
MOST_PUZZLES = 1 << 18


@dataclass(frozen=True, slots=True)
class ClueSubsets:
    """What can be left out of one tiling."""

    parts: int
    one: Callable[[list[int]], bool]
    has_level: Callable[[list[int], Level], bool]
    puzzle: Callable[[list[int]], tuple[Puzzle, Tiling] | None]


def every(
    tilings: Sequence[Callable[[], ClueSubsets]],
    level: Level,
    minimal: bool,
    dice: random.Random,
) -> Iterator[tuple[Puzzle, Tiling] | None]:
    """Yield all puzzles of a level."""
    puzzles = 0
    for number in dice.sample(range(len(tilings)), len(tilings)):
        tiling = tilings[number]()
        stays = [
            [part for part in range(tiling.parts) if bits >> part & 1] for bits in range(1 << tiling.parts)
        ]
        one = []
        for parts in stays:
            check_time()
            one.append(tiling.one(parts))
        for bits in dice.sample(range(len(one)), len(one)):
            if not one[bits] or (minimal and any(one[bits & ~(1 << part)] for part in stays[bits])):
                continue
            puzzles += 1
            check_time()
            if tiling.has_level(stays[bits], level):
                yield tiling.puzzle(stays[bits])
    raise NoPuzzleError(
        f"there is no {level} puzzle here: of all {puzzles} {'minimal ' if minimal else ''}puzzles with one solution that "
        f"can be made of the {len(tilings)} tilings of this board, none is {level}; try another level, board or pieces"
    )


class GenerationError(LimitError):
    """No such puzzle was found within a limit."""

    kind = "generation"


class NoPuzzleError(RequestError):
    """It is proven that there is no such puzzle."""

    kind = "no puzzle"
    exit_code = 1
