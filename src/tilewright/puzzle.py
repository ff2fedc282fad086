"""Puzzle: a problem to be played, with a title; those that come with tilewright have names.

What kind it is decides how it is played:

*sigil*      fit a list of pieces on a board;
*calendar*   likewise: the two cells of a date stay free;
*given*      likewise, some pieces are already placed;
*hole*       likewise or with dots, and one cell, which is to be found, stays empty;
*dots*       the outlines of a tiling were removed, the dot that each piece carries is left.
"""

from __future__ import annotations

import datetime
import difflib
import functools
from dataclasses import dataclass
from importlib import resources
from typing import Literal, get_args

import numpy as np
from numpy.typing import NDArray

from tilewright.board import Board
from tilewright.errors import ProblemError
from tilewright.polyomino import Cell
from tilewright.problem import Problem
from tilewright.symmetry import Turn, check_turn

__all__ = [
    "KINDS",
    "Kind",
    "Puzzle",
    "calendar_date",
    "calendar_names",
    "calendar_title",
    "find_puzzle",
    "is_puzzle_name",
    "named_puzzles",
]

#: How a puzzle is played.
Kind = Literal["sigil", "calendar", "given", "hole", "dots"]
KINDS: tuple[Kind, ...] = get_args(Kind)

_CALENDAR_ROWS = (6, 6, 7, 7, 7, 7, 3)
_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
_CALENDAR_PIECES = ("pentomino:LNPUVYZ", "###/###")


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A problem to be played.

    Parameters
    ----------
    name : str
        A collection and a name, such as ``talos:tower-gates-5``; for a puzzle that has none, its
        description in URL-safe letters (`tilewright.identity`).
    title : str
    board : Board
    pieces : tuple of str
        Words of the grammar of pieces.
    turn : {"free", "one-sided", "fixed"}
    source : str
        Where the puzzle comes from.
    tilings : int or None
        The published number of tilings up to symmetry.
    """

    name: str
    title: str
    board: Board
    pieces: tuple[str, ...]
    turn: Turn
    source: str
    tilings: int | None = None
    kind: Kind = "sigil"
    #: Words of the pieces that are already placed (`Placement.parse`).
    placed: tuple[str, ...] = ()
    #: How many cells stay empty, at least and at most.
    empty: tuple[int, int] = (0, 0)
    #: How hard it is, where that is known: easy, medium, hard or expert.
    level: str | None = None

    @property
    def collection(self) -> str:
        """The part of the name before the colon."""
        return self.name.partition(":")[0]

    def problem(self) -> Problem:
        """Return the problem to solve."""
        empty = 0 if self.empty == (0, 0) else self.empty
        return Problem(self.board, *self.pieces, turn=self.turn, placed=self.placed, empty=empty)


@functools.cache
def _listed() -> tuple[Puzzle, ...]:
    text = resources.files("tilewright").joinpath("data/puzzles.tsv").read_text(encoding="utf-8")
    lines = [line.split("\t") for line in text.splitlines() if not line.startswith("#")]
    keys, *rows = lines
    found = []
    for row in rows:
        entry = dict(zip(keys, row, strict=True))
        found.append(
            Puzzle(
                name=entry["id"],
                title=entry["title"],
                board=Board.parse(entry["board"]),
                pieces=tuple(entry["pieces"].split()),
                turn=check_turn(entry["turn"]),
                source=entry["source"],
                kind="dots" if entry["id"].startswith("dots:") else "sigil",
                tilings=int(entry["tilings"]) if entry["tilings"] else None,
                level=entry.get("level") or None,
            )
        )
    return tuple(found)


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
    >>> calendar_date(find_puzzle("calendar:10-06").board.mask)
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
    >>> names = calendar_names(find_puzzle("calendar:10-06").board.mask)
    >>> names[1, 3], names[2, 5]
    ('Oct', '6')
    """
    if calendar_date(mask) is None:
        return {}
    months = {divmod(number, 6): name for number, name in enumerate(_MONTHS)}
    return months | {(2 + day // 7, day % 7): str(day + 1) for day in range(31)}


def calendar_title(month: int, day: int) -> str:
    """Return the title of the calendar puzzle of a date."""
    return f"A puzzle a day, {datetime.date(2000, month, 1):%B} {day}"


def _calendar(month: int, day: int) -> Puzzle:
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
def _dates() -> tuple[Puzzle, ...]:
    leap_year = (datetime.date(2000, 1, 1) + datetime.timedelta(days=day) for day in range(366))
    return tuple(_calendar(date.month, date.day) for date in leap_year)


def named_puzzles(match: str = "") -> tuple[Puzzle, ...]:
    """Return the named puzzles whose name or title contains `match`, in any case.

    The 366 calendar puzzles are among them only when `match` begins with ``calendar``.

    Examples
    --------
    >>> [puzzle.name for puzzle in named_puzzles("hub-gates")][:2]
    ['talos:hub-gates-1', 'talos:hub-gates-2']
    """
    wanted = match.lower()
    among = _dates() if wanted.startswith("calendar") else _listed()
    return tuple(puzzle for puzzle in among if wanted in puzzle.name or wanted in puzzle.title.lower())


def is_puzzle_name(word: str) -> bool:
    """Whether a word has the form of a puzzle's name: ``collection:name``, and a known collection."""
    collection, colon, _ = word.partition(":")
    return bool(colon) and collection in {"calendar", "id", *(puzzle.collection for puzzle in _listed())}


def find_puzzle(name: str) -> Puzzle:
    """Return the puzzle of this name; ``calendar:today`` is the calendar puzzle of today's date.

    Raises
    ------
    ProblemError
        If there is none; near misses are suggested.
    """
    if name == "calendar:today":
        today = datetime.date.today()  # the user's own calendar day, so the local date is meant
        return _calendar(today.month, today.day)
    known = {puzzle.name: puzzle for puzzle in (*_listed(), *_dates())}
    if name in known:
        return known[name]
    if name.startswith("id:"):
        from tilewright.identity import read_id

        return read_id(name)
    near = difflib.get_close_matches(name, known, n=2, cutoff=0.6)
    hint = f"did you mean {' or '.join(near)}?" if near else "`tilewright puzzles` lists them"
    raise ProblemError(f"there is no puzzle '{name}'; {hint}", where=name)
