"""The clock and the sizes of a search, and the buffer between the search and its caller."""

from __future__ import annotations

import time
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True, slots=True)
class SearchTuning:
    """Sizes and times that affect the speed of a search, but not its results.

    Attributes
    ----------
    alone : float
        How long, in seconds, the calling thread works alone before other threads start.
    patience : float
        How long, in seconds, the search runs without finding a tiling before it tries to prove that
        there is none.
    batch_cells : int
        The maximum number of cells in the label arrays of one batch.
    report_every : float
        The time, in seconds, between two calls of `progress`.
    slice : float
        The target length, in seconds, of a slice of work between two checks of the clock.
    first_budget, largest_budget : int
        The number of steps in the first slice of each part, and the maximum number of steps in any
        slice.
    cut_after : float
        The time, in seconds, after which a part may be divided to give idle threads work.
    estimate_every : float
        The time, in seconds, between two estimates of how much of a part is finished.
    waiting_bytes : int
        The maximum size, in bytes, of the tilings waiting to be returned.
    """

    alone: float = 0.03
    patience: float = 1.0
    batch_cells: int = 1 << 21
    report_every: float = 0.1
    slice: float = 0.02
    first_budget: int = 1 << 14
    largest_budget: int = 1 << 24
    cut_after: float = 0.03
    estimate_every: float = 0.2
    waiting_bytes: int = 64 << 20


class Stopwatch:
    """The working time of a search, in seconds."""

    def __init__(self) -> None:
        self._before = 0.0
        self._begin: float | None = None
        self._end: float | None = None

    def start(self) -> None:
        """Start a run."""
        self._before = self.seconds
        self._begin, self._end = time.monotonic(), None

    def stop(self) -> None:
        """End the run."""
        self._end = time.monotonic()

    @property
    def run(self) -> float:
        """Seconds of this run, or of the last one."""
        return 0.0 if self._begin is None else (self._end or time.monotonic()) - self._begin

    @property
    def seconds(self) -> float:
        """Seconds of all runs."""
        return self._before + self.run


Rows = NDArray[np.int32]


@dataclass(eq=False, slots=True)
class OutputBuffer:
    """The tilings that wait between the search and the caller. Together with the parts, they are
    the whole state of a search.
    """

    #: Tilings handed out so far.
    delivered: int = 0
    #: Tilings that left the list of parts, and how many of them are handed out; shape (m, depth).
    rows: Rows | None = None
    taken: int = 0
    #: Tilings are only counted.
    counting: bool = False
    #: More tilings were counted than the limit allows.
    held_back: bool = False

    def put(self, rows: Rows | None) -> None:
        """Store the next rows from the list of parts."""
        self.rows, self.taken = rows, 0

    def chunk(self, most: int, limit: int | None) -> Rows | None:
        """Return the next rows, at most `most` and within the limit; None if there are none."""
        if self.rows is None:
            return None
        if limit is not None:
            most = min(most, limit - self.delivered)
        return self.rows[self.taken : self.taken + most]

    def hand_out(self, rows: int) -> None:
        """Record that this many of the waiting rows are handed out."""
        assert self.rows is not None
        last = self.taken + rows == len(self.rows)
        # No calls from here on: an interrupt comes before or after, never in between.
        self.delivered += rows
        self.taken += rows
        if last:
            self.rows = None
