"""Print puzzles as sheets, worksheets and booklets, with rules, pieces to cut out, and answers.

A `PrintedPuzzle` has everything that is printed of a puzzle; `sheet_of` solves and grades one.
`booklet_of` prints several puzzles per page, and `worksheets_of` each on its own pages with pieces
in true size. `ways_booklet` asks how many tilings there are. All put the answers at the end, and
hints before them if requested.
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

__all__ = [
    "Inks",
    "PrintedPuzzle",
    "Ways",
    "answer_picture",
    "booklet_of",
    "first_piece",
    "hint_picture",
    "in_common",
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
