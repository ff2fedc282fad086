"""Grow the states of a frontier of connected components. Unchecked; `tilewright.counting` is the door.

A state says what is known about the components that the scan has cut: which columns belong to the same one,
how many cells each has so far, and which two touch already, so that they must not become one. The scan
takes the cells row by row; the frontier has one cell in each column, the last one that was taken. The
*kink* is between the column just taken and the next one: there alone two neighboring columns are cells of
different rows, which do not touch.

A key has a symbol for each column:

    0               nothing that can still grow: no cell, a complete component, or no free cell beside it
    1 … m-1         the only column of a component of 1 … m-1 cells
    m … 2m-2        the first of several columns of a component of 1 … m-1 cells
    2m-1, 2m        a further, the last column of the component that was begun last and is not ended

(components do not cross, so that is enough), and after the symbols a bit for two components that touch, if
that does not show in neighboring columns and if they are small and near enough to grow together at all.

Legend (n = states of the layer, W = columns, Q = words of a key, m = cells of the largest component)
keys     (>= n, Q) uint64   the states of the layer
place    (W + P,)  int64    where in the key the symbol of each column is, and the bit of each pair of columns
                            (i, i + d): of the kink at W, of d >= 2 at W + 1 + (d - 2) W + i; -1 for none
plan     (11,)     int64    W, m, bits of a symbol, largest d, first bit of the pairs; the column to take, 1 if
                            it has a cell there, 1 if the column before it, 1 if this column has no free cell
                            beside it afterwards; how many parts the next layer is dealt to; 1 if the row ends
                            here and mirror images are held as one
allowed  (m + 1,)  bool     whether a component may end with so many cells
spare    (5, > W)  int64    scratch: label of each column; cells, columns, first and last column of each label
made     (parts, room, Q) uint64   successors, by the part that they belong to
source   (parts, room) int32       the state that each is a successor of
filled   (parts,)  int64    how many of them there are
counts   (n, L)    uint64   counts of states in limbs of `bits` bits (see frontier_flow)
"""

from __future__ import annotations

import numpy as np

from ._jit import kernel
from .frontier import _hash

__all__ = ["MOST_BRANCHES", "branch", "gather"]

#: The most successors of a state: the new cell joins neither, one or both of its neighbors.
MOST_BRANCHES = 4

_ZERO = np.uint64(0)
_ONE = np.uint64(1)
_LOW = np.uint64(63)
_PART = np.uint64(32)
#: Rows of `spare`.
_CELLS, _COLUMNS, _FIRST, _LAST = 1, 2, 3, 4


@kernel
def _unpack(key, place, plan, spare, stack):
    """Read the label, from 1 on, of each column, and what is known of each label; return how many there are.

    Parameters
    ----------
    stack : (> W,) int64
        Scratch: the components that go on.
    """
    width, most = plan[0], plan[1]
    mask = (_ONE << np.uint64(plan[2])) - _ONE
    labels = 0
    depth = 0
    for column in range(width):
        where = place[column]
        symbol = np.int64((key[where >> 6] >> np.uint64(where & 63)) & mask)
        if symbol == 0:
            spare[0, column] = 0
        elif symbol <= 2 * most - 2:
            labels += 1
            spare[0, column] = labels
            spare[_COLUMNS, labels] = 1
            spare[_FIRST, labels] = column
            spare[_LAST, labels] = column
            if symbol < most:
                spare[_CELLS, labels] = symbol
            else:
                spare[_CELLS, labels] = symbol - most + 1
                stack[depth] = labels
                depth += 1
        else:
            label = stack[depth - 1]
            spare[0, column] = label
            spare[_COLUMNS, label] += 1
            spare[_LAST, label] = column
            if symbol == 2 * most:
                depth -= 1
    return labels


@kernel
def _unpack_pairs(key, place, plan, spare, pairs):
    """Read the pairs of labels that touch without being neighbors; return how many there are."""
    width, reach, begin, column = plan[0], plan[3], plan[4], plan[5]
    word = begin >> 6
    if key[word] >> np.uint64(begin & 63) == _ZERO:
        word += 1
        while word < key.size and key[word] == _ZERO:
            word += 1
        if word == key.size:
            return 0
    number = 0
    where = place[width]
    if where >= 0 and (key[where >> 6] >> np.uint64(where & 63)) & _ONE != _ZERO:
        pairs[0, 0] = spare[0, column - 1]
        pairs[0, 1] = spare[0, column]
        number = 1
    for distance in range(2, reach + 1):
        for left in range(width - distance):
            where = place[width + 1 + (distance - 2) * width + left]
            if (key[where >> 6] >> np.uint64(where & 63)) & _ONE != _ZERO:
                pairs[number, 0] = spare[0, left]
                pairs[number, 1] = spare[0, left + distance]
                number += 1
    return number


@kernel
def _pack(work, pairs, number, place, plan, value):
    """Write the key of labels, cells and pairs; all that no tiling can depend on is left out."""
    width, most, reach, kink = plan[0], plan[1], plan[3], plan[5]
    for word in range(value.size):
        value[word] = _ZERO
    for column in range(width):
        work[_FIRST, work[0, column]] = -1
    for column in range(width):
        label = work[0, column]
        if work[_FIRST, label] < 0:
            work[_FIRST, label] = column
        work[_LAST, label] = column
    for column in range(width):
        label = work[0, column]
        if label == 0:
            continue
        if column == work[_FIRST, label]:
            symbol = work[_CELLS, label]
            if column < work[_LAST, label]:
                symbol += most - 1
        elif column < work[_LAST, label]:
            symbol = 2 * most - 1
        else:
            symbol = 2 * most
        where = place[column]
        value[where >> 6] |= np.uint64(symbol) << np.uint64(where & 63)
    for pair in range(number):
        one, other = pairs[pair, 0], pairs[pair, 1]
        if one == 0 or other == 0:
            continue
        room = most - work[_CELLS, one] - work[_CELLS, other]
        if room < 1:
            continue
        # The nearest two columns of the two, the first such pair, and the fewest cells that would connect them.
        before = -1
        left = -1
        nearest = width
        fewest = room + 1
        neighbors = False
        for column in range(width):
            label = work[0, column]
            if label != one and label != other:
                continue
            if before >= 0 and label != work[0, before]:
                distance = column - before
                if distance == 1 and before != kink:
                    neighbors = True
                    break
                cells = distance + 1
                if before == kink:
                    cells = distance
                elif before < kink < column:
                    cells = distance + 2
                fewest = min(fewest, cells)
                if distance < nearest:
                    nearest = distance
                    left = before
            before = column
        if neighbors or fewest > room or nearest > reach:
            continue
        where = place[width] if nearest == 1 else place[width + 1 + (nearest - 2) * width + left]
        value[where >> 6] |= _ONE << np.uint64(where & 63)


@kernel
def _drop(work, pairs, number, column, kink, allowed):
    """Forget a column that has no free cell beside it; return the number of pairs, -1 if that cannot be."""
    label = work[0, column]
    if label == 0:
        return number
    work[_COLUMNS, label] -= 1
    work[0, column] = 0
    if work[_COLUMNS, label] == 0:
        return number if allowed[work[_CELLS, label]] else -1
    # What showed in neighboring columns must be kept otherwise.
    for neighbor in (column - 1, column + 1):
        if neighbor < 0 or neighbor > kink:
            continue
        other = work[0, neighbor]
        if other != 0 and other != label:
            pairs[number, 0] = label
            pairs[number, 1] = other
            number += 1
    return number


@kernel
def _symbol(value, place, bits, column, symbol):
    """Set the symbol of a column."""
    where = place[column]
    shift = np.uint64(where & 63)
    mask = ((_ONE << np.uint64(bits)) - _ONE) << shift
    value[where >> 6] = (value[where >> 6] & ~mask) | (np.uint64(symbol) << shift)


@kernel
def _touch(spare, width, kink, one, other):
    """Whether two labels are those of neighboring columns, but for the two at the kink."""
    for column in range(1, width):
        left, right = spare[0, column - 1], spare[0, column]
        if column != kink + 1 and ((left == one and right == other) or (left == other and right == one)):
            return True
    return False


@kernel
def _extend(key, spare, own, place, plan, value):
    """Write the key after the new cell is joined to one label, where nothing else changes but its own columns.

    That is so if the cell above is of that label, or none is above; `own` is 0 for a cell alone.
    """
    width, most, bits, column = plan[0], plan[1], plan[2], plan[5]
    for word in range(value.size):
        value[word] = key[word]
    where = place[width]
    if where >= 0:
        value[where >> 6] &= ~(_ONE << np.uint64(where & 63))
    cells = 1
    if own != 0:
        cells = spare[_CELLS, own] + 1
    if cells == most:
        for index in range(width):
            if own != 0 and spare[0, index] == own:
                _symbol(value, place, bits, index, 0)
        return
    if own == 0:
        _symbol(value, place, bits, column, 1)
        return
    first, last = spare[_FIRST, own], spare[_LAST, own]
    if spare[0, column] == 0:
        if last < column:
            _symbol(value, place, bits, column, 2 * most)
            if last > first:
                _symbol(value, place, bits, last, 2 * most - 1)
            last = column
        else:
            _symbol(value, place, bits, column, 2 * most - 1)
    _symbol(value, place, bits, first, cells if first == last else cells + most - 1)
    if column + 1 < width and where >= 0:
        right = spare[0, column + 1]
        if right != 0 and right != own and spare[0, column] == own:
            room = most - cells - spare[_CELLS, right]
            if room >= 1 and not _touch(spare, width, column, own, right):
                value[where >> 6] |= _ONE << np.uint64(where & 63)


@kernel
def _fold(value, place, plan, spare, work, stack, pairs, image):
    """Replace the key at the end of a row by that of its mirror image, if that is less."""
    width = plan[0]
    labels = _unpack(value, place, plan, spare, stack)
    number = _unpack_pairs(value, place, plan, spare, pairs)
    for column in range(width):
        work[0, column] = spare[0, width - 1 - column]
    for label in range(1, labels + 1):
        work[_CELLS, label] = spare[_CELLS, label]
    _pack(work, pairs, number, place, plan, image)
    for word in range(value.size):
        if image[word] != value[word]:
            if image[word] < value[word]:
                for index in range(value.size):
                    value[index] = image[index]
            break


@kernel
def _join(spare, labels, pairs, known, choice, place, plan, allowed, work, changed, value):
    """Write the key after any choice (see `branch`); return whether there is one.

    Returns
    -------
    bool
        False if a component would be too large or end with a number of cells that may not be.
    """
    width, most, column = plan[0], plan[1], plan[5]
    up = spare[0, column]
    left = spare[0, column - 1] if column > 0 else 0
    for index in range(width):
        work[0, index] = spare[0, index]
    for index in range(1, labels + 1):
        work[_CELLS, index] = spare[_CELLS, index]
        work[_COLUMNS, index] = spare[_COLUMNS, index]
    number = known
    for pair in range(known):
        changed[pair, 0] = pairs[pair, 0]
        changed[pair, 1] = pairs[pair, 1]
    own = 0
    if choice == 1:
        own = labels + 1
        work[_CELLS, own] = 0
        work[_COLUMNS, own] = 0
    elif choice == 2:
        own = left
    elif choice >= 3:
        own = up
    if choice == 4 and left != up:
        work[_CELLS, up] += work[_CELLS, left]
        work[_COLUMNS, up] += work[_COLUMNS, left]
        for index in range(width):
            if work[0, index] == left:
                work[0, index] = up
        for pair in range(number):
            if changed[pair, 0] == left:
                changed[pair, 0] = up
            if changed[pair, 1] == left:
                changed[pair, 1] = up
    if up != 0:
        work[_COLUMNS, up] -= 1
        if own != up:
            # It ends here, or a wall lies between it and the new cell.
            changed[number, 0] = up
            changed[number, 1] = own
            number += 1
    work[0, column] = own
    if own != 0:
        work[_COLUMNS, own] += 1
        work[_CELLS, own] += 1
        if work[_CELLS, own] > most:
            return False
    if plan[7] == 1 and column > 0:
        number = _drop(work, changed, number, column - 1, column, allowed)
    if number >= 0 and plan[8] == 1:
        number = _drop(work, changed, number, column, column, allowed)
    if number < 0:
        return False
    if own != 0 and work[_CELLS, own] == most:
        # It is complete.
        work[_COLUMNS, own] = 0
        for index in range(width):
            if work[0, index] == own:
                work[0, index] = 0
    for pair in range(number):
        if work[_COLUMNS, changed[pair, 0]] == 0 or work[_COLUMNS, changed[pair, 1]] == 0:
            changed[pair, 0] = 0
    _pack(work, changed, number, place, plan, value)
    return True


@kernel
def branch(keys, place, plan, allowed, made, source, filled):
    """Write down the successors of states; there is room for `MOST_BRANCHES` of each in each part."""
    width, column, parts = plan[0], plan[5], plan[9]
    spare = np.zeros((5, width + 3), np.int64)
    work = np.zeros((5, width + 3), np.int64)
    other_spare = np.zeros((5, width + 3), np.int64)
    stack = np.zeros(width + 3, np.int64)
    pairs = np.zeros((place.size + 8, 2), np.int64)
    changed = np.zeros((place.size + 8, 2), np.int64)
    value = np.zeros(keys.shape[1], np.uint64)
    image = np.zeros(keys.shape[1], np.uint64)
    for state in range(keys.shape[0]):
        key = keys[state]
        labels = _unpack(key, place, plan, spare, stack)
        known = _unpack_pairs(key, place, plan, spare, pairs)
        up = spare[0, column]
        left = spare[0, column - 1] if column > 0 else 0
        right = spare[0, column + 1] if column + 1 < width else 0
        stays = up == 0 or spare[_COLUMNS, up] > 1
        ends = stays or allowed[spare[_CELLS, up]]
        # Only the pair at the kink is forgotten by itself.
        simple = plan[6] == 1 and plan[7] == 0 and plan[8] == 0
        touch = left == up
        for pair in range(known):
            one, other = pairs[pair, 0], pairs[pair, 1]
            if (one == left and other == up) or (one == up and other == left):
                touch = True
            else:
                simple = False
        if up != 0 and left != 0 and not touch:
            touch = _touch(spare, width, column - 1, left, up)
        if up != 0 and right != 0 and right != up:
            pairs[known, 0] = up
            pairs[known, 1] = right
            known += 1
        # 0: no cell here; 1: alone; 2: with the cell to the left; 3: with the one above; 4: with both.
        for choice in range(5):
            if (choice == 0) == (plan[6] == 1):
                continue
            if choice <= 2 and not ends:
                continue
            if (choice == 2 or choice == 4) and left == 0:
                continue
            if (choice == 3 or choice == 4) and up == 0:
                continue
            if (choice == 2 or choice == 3) and left == up:
                continue
            if choice == 4 and left != up and touch:
                continue
            if simple and (up == 0 or choice == 3 or (choice == 4 and left == up)):
                _extend(key, spare, 0 if choice == 1 else left if choice == 2 else up, place, plan, value)
            elif not _join(spare, labels, pairs, known, choice, place, plan, allowed, work, changed, value):
                continue
            if plan[10] == 1:
                _fold(value, place, plan, other_spare, work, stack, changed, image)
            part = 0
            if parts > 1:
                slot = _ZERO
                for word in range(value.size):
                    slot = _hash(slot ^ value[word])
                part = np.int64(slot >> _PART) % parts
            entry = filled[part]
            for word in range(value.size):
                made[part, entry, word] = value[word]
            source[part, entry] = state
            filled[part] = entry + 1


@kernel
def gather(made, source, entry, counts, bits, table, found, sums, size):
    """Look up successors from number `entry` on and add the counts of their sources, until there is no room.

    Parameters
    ----------
    made, source : (e, Q) uint64, (e,) int32
    counts : (n, L) uint64
        Counts of the sources.
    table, found : as in `tilewright.kernels.frontier`
    sums : (>= n', L) uint64
        Counts of the states found; carries are settled but for the top limb.
    size : (1,) int64
        How many states were found so far.

    Returns
    -------
    int
        The first successor that was not done.
    """
    words, limbs = found.shape[1], sums.shape[1]
    mask = np.uint64(table.size - 1)
    shift = np.uint64(bits)
    low = (_ONE << shift) - _ONE
    number = size[0]
    while entry < made.shape[0]:
        if number + 1 > found.shape[0] or 2 * (number + 1) > table.size:
            break
        slot = _ZERO
        for word in range(words):
            slot = _hash(slot ^ made[entry, word])
        slot = slot & mask
        while True:
            there = table[slot]
            if there == 0:
                for word in range(words):
                    found[number, word] = made[entry, word]
                for limb in range(limbs):
                    sums[number, limb] = _ZERO
                number += 1
                there = number
                table[slot] = number
                break
            same = True
            for word in range(words):
                if found[there - 1, word] != made[entry, word]:
                    same = False
                    break
            if same:
                break
            slot = (slot + _ONE) & mask
        there -= 1
        here = source[entry]
        carry = _ZERO
        for limb in range(limbs - 1):
            total = sums[there, limb] + counts[here, limb] + carry
            carry = total >> shift
            sums[there, limb] = total & low
        sums[there, limbs - 1] += counts[here, limbs - 1] + carry
        entry += 1
    size[0] = number
    return entry
