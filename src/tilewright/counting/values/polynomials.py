"""Polynomials: how many ways there are with so many copies of each piece, modulo a prime."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import prod

import numpy as np
from numpy.typing import NDArray

from tilewright.counting.values.values import Arrays, Edges
from tilewright.kernels.frontier.polynomials import pull_polynomials, sweep_polynomials

__all__ = ["Exponents", "RowPolynomials"]


@dataclass(frozen=True)
class Exponents:
    """How several variables are one: the exponents of each have a stretch of their own, as digits have a place.

    Attributes
    ----------
    most : tuple of int
        The largest exponent of each variable.
    """

    most: tuple[int, ...]

    @property
    def size(self) -> int:
        """How many coefficients there are."""
        return prod(most + 1 for most in self.most)

    @property
    def shifts(self) -> tuple[int, ...]:
        """The exponent that stands for one of each variable."""
        return tuple(prod(most + 1 for most in self.most[:number]) for number in range(len(self.most)))

    def apart(self, exponent: int) -> tuple[int, ...]:
        """Return the exponents of the variables."""
        found = []
        for most in self.most:
            exponent, power = divmod(exponent, most + 1)
            found.append(power)
        return tuple(found)


class RowPolynomials:
    """Polynomials modulo a prime, along the rows of a graph whose labels are classes of moves.

    The values are coefficients, (n, D) uint32, and how many of them there are, (n,) int32.

    Parameters
    ----------
    size : int
        How many coefficients there are at most.
    shifts : sequence of int
        The exponent that each label means.
    prime : int
        Below 2^31.
    """

    def __init__(self, size: int, shifts: Sequence[int], prime: int) -> None:
        self._size, self._prime = size, prime
        self._shift = np.array(shifts, dtype=np.int64)

    def none(self, states: int) -> Arrays:
        """Return polynomials that are 0."""
        return np.zeros((states, self._size), dtype=np.uint32), np.zeros(states, dtype=np.int32)

    def finish(self, values: Arrays, first: int, last: int) -> None:
        """Set polynomials to 1."""
        values[0][first:last, 0] = 1
        values[1][first:last] = 1

    def pull(self, edges: Edges, layer: int, values: Arrays, first: int, last: int) -> bool:
        """Add up the polynomials of states of a layer."""
        graph = edges.start, edges.target, edges.label
        pull_polynomials(*graph, self._shift, self._prime, *values, first, last)
        return False

    def sweep(self, edges: Edges, values: Arrays, tally: NDArray[np.int64]) -> bool:
        """Add up the polynomials of many layers."""
        graph = edges.offset, edges.active, edges.start, edges.target, edges.label
        sweep_polynomials(
            *graph, self._shift, self._prime, *values, int(tally[0]), int(tally[1]), bool(tally[3])
        )
        tally[0], tally[3] = tally[1], False
        return True

    def wider(self, values: Arrays) -> Arrays:
        """Return the polynomials as they are: they do not grow."""
        return values
