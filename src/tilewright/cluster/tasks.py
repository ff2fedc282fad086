"""Tasks of a run: what all kinds of work have in common, what comes of a task, and who executes it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar

from tilewright.cluster.ledger import Task, Unit
from tilewright.files.fields import Fields
from tilewright.system.tables import Tables

__all__ = ["Done", "Event", "Executor", "Failed", "Outcome", "Work", "WorkerDied"]


@dataclass(frozen=True)
class Outcome:
    """What came of a task."""

    count: int
    nodes: int = 0
    seconds: float = 0.0
    rest: list[tuple[Unit, float]] = field(default_factory=list)
    data: bytes = b""
    answer: str | None = None
    worker: str = ""


class Work(ABC):
    """One kind of work."""

    kind: ClassVar[str]
    budgeted: ClassVar[bool] = True
    heaviest_first: ClassVar[bool] = True
    grows: ClassVar[bool] = False
    what: ClassVar[str] = "tilings"

    def __init__(self, description: dict[str, Any]) -> None:
        self.description = description

    @classmethod
    @abstractmethod
    def check(cls, said: Fields) -> None:
        """Raise if a description, which may come from a ledger that was edited, lacks a value or has one of a wrong type."""

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
    """Those who work on the tasks of one run."""

    name: str
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
