"""Processes and the pipes between them: a worker ends when the process that started it closes its
end.
"""

from __future__ import annotations

import json
import os
import select
import subprocess
import sys
from collections.abc import Sequence
from multiprocessing.connection import Connection
from typing import BinaryIO

from tilewright.system.platform.interrupts import sheltered

try:
    import fcntl
except ImportError:  # pragma: no cover
    fcntl = None  # type: ignore[assignment]

#: Libraries must not start threads of their own, since the processes share the cores.
_ONE_THREAD = dict.fromkeys(
    (
        "OMP_NUM_THREADS",
        "OPENBLAS_NUM_THREADS",
        "MKL_NUM_THREADS",
        "VECLIB_MAXIMUM_THREADS",
        "NUMBA_NUM_THREADS",
    ),
    "1",
)
#: The beginning of each program; its first argument is `sys.path`.
_PATH = "import json, sys; sys.path[:] = json.loads(sys.argv.pop(1))"


def start_process(
    program: str, arguments: Sequence[str], stdin: int, pass_fds: Sequence[int] = ()
) -> subprocess.Popen[bytes]:
    """Start Python code with these arguments and standard input, protected from Ctrl-C on the
    terminal.

    `multiprocessing` is not used, since it would run the user's script again in each process.
    """
    path = json.dumps([place for place in sys.path if isinstance(place, str)])
    with sheltered():
        return subprocess.Popen(
            [sys.executable, "-P", "-c", f"{_PATH}\n{program}", path, *arguments],
            stdin=stdin,
            pass_fds=tuple(pass_fds),
            env=os.environ | _ONE_THREAD,
        )


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
