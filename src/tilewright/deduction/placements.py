"""Placements: from a placement of the cover to a value, and back."""

from __future__ import annotations

import numpy as np

from tilewright.cover import Cover
from tilewright.problem import Placement

__all__ = ["placement_number", "placement_of"]


def placement_of(cover: Cover, number: int) -> Placement:
    """Return a placement of the cover as a value."""
    begin, end = cover.start[number : number + 2]
    cells = cover.cells[cover.item[begin:end]].tolist()
    piece = cover.problem.pieces[int(cover.placement_piece[number])]
    return Placement(piece.name, tuple(tuple(cell) for cell in cells))


def placement_number(cover: Cover, placement: Placement) -> int | None:
    """Return the number of a placement in the cover, if it is one."""
    index = cover.problem.piece_index(placement.piece)
    numbers = np.sort(cover.number[tuple(np.array(placement.cells).T)])
    size = len(numbers)
    same = (np.diff(cover.start) == size) & (cover.placement_piece == index)
    found = np.flatnonzero(same)
    hit = (cover.item[cover.start[found][:, None] + np.arange(size)] == numbers).all(axis=1)
    return int(found[hit][0]) if hit.any() else None
