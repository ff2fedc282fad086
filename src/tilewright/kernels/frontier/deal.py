"""Assign the successors of states to the parts of the next layer. Unchecked: `tilewright.counting`
checks the arguments.

States and moves are described in `tilewright.kernels.frontier.expand`. The hash of a state decides
its part. Each thread first writes the successors of its states (`deal`, `deal_wide`, `deal_least`).
Then it finds or adds the states of its own part and adds up their counts (`gather`). No two threads
write to the same place.

Legend (n = states of the layer, Q = words of a key, L = limbs, g = symmetries beside the identity)
keys     (n, Q)      uint64   states of the layer
moves, word                   as in `tilewright.kernels.frontier.expand`
tree     (t, 3)      int32    the moves' cells as a tree in preorder: bit of a cell, where to
                              continue if it is covered (after all moves with it), move that ends
                              here or -1; or no rows, to try the moves one by one, in their order
made     (parts, room, Q) uint64   successors, by their part
source   (parts, room)    int32    the state of each successor. With `named` bits: the state's
                                   number above this many bits for the move, 1 + its number; 0: the
                                   cell was covered
filled   (parts,)    int64    the number of successors
counts   (n, L)      uint64   counts of the states in limbs of `bits` bits (see
                              `tilewright.kernels.frontier.flow`)
found, table                  as in `tilewright.kernels.frontier.expand`
sums     (>= n', L)  uint64   counts of the states of the next layer; carries are settled except in
                              the top limb
size     (1,)        int64    the number of states found so far
target   (>= block,) int32    the number of each successor's state
images   (g, bytes, 256, Q) uint64  the image under a symmetry of the cells covered in one byte of
                                    the window
window   (Q,)        uint64   the bits of a key that are cells; the others stay
"""

from __future__ import annotations

import numpy as np

from ..library import kernel
from .expand import _hash, _keeps

_ZERO = np.uint64(0)
_ONE = np.uint64(1)
_PART = np.uint64(32)
_TOP = np.uint64(63)
_BYTE = np.uint64(255)
_EIGHT = np.uint64(8)
_SEVEN = np.uint64(7)
#: Successors made before they are assigned.
_AHEAD = 2048
#: Successors looked up before their counts are added.
BLOCK = 1024


@kernel
def _make_moves(state, last, limit, keys, moves, tree, guard, named, pending, source):
    """Write the successors of states until `limit` could be exceeded; return the first state left,
    and their number.

    The window still begins with the layer's cell.
    """
    number = np.uint64(moves.shape[0])
    nodes = np.uint64(tree.shape[0])
    shift = np.uint64(named)
    mask = (_ONE << shift) - _ONE
    count = _ZERO
    while state < last and count + number < limit:
        key = keys[state, 0]
        origin = state << shift
        if (key & _ONE) != _ZERO:
            pending[count] = key
            source[count] = origin
            count += _ONE
        elif nodes == _ZERO:
            # Without a branch, as it cannot be predicted which moves fit.
            for j in range(number):
                counted = np.uint64((key & moves[j, 3, 0]) == _ZERO)
                value = key + moves[j, 1, 0] + moves[j, 2, 0] * counted
                pending[count] = value
                source[count] = origin | ((j + _ONE) & mask)
                count += np.uint64(((key & moves[j, 0, 0]) | (value & guard)) == _ZERO)
        else:
            node = _ZERO
            while node < nodes:
                if (key >> np.uint64(tree[node, 0])) & _ONE != _ZERO:
                    node = np.uint64(tree[node, 1])
                    continue
                end = tree[node, 2]
                node += _ONE
                if end < 0:
                    continue
                j = np.uint64(end)
                counted = np.uint64((key & moves[j, 3, 0]) == _ZERO)
                value = key + moves[j, 1, 0] + moves[j, 2, 0] * counted
                pending[count] = value
                source[count] = origin | ((j + _ONE) & mask)
                count += np.uint64((value & guard) == _ZERO)
        state += _ONE
    return state, count


@kernel
def deal(moves, tree, word, named, keys, first, made, source, filled):
    """Write the successors of the states with one-word keys from `first` on; return the first state
    without room.
    """
    window = word[0, 0]
    rest = ~window
    swap = word[2, 0]
    stay = word[3, 0]
    parts = np.uint64(made.shape[0])
    number = moves.shape[0]
    most = max(_AHEAD, 2 * number + 2)
    pending = np.empty(most, np.uint64)
    origin = np.empty(most, np.int32)
    state = np.uint64(first)
    last = np.uint64(keys.shape[0])
    while state < last:
        limit = min(most, made.shape[1] - filled.max())
        if limit <= number:
            break
        state, count = _make_moves(
            state, last, np.uint64(limit), keys, moves, tree, word[1, 0], named, pending, origin
        )
        if swap != _ZERO:
            for i in range(count):
                value = ((pending[i] & window) >> _ONE) | (pending[i] & rest)
                image = ((value & swap) << _ONE) | ((value >> _ONE) & swap) | (value & stay)
                pending[i] = min(value, image)
        else:
            for i in range(count):
                pending[i] = ((pending[i] & window) >> _ONE) | (pending[i] & rest)
        if parts == _ONE:
            entry = np.uint64(filled[0])
            for i in range(count):
                made[0, entry + i, 0] = pending[i]
                source[0, entry + i] = origin[i]
            filled[0] = entry + count
        else:
            for i in range(count):
                part = (_hash(pending[i]) >> _PART) % parts
                entry = np.uint64(filled[part])
                made[part, entry, 0] = pending[i]
                source[part, entry] = origin[i]
                filled[part] = entry + _ONE
    return np.int64(state)


@kernel
def deal_wide(moves, tree, word, named, keys, first, made, source, filled):
    """Do what `deal` does for keys of any number of words, without the mirror and the tree."""
    words = keys.shape[1]
    parts = made.shape[0]
    number = moves.shape[0]
    mask = (1 << named) - 1
    ruled = word.shape[0] > 4
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
            part = np.int64(slot >> _PART) % parts
            entry = filled[part]
            for q in range(words):
                made[part, entry, q] = value[q]
            source[part, entry] = (state << named) | (0 if taken else (j + 1) & mask)
            filled[part] = entry + 1
    return keys.shape[0]


@kernel
def deal_least(images, window, keys, first, made, source, filled):
    """Write the least image of each state from `first` on; return the first state without room.

    Keys are compared by their last word first.
    """
    words = keys.shape[1]
    parts = made.shape[0]
    least = np.zeros(words, np.uint64)
    value = np.zeros(words, np.uint64)
    for state in range(first, keys.shape[0]):
        if filled.max() + 1 > made.shape[1]:
            return state
        for q in range(words):
            least[q] = keys[state, q] & window[q]
        for g in range(images.shape[0]):
            for q in range(words):
                value[q] = _ZERO
            for byte in range(images.shape[1]):
                number = np.uint64(byte)
                here = keys[state, byte >> 3] & window[byte >> 3]
                taken = (here >> ((number & _SEVEN) * _EIGHT)) & _BYTE
                if taken != _ZERO:
                    for q in range(words):
                        value[q] |= images[g, byte, taken, q]
            for k in range(words):
                q = words - 1 - k
                if value[q] != least[q]:
                    if value[q] < least[q]:
                        least[:] = value
                    break
        slot = _ZERO
        for q in range(words):
            least[q] |= keys[state, q] & ~window[q]
            slot = _hash(slot ^ least[q])
        part = np.int64(slot >> _PART) % parts
        entry = filled[part]
        for q in range(words):
            made[part, entry, q] = least[q]
        source[part, entry] = state
        filled[part] = entry + 1
    return keys.shape[0]


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
            slot = _hash(key) & mask
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
