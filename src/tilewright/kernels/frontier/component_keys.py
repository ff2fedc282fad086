"""Read and write keys of a frontier of connected components. Unchecked: `tilewright.counting` checks what it is given.

A key has a symbol for each column:

    0               nothing that can still grow: no cell, a complete component, or no free cell beside it
    1 … m-1         the only column of a component of 1 … m-1 cells
    m … 2m-2        the first of several columns of a component of 1 … m-1 cells
    2m-1, 2m        a further, the last column of the component that was begun last and is not ended

(components do not cross, so that is enough), and after the symbols a bit for two components that touch, if
that does not show in neighboring columns and if they are small and near enough to grow together at all.

Legend (W = columns, Q = words of a key, m = cells of the largest component)
place    (W + P,)  int64    where in the key the symbol of each column is, and the bit of each pair of columns
                            (i, i + d): of the kink at W, of d >= 2 at W + 1 + (d - 2) W + i; -1 for none
plan     (>= 6,)   int64    W, m, bits of a symbol, largest d, first bit of the pairs, the column that the scan
                            takes; more of it is in `frontier_components`
spare    (5, > W)  int64    rows LABEL, CELLS, COLUMNS, FIRST, LAST: the label of each column, 0 for none;
                            cells, columns, first and last column of each label
"""

from __future__ import annotations

import numpy as np

from .._jit import kernel

__all__ = ["CELLS", "COLUMNS", "FIRST", "LABEL", "LAST", "pack", "set_symbol", "unpack", "unpack_pairs"]

_ZERO = np.uint64(0)
_ONE = np.uint64(1)
#: Rows of `spare`.
LABEL, CELLS, COLUMNS, FIRST, LAST = 0, 1, 2, 3, 4


@kernel
def unpack(key, place, plan, spare, stack):
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
def unpack_pairs(key, place, plan, spare, pairs):
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
def pack(work, pairs, number, place, plan, value):
    """Write the key of labels, cells and pairs; all that no tiling can depend on is left out."""
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
        # The nearest two columns of the two, the first such pair, and the fewest cells that would connect them.
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
def set_symbol(value, place, bits, column, symbol):
    """Set the symbol of a column."""
    where = place[column]
    shift = np.uint64(where & 63)
    mask = ((_ONE << np.uint64(bits)) - _ONE) << shift
    value[where >> 6] = (value[where >> 6] & ~mask) | (np.uint64(symbol) << shift)
