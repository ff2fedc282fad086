"""Work of a run that asks the same question about each of several pieces."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Self

from tilewright.model.piece import parse_pieces
from tilewright.model.space.lattice import Turn, check_turn
from tilewright.system.files.fields import Fields
from tilewright.system.runs.lists import ListWork
from tilewright.system.runs.work import Read, read_optional


class PiecesWork(ListWork):
    """A question about each of several pieces. An item is the number of a piece."""

    what: ClassVar[str] = "pieces"

    says: ClassVar[Mapping[str, Read]] = {
        "pieces": Fields.texts,
        "turn": Fields.text,
        "timeout": read_optional(Fields.number),
    }

    def __init__(self, description: dict[str, Any]) -> None:
        super().__init__(description)
        turn = check_turn(description["turn"])
        self.pieces = [
            piece for word in description["pieces"] for piece in parse_pieces(word, turn)
        ]

    @classmethod
    def _about(
        cls, pieces: Sequence[str], turn: Turn, timeout: float | None, **details: Any
    ) -> Self:
        """Return the work of answering the question for each piece, with `timeout` seconds for
        each.
        """
        return cls(
            {"kind": cls.kind, "pieces": list(pieces), "turn": turn, **details, "timeout": timeout}
        )

    def items(self) -> Sequence[int]:
        """Return the numbers of the pieces."""
        return range(len(self.pieces))
