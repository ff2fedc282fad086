"""Many sets of pieces on one board: how many solutions each has, up to a limit.

One search tries all sets together, with a bit for each set (`tilewright.kernels.scan.sets`).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from tilewright.errors import EngineError
from tilewright.model.cover import Cover
from tilewright.system.work.deadline import check_time

#: Placements that are made between two looks at the clock.
_BUDGET = 1 << 20
#: Cells at the end of the scan that are filled at once: for one set, and for twice as many sets.
_REST, _MORE = 23, 0.5
#: Slots for filled cells whose rests are known, and for the first rests.
_SLOTS = 1 << 16


@dataclass(frozen=True, eq=False)
class BoardScan:
    """A board with the placements of all pieces of a pool. A cell that stays empty is a piece
    after the last one.
    """

    cover: Cover

    @cached_property
    def _sizes(self) -> NDArray[np.int64]:
        """The number of cells of each piece."""
        return np.array([*(len(piece.polyomino) for piece in self.cover.problem.pieces), 1])

    @cached_property
    def _position(self) -> NDArray[np.int64]:
        """(a,) int64: the position of each cell in the scan, along the short sides."""
        cells = self.cover.cells
        axes = np.argsort(np.ptp(cells, axis=0), kind="stable")
        return np.argsort(np.lexsort(cells.T[axes]))

    @cached_property
    def _placements(self) -> tuple[NDArray[np.uint64], NDArray[np.int32], NDArray[np.int64]]:
        """The cells of each placement as words, its piece, and its first cell, in the order of the
        first cells.
        """
        cover = self.cover
        optional = np.flatnonzero(cover.optional) if cover.empty_most else np.zeros(0, np.int64)
        owner = np.concatenate([cover.owner, cover.size + np.arange(len(optional))])
        cell = self._position[np.concatenate([cover.item, optional])]
        empty = np.full(len(optional), len(cover.least))
        piece = np.concatenate([cover.placement_piece, empty]).astype(np.int32)
        first = np.full(len(piece), cover.area, dtype=np.int64)
        np.minimum.at(first, owner, cell)
        order = np.lexsort((piece, first))
        return self._words(len(piece), owner, cell)[order], piece[order], first[order]

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
        edges = self._position[self.cover.neighbors]
        one, other = np.concatenate([edges, edges[:, ::-1]]).T
        return self._words(self.cover.area, one, other)

    def count(self, rows: NDArray[np.int64], limits: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return the number of solutions of each set, each up to its limit.

        `rows` contains the copies of each piece in each set.
        """
        from tilewright.kernels.scan import sets as kernel

        area = self.cover.area
        copies = np.column_stack([rows, area - rows @ self._sizes[:-1]])
        most = copies.max(axis=0)
        # A digit for the copies of each piece, and one for the number of all pieces: the sum of two
        # parts of sets is the sum of a set only if together they are this set.
        digits = np.cumprod([1, *(most + 1).tolist()], dtype=object)
        digits = digits[:-1] + digits[-1]
        if 2 * (most * digits).sum() >= 1 << 64:
            if len(rows) == 1:
                raise EngineError(
                    f"{np.count_nonzero(most)} different pieces in a set are too many"
                )
            parts = np.array_split(np.arange(len(rows)), 2)
            return np.concatenate([self.count(rows[part], limits[part]) for part in parts])
        digit = digits.astype(np.uint64)
        size = 1 << (4 * len(copies)).bit_length()
        total, number = np.zeros(size, dtype=np.uint64), np.full(size, -1, dtype=np.int32)
        kernel.lay_out(copies.astype(np.uint64) @ digit, total, number)
        masks, piece, first = self._placements
        used = most[piece] > 0
        sets = -(-len(copies) // 64)
        has = np.zeros((len(most), int(most.max()) + 1, sets * 64), dtype=bool)
        has[..., : len(copies)] = copies.T[:, None] > np.arange(has.shape[1])[:, None]
        problem = kernel.SetsProblem(
            start=np.searchsorted(first[used], np.arange(area + 1)),
            masks=masks[used],
            piece=piece[used],
            has=np.packbits(has, axis=-1, bitorder="little").view("<u8"),
            near=self._near,
            sizes=self._areas(most),
            digit=digit,
            total=total,
            number=number,
        )
        # The pieces before a rest and those of the rest may be more than those of a set.
        depth, words = 2 * int(copies.sum(axis=1).max()) + 1, masks.shape[1]
        state = kernel.SetsState(
            filled=np.zeros((depth, words), dtype=np.uint64),
            sets=np.zeros((depth, sets), dtype=np.uint64),
            levels=np.zeros((depth, 2), dtype=np.int64),
            region=np.zeros((2, words), dtype=np.uint64),
            sums=np.zeros(depth, dtype=np.uint64),
            used=np.zeros((2, len(most)), dtype=np.int64),
            wanted=np.bitwise_or.reduce(problem.has[:, 0]),
            left=limits.copy(),
            profiles=np.zeros((_SLOTS, words), dtype=np.uint64),
            spans=np.full((_SLOTS, 2), -1, dtype=np.int64),
            rests=np.zeros(_SLOTS, dtype=np.uint64),
            control=np.zeros(7, dtype=np.int64),
        )
        state.filled[0, -1] = np.uint64(2**64 - 2 ** (area % 64))
        state.sets[0] = state.wanted
        rest = _REST + int(_MORE * len(copies).bit_length())
        state.control[kernel.CUT] = max(1, area - rest)
        state.control[kernel.BASE] = -1
        state.control[kernel.RESTS] = 1
        state.control[kernel.UNFINISHED] = len(copies)
        while state.control[kernel.UNFINISHED]:
            check_time()
            kernel.advance(problem, state, _BUDGET)
            if state.control[kernel.RESTS] == len(state.rests):
                longer = np.concatenate([state.rests, np.zeros_like(state.rests)])
                state = state._replace(rests=longer)
        counts: NDArray[np.int64] = limits - state.left
        return counts

    def _areas(self, most: NDArray[np.int64]) -> NDArray[np.bool_]:
        """(a + 1,) bool: the areas that pieces can have together, up to these numbers of copies."""
        areas = 1
        for size, copies in zip(self._sizes.tolist(), most.tolist(), strict=True):
            for _ in range(copies):
                areas |= areas << size
        return np.array([areas >> area & 1 for area in range(self.cover.area + 1)], dtype=bool)
