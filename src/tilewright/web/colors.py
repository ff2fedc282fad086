"""Colors: those that the page gives to pieces, for pictures that are to look like it."""

from __future__ import annotations

import functools
import re
from collections.abc import Sequence
from importlib import resources

from tilewright.drawing import Palette
from tilewright.drawing.tint import piece_colors

__all__ = ["colors_of_pieces", "page_palette"]


@functools.cache
def page_palette() -> Palette:
    """Return the page's colors: they are kept where the page has them, in ``palette.js``."""
    text = resources.files("tilewright.web").joinpath("static/palette.js").read_text(encoding="utf-8")
    listed = text.partition("export const COLORS = [")[2].partition("]")[0]
    return Palette("page", tuple(re.findall(r"#[0-9a-f]{6}", listed)))


def colors_of_pieces(names: Sequence[str]) -> list[int]:
    """Return the number of the color of each piece of a puzzle, on the page and in pictures."""
    return piece_colors(names, len(page_palette()))
