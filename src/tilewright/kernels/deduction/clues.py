"""Find the clue of a placement that follows: the regions whose numbers exclude others, and what the
placement is found by.

A region *tells* of a placement if that has a number at one of its cells that is not left there. If
all open cells have the same numbers left, it tells of all of them, and otherwise of one.

Legend (p = placements, v = words of p bits, a = cells, m = sums, t = regions that are told)
clue        (a,)    bool   the cells with a number, letter or mark; none if all cells have one
telling     (m,)    bool   the sums that are about the numbers of a region
told        (t, 16) int64  the regions, see the columns below
rivals      (v,)    uint64 placements that fail; those that a region tells of are removed
bad, seen   (v,)    uint64 work space

The problem and the position are those of `tilewright.kernels.deduction.steps`.
"""

from __future__ import annotations

import numpy as np

from ..bits import count_ones
from ..library import kernel
from .sums import EXCLUDED, narrow_one

#: Columns of `told`: the number of the sum; the cell that is told of, -1 for all open cells; how
#: many cells are open; the sum so far, or the color; how many numbers are left, and the first one.
NUMBER, AT, OPEN, SO_FAR, VALUES, VALUE = range(6)
#: What a placement is found by: a cell; the clue of the cell, or one elsewhere in the placement;
#: the area that it fills; the region of the cell; the only free side of the cell; its piece.
BY_CELL, BY_CLUE, BY_REACH, BY_AREA, BY_REGION, BY_SIDE, BY_PIECE = range(7)


@kernel
def read_regions(problem, first, covered, used, telling, where, told, rivals, bad, seen, what):
    """Write the regions that tell of rivals, as many as `told` has rows; return their number.

    The region of the cell `where` comes first, then the one that tells of the most.
    """
    number = 0
    while number < told.shape[0]:
        best = -1
        most = 0
        for each in range(telling.size):
            if not telling[each] or (number and told[0, NUMBER] == each):
                continue
            count = _read(
                problem, first, covered, used, each, told[number], rivals, bad, seen, what
            )
            if count and _has_cell(problem, each, where):
                count = rivals.size * 64
            if count > most:
                most = count
                best = each
        if best < 0:
            break
        _read(problem, first, covered, used, best, told[number], rivals, bad, seen, what)
        for word in range(rivals.size):
            rivals[word] &= ~seen[word]
        number += 1
    return number


@kernel
def _has_cell(problem, number, cell):
    """Return True if a cell is in a region."""
    for row in range(problem.row[number], problem.row[number + 1]):
        if problem.cell[row] == cell:
            return True
    return False


@kernel
def _read(problem, first, covered, used, number, told, rivals, bad, seen, what):
    """Write what a region tells; return how many rivals it tells of, whose bits are in `seen`."""
    for word in range(bad.size):
        bad[word] = np.uint64(0)
    if narrow_one(problem, first, covered, used, number, bad, what) != EXCLUDED:
        return 0
    begin = problem.row[number]
    end = problem.row[number + 1]
    told[NUMBER] = number
    told[AT] = -1
    told[OPEN] = 0
    told[SO_FAR] = used[problem.least.size + number]
    alike = -1
    count = 0
    for word in range(seen.size):
        seen[word] = np.uint64(0)
    best = -1
    most = 0
    for row in range(begin, end):
        if covered[problem.cell[row]]:
            continue
        told[OPEN] += 1
        if alike < 0:
            alike = row
        elif not _are_alike(problem, first, bad, alike, row):
            alike = end
        excluded = _exclude(problem, first, bad, row, rivals, seen)
        if excluded > most:
            most = excluded
            best = row
    if alike == end:
        # They have different numbers left: one cell is told of.
        for word in range(seen.size):
            seen[word] = np.uint64(0)
        if best >= 0:
            told[AT] = problem.cell[best]
            _exclude(problem, first, bad, best, rivals, seen)
    for word in range(seen.size):
        count += np.int64(count_ones(seen[word]))
    if count:
        _list_values(problem, first, bad, best, told)
    return count


@kernel
def _is_left(problem, first, bad, row, level):
    """Return True if a number is left at a cell."""
    cell = problem.cell[row]
    for word in range(problem.span[cell, 0], problem.span[cell, 1]):
        if first[word] & ~bad[word] & problem.shown[level, word] != np.uint64(0):
            return True
    return False


@kernel
def _are_alike(problem, first, bad, one, other):
    """Return True if two cells have the same numbers left."""
    return _all_left(problem, first, bad, one, other) and _all_left(problem, first, bad, other, one)


@kernel
def _all_left(problem, first, bad, one, other):
    """Return True if all numbers that are left at one cell are left at the other."""
    for level in range(problem.level[one], problem.level[one + 1]):
        if not _is_left(problem, first, bad, one, level):
            continue
        found = False
        for same in range(problem.level[other], problem.level[other + 1]):
            if problem.value[same] == problem.value[level]:
                found = _is_left(problem, first, bad, other, same)
        if not found:
            return False
    return True


@kernel
def _exclude(problem, first, bad, row, rivals, seen):
    """Set the bits of the rivals with a number that is not left at a cell; return how many."""
    count = 0
    for level in range(problem.level[row], problem.level[row + 1]):
        if _is_left(problem, first, bad, row, level):
            continue
        for word in range(rivals.size):
            both = rivals[word] & problem.shown[level, word]
            count += np.int64(count_ones(both))
            seen[word] |= both
    return count


@kernel
def _list_values(problem, first, bad, row, told):
    """Write the numbers that are left at a cell, ascending, as far as there is room."""
    told[VALUES] = 0
    for level in range(problem.level[row], problem.level[row + 1]):
        if _is_left(problem, first, bad, row, level):
            if VALUE + told[VALUES] < told.size:
                told[VALUE + told[VALUES]] = problem.value[level]
            told[VALUES] += 1


@kernel
def found_by(problem, regions, covered, clue, telling, where, placement, what):
    """Return what a placement on a cell is found by; ``what[0]`` is the cell of the clue, the
    region, or the number of free sides.
    """
    cells = problem.item[problem.start[placement] : problem.start[placement + 1]]
    what[0] = where
    if clue[where]:
        return BY_CLUE
    for cell in cells:
        if clue[cell]:
            what[0] = cell
            return BY_REACH
    for number in range(telling.size):
        if telling[number] and _has_cell(problem, number, where):
            what[0] = number
            return BY_REGION
    what[0] = 0
    around = 0
    for cell in cells:
        for side in range(regions.neighbor.shape[1]):
            beside = regions.neighbor[cell, side]
            if beside < 0 or covered[beside] or beside == cell:
                continue
            what[0] += cell == where
            inside = False
            for other in cells:
                inside = inside or other == beside
            around += not inside
    if not around:
        return BY_AREA
    return BY_SIDE if what[0] < 2 else BY_CELL
