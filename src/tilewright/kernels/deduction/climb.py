"""Change the clues of a tiling until they have one solution.

Unchecked: called by `tilewright.puzzles.making`.

Legend (as in `tilewright.kernels.deduction.making`)

home        (p,)     int64  the first of the placements with the same cells, which are all together
how         ()       int64  what is changed, see below
"""

from __future__ import annotations

import numpy as np

from ..library import kernel
from .chance import roll
from .finish import complete
from .making import EXACT, all_of, length, members, show, solve, sort_tiles
from .steps import copied

#: What is changed: how a few tiles lie, what one tile shows, or which pieces two tiles are.
REARRANGE, REMARK, EXCHANGE = range(3)

#: Most solutions that are counted, ways to lay a few tiles, and placements that searches try.
_SOLUTIONS, _WAYS, _BUDGET = 24, 40, 20_000


@kernel
def climb(problem, regions, code, home, kinds, how, wanted, tiling, gaps, dice, rounds):
    """Change a tiling as long as what it shows has several solutions and a change leaves no more;
    return True if it has one after this number of changes.
    """
    area = tiling.size
    labels = np.zeros(area, np.int32)
    rows = np.empty((_SOLUTIONS, area), np.int32)
    others = np.empty((_SOLUTIONS, area), np.int32)
    show(problem, code, tiling, labels)
    found = solve(problem, regions, code, kinds, EXACT, tiling, labels, gaps, rows, _BUDGET)
    changed = np.empty(area, np.int32)
    for _ in range(rounds):
        if found == 1:
            break
        differ = differing(problem, home, tiling, rows, found, dice)
        copied(changed, tiling)
        if how == REARRANGE:
            alive = all_of(problem, wanted)
            if not _rearrange(problem, regions, alive, changed, differ, dice):
                continue
        else:
            tile = any_of(differ, dice)
            if how == REMARK:
                changed[tile] = alike(problem, home, kinds, changed[tile], -1, dice)
            elif not exchange(problem, home, kinds, changed, tile, dice):
                continue
        show(problem, code, changed, labels)
        fewer = solve(problem, regions, code, kinds, EXACT, tiling, labels, gaps, others, _BUDGET)
        # Too long a search counts as the most solutions.
        if fewer >= 0 and (found < 0 or fewer <= found):
            found = fewer
            copied(tiling, changed)
            rows, others = others, rows
    return found == 1


@kernel
def differing(problem, home, tiling, rows, found, dice):
    """Return which tiles some other solution has not; all if there is none."""
    count = length(tiling)
    differ = np.zeros(count, np.bool_)
    first = roll(dice, found) if found > 0 else 0
    for number in range(found):
        row = rows[(first + number) % found]
        several = False
        for tile in range(count):
            there = False
            for each in range(length(row)):
                there = there or home[row[each]] == home[tiling[tile]]
            differ[tile] = not there
            several = several or not there
        if several:
            return differ
    differ[:] = True
    return differ


@kernel
def any_of(chosen, dice):
    """Return the number of one of the members of a set."""
    numbers = members(chosen)
    return numbers[roll(dice, numbers.size)]


@kernel
def alike(problem, home, kinds, placement, piece, dice):
    """Return a placement with the same cells, of a piece or of any (-1); -1 if there is none."""
    found = -1
    number = 0
    place = home[placement]
    while place < home.size and home[place] == home[placement]:
        own = problem.piece[place]
        if own < kinds and (piece < 0 or own == piece):
            number += 1
            if roll(dice, number) == 0:
                found = place
        place += 1
    return found


@kernel
def exchange(problem, home, kinds, tiling, tile, dice):
    """Exchange the pieces of a tile and of another one; return False if they do not fit."""
    other = roll(dice, length(tiling))
    one, two = problem.piece[tiling[tile]], problem.piece[tiling[other]]
    first = alike(problem, home, kinds, tiling[tile], two, dice)
    second = alike(problem, home, kinds, tiling[other], one, dice)
    if first < 0 or second < 0:
        return False
    tiling[tile] = first
    tiling[other] = second
    sort_tiles(tiling)
    return True


@kernel
def _rearrange(problem, regions, alive, tiling, some, dice):
    """Lay a few tiles in another way, one of them among some, and with them perhaps the cell that
    stays empty; return False if there is no other way.
    """
    area = tiling.size
    count = length(tiling)
    tile = np.full(area, count, np.int64)
    for each in range(count):
        for place in range(problem.start[tiling[each]], problem.start[tiling[each] + 1]):
            tile[problem.item[place]] = each
    # One more for the cell that stays empty.
    taken = np.zeros(count + 1, np.bool_)
    taken[any_of(some, dice)] = True
    for _ in range(2 if roll(dice, 10) < 7 else 3):
        around = np.zeros(area, np.bool_)
        for cell in range(area):
            for side in range(regions.neighbor.shape[1]):
                other = regions.neighbor[cell, side]
                around[cell] |= not taken[tile[cell]] and other >= 0 and taken[tile[other]]
        cells = members(around)
        if cells.size:
            taken[tile[cells[roll(dice, cells.size)]]] = True
    covered = np.zeros(area, np.bool_)
    for cell in range(area):
        if not taken[tile[cell]]:
            covered[cell] = True
            for word in range(alive.size):
                alive[word] &= ~problem.over[cell, word]
    gaps = np.zeros(2, np.int64)
    if taken[count]:
        gaps[:] = 1
    rows = np.empty((_WAYS, area), np.int32)
    used = np.zeros(problem.least.size + problem.floor.size, np.int64)
    in_order = np.empty(0, np.uint64)
    found = complete(problem, regions, alive, covered, used, gaps, rows, _BUDGET, in_order)
    if found < 2:
        return False
    size = 0
    for each in range(count):
        if not taken[each]:
            tiling[size] = tiling[each]
            size += 1
    row = rows[roll(dice, found)]
    for each in range(length(row)):
        tiling[size] = row[each]
        size += 1
    tiling[size:] = -1
    sort_tiles(tiling)
    return True


@kernel
def scramble(problem, regions, wanted, tiling, dice, rounds):
    """Lay a few tiles in another way, several times: searches find tilings that look alike."""
    for _ in range(rounds):
        everywhere = np.ones(length(tiling), np.bool_)
        _rearrange(problem, regions, all_of(problem, wanted), tiling, everywhere, dice)
