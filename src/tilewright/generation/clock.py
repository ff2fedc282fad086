"""Clock: when to stop looking for a puzzle."""

from __future__ import annotations

import contextlib
import math
from collections.abc import Callable

from tilewright.deadline import Deadline, current_deadline

__all__ = ["Countdown", "OutOfTime"]


class OutOfTime(Exception):  # caught by `generate`, which says what was found so far
    """The time is up, or whoever waits has asked to stop."""


class Countdown:
    """Counts the time of one request down.

    Parameters
    ----------
    seconds : float, optional
        How long to look; as long as it takes if not given. A deadline that holds where the clock is made is kept, too.
    stop : callable
        Asked now and then; if true, the time is up.
    """

    def __init__(self, seconds: float | None = None, stop: Callable[[], bool] = lambda: False) -> None:
        with Deadline(seconds).holds():
            self._deadline = current_deadline()
        self._stop = stop

    def holds(self) -> contextlib.AbstractContextManager[None]:
        """Return a context in which all that looks at the time ends with this clock."""
        return self._deadline.holds()

    def left(self) -> float | None:
        """Return how many seconds are left, never quite none; None if there is no limit."""
        left = self._deadline.left
        return None if math.isinf(left) else max(left, 1e-3)

    def check(self, *_: object) -> None:
        """Raise `OutOfTime` if the time is up."""
        if self._deadline.passed or self._stop():
            raise OutOfTime
