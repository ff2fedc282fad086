"""Work on lists: each item is a task with its own JSON answer, which the ledger keeps.

Counts of squares, puzzles, and tables of pieces. The answers come in the order of the list, so they
do not depend on the number of workers.
"""

from __future__ import annotations

import datetime
import json
import re
from abc import abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar, Literal, Self, TypedDict, Unpack

from tilewright.cluster.ledger import Outcome, Unit
from tilewright.cluster.tasks import Read, Work, optional
from tilewright.errors import (
    CheckpointError,
    LimitError,
    MemoryLimitError,
    RequestError,
    TilewrightError,
)
from tilewright.files.fields import Fields
from tilewright.lattices.lattice import Turn, check_turn
from tilewright.values.board import Board
from tilewright.values.piece import PieceLike, parse_pieces
from tilewright.values.problem import Problem

if TYPE_CHECKING:
    from tilewright.cover import Unique
    from tilewright.generation import Generated
    from tilewright.puzzle import Kind, Level
    from tilewright.rectification import Rectangles
    from tilewright.tessellation import PlaneEffort

#: Seeds to try for each puzzle.
_SEEDS = 4
#: The most items of a list.
_MOST_ITEMS = 10_000_000


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
                "the ledger is damaged: an answer does not fit this kind of run; start again in "
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


class CountOptions(TypedDict, total=False):
    """Options of `counting.count_square`, False, 0 or "auto" by default."""

    empty: bool
    unique: Unique
    modulus: int
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
        **dict.fromkeys(("on", "turn", "scan"), Fields.text),
        "pieces": Fields.texts,
        **dict.fromkeys(("empty", "check"), Fields.flag),
        "unique": partial(Fields.flag_or_word, word="rotations"),
        "upto": partial(Fields.integer, most=_MOST_ITEMS),
        "modulus": Fields.integer,
        "memory": optional(partial(Fields.integer, least=1)),
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
        **asked: Unpack[CountOptions],
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
                "empty": False,
                "upto": upto,
                "unique": False,
                "modulus": 0,
                "scan": "auto",
                "check": False,
                "memory": max_memory,
                **{"scan" if name == "direction" else name: value for name, value in asked.items()},
            }
        )

    def items(self) -> Sequence[int]:
        """Return the sides."""
        return range(self.description["upto"] + 1)

    def answer(self, item: Unit) -> dict[str, Any]:
        """Count one square."""
        from flint import fmpz

        from tilewright.counting import count_square

        said = self.description
        found = count_square(
            int(item),
            *said["pieces"],
            turn=said["turn"],
            on=said["on"],
            empty=said["empty"],
            unique=said["unique"],
            mod=said["modulus"],
            threads=1,
            max_memory=said["memory"],
            direction=said["scan"],
            check=said["check"],
        )
        # Python limits the number of digits in str(int).
        digits = str(fmpz(found.value))
        return {"n": found.side, "count": digits, "method": found.method, "checked": found.checked}


class PuzzleOptions(TypedDict, total=False):
    """Options of `tilewright.generate`, by default None, False and 60 seconds."""

    turn: Turn | None
    level: Level | None
    minimal: bool
    timeout: float | None


class PuzzlesWork(ListWork):
    """Different puzzles with exactly one solution; an item is a seed.

    Two seeds may give the same puzzle, or one none, so there may be more seeds than puzzles. An
    answer is a puzzle or the reason why there is none.
    """

    kind = "puzzles"
    what = "seeds"
    heaviest_first = False
    grows = True

    says: ClassVar[Mapping[str, Read]] = {
        "puzzle": Fields.text,
        **dict.fromkeys(("board", "turn", "level", "date"), optional(Fields.text)),
        "pieces": Fields.texts,
        "minimal": Fields.flag,
        "timeout": optional(Fields.number),
        "seed": Fields.integer,
        "count": partial(Fields.integer, least=1, most=_MOST_ITEMS),
    }

    def _read(self, answer: Any) -> object:
        if "failed" in answer:
            where = answer["where"]
            words = (answer["failed"], answer["kind"], *([] if where is None else [where]))
            if (
                not all(isinstance(word, str) for word in words)
                or type(answer["limit"]) is not bool
            ):
                raise TypeError
            return None
        return _unpack(answer)

    @classmethod
    def of(
        cls,
        kind: Kind,
        board: Board | str | None = None,
        *pieces: str,
        count: int,
        seed: int,
        date: datetime.date | None = None,
        **asked: Unpack[PuzzleOptions],
    ) -> PuzzlesWork:
        """Return the work of making `count` puzzles from a seed on; see `tilewright.generate`. The
        time limit is for each seed.
        """
        from tilewright.generation import default_pieces

        field = Board.parse(board) if isinstance(board, str) else board
        if field is not None and not pieces:
            pieces = default_pieces(kind, field)
        return cls(
            {
                "kind": cls.kind,
                "puzzle": kind,
                "board": None if field is None else field.text() + "\n",
                "pieces": list(pieces),
                "turn": None,
                "level": None,
                "minimal": False,
                "date": None if date is None else date.isoformat(),
                "timeout": 60.0,
                "seed": seed,
                "count": count,
                **{"scan" if name == "direction" else name: value for name, value in asked.items()},
            }
        )

    def items(self) -> Sequence[int]:
        """Return the initial seeds."""
        return range(self.description["seed"], self.description["seed"] + self.description["count"])

    def more(self, answers: Sequence[Any]) -> list[tuple[Unit, float]]:
        """Return as many further seeds as puzzles are missing."""
        said = self.description
        made, failed = self._collect_puzzles(answers)
        most = _SEEDS * said["count"] if said["count"] > 1 else 1
        missing = 0 if failed else min(said["count"] - len(made), most - len(answers))
        begin = said["seed"] + len(answers)
        return [(seed, 1.0 / said["count"]) for seed in range(begin, begin + missing)]

    def answer(self, item: Unit) -> dict[str, Any]:
        """Make one puzzle."""
        from tilewright.generation import generate
        from tilewright.puzzle import puzzle_json

        said = self.description
        board = None if said["board"] is None else Board.from_text(said["board"])
        try:
            made = generate(
                said["puzzle"],
                board,
                *said["pieces"],
                turn=said["turn"],
                seed=int(item),
                level=said["level"],
                minimal=said["minimal"],
                date=None if said["date"] is None else datetime.date.fromisoformat(said["date"]),
                timeout=said["timeout"],
            )
        except TilewrightError as error:
            return {
                "failed": error.message,
                "kind": error.kind,
                "where": error.where,
                "limit": isinstance(error, LimitError),
            }
        return {
            "puzzle": puzzle_json(made.puzzle),
            "solution": made.solution.to_json(),
            "grade": {
                "level": made.grade.level,
                "score": made.grade.score,
                "counts": dict(made.grade.counts),
            },
            "seed": made.seed,
        }

    def made(self, answers: Sequence[Any]) -> list[Generated]:
        """Return the different puzzles in the order of their seeds; their grades have no steps."""
        made, failed = self._collect_puzzles(answers)
        if failed and not made:
            raise failed
        return made

    def _collect_puzzles(self, answers: Sequence[Any]) -> tuple[list[Generated], LimitError | None]:
        """Return the puzzles, and why there are no more; a seed that reached its limit ends the
        search for further ones.
        """
        from tilewright.generation import GenerationError, NoPuzzleError

        made: list[Generated] = []
        failed: LimitError | None = None
        for answer in answers:
            if len(made) == self.description["count"]:
                return made, None
            if "failed" in answer:
                if not answer["limit"]:
                    error = NoPuzzleError if answer["kind"] == NoPuzzleError.kind else RequestError
                    raise error(answer["failed"], where=answer["where"])
                memory = answer["kind"] == MemoryLimitError.kind
                limit = "--max-memory" if memory else "--timeout"
                again = failed is not None or not made
                failed = (MemoryLimitError if memory else GenerationError)(
                    answer["failed"], where=limit
                )
                if again:
                    return made, failed
                continue
            found = _unpack(answer)
            # Two seeds can give one puzzle under two names.
            if all(
                replace(found.puzzle, name="") != replace(each.puzzle, name="") for each in made
            ):
                made.append(found)
        return made, None


def _unpack(answer: dict[str, Any]) -> Generated:
    """Return a puzzle from JSON."""
    from tilewright.deduction import Grade
    from tilewright.generation import Generated
    from tilewright.puzzle import puzzle_from_json
    from tilewright.values.tiling import Tiling

    data, grade = dict(answer["puzzle"]), answer["grade"]
    # Runs of earlier versions call the ID a name.
    name = data.pop("id", None) or data.pop("name", None) or ""
    return Generated(
        replace(puzzle_from_json(data), name=name, level=grade["level"]),
        Tiling.from_json(answer["solution"]),
        Grade(grade["level"], grade["score"], grade["counts"]),
        answer["seed"],
    )


class PiecesWork(ListWork):
    """A question about each of several pieces; an item is its number."""

    what: ClassVar[str] = "pieces"

    says: ClassVar[Mapping[str, Read]] = {
        "pieces": Fields.texts,
        "turn": Fields.text,
        "timeout": optional(Fields.number),
    }

    def __init__(self, description: dict[str, Any]) -> None:
        super().__init__(description)
        turn = check_turn(description["turn"])
        self.pieces = [
            piece for word in description["pieces"] for piece in parse_pieces(word, turn)
        ]

    @classmethod
    def _about(cls, pieces: Sequence[str], turn: Turn, timeout: float | None, **asked: Any) -> Self:
        """Return the work of asking about each piece, with `timeout` seconds for each."""
        return cls(
            {"kind": cls.kind, "pieces": list(pieces), "turn": turn, **asked, "timeout": timeout}
        )

    def items(self) -> Sequence[int]:
        """Return the numbers of the pieces."""
        return range(len(self.pieces))


class PlaneWork(PiecesWork):
    """Whether pieces tile the plane; an answer is what `tilewright.tessellation.Plane.to_json`
    returns.
    """

    kind = "plane"

    says: ClassVar[Mapping[str, Read]] = {
        **PiecesWork.says,
        "tiles": Fields.integer,
        "coronas": Fields.integer,
    }

    def _read(self, answer: Any) -> object:
        from tilewright.tessellation import table

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
        from tilewright.tessellation import PlaneEffort

        limits = effort or PlaneEffort()
        return cls._about(pieces, turn, timeout, tiles=limits.tiles, coronas=limits.coronas)

    def answer(self, item: Unit) -> dict[str, Any]:
        """Decide one piece."""
        from tilewright.tessellation import PlaneEffort
        from tilewright.tessellation.decision import decide

        piece, said = self.pieces[int(item)], self.description
        effort = PlaneEffort(said["tiles"], said["coronas"])
        turn = piece.turn or said["turn"]
        return decide([piece.name], [piece.polyomino], turn, effort, said["timeout"]).to_json()


class RectanglesWork(PiecesWork):
    """The rectangles that pieces tile; an answer is what `tilewright.rectification.to_record`
    returns.
    """

    kind = "rectangles"

    says: ClassVar[Mapping[str, Read]] = {
        **PiecesWork.says,
        **dict.fromkeys(("widths", "memory"), optional(Fields.integer)),
        "search": optional(Fields.number),
    }

    def _read(self, answer: Any) -> object:
        from tilewright.rectification import from_record

        return from_record(answer)

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
        from tilewright.rectification import Effort, rectangles, to_record

        said = self.description
        found = rectangles(
            self.pieces[int(item)],
            turn=said["turn"],
            max_width=said["widths"],
            max_memory=said["memory"],
            timeout=said["timeout"],
            effort=Effort.searching(said["search"]),
        )
        return to_record(found)

    def found(self, answers: Sequence[Any]) -> list[Rectangles]:
        """Return the results from the answers of a run."""
        from tilewright.rectification import from_record

        return [from_record(answer) for answer in answers]
