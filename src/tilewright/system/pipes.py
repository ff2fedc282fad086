"""Pipes between processes: the end of one that asks is the end of one that works for it."""

from __future__ import annotations

import os
import select
import sys
import threading
from typing import BinaryIO

try:
    import fcntl
except ImportError:  # pragma: no cover
    fcntl = None  # type: ignore[assignment]

__all__ = ["end_when_closed", "end_with"]


def end_with(stream: BinaryIO) -> None:
    """Have the system end this process when the other end of a pipe is closed, also while it is in code that looks at nothing.

    Where a system has no such signal, whoever asked has to end the process.
    """
    if fcntl is None:
        return
    try:
        fcntl.fcntl(stream, fcntl.F_SETOWN, os.getpid())
        fcntl.fcntl(stream, fcntl.F_SETFL, fcntl.fcntl(stream, fcntl.F_GETFL) | os.O_ASYNC)
        poll = select.poll()
        poll.register(stream, select.POLLHUP)
        closed = bool(poll.poll(0))
    except (AttributeError, OSError):
        return
    if closed:
        # It was before the system was asked.
        sys.exit(1)


def end_when_closed(number: int) -> None:
    """End this process, without a word, when the other end of a socket is closed, also in the middle of work.

    A thread waits for that: a system that sends a signal for a socket (see `end_with`) sends one for everything that arrives.
    """
    if not hasattr(select, "poll"):
        return
    poll = select.poll()
    poll.register(number, select.POLLHUP)

    def wait() -> None:
        poll.poll()
        os._exit(1)

    threading.Thread(target=wait, daemon=True).start()
