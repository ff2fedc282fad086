"""Worker: the life of a process of the pool, its pipe to the server, and why there may be no answer."""

from __future__ import annotations

import contextlib
import os
import sys
import time
import traceback
from collections.abc import Callable
from multiprocessing.connection import Connection
from typing import Any

from tilewright.system.garbage import collect_seldom
from tilewright.system.interrupts import Alarm, when_asked
from tilewright.system.pipes import end_when_closed
from tilewright.system.quota import limit_memory

__all__ = ["MAIN", "TEMPLATE", "Failure", "Unfinished", "handed", "live", "main", "taken"]


class Failure(Exception):
    """What was wrong with a request."""

    def __init__(self, kind: str, message: str, where: str | None) -> None:
        super().__init__(kind, message, where)
        self.kind, self.message, self.where = kind, message, where


class Unfinished(Exception):
    """The work was stopped by its limit of time or memory."""


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


#: What each worker runs, and what it has loaded before.
MAIN = """
import signal
signal.signal(signal.SIGINT, signal.SIG_IGN)
from tilewright.web.workers.worker import main
main()
"""
TEMPLATE = "from tilewright.web.answers.work import warm_up; warm_up()"


class _Stop(BaseException):
    """Raised in the middle of work by a signal; not an Exception, so that nothing takes it for an error."""


def main() -> None:
    """Be a worker: the pipe is standard input, the argument is the memory in bytes."""
    collect_seldom()
    pipe = taken()
    end_when_closed(pipe.fileno())
    live(pipe, int(sys.argv[1]))


def live(pipe: Connection, memory: int) -> None:
    """Do what comes through the pipe, one after the other, in the time and the memory that it may take."""
    limit_memory(memory)
    busy, sending, pending = False, False, False

    def stop() -> None:
        nonlocal pending
        if sending:
            pending = True  # half a message in the pipe would garble all that follow
        elif busy:
            raise _Stop

    def send(message: tuple[Any, ...]) -> None:
        nonlocal sending, pending
        sending = True
        pipe.send(message)
        sending = False
        if pending and busy:
            pending = False
            raise _Stop

    when_asked(stop)
    alarm = Alarm(stop)
    with contextlib.suppress(EOFError, OSError):
        from tilewright.web.answers import work

        work.warm_up()
        send((-1, "ready", None))
        while True:
            number, name, arguments, seconds = pipe.recv()
            try:
                try:
                    pending, busy = False, True
                    alarm.start(seconds)
                    answer = _do(send, number, name, arguments)
                finally:
                    busy = False
                    alarm.stop()
            except (_Stop, MemoryError):
                answer = ("error", Unfinished())
            except Exception as error:
                # Nothing of the work is left in this process: it can go on. The other side says so in one line.
                place = traceback.extract_tb(error.__traceback__)[-1]
                what = " ".join(f"{type(error).__name__}: {error}".split())[:300]
                answer = ("crash", f"{what} ({place.name}, line {place.lineno})")
            send((number, *answer))


def _do(
    send: Callable[[tuple[Any, ...]], None], number: int, name: str, arguments: dict[str, Any]
) -> tuple[str, Any]:
    """Do some work: a *result* is the same whenever it is asked for, a *passing* one came out of a limit."""
    from tilewright.errors import LimitError, TilewrightError
    from tilewright.web.answers.operations import OPERATIONS
    from tilewright.web.workers.worker import Failure

    begin = time.monotonic()
    try:
        operation = OPERATIONS[name]
        result = operation.work(**arguments)
        if hasattr(result, "__next__"):
            for item in result:
                send((number, "item", item))
            return "end", None
        same = operation.lasts(arguments, result, time.monotonic() - begin)
        return "result" if same else "passing", result
    except LimitError as error:
        return "passing", {"finished": False, "reason": error.message}
    except TilewrightError as error:
        return "error", Failure(error.kind, error.message, error.where)
