"""Options of the command: boards, pieces and rules as they are typed, and what several commands share."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Literal, TypeVar, cast, dataclass_transform, get_type_hints

from cyclopts import Parameter, Token

from tilewright.board import Board, is_board_word
from tilewright.cli.answers import say
from tilewright.errors import BoardError, RequestError, quoted
from tilewright.exchange.formats import is_exchange_file, read_entries, the_problem
from tilewright.lattices.catalog import POLYFORMS
from tilewright.lattices.lattice import SQUARES
from tilewright.lattices.symmetry import Turn, check_turn
from tilewright.piece import Piece, parse_pieces
from tilewright.problem import Problem
from tilewright.proof import area_reason
from tilewright.puzzle import Puzzle, is_puzzle_file, is_puzzle_name, near_names, read_puzzle_file
from tilewright.puzzle.identity import size_words
from tilewright.reading import find_puzzle

__all__ = [
    "BoardWord",
    "OutPath",
    "Rules",
    "Show",
    "Text",
    "Whole",
    "options",
    "read_board",
    "read_number",
    "read_problem",
    "read_puzzles",
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
#: A whole number, and nothing that would have to be rounded to one.
Whole = Annotated[int, Parameter(converter=_whole)]


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


def read_board(word: str) -> Board:
    """Return the board that a word means: the grammar, a file, ``-`` for standard input, or that of a puzzle.

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
    if is_puzzle_name(word) or is_puzzle_file(word):
        return _read_puzzle(word).board
    try:
        return Board.parse(word)
    except BoardError as error:
        # Words of the grammar with something wrong in them keep their own message.
        if re.match(r"\d+[xX×]\d|2\^\d", word):
            raise
        if is_file(word) or "/" in word or "." in word:
            return Board.read(word)
        raise BoardError(f"{error.message}{_board_hint(word)}") from None


def _read_puzzle(word: str) -> Puzzle:
    return find_puzzle(word) if is_puzzle_name(word) else read_puzzle_file(word)


def _board_hint(word: str) -> str:
    """Return what a word that is no board was perhaps meant to be: a puzzle, or the pieces."""
    near = " or ".join(near_names(word))
    try:
        parse_pieces(word)
    except RequestError:
        return f"; did you mean {near}?" if near else ""
    other = f", or did you mean {near}?" if near else ""
    return f"; {quoted(word)} are pieces, and the board comes first{other}"


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
    if not is_puzzle_name(board) and not is_puzzle_file(board) and is_exchange_file(board):
        problem = _read_exchanged(board, pieces, rules, empty)
    elif is_puzzle_name(board) or is_puzzle_file(board):
        puzzle = _read_puzzle(board)
        if pieces:
            raise RequestError(
                f"the puzzle brings its own pieces ({' '.join(puzzle.pieces)}); leave '{pieces[0]}' out",
                where=board,
            )
        if empty == 0 and puzzle.empty != (0, 0):
            empty = puzzle.empty
        placed = (*puzzle.placed, *rules.place)
        problem = Problem(
            puzzle.board,
            *puzzle.pieces,
            turn=rules.turn or puzzle.turn,
            placed=placed,
            empty=empty,
            by_wrap=rules.by_wrap or puzzle.by_wrap,
        )
    else:
        turn = None if rules.turn is None else check_turn(rules.turn)
        # First, so that a file that is not there is said to be missing.
        read = read_board(board)
        if not pieces:
            example = POLYFORMS[read.lattice][5 if read.lattice is SQUARES else 4][1]
            raise RequestError(
                f"which pieces? Name at least one after the board, such as 'tilewright … {board} {example}'",
                where="PIECES",
            )
        listed = [piece for word in pieces for piece in _read_pieces(word)]
        problem = Problem(read, *listed, turn=turn, placed=rules.place, empty=empty, by_wrap=rules.by_wrap)
    problem.check()
    if len(problem.pieces) >= _MANY and not area_reason(problem):
        say(f"tilewright: laying {len(problem.pieces):,} pieces on the board; that takes a while …")
    return problem


def read_puzzles(words: Sequence[str], turn: Turn | None = None) -> list[Puzzle]:
    """Return the puzzles that words mean: names, IDs, files, and boards, each followed by its pieces.

    Parameters
    ----------
    words : sequence of str
        ``talos:hub-gates-1 6x10 pentominoes cube:3x3x3 soma puzzle.txt`` are four puzzles. A board is told by its size or is in a
        file; a drawing among them is a board where no pieces are asked for, as at first, and else a piece.
    turn : {"free", "one-sided", "fixed"}, optional
        How the pieces turn that come after a board.

    Raises
    ------
    RequestError
        If a word means none, or a problem has faults.
    """
    if not words:
        raise RequestError(
            "which puzzle? A name, an ID, a file, or a board and its pieces, such as 6x10 pentominoes",
            where="PUZZLE",
        )
    groups: list[list[str]] = []
    alone = True
    for word in words:
        named = is_puzzle_name(word) or is_puzzle_file(word) or is_exchange_file(word)
        if named or alone or is_board_word(word) or _is_board_file(word):
            groups.append([word])
        else:
            groups[-1].append(word)
        alone = named
    if turn is not None and all(len(group) == 1 for group in groups):
        raise RequestError("a puzzle says itself how its pieces turn", where="--turn")
    return [_puzzle_of(group[0], tuple(group[1:]), turn) for group in groups]


def _is_board_file(word: str) -> bool:
    """Whether a word is a file with a board: one that is there, and not of pieces alone."""
    return is_file(word) and not is_exchange_file(word, "pieces")


def _puzzle_of(word: str, pieces: tuple[str, ...], turn: Turn | None) -> Puzzle:
    if not pieces and (is_puzzle_name(word) or is_puzzle_file(word)):
        return _read_puzzle(word)
    problem = read_problem(word, pieces, Rules(turn=turn))
    return Puzzle.of(
        problem, title=size_words(problem.board), kind="dots" if problem.board.marks.any() else None
    )


def _read_exchanged(
    board: str, pieces: tuple[str, ...], rules: Rules, empty: int | tuple[int, int]
) -> Problem:
    """Return the problem in a file of another program, with the rules that were given beside it."""
    found, entries = read_entries(board)
    given = the_problem(found, entries, board)
    if pieces:
        raise RequestError(
            f"the puzzle brings its own pieces ({' '.join(given.words())}); leave '{pieces[0]}' out",
            where=board,
        )
    for lost in entries[0].lost:
        say(f"tilewright: {board}: not taken over: {lost}")
    if rules.turn is None and not rules.place and empty == 0 and not rules.by_wrap:
        return given
    return Problem(
        given.board,
        *given.pieces,
        turn=rules.turn or given.turn,
        placed=(*given.placed, *rules.place),
        empty=(given.empty_least, given.empty_most) if empty == 0 else empty,
        by_wrap=rules.by_wrap or given.by_wrap,
    )


def _read_pieces(word: str) -> tuple[str | Piece, ...]:
    """Return what a word of the pieces means: itself, or the pieces in a file."""
    if is_exchange_file(word, "pieces"):
        return tuple(piece for entry in read_entries(word)[1] for piece in entry.pieces)
    return (word,)


def _range(word: str) -> int | tuple[int, int]:
    match = re.fullmatch(r"(\d+)(?:\.\.(\d+))?", word)
    if match is None:
        raise RequestError(f"'{word}' is not a number of cells; it is N (at most) or N..M", where="--empty")
    return int(match[1]) if match[2] is None else (int(match[1]), int(match[2]))
