"""Tilings by theorem, without a search: Golomb's deficient boards, and rectangles with L-trominoes.

Golomb's boards are 2^n x 2^n boards with one cell removed. `golomb` builds the whole tiling, and
`golomb_steps` shows the proof level by level. `golomb_cell` finds the tromino that covers a cell.
`golomb_window` and `golomb_colors` build any part of a board of up to 2^62 x 2^62 cells.

`deficient` tiles a rectangle, whole or with one cell removed, and `obstruction` returns the reason
if there is no tiling. `tromino_tiling` solves problems of this kind. `tromino_faults` verifies
tilings with trominoes.
"""

from tilewright.solving.theorems.arguments import Touch, Window
from tilewright.solving.theorems.checker import tromino_faults
from tilewright.solving.theorems.deficient_rectangles import (
    Obstruction,
    deficient,
    obstruction,
    tromino_tiling,
)
from tilewright.solving.theorems.golomb_cells import (
    GolombTile,
    colors_of_tiles,
    golomb_cell,
    golomb_colors,
    golomb_window,
)
from tilewright.solving.theorems.induction import golomb, golomb_steps

__all__ = [
    "GolombTile",
    "Obstruction",
    "Touch",
    "Window",
    "colors_of_tiles",
    "deficient",
    "golomb",
    "golomb_cell",
    "golomb_colors",
    "golomb_steps",
    "golomb_window",
    "obstruction",
    "tromino_faults",
    "tromino_tiling",
]
