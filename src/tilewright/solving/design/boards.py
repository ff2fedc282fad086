"""Many sets of pieces on one board: how many solutions each has, up to a limit.

One search tries all sets together, with a bit for each set (`tilewright.kernels.scan.sets`).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from tilewright.model.cover import Cover
from tilewright.system.values.arrays import starts
from tilewright.system.work.deadline import check_time

#: Placements that are tried between two looks at the clock.
_STEPS = 1 << 23
#: Cells at the end of the scan that are filled at once.
_REST = 23
#: Slots for filled cells whose rests are known, and for the first rests.
_PROFILES = 1 << 16


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

    def with_empty(self, copies: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return sets with the number of cells that stay empty as their last piece."""
        sizes = np.array([len(piece.polyomino) for piece in self.cover.problem.pieces])
        return np.column_stack([copies, self.cover.area - copies @ sizes])

    def count(
        self, copies: NDArray[np.int64], limits: NDArray[np.int64]
    ) -> NDArray[np.int64]:
        """Return the number of solutions of each set, each up to its limit. `copies` are those of
        `with_empty`.
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
        area = self.cover.area
        # The pieces before a rest and those of the rest may be more than those of a set.
        depth = 2 * int(copies.sum(axis=1).max()) + 1
        wanted = np.zeros(words * 64, dtype=bool)
        wanted[: len(copies)] = limits > 0
        # A digit for the copies of each piece, and one for the number of all pieces: the sum of two
        # parts of sets is the sum of a set only if together they are this set.
        digit = np.cumprod([1, *(most + 1).tolist()], dtype=object)
        digit = digit[:-1] + digit[-1]
        meets = int(2 * (most * digit).sum()) < 1 << 64
        digit = (digit if meets else 0 * digit).astype(np.uint64)
        size = 1 << (4 * len(copies)).bit_length()
        total, number = np.zeros(size, dtype=np.uint64), np.full(size, -1, dtype=np.int32)
        if meets:
            kernel.lay_out(copies.astype(np.uint64) @ digit, total, number)
        problem = kernel.SetsProblem(
            start=np.searchsorted(first[used], np.arange(area + 1)),
            masks=np.ascontiguousarray(masks[used]),
            piece=piece[used].astype(np.int32),
            copy=row,
            has=_bits(has),
            near=self._near,
            sizes=self._areas(most),
            digit=digit,
            total=total,
            number=number,
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
            sums=np.zeros(depth, dtype=np.uint64),
            used=np.zeros((2, len(most)), dtype=np.int64),
            wanted=_bits(wanted),
            counts=np.zeros(words * 64, dtype=np.int64),
            limits=all_limits,
            profiles=np.zeros((_PROFILES, masks.shape[1]), dtype=np.uint64),
            spans=np.full((_PROFILES, 2), -1, dtype=np.int64),
            rests=np.zeros(_PROFILES, dtype=np.uint64),
            control=np.zeros(8, dtype=np.int64),
        )
        state.sets[0] = state.wanted
        state.control[kernel.CUT] = max(1, area - _rest(len(copies))) if meets else area
        state.control[kernel.BASE] = -1
        done = not wanted.any()
        while not done:
            check_time()
            state.control[kernel.STOP] += _STEPS
            done = kernel.advance(problem, state)
            if state.control[kernel.RESTS] == len(state.rests):
                longer = np.concatenate([state.rests, np.zeros_like(state.rests)])
                state = state._replace(rests=longer)
        return state.counts[: len(copies)]

    def _areas(self, most: NDArray[np.int64]) -> NDArray[np.bool_]:
        """(a + 1,) bool: the areas that pieces can have together, up to these numbers of copies."""
        areas = np.zeros(self.cover.area + 1, dtype=bool)
        areas[0] = True
        for index, piece in enumerate([*self.cover.problem.pieces, None]):
            size = 1 if piece is None else len(piece.polyomino)
            for _ in range(int(most[index])):
                areas[size:] |= areas[:-size].copy()
        return areas


def _rest(sets: int) -> int:
    """Return how many cells at the end of the scan are filled at once."""
    return _REST + sets.bit_length() // 2


def _bits(values: NDArray[np.bool_]) -> NDArray[np.uint64]:
    """Return the last axis as words of 64 bits."""
    packed: NDArray[np.uint64] = np.packbits(values, axis=-1, bitorder="little").view("<u8")
    return packed.copy()
