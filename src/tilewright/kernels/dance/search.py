"""Exact cover with colors and multiplicities, branching where there are the fewest choices.

Unchecked: `tilewright.solving.search` checks the arguments. The state is a sparse set ("dancing
cells") that is cleaned lazily. Removing an option costs one subtraction for each of its items; the
lists of the items are not touched, so they may hold dead options. These are swept to the end when
three quarters of the options alive at the last sweep are dead. Undoing copies the keys back.

Branches are taken in the order of the option numbers, whatever the order of the lists, so the
solutions and their order depend on the problem alone.

Legend (n = items, p = options, z = entries of all options, k = room for levels)

Problem, never written:
option_start (p + 1,) uint32  option o has the entries option_start[o]:option_start[o + 1]
option_item  (z,)     uint32  item of each entry
option_color (z,)     int32   color of each entry, 0 none; length 0 if the problem has no colors
item_start   (n + 1,) uint32  the list of item i begins at item_start[i]
bounds       (n, 2)   int32   least and most options that hold the item; (0, 0) for a secondary item
neighbor     (m, d)   int32   the neighbors of each of the first m items (cells), -1 padded; m may
                              be 0
modulus      int              it divides the area of every region; at most 1 if that is not tested
option_digit (z,)     int32   what each entry adds to a total; length 0 without totals
total_start  (t + 1,) int32   total i adds up the items of total_start[i]:total_start[i + 1]
total_item   (c,)     int32   in total_item: cells
total_bounds (t, 2)   int32   least and most that the chosen options add to each total

State:
options  (z,)    uint32  for each item a list of its options, living ones among the first `length`
length   (n,)    int32   how much of the list of each item is used
key      (n,)    int32   where to branch; size = living options of the item, need = least - used
                             size - need + 1   if need > 0: the number of branches; 0 is a dead end
                             LATER + size      else: branch here only when nothing else is left
                             DONE or more      the item is full, or secondary
used     (n,)    int32   chosen options of the item
alive    (p,)    uint8   whether the option may still be chosen
trail    (p + 1,) uint32 the dead options, in order of death; `dead` is their number
stack    (k, 7)  int32   for each level its ITEM, LAST option tried (-1 none), OPTION chosen (NONE,
                         NO_MORE: the branch that takes none of the rest), DEGREE (branches), CHILD
                         (the branch taken, from 0), MARK (length of the trail before the option
                         died), SWEPT (1 if the lists were swept here)
keys     (k, n)  int32   keys on entry of each level; a single row if memory is short: then undoing
                         counts back
lengths  (32, n + 1) int32  length before each sweep; in the last column the living options at the
                            sweep before
path     (b,)    int32   the subtree to search: the branch at each of the first b levels
spare    (s,)    uint32  work space, at least the longest list, 2 m, and twice the items of a total
where    (8,)    int64   LEVEL, PHASE, DEAD (length of the trail), SWEEPS, NODES (branches taken),
                         STEPS, FOUND (rows filled), LIMIT (stop at this many levels and report the
                         path; 0 no)
shown    (n,)    int32   what the chosen option adds at each item that it covers
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ..library import kernel

#: Keys from LATER on are of items that need no more; from DONE on, of those that can take no more.
LATER = 1 << 28
DONE = 1 << 29
ITEM, LAST, OPTION, DEGREE, CHILD, MARK, SWEPT = range(7)
COLUMNS = 7
LEVEL, PHASE, DEAD, SWEEPS, NODES, STEPS, FOUND, LIMIT = range(8)
NONE, NO_MORE = -1, -2
DOWN, TRY = 0, 1

#: What `advance` returns: the budget is used up; `found` is full; the search is over; the stack is
#: full.
PAUSED, FULL, FINISHED, SHALLOW = 0, 1, 2, 3


class DanceProblem(NamedTuple):
    """The arrays that are never written."""

    option_start: np.ndarray
    option_item: np.ndarray
    option_color: np.ndarray
    item_start: np.ndarray
    bounds: np.ndarray
    neighbor: np.ndarray
    modulus: int
    option_digit: np.ndarray
    total_start: np.ndarray
    total_item: np.ndarray
    total_bounds: np.ndarray


class DanceState(NamedTuple):
    """The arrays that the search writes."""

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
    spare: np.ndarray
    where: np.ndarray
    shown: np.ndarray


@kernel
def lay_lists(option_start, option_item, bounds, item_start, length, key, options):
    """Write the list of each item (options ascending), its place, length and key."""
    items = length.size
    for item in option_item:
        length[item] += np.int32(1)
    for item in range(items):
        item_start[item + 1] = item_start[item] + np.uint32(length[item])
        key[item] = length[item]
        if bounds[item, 1] == 0:
            key[item] += np.int32(DONE)
        elif bounds[item, 0] > 0:
            key[item] -= bounds[item, 0] - np.int32(1)
        else:
            key[item] += np.int32(LATER)
    cursor = item_start[:items].copy()
    for option in range(option_start.size - 1):
        for entry in range(option_start[option], option_start[option + 1]):
            item = option_item[entry]
            options[cursor[item]] = option
            cursor[item] += np.uint32(1)


@kernel
def fill_options(begin, end, number, start, item, option_start, option_item):
    """Write the entries of the options begin:end, which have these numbers among those before."""
    for option in range(begin, end):
        entry = np.int64(option_start[option])
        for k in range(start[number[option]], start[number[option] + 1]):
            option_item[entry] = item[k]
            entry += 1


@kernel
def _hide(option, problem, key, alive):
    """Remove an option; return True if an item now has too few."""
    alive[option] = 0
    failed = False
    for entry in range(problem.option_start[option], problem.option_start[option + 1]):
        item = problem.option_item[entry]
        left = key[item] - np.int32(1)
        key[item] = left
        failed |= left == 0
    return failed


@kernel
def _shift(least, most, used):
    """Return what to add to the key of a primary item when one more of its options is chosen,
    before that dies.
    """
    need = least - used
    if used + 1 == most:
        return DONE + LATER if need > 0 else DONE
    if need > 1:
        return 1
    return LATER if need == 1 else 0


@kernel
def _other_colors(item, color, problem, trail, begin, end):
    """Keep the options of trail[begin:end] that give `item` another color; return the new end."""
    kept = begin
    for k in range(begin, end):
        option = trail[k]
        for entry in range(problem.option_start[option], problem.option_start[option + 1]):
            if problem.option_item[entry] == item and problem.option_color[entry] != color:
                trail[kept] = option
                kept += 1
    return kept


@kernel
def _include(option, problem, options, length, key, used, alive, trail, dead):
    """Choose an option, and remove what its items have no room for. Return (failed, dead)."""
    first = problem.option_start[option]
    last = problem.option_start[option + 1]
    for entry in range(first, last):
        item = problem.option_item[entry]
        most = problem.bounds[item, 1]
        if most > 0:
            key[item] += np.int32(_shift(problem.bounds[item, 0], most, used[item]))
        used[item] += 1
    trail[dead] = option
    dead += 1
    if _hide(option, problem, key, alive):
        return True, dead
    for entry in range(first, last):
        item = problem.option_item[entry]
        most = problem.bounds[item, 1]
        color = np.int32(0)
        if most == 0:
            if used[item] > 1:
                continue
            if problem.option_color.size > 0:
                color = problem.option_color[entry]
        elif used[item] < most:
            continue
        # The living options go to the trail without a branch; they cannot remove one another.
        begin = problem.item_start[item]
        end = dead
        for place in range(begin, begin + length[item]):
            other = options[place]
            trail[end] = other
            end += np.int64(alive[other])
        if color != 0:
            end = _other_colors(item, color, problem, trail, dead, end)
        for k in range(dead, end):
            if _hide(trail[k], problem, key, alive):
                return True, k + 1
        dead = end
    return False, dead


@kernel
def _digit(option, item, problem):
    """Return what an option adds at an item."""
    for entry in range(problem.option_start[option], problem.option_start[option + 1]):
        if problem.option_item[entry] == item:
            return np.int64(problem.option_digit[entry])
    return np.int64(0)


@kernel
def _reach_totals(problem, options, length, key, used, alive, shown, spare, trail, dead):
    """Remove the options with which a total cannot be in its bounds. Return (failed, dead)."""
    for total in range(problem.total_bounds.shape[0]):
        first = np.int64(problem.total_start[total])
        count = np.int64(problem.total_start[total + 1]) - first
        low = np.int64(0)
        high = np.int64(0)
        for k in range(count):
            item = np.int64(problem.total_item[first + k])
            if used[item] > 0:
                low += shown[item]
                high += shown[item]
                continue
            least = np.int64(DONE)
            most = np.int64(0)
            begin = np.int64(problem.item_start[item])
            for place in range(begin, begin + length[item]):
                option = np.int64(options[place])
                if alive[option] != 0:
                    digit = _digit(option, item, problem)
                    least = min(least, digit)
                    most = max(most, digit)
            if least == DONE or problem.bounds[item, 1] == 0:
                least = 0
            low += least
            high += most
            spare[2 * k] = np.uint32(least)
            spare[2 * k + 1] = np.uint32(most)
        lower = np.int64(problem.total_bounds[total, 0])
        upper = np.int64(problem.total_bounds[total, 1])
        if low > upper or high < lower:
            return True, dead
        if low >= lower and high <= upper:
            continue
        for k in range(count):
            item = np.int64(problem.total_item[first + k])
            if used[item] > 0:
                continue
            least = np.int64(spare[2 * k])
            most = np.int64(spare[2 * k + 1])
            begin = np.int64(problem.item_start[item])
            for place in range(begin, begin + length[item]):
                option = np.int64(options[place])
                if alive[option] == 0:
                    continue
                digit = _digit(option, item, problem)
                if low - least + digit > upper or high - most + digit < lower:
                    trail[dead] = option
                    dead += 1
                    if _hide(option, problem, key, alive):
                        return True, dead
    return False, dead


@kernel
def _restore(mark, option, problem, counting, key, used, alive, trail, dead):
    """Revive the options of the trail from `mark` on, and undo the choice of an option (if not
    negative).
    """
    for k in range(mark, dead):
        gone = trail[k]
        alive[gone] = 1
        if counting:
            for entry in range(problem.option_start[gone], problem.option_start[gone + 1]):
                key[problem.option_item[entry]] += 1
    if option >= 0:
        for entry in range(problem.option_start[option], problem.option_start[option + 1]):
            item = problem.option_item[entry]
            used[item] -= 1
            most = problem.bounds[item, 1]
            if counting and most > 0:
                key[item] -= np.int32(_shift(problem.bounds[item, 0], most, used[item]))


@kernel
def _sweep(problem, options, length, used, alive, spare, lengths, sweeps):
    """Move the dead options of every open item behind the end of its list."""
    for item in range(used.size):
        count = length[item]
        lengths[sweeps, item] = count
        if used[item] >= max(problem.bounds[item, 1], 1):
            continue
        begin = np.int64(problem.item_start[item])
        kept = begin
        gone = np.int64(0)
        for place in range(begin, begin + count):
            option = options[place]
            lives = np.int64(alive[option])
            options[kept] = option
            spare[gone] = option
            kept += lives
            gone += 1 - lives
        for k in range(gone):
            options[kept + k] = spare[k]
        length[item] = kept - begin


@kernel
def _smallest(key):
    """Return the item to branch on (the first of the least keys), or -1 if nothing is left to
    decide.
    """
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
def _next_option(after, begin, end, options, alive):
    """Return the least living option of a list above `after`, or -1."""
    best = np.int64(-1)
    for place in range(begin, end):
        option = np.int64(options[place])
        if option > after and (best < 0 or option < best) and alive[option] != 0:
            best = option
    return best


@kernel
def _regions_fit(neighbor, modulus, used, spare):
    """Return True if the area of each connected region of uncovered cells is a multiple of
    `modulus`.
    """
    cells = neighbor.shape[0]
    for cell in range(cells):
        spare[cell] = used[cell]
    for cell in range(cells):
        if spare[cell] != 0:
            continue
        spare[cell] = 1
        spare[cells] = cell
        size = 1
        done = 0
        while done < size:
            here = spare[cells + done]
            done += 1
            for k in range(neighbor.shape[1]):
                other = neighbor[here, k]
                if other >= 0 and spare[other] == 0:
                    spare[other] = 1
                    spare[cells + size] = other
                    size += 1
        if size % modulus != 0:
            return False
    return True


@kernel
def _report(level, stack, path_wanted, found, row):
    """Write the chosen options, or the branches taken, -1 padded."""
    column = 0
    for k in range(level + 1):
        if path_wanted:
            found[row, column] = stack[k, CHILD]
            column += 1
        elif stack[k, OPTION] >= 0:
            found[row, column] = stack[k, OPTION]
            column += 1
    for k in range(column, found.shape[1]):
        found[row, k] = -1


@kernel
def advance(problem, state, found, budget):
    """Take at most `budget` steps; call again to resume.

    Rows of `found`, as long as the stack, get the options of each solution, or paths if there is a
    LIMIT, -1 padded.
    """
    options, length, key, used, alive, trail, stack, keys, lengths, path, spare, where, shown = (
        state
    )
    bounds = problem.bounds
    items = key.size
    counting = keys.shape[0] == 1
    limit = where[LIMIT]
    level = where[LEVEL]
    phase = where[PHASE]
    dead = where[DEAD]
    sweeps = where[SWEEPS]
    nodes = where[NODES]
    rows = where[FOUND]
    status = PAUSED
    steps = 0
    while steps < budget:
        steps += 1
        if phase == DOWN:
            item = -1 if limit > 0 and level + 1 == limit else _smallest(key)
            if item < 0:
                if rows == found.shape[0]:
                    status = FULL
                    break
                _report(level, stack, limit > 0, found, rows)
                rows += 1
                phase = TRY
                continue
            if level + 1 == stack.shape[0]:
                status = SHALLOW
                break
            degree = np.int64(key[item])
            if degree > LATER:
                degree = degree - LATER + 1
            level += 1
            stack[level, ITEM] = item
            stack[level, LAST] = -1
            stack[level, OPTION] = NONE
            stack[level, DEGREE] = degree
            stack[level, CHILD] = -1
            stack[level, MARK] = dead
            stack[level, SWEPT] = 0
            # A level with a single branch never needs its keys: the level below restores them.
            if degree > 1:
                if not counting:
                    for k in range(items):
                        keys[level, k] = key[k]
                live = alive.size - dead
                if live > 16 and 4 * live <= lengths[sweeps, items]:
                    _sweep(problem, options, length, used, alive, spare, lengths, sweeps)
                    sweeps += 1
                    lengths[sweeps, items] = live
                    stack[level, SWEPT] = 1
            phase = TRY
        if level < 0:
            status = FINISHED
            break

        item = np.int64(stack[level, ITEM])
        degree = np.int64(stack[level, DEGREE])
        most = bounds[item, 1]
        option = np.int64(stack[level, OPTION])
        exclude = False
        over = False
        if option != NONE:
            mark = np.int64(stack[level, MARK])
            if degree == 1 and not counting:
                mark = dead
            _restore(mark, option, problem, counting, key, used, alive, trail, dead)
            dead = mark
            over = option == NO_MORE or level < path.size or degree == 1
            if not (over or counting):
                for k in range(items):
                    key[k] = keys[level, k]
            exclude = most > 1 and not over
        if not over and not exclude:
            begin = problem.item_start[item]
            end = begin + length[item]
            if degree == 1:
                while alive[options[begin]] == 0:
                    begin += 1
                option = np.int64(options[begin])
            else:
                option = _next_option(stack[level, LAST], begin, end, options, alive)
            stack[level, CHILD] += 1
            skip = level < path.size and stack[level, CHILD] < path[level]
            failed = False
            if option < 0 and (skip or bounds[item, 0] > used[item]):
                over = True
            elif option < 0:
                stack[level, OPTION] = NO_MORE
                nodes += 1
                for place in range(begin, end):
                    option = np.int64(options[place])
                    if alive[option] != 0 and not failed:
                        trail[dead] = option
                        dead += 1
                        failed = _hide(option, problem, key, alive)
            elif skip:
                stack[level, LAST] = option
                exclude = most > 1
                failed = True
            else:
                stack[level, LAST] = option
                stack[level, OPTION] = option
                nodes += 1
                failed, dead = _include(
                    option, problem, options, length, key, used, alive, trail, dead
                )
                if not failed and problem.modulus > 1:
                    failed = not _regions_fit(problem.neighbor, problem.modulus, used, spare)
                if not failed and problem.total_bounds.shape[0] > 0:
                    for entry in range(
                        problem.option_start[option], problem.option_start[option + 1]
                    ):
                        shown[problem.option_item[entry]] = problem.option_digit[entry]
                    failed, dead = _reach_totals(
                        problem, options, length, key, used, alive, shown, spare, trail, dead
                    )
            if not (over or failed):
                phase = DOWN
        if exclude:
            # Later branches of this level must not choose the option again.
            trail[dead] = option
            dead += 1
            over = _hide(option, problem, key, alive)
            stack[level, MARK] = dead
            stack[level, OPTION] = NONE
            if not counting:
                for k in range(items):
                    keys[level, k] = key[k]
        if over:
            if stack[level, SWEPT] == 1:
                sweeps -= 1
                for k in range(items):
                    length[k] = lengths[sweeps, k]
            level -= 1
    where[LEVEL] = level
    where[PHASE] = phase
    where[DEAD] = dead
    where[SWEEPS] = sweeps
    where[NODES] = nodes
    where[FOUND] = rows
    where[STEPS] += steps
    return status
