"""The hatching of each color number, as data that every renderer draws in its own way."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from tilewright.drawing.model.palette import mix, readable_on

__all__ = [
    "ASCII_HATCHES",
    "HATCHES",
    "HATCH_CELL",
    "HATCH_DOT",
    "HATCH_LINE",
    "hatching",
    "hatching_ink",
    "hatching_mask",
]

#: Size of the square that a hatching repeats, in cells.
HATCH_CELL = 0.5
#: Width of the lines and of the dots, in cells.
HATCH_LINE, HATCH_DOT = 0.05, 0.12

#: Segments (x0, y0, x1, y1) and dots (x, y) in the unit square that
#: is repeated. Segments reach the border where they go on in the next square.
_HATCHES: tuple[tuple[tuple[float, ...], ...], ...] = (
    (),
    ((-0.25, 0.25, 0.25, -0.25), (0, 1, 1, 0), (0.75, 1.25, 1.25, 0.75)),
    ((0.25, 0.25), (0.75, 0.75)),
    ((0, 0.5, 1, 0.5),),
    ((-0.25, 0.75, 0.25, 1.25), (0, 0, 1, 1), (0.75, -0.25, 1.25, 0.25)),
    ((0.5, 0, 0.5, 1),),
    ((0, 0, 1, 1), (0, 1, 1, 0)),
    ((0.5, 0, 0.5, 1), (0, 0.5, 1, 0.5)),
    ((0.5, 0.5),),
    ((0, 0.3, 0.5, 0.7), (0.5, 0.7, 1, 0.3)),
    ((0, 0.25, 1, 0.25), (0, 0.75, 1, 0.75)),
    ((0.25, 0, 0.25, 1), (0.75, 0, 0.75, 1)),
)

#: The same for terminals: a character for each color number.
HATCHES = " ╱·╌╲╎╳+•~═║"
ASCII_HATCHES = " /.,\\!x*o~=%"


def hatching(number: int) -> tuple[bool, tuple[tuple[float, ...], ...]]:
    """Return whether a color number is dotted, and its segments (x0, y0, x1, y1) or dots (x, y)."""
    shapes = _HATCHES[number % len(_HATCHES)]
    return bool(shapes) and len(shapes[0]) == 2, shapes


def hatching_ink(color: str) -> str:
    """Return the color of the lines on a color: between it and what reads best on it."""
    return mix(color, readable_on(color), 0.55)


def hatching_mask(number: int, pixels: int) -> NDArray[np.bool_]:
    """Return which pixels of a square of `HATCH_CELL` are inked, (pixels, pixels)."""
    dotted, shapes = hatching(number)
    middle = (np.arange(pixels) + 0.5) / pixels
    x, y = np.meshgrid(middle, middle)
    radius = max((HATCH_DOT if dotted else HATCH_LINE) / HATCH_CELL / 2, 0.5 / pixels)
    inked = np.zeros((pixels, pixels), dtype=bool)
    for shape in shapes:
        x0, y0, x1, y1 = shape * 2 if dotted else shape
        length = (x1 - x0) ** 2 + (y1 - y0) ** 2
        along = np.clip(((x - x0) * (x1 - x0) + (y - y0) * (y1 - y0)) / length, 0, 1) if length else 0.0
        inked |= np.hypot(x - x0 - along * (x1 - x0), y - y0 - along * (y1 - y0)) <= radius
    return inked
