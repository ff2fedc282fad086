"""Reporter: says how far a count is, now and then."""

from __future__ import annotations

import math
import time
from collections.abc import Callable

from tilewright.deadline import check_time
from tilewright.progress import StatesProgress

__all__ = ["Report", "Reporter", "Watch"]


#: What is called with how far a count is.
Report = Callable[[StatesProgress], object]
#: What a graph that grows is watched by: called with (layer, states so far, bytes) after some layers.
Watch = Callable[[int, int, int], None]


class Reporter:
    """Calls a report now and then, not at each layer."""

    #: Which of several counts is told about.
    part: str = ""

    def __init__(self, report: Report | None, interval: float = 0.1) -> None:
        self._report = report
        self._interval = interval
        self._begin = self._last = time.monotonic()
        self._first = 0

    @property
    def listens(self) -> bool:
        """Whether there is someone to tell."""
        return self._report is not None

    def begin(self, done: int = 0) -> None:
        """Start the clock of a phase."""
        self._begin = time.monotonic()
        # The first step is told at once: it says where a run goes on from.
        self._last = -math.inf
        self._first = done

    def watch(self, about: float = 0.0) -> Watch | None:
        """Return what tells how many states of a graph are found, of about so many; None if nobody listens."""
        if not self.listens:
            return None
        self.begin()
        expected, first = round(about), True

        def watch(layer: int, states: int, nbytes: int) -> None:
            nonlocal first
            if first:
                # What was found by an earlier run says nothing about how quick this one is.
                self.begin(states)
                first = False
            self.tell("states", states, expected if states < expected else 0, states, nbytes, unit="state")

        return watch

    def tell(
        self, phase: str, done: int, total: int, states: int, nbytes: int, *, unit: str = "cell"
    ) -> None:
        """Report, if the last time was long enough ago or the phase is done; see `tilewright.progress.StatesProgress`.

        Raises
        ------
        TimeLimitError
            If the deadline that holds has passed: this is called between any two steps.
        """
        check_time()
        now = time.monotonic()
        if self._report is None or (now - self._last < self._interval and done != total):
            return
        self._last = now
        rate = (done - self._first) / max(now - self._begin, 1e-9)
        left = (total - done) / rate if rate > 0 and total else None
        self._report(
            StatesProgress(
                phase=phase,
                unit=unit,
                done=done,
                total=total,
                rate=rate,
                left=left,
                states=states,
                nbytes=nbytes,
                part=self.part,
            )
        )
