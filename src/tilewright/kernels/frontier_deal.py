"""Deal the successors of states to the parts of the next layer. Unchecked; `tilewright.counting` is the door.

What a state and a move are is told in `tilewright.kernels.frontier`. By its hash a state belongs to one part of
all parts. Each thread first writes down what its states lead to (`deal`, `deal_wide`), then finds or founds the
states of its own part and adds up their counts (`gather`), so that no two write to the same place.

Legend (n = states of the layer, Q = words of a key, L = limbs)
keys     (n, Q)      uint64   states of the layer
moves, tree, word             as in `tilewright.kernels.frontier`
made     (parts, room, Q) uint64   successors, by the part that they belong to
source   (parts, room)    int32    the state that each is a successor of. With `named` bits: the state's number above
                                   so many bits that say which move it was, 1 + its number; 0: the cell was taken
filled   (parts,)    int64    how many of them there are
counts   (n, L)      uint64   counts of the states in limbs of `bits` bits (see frontier_flow)
sums     (>= n', L)  uint64   counts of the states of the next layer
"""

from __future__ import annotations

import numpy as np

from ._jit import kernel
from .frontier import _hash

__all__ = ["BLOCK", "deal", "deal_wide", "gather", "look_up"]

_ZERO = np.uint64(0)
_ONE = np.uint64(1)
_PART = np.uint64(32)
_TOP = np.uint64(63)
#: Successors that are looked up before their counts are added.
BLOCK = 1024


@kernel
def deal(keys, first, moves, tree, word, named, made, source, filled):
    """Write down the successors of the states with one-word keys from `first` on, until there is no room.

    Parameters
    ----------
    named : int
        Bits of a source that say which move it was; 0 if it need not be known.

    Returns
    -------
    int
        The first state that was not done.
    """
    window = word[0, 0]
    rest = ~window
    guard = word[1, 0]
    swap = word[2, 0]
    stay = word[3, 0]
    parts = np.uint64(made.shape[0])
    number = np.uint64(moves.shape[0])
    nodes = np.uint64(tree.shape[0])
    room = np.uint64(made.shape[1])
    most = np.uint64(filled.max()) + max(number, _ONE)
    shift = np.uint64(named)
    mask = (_ONE << shift) - _ONE
    for state in range(np.uint64(first), np.uint64(keys.shape[0])):
        if most > room:
            most = np.uint64(filled.max()) + max(number, _ONE)
            if most > room:
                return np.int64(state)
        key = keys[state, 0]
        taken = (key & _ONE) != _ZERO
        node = _ZERO
        last = _ONE if taken else max(number, nodes)
        while node < last:
            value = key
            j = node
            move = _ZERO
            if taken:
                node += _ONE
            else:
                if nodes > 0:
                    if (key >> np.uint64(tree[node, 0])) & _ONE != _ZERO:
                        node = np.uint64(tree[node, 1])
                        continue
                    end = tree[node, 2]
                    node += _ONE
                    if end < 0:
                        continue
                    j = np.uint64(end)
                else:
                    node += _ONE
                    if (key & moves[j, 0, 0]) != _ZERO:
                        continue
                value = key + moves[j, 1, 0]
                if (key & moves[j, 3, 0]) == _ZERO:
                    value += moves[j, 2, 0]
                if (value & guard) != _ZERO:
                    continue
                move = (j + _ONE) & mask
            value = ((value & window) >> _ONE) | (value & rest)
            if swap != _ZERO:
                image = ((value & swap) << _ONE) | ((value >> _ONE) & swap) | (value & stay)
                value = min(value, image)
            part = _ZERO
            if parts > _ONE:
                part = (_hash(value) >> _PART) % parts
            entry = np.uint64(filled[part])
            made[part, entry, 0] = value
            source[part, entry] = (state << shift) | move
            filled[part] = entry + _ONE
            most += _ONE
    return keys.shape[0]


@kernel
def deal_wide(keys, first, moves, tree, word, named, made, source, filled):
    """Do what `deal` does for keys of any number of words, without the mirror and the tree."""
    words = keys.shape[1]
    parts = made.shape[0]
    number = moves.shape[0]
    mask = (1 << named) - 1
    value = np.zeros(words, np.uint64)
    for state in range(first, keys.shape[0]):
        if filled.max() + max(number, 1) > made.shape[1]:
            return state
        taken = (keys[state, 0] & _ONE) != _ZERO
        for j in range(1 if taken else number):
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
                if not fits:
                    continue
            slot = _ZERO
            for q in range(words):
                low = (value[q] & word[0, q]) >> _ONE
                if q + 1 < words:
                    low |= (value[q + 1] & word[0, q + 1] & _ONE) << _TOP
                value[q] = low | (value[q] & ~word[0, q])
                slot = _hash(slot ^ value[q])
            part = np.int64(slot >> _PART) % parts
            entry = filled[part]
            for q in range(words):
                made[part, entry, q] = value[q]
            source[part, entry] = (state << named) | (0 if taken else (j + 1) & mask)
            filled[part] = entry + 1
    return keys.shape[0]


@kernel
def look_up(made, first, block, table, found, sums, number, target):
    """Find or found the states that successors are; return how many states were found so far.

    Parameters
    ----------
    first, block : uint64
        The first successor, and how many.
    number : uint64
        How many states were found before.
    target : (>= block,) int32
        Filled: the number of each successor's state.
    """
    words, limbs = found.shape[1], sums.shape[1]
    mask = np.uint64(table.size - 1)
    for i in range(block):
        entry = first + i
        key = made[entry, 0]
        slot = _hash(key)
        for word in range(1, words):
            slot = _hash(slot ^ made[entry, word])
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
            same = found[there - _ONE, 0] == key
            for word in range(1, words):
                same &= found[there - _ONE, word] == made[entry, word]
            if same:
                break
            slot = (slot + _ONE) & mask
        target[i] = there - _ONE
    return number


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
    limbs = sums.shape[1]
    shift = np.uint64(bits)
    low = (_ONE << shift) - _ONE
    number = np.uint64(size[0])
    most = min(np.uint64(found.shape[0]), np.uint64(table.size // 2))
    target = np.empty(BLOCK, np.int32)
    first = np.uint64(entry)
    last = np.uint64(made.shape[0])
    while first < last:
        # No more are founded than there is room for, whatever they are.
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
