"""Numbers in the cells that rule out rectangles of whole classes of sizes: by area, or by weights that repeat."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tilewright.deadline import check_time
from tilewright.lattices.polyomino import Polyomino
from tilewright.proof.lattice import VectorLattice

__all__ = ["Weights", "area_weights", "find_weights"]

#: Periods and moduli that are tried.
_PERIODS = (2, 3, 4, 5, 6, 7, 8)
_MODULI = (2, 3, 4, 5, 7, 8, 9)
#: Sides up to which two sets of weights are compared, and the longest period of what all rule out together.
_COMPARED, _LONGEST = 48, 240


@dataclass(frozen=True)
class Weights:
    """Numbers in the cells, repeating in both directions, of which every tile covers 0 modulo a number.

    A rectangle whose own sum is not 0 modulo it cannot be tiled, and neither can one with sides that differ from its
    by multiples of `period`. Area is the simplest: every cell has the number 1.

    Attributes
    ----------
    values : tuple of tuple of int
        The block of numbers that repeats; it is as wide as it is high.
    modulus : int
    """

    values: tuple[tuple[int, ...], ...]
    modulus: int

    @property
    def period(self) -> int:
        """After so many rows or columns the sums repeat."""
        return len(self.values) * self.modulus

    @cached_property
    def excluded(self) -> NDArray[np.bool_]:
        """The sizes that are ruled out, modulo `period`: shape (period, period)."""
        size = len(self.values)
        block = np.array(self.values, dtype=np.int64)
        repeated = np.tile(block, (self.modulus, self.modulus))
        sums = np.zeros((size * self.modulus + 1, size * self.modulus + 1), dtype=np.int64)
        sums[1:, 1:] = repeated.cumsum(axis=0).cumsum(axis=1)
        return np.asarray(sums[:-1, :-1] % self.modulus != 0)

    def text(self, tile: str = "tile") -> str:
        """Say it in words.

        Parameters
        ----------
        tile : str
            What a tile is called.

        Examples
        --------
        >>> Weights(((1,),), 5).text()
        'the area is a multiple of 5'
        >>> Weights(((0, 1), (0, 1)), 2).text()
        'repeat the numbers 0 1/0 1: every tile covers 0 modulo 2'
        """
        if self.values == ((1,),):
            return f"the area is a multiple of {self.modulus}"
        block = "/".join(" ".join(map(str, row)) for row in self.values)
        return f"repeat the numbers {block}: every {tile} covers 0 modulo {self.modulus}"

    def to_json(self) -> dict[str, Any]:
        """Return what JSON can hold."""
        return {"values": [list(row) for row in self.values], "modulus": self.modulus}


def area_weights(orientations: Sequence[Polyomino]) -> list[Weights]:
    """Return the weights that say what the area is a multiple of; none if that says nothing."""
    area = math.gcd(*(len(o) for o in orientations))
    return [Weights(((1,),), area)] if area > 1 else []


def find_weights(orientations: Sequence[Polyomino]) -> list[Weights]:
    """Return weights of which each rules out sizes that those before it do not; the first is area.

    Parameters
    ----------
    orientations : sequence of Polyomino
        All images that a tile may have.

    Notes
    -----
    For a period p and a modulus q the weights are the vectors modulo q that are orthogonal to all placements on the torus
    of p x p cells (J. H. Conway and J. C. Lagarias, *Tiling with polyominoes and combinatorial group theory*, 1990,
    call these generalized colorings). Sums of weights rule out nothing more, so a basis is enough.
    """
    found = area_weights(orientations)
    ruled = np.zeros((_COMPARED, _COMPARED), dtype=bool)
    for weights in found:
        ruled |= _upto(weights)
    total = math.lcm(*(weights.period for weights in found))
    for size in _PERIODS:
        for modulus in _MODULI:
            check_time()
            if math.lcm(total, size * modulus) > _LONGEST:
                continue
            lattice = VectorLattice(modulus)
            for orientation in orientations:
                for shift in range(size * size):
                    vector: dict[int, int] = {}
                    for row, column in orientation.cells:
                        place = (row + shift // size) % size * size + (column + shift) % size
                        vector[place] = vector.get(place, 0) + 1
                    lattice.add(vector)
            for numbers in lattice.characters(size * size, 0):
                rows = tuple(
                    tuple(int(n) % modulus for n in numbers[i : i + size])
                    for i in range(0, size * size, size)
                )
                weights = Weights(rows, modulus)
                more = _upto(weights)
                if (more & ~ruled).any():
                    ruled |= more
                    found.append(weights)
                    total = math.lcm(total, weights.period)
    return found


def _upto(weights: Weights) -> NDArray[np.bool_]:
    """Return which sizes up to `_COMPARED` - 1 are ruled out."""
    sides = np.arange(_COMPARED) % weights.period
    return weights.excluded[np.ix_(sides, sides)]
