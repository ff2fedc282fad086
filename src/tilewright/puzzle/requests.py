"""Requests: what the arguments of a public function stand for, a problem, a puzzle, or a board and its pieces."""

from __future__ import annotations

from tilewright.arguments import format_value
from tilewright.board import Board
from tilewright.errors import ProblemError
from tilewright.piece import Piece
from tilewright.problem import Problem
from tilewright.puzzle.named import is_puzzle_name, written_puzzle
from tilewright.puzzle.puzzle import Puzzle

__all__ = ["as_problem"]


def as_problem(problem: Problem | Puzzle | Board | str, *pieces: Piece | str) -> Problem:
    """Return the problem that the arguments of a public function are: a problem, a named puzzle, or a board and pieces.

    Parameters
    ----------
    problem : Problem, Puzzle, Board or str
        A word is a board or the name of a puzzle.
    *pieces : Piece or str
        With a board.

    Raises
    ------
    RequestError
        If a word cannot be read, or pieces stand beside a problem or puzzle, which has its own.

    Examples
    --------
    >>> as_problem("4x4", "dominoes+") == Problem("4x4", "dominoes+")
    True
    >>> as_problem("talos:hub-gates-1").words()
    ['J4=2', 'Z4']
    """
    if isinstance(problem, str) and is_puzzle_name(problem):
        problem = written_puzzle(problem)
    if not isinstance(problem, Problem | Puzzle):
        return Problem(problem, *pieces)
    if pieces:
        kind = "puzzle" if isinstance(problem, Puzzle) else "problem"
        raise ProblemError(
            f"a {kind} has its own pieces; leave {format_value(pieces[0])} out", where="pieces"
        )
    return problem.problem() if isinstance(problem, Puzzle) else problem
