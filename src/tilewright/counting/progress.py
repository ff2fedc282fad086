"""Progress: what a long count tells whoever asked for it."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from dataclasses import dataclass

__all__ = ["Progress", "Report", "Reporter"]


@dataclass(frozen=True)
class Progress:
    """How far a count is.

    Attributes
    ----------
    phase : str
        ``"states"`` while the state graph is built, ``"counts"`` while counts move along it.
    done, total : int
        Layers (cells of the board); in the phase ``"states"`` of a repeating board `total` is 0, unknown.
    states : int
        States held.
    nbytes : int
        Bytes held.
    rate : float
        Layers per second.
    left : float
        Seconds left, if all layers cost alike; 0 when unknown.
    """

    phase: str
    done: int
    total: int
    states: int
    nbytes: int
    rate: float
    left: float


Report = Callable[[Progress], object]


class Reporter:
    """Calls a report now and then, not at each layer."""

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

    def tell(self, phase: str, done: int, total: int, states: int, nbytes: int) -> None:
        """Report, if the last time was long enough ago or the phase is done."""
        now = time.monotonic()
        if self._report is None or (now - self._last < self._interval and done != total):
            return
        self._last = now
        rate = (done - self._first) / max(now - self._begin, 1e-9)
        left = (total - done) / rate if rate > 0 and total else 0.0
        self._report(Progress(phase, done, total, states, nbytes, rate, left))
