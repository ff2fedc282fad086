"""Exact cover with colors and multiplicities, smallest branch first. Unchecked; `tilewright.search` is the door.

The state is a sparse set ("dancing cells") that cleans itself lazily. To take an option out costs one
subtraction for each of its items: the lists of the items are not touched. A list may so hold dead
options; they are swept behind its end when half of the options that were alive at the last sweep are
dead, which keeps every list within a small factor of its live part. To undo is to copy the keys back.

Legend (n = items, p = options, z = entries of all options, k = levels there is room for)

Problem, never written:
option_start (p + 1,) int32   option o has the entries option_start[o]:option_start[o + 1]
option_item  (z,)     int32   item of each entry
option_color (z,)     int32   color of each entry, 0 none; length 0 if the problem has no colors
item_start   (n + 1,) int32   the list of item i begins at item_start[i]
bounds       (n, 2)   int32   least and most options that hold the item; (0, 0) for a secondary item

State:
options  (z,)    int32   for each item a list of the options that hold it, live ones among the first `length`
length   (n,)    int32   how much of the list of each item is looked at
key      (n,)    int32   what decides where to branch; size = live options that hold the item, need = least - used
                             size - need + 1          need > 0: that many branches; 0 is a dead end
                             LATER + size             need <= 0: branch here only when nothing else is left
                             DONE or more             the item is full, or secondary
used     (n,)    int32   chosen options that hold the item
alive    (p,)    uint8   may the option still be chosen
trail    (p,)    int32   the dead options, in order of death
stack    (k, 7)  int32   for each level its ITEM, CURSOR into the list, OPTION chosen (-1 none yet, -2 the branch that
                         takes no more), DEGREE (branches), CHILD (number of the branch taken, from 0), MARK (length of
                         the trail before the option died), SWEPT (1 if the lists were swept here)
keys     (k, n)  int32   keys on entry of each level; a single row if memory is short: then undoing counts back
lengths  (32, n + 1) int32   length before each sweep, and the live options at the sweep before
path     (b,)    int32   the subtree to search: the branch to take at each of the first b levels
region   (m, 6)  int32   for the first m items (cells) their up to 4 neighbors (-1 none), work space twice; m may be 0
where    (11,)   int64   LEVEL, PHASE, DEAD (length of the trail), SWEEPS, NODES, STEPS, FOUND (rows filled), LIMIT (stop
                         at this level and report the path to it; 0 no), MODULUS (areas of regions divide by it; 0 no test)
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ._jit import kernel

LATER = 1 << 28
DONE = 1 << 29

ITEM, CURSOR, OPTION, DEGREE, CHILD, MARK, SWEPT = range(7)
LEVEL, PHASE, DEAD, SWEEPS, NODES, STEPS, FOUND, LIMIT, MODULUS = range(9)
DOWN, TRY = 0, 1

#: What `advance` returns: the budget is used up, the search is over, `found` or the stack is full.
PAUSED, FINISHED, FULL, SHALLOW = 0, 1, 2, 3


class Problem(NamedTuple):
    """The arrays that the search never writes."""

    option_start: np.ndarray
    option_item: np.ndarray
    option_color: np.ndarray
    item_start: np.ndarray
    bounds: np.ndarray


class State(NamedTuple):
    """The arrays that the search writes: copies of them are a checkpoint."""

    options: np.ndarray
    length: np.ndarray
    key: np.ndarray
    used: np.ndarray
    alive: np.ndarray
    trail: np.ndarray
    stack: np.ndarray
    keys: np.ndarray
    lengths: np.ndarray
    path: np.ndarray
    region: np.ndarray
    where: np.ndarray


@kernel
def fill_lists(option_start, option_item, item_start, options):
    """Write the list of each item, options ascending."""
    cursor = item_start.copy()
    for option in range(option_start.size - 1):
        for entry in range(option_start[option], option_start[option + 1]):
            item = option_item[entry]
            options[cursor[item]] = option
            cursor[item] += 1


@kernel
def _hide(option, problem, key, alive, trail, dead):
    """Take an option out; true if some item now has too few."""
    alive[option] = 0
    trail[dead] = option
    failed = False
    for entry in range(problem.option_start[option], problem.option_start[option + 1]):
        item = problem.option_item[entry]
        left = key[item] - np.int32(1)
        key[item] = left
        failed |= left == 0
    return failed


@kernel
def _shift(least, most, used):
    """Return what must be added to the key of a primary item when one more option is chosen, before that dies."""
    need = least - used
    if used + 1 == most:
        return DONE + LATER if need > 0 else DONE
    if need > 1:
        return 1
    return LATER if need == 1 else 0


@kernel
def _include(option, problem, state, dead):
    """Choose an option: its items fill up, what they no longer have room for dies. Return (failed, dead)."""
    key = state.key
    used = state.used
    bounds = problem.bounds
    first = problem.option_start[option]
    last = problem.option_start[option + 1]
    for entry in range(first, last):
        item = problem.option_item[entry]
        most = bounds[item, 1]
        if most > 0:
            key[item] += np.int32(_shift(bounds[item, 0], most, used[item]))
        used[item] += 1
    failed = _hide(option, problem, key, state.alive, state.trail, dead)
    dead += 1
    if failed:
        return True, dead
    for entry in range(first, last):
        item = problem.option_item[entry]
        most = bounds[item, 1]
        color = np.int32(0)
        if most == 0:
            if used[item] > 1:
                continue
            if problem.option_color.size > 0:
                color = problem.option_color[entry]
        elif used[item] < most:
            continue
        begin = problem.item_start[item]
        for place in range(begin, begin + state.length[item]):
            other = state.options[place]
            if state.alive[other] == 0:
                continue
            if color != 0 and _color_of(other, item, problem) == color:
                continue
            failed = _hide(other, problem, key, state.alive, state.trail, dead)
            dead += 1
            if failed:
                return True, dead
    return False, dead


@kernel
def _color_of(option, item, problem):
    """Return the color that an option gives to one of its items."""
    for entry in range(problem.option_start[option], problem.option_start[option + 1]):
        if problem.option_item[entry] == item:
            return problem.option_color[entry]
    return np.int32(0)


@kernel
def _restore(level, option, problem, state, dead):
    """Undo what the top level's branch did; the new length of the trail is its mark."""
    mark = state.stack[level, MARK]
    key = state.key
    counting = state.keys.shape[0] == 1
    for k in range(mark, dead):
        gone = state.trail[k]
        state.alive[gone] = 1
        if counting:
            for entry in range(problem.option_start[gone], problem.option_start[gone + 1]):
                key[problem.option_item[entry]] += 1
    if option >= 0:
        for entry in range(problem.option_start[option], problem.option_start[option + 1]):
            item = problem.option_item[entry]
            state.used[item] -= 1
            if counting and problem.bounds[item, 1] > 0:
                key[item] -= np.int32(_shift(problem.bounds[item, 0], problem.bounds[item, 1], state.used[item]))
    if not counting:
        row = state.keys[level]
        for item in range(key.size):
            key[item] = row[item]
    return mark


@kernel
def _sweep(problem, state):
    """Move the dead options of every open item behind the end of its list."""
    where = state.where
    row = state.lengths[where[SWEEPS]]
    items = state.key.size
    for item in range(items):
        count = state.length[item]
        row[item] = count
        if state.used[item] >= max(problem.bounds[item, 1], 1):
            continue
        place = problem.item_start[item]
        end = place + count
        while place < end:
            option = state.options[place]
            if state.alive[option] != 0:
                place += 1
            else:
                end -= 1
                state.options[place] = state.options[end]
                state.options[end] = option
        state.length[item] = end - problem.item_start[item]
    where[SWEEPS] += 1
    state.lengths[where[SWEEPS], items] = state.trail.size - where[DEAD]


@kernel
def _smallest(key):
    """Return the item to branch on (lowest number among the least keys), or -1 if nothing is left to decide."""
    least = np.int32(DONE)
    for k in key:
        least = min(least, k)
    if least >= LATER:
        least = np.int32(DONE)
        for k in key:
            if k > LATER and k < least:
                least = k
        if least >= DONE:
            return -1
    for item in range(key.size):
        if key[item] == least:
            return item
    return -1


@kernel
def _regions_fit(region, used, modulus):
    """Whether the area of each connected region of uncovered cells is a multiple of `modulus`."""
    cells = region.shape[0]
    for cell in range(cells):
        region[cell, 4] = used[cell]
    for cell in range(cells):
        if region[cell, 4] != 0:
            continue
        region[cell, 4] = 1
        region[0, 5] = cell
        size = 1
        done = 0
        while done < size:
            here = region[done, 5]
            done += 1
            for k in range(4):
                other = region[here, k]
                if other >= 0 and region[other, 4] == 0:
                    region[other, 4] = 1
                    region[size, 5] = other
                    size += 1
        if size % modulus != 0:
            return False
    return True


@kernel
def advance(problem, state, found, budget):
    """Take at most `budget` steps. All state is in the arrays: call again to resume.

    Rows of `found` are filled with the options of each solution, -1 padded, or with paths if there is a LIMIT.
    """
    where = state.where
    stack = state.stack
    key = state.key
    bounds = problem.bounds
    path = state.path
    level = where[LEVEL]
    phase = where[PHASE]
    dead = where[DEAD]
    nodes = where[NODES]
    rows = where[FOUND]
    status = PAUSED
    steps = 0
    while steps < budget:
        steps += 1
        if phase == DOWN:
            chosen = -1 if where[LIMIT] > 0 and level + 1 == where[LIMIT] else _smallest(key)
            if chosen < 0:
                if rows == found.shape[0]:
                    status = FULL
                    break
                column = 0
                for k in range(level + 1):
                    if where[LIMIT] > 0:
                        found[rows, k] = stack[k, CHILD]
                        column = k + 1
                    elif stack[k, OPTION] >= 0:
                        found[rows, column] = stack[k, OPTION]
                        column += 1
                for k in range(column, found.shape[1]):
                    found[rows, k] = -1
                rows += 1
                phase = TRY
                continue
            if level + 1 >= stack.shape[0]:
                status = SHALLOW
                break
            level += 1
            degree = key[chosen]
            if degree > LATER:
                degree = degree - LATER + 1
            stack[level, ITEM] = chosen
            stack[level, CURSOR] = problem.item_start[chosen]
            stack[level, OPTION] = -1
            stack[level, DEGREE] = degree
            stack[level, CHILD] = -1
            stack[level, MARK] = dead
            stack[level, SWEPT] = 0
            # A level with one branch never comes back to its keys: the level below it restores them.
            if state.keys.shape[0] > 1 and degree > 1:
                row = state.keys[level]
                for item in range(key.size):
                    row[item] = key[item]
            if degree > 1 and level >= path.size and where[LIMIT] == 0:
                live = state.trail.size - dead
                if 2 * live <= state.lengths[where[SWEEPS], key.size]:
                    where[DEAD] = dead
                    _sweep(problem, state)
                    stack[level, SWEPT] = 1
            phase = TRY
            continue

        if level < 0:
            status = FINISHED
            break
        chosen = stack[level, ITEM]
        option = stack[level, OPTION]
        single = stack[level, DEGREE] == 1
        if option == -2 or (single and option >= 0 and bounds[chosen, 1] == 1):
            # The last branch is done; the keys are restored below, unless they are counted back.
            if state.keys.shape[0] == 1:
                dead = _restore(level, option, problem, state, dead)
            elif option >= 0:
                for entry in range(problem.option_start[option], problem.option_start[option + 1]):
                    state.used[problem.option_item[entry]] -= 1
            option = -3
        elif option >= 0:
            dead = _restore(level, option, problem, state, dead)
            if bounds[chosen, 1] > 1:
                # The item stays open, so later branches must not choose this option again.
                failed = _hide(option, problem, key, state.alive, state.trail, dead)
                dead += 1
                stack[level, MARK] = dead
                if failed:
                    option = -3
                elif state.keys.shape[0] > 1:
                    row = state.keys[level]
                    for item in range(key.size):
                        row[item] = key[item]
