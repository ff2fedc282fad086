"""The claims about boards with L-trominoes, verified only from JSON."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from tilewright.model.answer import tiling_claims
from tilewright.model.board import Board
from tilewright.model.claims import Claim, ClaimError, Unchecked, check_fields, check_stated, judge
from tilewright.model.problem import Problem
from tilewright.model.space.labels import OUTSIDE
from tilewright.model.tiling import Tiling
from tilewright.solving.theorems.arguments import check_cell
from tilewright.solving.theorems.checker import tromino_faults
from tilewright.solving.theorems.deficient_rectangles import obstruction
from tilewright.system.lazy import provided

#: The most cells of a board whose tilings are counted.
_COUNTED = 100_000
#: The number of colors of a picture.
_COLORS = 12


def tromino_claims(record: dict[str, Any], problem: Problem | None = None) -> Iterator[Claim]:
    """Verify the JSON from `golomb` or `deficient`."""
    fields = ("size", "hole", "labels", "colors", "touch", "reason", "window")
    check_fields(record, fields, "a board of trominoes", fields[:4])
    if record["labels"] is None:
        (rows, columns), hole = record["size"], record["hole"]
        claim = f"no tiling with L-trominoes covers {rows}x{columns} except for {hole}"
        yield judge(claim, lambda: _check_none(record))
        return
    claim = "the tiles are L-trominoes that cover all cells except for the hole"
    yield judge(claim, lambda: _check_tiles(record))
    if problem is not None and "window" not in record:
        yield from tiling_claims([Tiling(np.array(record["labels"]))], problem)


def _check_tiles(record: dict[str, Any]) -> list[str]:
    """Verify the tiles and their colors, and return faults."""
    labels, hole = np.array(record["labels"]), record["hole"]
    check_stated(record, {"reason": None, "size": list(labels.shape)})
    if "window" in record:
        raise Unchecked("the answer contains only a part of the board")
    if hole is not None and np.argwhere(labels == OUTSIDE).tolist() != [hole]:
        raise ClaimError(f"the only cell without a tile must be the hole {hole}")
    touch, colors = record.get("touch", "edge"), np.array(record["colors"])
    faults = tromino_faults(labels, empty=0 if hole is None else 1, colors=colors, touch=touch)
    # `golomb` says for which contacts it needs so few colors.
    few = {"edge": 3, "strong": 4}[touch] if "touch" in record else _COLORS
    if colors.size and not 0 <= colors.min() <= colors.max() < few:
        faults.append(f"the colors must be 0 to {few - 1}")
    return faults


def _check_none(record: dict[str, Any]) -> None:
    """Verify by counting that there is no tiling, and that the reason is that of the theorem."""
    (rows, columns), hole = record["size"], record["hole"]
    removed = None if hole is None else check_cell(rows, columns, tuple(hole), "hole")
    known = obstruction(rows, columns, removed, whole=removed is None)
    if known is None or record["colors"] is not None or "touch" in record:
        raise ClaimError("there is a tiling")
    check_stated(record, {"size": [rows, columns], "reason": known.to_json()})
    if record.get("reason") is None:
        raise ClaimError("the answer does not contain a reason")
    if (rows * columns - (hole is not None)) % 3 == 0:
        if rows * columns > _COUNTED:
            raise Unchecked("the board is too large to count its tilings")
        holes = [] if hole is None else [hole]
        if provided("count")(Problem(Board.rectangle(rows, columns, holes=holes), "L3+")):
            raise ClaimError("there is a tiling")
