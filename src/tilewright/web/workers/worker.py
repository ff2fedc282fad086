"""What a process of the pool runs, its pipe to the server, and why there may be no answer."""

from __future__ import annotations

import contextlib
import os
import sys
import time
import traceback
from collections.abc import Callable
from multiprocessing.connection import Connection
from typing import Any

from tilewright.system.background import in_background
from tilewright.system.garbage import collect_seldom
from tilewright.system.interrupts import Alarm, when_asked
from tilewright.system.pipes import end_when_closed
from tilewright.system.quota import limit_memory

__all__ = ["MAIN", "TEMPLATE", "Failure", "Unfinished", "handed", "live", "load", "main", "taken"]


class Failure(Exception):
    """What is wrong with a request."""

    def __init__(self, kind: str, message: str, where: str | None) -> None:
        super().__init__(kind, message, where)
        self.kind, self.message, self.where = kind, message, where


class Unfinished(Exception):
    """The work reached its limit of time or memory."""


if sys.platform == "win32":
    import msvcrt
    from multiprocessing.connection import PipeConnection

    def handed(pipe: PipeConnection) -> int:
        """Return an end of a pipe as `subprocess.Popen` accepts it for standard input."""
        return msvcrt.open_osfhandle(pipe.fileno(), os.O_RDWR)

    def taken() -> PipeConnection:
        """Return the pipe on standard input, and close that for everything else."""
        return PipeConnection(msvcrt.get_osfhandle(_moved()))

else:

    def handed(pipe: Connection) -> int:
        """Return an end of a pipe as `subprocess.Popen` accepts it for standard input."""
        return pipe.fileno()

    def taken() -> Connection:
        """Return the pipe on standard input, and close that for everything else."""
        return Connection(_moved())


def _moved() -> int:
    """Move standard input to another descriptor, and replace it by the null device."""
    moved = os.dup(0)
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    return moved


#: The code that each worker runs, and the code that it has loaded before.
MAIN = """
import signal
signal.signal(signal.SIGINT, signal.SIG_IGN)
from tilewright.web.workers.worker import main
main()
"""
TEMPLATE = "from tilewright.web.workers.worker import load; load()"


class _Stop(BaseException):
    """Raised by a signal in the middle of work. Not an Exception, so that nothing handles it as an error."""


def load() -> None:
    """Load and compile what every request needs, without slowing what else runs on the machine."""
    from tilewright.web.answers import work

    in_background(work.warm_up)


def main() -> None:
    """Run a worker: its pipe is standard input, its argument the memory limit in bytes."""
    collect_seldom()
    pipe = taken()
    end_when_closed(pipe.fileno())
    live(pipe, int(sys.argv[1]))


def live(pipe: Connection, memory: int) -> None:
    """Do the work that comes through the pipe, within its limits of time and memory."""
    limit_memory(memory)
    busy, sending, pending = False, False, False

    def stop() -> None:
        nonlocal pending
        if sending:
            pending = True  # an incomplete message would garble all that follow
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
        load()
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
                # The process is in a clean state and can continue. The server logs this line.
                place = traceback.extract_tb(error.__traceback__)[-1]
                what = " ".join(f"{type(error).__name__}: {error}".split())[:300]
                answer = ("crash", f"{what} ({place.name}, line {place.lineno})")
            send((number, *answer))


def _do(
    send: Callable[[tuple[Any, ...]], None], number: int, name: str, arguments: dict[str, Any]
) -> tuple[str, Any]:
    """Run an operation: a *result* is always the same, a *passing* one depended on a limit."""
    from tilewright.errors import LimitError, TilewrightError
    from tilewright.web.answers.operations import OPERATIONS

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
        answers = OPERATIONS[name].answers
        if answers is None or "reason" not in answers.model_fields:
            return "error", Unfinished()
        return "passing", answers(finished=False, reason=error.message)
    except TilewrightError as error:
        return "error", Failure(error.kind, error.message, error.where)
