"""A random choice among parallel edges: pieces on the same cells."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


class Parallel:
    """Chooses one of the parallel edges for each pair of cells that is drawn.

    Edges with the same `entry` are parallel; `weights` are those of the edges, all equal by
    default.
    """

    def __init__(
        self,
        entry: NDArray[np.int64],
        weights: NDArray[np.float64] | None,
        dice: np.random.Generator,
    ) -> None:
        self._entry, self._weights, self._dice = entry, weights, dice
        self._several = bool(np.bincount(entry).max(initial=0) > 1)

    def __call__(self, edges: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return one edge of each entry, ascending."""
        if not self._several:
            return edges
        # The least of exponential variables with these rates is that of each edge in proportion to
        # its rate.
        rates = np.ones(len(edges)) if self._weights is None else self._weights[edges]
        order = np.lexsort((self._dice.exponential(size=len(edges)) / rates, self._entry[edges]))
        entry = self._entry[edges][order]
        first = np.concatenate([[True], entry[1:] != entry[:-1]])
        return np.sort(edges[order[first]])
