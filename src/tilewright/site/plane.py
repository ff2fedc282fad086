"""Whether each small polyomino tiles the plane, for *Plane* without a server.

``python -m tilewright.site.plane`` decides all of them anew.
"""

from __future__ import annotations

import json
import sys
from typing import Any

from tilewright.lattices.catalog import POLYFORMS
from tilewright.lattices.lattice import SQUARES
from tilewright.lattices.symmetry import TURNS
from tilewright.piece import parse_pieces
from tilewright.site.files import SiteFiles
from tilewright.web.answers import work
from tilewright.web.shipped import PLANE, json_text, plane_files

__all__ = ["add_plane", "entry"]

#: The most cells of a piece.
_LARGEST = 8
#: Seconds for one answer.
_SECONDS = 600.0
#: What a page knows by itself.
_KNOWN = ("piece", "lattice", "cells")


def entry(piece: str) -> list[dict[str, Any] | int]:
    """Return an answer for each turn, without what the drawing says; a number stands for an earlier one that is the same."""
    found: list[dict[str, Any]] = []
    answers: list[dict[str, Any] | int] = []
    for turn in TURNS:
        answer = work.plane(piece, turn, _SECONDS).plane
        assert answer is not None
        value = {
            name: each for name, each in json.loads(answer.model_dump_json()).items() if name not in _KNOWN
        }
        answers.append(found.index(value) if value in found else value)
        found.append(value)
    return answers


def add_plane(files: SiteFiles) -> None:
    """Add a file with the answers for all pieces of each number of cells."""
    for path, text in plane_files().items():
        files.add(path, text)


def main() -> int:
    """Decide all pieces and write the table."""
    lines = []
    for size in range(1, _LARGEST + 1):
        for piece in parse_pieces(POLYFORMS[SQUARES][size][1], "free"):
            drawing = piece.polyomino.text()
            lines.append(f"{drawing}\t{size}\t{json_text(entry(drawing))}\n")
        print(f"{len(lines)} pieces of up to {size} cells", flush=True)
    PLANE.write_text("".join(lines), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
