"""Pictures of tilings, boards, pieces and proofs: one model, many writers.

A `Picture` says everything in cell units: what each cell is filled with, how heavy each edge
is, marks, texts, palette and theme. Makers build one, writers turn it into something to look at.

Makers
------
draw(tiling, *, coloring=None, names=None, letters=False, outlines_only=False, patterns=False, ...)
    A tiling, as a `Tiling` or a plain (rows, columns) label array: tiles 0..n-1, -1 not on the
    board, -2 (`EMPTY`) allowed to stay empty and did, -3 (`UNCOVERED`) not covered yet. `coloring`
    is a color number for each tile (n,) or for each cell (rows, columns); without it, neighbors
    never share a color and each named piece keeps its own color wherever that allows.
draw_board(board, *, coloring=None, modulus=None, ...)
    A board, plain, with a coloring of its cells, or colored ``(row + column) % modulus``.
draw_pieces(pieces, *, turn="free", ...)
    A set of pieces, each with its name and its number of orientations.
draw_problem(problem)
    The board with the pieces that are left below it.
draw_puzzle(problem, *, title, rules="", level="", name="", supply=True), draw_answer(problem, solution, *, title)
    A puzzle with the words that go with it, and its answer; draw_legend(problem) shows where the marks are,
    draw_supply(problem) has each copy of each piece that is left, to be cut out.
with_reason(picture, board, reason)
    A picture of a board, with the reason why it has no tiling above it (`tilewright.proof.draw_weighting` draws a weighting).
sheet(pictures, *, columns=None)
    Several pictures in one, in rows.
draw_frames(labels, **options)
    Lazily, a picture for each of several partial tilings; a tile keeps its color from frame to frame.

Writers
-------
terminal(picture, *, color="truecolor", unicode=True, width=80, height=None, size="auto") -> str
svg(picture, *, cell=None) -> str
png(picture, *, cell=None, width=None) -> bytes
raster(picture, size) -> (height, width, 3) uint8, downsampled with honest edges where there are
    more cells than pixels
pdf(pictures, *, ...) -> bytes, booklet(puzzles, answers, *, ...) -> bytes, worksheets(sheets, *, ...) -> bytes
gif(pictures, *, duration=100, hold=2000) -> bytes
animate(pictures, stream, *, milliseconds) draws in place on a terminal
save(picture_or_pictures, path) picks by the ending: .svg .png .pdf .gif .txt, never half-written
notebook_svg(value) -> str, what a notebook shows of a value

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

from tilewright.drawing.makers.compose import draw, draw_board, draw_frames
from tilewright.drawing.makers.gallery import draw_pieces, sheet
from tilewright.drawing.makers.printed import (
    draw_answer,
    draw_legend,
    draw_problem,
    draw_puzzle,
    draw_supply,
    with_reason,
)
from tilewright.drawing.model.palette import PALETTES, THEMES, Palette, PaletteName, Theme, ThemeName
from tilewright.drawing.model.picture import UNCOVERED, Mark, Picture, Text
from tilewright.drawing.output import ENDINGS, check_path, notebook_svg, picture_as_svg, save, write
from tilewright.drawing.writers.ansi import DEPTHS, Depth
from tilewright.drawing.writers.bitmap import gif, png, raster
from tilewright.drawing.writers.markup import svg
from tilewright.drawing.writers.page import Worksheet, booklet, pdf, worksheets
from tilewright.drawing.writers.terminal import SIZES, Size, animate, terminal

__all__ = [
    "DEPTHS",
    "ENDINGS",
    "PALETTES",
    "SIZES",
    "THEMES",
    "UNCOVERED",
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
    "draw_legend",
    "draw_pieces",
    "draw_problem",
    "draw_puzzle",
    "draw_supply",
    "gif",
    "notebook_svg",
    "pdf",
    "picture_as_svg",
    "png",
    "raster",
    "save",
    "sheet",
    "svg",
    "terminal",
    "with_reason",
    "worksheets",
    "write",
]
