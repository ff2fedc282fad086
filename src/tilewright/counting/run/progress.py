"""Progress: what a long count tells whoever asked for it."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from dataclasses import dataclass

from tilewright.deadline import check_time
from tilewright.system.bars import notebook_bar

__all__ = ["Progress", "Report", "Reporter", "Watch", "shown_in_notebook"]


@dataclass(frozen=True)
class Progress:
    """How far a count is.

    Attributes
    ----------
    phase : str
        ``"states"`` while states are found, before anything is counted; ``"counts"`` while counts move along them;
        ``"recurrence"`` while the recurrence of a strip is found.
    done, total : int
        How much of the phase is done, of how much, in units. `total` is 0 where that is unknown, and for the
        states of a state graph about right, foreseen from narrower boards.
    states : int
        States held.
    nbytes : int
        Bytes held.
    rate : float
        Units per second since this run began the phase.
    left : float
        Seconds left of the phase, if all units take as long as those so far; 0 when unknown.
    unit : str
        What `done`, `total` and `rate` count: ``"row"`` or ``"column"`` where one state graph serves all of them,
        ``"cell"`` layer by layer, ``"state"`` of a graph, ``"term"`` of a sequence.
    part : str
        Which of several counts this is about, such as ``"half turn, 2 of 4"``; empty if there is one only.
    """

    phase: str
    done: int
    total: int
    states: int
    nbytes: int
    rate: float
    left: float
    unit: str = "cell"
    part: str = ""


Report = Callable[[Progress], object]
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
        """Report, if the last time was long enough ago or the phase is done; see `Progress`.

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
        left = (total - done) / rate if rate > 0 and total else 0.0
        self._report(Progress(phase, done, total, states, nbytes, rate, left, unit, self.part))


def shown_in_notebook() -> Report | None:
    """Return what shows a count as a bar below the cell of a notebook; None where there is none."""
    bar = notebook_bar()
    if bar is None:
        return None

    def show(progress: Progress) -> None:
        of = f" of {progress.total:,}" if progress.total else ""
        left = f", about {progress.left:,.0f} s left" if progress.left else ""
        part = f"{progress.part}: " if progress.part else ""
        share = progress.done / progress.total if progress.total else None
        bar.show(share, f"{part}{progress.unit} {progress.done:,}{of}, {progress.states:,} states{left}")

    return show
