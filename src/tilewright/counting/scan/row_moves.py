"""RowMoves: the moves of a row that repeats, as words."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from tilewright.counting.scan.scans import Repeat
from tilewright.system.recent import Recent

__all__ = ["RowMoves"]

#: Cells of a row at most: a key has a bit for each, and one more.
_WIDEST = 63


#: The moves of so many rows are kept.
_FEW = 8


@dataclass(frozen=True, eq=False)
class RowMoves:
    """The moves of a row that repeats, as words (see `tilewright.kernels.frontier.rows`).

    Attributes
    ----------
    repeat : Repeat
        A line.
    folded : bool
        Whether states that are mirror images are held as one: asked for, and the pieces allow it.
    """

    repeat: Repeat
    folded: bool

    @classmethod
    def of(cls, repeat: Repeat, folded: bool) -> RowMoves | None:
        """Lay the moves out, or find them laid out; None if a state does not fit a word."""
        if repeat.width > _WIDEST or (repeat.reach - 1) * repeat.width > 63 or not repeat.shapes:
            return None

        def make() -> RowMoves:
            return cls(repeat, folded and repeat.width > 1 and repeat.is_symmetric())

        moves = _KEPT.get((folded, repeat.key), make)
        return moves if moves._laid[2] <= 64 else None

    @property
    def width(self) -> int:
        """Cells of a row."""
        return self.repeat.width

    @cached_property
    def position(self) -> NDArray[np.int64]:
        """(W,) int64: the column of the scan in which each place of a row is taken."""
        places = np.arange(self.width)
        if not self.folded:
            return places
        # From both ends at once, so that mirror images come side by side.
        return np.minimum(2 * places, 2 * (self.width - 1 - places) + 1)

    @property
    def moves(self) -> NDArray[np.uint64]:
        """(m,) uint64: the cells of each move, by column."""
        return self._laid[0]

    @property
    def begin(self) -> NDArray[np.int64]:
        """(W + 1,) int64: where the moves of each column begin."""
        return self._laid[1]

    @property
    def shape(self) -> NDArray[np.int64]:
        """(m,) int64: the shape of each move; behind the last one for a cell that stays empty."""
        return self._laid[3]

    @cached_property
    def fanout(self) -> int:
        """The most moves that a state can have."""
        return int(np.diff(self.begin).max(initial=1))

    @cached_property
    def _laid(self) -> tuple[NDArray[np.uint64], NDArray[np.int64], int, NDArray[np.int64]]:
        """Return moves, begin, the cells from the first to the last of a move, at most, and shape."""
        width = self.width
        masks, firsts, owners, span = [], [], [], 1
        for slides in self.repeat.slides:
            taken = slides.cells[:, :, 0] * width + self.position[slides.cells[:, :, 1]]
            first = taken.min(axis=1, initial=width)
            offset = taken - first[:, None]
            span = max(span, int(offset.max(initial=0)) + 1)
            masks.append(np.bitwise_or.reduce(np.uint64(1) << offset.astype(np.uint64), axis=1))
            firsts.append(first)
            owners.append(slides.shape)
        if self.repeat.optional:
            masks.append(np.ones(width, dtype=np.uint64))
            firsts.append(np.arange(width))
            owners.append(np.full(width, len(self.repeat.shapes)))
        mask, first, owner = np.concatenate(masks), np.concatenate(firsts), np.concatenate(owners)
        order = np.argsort(first, kind="stable")
        begin = np.searchsorted(first[order], np.arange(width + 1)).astype(np.int64)
        return mask[order], begin, span, owner[order]

    @cached_property
    def fits(self) -> NDArray[np.uint64]:
        """(Q, W + 1, 64 B) uint64: the moves of each column that six cells of a state allow.

        Behind the last column everything is allowed.
        """
        moves, begin, span, _ = self._laid
        width, chunks, words = self.width, -(-span // 6), -(-self.fanout // 64)
        sizes = np.diff(begin)
        column = np.repeat(np.arange(width), sizes)
        number = np.arange(len(moves)) - np.repeat(begin[:-1], sizes)
        # Which moves take each cell of a chunk, and after the last cell which moves there are.
        takes = np.zeros((width, 6 * chunks + 1, 64 * words), dtype=np.uint8)
        cells = np.arange(min(6 * chunks, 64))
        takes[column[:, None], cells, number[:, None]] = moves[:, None] >> cells.astype(
            np.uint64
        ) & np.uint64(1)
        takes[column, -1, number] = 1
        bits = np.packbits(takes, axis=2, bitorder="little").view("<u8").transpose(2, 0, 1)
        forbids = bits[:, :, :-1].reshape(words, width, chunks, 6)
        fits = np.full((words, width + 1, chunks, 64), (1 << 64) - 1, dtype=np.uint64)
        fits[:, :width, :, 0] = bits[:, :, -1:]
        for cell in range(6):
            half = 1 << cell
            fits[:, :width, :, half : 2 * half] = fits[:, :width, :, :half] & ~forbids[..., cell, None]
        return fits.reshape(words, width + 1, 64 * chunks)

    @cached_property
    def mirror(self) -> NDArray[np.uint64]:
        """(W + 1, 2) uint64: bits that change places on the way into each column, and bits that stay."""
        width, span = self.width, self._laid[2]
        masks = [(0, 0)] * (width + 1)
        if self.folded:
            pairs = sum(1 << column for column in range(0, width - 1, 2))
            middle = 1 << (width - 1) if width % 2 else 0
            rows = sum(1 << (width * row) for row in range(2 + span // width))
            window = (1 << span) - 1
            # In the middle of a pair there is no mirror: only one of the two is behind.
            for column in (*range(0, width, 2), width):
                masks[column] = (pairs * rows >> column & window, middle * rows >> column & window)
        return np.array(masks, dtype=np.uint64)


_KEPT: Recent[tuple[object, ...], RowMoves] = Recent(_FEW)
