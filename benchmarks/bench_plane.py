"""The plane: tables of whole sets, and the boundary criteria on large pieces. Measures processor
time, and verifies the answers.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

from benchmarks.timing import row
from tilewright.model.space.catalog import polyforms
from tilewright.model.space.lattice import HEXAGONS, SQUARES, TRIANGLES, Cell
from tilewright.shapes.plane import plane, table
from tilewright.shapes.plane.geometry import boundary, geometry_of
from tilewright.shapes.plane.isohedral import isohedral

#: Lattice, cells of a piece, and how many of the set tile.
TABLES = ((SQUARES, 8, 343), (SQUARES, 9, 1050), (TRIANGLES, 8, 66), (HEXAGONS, 5, 22))


def deformed(side: int, *, spoiled: bool) -> list[Cell]:
    """A square whose opposite sides are deformed alike; spoiled, it lacks a corner."""
    choose = random.Random(side)
    cells = {(r, c) for r in range(side) for c in range(side)}
    for k in range(2, side - 1):
        if choose.random() < 0.5:
            cells.remove((0, k))
            cells.add((side, k))
        if choose.random() < 0.5:
            cells.remove((k, 0))
            cells.add((k, side))
    if spoiled:
        cells.remove((0, 0))
    return sorted(cells)


def measured(call: Callable[[], Any]) -> tuple[Any, float]:
    """What a call returns, and the seconds of processor time that it takes."""
    began = time.process_time()
    answer = call()
    return answer, time.process_time() - began


def report() -> str:
    """Return this benchmark's section of the page."""
    for word in ("X5", ".#../####/.#../.#..", "##/.##/..#/..##/..#"):
        plane(word)
    lines = [
        "## The plane",
        "",
        "Processor time of one core. Each piece has a certificate. The large pieces are squares "
        "whose sides are deformed",
        "alike, which tile, and the same without a corner.",
        "",
        row("set", "pieces", "tile", "CPU s"),
        row("---", "---:", "---:", "---:"),
    ]
    for lattice, size, tile in TABLES:
        pieces = polyforms(size, "free", lattice)
        answers, seconds = measured(partial(list, map(plane, pieces)))
        counts = table(answers)
        assert counts["tile"] == str(tile)
        assert counts["not_known"] == "0"
        lines.append(
            row(f"{size} {lattice.cells}", f"{len(pieces):,}", f"{tile:,}", f"{seconds:.1f}")
        )
    lines += [
        "",
        row(
            "cells of a piece",
            "steps around it",
            "kind",
            "finding the boundary, CPU s",
            "all kinds, CPU s",
        ),
        row("---:", "---:", "---", "---:", "---:"),
    ]
    geometry = geometry_of(SQUARES)
    for side in (32, 316):
        for spoiled in (False, True):
            cells = deformed(side, spoiled=spoiled)
            way, first = measured(partial(boundary, cells, geometry))
            assert way is not None
            found, second = measured(partial(list, isohedral(way, np.array(cells), geometry)))
            kinds = [factors.kind.name for factors, _ in found]
            assert bool(kinds) != spoiled
            lines.append(
                row(
                    f"{len(cells):,}",
                    f"{len(way):,}",
                    ", ".join(kinds) or "none",
                    f"{first:.3f}",
                    f"{second:.3f}",
                )
            )
    return "\n".join(lines)
