"""Levels: whether a puzzle is as hard as was asked for, at no more work than that takes.

A full grade tells how hard a puzzle is, however hard that is, and that takes long for the hardest. Here the
steps that are allowed are those of the level that was asked for, so what is harder is given up at once.
"""

from __future__ import annotations

from tilewright.cover import Cover
from tilewright.deduction import GRADES, LARGEST, Contradiction, Deducer

__all__ = ["LEVELS", "has_level", "solved_within"]

#: From easy to hard.
LEVELS: tuple[str, ...] = tuple(GRADES)


def solved_within(deducer: Deducer, level: str, chosen: tuple[int, ...] = ()) -> bool:
    """Whether the steps of a level, and no guess, solve the puzzle from a position.

    Parameters
    ----------
    deducer : Deducer
    level : str
        Every puzzle is solved within the last of `LEVELS`.
    chosen : tuple of int
        Placements that are already there.
    """
    if level == LEVELS[-1]:
        return True
    position = deducer.start(chosen)
    try:
        while not deducer.solved(position):
            step = deducer.next_step(position, GRADES[level])
            if step is None:
                return False
            deducer.take(position, step)
    except Contradiction:
        return False
    return True


def has_level(cover: Cover, level: str) -> bool:
    """Whether this is the easiest level whose steps solve the puzzle: its grade."""
    if cover.size > LARGEST:
        return False
    deducer = Deducer(cover)
    rank = LEVELS.index(level)
    if rank and solved_within(deducer, LEVELS[rank - 1]):
        return False
    return solved_within(deducer, level)
