"""What a search has handed out, what is at hand, and what was found before it was taken up from a file."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

__all__ = ["Delivery", "Rows"]

Rows = NDArray[np.int32]


@dataclass(eq=False, slots=True)
class Delivery:
    """The way of tilings from the search to the one who asked, as one value: with the parts it is the whole state.

    Attributes
    ----------
    delivered : int
        Tilings handed out so far.
    rows : (m, depth) int32, optional
        Tilings at hand: they have left the list of parts, and not all of them were handed out.
    taken : int
        How many of those were handed out.
    counting : bool
        Tilings are counted, none is handed out.
    held_back : bool
        More was counted than the limit lets out.
    found_before, nodes_before : int
        What was found, and tried, before the checkpoint that was taken up; 0 if there was none.
    """

    delivered: int = 0
    rows: Rows | None = None
    taken: int = 0
    counting: bool = False
    held_back: bool = False
    found_before: int = 0
    nodes_before: int = 0

    def put(self, rows: Rows | None) -> None:
        """Take the next rows from the list of parts."""
        self.rows, self.taken = rows, 0

    def chunk(self, most: int, limit: int | None) -> Rows | None:
        """Return the next rows to hand out, at most so many, and no more than the limit allows; None if there are none."""
        if self.rows is None:
            return None
        if limit is not None:
            most = min(most, limit - self.delivered)
        return self.rows[self.taken : self.taken + most]

    def hand_out(self, rows: int) -> None:
        """Note that so many of the rows at hand are handed out."""
        assert self.rows is not None
        last = self.taken + rows == len(self.rows)
        # Nothing is called from here on, so an interrupt comes before or after, not in the middle.
        self.delivered += rows
        self.taken += rows
        if last:
            self.rows = None

    def pack(self) -> dict[str, NDArray[Any]]:
        """Return the rows that are not handed out yet, for a checkpoint."""
        return {} if self.rows is None else {"given": self.rows[self.taken :]}
