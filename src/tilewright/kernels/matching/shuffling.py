"""Domino shuffling with weights (Propp 2003): random matchings of an Aztec diamond. Called by
`tilewright.solving.matching.sampling`.

The edges of the Aztec diamond of order n are the entries of a 2n x 2n array. Its 2 x 2 blocks are
every other square of four edges. Entry (r, c) joins the cells A((r + 1) // 2, c // 2) and B(r // 2,
(c + 1) // 2). A(i, j) is the cell (i + j, n + j - i) of the diamond, and B(i, j) is the cell (i +
j, n - 1 + j - i).

A weight is a pair: a coefficient, and the exponent of a number that tends to 0. Exponent 1 stands
for an edge that does not exist.

Legend (n = order)
coefficient, exponent   (2 n, 2 n)  float64, int32  the weights of the edges
chance                  (s,)        float64         for each order and block, how likely its upper
                                                    left and lower right edges are created; order m
                                                    begins at (m - 1) m (2 m - 1) / 6
blocks                  (n, n)      uint8           a matching: bits 0 to 3 of a block are its upper
                                                    left, upper right, lower left and lower right
                                                    edges
probability             (2 n, 2 n)  float64         how likely each edge is in a random matching
state                   (4,)        uint64          of the generator xoshiro256++ (Blackman and
                                                    Vigna 2019)
"""

from __future__ import annotations

import numpy as np

from ..library import kernel


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
def draw_bits(state):
    """Return the next 53 random bits, which a floating-point number holds exactly."""
    return np.int64(_next(state) >> np.uint64(11))


@kernel
def chances_of_orders(begin, end, coefficient, exponent, chance):
    """Write the chances of all blocks of orders begin, begin - 1, …, end + 1.

    The edges of order m are the entries of the arrays at least n - m from their rims; those of the
    next smaller order take their place.
    """
    size = coefficient.shape[0]
    for order in range(begin, end, -1):
        rim = size // 2 - order
        place = (order - 1) * order * (2 * order - 1) // 6
        smallest, largest = 1.0, 1.0
        for i in range(order):
            r = rim + 2 * i
            for j in range(order):
                c = rim + 2 * j
                one, two = coefficient[r, c], coefficient[r, c + 1]
                three, four = coefficient[r + 1, c], coefficient[r + 1, c + 1]
                e_one, e_two = exponent[r, c], exponent[r, c + 1]
                e_three, e_four = exponent[r + 1, c], exponent[r + 1, c + 1]
                first, second = one * four, two * three
                least = e_one + e_four
                if e_two + e_three < least:
                    least = e_two + e_three
                    first = 0.0
                elif e_two + e_three > least:
                    second = 0.0
                inverse = 1.0 / (first + second)
                chance[place] = first * inverse
                place += 1
                # Opposite edges change places, and all are divided by the sum.
                coefficient[r, c], coefficient[r, c + 1] = four * inverse, three * inverse
                coefficient[r + 1, c], coefficient[r + 1, c + 1] = two * inverse, one * inverse
                exponent[r, c], exponent[r, c + 1] = e_four - least, e_three - least
                exponent[r + 1, c], exponent[r + 1, c + 1] = e_two - least, e_one - least
                largest = max(largest, one, two, three, four)
                smallest = min(smallest, one, two, three, four)
        if order % 16 == 0 or largest > 1e20 or smallest < 1e-20:
            _rescale(order - 1, rim + 1, coefficient, exponent)


@kernel
def _rescale(order, rim, coefficient, exponent):
    """Keep numbers in range: the weights around a cell A can be multiplied with any number."""
    for i in range(order + 1):
        top, bottom = rim + max(0, 2 * i - 1), rim + min(2 * order, 2 * i + 1)
        for j in range(order):
            c = rim + 2 * j
            least = exponent[top, c]
            for r in range(top, bottom):
                least = min(least, exponent[r, c], exponent[r, c + 1])
            largest = 0.0
            for r in range(top, bottom):
                for x in range(c, c + 2):
                    if exponent[r, x] == least:
                        largest = max(largest, coefficient[r, x])
            if least == 0 and 0.5 <= largest < 2.0:
                continue
            scale = 1.0
            while largest * scale >= 2.0:
                scale *= 0.5
            while largest * scale < 1.0:
                scale *= 2.0
            for r in range(top, bottom):
                for x in range(c, c + 2):
                    coefficient[r, x] *= scale
                    exponent[r, x] -= least


@kernel
def shuffle(begin, end, chance, weighted, blocks, other, state):
    """Grow a matching from order `begin` to `end`; `blocks` and `other` take turns, `blocks` has it
    if end - begin is even.

    Edges that meet in a block are removed, single ones move to the other side, and empty blocks get
    two edges. Without weights, each of the two ways is as likely. Each order begins with new random
    bits, so that a matching does not depend on the steps.
    """
    empty = np.empty(end, dtype=np.int64)
    for order in range(begin + 1, end + 1):
        random, bits = np.uint64(0), 0
        place = (order - 1) * order * (2 * order - 1) // 6
        for i in range(order):
            row = other[i]
            for j in range(order):
                row[j] = 0
            # The opposite edge of a block comes from each of the four blocks of the order before.
            if i > 0:
                above = blocks[i - 1]
                for j in range(1, order):
                    row[j] |= above[j - 1] & 8
                for j in range(order - 1):
                    row[j] |= above[j] & 4
            if i < order - 1:
                below = blocks[i]
                for j in range(1, order):
                    row[j] |= below[j - 1] & 2
                for j in range(order - 1):
                    row[j] |= below[j] & 1
            count = 0
            for j in range(order):
                empty[count] = j
                count += row[j] == 0
            # No bit is left where two were.
            for j in range(order):
                row[j] = row[j] if (row[j] & (row[j] - 1)) == 0 else 0
            for k in range(count):
                j = empty[k]
                if weighted:
                    drawn = draw_bits(state) * 1.1102230246251565e-16
                    row[j] = 9 if drawn < chance[place + i * order + j] else 6
                else:
                    if bits == 0:
                        random, bits = _next(state), 64
                    row[j] = 9 if random & np.uint64(1) else 6
                    random >>= np.uint64(1)
                    bits -= 1
        blocks, other = other, blocks


@kernel
def probabilities_of_orders(begin, end, chance, weighted, probability):
    """Write how likely each edge is for orders begin + 1, …, end; those of order m are the entries
    at least n - m from the rim.

    Edges change places as in `shuffle`. Pairs that are removed and pairs that are created are as
    likely to be of either kind, so only the difference of their numbers matters, which is 1 minus
    the edges of a block. Entries at the rim are 0 at first.
    """
    size = probability.shape[0]
    for order in range(begin + 1, end + 1):
        rim = size // 2 - order
        place = (order - 1) * order * (2 * order - 1) // 6
        for i in range(order):
            r = rim + 2 * i
            for j in range(order):
                c = rim + 2 * j
                one, two = probability[r, c], probability[r, c + 1]
                three, four = probability[r + 1, c], probability[r + 1, c + 1]
                more = 1.0 - ((one + four) + (two + three))
                first = more * (chance[place] if weighted else 0.5)
                place += 1
                probability[r, c], probability[r + 1, c + 1] = four + first, one + first
                probability[r, c + 1], probability[r + 1, c] = (
                    three + (more - first),
                    two + (more - first),
                )


@kernel
def partners_of(blocks, order, partner):
    """Write for each cell of the diamond (2 n, 2 n) the direction of its domino: 0 right, 1 down, 2
    left, 3 up.
    """
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
