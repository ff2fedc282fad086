"""Generate: the door of this package, and the loop that looks for the grade that was asked for."""

from __future__ import annotations

import datetime
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

import numpy as np

from tilewright.board import Board
from tilewright.cover import Cover
from tilewright.deduction import GRADES, LARGEST, Deducer, Grade, grade
from tilewright.errors import LimitError, RequestError
from tilewright.generation.givens import calendar_board, leave_out_pieces
from tilewright.generation.levels import LEVELS, solved_within
from tilewright.generation.patterns import DotPuzzles, any_number
from tilewright.generation.proof import solutions
from tilewright.generation.sigils import sigils
from tilewright.piece import Piece, parse_pieces
from tilewright.problem import Problem
from tilewright.puzzle import KINDS, Kind, Puzzle
from tilewright.symmetry import Turn, check_turn
from tilewright.tiling import Tiling

__all__ = ["LARGEST_AREA", "Generated", "GenerationError", "generate"]

#: The most cells of a board that puzzles are made on.
LARGEST_AREA = 400
#: Attempts without any puzzle after which all tilings of the board are tried, if those are few.
_FAILED = 10
#: So many puzzles that are all too easy are enough, unless the hardest are looked for.
_EASY = 50
#: The most guesses in a grade: what needs any is expert, and only the score goes up with them.
_GUESSES = 1
#: How long the search for one tiling of the board may take.
_SECONDS = 60.0


class GenerationError(LimitError):
    """No puzzle of this kind was found within the attempts."""

    kind = "generation"


@dataclass(frozen=True, slots=True)
class Generated:
    """A puzzle with exactly one solution.

    Parameters
    ----------
    puzzle : Puzzle
        Its name is its ID.
    solution : Tiling
    grade : Grade
        How hard it is for a person.
    seed : int
        What it was made from.
    """

    puzzle: Puzzle
    solution: Tiling
    grade: Grade
    seed: int


def generate(
    kind: Kind,
    board: Board | str | None = None,
    *pieces: Piece | str,
    turn: Turn = "free",
    seed: int,
    level: str | None = None,
    minimal: bool = False,
    date: datetime.date | None = None,
    attempts: int = 200,
    stop: Callable[[], bool] = lambda: False,
) -> Generated:
    """Make a puzzle with exactly one solution.

    Parameters
    ----------
    kind : {"dots", "sigil", "given", "hole", "calendar"}
        See `tilewright.puzzle`.
    board : Board or str
        Not for a calendar, which has its own.
    *pieces : Piece or str
        For *dots* and *sigil*, and for a *hole* found by dots: what to draw from, as often as needed. For
        *given*, and a *hole* whose pieces cover all but one cell (or have numbers of copies): the list of pieces;
        where that leaves a choice, the puzzle says what is used. Pieces with marks of their own keep them;
        others get a dot in the middle where dots are needed (`default_marks`). Not for a calendar.
    turn : {"free", "one-sided", "fixed"}
    seed : int
        The same seed and request make the same puzzle.
    level : {"easy", "medium", "hard", "expert"}, optional
        Any if not given.
    minimal : bool
        No dot and no piece already placed can be left out without there being a second solution.
    date : date, optional
        Of a calendar; drawn from the seed if not given.
    attempts : int
        How many puzzles to try for one that has the level.
    stop : callable
        Asked between attempts; if true, `GenerationError` is raised.

    Raises
    ------
    RequestError
        If the board, the pieces or the level make no sense, or it is proven that there is no such puzzle: the
        board has no tiling, or none that makes a puzzle.
    GenerationError
        If none of the attempts has the level, or came to a puzzle.
    """
    if kind not in KINDS:
        raise RequestError(f"puzzles are {', '.join(KINDS)}, not '{kind}'", where="kind")
    if level is not None and level not in GRADES:
        raise RequestError(f"levels are {', '.join(GRADES)}, not '{level}'", where="level")
    order = _order(kind, board, pieces, check_turn(turn), seed, date)
    tried = ambiguous = harder = 0
    for made in _candidates(order, seed, level, minimal):
        tried += 1
        if made is None:
            ambiguous += 1
        else:
            puzzle, solution = made
            cover = _checked(puzzle, solution)
            # What is too hard shows sooner than how hard it is.
            if level is not None and not solved_within(Deducer(cover), level):
                harder += 1
            else:
                found = grade(cover, guesses=_GUESSES)
                if level in (None, found.level):
                    return Generated(puzzle, solution, found, seed)
        if tried >= attempts or stop():
            break
        if tried - ambiguous >= _EASY and not harder and level != LEVELS[-1]:
            break
    if ambiguous < tried:
        raise GenerationError(
            f"none of {tried - ambiguous} puzzles is {level}; try another seed, level, board or pieces"
        )
    raise GenerationError(
        f"no puzzle with exactly one solution was found in {tried} attempts; try another seed, board or pieces"
    )


@dataclass(frozen=True, slots=True)
class _Order:
    """What is to be made, read and found possible: the board has a tiling."""

    kind: Kind
    board: Board
    pieces: tuple[Piece, ...]
    turn: Turn
    #: Whether the pieces are a list, not what to draw from.
    listed: bool
    title: str


def _order(
    kind: Kind,
    board: Board | str | None,
    words: tuple[Piece | str, ...],
    turn: Turn,
    seed: int,
    date: datetime.date | None,
) -> _Order:
    title = ""
    if kind == "calendar":
        if board is not None or words:
            raise RequestError(
                "a calendar puzzle brings its board and its pieces; leave them out", where="BOARD"
            )
        day = date or datetime.date(2024, 1, 1) + datetime.timedelta(
            days=random.Random(f"calendar {seed}").randrange(366)
        )
        field, words = calendar_board(day.month, day.day)
        title = f"A puzzle a day, {day:%B} {day.day}"
    elif date is not None:
        raise RequestError(f"only a calendar puzzle has a date, not {kind}", where="date")
    elif board is None:
        raise RequestError("which board? Name one, such as 6x6", where="BOARD")
    else:
        field = Board.parse(board) if isinstance(board, str) else board
    pieces = tuple(
        piece for word in words for piece in ([word] if isinstance(word, Piece) else parse_pieces(word, turn))
    )
    if not pieces:
        raise RequestError("which pieces? Name at least one, such as trominoes", where="PIECES")
    if field.area > LARGEST_AREA:
        raise RequestError(f"puzzles are made on at most {LARGEST_AREA} cells, this board has {field.area}")
    if field.marks.any() or field.optional.any():
        raise RequestError("the board of a new puzzle has plain cells only; marks are what is being made")
    listed = kind in {"given", "calendar"} or (kind == "hole" and _is_list(pieces, field.area - 1))
    order = _Order(kind, field, pieces, turn, listed, title)
    _refuse_impossible(order)
    return order


def _is_list(pieces: tuple[Piece, ...], area: int) -> bool:
    """Whether pieces are a list that covers so many cells, or that says how many there are of each."""
    if any(piece.most is None or piece.marks for piece in pieces):
        return False
    total = sum(len(piece.polyomino) * piece.least for piece in pieces)
    return total == area or any(piece.most != 1 for piece in pieces)


def _refuse_impossible(order: _Order) -> None:
    """Prove that the board has a tiling at all.

    Raises
    ------
    RequestError
        If it has none, with a reason where one can be seen.
    """
    from tilewright.search import explain, solve

    pieces = order.pieces if order.listed else any_number(order.pieces, order.turn)
    empty = (1, 1) if order.kind == "hole" else 0
    problem = Problem(order.board, *pieces, turn=order.turn, empty=empty)
    problem.check()
    reasons = explain(problem)
    if not reasons and solve(problem, threads=1, timeout=_SECONDS) is None:
        reasons = ["the search found that these pieces do not fit"]
    if reasons:
        raise RequestError(
            f"no puzzle can be made, because the board has no tiling: {reasons[0]}", where=str(order.board)
        )


def _candidates(
    order: _Order, seed: int, level: str | None, minimal: bool
) -> Iterator[tuple[Puzzle, Tiling] | None]:
    """Yield puzzles with one solution, and None for each attempt that came to none.

    Raises
    ------
    RequestError
        If it is proven that there are no others.
    """
    kind, board, pieces, turn = order.kind, order.board, order.pieces, order.turn
    if kind == "sigil":
        yield from sigils(board, pieces, turn, seed, level)
        return
    dots = None if order.listed else DotPuzzles(board, pieces, turn, hole=kind == "hole")
    failed = 0
    for attempt in range(10_000):
        dice = random.Random(f"{kind} {seed} {attempt}")
        if dots is None:
            made = leave_out_pieces(kind, board, pieces, turn, dice, level, minimal, order.title)
        else:
            made = dots.make(dice, level, minimal)
        yield made
        failed = failed + 1 if made is None else -10_000
        if failed == _FAILED and dots is not None:
            # Perhaps none at all can be made: on a small board that can be told.
            yield dots.any()


def _checked(puzzle: Puzzle, solution: Tiling) -> Cover:
    """Prove once more, on the puzzle as it is given away, that it has this solution and no other."""
    problem = puzzle.problem()
    cover = problem.cover()
    if cover.size > LARGEST:
        raise RequestError(
            f"the puzzle has {cover.size} placements; only up to {LARGEST} can be graded: take a "
            "smaller board or fewer pieces"
        )
    sigil = puzzle.kind == "sigil"
    found = solutions(problem, 2, unique=sigil)
    faults = solution.faults(problem)
    same = len(found) == 1 and (sigil or np.array_equal(found[0].labels, solution.labels))
    if faults or not same:
        raise AssertionError(f"{replace(puzzle, title='')} does not have exactly its solution: {faults}")
    return cover
