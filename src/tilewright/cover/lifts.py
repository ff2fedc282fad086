"""Where sides are joined: which placement it is, wherever in the plane a piece is laid."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tilewright.lattices.surface import Surface

__all__ = ["Lifts"]


@dataclass(frozen=True, eq=False)
class Lifts:
    """Where sides are joined: which placement each orientation is, wherever in the plane it is laid.

    Attributes
    ----------
    low : (d,) int64
    table : int64 array
        The place of each cell of a part of the plane that begins with `low`; all others are some periods away.
    key : (n,) int64
        Place and orientation of all that can be laid, ascending.
    placement : (n,) int32
        The placement that it is; several are one, if they cover the same cells with the same piece.
    orientations : int
        How many oriented pieces there are.
    """

    low: NDArray[np.int64]
    table: NDArray[np.int64]
    key: NDArray[np.int64]
    placement: NDArray[np.int32]
    orientations: int

    @property
    def count(self) -> int:
        """Number of places."""
        return int(self.table.max()) + 1

    def places(self, surface: Surface, cells: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return the places of cells of the plane, -1 for none."""
        moved = surface.reduced(cells) - self.low
        inside = ((moved >= 0) & (moved < self.table.shape)).all(axis=1)
        found = np.full(len(cells), -1, dtype=np.int64)
        found[inside] = self.table[tuple(moved[inside].T)]
        return found

    @classmethod
    def of(cls, surface: Surface, places: NDArray[np.int64], orientations: int) -> Lifts:
        """Return an empty table for these places."""
        residues = surface.reduced(places)
        low = residues.min(axis=0)
        table = np.full(tuple((residues.max(axis=0) + 1 - low).tolist()), -1, dtype=np.int64)
        table[tuple((residues - low).T)] = np.arange(len(places))
        return cls(low, table, np.zeros(0, dtype=np.int64), np.zeros(0, dtype=np.int32), orientations)
