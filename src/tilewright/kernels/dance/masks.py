"""Exact cover of few items, each exactly or at most once: what is left of the options, copied at every level. Unchecked, like `.search`.

The tree is that of `.search`: the item with the fewest options, the lowest of these, and its options in order. An option is
two machine words, a bit for each item. Where options die by the hundred, copying those that live is cheaper than taking
the others out of lists one by one and putting them back. Most branches leave an item without options: that is seen before
anything is copied, by a loop that processors do for several options at once. How many options an item has is counted in
binary, for all items at once, in words that have a bit of each.

Legend (p < 2^13 options, n <= 115 items, k levels)
every    (3,)       uint64  the items that are to be covered, others are covered at most once; whether the second words say anything of items
left     (k, 2, p)  uint64  the options that are left at each level: items 0 to 63; items 64 to 114 and, above them, the option's number
length   (k,)       int64   how many there are
covered  (k, 2)     uint64  the items of the options that are chosen
stack    (k, 5)     int32   of each level: branch taken, how many there are, option chosen, item, place in the list
path     (m,)       int32   the branches that the first levels take
where    (8,)       int64   see below
found    (c, k)     int32   the options chosen, or with a limit the branches taken, -1 padded
"""

from __future__ import annotations

import numpy as np

from .._jit import kernel
from ..bits import lowest_one

#: Numbers in `where`.
LEVEL, PHASE, NODES, STEPS, FOUND, LIMIT = range(6)
#: Numbers in a row of `stack`.
CHILD, DEGREE, OPTION, ITEM, PLACE = range(5)
#: Phases: a level is to be looked at, or its next branch to be taken.
LOOK, TRY = 0, 1
#: Bits of an option's second word below its number.
NUMBER = 51
#: So many options are copied as quickly as looked through.
FEW = 24
#: What `advance` returns; the values of `tilewright.search.engines.protocol.Status`.
MORE, FULL, DONE = range(3)

U = np.uint64
ZERO, ONE = U(0), U(1)


@kernel
def _fewest(left, level, length, need, wide, count):
    """Return the item with the fewest options, the first of these, and how many they are."""
    # `over` are the items with eight options or more; the others have ones + 2 twos + 4 fours.
    ones0, twos0, fours0, over0 = ZERO, ZERO, ZERO, ZERO
    ones1, twos1, fours1, over1 = ZERO, ZERO, ZERO, ZERO
    if wide:
        for i in range(length):
            items, more = left[level, 0, i], left[level, 1, i]
            carry = ones0 & items
            ones0 ^= items
            items = twos0 & carry
            twos0 ^= carry
            over0 |= fours0 & items
            fours0 ^= items
            carry = ones1 & more
            ones1 ^= more
            more = twos1 & carry
            twos1 ^= carry
            over1 |= fours1 & more
            fours1 ^= more
    else:
        for i in range(length):
            items = left[level, 0, i]
            carry = ones0 & items
            ones0 ^= items
            items = twos0 & carry
            twos0 ^= carry
            over0 |= fours0 & items
            fours0 ^= items
    number = 0
    few0, few1 = need[0] & ~(fours0 | over0), need[1] & ~(fours1 | over1)
    if few0 | few1 == ZERO:
        number = 4
        few0, few1 = need[0] & ~over0, need[1] & ~over1
    if few0 | few1 != ZERO:
        for last in range(4):
            # Bits of the counts that are wrong: there is none of the ones, or none of the twos.
            odd = ZERO if last & 1 else ~ZERO
            pair = ZERO if last & 2 else ~ZERO
            low, high = few0 & (ones0 ^ odd) & (twos0 ^ pair), few1 & (ones1 ^ odd) & (twos1 ^ pair)
            if low != ZERO:
                return np.int64(lowest_one(low)), number + last
            if high != ZERO:
                return np.int64(lowest_one(high)) + 64, number + last
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
def _items_left(left, level, length, wide, low, high):
    """Return the items of the options that have none of those in `low` and `high`."""
    some, more = ZERO, ZERO
    if wide:
        for i in range(length):
            apart = (left[level, 0, i] & low) | (left[level, 1, i] & high) == ZERO
            some |= left[level, 0, i] if apart else ZERO
            more |= left[level, 1, i] if apart else ZERO
    else:
        for i in range(length):
            some |= left[level, 0, i] if left[level, 0, i] & low == ZERO else ZERO
    return some, more


@kernel
def _copy(left, level, length, wide, low, high):
    """Copy the options that have none of the items in `low` and `high`; return how many they are."""
    kept = 0
    if wide:
        for i in range(length):
            items, more = left[level, 0, i], left[level, 1, i]
            left[level + 1, 0, kept] = items
            left[level + 1, 1, kept] = more
            kept += np.int64((items & low) | (more & high) == ZERO)
    else:
        for i in range(length):
            items = left[level, 0, i]
            left[level + 1, 0, kept] = items
            left[level + 1, 1, kept] = left[level, 1, i]
            kept += np.int64(items & low == ZERO)
    return kept


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
            item, fewest = _fewest(left, level, length[level], need, wide, count)
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
            some, more = _items_left(left, level, number, wide, low, high)
            if every[0] & ~(covered[level + 1, 0] | some) != ZERO:
                continue
            if every[1] & ~(covered[level + 1, 1] | more) != ZERO:
                continue
        length[level + 1] = _copy(left, level, number, wide, low, high)
        where[LEVEL] = level + 1
        where[PHASE] = LOOK
    return DONE
