"""States: those of one layer while they are being found."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from tilewright.kernels.frontier.expand import rehash

__all__ = ["States"]


class States:
    """The states of one layer while they are being found: keys, and a table to find them in.

    Attributes
    ----------
    keys : (room, Q) uint64
    size : int
        How many states there are.
    nbytes : int
        Bytes held.
    """

    def __init__(self, words: int, room: int = 64, table: NDArray[np.int32] | None = None) -> None:
        self.keys = np.zeros((room, words), dtype=np.uint64)
        self.size = 0
        if table is None:
            table = np.zeros(1 << (4 * room - 1).bit_length(), dtype=np.int32)
        self.table = table
        self.nbytes = self.keys.nbytes + table.nbytes

    def make_room(self, moves: int) -> None:
        """Grow, if the next state with that many moves might not find room."""
        room, words = self.keys.shape
        if self.size + moves + 1 <= room and 2 * (self.size + moves + 1) <= self.table.size:
            return
        if self.size + moves + 1 > room:
            keys = np.empty((max(room * 2, self.size + 2 * moves + 64), words), dtype=np.uint64)
            keys[: self.size] = self.keys[: self.size]
            self.keys = keys
        if 2 * (self.size + moves + 1) > self.table.size:
            self.table = np.zeros(1 << (4 * (self.size + moves + 1) - 1).bit_length(), dtype=np.int32)
            rehash(self.keys, self.size, self.table)
        self.nbytes = self.keys.nbytes + self.table.nbytes

    def enter(self, key: NDArray[np.uint64]) -> None:
        """Add the first state."""
        self.keys[0] = key
        self.size = 1
        rehash(self.keys, 1, self.table)
