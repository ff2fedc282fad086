"""Generate: the door of this package, and the loop that looks for the grade that was asked for."""

from __future__ import annotations

import datetime
import itertools
import math
import random
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

import numpy as np

from tilewright.board import Board
from tilewright.cover import Cover
from tilewright.deduction import GRADES, LARGEST, Grade, grade
from tilewright.errors import RequestError, TimeLimitError
from tilewright.generation.clock import Clock, TimeUp
from tilewright.generation.every import every
from tilewright.generation.failure import GenerationError, NoPuzzleError
from tilewright.generation.givens import GivenPuzzles, calendar_board
from tilewright.generation.levels import LEVELS
from tilewright.generation.patterns import DotPuzzles, any_number
from tilewright.generation.sigils import sigils
from tilewright.generation.uniqueness import only_solution, solutions
from tilewright.piece import Piece, parse_pieces
from tilewright.problem import Problem
from tilewright.puzzle import KINDS, Kind, Puzzle
from tilewright.symmetry import Turn, check_turn
from tilewright.tiling import Tiling

__all__ = ["LARGEST_AREA", "Generated", "generate"]

#: The most cells of a board that puzzles are made on.
LARGEST_AREA = 400
#: Attempts after which all tilings of the board are tried, or all puzzles, if those are few.
_FAILED = 10
#: The most guesses in a grade: what needs any is expert, and only the score goes up with them.
_GUESSES = 1


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
    seconds: float | None = 60.0,
    attempts: int | None = None,
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
    seconds : float, optional
        How long to look for one; None for as long as it takes. How hard a puzzle can be on a board is not known
        before it is found, so without a limit the search for a level may have no end.
    attempts : int, optional
        How many puzzles to try for one that has the level.
    stop : callable
        Asked now and then; if true, `GenerationError` is raised.

    Raises
    ------
    RequestError
        If the board, the pieces or the level make no sense.
    NoPuzzleError
        If it is proven that there is no such puzzle: the board has no tiling, or none that makes a puzzle, or
        none of all puzzles that can be made, where those are few, has the level.
    GenerationError
        If no such puzzle was found within a limit. It says what levels were found instead.
    """
    if kind not in KINDS:
        raise RequestError(f"puzzles are {', '.join(KINDS)}, not '{kind}'", where="kind")
    if level is not None and level not in GRADES:
        raise RequestError(f"levels are {', '.join(GRADES)}, not '{level}'", where="level")
    clock = Clock(seconds, stop)
    tried = 0
    levels: Counter[str] = Counter()
    try:
        order = _order(kind, board, pieces, check_turn(turn), seed, date, clock)
        for made in _candidates(order, seed, level, minimal, clock):
            tried += 1
            if made is not None:
                puzzle, solution = made
                cover = _gradable(puzzle)
                found = grade(cover, guesses=_GUESSES, seconds=clock.left() or math.inf)
                levels[found.level] += 1
                if level in (None, found.level):
                    _prove(puzzle, solution, cover, clock)
                    return Generated(puzzle, solution, found, seed)
            if tried == attempts:
                break
            clock.check()
        limit = f"{tried} attempts" if tried == attempts else "all sigils of at most three kinds of pieces"
    except (TimeUp, TimeLimitError):
        limit = (
            "the time that was given" if stop() or seconds is None else f"the limit of {seconds:g} seconds"
        )
    raise GenerationError(_failure(kind, level, limit, levels))


def _failure(kind: str, level: str | None, limit: str, levels: Counter[str]) -> str:
    """Say that nothing was found, and what was found instead."""
    wanted = f"no {level} puzzle ({kind})" if level else f"no puzzle ({kind})"
    if not levels:
        return f"{wanted} was found within {limit}, nor one of another level: take more time, or another board or pieces"
    rank = LEVELS.index(level) if level in LEVELS else 0
    nearest = min(levels, key=lambda found: abs(LEVELS.index(found) - rank))
    total = sum(levels.values())
    each = ", ".join(f"{levels[name]} {name}" for name in LEVELS if levels[name])
    return (
        f"{wanted} was found within {limit}; the nearest is {nearest} (of {total} that were made: {each}). "
        "Take more time, another level, or another board or pieces"
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
    clock: Clock,
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
    own = {piece.turn for piece in pieces}
    if len(own) == 1 and None not in own:
        # All pieces turn in the same way: that is how the puzzle is played, and what its rules say.
        turn = next(filter(None, own))
        pieces = tuple(replace(piece, turn=None) for piece in pieces)
    if field.area > LARGEST_AREA:
        raise RequestError(f"puzzles are made on at most {LARGEST_AREA} cells, this board has {field.area}")
    if field.marks.any() or field.optional.any():
        raise RequestError("the board of a new puzzle has plain cells only; marks are what is being made")
    listed = kind in {"given", "calendar"} or (kind == "hole" and _is_list(pieces, field.area - 1))
    order = _Order(kind, field, pieces, turn, listed, title)
    _refuse_impossible(order, clock)
    return order


def _is_list(pieces: tuple[Piece, ...], area: int) -> bool:
    """Whether pieces are a list that covers so many cells, or that says how many there are of each."""
    if any(piece.most is None or piece.marks for piece in pieces):
        return False
    total = sum(len(piece.polyomino) * piece.least for piece in pieces)
    return total == area or any(piece.most != 1 for piece in pieces)


def _refuse_impossible(order: _Order, clock: Clock) -> None:
    """Prove that the board has a tiling at all.

    Raises
    ------
    NoPuzzleError
        If it has none, with a reason where one can be seen.
    """
    from tilewright.proof import explain

    pieces = order.pieces if order.listed else any_number(order.pieces, order.turn)
    empty = (1, 1) if order.kind == "hole" else 0
    problem = Problem(order.board, *pieces, turn=order.turn, empty=empty)
    problem.check()
    reasons = explain(problem)
    if not reasons and not solutions(problem, 1, clock):
        reasons = ["the search found that these pieces do not fit"]
    if not reasons and not problem.cover().size:
        raise NoPuzzleError(
            "no puzzle can be made, because no piece fits on the board", where=str(order.board)
        )
    if reasons:
        raise NoPuzzleError(
            f"no puzzle can be made, because the board has no tiling: {reasons[0]}", where=str(order.board)
        )


def _candidates(
    order: _Order, seed: int, level: str | None, minimal: bool, clock: Clock
) -> Iterator[tuple[Puzzle, Tiling] | None]:
    """Yield puzzles with one solution, and None for each attempt that came to none.

    Raises
    ------
    NoPuzzleError
        If it is proven that there are no others.
    """
    kind, board, pieces, turn = order.kind, order.board, order.pieces, order.turn
    if kind == "sigil":
        yield from sigils(board, pieces, turn, seed, level, clock)
        return
    if order.listed:
        makes: GivenPuzzles | DotPuzzles = GivenPuzzles(kind, board, pieces, turn, order.title, clock)
    else:
        makes = DotPuzzles(board, pieces, turn, clock, hole=kind == "hole")
    found = False
    for attempt in itertools.count():
        dice = random.Random(f"{kind} {seed} {attempt}")
        made = makes.make(dice, level, minimal)
        found = found or made is not None
        yield made
        if attempt == _FAILED and not found and isinstance(makes, DotPuzzles):
            # Perhaps none at all can be made: on a small board that can be told.
            yield makes.any()
        if attempt == _FAILED and level is not None and (few := makes.few()) is not None:
            yield from every(few, level, minimal, dice, clock)


def _gradable(puzzle: Puzzle) -> Cover:
    """Return the cover of a puzzle, if it is not too large to be graded."""
    cover = puzzle.problem().cover()
    if cover.size > LARGEST:
        raise RequestError(
            f"the puzzle has {cover.size} placements; only up to {LARGEST} can be graded: take a "
            "smaller board or fewer pieces"
        )
    return cover


def _prove(puzzle: Puzzle, solution: Tiling, cover: Cover, clock: Clock) -> None:
    """Prove once more, on the puzzle as it is given away, that it has this solution and no other."""
    problem = cover.problem
    sigil = puzzle.kind == "sigil"
    found = only_solution(problem, clock, turned=sigil)
    faults = solution.faults(problem)
    same = found is not None and (sigil or np.array_equal(found.labels, solution.labels))
    if faults or not same:
        raise AssertionError(f"{replace(puzzle, title='')} does not have exactly its solution: {faults}")
