"""A state graph as flat arrays: the states of the frontier method, layer by layer, with their
edges.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tilewright.counting.moves import Moves
from tilewright.system.values.arrays import ranges


@dataclass(frozen=True, eq=False)
class StateGraph:
    """States and edges, layer by layer, in flat arrays."""

    #: With labels: edge e of layer c with label l is the move ``moves.start[c] + l``.
    moves: Moves | None
    #: (P + 2,): states of layer c are ``offset[c]:offset[c + 1]``; state 0 is the beginning. Layer
    #: P is the end, or in a closed graph layer 0 again.
    offset: NDArray[np.int64]
    #: (A,): the reachable states in the first A layers of a closed graph; they come first.
    active: NDArray[np.int64]
    #: (n + 1,): state i leads to ``target[start[i]:start[i + 1]]``.
    start: NDArray[np.int32]
    #: (e,): states of later layers.
    target: NDArray[np.int32]
    #: (0 or e,): the move of each edge, -1 if the cell is covered already; or the class of its
    #: weight.
    label: NDArray[np.int16] | NDArray[np.uint16]
    #: Layers of the whole board; 0 if the graph is closed.
    length: int
    #: (states of the last layer, Q): the keys after the last cell; empty in a closed graph.
    final: NDArray[np.uint64]
    #: The largest number of edges of a state.
    fanout: int
    #: States that are mirror images are merged.
    folded: bool
    #: Peak of bytes held while the graph grew.
    peak: int = 0
    #: Parts in which a closed graph grew; they decide the numbers of its states.
    parts: int = 1

    @classmethod
    def labeled(
        cls,
        length: int,
        offset: NDArray[np.int64],
        start: NDArray[np.integer],
        target: NDArray[np.integer],
        label: NDArray[np.int16],
        active: Sequence[int] | NDArray[np.int64] = (),
    ) -> StateGraph:
        """Return the graph of a set of tilings, without moves and keys."""
        return cls(
            None,
            offset,
            np.array(active, dtype=np.int64),
            start.astype(np.int32),
            target.astype(np.int32),
            np.ascontiguousarray(label, dtype=np.int16),
            length,
            np.zeros((0, 0), dtype=np.uint64),
            int(np.diff(start).max(initial=1)),
            False,
        )

    @property
    def layers(self) -> int:
        """The number of layers until the graph repeats, or in the whole board."""
        return len(self.offset) - 2

    @property
    def states(self) -> int:
        """The number of states in all layers."""
        return int(self.offset[-1])

    @property
    def edges(self) -> int:
        """The number of edges in all layers."""
        return len(self.target)

    @property
    def largest(self) -> int:
        """The number of states in the largest layer."""
        return int(np.diff(self.offset).max(initial=1))

    @property
    def nbytes(self) -> int:
        """Bytes held."""
        return int(self.start.nbytes + self.target.nbytes + self.label.nbytes + self.offset.nbytes)

    def edges_of(self, states: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Return the number of edges of each given state, and all of these edges, concatenated."""
        begin = self.start[states].astype(np.int64)
        number = self.start[states + 1] - begin
        return number, ranges(begin, number)

    def width(self, layer: int) -> int:
        """Return the number of reachable states of a layer, counted from the beginning of the
        board.
        """
        if layer < len(self.active):
            return int(self.active[layer])
        c = layer if self.length else layer % self.layers
        return int(self.offset[c + 1] - self.offset[c])
