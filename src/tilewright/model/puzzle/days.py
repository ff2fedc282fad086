"""The daily puzzles that come with tilewright, which are the same as on the page."""

from __future__ import annotations

import functools
import json
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from tilewright.errors import ProblemError, quoted
from tilewright.model.puzzle.calendar import read_date
from tilewright.model.puzzle.collections import find_puzzle
from tilewright.model.puzzle.puzzle import Puzzle

#: A line for each day, as JSON: `day`, what its puzzles were made from (`of`), and the `puzzles`.
DAYS = Path(__file__).parents[2] / "data" / "days.jsonl.gz"
_PREFIX = "day:"


@functools.cache
def days() -> Mapping[str, dict[str, Any]]:
    """Return the puzzles of each day (`puzzles`) and the requests that they were made from (`of`),
    by date. The days are consecutive.
    """
    import gzip

    lines = gzip.decompress(DAYS.read_bytes()).decode().splitlines()
    return {value["day"]: value for value in map(json.loads, lines)}


def is_day(word: str) -> bool:
    """Whether a word denotes the puzzles of a day, such as ``day:today``."""
    return word.lower().startswith(_PREFIX)


def day_puzzles(word: str) -> tuple[Puzzle, ...]:
    """Return the puzzles of a day (``day:2026-12-01``, ``day:today``), or one of them
    (``day:today/2``).

    Raises
    ------
    ProblemError
        If the text is not a date, tilewright has no puzzles for this day, or the day has no such
        puzzle.

    Examples
    --------
    >>> [puzzle.title for puzzle in day_puzzles("day:2026-12-01")]
    ['A puzzle a day', 'Fit the pieces', 'Finish it', 'Dominosa', 'Pips']
    """
    date, slash, place = word[len(_PREFIX) :].partition("/")
    day = read_date(date).isoformat()
    known = days()
    if day not in known:
        raise ProblemError(
            f"there are no daily puzzles for {day}; tilewright includes puzzles from {min(known)} "
            f"to {max(known)}",
            where=word,
        )
    puzzles = tuple(
        replace(find_puzzle(entry["id"]), title=entry["title"], level=entry["grade"]["level"])
        for entry in known[day]["puzzles"]
    )
    if not slash:
        return puzzles
    if not (place.isascii() and place.isdigit() and 1 <= int(place[:4]) <= len(puzzles)):
        raise ProblemError(
            f"the number of a daily puzzle must be between 1 and {len(puzzles)}, got "
            f"{quoted(place)}",
            where=word,
        )
    return (puzzles[int(place) - 1],)
