"""Which cells of a board touch, on any lattice and surface; and label arrays laid out so that what touches lies side by side.

The kernels that look for the tiles that touch know cells with neighbors at fixed steps. On a flat board of squares these are the
board's own. On any other board each two cells that touch get a row of their own, in which they lie side by side: then the only
steps are one to the left and one to the right, whatever the lattice is, and a batch of tilings is laid out by one look-up.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from tilewright.labels import EMPTY, OUTSIDE
from tilewright.lattices.lattice import Cell, Lattice
from tilewright.lattices.surface import Surface, continued

__all__ = ["SIDEWAYS", "Contacts"]

#: The steps between cells of a row that `Contacts.side_by_side` makes.
SIDEWAYS = np.array([[0, -1], [0, 1]], dtype=np.int32)


class Contacts:
    """Which cells of a board touch.

    Parameters
    ----------
    there : bool array, of `Lattice.dimension` axes
        The cells of the board.
    lattice : Lattice
    surface : Surface
    distance : int
        0 along a side (of cubes: a face), 1 at a corner as well, d by at most so many cells of which each touches the next
        one so.

    Attributes
    ----------
    pairs : (p, 2) int64
        Numbers of cells that touch, in the array of the board in reading order; the lesser one first, each pair once.
    border : (q,) int64
        The cells that touch what is not on the board.

    Examples
    --------
    >>> from tilewright.lattices.lattice import HEXAGONS
    >>> from tilewright.lattices.surface import FLAT
    >>> Contacts(np.ones((2, 2), dtype=bool), HEXAGONS, FLAT, 0).pairs.tolist()
    [[0, 1], [0, 2], [1, 2], [1, 3], [2, 3]]
    """

    def __init__(self, there: NDArray[np.bool_], lattice: Lattice, surface: Surface, distance: int) -> None:
        self._area = there.size
        number = np.where(there, np.arange(there.size).reshape(there.shape), OUTSIDE)
        steps = [_steps(lattice, kind, distance) for kind in range(lattice.kinds)]
        reach = max(abs(x) for kind in steps for step in kind for x in step)
        margin = -(-reach // lattice.kinds) * lattice.kinds
        around = continued(number, lattice, surface, margin)
        pairs, border = [], []
        for kind, each in enumerate(steps):
            own = number[..., kind :: lattice.kinds]
            for step in each:
                begin = [margin + x for x in step]
                begin[-1] += kind
                part = tuple(slice(x, x + size) for x, size in zip(begin, there.shape, strict=True))
                beside = around[part][..., :: lattice.kinds][..., : own.shape[-1]]
                pairs.append(np.stack([own, beside], axis=-1)[(own >= 0) & (own < beside)])
                border.append(own[(own >= 0) & (beside == OUTSIDE)])
        self.pairs: NDArray[np.int64] = np.unique(np.concatenate(pairs).astype(np.int64), axis=0)
        self.border: NDArray[np.int64] = np.unique(np.concatenate(border).astype(np.int64))
        touched = np.unique(self.pairs)
        self._alone = np.setdiff1d(number[there], touched)

    def side_by_side(self, labels: NDArray[Any], outside: bool) -> NDArray[np.int32]:
        """Return label arrays in which cells that touch are neighbors in a row, and no others.

        Parameters
        ----------
        labels : (m, …) int array
            Label arrays of the board.
        outside : bool
            Whether what is not on the board counts.

        Returns
        -------
        (m, rows, 4) int32
            A pair that touches in each row, with an empty cell on both sides.
        """
        flat = np.asarray(labels).reshape(len(labels), -1).astype(np.int32)
        off, empty = self._area, self._area + 1
        known = np.pad(flat, ((0, 0), (0, 2)))
        known[:, off], known[:, empty] = OUTSIDE, EMPTY
        rows = [self.pairs, np.stack([self._alone, np.full(len(self._alone), empty)], axis=1)]
        if outside:
            rows.append(np.stack([self.border, np.full(len(self.border), off)], axis=1))
        index = np.pad(np.concatenate(rows), ((0, 0), (1, 1)), constant_values=empty)
        side: NDArray[np.int32] = np.ascontiguousarray(known[:, index])
        return side


def _steps(lattice: Lattice, kind: int, distance: int) -> list[Cell]:
    """Return the steps from a cell of a kind to all that it touches."""
    if distance == 0:
        return list(lattice.faces[kind])
    origin = (0,) * (lattice.dimension - 1) + (kind,)
    reached, last = {origin}, [origin]
    for _ in range(distance):
        beside = {
            tuple(x + s for x, s in zip(cell, step, strict=True))
            for cell in last
            for step in lattice.touching[cell[-1] % lattice.kinds]
        }
        last = sorted(beside - reached)
        reached |= beside
    return sorted(
        tuple(x - y for x, y in zip(cell, origin, strict=True)) for cell in reached if cell != origin
    )
