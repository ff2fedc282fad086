"""Interrupts of the main thread: timers and Ctrl-C.

This module knows the signals of each system. On Windows, a thread replaces the timer signal.
"""

from __future__ import annotations

import _thread
import contextlib
import signal
import threading
import time
from collections.abc import Callable, Iterator
from types import FrameType

#: The signal of a timer.
TIMER: int = getattr(signal, "SIGALRM", getattr(signal, "SIGBREAK", signal.SIGINT))
#: Seconds after which even an import is interrupted, and between two checks for its end.
_IMPORT, _AGAIN = 10.0, 0.005


class Alarm:
    """A timer of the main thread that calls a function between two bytecodes; it may raise to leave
    the work.
    """

    def __init__(self, call: Callable[[], object]) -> None:
        self._thread: threading.Timer | None = None
        signal.signal(TIMER, lambda *_: call())

    def start(self, seconds: float) -> None:
        """Start the timer, once."""
        if hasattr(signal, "setitimer"):
            signal.setitimer(signal.ITIMER_REAL, seconds)
            return
        self._thread = threading.Timer(seconds, _thread.interrupt_main, [TIMER])
        self._thread.daemon = True
        self._thread.start()

    def stop(self) -> None:
        """Stop the timer."""
        if hasattr(signal, "setitimer"):
            signal.setitimer(signal.ITIMER_REAL, 0)
        elif self._thread is not None:
            self._thread.cancel()
            self._thread = None


class Interrupts:
    """Handles Ctrl-C and SIGTERM in a command, from now on.

    SIGTERM works like Ctrl-C, so files are cleaned up and a checkpoint is saved; a second one ends
    the process at once. Both wait for imports to finish, since compiled modules handle them badly.
    If Ctrl-C is ignored, as for background commands of a shell, it stays ignored.
    """

    def __init__(self) -> None:
        self._terminated = False
        #: When a pending interrupt came.
        self._came: float | None = None
        if signal.getsignal(signal.SIGINT) is signal.SIG_IGN and hasattr(signal, "pthread_sigmask"):
            # SIGTERM uses the handler of Ctrl-C, so Ctrl-C is blocked rather than ignored.
            signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        signal.signal(signal.SIGINT, self._interrupt)
        signal.signal(signal.SIGTERM, self._terminate)

    def _interrupt(self, number: int, frame: FrameType | None) -> None:
        now = time.monotonic()
        self._came = self._came or now
        if now - self._came < _IMPORT and is_within(frame, "importlib"):
            # A `threading.Timer` could deadlock with the interrupted code.
            _thread.start_new_thread(_interrupt_soon, ())
            return
        self.check()

    def _terminate(self, number: int, frame: FrameType | None) -> None:
        self._terminated = True
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        handler = signal.getsignal(signal.SIGINT)
        if callable(handler):
            handler(signal.SIGINT, frame)
        else:
            raise KeyboardInterrupt

    def check(self) -> None:
        """Raise KeyboardInterrupt if an interrupt is pending."""
        if self._came is not None:
            self._came = None
            raise KeyboardInterrupt

    def code(self, code: int) -> int:
        """Return the exit code: that of the command, or 130 or 143 if an interrupt or SIGTERM came
        too late for it to see.
        """
        if code < 2 and self._came is not None:
            code = 130
        return 143 if self._terminated and code == 130 else code


def _interrupt_soon() -> None:
    time.sleep(_AGAIN)
    _thread.interrupt_main(signal.SIGINT)


def ring() -> None:
    """Interrupt the main thread with the signal of a timer, even if it waits for a file or a pipe;
    the signal must be handled.
    """
    if hasattr(signal, "pthread_kill"):
        signal.pthread_kill(threading.main_thread().ident or 0, TIMER)
    else:
        _thread.interrupt_main(signal.Signals(TIMER))


def is_within(frame: FrameType | None, *packages: str) -> bool:
    """Return True if a module of one of these packages called the interrupted code, directly or
    not.
    """
    while frame is not None:
        if frame.f_globals.get("__name__", "").partition(".")[0] in packages:
            return True
        frame = frame.f_back
    return False


@contextlib.contextmanager
def sheltered() -> Iterator[None]:
    """Return a context in which new processes are protected from Ctrl-C, which a terminal sends to
    all processes of a command.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    # The new process inherits the mask.
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
