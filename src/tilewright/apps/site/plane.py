"""Whether each small polyomino tiles the plane, for *Plane* without a server.

``python -m tilewright.apps.site.plane`` decides all of them anew.
"""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING, Any

from tilewright.apps.page.sheets import lattice_sheet
from tilewright.apps.page.shipped import PLANE, json_text
from tilewright.model.piece import parse_pieces
from tilewright.model.space.catalog import POLYFORMS
from tilewright.model.space.lattice import PLAIN_TURNS, SQUARES
from tilewright.shapes import plane as tessellation

if TYPE_CHECKING:
    from tilewright.shapes.plane import PeriodicColoring, Plane

#: The most cells of a piece.
_LARGEST = 8
#: Seconds for one answer.
_SECONDS = 600.0
#: Seconds for finding colors.
_COLORING = 60.0
#: What a page knows by itself.
_KNOWN = ("piece", "lattice", "cells")


def decide_turns(piece: str) -> list[dict[str, Any] | int]:
    """Return an answer for each turn, without what the drawing says; a number stands for an earlier
    one that is the same.
    """
    values: list[dict[str, Any]] = []
    answers: list[dict[str, Any] | int] = []
    for turn in PLAIN_TURNS:
        result = tessellation.plane(piece, turn=turn, timeout=_SECONDS)
        coloring = (
            None if result.tiling is None else tessellation.fewest_colors(result, timeout=_COLORING)
        )
        answer = json.loads(json_text(plane_sheet(result, coloring)))
        value = {name: item for name, item in answer.items() if name not in _KNOWN}
        answers.append(values.index(value) if value in values else value)
        values.append(value)
    return answers


def plane_sheet(answer: Plane, coloring: PeriodicColoring | None = None) -> dict[str, Any]:
    """Return what the page shows of an answer about a piece."""
    (polyform,) = answer.pieces
    lattice = polyform.lattice
    certificate = answer.certificate
    return {
        "piece": lattice.prefix + polyform.text(),
        "lattice": None if lattice is SQUARES else lattice_sheet(lattice),
        "cells": [list(cell) for cell in polyform.cells],
        "verdict": answer.verdict,
        "kind": answer.kind,
        "isohedral_number": answer.isohedral_number,
        "why": answer.why,
        "plain": _explain_plainly(answer),
        "period": [(down, across * lattice.kinds) for down, across in answer.period or ()],
        "tiles": certificate.get("placements", []),
        "orientations": list(answer.orientations),
        "heesch": answer.heesch,
        "heesch_with_holes": answer.heesch_with_holes,
        "coloring": None
        if coloring is None
        else {
            "colors": coloring.colors,
            "proven": coloring.proven,
            "repeats": coloring.repeats,
            "table": coloring.table.tolist(),
        },
        "rings": [
            [[list(cell) for cell in copy] for copy in ring]
            for ring in (
                []
                if answer.coronas is None or answer.verdict == "not known"
                else answer.coronas.rings
            )
        ],
    }


def _explain_plainly(answer: Plane) -> str:
    """Return the reason without the terms of the field."""
    if answer.tiling is not None:
        count = len(answer.tiling.tiles)
        group = "One tile" if count == 1 else f"A group of {count} tiles"
        sorts = (
            f" The pattern has {answer.isohedral_number} kinds of tiles. Tiles of the same kind "
            "have the "
            "same surroundings."
            if answer.kind == "periodic"
            else ""
        )
        if answer.isohedral_number_proven and answer.isohedral_number != 2 and sorts:
            sorts += " No pattern has fewer kinds."
        return f"{group}, repeated without turning, makes the whole pattern.{sorts}"
    if answer.verdict == "not known":
        tiles, rings = answer.shown.get("tiles", 0), answer.shown.get("coronas", 0)
        tried = (
            f" No group of up to {tiles} tiles can be repeated to make a pattern." if tiles else ""
        )
        around = f" {rings} rings of copies fit around the piece." if rings else ""
        return f"A pattern may need more tiles than the search tried.{tried}{around}"
    if answer.holes or answer.coronas is not None:
        return f"{answer.why[0].upper()}{answer.why[1:]}."
    return "Copies that are never turned cannot cover the plane."


def main() -> int:
    """Decide all pieces and write the table."""
    lines = []
    for size in range(1, _LARGEST + 1):
        for piece in parse_pieces(POLYFORMS[SQUARES][size][1], "free"):
            drawing = piece.polyomino.text()
            lines.append(f"{drawing}\t{size}\t{json_text(decide_turns(drawing))}\n")
        print(f"{len(lines)} pieces of up to {size} cells", flush=True)
    PLANE.write_text("".join(lines), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
