"""Bounds on copies and empty cells from the area, and an estimate of the size of the search
tree.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tilewright.model.cover import Cover
from tilewright.system.work.deadline import check_time


@dataclass(frozen=True, eq=False)
class Bounds:
    """Copies of each piece and empty cells, as tight as the area allows."""

    least: NDArray[np.int64]
    most: NDArray[np.int64]
    empty_least: int
    empty_most: int
    possible: bool


def tighten_bounds(cover: Cover) -> Bounds:
    """Return the copies and empty cells that the area allows."""
    size = cover.shapes.size
    empty_least, empty_most = cover.empty_least, min(cover.empty_most, int(cover.optional.sum()))
    least, most = cover.least.copy(), cover.most.copy()
    possible = empty_least <= empty_most and bool((least <= most).all())
    while possible:
        low = int(size @ least) + empty_least
        high = int(size @ most) + empty_most
        # High without the share of this piece bounds its copies from below, and low bounds them
        # from above.
        new_least = np.maximum(least, -((high - size * most - cover.area) // size))
        new_most = np.minimum(most, (cover.area - low + size * least) // size)
        new_empty = (
            max(empty_least, cover.area - high + empty_most),
            min(empty_most, cover.area - low + empty_least),
        )
        possible = (
            low <= cover.area <= high
            and bool((new_least <= new_most).all())
            and new_empty[0] <= new_empty[1]
        )
        same = np.array_equal(least, new_least) and np.array_equal(most, new_most)
        if same and new_empty == (empty_least, empty_most):
            break
        least, most = new_least, new_most
        empty_least, empty_most = new_empty
    if not possible:
        most = np.maximum(cover.least, cover.most)
        return Bounds(
            cover.least, most, cover.empty_least, max(cover.empty_least, cover.empty_most), False
        )
    return Bounds(least, most, empty_least, empty_most, True)


def most_tiles(cover: Cover) -> int:
    """Return a bound on the tiles of any tiling, at least 1, from the area of the smallest
    piece.
    """
    return max(1, cover.area // min(cover.shapes.size.tolist(), default=1))


#: Random walks down the tree.
_WALKS = 256
#: Largest matrix of placements by cells and pieces for which an estimate is made.
_LARGEST = 1 << 22


def estimated_nodes(
    cover: Cover, allowed: NDArray[np.bool_] | None = None, most: float = 1e10
) -> float:
    """Estimate the nodes of a search that always branches where there are the fewest choices (inf
    if above `most`).

    Source: D. E. Knuth, "Estimating the efficiency of backtrack programs", Mathematics of
    Computation 29, 1975.
    """
    bounds = tighten_bounds(cover)
    if not bounds.possible or not cover.size:
        return 0.0
    pieces = len(cover.least)
    if cover.optional.any() or cover.size * (cover.area + pieces) > _LARGEST:
        return math.inf
    # Each placement takes its cells and a copy of its piece.
    takes = np.zeros((cover.size, cover.area + pieces), dtype=np.float32)
    takes[cover.owner, cover.item] = 1.0
    takes[np.arange(cover.size), cover.area + cover.placement_piece] = 1.0
    cells = np.ascontiguousarray(takes[:, : cover.area])
    usable = bounds.most[cover.placement_piece] > 0
    if allowed is not None:
        usable &= allowed
    dice = np.random.default_rng(0)
    total = 0.0
    for _ in range(_WALKS):
        check_time()
        total += _walk_randomly(
            takes, cells, cover.placement_piece, usable, bounds, dice, most * _WALKS
        )
        if total > most * _WALKS:
            return math.inf
    return total / _WALKS


def _walk_randomly(
    takes: NDArray[np.float32],
    cells: NDArray[np.float32],
    piece: NDArray[np.integer],
    usable: NDArray[np.bool_],
    bounds: Bounds,
    dice: np.random.Generator,
    enough: float,
) -> float:
    """Return the estimate of one random walk; stop when it exceeds `enough`."""
    area = cells.shape[1]
    alive, used = usable.copy(), np.zeros(len(bounds.least), dtype=np.int64)
    open_cells = np.ones(area, dtype=np.bool_)
    nodes, width = 0.0, 1.0
    while nodes < enough and open_cells.any():
        branches = alive.astype(np.float32) @ takes
        need = bounds.least - used
        # If several copies of a piece are needed, its last placements cannot be first choices.
        branches[area:] -= np.maximum(need, 1) - 1
        closed = ~np.concatenate([open_cells, need > 0])
        branches[closed] = np.inf
        item = int(branches.argmin())
        degree = int(branches[item])
        if degree <= 0:
            break
        width *= degree
        nodes += width
        options = np.flatnonzero(alive & (takes[:, item] > 0))
        taken = int(dice.integers(degree))
        option = int(options[taken])
        # A branch excludes the options that the branches before it began with.
        alive[options[: taken + 1]] = False
        covered = cells[option]
        alive &= cells @ covered == 0
        open_cells &= covered == 0
        used[piece[option]] += 1
        if used[piece[option]] == bounds.most[piece[option]]:
            alive &= piece != piece[option]
    return nodes
