"""Many sets of pieces on one board: how many solutions each has, up to a limit.

One search tries all sets together, with a bit for each set (`tilewright.kernels.scan.sets`). Sums
of signs of cells rule out sets before the search.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import product
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tilewright.model.cover import Cover
from tilewright.system.values.arrays import starts
from tilewright.system.work.deadline import check_time

#: Placements that are tried between two looks at the clock.
_STEPS = 1 << 23


class Signs(NamedTuple):
    """A sign for each cell, which must add up: the sum over the board, and the sums of the
    placements of each piece.
    """

    target: int
    sums: tuple[tuple[int, ...], ...]

    def allow(self, copies: NDArray[np.int64], area: int) -> NDArray[np.bool_]:
        """Return for each set whether its pieces can reach the sum of the board."""
        reached = np.zeros((len(copies), 2 * area + 1), dtype=bool)
        reached[:, area] = True
        for index, sums in enumerate(self.sums):
            for before in range(int(copies[:, index].max(initial=0))):
                sets = np.flatnonzero(copies[:, index] > before)
                old, new = reached[sets], np.zeros((len(sets), 2 * area + 1), dtype=bool)
                for value in sums:
                    low, high = max(value, 0), min(value, 0)
                    new[:, low : new.shape[1] + high] |= old[:, -high : old.shape[1] - low]
                reached[sets] = new
        return reached[:, area + self.target]


@dataclass(frozen=True, eq=False)
class BoardScan:
    """A board with the placements of all pieces of a pool. A cell that stays empty is a piece
    after the last one.
    """

    cover: Cover

    @cached_property
    def _position(self) -> NDArray[np.int64]:
        """(a,) int64: the position of each cell in the scan, along the short sides."""
        cells = self.cover.cells
        axes = np.argsort(np.ptp(cells, axis=0), kind="stable")
        position = np.empty(len(cells), dtype=np.int64)
        position[np.lexsort(cells.T[axes])] = np.arange(len(cells))
        return position

    @cached_property
    def _entries(self) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
        """The cells and the placement of each entry, and the piece of each placement, sorted by the
        first cell of the placement.
        """
        cover = self.cover
        optional = np.flatnonzero(cover.optional) if cover.empty_most else np.zeros(0, np.int64)
        owner = np.concatenate([cover.owner, cover.size + np.arange(len(optional))])
        item = np.concatenate([cover.item, optional])
        piece = np.concatenate(
            [cover.placement_piece, np.full(len(optional), len(cover.least))]
        ).astype(np.int64)
        first = np.full(len(piece), cover.area, dtype=np.int64)
        np.minimum.at(first, owner, self._position[item])
        order = np.lexsort((piece, first))
        place = np.empty(len(order), dtype=np.int64)
        place[order] = np.arange(len(order))
        by_placement = np.argsort(place[owner], kind="stable")
        return item[by_placement], place[owner][by_placement], piece[order]

    @cached_property
    def _masks(self) -> tuple[NDArray[np.uint64], NDArray[np.int64]]:
        """The cells of each placement as words, and its first cell."""
        item, owner, piece = self._entries
        position = self._position[item]
        first = np.full(len(piece), self.cover.area, dtype=np.int64)
        np.minimum.at(first, owner, position)
        return self._words(len(piece), owner, position), first

    def _words(
        self, rows: int, row: NDArray[np.integer], position: NDArray[np.int64]
    ) -> NDArray[np.uint64]:
        """Return rows of bits, with a bit set at each position."""
        words = np.zeros((rows, self.cover.area // 64 + 1), dtype=np.uint64)
        bits = np.uint64(1) << (position % 64).astype(np.uint64)
        np.bitwise_or.at(words, (row, position // 64), bits)
        return words

    @cached_property
    def _near(self) -> NDArray[np.uint64]:
        one, other = self._position[self.cover.neighbors.T]
        return self._words(
            self.cover.area, np.concatenate([one, other]), np.concatenate([other, one])
        )

    @cached_property
    def signs(self) -> tuple[Signs, ...]:
        """Sums for which the rows, the columns and so on have alternating signs, alone and
        together.
        """
        item, owner, piece = self._entries
        cells = self.cover.cells
        found = []
        for axes in product((False, True), repeat=cells.shape[1]):
            sign = 1 - 2 * (cells[:, np.array(axes)].sum(axis=1) % 2).astype(np.int64)
            sums = np.zeros(len(piece), dtype=np.int64)
            np.add.at(sums, owner, sign[item])
            by_piece = [np.unique(sums[piece == k]) for k in range(len(self.cover.least) + 1)]
            found.append(
                Signs(int(sign.sum()), tuple(tuple(values.tolist()) for values in by_piece))
            )
        return tuple(found)

    def with_empty(self, copies: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return sets with the number of cells that stay empty as their last piece."""
        sizes = np.array([len(piece.polyomino) for piece in self.cover.problem.pieces])
        return np.column_stack([copies, self.cover.area - copies @ sizes])

    def count(
        self, copies: NDArray[np.int64], limits: NDArray[np.int64]
    ) -> tuple[NDArray[np.int64], int]:
        """Return the number of solutions of each set, each up to its limit, and the number of
        placements that were tried. `copies` are those of `with_empty`.
        """
        from tilewright.kernels.scan import sets as kernel

        most = copies.max(axis=0)
        masks, first = self._masks
        piece = self._entries[2]
        used = most[piece] > 0
        words = -(-len(copies) // 64)
        has = np.zeros((int((most + 1).sum()), words * 64), dtype=bool)
        row = starts(most + 1)[:-1]
        for index in np.flatnonzero(most).tolist():
            for before in range(int(most[index])):
                has[row[index] + before, : len(copies)] = copies[:, index] > before
        area, depth = self.cover.area, int(copies.sum(axis=1).max()) + 1
        wanted = np.zeros(words * 64, dtype=bool)
        wanted[: len(copies)] = limits > 0
        problem = kernel.SetsProblem(
            start=np.searchsorted(first[used], np.arange(area + 1)),
            masks=np.ascontiguousarray(masks[used]),
            piece=piece[used].astype(np.int32),
            copy=row,
            has=_bits(has),
            near=self._near,
            sizes=self._areas(most),
        )
        filled = np.zeros((depth, masks.shape[1]), dtype=np.uint64)
        filled[0, -1] = np.uint64(2**64 - 2 ** (area % 64))
        all_limits = np.zeros(words * 64, dtype=np.int64)
        all_limits[: len(copies)] = limits
        state = kernel.SetsState(
            filled=filled,
            sets=np.zeros((depth, words), dtype=np.uint64),
            levels=np.zeros((depth, 2), dtype=np.int64),
            region=np.zeros((2, masks.shape[1]), dtype=np.uint64),
            used=np.zeros(len(most), dtype=np.int64),
            wanted=_bits(wanted),
            counts=np.zeros(words * 64, dtype=np.int64),
            limits=all_limits,
            control=np.zeros(3, dtype=np.int64),
        )
        state.sets[0] = state.wanted
        done = not wanted.any()
        while not done:
            check_time()
            state.control[kernel.STOP] += _STEPS
            done = kernel.advance(problem, state)
        return state.counts[: len(copies)], int(state.control[kernel.NODES])

    def _areas(self, most: NDArray[np.int64]) -> NDArray[np.bool_]:
        """(a + 1,) bool: the areas that pieces can have together, up to these numbers of copies."""
        areas = np.zeros(self.cover.area + 1, dtype=bool)
        areas[0] = True
        for index, piece in enumerate([*self.cover.problem.pieces, None]):
            size = 1 if piece is None else len(piece.polyomino)
            for _ in range(int(most[index])):
                areas[size:] |= areas[:-size].copy()
        return areas


def _bits(values: NDArray[np.bool_]) -> NDArray[np.uint64]:
    """Return the last axis as words of 64 bits."""
    packed: NDArray[np.uint64] = np.packbits(values, axis=-1, bitorder="little").view("<u8")
    return packed.copy()
