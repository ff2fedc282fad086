"""Save pictures as files in the format that the file name determines, and show values as SVG in
notebooks.
"""

from __future__ import annotations

import base64
import os
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from html import escape
from pathlib import Path
from typing import Any

import numpy as np

from tilewright.drawing.makers.gallery import draw_pieces, sheet
from tilewright.drawing.makers.puzzle import draw_problem
from tilewright.drawing.makers.tiling import draw, draw_board
from tilewright.drawing.model.palette import Theme, ThemeName, find_theme
from tilewright.drawing.model.picture import Picture, check_pictures
from tilewright.drawing.writers.bitmap import gif, png
from tilewright.drawing.writers.pdf import pdf
from tilewright.drawing.writers.svg import svg
from tilewright.drawing.writers.terminal import terminal
from tilewright.errors import OutputError, quoted
from tilewright.model.board import Board
from tilewright.model.piece import Piece
from tilewright.model.problem import Problem
from tilewright.model.puzzle import Puzzle
from tilewright.model.space.polyform import Polyform
from tilewright.model.tiling import Tiling
from tilewright.system.files.safe_write import check_place, checked_path, write
from tilewright.system.values.svg_repr import picture_of, picture_svg, picture_text, save_picture

#: The endings that `save` supports, and what each one is.
ENDINGS = {
    ".svg": "a vector drawing for the web and for print",
    ".png": "an image",
    ".pdf": "pages for printing, with one or more pictures per page",
    ".gif": "an animation with one picture per frame",
    ".txt": "text in box-drawing characters, without color",
}


def save(
    pictures: Picture | Iterable[Picture],
    path: str | os.PathLike[str],
    *,
    ending: str | None = None,
    theme: Theme | ThemeName | None = None,
    **options: Any,
) -> Path | None:
    """Write one or more pictures to a file.

    The file is replaced atomically: a temporary file is written and then renamed.

    Parameters
    ----------
    pictures : Picture, or iterable of Picture
        Several pictures become the pages of a PDF or the frames of a GIF; in other formats, they
        are combined into one sheet.
    path : path-like
        The path, whose extension determines the format: .svg, .png, .pdf, .gif or .txt. ``-`` means
        standard output.
    ending : str, optional
        The format to use; overrides the extension of the path. The default format for standard
        output is .svg.
    theme : Theme or str, optional
        The theme to use (see `THEMES`); by default, each picture uses its own theme.
    **options
        Options to pass to `svg`, `png`, `pdf`, `gif` or `terminal`.

    Returns
    -------
    Path or None
        The file that was written, or None for standard output.

    Raises
    ------
    OutputError
        If the format is not supported, or if the file cannot be written.
    """
    kind = check_path(path, ending=ending)
    one: Iterable[Picture] = (
        [pictures] if isinstance(pictures, Picture) else check_pictures(pictures)
    )
    if theme is not None:
        wanted = find_theme(theme)
        one = (replace(picture, theme=wanted) for picture in one)
    return write(_WRITERS[kind](one, **options), path)


def check_path(
    path: str | os.PathLike[str],
    *,
    ending: str | None = None,
    also: Mapping[str, str] | None = None,
) -> str:
    """Return the extension to use for a path, or raise an error if the path cannot be written.

    Parameters
    ----------
    path : path-like
    ending : str, optional
        The format to use; overrides the extension of the path.
    also : mapping of str to str, optional
        Additional extensions to allow, each mapped to the content of such files: ``{".jsonl":
        "tilings"}``.

    Raises
    ------
    OutputError
        If the extension is not supported, if the folder does not exist, if the path is a folder, or
        if the name is invalid.
    """
    name = str(checked_path(path))
    also = also or {}
    if name == "-":
        kind = ending or ".svg"
    else:
        kind = ending or Path(name).suffix.lower()
        check_place(Path(name))
    if kind not in (*ENDINGS, *also):
        what = (
            f"cannot write {quoted(kind)[1:-1]} files" if kind else "the file name has no extension"
        )
        others = "".join(f", {which} ({things})" for which, things in also.items())
        raise OutputError(f"{what}. Supported: {', '.join(ENDINGS)}{others}", where=name)
    return kind


def _join_pictures(pictures: Iterable[Picture]) -> Picture:
    drawings = list(pictures)
    return drawings[0] if len(drawings) == 1 else sheet(drawings)


def _txt(pictures: Iterable[Picture], **options: Any) -> str:
    options = {"color": "none", "width": 1 << 16, **options}
    return "\n\n".join(terminal(picture, **options) for picture in pictures) + "\n"


_WRITERS: dict[str, Callable[..., bytes | str]] = {
    ".svg": lambda pictures, **options: svg(_join_pictures(pictures), **options),
    ".png": lambda pictures, **options: png(_join_pictures(pictures), **options),
    ".pdf": pdf,
    ".gif": gif,
    ".txt": _txt,
}


#: Larger pictures are embedded in notebooks as an image whose longer side has `_SIDE` pixels.
_NOTEBOOK, _SIDE = 40_000, 900


def notebook_svg(value: object) -> str:
    """Return the SVG that notebooks show for a tiling, board, problem, piece, polyomino, weighting
    or picture.

    Raises
    ------
    TypeError
        If the value has an unsupported type.
    """
    return picture_svg(value)


@picture_svg.register
def picture_as_svg(picture: Picture) -> str:
    """Return a picture as SVG, with an embedded image if it has too many cells for a browser."""
    tall, wide = picture.size
    return svg(picture) if tall * wide <= _NOTEBOOK else _as_image(picture)


@picture_text.register
def _(picture: Picture) -> str:
    return terminal(picture, color="none", width=1 << 16)


picture_of.register(Tiling, draw)
picture_of.register(Board, draw_board)
picture_of.register(Problem, draw_problem)
picture_of.register(Picture, lambda picture: picture)


@picture_of.register(Polyform)
@picture_of.register(Piece)
def _draw_piece(piece: Piece | Polyform, **options: Any) -> Picture:
    return draw_pieces(piece, **{"orientations": False, **options})


@picture_of.register
def _(puzzle: Puzzle, **options: Any) -> Picture:
    return draw_problem(puzzle.problem(), **options)


@picture_of.register(list)
@picture_of.register(tuple)
def _(values: Iterable[Any], **options: Any) -> Picture:
    items = list(values)
    if items and all(isinstance(value, Piece) for value in items):
        return draw_pieces(items, **options)
    if items and not isinstance(items[0], int | list | tuple):
        return sheet([picture_of(value, **options) for value in items])
    return draw(np.asarray(items), **options)


@picture_of.register
def _(labels: np.ndarray, **options: Any) -> Picture:
    return draw(labels, **options)


@save_picture.register
def _(picture: Picture, path: str | os.PathLike[str], **options: Any) -> Path | None:
    return save(picture, path, **options)


@save_picture.register(Tiling)
@save_picture.register(Board)
def _save_sized(
    value: object,
    path: str | os.PathLike[str],
    *,
    width: int | None = None,
    cell: float | None = None,
    **options: Any,
) -> Path | None:
    check_path(path)
    sizes: dict[str, Any] = {"width": width, "cell": cell}
    given = {name: size for name, size in sizes.items() if size is not None}
    return save(picture_of(value, **options), path, **given)


@save_picture.register(Problem)
@save_picture.register(Polyform)
@save_picture.register(Piece)
def _save_drawn(value: object, path: str | os.PathLike[str], **options: Any) -> Path | None:
    # A wrong ending is found before the work.
    check_path(path)
    return save(picture_of(value, **options), path)


def _as_image(picture: Picture) -> str:
    """Return an SVG with the picture embedded as a PNG."""
    tall, wide = picture.size
    width, height = (max(1, round(_SIDE * side / max(tall, wide))) for side in (wide, tall))
    data = base64.b64encode(png(picture, width=width)).decode()
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" class="tilewright" role="img" viewBox="0 0 '
        f'{width} {height}" '
        f'width="{width}" height="{height}"><title>{escape(picture.title, quote=False)}</title>'
        f'<image width="{width}" height="{height}" href="data:image/png;base64,{data}"/></svg>\n'
    )
