"""What decides the pace of a search, and neither its tilings nor their order: sizes and seconds."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["SearchTuning"]


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
