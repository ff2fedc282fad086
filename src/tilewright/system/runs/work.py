"""Tasks of a run: the base class of all kinds of work, the events of a task, and the interface of
executors.
"""

from __future__ import annotations

import contextlib
import os
import queue
import socket
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Self, TypeVar

from tilewright.system.files.fields import Fields
from tilewright.system.runs.ledger import Outcome, Task, Unit
from tilewright.system.values.arrays import Tables
from tilewright.system.work.deadline import Deadline

#: Reads a value of a description, or raises if it is invalid.
Read = Callable[[Fields, str], object]


def read_optional(read: Read) -> Read:
    """Return a reader for a value that may be missing or null."""
    return lambda description, name: read(description, name) if description.is_set(name) else None


class Work(ABC):
    """A kind of work, defined by its description of JSON values."""

    #: Its name in a ledger.
    kind: ClassVar[str]
    #: Whether its tasks respect their budget, so that one that runs too long must be hanging.
    budgeted: ClassVar[bool] = True
    #: Whether the heaviest tasks come first; otherwise they come in order.
    heaviest_first: ClassVar[bool] = True
    #: Whether `more` may return units.
    grows: ClassVar[bool] = False
    #: The plural name of its results.
    what: ClassVar[str] = "tilings"
    #: How the names of the files end that keep the data of its outcomes, if there are any.
    ending: str = ""
    #: Set by another thread: budgeted tasks end soon, with what is left of them.
    stopping: bool = False

    def __init__(self, description: dict[str, Any]) -> None:
        self.description = description

    #: The reader of each value of a description.
    says: ClassVar[Mapping[str, Read]] = {}

    @classmethod
    def check(cls, description: Fields) -> None:
        """Raise if a description, which may come from an edited ledger, has a missing or invalid
        value.
        """
        if description.has("memory"):
            description.integer("memory", least=1)
        for name, read in cls.says.items():
            read(description, name)

    def within(self, max_memory: int | None) -> Self:
        """Return the work, of which each process may use at most `max_memory` bytes."""
        if max_memory is not None:
            self.description["memory"] = max_memory
        return self

    @abstractmethod
    def first(self) -> list[tuple[Unit, float]]:
        """Return the initial units."""

    @abstractmethod
    def do(self, units: Sequence[tuple[Unit, float]], budget: int) -> Outcome:
        """Work on units until the budget is spent."""

    def do_measured(self, units: Sequence[tuple[Unit, float]], budget: int) -> Outcome:
        """Do what `do` does, and note the seconds and the worker."""
        begin = time.perf_counter()
        with Deadline(memory=self.description.get("memory")).holds():
            outcome = self.do(units, budget)
        worker = f"{socket.gethostname()}:{os.getpid()}"
        return replace(outcome, seconds=time.perf_counter() - begin, worker=worker)

    def answers(self, text: str | None) -> list[Any]:
        """Return the answers of a task from a ledger, which may have been edited; none by
        default.
        """
        return []

    def more(self, answers: Sequence[Any]) -> list[tuple[Unit, float]]:
        """Return further units that are needed after the finished ones."""
        return []

    def share(self, tables: Tables) -> None:  # noqa: B027
        """Share data that helps the search with other processes of this machine."""


@dataclass(frozen=True)
class Done:
    """A task was done."""

    task: int
    outcome: Outcome


@dataclass(frozen=True)
class WorkerDied:
    """A task did not come back, and may be handed out again."""

    task: int
    #: The number of workers that died on it; 0 if it was not the cause.
    deaths: int
    why: str


@dataclass(frozen=True)
class Failed:
    """A task raised an error, which it would do anywhere."""

    task: int
    error: Exception


#: What can happen to a task.
Event = Done | WorkerDied | Failed


_Message = TypeVar("_Message")


def received(messages: queue.SimpleQueue[_Message], seconds: float) -> Iterator[_Message]:
    """Wait for messages for at most `seconds`, and yield all of them."""
    with contextlib.suppress(queue.Empty):
        yield messages.get(timeout=max(0.0, seconds))
        while True:
            yield messages.get_nowait()


class Executor(ABC):
    """Executes the tasks of one run: threads, local processes or a cluster."""

    #: For display: ``4 processes`` or an address.
    name: str
    #: Whether it is known which task killed a worker. If not, all tasks that it had are suspects.
    exact: bool = True
    #: The number of tasks that can run at the same time.
    threads: int
    #: The number of threads or processes.
    workers: int
    #: Tasks handed out per thread: one at work, and enough waiting that it never idles.
    each: int = 2

    @property
    def waiting(self) -> str:
        """Why no worker is available, as a message; empty if one is."""
        return ""

    @property
    def window(self) -> int:
        """The most tasks that may be handed out at a time."""
        return self.each * self.threads

    @abstractmethod
    def submit(self, task: Task, budget: int, patience: float | None) -> None:
        """Hand out a task; give up its worker after `patience` seconds of work."""

    @abstractmethod
    def poll(self, seconds: float) -> list[Event]:
        """Wait for events for at most `seconds`, and return all of them."""

    def finish(self) -> list[Event]:
        """Stop all work, and return what unfinished tasks have done so far, if that is known;
        otherwise they are lost.
        """
        return []

    @abstractmethod
    def close(self) -> None:
        """Stop all work; unfinished tasks are lost."""
