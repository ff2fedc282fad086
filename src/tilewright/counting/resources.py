"""The resources of a count: threads, memory, progress reports, a checkpoint."""

from __future__ import annotations

import contextlib
import functools
import math
import operator
import os
import time
from collections.abc import Callable, Iterator, Mapping
from contextvars import ContextVar
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, TypeVar, cast

from tilewright.counting.checkpoint import CountCheckpoint
from tilewright.counting.tuning import USUAL, Tuning
from tilewright.errors import EngineError, MemoryLimitError, quoted
from tilewright.model.piece import find_name
from tilewright.model.problem import Problem
from tilewright.system.files.fields import Fields
from tilewright.system.platform.machine import allowed_memory, in_units, useful_threads
from tilewright.system.values.arguments import (
    check_integer,
    format_value,
)
from tilewright.system.work.deadline import Deadline, check_time, current_deadline
from tilewright.system.work.limits import check_names, limits_of, shown_signature
from tilewright.system.work.progress import StatesProgress

T = TypeVar("T")
_Method = TypeVar("_Method", bound=Callable[..., Any])
#: A number of tilings, or a sum of weights.
Number = int | Fraction

# Check the arguments of the public functions of counting.


def check_at_least(value: object, least: int, what: str) -> int:
    """Return an integer that must be at least `least`. `what` is the beginning of the error
    message: ````"``modulus``"````.
    """
    return check_integer(value, what, least, error=EngineError)


def check_rates(
    rates: object,
    names: tuple[str, ...],
    what: str,
    find: Callable[[str], int | None] | None = None,
) -> dict[str, Number]:
    """Return weights or costs of pieces as exact numbers, by the names in tilings."""
    if not isinstance(rates, Mapping):
        raise EngineError(
            f"the {what}s of the pieces must be a dict from names to numbers, such as {{'I': 2}}, "
            f"got {format_value(rates)}"
        )
    find = find or functools.partial(find_name, names=names)
    exact: dict[str, Number] = {}
    for key, value in rates.items():
        name = key
        if name not in names and isinstance(name, str) and (index := find(name)) is not None:
            name = names[index]
        if name not in names:
            raise EngineError(f"unknown piece {quoted(name)}. The pieces are {', '.join(names)}")
        if name in exact:
            raise EngineError(f"{quoted(key)} means the piece {name}, which already has a value")
        if isinstance(value, Fraction):
            exact[name] = value
            continue
        try:
            exact[name] = operator.index(value)
        except TypeError:
            raise EngineError(
                f"the {what} of {name} must be an int or a Fraction, such as Fraction(1, 2), got "
                f"{format_value(value)}"
            ) from None
    return exact


def sampling_weights(problem: Problem, weights: object) -> list[Fraction]:
    """Return the weight of each piece for random tilings, or raise `EngineError`."""
    exact = check_rates(weights, problem.names, "weight", problem.piece_index)
    for name, weight in exact.items():
        if weight < 0:
            raise EngineError(
                f"weights for random tilings must not be negative, but the weight of {name} is "
                f"{weight}"
            )
    return [Fraction(exact.get(name, 1)) for name in problem.names]


def simplest(value: Number) -> Number:
    """Return a number as an int if it is an integer."""
    return int(value) if value.denominator == 1 else value


#: Units of layers that differ in size.
_LAYERED = ("cell", "step")
#: A layer this many times as large as the largest one is larger; a board has about so many lines.
_GROWTH, _LINES = 1.02, 8


def refuse(states: int, needed: int, allowed: int, why: str) -> MemoryLimitError:
    """Return the error that states the required memory and the reason."""
    return MemoryLimitError(
        (f"{states:,} states need" if states != 1 else "one state needs")
        + f" {in_units(needed)}, more than the {in_units(allowed)} allowed"
        + (f"; {why}" if why else "")
    )


def stay_within(states: int, nbytes: int, max_memory: int | None, why: str = "") -> None:
    """Raise `MemoryLimitError` if more memory was held than allowed.

    Engines check their limit where memory grows, in steps of some thousand states. This makes it
    exact for small problems.
    """
    if max_memory is not None and nbytes > max_memory:
        raise refuse(states, nbytes, max_memory, why)


#: Called with the progress of a count.
Report = Callable[[StatesProgress], object]
#: Called with (layer, states so far, bytes) while a graph grows.
Watch = Callable[[int, int, int], None]


class _Peak:
    """The largest layer of states so far. Before the middle of a board, the speed does not allow an
    estimate.
    """

    def __init__(self, done: int, now: float) -> None:
        self._states, self._done, self._time = 0, done, now

    def left(self, done: int, total: int, states: int, now: float) -> float | None:
        """Return the remaining seconds, estimated from the speed since the largest layer, or None
        while layers grow.
        """
        if states > _GROWTH * self._states:
            self._states, self._done, self._time = states, done, now
        since = done - self._done
        # A line of cells has smaller and larger layers.
        if since < max(2, total // _LINES):
            return None
        return (total - done) * (now - self._time) / since


class Reporter:
    """Calls a report at intervals."""

    #: Which of several counts is reported.
    part: str = ""

    def __init__(
        self,
        report: Report | None,
        interval: float = 0.1,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._report = report
        self._interval = interval
        self._clock = clock
        self._begin = self._last = clock()
        self._first = 0
        self._peak = _Peak(0, self._begin)

    @property
    def listens(self) -> bool:
        """Whether there is a progress function."""
        return self._report is not None

    def begin(self, done: int = 0) -> None:
        """Start the clock of a phase."""
        self._begin = self._clock()
        self._peak = _Peak(done, self._begin)
        # The first step is reported at once: it shows where a run resumes.
        self._last = -math.inf
        self._first = done

    def watch(self, about: float = 0.0) -> Watch | None:
        """Return a function that reports the number of states of a growing graph, out of about
        `about`, or None if there is no progress function.
        """
        if not self.listens:
            return None
        self.begin()
        expected, first = round(about), True

        def watch(layer: int, states: int, nbytes: int) -> None:
            nonlocal first
            if first:
                # States of an earlier run say nothing about the speed of this one.
                self.begin(states)
                first = False
            self.tell(
                "states", states, expected if states < expected else 0, states, nbytes, unit="state"
            )

        return watch

    def tell(
        self, phase: str, done: int, total: int, states: int, nbytes: int, *, unit: str = "cell"
    ) -> None:
        """Report if it is time or the phase is done; raise `TimeLimitError` if the deadline has
        passed.
        """
        check_time()
        if self._report is None:
            return
        now = self._clock()
        layered = phase == "counts" and unit in _LAYERED
        ahead = self._peak.left(done, total, states, now) if layered else None
        if now - self._last < self._interval and done != total:
            return
        self._last = now
        rate = (done - self._first) / max(now - self._begin, 1e-9)
        left = ahead if layered else (total - done) / rate if rate > 0 and total else None
        self._report(
            StatesProgress(
                phase=phase,
                unit=unit,
                done=done,
                total=total,
                rate=rate,
                left=left,
                states=states,
                nbytes=nbytes,
                growing=layered and left is None and 0 < done < total,
                part=self.part,
            )
        )


#: Where counts explain what they expected and what they found; None if nobody listens.
_said: ContextVar[list[str] | None] = ContextVar("said", default=None)


@contextlib.contextmanager
def explanations(listen: bool) -> Iterator[list[str]]:
    """Return a context in which counts explain what they expected and what they found, if `listen`
    is True.
    """
    said: list[str] = []
    token = _said.set(said if listen else None)
    try:
        yield said
    finally:
        _said.reset(token)


@dataclass(frozen=True, eq=False)
class Resources:
    """The limits of a count, its progress function, its checkpoint, and its explanations."""

    threads: int = 1
    max_memory: int | None = None
    reporter: Reporter = field(default_factory=lambda: Reporter(None))
    saving: CountCheckpoint | None = None
    tuning: Tuning = USUAL
    said: list[str] | None = None

    @classmethod
    def of(
        cls,
        saving: CountCheckpoint | None = None,
        tuning: Tuning | None = None,
        *,
        threads: int | None = None,
    ) -> Resources:
        """Return the resources that the current limits allow, optionally with this many threads."""
        held, tuning = current_deadline(), tuning or USUAL
        reporter = Reporter(held.listener or None, tuning.report_every)
        return cls(useful_threads(threads), held.memory, reporter, saving, tuning, _said.get())

    def explain(self, text: Callable[[], str]) -> None:
        """Explain what was expected and what was found, if anyone listens."""
        if self.said is not None:
            part = self.reporter.part
            self.said.append(f"{part}: {text()}" if part else text())

    @classmethod
    def saved(
        cls,
        path: str | os.PathLike[str] | None,
        interval: float,
        tuning: Tuning | None,
        problem: Problem,
        *options: object,
    ) -> Resources:
        """Return the resources of a count with these options, saved to a path if there is one."""
        return cls.of(CountCheckpoint.of(path, interval, problem, *options, tuning=tuning), tuning)

    def step(
        self,
        name: str,
        work: Callable[[], T],
        write: Callable[[T], Any],
        read: Callable[[Fields], T],
    ) -> T:
        """Return the result of a step: the saved result, decoded by `read`, or else the result of
        `work`, which `write` encodes for saving.
        """
        saving = self.saving
        if saving is None:
            return work()
        if saving.begin(name):
            with saving.naming():
                return read(saving.done)
        result = work()
        saving.finish(write(result))
        return result

    @property
    def allowed(self) -> int:
        """The number of bytes that may still be used."""
        return allowed_memory(self.max_memory)

    def stay_within(self, states: int, nbytes: int, why: str = "") -> None:
        """Raise `MemoryLimitError` if more memory was held than allowed."""
        stay_within(states, nbytes, self.max_memory, why)


# Objects that are asked later keep the limits under which they were made, as `limits`.

#: The limits of the objects that are asked here.
_asked: ContextVar[tuple[Deadline, ...]] = ContextVar("asked", default=())


@contextlib.contextmanager
def question(kept: Deadline, deadline: Deadline) -> Iterator[None]:
    """Return a context in which a question uses this deadline instead of the limits of its object.
    Further questions to the object within this context use the same deadline.
    """
    if kept in (under_way := _asked.get()):
        yield
        return
    token = _asked.set((*under_way, kept))
    try:
        with deadline.holds():
            yield
    finally:
        _asked.reset(token)


def asked(method: _Method) -> _Method:
    """Return a method that answers within the limits of its object, which start at each call, or
    within limits that are passed instead.
    """
    names = limits_of(method)
    signature = shown_signature(method)

    @functools.wraps(method)
    def answer(asks: Any, *values: Any, **options: Any) -> Any:
        check_names(method, options, signature.parameters)
        given = {name: options.pop(name, None) for name in names}
        limits: Deadline = asks.limits.renewed()
        if any(value is not None for value in given.values()):
            limits = limits.renewed(given["timeout"], given["max_memory"])
        with question(asks.limits, limits):
            return method(asks, *values, **options)

    answer.__signature__ = signature  # type: ignore[attr-defined]
    return cast(_Method, answer)
