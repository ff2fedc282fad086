"""The frontier of cells taken ahead, for any problem: how the next layer is found."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial

import numpy as np
from numpy.typing import NDArray

from tilewright import checkpoint as saved
from tilewright.counting.dealing import BITS, Dealers
from tilewright.counting.layers import Part, Room
from tilewright.counting.limbs import to_ints
from tilewright.counting.moves import Moves
from tilewright.kernels.frontier_deal import deal, deal_wide

__all__ = ["Occupancy"]

#: Layers with fewer states are dealt by one thread: waking another one takes as long as some ten thousand states.
_SHARED = 200_000


class Occupancy:
    """The states of a problem along a scan, for `tilewright.counting.layers.count_frontier`.

    Parameters
    ----------
    moves : Moves
        A placement is a move of its first cell.
    """

    def __init__(self, moves: Moves) -> None:
        self.moves = moves
        self.area = moves.area
        self.first = moves.first
        self.shared = _SHARED
        # So many counts are added up at most, each with a carry; the sum is to fit a limb.
        self._bound = ((1 << BITS) - 1) // max(1, moves.edges) - 1
        self._dealers = Dealers(len(moves.first), moves.edges)

    def fingerprint(self) -> str:
        """Return what tells this count from others."""
        moves = self.moves
        return saved.fingerprint(moves.table, moves.start, moves.words, moves.first, BITS)

    def largest(self, counts: NDArray[np.uint64]) -> int:
        """Return the largest top limb."""
        return int(counts[:, -1].max(initial=0))

    def full(self, parts: Sequence[Part]) -> bool:
        """Whether the next layer might need another limb."""
        return max(part.largest for part in parts) > self._bound

    def step(self, c: int, parts: list[Part], pool: ThreadPoolExecutor, room: Room) -> tuple[list[Part], int]:
        """Return layer c + 1, in as many parts as `room` has threads, and the bytes held besides layer c."""
        moves = self.moves
        table, tree, word = moves.layer(c), moves.tree(c), moves.words[c + 1]
        advance = deal if len(self.first) == 1 else deal_wide
        dealing = partial(advance, table, tree, word, 0)
        return self._dealers.next_layer(dealing, parts, self.largest, pool, room)

    def numbers(self, counts: NDArray[np.uint64]) -> list[int]:
        """Return the counts of some states as integers."""
        return to_ints(counts, BITS)

    def copies(self, key: Sequence[int]) -> tuple[tuple[int, int], ...] | None:
        """Return the copies of the counted kinds of a state after the last layer; None if it is no tiling."""
        return tuple(sorted(self.moves.copies(key).items())) if self.moves.accepts(key) else None
