"""The states that were found so far, in a hash table, and what their predecessors add to them.
Unchecked: `tilewright.counting` checks the arguments.

States are found by their successors. What writes those (see `tilewright.kernels.frontier.expand`
and `tilewright.kernels.frontier.components`) assigns them to the parts of the next layer: the hash
of a state decides its part. Each thread first writes the successors of its states. Then it finds or
adds the states of its own part, and adds up their counts (`gather`) or writes the edges to them
(`link`). No two threads write to the same place.

Legend (Q = words of a key, L = limbs)
made     (parts, room, Q) uint64   successors, by their part; (m, Q) those of one part
source   (parts, room)    int32    the state of each successor. With `named` bits: the state's
                                   number above this many bits for the move, 1 + its number; 0: the
                                   cell was covered
filled   (parts,)    int64    the number of successors
counts   (n, L)      uint64   counts of the states in limbs of `bits` bits (see
                              `tilewright.kernels.frontier.flow`)
table    (2^b,)      int32    open addressing: 1 + number of a state of the next layer, 0 free
found    (>= n', Q)  uint64   the states of the next layer, in the order in which they were found
sums     (>= n', L)  uint64   counts of the states of the next layer; carries are settled except in
                              the top limb
size     (1,)        int64    the number of states found so far
target   (>= block,) int32    the number of each successor's state
begin    (>= n + 1,) int32    state i leads to ends[begin[i]:begin[i + 1]]
ends     (>= e,)     int32    numbers of states of the next layer
label    (0 or >= e,) int16   the move of each edge; -1 if the cell was covered already
tally    (3,)        int64    states found so far, edges, states whose edges begin
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
#: The bits of a hash from here on decide the part.
PART = np.uint64(32)
#: Successors looked up before their counts are added.
BLOCK = 1024


@kernel
def hash_word(key):
    """Mix a word, but keep keys that differ in their last bits in one cache line.

    Successors of neighboring states are neighbors, so most lookups hit the same lines. Products of
    32-bit halves do not overflow, so plain Python agrees.
    """
    value = ((key & _BLOCKS) * _FIRST) ^ ((key >> _HALF) * _SECOND)
    value ^= value >> _MIX
    return (value & ~_LINE) | ((value ^ key) & _LINE)


@kernel
def hash_key(key):
    """Mix the words of a key."""
    slot = _ZERO
    for word in range(key.size):
        slot = hash_word(slot ^ key[word])
    return slot


@kernel
def assign(value, origin, made, source, filled):
    """Write a successor, whose source is `origin`, to its part."""
    part = 0
    if made.shape[0] > 1:
        part = np.int64(hash_key(value) >> PART) % made.shape[0]
    entry = filled[part]
    for word in range(value.size):
        made[part, entry, word] = value[word]
    source[part, entry] = origin
    filled[part] = entry + 1


@kernel
def rehash(found, size, table):
    """Enter the first `size` states into an empty table."""
    mask = np.uint64(table.size - 1)
    for state in range(size):
        slot = hash_key(found[state]) & mask
        while table[slot] != 0:
            slot = (slot + _ONE) & mask
        table[slot] = state + 1


@kernel
def look_up(made, first, block, table, found, sums, number, target):
    """Find or add the states of `block` successors from `first` on, after `number` states; return
    the number of states.
    """
    words, limbs = found.shape[1], sums.shape[1]
    mask = np.uint64(table.size - 1)
    if words == 1:
        keys, states = made.reshape(-1), found.reshape(-1)
        for i in range(block):
            key = keys[first + i]
            slot = hash_word(key) & mask
            there = np.uint64(table[slot])
            while there != _ZERO and states[there - _ONE] != key:
                slot = (slot + _ONE) & mask
                there = np.uint64(table[slot])
            if there == _ZERO:
                states[number] = key
                for limb in range(limbs):
                    sums[number, limb] = _ZERO
                number += _ONE
                there = number
                table[slot] = number
            target[i] = there - _ONE
        return number
    for i in range(block):
        entry = first + i
        slot = _ZERO
        for word in range(words):
            slot = hash_word(slot ^ made[entry, word])
        slot = slot & mask
        while True:
            there = np.uint64(table[slot])
            if there == _ZERO:
                for word in range(words):
                    found[number, word] = made[entry, word]
                for limb in range(limbs):
                    sums[number, limb] = _ZERO
                number += _ONE
                there = number
                table[slot] = number
                break
            same = True
            for word in range(words):
                same &= found[there - _ONE, word] == made[entry, word]
            if same:
                break
            slot = (slot + _ONE) & mask
        target[i] = there - _ONE
    return number


@kernel
def gather(bits, made, source, entry, counts, table, found, sums, size):
    """Look up successors from `entry` on and add the counts of their sources; return the first
    successor without room.
    """
    limbs = sums.shape[1]
    shift = np.uint64(bits)
    low = (_ONE << shift) - _ONE
    number = np.uint64(size[0])
    most = min(np.uint64(found.shape[0]), np.uint64(table.size // 2))
    target = np.empty(BLOCK, np.int32)
    first = np.uint64(entry)
    last = np.uint64(made.shape[0])
    while first < last:
        # No more states are added than there is room for.
        block = min(min(last - first, np.uint64(BLOCK)), most - number)
        if block == _ZERO:
            break
        number = look_up(made, first, block, table, found, sums, number, target)
        if limbs == 1:
            for i in range(block):
                sums[np.uint64(target[i]), 0] += counts[np.uint64(source[first + i]), 0]
        else:
            top = np.uint64(limbs - 1)
            for i in range(block):
                there = np.uint64(target[i])
                here = np.uint64(source[first + i])
                carry = _ZERO
                for limb in range(top):
                    total = sums[there, limb] + counts[here, limb] + carry
                    carry = total >> shift
                    sums[there, limb] = total & low
                sums[there, top] += counts[here, top] + carry
        first += block
    size[0] = number
    return np.int64(first)


@kernel
def link(named, first, made, source, entry, table, found, begin, ends, label, tally):
    """Look up the successors of states, numbered from `first` on, from `entry` on, and write the
    edges to them; return the first successor without room.
    """
    shift = np.uint64(named)
    low = (_ONE << shift) - _ONE
    number, edge, state = np.uint64(tally[0]), tally[1], tally[2]
    most = min(np.uint64(found.shape[0]), np.uint64(table.size // 2))
    nothing = np.empty((0, 0), np.uint64)
    done = np.uint64(entry)
    last = np.uint64(made.shape[0])
    while done < last:
        # No more states are added than there is room for.
        block = min(min(last - done, np.uint64(BLOCK)), most - number)
        if block == _ZERO:
            break
        number = look_up(made, done, block, table, found, nothing, number, ends[edge:])
        for i in range(block):
            origin = np.uint64(source[done + i])
            here = first + np.int64(origin >> shift)
            while state <= here:
                begin[state] = edge
                state += 1
            if label.size:
                label[edge] = np.int64(origin & low) - 1
            edge += 1
        done += block
    tally[0], tally[1], tally[2] = number, edge, state
    return np.int64(done)
