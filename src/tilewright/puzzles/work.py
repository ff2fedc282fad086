"""Work of a run: puzzles with exactly one solution."""

from __future__ import annotations

import datetime
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar, TypedDict, Unpack

from tilewright.errors import LimitError, MemoryLimitError, RequestError, TilewrightError
from tilewright.model.board import Board
from tilewright.model.space.lattice import Turn
from tilewright.system.files.fields import Fields
from tilewright.system.runs.ledger import Unit
from tilewright.system.runs.lists import MOST_ITEMS, ListWork
from tilewright.system.runs.work import Read, read_optional

if TYPE_CHECKING:
    from tilewright.model.puzzle import Kind, Level
    from tilewright.puzzles.generator import Generated

#: Seeds to try for each puzzle.
_SEEDS = 4


class PuzzleOptions(TypedDict, total=False):
    """Options of `tilewright.generate`, by default None, False and 60 seconds."""

    turn: Turn | None
    level: Level | None
    minimal: bool
    timeout: float | None


class PuzzlesWork(ListWork):
    """Different puzzles with exactly one solution. An item is a seed.

    Two seeds may give the same puzzle, and a seed may give no puzzle, so there may be more seeds
    than puzzles. An answer is a puzzle or the reason why there is none.
    """

    kind = "puzzles"
    what = "seeds"
    heaviest_first = False
    grows = True

    says: ClassVar[Mapping[str, Read]] = {
        "puzzle": Fields.text,
        **dict.fromkeys(("board", "turn", "level", "date"), read_optional(Fields.text)),
        "pieces": Fields.texts,
        "minimal": Fields.flag,
        "timeout": read_optional(Fields.number),
        "seed": Fields.integer,
        "count": partial(Fields.integer, least=1, most=MOST_ITEMS),
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
        **options: Unpack[PuzzleOptions],
    ) -> PuzzlesWork:
        """Return the work of making `count` puzzles, starting with a seed; see
        `tilewright.generate`. The time limit applies to each seed.
        """
        from tilewright.puzzles.generator import default_pieces

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
                **options,
            }
        )

    def items(self) -> Sequence[int]:
        """Return the initial seeds."""
        return range(self.description["seed"], self.description["seed"] + self.description["count"])

    def more(self, answers: Sequence[Any]) -> list[tuple[Unit, float]]:
        """Return as many further seeds as puzzles are missing."""
        description = self.description
        puzzles, failed = self._collect_puzzles(answers)
        most = _SEEDS * description["count"] if description["count"] > 1 else 1
        missing = 0 if failed else min(description["count"] - len(puzzles), most - len(answers))
        begin = description["seed"] + len(answers)
        return [(seed, 1.0 / description["count"]) for seed in range(begin, begin + missing)]

    def answer(self, item: Unit) -> dict[str, Any]:
        """Make one puzzle."""
        from tilewright.model.puzzle import puzzle_json
        from tilewright.puzzles.generator import generate

        description = self.description
        board = None if description["board"] is None else Board.from_text(description["board"])
        try:
            generated = generate(
                description["puzzle"],
                board,
                *description["pieces"],
                turn=description["turn"],
                seed=int(item),
                level=description["level"],
                minimal=description["minimal"],
                date=None
                if description["date"] is None
                else datetime.date.fromisoformat(description["date"]),
                timeout=description["timeout"],
            )
        except TilewrightError as error:
            return {
                "failed": error.message,
                "kind": error.kind,
                "where": error.where,
                "limit": isinstance(error, LimitError),
            }
        return {
            "puzzle": puzzle_json(generated.puzzle),
            "solution": generated.solution.to_json(),
            "grade": {
                "level": generated.grade.level,
                "score": generated.grade.score,
                "counts": dict(generated.grade.counts),
            },
            "seed": generated.seed,
        }

    def puzzles(self, answers: Sequence[Any]) -> list[Generated]:
        """Return the different puzzles in the order of their seeds. Their grades have no steps."""
        puzzles, failed = self._collect_puzzles(answers)
        if failed and not puzzles:
            raise failed
        return puzzles

    def _collect_puzzles(self, answers: Sequence[Any]) -> tuple[list[Generated], LimitError | None]:
        """Return the puzzles, and the reason why there are no more."""
        from tilewright.puzzles.making.clues import GenerationError, NoPuzzleError

        puzzles: list[Generated] = []
        failed: LimitError | None = None
        for answer in answers:
            if len(puzzles) == self.description["count"]:
                return puzzles, None
            if "failed" in answer:
                if not answer["limit"]:
                    error = NoPuzzleError if answer["kind"] == NoPuzzleError.kind else RequestError
                    raise error(answer["failed"], where=answer["where"])
                memory = answer["kind"] == MemoryLimitError.kind
                limit = "--max-memory" if memory else "--timeout"
                again = failed is not None or not puzzles
                failed = (MemoryLimitError if memory else GenerationError)(
                    answer["failed"], where=limit
                )
                if again:
                    return puzzles, failed
                continue
            generated = _unpack(answer)
            # Two seeds can give one puzzle under two names.
            if all(
                replace(generated.puzzle, name="") != replace(puzzle.puzzle, name="")
                for puzzle in puzzles
            ):
                puzzles.append(generated)
        return puzzles, None


def _unpack(answer: dict[str, Any]) -> Generated:
    """Return a puzzle from JSON."""
    from tilewright.model.puzzle import puzzle_from_json
    from tilewright.model.tiling import Tiling
    from tilewright.puzzles.deduction import Grade
    from tilewright.puzzles.generator import Generated

    data, grade = dict(answer["puzzle"]), answer["grade"]
    # Runs of earlier versions call the ID a name.
    name = data.pop("id", None) or data.pop("name", None) or ""
    return Generated(
        replace(puzzle_from_json(data), name=name, level=grade["level"]),
        Tiling.from_json(answer["solution"]),
        Grade(grade["level"], grade["score"], grade["counts"]),
        answer["seed"],
    )
