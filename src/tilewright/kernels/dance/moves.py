"""What a choice of dance does to the state, and how it is undone. Unchecked, like `.search`.

To take an option out costs one subtraction for each of its items; the lists of the items are not
touched, so they may hold dead options until they are swept.

Legend: the arrays are those of `.search`. Here
problem  (DanceProblem)   what the search never writes
key      (n,)      int32   where to branch: live options that hold the item, shifted by what it still needs
used     (n,)      int32   chosen options that hold the item
alive    (p,)      uint8   may the option still be chosen
trail    (p + 1,)  uint32  the dead options, in order of death; `dead` is how many
"""

from __future__ import annotations

import numpy as np

from .._jit import kernel

#: Keys from LATER on are of items that need no more; from DONE on, of those that can take no more.
LATER = 1 << 28
DONE = 1 << 29


@kernel
def hide(option, problem, key, alive):
    """Take an option out; true if some item now has too few."""
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
    """Return what to add to the key of a primary item when one more of its options is chosen, before that dies."""
    need = least - used
    if used + 1 == most:
        return DONE + LATER if need > 0 else DONE
    if need > 1:
        return 1
    return LATER if need == 1 else 0


@kernel
def _other_colors(item, color, problem, trail, begin, end):
    """Keep those options of trail[begin:end] that give `item` another color; return the new end."""
    kept = begin
    for k in range(begin, end):
        option = trail[k]
        for entry in range(problem.option_start[option], problem.option_start[option + 1]):
            if problem.option_item[entry] == item and problem.option_color[entry] != color:
                trail[kept] = option
                kept += 1
    return kept


@kernel
def include(option, problem, options, length, key, used, alive, trail, dead):
    """Choose an option: its items fill up, and what they have no room for dies. Return (failed, dead)."""
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
    if hide(option, problem, key, alive):
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
        # The live options of the list go to the trail without a branch; none of them can kill another.
        begin = problem.item_start[item]
        end = dead
        for place in range(begin, begin + length[item]):
            other = options[place]
            trail[end] = other
            end += np.int64(alive[other])
        if color != 0:
            end = _other_colors(item, color, problem, trail, dead, end)
        for k in range(dead, end):
            if hide(trail[k], problem, key, alive):
                return True, k + 1
        dead = end
    return False, dead


@kernel
def restore(mark, option, problem, counting, key, used, alive, trail, dead):
    """Bring the options of the trail from `mark` on back to life, and un-choose an option (if not negative)."""
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
def sweep(problem, options, length, used, alive, spare, lengths, sweeps):
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
