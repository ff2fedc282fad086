"""Bounds on copies and empty cells from the area, and an estimate of the size of the search
tree.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from tilewright.model.cover import Cover
from tilewright.system.work.deadline import check_time

if TYPE_CHECKING:
    from tilewright.kernels.dance.layout import DanceCopies


@dataclass(frozen=True, eq=False)
class Bounds:
    """Bounds on the copies of each piece and on the empty cells, as tight as the area allows."""

    #: As the kernels read them.
    copies: DanceCopies
    possible: bool

    @property
    def least(self) -> NDArray[np.int64]:
        """(k,) int64: copies of each piece."""
        return self.copies.least

    @property
    def most(self) -> NDArray[np.int64]:
        """(k,) int64: as many as the area allows."""
        return self.copies.most

    @property
    def empty_least(self) -> int:
        """The minimum number of empty cells."""
        return int(self.copies.empty[0])

    @property
    def empty_most(self) -> int:
        """The maximum number of empty cells."""
        return int(self.copies.empty[1])


def tighten_bounds(cover: Cover) -> Bounds:
    """Return the bounds on copies and empty cells that the area allows."""
    from tilewright.kernels.dance.layout import DanceCopies, tighten

    copies = DanceCopies(
        size=cover.shapes.size,
        least=cover.least.copy(),
        most=cover.most.copy(),
        unlimited=cover.unlimited,
        empty=np.array([cover.empty_least, cover.empty_most], dtype=np.int64),
    )
    return Bounds(copies, tighten(cover.area, copies))


def most_tiles(cover: Cover) -> int:
    """Return an upper bound on the number of tiles in a tiling, at least 1, from the area of the
    smallest piece.
    """
    return max(1, cover.area // min(cover.shapes.size.tolist(), default=1))


#: Random walks down the tree.
_WALKS = 256
#: Largest matrix of placements by cells and pieces for which an estimate is made.
_LARGEST = 1 << 22


def estimated_nodes(
    cover: Cover, allowed: NDArray[np.bool_] | None = None, most: float = 1e10
) -> float:
    """Estimate the number of nodes of a search that always branches on the fewest choices (inf if
    above `most`).

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
    """Return the estimate of one random walk, which stops when it exceeds `enough`."""
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
