"""Evaluate puzzles: whether they have one solution and the requested level, and which puzzles
exist.
"""

from __future__ import annotations

import bisect
import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeVar

import numpy as np
from numpy.typing import NDArray

from tilewright.errors import LimitError, RequestError
from tilewright.model.cover import Cover
from tilewright.model.problem import Problem
from tilewright.model.puzzle import LEVELS, Level, Puzzle
from tilewright.model.tiling import Tiling
from tilewright.puzzles.deduction import (
    GRADES,
    LARGEST,
    Deducer,
    Solving,
    problem_tables,
    region_tables,
)
from tilewright.system.work.deadline import check_time, current_deadline

if TYPE_CHECKING:
    from tilewright.solving.search import EngineName

#: Engines that must each confirm that a puzzle has one solution.
PROVING: tuple[EngineName, ...] = ("scan", "dance")
#: Most placements that `count_completions` tries.
_COMPLETED = 1 << 24


def solutions(problem: Problem | Cover, most: int) -> tuple[Tiling, ...]:
    """Return up to `most` tilings of a problem."""
    return find_within(problem, most, None, engine="auto")[0]


def all_solutions(
    problem: Problem | Cover, most: int, nodes: int | None, *, engine: EngineName = "auto"
) -> tuple[Tiling, ...] | None:
    """Return all tilings of a problem; None if there are more than `most`, or the limit on nodes is
    reached.
    """
    tilings, ended = find_within(problem, most + 1, nodes, engine=engine)
    return tilings if ended and len(tilings) <= most else None


def find_within(
    problem: Problem | Cover,
    most: int,
    nodes: int | None,
    *,
    engine: EngineName,
) -> tuple[tuple[Tiling, ...], bool]:
    """Return the first tilings, and whether they are complete or as many as requested."""
    from tilewright.solving.search.enumeration import short_search

    search = short_search(problem, nodes, limit=most, engine=engine)
    tilings = tuple(search)
    if search.stopped_by == "timeout":
        raise current_deadline().error()
    return tilings, search.stopped_by != "stop"


def only_solution(problem: Problem | Cover, *, engine: EngineName = "auto") -> Tiling | None:
    """Return the only tiling, or None if there is none or more than one. Rotations of the board
    count once.
    """
    from tilewright.solving.search import two_solutions

    tilings = two_solutions(problem, engine=engine)
    return tilings[0] if len(tilings) == 1 else None


class Completions:
    """The tilings of a cover, by the search that judges positions of a game."""

    def __init__(self, cover: Cover) -> None:
        self.cover = cover
        self.tables, self.regions = problem_tables(cover, pairs=False), region_tables(cover)

    def find(
        self,
        most: int,
        budget: int,
        *,
        allowed: NDArray[np.bool_] | None = None,
        covered: NDArray[np.bool_] | None = None,
        empty: tuple[int, int] | None = None,
    ) -> NDArray[np.int32] | None:
        """Return up to `most` rows of placements, padded with -1, or None after `budget`
        placements.

        By default, all placements are allowed, no cell is covered, and the problem determines how
        many cells stay empty.
        """
        from tilewright.kernels.deduction.finish import finish

        cover, tables = self.cover, self.tables
        alive = np.zeros(tables.over.shape[1] * 8, dtype=np.uint8)
        every = np.ones(cover.size, dtype=np.bool_)
        bits = np.packbits(every if allowed is None else allowed, bitorder="little")
        alive[: len(bits)] = bits
        rows = np.empty((most, cover.area), dtype=np.int32)
        number = finish(
            tables,
            self.regions,
            alive.view("<u8").astype(np.uint64),
            np.zeros(cover.area, dtype=np.bool_) if covered is None else covered,
            np.zeros(len(tables.least) + len(tables.floor), dtype=np.int64),
            np.array(empty or (cover.empty_least, cover.empty_most), dtype=np.int64),
            rows,
            budget,
        )
        return rows[:number] if number >= 0 else None


def count_completions(cover: Cover, most: int) -> int | None:
    """Return the number of tilings, at most `most`; None if it takes too long to count them."""
    rows = Completions(cover).find(most, _COMPLETED)
    return None if rows is None else len(rows)


def has_one_solution(problem: Problem | Cover) -> bool:
    """Return True if there is exactly one tiling. Rotations of the board count once."""
    return only_solution(problem) is not None


def solved_within(deducer: Deducer, level: Level, chosen: tuple[int, ...] = ()) -> bool:
    """Return True if the steps of a level solve the puzzle from a position without a guess."""
    if level == LEVELS[-1]:
        return True
    solving = Solving(deducer, deducer.start(chosen), GRADES[level])
    while solving.step():
        check_time()
    return solving.solved


def is_solved_within(cover: Cover, level: Level) -> bool:
    """Return whether the steps of a level solve a puzzle, or False if it is too large to be
    graded.
    """
    return cover.size <= LARGEST and solved_within(Deducer(cover), level)


def is_level(deducer: Deducer, level: Level, chosen: tuple[int, ...] = ()) -> bool:
    """Return whether this is the easiest level whose steps solve the puzzle from a position."""
    rank = LEVELS.index(level)
    if rank and solved_within(deducer, LEVELS[rank - 1], chosen):
        return False
    return solved_within(deducer, level, chosen)


def has_level(cover: Cover, level: Level) -> bool:
    """Return whether a puzzle has this level, or False if it is too large to be graded."""
    return cover.size <= LARGEST and is_level(Deducer(cover), level)


_Way = TypeVar("_Way")


def hardest(ways: Sequence[_Way], is_solved: Callable[[_Way], bool]) -> _Way:
    """Return the smallest number of clues with which a puzzle is not too hard, found by bisection.

    With fewer clues, a puzzle is usually harder. The result is graded anyway.
    """
    place = bisect.bisect_left(ways, True, key=lambda way: not is_solved(way))
    return ways[max(1, place) - 1]


#: Most subsets of clues that are tried.
MOST_PUZZLES = 1 << 18


@dataclass(frozen=True, slots=True)
class ClueSubsets:
    """The clues of one tiling that can be omitted: their number, and functions that evaluate a
    subset.
    """

    parts: int
    has_one_solution: Callable[[list[int]], bool]
    has_level: Callable[[list[int], Level], bool]
    puzzle: Callable[[list[int]], tuple[Puzzle, Tiling] | None]


def all_puzzles(
    tilings: Sequence[Callable[[], ClueSubsets]],
    level: Level,
    minimal: bool,
    dice: random.Random,
) -> Iterator[tuple[Puzzle, Tiling] | None]:
    """Yield all puzzles of a level, in random order."""
    puzzles = 0
    for number in dice.sample(range(len(tilings)), len(tilings)):
        tiling = tilings[number]()
        stays = [
            [part for part in range(tiling.parts) if bits >> part & 1]
            for bits in range(1 << tiling.parts)
        ]
        one = []
        for parts in stays:
            check_time()
            one.append(tiling.has_one_solution(parts))
        for bits in dice.sample(range(len(one)), len(one)):
            if not one[bits] or (minimal and any(one[bits & ~(1 << part)] for part in stays[bits])):
                continue
            puzzles += 1
            check_time()
            if tiling.has_level(stays[bits], level):
                yield tiling.puzzle(stays[bits])
    raise NoPuzzleError(
        f"there is no {level} puzzle on this board: none of the {puzzles} "
        f"{'minimal ' if minimal else ''}puzzles with one solution (from {len(tilings)} tilings) "
        f"is {level}. Try another level, board or set of pieces."
    )


class GenerationError(LimitError):
    """No such puzzle was found within the limits."""

    kind = "generation"


class NoPuzzleError(RequestError):
    """It is proven that no such puzzle exists."""

    kind = "no puzzle"
    exit_code = 1
