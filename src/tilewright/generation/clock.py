"""Clock: when to stop looking for a puzzle."""

from __future__ import annotations

import time
from collections.abc import Callable

__all__ = ["Clock", "TimeUp"]


class TimeUp(Exception):  # caught by the door of this package, which says what was found so far
    """The time is up, or whoever waits has asked to stop."""


class Clock:
    """Counts the time of one request down.

    Parameters
    ----------
    seconds : float, optional
        How long to look; as long as it takes if not given.
    stop : callable
        Asked now and then; if true, the time is up.
    """

    def __init__(self, seconds: float | None = None, stop: Callable[[], bool] = lambda: False) -> None:
        self.seconds = seconds
        self._end = None if seconds is None else time.monotonic() + seconds
        self._stop = stop

    def left(self) -> float | None:
        """Return how many seconds are left, never quite none; None if there is no limit."""
        return None if self._end is None else max(self._end - time.monotonic(), 1e-3)

    def check(self, *_: object) -> None:
        """Raise `TimeUp` if the time is up."""
        if (self._end is not None and time.monotonic() > self._end) or self._stop():
            raise TimeUp
