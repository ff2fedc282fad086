"""Primes of one machine word, and putting residues together."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import prod

__all__ = ["combine", "is_prime", "primes_below"]

#: Products of two residues, and a sum with a third, fit a word.
LARGEST = (1 << 31) - 1


def is_prime(number: int) -> bool:
    """Whether a number below 2^64 is a prime.

    Miller-Rabin to the first twelve primes as bases is exact there: J. Sorenson, J. Webster, *Strong
    pseudoprimes to twelve prime bases*, Math. Comp. 86 (2017).
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
    """Yield the primes below a limit, the largest first."""
    return (number for number in range(limit - 1, 1, -1) if is_prime(number))


def combine(residues: Sequence[int], primes: Sequence[int]) -> int:
    """Return the number from 0 to the product of the primes with these residues (Chinese remainders)."""
    modulus = prod(primes)
    total = 0
    for residue, prime in zip(residues, primes, strict=True):
        rest = modulus // prime
        total += residue * rest * pow(rest, -1, prime)
    return total % modulus
