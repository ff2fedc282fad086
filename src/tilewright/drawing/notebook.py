"""Notebook: what a value looks like where it stands at the end of a cell."""

from __future__ import annotations

import base64
from xml.sax.saxutils import escape

from tilewright.board import Board
from tilewright.drawing.makers.compose import draw, draw_board
from tilewright.drawing.makers.gallery import draw_pieces
from tilewright.drawing.makers.printed import draw_problem
from tilewright.drawing.model.picture import Picture
from tilewright.drawing.readers.markup import svg
from tilewright.lattices.polyform import Polyform
from tilewright.piece import Piece
from tilewright.problem import Problem
from tilewright.svg_repr import picture_svg
from tilewright.tiling import Tiling

__all__ = ["notebook_svg", "picture_as_svg"]

#: Up to this many cells a notebook gets lines; beyond, an image this long.
_NOTEBOOK, _SIDE = 40_000, 900


def notebook_svg(value: object) -> str:
    """Return what a value looks like in a notebook: a tiling, board, problem, piece, polyomino, weighting or picture.

    Raises
    ------
    TypeError
        If it is none of these.
    """
    return picture_svg(value)


@picture_svg.register
def picture_as_svg(picture: Picture) -> str:
    """Return a picture as SVG: its lines, or an image where they would be more than a browser draws quickly."""
    tall, wide = picture.size
    return svg(picture) if tall * wide <= _NOTEBOOK else _as_image(picture)


@picture_svg.register
def _(tiling: Tiling) -> str:
    return picture_as_svg(draw(tiling))


@picture_svg.register
def _(board: Board) -> str:
    return picture_as_svg(draw_board(board))


@picture_svg.register
def _(problem: Problem) -> str:
    return picture_as_svg(draw_problem(problem))


@picture_svg.register
def _(polyform: Polyform) -> str:
    return picture_as_svg(draw_pieces(Piece(polyform), orientations=False))


@picture_svg.register
def _(piece: Piece) -> str:
    return picture_as_svg(draw_pieces(piece, orientations=False))


def _as_image(picture: Picture) -> str:
    """Return an SVG that holds an image."""
    from tilewright.drawing.readers.bitmap import png  # Pillow is slow to load

    tall, wide = picture.size
    width, height = (max(1, round(_SIDE * side / max(tall, wide))) for side in (wide, tall))
    data = base64.b64encode(png(picture, width=width)).decode()
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="tilewright" role="img" viewBox="0 0 {width} {height}" '
        f'width="{width}" height="{height}"><title>{escape(picture.title)}</title>'
        f'<image width="{width}" height="{height}" href="data:image/png;base64,{data}"/></svg>\n'
    )
