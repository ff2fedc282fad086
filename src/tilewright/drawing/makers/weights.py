"""Draw why there is no tiling: the numbers or the marked cells of a weighting; any reason, in words above a board."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from tilewright.arguments import shown
from tilewright.drawing.makers.compose import draw_board
from tilewright.drawing.model.palette import Palette, PaletteName, Theme, ThemeName
from tilewright.drawing.model.picture import Picture
from tilewright.errors import RequestError
from tilewright.proof import Weighting

__all__ = ["draw_weighting", "with_reason"]

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
        raise RequestError(f"a Weighting is drawn, as weighting() finds one, not {shown(weighting)}")
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


def with_reason(picture: Picture, board: str, reason: str) -> Picture:
    """Return a picture of a board under the words that it has no tiling, and why.

    Parameters
    ----------
    picture : Picture
    board : str
        What the board is called, with an article.
    reason : str
        A sentence, without a full stop.

    Examples
    --------
    >>> with_reason(draw_board("1x3"), "a 1x3 board", "a domino covers two cells").lead
    'A domino covers two cells.'
    """
    return replace(
        picture,
        heading="There is no tiling",
        lead=f"{reason[0].upper()}{reason[1:]}.",
        title=f"Why {board} has no tiling",
        description=reason,
    )
