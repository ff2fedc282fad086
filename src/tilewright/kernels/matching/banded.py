"""Elimination of a band matrix in floating point: its factors, solutions, and its inverse where the
matrix has entries.

Called by `tilewright.solving.matching.inverse`. All values are float64 or complex128.

Legend (m = rows, a = entries below the diagonal, b = entries above it)
work      (m, 2 a + b + 1)  entry (i, j) of the matrix is work[i, j - i + a]; later the factors,
                            with rows exchanged
swap      (m,) int64        step k exchanges rows k and swap[k]
tiny      (m,) bool         whether the pivot of a step was about 0; it is replaced by 1
right     (m, r)            right sides, later the solutions
"""

from __future__ import annotations

import numpy as np

from ..library import kernel


@kernel
def factor(work, below, small, swap, tiny):
    """Replace a band matrix by its factors. Pivots of at most `small` are replaced by 1, as if the
    matrix had another entry there.
    """
    m, width = work.shape
    reach = width - 1 - below
    for k in range(m):
        best, size = k, abs(work[k, below])
        for i in range(k + 1, min(m, k + below + 1)):
            if abs(work[i, k - i + below]) > size:
                best, size = i, abs(work[i, k - i + below])
        swap[k] = best
        stop = min(m, k + reach + 1)
        if best != k:
            shift = below - best
            for j in range(k, stop):
                work[k, j - k + below], work[best, j + shift] = (
                    work[best, j + shift],
                    work[k, j - k + below],
                )
        tiny[k] = size <= small
        if tiny[k]:
            work[k, below] = 1.0
            for i in range(k + 1, min(m, k + below + 1)):
                work[i, k - i + below] = 0.0
            continue
        head = 1.0 / work[k, below]
        for i in range(k + 1, min(m, k + below + 1)):
            shift = below - i
            if work[i, k + shift] == 0.0:
                continue
            times = work[i, k + shift] * head
            work[i, k + shift] = times
            row, pivot = (
                work[i, k + 1 + shift : stop + shift],
                work[k, 1 + below : stop - k + below],
            )
            for j in range(row.size):
                row[j] -= times * pivot[j]


@kernel
def solve(work, below, swap, right):
    """Replace the right sides by the solutions."""
    m, width = work.shape
    reach = width - 1 - below
    for k in range(m):
        other = swap[k]
        if other != k:
            for c in range(right.shape[1]):
                right[k, c], right[other, c] = right[other, c], right[k, c]
        for i in range(k + 1, min(m, k + below + 1)):
            times = work[i, k - i + below]
            if times != 0.0:
                one, two = right[i], right[k]
                for c in range(one.size):
                    one[c] -= times * two[c]
    for k in range(m - 1, -1, -1):
        one = right[k]
        for j in range(k + 1, min(m, k + reach + 1)):
            times = work[k, j - k + below]
            if times != 0.0:
                two = right[j]
                for c in range(one.size):
                    one[c] -= times * two[c]
        head = 1.0 / work[k, below]
        for c in range(one.size):
            one[c] *= head


@kernel
def invert_band(work, below, swap, found):
    """Write entry (j, i) of the inverse where entry (i, j) of the matrix may be other than 0:
    found[i, j - i + a].

    These are the derivatives of the logarithm of the determinant, taken back through the
    elimination step by step.
    """
    m, width = work.shape
    reach = width - 1 - below
    for k in range(m - 1, -1, -1):
        stop, last = min(m, k + reach + 1), min(m, k + below + 1)
        head = 1.0 / work[k, below]
        upper, mine = work[k, 1 + below : stop - k + below], found[k, 1 + below : stop - k + below]
        for j in range(mine.size):
            mine[j] = 0.0
        own = head
        for i in range(k + 1, last):
            shift = below - i
            times, row = work[i, k + shift], found[i, k + 1 + shift : stop + shift]
            total = 0.0 * head
            for j in range(row.size):
                mine[j] -= times * row[j]
                total -= row[j] * upper[j]
            found[i, k + shift] = total * head
            own -= total * times * head
        found[k, below] = own
        other = swap[k]
        if other != k:
            shift = below - other
            for j in range(k, stop):
                found[k, j - k + below], found[other, j + shift] = (
                    found[other, j + shift],
                    found[k, j - k + below],
                )


@kernel
def choose_partners(start, beside, value, known, cells, drawn, error, chosen, share):
    """Choose the edges of cells one after the other, given the inverse around them; return for how
    many cells this worked.

    It fails at the first cell whose chances do not add up to 1 within `error`.

    Cells are numbered locally. Cell i has the entries start[i]:start[i + 1]: the cells `beside` it,
    and the values of the matrix from it to them. `known` (k, k) holds the inverse, for pairs of
    cells; it is overwritten. With two colors, matrix and inverse are held as if they were
    symmetric. `drawn` are random numbers in [0, 1). Entry numbers are written to `chosen`, or -1
    for cells that were taken before, and to `share` how likely each choice was.
    """
    count = known.shape[0]
    taken = np.zeros(count, dtype=np.bool_)
    for c in range(cells.size):
        cell = cells[c]
        chosen[c] = -1
        share[c] = 1.0
        if taken[cell]:
            continue
        total, least = 0.0, 0.0
        for t in range(start[cell], start[cell + 1]):
            if not taken[beside[t]]:
                likely = value[t] * known[beside[t], cell]
                least = min(least, likely)
                total += likely
        if not max(abs(total - 1.0), -least) < error:
            return c
        reached, wanted = 0.0, drawn[c] * total
        for t in range(start[cell], start[cell + 1]):
            if not taken[beside[t]] and value[t] * known[beside[t], cell] > 0.0:
                reached += value[t] * known[beside[t], cell]
                chosen[c] = t
                if wanted < reached:
                    break
        other = beside[chosen[c]]
        share[c] = value[chosen[c]] * known[other, cell] / total
        taken[cell], taken[other] = True, True
        head, back = 1.0 / known[other, cell], 1.0 / known[cell, other]
        for i in range(count):
            if taken[i]:
                continue
            one, two = known[i, cell] * head, known[i, other] * back
            if one != 0.0:
                for j in range(count):
                    known[i, j] -= one * known[other, j]
            if two != 0.0:
                for j in range(count):
                    known[i, j] -= two * known[cell, j]
    return cells.size
