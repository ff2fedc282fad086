"""Stopwatch: how long a search has been at work."""

from __future__ import annotations

import time

__all__ = ["Stopwatch"]


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
