"""Operations on single machine words: lowest and highest set bit, number of set bits, and
prefetching.

Each is one instruction on common processors. Compiled kernels use that
(`tilewright.kernels.intrinsics`).
"""

from __future__ import annotations

import numpy as np


def lowest_one(word):
    """Return the number of the lowest set bit of a uint64; 64 if none is set."""
    value = int(word)
    return np.uint64(64 if value == 0 else (value & -value).bit_length() - 1)


def highest_one(word):
    """Return the number of the highest set bit of a uint64 that is not 0."""
    return np.uint64(int(word).bit_length() - 1)


def count_ones(word):
    """Return the number of set bits of a uint64."""
    return np.uint64(int(word).bit_count())


def fetch_early(array, index):
    """Prefetch ``array[index]`` (one-dimensional, uint64 index)."""
