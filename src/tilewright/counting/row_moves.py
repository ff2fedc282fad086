"""RowMoves: the moves of a row that repeats, as words."""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from tilewright.counting.moves import NO_TREE, move_tree
from tilewright.counting.scans import Repeat

__all__ = ["RowMoves"]

#: Cells of a row at most: a key has a bit for each, and one more.
_WIDEST = 63


@dataclass(frozen=True, eq=False)
class RowMoves:
    """The moves of a row that repeats, as words (see `tilewright.kernels.frontier_rows`).

    Attributes
    ----------
    repeat : Repeat
    folded : bool
        Whether states that are mirror images are held as one: asked for, and the pieces allow it.
    """

    repeat: Repeat
    folded: bool

    @classmethod
    def of(cls, repeat: Repeat, folded: bool) -> RowMoves | None:
        """Lay the moves out; None if a state does not fit a word."""
        if repeat.width > _WIDEST or (repeat.reach - 1) * repeat.width > 63 or not repeat.shapes:
            return None
        moves = cls(repeat, folded and repeat.width > 1 and cls(repeat, False)._symmetric)
        return moves if moves._laid[2] <= 64 else None

    @cached_property
    def position(self) -> NDArray[np.int64]:
        """(W,) int64: the column of the scan in which each place of a row is taken."""
        places = np.arange(self.repeat.width)
        if not self.folded:
            return places
        # From both ends at once, so that mirror images come side by side.
        return np.minimum(2 * places, 2 * (self.repeat.width - 1 - places) + 1)

    @property
    def moves(self) -> NDArray[np.uint64]:
        """(m,) uint64: the cells of each move, by column."""
        return self._laid[0]

    @property
    def begin(self) -> NDArray[np.int64]:
        """(W + 1,) int64: where the moves of each column begin."""
        return self._laid[1]

    @cached_property
    def fanout(self) -> int:
        """The most moves that a state can have."""
        return int(np.diff(self.begin).max(initial=1))

    @cached_property
    def _laid(self) -> tuple[NDArray[np.uint64], NDArray[np.int64], int]:
        """Return moves, begin, and the cells from the first to the last of a move, at most."""
        width = self.repeat.width
        masks, firsts, span = [], [], 1
        sizes: dict[int, list[NDArray[np.int64]]] = {}
        for shape in self.repeat.shapes:
            sizes.setdefault(len(shape), []).append(shape)
        for shapes in sizes.values():
            cells = np.stack(shapes)
            places = np.arange(width)[:, None, None] + cells[:, :, 1]
            inside = places.max(axis=2) < width
            taken = cells[:, :, 0] * width + self.position[np.minimum(places, width - 1)]
            taken = taken[inside]
            first = taken.min(axis=1, initial=width)
            offset = taken - first[:, None]
            span = max(span, int(offset.max(initial=0)) + 1)
            masks.append(np.bitwise_or.reduce(np.uint64(1) << offset.astype(np.uint64), axis=1))
            firsts.append(first)
        if self.repeat.optional:
            masks.append(np.ones(width, dtype=np.uint64))
            firsts.append(np.arange(width))
        mask, first = np.concatenate(masks), np.concatenate(firsts)
        order = np.argsort(first, kind="stable")
        begin = np.searchsorted(first[order], np.arange(width + 1)).astype(np.int64)
        return mask[order], begin, span

    @cached_property
    def trees(self) -> tuple[NDArray[np.int32], NDArray[np.int64]]:
        """The moves of each column as a tree, one behind the other, and where each begins."""
        begin = self.begin.tolist()
        trees = [move_tree(self.moves[i:j]) for i, j in itertools.pairwise(begin)]
        branch = np.concatenate([[0], np.cumsum([len(tree) for tree in trees])]).astype(np.int64)
        return np.concatenate([NO_TREE, *trees]), branch

    @cached_property
    def mirror(self) -> NDArray[np.uint64]:
        """(W + 1, 2) uint64: bits that change places on the way into each column, and bits that stay."""
        width, span = self.repeat.width, self._laid[2]
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

    @cached_property
    def _symmetric(self) -> bool:
        """Whether the mirror image of each oriented piece, the places of a row reversed, is one of them."""
        shapes = {tuple(sorted(map(tuple, shape.tolist()))) for shape in self.repeat.shapes}
        for shape in shapes:
            widest = max(place for _, place in shape)
            if tuple(sorted((line, widest - place) for line, place in shape)) not in shapes:
                return False
        return True
