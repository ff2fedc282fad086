"""Pull counts along the edges of a state graph. Unchecked: `tilewright.counting` checks the
arguments.

A count is L limbs of `bits` bits each, lowest first, in L neighboring words. A word has room for
the sum of as many limbs as any state has edges, so carries are settled once for each state. With a
modulus there is one limb, and the sums are reduced instead.

*Pulling* computes the counts of states from those of their successors, over all ways to finish.
States of a layer are pulled after those of later layers; a closed graph is pulled in place, row by
row.

Indices are unsigned: Numba checks each signed index for counting from the end, which took a third
of the time here.

Legend (n = states, P = layers)
start   (n + 1,)   int32    state i leads to target[start[i]:start[i + 1]]
target  (e,)       int32    numbers of states
counts  (n, L)     uint64   counts of the states
offset  (P + 2,)   int64    states of layer c are offset[c]:offset[c + 1]; layer P is layer 0 again
active  (A,)       int64    how many states of each of the first A layers matter; all in later ones
tally   (4,)       int64    layers still to do before the one to stop at, that layer, 1 if a limb is
                            missing, and 1 if the counts of layer P are set
bound   ()         uint64   the top limb up to which the next layer cannot overflow
modulus ()         uint64   0 for limbs
"""

from __future__ import annotations

import numpy as np

from ..library import kernel

_ZERO = np.uint64(0)
_ONE = np.uint64(1)


@kernel
def pull(start, target, counts, first, last, bits):
    """Sum the counts of the successors of the states ``first .. last - 1``; return the largest top
    limb.
    """
    limbs = counts.shape[1]
    shift = np.uint64(bits)
    mask = (np.uint64(1) << shift) - np.uint64(1)
    largest = _ZERO
    if limbs == 1:
        flat = counts.reshape(-1)
        edge = np.uint64(start[first])
        for state in range(np.uint64(first), np.uint64(last)):
            total = _ZERO
            end = np.uint64(start[state + _ONE])
            while edge < end:
                total += flat[np.uint64(target[edge])]
                edge += _ONE
            flat[state] = total
            largest = max(largest, total)
    elif limbs == 2:
        for state in range(np.uint64(first), np.uint64(last)):
            low = _ZERO
            high = _ZERO
            for edge in range(np.uint64(start[state]), np.uint64(start[state + _ONE])):
                successor = np.uint64(target[edge])
                low += counts[successor, 0]
                high += counts[successor, 1]
            high += low >> shift
            counts[state, 0] = low & mask
            counts[state, 1] = high
            largest = max(largest, high)
    elif limbs == 3:
        for state in range(np.uint64(first), np.uint64(last)):
            low = _ZERO
            middle = _ZERO
            high = _ZERO
            for edge in range(np.uint64(start[state]), np.uint64(start[state + _ONE])):
                successor = np.uint64(target[edge])
                low += counts[successor, 0]
                middle += counts[successor, 1]
                high += counts[successor, 2]
            middle += low >> shift
            high += middle >> shift
            counts[state, 0] = low & mask
            counts[state, 1] = middle & mask
            counts[state, 2] = high
            largest = max(largest, high)
    else:
        for state in range(np.uint64(first), np.uint64(last)):
            for limb in range(limbs):
                counts[state, limb] = _ZERO
            for edge in range(np.uint64(start[state]), np.uint64(start[state + _ONE])):
                successor = np.uint64(target[edge])
                for limb in range(limbs):
                    counts[state, limb] += counts[successor, limb]
            for limb in range(limbs - 1):
                counts[state, limb + 1] += counts[state, limb] >> shift
                counts[state, limb] &= mask
            largest = max(largest, counts[state, limbs - 1])
    return largest


@kernel
def pull_modulo(start, target, counts, first, last, modulus):
    """Do what `pull` does modulo a number that leaves room for the sum over a state's edges."""
    for state in range(np.uint64(first), np.uint64(last)):
        total = _ZERO
        for edge in range(np.uint64(start[state]), np.uint64(start[state + _ONE])):
            total += counts[np.uint64(target[edge]), 0]
        counts[state, 0] = total % modulus


@kernel
def restart(offset, counts):
    """Copy the counts of layer 0 of a closed graph to layer P."""
    last = offset[offset.size - 2]
    for state in range(offset[1]):
        for limb in range(counts.shape[1]):
            counts[last + state, limb] = counts[state, limb]


@kernel
def sweep(offset, active, start, target, counts, tally, bits, bound, modulus):
    """Pull through the layers from the last to the first, until a limb is missing."""
    layers = offset.size - 2
    while tally[0] > tally[1]:
        layer = tally[0] - 1
        c = layer % layers
        if c == layers - 1 and tally[3] == 0:
            restart(offset, counts)
        tally[3] = 0
        states = active[layer] if layer < active.size else offset[c + 1] - offset[c]
        tally[0] = layer
        if modulus != _ZERO:
            pull_modulo(start, target, counts, offset[c], offset[c] + states, modulus)
            continue
        largest = pull(start, target, counts, offset[c], offset[c] + states, bits)
        if largest > bound:
            tally[2] = 1
            break
