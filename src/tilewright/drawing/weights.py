"""Draw a weighting: the numbers, or the marked cells, that show that there is no tiling."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from tilewright.drawing.compose import draw_board
from tilewright.drawing.palette import Palette, Theme
from tilewright.drawing.picture import Picture, Text
from tilewright.proof import Weighting

__all__ = ["draw_weighting"]

#: On boards with more rows or columns, numbers are too small to read.
_NUMBERS = 60
#: Colors that hold a dark number.
_CLASSES = 8


def draw_weighting(
    weighting: Weighting,
    *,
    palette: Palette | str | None = None,
    theme: Theme | str | None = None,
    patterns: bool = False,
) -> Picture:
    """Make a picture of a weighting, with what it proves above it.

    Parameters
    ----------
    weighting : Weighting
    palette, theme, patterns
        As for `draw`. Marked cells are gray unless a palette is named.
    """
    board = weighting.problem.board
    numbers = weighting.weights[board.mask]
    kinds = sorted(set(numbers.tolist()))
    classes = np.zeros(board.shape, dtype=np.int16)
    classes[board.mask] = [kinds.index(number) % _CLASSES for number in numbers.tolist()]
    if palette is None and weighting.marks:
        palette = "grays"
    drawn = draw_board(
        board,
        coloring=classes,
        palette=palette,
        theme=theme,
        patterns=patterns,
        holes=board.area < board.mask.size,
    )
    texts = drawn.texts
    if not weighting.marks and max(board.shape) <= _NUMBERS:
        texts = tuple(
            Text(row + 0.5, column + 0.5, str(weighting.weights[row, column]), 0.4, role="letter")
            for row, column in np.argwhere(board.mask).tolist()
        )
    sentence = weighting.text()
    return replace(
        drawn,
        texts=texts,
        heading="There is no tiling",
        lead=f"{sentence[0].upper()}{sentence[1:]}.",
        title=f"Why a {board} board has no tiling",
        description=weighting.text(),
    )
