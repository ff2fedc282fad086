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

from tilewright.board import Board
from tilewright.generation.proof import solutions
from tilewright.piece import Piece
from tilewright.problem import Problem
from tilewright.symmetry import Turn
from tilewright.tiling import Tiling, number_tiles

__all__ = ["climb", "random_tiling"]

#: Solutions are counted up to here.
_MOST = 24
#: Ways to put a few tiles back among which one is drawn.
_WAYS = 40


def random_tiling(board: Board, pieces: tuple[Piece, ...], turn: Turn, dice: random.Random) -> Tiling | None:
    """Return a tiling drawn by the engine and then changed in many random places; None if there is none."""
    found = solutions(Problem(board, *pieces, turn=turn), 1, seed=dice.randrange(1 << 31))
    if not found:
        return None
    tiling = found[0]
    # The engine draws one order of branches for the whole board, so its tilings can be monotonous.
    for _ in range(2 * tiling.size):
        tiling = _changed(tiling, tiling, pieces, turn, dice) or tiling
    return tiling


def climb(
    tiling: Tiling,
    pieces: tuple[Piece, ...],
    turn: Turn,
    puzzle: Callable[[Tiling], Problem],
    dice: random.Random,
    *,
    rounds: int,
) -> Tiling | None:
    """Change a tiling until the puzzle that it makes has one solution; None if that takes too long.

    Parameters
    ----------
    tiling : Tiling
        Where to start.
    pieces : tuple of Piece
        What it is made of, any number of each.
    turn : {"free", "one-sided", "fixed"}
    puzzle : callable
        The puzzle whose solution a tiling is.
    dice : random.Random
    rounds : int
        The most changes to try.
    """
    best, found = tiling, solutions(puzzle(tiling), _MOST)
    for _ in range(rounds):
        if len(found) == 1:
            return best
        other = dice.choice([each for each in found if each != best] or list(found))
        candidate = _changed(best, other, pieces, turn, dice)
        if candidate is None:
            continue
        others = solutions(puzzle(candidate), _MOST)
        if len(others) <= len(found):
            best, found = candidate, others
    return best if len(found) == 1 else None


def _changed(
    tiling: Tiling, other: Tiling, pieces: tuple[Piece, ...], turn: Turn, dice: random.Random
) -> Tiling | None:
    """Return the tiling with a few tiles around a difference from `other` put back in another way."""
    labels = tiling.labels
    differ = [tile for tile in range(tiling.size) if len(set(other.labels[labels == tile].tolist())) > 1]
    region = labels == dice.choice(differ or list(range(tiling.size)))
    for _ in range(2 if dice.random() < 0.7 else 3):
        around = np.argwhere(_border(region) & (labels >= 0))
        if not len(around):
            break
        row, column = around[dice.randrange(len(around))].tolist()
        region |= labels == labels[row, column]
    found = solutions(Problem(Board(region), *pieces, turn=turn), _WAYS)
    if len(found) < 2:
        return None
    part = dice.choice(found).labels
    mixed = labels.copy()
    mixed[region] = part[region] + labels.size
    return Tiling(number_tiles(mixed))


def _border(region: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Return the cells next to a region, outside of it."""
    grown = np.zeros_like(region)
    grown[1:] |= region[:-1]
    grown[:-1] |= region[1:]
    grown[:, 1:] |= region[:, :-1]
    grown[:, :-1] |= region[:, 1:]
    border: NDArray[np.bool_] = grown & ~region
    return border
