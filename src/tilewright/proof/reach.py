"""What no placement reaches: pieces that fit nowhere, cells that no piece covers, regions of the wrong size."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from tilewright.cover import Cover
from tilewright.deadline import check_time
from tilewright.proof.area import cells, sums

__all__ = ["reach_reasons"]

#: Above so many cells, regions take longer to find than is cheap.
_LARGE = 100_000
#: So many placements are looked at in one pass.
_BLOCK = 1 << 18
#: So many pieces that fit nowhere are named.
_NAMED = 5


def reach_reasons(cover: Cover) -> list[str]:
    """Return reasons beyond the area: pieces and cells without a placement, regions (not of very large boards)."""
    regions = _regions(cover) if cover.area <= _LARGE else []
    return _homeless(cover) + _bare_cells(cover) + regions


def _count(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"


def _homeless(cover: Cover) -> list[str]:
    """Name the pieces that must be used and fit nowhere."""
    placements = np.bincount(cover.placement_piece, minlength=len(cover.least))
    homeless = [
        cover.problem.names[k] for k in np.flatnonzero((cover.least > 0) & (placements == 0)).tolist()
    ]
    if len(homeless) > _NAMED:
        some, others = ", ".join(homeless[:_NAMED]), _count(len(homeless) - _NAMED, "other piece")
        return [f"the pieces {some} and {others} must be used, but fit nowhere on the board"]
    return [f"the piece {name} must be used, but fits nowhere on the board" for name in homeless]


def _bare_cells(cover: Cover) -> list[str]:
    """Name the cells that no placement covers."""
    covered = np.zeros(cover.area, dtype=bool)
    covered[cover.item] = True
    bare = np.flatnonzero(~covered & ~cover.optional)
    if not len(bare):
        return []
    cell = ",".join(map(str, cover.cells[bare[0]].tolist()))
    others = f", nor {_count(len(bare) - 1, 'other cell')}" if len(bare) > 1 else ""
    return [f"no piece can cover the cell {cell}{others}"]


def _regions(cover: Cover) -> list[str]:
    """Name regions of the board, cut off from the rest, whose size the pieces cannot make.

    Single cells are left to `_bare_cells`.
    """
    region = _components(cover)
    sizes = [len(piece.polyomino) for piece in cover.problem.pieces]
    counts = np.bincount(region)
    if len(counts) < 2 and not cover.problem.placed:
        return []
    empties = np.minimum(np.bincount(region, weights=cover.optional).astype(np.int64), cover.empty_most)
    kinds, kind = np.unique(np.stack([counts, empties], axis=1), axis=0, return_inverse=True)
    impossible = np.array(
        [
            count > 1
            and not sums([*sizes, 1], [0] * (len(sizes) + 1), [*cover.most.tolist(), empty], count) >> count
            & 1
            for count, empty in kinds.tolist()
        ]
    )
    reasons = []
    for number in np.flatnonzero(impossible[kind.ravel()])[:3].tolist():
        cell = ",".join(map(str, cover.cells[np.argmax(region == number)].tolist()))
        size = cells(int(counts[number]))
        reasons.append(
            f"the region of {size} around {cell} is cut off, "
            f"and no choice of copies of the pieces makes {size}"
        )
    return reasons


def _components(cover: Cover) -> NDArray[np.int64]:
    """Return the region of each cell: two cells that one placement covers are in the same."""
    parent = np.arange(cover.area, dtype=np.int64)
    while True:
        # Each round, cells take the least number in their placements, until nothing changes.
        least = parent.copy()
        for begin in range(0, cover.size, _BLOCK):
            check_time()
            start = cover.start[begin : begin + _BLOCK + 1]
            item = cover.item[start[0] : start[-1]]
            first = np.repeat(cover.first[begin : begin + _BLOCK].astype(np.int64), np.diff(start))
            np.minimum.at(least, item, least[first])
            np.minimum.at(least, first, least[item])
            least = least[least]
            if not least.any():
                # All cells are in one region, as on most boards after a look at a few placements.
                return least
        if np.array_equal(least, parent):
            break
        parent = least
    return np.unique(parent, return_inverse=True)[1].astype(np.int64)
