"""The broken profile: a state is the cells ahead that are taken, for any problem along any scan."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import numpy as np
from numpy.typing import NDArray

from tilewright.counting.layers.dealing import Deal
from tilewright.counting.run.tuning import USUAL, Tuning
from tilewright.counting.scan.moves import Moves
from tilewright.files import checkpoint as saved
from tilewright.kernels.frontier.deal import deal, deal_wide

__all__ = ["BrokenProfile"]


class BrokenProfile:
    """The states of a problem along a scan, a `tilewright.counting.layers.schedule.Frontier`.

    Parameters
    ----------
    moves : Moves
        A placement is a move of its first cell.
    shared : int, optional
        Layers with fewer states are not worth a second thread.
    """

    unit = "cell"

    def __init__(self, moves: Moves, shared: int | None = None, tuning: Tuning = USUAL) -> None:
        self.moves = moves
        self.area = moves.area
        self.first = moves.first
        self.fanout = moves.edges
        self.merging: int | None = moves.edges
        self.shared = tuning.shared_profile if shared is None else shared

    def fingerprint(self) -> str:
        """Return what tells these states from others."""
        moves = self.moves
        return saved.fingerprint(moves.table, moves.start, moves.words, moves.first)

    def deal(self, c: int, parts: int, name_bits: int) -> Deal:
        """Return what writes down the successors of states of layer c, in any number of parts."""
        moves = self.moves
        advance = deal if len(self.first) == 1 else deal_wide
        return partial(advance, moves.layer(c), moves.tree(c), moves.words[c + 1], name_bits)

    def kinds(self, c: int) -> NDArray[np.int64]:
        """Return the kind of each move of layer c, (m,)."""
        moves = self.moves
        return moves.options.kind[moves.option[moves.start[c] : moves.start[c + 1]]]

    def possible(self, c: int, keys: NDArray[np.uint64]) -> bool:
        """Whether keys have the form of states of layer c: nothing is taken but ahead, on the board, and no copy too many."""
        return not (keys & ~self.moves.free_bits(c)).any()

    def copies(self, key: Sequence[int]) -> tuple[tuple[int, int], ...] | None:
        """Return the copies of the counted kinds of a state after the last layer; None if it is no tiling."""
        return tuple(sorted(self.moves.copies(key).items())) if self.moves.accepts(key) else None
