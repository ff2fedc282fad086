"""Read requests: a problem, a board, puzzles or tilings from words, from names and IDs, or from
files.

The command, the page and the public functions (`tilewright.solve` and others) all read through this
module.
"""

from __future__ import annotations

import os
import re
import shlex
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import chain
from pathlib import Path
from typing import IO, Any, Unpack

import numpy as np
from numpy.typing import NDArray

from tilewright.errors import (
    BoardError,
    FormatError,
    ProblemError,
    RequestError,
    TilingError,
    quoted,
)
from tilewright.formats.format import alike_words, at, warn_of
from tilewright.formats.half_filled import read_half_filled
from tilewright.formats.native import parse_tilings
from tilewright.formats.registry import (
    can_be_file,
    is_cover_file,
    is_exchange_file,
    is_missing_member,
    is_pieces_file,
    read_entries,
    read_pieces_file,
    split_member,
    the_problem,
    why_pieces,
)
from tilewright.model.board import LARGEST_AREA, LARGEST_TEXT, Board, is_board_word
from tilewright.model.piece import (
    Piece,
    PieceLike,
    is_path,
    listed_pieces,
    parse_pieces,
    split_word,
    with_suffix,
)
from tilewright.model.problem import Problem, ProblemRules
from tilewright.model.puzzle import (
    LONGEST,
    Puzzle,
    find_dated,
    find_puzzle,
    is_puzzle_file,
    is_puzzle_name,
    near_names,
    puzzles_like,
    read_puzzle_file,
)
from tilewright.model.puzzle.days import day_puzzles, is_day
from tilewright.model.puzzle.ids import size_words
from tilewright.model.space.catalog import POLYFORMS
from tilewright.model.space.lattice import CUBES, SQUARES, Lattice, Turn, check_turn
from tilewright.model.tiling import Tiling, check_labels
from tilewright.system.values.arguments import format_value
from tilewright.system.values.text import STANDARD_INPUT, read_text

_OWN_PIECES = "the puzzle already has pieces ({}); remove '{}'"


def read(
    source: Problem | Puzzle | Board | str | os.PathLike[str] | IO[bytes],
    *pieces: PieceLike,
    format: str | None = None,
    **rules: Unpack[ProblemRules],
) -> Problem:
    """Read a problem from a string, the name or ID of a puzzle, or a file.

    Parameters
    ----------
    source : str, path, open stream of bytes, Problem, Puzzle or Board
        A problem as written on the command line: a board and pieces (``"6x10 pentominoes"``), a
        named puzzle (``"talos:hub-gates-1"``), an ID, or a file, including files of other programs.
        ``FILE#2`` is the second problem in a file, and ``FILE#hard`` is the problem named ``hard``.
    *pieces : Piece, str, array or list
        The pieces, if `source` is only a board.
    format : str, optional
        The format of the file (see `tilewright.formats.known_formats`); by default, it is detected
        from the file extension and the first bytes.
    **rules
        Options of `Problem`: ``turn``, ``placed``, ``empty``, ``by_wrap`` and ``marks_agree``.
        The options are combined with those that a puzzle or file specifies. `placed` can also be
        the name of a file that shows a partly filled board, drawn with one letter for each piece.

    Returns
    -------
    Problem

    Raises
    ------
    RequestError
        If a string or file cannot be read, or if the file does not contain exactly one problem. The
        error message gives the file, line and column.

    Warns
    -----
    LossWarning
        If the file has features that a `Problem` cannot store. The warning lists the features that
        are lost.

    Examples
    --------
    >>> read("6x10 pentominoes") == Problem("6x10", "pentominoes")
    True
    >>> read("talos:hub-gates-1").words()
    ['J4=2', 'Z4']
    >>> read("4x5", "tetrominoes", turn="fixed", empty=1).turn
    'fixed'
    """
    return read_request(source, pieces, rules, format=format)


def read_request(
    source: Any,
    pieces: Sequence[PieceLike],
    rules: ProblemRules,
    *,
    format: str | None = None,
    distinct_pieces: bool = False,
) -> Problem:
    """Return the problem of a request, as `read` does; no warning about equal pieces if they are
    told apart with `distinct_pieces`.
    """
    files, rules = _split_files(rules)
    problem = _read_source(source, pieces, rules, format, distinct_pieces=distinct_pieces)
    return _check_problem(_place_files(problem, files))


def _read_source(
    source: Any,
    pieces: Sequence[PieceLike],
    rules: ProblemRules,
    format: str | None,
    *,
    distinct_pieces: bool,
) -> Problem:
    """Return the problem of a request, without the pieces that files place."""
    if isinstance(source, Problem | Puzzle):
        if pieces:
            kind = "puzzle" if isinstance(source, Puzzle) else "problem"
            raise ProblemError(
                f"the {kind} already has pieces; remove {format_value(pieces[0])}", where="pieces"
            )
        return _with_rules(source, rules)
    is_name = isinstance(source, str | os.PathLike)
    if not is_name and (isinstance(source, Board) or not hasattr(source, "read")):
        return Problem(source, *pieces, **rules)
    words = [os.fspath(source), *pieces] if is_name else []
    if isinstance(source, str) and format is None and not pieces and not _is_problem_file(source):
        words = [*_split_request(source)]
    elif pieces and not is_name:
        raise RequestError(
            "a problem read from a stream already has pieces; remove the other pieces",
            where="pieces",
        )
    elif not pieces:
        problem, lost = _problem_in_file(source, format, distinct_pieces=distinct_pieces)
        _warn_of_one(*lost)
        return problem.with_rules(**rules)
    return _read_words(*words, say_lost=_warn_of_one, distinct_pieces=distinct_pieces, **rules)


def _check_problem(problem: Problem) -> Problem:
    """Return a problem if it has no faults. No function checks what it gets from here again."""
    problem.check()
    return problem


def _with_rules(problem: Problem | Puzzle, rules: ProblemRules) -> Problem:
    """Return a problem with rules added; under another turn, a set's name means other pieces."""
    if isinstance(problem, Puzzle):
        turn = rules.get("turn")
        if turn is not None:
            problem = replace(problem, turn=check_turn(turn))
        problem = problem.problem()
    return problem.with_rules(**rules)


def _problem_in_file(
    source: Any, format: str | None = None, *, distinct_pieces: bool = False
) -> tuple[Problem, tuple[str, ...]]:
    """Return the one problem of a file or an open stream, and what of the file it cannot hold."""
    file_format, entries = read_entries(source, format=format)
    where = os.fspath(source) if isinstance(source, str | os.PathLike) else "the stream"
    problem = the_problem(file_format, entries, where)
    return problem, entries[0].lost if distinct_pieces else entries[0].ignored


def _warn_of_one(*lost: str) -> None:
    """Warn of what a file says and a problem cannot hold."""
    warn_of(list(lost), "a problem of tilewright")


def _split_request(words: str) -> list[str]:
    """Split a request as a shell does; boards with line breaks and IDs with spaces are one word."""
    if "\n" in words or words.strip().lower().startswith("id:"):
        return [words]
    try:
        arguments = shlex.split(words) or [""]
    except ValueError as error:
        raise RequestError(f"cannot split {quoted(words)} into words: {error}") from None
    if option := next((word for word in arguments if word.startswith("--")), None):
        raise RequestError(
            f"{quoted(option)} is a command-line option; pass it as a keyword argument instead, "
            "such as turn='one-sided'"
        )
    return arguments


def request_words(board: str, *pieces: Any) -> tuple[str, tuple[Any, ...]]:
    """Return a board and its pieces, which may follow it in the same string.

    >>> request_words("6x10 pentominoes X5=2"), request_words("my board.txt")
    (('6x10', ('pentominoes', 'X5=2')), ('my board.txt', ()))
    """
    words = board.split()
    if pieces or len(words) < 2 or "\n" in board.strip() or is_file(board):
        return board, pieces
    known = is_board_word(words[0]) or is_puzzle_name(words[0])
    # Drawings alone can be one board with spaces for cells that are not there.
    drawn = all("#" in word and not any(split_word(word)[1:]) for word in words)
    if drawn or not (known or re.search(r"#|[\dN][xX×]", words[0])):
        return board, ()
    first, *rest = _split_request(board)
    return first, tuple(rest)


def read_problem(
    board: str,
    *pieces: PieceLike,
    say_lost: Callable[[str], object] | None = None,
    distinct_pieces: bool = False,
    **rules: Unpack[ProblemRules],
) -> Problem:
    """Return the problem of a board and its pieces, of a puzzle or of a file, with rules added; it
    has no faults.

    `say_lost` is called with what a file says and a problem cannot hold: also with equal pieces,
    unless they are told `distinct_pieces`. Placed pieces can be words, or names of files with
    half-filled boards. A board alone can be a whole request in one string.
    """
    files, rules = _split_files(rules)
    problem = _read_words(
        board, *pieces, say_lost=say_lost, distinct_pieces=distinct_pieces, **rules
    )
    return _check_problem(_place_files(problem, files))


def _read_words(
    board: str,
    *pieces: PieceLike,
    say_lost: Callable[[str], object] | None,
    distinct_pieces: bool,
    **rules: Unpack[ProblemRules],
) -> Problem:
    board, pieces = request_words(board, *pieces)
    own_words: Sequence[str] = ()
    lost: Iterable[str] = ()
    if (puzzle := find_named(board, stated=False)) is not None:
        own_words, problem = puzzle.pieces, _with_rules(puzzle, rules)
    elif is_exchange_file(board):
        problem, lost = _problem_in_file(board, distinct_pieces=distinct_pieces)
        own_words = problem.words()
        problem = problem.with_rules(**rules)
    else:
        problem = _make_problem(board, pieces, rules)
        lost = () if distinct_pieces else alike_words(problem)
    if say_lost is not None:
        for part in lost:
            say_lost(part)
    if own_words and pieces:
        raise RequestError(_OWN_PIECES.format(" ".join(own_words), pieces[0]), where=board)
    return problem


def _split_files(rules: ProblemRules) -> tuple[list[str], ProblemRules]:
    """Return the names of files among the placed pieces, and the rules without them."""
    placed: Any = rules.get("placed")
    alone = isinstance(placed, str | os.PathLike)
    if not alone and not isinstance(placed, list | tuple):
        return [], rules
    words: list[Any] = [
        os.fspath(word) if isinstance(word, os.PathLike) else word
        for word in ([placed] if alone else placed)
    ]
    files = [
        word
        for word in words
        if isinstance(word, str) and (is_file(word) or (":" not in word and can_be_file(word)))
    ]
    if not files:
        return [], rules
    return files, {**rules, "placed": [word for word in words if word not in files]}


def _place_files(problem: Problem, files: Sequence[str]) -> Problem:
    """Return a problem with the pieces placed that half-filled boards in files show."""
    for file in files:
        text = read_text(file, LARGEST_TEXT, FormatError, "a half-filled board")
        with at(file):
            placed = read_half_filled(text, problem)
        problem = problem.with_rules(placed=placed)
    return problem


def _make_problem(board: str, pieces: Sequence[PieceLike], rules: ProblemRules) -> Problem:
    """Return the problem of a board and pieces."""
    if (turn := rules.get("turn")) is not None:
        check_turn(turn)
    _check_order(board, pieces)
    # The board first, so that a missing file is reported as that.
    # The formats need not be loaded for a board that is not a file.
    file = board == "-" or is_file(board)
    if file and (not pieces or board.endswith(".dlx")) and is_cover_file(board):
        raise RequestError(
            "this is an exact cover problem, without a board; solve it with `tilewright solve "
            f"{shlex.quote(board)}`, or count its solutions with --all -q",
            where=board,
        )
    field = read_board(board)
    if not pieces:
        if why := why_pieces(board):
            raise RequestError(
                f"{board} {why}; give a board before the pieces, as in "
                f"{shlex.join(['6x10', board])}"
            )
        known = POLYFORMS.get(field.lattice)
        example = known[5 if field.lattice is SQUARES else 4][1] if known else "##+"
        raise RequestError(
            f"which pieces? Name at least one piece after the board, such as '{board} {example}'",
            where="PIECES",
        )
    # Each file as a list of its own, like a set: words after it may set the copies of some of its
    # pieces.
    return Problem(field, *([*_expand(argument, field.lattice)] for argument in pieces), **rules)


def _check_order(board: str, pieces: Sequence[PieceLike]) -> None:
    """Raise for a file of pieces in place of the board, with a board behind it."""
    if len(pieces) != 1 or not isinstance(word := pieces[0], str) or not is_file(board):
        return
    why = why_pieces(board)
    if why and (is_board_word(word) or (is_file(word) and not why_pieces(word))):
        rows = ". In a board, draw an empty row with dots" if "drawings" in why else ""
        raise RequestError(
            f"{board} {why}; write the board first: {shlex.join([word, board])}{rows}"
        )


def _expand(pieces: PieceLike, lattice: Lattice = SQUARES) -> Iterator[Piece | str]:
    """Yield the pieces of an argument, and those in a file in place of its name."""
    alone = isinstance(pieces, str) and is_file(pieces)
    for word in [pieces] if alone else listed_pieces(pieces):
        if not isinstance(word, str):
            yield word  # type: ignore[misc]
            continue
        base, *rest = (word, "") if is_file(word) else split_word(word)
        suffix = "".join(rest)
        if not _is_file_of_pieces(base):
            yield word
            continue
        # The suffix after a file, as after a set, applies to each of its pieces.
        for piece in read_pieces_file(base, lattice):
            yield with_suffix(_word_of(piece), suffix) if suffix else piece


def _word_of(piece: Piece | str) -> str:
    return piece if isinstance(piece, str) else piece.word()


def _is_file_of_pieces(word: str) -> bool:
    """Whether a word in the place of pieces is a file: by its form, or as it means no piece."""
    if (
        _is_path_of_file(word)
        or is_missing_member(word)
        or is_path(word)
        or word.endswith(".pieces")
    ):
        return True
    if not is_file(word):
        return False
    try:
        return not parse_pieces(word)
    except RequestError:
        return True


def piece_words(words: Sequence[str]) -> tuple[str, ...]:
    """Return words for pieces, with files replaced by the words for the pieces in them."""
    return tuple(_word_of(piece) for word in words for piece in _expand(word))


def read_pieces(
    words: PieceLike, turn: Turn | None = "free", lattice: Lattice = SQUARES
) -> tuple[Piece, ...]:
    """Return the pieces that words mean: words of the command (see `parse_pieces`), and files with
    sets of pieces.

    Parameters
    ----------
    words : str, list, array, Piece or Polyform
        In the forms of `tilewright.model.piece.listed_pieces`.
    turn : {"free", "one-sided", "half-turn", "fixed"}, optional
        The turn determines which pieces a set contains.
    lattice : Lattice
        The lattice of drawings without one.

    Raises
    ------
    RequestError
        If a word is not a piece and not a file, or the file is invalid.

    Examples
    --------
    >>> [piece.name for piece in read_pieces("L3 domino=2".split())]
    ['L3', 'domino']
    """
    pieces: list[Piece] = []
    for item in _expand(words, lattice):
        pieces += (
            parse_pieces(item, turn, lattice) if isinstance(item, str) else [item.among(lattice)]
        )
    return tuple(pieces)


def read_board(word: str) -> Board:
    """Return the board that a word means: the grammar, a file, ``-`` for standard input, or that of
    a puzzle.
    """
    if word == "-":
        return Board.read(sys.stdin)
    if not word.strip():
        raise BoardError(
            "which board? Give rows x columns (6x10), a drawing or a file", where="BOARD"
        )
    if (puzzle := find_named(word, stated=False)) is not None:
        return puzzle.board
    if _is_path_of_file(word):
        return Board.read(word)
    if is_missing_member(word):
        return Board.read(split_member(word)[0])
    try:
        return Board.parse(word)
    except BoardError as error:
        # Words of the grammar with something wrong in them keep their own message.
        if re.match(r"\d+[xX×]\d|2\^\d", word):
            raise
        if not is_file(word) and (drawing := _redraw(word)):
            raise BoardError(
                f"{quoted(word)} is not a file; in a drawing, write # for a cell: '{drawing}'"
            ) from None
        if is_file(word) or "/" in word or "." in word:
            return Board.read(word)
        raise BoardError(f"{error.message}{_board_hint(word)}") from None


def read_boards(boards: str | Board | Iterable[str | Board]) -> tuple[Board, ...]:
    """Return the boards that words mean, or those of several puzzles, such as ``calendar:*``. Words
    in a string are separated by spaces.

    Examples
    --------
    >>> len(read_boards("6x10 calendar:02-*"))
    30
    """
    found: list[Board] = []
    for item in [boards] if isinstance(boards, str | Board) else boards:
        for word in item.split() if isinstance(item, str) and not is_file(item) else [item]:
            if isinstance(word, Board):
                found.append(word)
            elif "*" in word and is_puzzle_name(word):
                found += [puzzle.board for puzzle in puzzles_like(word)]
            else:
                found.append(read_board(word))
    if not found:
        raise BoardError("which boards? Give at least one, such as 6x10", where="BOARDS")
    return tuple(dict.fromkeys(found))


def _redraw(word: str) -> str | None:
    """Return the drawing that a word would be with ``#`` in place of its only other character."""
    rows = word.strip("/").split("/")
    others = {*word} - {*"/."}
    if len(rows) > 1 and len({len(row) for row in rows}) == 1 and len(others) == 1:
        return word.replace(others.pop(), "#")
    return None


def _board_hint(word: str) -> str:
    """Return what a word that is not a board was perhaps meant to be: a puzzle, or the pieces."""
    near = " or ".join(near_names(word))
    try:
        parse_pieces(word)
    except RequestError:
        return f"; did you mean {near}?" if near else ""
    question = f", or did you mean {near}?" if near else ""
    return f"; {quoted(word)} are pieces, and the board comes first{question}"


def is_file(word: str) -> bool:
    """Return whether there is a file or folder of this name; a word that no file can have as a name
    is not one.
    """
    try:
        return bool(word) and Path(word).exists()
    except (OSError, ValueError):
        return False


def _is_path_of_file(word: str) -> bool:
    """Whether a word is an existing file and has the form of a path."""
    name, _ = split_member(word)
    # Whether it exists comes first: the formats need not be loaded for a word that is no file.
    return is_file(name) and can_be_file(word) and not Path(name).is_dir()


def _is_problem_file(word: str) -> bool:
    """Whether a word is a file, or names a problem in one, or can only be one that is missing."""
    if word == "-" or is_file(split_member(word)[0]):
        return True
    path = Path(word.partition("#")[0] or word)
    return len(word.split()) == 1 and path.suffix[1:].isalpha() and not is_puzzle_name(word)


def find_named(word: str, *, stated: bool = True) -> Puzzle | None:
    """Return the puzzle of a name, an ID or a puzzle file; None for any other word. Of a file, the
    ID is compared if `stated`.
    """
    if is_puzzle_name(word):
        return find_puzzle(word)
    if is_day(word):
        first, *others = day_puzzles(word)
        if others:
            names = f"{word}/1 to {word}/{1 + len(others)}"
            raise ProblemError(f"a day has several puzzles; choose one of {names}", where=word)
        return first
    if is_puzzle_file(word):
        return read_puzzle_file(word, stated=stated)
    return find_dated(word)


def find_whole(word: str) -> Puzzle | None:
    """Return the puzzle of a name, an ID or any file that says its kind; None for any other
    word.
    """
    puzzle = find_named(word)
    if puzzle is None and is_exchange_file(word):
        kind, entries = read_entries(word)
        the_problem(kind, entries, word)
        puzzle = entries[0].puzzle
    return puzzle


def read_id(word: str) -> Puzzle:
    """Return the puzzle with an ID or name from an untrusted source, such as a URL or a saved game.

    Raises
    ------
    RequestError
        If the ID or name is damaged, incomplete, too long or unknown.
    """
    if len(word) > LONGEST:
        raise FormatError(f"an ID must have at most {LONGEST} characters, got {len(word)}")
    return find_puzzle(word)


def read_puzzle(word: str, *pieces: str, **rules: Unpack[ProblemRules]) -> Puzzle:
    """Return the puzzle of a name, an ID or a file, or a board and its pieces as a puzzle, with
    pieces placed.
    """
    puzzle = find_whole(word)
    if puzzle is None:
        return as_puzzle(read_problem(word, *pieces, **rules))
    if pieces:
        raise RequestError(_OWN_PIECES.format(" ".join(puzzle.pieces), pieces[0]), where=word)
    _refuse_rules(rules)
    if not rules.get("placed"):
        return puzzle
    return Puzzle.of(read_problem(word, **rules), title=puzzle.title)


def _refuse_rules(rules: ProblemRules) -> None:
    """Raise for rules of a puzzle, which has its own; pieces can be placed on it."""
    for name in rules:
        if name != "placed":
            raise RequestError(
                "a puzzle already has rules; remove this option, or give a board and pieces",
                where=name,
            )


def as_puzzle(problem: Problem) -> Puzzle:
    """Return a problem as a puzzle to play; with marks, it is one of dots."""
    dots = bool(problem.board.marks.any())
    return Puzzle.of(problem, title=size_words(problem.board), kind="dots" if dots else None)


def read_puzzles(words: Sequence[str], **rules: Unpack[ProblemRules]) -> list[Puzzle]:
    """Return the puzzles that words mean: names, IDs, files, and boards, each followed by its
    pieces.

    ``*`` in a name stands for any characters, so ``talos:*`` means all puzzles of the collection,
    and ``day:today`` all puzzles of the day.
    Pieces can be placed on the board of a single puzzle.
    """
    if not words:
        raise RequestError(
            "which puzzle? Give a name, an ID, a file, or a board and its pieces, such as 6x10 "
            "pentominoes",
            where="PUZZLE",
        )
    groups: list[tuple[Puzzle | None, list[str]]] = []
    alone = True
    requests = [(board, *pieces) for board, pieces in map(request_words, words)]
    for word in chain(*requests):
        if "*" in word and is_puzzle_name(word):
            groups += [(puzzle, [puzzle.name]) for puzzle in puzzles_like(word)]
            alone = True
            continue
        if is_day(word):
            groups += [(puzzle, [puzzle.name]) for puzzle in day_puzzles(word)]
            alone = True
            continue
        puzzle = find_whole(word)
        whole = puzzle is not None or is_exchange_file(word)
        pieces_follow = bool(groups) and not alone and len(groups[-1][1]) == 1
        if whole or alone or is_board_word(word) or (_is_board_file(word) and not pieces_follow):
            groups.append((puzzle, [word]))
        else:
            groups[-1][1].append(word)
        alone = whole
    if rules and all(len(group) == 1 for _, group in groups):
        _refuse_rules(rules)
    if rules.get("placed"):
        if len(groups) > 1:
            raise RequestError(f"expected a single puzzle, got {len(groups)}", where="--placed")
        return [read_puzzle(*groups[0][1], **rules)]
    return [puzzle or as_puzzle(read_problem(*group, **rules)) for puzzle, group in groups]


def _is_board_file(word: str) -> bool:
    """Whether a word is a file with a board: one that is there, and not of pieces alone."""
    return is_file(word) and not is_pieces_file(word)


def is_table(word: str) -> bool:
    """Return whether a word names a table of tilings, or one of its tilings by a number from 0."""
    return re.fullmatch(r".+\.parquet(#\d{1,18})?", word, re.IGNORECASE | re.ASCII) is not None


#: The most bytes of a file of tilings that is read as text.
_LONGEST = 1 << 30


def read_tilings(
    path: str | os.PathLike[str], mask: NDArray[np.bool_] | Board | None = None
) -> list[Tiling]:
    """Return the tilings in a file, which can contain text, drawings, JSON from the command, a
    label array (.npy) or a table (.parquet).

    Parameters
    ----------
    path : path-like
        ``-`` means standard input, and ``FILE.parquet#7`` means a single tiling of a table.
    mask : Board, or (rows, columns) bool array, optional
        The board of the tilings, if the text or array does not specify it (see `Tiling.from_text`).

    Raises
    ------
    TilingError
        If the file cannot be read, or if it does not contain tilings.
    """
    word = os.fspath(path)
    if is_table(word):
        from tilewright.formats.tables import TilingTable

        whole = word.lower().endswith(".parquet")
        name, _, number = (word, "", "") if whole else word.rpartition("#")
        table = TilingTable(name)
        return table.read_all() if whole else [table[int(number)]]
    if word.lower().endswith(".npy"):
        return [_read_labels(word, mask)]
    if word.lower().endswith((".svg", ".png", ".pdf", ".gif")):
        raise TilingError(
            "a picture cannot be read as a tiling",
            where=word,
            advice="`tilewright solve … -o tilings.jsonl` saves tilings that can be read back",
        )
    if is_puzzle_name(word):
        raise TilingError(
            "expected a file of tilings, got a puzzle",
            where=word,
            advice=f"`tilewright solve {word} -o tiling.txt` finds a tiling",
        )
    text = read_text(sys.stdin if word == "-" else word, _LONGEST, TilingError, "a tiling")
    return parse_tilings(text, STANDARD_INPUT if word == "-" else word, mask)


def _read_labels(word: str, mask: NDArray[np.bool_] | Board | None) -> Tiling:
    """Return the tiling whose label array is in a file."""
    from tilewright.system.files.fields import load_array

    with at(word, TilingError):
        try:
            labels = load_array(Path(word), LARGEST_AREA)
        except OSError as error:
            raise TilingError(f"cannot read the file: {error.strerror or error}") from None
        except ValueError as error:
            raise TilingError(f"expected an array saved by numpy.save: {error}") from None
        return labels_tiling(labels, mask)


def labels_tiling(labels: NDArray[Any], mask: NDArray[np.bool_] | Board | None = None) -> Tiling:
    """Return the tiling with a label array, on the lattice and the surface of a board.

    Raises
    ------
    TilingError
        If the array has no valid labels.
    """
    if labels.dtype.kind == "u" and int(labels.max(initial=0)) < 2**63:
        labels = labels.astype(np.int64)
    if isinstance(mask, Board):
        tiling = Tiling(labels, lattice=mask.lattice, surface=mask.surface)
    else:
        tiling = Tiling(labels, lattice=CUBES if labels.ndim == 3 else SQUARES)
    return replace(tiling, labels=check_labels(tiling))
