"""A picture on a page of a PDF: paths, areas and letters, in vectors."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from tilewright.drawing.model.extent import (
    ARROW_WIDTH,
    DOT,
    FAMILY,
    RING,
    THICK_WIDTH,
    THIN_WIDTH,
    all_texts,
    font_file,
)
from tilewright.drawing.model.geometry import SHADES, Mesh, long_lines, outlines
from tilewright.drawing.model.palette import HATCH_CELL, HATCH_DOT, HATCH_LINE, hatching, hatching_ink
from tilewright.drawing.model.picture import THICK, THIN, Picture
from tilewright.drawing.writers.markup import cell_color, ink_on
from tilewright.labels import OUTSIDE

__all__ = ["Pen"]


class Pen:
    """What draws and writes on a canvas of reportlab. Points, y upwards, as the format has it."""

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
        self._fills(picture)
        for mark in picture.marks:
            if mark.kind == "hole":
                canvas.setFillColor(picture.theme.hole)
                canvas.rect(mark.column, mark.row, 1, 1, stroke=0, fill=1)
        if picture.mesh is not None:
            self._polygons(picture, picture.mesh)
        self._lines(picture)
        self._arrows(picture)
        self._signs(picture)
        canvas.restoreState()

    def _fills(self, picture: Picture) -> None:
        if picture.bare:
            return
        canvas = self.canvas
        codes = np.where(picture.fill == OUTSIDE, OUTSIDE, picture.fill.astype(np.int32) + 3)
        traced = outlines(codes)
        for number in np.unique(traced.region).tolist():
            path = canvas.beginPath()
            for loop in np.flatnonzero(traced.region == number).tolist():
                corners = traced.corner[traced.start[loop] : traced.start[loop + 1]].tolist()
                path.moveTo(corners[0][1], corners[0][0])
                for row, column in corners[1:]:
                    path.lineTo(column, row)
                path.close()
            color = number - 3
            canvas.setFillColor(cell_color(picture, color))
            canvas.drawPath(path, stroke=0, fill=1, fillMode=0)
            if color >= 0 and picture.patterns:
                cells = [(float(row), float(column)) for row, column in np.argwhere(picture.fill == color)]
                self._hatch(picture, color, path, cells)

    def _polygons(self, picture: Picture, mesh: Mesh) -> None:
        """Draw what is no raster of squares: a path for each color and shade, then its lines."""
        canvas = self.canvas
        paths: dict[tuple[int, int], Any] = {}
        for _, color, shade, loops in [] if picture.bare else mesh.groups():
            path = paths.setdefault((color, shade), canvas.beginPath())
            for loop in loops:
                path.moveTo(*loop[0])
                for point in loop[1:]:
                    path.lineTo(*point)
                path.close()
        top, left, bottom, right = mesh.box
        around = list(np.ndindex(int(np.ceil(bottom - top)), int(np.ceil(right - left))))
        for (color, shade), path in paths.items():
            canvas.setFillColor(cell_color(picture, color))
            canvas.drawPath(path, stroke=0, fill=1, fillMode=0)
            if color >= 0 and picture.patterns:
                self._hatch(picture, color, path, [(row + top, column + left) for row, column in around])
            if shade:
                over, share = SHADES[shade]
                canvas.saveState()
                canvas.setFillColor(over, alpha=share)
                canvas.drawPath(path, stroke=0, fill=1, fillMode=0)
                canvas.restoreState()
        for weight, width, ink in self._weights(picture):
            path = canvas.beginPath()
            for one, other in mesh.points[mesh.lines[mesh.weight == weight]].tolist():
                path.moveTo(*one)
                path.lineTo(*other)
            canvas.setLineWidth(width)
            canvas.setStrokeColor(ink)
            canvas.drawPath(path, stroke=1, fill=0)

    @staticmethod
    def _weights(picture: Picture) -> tuple[tuple[int, float, str], ...]:
        """Return the weights of lines with their widths and colors."""
        return ((THIN, THIN_WIDTH, picture.theme.line), (THICK, THICK_WIDTH, picture.ink))

    def _arrows(self, picture: Picture) -> None:
        canvas = self.canvas
        canvas.setLineWidth(ARROW_WIDTH)
        canvas.setStrokeColor(picture.theme.note)
        for arrow in picture.arrows:
            for stroke in arrow.strokes():
                path = canvas.beginPath()
                path.moveTo(*stroke[0])
                for point in stroke[1:]:
                    path.lineTo(*point)
                canvas.drawPath(path, stroke=1, fill=0)

    def _hatch(self, picture: Picture, color: int, path: Any, cells: list[tuple[float, float]]) -> None:
        """Hatch a path; `cells` are the squares, by their corners, that it lies in."""
        dotted, shapes = hatching(color)
        canvas = self.canvas
        canvas.saveState()
        canvas.clipPath(path, stroke=0, fill=0, fillMode=0)
        canvas.setStrokeColor(hatching_ink(picture.palette.color(color)))
        canvas.setLineWidth(HATCH_DOT if dotted else HATCH_LINE)
        lines = canvas.beginPath()
        for row, column in cells:
            for half in np.ndindex(2, 2):
                top, left = row + half[0] * HATCH_CELL, column + half[1] * HATCH_CELL
                for shape in shapes:
                    first = (left + HATCH_CELL * shape[0], top + HATCH_CELL * shape[1])
                    last = first if dotted else (left + HATCH_CELL * shape[2], top + HATCH_CELL * shape[3])
                    lines.moveTo(*first)
                    lines.lineTo(*last)
        canvas.drawPath(lines, stroke=1, fill=0)
        canvas.restoreState()

    def _lines(self, picture: Picture) -> None:
        canvas = self.canvas
        for weight, width, color in self._weights(picture):
            path = canvas.beginPath()
            for row, first, last in long_lines(picture.horizontal, weight).tolist():
                path.moveTo(first, row)
                path.lineTo(last, row)
            for column, first, last in long_lines(picture.vertical.T, weight).tolist():
                path.moveTo(column, first)
                path.lineTo(column, last)
            canvas.setLineWidth(width)
            canvas.setStrokeColor(color)
            canvas.drawPath(path, stroke=1, fill=0)

    def _signs(self, picture: Picture) -> None:
        canvas = self.canvas
        for mark in picture.marks:
            x, y = mark.column + 0.5, mark.row + 0.5
            if mark.kind == "dot":
                canvas.setFillColor(ink_on(picture, y, x))
                canvas.circle(x, y, DOT, stroke=0, fill=1)
            elif mark.kind == "ring":
                canvas.setStrokeColor(picture.theme.accent)
                canvas.setLineWidth(0.1)
                canvas.circle(x, y, RING, stroke=1, fill=0)
        plain = {"label": picture.theme.text, "note": picture.theme.note}
        for text in all_texts(picture):
            color = plain.get(text.role) or ink_on(picture, text.row, text.column)
            canvas.saveState()
            canvas.translate(text.column, text.row + 0.36 * text.size)
            canvas.scale(1, -1)
            self.write(text.text, 0, 0, text.size, color, text.anchor, bold=text.bold)
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
