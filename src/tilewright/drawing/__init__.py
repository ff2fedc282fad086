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

from __future__ import annotations

from typing import TYPE_CHECKING

from tilewright.system.lazy import lazy_names

if TYPE_CHECKING:
    from tilewright.drawing.makers.gallery import draw_histogram as draw_histogram
    from tilewright.drawing.makers.gallery import draw_pieces as draw_pieces
    from tilewright.drawing.makers.gallery import sheet as sheet
    from tilewright.drawing.makers.puzzle import draw_answer as draw_answer
    from tilewright.drawing.makers.puzzle import draw_legend as draw_legend
    from tilewright.drawing.makers.puzzle import draw_problem as draw_problem
    from tilewright.drawing.makers.puzzle import draw_puzzle as draw_puzzle
    from tilewright.drawing.makers.puzzle import draw_supply as draw_supply
    from tilewright.drawing.makers.puzzle import draw_tiling as draw_tiling
    from tilewright.drawing.makers.puzzle import signs_of_problem as signs_of_problem
    from tilewright.drawing.makers.puzzle import with_reason as with_reason
    from tilewright.drawing.makers.tile_colors import ColorBy as ColorBy
    from tilewright.drawing.makers.tiling import draw as draw
    from tilewright.drawing.makers.tiling import draw_board as draw_board
    from tilewright.drawing.makers.tiling import draw_frames as draw_frames
    from tilewright.drawing.model.palette import PALETTES as PALETTES
    from tilewright.drawing.model.palette import THEMES as THEMES
    from tilewright.drawing.model.palette import Palette as Palette
    from tilewright.drawing.model.palette import PaletteName as PaletteName
    from tilewright.drawing.model.palette import Theme as Theme
    from tilewright.drawing.model.palette import ThemeName as ThemeName
    from tilewright.drawing.model.picture import Mark as Mark
    from tilewright.drawing.model.picture import Picture as Picture
    from tilewright.drawing.model.picture import Text as Text
    from tilewright.drawing.output import ENDINGS as ENDINGS
    from tilewright.drawing.output import check_path as check_path
    from tilewright.drawing.output import notebook_svg as notebook_svg
    from tilewright.drawing.output import picture_as_svg as picture_as_svg
    from tilewright.drawing.output import save as save
    from tilewright.drawing.writers.ansi import DEPTHS as DEPTHS
    from tilewright.drawing.writers.ansi import Depth as Depth
    from tilewright.drawing.writers.bitmap import gif as gif
    from tilewright.drawing.writers.bitmap import png as png
    from tilewright.drawing.writers.bitmap import raster as raster
    from tilewright.drawing.writers.pdf import Worksheet as Worksheet
    from tilewright.drawing.writers.pdf import booklet as booklet
    from tilewright.drawing.writers.pdf import pdf as pdf
    from tilewright.drawing.writers.pdf import worksheets as worksheets
    from tilewright.drawing.writers.svg import svg as svg
    from tilewright.drawing.writers.terminal import SIZES as SIZES
    from tilewright.drawing.writers.terminal import Size as Size
    from tilewright.drawing.writers.terminal import animate as animate
    from tilewright.drawing.writers.terminal import terminal as terminal
    from tilewright.model.space.labels import UNCOVERED as UNCOVERED
    from tilewright.system.files.safe_write import write as write

__getattr__, __dir__, __all__ = lazy_names(
    __name__,
    {
        "makers.gallery": "draw_histogram draw_pieces sheet",
        "makers.puzzle": "draw_answer draw_legend draw_problem draw_puzzle draw_supply "
        "draw_tiling signs_of_problem with_reason",
        "makers.tile_colors": "ColorBy",
        "makers.tiling": "draw draw_board draw_frames",
        "model.palette": "PALETTES THEMES Palette PaletteName Theme ThemeName",
        "model.picture": "Mark Picture Text UNCOVERED",
        "output": "ENDINGS check_path notebook_svg picture_as_svg save write",
        "writers.ansi": "DEPTHS Depth",
        "writers.bitmap": "gif png raster",
        "writers.pdf": "Worksheet booklet pdf worksheets",
        "writers.svg": "svg",
        "writers.terminal": "SIZES Size animate terminal",
    },
)
