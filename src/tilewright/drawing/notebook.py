"""Notebook: what a value looks like where it stands at the end of a cell."""

from __future__ import annotations

import base64
from xml.sax.saxutils import escape

from tilewright.board import Board
from tilewright.drawing.makers.compose import draw, draw_board
from tilewright.drawing.makers.gallery import draw_pieces
from tilewright.drawing.makers.printed import draw_problem
from tilewright.drawing.makers.weights import draw_weighting
from tilewright.drawing.model.picture import Picture
from tilewright.drawing.readers.markup import svg
from tilewright.lattices.polyform import Polyform
from tilewright.piece import Piece
from tilewright.problem import Problem
from tilewright.proof import Weighting
from tilewright.tiling import Tiling

__all__ = ["notebook_svg"]

#: Up to this many cells a notebook gets lines; beyond, an image this long.
_NOTEBOOK, _SIDE = 40_000, 900


def notebook_svg(value: object) -> str:
    """Return what a tiling, board, problem, piece, polyomino, weighting or picture looks like in a notebook.

    Raises
    ------
    TypeError
        If it is none of these.
    """
    picture = _picture_of(value)
    tall, wide = picture.size
    return svg(picture) if tall * wide <= _NOTEBOOK else _as_image(picture)


def _picture_of(value: object) -> Picture:
    if isinstance(value, Picture):
        return value
    if isinstance(value, Tiling):
        return draw(value)
    if isinstance(value, Board):
        return draw_board(value)
    if isinstance(value, Problem):
        return draw_problem(value)
    if isinstance(value, Weighting):
        return draw_weighting(value)
    if isinstance(value, Polyform):
        value = Piece(value)
    if isinstance(value, Piece):
        return draw_pieces(value, orientations=False)
    raise TypeError(f"tilewright has no picture of a {type(value).__name__}")


def _as_image(picture: Picture) -> str:
    """Return an SVG that holds an image: lines would be more than a browser draws gladly."""
    from tilewright.drawing.readers.bitmap import png  # Pillow is slow to load

    tall, wide = picture.size
    width, height = (max(1, round(_SIDE * side / max(tall, wide))) for side in (wide, tall))
    data = base64.b64encode(png(picture, width=width)).decode()
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="tilewright" role="img" viewBox="0 0 {width} {height}" '
        f'width="{width}" height="{height}"><title>{escape(picture.title)}</title>'
        f'<image width="{width}" height="{height}" href="data:image/png;base64,{data}"/></svg>\n'
    )
