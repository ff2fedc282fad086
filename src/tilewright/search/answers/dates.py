"""Dates: how many solutions a calendar has on each date, found anew."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from tilewright.arguments import shown
from tilewright.deadline import current_deadline
from tilewright.errors import RequestError
from tilewright.puzzle import Puzzle, calendar_date, named_puzzles
from tilewright.search.answers.enumeration import Search

__all__ = ["calendar_counts"]


def calendar_counts(puzzles: Iterable[Puzzle] | None = None) -> Iterator[tuple[tuple[int, ...], int]]:
    """Count the solutions of calendar puzzles, one date after the other.

    Parameters
    ----------
    puzzles : iterable of Puzzle, optional
        By default those of all 366 dates of the calendar without weekdays.

    Yields
    ------
    (month, day) or (month, day, weekday), int
        The date (Monday is 0) and its number of solutions; the board has no symmetry, so no two are each other turned.

    Raises
    ------
    RequestError
        If a puzzle is not one of the calendar's.
    TimeLimitError
        If a deadline that holds (`tilewright.deadline`) has passed; what was yielded before stays true.

    Examples
    --------
    >>> from tilewright.reading import find_puzzle
    >>> list(calendar_counts([find_puzzle("calendar:10-06"), find_puzzle("calendar:01-25")]))
    [((10, 6), 7), ((1, 25), 216)]
    >>> list(calendar_counts([find_puzzle("weekday:2026-10-06")]))
    [((10, 6, 1), 826)]
    """
    for puzzle in named_puzzles("calendar") if puzzles is None else puzzles:
        date = calendar_date(puzzle.board.mask) if isinstance(puzzle, Puzzle) else None
        if date is None:
            raise RequestError(f"this is no puzzle of the calendar: {shown(puzzle)}", where="puzzles")
        search = Search(puzzle.problem(), threads=1)
        count = search.count()
        if not search.complete:
            raise current_deadline().error(" before all dates were counted")
        yield date, count
