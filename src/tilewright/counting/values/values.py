"""Values: what a state is worth, how that is added up along edges, and how it is held.

A count is *values x frontier x schedule*. The frontier says what a state is and what it leads to; the schedule goes
through the layers forwards, forgetting states (`tilewright.counting.layers.schedule`), or through the rows of a kept
graph backwards (`tilewright.counting.graph.backward`); the values say whether numbers, residues of weighted sums, or
least costs ride on the states. A new kind of value is a class here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

__all__ = ["Arrays", "CountValues", "Edges", "Gather", "LayerValues", "RowValues"]

#: The values of some states, in one array or several: the first axis is that of the states.
Arrays = tuple[NDArray[Any], ...]

#: Look up successors from one on and add the values of their sources: (made, source, entry, counts, table, found,
#: sums, size). Returns the first successor that was not done.
Gather = Callable[
    [
        NDArray[np.uint64],
        NDArray[np.int32],
        int,
        NDArray[np.uint64],
        NDArray[np.int32],
        NDArray[np.uint64],
        NDArray[np.uint64],
        NDArray[np.int64],
    ],
    int,
]


class LayerValues(Protocol):
    """Values that go with the states from layer to layer, (n, L) uint64."""

    def fingerprint(self) -> str:
        """Return what tells these values from others."""
        ...

    def begin(self) -> NDArray[np.uint64]:
        """Return the value of the state before the first layer, (1, L)."""
        ...

    def name_bits(self, c: int) -> int:
        """Return how many bits a successor needs to say by which move of layer c it came; 0 if it need not.

        Raises
        ------
        EngineError
            If there are not so many.
        """
        ...

    def gather(self, c: int) -> Gather:
        """Return what adds up the values of layer c + 1."""
        ...

    def settle(self, values: NDArray[np.uint64]) -> int:
        """Finish what `gather` added up, in place; return what `full` goes by."""
        ...

    def settled(self, values: NDArray[np.uint64]) -> int:
        """Return what `settle` returned of finished values."""
        ...

    def full(self, settled: list[int]) -> bool:
        """Whether the next layer might need another word, by what `settle` returned of each part of this one."""
        ...

    def numbers(self, values: NDArray[np.uint64]) -> list[int]:
        """Return the values of some states as integers."""
        ...


class Edges(Protocol):
    """The edges of a state graph, as kernels read them; see `tilewright.counting.graph.graph.StateGraph`."""

    @property
    def offset(self) -> NDArray[np.int64]:
        """Where layers begin."""
        ...

    @property
    def active(self) -> NDArray[np.int64]:
        """How many states of the first layers can be reached."""
        ...

    @property
    def start(self) -> NDArray[np.int32]:
        """Where the edges of each state begin."""
        ...

    @property
    def target(self) -> NDArray[np.int32]:
        """Where each edge leads."""
        ...

    @property
    def label(self) -> NDArray[Any]:
        """What each edge means."""
        ...


class RowValues(Protocol):
    """Values of the ways to finish, pulled backwards along the edges of a graph."""

    def none(self, states: int) -> Arrays:
        """Return the values of states from which there is no way to finish."""
        ...

    def finish(self, values: Arrays, first: int, last: int) -> None:
        """Set the values of the states ``first .. last - 1``: there all is done."""
        ...

    def pull(self, edges: Edges, layer: int, values: Arrays, first: int, last: int) -> bool:
        """Find the values of states of a layer from those of the next; whether they need another word now."""
        ...

    def sweep(self, edges: Edges, values: Arrays, tally: NDArray[np.int64]) -> bool:
        """Pull through many layers in one call; False, and nothing done, if layers are to be pulled one by one.

        `tally` is that of `tilewright.kernels.frontier.flow.sweep`.
        """
        ...

    def wider(self, values: Arrays) -> Arrays:
        """Return the values with another word."""
        ...


class CountValues(RowValues, Protocol):
    """Values whose last array has counts in limbs, (n, L) uint64."""

    bits: int

    def number(self, limbs: Iterable[int]) -> int:
        """Return one count as an integer."""
        ...
