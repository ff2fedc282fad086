"""Grow the states of a frontier of connected components. Unchecked: `tilewright.counting` checks
the arguments.

A state describes the components that the scan has cut: which columns belong to the same one, and
the number of its cells so far. It also says which two touch already, so that they must not be
joined. The scan takes the cells row by row; the frontier has the last cell taken in each column.
The *kink* is between the column just taken and the next one: only there, neighboring columns are
cells of different rows, which do not touch.

A key has a symbol for each column:

    0               nothing that can grow: no cell, a complete component, or no free cell beside it
    1 … m-1         the only column of a component of 1 … m-1 cells
    m … 2m-2        the first of several columns of a component of 1 … m-1 cells
    2m-1, 2m        a further, the last column of the last component that was begun and has not
                    ended

Components do not cross, so that is enough. After the symbols, there is a bit for two components
that touch, if neighboring columns do not show it, and they are small and near enough to grow
together.

Legend (n = states of the layer, W = columns, Q = words of a key, m = cells of the largest
component)
keys     (>= n, Q) uint64   the states of the layer
place    (W + P,)  int64    where in the key the symbol of each column is, and the bit of each pair
                            of columns (i, i + d): of the kink at W, of d >= 2 at W + 1 + (d - 2) W
                            + i; -1 for none
plan     (10,) or (16,) int64  W, m, bits of a symbol, largest d, first bit of the pairs; the column
                            to take, 1 if it has a cell there, 1 if the column before it, 1 if this
                            column has no free cell beside it afterwards; 1 if the row ends here and
                            mirror images are merged. To count components, also the word of the key
                            that counts those begun; least and most; cells not taken yet; cells of
                            the smallest and of the largest component
spare    (5, > W)  int64    rows LABEL, CELLS, COLUMNS, FIRST, LAST: the label of each column, 0 for
                            none; cells, columns, first and last column of each label
stack    (> W,)    int64    work space: the open components
allowed  (m + 1,)  bool     whether a component may end with this many cells
made, source, filled        as in `tilewright.kernels.frontier.table`
"""

from __future__ import annotations

import numpy as np

from ..library import kernel
from .table import assign

#: The largest number of successors: the new cell joins neither, one or both of its neighbors.
MOST_BRANCHES = 4
#: Rows of `spare`.
LABEL, CELLS, COLUMNS, FIRST, LAST = 0, 1, 2, 3, 4

_ZERO = np.uint64(0)
_ONE = np.uint64(1)


@kernel
def _unpack(key, place, plan, spare, stack):
    """Read the label, from 1 on, of each column, and the data of each label; return the number of
    labels.
    """
    width, most = plan[0], plan[1]
    mask = (_ONE << np.uint64(plan[2])) - _ONE
    labels = 0
    depth = 0
    for column in range(width):
        where = place[column]
        symbol = np.int64((key[where >> 6] >> np.uint64(where & 63)) & mask)
        if symbol == 0:
            spare[LABEL, column] = 0
        elif symbol <= 2 * most - 2:
            labels += 1
            spare[LABEL, column] = labels
            spare[COLUMNS, labels] = 1
            spare[FIRST, labels] = column
            spare[LAST, labels] = column
            if symbol < most:
                spare[CELLS, labels] = symbol
            else:
                spare[CELLS, labels] = symbol - most + 1
                stack[depth] = labels
                depth += 1
        else:
            label = stack[depth - 1]
            spare[LABEL, column] = label
            spare[COLUMNS, label] += 1
            spare[LAST, label] = column
            if symbol == 2 * most:
                depth -= 1
    return labels


@kernel
def _unpack_pairs(key, place, plan, spare, pairs):
    """Read the pairs of labels that touch without being neighbors; return their number."""
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
        pairs[0, 0] = spare[LABEL, column - 1]
        pairs[0, 1] = spare[LABEL, column]
        number = 1
    for distance in range(2, reach + 1):
        for left in range(width - distance):
            where = place[width + 1 + (distance - 2) * width + left]
            if (key[where >> 6] >> np.uint64(where & 63)) & _ONE != _ZERO:
                pairs[number, 0] = spare[LABEL, left]
                pairs[number, 1] = spare[LABEL, left + distance]
                number += 1
    return number


@kernel
def _pack(work, pairs, number, place, plan, value):
    """Write the key of labels, cells and pairs, without what no tiling depends on."""
    width, most, reach, kink = plan[0], plan[1], plan[3], plan[5]
    for word in range(value.size):
        value[word] = _ZERO
    for column in range(width):
        work[FIRST, work[LABEL, column]] = -1
    for column in range(width):
        label = work[LABEL, column]
        if work[FIRST, label] < 0:
            work[FIRST, label] = column
        work[LAST, label] = column
    for column in range(width):
        label = work[LABEL, column]
        if label == 0:
            continue
        if column == work[FIRST, label]:
            symbol = work[CELLS, label]
            if column < work[LAST, label]:
                symbol += most - 1
        elif column < work[LAST, label]:
            symbol = 2 * most - 1
        else:
            symbol = 2 * most
        where = place[column]
        value[where >> 6] |= np.uint64(symbol) << np.uint64(where & 63)
    for pair in range(number):
        one, other = pairs[pair, 0], pairs[pair, 1]
        if one == 0 or other == 0:
            continue
        room = most - work[CELLS, one] - work[CELLS, other]
        if room < 1:
            continue
        # The two nearest columns of the pair, the first such columns, and the fewest cells that
        # would connect them.
        before = -1
        left = -1
        nearest = width
        fewest = room + 1
        neighbors = False
        for column in range(width):
            label = work[LABEL, column]
            if label != one and label != other:
                continue
            if before >= 0 and label != work[LABEL, before]:
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
def _set_symbol(value, place, bits, column, symbol):
    """Set the symbol of a column."""
    where = place[column]
    shift = np.uint64(where & 63)
    mask = ((_ONE << np.uint64(bits)) - _ONE) << shift
    value[where >> 6] = (value[where >> 6] & ~mask) | (np.uint64(symbol) << shift)


@kernel
def _drop(work, pairs, number, column, kink, allowed):
    """Forget a column without a free cell beside it; return the number of pairs, or -1 if that is
    impossible.
    """
    label = work[LABEL, column]
    if label == 0:
        return number
    work[COLUMNS, label] -= 1
    work[LABEL, column] = 0
    if work[COLUMNS, label] == 0:
        return number if allowed[work[CELLS, label]] else -1
    # What neighboring columns showed must be stored as a pair.
    for neighbor in (column - 1, column + 1):
        if neighbor < 0 or neighbor > kink:
            continue
        other = work[LABEL, neighbor]
        if other != 0 and other != label:
            pairs[number, 0] = label
            pairs[number, 1] = other
            number += 1
    return number


@kernel
def _touch(spare, width, kink, one, other):
    """Return True if two labels are those of neighboring columns, not at the kink."""
    for column in range(1, width):
        left, right = spare[LABEL, column - 1], spare[LABEL, column]
        if column != kink + 1 and (
            (left == one and right == other) or (left == other and right == one)
        ):
            return True
    return False


@kernel
def _extend(key, spare, own, place, plan, value):
    """Write the key after the new cell is joined to one label (`own`; 0 for a cell alone), if
    nothing else changes.

    The cell above must have that label, or none.
    """
    width, most, bits, column = plan[0], plan[1], plan[2], plan[5]
    for word in range(value.size):
        value[word] = key[word]
    where = place[width]
    if where >= 0:
        value[where >> 6] &= ~(_ONE << np.uint64(where & 63))
    cells = 1
    if own != 0:
        cells = spare[CELLS, own] + 1
    if cells == most:
        for index in range(width):
            if own != 0 and spare[LABEL, index] == own:
                _set_symbol(value, place, bits, index, 0)
        return
    if own == 0:
        _set_symbol(value, place, bits, column, 1)
        return
    first, last = spare[FIRST, own], spare[LAST, own]
    if spare[LABEL, column] == 0:
        if last < column:
            _set_symbol(value, place, bits, column, 2 * most)
            if last > first:
                _set_symbol(value, place, bits, last, 2 * most - 1)
            last = column
        else:
            _set_symbol(value, place, bits, column, 2 * most - 1)
    _set_symbol(value, place, bits, first, cells if first == last else cells + most - 1)
    if column + 1 < width and where >= 0:
        right = spare[LABEL, column + 1]
        if right != 0 and right != own and spare[LABEL, column] == own:
            room = most - cells - spare[CELLS, right]
            if room >= 1 and not _touch(spare, width, column, own, right):
                value[where >> 6] |= _ONE << np.uint64(where & 63)


@kernel
def _fold(value, place, plan, spare, work, stack, pairs, image):
    """Replace the key at the end of a row by that of its mirror image, if that is less."""
    width = plan[0]
    labels = _unpack(value, place, plan, spare, stack)
    number = _unpack_pairs(value, place, plan, spare, pairs)
    for column in range(width):
        work[LABEL, column] = spare[LABEL, width - 1 - column]
    for label in range(1, labels + 1):
        work[CELLS, label] = spare[CELLS, label]
    _pack(work, pairs, number, place, plan, image)
    for word in range(value.size):
        if image[word] != value[word]:
            if image[word] < value[word]:
                for index in range(value.size):
                    value[index] = image[index]
            break


@kernel
def _join(spare, labels, pairs, known, choice, place, plan, allowed, work, changed, value):
    """Write the key after any choice (see `branch`); return False if the size of a component is not
    allowed.
    """
    width, most, column = plan[0], plan[1], plan[5]
    up = spare[LABEL, column]
    left = spare[LABEL, column - 1] if column > 0 else 0
    for index in range(width):
        work[LABEL, index] = spare[LABEL, index]
    for index in range(1, labels + 1):
        work[CELLS, index] = spare[CELLS, index]
        work[COLUMNS, index] = spare[COLUMNS, index]
    number = known
    for pair in range(known):
        changed[pair, 0] = pairs[pair, 0]
        changed[pair, 1] = pairs[pair, 1]
    own = 0
    if choice == 1:
        own = labels + 1
        work[CELLS, own] = 0
        work[COLUMNS, own] = 0
    elif choice == 2:
        own = left
    elif choice >= 3:
        own = up
    if choice == 4 and left != up:
        work[CELLS, up] += work[CELLS, left]
        work[COLUMNS, up] += work[COLUMNS, left]
        for index in range(width):
            if work[LABEL, index] == left:
                work[LABEL, index] = up
        for pair in range(number):
            if changed[pair, 0] == left:
                changed[pair, 0] = up
            if changed[pair, 1] == left:
                changed[pair, 1] = up
    if up != 0:
        work[COLUMNS, up] -= 1
        if own != up:
            # It ends here, or a wall separates it from the new cell.
            changed[number, 0] = up
            changed[number, 1] = own
            number += 1
    work[LABEL, column] = own
    if own != 0:
        work[COLUMNS, own] += 1
        work[CELLS, own] += 1
        if work[CELLS, own] > most:
            return False
    if plan[7] == 1 and column > 0:
        number = _drop(work, changed, number, column - 1, column, allowed)
    if number >= 0 and plan[8] == 1:
        number = _drop(work, changed, number, column, column, allowed)
    if number < 0:
        return False
    if own != 0 and work[CELLS, own] == most:
        # It is complete.
        work[COLUMNS, own] = 0
        for index in range(width):
            if work[LABEL, index] == own:
                work[LABEL, index] = 0
    for pair in range(number):
        if work[COLUMNS, changed[pair, 0]] == 0 or work[COLUMNS, changed[pair, 1]] == 0:
            changed[pair, 0] = 0
    _pack(work, changed, number, place, plan, value)
    return True


@kernel
def _count(begun, choice, left, up):
    """Return how many components are begun after a choice, less those that it joins to others."""
    if choice == 1:
        return begun + 1
    if choice == 4 and left != up:
        return begun - 1
    return begun


@kernel
def branch(place, plan, allowed, keys, first, made, source, filled):
    """Write the successors of the states from `first` on; return the first state without room."""
    width, column = plan[0], plan[5]
    counted = plan.size > 10
    words = keys.shape[1] - 1 if counted else keys.shape[1]
    begun = 0
    spare = np.zeros((5, width + 3), np.int64)
    work = np.zeros((5, width + 3), np.int64)
    other_spare = np.zeros((5, width + 3), np.int64)
    stack = np.zeros(width + 3, np.int64)
    pairs = np.zeros((place.size + 8, 2), np.int64)
    changed = np.zeros((place.size + 8, 2), np.int64)
    successor = np.zeros(keys.shape[1], np.uint64)
    value = successor[:words]
    image = np.zeros(words, np.uint64)
    key = np.zeros(words, np.uint64)
    for state in range(first, keys.shape[0]):
        if filled.max() + MOST_BRANCHES > made.shape[1]:
            return state
        for word in range(words):
            key[word] = keys[state, word]
        labels = _unpack(key, place, plan, spare, stack)
        if counted:
            begun = np.int64(keys[state, words])
            open_cells = plan[13]
            for label in range(1, labels + 1):
                open_cells += spare[CELLS, label]
            done = begun - labels
            if done + (open_cells + plan[15] - 1) // plan[15] > plan[12]:
                continue
            if done + open_cells // plan[14] < plan[11]:
                continue
        known = _unpack_pairs(key, place, plan, spare, pairs)
        up = spare[LABEL, column]
        left = spare[LABEL, column - 1] if column > 0 else 0
        right = spare[LABEL, column + 1] if column + 1 < width else 0
        stays = up == 0 or spare[COLUMNS, up] > 1
        ends = stays or allowed[spare[CELLS, up]]
        # Only the pair at the kink is forgotten implicitly.
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
        # 0: no cell here; 1: alone; 2: with the cell to the left; 3: with the one above; 4: with
        # both.
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
                _extend(
                    key,
                    spare,
                    0 if choice == 1 else left if choice == 2 else up,
                    place,
                    plan,
                    value,
                )
            elif not _join(
                spare, labels, pairs, known, choice, place, plan, allowed, work, changed, value
            ):
                continue
            if plan[9] == 1:
                _fold(value, place, plan, other_spare, work, stack, changed, image)
            if counted:
                successor[words] = np.uint64(_count(begun, choice, left, up))
            assign(successor, state, made, source, filled)
    return keys.shape[0]
