"""The canvas of a page of a PDF: pictures, words and codes, in vectors."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tilewright.drawing.model.extent import DOT, FAMILY, RING, RING_WIDTH, font_file
from tilewright.drawing.model.palette import HATCH_CELL, HATCH_DOT, HATCH_LINE, hatching, hatching_ink
from tilewright.drawing.model.picture import Picture, Text
from tilewright.drawing.writers.paint import Area, Lines, paint

__all__ = ["Pen"]


class Pen:
    """Draws and writes on a canvas of reportlab. Places are in points, y upwards, as in the format."""

    def __init__(self, canvas: Any) -> None:
        from reportlab.pdfbase import pdfmetrics
        from reportlab.pdfbase.ttfonts import TTFont

        for name, bold in ((FAMILY, False), (f"{FAMILY} Bold", True)):
            if name not in pdfmetrics.getRegisteredFontNames():
                pdfmetrics.registerFont(TTFont(name, str(font_file(bold))))
        self.canvas = canvas

    def squares(self, code: NDArray[np.bool_], x: float, y: float, side: float) -> None:
        """Draw what is scanned, black squares, in a square whose lower left corner is at a place."""
        canvas = self.canvas
        size = side / len(code)
        canvas.setFillColor("#000000")
        path = canvas.beginPath()
        for row, line in enumerate(code):
            # Black squares side by side are one rectangle: no seams that a scanner could see.
            ends = np.flatnonzero(np.diff(np.concatenate([[False], line, [False]]).astype(np.int8)))
            for first, last in ends.reshape(-1, 2).tolist():
                path.rect(x + first * size, y + side - (row + 1) * size, (last - first) * size, size)
        canvas.drawPath(path, stroke=0, fill=1)

    def draw(self, picture: Picture, x: float, y: float, cell: float) -> None:
        """Draw a picture with the corner of its grid at a place."""
        canvas = self.canvas
        canvas.saveState()
        canvas.translate(x, y)
        # From here on as in the model: cells, rows downwards.
        canvas.scale(cell, -cell)
        canvas.setLineCap(1)
        canvas.setLineJoin(1)
        paint(picture, _PdfCanvas(picture, self))
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
        """Write a line of words at a place: its start, middle or end."""
        canvas = self.canvas
        canvas.setFillColor(color)
        canvas.setFont(f"{FAMILY} Bold" if bold else FAMILY, size)
        {"start": canvas.drawString, "middle": canvas.drawCentredString, "end": canvas.drawRightString}[
            anchor
        ](x, y, words)


class _PdfCanvas:
    """A picture on a page (see `Canvas`)."""

    def __init__(self, picture: Picture, pen: Pen) -> None:
        self._picture, self._pen, self._canvas = picture, pen, pen.canvas

    def _path(self, lines: Iterable[Sequence[Sequence[float]]], *, closed: bool) -> Any:
        path = self._canvas.beginPath()
        for line in lines:
            path.moveTo(*line[0])
            for point in line[1:]:
                path.lineTo(*point)
            if closed:
                path.close()
        return path

    def _fill(self, path: Any, color: str, share: float = 1) -> None:
        self._canvas.setFillColor(color, alpha=share)
        self._canvas.drawPath(path, stroke=0, fill=1, fillMode=0)

    def fill(self, areas: Iterable[Area], *, grouped: bool = False) -> None:
        picture = self._picture
        if picture.bare:
            return
        for area in areas:
            path = self._path(area.loops, closed=True)
            self._fill(path, picture.cell_color(area.number))
            if area.number >= 0 and picture.patterns:
                self._hatch(area, path)

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
                last = first if dotted else (left + HATCH_CELL * shape[2], top + HATCH_CELL * shape[3])
                lines.append((first, last))
        color = hatching_ink(self._picture.palette.color(area.number))
        self.stroke("", color, HATCH_DOT if dotted else HATCH_LINE, lines)
        canvas.restoreState()

    def shade(self, color: str, share: float, loops: Lines) -> None:
        self._canvas.saveState()
        self._fill(self._path(loops, closed=True), color, share)
        self._canvas.restoreState()

    def stroke(self, name: str, color: str, width: float, lines: Iterable[Sequence[Sequence[float]]]) -> None:
        self._canvas.setLineWidth(width)
        self._canvas.setStrokeColor(color)
        self._canvas.drawPath(self._path(lines, closed=False), stroke=1, fill=0)

    def holes(self, color: str, corners: Sequence[tuple[float, float]]) -> None:
        self._canvas.setFillColor(color)
        for x, y in corners:
            self._canvas.rect(x, y, 1, 1, stroke=0, fill=1)

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
    """Return the upper left corners of cells that cover the inside of closed lines; in a raster, exactly that."""
    points = np.array([point for loop in loops for point in loop])
    left, top = np.floor(points.min(axis=0)).astype(int).tolist()
    right, bottom = np.ceil(points.max(axis=0)).astype(int).tolist()
    inside = np.ones((bottom - top, right - left), dtype=bool)
    if points.dtype.kind == "i":
        # What is inside begins and ends at upright lines.
        crossed = np.zeros_like(inside, shape=(bottom - top, right - left + 1))
        for loop in loops:
            for (x, y), (u, v) in zip(loop, [*loop[1:], loop[0]], strict=True):
                if x == u:
                    crossed[min(y, v) - top : max(y, v) - top, x - left] ^= True
        inside = np.logical_xor.accumulate(crossed, axis=1)
    return [(column + left, row + top) for row, column in np.argwhere(inside).tolist()]
