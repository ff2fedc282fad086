"""Pipes between processes: a worker ends when the process that started it closes its end."""

from __future__ import annotations

import os
import select
import sys
from multiprocessing.connection import Connection
from typing import BinaryIO

try:
    import fcntl
except ImportError:  # pragma: no cover
    fcntl = None  # type: ignore[assignment]


def end_with(stream: BinaryIO) -> None:
    """Have the system end this process when the other end of a pipe is closed, even in the middle
    of a kernel.

    On systems without such a signal, the parent has to end the process.
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
        # It was closed before.
        sys.exit(1)


if sys.platform == "win32":
    import msvcrt
    from multiprocessing.connection import PipeConnection

    def stdin_of(pipe: PipeConnection) -> int:
        """Return an end of a pipe as `subprocess.Popen` accepts it for standard input."""
        return msvcrt.open_osfhandle(pipe.fileno(), os.O_RDWR)

    def take_stdin() -> PipeConnection:
        """Return the pipe on standard input, and close that for everything else."""
        return PipeConnection(msvcrt.get_osfhandle(_move_stdin()))

else:

    def stdin_of(pipe: Connection) -> int:
        """Return an end of a pipe as `subprocess.Popen` accepts it for standard input."""
        return pipe.fileno()

    def take_stdin() -> Connection:
        """Return the pipe on standard input, and close that for everything else."""
        return Connection(_move_stdin())


def _move_stdin() -> int:
    """Move standard input to another descriptor, and replace it by the null device."""
    moved = os.dup(0)
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    return moved
