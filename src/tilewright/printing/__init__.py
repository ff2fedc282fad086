"""Printing: puzzles as sheets, worksheets and booklets, with their rules, what is to be cut out, and their answers.

A `PrintedPuzzle` is a puzzle with what is printed of it: `sheet_of` solves it and says how many solutions there are to find.
`puzzle_picture` and `answer_picture` draw one; `booklet_of` prints several to a page, `worksheets_of` each on pages of its
own with the pieces in true size, both with all answers last. A code that is scanned (the extra ``print``) opens a puzzle.
"""

from tilewright.printing.pages import booklet_of, scanned, worksheets_of
from tilewright.printing.sheets import (
    PrintedPuzzle,
    answer_picture,
    in_common,
    levels,
    numbered_caption,
    puzzle_picture,
    rules_of_all,
    sheet_of,
)

__all__ = [
    "PrintedPuzzle",
    "answer_picture",
    "booklet_of",
    "in_common",
    "levels",
    "numbered_caption",
    "puzzle_picture",
    "rules_of_all",
    "scanned",
    "sheet_of",
    "worksheets_of",
]
