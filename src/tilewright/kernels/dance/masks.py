"""Exact cover of few items, each exactly or at most once: what is left of the options, copied at every level. Unchecked, like `.search`.

The tree is that of `.search`: the item with the fewest options, the lowest of these, and its options in order. An option is
two machine words, a bit for each item. Where options die by the hundred, copying those that live is cheaper than taking
the others out of lists one by one and putting them back; items with fewer than four options are seen from words that have a
bit for each item that was met once, twice, three times.

Legend (p options, n <= 128 items, k levels)
every    (3,)       uint64  the items that are to be covered, others are covered at most once; whether the second words say anything
left     (k, p, 2)  uint64  the items of the options that are left at each level
option   (k, p)     int32   their numbers
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
#: What `advance` returns; the values of `tilewright.search.engines.protocol.Status`.
MORE, FULL, DONE = range(3)

U = np.uint64
ZERO, ONE = U(0), U(1)


@kernel
def _fewest(left, length, need, count):
    """Return the item with the fewest options and how many they are, the first of these."""
    once0, once1, twice0, twice1 = ZERO, ZERO, ZERO, ZERO
    thrice0, thrice1, more0, more1 = ZERO, ZERO, ZERO, ZERO
    if need[1] != ZERO:
        for i in range(length):
            low, high = left[i, 0], left[i, 1]
            more0 |= thrice0 & low
            more1 |= thrice1 & high
            thrice0 |= twice0 & low
            thrice1 |= twice1 & high
            twice0 |= once0 & low
            twice1 |= once1 & high
            once0 |= low
            once1 |= high
    else:
        for i in range(length):
            low = left[i, 0]
            more0 |= thrice0 & low
            thrice0 |= twice0 & low
            twice0 |= once0 & low
            once0 |= low
    for number in range(4):
        if number == 0:
            low, high = need[0] & ~once0, need[1] & ~once1
        elif number == 1:
            low, high = need[0] & ~twice0, need[1] & ~twice1
        elif number == 2:
            low, high = need[0] & ~thrice0, need[1] & ~thrice1
        else:
            low, high = need[0] & ~more0, need[1] & ~more1
        if low != ZERO:
            return np.int64(lowest_one(low)), number
        if high != ZERO:
            return np.int64(lowest_one(high)) + 64, number
    count[:] = 0
    for i in range(length):
        for half in range(2):
            items = left[i, half] & need[half]
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
def advance(every, left, option, length, covered, stack, path, where, found, budget):
    """Take at most `budget` steps."""
    need = np.zeros(2, np.uint64)
    count = np.zeros(128, np.int64)
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
            item, fewest = _fewest(left[level], length[level], need, count)
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
        while left[level, place, half] & bit == ZERO:
            place += 1
        stack[level, CHILD] = child
        stack[level, PLACE] = place
        stack[level, OPTION] = option[level, place]
        if level < path.size and child < path[level]:
            continue
        where[NODES] += 1
        low, high = left[level, place, 0], left[level, place, 1]
        covered[level + 1, 0] = covered[level, 0] | low
        covered[level + 1, 1] = covered[level, 1] | high
        kept = 0
        if every[2] != ZERO:
            for i in range(length[level]):
                items, more = left[level, i, 0], left[level, i, 1]
                left[level + 1, kept, 0] = items
                left[level + 1, kept, 1] = more
                option[level + 1, kept] = option[level, i]
                kept += np.int64(((items & low) | (more & high)) == ZERO)
        else:
            for i in range(length[level]):
                items = left[level, i, 0]
                left[level + 1, kept, 0] = items
                option[level + 1, kept] = option[level, i]
                kept += np.int64(items & low == ZERO)
        length[level + 1] = kept
        where[LEVEL] = level + 1
        where[PHASE] = LOOK
    return DONE
