"""Pull polynomials along the edges of a state graph, modulo a prime. Unchecked:
`tilewright.counting` checks the arguments.

A polynomial is a row of coefficients. Each edge multiplies it by a power of the variable, which
shifts the row. Several variables are encoded as one
(`tilewright.counting.numbers.residues.Exponents`).

Legend (n = states, e = edges, k = classes of moves, D = coefficients)
start    (n + 1,)  int32    state i leads to target[start[i]:start[i + 1]]
target   (e,)      int32    numbers of states
label    (e,)      uint16   the class of the move of each edge; 0: the cell was covered
shift    (k,)      int64    the exponent of each class
values   (n, D)    uint32   coefficients modulo the prime, which is below 2^31
degree   (n,)      int32    the coefficients from here on are 0
offset, active              as in `tilewright.kernels.frontier.flow`
fresh    ()        bool     whether the polynomials of the layer after the last one are set
"""

from __future__ import annotations

import numpy as np

from ..library import kernel

_ZERO = np.uint64(0)


@kernel
def pull_polynomials(start, target, label, shift, prime, values, degree, first, last):
    """Pull the polynomials of the states ``first .. last - 1`` from those of their successors."""
    total = np.zeros(values.shape[1], np.uint64)
    modulus = np.uint64(prime)
    for state in range(first, last):
        longest = 0
        for edge in range(start[state], start[state + 1]):
            there = target[edge]
            move = shift[label[edge]]
            length = degree[there]
            if length == 0:
                continue
            longest = max(longest, move + length)
            for i in range(length):
                total[move + i] += np.uint64(values[there, i])
        for i in range(longest):
            values[state, i] = total[i] % modulus
            total[i] = _ZERO
        # Clear the values of the next row.
        for i in range(longest, degree[state]):
            values[state, i] = 0
        degree[state] = longest


@kernel
def sweep_polynomials(
    offset, active, start, target, label, shift, prime, values, degree, above, below, fresh
):
    """Pull the polynomials from layer `above` to layer `below`, both counted from the beginning of
    the board.
    """
    layers = offset.size - 2
    for layer in range(above - 1, below - 1, -1):
        c = layer % layers
        if c == layers - 1 and not (fresh and layer == above - 1):
            # The previous row: its first layer is the last one now.
            last = offset[layers]
            for state in range(offset[1]):
                values[last + state] = values[state]
                degree[last + state] = degree[state]
        states = active[layer] if layer < active.size else offset[c + 1] - offset[c]
        pull_polynomials(
            start, target, label, shift, prime, values, degree, offset[c], offset[c] + states
        )
