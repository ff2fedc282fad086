"""The claims of an answer about designs, verified only from its JSON."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any

from tilewright.model.answer import stated_problem
from tilewright.model.claims import Claim, ClaimError, Unchecked, check_fields, check_stated, judge
from tilewright.model.problem import Problem
from tilewright.solving.search import solve, tilings
from tilewright.system.values.arguments import counted

_FIELDS = (
    "designs",
    "boards",
    "pool",
    "turn",
    "numbers",
    "order",
    "solving",
    "examined",
    "total",
    "complete",
)


def design_claims(record: dict[str, Any]) -> Iterator[Claim]:
    """Verify the JSON of a `Designs`: each set tiles each board, and has the stated number of
    tilings of its worst board. The engines of `solve` find the tilings.
    """
    check_fields(record, (*_FIELDS, "lattice"), "an answer about designs", _FIELDS)
    pool = _problem(record, record["boards"][0], record["pool"])
    worst = [int(one["worst"]) for one in record["designs"]]
    if worst != sorted(worst, reverse=record["order"] == "most"):
        raise ClaimError("the sets must be in the order of the solutions of their worst boards")
    yield judge(
        "the search examined all sets of pieces from the pool",
        lambda: _check_search(record),
    )
    for one in record["designs"]:
        check_fields(one, ("pieces", "worst", "board"), "a set", ("pieces", "worst", "board"))
        problems = {word: _problem(record, word, one["pieces"]) for word in record["boards"]}
        words = " ".join(one["pieces"])
        yield judge(
            f"{words} tile {counted(len(problems), 'board')}",
            partial(_check_tiled, pool, [*problems.values()]),
        )
        solutions = counted(int(one["worst"]), "tiling")
        yield judge(
            f"{words} have {solutions} of {one['board'].splitlines()[0]}",
            partial(_check_count, problems[one["board"]], one),
            not_checked=("that no other board has fewer",),
        )


def _problem(record: dict[str, Any], board: str, pieces: Sequence[str]) -> Problem:
    """Return the problem of a board with pieces."""
    fields = {"board": board, "pieces": pieces, "placed": [], "empty": [0, 0]}
    stated = stated_problem({**record, **fields})
    return Problem(stated.board, *pieces, turn=record["turn"])


def _check_search(record: dict[str, Any]) -> None:
    if record["complete"] is not (record["examined"] == record["total"]):
        raise ClaimError("'complete' must say whether as many sets were examined as there are")
    raise Unchecked("verification does not repeat the search")


def _check_tiled(pool: Problem, problems: Sequence[Problem]) -> Iterator[str]:
    """Yield the boards that the pieces do not tile."""
    allowed = {piece.polyomino.canonical(): piece.most for piece in pool.pieces}
    for piece in problems[0].pieces:
        most = allowed.get(piece.polyomino.canonical(), 0)
        if most is not None and piece.least > most:
            yield f"{piece.name} is not in the pool often enough"
    for problem in problems:
        if solve(problem) is None:
            yield f"they do not tile {problem.board}"


def _check_count(problem: Problem, stated: dict[str, Any]) -> None:
    found = sum(1 for _ in tilings(problem, limit=int(stated["worst"]) + 1))
    check_stated(stated, {"worst": str(found)})
