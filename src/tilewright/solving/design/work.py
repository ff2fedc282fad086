"""Work of a run: designs. Blocks of sets are examined by several processes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any, ClassVar

from tilewright.model.answer import stated_problem
from tilewright.solving.design.answer import Designs
from tilewright.solving.design.designing import Designer, SolvingSet
from tilewright.system.files.fields import Fields
from tilewright.system.runs.ledger import Unit
from tilewright.system.runs.lists import ListWork
from tilewright.system.runs.work import Read, read_optional


class DesignsWork(ListWork):
    """The sets of pieces that tile each of several boards; see `tilewright.design`.

    A unit consists of a number of pieces and the numbers of its first set and of the set after the
    last one. With a limit, each process rules out sets by the sets that it found itself.
    """

    kind = "designs"
    what = "sets"
    heaviest_first = False
    grows = True

    says: ClassVar[Mapping[str, Read]] = {
        "problem": Fields.object,
        "boards": Fields.listed,
        "copies": read_optional(Fields.text),
        "fewest": Fields.flag,
        "limit": read_optional(partial(Fields.integer, least=1)),
    }

    def __init__(self, description: dict[str, Any], designer: Designer | None = None) -> None:
        super().__init__(description)
        if designer is None:
            problem = description["problem"]
            designer = Designer(
                [
                    stated_problem({**problem, "board": word}).board
                    for word in description["boards"]
                ],
                *problem["pieces"],
                turn=problem["turn"],
                copies=description["copies"],
                fewest=description["fewest"],
                limit=description["limit"],
            )
        self.designer = designer

    @classmethod
    def of(cls, designer: Designer, copies: str | None = None) -> DesignsWork:
        """Return the work of answering a question, which was asked with `copies`."""
        return cls(
            {
                "kind": cls.kind,
                **designer.to_json(),
                "copies": copies,
                "fewest": designer.fewest,
                "limit": designer.limit,
            },
            designer,
        )

    def items(self) -> Sequence[Unit]:
        """Return the blocks of the first numbers of pieces."""
        return [unit for unit, _ in self.more([])]

    def more(self, answers: Sequence[Any]) -> list[tuple[Unit, float]]:
        """Return the blocks of the next number of pieces if no smaller number has a set."""
        designer = self.designer
        done = max((answer["number"] for answer in answers), default=0)
        numbers = [number for number in designer.numbers if number > done]
        if designer.any_number:
            found = any(answer["sets"] for answer in answers)
            numbers = [] if found else numbers[:1]
        units = [[number, *block] for number in numbers for block in designer.blocks(number)]
        return [(unit, 1 / len(units)) for unit in units]

    def answer(self, item: Unit) -> dict[str, Any]:
        """Examine a block of sets."""
        number, first, stop = item
        known = len(self.designer.found)
        self.designer.examine(self.designer.pool.rows(number, first, stop))
        return {"number": number, "examined": stop - first, "sets": self.designer.found[known:]}

    def _read(self, answer: Any) -> list[SolvingSet]:
        if answer["number"] not in self.designer.pool.numbers or answer["examined"] < 1:
            raise ValueError
        sets = [SolvingSet(*one) for one in answer["sets"]]
        for copies, worst, board in sets:
            if worst < 1 or board < 0 or len(copies) != len(self.designer.pool.pieces):
                raise ValueError
            self.designer.boards[board]
        return sets

    def found(self, answers: Sequence[Any]) -> Designs:
        """Return the result from the answers of a complete run."""
        designer = self.designer
        designer.found = [one for answer in answers for one in self._read(answer)]
        designer.solving = len(designer.found)
        designer.examined = sum(answer["examined"] for answer in answers)
        if designer.any_number and answers:
            last = max(answer["number"] for answer in answers)
            designer.numbers = [number for number in designer.numbers if number <= last]
        return designer.answer()
