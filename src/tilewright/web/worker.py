"""Worker: the life of a process of the pool, which does what comes through a pipe within its limits."""

from __future__ import annotations

import contextlib
import signal
import time
import traceback
from collections.abc import Callable
from multiprocessing.connection import Connection
from typing import Any

from tilewright.web.failure import Unfinished

__all__ = ["live"]


class _Stop(BaseException):
    """Raised in the middle of work by a signal; not an Exception, so that nothing takes it for an error."""


def live(pipe: Connection, memory: int) -> None:
    """Do what comes through the pipe, one after the other, in the time and the memory that it may take."""
    import resource

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    busy, sending, pending = False, False, False

    def stop(*_: object) -> None:
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

    signal.signal(signal.SIGUSR1, stop)
    signal.signal(signal.SIGALRM, stop)
    with contextlib.suppress(EOFError, OSError):
        from tilewright.web import work

        work.warm_up()
        send((-1, "ready", None))
        while True:
            number, name, arguments, seconds = pipe.recv()
            try:
                try:
                    pending, busy = False, True
                    signal.setitimer(signal.ITIMER_REAL, seconds)
                    answer = _do(send, number, name, arguments)
                finally:
                    busy = False
                    signal.setitimer(signal.ITIMER_REAL, 0)
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
    from tilewright.web import work
    from tilewright.web.failure import Failure

    begin = time.monotonic()
    try:
        result = getattr(work, name)(**arguments)
        if hasattr(result, "__next__"):
            for item in result:
                send((number, "item", item))
            return "end", None
        same = work.lasting(arguments, result, time.monotonic() - begin)
        return "result" if same else "passing", result
    except LimitError as error:
        return "passing", {"finished": False, "reason": error.message}
    except TilewrightError as error:
        return "error", Failure(error.kind, error.message, error.where)
