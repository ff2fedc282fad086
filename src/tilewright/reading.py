"""Read requests: a problem, a board or puzzles in words of the grammar, by name or ID, or from files.

The command, the page and the public functions (`tilewright.solve` and others) all read through this module. It stands above the
generator, which makes the puzzle of a short ID again, and above the files of other programs. What is below takes problems, boards
and the names of puzzles that are written down.
"""

from __future__ import annotations

import functools
import os
import re
import shlex
import sys
from collections.abc import Callable, Iterable, Sequence
from importlib import import_module
from pathlib import Path
from typing import IO, Any

from tilewright.board import Board, is_board_word
from tilewright.errors import BoardError, FormatError, RequestError, quoted
from tilewright.exchange.format import warn_of
from tilewright.exchange.formats import is_exchange_file, read_entries, the_problem
from tilewright.lattices.catalog import POLYFORMS
from tilewright.lattices.lattice import SQUARES
from tilewright.lattices.symmetry import Turn, check_turn
from tilewright.piece import Piece, parse_pieces
from tilewright.problem import Problem
from tilewright.puzzle import (
    LONGEST,
    Puzzle,
    is_puzzle_file,
    is_puzzle_name,
    look_up,
    near_names,
    read_puzzle_file,
)
from tilewright.puzzle.identity import size_words

__all__ = [
    "find_puzzle",
    "is_file",
    "read",
    "read_board",
    "read_id",
    "read_problem",
    "read_puzzle",
    "read_puzzles",
]

#: The public functions that take a whole request, by the package that they are from.
_FUNCTIONS = {
    "solve": "search",
    "tilings": "search",
    "count": "counting",
    "nth": "counting",
    "rank": "counting",
    "sample": "counting",
    "explain": "proof",
    "weighting": "proof",
}
_OWN_PIECES = "the puzzle brings its own pieces ({}); leave '{}' out"


def read(source: str | os.PathLike[str] | IO[bytes], *, kind: str | None = None) -> Problem:
    """Read a problem: in the words of the grammar, by the name or ID of a puzzle, or from a file.

    Parameters
    ----------
    source : str, path, or open stream of bytes
        What the command takes: a board and its pieces (``"6x10 pentominoes"``), a puzzle (``"talos:hub-gates-1"``), or a file,
        also one of another program. ``FILE#2`` takes the second problem of a file with several.
    kind : str, optional
        The format of a file (`tilewright.exchange.known_formats`); by default its ending and its beginning say it.

    Raises
    ------
    RequestError
        If a word or a file cannot be read, or has a fault (with file, line and column), or there is not exactly one problem.

    Warns
    -----
    LossWarning
        If a file says something that a `Problem` cannot.

    Examples
    --------
    >>> read("6x10 pentominoes") == Problem("6x10", "pentominoes")
    True
    >>> read("talos:hub-gates-1").words()
    ['J4=2', 'Z4']
    """
    if isinstance(source, str) and kind is None and not _is_problem_file(source):
        board, *pieces = _split(source)
        return read_problem(board, *pieces)
    found, entries = read_entries(source, kind=kind)
    where = "the stream" if not isinstance(source, str | os.PathLike) else os.fspath(source)
    problem = the_problem(found, entries, where)
    warn_of(entries[0].lost, "a problem of tilewright")
    return problem


def _split(words: str) -> list[str]:
    """Split a request as a shell does; a board text with line breaks is one word, and so is an ID, with its spaces."""
    if "\n" in words or words.strip().lower().startswith("id:"):
        return [words]
    try:
        return shlex.split(words) or [""]
    except ValueError as error:
        raise RequestError(f"{quoted(words)} cannot be split into words: {error}") from None


def read_problem(
    board: str,
    *pieces: str,
    turn: Turn | None = None,
    placed: Iterable[str] = (),
    empty: int | tuple[int, int] = 0,
    by_wrap: bool = False,
    say_lost: Callable[[str], object] | None = None,
) -> Problem:
    """Return the problem that a board and its pieces mean, or a puzzle or a file, with rules added; it has no faults."""
    placed = tuple(placed)
    if (puzzle := _named(board)) is not None:
        given, words = puzzle.problem(), puzzle.pieces
        # Under another turn, a set of pieces has others in it.
        own: Sequence[str | Piece] = given.pieces if turn in (None, given.turn) else words
    elif is_exchange_file(board):
        found, entries = read_entries(board)
        given = the_problem(found, entries, board)
        if say_lost is not None:
            for lost in entries[0].lost:
                say_lost(lost)
        own, words = given.pieces, tuple(given.words())
    else:
        problem = _of_words(board, pieces, turn, placed, empty, by_wrap)
        problem.check()
        return problem
    if pieces:
        raise RequestError(_OWN_PIECES.format(" ".join(words), pieces[0]), where=board)
    if turn is not None or placed or empty != 0 or by_wrap:
        given = Problem(
            given.board,
            *own,
            turn=turn or given.turn,
            placed=(*given.placed, *placed),
            empty=(given.empty_least, given.empty_most) if empty == 0 else empty,
            by_wrap=by_wrap or given.by_wrap,
            marks_agree=given.marks_agree,
        )
    given.check()
    return given


def _of_words(
    board: str,
    pieces: Sequence[str],
    turn: Turn | None,
    placed: tuple[str, ...],
    empty: int | tuple[int, int],
    by_wrap: bool,
) -> Problem:
    """Return the problem of a board and pieces."""
    turn = None if turn is None else check_turn(turn)
    # First, so that a file that is not there is said to be missing.
    field = read_board(board)
    if not pieces:
        example = POLYFORMS[field.lattice][5 if field.lattice is SQUARES else 4][1]
        raise RequestError(
            f"which pieces? Name at least one after the board, such as '{board} {example}'",
            where="PIECES",
        )
    listed = [piece for word in pieces for piece in _read_pieces(word)]
    return Problem(field, *listed, turn=turn, placed=placed, empty=empty, by_wrap=by_wrap)


def _read_pieces(word: str) -> tuple[str | Piece, ...]:
    """Return what a word of the pieces means: itself, or the pieces in a file."""
    if is_exchange_file(word, "pieces"):
        return tuple(piece for entry in read_entries(word)[1] for piece in entry.pieces)
    return (word,)


def read_board(word: str) -> Board:
    """Return the board that a word means: the grammar, a file, ``-`` for standard input, or that of a puzzle."""
    if word == "-":
        return Board.read(sys.stdin)
    if not word.strip():
        raise BoardError(
            "which board? It is rows x columns, such as 6x10, a drawing or a file", where="BOARD"
        )
    if (puzzle := _named(word)) is not None:
        return puzzle.board
    try:
        return Board.parse(word)
    except BoardError as error:
        # Words of the grammar with something wrong in them keep their own message.
        if re.match(r"\d+[xX×]\d|2\^\d", word):
            raise
        if is_file(word) or "/" in word or "." in word:
            return Board.read(word)
        raise BoardError(f"{error.message}{_board_hint(word)}") from None


def _board_hint(word: str) -> str:
    """Return what a word that is not a board was perhaps meant to be: a puzzle, or the pieces."""
    near = " or ".join(near_names(word))
    try:
        parse_pieces(word)
    except RequestError:
        return f"; did you mean {near}?" if near else ""
    other = f", or did you mean {near}?" if near else ""
    return f"; {quoted(word)} are pieces, and the board comes first{other}"


def is_file(word: str) -> bool:
    """Return whether there is a file or folder of this name; a word that no file can have as a name is not one."""
    try:
        return bool(word) and Path(word).exists()
    except (OSError, ValueError):
        return False


def _is_problem_file(word: str) -> bool:
    """Whether a word is a file, or names a problem in one, or can only be one that is missing."""
    if word == "-" or is_file(word) or is_file(re.sub(r"#\d+$", "", word)):
        return True
    return len(word.split()) == 1 and Path(word).suffix[1:].isalpha() and not is_puzzle_name(word)


def _named(word: str) -> Puzzle | None:
    """Return the puzzle of a name, an ID or a puzzle file; None for any other word."""
    if is_puzzle_name(word):
        return find_puzzle(word)
    return read_puzzle_file(word) if is_puzzle_file(word) else None


def find_puzzle(name: str) -> Puzzle:
    """Return the puzzle of this name or ID; a calendar's name is a date (``calendar:today``, ``weekday:10-06-tue``).

    Raises
    ------
    ProblemError
        If there is no such puzzle; similar names are suggested.
    FormatError
        If it is a damaged ID, or one of another version of the generator.

    Examples
    --------
    >>> find_puzzle("talos:hub-gates-1").title
    'Hub Gates (Green) #1'
    """
    found = look_up(name)
    if isinstance(found, Puzzle):
        return found
    from tilewright.generation import make_again

    return make_again(found)


def read_id(word: str) -> Puzzle:
    """Return the puzzle of an ID or name that came from outside, such as an address or a saved game.

    Raises
    ------
    RequestError
        If it is damaged, cut off, too long, or unknown.
    """
    if len(word) > LONGEST:
        raise FormatError(f"an ID has at most {LONGEST} characters, this has {len(word)}")
    return find_puzzle(word)


def read_puzzle(word: str, *pieces: str, turn: Turn | None = None) -> Puzzle:
    """Return the puzzle of a name, an ID or a file, or a board and its pieces as a puzzle."""
    found = _named(word)
    if found is not None and (pieces or turn is not None):
        raise RequestError(
            "a puzzle brings its own pieces and says how they turn: neither can be named after it", where=word
        )
    return found or _as_puzzle(read_problem(word, *pieces, turn=turn))


def _as_puzzle(problem: Problem) -> Puzzle:
    dots = bool(problem.board.marks.any())
    return Puzzle.of(problem, title=size_words(problem.board), kind="dots" if dots else None)


def read_puzzles(words: Sequence[str], turn: Turn | None = None, **options: Any) -> list[Puzzle]:
    """Return the puzzles that words mean: names, IDs, files, and boards, each followed by its pieces."""
    if not words:
        raise RequestError(
            "which puzzle? A name, an ID, a file, or a board and its pieces, such as 6x10 pentominoes",
            where="PUZZLE",
        )
    groups: list[tuple[Puzzle | None, list[str]]] = []
    alone = True
    for word in words:
        puzzle = _named(word)
        whole = puzzle is not None or is_exchange_file(word)
        if whole or alone or is_board_word(word) or _is_board_file(word):
            groups.append((puzzle, [word]))
        else:
            groups[-1][1].append(word)
        alone = whole
    if turn is not None and all(len(group) == 1 for _, group in groups):
        raise RequestError("a puzzle says itself how its pieces turn", where="--turn")
    return [puzzle or _as_puzzle(read_problem(*group, turn=turn, **options)) for puzzle, group in groups]


def _is_board_file(word: str) -> bool:
    """Whether a word is a file with a board: one that is there, and not of pieces alone."""
    return is_file(word) and not is_exchange_file(word, "pieces")


def _reading(function: Callable[..., Any]) -> Callable[..., Any]:
    """Let a function that takes a problem take a whole request, the name of any puzzle and files as well."""

    @functools.wraps(function)
    def call(problem: Any, *rest: Any, **options: Any) -> Any:
        if isinstance(problem, str):
            if not any(isinstance(each, str | Piece) for each in rest):
                problem = read(problem)
            elif is_puzzle_name(problem):
                problem = find_puzzle(problem)
            elif is_file(problem):
                problem = Board.read(problem)
        return function(problem, *rest, **options)

    return call


def __getattr__(name: str) -> Any:
    if name not in _FUNCTIONS:
        raise AttributeError(f"module 'tilewright.reading' has no attribute {name!r}")
    return _reading(getattr(import_module(f"tilewright.{_FUNCTIONS[name]}"), name))
