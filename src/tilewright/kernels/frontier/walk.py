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
factor  (k, W)   uint64   the weight of each move of the layer; the last one is that of a covered
                          cell
weighed (n, M)   uint64   the weights of all ways to finish from each state
left    (m, M+)  uint64   how much weight of the ways to finish each walker must leave behind
work    (2, M+)  uint64   work space
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
def descend_weighed(
    start, target, label, counts, bits, weighed, weighed_bits, factor, state, left, rank, work
):
    """Let each walker take the step of one layer that the weight left decides, and add to its rank
    the ways that it leaves behind.
    """
    limbs = weighed.shape[1]
    for walker in range(state.size):
        here = state[walker]
        for edge in range(start[here], start[here + 1]):
            there = target[edge]
            move = label[edge] if label[edge] >= 0 else factor.shape[0] - 1
            for limb in range(limbs):
                work[0, limb] = _ZERO
            add_product(work, 0, weighed, there, factor, move)
            carry(work, 0, limbs, weighed_bits)
            less = False
            for limb in range(limbs - 1, -1, -1):
                if left[walker, limb] != work[0, limb]:
                    less = left[walker, limb] < work[0, limb]
                    break
            if less:
                divide(left, walker, limbs, factor, move, weighed_bits, work)
                state[walker] = there
                break
            subtract(left, walker, limbs, work, 0, weighed_bits)
            for limb in range(counts.shape[1]):
                rank[walker, limb] += counts[there, limb]
            carry(rank, walker, rank.shape[1], bits)


@kernel
def add_product(sums, number, values, value, factor, move):
    """Add the product of a value and a factor to the limbs of a sum, without carrying."""
    limbs = values.shape[1]
    for i in range(factor.shape[1]):
        part = factor[move, i]
        if part != _ZERO:
            for j in range(limbs - i):
                sums[number, i + j] += part * values[value, j]


@kernel
def carry(sums, number, limbs, bits):
    """Carry what does not fit in a limb to the next one."""
    shift = np.uint64(bits)
    mask = (np.uint64(1) << shift) - np.uint64(1)
    for limb in range(limbs - 1):
        sums[number, limb + 1] += sums[number, limb] >> shift
        sums[number, limb] &= mask


@kernel
def subtract(values, value, limbs, less, number, bits):
    """Subtract a number that is not larger."""
    borrow = _ZERO
    for limb in range(limbs):
        part = less[number, limb] + borrow
        borrow = _ZERO
        if values[value, limb] < part:
            values[value, limb] += np.uint64(1) << np.uint64(bits)
            borrow = np.uint64(1)
        values[value, limb] -= part


@kernel
def divide(values, value, limbs, factor, move, bits, work):
    """Divide a value by a factor, and drop the remainder."""
    one, words = np.uint64(1), factor.shape[1]
    if words == 1:
        if factor[move, 0] > one:
            rest = _ZERO
            for limb in range(limbs - 1, -1, -1):
                rest = (rest << np.uint64(bits)) | values[value, limb]
                values[value, limb] = rest // factor[move, 0]
                rest -= values[value, limb] * factor[move, 0]
        return
    # Bit by bit.
    for limb in range(words + 1):
        work[1, limb] = _ZERO
    for limb in range(limbs - 1, -1, -1):
        part = values[value, limb]
        values[value, limb] = _ZERO
        for bit in range(bits - 1, -1, -1):
            for i in range(words + 1):
                work[1, i] <<= one
            work[1, 0] |= (part >> np.uint64(bit)) & one
            carry(work, 1, words + 1, bits)
            less = False
            if work[1, words] == _ZERO:
                for i in range(words - 1, -1, -1):
                    if work[1, i] != factor[move, i]:
                        less = work[1, i] < factor[move, i]
                        break
            if not less:
                values[value, limb] |= one << np.uint64(bit)
                work[1, words - 1] += work[1, words] << np.uint64(bits)
                work[1, words] = _ZERO
                subtract(work, 1, words, factor, move, bits)


@kernel
def pull_weighed(start, target, label, factor, weighed, first, last, bits):
    """Add up the weights of all ways to finish from each state; return the largest of the limbs
    that must stay 0 if the next layer shall fit.
    """
    limbs, kept = weighed.shape[1], weighed.shape[1] - factor.shape[1] - 1
    largest = _ZERO
    for state in range(first, last):
        for limb in range(limbs):
            weighed[state, limb] = _ZERO
        for edge in range(start[state], start[state + 1]):
            move = label[edge] if label[edge] >= 0 else factor.shape[0] - 1
            add_product(weighed, state, weighed, target[edge], factor, move)
        carry(weighed, state, limbs, bits)
        for limb in range(kept, limbs):
            largest = max(largest, weighed[state, limb])
    return largest


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
