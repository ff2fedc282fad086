"""Prime numbers, and integers from their residues."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

#: The product of two residues plus a third fits in a word.
LARGEST = (1 << 31) - 1


def is_prime(number: int) -> bool:
    """Return True if a number is prime."""
    from flint import fmpz

    return bool(fmpz(number).is_prime())


def primes_below(limit: int = LARGEST + 1) -> Iterator[int]:
    """Yield the primes below a limit, the largest first.

    >>> list(primes_below(20))
    [19, 17, 13, 11, 7, 5, 3, 2]
    """
    return filter(is_prime, range(limit - 1, 1, -1))


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
