"""Pixels of Golomb's tilings: any window of the 2^n x 2^n board at any zoom.

Only what the window shows is computed. Averages are taken in linear light, so that fine patterns keep their brightness.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from tilewright.construction.cell import MOST_VECTOR
from tilewright.construction.request import Cell, Touch, check_cell, check_power, check_touch, require_memory
from tilewright.errors import ConstructionError

#: Red, green and blue of the colors 0 to 3.
COLORS = ((0xD8, 0x96, 0x22), (0x79, 0x72, 0xFF), (0x93, 0x48, 0x32), (0x4A, 0x5E, 0x81))
#: Lines and holes as in other pictures, in the light.
_LINE = (0xE3, 0xD8, 0xC7)
_HOLE = (0x3D, 0x37, 0x31)
_STEPS = 64
#: Rows of the table of shades: outside the board, the hole, then the colors.
_OUTSIDE, _GAP, _FIRST = 0, 1, 2

Color = tuple[int, int, int]


def render_golomb(
    n: int,
    hole: Cell,
    *,
    zoom: int = 0,
    top: int = 0,
    left: int = 0,
    height: int = 1024,
    width: int = 1024,
    min_pixels: int | None = None,
    touch: Touch = "edge",
    line: float = 0.1,
    colors: Sequence[Color] = COLORS,
    line_color: Color = _LINE,
    hole_color: Color = _HOLE,
) -> NDArray[np.uint8]:
    """Return a picture of a part of Golomb's tiling as an array of pixels.

    Parameters
    ----------
    n : int
        At least 1.
    hole : (row, column)
        The removed cell.
    zoom : int
        A cell is 2^zoom pixels wide. If `zoom` is negative, a pixel is the average of 2^-zoom x 2^-zoom cells.
    top, left : int
        The first pixel of the window, from the corner of the board at this zoom. The window may extend beyond the board.
    height, width : int
        The size of the picture in pixels.
    min_pixels : int, optional
        Draw nothing smaller than this many pixels (a power of two). If cells would be smaller, aligned squares of this size are
        drawn like cells: the tiling of a smaller board, or the proof without its last levels.
    touch : {"edge", "strong"}
        Use three colors, so that tiles that share an edge differ, or four, so that tiles that share only a corner differ,
        too.
    line : float
        The width of the lines between tiles, in cells from 0 to 1.
    colors, line_color, hole_color : (red, green, blue), 0 to 255
        At least three colors, or four if corners count.

    Returns
    -------
    (height, width, 4) uint8 array
        Red, green, blue and opacity; transparent outside the board.

    Raises
    ------
    ConstructionError
        If an argument is out of range, or single cells are drawn for n > 62.

    Notes
    -----
    The function takes O(height width) time; 1024 x 1024 pixels of a 2^60 x 2^60 board take about 20 ms.

    Examples
    --------
    >>> render_golomb(60, (5, 7), zoom=5, top=2**64, left=2**64, height=256, width=256).shape
    (256, 256, 4)
    """
    n = check_power(n)
    hole = check_cell(1 << n, 1 << n, hole)
    strong = check_touch(touch) == "strong"
    if min(height, width) < 1:
        raise ConstructionError(
            f"a picture must have at least one pixel, got {height} x {width}", where="size"
        )
    if len(colors) < 3 + strong:
        raise ConstructionError(f"must have at least {3 + strong} colors, got {len(colors)}", where="colors")
    if not 0 <= line <= 1:
        raise ConstructionError(f"must be from 0 to 1 (in cells), got {line}", where="line")
    if zoom < -n:
        raise ConstructionError(
            f"must be at least {-n}: at zoom {zoom} the 2^{n} x 2^{n} board is smaller than a pixel",
            where="zoom",
        )
    if min_pixels is not None and (min_pixels < 1 or min_pixels & (min_pixels - 1)):
        raise ConstructionError(f"must be a power of two, got {min_pixels}", where="min_pixels")
    require_memory(12 * height * width, f"a picture of {width} x {height} pixels", "ask for a smaller one")
    light = _shades(colors, line_color, hole_color)
    level = 0 if min_pixels is None else min(max(0, min_pixels.bit_length() - 1 - zoom), n - 1)
    if zoom + level < 0:
        if strong:
            raise ConstructionError(
                "'strong' is not supported for averaged pixels; zoom in to single cells, or set `min_pixels`",
                where="touch",
            )
        return _average(n, hole, -zoom, top, left, (height, width), light, line)
    n, hole, size = n - level, (hole[0] >> level, hole[1] >> level), 1 << (zoom + level)
    check_power(n, MOST_VECTOR, "a picture of single cells")
    return _cells(n, hole, size, (top, left), (height, width), strong, light, line)


def _linear(color: Color) -> NDArray[np.float64]:
    value = np.asarray(color, dtype=np.float64) / 255
    return np.where(value <= 0.04045, value / 12.92, ((value + 0.055) / 1.055) ** 2.4)


def _bytes(light: NDArray[np.float64]) -> NDArray[np.uint8]:
    curved = np.where(light <= 0.0031308, 12.92 * light, 1.055 * np.maximum(light, 0) ** (1 / 2.4) - 0.055)
    rounded: NDArray[np.uint8] = np.rint(255 * curved).astype(np.uint8)
    return rounded


def _shades(colors: Sequence[Color], line_color: Color, hole_color: Color) -> NDArray[np.float64]:
    """Return the linear light of the line, the hole and each color."""
    return np.stack([_linear(line_color), _linear(hole_color), *(_linear(color) for color in colors)])


def _table(light: NDArray[np.float64]) -> NDArray[np.uint8]:
    """Return the shade of the hole and each color for each share of a line in a pixel; row 0 is transparent."""
    share = np.linspace(0, 1, _STEPS + 1)[None, :, None]
    mixed = light[1:, None] * (1 - share) + light[0] * share
    table = np.zeros((len(light), _STEPS + 1, 4), dtype=np.uint8)
    table[1:, :, :3] = _bytes(mixed)
    table[1:, :, 3] = 255
    return table


def _clip(start: int, count: int, side: int) -> tuple[int, int, int]:
    """Clip a range to 0..side - 1: return the number of items before it, its start and its length."""
    low, high = max(start, 0), min(start + count, side)
    return low - start, low, max(0, high - low)


def _cells(
    n: int,
    hole: Cell,
    size: int,
    corner: Cell,
    shape: tuple[int, int],
    strong: bool,
    light: NDArray[np.float64],
    line: float,
) -> NDArray[np.uint8]:
    """Paint cells that are at least one pixel wide."""
    from tilewright.kernels.golomb import window as kernels

    # The lines depend on one more cell on each side.
    first = [place // size - 1 for place in corner]
    count = [(place % size + pixels - 1) // size + 3 for place, pixels in zip(corner, shape, strict=True)]
    kinds = np.full(count, _OUTSIDE, dtype=np.int8)
    (y, top, rows), (x, left, columns) = (_clip(first[axis], count[axis], 1 << n) for axis in (0, 1))
    if rows and columns:
        part = np.empty((rows, columns), dtype=np.int8)
        if strong:
            kernels.four_colors(n, top, left, hole[0], hole[1], part, np.zeros((n, 6), dtype=np.int8))
        else:
            kernels.three_colors(top, left, hole[0], hole[1], part)
        kinds[y : y + rows, x : x + columns] = part + _FIRST
    cover, place = _lines(size, line)
    image = np.empty((*shape, 4), dtype=np.uint8)
    kernels.paint(kinds, _table(light), cover, place, corner[0] % size, corner[1] % size, image)
    return image


def _lines(size: int, line: float) -> tuple[NDArray[np.uint8], NDArray[np.int64]]:
    """Return the share of each pixel of a cell under a line, for each set of sides with a line, and the class of each pixel."""
    reach = min(int(np.ceil(line / 2 * size)), (size - 1) // 2)
    place = np.minimum(np.arange(size), reach)
    place = np.maximum(place, np.arange(size) - (size - 1 - 2 * reach))
    profile = np.clip(line / 2 * size - np.arange(size), 0, 1)
    pixels = np.concatenate([np.arange(reach + 1), np.arange(size - reach, size)])
    near, far = profile[pixels], profile[size - 1 - pixels]
    light = np.empty((16, len(pixels), len(pixels)))
    for sides in range(16):
        above, below, left, right = (sides >> bit & 1 for bit in (3, 2, 1, 0))
        down = np.minimum(1, above * near + below * far)[:, None]
        across = np.minimum(1, left * near + right * far)
        light[sides] = (1 - down) * (1 - across)
        # Between two neighbors of the same tile, the line turns and leaves a small square here.
        for row, vertical in ((near, above), (far, below)):
            for column, horizontal in ((near, left), (far, right)):
                if not vertical and not horizontal:
                    light[sides] = np.minimum(light[sides], 1 - row[:, None] * column)
    return np.rint((1 - light) * _STEPS).astype(np.uint8), place.astype(np.int64)


def _average(
    n: int,
    hole: Cell,
    level: int,
    top: int,
    left: int,
    shape: tuple[int, int],
    light: NDArray[np.float64],
    line: float,
) -> NDArray[np.uint8]:
    """Paint pixels that average aligned squares of a level.

    Each block has three cells of its own color and one of color 2, and blocks are colored like a chessboard. From 4 x 4 cells on, all
    squares without the hole look the same. One cell of a tromino has lines on two sides, the other two on three.
    """
    side = 1 << (n - level)
    (y, first, rows), (x, begin, columns) = _clip(top, shape[0], side), _clip(left, shape[1], side)
    # Two kinds of squares, and the same with a hole.
    kinds = np.zeros(shape, dtype=np.int8)
    down, across = np.arange(rows) + first % 2, np.arange(columns) + begin % 2
    kinds[y : y + rows, x : x + columns] = 1 + ((down[:, None] + across) % 2 if level == 1 else 0)
    at = (hole[0] >> level) - top, (hole[1] >> level) - left
    if 0 <= at[0] < shape[0] and 0 <= at[1] < shape[1]:
        kinds[at] += 2
    under = 1 - (1 - line / 2) * (1 - line / 2)
    under = (under + 2 * (1 - (1 - line) * (1 - line / 2))) / 3
    both = (light[2] + light[3]) / 2
    mean = [(3 * own + light[4]) / 4 for own in ((light[2], light[3]) if level == 1 else (both, both))]
    mean += [
        color + (light[1] - light[4]) / 4**level for color in mean
    ]  # the hole replaces a cell of color 2
    table = np.zeros((5, 4), dtype=np.uint8)
    table[1:, :3] = _bytes(np.stack(mean) * (1 - under) + light[0] * under)
    table[1:, 3] = 255
    image: NDArray[np.uint8] = table[kinds]
    return image
