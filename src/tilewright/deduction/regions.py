"""Regions: which sizes, and how many marks, the pieces that are left can cover."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from tilewright.cover import Cover
from tilewright.deduction.steps import Contradiction, Position

__all__ = ["Regions"]


class Regions:
    """Tells whether the connected regions that are still open fit the pieces that are left.

    Parameters
    ----------
    cover : Cover

    Notes
    -----
    What a region may have is a set of pairs (size, marks), kept as the bits of one integer: a piece
    shifts it. The sets are remembered for each number of copies used.
    """

    def __init__(self, cover: Cover) -> None:
        self.cover = cover
        board = cover.problem.board
        self._dots = (board.marks[board.mask] > 0).astype(np.int64)
        self._sizes = [(len(piece.polyomino), sum(map(bool, piece.marks))) for piece in cover.problem.pieces]
        self._neighbors = _neighbors(cover)
        self._known: dict[bytes, int] = {}

    def _capacity(self, used: NDArray[np.int64]) -> int:
        """Return which (size, marks) a region may have: bit ``size * (area + 1) + marks``."""
        key = used.tobytes()
        if key not in self._known:
            area, width = self.cover.area, self.cover.area + 1
            within = (1 << ((area + 1) * width)) - 1
            sums = 1
            for (size, dots), most, spent in zip(self._sizes, self.cover.most, used, strict=True):
                for _ in range(int(most - spent)):
                    before = sums
                    sums |= (sums << (size * width + dots)) & within
                    if sums == before:
                        break
            for _ in range(min(self.cover.empty_most, area)):
                sums |= ((sums << width) | (sums << (width + 1))) & within
            self._known[key] = sums
        return self._known[key]

    def _fits(self, region: list[int], capacity: int) -> bool:
        dots = int(self._dots[region].sum())
        return bool(capacity >> (len(region) * (self.cover.area + 1) + dots) & 1)

    def check(self, position: Position) -> None:
        """Raise if an open region does not fit.

        Raises
        ------
        Contradiction
        """
        capacity = self._capacity(position.used)
        left = set(np.flatnonzero(~position.covered).tolist())
        while left:
            region = self._flood(left.pop(), left)
            if not self._fits(region, capacity):
                cells = tuple((row, column) for row, column in self.cover.cells[sorted(region)].tolist())
                raise Contradiction(f"a region of {len(region)} cells does not fit the pieces left", cells)

    def cut_off(self, position: Position, cells: list[int], piece: int) -> list[int] | None:
        """Return a region next to a placement that would not fit any more; None if there is none.

        Parameters
        ----------
        position : Position
        cells : list of int
            The numbers of the cells that the placement covers.
        piece : int
            The number of its piece.
        """
        used = position.used.copy()
        used[piece] += 1
        capacity = self._capacity(used)
        around = {n for cell in cells for n in self._neighbors[cell] if not position.covered[n]} - set(cells)
        left = set(np.flatnonzero(~position.covered).tolist()) - set(cells)
        while around:
            seed = around.pop()
            if seed not in left:
                continue
            left.discard(seed)
            region = self._flood(seed, left)
            around -= set(region)
            if not self._fits(region, capacity):
                return sorted(region)
        return None

    def _flood(self, seed: int, left: set[int]) -> list[int]:
        """Take the region of a cell out of the cells that are left, and return it."""
        region = [seed]
        for number in region:
            for neighbor in self._neighbors[number]:
                if neighbor in left:
                    left.discard(neighbor)
                    region.append(neighbor)
        return region


def _neighbors(cover: Cover) -> list[list[int]]:
    """Return the numbers of the cells that share an edge with each cell."""
    padded = np.pad(cover.number, 1, constant_values=-1)
    rows, columns = cover.cells.T + 1
    around = np.stack(
        [
            padded[rows - 1, columns],
            padded[rows + 1, columns],
            padded[rows, columns - 1],
            padded[rows, columns + 1],
        ]
    )
    return [[n for n in column if n >= 0] for column in around.T.tolist()]
