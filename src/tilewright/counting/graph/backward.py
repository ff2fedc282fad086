"""Backward: the values of ways to finish, pulled from the last layer of a kept graph to the first."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tilewright.counting.graph.graph import StateGraph
from tilewright.counting.run.tuning import USUAL, Tuning
from tilewright.counting.values.limbs import Limbs, Modulo
from tilewright.counting.values.values import Arrays, CountValues, RowValues

__all__ = ["Backward", "BackwardCounts"]


class Backward:
    """Values of the ways to finish, moved from the last layer of a graph to the first.

    Parameters
    ----------
    graph : StateGraph
    values : RowValues
    threads : int
    tuning : Tuning

    Attributes
    ----------
    arrays : tuple of (n, …) arrays
        The values of every state of the graph. In a closed graph, those of the row last pulled.
    """

    def __init__(
        self, graph: StateGraph, values: RowValues, threads: int = 1, tuning: Tuning = USUAL
    ) -> None:
        self.graph, self.values, self.threads = graph, values, threads
        self._shared = tuning.shared_counts
        self._pool: ThreadPoolExecutor | None = None
        self.begin()

    @property
    def words(self) -> int:
        """Words of a value."""
        last = self.arrays[-1]
        return last.shape[1] if last.ndim > 1 else 1

    @property
    def nbytes(self) -> int:
        """Bytes held."""
        return sum(array.nbytes for array in self.arrays)

    def begin(self) -> None:
        """Set the values after the last cell, for every state in which the board is tiled."""
        graph = self.graph
        last = int(graph.offset[-2])
        self.arrays = self.values.none(graph.states)
        self.values.finish(self.arrays, last, graph.states if graph.length else last + 1)
        #: Whether the values of the layer after the last one are set.
        self._set = True

    def at_end(self) -> Arrays:
        """Return a copy of the values of the layer after the last one."""
        last = int(self.graph.offset[-2])
        return tuple(array[last:].copy() for array in self.arrays)

    def at_begin(self) -> Arrays:
        """Return a copy of the values of layer 0."""
        return tuple(array[: self.graph.offset[1]].copy() for array in self.arrays)

    def resume(self, ends: Arrays) -> None:
        """Set the values of the layer after the last one."""
        last = int(self.graph.offset[-2])
        self.arrays = self.values.none(self.graph.states)
        while self.words < (ends[-1].shape[1] if ends[-1].ndim > 1 else 1):
            self.arrays = self.values.wider(self.arrays)
        for array, end in zip(self.arrays, ends, strict=True):
            array[last : last + len(end)] = end
        self._set = True

    def run(self, above: int, below: int) -> None:
        """Move the values from layer `above` to layer `below`, both counted from the beginning."""
        graph = self.graph
        if not (self.threads > 1 and graph.largest * self.words >= self._shared):
            tally = np.array([above, below, 0, self._set], dtype=np.int64)
            while tally[0] > tally[1] and self.values.sweep(graph, self.arrays, tally):
                if tally[2]:
                    self.arrays = self.values.wider(self.arrays)
                    tally[2] = 0
            above, self._set = int(tally[0]), bool(tally[3])
        for layer in range(above - 1, below - 1, -1):
            self._pull(layer)

    def close(self) -> None:
        """Stop the threads."""
        if self._pool is not None:
            self._pool.shutdown()
            self._pool = None

    def _pull(self, layer: int) -> None:
        """Move the values from layer + 1 to layer."""
        graph = self.graph
        c = layer % graph.layers
        if c == graph.layers - 1 and not self._set:
            # The row before: its first layer is the last one of this turn.
            last, size = int(graph.offset[-2]), int(graph.offset[1])
            for array in self.arrays:
                array[last : last + size] = array[:size]
        self._set = False
        base = int(graph.offset[c])
        states = graph.width(layer)
        work = partial(self.values.pull, graph, layer, self.arrays)
        if self.threads > 1 and states * self.words >= self._shared:
            if self._pool is None:
                self._pool = ThreadPoolExecutor(self.threads)
            cuts = np.linspace(base, base + states, self.threads + 1).astype(np.int64).tolist()
            full = any(list(self._pool.map(work, cuts[:-1], cuts[1:])))
        else:
            full = work(base, base + states)
        if full:
            self.arrays = self.values.wider(self.arrays)


class BackwardCounts(Backward):
    """Numbers of ways to finish: all of them, exactly or modulo a number up to 2^48, or those of least cost.

    Parameters
    ----------
    modulus : int
        0 for exact counts.
    values : CountValues, optional
        Other values that count.
    """

    values: CountValues

    def __init__(
        self,
        graph: StateGraph,
        modulus: int = 0,
        threads: int = 1,
        tuning: Tuning = USUAL,
        *,
        values: CountValues | None = None,
    ) -> None:
        usual = Modulo(modulus) if modulus else Limbs.of_rows(graph.fanout)
        super().__init__(graph, values or usual, threads, tuning)

    @property
    def bits(self) -> int:
        """Bits of a limb."""
        return self.values.bits

    @property
    def counts(self) -> NDArray[Any]:
        """(n, L) uint64: the count of every state."""
        return self.arrays[-1]

    def count(self, state: int = 0) -> int:
        """Return the count of a state."""
        return self.values.number(self.counts[state].tolist())
