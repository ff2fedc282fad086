"""Every: all puzzles that can be made, one after the other, where those are few.

A puzzle is made by leaving things out: pieces that were placed, or dots. So all puzzles of a tiling are the sets of
what stays, and there are no others.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from tilewright.generation.clock import Countdown
from tilewright.generation.failure import NoPuzzleError
from tilewright.puzzle import Level, Puzzle
from tilewright.tiling import Tiling

__all__ = ["MOST_PUZZLES", "Leaving", "every"]

#: So many sets of what stays are tried at most.
MOST_PUZZLES = 1 << 18


@dataclass(frozen=True, slots=True)
class Leaving:
    """What can be left out of one tiling.

    Parameters
    ----------
    parts : int
        How many things can be left out, each or not.
    one : callable
        Whether there is one solution with some of them.
    has_level : callable
        Whether the puzzle with these, which has one solution, has a level.
    puzzle : callable
        The puzzle with these, and its solution.
    """

    parts: int
    one: Callable[[list[int]], bool]
    has_level: Callable[[list[int], Level], bool]
    puzzle: Callable[[list[int]], tuple[Puzzle, Tiling] | None]


def every(
    tilings: Sequence[Callable[[], Leaving]],
    level: Level,
    minimal: bool,
    dice: random.Random,
    clock: Countdown,
) -> Iterator[tuple[Puzzle, Tiling] | None]:
    """Yield all puzzles of a level.

    Parameters
    ----------
    tilings : sequence of callables
        What can be left out of each tiling.
    level : {"easy", "medium", "hard", "expert"}
    minimal : bool
        Only those of which no part can be left out.
    dice : random.Random
    clock : Countdown

    Raises
    ------
    NoPuzzleError
        After the last one.
    """
    puzzles = 0
    for number in dice.sample(range(len(tilings)), len(tilings)):
        tiling = tilings[number]()
        stays = [
            [part for part in range(tiling.parts) if bits >> part & 1] for bits in range(1 << tiling.parts)
        ]
        one = []
        for parts in stays:
            clock.check()
            one.append(tiling.one(parts))
        for bits in dice.sample(range(len(one)), len(one)):
            if not one[bits] or (minimal and any(one[bits & ~(1 << part)] for part in stays[bits])):
                continue
            puzzles += 1
            clock.check()
            if tiling.has_level(stays[bits], level):
                yield tiling.puzzle(stays[bits])
    raise NoPuzzleError(
        f"there is no {level} puzzle here: of all {puzzles} {'minimal ' if minimal else ''}puzzles with one solution that "
        f"can be made of the {len(tilings)} tilings of this board, none is {level}; try another level, board or pieces"
    )
