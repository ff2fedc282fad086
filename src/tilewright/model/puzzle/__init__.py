"""Puzzles: problems to play, with a title and a kind. They come from names, IDs and text files.

The module `puzzle` contains the class, `kinds` the table of kinds, `calendar` the calendar puzzles,
`ids` the IDs and `links` the links of other sites. `collections` finds a puzzle by its name or ID,
`file` reads and writes puzzle files, and `record` JSON.
"""

from tilewright.model.puzzle.calendar import (
    CALENDARS,
    Calendar,
    calendar_date,
    calendar_names,
    calendar_title,
)
from tilewright.model.puzzle.collections import (
    find_puzzle,
    is_puzzle_name,
    named_puzzles,
    near_names,
    puzzles_like,
)
from tilewright.model.puzzle.file import (
    agreeing_marks,
    find_calendar,
    find_dated,
    is_listed_apart,
    is_puzzle_file,
    puzzle_text,
    read_puzzle_file,
    read_puzzle_text,
)
from tilewright.model.puzzle.ids import LONGEST, make_puzzle, puzzle_id, whole_id
from tilewright.model.puzzle.kinds import (
    KINDS,
    LEVELS,
    PLAIN,
    DailyOffer,
    Kind,
    Level,
    Offer,
    PuzzleKind,
)
from tilewright.model.puzzle.links import is_link, puzzle_link, read_link
from tilewright.model.puzzle.penpa import penpa_link
from tilewright.model.puzzle.puzzle import Puzzle
from tilewright.model.puzzle.record import marks_shown, puzzle_from_json, puzzle_json

__all__ = [
    "CALENDARS",
    "KINDS",
    "LEVELS",
    "LONGEST",
    "PLAIN",
    "Calendar",
    "DailyOffer",
    "Kind",
    "Level",
    "Offer",
    "Puzzle",
    "PuzzleKind",
    "agreeing_marks",
    "calendar_date",
    "calendar_names",
    "calendar_title",
    "find_calendar",
    "find_dated",
    "find_puzzle",
    "is_link",
    "is_listed_apart",
    "is_puzzle_file",
    "is_puzzle_name",
    "make_puzzle",
    "marks_shown",
    "named_puzzles",
    "near_names",
    "penpa_link",
    "puzzle_from_json",
    "puzzle_id",
    "puzzle_json",
    "puzzle_link",
    "puzzle_text",
    "puzzles_like",
    "read_link",
    "read_puzzle_file",
    "read_puzzle_text",
    "whole_id",
]
