"""The sizes of rectangles that neither weights nor the lengths of a side rule out."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from tilewright.rectification.sides import Side
from tilewright.rectification.weights import Weights

__all__ = ["allowed_sizes", "is_allowed"]


def is_allowed(ruling: Iterable[Weights], side: Side[int] | None, sides: tuple[int, int]) -> bool:
    """Return whether neither weights nor the lengths of a side rule out a rectangle: `allowed_sizes` for one size."""
    if side is not None and not all(length in side.lengths for length in sides):
        return False
    return not any(
        weights.excluded[one % weights.period, other % weights.period]
        for weights in ruling
        for one, other in (sides, sides[::-1])
    )


def allowed_sizes(
    ruling: Iterable[Weights], side: Side[int] | None, size: int
) -> tuple[NDArray[np.bool_], int, int]:
    """Return which sizes are not ruled out, the period with which that repeats, and from where on it does.

    Parameters
    ----------
    ruling : iterable of Weights
    side : Side, optional
    size : int
        The longest side.
    """
    allowed = np.ones((size + 1, size + 1), dtype=bool)
    allowed[0] = allowed[:, 0] = False
    period, beginning = 1, 1
    for weights in ruling:
        sides = np.arange(size + 1) % weights.period
        allowed &= ~weights.excluded[np.ix_(sides, sides)]
        period = int(np.lcm(period, weights.period))
    allowed &= allowed.T
    if side is not None:
        lengths = side.lengths
        able = np.array([length in lengths for length in range(size + 1)])
        allowed &= able[:, None] & able[None]
        period, beginning = int(np.lcm(period, lengths.period)), lengths.beginning
    return allowed, period, beginning
