"""Pipes: one end handed to a new process as its standard input, where that is a file and where it is a handle (Windows)."""

from __future__ import annotations

import os
import sys
from multiprocessing.connection import Connection

__all__ = ["handed", "taken"]

if sys.platform == "win32":
    import msvcrt
    from multiprocessing.connection import PipeConnection

    def handed(pipe: PipeConnection) -> int:
        """Return an end of a pipe as `subprocess.Popen` takes it for standard input."""
        return msvcrt.open_osfhandle(pipe.fileno(), os.O_RDWR)

    def taken() -> PipeConnection:
        """Take the end of the pipe that is this process's standard input; nothing else can read it any more."""
        return PipeConnection(msvcrt.get_osfhandle(_moved()))

else:

    def handed(pipe: Connection) -> int:
        """Return an end of a pipe as `subprocess.Popen` takes it for standard input."""
        return pipe.fileno()

    def taken() -> Connection:
        """Take the end of the pipe that is this process's standard input; nothing else can read it any more."""
        return Connection(_moved())


def _moved() -> int:
    """Return what standard input is, under another number, and let nothing be read from that."""
    moved = os.dup(0)
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    return moved
