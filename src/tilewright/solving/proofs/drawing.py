"""Draw proofs: the numbers or the dark cells of a weighting, or the parts and cells of a barrier,
below the argument.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from tilewright.drawing import (
    Palette,
    PaletteName,
    Picture,
    Theme,
    ThemeName,
    draw_board,
    with_reason,
)
from tilewright.errors import RequestError
from tilewright.solving.proofs.barriers import Barrier
from tilewright.solving.proofs.bounds import WeightBound
from tilewright.solving.proofs.weights import Weighting
from tilewright.system.values.arguments import format_value
from tilewright.system.values.svg_repr import picture_of

#: The most rows or columns for which numbers are readable.
_NUMBERS = 60
#: Colors on which a dark number is readable.
_CLASSES = 8


def draw_weighting(
    weighting: Weighting | WeightBound,
    *,
    palette: Palette | PaletteName | None = None,
    theme: Theme | ThemeName | None = None,
    patterns: bool = False,
) -> Picture:
    """Draw a weighting, with its proof as the heading of the picture. Dark cells are gray unless a
    palette is given.
    """
    if not isinstance(weighting, Weighting | WeightBound):
        raise RequestError(
            f"expected a Weighting, as returned by weighting(), got {format_value(weighting)}"
        )
    board = weighting.problem.board
    numbers = weighting.weights[board.mask]
    kinds = sorted(set(numbers.tolist()))
    classes = np.zeros(board.shape, dtype=np.int16)
    classes[board.mask] = [kinds.index(number) % _CLASSES for number in numbers.tolist()]
    if palette is None and weighting.marks:
        palette = "grays"
    readable = not weighting.marks and max(board.shape) <= _NUMBERS
    picture = draw_board(
        board,
        coloring=classes,
        words=weighting.weights.astype(str) if readable else None,
        palette=palette,
        theme=theme,
        patterns=patterns,
    )
    captioned = with_reason(picture, f"a {board} board", weighting.text(shown=True))
    return replace(captioned, description=weighting.text())


def draw_barrier(
    barrier: Barrier,
    *,
    palette: Palette | PaletteName | None = None,
    theme: Theme | ThemeName | None = None,
    patterns: bool = False,
) -> Picture:
    """Draw a barrier, with its proof as the heading of the picture. In the picture, the parts are
    dark, and the cells between them are gray.
    """
    if not isinstance(barrier, Barrier):
        raise RequestError(
            f"expected a Barrier, as returned by barrier(), got {format_value(barrier)}"
        )
    board = barrier.problem.board
    classes = np.where(barrier.parts >= 0, 3, np.where(barrier.between, 1, 0))
    drawn = draw_board(
        board,
        coloring=classes,
        palette="grays" if palette is None else palette,
        theme=theme,
        patterns=patterns,
    )
    return with_reason(drawn, f"a {board} board", barrier.text())


picture_of.register(Barrier, draw_barrier)
picture_of.register(Weighting, draw_weighting)
picture_of.register(WeightBound, draw_weighting)
