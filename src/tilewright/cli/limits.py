"""The limits of long counts, memory and time, and what is known while they run."""

from __future__ import annotations

import _thread
import re
import signal
import threading
from dataclasses import dataclass
from pathlib import Path
from types import FrameType, TracebackType
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from tilewright.arguments import whole
from tilewright.cli.output import say
from tilewright.cli.progress import ProgressLine, duration
from tilewright.errors import RequestError, TimeLimitError
from tilewright.memory import in_units

if TYPE_CHECKING:
    from tilewright.counting import Progress

__all__ = ["Limits", "Watch", "checked_threads"]

_UNITS = {"": 1, "k": 1 << 10, "m": 1 << 20, "g": 1 << 30, "t": 1 << 40}
#: The signal by which the clock stops the main thread; Ctrl-C may be ignored in the background.
_SIGNAL: int = getattr(signal, "SIGALRM", getattr(signal, "SIGBREAK", signal.SIGINT))


@Parameter(name="*")
@dataclass(frozen=True)
class Limits:
    """What a count may take."""

    max_memory: Annotated[str | None, Parameter(show_default=False)] = None
    """The most memory for states and their counts, such as 500M or 2G; 80% of what is free when not given."""

    timeout: Annotated[float | None, Parameter(show_default=False)] = None
    """Stop after this many seconds."""

    def memory(self) -> int | None:
        """Return the limit in bytes; None if none was given.

        Raises
        ------
        RequestError
            If it is no size.
        """
        if self.max_memory is None:
            return None
        match = re.fullmatch(r"(\d+(?:\.\d+)?)\s*([kmgt]?)(?:i?b)?", self.max_memory.strip().lower())
        if match is None or not float(match[1]):
            raise RequestError(
                f"'{self.max_memory}' is not an amount of memory; it is a number with K, M or G, such as 500M",
                where="--max-memory",
            )
        return int(float(match[1]) * _UNITS[match[2]])

    def checked(self) -> Limits:
        """Return the limits if they are ones.

        Raises
        ------
        RequestError
            If they are not.
        """
        self.memory()
        if self.timeout is not None and not 0 < self.timeout <= threading.TIMEOUT_MAX:
            raise RequestError(
                f"the time is more than 0 seconds and at most {threading.TIMEOUT_MAX:.0f}, not {self.timeout:g}",
                where="--timeout",
            )
        return self


def checked_threads(threads: int | None) -> int | None:
    """Return the number of threads.

    Raises
    ------
    RequestError
        If it is below 1.
    """
    return None if threads is None else whole(threads, "the number of threads", 1, where="--threads")


class _TimeUp(KeyboardInterrupt):
    """The time is up: a Ctrl-C pressed by the clock, so that an engine leaves the same behind."""


class Watch:
    """Watches a count: its line of progress, how far it is, and the clock.

    Use it as a context manager around the work, and as what the work calls with its progress. When the
    time is up, the work ends with a `TimeLimitError` as soon as the step under way is done.

    Parameters
    ----------
    limits : Limits
    shown : bool
        Whether a line of progress is wanted.
    checkpoint : Path, optional
        What the work goes on from if it is there: the first that is known of the work is said then.
    """

    def __init__(self, limits: Limits, shown: bool, checkpoint: Path | None = None) -> None:
        self.last: Progress | None = None
        self._from = checkpoint if shown and checkpoint is not None and checkpoint.exists() else None
        self._line = ProgressLine(shown)
        self._seconds = limits.timeout
        self._timer: threading.Timer | None = None
        self._before: object = None

    def __call__(self, progress: Progress) -> None:
        """Take note of how far the work is."""
        self.last = progress
        if self._from is not None:
            say(f"going on from {self._from}: {_place(progress)}")
            self._from = None
        _show(self._line, progress)

    def __enter__(self) -> Watch:
        if self._seconds is not None:
            self._before = signal.signal(_SIGNAL, self._time_up)
            # Not before the work has begun.
            seconds = max(self._seconds, 0.05)
            self._timer = threading.Timer(seconds, _thread.interrupt_main, [_SIGNAL])
            self._timer.daemon = True
            self._timer.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer.join()
            signal.signal(_SIGNAL, self._before)  # type: ignore[arg-type]
        self._line.wipe()
        if isinstance(error, _TimeUp):
            raise TimeLimitError(f"the time is up{self.how_far()}", where="--timeout") from None

    def wipe(self) -> None:
        """Take the line of progress away: the answers come."""
        self._line.wipe()

    def how_far(self) -> str:
        """Say how far the work came, if that is known: ``" after row 5 of 18, with 1,234 states"``."""
        far = self.last
        if far is None:
            return ""
        states = f"{far.states:,} {'state' if far.states == 1 else 'states'}"
        if far.phase == "recurrence":
            what = f" while the recurrence was being found, with {states}"
        elif far.phase == "states" or not far.total:
            about = f" of about {far.total:,}" if far.total and far.unit == "state" else " so far"
            what = f" while the states were being found, {far.states:,}{about}"
        elif not far.done:
            what = f" before the first {far.unit} of {far.total:,}, with {states}"
        else:
            what = f" after {far.unit} {far.done:,} of {far.total:,}, with {states}"
        return what + (f" ({far.part})" if far.part else "")

    @staticmethod
    def _time_up(number: int, frame: FrameType | None) -> None:
        raise _TimeUp


def _place(progress: Progress) -> str:
    """Say where a count is."""
    part = f"{progress.part}, " if progress.part else ""
    if progress.phase == "states":
        return f"{part}{progress.states:,} states found so far"
    return f"{part}{progress.unit} {progress.done:,} of {progress.total:,}"


def _show(line: ProgressLine, progress: Progress) -> None:
    unit = progress.unit
    of = f" of {'about ' if unit == 'state' else ''}{progress.total:,}" if progress.total else ""
    if progress.phase == "states" and unit == "state":
        parts = [f"finding states: {progress.done:,}{of}"]
    elif progress.phase == "states":
        parts = ["finding the states", f"{progress.states:,} states"]
    else:
        parts = [f"{unit} {progress.done:,}{of}", f"{progress.states:,} states"]
        if progress.phase == "recurrence":
            parts.insert(0, "finding the recurrence")
    if progress.part:
        parts.insert(0, progress.part)
    parts.append(in_units(progress.nbytes))
    if progress.rate and (progress.total or unit == "state"):
        parts.append(_speed(progress.rate, unit))
    if progress.left:
        parts.append(f"{'about ' if unit == 'state' else ''}{duration(progress.left)} left")
    line.show(" · ".join(parts))


def _speed(rate: float, unit: str) -> str:
    """Say how many units a second, or how long one of them takes."""
    if rate < 1:
        return f"{duration(1 / rate)} a {unit}"
    return f"{rate:,.1f} {unit}s/s" if rate < 100 else f"{rate:,.0f} {unit}s/s"
