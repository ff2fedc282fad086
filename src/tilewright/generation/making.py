"""Generate: the door of this package, and the loop that looks for the grade that was asked for."""

from __future__ import annotations

import datetime
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

import numpy as np

from tilewright.board import Board
from tilewright.deduction import GRADES, LARGEST, Grade, grade
from tilewright.errors import LimitError, RequestError
from tilewright.generation.givens import calendar_board, leave_out_pieces
from tilewright.generation.patterns import dot_puzzle, hole_puzzle, sigil_puzzle
from tilewright.generation.proof import solutions
from tilewright.piece import Piece, parse_pieces
from tilewright.puzzle import KINDS, Kind, Puzzle
from tilewright.symmetry import Turn, check_turn
from tilewright.tiling import Tiling

__all__ = ["LARGEST_AREA", "Generated", "GenerationError", "generate"]

#: The most cells of a board that puzzles are made on.
LARGEST_AREA = 400


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
    attempts: int = 60,
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
        *given*, and a *hole* with a list of pieces whose copies are limited: all the pieces. Pieces with marks
        of their own keep them; others get a dot in the middle where dots are needed (`default_marks`).
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
        If the board, the pieces or the level make no sense.
    GenerationError
        If there is no tiling at all, or none of the attempts has the level.
    """
    if kind not in KINDS:
        raise RequestError(f"puzzles are {', '.join(KINDS)}, not '{kind}'", where="kind")
    if level is not None and level not in GRADES:
        raise RequestError(f"levels are {', '.join(GRADES)}, not '{level}'", where="level")
    seen = []
    for number, (puzzle, solution, found) in enumerate(
        _candidates(kind, board, pieces, check_turn(turn), seed, level, minimal, date)
    ):
        found = found or grade(puzzle.problem().cover())
        if level is None or found.level == level:
            return Generated(puzzle, solution, found, seed)
        seen.append(found.level)
        if number + 1 >= attempts or stop():
            break
    if not seen:
        raise GenerationError(
            "no puzzle with exactly one solution was found; try another seed, board or pieces"
        )
    had = ", ".join(f"{seen.count(name)} {name}" for name in GRADES if name in seen)
    raise GenerationError(
        f"none of {len(seen)} puzzles is {level} ({had}); try another seed, level, board or pieces"
    )


def _candidates(
    kind: Kind,
    board: Board | str | None,
    words: tuple[Piece | str, ...],
    turn: Turn,
    seed: int,
    level: str | None,
    minimal: bool,
    date: datetime.date | None,
) -> Iterator[tuple[Puzzle, Tiling, Grade | None]]:
    """Yield puzzles with one solution, without end unless there are none; graded if that was done on the way."""
    if kind == "calendar":
        dice = random.Random(f"calendar {seed}")
        day = date or datetime.date(2024, 1, 1) + datetime.timedelta(days=dice.randrange(366))
        field, words = calendar_board(day.month, day.day)
        title = f"A puzzle a day, {day:%B} {day.day}"
    else:
        if board is None:
            raise RequestError("which board? Name one, such as 6x6", where="BOARD")
        field = Board.parse(board) if isinstance(board, str) else board
        title = ""
    pieces = tuple(
        piece for word in words for piece in ([word] if isinstance(word, Piece) else parse_pieces(word, turn))
    )
    if not pieces:
        raise RequestError("which pieces? Name at least one, such as trominoes", where="PIECES")
    if field.area > LARGEST_AREA:
        raise RequestError(f"puzzles are made on at most {LARGEST_AREA} cells, this board has {field.area}")
    if field.marks.any() or field.optional.any():
        raise RequestError("the board of a new puzzle has plain cells only; marks are what is being made")
    limited = all(piece.most is not None for piece in pieces)
    listed = kind in {"given", "calendar"} or (
        kind == "hole" and limited and any(piece.most != 1 or len(pieces) > 2 for piece in pieces)
    )
    dead = 0
    for attempt in range(10_000):
        dice = random.Random(f"{kind} {seed} {attempt}")
        made: tuple[Puzzle, Tiling, Grade | None] | None
        if listed:
            made = leave_out_pieces(kind, field, pieces, turn, dice, level, minimal, title)
        elif kind == "sigil":
            made = sigil_puzzle(field, pieces, turn, dice)
        elif kind == "hole":
            made = hole_puzzle(field, pieces, turn, dice, minimal, level)
        else:
            made = dot_puzzle(field, pieces, turn, dice, minimal, level)
        if made is None:
            dead += 1
            if dead >= 25:
                return
            continue
        _check(made[0], made[1], kind)
        dead = 0
        yield made


def _check(puzzle: Puzzle, solution: Tiling, kind: Kind) -> None:
    """Prove once more, on the puzzle as it is given away, that it has this solution and no other."""
    problem = puzzle.problem()
    if problem.cover().size > LARGEST:
        raise RequestError(
            f"the puzzle has {problem.cover().size} placements; only up to {LARGEST} can be graded: take a "
            "smaller board or fewer pieces"
        )
    found = solutions(problem, 2, unique=kind == "sigil")
    faults = solution.faults(problem)
    same = len(found) == 1 and (kind == "sigil" or np.array_equal(found[0].labels, solution.labels))
    if faults or not same:
        raise AssertionError(f"{replace(puzzle, title='')} does not have exactly its solution: {faults}")
