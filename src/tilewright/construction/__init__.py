"""Tilings by theorem, not by search: Golomb's deficient boards, and rectangles by L-trominoes.

Golomb's boards
---------------
golomb(n, hole), golomb_labels, golomb_bands, save_golomb
    The whole 2^n x 2^n board without a cell: a tiling, a label array, bands of rows, a file.
golomb_steps(n, hole)
    The proof, one level of trominoes at a time.
golomb_cell(n, hole, cell), golomb_cells
    The tromino that covers a cell; n may be in the thousands.
golomb_window(n, hole, window), golomb_colors, render_golomb
    Labels, colors and pixels of any part of a board of up to 2^62 x 2^62 cells.

Rectangles
----------
deficient(rows, columns, hole=None)
    An L-tromino tiling of a rectangle, whole or without a cell, or None.
obstruction(rows, columns, hole=None)
    The reason why there is none.
tromino_tiling(problem)
    The tiling of a problem that is about L-trominoes and at most one cell to spare.
tromino_faults(labels)
    What is wrong with a tiling by trominoes, or with a coloring of it.
"""

from tilewright.construction.cell import (
    GolombTile,
    Window,
    colors_of_tiles,
    golomb_cell,
    golomb_cells,
    golomb_colors,
    golomb_window,
)
from tilewright.construction.check import tromino_faults
from tilewright.construction.induction import (
    UNCOVERED,
    golomb,
    golomb_bands,
    golomb_labels,
    golomb_steps,
    save_golomb,
)
from tilewright.construction.rectangle import Obstruction, deficient, obstruction, tromino_tiling
from tilewright.construction.render import render_golomb
from tilewright.construction.request import Numbering, Touch

__all__ = [
    "UNCOVERED",
    "GolombTile",
    "Numbering",
    "Obstruction",
    "Touch",
    "Window",
    "colors_of_tiles",
    "deficient",
    "golomb",
    "golomb_bands",
    "golomb_cell",
    "golomb_cells",
    "golomb_colors",
    "golomb_labels",
    "golomb_steps",
    "golomb_window",
    "obstruction",
    "render_golomb",
    "save_golomb",
    "tromino_faults",
    "tromino_tiling",
]
