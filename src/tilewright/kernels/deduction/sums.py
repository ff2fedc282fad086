"""Bounds of the sums that rules demand, from the placements that may still be chosen.

A sum is split over cells: a placement adds its share at each of its cells. So each open cell adds
at least the smallest and at most the largest share of the placements on it.

Legend (p = placements, v = words of p bits, k = pieces, m = sums, t = terms, r = rows, l = levels,
w = entries of wide placements)

Tables, never written (the last fields of `DeductionTables`):
term        (p + 1,) int64  placement j adds to the sums in sum[term[j]:term[j + 1]]
sum         (t,)     int32
adds        (t,)     int64  what it adds in all; if the sum is colored, its color, at least 1
floor       (m,)     int64  the bounds of each sum
ceiling     (m,)     int64
colored     (m,)     bool   all colors that are used must be the same
local       (m,)     bool   the sum is about its cells, not about a line or the whole board
row         (m + 1,) int64  sum i has a row for each of its cells: row[i]:row[i + 1]
cell        (r,)     int32
level       (r + 1,) int64  row j has levels level[j]:level[j + 1]
value       (l,)     int64  the share, or color, of a level; ascending in a row
shown       (l, v)   uint64 the placements that have this share at the cell
wide        (m + 1,) int64  entries entry[wide[i]:wide[i + 1]] are of the placements with several
                            cells in sum i, those of a placement together
entry       (w, 3)   int64  a placement, a row and its share there

Work space:
lowest      (r,)     int64  the smallest and the largest share at each cell
highest     (r,)     int64

The position is that of `tilewright.kernels.deduction.steps`; behind the copies of k pieces, `used`
has what is chosen of each sum.
"""

from __future__ import annotations

import numpy as np

from ..library import kernel

#: What `narrow` returns: nothing is new, placements would break a sum, a sum cannot be reached.
NOTHING, EXCLUDED, BROKEN = range(3)


@kernel
def narrow(problem, alive, covered, used, number, bad, what):
    """Find the first sum, from a number on, that placements would break, and set their bits.

    The number of the sum is in ``what[0]``; its bounds, if it cannot be reached, are in
    ``what[3:]``.
    """
    for each in range(number, problem.floor.size):
        found = narrow_one(problem, alive, covered, used, each, bad, what)
        if found != NOTHING:
            what[0] = each
            return found
    return NOTHING


@kernel
def narrow_one(problem, alive, covered, used, number, bad, what):
    """Set the bits of the placements that would break one sum."""
    if problem.colored[number]:
        return _narrow_colors(problem, alive, covered, used, number, bad)
    return _narrow_sum(problem, alive, covered, used, number, bad, what)


@kernel
def _meets(problem, alive, cell, level):
    """Return True if a placement of a level may still be chosen."""
    shown = problem.shown[level]
    for word in range(problem.span[cell, 0], problem.span[cell, 1]):
        if alive[word] & shown[word] != np.uint64(0):
            return True
    return False


@kernel
def _mark(problem, alive, cell, level, bad):
    """Set the bits of the placements of a level that may still be chosen; return whether there are
    any.
    """
    shown = problem.shown[level]
    some = False
    for word in range(problem.span[cell, 0], problem.span[cell, 1]):
        both = alive[word] & shown[word]
        if both != np.uint64(0):
            bad[word] |= both
            some = True
    return some


@kernel
def _narrow_sum(problem, alive, covered, used, number, bad, what):
    """Set the bits of the placements that would break a sum."""
    total = used[problem.least.size + number]
    floor = problem.floor[number]
    ceiling = problem.ceiling[number]
    lowest = problem.lowest
    highest = problem.highest
    first = problem.row[number]
    end = problem.row[number + 1]
    lower = total
    upper = total
    for row in range(first, end):
        cell = problem.cell[row]
        lowest[row] = 0
        highest[row] = 0
        if covered[cell]:
            continue
        for level in range(problem.level[row], problem.level[row + 1]):
            if _meets(problem, alive, cell, level):
                if not problem.optional[cell]:
                    lowest[row] = problem.value[level]
                break
        lower += lowest[row]
        # A sum that is large enough already needs no upper bound.
        if total < floor:
            for level in range(problem.level[row + 1] - 1, problem.level[row] - 1, -1):
                if _meets(problem, alive, cell, level):
                    highest[row] = problem.value[level]
                    break
            upper += highest[row]
    if total >= floor:
        upper = floor
    if lower > ceiling or upper < floor:
        what[3] = lower
        what[4] = upper
        return BROKEN
    found = NOTHING
    for row in range(first, end):
        cell = problem.cell[row]
        if covered[cell]:
            continue
        for level in range(problem.level[row], problem.level[row + 1]):
            value = problem.value[level]
            over = lower - lowest[row] + value > ceiling
            under = total < floor and upper - highest[row] + value < floor
            if (over or under) and _mark(problem, alive, cell, level, bad):
                found = EXCLUDED
    at = problem.wide[number]
    while at < problem.wide[number + 1]:
        placement = problem.entry[at, 0]
        low = lower
        high = upper
        while at < problem.wide[number + 1] and problem.entry[at, 0] == placement:
            row = problem.entry[at, 1]
            low += problem.entry[at, 2] - lowest[row]
            high += problem.entry[at, 2] - highest[row]
            at += 1
        if (low > ceiling or (total < floor and high < floor)) and (
            alive[placement >> 6] >> np.uint64(placement & 63)
        ) & np.uint64(1):
            bad[placement >> 6] |= np.uint64(1) << np.uint64(placement & 63)
            found = EXCLUDED
    return found


@kernel
def _narrow_colors(problem, alive, covered, used, number, bad):
    """Set the bits of the placements whose color a sum cannot have at all its cells."""
    fixed = used[problem.least.size + number]
    first = problem.row[number]
    end = problem.row[number + 1]
    found = NOTHING
    if fixed < 0:
        return BROKEN
    for row in range(first, end):
        cell = problem.cell[row]
        if covered[cell]:
            continue
        possible = problem.optional[cell]
        for level in range(problem.level[row], problem.level[row + 1]):
            color = problem.value[level]
            fine = fixed in (0, color)
            for other in range(first, end):
                there = problem.cell[other]
                if fine and other != row and not covered[there] and not problem.optional[there]:
                    fine = False
                    for same in range(problem.level[other], problem.level[other + 1]):
                        if problem.value[same] == color:
                            fine = _meets(problem, alive, there, same)
            if fine:
                possible = possible or _meets(problem, alive, cell, level)
            elif _mark(problem, alive, cell, level, bad):
                found = EXCLUDED
        if not possible:
            return BROKEN
    return found
