"""Find one tiling of each class of images without searching for the other tilings.

Every tiling uses exactly one placement of the pivot. The pivot is a piece that is used exactly once
and that every symmetry maps to itself (not to its mirror image), or else a cell. Only one placement
in each orbit under the symmetries that fix the pivot stays allowed. Every tiling has an image that
uses an allowed placement, so no class is lost. This reduces the search by a factor of about the
number of these symmetries, and often more, because the pivot is placed early.

If some symmetries fix a placement of the pivot, such as one in the middle, tilings are found
several times. `Breaking.finer` avoids this with a second piece: together with such a placement,
only one placement in each orbit of the second piece is allowed. This is a condition on pairs of
placements, which some engines do not support. Images that are still found are dropped, and the
smallest tiling of each class is kept.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from tilewright.model.cover import Cover, Unique
from tilewright.system.work.deadline import check_time

#: Images of placements compared between two looks at the clock.
_BLOCK = 1 << 24
#: The largest number of stabilizers of pivot placements that a second piece breaks.
_SETS = 16


@dataclass(frozen=True, slots=True)
class Pivot:
    """The pivot, which every tiling uses exactly once: a piece (by name) or a cell (as
    ``row,column``), and its number.
    """

    kind: Literal["piece", "cell"]
    name: str
    number: int


@dataclass(frozen=True, eq=False)
class Breaking:
    """How the symmetry of a problem is broken."""

    #: (g, p): the symmetries as permutations of the placements; row 0 is the identity.
    group: NDArray[np.int32]
    #: (p,): placements that the search may use.
    allowed: NDArray[np.bool_]
    #: The piece or cell whose placements are restricted to one of each orbit.
    pivot: Pivot | None = None
    #: (k,): pieces that may be a pivot.
    once: NDArray[np.bool_] = field(default_factory=lambda: np.zeros(0, dtype=np.bool_))
    #: (p,): two placements with a common bit may not be used together (see `finer`).
    apart: NDArray[np.uint64] = field(default_factory=lambda: np.zeros(0, dtype=np.uint64))

    @property
    def shrinks(self) -> bool:
        """Whether the search becomes so much smaller that all tilings are found faster through
        their images.

        If the pivot is a cell, there may be many tilings, and computing images is slower than
        finding them.
        """
        return self.pivot is not None and self.pivot.kind == "piece"

    @property
    def order(self) -> int:
        """The number of symmetries, including the identity."""
        return len(self.group)

    def refine(self, cover: Cover) -> Breaking:
        """Use a second piece to break the symmetry that remains if a placement of the pivot is
        fixed.

        The piece that loses the most placements is used. The few symmetries that fix both pieces
        are not broken.
        """
        if not self.shrinks or self.pivot is None:
            return self
        piece_of, pieces = cover.placement_piece, len(cover.least)
        pivot = self.pivot.number
        pivots = np.flatnonzero(self.allowed & (piece_of == pivot))
        fixing, which = np.unique((self.group[:, pivots] == pivots).T, axis=0, return_inverse=True)
        which = which.reshape(-1)  # NumPy 2.0.0 returns a column
        order = np.arange(cover.size)
        saved = np.zeros(pieces)
        given_up: list[tuple[NDArray[np.int64], NDArray[np.bool_]]] = []
        for number, symmetries in enumerate(fixing):
            check_time()
            if symmetries.sum() == 1 or len(given_up) == _SETS:
                continue
            second = (self.group[symmetries] < order).any(axis=0)
            placements = pivots[which == number]
            given_up.append((placements, second))
            saved += len(placements) * np.bincount(piece_of, second, minlength=pieces)
        saved[~self.once] = saved[pivot] = 0
        if not saved.any():
            return self
        apart = np.zeros(cover.size, dtype=np.uint64)
        for number, (placements, second) in enumerate(given_up):
            apart[placements] |= np.uint64(1 << number)
            apart[second & (piece_of == saved.argmax())] |= np.uint64(1 << number)
        return replace(self, apart=apart)

    def keep_representatives(self, rows: NDArray[np.int32]) -> NDArray[np.int32]:
        """Return one row (placement numbers, padded with -1) of each class of images."""
        if self.order == 1 or not len(rows):
            return rows
        from tilewright.kernels.cover.images import keep

        indices = np.empty(len(rows), dtype=np.int64)
        apart = self.apart if len(self.apart) else np.zeros(len(self.allowed), dtype=np.uint64)
        return rows[indices[: keep(rows, self.group, self.allowed, apart, indices)]]

    def select(
        self, rows: NDArray[np.int32], *, unique: Unique, counting: bool = False
    ) -> tuple[NDArray[np.int32], int]:
        """Return the rows to deliver for the rows that an engine found (none if `counting`), and
        their number: one of each class if `unique`, or else all distinct images.
        """
        rows = self.keep_representatives(rows)
        if unique or self.order == 1 or not len(rows):
            return (rows[:0] if counting else rows), len(rows)
        from tilewright.kernels.cover.images import count_images, expand

        if counting:
            return rows[:0], int(count_images(rows, self.group))
        images = np.empty((len(rows) * self.order, rows.shape[1]), dtype=np.int32)
        number = expand(rows, self.group, images)
        return images[:number], number


#: Symmetry is not broken: every row found is the only one of its class.
UNBROKEN = Breaking(np.zeros((1, 0), dtype=np.int32), np.zeros(0, dtype=np.bool_))


def break_symmetry(
    cover: Cover, position: NDArray[np.int64] | None = None, unique: Unique = True
) -> Breaking:
    """Choose the pivot and the allowed placements. With ``"rotations"``, reflections are not
    broken.

    The pivot is the piece with the fewest orbits. For the twelve pentominoes on 6x10, it is the X,
    which reduces the nodes by a factor of 9 instead of 4. If there is no such piece, the pivot is
    the cell that most symmetries fix.
    """
    from tilewright.kernels.cover.images import Laid, lead

    group = cover.symmetries(unique)
    allowed = np.ones(cover.size, dtype=bool)
    if len(group) == 1 or not cover.size:
        return Breaking(group, allowed)
    cell_position = np.arange(cover.area) if position is None else position
    laid = Laid(cell_position, cover.start, cover.item, cover.orientation, cover.piece)
    pieces = len(cover.least)
    rank, leads = np.empty(cover.size, dtype=np.int64), np.ones(cover.size, dtype=np.bool_)
    moved = np.zeros(pieces, dtype=np.bool_)
    step = max(1, _BLOCK // cover.size)
    for begin in range(0, len(group), step):
        check_time()
        lead(begin, min(begin + step, len(group)), group, laid, rank, leads, moved)
    piece_of = cover.placement_piece
    once = (
        (cover.least == 1)
        & (cover.most == 1)
        & ~moved
        & (np.bincount(piece_of, minlength=pieces) > 0)
    )
    if once.any():
        orbits = np.bincount(piece_of[leads], minlength=pieces)
        piece = int(np.where(once, orbits, cover.size + 1).argmin())
        allowed = leads | (piece_of != piece)
        return Breaking(group, allowed, Pivot("piece", cover.problem.names[piece], piece), once)
    cell, subgroup = _fixed_cell(cover, group, cell_position)
    if len(subgroup) == 1:
        return Breaking(group, allowed)
    covering = _covering(cover, cell)
    pivot = Pivot("cell", f"{cover.cells[cell, 0]},{cover.cells[cell, 1]}", cell)
    allowed[covering] = (rank[subgroup[:, covering]] >= rank[covering]).all(axis=0)
    return Breaking(group, allowed, pivot)


def _covering(cover: Cover, cell: int) -> NDArray[np.int64]:
    """Return the placements that cover a cell."""
    return np.searchsorted(cover.start, np.flatnonzero(cover.item == cell), side="right") - 1


def _fixed_cell(
    cover: Cover, group: NDArray[np.int32], position: NDArray[np.int64]
) -> tuple[int, NDArray[np.int32]]:
    """Return the first of the cells that most symmetries fix, and these symmetries.

    A symmetry fixes a cell if it permutes the placements that cover it. Sums of random numbers find
    candidates.
    """
    weight = np.random.default_rng(0).integers(1, 1 << 40, size=cover.size).astype(np.float64)
    length = np.diff(cover.start)
    sums = []
    for image in group:
        check_time()
        sums.append(np.bincount(cover.item, np.repeat(weight[image], length), cover.area))
    fixed = np.array([total == sums[0] for total in sums])
    orders = np.where(cover.optional, 0, fixed.sum(axis=0))
    cell = int(np.lexsort((position, -orders))[0])
    covering = _covering(cover, cell)
    if orders[cell] == 0:
        return cell, group[:1]
    return cell, group[[np.array_equal(np.sort(image[covering]), covering) for image in group]]
