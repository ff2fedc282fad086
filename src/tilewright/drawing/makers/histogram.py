"""Draw how often each number occurs, as bars."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from tilewright.drawing.makers.tile_colors import SHADES
from tilewright.drawing.model.geometry import Mesh
from tilewright.drawing.model.palette import (
    Palette,
    PaletteName,
    Theme,
    ThemeName,
    find_palette,
    find_theme,
)
from tilewright.drawing.model.picture import NONE, Picture, Text
from tilewright.errors import RequestError

#: The room for all bars, in cells, the most numbers below them, and the size of these.
_HEIGHT, _WIDTH, _NUMBERS, _SIZE = 10.0, 24.0, 13, 0.6
#: The share of its room that a bar fills, and the most bars that have a space between them.
_FILLED, _APART = 0.86, 60


def draw_histogram(
    counts: Mapping[int, int],
    *,
    palette: Palette | PaletteName | None = None,
    theme: Theme | ThemeName | None = None,
    caption: str = "",
) -> Picture:
    """Return a histogram: a bar for each number from the least to the largest, shaded from dark to
    light.

    Parameters
    ----------
    counts : mapping of int to int
        How often each number occurs. Missing numbers between the least and the largest count as 0.
    palette, theme : optional
        Objects or names (`PALETTES`, `THEMES`). The bars have shades of the palette's first color,
        like tiles colored by height.
    caption : str

    Raises
    ------
    RequestError
        If there are no numbers, or none occurs.
    """
    least, most = min(counts, default=0), max(counts, default=0)
    highest = max(counts.values(), default=0)
    if highest <= 0 or min(counts.values()) < 0:
        raise RequestError(
            "`counts` must have at least one positive number and none below 0", where="counts"
        )
    bars = most - least + 1
    wide = _WIDTH / max(bars, _NUMBERS)
    apart = bars <= _APART
    filled = wide * (_FILLED if apart else 1.0)
    tall = np.array([counts.get(least + bar, 0) for bar in range(bars)]) * (_HEIGHT / highest)
    left = np.arange(bars) * wide + (wide - filled) / 2
    corners = np.stack(
        [
            np.stack([left, _HEIGHT - tall], axis=1),
            np.stack([left + filled, _HEIGHT - tall], axis=1),
            np.stack([left + filled, np.full(bars, _HEIGHT)], axis=1),
            np.stack([left, np.full(bars, _HEIGHT)], axis=1),
        ],
        axis=1,
    )
    shown = np.flatnonzero(tall)
    mesh = Mesh(
        points=corners.reshape(-1, 2),
        faces=np.arange(4 * bars).reshape(-1, 4)[shown],
        fill=np.rint(shown * ((SHADES - 1) / max(1, bars - 1))).astype(np.int16),
        # Very thin bars have no edge of their own.
        region=np.where(apart, np.arange(len(shown)), -1).astype(np.int32),
        lines=np.zeros((0, 2), dtype=np.int64),
        weight=np.zeros(0, dtype=np.uint8),
    )
    step = _round_step(bars)
    numbers = range(-(-least // step) * step, most + 1, step)
    occurring = [f"{number}: {counts[number]}" for number in sorted(counts) if counts[number]]
    return Picture(
        fill=np.zeros((0, 0), dtype=np.int16),
        horizontal=np.full((1, 0), NONE, dtype=np.uint8),
        vertical=np.full((0, 1), NONE, dtype=np.uint8),
        names=tuple(occurring) if apart else (),
        mesh=mesh,
        texts=(
            *(
                Text(_HEIGHT + _SIZE, (number - least + 0.5) * wide, str(number), _SIZE)
                for number in numbers
            ),
            Text(-_SIZE, 0.0, f"highest bar: {highest}", _SIZE, "start", "note"),
        ),
        caption=caption,
        title="Histogram",
        description="; ".join(occurring[:100]),
        palette=find_palette(palette).shades(SHADES),
        theme=find_theme(theme),
        loose=frozenset(range(len(shown))),
    )


def _round_step(bars: int) -> int:
    """Return the least of 1, 2, 5, 10, 20, 50, … with which there are not too many numbers."""
    power = 1
    while True:
        for digit in (1, 2, 5):
            if bars <= digit * power * _NUMBERS:
                return digit * power
        power *= 10
