"""The problem that the words of a command line describe."""

from __future__ import annotations

import re
from collections.abc import Sequence

from tilewright import reading
from tilewright.cli.answers import say
from tilewright.cli.options import Rules
from tilewright.errors import RequestError
from tilewright.problem import Problem
from tilewright.proof import area_reason

#: With this many pieces, finding their placements takes seconds.
_MANY = 4000


def read_problem(board: str, pieces: Sequence[str], rules: Rules) -> Problem:
    """Return the problem that the words of a command line describe."""
    problem = reading.read_problem(
        board,
        *pieces,
        empty=_range(rules.empty),
        turn=rules.turn,
        placed=rules.placed,
        by_wrap=rules.by_wrap,
        say_lost=lambda lost: say(f"tilewright: {board}: ignored: {lost}"),
    )
    if len(problem.pieces) >= _MANY and not area_reason(problem):
        say(f"tilewright: {len(problem.pieces):,} pieces; this takes a while …")
    return problem


def _range(word: str | None) -> int | tuple[int, int] | None:
    if word is None:
        return None
    match = re.fullmatch(r"(\d+)(?:\.\.(\d+))?", word)
    if match is None:
        raise RequestError(f"must be a number of cells, N or N..M, got '{word}'", where="--empty")
    return int(match[1]) if match[2] is None else (int(match[1]), int(match[2]))
