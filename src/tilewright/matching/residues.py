"""Primes below 2^25, and integers from their residues."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any

import numpy as np

__all__ = ["PRIME_BITS", "combined", "primes_modulo_four"]

#: Every prime that is used has at least this many bits.
PRIME_BITS = 24.0
_WINDOW = 1 << 19


@cache
def _window(top: int) -> tuple[int, ...]:
    """Return the primes below `top`, at most as many as a window holds, the largest first."""
    low = top - _WINDOW
    composite = np.zeros(_WINDOW, dtype=np.bool_)
    limit = math.isqrt(top) + 1
    small = np.ones(limit + 1, dtype=np.bool_)
    small[:2] = False
    for number in range(2, math.isqrt(limit) + 1):
        if small[number]:
            small[number * number :: number] = False
    for prime in np.flatnonzero(small).tolist():
        composite[(-low) % prime :: prime] = True
    return tuple(int(low + offset) for offset in np.flatnonzero(~composite)[::-1])


def primes_modulo_four(one: bool) -> Iterator[int]:
    """Yield primes from 2^24 to 2^25, the largest first; with `one` only those that are 1 modulo 4.

    >>> from itertools import islice
    >>> list(islice(primes_modulo_four(True), 2))
    [33554393, 33554341]
    """
    for top in range(1 << 25, 1 << 24, -_WINDOW):
        for prime in _window(top):
            if prime % 4 == 1 or not one:
                yield prime


def combined(residues: Sequence[int], primes: Sequence[int]) -> int:
    """Return the integer of least absolute value with these residues (Chinese remainders, by halves).

    >>> combined([2, 4], [5, 7]), combined([3, 5], [5, 7])
    (-3, -2)
    """
    from flint import fmpz

    pairs: list[tuple[Any, Any]] = [
        (fmpz(residue), fmpz(prime)) for residue, prime in zip(residues, primes, strict=True)
    ]
    if not pairs:
        return 0
    while len(pairs) > 1:
        merged = [
            (a + m * ((b - a) * pow(m, -1, n) % n), m * n)
            for (a, m), (b, n) in zip(pairs[::2], pairs[1::2], strict=False)
        ]
        pairs = merged + pairs[2 * len(merged) :]
    value, modulus = (int(number) for number in pairs[0])
    value %= modulus
    return value - modulus if 2 * value > modulus else value
