"""Patterns of cells that a person knows: diagonals, stripes and small tiles of the plane."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import product
from math import gcd

import numpy as np
from numpy.typing import NDArray

__all__ = ["Pattern", "patterns"]

#: The largest modulus of a linear coloring, and the most cells of a block that is repeated.
_MODULUS, _BLOCK = 8, 16
#: The largest modulus among cubes.
_SOLID = 5


@dataclass(frozen=True)
class Pattern:
    """Classes of cells that repeat: ``(down * row + across * column) mod modulus``, or the place in a block.

    Parameters
    ----------
    down, across, modulus : int
        A linear coloring, if `modulus` is not 0.
    rows, columns : int
        Else a block of so many rows and columns that is repeated, each of its cells a class.
    through, layers : int
        The same for the layers of cubes: what a step to the next one adds, and how many layers a block has.
    """

    down: int = 0
    across: int = 0
    modulus: int = 0
    rows: int = 0
    columns: int = 0
    through: int = 0
    layers: int = 1

    @property
    def size(self) -> int:
        """Number of classes."""
        return self.modulus or self.layers * self.rows * self.columns

    def classes_of(self, *axes: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return the classes of cells, 0 to `size` - 1, given their rows and columns, of cubes their layers first."""
        *layer, row, column = axes
        if self.modulus:
            flat = self.down * row + self.across * column
            return (flat + self.through * layer[0] if layer else flat) % self.modulus
        place = row % self.rows * self.columns + column % self.columns
        return layer[0] % self.layers * (self.rows * self.columns) + place if layer else place

    def text(self) -> str:
        """Return the pattern as a formula of row and column.

        Examples
        --------
        >>> Pattern(1, 2, 5).text(), Pattern(0, 1, 2).text(), Pattern(rows=2, columns=3).text()
        ('(row + 2 column) mod 5', 'column mod 2', 'row mod 2, column mod 3')
        """
        if not self.modulus:
            layer = f"layer mod {self.layers}, " if self.layers > 1 else ""
            return f"{layer}row mod {self.rows}, column mod {self.columns}"
        terms = [
            f"{'' if times == 1 else f'{times} '}{name}"
            for times, name in ((self.through, "layer"), (self.down, "row"), (self.across, "column"))
            if times
        ]
        formula = " + ".join(terms)
        return f"({formula}) mod {self.modulus}" if len(terms) > 1 else f"{formula} mod {self.modulus}"


@cache
def patterns(dimension: int = 2) -> tuple[Pattern, ...]:
    """Return the patterns, those with few classes first; among them diagonals, stripes, the rest."""
    if dimension == 3:
        return tuple(pattern for modulus in range(2, _SOLID + 1) for pattern in _linear(modulus, 3))
    linear = [pattern for modulus in range(2, _MODULUS + 1) for pattern in _linear(modulus, 2)]
    blocks = [
        Pattern(rows=rows, columns=columns)
        for rows in range(2, _BLOCK + 1)
        for columns in range(2, _BLOCK // rows + 1)
    ]
    return tuple(sorted([*linear, *blocks], key=lambda pattern: pattern.size))


def _linear(modulus: int, dimension: int) -> Iterator[Pattern]:
    """Yield the linear colorings by a modulus, one of those with the same classes."""
    seen = set()
    for steps in sorted(
        (steps for steps in product(range(modulus), repeat=dimension) if gcd(*steps, modulus) == 1),
        key=lambda steps: (0 in steps, steps),
    ):
        if steps in seen:
            continue
        seen |= {
            tuple(step * unit % modulus for step in steps)
            for unit in range(modulus)
            if gcd(unit, modulus) == 1
        }
        *through, down, across = steps
        yield Pattern(down, across, modulus, through=sum(through))
