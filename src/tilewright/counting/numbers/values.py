"""The values of states: how they are added along edges, and how they are stored in machine words.

A count is *values x frontier x schedule*. The frontier defines the states and their successors. The
schedule goes forward through the layers and discards states
(`tilewright.counting.frontier.layers`), or backward through the rows of a stored graph
(`tilewright.counting.frontier.graph.Backward`). The values are numbers, residues of weighted sums,
or minimum costs. A new kind of value is a class.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tilewright.counting.state_graph import StateGraph
from tilewright.kernels.frontier.flow import pull, pull_modulo, sweep
from tilewright.kernels.frontier.table import gather
from tilewright.kernels.frontier.walk import pull_least, pull_weighed

#: The values of some states, in one or more arrays whose first axis is that of the states.
Arrays = tuple[NDArray[Any], ...]
#: Look up successors and add the values of their sources: (made, source, entry, counts, table,
#: found, sums, size). Returns the first successor that is left.
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


class LayerValues(ABC):
    """Values that go with the states from layer to layer, (n, L) uint64."""

    @abstractmethod
    def fingerprint(self) -> str:
        """Return a text that identifies these values."""

    @abstractmethod
    def begin(self) -> NDArray[np.uint64]:
        """Return the value of the state before the first layer, (1, L)."""

    @abstractmethod
    def gather(self, c: int) -> Gather:
        """Return the function that adds up the values of layer c + 1."""

    @abstractmethod
    def numbers(self, values: NDArray[np.uint64]) -> list[int]:
        """Return the values of some states as integers."""

    def name_bits(self, c: int) -> int:
        """Return the bits for the move of layer c that led to a successor; 0 if it does not
        matter.
        """
        return 0

    def settle(self, values: NDArray[np.uint64]) -> int:
        """Finish the sums from `gather` in place, and return the data that `full` needs."""
        return self.settled(values)

    def settled(self, values: NDArray[np.uint64]) -> int:
        """Return the result of `settle` for finished values, or 0 for values that do not grow."""
        return 0

    def full(self, settled: list[int]) -> bool:
        """Return whether the next layer may need another word, given the results of `settle` for
        each part of this layer.
        """
        return False


class RowValues(ABC):
    """Values of the ways to complete a tiling, propagated backward along the edges of a graph."""

    @abstractmethod
    def none(self, states: int) -> Arrays:
        """Return the values of states that cannot finish."""

    @abstractmethod
    def finish(self, values: Arrays, first: int, last: int) -> None:
        """Set the values of the final states ``first .. last - 1``."""

    @abstractmethod
    def pull(self, graph: StateGraph, layer: int, values: Arrays, first: int, last: int) -> bool:
        """Compute the values of states of a layer from those of the next layer. Return True if they
        need another word.
        """

    def sweep(self, graph: StateGraph, values: Arrays, tally: NDArray[np.int64]) -> bool:
        """Process many layers in one call (see `tilewright.kernels.frontier.flow.sweep`). Return
        False if this is not supported.
        """
        return False

    def wider(self, values: Arrays) -> Arrays:
        """Return the values with another word, or unchanged if they do not grow."""
        return values


class CountValues(RowValues):
    """Values whose last array has counts in limbs, (n, L) uint64."""

    bits: int

    def number(self, limbs: Iterable[int]) -> int:
        """Return one count as an integer."""
        return to_int(limbs, self.bits)

    def none(self, states: int) -> Arrays:
        """Return counts of 0."""
        return (np.zeros((states, 1), dtype=np.uint64),)

    def finish(self, values: Arrays, first: int, last: int) -> None:
        """Set counts to 1."""
        values[-1][first:last, 0] = 1


def limb_bits(edges: int) -> int:
    """Return the bits of a limb such that a word holds the sum of one limb for each of `edges`
    edges.
    """
    return 62 - max(1, edges).bit_length()


def headroom(bits: int, edges: int) -> int:
    """Return the largest top limb for which a sum over `edges` edges still fits in a limb of `bits`
    bits.
    """
    return ((1 << bits) - 1) // max(1, edges) - 1


def to_int(limbs: Iterable[int], bits: int) -> int:
    """Join the limbs of one count."""
    total = 0
    for position, limb in enumerate(limbs):
        total += int(limb) << (bits * position)
    return total


def to_ints(counts: NDArray[np.uint64], bits: int) -> list[int]:
    """Join the limbs of many counts, (n, L)."""
    columns = counts.T.tolist()
    totals: list[int] = columns[0]
    for position, column in enumerate(columns[1:], start=1):
        shift = bits * position
        totals = [total + (limb << shift) for total, limb in zip(totals, column, strict=True)]
    return totals


def from_int(value: int, bits: int, limbs: int) -> list[int]:
    """Split a count into at least `limbs` limbs."""
    parts: list[int] = []
    mask = (1 << bits) - 1
    while value or len(parts) < limbs:
        parts.append(value & mask)
        value >>= bits
    return parts


class Limbs(LayerValues, CountValues):
    """Exact counts in limbs of `bits` bits, with the lowest limb first.

    `bound` is the largest top limb that does not require another limb. If `summed`, it bounds the
    sum of all top limbs of a layer, as any number of states may lead to one.
    """

    def __init__(self, bits: int, bound: int, *, summed: bool = False) -> None:
        self.bits, self.bound, self._summed = bits, bound, summed

    @classmethod
    def of_rows(cls, fanout: int) -> Limbs:
        """Return counts along a graph whose states have at most `fanout` edges."""
        bits = limb_bits(fanout)
        return cls(bits, headroom(bits, fanout))

    @classmethod
    def of_layers(cls, bits: int, fanout: int, merging: int | None) -> Limbs:
        """Return counts along a frontier in which at most `merging` states lead to the same one
        (None: no bound).
        """
        if merging is None:
            # The sum of the top limbs of a layer, with all branches, does not fill a word in the
            # next one.
            return cls(bits, (1 << 62) // fanout, summed=True)
        # At most this many counts are added, each with a carry; the sum must fit in a limb.
        return cls(bits, headroom(bits, merging))

    def fingerprint(self) -> str:
        """Return a text that identifies these values."""
        return f"limbs of {self.bits} bits"

    def begin(self) -> NDArray[np.uint64]:
        """Return the value for one way to begin."""
        return np.ones((1, 1), dtype=np.uint64)

    def gather(self, c: int) -> Gather:
        """Return the function that adds up the counts of layer c + 1."""
        return partial(gather, self.bits)

    def settled(self, values: NDArray[np.uint64]) -> int:
        """Return the largest top limb, or an upper bound on the sum of the top limbs."""
        if self._summed:
            return int(values[:, -1].sum(dtype=np.float64) * 1.001) + 1
        return int(values[:, -1].max(initial=0))

    def full(self, settled: list[int]) -> bool:
        """Return whether the next layer may need another limb."""
        return (sum(settled) if self._summed else max(settled)) > self.bound

    def numbers(self, values: NDArray[np.uint64]) -> list[int]:
        """Return the counts of some states as integers."""
        return to_ints(values, self.bits)

    def pull(self, graph: StateGraph, layer: int, values: Arrays, first: int, last: int) -> bool:
        """Add up the counts of states of a layer. Return True if they need another limb."""
        return int(pull(graph.start, graph.target, values[0], first, last, self.bits)) > self.bound

    def sweep(self, graph: StateGraph, values: Arrays, tally: NDArray[np.int64]) -> bool:
        """Add up the counts of many layers, until another limb is needed."""
        return _sweep(graph, values, tally, self.bits, self.bound, 0)

    def wider(self, values: Arrays) -> Arrays:
        """Return the counts with another limb."""
        return (_with_another_limb(values[0]),)


class Modulo(CountValues):
    """Counts modulo a number up to 2^48, along the rows of a graph."""

    bits = 62

    def __init__(self, modulus: int) -> None:
        self.modulus = modulus

    def pull(self, graph: StateGraph, layer: int, values: Arrays, first: int, last: int) -> bool:
        """Add up the counts of states of a layer."""
        pull_modulo(graph.start, graph.target, values[0], first, last, np.uint64(self.modulus))
        return False

    def sweep(self, graph: StateGraph, values: Arrays, tally: NDArray[np.int64]) -> bool:
        """Add up the counts of many layers."""
        return _sweep(graph, values, tally, self.bits, 0, self.modulus)


class LeastCosts(CountValues):
    """Minimum costs of the ways to complete a tiling, and the numbers of ways with these costs,
    along the rows of a labeled graph.

    The values are costs, (n,) int64, undefined where there is no way, and counts in limbs. `price`
    returns the cost of each label at a layer, (k,) int64.
    """

    def __init__(self, fanout: int, price: Callable[[int], NDArray[np.int64]]) -> None:
        self.bits = limb_bits(fanout)
        self.bound = headroom(self.bits, fanout)
        self.price = price

    def none(self, states: int) -> Arrays:
        """Return values for zero ways."""
        return np.zeros(states, dtype=np.int64), *super().none(states)

    def pull(self, graph: StateGraph, layer: int, values: Arrays, first: int, last: int) -> bool:
        """Compute the minimum costs of states of a layer. Return True if the counts need another
        limb.
        """
        arrays = (graph.start, graph.target, graph.label, self.price(layer), *values)
        return int(pull_least(*arrays, first, last, self.bits)) > self.bound

    def wider(self, values: Arrays) -> Arrays:
        """Return the counts with another limb."""
        return values[0], _with_another_limb(values[1])


class WeightSums(CountValues):
    """Sums of the weights of all ways to complete a tiling, along the rows of a labeled graph.

    Weights are nonnegative integers up to `largest`. `factors` returns the weight of each label at
    a layer in limbs, (k, W) uint64, as `limbs` makes them.
    """

    def __init__(
        self, fanout: int, largest: int, factors: Callable[[int], NDArray[np.uint64]]
    ) -> None:
        self.factors = factors
        #: The limbs of a weight.
        self.words = 1
        # A word holds the sum of one product of two limbs for each edge and each limb of a weight.
        while self.words * self._bits(fanout) < largest.bit_length():
            self.words += 1
        self.bits = self._bits(fanout)

    def _bits(self, fanout: int) -> int:
        return limb_bits(fanout * self.words) // 2

    def limbs(self, weights: Sequence[int]) -> NDArray[np.uint64]:
        """Return weights in limbs."""
        parts = [from_int(weight, self.bits, self.words) for weight in weights]
        return np.array(parts, dtype=np.uint64)

    def none(self, states: int) -> Arrays:
        """Return sums of 0, with room for the sums of the layer before."""
        return (np.zeros((states, self.words + 2), dtype=np.uint64),)

    def pull(self, graph: StateGraph, layer: int, values: Arrays, first: int, last: int) -> bool:
        """Add up the weights of states of a layer. Return True if they need more limbs."""
        arrays = (graph.start, graph.target, graph.label, self.factors(layer), values[0])
        return bool(pull_weighed(*arrays, first, last, self.bits))

    def wider(self, values: Arrays) -> Arrays:
        """Return the sums with room for the sums of the layer before."""
        return (np.pad(values[0], ((0, 0), (0, self.words + 1))),)


def _with_another_limb(counts: NDArray[np.uint64]) -> NDArray[np.uint64]:
    return np.pad(counts, ((0, 0), (0, 1)))


def _sweep(
    graph: StateGraph, values: Arrays, tally: NDArray[np.int64], bits: int, bound: int, modulus: int
) -> bool:
    arrays = (graph.offset, graph.active, graph.start, graph.target, values[0], tally)
    sweep(*arrays, bits, np.uint64(bound), np.uint64(modulus))
    return True
