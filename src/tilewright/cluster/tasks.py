"""Tasks of a run: what all kinds of work have in common, what comes of a task, and who executes it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from tilewright.cluster.ledger import Outcome, Task, Unit
from tilewright.files.fields import Fields
from tilewright.system.tables import Tables

__all__ = ["Done", "Event", "Executor", "Failed", "Read", "Work", "WorkerDied", "optional"]


#: Reads a value of a description, and raises if it is of a wrong type.
Read = Callable[[Fields, str], object]


def optional(read: Read) -> Read:
    """Return what reads a value that may be missing or null."""
    return lambda said, name: read(said, name) if said.given(name) else None


class Work(ABC):
    """One kind of work; its description, JSON values, says all about it."""

    #: The word for it in a ledger.
    kind: ClassVar[str]
    #: Whether its tasks end when their budget is spent, so that one that does not is hanging.
    budgeted: ClassVar[bool] = True
    #: Whether tasks are taken by their weights; else in order.
    heaviest_first: ClassVar[bool] = True
    #: Whether `more` may be needed when all is done.
    grows: ClassVar[bool] = False
    #: What it counts.
    what: ClassVar[str] = "tilings"

    def __init__(self, description: dict[str, Any]) -> None:
        self.description = description

    #: What reads each value of a description.
    says: ClassVar[Mapping[str, Read]] = {}

    @classmethod
    def check(cls, said: Fields) -> None:
        """Raise if a description, which may come from a ledger that was edited, lacks a value or has one of a wrong type."""
        for name, read in cls.says.items():
            read(said, name)

    @abstractmethod
    def first(self) -> list[tuple[Unit, float]]:
        """Return the units that the work begins with."""

    @abstractmethod
    def do(self, units: Sequence[tuple[Unit, float]], budget: int) -> Outcome:
        """Work on some units until the budget is spent."""

    def more(self, answers: Sequence[Any]) -> list[tuple[Unit, float]]:
        """Return the units that are needed beside those that are done."""
        return []

    def share(self, tables: Tables) -> None:  # noqa: B027
        """Remember what helps the search where the other processes of this machine do that are at the same work."""

    def prepare(self) -> None:  # noqa: B027
        """Compile what is needed, once in each process."""


@dataclass(frozen=True)
class Done:
    """A task was done."""

    task: int
    outcome: Outcome


@dataclass(frozen=True)
class WorkerDied:
    """A task did not come back; it may be handed out again."""

    task: int
    #: How many workers have died on it; 0 if they died of something else.
    deaths: int
    why: str


@dataclass(frozen=True)
class Failed:
    """A task ended in an error, which it would do anywhere."""

    task: int
    error: Exception


#: What can become of a task.
Event = Done | WorkerDied | Failed


class Executor(ABC):
    """Who executes the tasks of one run: processes of this machine, or a cluster."""

    #: For people: ``4 processes``, or an address.
    name: str
    #: Whether it is known which task killed a worker. If not, all that were with it are suspects.
    exact: bool

    @property
    @abstractmethod
    def threads(self) -> int:
        """How many tasks can be worked on at the same time."""

    @property
    @abstractmethod
    def workers(self) -> int:
        """How many processes there are."""

    @property
    def waiting(self) -> str:
        """Why nobody can work now, in words for people; empty if somebody can."""
        return ""

    @property
    def window(self) -> int:
        """How many tasks may be handed out and not yet done."""
        return 2 * self.threads

    @abstractmethod
    def submit(self, task: Task, budget: int, patience: float | None) -> None:
        """Hand out a task. When it does not come back for so many seconds of work, its worker is given up."""

    @abstractmethod
    def poll(self, seconds: float) -> list[Event]:
        """Wait until something has happened, at most so long, and return all that has."""

    @abstractmethod
    def close(self) -> None:
        """End the work; what was not done is lost."""
