"""Climb: change a tiling bit by bit until it is the only one that its puzzle allows.

A random tiling seldom makes a puzzle with one solution: the larger the board, the more places there are
where a few tiles can be exchanged. But two solutions show such a place. The tiles there are taken out,
with one or two of their neighbors, and put back in another way; the change is kept if there are not more
solutions than before. Few steps are needed (about one for each two tiles).
"""

from __future__ import annotations

import random
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from tilewright.generation.clock import Countdown
from tilewright.generation.kinds.field import DotField, DotLayout

__all__ = ["climb", "shuffled"]

#: Solutions are counted up to here.
_MOST = 24
#: Ways to put a few tiles back among which one is drawn.
_WAYS = 40


def shuffled(field: DotField, layout: DotLayout, dice: random.Random, clock: Countdown) -> DotLayout:
    """Return a layout changed in many random places: what an engine draws can be monotonous."""
    everything = field.agreeing(None)
    for _ in range(2 * len(layout)):
        clock.check()
        layout = _changed(field, layout, layout, everything, dice)
    return layout


def climb(
    field: DotField,
    layout: DotLayout,
    puzzle: Callable[[DotLayout], NDArray[np.bool_]],
    dice: random.Random,
    clock: Countdown,
    *,
    rounds: int,
) -> DotLayout | None:
    """Change a layout until the puzzle that it makes has one solution; None if that takes too long.

    Parameters
    ----------
    field : DotField
    layout : DotLayout
        Where to start.
    puzzle : callable
        The placements of the puzzle whose solution a layout is.
    dice : random.Random
    clock : Countdown
    rounds : int
        The most changes to try.
    """
    everything = field.agreeing(None)
    best, found = layout, field.tilings(puzzle(layout), _MOST)
    for _ in range(rounds):
        clock.check()
        if len(found) == 1:
            return best
        other = dice.choice([each for each in found if not np.array_equal(each, best)] or found)
        candidate = _changed(field, best, other, everything, dice)
        if candidate is best:
            continue
        others = field.tilings(puzzle(candidate), _MOST)
        if len(others) <= len(found):
            best, found = candidate, others
    return best if len(found) == 1 else None


def _changed(
    field: DotField, layout: DotLayout, other: DotLayout, everything: NDArray[np.bool_], dice: random.Random
) -> DotLayout:
    """Return the layout with a few tiles around a difference from `other` put back in another way, if there is one.

    The hole moves if it is among them.
    """
    tiles = field.tiles(layout)
    there = set(other.tolist())
    differ = [place for place, number in enumerate(layout.tolist()) if number not in there]
    # One more than the tiles, for the hole: -1 is the last of them.
    taken = np.zeros(len(layout) + 1, dtype=bool)
    taken[dice.choice(differ or range(len(layout)))] = True
    for _ in range(2 if dice.random() < 0.7 else 3):
        around = field.around(taken[tiles])
        if not len(around):
            break
        taken[tiles[around[dice.randrange(len(around))]]] = True
    found = field.tilings(everything, _WAYS, taken[tiles], gaps=int(taken[-1]))
    if len(found) < 2 or not len(found[0]):
        return layout
    return np.sort(np.concatenate([layout[~taken[:-1]], dice.choice(found)]))
