"""Count on boards whose rows repeat: one state graph, pulled through once for each row."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from tilewright.counting.graph import StateGraph
from tilewright.counting.limbs import headroom, limb_bits, to_int
from tilewright.kernels.frontier_flow import pull, pull_modulo, restart, sweep

__all__ = ["Flow"]

#: Layers with fewer limbs than this are not worth a second thread.
_SHARED = 150_000


@dataclass(eq=False)
class Flow:
    """Counts of the ways to finish, moved from the last layer of a graph to the first.

    Attributes
    ----------
    graph : StateGraph
    modulus : int
        Count modulo this; 0 for exact counts in limbs.
    threads : int
    counts : (n, L) uint64
        The count of every state of the graph. In a closed graph, those of the row last pulled.
    """

    graph: StateGraph
    modulus: int = 0
    threads: int = 1
    bits: int = field(init=False)
    counts: NDArray[np.uint64] = field(init=False)
    _bound: int = field(init=False)
    #: Whether the counts of the layer after the last one are set.
    _set: bool = field(init=False)
    _pool: ThreadPoolExecutor | None = field(init=False, default=None)

    def __post_init__(self) -> None:
        edges = self.graph.fanout
        self.bits = limb_bits(edges)
        self._bound = headroom(self.bits, edges)
        self.begin()

    @property
    def limbs(self) -> int:
        """Words of a count."""
        return int(self.counts.shape[1])

    def begin(self) -> None:
        """Set the counts after the last cell: 1 for every state in which the board is tiled."""
        graph = self.graph
        self.counts = np.zeros((graph.states, 1), dtype=np.uint64)
        last = int(graph.offset[-2])
        self.counts[last : graph.states if graph.length else last + 1] = 1
        self._set = True

    def resume(self, ends: NDArray[np.uint64]) -> None:
        """Set the counts of the layer after the last one."""
        last = int(self.graph.offset[-2])
        self.counts = np.zeros((self.graph.states, ends.shape[1]), dtype=np.uint64)
        self.counts[last : last + len(ends)] = ends
        self._set = True

    def count(self, state: int = 0) -> int:
        """Return the count of a state."""
        return to_int(self.counts[state].tolist(), self.bits)

    def run(self, above: int, below: int) -> None:
        """Move the counts from layer `above` to layer `below`, both counted from the beginning."""
        graph = self.graph
        if self.threads > 1 and graph.largest * self.limbs >= _SHARED:
            for layer in range(above - 1, below - 1, -1):
                self._pull(layer)
            return
        tally = np.array([above, below, 0, self._set], dtype=np.int64)
        while tally[0] > tally[1]:
            sweep(
                graph.offset,
                graph.active,
                graph.start,
                graph.target,
                self.counts,
                tally,
                self.bits,
                np.uint64(self._bound),
                np.uint64(self.modulus),
            )
            if tally[2]:
                self._widen()
                tally[2] = 0
        self._set = bool(tally[3])

    def close(self) -> None:
        """Let the threads go."""
        if self._pool is not None:
            self._pool.shutdown()
            self._pool = None

    def _widen(self) -> None:
        """Add a limb."""
        wider = np.zeros((self.counts.shape[0], self.limbs + 1), dtype=np.uint64)
        wider[:, : self.limbs] = self.counts
        self.counts = wider

    def _pull(self, layer: int) -> None:
        """Move the counts from layer + 1 to layer."""
        graph = self.graph
        c = layer % graph.layers
        if c == graph.layers - 1 and not self._set:
            restart(graph.offset, self.counts)
        self._set = False
        base = int(graph.offset[c])
        states = graph.width(layer)
        shared = self.threads > 1 and states * self.limbs >= _SHARED
        cuts = np.linspace(base, base + states, self.threads + 1 if shared else 2).astype(np.int64).tolist()
        arrays = (graph.start, graph.target, self.counts)
        if self.modulus:
            modulus = np.uint64(self.modulus)

            def work(first: int, last: int) -> int:
                pull_modulo(*arrays, first, last, modulus)
                return 0

        else:

            def work(first: int, last: int) -> int:
                return int(pull(*arrays, first, last, self.bits))

        if shared:
            if self._pool is None:
                self._pool = ThreadPoolExecutor(self.threads)
            largest = max(self._pool.map(work, cuts[:-1], cuts[1:]))
        else:
            largest = work(*cuts)
        if largest > self._bound:
            self._widen()
