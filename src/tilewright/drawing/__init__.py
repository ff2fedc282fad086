"""Pictures of tilings, boards, pieces, puzzles and proofs, as SVG, PNG, PDF, GIF or text.

The functions in `makers` build a `Picture`, which is a value in units of cells with the fill of
each cell, the weight of each edge, marks, texts, a palette and a theme. The functions in `writers`
convert it to a file or to text. The page *Pictures* of the documentation lists all of these
functions.

Examples
--------
>>> from tilewright.drawing import draw, terminal
>>> print(terminal(draw([[0, 0, 1], [0, 1, 1]]), color="none"))
┌───────┬───┐
│       │   │
│   ┌───┘   │
│   │       │
└───┴───────┘
"""

from tilewright.drawing.makers.gallery import draw_histogram, draw_pieces, sheet
from tilewright.drawing.makers.puzzle import (
    draw_answer,
    draw_legend,
    draw_problem,
    draw_puzzle,
    draw_supply,
    draw_tiling,
    signs_of_problem,
    with_reason,
)
from tilewright.drawing.makers.tile_colors import ColorBy
from tilewright.drawing.makers.tiling import draw, draw_board, draw_frames
from tilewright.drawing.model.palette import (
    PALETTES,
    THEMES,
    Palette,
    PaletteName,
    Theme,
    ThemeName,
)
from tilewright.drawing.model.picture import Mark, Picture, Text
from tilewright.drawing.output import ENDINGS, check_path, notebook_svg, picture_as_svg, save
from tilewright.drawing.writers.ansi import DEPTHS, Depth
from tilewright.drawing.writers.bitmap import gif, png, raster
from tilewright.drawing.writers.pdf import Worksheet, booklet, pdf, worksheets
from tilewright.drawing.writers.svg import svg
from tilewright.drawing.writers.terminal import SIZES, Size, animate, terminal
from tilewright.model.space.labels import UNCOVERED
from tilewright.system.files.safe_write import write

__all__ = [
    "DEPTHS",
    "ENDINGS",
    "PALETTES",
    "SIZES",
    "THEMES",
    "UNCOVERED",
    "ColorBy",
    "Depth",
    "Mark",
    "Palette",
    "PaletteName",
    "Picture",
    "Size",
    "Text",
    "Theme",
    "ThemeName",
    "Worksheet",
    "animate",
    "booklet",
    "check_path",
    "draw",
    "draw_answer",
    "draw_board",
    "draw_frames",
    "draw_histogram",
    "draw_legend",
    "draw_pieces",
    "draw_problem",
    "draw_puzzle",
    "draw_supply",
    "draw_tiling",
    "gif",
    "notebook_svg",
    "pdf",
    "picture_as_svg",
    "png",
    "raster",
    "save",
    "sheet",
    "signs_of_problem",
    "svg",
    "terminal",
    "with_reason",
    "worksheets",
    "write",
]
