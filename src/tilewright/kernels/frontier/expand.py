"""Grow the states of the frontier method, one layer at a time. Unchecked: `tilewright.counting`
checks the arguments.

A state is the set of covered cells behind the scan, and the copies used of limited pieces. It is
one key of Q words. The lowest bits are the *window*: bit i is the i-th cell from the layer's cell
on. Above it are the *fields*, counters of copies. A move of a layer covers its cell. It fits a
state if its `block` bits are clear in the key. Then `add` sets its cells, and `step` counts the
copy, unless the `full` bit shows that there are enough. A sum with a `guard` bit has one copy too
many. Then the window moves on by one cell.

Legend (n = states of the layer, m = moves of its cell, Q = words of a key)
keys    (>= n, Q) uint64   the states of the layer, in the order in which they were found
moves   (m, 4, Q) uint64   block, add, step, full; with a fifth row, bits to set in the end
word    (4, Q) or (7, Q) uint64  window bits, guard bits, and for the mirror: bits to swap with the
                           bit above, bits that stay (all clear: no mirror); with three more rows,
                           what to add after the move, bits that must be set then, and bits that are
                           kept
table   (2^b,)    int32    open addressing: 1 + number of a state of the next layer, 0 free
found   (>= n', Q) uint64  the states of the next layer
start   (>= n + 1,) int32  state i leads to target[start[i]:start[i + 1]]
target  (>= e,)   int32    numbers of states of the next layer
label   (0 or >= e,) int16 the move of each target; -1 if the cell was covered already
tally   (4,)      int64    next state, states n, states found n', targets e
"""

from __future__ import annotations

import numpy as np

from ..library import kernel

_ZERO = np.uint64(0)
_ONE = np.uint64(1)
_BLOCKS = np.uint64(0xFFFFFFF0)
_LINE = np.uint64(15)
_FIRST = np.uint64(0x9E3779B1)
_SECOND = np.uint64(0x85EBCA6B)
_HALF = np.uint64(32)
_MIX = np.uint64(29)
_TOP = np.uint64(63)


@kernel
def _hash(key):
    """Mix a word, but keep keys that differ in their last bits in one cache line.

    Successors of neighboring states are neighbors, so most lookups hit the same lines. Products of
    32-bit halves do not overflow, so plain Python agrees.
    """
    value = ((key & _BLOCKS) * _FIRST) ^ ((key >> _HALF) * _SECOND)
    value ^= value >> _MIX
    return (value & ~_LINE) | ((value ^ key) & _LINE)


@kernel
def _keeps(value, word):
    """Finish the sums that are decided after a move; return False if one is too small."""
    for q in range(value.size):
        value[q] += word[4, q]
        if (value[q] & word[5, q]) != word[5, q]:
            return False
        value[q] &= word[6, q]
    return True


@kernel
def expand(keys, moves, word, table, found, start, target, label, tally):
    """Find the successors of states with one-word keys until done (``tally[0] == tally[1]``) or an
    array is full.
    """
    window = word[0, 0]
    rest = ~window
    guard = word[1, 0]
    swap = word[2, 0]
    stay = word[3, 0]
    state, states = np.uint64(tally[0]), np.uint64(tally[1])
    size, edge = np.uint64(tally[2]), np.uint64(tally[3])
    number = np.uint64(moves.shape[0])
    most = min(np.uint64(found.shape[0]), np.uint64(table.size // 2))
    edges = np.uint64(target.size)
    mask = np.uint64(table.size - 1)
    kept = label.size > 0
    while state < states:
        if edge + number + _ONE > edges or size + number + _ONE > most:
            break
        key = keys[state, 0]
        start[state] = edge
        taken = (key & _ONE) != _ZERO
        for j in range(_ONE if taken else number):
            if taken:
                value = key
            else:
                if (key & moves[j, 0, 0]) != _ZERO:
                    continue
                value = key + moves[j, 1, 0]
                if (key & moves[j, 3, 0]) == _ZERO:
                    value += moves[j, 2, 0]
                if (value & guard) != _ZERO:
                    continue
            value = ((value & window) >> _ONE) | (value & rest)
            if swap != _ZERO:
                image = ((value & swap) << _ONE) | ((value >> _ONE) & swap) | (value & stay)
                value = min(value, image)
            slot = _hash(value) & mask
            while True:
                entry = np.uint64(table[slot])
                if entry == _ZERO:
                    found[size, 0] = value
                    size += _ONE
                    entry = size
                    table[slot] = size
                    break
                if found[entry - _ONE, 0] == value:
                    break
                slot = (slot + _ONE) & mask
            target[edge] = entry - _ONE
            if kept:
                label[edge] = -1 if taken else np.int64(j)
            edge += _ONE
        state += _ONE
        start[state] = edge
    tally[0], tally[2], tally[3] = state, size, edge


@kernel
def expand_wide(keys, moves, word, table, found, start, target, label, tally):
    """Do what `expand` does for keys of any number of words, without the mirror."""
    words = keys.shape[1]
    state, states, size, edge = tally[0], tally[1], tally[2], tally[3]
    number = moves.shape[0]
    mask = np.uint64(table.size - 1)
    kept = label.size > 0
    ruled = word.shape[0] > 4
    value = np.zeros(words, np.uint64)
    while state < states:
        if edge + number + 1 > target.size or size + number + 1 > found.shape[0]:
            break
        if 2 * (size + number + 1) > table.size:
            break
        start[state] = edge
        taken = (keys[state, 0] & _ONE) != _ZERO
        last = 1 if taken else number
        for j in range(last):
            fits = True
            if taken:
                for q in range(words):
                    value[q] = keys[state, q]
            else:
                counts = True
                for q in range(words):
                    if (keys[state, q] & moves[j, 0, q]) != _ZERO:
                        fits = False
                        break
                    if (keys[state, q] & moves[j, 3, q]) != _ZERO:
                        counts = False
                if not fits:
                    continue
                for q in range(words):
                    value[q] = keys[state, q] + moves[j, 1, q]
                    if counts:
                        value[q] += moves[j, 2, q]
                    if (value[q] & word[1, q]) != _ZERO:
                        fits = False
                    if ruled:
                        value[q] |= moves[j, 4, q]
                if not fits:
                    continue
            if ruled and not _keeps(value, word):
                continue
            slot = _ZERO
            for q in range(words):
                low = (value[q] & word[0, q]) >> _ONE
                if q + 1 < words:
                    low |= (value[q + 1] & word[0, q + 1] & _ONE) << _TOP
                value[q] = low | (value[q] & ~word[0, q])
                slot = _hash(slot ^ value[q])
            slot = slot & mask
            while True:
                entry = table[slot]
                if entry == 0:
                    for q in range(words):
                        found[size, q] = value[q]
                    size += 1
                    entry = size
                    table[slot] = size
                    break
                same = True
                for q in range(words):
                    if found[entry - 1, q] != value[q]:
                        same = False
                        break
                if same:
                    break
                slot = (slot + _ONE) & mask
            target[edge] = entry - 1
            if kept:
                label[edge] = -1 if taken else j
            edge += 1
        state += 1
        start[state] = edge
    tally[0], tally[2], tally[3] = state, size, edge


@kernel
def rehash(found, size, table):
    """Enter the first `size` states into an empty table."""
    mask = np.uint64(table.size - 1)
    words = found.shape[1]
    for state in range(size):
        slot = _ZERO
        for q in range(words):
            slot = _hash(slot ^ found[state, q])
        slot = slot & mask
        while table[slot] != 0:
            slot = (slot + _ONE) & mask
        table[slot] = state + 1
