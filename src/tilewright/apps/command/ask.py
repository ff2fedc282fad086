"""How a command works on a question: within its limits, with a line of progress, until it is
answered, the time is up, or Ctrl-C.
"""

from __future__ import annotations

import _thread
import contextlib
import os
import shutil
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextvars import copy_context
from pathlib import Path
from types import FrameType, TracebackType
from typing import Self, TypeVar

from tilewright.apps.command.answers import note, write_error
from tilewright.apps.command.options import Show
from tilewright.errors import MemoryLimitError, RequestError, TimeLimitError
from tilewright.system.platform.interrupts import TIMER, is_within, ring
from tilewright.system.values.arguments import check_memory, duration
from tilewright.system.work.deadline import Deadline
from tilewright.system.work.limits import ProgressLimits
from tilewright.system.work.progress import Progress
from tilewright.system.work.question import INTERRUPTED, OUT_OF_TIME, Question

_Answer = TypeVar("_Answer")
_Value = TypeVar("_Value")

#: Seconds after which a long count without a terminal says how far it is for the first time.
_FIRST_WORD = 30.0
#: Seconds that work which watches the time gets to finish by itself and report what it found.
_PATIENCE = 0.5
#: Seconds that an import may take before it is interrupted, and seconds between two looks at it.
_INDIVISIBLE, _AGAIN = 5.0, 0.02


class ProgressLine:
    """A progress line that rewrites itself a few times per second, on a terminal only."""

    def __init__(self, wanted: bool) -> None:
        self.on = wanted and sys.stderr.isatty() and os.environ.get("TERM") != "dumb"
        self._last = time.monotonic()
        self._shown = False

    def show(self, text: str) -> None:
        """Rewrite the line, unless it was rewritten a moment ago."""
        if self.on and time.monotonic() - self._last >= 0.2:
            width = shutil.get_terminal_size().columns - 1
            write_error("\r\x1b[2K" + text[:width])
            self._shown = True
            self._last = time.monotonic()

    def wipe(self) -> None:
        """Remove the line."""
        if self._shown:
            write_error("\r\x1b[2K")
            self._shown = False


class TimeUp(KeyboardInterrupt):
    """The time limit as an interrupt, for work that does not watch the time; its signal is not that
    of Ctrl-C.
    """

    signal = TIMER


class CommandWork:
    """The work of a command, as a context manager around all that takes time, reading the request
    included.

    Limits hold inside. Work that watches its deadline ends by itself; other work is interrupted by
    a signal a moment later. Both end with a `TimeLimitError`, unless what was found is the answer:
    see `ask`, `until_stopped` and `taken`. After these, nothing is limited, so that the answer is
    written.

    Attributes
    ----------
    show : Show
        How the command answers.
    line : ProgressLine
    deadline : Deadline
    stopped : str
        Why the work of `ask`, `until_stopped` or `taken` ended early; empty if it did not.
    last : Progress or None
        What `report` got last.
    """

    def __init__(
        self,
        show: Show,
        timeout: float | None = None,
        max_memory: str | None = None,
        threads: int | None = None,
        *,
        checkpoint: Path | None = None,
        plain: bool = False,
    ) -> None:
        if timeout is not None and not 0 < timeout <= threading.TIMEOUT_MAX:
            raise RequestError(
                f"must be more than 0 and at most {threading.TIMEOUT_MAX:.0f} seconds, got "
                f"{timeout:g}",
                where="--timeout",
            )
        memory = check_memory(max_memory, where="--max-memory")
        self.show = show
        self.line = ProgressLine(not show.json)
        self.deadline = Deadline(
            timeout, "--timeout", memory=memory, threads=threads, listener=self.report
        )
        self.start()
        self.stopped = ""
        self.last: Progress | None = None
        self._open = contextlib.ExitStack()
        resumes = checkpoint is not None and checkpoint.exists() and not show.json
        self._resumed = checkpoint if resumes else None
        self._says_lines, self._next = plain, _FIRST_WORD
        self._over = True
        self._about = ""
        self._out_of_memory: MemoryLimitError | None = None

    def __enter__(self) -> Self:
        self._open.enter_context(self._limit())
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.release()
        self.line.wipe()
        # An error of this limit that says what was under way stays; others, such as those of a
        # search with the rest of the time, do not know the limit.
        is_of_this_limit = isinstance(error, TimeLimitError) and error.where == self.deadline.where
        says = is_of_this_limit and str(error) != str(self.deadline.error())
        if isinstance(error, TimeUp | TimeLimitError) and not says:
            raise self.error() from None

    @contextlib.contextmanager
    def _limit(self) -> Iterator[None]:
        """Let the limits hold; at the end of the time, interrupt what does not watch it."""
        with self.deadline.holds():
            if self.deadline.seconds is None:
                yield
                return
            before = signal.signal(TIMER, self._time_up)
            # Not before the work has started.
            seconds = min(max(self.deadline.left + _PATIENCE, 0.05), threading.TIMEOUT_MAX)
            timer = threading.Timer(seconds, ring)
            timer.daemon = True
            self._over = False
            timer.start()
            try:
                yield
            finally:
                self._over = True
                timer.cancel()
                timer.join()
                signal.signal(TIMER, before)

    def release(self) -> None:
        """Limit nothing from here on: what has a deadline of its own ends by that, and what was
        found is written.
        """
        self._open.close()

    @contextlib.contextmanager
    def until_stopped(self, stop: Callable[[], object] | None = None) -> Iterator[None]:
        """Return a context that ends without an error when the time is up or at Ctrl-C; `stopped`
        says why. What was found by then is the answer.

        Work that is ended by `stop` has a deadline of its own: Ctrl-C calls `stop`; a second one
        ends the work at once.
        """
        self.release()
        self.stopped = ""
        before = signal.getsignal(signal.SIGINT)

        def interrupt(*unused: object) -> None:
            assert stop is not None
            self.stopped = INTERRUPTED
            stop()
            signal.signal(signal.SIGINT, before)

        if stop is not None and callable(before):
            signal.signal(signal.SIGINT, interrupt)
        try:
            with self._limit() if stop is None else contextlib.nullcontext():
                yield
        except (TimeUp, TimeLimitError):
            self.stopped = OUT_OF_TIME
        except KeyboardInterrupt:
            self.stopped = INTERRUPTED
        finally:
            signal.signal(signal.SIGINT, before)
            self.line.wipe()

    def taken(self, values: Iterable[_Value]) -> Iterator[_Value]:
        """Yield values, which are found by loops that look at the deadline, until the time is up or
        at Ctrl-C. The limits hold while a value is found, not while it is used.
        """
        self.release()
        self.stopped = ""
        with self.deadline.holds():
            inside = copy_context()
        found, end = iter(values), object()
        try:
            while (value := inside.run(next, found, end)) is not end:
                yield value  # type: ignore[misc]
        except TimeLimitError:
            self.stopped = OUT_OF_TIME
        except KeyboardInterrupt:
            self.stopped = INTERRUPTED
        finally:
            self.line.wipe()

    def ask(self, question: Question[_Answer], about: str = "") -> _Answer:
        """Work on a question until it is answered or the work is stopped, and return what is
        known; `about` is said before its progress.
        """
        self._about = about
        with self.until_limit():
            question.run()
        return question.answer(self.stopped)

    @contextlib.contextmanager
    def until_limit(self) -> Iterator[None]:
        """Return a context like `until_stopped` that also ends without an error at the memory
        limit; `raise_stopped` raises it.
        """
        try:
            with self.until_stopped():
                yield
        except MemoryLimitError as error:
            self.stopped, self._out_of_memory = error.message, error

    def report(self, progress: Progress) -> None:
        """Show the progress: as a line; without a terminal, long counts also say it in lines, less
        and less often.
        """
        self.last = progress
        text = " · ".join(filter(None, [self._about, progress.text]))
        if self._resumed is not None:
            note(f"resuming from {self._resumed}: {text}")
            self._resumed = None
        self.line.show(text)
        if self._says_lines and not self.line.on and self.seconds >= self._next:
            note(f"tilewright: {text}, after {duration(self.seconds)}")
            self._next = 2 * self.seconds

    def say(self, text: str) -> None:
        """Show a text as progress."""
        self.report(Progress(phase=text))

    @property
    def where(self) -> str:
        """Where the work is, as the end of a sentence; empty if that is not known."""
        return "" if self.last is None else self.last.where

    @property
    def why(self) -> str:
        """Why and where the work ended early."""
        if self.stopped == OUT_OF_TIME:
            return self.error().message
        return f"{self.stopped}{self.where}"

    def raise_stopped(self) -> None:
        """Raise what ended the work early, if anything did."""
        if self.stopped == INTERRUPTED:
            raise KeyboardInterrupt
        if self._out_of_memory is not None:
            raise self._out_of_memory
        if self.stopped:
            raise self.error()

    @property
    def code(self) -> int:
        """The exit code of work that ended early; 0 if it did not."""
        return 0 if not self.stopped else 130 if self.stopped == INTERRUPTED else 3

    @property
    def left(self) -> float | None:
        """Seconds that are left, never quite none; None if there is no limit."""
        return None if self.deadline.seconds is None else max(self.deadline.left, 1e-9)

    @property
    def limits(self) -> ProgressLimits:
        """The limits for a function or a search that says what it knows when they are reached."""
        return {
            "timeout": self.left,
            "max_memory": self.deadline.memory,
            "progress": self.report,
        }

    def start(self) -> None:
        """Count the seconds from here on."""
        self.began = time.perf_counter()

    @property
    def seconds(self) -> float:
        """Seconds that the work has taken so far."""
        return time.perf_counter() - self.began

    def seconds_json(self) -> dict[str, float]:
        """Return the seconds as JSON says them."""
        return {"seconds": round(self.seconds, 6)}

    def error(self) -> TimeLimitError:
        """Return what is raised when the time is up: it says where the work is."""
        return self.deadline.error(self.where)

    def _time_up(self, number: int, frame: FrameType | None) -> None:
        late = -self.deadline.left
        if self._over or late < 0:
            return
        # A module would be half there if its import were interrupted.
        if late < _PATIENCE + _INDIVISIBLE and is_within(frame, "importlib"):
            # Not a `threading.Timer`, whose start may wait for what was interrupted here.
            _thread.start_new_thread(self._ring_again, ())
            return
        raise TimeUp

    def _ring_again(self) -> None:
        time.sleep(_AGAIN)
        if not self._over:
            # Not `ring`: by now nobody may handle it any more.
            _thread.interrupt_main(signal.Signals(TIMER))
