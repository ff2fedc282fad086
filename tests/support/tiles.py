"""Tilings as the page has them: for each cell the number of the face that leads to the partner."""

from __future__ import annotations

import numpy as np

from tilewright.model.space.labels import OUTSIDE, number_tiles
from tilewright.model.space.lattice import SQUARES, TRIANGLES
from tilewright.model.tiling import Tiling


def tiling_of(lines: list[str], triangles: bool = False) -> Tiling:
    """The tiling; raises if a cell is not the partner of its partner."""
    lattice = TRIANGLES if triangles else SQUARES
    partner = {
        (row, column): tuple(
            np.add((row, column), lattice.faces[column % lattice.kinds][int(letter)]).tolist()
        )
        for row, line in enumerate(lines)
        for column, letter in enumerate(line)
        if letter != "."
    }
    labels = np.full((len(lines), len(lines[0])), OUTSIDE, dtype=np.int32)
    for number, (cell, other) in enumerate(partner.items()):
        assert partner[other] == cell
        if cell < other:
            labels[cell] = labels[other] = number
    return Tiling(number_tiles(labels).astype(np.int32), None, (), lattice)
