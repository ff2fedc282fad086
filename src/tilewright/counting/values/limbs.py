"""Counts in machine words: limbs of a fixed number of bits, lowest first, exactly to and from integers; or modulo a number."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

import numpy as np
from numpy.typing import NDArray

from tilewright.counting.values.values import Arrays, Edges, Gather
from tilewright.kernels.frontier.deal import gather
from tilewright.kernels.frontier.flow import pull, pull_modulo, sweep

__all__ = ["Limbs", "Modulo", "from_int", "headroom", "limb_bits", "to_int", "to_ints", "with_another_limb"]


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
