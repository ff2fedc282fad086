"""Work of a run: the rectangles that pieces tile."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from tilewright.model.space.lattice import Turn
from tilewright.shapes.work import PiecesWork
from tilewright.system.files.fields import Fields
from tilewright.system.runs.ledger import Unit
from tilewright.system.runs.work import Read, read_optional

if TYPE_CHECKING:
    from tilewright.shapes.rectangles.answers import Rectangles


class RectanglesWork(PiecesWork):
    """The rectangles that pieces tile. An answer is the result of `Rectangles.to_json`."""

    kind = "rectangles"

    says: ClassVar[Mapping[str, Read]] = {
        **PiecesWork.says,
        **dict.fromkeys(("widths", "memory"), read_optional(Fields.integer)),
        "search": read_optional(Fields.number),
    }

    def _read(self, answer: Any) -> object:
        from tilewright.shapes.rectangles.answers import Rectangles

        return Rectangles.from_json(answer)

    @classmethod
    def of(
        cls,
        *pieces: str,
        turn: Turn = "free",
        widths: int | None = None,
        search: float | None = None,
        max_memory: int | None = None,
        timeout: float | None = None,
    ) -> RectanglesWork:
        """Return the work of finding the rectangles of each piece, with `timeout` seconds for each;
        see `tilewright.rectangles`.
        """
        return cls._about(pieces, turn, timeout, widths=widths, search=search, memory=max_memory)

    def answer(self, item: Unit) -> dict[str, Any]:
        """Find the rectangles of one piece."""
        from tilewright.shapes.rectangles import rectangles
        from tilewright.shapes.rectangles.search import Effort

        description = self.description
        result = rectangles(
            self.pieces[int(item)],
            turn=description["turn"],
            max_width=description["widths"],
            max_memory=description["memory"],
            timeout=description["timeout"],
            effort=Effort.searching(description["search"]),
        )
        return result.to_json()

    def found(self, answers: Sequence[Any]) -> list[Rectangles]:
        """Return the results from the answers of a run."""
        from tilewright.shapes.rectangles.answers import Rectangles

        return [Rectangles.from_json(answer) for answer in answers]
