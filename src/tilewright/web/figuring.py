"""What *Figures* on the page must know: pieces to choose from, and the symmetries that a figure can
have.
"""

from __future__ import annotations

from typing import Any

from tilewright.figures import beginnings, symmetry_groups, symmetry_names
from tilewright.lattices.catalog import POLYFORMS
from tilewright.lattices.lattice import HEXAGONS, SQUARES, TRIANGLES, Lattice
from tilewright.values.piece import parse_pieces
from tilewright.web.sheets import sheet_of
from tilewright.web.shipped import json_text

#: The most cells of a figure that the page looks for.
MOST = 40
#: The numbers of cells of the pieces on each lattice.
_SIZES: dict[Lattice, range] = {
    SQUARES: range(2, 7),
    TRIANGLES: range(2, 7),
    HEXAGONS: range(2, 5),
}


def figures_json() -> str:
    """Return the facts as the page's file ``engine/figures.json`` has them: a line for each
    lattice.
    """
    lines = [f'"{lattice.name}": {json_text(_lattice(lattice))}' for lattice in _SIZES]
    return "{\n" + ",\n".join(lines) + "\n}\n"


def _lattice(lattice: Lattice) -> dict[str, Any]:
    families = [POLYFORMS[lattice][size][1] for size in _SIZES[lattice]]
    return {
        "lattice": None if lattice is SQUARES else sheet_of(lattice),
        "families": {
            name: [[piece.word(), piece.polyomino.cells] for piece in parse_pieces(name)]
            for name in families
        },
        "symmetries": {
            name: [
                {
                    "motions": [[motion.element, motion.shift] for motion in group],
                    "cells": (begin := beginnings(lattice, group, MOST)).cells.tolist(),
                    "before": begin.before.tolist(),
                }
                for group in symmetry_groups(lattice, name)
            ]
            for name in symmetry_names(lattice)
        },
        "most": MOST,
    }
