"""File locks: one process at a time has a file, and the system releases it however the process
ends.
"""

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

#: The byte to lock on Windows, which blocks reading it, so it is beyond the content.
_BYTE = 1 << 30


def lock(stream: IO[Any], *, wait: bool = False) -> None:
    """Lock an open file until it is closed, waiting for other processes if `wait`.

    Raises BlockingIOError if it is locked already, even by this process, and OSError if the disk or
    the system has no locks.
    """
    number = stream.fileno()
    if fcntl is not None:
        fcntl.flock(number, fcntl.LOCK_EX if wait else fcntl.LOCK_EX | fcntl.LOCK_NB)
    elif msvcrt is not None:
        _lock_byte(number, wait)
    else:
        raise OSError("this system does not support file locks")


def _lock_byte(number: int, wait: bool) -> None:
    """Lock a byte of the file, as Windows does; waiting ends after ten seconds."""
    here = os.lseek(number, 0, os.SEEK_CUR)
    os.lseek(number, _BYTE, os.SEEK_SET)
    try:
        msvcrt.locking(number, msvcrt.LK_LOCK if wait else msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined]
    except PermissionError as error:
        raise BlockingIOError(*error.args) from None
    finally:
        os.lseek(number, here, os.SEEK_SET)
