"""Values with a picture: drawn by `tilewright.draw`, saved to a file, and shown by notebooks."""

from __future__ import annotations

import importlib
from functools import cache, singledispatch
from typing import TYPE_CHECKING, Any

from tilewright.errors import RequestError, TilewrightError
from tilewright.system.lazy import drawing_modules
from tilewright.system.values.arguments import format_value

if TYPE_CHECKING:
    import os
    from pathlib import Path


@singledispatch
def picture_of(value: object, **options: Any) -> Any:
    """Return the `Picture` of a value. The module that draws a kind of value registers how.

    Raises
    ------
    RequestError
        If no picture of this kind of value is registered.
    """
    raise RequestError(
        f"cannot draw {format_value(value)}; expected a tiling, board, piece, problem or answer"
    )


@singledispatch
def picture_svg(value: object) -> str:
    """Return what a notebook shows of a value, as SVG; by default its picture."""
    return picture_svg(picture_of(value))


@singledispatch
def save_picture(value: object, path: str | os.PathLike[str], **options: Any) -> Path | None:
    """Write the picture of a value to a file. Options that the file format does not have are those
    of its drawing.
    """
    return save_picture(picture_of(value), path, **options)


@singledispatch
def picture_text(value: object) -> str:
    """Return a picture as text, in box drawing characters without color."""
    return picture_text(picture_of(value))


@cache
def load_pictures() -> None:
    """Import the modules that register pictures."""
    for module in drawing_modules:
        importlib.import_module(module)


#: The most values of a list that a notebook shows.
_SHOWN = 60


def show_lists(shell: Any) -> None:
    """Make IPython display lists of tilings, boards, pieces and other values as one picture."""
    formatter = shell.display_formatter.formatters["image/svg+xml"]
    for kind in (list, tuple):
        # Other libraries may show lists, too; the first one does.
        if kind not in formatter.type_printers:
            formatter.for_type(kind, _list_svg)


def _list_svg(values: list[Any] | tuple[Any, ...]) -> str | None:
    """Return the pictures of values side by side; None if they are not all values with pictures."""
    if not values or not all(isinstance(value, SvgRepr) for value in values):
        return None
    load_pictures()
    try:
        return picture_svg(picture_of(list(values[:_SHOWN])))
    except TilewrightError:
        return None


class SvgRepr:
    """A value with a picture, which a notebook shows at the end of a cell."""

    __slots__ = ()

    def _repr_svg_(self) -> str | None:
        load_pictures()
        try:
            return picture_svg(self)
        except TilewrightError:
            # An answer without a picture, such as "there is no coloring": the notebook shows its
            # text.
            return None

    def __rich__(self) -> Any:
        """Return what `rich.print` shows: the picture as text, or else the value as `repr` has
        it.
        """
        from rich.text import Text

        load_pictures()
        try:
            return Text(picture_text(self), no_wrap=True, overflow="crop")
        except TilewrightError:
            return Text(repr(self))

    def save(self, path: str | os.PathLike[str], **options: Any) -> Path | None:
        """Save a picture of this value; the ending of `path` is .svg, .png, .pdf, .gif or .txt.

        Parameters
        ----------
        path : path-like
            The file to write; ``-`` is standard output. An existing file is replaced.
        **options
            As for `tilewright.draw`. A tiling or a board also takes the size of its image: `width`
            in pixels (.png), or `cell`, the pixels of a cell (.svg, .png, .gif).

        Returns
        -------
        Path or None
            The file that was written; None for standard output.

        Raises
        ------
        OutputError
            If the ending is not supported or the file cannot be written.
        """
        load_pictures()
        return save_picture(self, path, **options)
