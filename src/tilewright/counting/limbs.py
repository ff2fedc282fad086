"""Counts in machine words: limbs of a fixed number of bits, lowest first, exactly to and from integers."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

__all__ = ["from_int", "headroom", "limb_bits", "to_int", "to_ints"]


def limb_bits(edges: int) -> int:
    """Return how many bits a limb has so that a word holds the sum of one limb for each of `edges` edges."""
    return 62 - max(1, edges).bit_length()


def headroom(bits: int, edges: int) -> int:
    """Return the largest top limb with which a sum over `edges` edges still leaves a limb of `bits` bits."""
    return ((1 << bits) - 1) // max(1, edges) - 1


def to_int(limbs: Iterable[int], bits: int) -> int:
    """Put one count together."""
    total = 0
    for position, limb in enumerate(limbs):
        total += int(limb) << (bits * position)
    return total


def to_ints(counts: NDArray[np.uint64], bits: int) -> list[int]:
    """Put the counts of many states, (n, L) limbs, together."""
    columns = counts.T.tolist()
    totals: list[int] = columns[0]
    for position, column in enumerate(columns[1:], start=1):
        shift = bits * position
        totals = [total + (limb << shift) for total, limb in zip(totals, column, strict=True)]
    return totals


def from_int(value: int, bits: int, limbs: int) -> list[int]:
    """Take a count apart into at least `limbs` limbs."""
    parts: list[int] = []
    mask = (1 << bits) - 1
    while value or len(parts) < limbs:
        parts.append(value & mask)
        value >>= bits
    return parts
