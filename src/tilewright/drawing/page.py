"""Pictures on paper: PDF pages, and booklets with the answers at the back."""

from __future__ import annotations

import io
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from tilewright.drawing.extent import DOT, RING, THICK_WIDTH, THIN_WIDTH, all_texts, extent
from tilewright.drawing.font import FAMILY, font_file
from tilewright.drawing.hatching import HATCH_CELL, HATCH_DOT, HATCH_LINE, hatching, hatching_ink
from tilewright.drawing.markup import cell_color, ink_on
from tilewright.drawing.outline import long_lines, outlines
from tilewright.drawing.picture import THICK, THIN, Picture
from tilewright.errors import OutputError
from tilewright.tiling import OUTSIDE

__all__ = ["PAGES", "booklet", "pdf"]

#: Page sizes in points, portrait.
PAGES: dict[str, tuple[float, float]] = {
    "a4": (595.28, 841.89),
    "letter": (612.0, 792.0),
    "a5": (419.53, 595.28),
}
_EDGE = 42.0
#: The largest cell on paper, in points: pieces the size of one's thumb are large enough.
_LARGEST_CELL = 36.0


def pdf(pictures: Iterable[Picture], *, paper: str = "a4", title: str = "") -> bytes:
    """Return a PDF with one picture to a page, as large as fits, in vectors.

    Parameters
    ----------
    pictures : iterable of Picture
    paper : {"a4", "letter", "a5"}
    title : str
        For the document's metadata; by default the title of the first picture.

    Raises
    ------
    OutputError
        If there is no picture, or no such paper.
    """
    listed = list(pictures)
    if not listed:
        raise OutputError("a document needs at least one picture")
    document = _Document(paper, title or listed[0].title, listed[0].description)
    width, height = document.size
    for number, picture in enumerate(listed, start=1):
        document.place(picture, _EDGE, _EDGE, width - 2 * _EDGE, height - 2 * _EDGE)
        document.finish(f"{number}" if len(listed) > 1 else "")
    return document.bytes()


def booklet(
    puzzles: Sequence[Picture],
    answers: Sequence[Picture] = (),
    *,
    title: str = "Puzzles",
    subtitle: str = "",
    instructions: str = "",
    per_page: int = 4,
    paper: str = "a4",
) -> bytes:
    """Return a PDF booklet: puzzles several to a page, numbered, and their answers at the back.

    Parameters
    ----------
    puzzles : sequence of Picture
        A caption is printed next to the number.
    answers : sequence of Picture
        One for each puzzle, or none at all.
    title, subtitle : str
        Above the first page; the title is on top of every page.
    instructions : str
        Printed below them.
    per_page : int
        Puzzles to a page; three times as many answers fit.
    paper : {"a4", "letter", "a5"}

    Raises
    ------
    OutputError
        If there is no puzzle, the answers are not one for each, or there is no such paper.
    """
    if not puzzles:
        raise OutputError("a booklet needs at least one puzzle")
    if answers and len(answers) != len(puzzles):
        raise OutputError(f"{len(puzzles)} puzzles need {len(puzzles)} answers, not {len(answers)}")
    if per_page < 1:
        raise OutputError(f"a page has at least one puzzle, not {per_page}")
    document = _Document(paper, title, subtitle)
    numbered = [(f"{number}", puzzle) for number, puzzle in enumerate(puzzles, start=1)]
    page = 0
    for page, first in enumerate(range(0, len(numbered), per_page), start=1):
        top = document.opening(title, subtitle, instructions) if page == 1 else document.heading(title)
        document.grid(numbered[first : first + per_page], per_page, top)
        document.finish(f"{page}")
    numbered = [(f"{number}", answer) for number, answer in enumerate(answers, start=1)]
    many = per_page * 3
    for back, first in enumerate(range(0, len(numbered), many), start=page + 1):
        document.grid(numbered[first : first + many], many, document.heading("Answers"))
        document.finish(f"{back}")
    return document.bytes()


class _Document:
    """A PDF in the making. Points, y upwards, as the format has it."""

    def __init__(self, paper: str, title: str, subject: str) -> None:
        if paper not in PAGES:
            raise OutputError(f"paper is {', '.join(PAGES)}, not '{paper}'", where="paper")
        from reportlab.pdfbase import pdfmetrics
        from reportlab.pdfbase.ttfonts import TTFont
        from reportlab.pdfgen.canvas import Canvas

        for name, bold in ((FAMILY, False), (f"{FAMILY} Bold", True)):
            if name not in pdfmetrics.getRegisteredFontNames():
                pdfmetrics.registerFont(TTFont(name, str(font_file(bold))))
        self.size = PAGES[paper]
        self._stream = io.BytesIO()
        # The same pictures make the same bytes: no time stamp.
        self._canvas: Any = Canvas(self._stream, pagesize=self.size, invariant=1)
        self._canvas.setTitle(title)
        self._canvas.setSubject(subject)
        self._canvas.setCreator("tilewright")
        self._canvas.setAuthor("tilewright")

    def bytes(self) -> bytes:
        """Return the document."""
        self._canvas.save()
        return self._stream.getvalue()

    def finish(self, footer: str) -> None:
        """End the page."""
        self._write(footer, self.size[0] / 2, _EDGE / 2, 9, "#6b6b75", "middle")
        self._canvas.showPage()

    def heading(self, words: str) -> float:
        """Print the head of a page and return where the rest begins."""
        top = self.size[1] - _EDGE
        self._write(words, _EDGE, top - 4, 11, "#6b6b75")
        return top - 16

    def opening(self, title: str, subtitle: str, instructions: str) -> float:
        """Print the head of the first page and return where the rest begins."""
        from reportlab.lib.utils import simpleSplit

        top = self.size[1] - _EDGE - 14
        self._write(title, _EDGE, top, 22, "#26262b", bold=True)
        top -= 20
        if subtitle:
            self._write(subtitle, _EDGE, top, 11, "#6b6b75")
            top -= 18
        for line in simpleSplit(instructions, FAMILY, 10, self.size[0] - 2 * _EDGE):
            self._write(line, _EDGE, top, 10, "#26262b")
            top -= 14
        return top

    def grid(self, numbered: Sequence[tuple[str, Picture]], room: int, top: float) -> None:
        """Place numbered pictures in rows and columns between `top` and the foot of the page."""
        width, height = self.size[0] - 2 * _EDGE, top - _EDGE
        shapes = [extent(picture) for _, picture in numbered]
        aspect = max(box.width for box in shapes) / max(box.height for box in shapes)
        # As many columns as make the cells largest.
        columns = max(
            range(1, room + 1), key=lambda count: min(width / count / aspect, height / -(-room // count) - 18)
        )
        wide, tall = width / columns, height / -(-room // columns)
        for place, (number, picture) in enumerate(numbered):
            x = _EDGE + (place % columns) * wide
            y = top - (place // columns) * tall
            self._write(number, x + 6, y - 14, 12, "#26262b", bold=True)
            if picture.caption:
                self._write(picture.caption, x + 12 + 9 * len(number), y - 14, 9, "#6b6b75")
            self.place(picture.with_caption(""), x, y - tall + 4, wide, tall - 24)

    def place(self, picture: Picture, x: float, y: float, width: float, height: float) -> None:
        """Draw a picture in the middle of a box, as large as fits."""
        box = extent(picture)
        cell = min(width / box.width, height / box.height, _LARGEST_CELL)
        canvas = self._canvas
        canvas.saveState()
        canvas.translate(
            x + (width - cell * box.width) / 2 - cell * box.left,
            y + height - (height - cell * box.height) / 2 + cell * box.top,
        )
        # From here on as in the model: cells, rows downwards.
        canvas.scale(cell, -cell)
        canvas.setLineCap(1)
        canvas.setLineJoin(1)
        self._fills(picture)
        for mark in picture.marks:
            if mark.kind == "hole":
                canvas.setFillColor(picture.theme.hole)
                canvas.rect(mark.column, mark.row, 1, 1, stroke=0, fill=1)
        self._lines(picture)
        self._signs(picture)
        canvas.restoreState()

    def _fills(self, picture: Picture) -> None:
        if picture.bare:
            return
        canvas = self._canvas
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
                self._hatch(picture, color, path)

    def _hatch(self, picture: Picture, color: int, path: Any) -> None:
        dotted, shapes = hatching(color)
        canvas = self._canvas
        canvas.saveState()
        canvas.clipPath(path, stroke=0, fill=0, fillMode=0)
        canvas.setStrokeColor(hatching_ink(picture.palette.color(color)))
        canvas.setLineWidth(HATCH_DOT if dotted else HATCH_LINE)
        lines = canvas.beginPath()
        cells = np.argwhere(picture.fill == color).tolist()
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
        canvas = self._canvas
        for weight, width, color in (
            (THIN, THIN_WIDTH, picture.theme.line),
            (THICK, THICK_WIDTH, picture.ink),
        ):
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
        canvas = self._canvas
        for mark in picture.marks:
            x, y = mark.column + 0.5, mark.row + 0.5
            if mark.kind == "dot":
                canvas.setFillColor(ink_on(picture, mark.row, mark.column))
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
            self._write(text.text, 0, 0, text.size, color, text.anchor)
            canvas.restoreState()

    def _write(
        self,
        words: str,
        x: float,
        y: float,
        size: float,
        color: str,
        anchor: str = "start",
        bold: bool = False,
    ) -> None:
        canvas = self._canvas
        canvas.setFillColor(color)
        canvas.setFont(f"{FAMILY} Bold" if bold else FAMILY, size)
        {"start": canvas.drawString, "middle": canvas.drawCentredString, "end": canvas.drawRightString}[
            anchor
        ](x, y, words)
