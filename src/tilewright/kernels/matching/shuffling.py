"""Domino shuffling with weights (Propp 2003): random matchings of an Aztec diamond. Called by `tilewright.matching.sampling`.

The edges of the Aztec diamond of order n are the entries of a 2n x 2n array. Its 2 x 2 blocks are every other square of four
edges. Entry (r, c) joins the cells A((r + 1) // 2, c // 2) and B(r // 2, (c + 1) // 2). A(i, j) is the cell (i + j, n + j - i) of
the diamond, and B(i, j) is the cell (i + j, n - 1 + j - i).

A weight is a pair: a coefficient, and the exponent of a number that tends to 0. Exponent 1 stands for an edge that does not exist.

Legend (n = order)
coefficient, exponent   (2 n, 2 n)  float64, int32  the weights of the edges
chance                  (s,)        float64         for each order and block, how likely its upper left and lower right edges are
                                                    created; order m begins at (m - 1) m (2 m - 1) / 6
blocks                  (n, n)      uint8           a matching: bits 0 to 3 of a block are its upper left, upper right, lower left
                                                    and lower right edges
state                   (4,)        uint64          of the generator xoshiro256++ (Blackman and Vigna 2019)
"""

from __future__ import annotations

import numpy as np

from .._jit import kernel


@kernel
def _next(state):
    """Return the next 64 random bits."""
    total = state[0] + state[3]
    result = ((total << np.uint64(23)) | (total >> np.uint64(41))) + state[0]
    shifted = state[1] << np.uint64(17)
    state[2] ^= state[0]
    state[3] ^= state[1]
    state[1] ^= state[2]
    state[0] ^= state[3]
    state[2] ^= shifted
    state[3] = (state[3] << np.uint64(45)) | (state[3] >> np.uint64(19))
    return result


@kernel
def chances_of_order(coefficient, exponent, order, chance, smaller, smaller_exponent):
    """Write the chances of all blocks of an order (n, n), and the weights of the next smaller order."""
    for i in range(order):
        for j in range(order):
            r, c = 2 * i, 2 * j
            one = coefficient[r, c] * coefficient[r + 1, c + 1]
            two = coefficient[r, c + 1] * coefficient[r + 1, c]
            first = exponent[r, c] + exponent[r + 1, c + 1]
            second = exponent[r, c + 1] + exponent[r + 1, c]
            least = min(first, second)
            if first > least:
                one = 0.0
            if second > least:
                two = 0.0
            total = one + two
            chance[i, j] = one / total
            # Opposite edges change places, and all are divided by the sum. The outermost rows and columns are dropped.
            for a in range(2):
                for b in range(2):
                    y, x = r + a - 1, c + b - 1
                    if 0 <= y < 2 * order - 2 and 0 <= x < 2 * order - 2:
                        smaller[y, x] = coefficient[r + 1 - a, c + 1 - b] / total
                        smaller_exponent[y, x] = exponent[r + 1 - a, c + 1 - b] - least
    # Numbers are kept in range: the weights around a cell A can be multiplied with any number.
    for i in range(order):
        for j in range(order - 1):
            largest, least = 0.0, np.int64(1) << 40
            for r in range(max(0, 2 * i - 1), min(2 * order - 2, 2 * i + 1)):
                for c in range(2 * j, 2 * j + 2):
                    least = min(least, smaller_exponent[r, c])
            for r in range(max(0, 2 * i - 1), min(2 * order - 2, 2 * i + 1)):
                for c in range(2 * j, 2 * j + 2):
                    if smaller_exponent[r, c] == least:
                        largest = max(largest, smaller[r, c])
            scale = 2.0 ** -np.floor(np.log2(largest))
            for r in range(max(0, 2 * i - 1), min(2 * order - 2, 2 * i + 1)):
                for c in range(2 * j, 2 * j + 2):
                    smaller[r, c] *= scale
                    smaller_exponent[r, c] -= least


@kernel
def shuffle(begin, end, chance, weighted, blocks, other, state):
    """Grow a matching from order `begin` to `end`; `blocks` and `other` take turns, `blocks` has it if end - begin is even.

    Edges that meet in a block are removed, single ones move to the other side, and empty blocks get two edges. Without weights,
    each of the two ways is as likely. Each order begins with new random bits, so that a matching does not depend on the steps.
    """
    turn = np.zeros(16, dtype=np.uint8)
    turn[1], turn[2], turn[4], turn[8] = 8, 4, 2, 1
    for order in range(begin + 1, end + 1):
        random, bits = np.uint64(0), 0
        place = (order - 1) * order * (2 * order - 1) // 6
        for i in range(order):
            for j in range(order):
                mask = np.uint8(0)
                if i > 0 and j > 0:
                    mask |= (blocks[i - 1, j - 1] >> 3) & 1
                if i > 0 and j < order - 1:
                    mask |= ((blocks[i - 1, j] >> 2) & 1) << 1
                if i < order - 1 and j > 0:
                    mask |= ((blocks[i, j - 1] >> 1) & 1) << 2
                if i < order - 1 and j < order - 1:
                    mask |= (blocks[i, j] & 1) << 3
                if mask:
                    other[i, j] = turn[mask]
                    continue
                if weighted:
                    drawn = np.float64(_next(state) >> np.uint64(11)) * 1.1102230246251565e-16
                    other[i, j] = 9 if drawn < chance[place + i * order + j] else 6
                else:
                    if bits == 0:
                        random, bits = _next(state), 64
                    other[i, j] = 9 if random & np.uint64(1) else 6
                    random >>= np.uint64(1)
                    bits -= 1
        blocks, other = other, blocks


@kernel
def partners_of(blocks, order, partner):
    """Write for each cell of the diamond (2 n, 2 n) the direction of its domino: 0 right, 1 down, 2 left, 3 up."""
    for r in range(2 * order):
        for c in range(2 * order):
            if not (blocks[r // 2, c // 2] >> (2 * (r % 2) + c % 2)) & 1:
                continue
            i, j = (r + 1) // 2, c // 2
            y, x = i + j, order + j - i
            i, j = r // 2, (c + 1) // 2
            v, u = i + j, order - 1 + j - i
            if v == y:
                partner[y, x] = 0 if u > x else 2
                partner[v, u] = 2 if u > x else 0
            else:
                partner[y, x] = 1 if v > y else 3
                partner[v, u] = 3 if v > y else 1
