"""Random choices from a text, the same everywhere: the generator xoshiro256++ (Blackman and Vigna
2019). Called by `tilewright.puzzles.making`.

Legend
text        (n,)   uint8   the bytes that the choices follow from
dice        (4,)   uint64  the state of the generator
"""

from __future__ import annotations

import numpy as np

from ..library import kernel

#: Bits of a choice, and numbers that are left out after a text.
_BITS, _SPARE = 31, 16


@kernel
def _sum(one, other):
    """Return the sum of two numbers without a carry out of 64 bits."""
    half = np.uint64(32)
    low = (one & np.uint64(0xFFFFFFFF)) + (other & np.uint64(0xFFFFFFFF))
    high = (one >> half) + (other >> half) + (low >> half)
    return ((high & np.uint64(0xFFFFFFFF)) << half) | (low & np.uint64(0xFFFFFFFF))


@kernel
def _next(dice):
    """Return the next 64 random bits."""
    total = _sum(dice[0], dice[3])
    result = _sum((total << np.uint64(23)) | (total >> np.uint64(41)), dice[0])
    shifted = dice[1] << np.uint64(17)
    dice[2] ^= dice[0]
    dice[3] ^= dice[1]
    dice[1] ^= dice[2]
    dice[0] ^= dice[3]
    dice[2] ^= shifted
    dice[3] = (dice[3] << np.uint64(45)) | (dice[3] >> np.uint64(19))
    return result


@kernel
def begin(text, dice):
    """Set the state that follows from a text."""
    for number in range(4):
        dice[number] = np.uint64(number + 1)
    for place in range(text.size + _SPARE):
        if place < text.size:
            dice[0] ^= np.uint64(text[place])
        dice[2] = _sum(dice[2], _next(dice))


@kernel
def roll(dice, size):
    """Return an integer from 0 to below `size`, each equally likely."""
    end = (1 << _BITS) // size * size
    while True:
        number = np.int64(_next(dice) >> np.uint64(64 - _BITS))
        if number < end:
            return number % size


@kernel
def shuffle(dice, numbers):
    """Put numbers in random order."""
    for place in range(numbers.size - 1, 0, -1):
        other = roll(dice, place + 1)
        number = numbers[place]
        numbers[place] = numbers[other]
        numbers[other] = number
