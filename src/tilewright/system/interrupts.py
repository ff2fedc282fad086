"""Interrupts: what stops the main thread in the middle of its work, a timer or another process.

The one place that knows which signals a system has. Windows has no timer that sends one, so a thread does; and no signal
from process to process but the end: whoever asks another to stop has to end it if it does not.
"""

from __future__ import annotations

import _thread
import signal
import subprocess
import threading
from collections.abc import Callable

__all__ = ["TIMER", "Alarm", "ask_to_stop", "when_asked"]

#: What a timer sends.
TIMER: int = getattr(signal, "SIGALRM", getattr(signal, "SIGBREAK", signal.SIGINT))
#: What another process sends.
_ASKED: int | None = getattr(signal, "SIGUSR1", None)


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


def ask_to_stop(process: subprocess.Popen[bytes]) -> bool:
    """Ask a process to leave the work that it is at (see `when_asked`); False if this system has no way to ask."""
    if _ASKED is None:
        return False
    process.send_signal(_ASKED)
    return True


def when_asked(call: Callable[[], object]) -> None:
    """Call a function in the main thread whenever another process asks this one to stop (see `ask_to_stop`)."""
    if _ASKED is not None:
        signal.signal(_ASKED, lambda *_: call())
