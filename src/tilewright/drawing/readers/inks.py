"""The color table of pictures made of pixels: every fill, and its steps towards what is written on it."""

from __future__ import annotations

from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from tilewright.drawing.model.mesh import SHADES
from tilewright.drawing.model.palette import mix, readable_on, rgb
from tilewright.drawing.model.picture import UNCOVERED, Picture
from tilewright.drawing.readers.markup import cell_color

__all__ = ["Inks"]

#: Shades from a fill to what is written on it, both included.
_STEPS = 5
#: Fills that the table of 256 has room for, next to the special ones; fewer where there is a mesh.
_FILLS, _SHADED = 40, 12


class Inks:
    """A table of at most 256 colors and what its numbers mean.

    The table depends on the palette and the theme only, so all frames of an animation share it.

    Parameters
    ----------
    picture : Picture
        Whose palette and theme to take. Color numbers beyond 40 share colors.

    Attributes
    ----------
    table : (colors, 3) uint8
        sRGB of each ink.
    page, thin, thick, hole, accent : int
        The ink of the page and of everything that is not a fill.
    """

    def __init__(self, picture: Picture) -> None:
        theme = picture.theme
        colors: list[str] = []
        self._fills = _FILLS if picture.mesh is None else _SHADED + 8
        numbers = [*range(UNCOVERED, 0), *range(self._fills)]
        for number in numbers:
            color = cell_color(picture, number)
            over = theme.text if number < 0 else readable_on(color)
            colors += [mix(color, over, step / (_STEPS - 1)) for step in range(_STEPS)]
        self.page = len(colors)
        colors += [mix(theme.background, theme.text, step / (_STEPS - 1)) for step in range(_STEPS)]
        self._note = len(colors)
        colors += [mix(theme.background, theme.note, step / (_STEPS - 1)) for step in range(_STEPS)]
        if picture.mesh is not None:
            # Sides in the light and in the shadow, and the way from each color to the lines.
            for number in (*range(UNCOVERED, 0), *range(min(len(picture.palette), _SHADED))):
                color = cell_color(picture, number)
                sides = [mix(color, over, share) for over, share in SHADES.values()]
                colors += [mix(side, picture.ink, 0.5) for side in (color, *sides)] + sides
        self.thin, self.thick, self.hole, self.accent = range(len(colors), len(colors) + 4)
        colors += [theme.line, picture.ink, theme.hole, theme.accent]
        #: From a fill to the ink of its hatching.
        self.hatching = _STEPS // 2
        self.table = np.array([rgb(color) for color in colors], dtype=np.uint8)
        self._blendable = len(colors) - 4

    def ground(self, fill: NDArray[Any]) -> NDArray[np.uint8]:
        """Return the ink of each cell."""
        most = int(fill.max(initial=-1))
        place = np.array(
            [
                _STEPS * (number % self._fills - UNCOVERED if number >= 0 else number - UNCOVERED)
                for number in range(UNCOVERED, most + 1)
            ],
            dtype=np.uint8,
        )
        inks: NDArray[np.uint8] = place[fill - UNCOVERED]
        return inks

    def blend(
        self,
        image: NDArray[np.uint8],
        share: NDArray[Any],
        role: Literal["letter", "label", "note"] = "letter",
    ) -> None:
        """Write on an image where `share` (0 to 1) says how much ink there is, in steps."""
        step = np.round(share * (_STEPS - 1)).astype(np.uint8)
        ground = image // _STEPS * _STEPS
        if role == "note":
            ground = np.where(ground == self.page, self._note, ground).astype(np.uint8)
        written = (step > 0) & (image < self._blendable)
        image[written] = (ground + step)[written]
