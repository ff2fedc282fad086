"""Draw why there is no tiling: the numbers or the marked cells of a weighting."""

from __future__ import annotations

import numpy as np

from tilewright.arguments import format_value
from tilewright.drawing import (
    Palette,
    PaletteName,
    Picture,
    Theme,
    ThemeName,
    draw_board,
    picture_as_svg,
    with_reason,
)
from tilewright.errors import RequestError
from tilewright.proof.weights import Weighting
from tilewright.svg_repr import picture_svg

__all__ = ["draw_weighting"]

#: On boards with more rows or columns, numbers are too small to read.
_NUMBERS = 60
#: Colors that hold a dark number.
_CLASSES = 8


def draw_weighting(
    weighting: Weighting,
    *,
    palette: Palette | PaletteName | None = None,
    theme: Theme | ThemeName | None = None,
    patterns: bool = False,
) -> Picture:
    """Make a picture of a weighting, with what it proves above it.

    Parameters
    ----------
    weighting : Weighting
    palette, theme, patterns
        As for `draw`. Marked cells are gray unless a palette is named.
    """
    if not isinstance(weighting, Weighting):
        raise RequestError(f"a Weighting is drawn, as weighting() finds one, not {format_value(weighting)}")
    board = weighting.problem.board
    numbers = weighting.weights[board.mask]
    kinds = sorted(set(numbers.tolist()))
    classes = np.zeros(board.shape, dtype=np.int16)
    classes[board.mask] = [kinds.index(number) % _CLASSES for number in numbers.tolist()]
    if palette is None and weighting.marks:
        palette = "grays"
    readable = not weighting.marks and max(board.shape) <= _NUMBERS
    drawn = draw_board(
        board,
        coloring=classes,
        words=weighting.weights.astype(str) if readable else None,
        palette=palette,
        theme=theme,
        patterns=patterns,
        holes=board.area < board.mask.size,
    )
    return with_reason(drawn, f"a {board} board", weighting.text())


@picture_svg.register
def _(weighting: Weighting) -> str:
    return picture_as_svg(draw_weighting(weighting))
