"""What all kinds of work have in common: where it begins, what a worker does with a task, and what comes of that."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar

from tilewright.cluster.ledger import Unit
from tilewright.files.fields import Fields
from tilewright.system.tables import Tables

__all__ = ["Outcome", "Work"]


@dataclass(frozen=True)
class Outcome:
    """What came of a task.

    Attributes
    ----------
    count : int
        How many it found.
    nodes : int
    seconds : float
    rest : list of (unit, weight)
        What is left of it, in order.
    data : bytes
        The content of its file; empty for no file.
    answer : str or None
        JSON that is kept in the ledger.
    worker : str
    """

    count: int
    nodes: int = 0
    seconds: float = 0.0
    rest: list[tuple[Unit, float]] = field(default_factory=list)
    data: bytes = b""
    answer: str | None = None
    worker: str = ""


class Work(ABC):
    """One kind of work.

    Attributes
    ----------
    kind : str
        The word for it in a ledger.
    description : dict
        JSON values that say all about it.
    budgeted : bool
        Whether its tasks end when their budget is spent, so that one that does not is hanging.
    heaviest_first : bool
        Whether tasks are taken by their weights; else in order.
    grows : bool
        Whether `more` may be needed when all is done.
    what : str
        What it counts.
    """

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
        """Return the units that are needed beside those that are done.

        Parameters
        ----------
        answers : sequence of JSON values
            What came of the units, in their order.
        """
        return []

    def share(self, tables: Tables) -> None:  # noqa: B027
        """Remember what helps the search where the other processes of this machine do that are at the same work."""

    def prepare(self) -> None:  # noqa: B027
        """Compile what is needed, once in each process."""
