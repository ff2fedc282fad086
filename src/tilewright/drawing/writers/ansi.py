"""Colors in terminals: escape sequences for the color depth that the terminal supports."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from tilewright.drawing.model.palette import hatching_ink, readable_on, rgb
from tilewright.drawing.model.picture import Picture
from tilewright.errors import RequestError
from tilewright.model.space.line_drawing import ASCII_HATCHES, HATCHES

#: What a character is, which decides its color.
LETTER, LINE, HATCH = 0, 1, 2

#: The color number of a painted hole.
HOLE = -4

Depth = Literal["truecolor", "256", "16", "none"]
DEPTHS: tuple[Depth, ...] = ("truecolor", "256", "16", "none")

#: Background code of each color number with 16 colors, and whether black is readable on it.
_SIXTEEN = (
    (106, True),
    (103, True),
    (101, True),
    (102, True),
    (105, True),
    (43, True),
    (42, True),
    (45, False),
    (107, True),
    (44, False),
    (41, False),
    (100, False),
)
_RESET = "\x1b[0m"
_LEVELS = np.array([0, 95, 135, 175, 215, 255])


def plain_lines(shown: NDArray[Any]) -> list[str]:
    """Return the rows of an array of characters as lines, without trailing blanks."""
    # Viewing a row as one string avoids an object for each character.
    whole = np.ascontiguousarray(shown, dtype="<U1")
    return [line.rstrip() for line in whole.view(f"<U{shown.shape[1]}").ravel().tolist()]


class Painter:
    """Writes characters in the colors of a picture, with or without non-ASCII characters."""

    def __init__(self, picture: Picture, depth: Depth, unicode: bool) -> None:
        if depth not in DEPTHS:
            raise RequestError(
                f"`color` must be one of {', '.join(DEPTHS)}, got '{depth}'", where="color"
            )
        self.picture, self.depth, self.unicode = picture, depth, unicode
        self.hatches = HATCHES if unicode else ASCII_HATCHES
        self._sequences: dict[tuple[int, int], str] = {}

    def lines(
        self, shown: NDArray[Any], ground: NDArray[np.int32], ink: NDArray[np.uint8]
    ) -> list[str]:
        """Return lines of characters, with the color number behind each (`HOLE`, or negative for
        none) and its kind.
        """
        if self.depth == "none":
            return plain_lines(shown)
        grounds = [
            list(zip(*row, strict=True)) for row in zip(ground.tolist(), ink.tolist(), strict=True)
        ]
        return [
            self._line(characters, styles)
            for characters, styles in zip(shown.tolist(), grounds, strict=True)
        ]

    def _line(self, characters: list[str], styles: list[tuple[int, int]]) -> str:
        parts = []
        position = 0
        for (color, ink), run in groupby(styles):
            length = len(list(run))
            text = "".join(characters[position : position + length])
            parts.append(
                f"{self._background_code(color, ink)}{text}{_RESET}" if _is_painted(color) else text
            )
            position += length
        return "".join(parts).rstrip(" ")

    def halves(self, upper: NDArray[np.int32], lower: NDArray[np.int32]) -> list[str]:
        """Return lines of half blocks, which show two rows of cells in each line."""
        lines = []
        for top, bottom in zip(upper.tolist(), lower.tolist(), strict=True):
            parts = []
            for pair, run in groupby(zip(top, bottom, strict=True)):
                length = len(list(run))
                painted = [value for value in pair if _is_painted(value)]
                if not painted:
                    parts.append(" " * length)
                    continue
                # The first color is that of the half block, the second one is behind it.
                codes = [self._code(value, front=not place) for place, value in enumerate(painted)]
                half = "▀" if _is_painted(pair[0]) else "▄"
                parts.append(f"\x1b[{';'.join(codes)}m{half * length}{_RESET}")
            lines.append("".join(parts).rstrip(" "))
        return lines

    def pixels(self, upper: NDArray[np.uint8], lower: NDArray[np.uint8]) -> list[str]:
        """Return lines of half blocks for two arrays of colors (lines, width, 3)."""
        lines = []
        for top, bottom in zip(upper.tolist(), lower.tolist(), strict=True):
            parts = []
            for (one, two), run in groupby(zip(top, bottom, strict=True)):
                front, back = self._color_code(one, front=True), self._color_code(two, front=False)
                parts.append(f"\x1b[{front};{back}m{'▀' * len(list(run))}")
            lines.append("".join(parts) + _RESET)
        return lines

    def _background_code(self, number: int, ink: int) -> str:
        key = (number, ink)
        if key not in self._sequences:
            if self.depth == "16":
                front = "30" if ink == LINE or _sixteen(number)[1] else "97"
            else:
                ground, line = self._color(number), self.picture.theme.ink
                on_hole = number == HOLE
                color = line if on_hole else (readable_on(ground), line, hatching_ink(ground))[ink]
                front = self._color_code(rgb(color), front=True)
            self._sequences[key] = f"\x1b[{front};{self._code(number, front=False)}m"
        return self._sequences[key]

    def _color(self, number: int) -> str:
        return self.picture.theme.hole if number == HOLE else self.picture.cell_color(number)

    def _code(self, number: int, front: bool) -> str:
        if self.depth == "16":
            return str(_sixteen(number)[0] - (10 if front else 0))
        return self._color_code(rgb(self._color(number)), front)

    def _color_code(self, color: Sequence[int], front: bool) -> str:
        layer = 38 if front else 48
        if self.depth == "truecolor":
            return f"{layer};2;{color[0]};{color[1]};{color[2]}"
        if self.depth == "256":
            return f"{layer};5;{_nearest_of_256(color)}"
        bright = int(sum(color) > 384)
        bits = sum(
            1 << place for place, value in enumerate(color) if value > (170 if bright else 85)
        )
        return str((30 if front else 40) + 60 * bright + bits)


def _is_painted(number: int) -> bool:
    return number >= 0 or number == HOLE


def _sixteen(number: int) -> tuple[int, bool]:
    """Return the entry of `_SIXTEEN` of a color, or gray for a hole."""
    return (100, True) if number == HOLE else _SIXTEEN[number % len(_SIXTEEN)]


def _nearest_of_256(color: Sequence[int]) -> int:
    """Return the index of the nearest color among the xterm color cube and grays."""
    value = np.array(color)
    steps = np.abs(_LEVELS[:, None] - value).argmin(axis=0)
    gray = int(np.clip(round((value.mean() - 8) / 10), 0, 23))
    cube_off = ((_LEVELS[steps] - value) ** 2).sum()
    gray_off = ((8 + 10 * gray - value) ** 2).sum()
    return int(16 + steps @ np.array([36, 6, 1])) if cube_off <= gray_off else 232 + gray
