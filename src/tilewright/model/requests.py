"""The forms in which public functions accept a problem: a board and pieces, a string, a puzzle, or
a file.

A request is parsed once, at the entrance of a public function. The readers, which know all file
formats, are called by name, so that engines depend only on problems.
"""

from __future__ import annotations

import functools
import inspect
import os
from collections.abc import Callable, Sequence
from itertools import takewhile
from typing import Any, Concatenate, ParamSpec, Protocol, TypeVar, overload

import numpy as np

from tilewright.errors import ProblemError
from tilewright.model.board import Board
from tilewright.model.piece import Piece
from tilewright.model.problem import Problem, ProblemRules
from tilewright.model.puzzle import Puzzle
from tilewright.model.space.polyform import Polyform
from tilewright.system.lazy import provided
from tilewright.system.values.arguments import format_value
from tilewright.system.work.deadline import Deadline
from tilewright.system.work.limits import ThreadLimits, limits_of

_Options = ParamSpec("_Options")
_Answer = TypeVar("_Answer", covariant=True)

#: The types of what may stand for pieces.
PIECE_TYPES = (str, Piece, Polyform, np.ndarray, list, tuple)


class RequestOptions(ProblemRules, ThreadLimits, total=False):
    """The options of a request, and the limits on the work."""


class TakesRequest(Protocol[_Options, _Answer]):
    """A function of a problem with options, which accepts a whole request in place of the
    problem.
    """

    @overload
    def __call__(
        self, problem: Problem, *values: _Options.args, **options: _Options.kwargs
    ) -> _Answer: ...

    @overload
    def __call__(
        self,
        problem: Problem | Puzzle | Board | str | os.PathLike[str],
        *request: Any,
        **options: Any,
    ) -> _Answer: ...


def takes_request(
    function: Callable[Concatenate[Problem, _Options], _Answer],
) -> TakesRequest[_Options, _Answer]:
    """Make a function of a problem accept a whole request, as `read` does: a board and pieces, a
    string, a puzzle or a file, with options.

    The function receives a problem without faults. The arguments after the problem or the pieces
    are passed on.
    """
    signature = inspect.signature(function)
    first, *parameters = [
        parameter
        for parameter in signature.parameters.values()
        if parameter.kind is not parameter.VAR_KEYWORD
    ]
    behind = [
        parameter.name
        for parameter in parameters
        if parameter.kind is parameter.POSITIONAL_OR_KEYWORD
    ]
    # A rule that the function takes itself is not one of the problem.
    rules = ProblemRules.__optional_keys__ - signature.parameters.keys()
    known = {*(parameter.name for parameter in parameters), *rules, *limits_of(function)}

    @functools.wraps(function)
    def call(problem: Any, *rest: Any, **options: Any) -> _Answer:
        for name in options:
            if name not in known:
                raise TypeError(_unknown_argument(function.__name__, name, sorted(known)))
        room = len([name for name in behind if name not in options])
        pieces: Sequence[Any] = ()
        if not isinstance(problem, Problem | Puzzle):
            count = sum(1 for _ in takewhile(lambda value: isinstance(value, PIECE_TYPES), rest))
            count = max(count, len(rest) - room)
            pieces, rest = rest[:count], rest[count:]
        elif not behind:
            pieces, rest = rest, ()
        elif len(rest) > room:
            raise ProblemError(
                f"the problem already has pieces; unexpected argument {format_value(rest[0])}. "
                f"Write {function.__name__}(problem, {', '.join(f'{name}=…' for name in behind)})"
            )
        problem_rules: Any = {name: options.pop(name) for name in rules if name in options}
        with Deadline(options.get("timeout")).holds():
            problem = provided("read_request")(
                problem, pieces, problem_rules, distinct_pieces=bool(options.get("distinct_pieces"))
            )
        return function(problem, *rest, **options)

    call.__signature__ = signature.replace(  # type: ignore[attr-defined]
        parameters=[
            first.replace(annotation="Problem | Puzzle | Board | str | os.PathLike[str]"),
            inspect.Parameter("pieces", first.VAR_POSITIONAL, annotation="PieceLike"),
            *(parameter.replace(kind=first.KEYWORD_ONLY) for parameter in parameters),
            inspect.Parameter("rules", first.VAR_KEYWORD, annotation="Unpack[ProblemRules]"),
        ]
    )
    return call


def _unknown_argument(function: str, name: str, known: Sequence[str]) -> str:
    """Return the message about an unknown argument of a function, with a suggestion."""
    if name == "pieces":
        return (
            f"tilewright.{function} has no argument `pieces`; the pieces follow the board: "
            f"{function}(board, pieces)"
        )
    import difflib

    near = [
        argument for argument in known if argument.startswith(name) or name.startswith(argument)
    ] or difflib.get_close_matches(name, known, 1)
    advice = (
        f"Did you mean `{near[0]}`?"
        if near
        else f"It takes {', '.join(f'`{argument}`' for argument in known)}."
    )
    return f"tilewright.{function} has no argument `{name}`. {advice}"
