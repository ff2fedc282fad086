"""Colors: a number for each piece; the page has the same colors as the pictures (`drawing.model.palette`)."""

from __future__ import annotations

from collections.abc import Sequence

from tilewright.drawing.makers.tint import piece_colors
from tilewright.drawing.model.palette import TILEWRIGHT

__all__ = ["colors_of_pieces"]


def colors_of_pieces(names: Sequence[str]) -> list[int]:
    """Return the number of the color of each piece of a puzzle, on the page and in pictures."""
    return piece_colors(names, len(TILEWRIGHT))
