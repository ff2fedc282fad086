"""Read what was asked for: the options that commands share, boards and pieces."""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Literal

from cyclopts import Parameter, Token

from tilewright.board import Board
from tilewright.cli.output import say
from tilewright.errors import BoardError, RequestError
from tilewright.piece import Piece
from tilewright.problem import Problem
from tilewright.proof import area_reason
from tilewright.puzzle import find_puzzle, is_puzzle_name
from tilewright.puzzlefile import is_puzzle_file, read_puzzle_file
from tilewright.symmetry import Turn, check_turn

__all__ = ["BoardWord", "OutPath", "Rules", "Show", "Whole", "read_board", "read_number", "read_problem"]

#: The BOARD argument of a command; ``-`` is standard input.
BoardWord = Annotated[str, Parameter(allow_leading_hyphen=True)]
#: The ``-o`` option of a command: a file takes the place of standard output; ``-`` is standard output.
OutPath = Annotated[Path | None, Parameter(alias="-o", show_default=False, allow_leading_hyphen=True)]


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


#: A whole number, and nothing that would have to be rounded to one.
Whole = Annotated[int, Parameter(converter=_whole)]


@Parameter(name="*")
@dataclass(frozen=True)
class Rules:
    """The rules of a problem, beside board and pieces."""

    turn: Annotated[Literal["free", "one-sided", "fixed"] | None, Parameter(show_default=False)] = None
    """How pieces turn: free (all 8 ways, the default), one-sided (the 4 rotations), fixed (none)."""

    place: Annotated[tuple[str, ...], Parameter(negative="", show_default=False)] = ()
    """A piece that is already there, such as L3:0,0-1,0-1,1; may be given several times."""

    empty: Annotated[str, Parameter(show_default=False)] = "0"
    """How many cells may stay empty: at most N, or a range N..M; those marked '?' if the board has any."""


@Parameter(name="*")
@dataclass(frozen=True)
class Show:
    """How a command answers."""

    json: Annotated[bool, Parameter(negative="", show_default=False)] = False
    """Print one JSON object instead."""

    quiet: Annotated[bool, Parameter(alias="-q", negative="", show_default=False)] = False
    """Print no pictures."""

    verbose: Annotated[bool, Parameter(alias="-v", negative="", show_default=False)] = False
    """Say on standard error what was chosen, and why."""

    color: Annotated[Literal["auto", "always", "never"], Parameter(show_default=False)] = "auto"
    """Color in the terminal; auto is yes on a terminal unless NO_COLOR is set."""


def read_board(word: str) -> Board:
    """Return the board that a word means: the grammar, a file, or ``-`` for standard input.

    Raises
    ------
    BoardError
        If it means none.
    """
    if word == "-":
        return Board.read(sys.stdin)
    if not word.strip():
        raise BoardError(
            "which board? It is rows x columns, such as 6x10, a drawing or a file", where="BOARD"
        )
    try:
        return Board.parse(word)
    except BoardError as error:
        # Words of the grammar with something wrong in them keep their own message.
        if re.match(r"\d+[xX×]\d|2\^\d", word):
            raise
        if is_file(word) or "/" in word or "." in word:
            return Board.read(word)
        raise BoardError(error.message) from None


def is_file(word: str) -> bool:
    """Whether there is a file (or folder) of this name; a word that no file can be called is none."""
    try:
        return Path(word).exists()
    except (OSError, ValueError):
        return False


def read_problem(board: str, pieces: tuple[str, ...], rules: Rules) -> Problem:
    """Return the problem that the arguments of a command mean.

    Raises
    ------
    RequestError
        If anything in it is wrong.
    """
    empty = _range(rules.empty)
    if is_puzzle_name(board) or is_puzzle_file(board):
        puzzle = find_puzzle(board) if is_puzzle_name(board) else read_puzzle_file(board)
        if pieces:
            raise RequestError(
                f"the puzzle brings its own pieces ({' '.join(puzzle.pieces)}); leave '{pieces[0]}' out",
                where=board,
            )
        turn: Turn = rules.turn or puzzle.turn
        if empty == 0 and puzzle.empty != (0, 0):
            empty = puzzle.empty
        placed = (*puzzle.placed, *rules.place)
        problem = Problem(puzzle.board, *puzzle.pieces, turn=turn, placed=placed, empty=empty)
    else:
        turn = check_turn(rules.turn or "free")
        # First, so that a file that is not there is said to be missing.
        read = read_board(board)
        if not pieces:
            raise RequestError(
                f"which pieces? Name at least one after the board, such as 'tilewright … {board} pentominoes'",
                where="PIECES",
            )
        listed: tuple[str | Piece, ...] = pieces
        problem = Problem(read, *listed, turn=turn, placed=rules.place, empty=empty)
    problem.check()
    if len(problem.pieces) >= _MANY and not area_reason(problem):
        say(f"tilewright: laying {len(problem.pieces):,} pieces on the board; that takes a while …")
    return problem


def _range(word: str) -> int | tuple[int, int]:
    match = re.fullmatch(r"(\d+)(?:\.\.(\d+))?", word)
    if match is None:
        raise RequestError(f"'{word}' is not a number of cells; it is N (at most) or N..M", where="--empty")
    return int(match[1]) if match[2] is None else (int(match[1]), int(match[2]))
