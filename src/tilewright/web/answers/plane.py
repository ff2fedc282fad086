"""The plane: whether a piece that somebody drew tiles it, as a face shows it."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING, Any

from tilewright.errors import ColoringError, PieceError
from tilewright.lattices.lattice import SQUARES
from tilewright.lattices.symmetry import Turn
from tilewright.piece import parse_pieces
from tilewright.web.answers.space import sheet_of

if TYPE_CHECKING:
    from tilewright.tessellation import Plane

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
            "plain": _plainly(found),
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


def _plainly(found: Plane) -> str:
    """Return why it is so, without the terms of the field."""
    if found.tiling is not None:
        count = len(found.tiling.tiles)
        group = "One tile" if count == 1 else f"A group of {count} tiles"
        sorts = (
            f" Its tiles are of {found.isohedral_number} sorts: only those of one sort have the same surroundings."
            if found.kind == "periodic"
            else ""
        )
        if found.isohedral_number_proven and found.isohedral_number != 2 and sorts:
            sorts += " No pattern has fewer sorts."
        return f"{group}, moved again and again, makes the whole pattern.{sorts}"
    if found.verdict == "not known":
        tiles, rings = found.shown.get("tiles", 0), found.shown.get("coronas", 0)
        tried = f" No group of up to {tiles} tiles repeats in a pattern." if tiles else ""
        around = f" {rings} rings of copies fit around it." if rings else ""
        return f"It may be that a pattern needs more tiles than could be tried.{tried}{around}"
    if found.holes or found.coronas is not None:
        return f"{found.why[0].upper()}{found.why[1:]}."
    return "Copies that are only moved, and never turned, do not fit together."
