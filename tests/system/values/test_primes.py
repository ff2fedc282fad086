"""Primes and Chinese remainders, against what is obviously right."""

from __future__ import annotations

import random
from itertools import islice
from math import prod

import pytest

from tilewright.system.values.primes import LARGEST, combine, is_prime, primes_below


def test_primes_below_small_limits() -> None:
    primes = [
        number for number in range(2, 3000) if all(number % factor for factor in range(2, number))
    ]
    assert [number for number in range(3000) if is_prime(number)] == primes
    for limit in (-1, 0, 1, 2, 3, 4, 5, 100, 3000):
        assert list(primes_below(limit)) == [prime for prime in reversed(primes) if prime < limit]


@pytest.mark.parametrize("limit", [1 << 19, 1 << 25, (1 << 26) + 500, LARGEST + 1])
def test_the_sieve_and_single_tests_agree(limit: int) -> None:
    """The numbers tried include the border of a window, and the limit above which there is no
    sieve.
    """
    several = 20_000 if limit == 1 << 19 else 60
    one_by_one = (number for number in range(limit - 1, 1, -1) if is_prime(number))
    assert list(islice(primes_below(limit), several)) == list(islice(one_by_one, several))


@pytest.mark.parametrize("count", [0, 1, 2, 3, 8, 13])
def test_residues_are_combined(count: int) -> None:
    dice = random.Random(count)
    primes = dice.sample(list(islice(primes_below(1 << 25), 100)), count)
    number = dice.randrange(prod(primes))
    assert combine([number % prime for prime in primes], primes) == number
