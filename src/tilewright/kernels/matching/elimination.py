"""Elimination of the unknowns of sparse equations, over the integers and modulo primes. Called by
`tilewright.solving.matching`.

A *program* takes the equations one after the other. Equation i is the sum of its terms, each an
unknown times a coefficient. It either defines one more unknown, whose coefficient is then 1 or -1
(modulo primes: anything but 0), or it is a condition that remains. Unknowns that no equation
defines are free. A vector holds an unknown as a combination of the free ones.

Legend (m = equations, n = unknowns, f = free unknowns, s = slots, K = entries of a vector)
term_start    (m + 1,)    int64  equation i has the terms term_start[i]:term_start[i + 1]
term_unknown  (t,)        int32  the unknown of each term
term_phase    (t,)        int8   its coefficient is i to this power (i the imaginary unit)
term_rank     (t,)        int8   a term may be a pivot if this is not 0; larger ranks are better
pivot         (m,)        int32  the unknown that each equation defines, or -1: a condition
column        (n,)        int32  the column of each free unknown, or -1
program:
term_slot     (t,)        int32  the slot of each term's vector; -1 for the term of the pivot
out_slot      (m,)        int32  the slot where the vector of the equation is written
out_minus     (m,)        bool   whether it is negated
free_start    (m + 1,)    int64  free unknowns free_start[i]:free_start[i + 1] first occur in
                                 equation i
free_slot     (f,)        int32  the slot of each free unknown, in the order of columns
integers: an entry of a slot is the sum of numbers[slot, l, j] 2^(60 l); all limbs but the last used
are in [0, 2^60)
numbers       (s, L, K)    int64  K is f, or 2 f: real parts, then imaginary parts
used          (s,)        int64  limbs used
size          (s,)        int64  bound of the absolute values of the last limbs
low, high     (s,)        int64  columns outside low:high are 0
accumulator   (K,)        int64  scratch
residues: values are integers in [-p/2, p/2], held as float64, for a prime p below 2^25
coefficient   (t,)        float64
factor        (m,)        float64  what the vector of each equation is multiplied with
values        (s, K)       float64
"""

from __future__ import annotations

import numpy as np

from ..library import kernel

_BITS = 60
_MASK = (1 << _BITS) - 1
#: The most that sums of last limbs may reach before a vector gets another limb.
_ROOM = 1 << 59


@kernel
def choose_pivots(term_start, term_unknown, term_phase, term_rank, pivot, column, known, times):
    """Choose what each equation defines; return the number of free unknowns. `known` and `times`
    (n,) are scratch, 0 at first.
    """
    free = 0
    for i in range(pivot.size):
        first, last = term_start[i], term_start[i + 1]
        for t in range(first, last):
            times[term_unknown[t]] += 1
        best, rank = -1, 0
        for t in range(first, last):
            unknown = term_unknown[t]
            possible = (
                not known[unknown]
                and times[unknown] == 1
                and term_rank[t] > 0
                and term_phase[t] % 2 == 0
            )
            if possible and (term_rank[t] > rank or (term_rank[t] == rank and unknown > best)):
                best, rank = unknown, term_rank[t]
        pivot[i] = best
        for t in range(first, last):
            unknown = term_unknown[t]
            times[unknown] = 0
            if not known[unknown]:
                known[unknown] = 1
                if unknown != best:
                    column[unknown] = free
                    free += 1
    for unknown in range(column.size):
        # In no equation.
        if not known[unknown]:
            column[unknown] = free
            free += 1
    return free


@kernel
def assign_slots(
    term_start, term_unknown, term_phase, pivot, column, last_use, slot_of, waiting,
    term_slot, out_slot, out_minus, free_start, free_slot,
):  # fmt: skip
    """Assign slots to vectors, and return how many. `last_use`, `slot_of` and `waiting` (n + m,)
    are scratch.
    """
    unknowns = column.size
    for j in range(unknowns):
        last_use[j] = -1
        slot_of[j] = -1
    for i in range(pivot.size):
        for t in range(term_start[i], term_start[i + 1]):
            if term_unknown[t] != pivot[i]:
                last_use[term_unknown[t]] = i
    slots, spare, done = 0, 0, 0
    for i in range(pivot.size):
        free_start[i] = done
        first, last = term_start[i], term_start[i + 1]
        for t in range(first, last):
            unknown = term_unknown[t]
            if column[unknown] >= 0 and slot_of[unknown] < 0:
                if spare:
                    spare -= 1
                    slot_of[unknown] = waiting[spare]
                else:
                    slot_of[unknown] = slots
                    slots += 1
                free_slot[column[unknown]] = slot_of[unknown]
                done += 1
        out_minus[i] = False
        for t in range(first, last):
            unknown = term_unknown[t]
            if unknown == pivot[i]:
                term_slot[t] = -1
                out_minus[i] = term_phase[t] == 0
            else:
                term_slot[t] = slot_of[unknown]
        for t in range(first, last):
            unknown = term_unknown[t]
            if unknown != pivot[i] and last_use[unknown] == i and slot_of[unknown] >= 0:
                waiting[spare] = slot_of[unknown]
                spare += 1
                last_use[unknown] = -1
        if spare:
            spare -= 1
            place = waiting[spare]
        else:
            place = slots
            slots += 1
        out_slot[i] = place
        if pivot[i] >= 0:
            slot_of[pivot[i]] = place
            if last_use[pivot[i]] < 0:
                waiting[spare] = place
                spare += 1
    for i in range(pivot.size, free_start.size):
        free_start[i] = done
    return slots


@kernel
def count_cycles(image):
    """Return the number of cycles of a permutation."""
    cycles = 0
    seen = np.zeros(image.size, dtype=np.bool_)
    for begin in range(image.size):
        if not seen[begin]:
            cycles += 1
            here = begin
            while not seen[here]:
                seen[here] = True
                here = image[here]
    return cycles


@kernel
def eliminate_integers(
    begin, end, term_start, term_slot, term_phase, out_slot, out_minus, free_start, free_slot,
    numbers, used, size, low, high, accumulator, limbs,
):  # fmt: skip
    """Run equations begin:end of a program; return the first that is not done: it needs more than
    `limbs` limbs, or `end`.
    """
    width = accumulator.size
    free = free_slot.size
    halves = width // free if free else 1
    for i in range(begin, end):
        for f in range(free_start[i], free_start[i + 1]):
            slot = free_slot[f]
            for j in range(width):
                numbers[slot, 0, j] = 0
            numbers[slot, 0, f] = 1
            used[slot], size[slot], low[slot], high[slot] = 1, 1, f, f + 1
        first, last = term_start[i], term_start[i + 1]
        out = out_slot[i]
        length, bound, left, right = 1, 0, free, 0
        for t in range(first, last):
            slot = term_slot[t]
            if slot >= 0:
                left, right = min(left, low[slot]), max(right, high[slot])
                if used[slot] > length:
                    length, bound = used[slot], 0
        for t in range(first, last):
            slot = term_slot[t]
            if slot >= 0:
                bound += size[slot] + 2 if used[slot] == length else 2
        if bound > _ROOM:
            length += 1
        if length > limbs:
            return i
        right = max(left, right)
        for j in range(width):
            accumulator[j] = 0
        largest = 0
        for limb in range(length):
            for t in range(first, last):
                slot = term_slot[t]
                if slot < 0 or used[slot] <= limb:
                    continue
                phase = (term_phase[t] + 2) % 4 if out_minus[i] else term_phase[t]
                a, b = low[slot], high[slot]
                if phase == 0:
                    for half in range(halves):
                        for j in range(half * free + a, half * free + b):
                            accumulator[j] += numbers[slot, limb, j]
                elif phase == 2:
                    for half in range(halves):
                        for j in range(half * free + a, half * free + b):
                            accumulator[j] -= numbers[slot, limb, j]
                elif phase == 1:
                    for j in range(a, b):
                        accumulator[j] -= numbers[slot, limb, free + j]
                        accumulator[free + j] += numbers[slot, limb, j]
                else:
                    for j in range(a, b):
                        accumulator[j] += numbers[slot, limb, free + j]
                        accumulator[free + j] -= numbers[slot, limb, j]
            # The vector of a term may lie in the slot of the result, which is written last limb by
            # limb.
            if limb < length - 1:
                for j in range(width):
                    value = accumulator[j]
                    numbers[out, limb, j] = value & _MASK
                    accumulator[j] = value >> _BITS
            else:
                for j in range(width):
                    value = accumulator[j]
                    numbers[out, limb, j] = value
                    largest = max(largest, abs(value))
        used[out], size[out], low[out], high[out] = length, largest, left, right
    return end


@kernel
def split_digits(numbers, used, slots, digits):
    """Write entries as digits of 20 bits, digits[3 l + d, slot, j]; the last digit of each entry
    has its sign.
    """
    for r in range(slots.size):
        slot = slots[r]
        for limb in range(used[slot]):
            last = limb == used[slot] - 1
            for j in range(numbers.shape[2]):
                value = numbers[slot, limb, j]
                digits[3 * limb, r, j] = value & 0xFFFFF
                digits[3 * limb + 1, r, j] = (value >> 20) & 0xFFFFF
                digits[3 * limb + 2, r, j] = value >> 40 if last else (value >> 40) & 0xFFFFF


@kernel
def _reduce(value, prime, inverse):
    """Return a value of less than 2^53 modulo a prime, in [-p/2, p/2] up to rounding."""
    return value - np.rint(value * inverse) * prime


@kernel
def power_residue(base, exponent, prime):
    """Return a power modulo a prime below 2^31."""
    result = 1
    base %= prime
    while exponent:
        if exponent & 1:
            result = result * base % prime
        base = base * base % prime
        exponent >>= 1
    return result


@kernel
def inverse_residue(value, prime):
    """Return the inverse of a residue as a float64 in [-p/2, p/2]."""
    found = power_residue(np.int64(value) % prime, prime - 2, prime)
    return np.float64(found if 2 * found <= prime else found - prime)


@kernel
def digits_modulo(digits, primes, matrices):
    """Write the numbers with these digits (d, a) modulo primes (P,): (P, a) float64, balanced."""
    count, entries = digits.shape
    power = np.empty((primes.size, count), dtype=np.float64)
    for q in range(primes.size):
        value = 1
        for d in range(count):
            power[q, d] = value if 2 * value <= primes[q] else value - primes[q]
            value = (value << 20) % primes[q]
    block = 512
    for begin in range(0, entries, block):
        end = min(entries, begin + block)
        for q in range(primes.size):
            prime = np.float64(primes[q])
            inverse = 1.0 / prime
            row = matrices[q]
            for j in range(begin, end):
                row[j] = 0.0
            d = 0
            while d < count:
                if d + 4 <= count:
                    a, b, c, e = power[q, d], power[q, d + 1], power[q, d + 2], power[q, d + 3]
                    for j in range(begin, end):
                        row[j] += (
                            digits[d, j] * a
                            + digits[d + 1, j] * b
                            + digits[d + 2, j] * c
                            + digits[d + 3, j] * e
                        )
                    d += 4
                else:
                    a = power[q, d]
                    for j in range(begin, end):
                        row[j] += digits[d, j] * a
                    d += 1
                # At most 4 products of less than 2^44 each were added since the last reduction.
                if d % 128 == 0:
                    for j in range(begin, end):
                        row[j] = _reduce(row[j], prime, inverse)
            for j in range(begin, end):
                row[j] = _reduce(row[j], prime, inverse)


@kernel
def determinant_modulo(rest, prime_number):
    """Return the determinant of a balanced matrix (k, k) modulo a prime below 2^25, in [0, p);
    `rest` is overwritten.

    Eight columns at a time: sums of eight products stay below 2^53, so that one reduction is enough
    for all of them.
    """
    k = rest.shape[0]
    prime = np.float64(prime_number)
    inverse = 1.0 / prime
    result = 1
    scratch = np.empty(k, dtype=np.float64)
    # Columns from stops[r] on are 0 in row r: an equation has no free unknown that comes later.
    stops = np.zeros(k, dtype=np.int64)
    for r in range(k):
        stop = k
        while stop > 0 and rest[r, stop - 1] == 0.0:
            stop -= 1
        stops[r] = stop
    for begin in range(0, k, 8):
        end = min(k, begin + 8)
        for c in range(begin, end):
            row = c
            while row < k and rest[row, c] == 0.0:
                row += 1
            if row == k:
                return 0
            if row != c:
                result = prime_number - result
                for j in range(k):
                    scratch[j] = rest[row, j]
                    rest[row, j] = rest[c, j]
                    rest[c, j] = scratch[j]
                stops[row], stops[c] = stops[c], stops[row]
            head = np.int64(rest[c, c]) % prime_number
            result = result * head % prime_number
            back = inverse_residue(head, prime_number)
            for r in range(c + 1, k):
                if rest[r, c] != 0.0:
                    factor = _reduce(rest[r, c] * back, prime, inverse)
                    rest[r, c] = factor
                    for j in range(c + 1, end):
                        rest[r, j] = _reduce(rest[r, j] - factor * rest[c, j], prime, inverse)
        if end == k:
            break
        stop = end
        for r in range(begin, end):
            stop = max(stop, stops[r])
        for r in range(begin + 1, end):
            for s in range(begin, r):
                factor = rest[r, s]
                if factor != 0.0:
                    for j in range(end, stop):
                        rest[r, j] = _reduce(rest[r, j] - factor * rest[s, j], prime, inverse)
        # Only the last block may be narrower than eight, and it has no rows below.
        b0, b1, b2, b3 = rest[begin], rest[begin + 1], rest[begin + 2], rest[begin + 3]
        b4, b5, b6, b7 = rest[begin + 4], rest[begin + 5], rest[begin + 6], rest[begin + 7]
        for r in range(end, k):
            row_r = rest[r]
            stops[r] = max(stops[r], stop)
            f0, f1, f2, f3 = row_r[begin], row_r[begin + 1], row_r[begin + 2], row_r[begin + 3]
            f4, f5, f6, f7 = row_r[begin + 4], row_r[begin + 5], row_r[begin + 6], row_r[begin + 7]
            for j in range(end, stop):
                value = row_r[j] - (
                    (f0 * b0[j] + f1 * b1[j] + f2 * b2[j] + f3 * b3[j])
                    + (f4 * b4[j] + f5 * b5[j] + f6 * b6[j] + f7 * b7[j])
                )
                row_r[j] = value - np.rint(value * inverse) * prime
    return result


@kernel
def determinants_modulo(matrices, primes, out):
    """Write the determinant of each matrix (P, k, k) modulo its prime."""
    for q in range(primes.size):
        out[q] = determinant_modulo(matrices[q], primes[q])


@kernel
def eliminate_residues(
    begin, end, term_start, term_slot, coefficient, out_slot, factor,
    free_start, free_slot, values, low, high, prime_number,
):  # fmt: skip
    """Run equations begin:end of a program modulo a prime below 2^25."""
    prime = np.float64(prime_number)
    inverse = 1.0 / prime
    free = free_slot.size
    scratch = np.empty(free, dtype=np.float64)
    for i in range(begin, end):
        for f in range(free_start[i], free_start[i + 1]):
            values[free_slot[f], :] = 0.0
            values[free_slot[f], f] = 1.0
            low[free_slot[f]], high[free_slot[f]] = f, f + 1
        left, right = free, 0
        scratch[:] = 0.0
        for t in range(term_start[i], term_start[i + 1]):
            slot = term_slot[t]
            if slot >= 0:
                left, right = min(left, low[slot]), max(right, high[slot])
                times = coefficient[t]
                for j in range(low[slot], high[slot]):
                    scratch[j] += _reduce(times * values[slot, j], prime, inverse)
        right = max(left, right)
        out = out_slot[i]
        times = factor[i]
        low[out], high[out] = left, right
        for j in range(free):
            values[out, j] = 0.0
        for j in range(left, right):
            values[out, j] = _reduce(_reduce(scratch[j], prime, inverse) * times, prime, inverse)


@kernel
def pfaffian_modulo(start, other, coefficient, work, prime):
    """Return the Pfaffian modulo a prime below 2^31 of a skew-symmetric matrix, or -1 if `work` has
    too few rows.

    Row u has the entries start[u]:start[u + 1], on both sides of the diagonal: columns `other`,
    values `coefficient` in [0, p). Rows are eliminated in order. `work` (w, w) int64 holds the rows
    that were reached and not yet eliminated.
    """
    n, places = start.size - 1, work.shape[0]
    gone, entered = np.zeros(n, dtype=np.bool_), np.zeros(n, dtype=np.bool_)
    slot_of, row_of = np.full(n, -1), np.empty(places, dtype=np.int64)
    active, spare = np.empty(places, dtype=np.int64), np.arange(places)
    spares, count, result = places, 0, 1
    for u in range(n):
        if gone[u]:
            continue
        a, partner = -1, -1
        for step in range(2):
            # First the entries of row u; then those of the row that it is eliminated with.
            row = u if step == 0 else row_of[partner]
            for t in range(start[row] - 1, start[row + 1]):
                column = row if t < start[row] else other[t]
                if gone[column]:
                    continue
                if slot_of[column] < 0:
                    if not spares:
                        return -1
                    spares -= 1
                    place = spare[spares]
                    slot_of[column], row_of[place] = place, column
                    for c in range(count):
                        work[place, active[c]] = 0
                        work[active[c], place] = 0
                    work[place, place] = 0
                    active[count] = place
                    count += 1
                if t >= start[row] and not entered[column] and not entered[row]:
                    one, two = slot_of[row], slot_of[column]
                    work[one, two] = (work[one, two] + coefficient[t]) % prime
                    work[two, one] = (prime - work[one, two]) % prime
            entered[row] = True
            if step == 0:
                a = slot_of[u]
                for c in range(count):
                    if work[a, active[c]] != 0 and (
                        partner < 0 or row_of[active[c]] < row_of[partner]
                    ):
                        partner = active[c]
                if partner < 0:
                    return 0
        v = row_of[partner]
        head = work[a, partner]
        result = result * head % prime
        for w in range(u + 1, v):
            if not gone[w]:
                result = (prime - result) % prime
        gone[u] = gone[v] = True
        kept = 0
        for c in range(count):
            if active[c] != a and active[c] != partner:
                active[kept] = active[c]
                kept += 1
        count = kept
        spare[spares], spare[spares + 1] = a, partner
        spares += 2
        back = power_residue(head, prime - 2, prime)
        for c in range(count):
            left = active[c]
            one, two = work[partner, left] * back % prime, work[a, left] * back % prime
            if one == 0 and two == 0:
                continue
            for d in range(count):
                right = active[d]
                work[left, right] = (
                    work[left, right] + one * work[a, right] - two * work[partner, right] % prime
                ) % prime
    return result
