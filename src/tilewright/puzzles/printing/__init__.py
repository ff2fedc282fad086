"""Print puzzles as sheets, worksheets and booklets, with rules, pieces to cut out, and answers.

A `PrintedPuzzle` contains all that is printed of a puzzle, and `sheet_of` solves and grades a
puzzle. `booklet_of` prints several puzzles per page, and `worksheets_of` prints each on separate
pages with full-size pieces. `ways_booklet` asks how many tilings there are. All of them print the
answers at the end, and hints before the answers if requested. ``with in_language("de"):`` prints in
German.
"""

from tilewright.puzzles.printing.pages import booklet_of, scanned, worksheets_of
from tilewright.puzzles.printing.sheets import (
    Inks,
    PrintedPuzzle,
    answer_picture,
    first_piece,
    hint_picture,
    in_common,
    levels,
    numbered_caption,
    puzzle_picture,
    rules_of_all,
    sheet_of,
)
from tilewright.puzzles.printing.ways import Ways, ways_booklet, ways_of
from tilewright.system.values.language import in_language, languages

__all__ = [
    "Inks",
    "PrintedPuzzle",
    "Ways",
    "answer_picture",
    "booklet_of",
    "first_piece",
    "hint_picture",
    "in_common",
    "in_language",
    "languages",
    "levels",
    "numbered_caption",
    "puzzle_picture",
    "rules_of_all",
    "scanned",
    "sheet_of",
    "ways_booklet",
    "ways_of",
    "worksheets_of",
]
