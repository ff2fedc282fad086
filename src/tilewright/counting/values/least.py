"""Least costs, and how many ways have them: what rides on the states where the cheapest tilings are looked for."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import numpy as np
from numpy.typing import NDArray

from tilewright.counting.values.limbs import headroom, limb_bits, to_int, with_another_limb
from tilewright.counting.values.values import Arrays, Edges
from tilewright.kernels.frontier.walk import pull_least

__all__ = ["LeastCosts"]


class LeastCosts:
    """Least costs of the ways to finish, and how many ways have them, along the rows of a labeled graph.

    The values are costs, (n,) int64, meant only where there is a way; and counts in limbs.

    Parameters
    ----------
    fanout : int
        The most edges of a state.
    price : callable
        Returns what each label costs at a layer of the board, (k,) int64.
    """

    def __init__(self, fanout: int, price: Callable[[int], NDArray[np.int64]]) -> None:
        self.bits = limb_bits(fanout)
        self.bound = headroom(self.bits, fanout)
        self.price = price

    def number(self, limbs: Iterable[int]) -> int:
        """Return one count as an integer."""
        return to_int(limbs, self.bits)

    def none(self, states: int) -> Arrays:
        """Return no ways."""
        return np.zeros(states, dtype=np.int64), np.zeros((states, 1), dtype=np.uint64)

    def finish(self, values: Arrays, first: int, last: int) -> None:
        """Set one way, that costs nothing."""
        values[0][first:last] = 0
        values[1][first:last, 0] = 1

    def pull(self, edges: Edges, layer: int, values: Arrays, first: int, last: int) -> bool:
        """Find the least costs of states of a layer; whether the counts need another limb now."""
        price = self.price(layer)
        arrays = (edges.start, edges.target, edges.label, price, *values)
        return int(pull_least(*arrays, first, last, self.bits)) > self.bound

    def sweep(self, edges: Edges, values: Arrays, tally: NDArray[np.int64]) -> bool:
        """Return that layers are pulled one by one, as each has prices of its own."""
        return False

    def wider(self, values: Arrays) -> Arrays:
        """Return the counts with another limb."""
        return values[0], with_another_limb(values[1])
