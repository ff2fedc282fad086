"""Deadlines: one moment at which work has to end, for all that is done on the way, however deep.
With it go the memory and the threads that the work may take, and what hears of its progress.

A limit of time covers everything that a request needs: the polyominoes of a set, the placements,
the engine's tables, the search. So that none of these takes a parameter for it, a deadline holds
for a block of work, as the precision of `decimal` does, and long loops look at it with
`check_time`. So does the compiler of the kernels, between two of its passes: no pass takes longer
than about a second.

>>> with Deadline(60).holds():
...     check_time()

References
----------
N. J. Smith, "Timeouts and cancellation for humans", 2018, argues for deadlines that hold for
blocks.
"""

from __future__ import annotations

import contextlib
import functools
import math
import time
from collections.abc import Callable, Iterator
from contextvars import ContextVar
from copy import copy
from typing import Literal, ParamSpec, TypeVar

from tilewright.errors import TimeLimitError
from tilewright.system.values.arguments import check_memory, check_threads, check_timeout
from tilewright.system.work.progress import Progress

_Values = ParamSpec("_Values")
_Result = TypeVar("_Result")
#: What is called with the progress of work.
Listener = Callable[[Progress], object]


class Deadline:
    """A moment some seconds from now.

    Parameters
    ----------
    seconds : float, optional
        None for never.
    where : str, optional
        What the caller names the limit, for messages: ``timeout``, ``--timeout``.
    stop : callable, optional
        Asked now and then; if it returns True, the time is up.
    memory : int or str, optional
        The bytes that tables of the work may take; see
        `tilewright.system.platform.machine.check_room`. By default, as many as around it.
    threads : int, optional
        By default, as many as around it; see `tilewright.system.platform.machine.useful_threads`.
    listener : callable, False or None
        Called by `report`; None for that around it, False for none.
    own : bool
        Whether what is asked within it ends by no other limit, even if it has none itself.

    Attributes
    ----------
    seconds : float or None
        As given.
    memory : int or None
        In bytes.
    threads : int or None
    listener : callable, False or None

    Raises
    ------
    RequestError
        If a limit is no number above 0.
    """

    __slots__ = (
        "_end",
        "_own",
        "_stops",
        "inner",
        "listener",
        "memory",
        "seconds",
        "threads",
        "where",
    )

    def __init__(
        self,
        seconds: float | None = None,
        where: str = "timeout",
        stop: Callable[[], bool] | None = None,
        memory: int | str | None = None,
        threads: int | None = None,
        listener: Listener | Literal[False] | None = None,
        own: bool = False,
    ) -> None:
        self.seconds = seconds = check_timeout(seconds, where=where)
        self.memory = check_memory(memory)
        self.threads = check_threads(threads)
        self.listener = listener
        #: The innermost limit of time that holds: what is worked on answers at this one.
        self.inner = self
        self.where, self._own = where, own
        self._stops: tuple[Callable[[], bool], ...] = () if stop is None else (stop,)
        self._end = math.inf if seconds is None else time.monotonic() + seconds

    @property
    def left(self) -> float:
        """Seconds that are left: infinite if it never comes, negative when it has passed."""
        return self._end - time.monotonic()

    @property
    def passed(self) -> bool:
        """Whether the time is up."""
        return time.monotonic() >= self._end or (
            bool(self._stops) and any(stop() for stop in self._stops)
        )

    def error(self, doing: str = "") -> TimeLimitError:
        """Return the error that says that the time is up, and what was under way: `` after 3 of 5
        rows``.
        """
        if self.seconds is None:
            return TimeLimitError(f"the work was stopped{doing}", where=self.where)
        return TimeLimitError(
            f"the time limit of {self.seconds:g} seconds was reached{doing}", where=self.where
        )

    def error_before(self, goal: str) -> TimeLimitError:
        """Return the error that says that the time is up, and what was not reached: ``a tiling was
        found``.
        """
        return self.error(f" before {goal}")

    def check(self) -> None:
        """Go on if there is time left.

        Raises
        ------
        TimeLimitError
        """
        if self.passed:
            raise self.error()

    def renewed(self, seconds: float | None = None, memory: int | str | None = None) -> Deadline:
        """Return the same limits, or these in their place, beginning now: for an object that is
        asked later and keeps the `inner` one that held when it was made.
        """
        return Deadline(
            self.seconds if seconds is None else seconds,
            self.where,
            memory=self.memory if memory is None else memory,
            threads=self.threads,
            listener=self.listener,
        )

    @contextlib.contextmanager
    def holds(self) -> Iterator[None]:
        """Return a context in which `check_time` looks at this deadline, or at the one around it if
        that is earlier.

        It holds for the calling thread. A generator must not yield inside it: it would hold for the
        caller.
        """
        token = _holding.set(self._within(_holding.get()))
        try:
            yield
        finally:
            _holding.reset(token)

    def _within(self, around: Deadline) -> Deadline:
        """Return the earlier of two deadlines, with all that holds inside both."""
        first = self if self._end < around._end else around
        both = copy(first)
        # Without a limit of its own, it only adds to the one around it.
        is_limit = self._own or self.seconds is not None or self._stops
        both.inner = self if is_limit else around.inner
        both._stops = tuple(dict.fromkeys(self._stops + around._stops))
        both.memory = min(filter(None, (self.memory, around.memory)), default=None)
        both.threads = self.threads or around.threads
        both.listener = around.listener if self.listener is None else self.listener
        return both


_NEVER = Deadline()
_holding: ContextVar[Deadline] = ContextVar("deadline", default=_NEVER)


def current_deadline() -> Deadline:
    """Return the deadline that holds here, for work in other threads and for loops that end without
    an error.
    """
    return _holding.get()


def carried(function: Callable[_Values, _Result]) -> Callable[_Values, _Result]:
    """Return a function for other threads, in which the limits hold that hold here."""
    deadline = current_deadline()

    @functools.wraps(function)
    def call(*values: _Values.args, **options: _Values.kwargs) -> _Result:
        with deadline.holds():
            return function(*values, **options)

    return call


def check_time() -> None:
    """Go on if the deadline that holds here has not passed; made to be called in every long loop.

    Raises
    ------
    TimeLimitError
    """
    _holding.get().check()


def report(progress: Progress) -> None:
    """Call what listens to the work that is done here; see `tilewright.system.work.limits`."""
    if listener := _holding.get().listener:
        listener(progress)
