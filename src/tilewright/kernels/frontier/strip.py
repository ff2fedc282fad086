"""Linear recurrences modulo a prime. Unchecked: `tilewright.counting` checks the arguments.

Legend
terms     (n,)     uint64   the sequence modulo the prime, which is below 2^31
current   (n + 1,) uint64   connection polynomial 1 + c_1 x + ...: sum of c_i * terms[k - i] is 0
previous  (n + 1,) uint64   the one before the length last grew; both begin with 1
tally     (4,)     int64    terms done, length of the recurrence, steps since it grew (1 at first),
                            last discrepancy (1 at first)
"""

from __future__ import annotations

import numpy as np

from ..library import kernel

_ZERO = np.uint64(0)


@kernel
def _power(base, exponent, prime):
    result = np.uint64(1)
    while exponent > 0:
        if exponent % 2 == 1:
            result = result * base % prime
        base = base * base % prime
        exponent //= 2
    return result


@kernel
def berlekamp_massey(terms, prime, current, previous, tally):
    """Find the shortest recurrence of the terms from ``tally[0]`` on; call again with more terms to
    resume.

    J. L. Massey, *Shift-register synthesis and BCH decoding*, IEEE Trans. Inf. Theory 15 (1969).
    """
    for k in range(tally[0], terms.size):
        length = tally[1]
        discrepancy = terms[k]
        for i in range(1, length + 1):
            discrepancy = (discrepancy + current[i] * terms[k - i]) % prime
        tally[0] = k + 1
        if discrepancy == _ZERO:
            tally[2] += 1
            continue
        shift = tally[2]
        inverse = _power(np.uint64(tally[3]), np.int64(prime) - 2, prime)
        factor = prime - discrepancy * inverse % prime
        if 2 * length <= k:
            kept = current.copy()
            for i in range(k + 2 - shift):
                current[i + shift] = (current[i + shift] + factor * previous[i]) % prime
            previous[:] = kept
            tally[1] = k + 1 - length
            tally[2] = 1
            tally[3] = np.int64(discrepancy)
        else:
            for i in range(k + 2 - shift):
                current[i + shift] = (current[i + shift] + factor * previous[i]) % prime
            tally[2] += 1
