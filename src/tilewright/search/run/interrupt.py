"""Ctrl-C at the right moment: never between a tiling's being found and its being handed out."""

from __future__ import annotations

import contextlib
import signal
import threading
from collections.abc import Iterator
from types import FrameType

from tilewright.system import compiling

__all__ = ["deferred"]


@contextlib.contextmanager
def deferred() -> Iterator[None]:
    """Return a context at whose end an interrupt that came within it is handled, not before.

    Python raises `KeyboardInterrupt` between any two steps of the main thread. A search that was
    interrupted so could not be saved or gone on with. Only the main thread of a program has interrupts;
    elsewhere this does nothing. While a kernel is compiled, nothing is half done: there it is handled at once.
    """
    handler = signal.getsignal(signal.SIGINT)
    if threading.current_thread() is not threading.main_thread() or not callable(handler):
        yield
        return
    came: list[tuple[int, FrameType | None]] = []

    def handle() -> None:
        if came:
            handler(*came.pop())

    signal.signal(signal.SIGINT, lambda number, frame: came.append((number, frame)))
    try:
        with compiling.asking(handle):
            yield
    finally:
        signal.signal(signal.SIGINT, handler)
        handle()
