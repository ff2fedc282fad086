"""The calendar: a puzzle for each day, whose board leaves the month and the day free."""

from __future__ import annotations

import datetime
import functools
import re

import numpy as np
from numpy.typing import NDArray

from tilewright.board import Board
from tilewright.errors import ProblemError, quoted
from tilewright.lattices.polyomino import Cell
from tilewright.puzzle.puzzle import Puzzle

__all__ = [
    "calendar_date",
    "calendar_names",
    "calendar_puzzle",
    "calendar_puzzles",
    "calendar_title",
    "read_date",
]

_CALENDAR_ROWS = (6, 6, 7, 7, 7, 7, 3)
_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
#: How many days from today.
_DAYS = {"today": 0, "tomorrow": 1}
_CALENDAR_PIECES = ("pentomino:LNPUVYZ", "###/###")


def _calendar_mask() -> NDArray[np.bool_]:
    """Return the calendar's board with nothing left free, (7, 7)."""
    return np.arange(7) < np.array(_CALENDAR_ROWS)[:, None]


def calendar_date(mask: NDArray[np.bool_]) -> tuple[int, int] | None:
    """Return the month and the day that a calendar's board leaves free; None for any other board.

    Parameters
    ----------
    mask : (rows, columns) bool

    Examples
    --------
    >>> calendar_date(calendar_puzzle(10, 6).board.mask)
    (10, 6)
    """
    if mask.shape != (7, 7):
        return None
    whole = _calendar_mask()
    months, days = np.split(whole & ~mask, [2])
    if (mask & ~whole).any() or int(months.sum()) != 1 or int(days.sum()) != 1:
        return None
    return int(months[:, :6].argmax()) + 1, int(days.argmax()) + 1


def calendar_names(mask: NDArray[np.bool_]) -> dict[Cell, str]:
    """Return the name of each cell of a calendar's board: ``Jan`` to ``Dec``, ``1`` to ``31``.

    Parameters
    ----------
    mask : (rows, columns) bool

    Returns
    -------
    dict
        From (row, column) to the name, of the two free cells too; empty if the board is no calendar's.

    Examples
    --------
    >>> names = calendar_names(calendar_puzzle(10, 6).board.mask)
    >>> names[1, 3], names[2, 5]
    ('Oct', '6')
    """
    if calendar_date(mask) is None:
        return {}
    months: dict[Cell, str] = {divmod(number, 6): name for number, name in enumerate(_MONTHS)}
    return months | {(2 + day // 7, day % 7): str(day + 1) for day in range(31)}


def calendar_title(month: int, day: int) -> str:
    """Return the title of the calendar puzzle of a date."""
    return f"A puzzle a day, {datetime.date(2000, month, 1):%B} {day}"


def calendar_puzzle(month: int, day: int) -> Puzzle:
    """Return the calendar puzzle: cover everything but the month and the day."""
    mask = _calendar_mask()
    mask[divmod(month - 1, 6)] = False
    mask[2 + (day - 1) // 7, (day - 1) % 7] = False
    name = f"calendar:{month:02}-{day:02}"
    return Puzzle(
        name=name,
        title=calendar_title(month, day),
        board=Board(mask, name=name),
        pieces=_CALENDAR_PIECES,
        turn="free",
        source="A-Puzzle-A-Day (DragonFjord)",
        kind="calendar",
    )


@functools.cache
def calendar_puzzles() -> tuple[Puzzle, ...]:
    """Return the puzzles of all days of a leap year."""
    leap_year = (datetime.date(2000, 1, 1) + datetime.timedelta(days=day) for day in range(366))
    return tuple(calendar_puzzle(date.month, date.day) for date in leap_year)


def read_date(word: str) -> datetime.date:
    """Read a date: ``2026-10-06``, ``10-06`` (month and day, in this year), ``today`` or ``tomorrow``.

    Zeros in front may be left out.

    Raises
    ------
    ProblemError
        If it is none, or there is no such day.

    Examples
    --------
    >>> read_date("2026-2-9")
    datetime.date(2026, 2, 9)
    """
    today = datetime.date.today()  # the user's own calendar day, so the local date is meant
    name = word.strip().lower()
    if name in _DAYS:
        return today + datetime.timedelta(days=_DAYS[name])
    match = re.fullmatch(r"(?:([0-9]{4})-)?([0-9]{1,2})-([0-9]{1,2})", name)
    if match is None:
        raise ProblemError(
            f"{quoted(word)} is not a date; it is YYYY-MM-DD, or MM-DD, or today or tomorrow", where="date"
        )
    month, day = int(match[2]), int(match[3])
    # A calendar without a year has a February 29.
    year = int(match[1]) if match[1] else today.year if (month, day) != (2, 29) else 2000
    if not 1 <= month <= 12:
        raise ProblemError(
            f"a month is 1 to 12, and {quoted(word)} has {month}: it is month-day", where="date"
        )
    try:
        return datetime.date(year, month, day)
    except ValueError:
        name = datetime.date(2000, month, 1).strftime("%B")
        raise ProblemError(
            f"there is no {name} {day}{f' in {year}' if match[1] else ''}", where="date"
        ) from None
