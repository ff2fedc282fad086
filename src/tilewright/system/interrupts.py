"""Interrupts: what stops the main thread in the middle of its work, a timer, another process, or a request to end.

The one place that knows which signals a system has. Windows has no timer that sends one, so a thread does; and no signal
from process to process but the end: whoever asks another to stop has to end it if it does not.
"""

from __future__ import annotations

import _thread
import contextlib
import signal
import threading
import time
from collections.abc import Callable, Iterator
from types import FrameType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tilewright.system.processes import Process

__all__ = ["TIMER", "Alarm", "Interrupts", "ask_to_stop", "is_within", "ring", "sheltered", "when_asked"]

#: What a timer sends.
TIMER: int = getattr(signal, "SIGALRM", getattr(signal, "SIGBREAK", signal.SIGINT))
#: What another process sends.
_ASKED: int | None = getattr(signal, "SIGUSR1", None)
#: Seconds that an import may take before it is interrupted all the same, and after how many that is looked at again.
_IMPORT, _AGAIN = 10.0, 0.005


class Alarm:
    """A timer of the main thread: when it is up, a function is called between two steps of Python.

    Parameters
    ----------
    call : callable
        It may raise: that is how work is left.
    """

    def __init__(self, call: Callable[[], object]) -> None:
        self._thread: threading.Timer | None = None
        signal.signal(TIMER, lambda *_: call())

    def start(self, seconds: float) -> None:
        """Begin to run, once."""
        if hasattr(signal, "setitimer"):
            signal.setitimer(signal.ITIMER_REAL, seconds)
            return
        self._thread = threading.Timer(seconds, _thread.interrupt_main, [TIMER])
        self._thread.daemon = True
        self._thread.start()

    def stop(self) -> None:
        """Run no more."""
        if hasattr(signal, "setitimer"):
            signal.setitimer(signal.ITIMER_REAL, 0)
        elif self._thread is not None:
            self._thread.cancel()
            self._thread = None


def ask_to_stop(process: Process) -> bool:
    """Ask a process to leave the work that it is at (see `when_asked`); False if this system has no way to ask."""
    if _ASKED is None:
        return False
    process.send_signal(_ASKED)
    return True


def when_asked(call: Callable[[], object]) -> None:
    """Call a function in the main thread whenever another process asks this one to stop (see `ask_to_stop`)."""
    if _ASKED is not None:
        signal.signal(_ASKED, lambda *_: call())


class Interrupts:
    """Ctrl-C and SIGTERM, for a process that is a command, from now on.

    SIGTERM is handled as Ctrl-C: files are put in order, and a checkpoint is saved. A second one ends the process at once.
    Neither is answered in the middle of an import: compiled modules print a traceback of their own then, or
    turn it into another error. Ctrl-C may be ignored, as by a shell that starts a command in the background: then it
    still is.
    """

    def __init__(self) -> None:
        self._terminated = False
        #: When an interrupt came that was not answered yet.
        self._came: float | None = None
        if signal.getsignal(signal.SIGINT) is signal.SIG_IGN and hasattr(signal, "pthread_sigmask"):
            # What stops by handling Ctrl-C stops for SIGTERM, too; Ctrl-C itself is not delivered.
            signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        signal.signal(signal.SIGINT, self._interrupt)
        signal.signal(signal.SIGTERM, self._terminate)

    def _interrupt(self, number: int, frame: FrameType | None) -> None:
        now = time.monotonic()
        self._came = self._came or now
        if now - self._came < _IMPORT and is_within(frame, "importlib"):
            # Not a `threading.Timer`, whose start may wait for what was interrupted here.
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
        """Raise KeyboardInterrupt if an interrupt came that was not answered yet."""
        if self._came is not None:
            self._came = None
            raise KeyboardInterrupt

    def code(self, code: int) -> int:
        """Return the exit code of the process: that of the command, unless an interrupt came too late for it to see; 143 after SIGTERM."""
        if code < 2 and self._came is not None:
            code = 130
        return 143 if self._terminated and code == 130 else code


def _interrupt_soon() -> None:
    time.sleep(_AGAIN)
    _thread.interrupt_main(signal.SIGINT)


def ring() -> None:
    """Interrupt the main thread with the signal of a timer, which must be handled; also where it waits for a file or a pipe."""
    if hasattr(signal, "pthread_kill"):
        signal.pthread_kill(threading.main_thread().ident or 0, TIMER)
    else:
        _thread.interrupt_main(signal.Signals(TIMER))


def is_within(frame: FrameType | None, *packages: str) -> bool:
    """Return True if the code that was interrupted was called, at any distance, by a module of one of these packages."""
    while frame is not None:
        if frame.f_globals.get("__name__", "").partition(".")[0] in packages:
            return True
        frame = frame.f_back
    return False


@contextlib.contextmanager
def sheltered() -> Iterator[None]:
    """Return a context in which processes are started that Ctrl-C does not reach, not even while they start.

    A terminal sends it to all processes of a command. Those that work for another one are ended by that, without a word.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    # What is blocked here is blocked in the new process, too.
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
