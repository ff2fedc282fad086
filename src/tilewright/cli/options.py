"""Options of the command: boards, pieces and rules as they are typed, and what several commands share."""

from __future__ import annotations

import math
import os
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Literal, TypeVar, cast, dataclass_transform, get_type_hints

from cyclopts import Parameter, Token

from tilewright import reading
from tilewright.cli.answers import say
from tilewright.errors import RequestError, quoted
from tilewright.problem import Problem
from tilewright.proof import area_reason

__all__ = [
    "BoardWord",
    "Natural",
    "OutPath",
    "PictureColors",
    "PieceWord",
    "Positive",
    "ProblemWord",
    "Rules",
    "Show",
    "Text",
    "Timeout",
    "Whole",
    "between",
    "options",
    "read_number",
    "read_problem",
    "refuse",
]

_Class = TypeVar("_Class", bound=type)


@dataclass_transform(frozen_default=True)
def options(group: _Class) -> _Class:
    """Make a class a group of options: a frozen dataclass whose fields stand among the options of a command.

    What its annotations name is looked up here, once; cyclopts would do it twice for each command line.
    """
    group.__annotations__ = get_type_hints(group, include_extras=True)
    made: type = dataclass(frozen=True)(group)
    return cast(_Class, Parameter(name="*")(made))


#: The BOARD argument of a command; ``-`` is standard input.
BoardWord = Annotated[str, Parameter(allow_leading_hyphen=True)]
#: BOARD and PIECES where they are a problem.
ProblemWord = Annotated[
    str, Parameter(allow_leading_hyphen=True, help="The board, or a named puzzle, which brings its pieces.")
]
PieceWord = Annotated[str, Parameter(help="The pieces; see tilewright --help.")]
#: The ``--timeout`` option of a command.
Timeout = Annotated[float | None, Parameter(help="Stop after this many seconds.")]
#: The ``-o`` option of a command: a file takes the place of standard output; ``-`` is standard output.
OutPath = Annotated[Path | None, Parameter(alias="-o", allow_leading_hyphen=True)]


#: With so many pieces, all that can be done with them takes seconds to find.
_MANY = 4000


def _whole(wanted: object, tokens: Sequence[Token]) -> int:
    # By itself cyclopts rounds 2.5 to 2.
    word = tokens[0].value
    if not re.fullmatch(r"[+-]?\d+", word, re.ASCII):
        raise ValueError(f"'{word}' is not a whole number")
    return read_number(word)


def read_number(word: str) -> int:
    """Read the digits of a number however long it is; Python by itself stops at some thousands."""
    if len(word) < 4000:
        return int(word)
    from flint import fmpz

    return int(fmpz(word))


def _text(wanted: object, tokens: Sequence[Token]) -> str:
    word = tokens[0].value
    try:
        # What the locale cannot decode is UTF-8 all the same: a terminal has sent it.
        return word if word.isprintable() else os.fsencode(word).decode()
    except UnicodeError:
        raise ValueError(f"{quoted(word)} is not text in UTF-8") from None


#: Words that are only shown, such as a title.
Text = Annotated[str, Parameter(converter=_text)]


def between(least: float, most: float = math.inf) -> Parameter:
    """Return the rule that a number lies between two."""

    def check(wanted: object, value: Any) -> None:
        if value is not None and not least <= value <= most:
            upto = f"at least {least}" if most == math.inf else f"{least} to {most}"
            raise ValueError(f"must be {upto}, got {value}")

    return Parameter(validator=check)


#: An integer, and nothing that would have to be rounded to one; from 0 or from 1 on.
Whole = Annotated[int, Parameter(converter=_whole)]
Natural = Annotated[Whole, between(0)]
Positive = Annotated[Whole, between(1)]


@options
class Rules:
    """The rules of a problem, beside board and pieces."""

    turn: Literal["free", "one-sided", "fixed"] | None = None
    """How pieces turn: free (turned and flipped, the default), one-sided (turned only, the default among cubes), fixed (not at all)."""

    place: tuple[str, ...] = ()
    """A piece that is already there, such as L3:0,0-1,0-1,1; may be given several times."""

    empty: str = "0"
    """How many cells may stay empty: at most N, or a range N..M; those marked '?' if the board has any."""

    by_wrap: bool = False
    """Where sides are joined: tell ways to go round apart that cover the same cells."""


@options
class Show:
    """How a command answers."""

    json: bool = False
    """Print one JSON object instead."""

    quiet: Annotated[bool, Parameter(alias="-q")] = False
    """Print no pictures."""

    verbose: Annotated[bool, Parameter(alias="-v")] = False
    """Say on standard error what was chosen, and why."""

    color: Literal["auto", "always", "never"] = "auto"
    """Color in the terminal; auto is yes on a terminal unless NO_COLOR is set."""


@options
class PictureColors:
    """The colors of pictures that are saved."""

    palette: Literal["tilewright", "okabe-ito", "muted", "light", "grays"] | None = None
    """The colors of a saved picture, all of which the color-blind can tell apart: tilewright (the default), okabe-ito, muted, light or grays."""

    patterns: bool = False
    """Hatch each color of a saved picture in its own way as well: for copies without color, use it with --palette grays."""


def refuse(*conflicts: tuple[object, str, str | None]) -> None:
    """Raise for the first of (whether it was asked for, what is wrong with that, where) that was asked for."""
    for given, message, where in conflicts:
        if given:
            raise RequestError(message, where=where)


def read_problem(board: str, pieces: Sequence[str], rules: Rules) -> Problem:
    """Return the problem that the arguments of a command mean."""
    problem = reading.read_problem(
        board,
        *pieces,
        empty=_range(rules.empty),
        turn=rules.turn,
        placed=rules.place,
        by_wrap=rules.by_wrap,
        say_lost=lambda lost: say(f"tilewright: {board}: not taken over: {lost}"),
    )
    if len(problem.pieces) >= _MANY and not area_reason(problem):
        say(f"tilewright: laying {len(problem.pieces):,} pieces on the board; that takes a while …")
    return problem


def _range(word: str) -> int | tuple[int, int]:
    match = re.fullmatch(r"(\d+)(?:\.\.(\d+))?", word)
    if match is None:
        raise RequestError(f"'{word}' is not a number of cells; it is N (at most) or N..M", where="--empty")
    return int(match[1]) if match[2] is None else (int(match[1]), int(match[2]))
