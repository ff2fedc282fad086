"""Draw pictures and text on the canvas of a PDF."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tilewright.drawing.model.extent import (
    DOT,
    RING,
    RING_WIDTH,
    Look,
)
from tilewright.drawing.model.geometry import Corner
from tilewright.drawing.model.palette import (
    EDGE,
    HATCH_CELL,
    HATCH_DOT,
    HATCH_LINE,
    PIT_CELL,
    hatching,
    hatching_ink,
)
from tilewright.drawing.model.picture import Picture, Text
from tilewright.drawing.model.typeface import FALLBACK, FAMILY, font_file, is_wide, runs, text_width
from tilewright.drawing.writers.canvas import Area, Lines, paint
from tilewright.system.values.language import language

#: How letters are drawn with outlines, in the terms of PDF, and the width of the outlines, in em.
_OUTLINED, _BOLD = 2, 0.03


class Pen:
    """Draws on a canvas of reportlab. Positions are in points, with y upward, as in PDF."""

    def __init__(self, canvas: Any) -> None:
        from reportlab.pdfbase import pdfmetrics
        from reportlab.pdfbase.ttfonts import TTFont

        for bold, fallback in itertools.product((False, True), repeat=2):
            name = _font_name(bold, fallback)
            if name not in pdfmetrics.getRegisteredFontNames():
                pdfmetrics.registerFont(TTFont(name, str(font_file(bold, fallback))))
        self.canvas = canvas

    def squares(self, code: NDArray[np.bool_], x: float, y: float, side: float) -> None:
        """Draw a scannable code of black squares with its lower left corner at the given
        position.
        """
        canvas = self.canvas
        size = side / len(code)
        canvas.setFillColor("#000000")
        path = canvas.beginPath()
        for row, line in enumerate(code):
            # Adjacent squares are one rectangle, so that no seams disturb a scanner.
            ends = np.flatnonzero(np.diff(np.concatenate([[False], line, [False]]).astype(np.int8)))
            for first, last in ends.reshape(-1, 2).tolist():
                path.rect(
                    x + first * size, y + side - (row + 1) * size, (last - first) * size, size
                )
        canvas.drawPath(path, stroke=0, fill=1)

    def draw(self, picture: Picture, x: float, y: float, cell: float) -> None:
        """Draw a picture so that the upper left corner of its grid is at the given position."""
        canvas = self.canvas
        canvas.saveState()
        canvas.translate(x, y)
        # From here on in cells, rows downwards.
        canvas.scale(cell, -cell)
        canvas.setLineCap(1)
        canvas.setLineJoin(1)
        # A point is 4/3 of a pixel.
        paint(picture, _PdfCanvas(picture, self, Look.of(cell * 4 / 3)))
        canvas.restoreState()

    def dots(self, left: float, right: float, y: float, color: str) -> None:
        """Draw a line of dots, aligned with the dots of all other lines."""
        canvas = self.canvas
        canvas.saveState()
        canvas.setStrokeColor(color)
        canvas.setLineWidth(0.9)
        canvas.setLineCap(1)
        canvas.setDash([0, 4])
        first = -(-left // 4) * 4
        if first < right:
            canvas.line(first, y, right, y)
        canvas.restoreState()

    def write(
        self,
        words: str,
        x: float,
        y: float,
        size: float,
        color: str,
        anchor: str = "start",
        bold: bool = False,
    ) -> None:
        """Write a line of text with its start, middle or end at the given position."""
        canvas = self.canvas
        canvas.setFillColor(color)
        parts = runs(words)
        x -= {"start": 0.0, "middle": 0.5, "end": 1.0}[anchor] * text_width(words, bold) * size
        for part, fallback in parts:
            wide = is_wide(part[0])
            canvas.setFont(_wide_font(part) if wide else _font_name(bold, fallback), size)
            if bold and wide:
                # These fonts have no bold letters.
                canvas.setStrokeColor(color)
                canvas.setLineWidth(_BOLD * size)
            canvas.drawString(x, y, part, mode=_OUTLINED if bold and wide else None)
            x += text_width(part, bold) * size if len(parts) > 1 else 0.0


def _wide_font(text: str) -> str:
    """Return the font of Chinese or Japanese letters. The file does not contain it; PDF readers use
    one of their own.
    """
    from reportlab.pdfbase import pdfmetrics
    from reportlab.pdfbase.cidfonts import UnicodeCIDFont

    japanese = language() == "ja" or any("\u3040" <= letter <= "\u30ff" for letter in text)
    name = "HeiseiKakuGo-W5" if japanese else "STSong-Light"
    if name not in pdfmetrics.getRegisteredFontNames():
        pdfmetrics.registerFont(UnicodeCIDFont(name))
    return name


def _font_name(bold: bool, fallback: bool) -> str:
    return (FALLBACK if fallback else FAMILY) + (" Bold" if bold else "")


class _PdfCanvas:
    """Paints a picture on a page."""

    def __init__(self, picture: Picture, pen: Pen, look: Look) -> None:
        self._picture, self._pen, self._canvas, self.look = picture, pen, pen.canvas, look

    def _path(self, lines: Iterable[Sequence[Sequence[float]]], *, closed: bool) -> Any:
        path = self._canvas.beginPath()
        for line in lines:
            path.moveTo(*line[0])
            for point in line[1:]:
                path.lineTo(*point)
            if closed:
                path.close()
        return path

    def _curves(self, loops: Iterable[Sequence[Corner]]) -> Any:
        """Return closed lines with rounded corners. PDF supports only cubic curves."""
        path = self._canvas.beginPath()
        for corners in loops:
            for number, (start, middle, end) in enumerate(corners):
                (path.lineTo if number else path.moveTo)(*start)
                (x, y), (u, v), (a, b) = start, middle, end
                path.curveTo(
                    x + (u - x) * 2 / 3,
                    y + (v - y) * 2 / 3,
                    a + (u - a) * 2 / 3,
                    b + (v - b) * 2 / 3,
                    a,
                    b,
                )
            path.close()
        return path

    def _fill(self, path: Any, color: str, share: float = 1) -> None:
        self._canvas.setFillColor(color, alpha=share)
        self._canvas.drawPath(path, stroke=0, fill=1, fillMode=0)

    def fill(self, areas: Iterable[Area], *, grouped: bool = False, edge: float = 0.0) -> None:
        picture, canvas = self._picture, self._canvas
        if picture.bare:
            return
        canvas.saveState()
        if edge:
            canvas.setStrokeColor("#000000", alpha=EDGE)
            canvas.setLineWidth(edge)
        for area in areas:
            path = (
                self._curves(area.corners) if area.corners else self._path(area.loops, closed=True)
            )
            hatched = area.number >= 0 and picture.patterns
            canvas.setFillColor(picture.cell_color(area.number))
            canvas.drawPath(path, stroke=int(bool(edge) and not hatched), fill=1, fillMode=0)
            if hatched:
                self._hatch(area, path)
                if edge:
                    canvas.drawPath(path, stroke=1, fill=0)
        canvas.restoreState()

    def well(self, color: str, width: float, loops: Lines) -> None:
        self._canvas.setFillColor(color)
        self._canvas.setStrokeColor(color)
        self._canvas.setLineWidth(width)
        self._canvas.drawPath(self._path(loops, closed=True), stroke=1, fill=1, fillMode=1)

    def pits(self, color: str, line: str, loops: Lines) -> None:
        canvas, path = self._canvas, self._path(loops, closed=True)
        self._fill(path, color)
        canvas.saveState()
        canvas.clipPath(path, stroke=0, fill=0, fillMode=0)
        points = np.array([point for loop in loops for point in loop], dtype=np.float64)
        (left, top), (right, bottom) = points.min(axis=0).tolist(), points.max(axis=0).tolist()
        step, tall = PIT_CELL * math.sqrt(2), bottom - top
        # Where diagonals of one grid, the same for all holes, meet the upper side.
        first, last = math.ceil((left - top - tall) / step), math.floor((right - top) / step)
        starts = [(number * step + top, top) for number in range(first, last + 1)]
        self.stroke(
            "", line, 2 * self.look.thin, [((x, y), (x + tall, y + tall)) for x, y in starts]
        )
        canvas.restoreState()

    def _hatch(self, area: Area, path: Any) -> None:
        dotted, shapes = hatching(area.number)
        canvas = self._canvas
        canvas.saveState()
        canvas.clipPath(path, stroke=0, fill=0, fillMode=0)
        lines = []
        for (x, y), right, below in itertools.product(_squares(area.loops), (0, 1), (0, 1)):
            left, top = x + HATCH_CELL * right, y + HATCH_CELL * below
            for shape in shapes:
                first = (left + HATCH_CELL * shape[0], top + HATCH_CELL * shape[1])
                last = (
                    first if dotted else (left + HATCH_CELL * shape[2], top + HATCH_CELL * shape[3])
                )
                lines.append((first, last))
        color = hatching_ink(self._picture.palette.color(area.number))
        self.stroke("", color, HATCH_DOT if dotted else HATCH_LINE, lines)
        canvas.restoreState()

    def shade(self, color: str, share: float, loops: Lines) -> None:
        self._canvas.saveState()
        self._fill(self._path(loops, closed=True), color, share)
        self._canvas.restoreState()

    def stroke(
        self,
        name: str,
        color: str,
        width: float,
        lines: Iterable[Sequence[Sequence[float]]],
        *,
        share: float = 1.0,
    ) -> None:
        self._canvas.saveState()
        self._canvas.setLineWidth(width)
        self._canvas.setStrokeColor(color, alpha=share)
        self._canvas.drawPath(self._path(lines, closed=False), stroke=1, fill=0)
        self._canvas.restoreState()

    def holes(self, color: str, corners: Sequence[tuple[float, float]]) -> None:
        self._fill(self._curves(self.look.rounded_square(x, y) for x, y in corners), color)

    def dots(self, middles: Mapping[str, Sequence[tuple[float, float]]]) -> None:
        for color, places in middles.items():
            self._canvas.setFillColor(color)
            for x, y in places:
                self._canvas.circle(x, y, DOT, stroke=0, fill=1)

    def rings(self, color: str, middles: Sequence[tuple[float, float]]) -> None:
        self._canvas.setStrokeColor(color)
        self._canvas.setLineWidth(RING_WIDTH)
        for x, y in middles:
            self._canvas.circle(x, y, RING, stroke=1, fill=0)

    def text(self, text: Text, color: str) -> None:
        self._canvas.saveState()
        self._canvas.translate(text.column, text.row + 0.36 * text.size)
        self._canvas.scale(1, -1)
        self._pen.write(text.text, 0, 0, text.size, color, text.anchor, bold=text.bold)
        self._canvas.restoreState()


def _squares(loops: Lines) -> list[tuple[int, int]]:
    """Return the corners of cells that cover the inside of lines, which is exact in a raster."""
    points = np.array([point for loop in loops for point in loop])
    left, top = np.floor(points.min(axis=0)).astype(int).tolist()
    right, bottom = np.ceil(points.max(axis=0)).astype(int).tolist()
    inside = np.ones((bottom - top, right - left), dtype=bool)
    if points.dtype.kind == "i":
        # Scanning a row, vertical lines toggle inside and outside.
        crossed = np.zeros_like(inside, shape=(bottom - top, right - left + 1))
        for loop in loops:
            for (x, y), (u, v) in zip(loop, [*loop[1:], loop[0]], strict=True):
                if x == u:
                    crossed[min(y, v) - top : max(y, v) - top, x - left] ^= True
        inside = np.logical_xor.accumulate(crossed, axis=1)
    return [(column + left, row + top) for row, column in np.argwhere(inside).tolist()]
