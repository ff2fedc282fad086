"""Limits of memory and time, and the progress line."""

from __future__ import annotations

import _thread
import contextlib
import os
import shutil
import signal
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from types import FrameType, TracebackType
from typing import TYPE_CHECKING, Self, cast

from tilewright.apps.command.answers import note, write_error
from tilewright.apps.command.options import LIMITS, MaxMemory, Timeout, options
from tilewright.errors import RequestError, TimeLimitError
from tilewright.system.platform.interrupts import TIMER, is_within, ring
from tilewright.system.platform.machine import in_units
from tilewright.system.values.arguments import check_memory
from tilewright.system.work.deadline import Deadline

if TYPE_CHECKING:
    from tilewright.system.work.deadline import Listener
    from tilewright.system.work.progress import StatesProgress


class ProgressLine:
    """A progress line that rewrites itself a few times per second, on a terminal only; leaving the
    context wipes it.
    """

    def __init__(self, wanted: bool = True) -> None:
        self.on = wanted and sys.stderr.isatty() and os.environ.get("TERM") != "dumb"
        self._last = time.monotonic()
        self._shown = False

    def __enter__(self) -> ProgressLine:
        return self

    def __exit__(self, *unused: object) -> None:
        self.wipe()

    def show(self, text: str, *, now: bool = False) -> None:
        """Rewrite the line, unless it was rewritten a moment ago and not `now`."""
        if self.on and (now or time.monotonic() - self._last >= 0.2):
            width = shutil.get_terminal_size().columns - 1
            write_error("\r\x1b[2K" + text[:width])
            self._shown = True
            self._last = time.monotonic()

    def wipe(self) -> None:
        """Remove the line."""
        if self._shown:
            write_error("\r\x1b[2K")
            self._shown = False


def duration(seconds: float) -> str:
    """Format a duration with sensible precision.

    >>> duration(0.0123), duration(75.3), duration(7300), duration(400_000)
    ('0.01 s', '1:15 min', '2:01 h', '4.6 days')
    """
    if seconds < 60:
        return f"{seconds:.2f} s" if seconds < 10 else f"{seconds:.1f} s"
    minutes, rest = divmod(round(seconds), 60)
    if minutes < 60:
        return f"{minutes}:{rest:02} min"
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02} h" if hours < 48 else f"{seconds / 86400:.1f} days"


#: Seconds after which a long count without a terminal says how far it is for the first time.
_FIRST_WORD = 30.0
#: Seconds that work which watches the time gets to finish by itself and report what it found.
PATIENCE = 0.5
#: Seconds that an indivisible step may take before it is interrupted, and seconds between two looks
#: at it.
_INDIVISIBLE, _AGAIN = 5.0, 0.02


@options(LIMITS)
class LimitOptions:
    """The limits of a count."""

    timeout: Timeout = None

    max_memory: MaxMemory = None

    def memory(self) -> int | None:
        """Return the limit in bytes; None if none was given."""
        return check_memory(self.max_memory, where="--max-memory")

    def checked(self) -> LimitOptions:
        """Return the limits after checking them."""
        self.memory()
        TimeLimit(self.timeout)
        return self


class TimeUp(KeyboardInterrupt):
    """The time limit as an interrupt, for work that does not watch the time; its signal is not that
    of Ctrl-C.
    """

    signal = TIMER


class TimeLimit:
    """A time limit around all that a command does, as a context manager; it ends with a
    `TimeLimitError`. A limit of memory holds as well.

    Work that watches its deadline ends by itself; other work is interrupted by a signal.
    """

    def __init__(
        self, seconds: float | None, patience: float = 0.0, max_memory: str | None = None
    ) -> None:
        if seconds is not None and not 0 < seconds <= threading.TIMEOUT_MAX:
            raise RequestError(
                f"must be more than 0 and at most {threading.TIMEOUT_MAX:.0f} seconds, got "
                f"{seconds:g}",
                where="--timeout",
            )
        memory = check_memory(max_memory, where="--max-memory")
        self.deadline = Deadline(seconds, "--timeout", memory=memory)
        self.began = time.perf_counter()
        self._patience = patience
        self._holds: contextlib.AbstractContextManager[None] = contextlib.nullcontext()
        self._timer: threading.Timer | None = None
        self._before: object = None
        self._over = self._is_uninterrupted = False

    def __enter__(self) -> Self:
        self._holds = self.deadline.holds()
        if self.deadline.seconds is not None:
            self._before = signal.signal(TIMER, self._time_up)
            # Not before the work has started.
            seconds = min(max(self.deadline.left + self._patience, 0.05), threading.TIMEOUT_MAX)
            self._timer = threading.Timer(seconds, ring)
            self._timer.daemon = True
            self._timer.start()
        self._holds.__enter__()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.release()
        if self._timer is not None:
            self._timer.join()
            signal.signal(TIMER, self._before)  # type: ignore[arg-type]
        # An error of this limit that says what was under way stays; others, such as those of a
        # search with the rest of the time, do not know the limit.
        is_of_this_limit = isinstance(error, TimeLimitError) and error.where == self.deadline.where
        says = is_of_this_limit and str(error) != str(self.deadline.error())
        if isinstance(error, TimeUp | TimeLimitError) and not says:
            raise self.error() from None

    def for_next_step(self, patience: float = 0.0) -> TimeLimit:
        """Return a limit that ends at the same moment, for the next step."""
        limit = TimeLimit(None, patience)
        limit.deadline = self.deadline
        return limit

    @contextlib.contextmanager
    def uninterrupted(self) -> Iterator[None]:
        """Return a context that the signal does not interrupt, for short steps that must not be cut
        in two.
        """
        self._is_uninterrupted = True
        try:
            yield
        finally:
            self._is_uninterrupted = False

    def stop_interrupting(self) -> None:
        """Interrupt nothing from here on: what comes looks at the deadline, and says what it has
        found by then.
        """
        self._over = True
        if self._timer is not None:
            self._timer.cancel()

    def release(self) -> None:
        """Limit nothing from here on: what has a deadline of its own ends by that, and what was
        found is written.
        """
        self.stop_interrupting()
        self._holds.__exit__(None, None, None)
        self._holds = contextlib.nullcontext()

    @property
    def left(self) -> float | None:
        """Seconds that are left, never quite none; None if there is no limit."""
        return None if self.deadline.seconds is None else max(self.deadline.left, 1e-9)

    @property
    def seconds(self) -> float:
        """Seconds that the work has taken so far."""
        return time.perf_counter() - self.began

    def seconds_json(self) -> dict[str, float]:
        """Return the seconds as JSON says them."""
        return {"seconds": round(self.seconds, 6)}

    def error(self) -> TimeLimitError:
        """Return what is raised when the time is up."""
        return self.deadline.error()

    def _time_up(self, number: int, frame: FrameType | None) -> None:
        late = -self.deadline.left
        if self._over or late < 0:
            return
        if late < self._patience + _INDIVISIBLE and (
            self._is_uninterrupted or _is_indivisible(frame)
        ):
            # Not a `threading.Timer`, whose start may wait for what was interrupted here.
            _thread.start_new_thread(self._ring_again, ())
            return
        raise TimeUp

    def _ring_again(self) -> None:
        time.sleep(_AGAIN)
        if not self._over:
            # Not `ring`: by now nobody may handle it any more.
            _thread.interrupt_main(signal.Signals(TIMER))


def _is_indivisible(frame: FrameType | None) -> bool:
    """Whether a module is imported, which would be half there if it were interrupted."""
    return is_within(frame, "importlib")


class Watch(TimeLimit):
    """Watches a count: its line of progress, how far it is, and the clock.

    Use it as a context manager around all that the command does, reading the request included, and
    as what the work calls with its progress. Without a terminal, a long count says with `plain` how
    far it is in lines, less and less often. When the time is up, the work ends with a
    `TimeLimitError` as soon as the step under way is done.
    """

    def __init__(
        self,
        limits: LimitOptions,
        shown: bool,
        checkpoint: Path | None = None,
        *,
        plain: bool = False,
    ) -> None:
        super().__init__(limits.timeout, max_memory=limits.max_memory)
        self.deadline.listener = cast("Listener", self)
        self._plain, self._next = plain, _FIRST_WORD
        self.last: StatesProgress | None = None
        self._from = (
            checkpoint if shown and checkpoint is not None and checkpoint.exists() else None
        )
        self._line = ProgressLine(shown)

    def __call__(self, progress: StatesProgress) -> None:
        """Take note of how far the work is."""
        self.last = progress
        if self._from is not None:
            part = f"{progress.part}, " if progress.part else ""
            note(f"going on from {self._from}: {part}{_PHASES[progress.phase].place(progress)}")
            self._from = None
        self._line.show(_progress_text(progress))
        if self._plain and not self._line.on and self.seconds >= self._next:
            note(f"tilewright: {_progress_text(progress)}, after {duration(self.seconds)}")
            self._next = 2 * self.seconds

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        try:
            super().__exit__(kind, error, trace)
        finally:
            self._line.wipe()

    def error(self) -> TimeLimitError:
        """Return what is raised when the time is up: it says how far the work is."""
        return self.deadline.error(self.how_far())

    def wipe(self) -> None:
        """Take the line of progress away: the answers come."""
        self._line.wipe()

    def how_far(self) -> str:
        """Say how far the work came, if that is known: ``" after row 5 of 18, with 1,234
        states"``.
        """
        far = self.last
        if far is None:
            return ""
        return _PHASES[far.phase].stopped(far) + (f" ({far.part})" if far.part else "")


class _Counts:
    """How far a count is, in words: here while counts move along the states."""

    def place(self, far: StatesProgress) -> str:
        """Say from where it goes on."""
        return f"{far.unit} {far.done:,} of {far.total:,}"

    def stopped(self, far: StatesProgress) -> str:
        """Say where it was stopped, as the end of a sentence."""
        if not far.total:
            return _STATES.stopped(far)
        if not far.done:
            return f" before the first {far.unit} of {far.total:,}, with {_states_words(far)}"
        return f" after {far.unit} {far.done:,} of {far.total:,}, with {_states_words(far)}"

    def parts(self, far: StatesProgress) -> list[str]:
        """Say how far it is, what it holds in memory included, as parts of a line."""
        growing = ", still growing" if far.growing else ""
        return [
            f"{far.unit} {far.done:,}{_total_words(far)}",
            f"{_states_words(far)}{growing}",
            in_units(far.nbytes),
        ]


class _States(_Counts):
    """While states are found, and nothing is counted yet."""

    def place(self, far: StatesProgress) -> str:
        return f"{far.states:,} states found so far"

    def stopped(self, far: StatesProgress) -> str:
        about = f" of about {far.total:,}" if far.total and far.unit == "state" else " so far"
        return f" while the states were being found, {far.states:,}{about}"

    def parts(self, far: StatesProgress) -> list[str]:
        if far.unit == "state":
            return [
                f"finding states: {far.done:,}{_total_words(far)}",
                in_units(far.nbytes),
            ]
        return ["finding the states", f"{far.states:,} states", in_units(far.nbytes)]


class _Recurrence(_Counts):
    """While the recurrence of a strip is found."""

    def stopped(self, far: StatesProgress) -> str:
        return f" while the recurrence was being found, with {_states_words(far)}"

    def parts(self, far: StatesProgress) -> list[str]:
        return ["finding the recurrence", *super().parts(far)]


class _Tilings(_Counts):
    """While the tilings are listed, as that is quicker."""

    def place(self, far: StatesProgress) -> str:
        return f"{far.done:,} tilings found so far"

    def stopped(self, far: StatesProgress) -> str:
        return f" while the tilings were being listed, {far.done:,} so far"

    def parts(self, far: StatesProgress) -> list[str]:
        return [f"listing the tilings: {far.done:,} so far"]


class _Matching(_Counts):
    """While unknowns are eliminated, or determinants are taken modulo primes."""

    def stopped(self, far: StatesProgress) -> str:
        return (
            f" after {far.unit} {far.done:,} of {far.total:,}, with a matrix of {far.states:,} rows"
        )

    def parts(self, far: StatesProgress) -> list[str]:
        return [
            f"{far.unit} {far.done:,}{_total_words(far)}",
            f"a matrix of {far.states:,} rows",
        ]


_STATES = _States()
#: How far a count is in each of its phases (`StatesProgress`).
_PHASES = {
    "states": _STATES,
    "counts": _Counts(),
    "matching": _Matching(),
    "recurrence": _Recurrence(),
    "tilings": _Tilings(),
}


def _states_words(far: StatesProgress) -> str:
    return f"{far.states:,} {'state' if far.states == 1 else 'states'}"


def _total_words(far: StatesProgress) -> str:
    return f" of {'about ' if far.unit == 'state' else ''}{far.total:,}" if far.total else ""


def _progress_text(far: StatesProgress) -> str:
    """Say how far a count is, in one line."""
    parts = [far.part] if far.part else []
    parts += _PHASES[far.phase].parts(far)
    if far.rate and (far.total or far.unit == "state"):
        parts.append(_speed_words(far.rate, far.unit))
    if far.left:
        parts.append(f"{'about ' if far.unit == 'state' else ''}{duration(far.left)} left")
    return " · ".join(parts)


def _speed_words(rate: float, unit: str) -> str:
    """Say how many units a second, or how long one of them takes."""
    if rate < 1:
        return f"{duration(1 / rate)} a {unit}"
    return f"{rate:,.1f} {unit}s/s" if rate < 100 else f"{rate:,.0f} {unit}s/s"
