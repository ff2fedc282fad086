"""Residues: weighted sums modulo a few primes of machine words."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial

import numpy as np
from numpy.typing import NDArray

from tilewright.counting.values.primes import combine
from tilewright.counting.values.values import Arrays, Edges, Gather
from tilewright.errors import EngineError
from tilewright.files import checkpoint as saved
from tilewright.kernels.frontier.weighted import gather_weighted, pull_weighted, reduce_sums, sweep_weighted

__all__ = ["LayerResidues", "Residues", "RowResidues", "in_passes"]


@dataclass(frozen=True, eq=False)
class Residues:
    """A few primes, as the kernels read them (see `tilewright.kernels.frontier.weighted`)."""

    primes: Sequence[int]

    @property
    def prime(self) -> NDArray[np.uint64]:
        """(2, L) uint64: the primes, and minus their inverses modulo 2^32."""
        return np.array([self.primes, [pow(-prime, -1, 1 << 32) for prime in self.primes]], dtype=np.uint64)

    def of(self, weights: Iterable[Fraction]) -> NDArray[np.uint64]:
        """Return 2^32 times the weights modulo the primes, (k, L)."""
        return np.array(
            [
                [(number << 32) * pow(below, -1, prime) % prime for prime in self.primes]
                for number, below in (weight.as_integer_ratio() for weight in weights)
            ],
            dtype=np.uint64,
        )


class LayerResidues:
    """Weighted sums modulo a few primes, along layers.

    Parameters
    ----------
    residues : Residues
    weights : sequence of Fraction
        Of each kind of moves.
    kinds : callable
        Returns the kind of each move of a layer, (m,) int64.
    most_bits : int
        Bits that there are for the name of a move.
    """

    def __init__(
        self,
        residues: Residues,
        weights: Sequence[Fraction],
        kinds: Callable[[int], NDArray[np.int64]],
        most_bits: int,
    ) -> None:
        self.primes, self._prime = residues.primes, residues.prime
        self._one, self._weights = residues.of([Fraction(1)]), residues.of(weights)
        self._kinds, self._most_bits = kinds, most_bits

    def fingerprint(self) -> str:
        """Return what tells these values from others."""
        return saved.fingerprint(self._prime, self._weights)

    def begin(self) -> NDArray[np.uint64]:
        """Return the one way to begin, modulo each of the primes."""
        return np.ones((1, len(self.primes)), dtype=np.uint64)

    def name_bits(self, c: int) -> int:
        """Return how many bits the name of a move of layer c has.

        Raises
        ------
        EngineError
            If there are not so many.
        """
        moves = len(self._kinds(c))
        if moves.bit_length() > self._most_bits:
            raise EngineError(
                f"{moves:,} placements begin at one cell; weights are for less than {1 << self._most_bits:,}"
            )
        return moves.bit_length()

    def gather(self, c: int) -> Gather:
        """Return what adds up the sums of layer c + 1."""
        weight = np.concatenate([self._one, self._weights[self._kinds(c)]])
        return partial(gather_weighted, weight, self.name_bits(c))

    def settle(self, values: NDArray[np.uint64]) -> int:
        """Reduce the sums."""
        reduce_sums(values, self._prime)
        return self.settled(values)

    def settled(self, values: NDArray[np.uint64]) -> int:
        """Return nothing of interest: residues do not grow."""
        return 0

    def full(self, settled: list[int]) -> bool:
        """Whether another word is needed: never, as residues do not grow."""
        return False

    def numbers(self, values: NDArray[np.uint64]) -> list[int]:
        """Return the sums of some states modulo the product of the primes."""
        return [combine(residues, self.primes) for residues in values.tolist()]


class RowResidues:
    """Weighted sums modulo a few primes, along the rows of a graph whose labels are classes of weights.

    Parameters
    ----------
    residues : Residues
    classes : sequence of Fraction
        The weight that each label means.
    """

    def __init__(self, residues: Residues, classes: Iterable[Fraction]) -> None:
        self._words = len(residues.primes)
        self._moves = residues.of(classes), residues.prime

    def none(self, states: int) -> Arrays:
        """Return sums of 0, (n, L) uint32."""
        return (np.zeros((states, self._words), dtype=np.uint32),)

    def finish(self, values: Arrays, first: int, last: int) -> None:
        """Set sums to 1."""
        values[0][first:last] = 1

    def pull(self, edges: Edges, layer: int, values: Arrays, first: int, last: int) -> bool:
        """Add up the sums of states of a layer."""
        pull_weighted(edges.start, edges.target, edges.label, *self._moves, values[0], first, last)
        return False

    def sweep(self, edges: Edges, values: Arrays, tally: NDArray[np.int64]) -> bool:
        """Add up the sums of many layers."""
        arrays = (edges.offset, edges.active, edges.start, edges.target, edges.label, *self._moves, values[0])
        sweep_weighted(*arrays, int(tally[0]), int(tally[1]), bool(tally[3]))
        tally[0], tally[3] = tally[1], False
        return True

    def wider(self, values: Arrays) -> Arrays:
        """Return the sums as they are: residues do not grow."""
        return values


def in_passes(primes: Sequence[int], together: int) -> Iterator[tuple[str, list[int]]]:
    """Deal primes to as few passes of so many as need be, about equally many to each.

    Yields
    ------
    str, list of int
        What `StatesProgress.part` says of a pass, nothing if it is the only one; its primes.
    """
    passes = -(-len(primes) // together)
    step = -(-len(primes) // passes)
    for first in range(0, len(primes), step):
        chosen = list(primes[first : first + step])
        part = f"primes {first + 1} to {first + len(chosen)} of {len(primes)}" if passes > 1 else ""
        yield part, chosen
