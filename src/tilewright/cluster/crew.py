"""Who works on a run: what the run asks of them, whoever they are."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass

from tilewright.cluster.ledger import Task
from tilewright.cluster.work import Outcome

__all__ = ["Crew", "Done", "Event", "Failed", "Lost"]


@dataclass(frozen=True)
class Done:
    """A task was done."""

    task: int
    outcome: Outcome


@dataclass(frozen=True)
class Lost:
    """A task did not come back; it may be handed out again.

    Attributes
    ----------
    deaths : int
        How many workers have died on it; 0 if they died of something else.
    """

    task: int
    deaths: int
    why: str


@dataclass(frozen=True)
class Failed:
    """A task ended in an error, which it would do anywhere."""

    task: int
    error: Exception


#: What can become of a task.
Event = Done | Lost | Failed


class Crew(ABC):
    """Those who work on the tasks of one run.

    Attributes
    ----------
    name : str
        For people: ``4 processes``, or an address.
    exact : bool
        Whether it is known which task killed a worker. If not, all that were with it are suspects.
    """

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
        """Wait until something has happened, at most so long, and return all that has.

        Raises
        ------
        TilewrightError
            If there is nobody left who could work.
        """

    @abstractmethod
    def close(self) -> None:
        """End the work; what was not done is lost."""
