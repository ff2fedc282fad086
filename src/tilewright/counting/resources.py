"""What a count may use: threads, memory, progress reports, a checkpoint."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from dataclasses import dataclass, field

from tilewright.counting.checkpoint import CountCheckpoint
from tilewright.counting.request import check_limits
from tilewright.counting.tuning import USUAL, Tuning
from tilewright.deadline import check_time
from tilewright.errors import MemoryLimitError
from tilewright.progress import StatesProgress, shown_in_notebook
from tilewright.system.cores import useful_threads
from tilewright.system.memory import available_memory, in_units

__all__ = ["Report", "Reporter", "Resources", "Watch", "allowed_memory", "refuse", "stay_within"]

#: The share of the free memory that a run may take unless told otherwise.
SHARE = 0.8


def allowed_memory(max_memory: int | None) -> int:
    """Return the bytes that a run may take: what was asked for, else 80 % of what is free."""
    return int(available_memory() * SHARE) if max_memory is None else max_memory


def refuse(states: int, needed: int, allowed: int, why: str) -> MemoryLimitError:
    """Return the error that says what would have been needed, and what makes it large."""
    return MemoryLimitError(
        (f"{states:,} states need" if states != 1 else "one state needs")
        + f" {in_units(needed)}, more than the {in_units(allowed)} allowed"
        + (f"; {why}" if why else "")
    )


def stay_within(states: int, nbytes: int, max_memory: int | None, why: str = "") -> None:
    """Raise if what was held is more than what was allowed.

    Engines look at their limit where memory grows, some thousand states at a time. This check behind
    them holds the promise for small problems too: the same limit gives the same answer each time.
    """
    if max_memory is not None and nbytes > max_memory:
        raise refuse(states, nbytes, max_memory, why)


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


@dataclass(frozen=True, eq=False)
class Resources:
    """What a count may take, whom it tells, and where it is saved."""

    threads: int = 1
    max_memory: int | None = None
    reporter: Reporter = field(default_factory=lambda: Reporter(None))
    saving: CountCheckpoint | None = None
    tuning: Tuning = USUAL

    @classmethod
    def of(
        cls,
        threads: int | None = 1,
        max_memory: int | None = None,
        progress: Report | None = None,
        saving: CountCheckpoint | None = None,
        tuning: Tuning | None = None,
    ) -> Resources:
        """Return what was asked for, checked."""
        check_limits(threads, max_memory)
        tuning = tuning or USUAL
        reporter = Reporter(progress or shown_in_notebook(), tuning.report_every)
        return cls(useful_threads(threads), max_memory, reporter, saving, tuning)

    @property
    def allowed(self) -> int:
        """Bytes that may be taken from now on."""
        return allowed_memory(self.max_memory)

    def stay_within(self, states: int, nbytes: int, why: str = "") -> None:
        """Raise if what was held is more than what was allowed; see `tilewright.counting.resources.stay_within`."""
        stay_within(states, nbytes, self.max_memory, why)
