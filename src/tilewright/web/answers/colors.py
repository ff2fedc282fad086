"""Colors: those that the page gives to pieces, for pictures that are to look like it."""

from __future__ import annotations

import functools
import re
from collections.abc import Sequence
from importlib import resources

from tilewright.drawing import Palette
from tilewright.drawing.makers.tint import piece_colors

__all__ = ["colors_of_pieces", "page_palette"]


@functools.cache
def page_palette(safe: bool = False) -> Palette:
    """Return the page's colors: they are kept where the page has them, in ``palette.js``.

    With `safe`, the first ones are those that most color-blind people tell apart.
    """
    text = resources.files("tilewright.web").joinpath("static/palette.js").read_text(encoding="utf-8")
    colors, first = (
        tuple(re.findall(r"#[0-9a-f]{6}", text.partition(f"export const {name} = [")[2].partition("]")[0]))
        for name in ("COLORS", "SAFE")
    )
    return Palette("safe page", first + colors[len(first) :]) if safe else Palette("page", colors)


def colors_of_pieces(names: Sequence[str]) -> list[int]:
    """Return the number of the color of each piece of a puzzle, on the page and in pictures."""
    return piece_colors(names, len(page_palette()))
