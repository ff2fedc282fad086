"""The pace of a search, its clock, and its buffer of output."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

__all__ = ["OutputBuffer", "Rows", "SearchTuning", "Stopwatch"]


@dataclass(frozen=True, slots=True)
class SearchTuning:
    """When threads join, how long they work at a time, and what may wait.

    Attributes
    ----------
    alone : float
        Threads are started when a search has not ended after so many seconds of work in the calling thread.
    patience : float
        A proof that there is no tiling is looked for when none was found for so many seconds.
    batch_cells : int
        Label arrays of one batch hold at most this many cells.
    report_every : float
        A progress callable is called at most once in so many seconds.
    slice : float
        A slice of work between two looks at the clock aims at this many seconds.
    first_budget, largest_budget : int
        Steps of the first slice of a part, and of any.
    cut_after : float
        A part is cut for idle threads when it has been searched for so many seconds.
    estimate_every : float
        The share of a part that is done is estimated again after so many seconds of work on it.
    parts_per_thread : int
        A tree that can be cut at its top only is cut into so many parts for each thread.
    threads_per_core : int
        Threads beyond so many for each core bring nothing, and take memory and time.
    waiting_bytes : int
        Bytes of tilings that may wait for their turn.
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
    parts_per_thread: int = 24
    threads_per_core: int = 4
    waiting_bytes: int = 64 << 20


class Stopwatch:
    """How long a search has been at work, in seconds."""

    def __init__(self, before: float = 0.0) -> None:
        self._before = before
        self._begin: float | None = None
        self._end: float | None = None

    def start(self) -> None:
        """Begin a run."""
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
