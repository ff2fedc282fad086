"""How far a search is: what a progress line, a web page or a log shows."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

from tilewright.system.bars import notebook_bar

__all__ = ["Snapshot", "Stopwatch", "shown_in_notebook"]


class Stopwatch:
    """How long a search has been at work, in seconds.

    Parameters
    ----------
    before : float
        What it took before it was put away.
    """

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


@dataclass(frozen=True, slots=True)
class Snapshot:
    """How far a search is.

    Attributes
    ----------
    found : int
        Tilings found so far; those that wait to be handed out are included.
    delivered : int
        Tilings handed out so far.
    nodes : int
        Placements tried on the way to what was found, in the order of one thread: what threads do ahead counts when
        its turn comes. With any number of threads it is about the same; they share the dead ends that they remember.
    worked : int
        Placements tried so far, what threads did ahead included.
    share : float
        Estimated share of the search tree that is done, 0 to 1.
    seconds : float
        Time since the start, that before a checkpoint included.
    """

    found: int
    delivered: int
    nodes: int
    worked: int
    share: float
    seconds: float

    @property
    def rate(self) -> float:
        """Placements tried a second, by all threads."""
        return self.worked / self.seconds if self.seconds > 0 else 0.0

    @property
    def time_left(self) -> float | None:
        """Estimated seconds to the end; None while it is too early to tell."""
        if self.share <= 0 or self.seconds < 0.2:
            return None
        return self.seconds * (1.0 - self.share) / self.share


def shown_in_notebook() -> Callable[[Snapshot], None] | None:
    """Return what shows snapshots as a bar below the cell of a notebook; None where there is none."""
    bar = notebook_bar()
    if bar is None:
        return None

    def show(snapshot: Snapshot) -> None:
        left = "" if snapshot.time_left is None else f", about {snapshot.time_left:,.0f} s left"
        bar.show(snapshot.share, f"{snapshot.found:,} found, {snapshot.worked:,} placements tried{left}")

    return show
