"""Values: what a state is worth, how that is added up along edges, and how it is held in machine words.

A count is *values x frontier x schedule*. The frontier says what a state is and what it leads to; the schedule goes
through the layers forwards, forgetting states (`tilewright.counting.layers`), or through the rows of a kept
graph backwards (`tilewright.counting.graph.Backward`); the values say whether numbers, residues of weighted sums, or
least costs ride on the states. A new kind of value is a class.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from tilewright.kernels.frontier.deal import gather
from tilewright.kernels.frontier.flow import pull, pull_modulo, sweep
from tilewright.kernels.frontier.walk import pull_least

__all__ = [
    "Arrays",
    "CountValues",
    "Edges",
    "Gather",
    "LayerValues",
    "LeastCosts",
    "Limbs",
    "Modulo",
    "RowValues",
    "from_int",
    "headroom",
    "limb_bits",
    "to_int",
    "to_ints",
    "with_another_limb",
]


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
    """The edges of a state graph, as kernels read them; see `tilewright.counting.graph.StateGraph`."""

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


def limb_bits(edges: int) -> int:
    """Return how many bits a limb has so that a word holds the sum of one limb for each of `edges` edges."""
    return 62 - max(1, edges).bit_length()


def headroom(bits: int, edges: int) -> int:
    """Return the largest top limb with which a sum over `edges` edges still leaves a limb of `bits` bits."""
    return ((1 << bits) - 1) // max(1, edges) - 1


def to_int(limbs: Iterable[int], bits: int) -> int:
    """Put one count together."""
    total = 0
    for position, limb in enumerate(limbs):
        total += int(limb) << (bits * position)
    return total


def to_ints(counts: NDArray[np.uint64], bits: int) -> list[int]:
    """Put the counts of many states, (n, L) limbs, together."""
    columns = counts.T.tolist()
    totals: list[int] = columns[0]
    for position, column in enumerate(columns[1:], start=1):
        shift = bits * position
        totals = [total + (limb << shift) for total, limb in zip(totals, column, strict=True)]
    return totals


def from_int(value: int, bits: int, limbs: int) -> list[int]:
    """Take a count apart into at least `limbs` limbs."""
    parts: list[int] = []
    mask = (1 << bits) - 1
    while value or len(parts) < limbs:
        parts.append(value & mask)
        value >>= bits
    return parts


class Limbs:
    """Exact counts in limbs, lowest first.

    Parameters
    ----------
    bits : int
        Bits of a limb.
    bound : int
        The most that a top limb, or the sum of all top limbs of a layer, may be before another one is needed.
    summed : bool
        Whether `bound` is one of the sum: any number of states may lead to one.
    """

    def __init__(self, bits: int, bound: int, *, summed: bool = False) -> None:
        self.bits, self.bound, self._summed = bits, bound, summed

    @classmethod
    def of_rows(cls, fanout: int) -> Limbs:
        """Return counts along a graph whose states have so many edges at most."""
        bits = limb_bits(fanout)
        return cls(bits, headroom(bits, fanout))

    @classmethod
    def of_layers(cls, bits: int, fanout: int, merging: int | None) -> Limbs:
        """Return counts along a frontier.

        Parameters
        ----------
        fanout : int
            The most successors of a state.
        merging : int or None
            The most states that lead to the same one; None if there is no such bound.
        """
        if merging is None:
            # With all branches, the top limbs of a layer do not fill a word in the next one.
            return cls(bits, (1 << 62) // fanout, summed=True)
        # So many counts are added up at most, each with a carry; the sum is to fit a limb.
        return cls(bits, ((1 << bits) - 1) // max(1, merging) - 1)

    def number(self, limbs: Iterable[int]) -> int:
        """Return one count as an integer."""
        return to_int(limbs, self.bits)

    # Along layers.

    def fingerprint(self) -> str:
        """Return what tells these values from others."""
        return f"limbs of {self.bits} bits"

    def begin(self) -> NDArray[np.uint64]:
        """Return one way to begin."""
        return np.ones((1, 1), dtype=np.uint64)

    def name_bits(self, c: int) -> int:
        """Return 0: by which move a state came does not matter."""
        return 0

    def gather(self, c: int) -> Gather:
        """Return what adds up the counts of layer c + 1."""
        return partial(gather, self.bits)

    def settle(self, values: NDArray[np.uint64]) -> int:
        """Return what `settled` does: carries are done."""
        return self.settled(values)

    def settled(self, values: NDArray[np.uint64]) -> int:
        """Return the largest top limb, or at least the sum of all."""
        if self._summed:
            return int(values[:, -1].sum(dtype=np.float64) * 1.001) + 1
        return int(values[:, -1].max(initial=0))

    def full(self, settled: list[int]) -> bool:
        """Whether the next layer might need another limb."""
        return (sum(settled) if self._summed else max(settled)) > self.bound

    def numbers(self, values: NDArray[np.uint64]) -> list[int]:
        """Return the counts of some states as integers."""
        return to_ints(values, self.bits)

    # Along the rows of a graph.

    def none(self, states: int) -> Arrays:
        """Return counts of 0."""
        return (np.zeros((states, 1), dtype=np.uint64),)

    def finish(self, values: Arrays, first: int, last: int) -> None:
        """Set counts to 1."""
        values[0][first:last, 0] = 1

    def pull(self, edges: Edges, layer: int, values: Arrays, first: int, last: int) -> bool:
        """Add up the counts of states of a layer; whether they need another limb now."""
        return int(pull(edges.start, edges.target, values[0], first, last, self.bits)) > self.bound

    def sweep(self, edges: Edges, values: Arrays, tally: NDArray[np.int64]) -> bool:
        """Add up the counts of many layers, until another limb is needed."""
        return _sweep(edges, values, tally, self.bits, self.bound, 0)

    def wider(self, values: Arrays) -> Arrays:
        """Return the counts with another limb."""
        return (with_another_limb(values[0]),)


class Modulo:
    """Counts modulo a number up to 2^48, along the rows of a graph."""

    bits = 62

    def __init__(self, modulus: int) -> None:
        self.modulus = modulus

    def number(self, limbs: Iterable[int]) -> int:
        """Return one count as an integer."""
        return to_int(limbs, self.bits)

    def none(self, states: int) -> Arrays:
        """Return counts of 0."""
        return (np.zeros((states, 1), dtype=np.uint64),)

    def finish(self, values: Arrays, first: int, last: int) -> None:
        """Set counts to 1."""
        values[0][first:last, 0] = 1

    def pull(self, edges: Edges, layer: int, values: Arrays, first: int, last: int) -> bool:
        """Add up the counts of states of a layer."""
        pull_modulo(edges.start, edges.target, values[0], first, last, np.uint64(self.modulus))
        return False

    def sweep(self, edges: Edges, values: Arrays, tally: NDArray[np.int64]) -> bool:
        """Add up the counts of many layers."""
        return _sweep(edges, values, tally, self.bits, 0, self.modulus)

    def wider(self, values: Arrays) -> Arrays:
        """Return the counts as they are: they do not grow."""
        return values


def with_another_limb(counts: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """Return counts with one limb more."""
    wider = np.zeros((counts.shape[0], counts.shape[1] + 1), dtype=np.uint64)
    wider[:, :-1] = counts
    return wider


def _sweep(
    edges: Edges, values: Arrays, tally: NDArray[np.int64], bits: int, bound: int, modulus: int
) -> bool:
    arrays = (edges.offset, edges.active, edges.start, edges.target, values[0], tally)
    sweep(*arrays, bits, np.uint64(bound), np.uint64(modulus))
    return True


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
