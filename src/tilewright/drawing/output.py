"""Pictures as files (the suffix picks the format; a file is written whole or not at all) and as SVG in notebooks."""

from __future__ import annotations

import base64
import os
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any
from xml.sax.saxutils import escape

from tilewright.board import Board
from tilewright.drawing.makers.compose import draw, draw_board
from tilewright.drawing.makers.gallery import draw_pieces, sheet
from tilewright.drawing.makers.printed import draw_problem
from tilewright.drawing.model.picture import Picture, check_pictures
from tilewright.drawing.writers.bitmap import gif, png
from tilewright.drawing.writers.markup import svg
from tilewright.drawing.writers.page import pdf
from tilewright.drawing.writers.terminal import terminal
from tilewright.errors import OutputError, quoted
from tilewright.files.replacing import checked_path, write
from tilewright.lattices.polyform import Polyform
from tilewright.piece import Piece
from tilewright.problem import Problem
from tilewright.svg_repr import picture_svg
from tilewright.tiling import Tiling

__all__ = ["ENDINGS", "check_path", "notebook_svg", "picture_as_svg", "save", "write"]

#: The endings that `save` knows, and what each is.
ENDINGS = {
    ".svg": "a drawing for the web and for print",
    ".png": "an image",
    ".pdf": "pages for print, a picture to a page",
    ".gif": "an animation, a picture to a frame",
    ".txt": "box drawing, without color",
}


def save(
    pictures: Picture | Iterable[Picture],
    path: str | os.PathLike[str],
    *,
    ending: str | None = None,
    **options: Any,
) -> Path | None:
    """Write one or several pictures to a file.

    Parameters
    ----------
    pictures : Picture, or iterable of Picture
        Several are pages of a PDF, frames of a GIF, and one sheet in other files.
    path : path-like
        The ending says what to write: .svg, .png, .pdf, .gif or .txt; ``-`` is standard output.
    ending : str, optional
        Overrules that of the path; standard output has .svg unless said otherwise.
    **options
        As for `svg`, `png`, `pdf`, `gif` or `terminal`.

    Returns
    -------
    Path or None
        The file that was written; None for standard output.

    Raises
    ------
    OutputError
        If the ending is not known or the file cannot be written; what was there before is as it was.
    """
    kind = check_path(path, ending=ending)
    one = [pictures] if isinstance(pictures, Picture) else check_pictures(pictures)
    return write(_WRITERS[kind](one, **options), path)


def check_path(
    path: str | os.PathLike[str], *, ending: str | None = None, also: Mapping[str, str] | None = None
) -> str:
    """Return the ending to use for a path, so that a wrong one is found before the work.

    Parameters
    ----------
    path : path-like
    ending : str, optional
        Overrules that of the path.
    also : mapping of str to str, optional
        Endings of what is no picture and can be written too, and what it is: ``{".jsonl": "tilings"}``.

    Raises
    ------
    OutputError
        If the ending is not known, the folder is missing, the path is a folder, or no file can be called so.
    """
    name = str(checked_path(path))
    also = also or {}
    if name == "-":
        kind = ending or ".svg"
    else:
        kind = ending or Path(name).suffix.lower()
        folder = Path(name).parent
        try:
            if Path(name).is_dir():
                raise OutputError("this is a folder; name a file in it", where=name)
            if not folder.is_dir():
                raise OutputError(f"the folder {folder} does not exist", where=name)
        except OSError as error:
            raise OutputError(f"cannot write the file: {error.strerror}", where=name) from None
    if kind not in (*ENDINGS, *also):
        what = f"the ending {quoted(kind)} is not known" if kind else "a picture's file needs an ending"
        others = "".join(f", {things} as {which}" for which, things in also.items())
        raise OutputError(f"{what}; pictures are written as {', '.join(ENDINGS)}{others}", where=name)
    return kind


def _single(pictures: Iterable[Picture]) -> Picture:
    listed = list(pictures)
    return listed[0] if len(listed) == 1 else sheet(listed)


def _txt(pictures: Iterable[Picture], **options: Any) -> str:
    options = {"color": "none", "width": 1 << 16, **options}
    return "\n\n".join(terminal(picture, **options) for picture in pictures) + "\n"


_WRITERS: dict[str, Callable[..., bytes | str]] = {
    ".svg": lambda pictures, **options: svg(_single(pictures), **options),
    ".png": lambda pictures, **options: png(_single(pictures), **options),
    ".pdf": pdf,
    ".gif": gif,
    ".txt": _txt,
}


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
    tall, wide = picture.size
    width, height = (max(1, round(_SIDE * side / max(tall, wide))) for side in (wide, tall))
    data = base64.b64encode(png(picture, width=width)).decode()
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="tilewright" role="img" viewBox="0 0 {width} {height}" '
        f'width="{width}" height="{height}"><title>{escape(picture.title)}</title>'
        f'<image width="{width}" height="{height}" href="data:image/png;base64,{data}"/></svg>\n'
    )
