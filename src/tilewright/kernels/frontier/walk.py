"""Walk a labeled state graph. Unchecked: `tilewright.counting` checks the arguments.

Legend (n = states, see `tilewright.kernels.frontier.flow`; m = walkers, T = cells of the board)
start   (n + 1,) int32    state i leads to target[start[i]:start[i + 1]]
target  (e,)     int32    numbers of states of later layers
label   (e,)     int16    the move of each edge, -1 if the cell is covered already
counts  (n, L)   uint64   ways to finish from each state
state   (m,)     int64    where each walker is
rank    (m, L)   uint64   how many ways to finish each walker must leave behind
taken   (m, T)   int16    the label that each walker took at each layer
total   (k,)     uint64   modulo the prime, the tilings that use each move of a layer
ahead   (n,)     uint64   modulo the prime (below 2^31), the ways to reach each state; 0 at first in
                          later layers
price   (k,)     int64    the cost of each move of the layer
cost    (n,)     int64    the least cost to finish; undefined if there is no way
"""

from __future__ import annotations

import numpy as np

from ..library import kernel

_ZERO = np.uint64(0)


@kernel
def descend(start, target, label, counts, state, rank, taken, layer, bits):
    """Let each walker take the step of one layer that its rank decides."""
    limbs = counts.shape[1]
    borrow_bit = np.uint64(1) << np.uint64(bits)
    one = np.uint64(1)
    for walker in range(state.size):
        here = state[walker]
        for edge in range(start[here], start[here + 1]):
            there = target[edge]
            less = False
            for limb in range(limbs - 1, -1, -1):
                if rank[walker, limb] != counts[there, limb]:
                    less = rank[walker, limb] < counts[there, limb]
                    break
            if less:
                state[walker] = there
                taken[walker, layer] = label[edge]
                break
            borrow = _ZERO
            for limb in range(limbs):
                part = counts[there, limb] + borrow
                if rank[walker, limb] >= part:
                    rank[walker, limb] -= part
                    borrow = _ZERO
                else:
                    rank[walker, limb] = rank[walker, limb] + borrow_bit - part
                    borrow = one


@kernel
def flow_edges(start, target, label, counts, ahead, first, last, modulus, total):
    """Carry the ways to reach states along the edges of one layer, and add up the tilings through
    each move.
    """
    for state in range(first, last):
        ways = ahead[state]
        if ways == _ZERO:
            continue
        for edge in range(start[state], start[state + 1]):
            there = target[edge]
            ahead[there] = (ahead[there] + ways) % modulus
            if label[edge] >= 0:
                total[label[edge]] = (total[label[edge]] + ways * counts[there, 0]) % modulus


@kernel
def pull_least(start, target, label, price, cost, counts, first, last, bits):
    """Find the least cost to finish from each state, and the number of ways; return the largest top
    limb.
    """
    limbs = counts.shape[1]
    shift = np.uint64(bits)
    mask = (np.uint64(1) << shift) - np.uint64(1)
    largest = _ZERO
    for state in range(first, last):
        found = False
        least = np.int64(0)
        for limb in range(limbs):
            counts[state, limb] = _ZERO
        for edge in range(start[state], start[state + 1]):
            there = target[edge]
            some = False
            for limb in range(limbs):
                if counts[there, limb] != _ZERO:
                    some = True
            if not some:
                continue
            value = cost[there]
            if label[edge] >= 0:
                value += price[label[edge]]
            if found and value > least:
                continue
            if not found or value < least:
                for limb in range(limbs):
                    counts[state, limb] = _ZERO
                least = value
                found = True
            for limb in range(limbs):
                counts[state, limb] += counts[there, limb]
        cost[state] = least
        for limb in range(limbs - 1):
            counts[state, limb + 1] += counts[state, limb] >> shift
            counts[state, limb] &= mask
        largest = max(largest, counts[state, limbs - 1])
    return largest
