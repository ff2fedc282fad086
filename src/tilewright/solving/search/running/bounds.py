"""Bounds on copies and empty cells from the area."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from tilewright.model.cover import Cover

if TYPE_CHECKING:
    from tilewright.kernels.dance.layout import DanceCopies


def tighten_bounds(cover: Cover) -> tuple[DanceCopies, bool]:
    """Return the bounds on copies and empty cells that the area allows, and whether any numbers of
    copies obey them.
    """
    from tilewright.kernels.dance.layout import DanceCopies, tighten

    copies = DanceCopies(
        size=cover.shapes.size,
        least=cover.least.copy(),
        most=cover.most.copy(),
        unlimited=cover.unlimited,
        empty=np.array([cover.empty_least, cover.empty_most], dtype=np.int64),
    )
    return copies, tighten(cover.area, copies)


def most_tiles(cover: Cover) -> int:
    """Return an upper bound on the number of tiles in a tiling, at least 1, from the area of the
    smallest piece.
    """
    return max(1, cover.area // min(cover.shapes.size.tolist(), default=1))
