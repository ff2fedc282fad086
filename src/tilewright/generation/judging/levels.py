"""Levels: whether a puzzle is as hard as was asked for, at no more work than that takes.

A full grade tells how hard a puzzle is, however hard that is, and that takes long for the hardest. Here the
steps that are allowed are those of the level that was asked for, so what is harder is given up at once.
"""

from __future__ import annotations

from tilewright.cover import Cover
from tilewright.deduction import GRADES, LARGEST, Contradiction, Deducer
from tilewright.generation.clock import Countdown
from tilewright.puzzle import LEVELS, Level

__all__ = ["has_level", "is_level", "solved_within"]

_ENDLESS = Countdown()


def solved_within(
    deducer: Deducer, level: Level, chosen: tuple[int, ...] = (), *, clock: Countdown = _ENDLESS
) -> bool:
    """Whether the steps of a level, and no guess, solve the puzzle from a position.

    Parameters
    ----------
    deducer : Deducer
    level : {"easy", "medium", "hard", "expert"}
        Every puzzle is solved within the last of `LEVELS`.
    chosen : tuple of int
        Placements that are already there.
    clock : Countdown

    Raises
    ------
    OutOfTime
    """
    if level == LEVELS[-1]:
        return True
    position = deducer.start(chosen)
    try:
        while not deducer.solved(position):
            clock.check()
            step = deducer.next_step(position, GRADES[level])
            if step is None:
                return False
            deducer.take(position, step)
    except Contradiction:
        return False
    return True


def is_level(
    deducer: Deducer, level: Level, chosen: tuple[int, ...] = (), *, clock: Countdown = _ENDLESS
) -> bool:
    """Whether this is the easiest level whose steps solve the puzzle from a position: its grade."""
    rank = LEVELS.index(level)
    if rank and solved_within(deducer, LEVELS[rank - 1], chosen, clock=clock):
        return False
    return solved_within(deducer, level, chosen, clock=clock)


def has_level(cover: Cover, level: Level, *, clock: Countdown = _ENDLESS) -> bool:
    """Whether a puzzle has a level; not if it is too large to be graded."""
    return cover.size <= LARGEST and is_level(Deducer(cover), level, clock=clock)
