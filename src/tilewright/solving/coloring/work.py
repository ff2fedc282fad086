"""Work of a run: the colors of all tilings of a problem."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, ClassVar

from tilewright.errors import CheckpointError
from tilewright.model.cover import Unique, decode_batch
from tilewright.solving.search.store import steps
from tilewright.solving.search.work import TilingsWork
from tilewright.system.files.fields import Fields
from tilewright.system.runs.ledger import Outcome, Unit
from tilewright.system.runs.work import Read

if TYPE_CHECKING:
    from tilewright.model.problem import Problem
    from tilewright.solving.coloring.batch import ColorCounts


def _read_question(description: Fields, name: str) -> None:
    question = description.fields(name)
    question.text("touch")
    for flag in ("balanced", "outside"):
        question.flag(flag)
    if question.is_set("colors"):
        question.integer("colors")
    if question.is_set("numbers"):
        question.integers("numbers")


class ColorsWork(TilingsWork):
    """The colors of all tilings of a problem: workers judge the tilings and return only counts.

    `question` contains the arguments of `tilewright.solving.coloring.judge`. `sizes` is called
    ``numbers``, as in the first version.
    """

    kind = "colors"

    says: ClassVar[Mapping[str, Read]] = {**TilingsWork.says, "question": _read_question}

    @classmethod
    def asking(
        cls, problem: Problem, question: dict[str, Any], *, unique: Unique = False
    ) -> ColorsWork:
        """Return the work of coloring all tilings of a problem. `question` contains the arguments
        of `tilewright.solving.coloring.judge`.
        """
        # A ledger has the names of the first version.
        question = {
            "numbers" if name == "sizes" else name: value for name, value in question.items()
        }
        description = TilingsWork.of(problem, unique=unique).description
        return cls({**description, "kind": cls.kind, "question": question})

    def _outcome(self, rows: Any, nodes: int, rest: list[tuple[Unit, float]]) -> Outcome:
        from tilewright.solving.coloring.batch import ColorCounts

        question = dict(self.description["question"])
        sizes = question.pop("numbers")
        tally = ColorCounts(**question, sizes=None if sizes is None else tuple(sizes))
        board = self.search.problem.board
        for part in steps(self.search.cover, rows):
            labels, _ = decode_batch(self.search.cover, part)
            tally.judge(labels, lattice=board.lattice, surface=board.surface, threads=1)
        answer = json.dumps(
            [list(table.items()) for table in (tally.by_colors, tally.by_crossings)]
        )
        return Outcome(len(rows), nodes, rest=rest, answer=answer)

    @staticmethod
    def tally(answers: Iterable[str | None]) -> ColorCounts:
        """Add up the counts of several batches."""
        from tilewright.solving.coloring.batch import ColorCounts

        total = ColorCounts()
        for answer in answers:
            if answer is None:
                continue
            colors, points = _tables(answer)
            total.tilings += sum(count for _, count in colors)
            for table, values in ((total.by_colors, colors), (total.by_crossings, points)):
                for value, count in values:
                    table[value] = table.get(value, 0) + count
        return total


def _tables(answer: str) -> list[list[tuple[int, int]]]:
    """Return the counts by colors and by crossings from a ledger."""
    try:
        match json.loads(answer):
            case [[*colors], [*points]]:
                tables = [
                    [(int(value), int(count)) for value, count in table]
                    for table in (colors, points)
                ]
                if all(count >= 0 for table in tables for _, count in table):
                    return tables
    except (ValueError, TypeError, RecursionError):
        pass
    raise CheckpointError("the ledger is damaged: the color counts of a task are invalid")
