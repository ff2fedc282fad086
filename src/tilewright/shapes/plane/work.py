"""Work of a run: whether pieces tile the plane."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, ClassVar

from tilewright.model.space.lattice import Turn
from tilewright.shapes.work import PiecesWork
from tilewright.system.files.fields import Fields
from tilewright.system.runs.ledger import Unit
from tilewright.system.runs.work import Read
from tilewright.system.work.deadline import Deadline

if TYPE_CHECKING:
    from tilewright.shapes.plane.decide import PlaneEffort


class PlaneWork(PiecesWork):
    """Whether pieces tile the plane. An answer is the result of
    `tilewright.shapes.plane.Plane.to_json`.
    """

    kind = "plane"

    says: ClassVar[Mapping[str, Read]] = {
        **PiecesWork.says,
        "tiles": Fields.integer,
        "coronas": Fields.integer,
    }

    def _read(self, answer: Any) -> object:
        from tilewright.shapes.plane.answer import table

        return table((answer,)), answer["piece"], answer["why"] + answer["verdict"]

    @classmethod
    def of(
        cls,
        *pieces: str,
        turn: Turn = "free",
        effort: PlaneEffort | None = None,
        timeout: float | None = None,
    ) -> PlaneWork:
        """Return the work of deciding each piece, with `timeout` seconds for each."""
        from tilewright.shapes.plane.decide import PlaneEffort

        limits = effort or PlaneEffort()
        return cls._about(pieces, turn, timeout, tiles=limits.tiles, coronas=limits.coronas)

    def answer(self, item: Unit) -> dict[str, Any]:
        """Decide one piece."""
        from tilewright.shapes.plane.decide import PlaneEffort, decide

        piece, description = self.pieces[int(item)], self.description
        effort = PlaneEffort(description["tiles"], description["coronas"])
        turn = piece.turn or description["turn"]
        with Deadline(description["timeout"]).holds():
            return decide([piece.name], [piece.polyomino], turn, effort).to_json()
