"""Pixels of Golomb's tilings: any window of the 2^n x 2^n board, in any size.

Only what the window shows is computed. Averages are taken in linear light, so that fine patterns
keep their brightness.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from tilewright.errors import ConstructionError
from tilewright.solving.theorems.arguments import (
    Cell,
    Touch,
    check_cell,
    check_power,
    check_touch,
    check_window,
    require_memory,
)
from tilewright.solving.theorems.golomb_cells import MOST_VECTOR, Window

if TYPE_CHECKING:
    from tilewright.drawing import Theme

_STEPS = 64
#: Rows of the table of shades: outside the board, the hole, then the colors.
_OUTSIDE, _FIRST = 0, 2
#: The largest picture in pixels, of boards up to this side and of larger ones.
_PIXELS, _LARGE_PIXELS = 4096, 8192


def render_golomb(
    n: int,
    hole: Cell,
    window: Window | None = None,
    *,
    max_pixels: int | None = None,
    min_pixels: int | None = None,
    touch: Touch | None = None,
    theme: Theme | str | None = None,
) -> NDArray[np.uint8]:
    """Return a picture of Golomb's tiling, or of a part of it, as an array of pixels.

    A cell is a power of two of pixels wide, at most 64, or a pixel is the average of a square of
    cells.

    Parameters
    ----------
    n : int
        At least 1.
    hole : (row, column)
        The removed cell.
    window : (top, left, rows, columns), optional
        The part of the board; by default all of it.
    max_pixels : int, optional
        The largest height and width in pixels; by default 4096, or 8192 for more than 4096 rows or
        columns.
    min_pixels : int, optional
        Draw nothing smaller than this many pixels (a power of two). If cells would be smaller,
        aligned squares of this size are drawn like cells: the tiling of a smaller board, or the
        proof without its last levels.
    touch : {"edge", "strong"}, optional
        Use three colors, so that tiles that share an edge differ, or four, so that tiles that share
        only a corner differ, too. By default, only lines are drawn.
    theme : Theme or str, optional
        The colors of holes, lines, and tiles without a color.

    Returns
    -------
    (height, width, 4) uint8 array
        Red, green, blue and opacity.

    Raises
    ------
    ConstructionError
        If an argument is out of range, or single cells are drawn for n > 62.

    Notes
    -----
    The time is linear in the number of pixels; 1024 x 1024 pixels of a 2^60 x 2^60 board take about
    20 ms.

    Examples
    --------
    >>> render_golomb(60, (5, 7), (2**59, 2**59, 8, 16), max_pixels=256).shape
    (128, 256, 4)
    """
    from tilewright.drawing.model.palette import TILEWRIGHT, find_theme

    n = check_power(n)
    hole = check_cell(1 << n, 1 << n, hole)
    top, left, rows, columns = check_window(1 << n, window)
    if min_pixels and (min_pixels < 1 or min_pixels & (min_pixels - 1)):
        raise ConstructionError(f"must be a power of two, got {min_pixels}", where="min_pixels")
    longest = max(rows, columns)
    if max_pixels is None:
        max_pixels = _PIXELS if longest <= _PIXELS else _LARGE_PIXELS
    if longest <= max_pixels:
        zoom = min((max_pixels // longest).bit_length() - 1, 6)
        corner, shape = (top << zoom, left << zoom), (rows << zoom, columns << zoom)
    else:
        zoom = -((longest - 1) // max_pixels).bit_length()
        corner = (top >> -zoom, left >> -zoom)
        shape = (-(-(top + rows) >> -zoom) - corner[0], -(-(left + columns) >> -zoom) - corner[1])
    require_memory(
        12 * shape[0] * shape[1],
        f"a picture of {shape[1]} x {shape[0]} pixels",
        "ask for a smaller one",
    )
    known = find_theme(theme)
    # Without colors the lines are all that there is to see.
    tiles, between = (
        (TILEWRIGHT.colors[:4], known.well) if touch else ((known.board,) * 4, known.text)
    )
    light = np.stack([_linear(color) for color in (between, known.hole, *tiles)])
    strong = touch is not None and check_touch(touch) == "strong"
    level = min(max(0, min_pixels.bit_length() - 1 - zoom), n - 1) if min_pixels else 0
    line = 0.1 if zoom + level > 2 else 0.25
    if zoom + level < 0:
        if strong:
            raise ConstructionError(
                "'strong' is not supported for averaged pixels; zoom in to single cells, or set "
                "`min_pixels`",
                where="touch",
            )
        return _average(hole, -zoom, corner, shape, light, line)
    n, hole, size = n - level, (hole[0] >> level, hole[1] >> level), 1 << (zoom + level)
    check_power(n, MOST_VECTOR, "a picture of single cells")
    return _cells(n, hole, size, corner, shape, strong, light, line)


def _linear(color: str) -> NDArray[np.float64]:
    """Return the linear light of a color written as #rrggbb."""
    value = np.frombuffer(bytes.fromhex(color[1:]), dtype=np.uint8) / 255
    return np.where(value <= 0.04045, value / 12.92, ((value + 0.055) / 1.055) ** 2.4)


def _bytes(light: NDArray[np.float64]) -> NDArray[np.uint8]:
    curved = np.where(
        light <= 0.0031308, 12.92 * light, 1.055 * np.maximum(light, 0) ** (1 / 2.4) - 0.055
    )
    rounded: NDArray[np.uint8] = np.rint(255 * curved).astype(np.uint8)
    return rounded


def _table(light: NDArray[np.float64]) -> NDArray[np.uint8]:
    """Return the shade of the hole and each color for each share of a line in a pixel; row 0 is
    transparent.
    """
    share = np.linspace(0, 1, _STEPS + 1)[None, :, None]
    mixed = light[1:, None] * (1 - share) + light[0] * share
    table = np.zeros((len(light), _STEPS + 1, 4), dtype=np.uint8)
    table[1:, :, :3] = _bytes(mixed)
    table[1:, :, 3] = 255
    return table


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
    count = [
        (place % size + pixels - 1) // size + 3 for place, pixels in zip(corner, shape, strict=True)
    ]
    kinds = np.full(count, _OUTSIDE, dtype=np.int8)
    top, left = (max(place, 0) for place in first)
    bottom, right = (min(place + cells, 1 << n) for place, cells in zip(first, count, strict=True))
    part = np.empty((bottom - top, right - left), dtype=np.int8)
    if strong:
        kernels.four_colors(n, top, left, hole[0], hole[1], part, np.zeros((n, 6), dtype=np.int8))
    else:
        kernels.three_colors(top, left, hole[0], hole[1], part)
    kinds[top - first[0] : bottom - first[0], left - first[1] : right - first[1]] = part + _FIRST
    cover, place = _lines(size, line)
    image = np.empty((*shape, 4), dtype=np.uint8)
    kernels.paint(kinds, _table(light), cover, place, corner[0] % size, corner[1] % size, image)
    return image


def _lines(size: int, line: float) -> tuple[NDArray[np.uint8], NDArray[np.int64]]:
    """Return the share of each pixel of a cell under a line, for each set of sides with a line, and
    the class of each pixel.
    """
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
    hole: Cell,
    level: int,
    corner: Cell,
    shape: tuple[int, int],
    light: NDArray[np.float64],
    line: float,
) -> NDArray[np.uint8]:
    """Paint pixels that average aligned squares of a level.

    Each block has three cells of its own color and one of color 2, and blocks are colored like a
    chessboard. From 4 x 4 cells on, all squares without the hole look the same. One cell of a
    tromino has lines on two sides, the other two on three.
    """
    # Two kinds of squares, and the same with a hole.
    kinds = np.zeros(shape, dtype=np.int8)
    if level == 1:
        kinds[:] = (
            np.arange(shape[0])[:, None] + np.arange(shape[1]) + corner[0] % 2 + corner[1] % 2
        ) % 2
    at = (hole[0] >> level) - corner[0], (hole[1] >> level) - corner[1]
    if 0 <= at[0] < shape[0] and 0 <= at[1] < shape[1]:
        kinds[at] += 2
    under = 1 - (1 - line / 2) * (1 - line / 2)
    under = (under + 2 * (1 - (1 - line) * (1 - line / 2))) / 3
    both = (light[2] + light[3]) / 2
    mean = [
        (3 * ground + light[4]) / 4
        for ground in ((light[2], light[3]) if level == 1 else (both, both))
    ]
    mean += [
        color + (light[1] - light[4]) / 4**level for color in mean
    ]  # the hole replaces a cell of color 2
    table = np.full((4, 4), 255, dtype=np.uint8)
    table[:, :3] = _bytes(np.stack(mean) * (1 - under) + light[0] * under)
    image: NDArray[np.uint8] = table[kinds]
    return image
