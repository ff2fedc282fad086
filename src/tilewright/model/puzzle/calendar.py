"""The calendars: a puzzle for each day. The month, the day and, in the second edition, the weekday
stay uncovered.

Each edition is an object in `CALENDARS` with the positions of the names and the pieces.
"""

from __future__ import annotations

import datetime
import functools
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType

import numpy as np
from numpy.typing import NDArray

from tilewright.errors import ProblemError, quoted
from tilewright.model.board import Board
from tilewright.model.puzzle.puzzle import Puzzle
from tilewright.model.space.lattice import Cell, Turn

#: In English whatever the locale of the process is: `strftime` and the module `calendar` follow
#: ``LC_TIME``.
MONTHS = (
    "January", "February", "March", "April", "May", "June",
    "July", "August", "September", "October", "November", "December",
)  # fmt: skip
WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
_MONTHS = tuple(name[:3] for name in MONTHS)
_WEEKDAYS = tuple(name[:3] for name in WEEKDAYS)
_WEEKDAY_OF = {
    name.lower(): day for names in (WEEKDAYS, _WEEKDAYS) for day, name in enumerate(names)
}
_LEAP_YEAR = tuple(datetime.date(2000, 1, 1) + datetime.timedelta(days=day) for day in range(366))
_TITLE = "A puzzle a day"
#: How a date is written.
_WRITTEN = "write YYYY-MM-DD, MM-DD, today or tomorrow"
#: The number of days from today.
_DAYS = {"today": 0, "tomorrow": 1}


@dataclass(frozen=True, slots=True)
class Calendar:
    """One edition of the calendar puzzle, with its own board and pieces.

    Parameters
    ----------
    collection : str
        The prefix of the puzzle names, which is followed by the date.
    drawing : str
        The board, with one word for each position: the name of a month, the number of a day, the
        name of a weekday, or ``.`` if there is no cell.
    pieces : tuple of str
        The pieces, in command-line notation.
    source : str
        The source from which the calendar was taken.
    turn : {"free", "one-sided", "half-turn", "fixed"}
        How the pieces may be turned.
    title : str
        The prefix of the puzzle titles, which is followed by the date.
    month_names, weekday_names : tuple of str
        The names on the board: those of the months, starting with January, and those of the
        weekdays, starting with Monday.
    """

    collection: str
    drawing: str
    pieces: tuple[str, ...]
    source: str
    turn: Turn = "free"
    title: str = _TITLE
    month_names: tuple[str, ...] = _MONTHS
    weekday_names: tuple[str, ...] = _WEEKDAYS

    def faults(self) -> list[str]:
        """Return the faults of the drawing: names that are missing, repeated or unknown."""
        faults = [
            f"a calendar must have 12 different month names, got {' '.join(self.month_names)}"
        ] * (len({*self.month_names}) != 12 or len(self.month_names) != 12)
        faults += [
            f"a calendar must have 7 different weekday names, got {' '.join(self.weekday_names)}"
        ] * (len({*self.weekday_names}) != 7 or len(self.weekday_names) != 7)
        if faults:
            return faults
        wanted = [*self.month_names, *map(str, range(1, 32))]
        if {*self.names.values()} & {*self.weekday_names}:
            wanted += self.weekday_names
        labels = [*self.names.values()]
        for what, names in (
            ("is missing", [name for name in wanted if name not in labels]),
            ("is not a month, day or weekday", [name for name in labels if name not in wanted]),
            ("occurs twice", [*dict.fromkeys(n for n in labels if labels.count(n) > 1)]),
        ):
            faults += [f"{quoted(name)} {what}" for name in names]
        return faults

    @property
    def names(self) -> Mapping[Cell, str]:
        """The name of each cell: ``Jan`` to ``Dec``, ``1`` to ``31``, and ``Mon`` to ``Sun`` if the
        board has weekdays.
        """
        return _read_names(self.drawing)

    @property
    def weekdays(self) -> bool:
        """Whether a date of this calendar includes a weekday."""
        return any(name in self.weekday_names for name in self.names.values())

    @property
    def mask(self) -> NDArray[np.bool_]:
        """The complete board, including the cells of every date, as an array of shape (rows,
        columns).
        """
        lines = self.drawing.splitlines()
        rows = [[word != "." for word in line.split()] for line in lines]
        width = max(map(len, rows), default=0)
        return np.array([row + [False] * (width - len(row)) for row in rows])

    def puzzle(self, month: int, day: int, weekday: int | None = None) -> Puzzle:
        """Return the puzzle for a date, in which all cells except those of the date must be
        covered. Monday is 0. The weekday is ignored if the board has no weekdays.
        """
        uncovered = {self.month_names[month - 1], str(day)} | (
            {self.weekday_names[weekday]} if weekday is not None else set()
        )
        mask = self.mask
        for cell, name in self.names.items():
            if name in uncovered:
                mask[cell] = False
        ending = f"-{_WEEKDAYS[weekday].lower()}" if weekday is not None else ""
        name = f"{self.collection}:{month:02}-{day:02}{ending}"
        return Puzzle(
            name=name,
            title=(
                calendar_title(month, day, weekday, self.title)
                if self.month_names == _MONTHS
                else f"{self.title}, {' '.join(x for x in self.names.values() if x in uncovered)}"
            ),
            board=Board(mask, name=name),
            pieces=self.pieces,
            turn=self.turn,
            source=self.source,
            kind="calendar",
        )

    def dates(self) -> Iterator[tuple[int, int] | tuple[int, int, int]]:
        """Yield every date of a leap year, with each weekday if the board has weekdays."""
        for date in _LEAP_YEAR:
            if self.weekdays:
                yield from ((date.month, date.day, weekday) for weekday in range(7))
            else:
                yield date.month, date.day

    def puzzles(self) -> tuple[Puzzle, ...]:
        """Return the puzzles for all dates."""
        return _make_puzzles(self)

    def read(self, word: str) -> Puzzle:
        """Return the puzzle for a date given as text (see `read_date`).

        Raises
        ------
        ProblemError
            If the text is not a date of this calendar.
        """
        date = self.read_date(word)
        remember(self)
        return self.puzzle(date.month, date.day, date.weekday() if self.weekdays else None)

    def read_date(self, word: str) -> datetime.date:
        """Parse a date (see the function `read_date`), including its weekday if the board has
        weekdays.

        ``10-06-tue`` stands for Tuesday, October 6, in an unspecified year. If the year is omitted,
        the first matching year is used, starting from 2000.

        Raises
        ------
        ProblemError
            If the text is not a date, if the weekday does not match the date, or if a weekday is
            given but this calendar has no weekdays.
        """
        before, _, last = word.strip().lower().rpartition("-")
        if not before or not last.isalpha():
            return read_date(word)
        weekday = _WEEKDAY_OF.get(last)
        if weekday is None:
            raise ProblemError(
                f"unknown weekday {quoted(last)}; the weekdays are {', '.join(_WEEKDAYS)}"
                if self.weekdays
                else f"{quoted(word)} is not a date; {_WRITTEN}",
                where="date",
            )
        date = read_date(before)
        if not self.weekdays:
            raise ProblemError(
                f"this calendar has no weekdays; write {before}, or use the kind 'weekday'",
                where="date",
            )
        if not re.fullmatch(r"[0-9]+-[0-9]+", before):
            if date.weekday() != weekday:
                raise ProblemError(
                    f"{before} is a {WEEKDAYS[date.weekday()]}, not a {WEEKDAYS[weekday]}",
                    where="date",
                )
            return date
        years = range(2000, 2028, 4 if (date.month, date.day) == (2, 29) else 1)
        return next(day for year in years if (day := date.replace(year=year)).weekday() == weekday)


@functools.cache
def _read_names(drawing: str) -> Mapping[Cell, str]:
    """Return the names on a board that is drawn as words."""
    return MappingProxyType(
        {
            (row, column): name
            for row, line in enumerate(drawing.splitlines())
            for column, name in enumerate(line.split())
            if name != "."
        }
    )


@functools.cache
def _make_puzzles(edition: Calendar) -> tuple[Puzzle, ...]:
    return tuple(edition.puzzle(*date) for date in edition.dates())


#: The editions, by the word that stands before their dates.
CALENDARS: Mapping[str, Calendar] = MappingProxyType(
    {
        edition.collection: edition
        for edition in (
            Calendar(
                "calendar",
                """\
Jan Feb Mar Apr May Jun .
Jul Aug Sep Oct Nov Dec .
1   2   3   4   5   6   7
8   9   10  11  12  13  14
15  16  17  18  19  20  21
22  23  24  25  26  27  28
29  30  31  .   .   .   .""",
                ("pentomino:LNPUVYZ", "###/###"),
                "A-Puzzle-A-Day (DragonFjord)",
            ),
            Calendar(
                "weekday",
                """\
Jan Feb Mar Apr May Jun .
Jul Aug Sep Oct Nov Dec .
1   2   3   4   5   6   7
8   9   10  11  12  13  14
15  16  17  18  19  20  21
22  23  24  25  26  27  28
29  30  31  Sun Mon Tue Wed
.   .   .   .   Thu Fri Sat""",
                ("pentomino:LNPTUVZ", "tetromino:ILS"),
                "A calendar with weekdays, based on A-Puzzle-A-Day (DragonFjord)",
            ),
        )
    }
)


#: The calendars whose puzzles were read. The last one names the cells of boards that are of
#: several.
_READ: list[Calendar] = []


def remember(edition: Calendar) -> Calendar:
    """Register the boards of a calendar for pictures and titles, and return the calendar."""
    if edition in _READ:
        _READ.remove(edition)
    _READ.append(edition)
    return edition


def calendar_date(mask: NDArray[np.bool_]) -> tuple[int, int] | tuple[int, int, int] | None:
    """Return the month and day that the board of a calendar puzzle leaves uncovered, and the
    weekday (Monday is 0), if any.

    Parameters
    ----------
    mask : (rows, columns) bool

    Returns
    -------
    tuple or None
        The month, the day and the weekday (if any); None if the board does not belong to a
        calendar.

    Examples
    --------
    >>> from tilewright.model.puzzle import find_puzzle
    >>> calendar_date(find_puzzle("calendar:10-06").board.mask)
    (10, 6)
    >>> calendar_date(find_puzzle("weekday:10-06-tue").board.mask)
    (10, 6, 1)
    """
    reading = _read_board(mask)
    return reading[1] if reading else None


def calendar_names(mask: NDArray[np.bool_]) -> Mapping[Cell, str]:
    """Return the name of each cell on the board of a calendar: ``Jan`` to ``Dec``, ``1`` to ``31``,
    and the weekdays, if any.

    Parameters
    ----------
    mask : (rows, columns) bool

    Returns
    -------
    mapping
        The name of the cell at each (row, column), including uncovered cells. The dictionary is
        empty if the board does not belong to a calendar.

    Examples
    --------
    >>> from tilewright.model.puzzle import find_puzzle
    >>> names = calendar_names(find_puzzle("calendar:10-06").board.mask)
    >>> names[1, 3], names[2, 5]
    ('Oct', '6')
    """
    reading = _read_board(mask)
    return reading[0].names if reading else {}


def _read_board(
    mask: NDArray[np.bool_],
) -> tuple[Calendar, tuple[int, int] | tuple[int, int, int]] | None:
    """Return the calendar and the date of a board, if it belongs to a calendar."""
    for edition in (*reversed(_READ), *CALENDARS.values()):
        whole = edition.mask
        if mask.shape != whole.shape or (mask & ~whole).any():
            continue
        free = [edition.names[row, column] for row, column in np.argwhere(whole & ~mask).tolist()]
        months = [edition.month_names.index(x) + 1 for x in free if x in edition.month_names]
        days = [int(name) for name in free if name.isdigit()]
        weekdays = [edition.weekday_names.index(x) for x in free if x in edition.weekday_names]
        if len(months) == len(days) == 1 and len(weekdays) == int(edition.weekdays):
            return edition, (
                (months[0], days[0], weekdays[0]) if weekdays else (months[0], days[0])
            )
    return None


def calendar_title(month: int, day: int, weekday: int | None = None, title: str = _TITLE) -> str:
    """Return the title of the puzzle for a date: the title of the calendar and the date."""
    named = "" if weekday is None else f"{WEEKDAYS[weekday]} "
    return f"{title}, {named}{MONTHS[month - 1]} {day}"


def read_date(word: str) -> datetime.date:
    """Parse a date: ``2026-10-06``, ``10-06`` (month and day, in the current year), ``today`` or
    ``tomorrow``.

    Leading zeros may be omitted.

    Raises
    ------
    ProblemError
        If the text is not a date, or the day does not exist.

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
        raise ProblemError(f"{quoted(word)} is not a date; {_WRITTEN}", where="date")
    month, day = int(match[2]), int(match[3])
    # A calendar without a year has a February 29.
    year = int(match[1]) if match[1] else today.year if (month, day) != (2, 29) else 2000
    if not 1 <= month <= 12:
        raise ProblemError(
            f"invalid month {month} in {quoted(word)}; write {'YYYY-' if match[1] else ''}MM-DD",
            where="date",
        )
    try:
        return datetime.date(year, month, day)
    except ValueError:
        raise ProblemError(
            f"there is no {MONTHS[month - 1]} {day}{f' in {year}' if match[1] else ''}",
            where="date",
        ) from None
