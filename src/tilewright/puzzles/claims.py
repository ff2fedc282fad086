"""The claims about generated puzzles, verified only from JSON."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from tilewright.model.answer import PROBLEM_FIELDS, check_tiling
from tilewright.model.claims import Claim, ClaimError, check_fields, check_stated, judge
from tilewright.model.problem import Problem
from tilewright.model.puzzle import find_puzzle, marks_shown, puzzle_from_json
from tilewright.model.tiling import Tiling
from tilewright.solving.search.claims import one_solution

#: The fields of a puzzle that are needed, and those of which nothing is checked.
_NEEDED = ("whole_id", "id", "kind", "solution", "board", "pieces", "turn", "placed", "empty")
_UNREAD = ("title", "seed", "level", "score", "steps", "instructions")


def made_claims(record: dict[str, Any]) -> Iterator[Claim]:
    """Verify the JSON from `make`."""
    check_fields(record, ("kind", "seed", "complete", "puzzles"), "the output of `make`")
    if not isinstance(record["puzzles"], list):
        raise ClaimError("'puzzles' must be a list")
    for number, data in enumerate(record["puzzles"], start=1):
        yield from puzzle_claims(data, f"puzzle {number}", record)


def puzzle_claims(
    data: dict[str, Any], what: str = "the puzzle", among: Mapping[str, Any] | None = None
) -> Iterator[Claim]:
    """Verify a puzzle, alone or `among` others: the ID belongs to the puzzle, and the solution is
    the only one.
    """
    record = among or {}
    problems: list[Problem] = []

    def check() -> list[str]:
        fields = (*_UNREAD, *PROBLEM_FIELDS, *_NEEDED, "shows", "solutions")
        check_fields(data, fields, "a puzzle", _NEEDED)
        puzzle = find_puzzle(str(data["whole_id"]))
        problem = puzzle.problem()
        shown = puzzle_from_json({**data, "board": f"{data['board']}\n"})
        if (shown.kind, shown.problem()) != (puzzle.kind, problem) or shown.name != data["id"]:
            raise ClaimError("the ID belongs to another puzzle")
        check_tiling(data["solution"], problem)
        check_stated(data, {"solutions": "1", "shows": marks_shown(problem)})
        check_stated(record, {"kind": puzzle.kind})
        faults = Tiling.from_json(data["solution"]).faults(problem)
        problems.append(problem)
        return faults

    unread = tuple(name for name in (*_UNREAD, "complete") if name in data or name in record)
    yield judge(f"{what} has the stated solution", check, not_checked=unread)
    yield from map(one_solution, problems)
