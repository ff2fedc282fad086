"""Find the states of a strip that grows column by column, and their successors.

Unchecked; the public functions are in `tilewright.shapes.rectangles.strips`. A strip has w rows and
grows to the right. A column is filled by always covering its first empty cell. The *state* after
some columns is the set of cells beyond them that are already covered.

Legend (w = rows of the strip, k = the most placements at a cell, s = room for states, e = room for
edges)
masks    (w, k, 3) uint64  placements whose first cell is in row r: bit ``column * w + r`` of two
                           words, low word first; and the piece, as a bit
many     (w,)      int64   the number of them
shape    (5,)      int64   w; 1 if states are merged with their mirror images (rows swapped);
                           columns that must be fillable for a state to be kept; columns of a
                           state; 1 if there are several pieces
keys     (s, 2)    uint64  the states, in the order in which they were found; the first is the empty
                           one
table    (2^n,)    int32   open addressing: the index of a state in `keys`, -1 for none
start    (s + 1,)  int64   edges start[i]:start[i + 1] leave state i
target   (e,)      int32   the successors
used     (e,)      uint8   the pieces that fill the column of each edge, as bits
counters (4,)      int64   states expanded, states found, edges, 1 if an array is full
stack    (m, 3)    uint64  work space: a partly filled column, and the column that it is, or the
                           pieces that fill it
"""

from __future__ import annotations

import numpy as np

from ..bits import lowest_one
from ..library import kernel

_ONE = np.uint64(1)
_ZERO = np.uint64(0)
_WORD = np.uint64(64)


@kernel
def _hash_state(low, high):
    """Return a hash of a state."""
    x = low ^ (high * np.uint64(0x9E3779B97F4A7C15))
    x = (x ^ (x >> np.uint64(31))) * np.uint64(0x9E3779B97F4A7C15)
    x = (x ^ (x >> np.uint64(29))) * np.uint64(0xBF58476D1CE4E5B9)
    return x ^ (x >> np.uint64(32))


@kernel
def _find(keys, table, low, high):
    """Return the slot of a state in the table, or the slot where it belongs."""
    last = np.uint64(len(table) - 1)
    place = _hash_state(low, high) & last
    while True:
        at = table[np.int64(place)]
        if at < 0 or (keys[at, 0] == low and keys[at, 1] == high):
            return np.int64(place)
        place = (place + _ONE) & last


@kernel
def rehash(keys, table, count):
    """Enter the first `count` states into an empty table."""
    for index in range(count):
        table[_find(keys, table, keys[index, 0], keys[index, 1])] = index


@kernel
def _mirror(low, high, rows, columns):
    """Return a state with its rows in reverse order."""
    new_low, new_high = _ZERO, _ZERO
    for column in range(columns):
        for row in range(rows):
            bit = np.uint64(column * rows + row)
            there = np.uint64(column * rows + rows - 1 - row)
            value = (low >> bit) & _ONE if bit < _WORD else (high >> (bit - _WORD)) & _ONE
            if there < _WORD:
                new_low |= value << there
            else:
                new_high |= value << (there - _WORD)
    return new_low, new_high


@kernel
def _reversed_word(word):
    """Return a word with its bits in reverse order."""
    word = ((word >> _ONE) & np.uint64(0x5555555555555555)) | (
        (word & np.uint64(0x5555555555555555)) << _ONE
    )
    two, four, eight = np.uint64(2), np.uint64(4), np.uint64(8)
    word = ((word >> two) & np.uint64(0x3333333333333333)) | (
        (word & np.uint64(0x3333333333333333)) << two
    )
    word = ((word >> four) & np.uint64(0x0F0F0F0F0F0F0F0F)) | (
        (word & np.uint64(0x0F0F0F0F0F0F0F0F)) << four
    )
    word = ((word >> eight) & np.uint64(0x00FF00FF00FF00FF)) | (
        (word & np.uint64(0x00FF00FF00FF00FF)) << eight
    )
    sixteen, half = np.uint64(16), np.uint64(32)
    word = ((word >> sixteen) & np.uint64(0x0000FFFF0000FFFF)) | (
        (word & np.uint64(0x0000FFFF0000FFFF)) << sixteen
    )
    return (word >> half) | (word << half)


@kernel
def _fold(low, high, rows, columns):
    """Return the smaller of a state and its mirror image."""
    if rows * columns > 64:
        other_low, other_high = _mirror(low, high, rows, columns)
    else:
        # A column at a time, with the bits of a word reversed at once.
        other_low, other_high = _ZERO, _ZERO
        ones = (_ONE << np.uint64(rows)) - _ONE
        for column in range(columns):
            shift = np.uint64(column * rows)
            line = (low >> shift) & ones
            other_low |= (_reversed_word(line) >> np.uint64(64 - rows)) << shift
    if other_high < high or (other_high == high and other_low < low):
        return other_low, other_high
    return low, high


@kernel
def _can_fill(masks, many, rows, low, high, columns, stack, base):
    """Return True if the next `columns` columns can be filled from a state; `stack` is free from
    `base` on.
    """
    shift, back = np.uint64(rows), np.uint64(64 - rows)
    full = (_ONE << shift) - _ONE
    top = base
    stack[top, 0], stack[top, 1], stack[top, 2] = low, high, _ZERO
    top += 1
    while top > base:
        top -= 1
        low, high, column = stack[top, 0], stack[top, 1], stack[top, 2]
        while low & full == full:
            low = (low >> shift) | (high << back)
            high >>= shift
            column += _ONE
            if column == np.uint64(columns):
                return True
        row = np.int64(lowest_one(~low))
        for number in range(many[row]):
            if masks[row, number, 0] & low == _ZERO and masks[row, number, 1] & high == _ZERO:
                stack[top, 0] = low | masks[row, number, 0]
                stack[top, 1] = high | masks[row, number, 1]
                stack[top, 2] = column
                top += 1
    return False


@kernel
def advance(masks, many, shape, keys, table, start, target, used, counters, stack, budget):
    """Expand at most `budget` states; stop early if an array is full (``counters[3] = 1``): grow it
    and call again.

    If two ways to fill a column lead to the same state and one uses all pieces of the other, the
    other is dropped. With a single piece, some edges may be repeated.
    """
    rows, fold, ahead, columns, several = shape
    shift, back = np.uint64(rows), np.uint64(64 - rows)
    full = (_ONE << shift) - _ONE
    head, found, edges = counters[0], counters[1], counters[2]
    counters[3] = 0
    end = head + budget
    room = min(len(keys), len(table) // 2)
    while head < found and head < end:
        first = edges
        stack[0, 0], stack[0, 1], stack[0, 2] = keys[head, 0], keys[head, 1], _ZERO
        top = 1
        while top > 0:
            top -= 1
            low, high, pieces = stack[top, 0], stack[top, 1], stack[top, 2]
            if low & full != full:
                row = np.int64(lowest_one(~low))
                for number in range(many[row]):
                    if (
                        masks[row, number, 0] & low == _ZERO
                        and masks[row, number, 1] & high == _ZERO
                    ):
                        stack[top, 0] = low | masks[row, number, 0]
                        stack[top, 1] = high | masks[row, number, 1]
                        stack[top, 2] = pieces | masks[row, number, 2]
                        top += 1
                continue
            low = (low >> shift) | (high << back)
            high >>= shift
            if fold:
                low, high = _fold(low, high, rows, columns)
            place = _find(keys, table, low, high)
            at = table[place]
            if at < 0:
                if ahead > 0 and not _can_fill(masks, many, rows, low, high, ahead, stack, top):
                    continue
                if found == room:
                    counters[3] = 1
                    break
                at = found
                keys[at, 0], keys[at, 1] = low, high
                table[place] = at
                found += 1
            own = np.uint8(pieces)
            known = False
            edge = first if several else max(first, edges - 8)
            while edge < edges:
                if target[edge] == at:
                    both = used[edge] | own
                    if both == used[edge]:
                        known = True
                        break
                    if both == own:
                        # It uses more: replace it by the last one.
                        edges -= 1
                        target[edge], used[edge] = target[edges], used[edges]
                        continue
                edge += 1
            if known:
                continue
            if edges == len(target):
                counters[3] = 1
                break
            target[edges], used[edges] = at, own
            edges += 1
        if counters[3]:
            # This state will be expanded again; its successors are known already.
            edges = first
            break
        head += 1
        start[head] = edges
    counters[0], counters[1], counters[2] = head, found, edges
