"""Conditions on the numbers of regions: join regions and weaken conditions, in random order, while
there is one solution.

Unchecked: called by `tilewright.puzzles.making`.

Legend (as in `tilewright.kernels.deduction.making`)

code        (p, z)   int32  1 more than the number on each cell of a placement
labels      (a,)     int32  1 more than the number of each cell
pairs       (e, 2)   int64  the pairs of neighbors, then each cell twice, written by the first call
region      (a,)     int64  the region of each cell, called by its first cell
about       (a, 2)   int64  the condition of each region, and its number
taken       (e, 4)   int64  the changes: the joint region and the other one (the same, if only its
                            condition changed), its condition and number
where       (3,)     int64  the next pair, how many changes there are, and how many conditions
"""

from __future__ import annotations

import numpy as np

from ..library import kernel
from .chance import roll, shuffle
from .finish import complete
from .making import all_of
from .steps import SUMS, DeductionTables
from .tables import SumTables, lay_sums

#: The conditions of a region.
NOTHING, SUM, MORE, LESS, EQUAL, UNEQUAL = range(6)

#: Most cells of a region with a sum, and of one with equal numbers.
_LARGEST, _LARGEST_EQUAL = 4, 6
#: The numbers of dominoes.
_DIGITS = 10


@kernel
def join(problem, regions, code, labels, pairs, region, about, taken, where, enough, dice, budget):
    """Try to change one region while there are more than `enough` conditions; return False at the
    end.
    """
    if where[2] == 0:
        _begin(regions, labels, pairs, region, about, dice)
        where[2] = labels.size
    wanted = np.zeros((2, 2), np.int64)
    while where[0] < pairs.shape[0] and where[2] > enough:
        one, two = region[pairs[where[0], 0]], region[pairs[where[0], 1]]
        is_pair = pairs[where[0], 0] != pairs[where[0], 1]
        here = pairs[where[0], 0]
        where[0] += 1
        if one == two and (is_pair or one != here or about[one, 0] == NOTHING):
            continue
        first, other = min(one, two), max(one, two)
        if is_pair:
            count = _list_conditions(labels, region, first, other, wanted, dice)
        else:
            count = _list_weaker(about[one], wanted, dice)
        before, said = region.copy(), about.copy()
        for number in range(count):
            for cell in range(region.size):
                if region[cell] == other:
                    region[cell] = first
            about[other, 0] = NOTHING
            about[first, 0] = wanted[number, 0]
            about[first, 1] = wanted[number, 1]
            if _holds(problem, regions, code, region, about, budget):
                taken[where[1], 0] = first
                taken[where[1], 1] = other
                taken[where[1], 2] = wanted[number, 0]
                taken[where[1], 3] = wanted[number, 1]
                where[1] += 1
                where[2] = 0
                for cell in range(region.size):
                    where[2] += about[cell, 0] != NOTHING
                break
            region[:] = before
            about[:] = said
        return True
    return False


@kernel
def _begin(regions, labels, pairs, region, about, dice):
    """Make each cell a region with its number, and put the pairs in order: equal numbers first."""
    size = labels.size
    every = np.zeros((pairs.shape[0] - size, 2), np.int64)
    count = 0
    for cell in range(size):
        region[cell] = cell
        about[cell, 0] = SUM
        about[cell, 1] = labels[cell] - 1
        for side in range(regions.neighbor.shape[1]):
            if regions.neighbor[cell, side] > cell:
                every[count, 0] = cell
                every[count, 1] = regions.neighbor[cell, side]
                count += 1
    order = np.arange(count)
    shuffle(dice, order)
    place = 0
    for unequal in range(2):
        for number in order:
            one, other = every[number, 0], every[number, 1]
            if (labels[one] != labels[other]) == (unequal == 1):
                pairs[place, 0] = one
                pairs[place, 1] = other
                place += 1
    order = np.arange(size)
    shuffle(dice, order)
    for cell in order:
        pairs[place, 0] = cell
        pairs[place, 1] = cell
        place += 1


@kernel
def _list_conditions(labels, region, first, other, wanted, dice):
    """Write the conditions to try for two regions together; return how many there are."""
    size = 0
    total = 0
    shown = np.zeros(_DIGITS + 1, np.int64)
    for cell in range(labels.size):
        if region[cell] == first or region[cell] == other:
            size += 1
            total += labels[cell] - 1
            shown[labels[cell]] += 1
    kinds = 0
    for number in shown:
        kinds += number > 0
    if kinds == 1:
        wanted[0, 0] = EQUAL
        wanted[0, 1] = 0
        return 1 if size <= _LARGEST_EQUAL else 0
    if size > _LARGEST:
        return 0
    place = 0
    count = 1
    if size > 2 and kinds == size:
        count = 2
        place = roll(dice, 2)
        wanted[1 - place, 0] = UNEQUAL
        wanted[1 - place, 1] = 0
    wanted[place, 0] = SUM
    wanted[place, 1] = total
    return count


@kernel
def _list_weaker(said, wanted, dice):
    """Write the conditions to try instead of one that says more; return how many there are: none at
    all, and after a sum a bound near it.
    """
    wanted[0, 0] = NOTHING
    wanted[0, 1] = 0
    if said[0] != SUM:
        return 1
    near = 1 + roll(dice, 2)
    less = roll(dice, 2) == 1 or said[1] < near
    wanted[1, 0] = LESS if less else MORE
    wanted[1, 1] = said[1] + near if less else said[1] - near
    return 2


@kernel
def _holds(problem, regions, code, region, about, budget):
    """Return True if the conditions of regions have one solution."""
    area = region.size
    every = np.ones(problem.piece.size, np.bool_)
    terms = 0
    sums = 0
    # The first time, the terms are only counted.
    demand = np.zeros((0, 4), np.int64)
    bounds = np.zeros((0, 3), np.int64)
    for writing in range(2):
        if writing == 1:
            demand = np.zeros((terms, 4), np.int64)
            bounds = np.zeros((sums, 3), np.int64)
        terms = 0
        sums = 0
        for number in range(area):
            kind = about[number, 0]
            for digit in range(_DIGITS if kind == UNEQUAL else min(kind, 1)):
                if writing == 1:
                    _bound(about[number], bounds[sums])
                before = terms
                for placement in range(problem.piece.size):
                    if problem.most[problem.piece[placement]] == 0:
                        continue
                    begin, end = problem.start[placement], problem.start[placement + 1]
                    low = 1 << 30
                    high = -1
                    for place in range(begin, end):
                        if region[problem.item[place]] == number:
                            low = min(low, code[placement, place - begin])
                            high = max(high, code[placement, place - begin])
                    if high < 0:
                        continue
                    if kind == EQUAL and low != high:
                        every[placement] = False
                        continue
                    for place in range(begin, end):
                        cell = problem.item[place]
                        shown = code[placement, place - begin]
                        if region[cell] != number or (kind == UNEQUAL and shown != digit + 1):
                            continue
                        if writing == 1:
                            demand[terms, 0] = sums
                            demand[terms, 1] = placement
                            demand[terms, 2] = cell
                            demand[terms, 3] = shown if kind == EQUAL else shown - 1
                            if kind == UNEQUAL:
                                demand[terms, 3] = 1
                        terms += 1
                if kind != UNEQUAL or terms > before:
                    sums += 1
    ruled = _with_sums(problem, demand, bounds)
    alive = all_of(ruled, every)
    covered = np.zeros(area, np.bool_)
    used = np.zeros(problem.least.size + sums, np.int64)
    rows = np.empty((2, area), np.int32)
    full = np.zeros(2, np.int64)
    in_order = np.empty(0, np.uint64)
    return complete(ruled, regions, alive, covered, used, full, rows, budget, in_order) == 1


@kernel
def _bound(said, bound):
    """Write the least and the most (-1 for no bound) of a condition, and whether it is colored."""
    kind, number = said[0], said[1]
    bound[0] = number if kind == SUM else number + 1 if kind == MORE else 0
    bound[1] = number if kind == SUM else number - 1 if kind == LESS else -1
    if kind == UNEQUAL:
        bound[1] = 1
    bound[2] = 1 if kind == EQUAL else 0


@kernel
def _with_sums(problem, demand, bounds):
    """Return a problem with sums."""
    sizes = np.zeros(4, np.int64)
    count = bounds.shape[0]
    words = problem.over.shape[1]
    sums = _no_sums(problem.piece.size, count, words, sizes)
    lay_sums(problem.start, problem.item, problem.over, demand, bounds, sums, sizes)
    sums = _no_sums(problem.piece.size, count, words, sizes)
    lay_sums(problem.start, problem.item, problem.over, demand, bounds, sums, sizes)
    return DeductionTables(*problem[:SUMS], *sums[:])


@kernel
def _no_sums(placements, number, words, sizes):
    """Return room for sums: how many terms, rows, levels and entries."""
    count, rows, levels, entries = sizes[0], sizes[1], sizes[2], sizes[3]
    return SumTables(
        np.zeros(placements + 1, np.int64),
        np.empty(count, np.int32),
        np.empty(count, np.int64),
        np.empty(number, np.int64),
        np.empty(number, np.int64),
        np.empty(number, np.bool_),
        np.empty(number, np.bool_),
        np.zeros(number + 1, np.int64),
        np.empty(rows, np.int32),
        np.zeros(rows + 1, np.int64),
        np.empty(levels, np.int64),
        np.zeros((levels, words), np.uint64),
        np.zeros(number + 1, np.int64),
        np.empty((entries, 3), np.int64),
        np.zeros(rows, np.int64),
        np.zeros(rows, np.int64),
    )
