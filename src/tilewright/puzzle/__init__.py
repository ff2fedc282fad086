"""Puzzles: problems to be played, with a title and a kind; by name, by ID and as text files.

`puzzle` is the value, `kind` the table of what its kinds have in common, `calendar` the puzzles of the days, in editions, `short_id` and `identity` are IDs (those that can be typed, and all),
`named` finds a puzzle by its name or ID, `file` reads and writes puzzles as text that people can read.
"""

from tilewright.puzzle.calendar import calendar_date, calendar_names, calendar_title, read_date
from tilewright.puzzle.file import is_puzzle_file, puzzle_text, read_puzzle_file, read_puzzle_text
from tilewright.puzzle.identity import make_puzzle, puzzle_id
from tilewright.puzzle.kind import KIND_OF, LEVELS, PLAIN, Kind, Level, Offer, PuzzleKind
from tilewright.puzzle.named import find_puzzle, is_puzzle_name, named_puzzles, near_names, read_id
from tilewright.puzzle.puzzle import Puzzle

__all__ = [
    "KIND_OF",
    "LEVELS",
    "PLAIN",
    "Kind",
    "Level",
    "Offer",
    "Puzzle",
    "PuzzleKind",
    "calendar_date",
    "calendar_names",
    "calendar_title",
    "find_puzzle",
    "is_puzzle_file",
    "is_puzzle_name",
    "make_puzzle",
    "named_puzzles",
    "near_names",
    "puzzle_id",
    "puzzle_text",
    "read_date",
    "read_id",
    "read_puzzle_file",
    "read_puzzle_text",
]
