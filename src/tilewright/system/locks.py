"""Locks of files: one process has a file at a time, and when it dies, however it dies, the system lets go of it."""

from __future__ import annotations

import os
from typing import IO, Any

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None  # type: ignore[assignment]
try:
    import msvcrt
except ImportError:
    msvcrt = None  # type: ignore[assignment]

__all__ = ["lock"]

#: The byte that is locked where a lock is of bytes, and keeps others from reading them: behind all that is written.
_BYTE = 1 << 30


def lock(stream: IO[Any], *, wait: bool = False) -> None:
    """Lock an open file until it is closed.

    Parameters
    ----------
    stream : file
    wait : bool
        Wait until no other process has it; otherwise that is an error.

    Raises
    ------
    BlockingIOError
        If it is locked already: by another process, or by another open file of this one.
    OSError
        If there are no locks: some network disks have none, and some systems.
    """
    number = stream.fileno()
    if fcntl is not None:
        fcntl.flock(number, fcntl.LOCK_EX if wait else fcntl.LOCK_EX | fcntl.LOCK_NB)
    elif msvcrt is not None:
        _lock_byte(number, wait)
    else:
        raise OSError("this system has no locks")


def _lock_byte(number: int, wait: bool) -> None:
    """Lock a byte of the file, as Windows does it; it tries for ten seconds if it waits."""
    here = os.lseek(number, 0, os.SEEK_CUR)
    os.lseek(number, _BYTE, os.SEEK_SET)
    try:
        msvcrt.locking(number, msvcrt.LK_LOCK if wait else msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined]
    except PermissionError as error:
        raise BlockingIOError(*error.args) from None
    finally:
        os.lseek(number, here, os.SEEK_SET)
