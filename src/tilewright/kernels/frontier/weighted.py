"""Pull weighted sums along the edges of a state graph, modulo primes.

Unchecked: `tilewright.counting` checks the arguments. A sum is a row of residues, one for each
prime of a batch. Each edge multiplies it by the weight of its move, or by 1 if a cell is covered
already. A state's products are added up in a word each and reduced once, by P. L. Montgomery's
method (*Modular multiplication without trial division*, Math. Comp. 44, 1985). It divides by 2^32,
so the weights come multiplied by 2^32. E products fit if E times the prime is at most 2^32.

*Pulling* is over all ways to finish, in a graph of repeating rows (see
`tilewright.kernels.frontier.rows`); *gathering* is over all ways to reach a state, from one layer
to the next (see `tilewright.kernels.frontier.table`).

Legend (n = states, e = edges, k = classes of moves with the same weight, L = primes)
start    (n + 1,)  int32    state i leads to target[start[i]:start[i + 1]]
target   (e,)      int32    numbers of states
label    (e,)      uint16   the class of the move of each edge; 0: the cell was covered
weight   (k, L)    uint64   2^32 times the weights of the classes, modulo the primes
prime    (2, L)    uint64   the primes; minus their inverses modulo 2^32
sums     (n, L)    uint32   pull: residues of the states' sums
         (n, L)    uint64   gather
offset, active              as in `tilewright.kernels.frontier.flow`
fresh    ()        bool     whether the sums of the layer after the last one are set
"""

from __future__ import annotations

import numpy as np

from ..library import kernel
from .flow import restart
from .table import BLOCK, look_up

_ZERO = np.uint64(0)
_ONE = np.uint64(1)
_HALF = np.uint64(32)
_LOW = np.uint64(0xFFFFFFFF)


@kernel
def _reduce(value, prime, inverse):
    """Return a value below 2^32 times the prime, divided by 2^32 modulo the prime."""
    value = (value + (((value & _LOW) * inverse) & _LOW) * prime) >> _HALF
    return value - prime if value >= prime else value


@kernel
def pull_weighted(start, target, label, weight, prime, sums, first, last):
    """Pull the sums of the states ``first .. last - 1`` from those of their successors."""
    primes = np.uint64(sums.shape[1])
    total = np.zeros(primes, np.uint64)
    for state in range(np.uint64(first), np.uint64(last)):
        total[:] = _ZERO
        for edge in range(np.uint64(start[state]), np.uint64(start[state + _ONE])):
            there = np.uint64(target[edge])
            move = np.uint64(label[edge])
            for j in range(primes):
                total[j] += np.uint64(sums[there, j]) * weight[move, j]
        for j in range(primes):
            sums[state, j] = _reduce(total[j], prime[0, j], prime[1, j])


@kernel
def sweep_weighted(offset, active, start, target, label, weight, prime, sums, above, below, fresh):
    """Pull the sums from layer `above` to layer `below`, both counted from the beginning of the
    board.
    """
    layers = offset.size - 2
    for layer in range(above - 1, below - 1, -1):
        c = layer % layers
        if c == layers - 1 and not (fresh and layer == above - 1):
            restart(offset, sums)
        states = active[layer] if layer < active.size else offset[c + 1] - offset[c]
        pull_weighted(start, target, label, weight, prime, sums, offset[c], offset[c] + states)


@kernel
def gather_weighted(weight, named, made, source, entry, counts, table, found, sums, size):
    """Do what `tilewright.kernels.frontier.table.gather` does with weighted sums, without reducing
    them.

    `source` has `named` bits for the move; row 0 of `weight` is for a covered cell.
    """
    primes = np.uint64(sums.shape[1])
    shift = np.uint64(named)
    low = (_ONE << shift) - _ONE
    number = np.uint64(size[0])
    most = min(np.uint64(found.shape[0]), np.uint64(table.size // 2))
    target = np.empty(BLOCK, np.int32)
    first = np.uint64(entry)
    last = np.uint64(made.shape[0])
    while first < last:
        block = min(min(last - first, np.uint64(BLOCK)), most - number)
        if block == _ZERO:
            break
        number = look_up(made, first, block, table, found, sums, number, target)
        for i in range(block):
            there = np.uint64(target[i])
            here = np.uint64(source[first + i]) >> shift
            move = np.uint64(source[first + i]) & low
            for j in range(primes):
                sums[there, j] += counts[here, j] * weight[move, j]
        first += block
    size[0] = number
    return np.int64(first)


@kernel
def reduce_sums(sums, prime):
    """Reduce the sums of a layer."""
    for state in range(np.uint64(sums.shape[0])):
        for j in range(np.uint64(sums.shape[1])):
            sums[state, j] = _reduce(sums[state, j], prime[0, j], prime[1, j])
