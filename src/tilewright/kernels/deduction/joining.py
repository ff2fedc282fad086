"""Conditions on the numbers of regions: divide a board, join its cells to these regions as long as
the conditions have one solution, and weaken them in random order while they do.

Unchecked: called by `tilewright.puzzles.making`.

Legend (as in `tilewright.kernels.deduction.making` and `climb`; k = pieces, e = changes)

code        (p, z)   int32  1 more than the number on each cell of a placement
tiling      (a,)     int32  its placements, ascending, -1 padded
copies      (k,)     int64  its copies of each piece
target      (a,)     int64  the region of each cell as it is wanted, called by its first cell
region      (a,)     int64  the region of each cell as it is, each cell by itself at first
about       (a, 2)   int64  the condition of each region, and its number
order       (e, 2)   int64  the changes to try: two cells whose regions are joined, or the first
                            cell of a region twice to weaken its condition
taken       (e, 4)   int64  the changes: the joint region and the other one (the same, if only its
                            condition changed), its condition and number
where       (3,)     int64  the next change to try, how many were taken, and how many there are;
                            0 at first
room        (4,)     int64  how many more cells may have no condition, and how many more conditions
                            may become a bound, equal numbers or different ones
"""

from __future__ import annotations

import numpy as np

from ..library import kernel
from .chance import roll, shuffle
from .climb import alike, any_of, differing, exchange
from .finish import complete
from .making import all_of, labels_of, length, part_of, sort_tiles
from .steps import COPIES, OTHERS, SUMS, DeductionTables, copied
from .tables import SumTables, lay_sums

#: The conditions of a region.
NOTHING, SUM, MORE, LESS, EQUAL, UNEQUAL = range(6)
#: What there is room for: cells without a condition, bounds, and equal or different numbers.
FREE, BOUNDED, SAME, DIFFERENT = range(4)

#: Most cells of a region.
_LARGEST = 5
#: The numbers of dominoes.
_DIGITS = 10
#: Of 100 regions, those that are to have at most so many cells.
_TWO, _THREE, _FOUR = 45, 80, 95
#: Parts of a bit in which information is measured, and what a domino inside a region costs.
_BIT, _INSIDE = 16, 160
#: Most solutions that are counted, and changes of dominoes for each change of regions.
_SOLUTIONS, _CHANGES = 8, 12


@kernel
def divide(problem, regions, code, tiling, region, dice):
    """Divide the board into regions of two to five cells, and single cells where that fails.

    A domino with different numbers has its cells in two regions, and no two dominoes in the same
    two: else they could be turned or exchanged.
    """
    area = region.size
    mate = np.empty(area, np.int64)
    double = np.zeros(area, np.bool_)
    for each in range(length(tiling)):
        begin = problem.start[tiling[each]]
        one, two = problem.item[begin], problem.item[begin + 1]
        mate[one] = two
        mate[two] = one
        double[one] = code[tiling[each], 0] == code[tiling[each], 1]
        double[two] = double[one]
    region[:] = -1
    while True:
        start = _loneliest(regions, region, dice)
        if start < 0:
            break
        region[start] = start
        chance = roll(dice, 100)
        wanted = 2 + (chance >= _TWO) + (chance >= _THREE) + (chance >= _FOUR)
        size = 1
        while size < wanted:
            cell = _next_cell(regions, mate, double, region, start, dice)
            if cell < 0:
                break
            region[cell] = start
            size += 1
        if size == 1:
            _attach(regions, mate, double, region, start, dice)
    first = np.full(area, -1, np.int64)
    for cell in range(area):
        if first[region[cell]] < 0:
            first[region[cell]] = cell
        region[cell] = first[region[cell]]


@kernel
def _loneliest(regions, region, dice):
    """Return one of the cells without a region that have the fewest such neighbors; -1 if there is
    none.
    """
    best = -1
    least = 1 << 30
    count = 0
    for cell in range(region.size):
        if region[cell] >= 0:
            continue
        beside = 0
        for side in range(regions.neighbor.shape[1]):
            other = regions.neighbor[cell, side]
            beside += other >= 0 and region[other] < 0
        if beside < least:
            least = beside
            count = 0
        if beside == least:
            count += 1
            if roll(dice, count) == 0:
                best = cell
    return best


@kernel
def _fits(mate, double, region, number, cell):
    """Return True if a cell may join a region."""
    if region[mate[cell]] == number:
        return double[cell]
    for other in range(region.size):
        if (
            region[other] == number
            and region[mate[cell]] >= 0
            and region[mate[other]] == region[mate[cell]]
        ):
            return False
    return True


@kernel
def _next_cell(regions, mate, double, region, number, dice):
    """Return a cell without a region that may join one; -1 if there is none."""
    found = -1
    count = 0
    for cell in range(region.size):
        if region[cell] >= 0:
            continue
        beside = False
        for side in range(regions.neighbor.shape[1]):
            other = regions.neighbor[cell, side]
            beside = beside or (other >= 0 and region[other] == number)
        if beside and _fits(mate, double, region, number, cell):
            count += 1
            if roll(dice, count) == 0:
                found = cell
    return found


@kernel
def _attach(regions, mate, double, region, cell, dice):
    """Give a single cell to the smallest region beside it that it may join."""
    best = -1
    least = _LARGEST
    region[cell] = -1
    for side in range(regions.neighbor.shape[1]):
        other = regions.neighbor[cell, side]
        if other < 0 or region[other] < 0:
            continue
        number = region[other]
        size = 0
        for each in range(region.size):
            size += region[each] == number
        if size < least and _fits(mate, double, region, number, cell):
            least = size
            best = number
    region[cell] = best if best >= 0 else cell


@kernel
def _sizes(region):
    """Return the number of cells of each region."""
    sizes = np.zeros(region.size, np.int64)
    for number in region:
        sizes[number] += 1
    return sizes


@kernel
def _describe(labels, region, about):
    """Write the condition of each region that says most: equal numbers, or their sum."""
    about[:] = 0
    low = np.full(region.size, _DIGITS, np.int64)
    high = np.full(region.size, -1, np.int64)
    size = np.zeros(region.size, np.int64)
    for cell in range(region.size):
        number = region[cell]
        digit = labels[cell] - 1
        low[number] = min(low[number], digit)
        high[number] = max(high[number], digit)
        size[number] += 1
        about[number, 1] += digit
    for number in range(region.size):
        if size[number] > 1 and low[number] == high[number] and low[number] > 0:
            about[number, 0] = EQUAL
            about[number, 1] = 0
        elif size[number] > 0:
            about[number, 0] = SUM


@kernel
def _bits(number):
    """Return the logarithm of a number to base 2, in parts of a bit."""
    whole = 0
    while number >> (whole + 1):
        whole += 1
    return _BIT * whole + (_BIT * (number - (1 << whole)) >> whole)


@kernel
def _list_sums(top):
    """Return the logarithm of the number of ways to make each sum of some numbers up to `top`."""
    ways = np.zeros((_LARGEST + 1, _LARGEST * top + 1), np.int64)
    ways[0, 0] = 1
    for size in range(_LARGEST):
        for total in range(size * top + 1):
            for digit in range(top + 1):
                ways[size + 1, total + digit] += ways[size, total]
    for size in range(_LARGEST + 1):
        for total in range(size * top + 1):
            ways[size, total] = _bits(ways[size, total])
    return ways


@kernel
def _rate(problem, code, tiling, region, each, ways):
    """Return how much the conditions of regions leave open, in parts of a bit, and the dominoes
    that can be turned.
    """
    area = region.size
    about = np.empty((area, 2), np.int64)
    _describe(labels_of(problem, code, tiling, area), region, about)
    size = _sizes(region)
    open_ = 0
    for number in range(area):
        if about[number, 0] == EQUAL:
            open_ += each
        elif about[number, 0] == SUM:
            open_ += ways[size[number], about[number, 1]]
    for tile in range(length(tiling)):
        begin = problem.start[tiling[tile]]
        if code[tiling[tile], 0] != code[tiling[tile], 1]:
            inside = region[problem.item[begin]] == region[problem.item[begin + 1]]
            open_ += _INSIDE if inside else _BIT
    return open_


@kernel
def _change(problem, home, kinds, tiling, copies, tile, dice):
    """Let a tile show something else; return False if nothing changes."""
    before = tiling[tile]
    after = alike(problem, home, kinds, before, -1, dice)
    old, new = problem.piece[before], problem.piece[after]
    if old != new and (copies[new] >= problem.most[new] or copies[old] <= problem.least[old]):
        return exchange(problem, home, kinds, tiling, tile, dice)
    copies[old] -= 1
    copies[new] += 1
    tiling[tile] = after
    sort_tiles(tiling)
    return before != after


@kernel
def _measure(problem, code):
    """Return the information in each number of a domino, and in each sum of some."""
    top = 0
    for placement in range(problem.piece.size):
        top = max(top, code[placement, 0] - 1, code[placement, 1] - 1)
    return _bits(top + 1), _list_sums(top)


@kernel
def tune(problem, code, home, kinds, tiling, copies, target, spare, dice, rounds):
    """Change dominoes, at most this number of times, until the conditions of regions leave open as
    much as the list of dominoes says, and `spare` parts of a bit for each cell.
    """
    area = target.size
    count = length(tiling)
    each, ways = _measure(problem, code)
    goal = area * (each + spare)
    for number in range(2, count + 1):
        goal -= _bits(number)
    changed = np.empty(area, np.int32)
    used = np.empty(copies.size, np.int64)
    best = _rate(problem, code, tiling, target, each, ways)
    for _ in range(rounds):
        if best <= goal:
            break
        copied(changed, tiling)
        copied(used, copies)
        if _change(problem, home, kinds, changed, used, roll(dice, count), dice):
            open_ = _rate(problem, code, changed, target, each, ways)
            if open_ <= best:
                best = open_
                copied(tiling, changed)
                copied(copies, used)


@kernel
def grow(
    problem, regions, code, home, kinds, tiling, copies, target, region, about, order, where, dice,
    budget,
):  # fmt: skip
    """Join two cells of a wanted region, perhaps with other dominoes, if there is one solution
    then; return False at the end. If even the numbers of all cells have several, nothing is taken.
    """
    area = region.size
    begins = where[1] == 0
    joint = np.arange(area)
    if begins:
        where[2] = _list_pairs(regions, target, order, dice)
    elif where[0] == where[2]:
        return False
    else:
        one, two = region[order[where[0], 0]], region[order[where[0], 1]]
        where[0] += 1
        several = False
        for cell in range(area):
            number = region[cell]
            here = number in (one, two)
            several = several or (here and number != cell)
            joint[cell] = min(one, two) if here else number
        # Single cells are joined first.
        if one == two or (several and where[0] <= where[2] // 3):
            return True
    changed, used = tiling.copy(), copies.copy()
    fixed = _repair(
        problem, regions, code, home, kinds, changed, used, target, joint, about, dice, budget
    )
    if fixed:
        copied(tiling, changed)
        copied(copies, used)
        copied(region, joint)
        where[1] += 1
    _describe(labels_of(problem, code, tiling, area), region, about)
    return fixed or not begins


@kernel
def _list_pairs(regions, target, order, dice):
    """List the pairs of cells of wanted regions, three times in random order; return their
    number.
    """
    place = 0
    for _ in range(3):
        begin = place
        for cell in range(target.size):
            for side in range(regions.neighbor.shape[1]):
                other = regions.neighbor[cell, side]
                if other > cell and target[other] == target[cell]:
                    order[place, 0] = cell
                    order[place, 1] = other
                    place += 1
        _mix(order, begin, place, dice)
    return place


@kernel
def _repair(
    problem, regions, code, home, kinds, tiling, copies, target, region, about, dice, budget
):
    """Change dominoes as long as the conditions have several solutions and a change leaves no more;
    return True if they have one in the end.
    """
    area = region.size
    each, ways = _measure(problem, code)
    rows = np.empty((_SOLUTIONS, area), np.int32)
    others = np.empty((_SOLUTIONS, area), np.int32)
    changed = np.empty(area, np.int32)
    used = np.empty(copies.size, np.int64)
    best = _rate(problem, code, tiling, target, each, ways)
    _describe(labels_of(problem, code, tiling, area), region, about)
    found = _search(problem, regions, code, copies, region, about, rows, budget)
    for _ in range(_CHANGES):
        if found == 1:
            break
        differ = differing(problem, home, tiling, rows, found, dice)
        copied(changed, tiling)
        copied(used, copies)
        if not _change(problem, home, kinds, changed, used, any_of(differ, dice), dice):
            continue
        open_ = _rate(problem, code, changed, target, each, ways)
        if open_ > best + _BIT:
            continue
        _describe(labels_of(problem, code, changed, area), region, about)
        fewer = _search(problem, regions, code, used, region, about, others, budget)
        # Too long a search counts as the most solutions.
        if fewer >= 0 and (found < 0 or fewer <= found):
            found = fewer
            best = min(best, open_)
            copied(tiling, changed)
            copied(copies, used)
            rows, others = others, rows
    return found == 1


@kernel
def loosen(
    problem, regions, code, tiling, copies, region, about, order, taken, where, room, dice, budget
):
    """Try the next change of regions or conditions; return False at the end."""
    if where[2] == 0:
        where[2] = _list_changes(regions, region, order, dice)
    if where[0] == where[2]:
        return False
    one, two = order[where[0], 0], order[where[0], 1]
    joined = one != two
    first, other = region[one], region[two]
    where[0] += 1
    # Regions are called by their first cells: this one has become a part of another.
    if joined == (first == other) or (not joined and first != one):
        return True
    labels = labels_of(problem, code, tiling, region.size)
    first, other = min(first, other), max(first, other)
    wanted = np.zeros((3, 2), np.int64)
    size = 0
    if joined:
        count = _list_joint(labels, region, first, other, wanted)
    else:
        size = _sizes(region)[first]
        count = _list_weaker(labels, region, first, size, about[first], room, wanted, dice)
    before, said = region.copy(), about.copy()
    for number in range(count):
        for cell in range(region.size):
            if region[cell] == other:
                region[cell] = first
        about[other, 0] = NOTHING
        about[first, 0] = wanted[number, 0]
        about[first, 1] = wanted[number, 1]
        rows = np.empty((2, region.size), np.int32)
        if _search(problem, regions, code, copies, region, about, rows, budget) == 1:
            taken[where[1], 0] = first
            taken[where[1], 1] = other
            taken[where[1], 2] = wanted[number, 0]
            taken[where[1], 3] = wanted[number, 1]
            where[1] += 1
            kind = wanted[number, 0]
            if kind == NOTHING:
                room[FREE] -= size
            elif kind in (MORE, LESS):
                room[BOUNDED] -= 1
            elif not joined:
                room[SAME if kind == EQUAL else DIFFERENT] -= 1
            break
        region[:] = before
        about[:] = said
    return True


@kernel
def _list_changes(regions, region, order, dice):
    """List the changes: single cells are joined to others, then conditions weakened, those of
    single cells first. Return their number.
    """
    size = _sizes(region)
    place = 0
    for cell in range(region.size):
        for side in range(regions.neighbor.shape[1]):
            other = regions.neighbor[cell, side]
            if other >= 0 and size[region[cell]] == 1 and size[region[other]] < _LARGEST:
                order[place, 0] = cell
                order[place, 1] = other
                place += 1
    _mix(order, 0, place, dice)
    for singles in (True, False):
        begin = place
        for number in range(region.size):
            if size[number] and (size[number] == 1) == singles:
                order[place, 0] = number
                order[place, 1] = number
                place += 1
        _mix(order, begin, place, dice)
    return place


@kernel
def _mix(order, begin, end, dice):
    """Put some changes in random order."""
    before = order[begin:end].copy()
    places = np.arange(end - begin)
    shuffle(dice, places)
    for each in range(end - begin):
        order[begin + each] = before[places[each]]


@kernel
def _list_joint(labels, region, first, other, wanted):
    """Write the condition of two regions together; return how many there are."""
    size = 0
    total = 0
    low = _DIGITS + 1
    high = 0
    for cell in range(labels.size):
        if region[cell] == first or region[cell] == other:
            size += 1
            total += labels[cell] - 1
            low = min(low, labels[cell])
            high = max(high, labels[cell])
    if size > _LARGEST:
        return 0
    wanted[0, 0] = EQUAL if low == high and low > 1 else SUM
    wanted[0, 1] = total if wanted[0, 0] == SUM else 0
    return 1


@kernel
def _list_weaker(labels, region, number, size, said, room, wanted, dice):
    """Write the conditions to try instead of one that says more, those that say least first; return
    how many there are.
    """
    count = 0
    if said[0] != NOTHING and size <= room[FREE]:
        wanted[count, 0] = NOTHING
        count += 1
    if said[0] != SUM:
        return count
    shown = np.zeros(_DIGITS + 1, np.int64)
    for cell in range(labels.size):
        if region[cell] == number:
            shown[labels[cell]] += 1
    kinds = 0
    for digit in shown:
        kinds += digit > 0
    if size > 1 and kinds == 1 and room[SAME] > 0:
        wanted[count, 0] = EQUAL
        count += 1
    elif size > 1 and kinds == size and room[DIFFERENT] > 0:
        wanted[count, 0] = UNEQUAL
        count += 1
    if room[BOUNDED] > 0:
        near = 1 + roll(dice, 2)
        less = roll(dice, 2) == 1 or said[1] < near
        wanted[count, 0] = LESS if less else MORE
        wanted[count, 1] = said[1] + near if less else said[1] - near
        count += 1
    return count


@kernel
def _search(problem, regions, code, copies, region, about, rows, budget):
    """Write the solutions of conditions; return their number, or -1 after `budget` placements."""
    area = region.size
    number = _list_fitting(problem, code, copies, region, about)
    few = part_of(problem, number, area)
    # A new array is one that kernels may write to, whatever `copies` is: all is compiled once.
    exact = copies.copy()
    few = DeductionTables(*few[:COPIES], exact, exact, *few[OTHERS:])
    ruled = _with_conditions(few, code[number], region, about)
    alive = all_of(ruled, np.ones(number.size, np.bool_))
    covered = np.zeros(area, np.bool_)
    used = np.zeros(ruled.least.size + ruled.floor.size, np.int64)
    full = np.zeros(2, np.int64)
    in_order = np.empty(0, np.uint64)
    found = complete(ruled, regions, alive, covered, used, full, rows, budget, in_order)
    for row in range(found):
        for each in range(length(rows[row])):
            rows[row, each] = number[rows[row, each]]
    return found


@kernel
def _list_fitting(problem, code, copies, region, about):
    """Return the placements that no condition excludes by itself."""
    size = _sizes(region)
    there = np.zeros(_DIGITS, np.int64)
    top = 0
    seen = np.zeros(copies.size, np.bool_)
    for placement in range(problem.piece.size):
        piece = problem.piece[placement]
        if copies[piece] and not seen[piece]:
            seen[piece] = True
            for place in range(2):
                digit = code[placement, place] - 1
                there[digit] += copies[piece]
                top = max(top, digit)
    found = np.empty(problem.piece.size, np.int64)
    count = 0
    for placement in range(problem.piece.size):
        if copies[problem.piece[placement]] == 0:
            continue
        begin = problem.start[placement]
        one, two = region[problem.item[begin]], region[problem.item[begin + 1]]
        first, second = code[placement, 0] - 1, code[placement, 1] - 1
        if one == two:
            fine = _may_show(about[one], first + second, 2, size[one], top)
            if about[one, 0] == EQUAL:
                fine = first == second and there[first] >= size[one]
            elif about[one, 0] == UNEQUAL:
                fine = first != second
        else:
            fine = _may_show(about[one], first, 1, size[one], top)
            fine = fine and _may_show(about[two], second, 1, size[two], top)
            if about[one, 0] == EQUAL:
                fine = fine and there[first] >= size[one]
            if about[two, 0] == EQUAL:
                fine = fine and there[second] >= size[two]
        if fine:
            found[count] = placement
            count += 1
    return found[:count].copy()


@kernel
def _may_show(said, total, cells, size, top):
    """Return True if some cells of a region may add up to a total."""
    bound = np.empty(3, np.int64)
    _bound(said, bound)
    enough = total + top * (size - cells) >= bound[0]
    return said[0] > LESS or (enough and (bound[1] < 0 or total <= bound[1]))


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
def _with_conditions(problem, code, region, about):
    """Return a problem of dominoes with the sums that conditions demand; different numbers are a
    sum for each number.
    """
    area = region.size
    first = np.full(area + 1, -1, np.int64)
    sums = 0
    for number in range(area):
        if about[number, 0] != NOTHING:
            first[number] = sums
            sums += _DIGITS if about[number, 0] == UNEQUAL else 1
    bounds = np.empty((sums, 3), np.int64)
    count = np.zeros(sums + 1, np.int64)
    for number in range(area):
        if first[number] >= 0:
            for each in range(_DIGITS if about[number, 0] == UNEQUAL else 1):
                _bound(about[number], bounds[first[number] + each])
    # The first time, the terms are only counted. They are sorted by sum, then by placement.
    demand = np.empty((0, 4), np.int64)
    for step in range(2):
        if step == 1:
            for number in range(sums):
                count[number + 1] += count[number]
            demand = np.empty((count[sums], 4), np.int64)
        for placement in range(problem.piece.size):
            begin = problem.start[placement]
            for place in range(2):
                cell = problem.item[begin + place]
                number = region[cell]
                if first[number] < 0:
                    continue
                digit = code[placement, place] - 1
                kind = about[number, 0]
                row = first[number] + (digit if kind == UNEQUAL else 0)
                if step == 0:
                    count[row + 1] += 1
                    continue
                weight = 1 if kind == UNEQUAL else digit + 1 if kind == EQUAL else digit
                demand[count[row], 0] = row
                demand[count[row], 1] = placement
                demand[count[row], 2] = cell
                demand[count[row], 3] = weight
                count[row] += 1
    return _with_sums(problem, demand, bounds)


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
