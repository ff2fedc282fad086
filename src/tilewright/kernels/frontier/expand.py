"""Write the successors of states of the frontier method, for the next layer. Unchecked:
`tilewright.counting` checks the arguments.

A state is the set of covered cells behind the scan, and the copies used of limited pieces. It is
one key of Q words. The lowest bits are the *window*: bit i is the i-th cell from the layer's cell
on. Above it are the *fields*, counters of copies. A move of a layer covers its cell. It fits a
state if its `block` bits are clear in the key. Then `add` sets its cells, and `step` counts the
copy, unless the `full` bit shows that there are enough. A sum with a `guard` bit has one copy too
many. Then the window moves on by one cell.

Legend (n = states of the layer, m = moves of its cell, Q = words of a key, g = symmetries beside
the identity)
keys    (n, Q)      uint64    states of the layer
moves   (m, 4, Q)   uint64    block, add, step, full; with a fifth row, bits to set in the end
word    (4, Q) or (7, Q) uint64  window bits, guard bits, and for the mirror: bits to swap with the
                              bit above, bits that stay (all clear: no mirror); with three more
                              rows, what to add after the move, bits that must be set then, and bits
                              that are kept
tree    (t, 3)      int32     the moves' cells as a tree in preorder: bit of a cell, where to
                              continue if it is covered (after all moves with it), move that ends
                              here or -1; or no rows, to try the moves one by one, in their order
images  (g, bytes, 256, Q) uint64  the image under a symmetry of the cells covered in one byte of
                              the window
window  (Q,)        uint64    the bits of a key that are cells; the others stay
made, source, filled, named   as in `tilewright.kernels.frontier.table`
"""

from __future__ import annotations

import numpy as np

from ..library import kernel
from .table import PART, assign, hash_word

_ZERO = np.uint64(0)
_ONE = np.uint64(1)
_TOP = np.uint64(63)
_BYTE = np.uint64(255)
_EIGHT = np.uint64(8)
_SEVEN = np.uint64(7)
#: Of more moves, most do not fit.
_FEW = np.uint64(24)
#: Successors made before they are assigned.
_AHEAD = 2048


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
def _add_move(key, moves, j):
    """Return a state after a move that fits."""
    counted = np.uint64((key & moves[j, 3, 0]) == _ZERO)
    return key + moves[j, 1, 0] + moves[j, 2, 0] * counted


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
        elif nodes == _ZERO and number > _FEW:
            for j in range(number):
                if (key & moves[j, 0, 0]) != _ZERO:
                    continue
                value = _add_move(key, moves, j)
                pending[count] = value
                source[count] = origin | ((j + _ONE) & mask)
                count += np.uint64((value & guard) == _ZERO)
        elif nodes == _ZERO:
            # Without a branch, as it cannot be predicted which of a few moves fit.
            for j in range(number):
                value = _add_move(key, moves, j)
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
                value = _add_move(key, moves, j)
                pending[count] = value
                source[count] = origin | ((j + _ONE) & mask)
                count += np.uint64((value & guard) == _ZERO)
        state += _ONE
    return state, count


@kernel
def expand(moves, tree, word, named, keys, first, made, source, filled):
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
                part = (hash_word(pending[i]) >> PART) % parts
                entry = np.uint64(filled[part])
                made[part, entry, 0] = pending[i]
                source[part, entry] = origin[i]
                filled[part] = entry + _ONE
    return np.int64(state)


@kernel
def expand_wide(moves, tree, word, named, keys, first, made, source, filled):
    """Do what `expand` does for keys of any number of words, without the mirror and the tree."""
    words = keys.shape[1]
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
            for q in range(words):
                low = (value[q] & word[0, q]) >> _ONE
                if q + 1 < words:
                    low |= (value[q + 1] & word[0, q + 1] & _ONE) << _TOP
                value[q] = low | (value[q] & ~word[0, q])
            origin = (state << named) | (0 if taken else (j + 1) & mask)
            assign(value, origin, made, source, filled)
    return keys.shape[0]


@kernel
def expand_least(images, window, keys, first, made, source, filled):
    """Write the least image of each state from `first` on; return the first state without room.

    Keys are compared by their last word first.
    """
    words = keys.shape[1]
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
        for q in range(words):
            least[q] |= keys[state, q] & ~window[q]
        assign(least, state, made, source, filled)
    return keys.shape[0]
