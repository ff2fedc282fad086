"""Work of a run: the numbers of tilings of squares."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar, Literal, TypedDict, Unpack

from tilewright.model.piece import PieceLike
from tilewright.model.problem import Problem
from tilewright.model.space.lattice import Turn
from tilewright.system.files.fields import Fields
from tilewright.system.runs.ledger import Unit
from tilewright.system.runs.lists import MOST_ITEMS, ListWork
from tilewright.system.runs.work import Read, read_optional

if TYPE_CHECKING:
    from tilewright.model.cover import Unique


class CountOptions(TypedDict, total=False):
    """Options of `counting.count_square`, False, 0 or "auto" by default."""

    empty: bool
    unique: Unique
    mod: int
    direction: Literal["auto", "rows", "columns", "layers"]
    check: bool


class CountsWork(ListWork):
    """The numbers of tilings of the squares 0x0, 1x1, 2x2, …; an item is the side.

    They are taken in order, since each takes several times as long as the one before. An answer has
    ``n``, ``count`` (digits), ``method`` and ``checked``.
    """

    kind = "counts"
    what: ClassVar[str] = "boards"
    heaviest_first = False

    says: ClassVar[Mapping[str, Read]] = {
        **dict.fromkeys(("on", "turn", "direction"), Fields.text),
        "pieces": Fields.texts,
        **dict.fromkeys(("empty", "check"), Fields.flag),
        "unique": partial(Fields.flag_or_word, word="rotations"),
        "upto": partial(Fields.integer, most=MOST_ITEMS),
        "mod": Fields.integer,
        "memory": read_optional(partial(Fields.integer, least=1)),
    }

    def _read(self, answer: Any) -> object:
        if not re.fullmatch(r"[0-9]+", answer["count"], re.ASCII) or type(answer["n"]) is not int:
            raise ValueError
        return answer["method"] + answer["checked"]

    @classmethod
    def of(
        cls,
        *pieces: PieceLike,
        upto: int,
        turn: Turn | None = None,
        on: str = "",
        max_memory: int | None = None,
        **options: Unpack[CountOptions],
    ) -> CountsWork:
        """Return the work of counting squares up to `upto`, with `max_memory` bytes for each
        process; see `counting.count_square`.
        """
        probe = Problem(f"{on}1x1", *pieces, turn=turn)
        return cls(
            {
                "kind": cls.kind,
                "on": on,
                "pieces": [piece.word() for piece in probe.pieces],
                "turn": probe.turn,
                "upto": upto,
                "memory": max_memory,
                **CountOptions(empty=False, unique=False, mod=0, direction="auto", check=False),
                **options,
            }
        )

    def items(self) -> Sequence[int]:
        """Return the sides."""
        return range(self.description["upto"] + 1)

    def answer(self, item: Unit) -> dict[str, Any]:
        """Count one square."""
        from flint import fmpz

        from tilewright.counting.answers.number import count_square

        said = self.description
        options = {name: said[name] for name in ("turn", "on", *CountOptions.__annotations__)}
        square = count_square(int(item), *said["pieces"], threads=1, **options)
        # Python limits the number of digits in str(int).
        digits = str(fmpz(square.value))
        return {
            "n": square.side,
            "count": digits,
            "method": square.method,
            "checked": square.checked,
        }
