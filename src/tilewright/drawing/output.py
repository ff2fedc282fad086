"""Write pictures to files: the ending says how, and nothing is ever half-written."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from tilewright.drawing.model.picture import Picture, check_pictures
from tilewright.errors import OutputError, quoted
from tilewright.files.replacing import checked_path, write

__all__ = ["ENDINGS", "check_path", "save", "write"]

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
    return write(_MAKERS[kind](one, options), path)


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
    from tilewright.drawing.makers.gallery import sheet

    listed = list(pictures)
    return listed[0] if len(listed) == 1 else sheet(listed)


def _svg(pictures: Iterable[Picture], options: dict[str, Any]) -> str:
    from tilewright.drawing.readers.markup import svg

    return svg(_single(pictures), **options)


def _png(pictures: Iterable[Picture], options: dict[str, Any]) -> bytes:
    from tilewright.drawing.readers.bitmap import png

    return png(_single(pictures), **options)


def _pdf(pictures: Iterable[Picture], options: dict[str, Any]) -> bytes:
    from tilewright.drawing.readers.page import pdf

    return pdf(pictures, **options)


def _gif(pictures: Iterable[Picture], options: dict[str, Any]) -> bytes:
    from tilewright.drawing.readers.motion import gif

    return gif(pictures, **options)


def _txt(pictures: Iterable[Picture], options: dict[str, Any]) -> str:
    from tilewright.drawing.readers.terminal import terminal

    listed: Sequence[str] = [
        terminal(picture, **{"color": "none", "width": 1 << 16, **options}) for picture in pictures
    ]
    return "\n\n".join(listed) + "\n"


_MAKERS: dict[str, Callable[[Iterable[Picture], dict[str, Any]], bytes | str]] = {
    ".svg": _svg,
    ".png": _png,
    ".pdf": _pdf,
    ".gif": _gif,
    ".txt": _txt,
}
