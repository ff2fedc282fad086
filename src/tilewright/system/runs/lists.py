"""Work on a list: each item is a task with its own JSON answer, which the ledger keeps.

The answers come in the order of the list, so they do not depend on the number of workers.
"""

from __future__ import annotations

import json
from abc import abstractmethod
from collections.abc import Sequence
from typing import Any

from tilewright.errors import CheckpointError
from tilewright.system.runs.ledger import Outcome, Unit
from tilewright.system.runs.work import Work

#: The most items of a list.
MOST_ITEMS = 10_000_000


class ListWork(Work):
    """A list of independent items; a unit is one item."""

    budgeted = False

    @abstractmethod
    def items(self) -> Sequence[Unit]:
        """Return the initial items, JSON values."""

    @abstractmethod
    def answer(self, item: Unit) -> Any:
        """Return the answer for an item, a JSON value."""

    @abstractmethod
    def _read(self, answer: Any) -> object:
        """Convert an answer into its value; any usual error means that it is invalid."""

    def answers(self, text: str | None) -> list[Any]:
        """Return the answers of a task from a ledger, which may have been edited."""
        try:
            answers: list[Any] = json.loads(text or "[]")
            for answer in answers:
                self._read(answer)
        except (LookupError, TypeError, ValueError, AttributeError, RecursionError):
            raise CheckpointError(
                "the ledger is damaged: an answer does not match this kind of run; start again in "
                "another folder"
            ) from None
        return answers

    def first(self) -> list[tuple[Unit, float]]:
        """Return the initial items as units."""
        items = self.items()
        return [(item, 1.0 / len(items)) for item in items]

    def do(self, units: Sequence[tuple[Unit, float]], budget: int) -> Outcome:
        """Answer items, ignoring the budget."""
        answers = [self.answer(item) for item, _ in units]
        return Outcome(len(answers), answer=json.dumps(answers))
