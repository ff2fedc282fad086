"""Prime numbers, and integers from their residues."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from functools import cache

import numpy as np

#: The product of two residues plus a third fits in a word.
LARGEST = (1 << 31) - 1
#: Numbers that are sieved together, and the limit up to which that is faster than one test for each
#: of some primes.
_WINDOW, _SIEVED = 1 << 18, 1 << 26


def is_prime(number: int) -> bool:
    """Return True if a number below 2^64 is prime.

    Miller-Rabin with the first twelve primes as bases is exact there: J. Sorenson, J. Webster,
    *Strong pseudoprimes to twelve prime bases*, Math. Comp. 86 (2017).
    """
    bases = (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37)
    if number < 2 or any(number % base == 0 for base in bases):
        return number in bases
    odd, twos = number - 1, 0
    while odd % 2 == 0:
        odd, twos = odd // 2, twos + 1
    for base in bases:
        power = pow(base, odd, number)
        if power in (1, number - 1):
            continue
        for _ in range(twos - 1):
            power = power * power % number
            if power == number - 1:
                break
        else:
            return False
    return True


def primes_below(limit: int = LARGEST + 1) -> Iterator[int]:
    """Yield the primes below a limit, the largest first.

    >>> list(primes_below(20))
    [19, 17, 13, 11, 7, 5, 3, 2]
    """
    if limit > _SIEVED:
        yield from (number for number in range(limit - 1, _SIEVED - 1, -1) if is_prime(number))
    for top in range(min(limit, _SIEVED), 2, -_WINDOW):
        yield from _sieve(max(2, top - _WINDOW), top)


def primes_exceeding(number: int) -> list[int]:
    """Return the largest primes, as few as are needed for a product above a number.

    >>> len(primes_exceeding(10**18)), len(primes_exceeding(0))
    (2, 1)
    """
    primes: list[int] = []
    for prime in primes_below():
        primes.append(prime)
        if math.prod(primes) > number:
            break
    return primes


@cache
def _sieve(low: int, top: int) -> tuple[int, ...]:
    """Return the primes from `low`, at least 2, to below `top`, the largest first."""
    prime = np.ones(top - low, dtype=np.bool_)
    root = math.isqrt(top - 1)
    for factor in _sieve(2, root + 1) if root >= 2 else ():
        first = max(factor * factor, -(-low // factor) * factor)
        prime[first - low :: factor] = False
    return tuple((np.flatnonzero(prime)[::-1] + low).tolist())


def combine(residues: Sequence[int], primes: Sequence[int]) -> int:
    """Return the number below the product of the primes with these residues (Chinese remainders, by
    halves).

    >>> combine([2, 4], [5, 7])
    32
    """
    from flint import fmpz

    pairs = [(fmpz(residue), fmpz(prime)) for residue, prime in zip(residues, primes, strict=True)]
    if not pairs:
        return 0
    while len(pairs) > 1:
        merged = [
            (a + m * ((b - a) * pow(m, -1, n) % n), m * n)
            for (a, m), (b, n) in zip(pairs[::2], pairs[1::2], strict=False)
        ]
        pairs = merged + pairs[2 * len(merged) :]
    value, modulus = pairs[0]
    return int(value % modulus)
