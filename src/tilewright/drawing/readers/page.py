"""Pictures on paper: PDF pages, and booklets with the answers at the back."""

from __future__ import annotations

import io
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from tilewright.drawing.model.extent import (
    ARROW_WIDTH,
    DOT,
    RING,
    THICK_WIDTH,
    THIN_WIDTH,
    Extent,
    all_texts,
    extent,
    wrapped,
)
from tilewright.drawing.model.font import FAMILY, font_file
from tilewright.drawing.model.hatching import HATCH_CELL, HATCH_DOT, HATCH_LINE, hatching, hatching_ink
from tilewright.drawing.model.mesh import SHADES, Mesh
from tilewright.drawing.model.outline import long_lines, outlines
from tilewright.drawing.model.picture import THICK, THIN, Picture, check_pictures
from tilewright.drawing.readers.markup import cell_color, ink_on
from tilewright.errors import OutputError
from tilewright.tiling import OUTSIDE

__all__ = ["PAGES", "Paper", "booklet", "pdf"]

#: The sizes of paper that there are.
Paper = Literal["a4", "letter", "a5"]
#: Page sizes in points, portrait.
PAGES: dict[Paper, tuple[float, float]] = {
    "a4": (595.28, 841.89),
    "letter": (612.0, 792.0),
    "a5": (419.53, 595.28),
}
_EDGE = 42.0
#: The largest cell where several pictures share a page, in points: pieces the size of one's thumb are large enough.
_LARGEST_CELL = 36.0
#: The smallest cell of a puzzle to write into, and of an answer to look at, where several share a page; that
#: of a legend. In points.
_SMALLEST_CELL, _SMALLEST_ANSWER, _LEGEND_CELL = 17.0, 11.0, 15.0
#: The most puzzles and the most answers to a page.
_MOST, _MOST_ANSWERS = 6, 20
#: Room for a number, for a line of fine print, and between puzzles, in points.
_LABEL, _FINE, _GAP = 20.0, 8.0, 12.0


def pdf(pictures: Iterable[Picture], *, paper: Paper = "a4", title: str = "") -> bytes:
    """Return a PDF with one picture to a page, as large as fits, in vectors; wide pictures are on wide pages.

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
    listed = list(check_pictures(pictures))
    if not listed:
        raise OutputError("a document needs at least one picture")
    document = _Document(paper, title or listed[0].title, listed[0].description)
    for number, picture in enumerate(listed, start=1):
        document.turn(extent(picture))
        width, height = document.size
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
    legend: Picture | None = None,
    per_page: int | None = None,
    paper: Paper = "a4",
) -> bytes:
    """Return a PDF booklet: puzzles several to a page, numbered, and their answers at the back.

    All puzzles have cells of the same size, and so have all answers. A puzzle with a page of its own is as large
    as fits.

    Parameters
    ----------
    puzzles : sequence of Picture
        A caption is printed next to the number, fine print below the puzzle; a heading is not printed.
    answers : sequence of Picture
        One for each puzzle, or none at all.
    title, subtitle : str
        Above the first page; the title is on top of every page.
    instructions : str
        Printed below them, once.
    legend : Picture, optional
        Printed below the instructions, small.
    per_page : int, optional
        Puzzles to a page; by default as many as can have cells of 6 mm, up to six.
    paper : {"a4", "letter", "a5"}

    Raises
    ------
    OutputError
        If there is no puzzle, the answers are not one for each, or there is no such paper.
    """
    puzzles, answers = list(check_pictures(puzzles)), list(check_pictures(answers))
    if not puzzles:
        raise OutputError("a booklet needs at least one puzzle")
    if answers and len(answers) != len(puzzles):
        raise OutputError(f"{len(puzzles)} puzzles need {len(puzzles)} answers, not {len(answers)}")
    if per_page is not None and per_page < 1:
        raise OutputError(f"a page has at least one puzzle, not {per_page}")
    document = _Document(paper, title, subtitle)
    single = len(puzzles) == 1
    top = document.opening(title, subtitle, instructions, legend)
    layout = document.layout(puzzles, top, per_page or _MOST, _SMALLEST_CELL if per_page is None else 0.0)
    page = 1
    for first in range(0, len(puzzles), layout.number):
        if first:
            top = document.heading(title)
        document.grid(puzzles[first : first + layout.number], "" if single else first + 1, layout, top)
        document.finish(f"{page}")
        page += 1
    if answers:
        words = "Answer" if single else "Answers"
        layout = document.layout(answers, document.heading(words), _MOST_ANSWERS, _SMALLEST_ANSWER)
        for first in range(0, len(answers), layout.number):
            if first:
                document.heading(words)
            document.grid(
                answers[first : first + layout.number],
                "" if single else first + 1,
                layout,
                document.size[1] - _EDGE - 16,
            )
            document.finish(f"{page}")
            page += 1
    return document.bytes()


@dataclass(frozen=True, slots=True)
class _Layout:
    """How the pictures of a page stand: in how many columns and rows, and the points of a slot and of a cell."""

    columns: int
    rows: int
    wide: float
    tall: float
    cell: float

    @property
    def number(self) -> int:
        """How many pictures a page has."""
        return self.columns * self.rows


def _cell_size(layout: _Layout) -> float:
    return layout.cell


def _fine_print(picture: Picture, width: float) -> list[str]:
    return wrapped(picture.fine, (width - 2 * _GAP) / (_FINE - 1.5))


class _Document:
    """A PDF in the making. Points, y upwards, as the format has it."""

    def __init__(self, paper: Paper, title: str, subject: str) -> None:
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

    def turn(self, box: Extent) -> None:
        """Lay the page so that what comes on it can be larger: upright, or on its side."""
        upright, wide = (min(self.size), max(self.size)), (max(self.size), min(self.size))
        self.size = max(
            upright,
            wide,
            key=lambda size: min((size[0] - 2 * _EDGE) / box.width, (size[1] - 2 * _EDGE) / box.height),
        )
        self._canvas.setPageSize(self.size)

    def finish(self, footer: str) -> None:
        """End the page."""
        self._write(footer, self.size[0] / 2, _EDGE / 2, 9, "#6b6b75", "middle")
        self._canvas.showPage()

    def heading(self, words: str) -> float:
        """Print the head of a page and return where the rest begins."""
        top = self.size[1] - _EDGE
        self._write(words, _EDGE, top - 4, 11, "#6b6b75")
        return top - 16

    def opening(self, title: str, subtitle: str, instructions: str, legend: Picture | None) -> float:
        """Print the head of the first page and return where the rest begins."""
        from reportlab.lib.utils import simpleSplit

        width = self.size[0] - 2 * _EDGE
        top = self.size[1] - _EDGE - 14
        for line in simpleSplit(title, f"{FAMILY} Bold", 22, width):
            self._write(line, _EDGE, top, 22, "#26262b", bold=True)
            top -= 28
        top += 8
        if subtitle:
            self._write(subtitle, _EDGE, top, 11, "#6b6b75")
            top -= 18
        for line in simpleSplit(instructions, FAMILY, 10, width):
            self._write(line, _EDGE, top, 10, "#26262b")
            top -= 14
        if legend is not None:
            box = extent(legend)
            cell = min(_LEGEND_CELL, width / box.width)
            self.place(legend, _EDGE, top - cell * box.height + 8, cell * box.width, cell * box.height)
            top -= cell * box.height - 8
        return top - 4

    def layout(self, pictures: Sequence[Picture], top: float, most: int, smallest: float) -> _Layout:
        """Return how pictures stand on pages whose room begins at `top`: as many as have cells large enough.

        Parameters
        ----------
        pictures : sequence of Picture
        top : float
        most : int
            How many to a page at most; just so many if `smallest` is 0.
        smallest : float
            The least size of a cell where there is more than one to a page, in points.
        """
        width, height = self.size[0] - 2 * _EDGE, top - _EDGE
        boxes = [extent(picture.without_words()) for picture in pictures]
        widest, tallest = max(box.width for box in boxes), max(box.height for box in boxes)

        def with_columns(count: int, columns: int) -> _Layout:
            rows = -(-count // columns)
            wide = width / columns
            words = _LABEL + max(_FINE * len(_fine_print(picture, wide)) for picture in pictures)
            cell = min((wide - _GAP) / widest, (height / rows - words) / tallest)
            cell = cell if count == 1 else min(cell, _LARGEST_CELL)
            # Slots grow to fill the page, but not so that the puzzles are lost on it.
            tall = min(height / rows, 1.25 * (cell * tallest + words))
            return _Layout(columns, rows, wide, tall, cell)

        def with_number(count: int) -> _Layout:
            return max((with_columns(count, columns) for columns in range(1, count + 1)), key=_cell_size)

        most = min(most, len(pictures)) if smallest else most
        tried = (with_number(count) for count in range(most, 1, -1))
        return next((found for found in tried if found.cell >= smallest), None) or with_number(1)

    def grid(self, pictures: Sequence[Picture], first: int | str, layout: _Layout, top: float) -> None:
        """Place pictures, numbered from `first` unless that is empty, in rows and columns below `top`."""
        for place, picture in enumerate(pictures):
            # A row that is not full stands in the middle.
            absent = max(0, layout.columns - (len(pictures) - place // layout.columns * layout.columns))
            x = _EDGE + (place % layout.columns + absent / 2) * layout.wide
            y = top - (place // layout.columns) * layout.tall
            number = f"{first + place}" if isinstance(first, int) else ""
            box = extent(picture.without_words())
            width, height = layout.cell * box.width, layout.cell * box.height
            left = x + (layout.wide - width) / 2
            if number:
                self._write(number, x + 6, y - 14, 12, "#26262b", bold=True)
            if picture.caption:
                self._write(picture.caption, x + 12 + 9 * len(number), y - 14, 9, "#6b6b75")
            self.place(picture.without_words(), left, y - _LABEL - height, width, height)
            for line, words in enumerate(_fine_print(picture, layout.wide), start=1):
                below = y - _LABEL - height - _FINE * line + 2
                self._write(words, x + layout.wide / 2, below, _FINE - 1.5, "#6b6b75", "middle")

    def place(self, picture: Picture, x: float, y: float, width: float, height: float) -> None:
        """Draw a picture in the middle of a box, as large as fits."""
        box = extent(picture)
        cell = min(width / box.width, height / box.height)
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
        if picture.mesh is not None:
            self._polygons(picture, picture.mesh)
        self._lines(picture)
        self._arrows(picture)
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
                cells = [(float(row), float(column)) for row, column in np.argwhere(picture.fill == color)]
                self._hatch(picture, color, path, cells)

    def _polygons(self, picture: Picture, mesh: Mesh) -> None:
        """Draw what is no raster of squares: a path for each color and shade, then its lines."""
        canvas = self._canvas
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
        canvas = self._canvas
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
        canvas = self._canvas
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
        canvas = self._canvas
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
        canvas = self._canvas
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
            self._write(text.text, 0, 0, text.size, color, text.anchor, bold=text.bold)
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
