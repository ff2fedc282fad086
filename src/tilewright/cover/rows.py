"""Sequences of unequal length as arrays."""

from __future__ import annotations

import itertools
from collections.abc import Iterable
from typing import Any

import numpy as np
from numpy.typing import NDArray

__all__ = ["flat", "padded"]


def flat(rows: Iterable[Iterable[Any]], count: int) -> NDArray[np.int32]:
    """Return all numbers of sequences of cells as one array."""
    chain = itertools.chain.from_iterable
    return np.fromiter(chain(chain(rows)), dtype=np.int32, count=count)


def padded(start: NDArray[np.int64], item: NDArray[np.int32]) -> NDArray[np.int32]:
    """Return the cells of each placement in a row, -1 after the last."""
    sizes = np.diff(start)
    rows = np.full((len(sizes), int(sizes.max(initial=0))), -1, dtype=np.int32)
    rows[np.arange(rows.shape[1]) < sizes[:, None]] = item
    return rows
