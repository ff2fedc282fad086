"""The public functions that take a whole request: text as on the command line, the name or ID of a
puzzle, a file, or values.
"""

from __future__ import annotations

import functools
import inspect
import os
from collections.abc import Callable
from itertools import takewhile
from pathlib import Path
from typing import TYPE_CHECKING, Any, Unpack

from tilewright.errors import NoTilingError, RequestError, TilingError
from tilewright.formats.registry import is_exchange_file
from tilewright.formats.request import find_whole, is_file, read, read_pieces, read_tilings
from tilewright.model.board import Board, is_board_word
from tilewright.model.piece import Piece, PieceLike, parse_pieces
from tilewright.model.problem import Problem, ProblemRules
from tilewright.model.puzzle import Puzzle, is_puzzle_name
from tilewright.model.requests import PIECE_TYPES, takes_request
from tilewright.model.tiling import Tiling
from tilewright.system.values.arguments import format_value
from tilewright.system.values.svg_repr import load_pictures, picture_of
from tilewright.system.work.deadline import Deadline
from tilewright.system.work.limits import Limits, limited

if TYPE_CHECKING:
    # Each function loads what it needs, so that a count does not load what draws.
    from tilewright.drawing import Picture
    from tilewright.model.space.lattice import Turn
    from tilewright.puzzles.deduction import Grade
    from tilewright.solving.coloring import Coloring

#: What `color` takes after the pieces.
_TOUCHES = ("edge", "strong")
#: Endings of files that hold tilings and no problem.
_TILINGS = (".npy", ".parquet")


@limited
@takes_request
def grade(problem: Problem, **limits: Unpack[Limits]) -> Grade:
    """Rate the difficulty of a puzzle by solving it in named steps, as a person would.

    Parameters
    ----------
    problem : Problem, Puzzle, Board, str or path
        The puzzle, in any form that `tilewright.read` accepts.
    *pieces : Piece, str, array or list
        The pieces, if `problem` is only a board.
    timeout, max_memory
        See `tilewright.system.work.limits`.
    **rules
        Additional keyword arguments for `Problem`, such as ``turn``.

    Returns
    -------
    Grade
        The level (easy, medium, hard or expert), the score and the steps.

    Raises
    ------
    NoTilingError
        If the puzzle has no solution.
    SeveralSolutionsError
        If the puzzle has more than one solution. Solutions that differ only by a rotation of the
        whole board are counted once. The attribute ``count`` is the number of solutions found (at
        most 1,000), ``complete`` is True if no other solutions exist, and ``solutions`` contains
        two of the solutions.
    TimeLimitError, MemoryLimitError
        If a limit is reached.

    Examples
    --------
    >>> grade("talos:hub-gates-1").level
    'medium'
    """
    from tilewright.model.cover import compile_cover
    from tilewright.puzzles.deduction import grade as grade_cover
    from tilewright.solving.search import one_solution

    cover = compile_cover(problem)
    one_solution(cover)
    return grade_cover(cover)


def __getattr__(name: str) -> Any:
    if name == "color":
        from tilewright.solving.coloring import color

        return _color_requests(color)
    raise AttributeError(f"module 'tilewright.api' has no attribute {name!r}")


def _color_requests(color_tiling: Callable[..., Coloring]) -> Callable[..., Coloring]:
    """Make the function that colors a tiling accept a whole request, whose first tiling it
    colors.
    """

    @functools.wraps(color_tiling)
    def color(tiling: Any, *rest: Any, **options: Any) -> Coloring:
        pieces: list[Any] = []
        if isinstance(tiling, list | tuple) and {*map(type, tiling)} == {int}:
            tiling = Board(tiling)
        if isinstance(tiling, Board) or (isinstance(tiling, str) and is_board_word(tiling)):
            pieces = [
                *takewhile(
                    lambda word: isinstance(word, PIECE_TYPES) and word not in _TOUCHES, rest
                )
            ]
        if isinstance(tiling, str | os.PathLike | Board | Problem | Puzzle):
            rules = {
                name: options.pop(name)
                for name in ProblemRules.__optional_keys__
                if name in options
            }
            deadline = Deadline(options.get("timeout"), memory=options.get("max_memory"))
            with deadline.holds():
                tiling = _find_one_tiling(tiling, *pieces, **rules)
            if deadline.seconds is not None:
                options["timeout"] = max(deadline.left, 1e-9)
        return color_tiling(tiling, *rest[len(pieces) :], **options)

    return color


def _find_one_tiling(request: Any, *pieces: PieceLike, **rules: Unpack[ProblemRules]) -> Tiling:
    """Return the first tiling in a file or of a problem."""
    if isinstance(request, str | os.PathLike) and not pieces and not rules:
        word = os.fspath(request)
        if is_file(word) and not is_puzzle_name(word):
            try:
                return read_tilings(word)[0]
            except TilingError:
                if word.lower().endswith(_TILINGS):
                    raise
    from tilewright.solving.search import solve as find_tiling

    problem = read(request, *pieces, **rules)
    tiling = find_tiling(problem)
    if tiling is None:
        raise NoTilingError(f"there is nothing to color: these pieces do not tile {problem.board}")
    return tiling


def draw(value: Any, *pieces: PieceLike, **options: Any) -> Picture:
    r"""Draw a tiling, board, piece, problem or answer.

    Parameters
    ----------
    value : Tiling, Board, Piece, Polyomino, Problem, Puzzle, an answer, Session, array or str
        The value to draw. A string is parsed as on the command line: it can be a board with pieces,
        a puzzle, only a board, or only pieces. A label array is drawn as a tiling, and a list of
        values is drawn as a single sheet.
    *pieces : Piece, str, array or list
        The pieces, if `value` is a board.
    **options
        Drawing options. Most values can be drawn with ``palette``, ``theme`` and ``caption``;
        tilings also support options such as ``coloring`` and ``letters`` (see
        `tilewright.drawing`).

    Returns
    -------
    Picture
        The picture; notebooks display it automatically. `Picture.save` writes the picture to a
        file, `Picture.svg` returns it as SVG, and ``print`` draws it as text.

    Raises
    ------
    RequestError
        If the value cannot be drawn, or an option is not supported.

    Examples
    --------
    >>> print(draw(Tiling.from_text("AAB\nABB")))
    ┌───────┬───┐
    │       │   │
    │   ┌───┘   │
    │   │       │
    └───┴───────┘
    >>> draw("6x10 pentominoes")
    <Picture of 23x16 cells: 6x10 and 12 pieces>
    """
    load_pictures()
    if pieces:
        value = read(value, *pieces)
    try:
        return picture_of(_read_drawable(value) if isinstance(value, str) else value, **options)  # type: ignore[no-any-return]
    except TypeError as error:
        if "unexpected keyword argument" not in str(error):
            raise
        options_of = _list_options(value)
        known = f"; the options are {', '.join(options_of)}" if options_of else ""
        raise RequestError(
            f"{type(value).__name__}: {str(error).partition(') ')[2] or error}{known}"
        ) from None


def _list_options(value: Any) -> list[str]:
    """Return the names of the drawing options for a value; empty if unknown."""
    if not isinstance(value, Tiling):
        return []
    from tilewright.drawing import draw as draw_tiling

    takes = inspect.signature(draw_tiling).parameters.values()
    return sorted(parameter.name for parameter in takes if parameter.kind is parameter.KEYWORD_ONLY)


def _read_drawable(word: str) -> Any:
    """Return the problem, the board or the pieces that a string denotes."""
    if is_exchange_file(word, "pieces") and not is_exchange_file(word):
        return [*read_pieces(word)]
    words = word.split()
    if len(words) == 1 and not is_puzzle_name(word) and not is_file(word):
        if is_board_word(word):
            return Board.parse(word)
        try:
            return [*parse_pieces(word)]
        except RequestError:
            pass
    return read(word)


def pieces(*pieces: PieceLike, turn: Turn | None = None) -> list[Piece]:
    """Return the pieces described by strings, arrays or files; one string can name a whole set.

    Parameters
    ----------
    *pieces : Piece, Polyomino, str, array or list
        The pieces, as strings (``"hexominoes"``, ``"L3+ I3+"``, ``"hex:##/.#"``), names of files
        with pieces, grids as arrays, or lists of these.
    turn : {"free", "one-sided", "half-turn", "fixed"}, optional
        Which rotations and reflections of the pieces are allowed. The allowed turns determine the
        members of a set: for example, there are seven ``"one-sided"`` tetrominoes. The default is
        ``"free"``, or ``"one-sided"`` for pieces of cubes.

    Returns
    -------
    list of Piece
        The pieces, each with a name, cells (`Piece.polyomino`) and a number of copies.

    Raises
    ------
    RequestError
        If a word names neither a piece nor a file, or a file is invalid.

    See Also
    --------
    polyominoes : all polyominoes of a number of cells, without names.

    Examples
    --------
    >>> len(pieces("hexominoes")), len(pieces("tetrominoes", turn="one-sided"))
    (35, 7)
    >>> [(piece.name, piece.least, piece.most) for piece in pieces("L3+", "X5=2")]
    [('L3', 0, None), ('X5', 2, 2)]
    >>> len(pieces("F5")[0].orientations())
    8
    """
    return [*read_pieces(pieces, turn)]


def write(
    problem: Problem | Puzzle | str | os.PathLike[str],
    path: str | os.PathLike[str],
    *,
    format: str | None = None,
    **options: Any,
) -> Path | None:
    """Write a problem to a file in any supported format. Read the file back with `tilewright.read`.

    Parameters
    ----------
    problem : Problem, Puzzle, str or path
        The problem, in any form that `tilewright.read` accepts.
    path : path-like
        The file to write. ``-`` means standard output and requires `format`.
    format : str, optional
        The name of the format; by default, the file extension determines it.
    **options
        Options that the format supports.

    Returns
    -------
    Path or None
        The file that was written, or None for standard output.

    Raises
    ------
    RequestError
        If the problem is invalid or the file cannot be written. If writing fails, an existing file
        is left unchanged.

    Warns
    -----
    LossWarning
        If the format cannot store the whole problem; the warning lists the parts that are lost.
    """
    if not isinstance(problem, Problem | Puzzle | str | os.PathLike):
        raise RequestError(
            f"`problem` must be a Problem or strings, got {format_value(problem)}", where="problem"
        )
    from tilewright.formats import write as write_problem

    puzzle = find_whole(os.fspath(problem)) if isinstance(problem, str | os.PathLike) else None
    written = problem if isinstance(problem, Puzzle) else puzzle or read(problem)
    return write_problem(written, path, format=format, **options)
