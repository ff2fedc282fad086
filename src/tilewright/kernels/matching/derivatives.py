"""Derivatives of the determinant of an elimination, modulo primes: how many matchings use each
edge.

Legend (the arrays of `elimination`, and these; t = terms, m = equations, f = free unknowns)
source        (t,)       int64    where a term's vector comes from: equation i, or -1 - f for the
                                  free unknown f; m for a pivot
vectors       (m, f)     float64  the vector that each equation writes
adjoint       (m, f)     float64  the derivatives of the logarithm of the determinant by the entries
                                  of these vectors
derivative    (t,)       float64  the same by the coefficient of each term
"""

from __future__ import annotations

import numpy as np

from ..library import kernel
from .elimination import _reduce, inverse_residue


@kernel
def find_sources(term_start, term_slot, out_slot, free_start, free_slot, slots, source):
    """Write where the vector of each term comes from."""
    owner = np.empty(slots, dtype=np.int64)
    equations = out_slot.size
    for i in range(equations):
        for f in range(free_start[i], free_start[i + 1]):
            owner[free_slot[f]] = -1 - f
        for t in range(term_start[i], term_start[i + 1]):
            source[t] = owner[term_slot[t]] if term_slot[t] >= 0 else equations
        owner[out_slot[i]] = i


@kernel
def _product(one, two, prime, inverse):
    """Return the scalar product of two balanced vectors modulo a prime below 2^25."""
    total = 0.0
    begin = 0
    while begin < one.size:
        part = 0.0
        # Sums of sixteen products stay below 2^53.
        for j in range(begin, min(begin + 16, one.size)):
            part += one[j] * two[j]
        total += _reduce(part, prime, inverse)
        begin += 16
    return _reduce(total, prime, inverse)


@kernel
def inverse_modulo(matrix, prime_number):
    """Return the inverse of a balanced matrix modulo a prime and the determinant in [0, p); 0 if it
    has none. `matrix` is overwritten.
    """
    k = matrix.shape[0]
    prime = np.float64(prime_number)
    inverse = 1.0 / prime
    result = np.zeros((k, k), dtype=np.float64)
    determinant = 1
    for c in range(k):
        result[c, c] = 1.0
    for c in range(k):
        row = c
        while row < k and matrix[row, c] == 0.0:
            row += 1
        if row == k:
            return result, 0
        if row != c:
            determinant = prime_number - determinant
            for j in range(k):
                matrix[row, j], matrix[c, j] = matrix[c, j], matrix[row, j]
                result[row, j], result[c, j] = result[c, j], result[row, j]
        head = np.int64(matrix[c, c]) % prime_number
        determinant = determinant * head % prime_number
        back = inverse_residue(head, prime_number)
        for j in range(k):
            matrix[c, j] = _reduce(matrix[c, j] * back, prime, inverse)
            result[c, j] = _reduce(result[c, j] * back, prime, inverse)
        for r in range(k):
            factor = matrix[r, c]
            if r != c and factor != 0.0:
                for j in range(k):
                    matrix[r, j] = _reduce(matrix[r, j] - factor * matrix[c, j], prime, inverse)
                    result[r, j] = _reduce(result[r, j] - factor * result[c, j], prime, inverse)
    return result, determinant


@kernel
def differentiate(
    term_start, source, coefficient, factor, pivot, free, vectors, adjoint, derivative, prime_number
):  # fmt: skip
    """Write the derivatives of the logarithm of the determinant; return the determinant of what is
    left, or 0.

    `factor` is 1 for an equation that remains, else minus the inverse of the coefficient of its
    pivot.
    """
    prime = np.float64(prime_number)
    inverse = 1.0 / prime
    equations = pivot.size
    left = np.empty((free, free), dtype=np.float64)
    row = 0
    for i in range(equations):
        out = vectors[i]
        out[:] = 0.0
        for t in range(term_start[i], term_start[i + 1]):
            where = source[t]
            times = coefficient[t]
            if where == equations:
                continue
            if where < 0:
                out[-1 - where] += times
            else:
                for j in range(free):
                    out[j] += _reduce(times * vectors[where, j], prime, inverse)
        for j in range(free):
            out[j] = _reduce(_reduce(out[j], prime, inverse) * factor[i], prime, inverse)
        if pivot[i] < 0:
            left[row] = out
            row += 1
    back, determinant = inverse_modulo(left, prime_number)
    if determinant == 0:
        return 0
    adjoint[:] = 0.0
    row = 0
    for i in range(equations):
        if pivot[i] < 0:
            for f in range(free):
                adjoint[i, f] = back[f, row]
            row += 1
    for i in range(equations - 1, -1, -1):
        own = adjoint[i]
        for j in range(free):
            own[j] = _reduce(own[j], prime, inverse)
        for t in range(term_start[i], term_start[i + 1]):
            where = source[t]
            if where == equations:
                # The determinant has the pivot as a factor, and the vector is divided by it.
                # `factor` is minus its inverse.
                derivative[t] = _reduce(
                    (_product(own, vectors[i], prime, inverse) - 1.0) * factor[i], prime, inverse
                )
            elif where < 0:
                derivative[t] = _reduce(own[-1 - where] * factor[i], prime, inverse)
            else:
                derivative[t] = _reduce(
                    _product(own, vectors[where], prime, inverse) * factor[i], prime, inverse
                )
                times = _reduce(factor[i] * coefficient[t], prime, inverse)
                for j in range(free):
                    adjoint[where, j] += _reduce(times * own[j], prime, inverse)
    return determinant
