"""Polygons as text: each line of a mesh in slashes, bars and underscores, whatever the cells are.

The heights at which corners lie become lines of text, so that what is level in the picture is level in the text, and a slanted
side goes about one character to the side in each line.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from tilewright.drawing.model.geometry import Mesh
from tilewright.drawing.model.picture import THICK, UNCOVERED, Arrow, Picture, Text
from tilewright.drawing.writers.ansi import LETTER, LINE, Painter
from tilewright.labels import EMPTY, OUTSIDE

__all__ = ["arrow_sign", "sketch"]

#: Characters of half a side, the widest first.
_STEPS = (3, 2)
#: A character is about so many times as tall as wide.
_TALL = 2 / 1.15
#: A slanted side with more characters than this in a line falls to pieces.
_SLANT = 2
#: Corners that differ by less are level.
_LEVEL = 1e-4
#: Arrows by their direction, in eighths of a turn from "to the right", with one head and with more; then in plain ASCII.
_ARROWS = ("→↘↓↙←↖↑↗", "⇒⇘⇓⇙⇐⇖⇑⇗")
_PLAIN_ARROWS = ">>v<<<^>"


def arrow_sign(arrow: Arrow, unicode: bool) -> Text:
    """Return an arrow as a character in its middle."""
    (x, y), (u, v) = arrow.start, arrow.end
    eighth = round(float(np.arctan2(v - y, u - x)) / (np.pi / 4)) % 8
    word = _ARROWS[min(arrow.heads, 2) - 1][eighth] if unicode else _PLAIN_ARROWS[eighth] * arrow.heads
    return Text((y + v) / 2, (x + u) / 2, word, 0.5, role="note")


class _Scale:
    """From cell units to characters: x evenly, heights so that corners that are level share a line."""

    def __init__(self, mesh: Mesh, step: int) -> None:
        sides = mesh.points[mesh.faces] - mesh.points[np.roll(mesh.faces, 1, axis=1)]
        across = np.abs(sides[..., 0])
        self.across = step / float(across[across > _LEVEL].min(initial=1.0))
        heights = np.sort(mesh.points[:, 1])
        new = np.append(True, np.diff(heights) > _LEVEL)
        self.levels = heights[new]
        gaps = np.maximum(1, np.round(np.diff(self.levels) * self.across / _TALL))
        self.lines = np.concatenate([[0.0], np.cumsum(gaps)])
        self.left = mesh.box[1]
        rise = np.diff(
            self.y(mesh.points[:, 1])[np.stack([mesh.faces, np.roll(mesh.faces, 1, axis=1)])], axis=0
        )
        slanted = (across > _LEVEL) & (np.abs(rise[0]) > _LEVEL)
        steps = across[slanted] * self.across / np.abs(rise[0][slanted])
        #: How many characters a slanted side goes to the side in a line, at the most.
        self.slant = float(steps.max(initial=0.0))

    def x(self, x: Any) -> Any:
        """Return where something is, in characters."""
        return (x - self.left) * self.across

    def y(self, y: Any) -> Any:
        """Return where something is, in lines."""
        inside = np.interp(y, self.levels, self.lines)
        over = np.minimum(y - self.levels[0], 0) + np.maximum(y - self.levels[-1], 0)
        return inside + over * self.across / _TALL


def sketch(picture: Picture, painter: Painter, unicode: bool, width: int) -> list[str] | None:
    """Return the lines of a picture that is a mesh, or None if they would be wider than there is room."""
    mesh = picture.mesh
    assert mesh is not None
    for step in _STEPS:
        scale = _Scale(mesh, step)
        if scale.x(mesh.box[3]) + 1 <= width and (scale.slant <= _SLANT or step == _STEPS[-1]):
            return _Sheet(picture, mesh, scale, unicode).lines(painter)
    return None


class _Sheet:
    """The characters of a mesh, what is behind them, and what they are."""

    def __init__(self, picture: Picture, mesh: Mesh, scale: _Scale, unicode: bool) -> None:
        self._scale = scale
        texts = [*picture.texts, *(arrow_sign(arrow, unicode) for arrow in picture.arrows)]
        places = [self._place(text) for text in texts]
        # A line above all for what lies level on top.
        self._top = 1 + max([0, *(-line for line, _ in places)])
        self._left = max([0, *(-column for _, column in places)])
        bottom = max([int(scale.lines[-1]), *(line + 1 for line, _ in places)])
        ends = [column + len(text.text) for text, (_, column) in zip(texts, places, strict=True)]
        right = max([int(np.ceil(scale.x(mesh.box[3]))) + 1, *ends])
        shape = self._top + bottom, self._left + right
        self.shown = np.full(shape, " ", dtype="<U1")
        self.ground = np.full(shape, OUTSIDE, dtype=np.int32)
        self.ink = np.full(shape, LETTER, dtype=np.uint8)
        self._fill(mesh)
        self._draw(mesh, unicode)
        signs = {UNCOVERED: "·" if unicode else ".", EMPTY: "○" if unicode else "?"}
        for (x, y), number in zip(mesh.middles.tolist(), mesh.fill.tolist(), strict=True):
            if number in signs:
                self._put(int(scale.y(y)), int(scale.x(x)), signs[number])
        for mark in picture.marks:
            line, column = int(scale.y(mark.row + 0.5)), int(scale.x(mark.column + 0.5))
            if mark.kind == "dot":
                self._put(line, column, "●" if unicode else "o")
            else:
                self._put(line, column - 1, "(")
                self._put(line, column + 1, ")")
        for text, (line, column) in zip(texts, places, strict=True):
            for place, character in enumerate(text.text):
                self._put(line, column + place, character)

    def lines(self, painter: Painter) -> list[str]:
        """Return the text."""
        drawn = painter.lines(self.shown, self.ground, self.ink)
        while drawn and not drawn[0].strip():
            drawn = drawn[1:]
        while drawn and not drawn[-1].strip():
            drawn = drawn[:-1]
        return drawn

    def _place(self, text: Text) -> tuple[int, int]:
        middle = float(self._scale.x(text.column))
        length = len(text.text)
        first = {"middle": middle - (length - 1) / 2, "start": middle, "end": middle - length}[text.anchor]
        return int(np.floor(self._scale.y(text.row))), int(np.floor(first + 1e-6))

    def _put(self, line: int, column: int, character: str, ink: int = LETTER) -> None:
        at = line + self._top, column + self._left
        self.shown[at] = character
        self.ink[at] = ink

    def _fill(self, mesh: Mesh) -> None:
        """Put the color of each polygon behind the characters whose middles are in it."""
        x, y = self._scale.x(mesh.points[:, 0]), self._scale.y(mesh.points[:, 1])
        for corners, number in zip(mesh.faces, mesh.fill.tolist(), strict=True):
            if number < 0:
                continue
            a, b = x[corners], y[corners]
            rows = np.arange(int(b.min()), int(np.ceil(b.max())))
            columns = np.arange(int(a.min()), int(np.ceil(a.max())) + 1)
            c, d = np.roll(a, -1), np.roll(b, -1)
            # Clockwise, rows downwards: what is inside is to the right of every side.
            turn = (c - a) * (rows[:, None, None] + 0.5 - b) - (d - b) * (columns[None, :, None] + 0.5 - a)
            inside = (turn >= 0).all(axis=2)
            part = self.ground[
                rows[0] + self._top : rows[-1] + 1 + self._top,
                columns[0] + self._left : columns[-1] + 1 + self._left,
            ]
            part[inside[:, : part.shape[1]]] = number

    def _draw(self, mesh: Mesh, unicode: bool) -> None:
        """Draw the thick lines: slanted and upright ones first, level ones where there is room."""
        # Corners are on whole and half characters, but for rounding.
        x, y = self._scale.x(mesh.points[:, 0]).round(2), self._scale.y(mesh.points[:, 1])
        level: list[tuple[int, int, int]] = []
        for one, other in mesh.lines[mesh.weight == THICK].tolist():
            if y[one] > y[other]:
                one, other = other, one
            top, bottom = round(y[one]), round(y[other])
            if top == bottom:
                ends = sorted((round(x[one]), round(x[other])))
                level.append((top - 1, *ends))
                continue
            slope = (x[other] - x[one]) / (y[other] - y[one])
            sign = ("│╱╲" if unicode else "|/\\")[0 if abs(slope) < 0.1 else 1 if slope < 0 else 2]
            for line in range(top, bottom):
                column = int(np.floor(x[one] + slope * (line + 0.5 - y[one]) + 1e-3))
                self._put(line, column, sign, LINE)
        for line, first, last in level:
            for column in range(first, last):
                if self.shown[line + self._top, column + self._left] == " ":
                    self._put(line, column, "_", LINE)
