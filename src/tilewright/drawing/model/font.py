"""The one typeface of all pictures, so that they look alike on machines with and without fonts.

Bitstream Vera Sans comes with reportlab, so it is there wherever tilewright is.
"""

from __future__ import annotations

import functools
import importlib.util
from pathlib import Path
from typing import TYPE_CHECKING

from tilewright.errors import OutputError

if TYPE_CHECKING:
    from PIL.ImageFont import FreeTypeFont

__all__ = ["FAMILY", "STACK", "font_file", "sized_font", "text_width"]

#: What the typeface calls itself.
FAMILY = "Bitstream Vera Sans"
#: The same look where the typeface is not installed.
STACK = f"'{FAMILY}','DejaVu Sans',Verdana,sans-serif"


@functools.cache
def font_file(bold: bool = False) -> Path:
    """Return the TrueType file.

    Raises
    ------
    OutputError
        If reportlab's fonts are missing.
    """
    found = importlib.util.find_spec("reportlab")
    folder = Path(found.origin).parent if found and found.origin else Path()
    path = folder / "fonts" / ("VeraBd.ttf" if bold else "Vera.ttf")
    if not path.is_file():
        raise OutputError("the typeface that comes with reportlab is missing; install reportlab again")
    return path


@functools.cache
def sized_font(pixels: int, bold: bool = False) -> FreeTypeFont:
    """Return the typeface for Pillow, at a size in pixels."""
    from PIL import ImageFont

    return ImageFont.truetype(str(font_file(bold)), max(1, pixels))


def text_width(text: str, bold: bool = False) -> float:
    """Return the width of a text in units of its size."""
    return float(sized_font(100, bold).getlength(text)) / 100
