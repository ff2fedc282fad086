"""Factor the boundary of a piece into sides that match. Unchecked: `tilewright.shapes.plane` checks
the arguments.

A boundary is a cyclic word of n letters, each the direction of a step, with the inside to the left.
A row of `found` is a factorization: where its six factors begin (the last ends where the first
begins, and some may be empty), and the number of the reflection, or -1. The searches go through
rare things: palindromes, and sides that are images of the adjacent side. Words without long
repetitions have about n of these.

Legend (n = letters, d = directions, p = palindromes)
word        (3 * n,) int64   the boundary, three times
opposite    (d,)     int64   the opposite of each direction
mirrors     (f, d)   int64   the image of each direction under each reflection
across      (f,)     int64   the reflection whose axis is at right angles to that of each reflection
corner      (d,)     int64   the step after a center of rotation, for the step before it
reach       (6 * n + 1,) int64  half-letters around each letter and gap that are a palindrome (see
                                `palindromes`)
first       (n + 1,) int64   the palindromes that begin at letter a are length[first[a]:first[a +
                             1]]
length      (p,)     int64   their lengths, ascending, at most n
radius      (n,)     int64   letters on each side of a gap that a turn maps to each other (see
                             `turns`)
seen        (2 * n + 1,) int64  positions visited by the current search
found       (m, 7)   int64   the factorizations; those beyond its room are dropped
"""

from __future__ import annotations

import numpy as np

from ..library import kernel


@kernel
def palindromes(word, n, reach):
    """Fill `reach`: letters a..b-1 are a palindrome iff ``reach[a + b] >= b - a``; return how many
    begin at 0..n-1.

    The method is that of G. Manacher (J. ACM 22, 1975), on letters and gaps alike.
    """
    size = 6 * n
    middle = 0
    right = 0
    for center in range(size):
        # Letter k is at 2k + 1, the gap before it at 2k.
        half = 0
        if center < right:
            half = min(right - center, reach[2 * middle - center])
        # With half = h the letters from (center - h) / 2 to (center + h) / 2 are a palindrome.
        if (center + half) % 2 == 1:
            half += 1
        while True:
            low = (center - half) // 2 - 1
            high = (center + half) // 2
            if low < 0 or high >= 3 * n or word[low] != word[high]:
                break
            half += 2
        reach[center] = half
        if center + half > right:
            middle, right = center, center + half
    total = 0
    for center in range(1, 3 * n):
        for size in range(2 - center % 2, min(reach[center], n) + 1, 2):
            if 0 <= center - size < 2 * n:
                total += 1
    return total


@kernel
def list_palindromes(n, reach, first, length):
    """Fill `first` and `length`."""
    first[:] = 0
    for center in range(1, 3 * n):
        for size in range(2 - center % 2, min(reach[center], n) + 1, 2):
            if 0 <= center - size < 2 * n:
                first[(center - size) // 2 + 1] += 1
    for a in range(n):
        first[a + 1] += first[a]
    at = first.copy()
    for center in range(1, 3 * n):
        for size in range(2 - center % 2, min(reach[center], n) + 1, 2):
            if 0 <= center - size < 2 * n:
                a = (center - size) // 2
                length[at[a]] = size
                at[a] += 1


@kernel
def _add(found, count, a, b, c, d, e, f, n, mirror):
    if count < found.shape[0]:
        found[count, 0] = a % n
        found[count, 1] = b % n
        found[count, 2] = c % n
        found[count, 3] = d % n
        found[count, 4] = e % n
        found[count, 5] = f % n
        found[count, 6] = mirror
    return count + 1


@kernel
def _opposite(word, n, opposite):
    """Return, for each center, the length of the longest factor that is opposite to itself,
    reversed.

    The first and last letters a and b of a factor have a + b = center.
    """
    half = n // 2
    longest = np.zeros(n, np.int64)
    for center in range(n):
        b = (center + 1) // 2
        a = center - b
        while (
            b - a + 1 <= half
            and word[n + a] == opposite[word[n + b + half]]
            and word[n + b] == opposite[word[n + a + half]]
        ):
            a -= 1
            b += 1
        longest[center] = max(b - a - 1, 0)
    return longest


@kernel
def translations(word, n, opposite, found):
    """Find A B C A^ B^ C^, where X^ is X reversed (D. Beauquier and M. Nivat, Discrete Comput.
    Geom. 6, 1991).

    Factors of such a word cannot be extended (S. Brlek, X. Provencal and J.-M. Fedou, Discrete
    Appl. Math. 157, 2009), so only the longest one of each center is tried.
    """
    if n % 2:
        return 0
    half = n // 2
    longest = _opposite(word, n, opposite)
    starts = np.zeros(half + 1, np.int64)
    ends = np.zeros(half + 1, np.int64)
    for center in range(n):
        size = longest[center]
        if size:
            a = (center - size + 1) // 2
            starts[a % half + 1] += 1
            ends[(a + size) % half + 1] += 1
    for k in range(half):
        starts[k + 1] += starts[k]
        ends[k + 1] += ends[k]
    begins = np.zeros(max(starts[half], 1), np.int64)
    stops = np.zeros(max(ends[half], 1), np.int64)
    at = starts.copy()
    to = ends.copy()
    for center in range(n):
        size = longest[center]
        if size:
            a = (center - size + 1) // 2
            begins[at[a % half]] = size
            at[a % half] += 1
            stops[to[(a + size) % half]] = size
            to[(a + size) % half] += 1
    count = 0
    for a in range(half):
        for one in range(starts[a], starts[a + 1]):
            for other in range(ends[a], ends[a + 1]):
                b = a + begins[one]
                c = a + half - stops[other]
                if b > c:
                    continue
                between = longest[(b + c - 1) % n]
                if b == c or (between >= c - b):
                    count = _add(found, count, a, b, c, a + half, b + half, c + half, n, -1)
    return count


@kernel
def _two(reach, a, b, n, first, length):
    """Return where letters a..b-1 split into two palindromes (one may be empty), or -1."""
    if b - a > n or b < a:
        return -1
    shift = a - a % n
    a -= shift
    b -= shift
    if reach[a + b] >= b - a:
        return a + shift
    for k in range(first[a], first[a + 1]):
        c = a + length[k]
        if c > b:
            break
        if reach[b + c] >= b - c:
            return c + shift
    return -1


@kernel
def _glide(word, a, b, mirrors, only):
    """Return the first reflection (or `only` this one) that maps the first half of a..b-1 to the
    second, or -1.
    """
    half = (b - a) // 2
    if half == 0 or (b - a) % 2:
        return -1
    for mirror in range(mirrors.shape[0]):
        if only >= 0 and mirror != only:
            continue
        k = 0
        while k < half and word[a + half + k] == mirrors[mirror, word[a + k]]:
            k += 1
        if k == half:
            return mirror
    return -1


@kernel
def half_turns(word, n, opposite, mirrors, reach, first, length, found):
    """Find A B C A^ D E with B and C palindromes; without reflections D and E too, with them E is
    the reflected D.

    The first is J. H. Conway's criterion. Every pair of adjacent palindromes is tried for B C; then
    A continues as long as it can. A longer one cannot take letters from palindromes, but the glide
    reflection may need a shorter one.
    """
    count = 0
    glides = mirrors.shape[0] > 0
    seen = np.full(2 * n + 1, -1, np.int64)
    for a in range(n):
        for one in range(first[a] - 1, first[a + 1]):
            b = a if one < first[a] else a + length[one]
            start = b % n
            for two in range(first[start] - 1, first[start + 1]):
                c = b if two < first[start] else b + length[two]
                if c - a > n:
                    break
                if c == a or c == a + n or seen[c] == a:
                    continue
                seen[c] = a
                # A ends at a, A^ begins at c.
                size = 0
                while (
                    2 * size + 2 <= n - (c - a)
                    and word[n + a - 1 - size] == opposite[word[c + size]]
                ):
                    size += 1
                if not glides:
                    end = _two(reach, c + size, a - size + n, n, first, length)
                    if end >= 0:
                        count = _add(found, count, a - size + n, a, b, c, c + size, end, n, -1)
                    continue
                for taken in range(size + 1):
                    d = c + taken
                    e = a - taken + n
                    mirror = _glide(word, d, e, mirrors, -1)
                    if mirror >= 0:
                        count = _add(found, count, e, a, b, c, d, (d + e) // 2, n, mirror)
        if count >= found.shape[0]:
            return count
    return count


@kernel
def parallel_glides(word, n, opposite, mirrors, found):
    """Find A B f(B) A^ C f(C) with a reflection f: two glide reflections in one direction."""
    count = 0
    for mirror in range(mirrors.shape[0]):
        for half in range(1, n // 2 + 1):
            run = 0
            for i in range(n + half - 1):
                if word[i + half] != mirrors[mirror, word[i]]:
                    run = 0
                    continue
                run += 1
                if run < half:
                    continue
                # B begins at a, A ends there; A^ begins at c.
                a = i - half + 1
                c = a + 2 * half
                size = 0
                while True:
                    d = c + size
                    e = a - size + n
                    if d >= e:
                        break
                    if _glide(word, d, e, mirrors, mirror) >= 0:
                        count = _add(found, count, e, a, a + half, c, d, (d + e) // 2, n, mirror)
                    if word[n + a - 1 - size] != opposite[word[c + size]]:
                        break
                    size += 1
        if count >= found.shape[0]:
            return count
    return count


@kernel
def crossing_glides(word, n, opposite, mirrors, found):
    """Find A B C A^ f(C) f(B) with a reflection f."""
    if n % 2:
        return 0
    half = n // 2
    count = 0
    d = opposite.shape[0]
    tally = np.zeros((3 * n + 1, d), np.int64)
    for k in range(3 * n):
        for letter in range(d):
            tally[k + 1, letter] = tally[k, letter]
        tally[k + 1, word[k]] += 1
    longest = _opposite(word, n, opposite)
    for a in range(half):
        for size in range(half):
            if size and longest[(2 * a + size - 1) % n] < size:
                continue
            b = a + size
            rest = half - size
            there = a + half + size
            for mirror in range(mirrors.shape[0]):
                same = True
                for letter in range(d):
                    image = mirrors[mirror, letter]
                    if (
                        tally[b + rest, letter] - tally[b, letter]
                        != tally[there + rest, image] - tally[there, image]
                    ):
                        same = False
                        break
                if not same:
                    continue
                # B has `part` letters, C the rest.
                for part in range(rest + 1):
                    k = 0
                    while (
                        k < rest - part and word[there + k] == mirrors[mirror, word[b + part + k]]
                    ):
                        k += 1
                    if k < rest - part:
                        continue
                    k = 0
                    while (
                        k < part and word[there + rest - part + k] == mirrors[mirror, word[b + k]]
                    ):
                        k += 1
                    if k == part:
                        count = _add(
                            found,
                            count,
                            a,
                            b,
                            b + part,
                            a + half,
                            there,
                            there + rest - part,
                            n,
                            mirror,
                        )
        if count >= found.shape[0]:
            return count
    return count


@kernel
def glides_at_right_angles(word, n, mirrors, across, reach, first, length, found):
    """Find A B C D f(B) g(D) with A and C palindromes, f and g reflections at right angles; f is
    written.
    """
    count = 0
    # Palindromes by their ends.
    ending = np.zeros(n + 1, np.int64)
    for a in range(n):
        for k in range(first[a], first[a + 1]):
            ending[(a + length[k]) % n + 1] += 1
    for k in range(n):
        ending[k + 1] += ending[k]
    sizes = np.zeros(max(first[n], 1), np.int64)
    at = ending.copy()
    for a in range(n):
        for k in range(first[a], first[a + 1]):
            end = (a + length[k]) % n
            sizes[at[end]] = length[k]
            at[end] += 1
    for s in range(n):
        d = s + n
        for one in range(ending[s] - 1, ending[s + 1]):
            gap = 0 if one < ending[s] else sizes[one]
            c = d - gap
            for offset in range(1, (n - gap) // 2 + 1):
                for mirror in range(mirrors.shape[0]):
                    other = across[mirror]
                    if other < 0:
                        continue
                    # D begins at d, g(D) `offset` later, and f(B) ends there.
                    ahead = 0
                    while (
                        ahead < offset
                        and word[d + offset + ahead] == mirrors[other, word[d + ahead]]
                    ):
                        ahead += 1
                    back = 0
                    while (
                        back < offset
                        and word[d + offset - 1 - back] == mirrors[mirror, word[c - 1 - back]]
                    ):
                        back += 1
                    for size in range(max(offset - back, 0), ahead + 1):
                        a = d + offset + size
                        b = c - (offset - size)
                        if reach[a % n + a % n + (b + n - a)] >= b + n - a:
                            count = _add(found, count, a, b, c, d, d + size, d + offset, n, mirror)
            if count >= found.shape[0]:
                return count
    return count


@kernel
def turns(word, n, corner, radius):
    """Fill `radius`: how many letters after each gap are those before it, turned around it by
    `corner`.
    """
    total = 0
    for gap in range(n):
        k = 0
        while 2 * k + 2 <= n and word[n + gap + k] == corner[word[n + gap - 1 - k]]:
            k += 1
        radius[gap] = k
        total += k
    return total


@kernel
def list_turns(n, radius, first, length):
    """List the sides that begin at each letter and are followed by their turned images: lengths of
    one of the two.
    """
    first[:] = 0
    for gap in range(n):
        for k in range(1, radius[gap] + 1):
            first[(gap - k) % n + 1] += 1
    for a in range(n):
        first[a + 1] += first[a]
    at = first.copy()
    for gap in range(n):
        for k in range(1, radius[gap] + 1):
            a = (gap - k) % n
            length[at[a]] = k
            at[a] += 1


@kernel
def palindrome_and_turns(n, reach, first, length, second_first, second_length, found):
    """Find A B B' C C' with A a palindrome, B' the turned B of the first list, and C' the turned C
    of the second.
    """
    count = 0
    for b in range(n):
        for one in range(first[b], first[b + 1]):
            c = b + 2 * length[one]
            if c - b > n:
                continue
            start = c % n
            for two in range(second_first[start] - 1, second_first[start + 1]):
                size = 0 if two < second_first[start] else second_length[two]
                a = c + 2 * size
                if a - b > n:
                    continue
                if reach[2 * (a % n) + b + n - a] >= b + n - a:
                    count = _add(found, count, a, b, b + length[one], c, c + size, a, n, -1)
        if count >= found.shape[0]:
            return count
    return count


@kernel
def three_turns(n, first, length, radius, found):
    """Find A A' B B' C C', each of the three sides followed by its turned image."""
    count = 0
    for a in range(n):
        for one in range(first[a], first[a + 1]):
            b = a + 2 * length[one]
            if b - a > n:
                continue
            start = b % n
            for two in range(first[start] - 1, first[start + 1]):
                size = 0 if two < first[start] else length[two]
                c = b + 2 * size
                rest = n - (c - a)
                if rest < 0 or rest % 2:
                    continue
                if radius[(c + rest // 2) % n] >= rest // 2:
                    count = _add(
                        found, count, a, a + length[one], b, b + size, c, c + rest // 2, n, -1
                    )
        if count >= found.shape[0]:
            return count
    return count
