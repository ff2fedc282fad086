"""The arrays of a search for figures of a given number of cells."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tilewright.figures.symmetries import Group
from tilewright.lattices.lattice import Lattice


@dataclass(frozen=True)
class Window:
    """A part of a lattice that holds every figure with a given number of cells.

    Cells are numbered in reading order.

    Attributes
    ----------
    lattice : Lattice
    shape : tuple of int
    origin : array
        The cell with the coordinates 0 of the lattice.
    margin : int
        Rows and columns along the border in which no cell of a figure lies.
    reach : int
        The farthest rows and columns of a figure from the origin, in periods.
    """

    lattice: Lattice
    shape: tuple[int, ...]
    origin: NDArray[np.int64]
    margin: NDArray[np.int64]
    reach: int

    @classmethod
    def around(cls, lattice: Lattice, cells: int, extent: int) -> Window:
        """Return the window for figures of `cells` cells by pieces of a given extent."""
        step = max(abs(x) for steps in lattice.faces for each in steps for x in each)
        reach = cells * step
        periods = np.array(lattice.periods)
        margin = np.maximum(extent, lattice.reach) * np.ones(lattice.dimension, dtype=np.int64)
        margin = -(-margin // periods) * periods
        origin = reach * periods + margin
        return cls(lattice, tuple((2 * origin + periods).tolist()), origin, margin, reach)

    def number(self, cells: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return the numbers of cells of the lattice; -1 for those that are not in the window."""
        placed = cells + self.origin
        inside = ((placed >= 0) & (placed < self.shape)).all(axis=-1)
        steps = self.steps(placed)
        return np.where(inside, steps, -1)

    def steps(self, cells: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return translations as differences of cell numbers."""
        weights = np.cumprod((1, *self.shape[:0:-1]))[::-1]
        steps: NDArray[np.int64] = cells @ weights
        return steps

    def cells(self) -> NDArray[np.int64]:
        """Return all cells in order, in the coordinates of the lattice."""
        return np.argwhere(np.ones(self.shape, dtype=bool)) - self.origin

    def orbits(self, group: Group) -> NDArray[np.int64]:
        """Return the images of each cell, -1 where they are not in the window."""
        cells = self.cells()
        return np.stack(
            [self.number(motion.image(self.lattice, cells)) for motion in group], axis=1
        )

    def bordering(self) -> NDArray[np.bool_]:
        """Return whether each cell is in the margin."""
        inner = np.zeros(self.shape, dtype=bool)
        inner[tuple(slice(m, s - m) for m, s in zip(self.margin, self.shape, strict=True))] = True
        return ~inner.ravel()
