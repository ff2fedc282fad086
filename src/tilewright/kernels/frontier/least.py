"""Deal states to the parts of a layer that holds the least image of each. Unchecked, like `deal` beside it.

Legend (n = states, Q = words of a key, g = symmetries beside the identity)
images   (g, bytes, 256, Q) uint64  what a symmetry makes of the cells taken in one byte of the window
window   (Q,)        uint64   the bits of a key that are cells; the others stay
keys, made, source, filled    as in `tilewright.kernels.frontier.deal`
"""

from __future__ import annotations

import numpy as np

from .._jit import kernel
from .expand import _hash

__all__ = ["deal_least"]

_ZERO = np.uint64(0)
_PART = np.uint64(32)
_BYTE = np.uint64(255)
_EIGHT = np.uint64(8)
_SEVEN = np.uint64(7)


@kernel
def deal_least(images, window, keys, first, made, source, filled):
    """Write down the least image of each state from `first` on, until there is no room.

    Keys are compared by their last word first.

    Returns
    -------
    int
        The first state that was not done.
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
