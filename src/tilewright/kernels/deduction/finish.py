"""Find the ways to complete a position, branching at the cell with the fewest choices.

Unchecked: `tilewright.puzzles.making` checks the arguments. It is a search for many small problems
on one board, without set-up, on the tables of the deductions.

Legend (the problem and the position as in `tilewright.kernels.deduction.steps`, a = cells, r =
rows)
rows        (r, a)   int32  each way: the numbers of its placements, -1 padded
gaps        (2,)     int64  how many of the optional cells stay empty, least and most
dice        (4,)     uint64 the order of the ways, see `tilewright.kernels.deduction.chance`; empty
                            for that of the placements
"""

from __future__ import annotations

import numpy as np

from ..bits import lowest_one
from ..library import kernel
from .chance import roll
from .regions import misfit
from .steps import choose, copied, some


@kernel
def finish(problem, regions, alive, covered, used, gaps, rows, budget):
    """Write the ways to complete a position; return their number (at most r), or -1 after `budget`
    placements.
    """
    dice = np.empty(0, np.uint64)
    return complete(problem, regions, alive, covered, used, gaps, rows, budget, dice)


@kernel
def complete(problem, regions, alive, covered, used, gaps, rows, budget, dice):
    """The same, perhaps in random order."""
    depth = covered.size + 1
    sets = np.empty((depth, alive.size), alive.dtype)
    taken = np.empty((depth, covered.size), covered.dtype)
    copies = np.empty((depth, used.size), used.dtype)
    branch = np.empty(depth, np.int64)  # the cell to cover at each level; -1: not chosen yet
    path = np.empty(depth, np.int32)  # the placement there, -1: the cell stays empty
    empty = np.zeros(depth, np.int64)
    copied(sets[0], alive)
    copied(taken[0], covered)
    copied(copies[0], used)
    branch[0] = -1
    level = 0
    found = 0
    while level >= 0:
        if branch[level] < 0:
            cell, options = _narrowest(problem, sets[level], taken[level], empty[level] < gaps[1])
            if cell < 0:
                if empty[level] >= gaps[0] and _complete(problem, copies[level]):
                    size = 0
                    for step in range(level):
                        if path[step] >= 0:
                            rows[found, size] = path[step]
                            size += 1
                    for step in range(size, rows.shape[1]):
                        rows[found, step] = -1
                    found += 1
                    if found == rows.shape[0]:
                        return found
                level -= 1
                continue
            if options == 0 or _hopeless(
                problem, regions, sets[level], taken[level], copies[level], gaps[1]
            ):
                level -= 1
                continue
            branch[level] = cell
        cell = branch[level]
        placement = _way(problem, sets[level], cell, dice)
        if placement < 0 and (
            taken[level, cell] or not problem.optional[cell] or empty[level] >= gaps[1]
        ):
            level -= 1
            continue
        budget -= 1
        if budget < 0:
            return -1
        copied(sets[level + 1], sets[level])
        copied(taken[level + 1], taken[level])
        copied(copies[level + 1], copies[level])
        empty[level + 1] = empty[level]
        branch[level + 1] = -1
        path[level] = placement
        if placement >= 0:
            sets[level, placement >> 6] &= ~(np.uint64(1) << np.uint64(placement & 63))
            choose(problem, sets[level + 1], taken[level + 1], copies[level + 1], placement)
            if not _restrict(
                problem, sets[level + 1], taken[level + 1], copies[level + 1], placement
            ):
                continue
        else:
            # All placements on the cell have been tried: it stays empty, and this level is done.
            taken[level, cell] = True
            taken[level + 1, cell] = True
            empty[level + 1] += 1
        level += 1
    return found


@kernel
def _way(problem, alive, cell, dice):
    """Return a placement on a cell, the first or any; -1 if there is none."""
    over, begin, end = problem.over[cell], problem.span[cell, 0], problem.span[cell, 1]
    if dice.size == 0:
        _, placement = some(alive, over, begin, end, 1)
        return placement
    number, placement = some(alive, over, begin, end, alive.size * 64)
    left = roll(dice, number) if number > 1 else 0
    for word in range(begin, end):
        both = alive[word] & over[word]
        while both != np.uint64(0):
            if left == 0:
                return word * 64 + np.int64(lowest_one(both))
            both &= both - np.uint64(1)
            left -= 1
    return placement


@kernel
def _narrowest(problem, alive, covered, may_stay):
    """Return the open cell with the fewest ways, and their number; -1 if no cell is open."""
    least = 1 << 30
    best = -1
    for cell in range(covered.size):
        if not covered[cell]:
            stay = 1 if may_stay and problem.optional[cell] else 0
            over = problem.over[cell]
            number, _ = some(alive, over, problem.span[cell, 0], problem.span[cell, 1], least)
            if number + stay < least:
                least = number + stay
                best = cell
                if least == 0:
                    break
    return best, least


@kernel
def _restrict(problem, alive, covered, used, placement):
    """Remove what would break a sum after a placement; return False if the placement breaks one."""
    for place in range(problem.term[placement], problem.term[placement + 1]):
        number = problem.sum[place]
        total = used[problem.least.size + number]
        colored = problem.colored[number]
        room = problem.ceiling[number] - total
        if (colored and total < 0) or (not colored and room < 0):
            return False
        for row in range(problem.row[number], problem.row[number + 1]):
            cell = problem.cell[row]
            if covered[cell]:
                continue
            for level in range(problem.level[row], problem.level[row + 1]):
                value = problem.value[level]
                if (colored and value != total) or (not colored and value > room):
                    shown = problem.shown[level]
                    for word in range(problem.span[cell, 0], problem.span[cell, 1]):
                        alive[word] &= ~shown[word]
    return True


@kernel
def _complete(problem, used):
    """Return True if every piece has its least number of copies, and every sum is large enough."""
    enough = True
    for piece in range(problem.least.size):
        enough = enough and used[piece] >= problem.least[piece]
    for number in range(problem.floor.size):
        large = used[problem.least.size + number] >= problem.floor[number]
        enough = enough and (problem.colored[number] or large)
    return enough


@kernel
def _hopeless(problem, regions, alive, covered, used, gaps):
    """Return True if a piece has too few places left, or an open region cannot be filled."""
    for piece in range(problem.least.size):
        need = problem.least[piece] - used[piece]
        if need > 0:
            number, _ = some(alive, problem.own[piece], 0, alive.size, need)
            if number < need:
                return True
    if _out_of_reach(problem, alive, covered, used):
        return True
    return gaps <= regions.empty and misfit(regions, covered, used) > 0


@kernel
def _out_of_reach(problem, alive, covered, used):
    """Return True if a sum cannot come between its bounds any more, each open cell by itself."""
    for number in range(problem.floor.size):
        if problem.colored[number]:
            continue
        low = used[problem.least.size + number]
        high = low
        for row in range(problem.row[number], problem.row[number + 1]):
            cell = problem.cell[row]
            if covered[cell]:
                continue
            smallest = -1
            largest = 0
            for level in range(problem.level[row], problem.level[row + 1]):
                shown = problem.shown[level]
                there, _ = some(alive, shown, problem.span[cell, 0], problem.span[cell, 1], 1)
                if there:
                    largest = problem.value[level]
                    if smallest < 0:
                        smallest = largest
                    if problem.floor[number] <= low:
                        # The largest does not matter.
                        break
            # A cell that may stay empty adds nothing.
            if smallest > 0 and not problem.optional[cell]:
                low += smallest
            high += largest
        if low > problem.ceiling[number] or high < problem.floor[number]:
            return True
    return False
