"""The problem that the words of a command line describe."""

from __future__ import annotations

from collections.abc import Sequence

from tilewright import reading
from tilewright.cli.answers import say
from tilewright.cli.options import Rules
from tilewright.errors import RequestError
from tilewright.proof import area_reason
from tilewright.values.board import Board
from tilewright.values.problem import Problem


def check_wrap(rules: Rules, *boards: Board) -> None:
    """Reject --by-wrap if no board has joined sides."""
    if rules.by_wrap and not any(board.surface.joined for board in boards):
        raise RequestError("works only on boards with joined sides", where="--by-wrap")


#: With this many pieces, finding their placements takes seconds.
_MANY = 4000


def read_problem(
    board: str, pieces: Sequence[str], rules: Rules, *, distinct_pieces: bool = False
) -> Problem:
    """Return the problem that the words of a command line describe; equal pieces are mentioned
    unless `distinct_pieces`.
    """
    problem = reading.read_problem(
        board,
        *pieces,
        **rules.given(),
        say_lost=lambda lost: say(f"tilewright: {board}: ignored: {lost}"),
        distinct_pieces=distinct_pieces,
    )
    check_wrap(rules, problem.board)
    if len(problem.pieces) >= _MANY and not area_reason(problem):
        say(f"tilewright: {len(problem.pieces):,} pieces; this takes a while …")
    return problem
