"""Bounds on copies and empty cells from the area."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from tilewright.model.cover import Cover

if TYPE_CHECKING:
    from tilewright.kernels.dance.layout import DanceCopies


@dataclass(frozen=True, eq=False)
class Bounds:
    """Bounds on the copies of each piece and on the empty cells, as tight as the area allows."""

    #: As the kernels read them.
    copies: DanceCopies
    possible: bool

    @property
    def least(self) -> NDArray[np.int64]:
        """(k,) int64: copies of each piece."""
        return self.copies.least

    @property
    def most(self) -> NDArray[np.int64]:
        """(k,) int64: as many as the area allows."""
        return self.copies.most

    @property
    def empty_least(self) -> int:
        """The minimum number of empty cells."""
        return int(self.copies.empty[0])

    @property
    def empty_most(self) -> int:
        """The maximum number of empty cells."""
        return int(self.copies.empty[1])


def tighten_bounds(cover: Cover) -> Bounds:
    """Return the bounds on copies and empty cells that the area allows."""
    from tilewright.kernels.dance.layout import DanceCopies, tighten

    copies = DanceCopies(
        size=cover.shapes.size,
        least=cover.least.copy(),
        most=cover.most.copy(),
        unlimited=cover.unlimited,
        empty=np.array([cover.empty_least, cover.empty_most], dtype=np.int64),
    )
    return Bounds(copies, tighten(cover.area, copies))


def most_tiles(cover: Cover) -> int:
    """Return an upper bound on the number of tiles in a tiling, at least 1, from the area of the
    smallest piece.
    """
    return max(1, cover.area // min(cover.shapes.size.tolist(), default=1))
