"""Exact cover of few items, each exactly or at most once, by copying the remaining options.
Unchecked, like `.search`.

The tree is that of `.search`: the item with the fewest options (the lowest such item), and its
options in order. An option is two machine words with a bit for each item. If options die by the
hundred, copying the living is cheaper than unlinking the others one by one. Most branches leave an
item without options, which a vectorized loop finds before anything is copied. Options are counted
for all items at once, in binary, in words with a bit for each item. Four options are added at a
time: two to the ones, two more to the ones, and the carries of both to the twos.

Functions called for each node are short and have a single exit, so that Numba counts no references
there, which would cost as much as the work.

Legend (p < 2^13 options, n <= 115 items, k levels)
every    (3,)       uint64  the items to cover (others at most once), two words; whether the second
                            word has items
left     (k, 2, p)  uint64  the options left at each level: items 0 to 63; items 64 to 114 and,
                            above them, the option's number
length   (k,)       int64   the number of options left
covered  (k, 2)     uint64  the items of the chosen options
stack    (k, 5)     int32   of each level: branch taken, number of branches, option chosen, item,
                            place in the list
path     (m,)       int32   the branches of the first levels
where    (8,)       int64   see below
found    (c, k)     int32   the options chosen, or with a limit the branches taken, -1 padded
"""

from __future__ import annotations

import numpy as np

from ..bits import lowest_one
from ..library import kernel

#: Numbers in `where`.
LEVEL, PHASE, NODES, STEPS, FOUND, LIMIT = range(6)
#: Numbers in a row of `stack`.
CHILD, DEGREE, OPTION, ITEM, PLACE = range(5)
COLUMNS = 5
#: Phases: enter a level, or take its next branch.
LOOK, TRY = 0, 1
#: Bits of an option's second word below its number.
NUMBER = 51
#: Up to this many options, copying is as fast as checking.
FEW = 24
#: What `advance` returns; the values of `tilewright.solving.search.running.protocol.Status`.
MORE, FULL, DONE = range(3)

U = np.uint64
ZERO, ONE = U(0), U(1)
#: What `_count_options` returns without options.
NOTHING = (ZERO, ZERO, ZERO, ZERO, ZERO)


@kernel
def _add(ones, first, second):
    """Add three words bitwise; return the ones and the twos."""
    either = ones ^ first
    return either ^ second, (ones & first) | (either & second)


@kernel
def _count_options(left, level, half, length):
    """Count the options with each bit: ones, twos, fours, eights, and whether there are more than
    15.
    """
    ones, twos, fours, eights, over = ZERO, ZERO, ZERO, ZERO, ZERO
    words = left[level, half]
    whole = length & ~3
    for i in range(0, whole, 4):
        k = U(i)
        ones, first = _add(ones, words[k], words[k + U(1)])
        ones, second = _add(ones, words[k + U(2)], words[k + U(3)])
        twos, carry = _add(twos, first, second)
        more = fours & carry
        fours ^= carry
        over |= eights & more
        eights ^= more
    for i in range(whole, length):
        carry = ones & words[U(i)]
        ones ^= words[U(i)]
        more = twos & carry
        twos ^= carry
        carry = fours & more
        fours ^= more
        over |= eights & carry
        eights ^= carry
    return ones, twos, fours, eights, over


@kernel
def _without(few_low, few_high, low, high):
    """Keep the items not in `low` and `high`, if there are any; also return whether there were
    none.
    """
    some, more = few_low & ~low, few_high & ~high
    return (few_low, few_high, 1) if some | more == ZERO else (some, more, 0)


@kernel
def _fewest(low, high, need_low, need_high):
    """Return the first item with the fewest options, and their number; -1 if all have more than
    15.
    """
    few_low, few_high = need_low & ~low[4], need_high & ~high[4]
    if few_low | few_high == ZERO:
        return -1, 0
    few_low, few_high, eights = _without(few_low, few_high, low[3], high[3])
    few_low, few_high, fours = _without(few_low, few_high, low[2], high[2])
    few_low, few_high, twos = _without(few_low, few_high, low[1], high[1])
    few_low, few_high, ones = _without(few_low, few_high, low[0], high[0])
    item = np.int64(lowest_one(few_low)) if few_low != ZERO else np.int64(lowest_one(few_high)) + 64
    return item, 8 * eights + 4 * fours + 2 * twos + ones


@kernel
def _fewest_of_many(left, level, length, need, count):
    """Return the first item with the fewest options, and their number, by counting one by one."""
    count[:] = 0
    for i in range(length):
        for half in range(2):
            items = (left[level, 1, i] if half else left[level, 0, i]) & need[half]
            while items != ZERO:
                count[np.int64(lowest_one(items)) + 64 * half] += 1
                items &= items - ONE
    best, fewest = -1, length + 1
    for half in range(2):
        items = need[half]
        while items != ZERO:
            item = np.int64(lowest_one(items)) + 64 * half
            items &= items - ONE
            if count[item] < fewest:
                best, fewest = item, count[item]
    return best, fewest


@kernel
def _items_left(left, level, length, low):
    """Return the items of the options without those in `low`, if second words have no items."""
    some = ZERO
    for i in range(length):
        some |= left[level, 0, i] if left[level, 0, i] & low == ZERO else ZERO
    return some


@kernel
def _items_left_wide(left, level, length, low, high):
    """Return the items of the options without those in `low` and `high`."""
    some, more = ZERO, ZERO
    for i in range(length):
        apart = (left[level, 0, i] & low) | (left[level, 1, i] & high) == ZERO
        some |= left[level, 0, i] if apart else ZERO
        more |= left[level, 1, i] if apart else ZERO
    return some, more


@kernel
def _copy(left, level, length, low, high):
    """Copy the options without the items in `low` and `high`; return their number."""
    first, second = left[level, 0], left[level, 1]
    below_first, below_second = left[level + 1, 0], left[level + 1, 1]
    kept = ZERO
    for i in range(length):
        items, more = first[U(i)], second[U(i)]
        below_first[kept] = items
        below_second[kept] = more
        kept += U((items & low) | (more & high) == ZERO)
    return np.int64(kept)


@kernel
def advance(every, left, length, covered, stack, path, where, found, budget):
    """Take at most `budget` steps."""
    need = np.zeros(2, np.uint64)
    count = np.zeros(128, np.int64)
    wide = every[2] != ZERO
    items_only = (ONE << U(NUMBER)) - ONE
    end = where[STEPS] + budget
    while where[LEVEL] >= 0:
        if where[STEPS] >= end:
            return MORE
        where[STEPS] += 1
        level = where[LEVEL]
        if where[PHASE] == LOOK:
            need[0] = every[0] & ~covered[level, 0]
            need[1] = every[1] & ~covered[level, 1]
            whole = need[0] == ZERO and need[1] == ZERO
            if whole or (where[LIMIT] > 0 and level == where[LIMIT]):
                row = where[FOUND]
                if row == found.shape[0]:
                    return FULL
                for k in range(found.shape[1]):
                    found[row, k] = -1
                for k in range(level):
                    found[row, k] = stack[k, CHILD] if where[LIMIT] > 0 else stack[k, OPTION]
                where[FOUND] = row + 1
                where[LEVEL] = level - 1
                where[PHASE] = TRY
                continue
            low_counts = _count_options(left, level, 0, length[level])
            high_counts = _count_options(left, level, 1, length[level]) if wide else NOTHING
            item, fewest = _fewest(low_counts, high_counts, need[0], need[1])
            if item < 0:
                item, fewest = _fewest_of_many(left, level, length[level], need, count)
            stack[level, CHILD] = -1
            stack[level, DEGREE] = fewest
            stack[level, OPTION] = -1
            stack[level, ITEM] = item
            stack[level, PLACE] = -1
            where[PHASE] = TRY
            continue
        child = stack[level, CHILD] + 1
        if child >= stack[level, DEGREE] or (level < path.size and child > path[level]):
            where[LEVEL] = level - 1
            continue
        half = stack[level, ITEM] >> 6
        bit = ONE << U(stack[level, ITEM] & 63)
        place = stack[level, PLACE] + 1
        while left[level, half, place] & bit == ZERO:
            place += 1
        stack[level, CHILD] = child
        stack[level, PLACE] = place
        stack[level, OPTION] = np.int64(left[level, 1, place] >> U(NUMBER))
        if level < path.size and child < path[level]:
            continue
        where[NODES] += 1
        low, high = left[level, 0, place], left[level, 1, place] & items_only
        number = length[level]
        covered[level + 1, 0] = covered[level, 0] | low
        covered[level + 1, 1] = covered[level, 1] | high
        if number > FEW:
            if wide:
                some, more = _items_left_wide(left, level, number, low, high)
            else:
                some, more = _items_left(left, level, number, low), ZERO
            if every[0] & ~(covered[level + 1, 0] | some) != ZERO:
                continue
            if every[1] & ~(covered[level + 1, 1] | more) != ZERO:
                continue
        length[level + 1] = _copy(left, level, number, low, high)
        where[LEVEL] = level + 1
        where[PHASE] = LOOK
    return DONE
