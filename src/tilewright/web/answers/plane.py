"""The plane: whether a piece that somebody drew tiles it, as a face shows it."""

from __future__ import annotations

import contextlib
from typing import Any

from tilewright.errors import ColoringError, PieceError
from tilewright.lattices.lattice import SQUARES
from tilewright.lattices.symmetry import Turn
from tilewright.piece import parse_pieces
from tilewright.web.answers.space import sheet_of

__all__ = ["plane"]

#: The most rows and columns of a piece.
_LARGEST = 20
#: Seconds for colors.
_COLORING = 0.7


def plane(piece: str, turn: Turn, seconds: float) -> dict[str, Any]:
    """Say whether a piece tiles the plane, and what there is to see of it.

    Parameters
    ----------
    piece : str
        A drawing, after the word for its lattice.
    turn : {"free", "one-sided", "fixed"}
    seconds : float
        Not known is what was not found in this time.

    Returns
    -------
    dict
        As `tilewright.web.schema.models.PlaneAnswer` has it.
    """
    from tilewright import tessellation

    rows = piece.rpartition(":")[2].split("/")
    most = max(len(rows), *map(len, rows))
    if most > _LARGEST:
        raise PieceError(
            f"the piece has {most} rows or columns; here at most {_LARGEST} are allowed", where="piece"
        )
    (read,) = parse_pieces(piece, turn)
    found = tessellation.plane(read, turn=turn, timeout=seconds)
    lattice = read.polyomino.lattice
    certificate = found.certificate
    coloring = None
    if found:
        with contextlib.suppress(ColoringError):
            coloring = tessellation.fewest_colors(found, _COLORING)
    return {
        "finished": True,
        "plane": {
            "piece": lattice.prefix + read.polyomino.text(),
            "lattice": None if lattice is SQUARES else sheet_of(lattice),
            "cells": [list(cell) for cell in read.polyomino.cells],
            "verdict": found.verdict,
            "kind": found.kind,
            "isohedral_number": found.isohedral_number,
            "why": found.why,
            "period": [(down, across * lattice.kinds) for down, across in found.period or ()],
            "tiles": certificate.get("placements", []),
            "orientations": list(found.orientations),
            "heesch": found.heesch,
            "heesch_with_holes": found.heesch_with_holes,
            "coloring": None
            if coloring is None
            else {
                "colors": coloring.colors,
                "proven": coloring.proven,
                "repeats": coloring.repeats,
                "table": coloring.table.tolist(),
            },
            "rings": [] if found.coronas is None else found.coronas.rings,
        },
    }
