"""The standard streams, in whatever state they are: closed, broken or full, the command goes on where it can.

What is said on standard error is for whoever listens: if nobody can, the answer and the exit code are the same.
An answer that standard output does not take is an error (`tilewright.cli.app`).
"""

from __future__ import annotations

import codecs
import contextlib
import io
import os
import sys
from typing import Literal, TextIO

__all__ = ["drop_output", "open_closed", "tell"]

#: How characters are written that an encoding lacks, and the name under which Python knows the function that does it.
_INSTEAD = {"…": "...", "×": "x"}
_PLAIN = "tilewright-plain"


def open_closed() -> None:
    """Put something in the place of streams that are closed, so that no file that is opened later becomes one.

    What is written goes nowhere; reading standard input is an error.
    """
    # In this order: a system gives a new file the lowest number that is free.
    if sys.stdin is None:
        sys.stdin = _nowhere(os.O_WRONLY, "r")
    if sys.stdout is None:
        sys.stdout = _nowhere(os.O_RDWR, "w")
    if sys.stderr is None:
        sys.stderr = _nowhere(os.O_RDWR, "w")
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            # The encoding of the terminal may lack letters, such as those of a file's name.
            stream.reconfigure(errors=_PLAIN)


def _plainly(error: UnicodeError) -> tuple[str, int]:
    """Write what an encoding lacks in ASCII, escaped if there is nothing that looks like it."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    lacking = error.object[error.start : error.end]
    escaped = (each.encode("ascii", "backslashreplace").decode() for each in lacking)
    plain = (_INSTEAD.get(each, code) for each, code in zip(lacking, escaped, strict=True))
    return "".join(plain), error.end


codecs.register_error(_PLAIN, _plainly)


def _nowhere(flags: int, mode: Literal["r", "w"]) -> TextIO:
    return open(os.open(os.devnull, flags), mode, encoding="utf-8")  # noqa: PTH123


def tell(text: str) -> None:
    """Write on standard error."""
    with contextlib.suppress(OSError):
        sys.stderr.write(text)
        sys.stderr.flush()


def drop_output() -> None:
    """Forget what standard output still holds: Python would complain once more when it flushes at exit."""
    with contextlib.suppress(OSError, ValueError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)
