"""Primes and Chinese remainders, against what is obviously right."""

from __future__ import annotations

import random
from itertools import islice
from math import prod

import pytest

from tilewright.system.values.primes import combine, is_prime, primes_below


def test_primes_below_small_limits() -> None:
    primes = [
        number for number in range(2, 3000) if all(number % factor for factor in range(2, number))
    ]
    assert [number for number in range(3000) if is_prime(number)] == primes
    for limit in (-1, 0, 1, 2, 3, 4, 5, 100, 3000):
        assert list(primes_below(limit)) == [prime for prime in reversed(primes) if prime < limit]


def test_the_largest_primes() -> None:
    """The largest below 2^31 and the number of primes just below (published: C. Caldwell, *The List
    of Largest Known Primes*, k for which 2^n - k is prime).
    """
    assert [(1 << 31) - prime for prime in islice(primes_below(), 6)] == [1, 19, 61, 69, 85, 99]


@pytest.mark.parametrize("count", [0, 1, 2, 3, 8, 13])
def test_residues_are_combined(count: int) -> None:
    dice = random.Random(count)
    primes = dice.sample(list(islice(primes_below(1 << 25), 100)), count)
    number = dice.randrange(prod(primes))
    assert combine([number % prime for prime in primes], primes) == number
