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
_BLOCK = 1 << 20
#: So many pieces that fit nowhere are named.
_NAMED = 5


def reach_reasons(cover: Cover) -> list[str]:
    """Return reasons beyond the area: pieces and cells without a placement, regions (not of very large boards)."""
    homeless = _homeless(cover)
    if cover.area > _LARGE:
        return homeless + _bare_cells(cover)
    parent, regions = _join(cover)
    if regions == 1 < cover.area and not cover.problem.placed:
        # Every cell hangs together with another one, so it is covered.
        return homeless
    return homeless + _bare_cells(cover) + _regions(cover, parent)


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


def _regions(cover: Cover, parent: NDArray[np.int32]) -> list[str]:
    """Name regions of the board, cut off from the rest, whose size the pieces cannot make.

    Single cells are left to `_bare_cells`.
    """
    from tilewright.kernels.cover.regions import number

    region = parent.copy()
    number(region)
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
    for which in np.flatnonzero(impossible[kind.ravel()])[:3].tolist():
        cell = ",".join(map(str, cover.cells[np.argmax(region == which)].tolist()))
        size = cells(int(counts[which]))
        reasons.append(
            f"the region of {size} around {cell} is cut off, and no choice of pieces covers exactly {size}"
        )
    return reasons


def _join(cover: Cover) -> tuple[NDArray[np.int32], int]:
    """Join the cells that one placement covers, and those joined with them.

    Returns
    -------
    parent : (a,) int32
        Of each cell one of its region with a lower number; the lowest cell has itself.
    regions : int
        How many regions there are.
    """
    from tilewright.kernels.cover.regions import join

    parent = np.arange(cover.area, dtype=np.int32)
    regions = cover.area
    for begin in range(0, cover.size, _BLOCK):
        check_time()
        regions = int(join(begin, min(begin + _BLOCK, cover.size), cover.start, cover.item, parent, regions))
    return parent, regions
