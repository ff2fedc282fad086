"""DXF for laser cutters: one closed path for each piece, and the tray; kerf and corner radius as options.

The file is of the release R12 of AutoCAD, which every program reads; paths are closed POLYLINEs, arcs their bulges, y
runs upwards.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from tilewright.errors import FormatError
from tilewright.exchange.format import Entry, Format
from tilewright.exchange.workshop.layout import Workpiece, check_lengths, parts_of
from tilewright.exchange.workshop.paths import Loop, loops, moved, rounded

__all__ = ["DXF", "part_paths"]

_OPTIONS = {"cell": 10.0, "kerf": 0.0, "radius": 0.0, "gap": 5.0}


def part_paths(part: Workpiece, cell: float, kerf: float, radius: float) -> list[Loop]:
    """Return the closed paths of a part: a cutter that takes away `kerf` leaves the part as large as it should be."""
    found = []
    for loop in loops(part.cells):
        outline = moved(loop, cell, kerf / 2)
        found.append(rounded(outline, radius))
    return found


def _write(entries: list[Entry], options: Mapping[str, Any]) -> str:
    cell, kerf, radius, gap = check_lengths(
        options, ("cell", "kerf", "radius", "gap"), may_be_zero=("kerf", "radius", "gap")
    )
    if kerf >= cell:
        raise FormatError(f"a kerf of {kerf:g} leaves nothing of cells of {cell:g}", where="kerf")
    lines = [
        "0",
        "SECTION",
        "2",
        "HEADER",
        "9",
        "$ACADVER",
        "1",
        "AC1009",
        "9",
        "$INSUNITS",
        "70",
        "4",
        "0",
        "ENDSEC",
    ]
    lines += ["0", "SECTION", "2", "ENTITIES"]
    for part in parts_of(entries, gap / cell):
        layer = (
            "".join(letter if letter.isascii() and letter.isalnum() else "_" for letter in part.name)[:31]
            or "piece"
        )
        for path in part_paths(part, cell, kerf, radius):
            x, y = part.column * cell, part.row * cell
            lines += _polyline([(px + x, -(py + y), -bulge) for px, py, bulge in path], layer)
    return "\n".join([*lines, "0", "ENDSEC", "0", "EOF"]) + "\n"


def _polyline(path: Loop, layer: str) -> Iterator[str]:
    yield from ("0", "POLYLINE", "8", layer, "66", "1", "70", "1")
    for x, y, bulge in path:
        yield from ("0", "VERTEX", "8", layer, "10", _length(x), "20", _length(y))
        if bulge:
            yield from ("42", _length(bulge))
    yield from ("0", "SEQEND", "8", layer)


def _length(value: float) -> str:
    return f"{np.round(value, 6) + 0.0:.6f}".rstrip("0").rstrip(".")


DXF = Format(
    name="dxf",
    title="outlines for laser cutters (DXF)",
    endings=(".dxf",),
    holds=("pieces", "board"),
    write=_write,
    options=_OPTIONS,
)
