"""Pictures as PDF: plain pages, booklets of puzzles with answers, and worksheets to cut out."""

from __future__ import annotations

import io
import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from tilewright.drawing.model.extent import (
    Extent,
    Look,
    extent,
    is_whole,
    wrapped,
)
from tilewright.drawing.model.palette import (
    PRINT,
)
from tilewright.drawing.model.picture import Picture, check_pictures
from tilewright.drawing.model.typeface import text_width
from tilewright.drawing.writers.pdf_pen import Pen
from tilewright.errors import OutputError
from tilewright.system.values.arguments import check_text
from tilewright.system.values.language import phrase, spaced

#: Names of the paper sizes.
Paper = Literal["a4", "letter", "a5", "a3"]
#: Page sizes in points, portrait.
PAGES: dict[Paper, tuple[float, float]] = {
    "a4": (595.28, 841.89),
    "letter": (612.0, 792.0),
    "a5": (419.53, 595.28),
    "a3": (841.89, 1190.55),
}
#: Words have the same colors as in pictures.
_INK, _NOTE = PRINT.text, PRINT.note
_EDGE = 42.0
#: Largest cell of a puzzle and of an answer on a shared page, in points: pieces as large as a thumb
#: are enough.
_LARGEST_CELL, _LARGEST_ANSWER = 48.0, 28.0
#: Smallest cell of a puzzle to fill in and of an answer on a shared page, and cell of a legend, in
#: points.
_SMALLEST_CELL, _SMALLEST_ANSWER, _LEGEND_CELL = 17.0, 11.0, 15.0
#: All pages have cells of one size if those of the smallest page are at least this share of those
#: of the largest.
_ALIKE = 0.6
#: Most puzzles and most answers per page.
_MOST, _MOST_ANSWERS = 6, 20
#: Height of a number, a caption's line, a line of fine print, and a gap, in points.
_LABEL, _CAPTION, _FINE, _GAP = 20.0, 9.0, 8.0, 12.0
#: Points per millimeter; step, largest and least cell on a page for one puzzle, in millimeters.
_MM, _STEP, _LARGEST, _LEAST = 72 / 25.4, 0.5, 20.0, 3.0
#: Pieces share the page of the board if cells can be at least this large, in millimeters, and at
#: least this share of the size without pieces.
_TOGETHER, _SHARE = 10.0, 0.7
#: Space for scissors between pieces, and side of a code, in points.
_SCISSORS, _CODE = 14.0, 56.0
#: Font size at the foot of a worksheet, in points.
_SMALL = 8.0
#: A title has the first size, in points, that takes at most `_TITLE_LINES` lines. In the last size,
#: it is cut at `_MOST_TITLE_LINES`.
_TITLES, _TITLE_LINES, _MOST_TITLE_LINES = (22.0, 16.0, 12.0), 3, 5
#: In place of the number of a puzzle, for the page of the first hint and of the first answer.
_HINTS, _ANSWERS = -1, -2
#: Most lines of a caption.
_CAPTION_LINES = 6
#: Puzzles start on a new page if their cells gain this factor, or if words fill this share of the
#: first page.
_GAIN, _FULL = 1.25, 0.5


def pdf(
    pictures: Iterable[Picture],
    *,
    paper: Paper = "a4",
    title: str = "",
    per_page: int | None = None,
) -> bytes:
    """Return a PDF with one or more pictures per page, drawn as large as possible. Wide pictures
    are printed on landscape pages.

    Parameters
    ----------
    pictures : iterable of Picture
    paper : {"a4", "letter", "a5", "a3"}
    title : str
        The title of the document; by default, the title of the first picture. If `per_page` is
        given, the title is printed above the pictures.
    per_page : int, optional
        The number of pictures per page. If `per_page` is given, all pictures have cells of the same
        size.

    Raises
    ------
    OutputError
        If there are no pictures, or if the paper is unknown.
    """
    drawings = list(check_pictures(pictures))
    if not drawings:
        raise OutputError("a PDF must have at least one picture, got 0")
    document = _Document(paper, title or drawings[0].title, drawings[0].description)
    if per_page is not None:
        if per_page < 1:
            raise OutputError(f"`per_page` must be at least 1, got {per_page}")
        document.posters(drawings, title, per_page)
        return document.bytes()
    for picture in drawings:
        document.turn(extent(picture))
        width, height = document.size
        document.place(picture, _EDGE, _EDGE, width - 2 * _EDGE, height - 2 * _EDGE)
        document.finish(numbered=len(drawings) > 1)
    return document.bytes()


@dataclass(frozen=True, slots=True)
class Front:
    """The pages before the puzzles of a booklet: a title page, an introduction and the contents.

    Parameters
    ----------
    author : str
        The texts on the title page.
    intro : str
        An introduction on separate pages; empty for no introduction. Lines are paragraphs.
    sections : tuple of (str, int)
        The names of sections, and the number of the first puzzle of each, starting at 0. They are
        printed in the contents and above the puzzles.
    contents : tuple of (str, int)
        The entries of the contents if there are no sections, each with the number of a puzzle.
    ornament : Picture, optional
        A picture for the title page.
    """

    author: str = ""
    intro: str = ""
    sections: tuple[tuple[str, int], ...] = ()
    contents: tuple[tuple[str, int], ...] = ()
    ornament: Picture | None = None

    def head(self, title: str, first: int, last: int) -> str:
        """Return the line above the puzzles of a page: the title, and the sections of puzzles
        `first` to `last`.
        """
        starts = [start for _, start in self.sections[1:]] + [last + 1]
        here = [
            name
            for (name, start), end in zip(self.sections, starts, strict=False)
            if start <= last and end > first
        ]
        return ": ".join(filter(None, [title, ", ".join(here)]))


def booklet(
    puzzles: Sequence[Picture | Sequence[Picture]],
    answers: Sequence[Picture] = (),
    *,
    title: str = "Puzzles",
    subtitle: str = "",
    instructions: str = "",
    legend: Picture | None = None,
    per_page: int | None = None,
    paper: Paper = "a4",
    codes: Sequence[NDArray[np.bool_]] = (),
    front: Front | None = None,
    hints: Sequence[Picture | None] = (),
) -> bytes:
    """Return a PDF booklet with several numbered puzzles per page, and the answers at the end.

    All cells on a page have the same size, which is as large as possible. All pages use the same
    cell size if this makes the cells only slightly smaller. If the title and the instructions leave
    too little room, they are printed on their own pages.

    Parameters
    ----------
    puzzles : sequence of Picture, or of sequences of Picture
        The puzzles. Captions are printed beside the puzzle numbers, and the small print appears
        below the puzzles. The headings of the pictures are not printed. If several pictures are
        given for a puzzle, the one that allows the largest cells is printed.
    answers : sequence of Picture
        A list with one answer for each puzzle; an empty list prints no answers.
    title, subtitle : str
        The texts at the top of the first page. The title is repeated on every page.
    instructions : str
        The text below the title and subtitle.
    legend : Picture, optional
        A small picture below the instructions.
    per_page : int, optional
        The number of puzzles per page. By default, the puzzles are spread evenly, up to six per
        page, with cells at least 6 mm wide.
    paper : {"a4", "letter", "a5", "a3"}
    codes : sequence of (n, n) bool
        The scannable code to print below each puzzle, as an array in which True means black; an
        empty list prints no codes.
    front : Front, optional
        The title page, the introduction and the table of contents.
    hints : sequence of Picture or None
        A hint for each puzzle, printed before the answers; an empty list prints no hints. None
        means that a puzzle has no hint.

    Raises
    ------
    OutputError
        If there are no puzzles, if the number of answers or codes differs from the number of
        puzzles, if the puzzles do not fit, or if the paper is unknown.
    """
    puzzle_pictures = [
        tuple(check_pictures([variants] if isinstance(variants, Picture) else variants))
        for variants in puzzles
    ]
    answers = list(check_pictures(answers))
    if not all(puzzle_pictures) or not puzzle_pictures:
        raise OutputError(
            "a booklet must have at least one puzzle, and each puzzle at least one picture"
        )
    number = len(puzzle_pictures)
    for name, what, count in (
        ("answers", "picture", len(answers)),
        ("codes", "code", len(codes)),
        ("hints", "picture", len(hints)),
    ):
        if count not in (0, number):
            raise OutputError(
                f"`{name}` must have one {what} for each of the {number} puzzles, got {count}"
            )
    if per_page is not None and per_page < 1:
        raise OutputError(f"`per_page` must be at least 1, got {per_page}")

    def render(entries: Sequence[tuple[str, int]]) -> tuple[bytes, dict[int, int]]:
        document = _Document(paper, title, subtitle, author="" if front is None else front.author)
        if front is not None:
            document.front(title, subtitle, front, entries)
        words = (
            (title, subtitle, instructions) if front is None else (phrase("how"), "", instructions)
        )
        pages = _puzzle_pages(
            document,
            puzzle_pictures,
            words,
            legend,
            per_page=per_page,
            codes=codes,
            head=lambda *shown: title if front is None else front.head(title, *shown),
        )
        pages[_HINTS] = document.page
        document.answers(hints, "hint")
        pages[_ANSWERS] = document.page
        document.answers(answers, "answer")
        return document.bytes(), pages

    if front is None:
        return render(())[0]
    # The first time only tells the numbers of the pages.
    named = [
        *(front.contents or front.sections or ((phrase("anyPuzzles"), 0),)),
        *([(phrase("hints"), _HINTS)] if any(hints) else []),
        *([(phrase("answers"), _ANSWERS)] if answers else []),
    ]
    _, pages = render([(name, 0) for name, _ in named])
    return render([(name, pages[first]) for name, first in named])[0]


def _puzzle_pages(
    document: _Document,
    puzzles: Sequence[tuple[Picture, ...]],
    words: tuple[str, str, str],
    legend: Picture | None,
    *,
    per_page: int | None,
    codes: Sequence[NDArray[np.bool_]],
    head: Callable[[int, int], str],
) -> dict[int, int]:
    """Print puzzles below a text, with `head` above each page, and return the page of each
    puzzle.
    """
    title, subtitle, instructions = words
    pages: dict[int, int] = {}
    top = document.opening(title, subtitle, instructions, legend)
    room = _Room(_LARGEST_CELL, _SMALLEST_CELL, _CODE if codes else 0.0)
    number, together = document.shared(puzzles, top, room, per_page)
    if not together:
        document.finish()
        top = document.heading(head(0, min(number, len(puzzles)) - 1))
    room = room.alone() if number == 1 else room
    for first, places in zip(
        range(0, len(puzzles), number), document.layouts(puzzles, number, top, room), strict=True
    ):
        last = min(first + number, len(puzzles)) - 1
        if first:
            document.heading(head(first, last))
        pages |= dict.fromkeys(range(first, last + 1), document.page)
        numbers = [] if len(puzzles) == 1 else range(first + 1, last + 2)
        document.grid(places, numbers, codes[first : last + 1])
        document.finish()
    return pages


@dataclass(frozen=True, eq=False, slots=True)
class Worksheet:
    """A puzzle to print on its own pages.

    Parameters
    ----------
    board : Picture
        The picture of the puzzle. The heading is the title of the puzzle, the lead states the
        rules, the caption is the level, and the small print is the ID.
    pieces : tuple of Picture
        The pieces to cut out.
    answer : Picture, optional
    code : (n, n) bool, optional
        A scannable code as an array, where True means black.
    hint : Picture, optional
        A hint: the picture of the puzzle with one piece placed.
    """

    board: Picture
    pieces: tuple[Picture, ...] = ()
    answer: Picture | None = None
    code: NDArray[np.bool_] | None = None
    hint: Picture | None = None


def worksheets(
    sheets: Sequence[Worksheet], *, title: str = "", paper: Paper = "a4", cell: float | None = None
) -> bytes:
    """Return a PDF with one or two pages for each puzzle, and all hints and answers at the end.
    Boards and pieces are printed at the same scale.

    The pieces are printed below the board if cells can be at least 10 mm wide, and on separate
    pages otherwise.

    Parameters
    ----------
    sheets : sequence of Worksheet
    title : str
        The title of the document, which is also printed in small type at the top of every page.
    paper : {"a4", "letter", "a5", "a3"}
    cell : float, optional
        The side of a cell in millimeters. By default, cells are as large as possible, up to 20 mm,
        in steps of half a millimeter.

    Raises
    ------
    OutputError
        If there are no sheets, if the paper is unknown, or if the cells do not fit on the paper.
    """
    if not sheets:
        raise OutputError("worksheets must have at least one puzzle, got 0")
    document = _Document(paper, title or sheets[0].board.heading, "")
    upright = document.size
    for sheet in sheets:
        document.lay(_page_for_board(sheet.board, upright))
        document.worksheet(sheet, title, cell)
    document.lay(upright)
    document.answers([sheet.hint for sheet in sheets], "hint")
    document.answers([sheet.answer for sheet in sheets], "answer")
    return document.bytes()


def cutouts(
    pieces: Sequence[Picture], *, title: str = "", paper: Paper = "a4", cell: float = _LARGEST
) -> bytes:
    """Return a PDF with pieces to cut out, as many per page as fit.

    Parameters
    ----------
    pieces : sequence of Picture
    title : str
        The title of each page.
    paper : {"a4", "letter", "a5", "a3"}
    cell : float
        The side of a cell in millimeters.

    Raises
    ------
    OutputError
        If there are no pieces, the paper is unknown, or a piece does not fit on the paper.
    """
    if not pieces:
        raise OutputError("there must be at least one piece to cut out, got 0")
    document = _Document(paper, title, "")
    width, height = document.size[0] - 2 * _EDGE, document.size[1] - 3 * _EDGE
    wide, tall = (max(picture.size[axis] for picture in pieces) for axis in (1, 0))
    most = min(width / wide, height / tall) / _MM
    if cell > most + 1e-9:
        raise OutputError(
            f"cells must be at most {int(most / _STEP) * _STEP:g} mm wide for all pieces to fit on "
            f"this paper, got {cell:g} mm",
            where="--cell-size",
        )
    size = cell * _MM
    document.pages_of_pieces(pieces, _shelves(pieces, size, width), size, title, _scale(cell))
    return document.bytes()


def _scale(cell: float) -> str:
    """Return what stands at the foot of a page whose cells have a size."""
    return phrase("scale", size=f"{cell:g}")


def _page_for_board(board: Picture, upright: tuple[float, float]) -> tuple[float, float]:
    """Return a portrait page, unless the cells of a board would be much larger in landscape."""
    rows, columns = board.size

    def cell(width: float, height: float) -> float:
        return min((width - 2 * _EDGE) / columns, (height - 4 * _EDGE) / rows, _LARGEST * _MM)

    width, height = upright
    return upright if cell(width, height) >= _SHARE * cell(height, width) else (height, width)


@dataclass(frozen=True, slots=True)
class _Shelf:
    """Pieces side by side: their height, and the index and left side of each piece, in points."""

    height: float
    pieces: tuple[tuple[int, float], ...]


def _shelves(pieces: Sequence[Picture], cell: float, width: float) -> list[_Shelf]:
    """Arrange pieces on shelves of a given width, starting with tall pieces."""
    tall = [picture.size[0] * cell for picture in pieces]
    wide = [picture.size[1] * cell for picture in pieces]
    shelves: list[_Shelf] = []
    line: list[tuple[int, float]] = []
    x = height = 0.0
    for number in sorted(
        range(len(pieces)), key=lambda number: (-tall[number], -wide[number], number)
    ):
        if line and x + wide[number] > width:
            shelves.append(_Shelf(height, tuple(line)))
            line, x, height = [], 0.0, 0.0
        line.append((number, x))
        x += wide[number] + _SCISSORS
        height = max(height, tall[number])
    return [*shelves, _Shelf(height, tuple(line))] if line else shelves


def _pages(shelves: Sequence[_Shelf], room: float) -> list[list[_Shelf]]:
    """Distribute shelves over pages of a given height, with at least one shelf per page."""
    pages: list[list[_Shelf]] = []
    for shelf in shelves:
        if pages and _shelves_height([*pages[-1], shelf]) - _SCISSORS <= room:
            pages[-1].append(shelf)
        else:
            pages.append([shelf])
    return pages


def _shelves_height(shelves: Sequence[_Shelf]) -> float:
    """Return the height of shelves below each other, in points."""
    return sum(shelf.height + _SCISSORS for shelf in shelves)


@dataclass(frozen=True, slots=True)
class _Room:
    """Limits for pictures that share a page, in points: the size of cells, and the height below
    each picture.
    """

    largest: float
    smallest: float
    below: float = 0.0

    def alone(self) -> _Room:
        """Return the limits for a picture that is alone on the page."""
        return replace(self, largest=math.inf)


@dataclass(frozen=True)
class _Slot:
    """A picture with its text in a column of a page: the box without text, and sizes in points."""

    picture: Picture
    box: Extent
    wide: float

    @cached_property
    def caption(self) -> list[str]:
        """The lines beside the number."""
        words = self.picture.caption
        return _lines(words, _CAPTION, self.wide - 4 * _GAP, _CAPTION_LINES) if words else []

    @cached_property
    def fine(self) -> list[str]:
        """The lines below the picture."""
        return wrapped(self.picture.fine, (self.wide - 2 * _GAP) / (_FINE - 1.5))

    @property
    def above(self) -> float:
        """The height of the number and the caption."""
        return _LABEL + 1.2 * _CAPTION * max(0, len(self.caption) - 1)

    @property
    def below(self) -> float:
        """The height of the lines below the picture and of a gap."""
        return _FINE * len(self.fine) + _GAP / 2 if self.fine else 0.0

    def margin(self, cell: float) -> float:
        """Return the distance from the left side of the box to the board."""
        return max(0.0, cell * (-self.box.left - Look.of(cell * 4 / 3).rim))

    def width(self, cell: float) -> float:
        """Return the width of the picture and its text."""
        captions = self.picture.caption.splitlines()
        words = [text_width(line) * _CAPTION + 3 * _GAP for line in captions]
        words += [text_width(line) * (_FINE - 1.5) for line in self.fine]
        return min(self.wide, max([cell * self.box.width - self.margin(cell), *words]))


@dataclass(frozen=True, slots=True)
class _Place:
    """The position of a picture on a page, in points: the upper left corner, and the size of
    cells.
    """

    slot: _Slot
    left: float
    top: float
    cell: float


@dataclass(frozen=True, slots=True)
class _Arrangement:
    """The positions of the pictures on a page, and the size of the smallest cell, which is not
    positive if there is no room.
    """

    least: float
    places: list[_Place]


def _lines(words: str, size: float, width: float, most: int, *, bold: bool = False) -> list[str]:
    """Break a text into at most `most` lines of a given width, in points. The rest is replaced by
    an ellipsis.
    """
    # Letters are wider than 0.2 em, so the rest need not be measured.
    lines = wrapped(words[: int(5 * (most + 1) * max(width, size) / size)], width / size, bold)
    if len(lines) <= most:
        return lines
    last = f"{lines[most - 1]}…"
    while len(last) > 1 and text_width(last, bold) * size > width:
        last = f"{last[:-2]}…"
    return [*lines[: most - 1], last]


def _title(words: str, width: float) -> tuple[float, list[str]]:
    """Return the font size of a title and its lines."""
    for size in _TITLES:
        lines = _lines(words, size, width, _TITLE_LINES + 1, bold=True)
        if len(lines) <= _TITLE_LINES and is_whole(lines, words):
            return size, lines
    return _TITLES[-1], _lines(words, _TITLES[-1], width, _MOST_TITLE_LINES, bold=True)


class _Document:
    """A PDF under construction. Lengths are in points, with y upward, as in PDF."""

    def __init__(self, paper: Paper, title: str, subject: str, *, author: str = "") -> None:
        if paper not in PAGES:
            raise OutputError(
                f"`paper` must be one of {', '.join(PAGES)}, got '{paper}'", where="paper"
            )
        from reportlab.pdfgen.canvas import Canvas

        check_text(title, "a title", error=OutputError)
        check_text(subject, "a subtitle", error=OutputError)
        self.size = PAGES[paper]
        self._stream = io.BytesIO()
        # No time stamp, so the same pictures make the same bytes.
        self._canvas: Any = Canvas(self._stream, pagesize=self.size, invariant=1)
        self._canvas.setTitle(title)
        self._canvas.setSubject(subject)
        self._canvas.setCreator("tilewright")
        self._canvas.setAuthor(check_text(author, "an author", error=OutputError) or "tilewright")
        self._pen = Pen(self._canvas)
        self.page = 1

    def bytes(self) -> bytes:
        """Return the finished document."""
        self._canvas.save()
        return self._stream.getvalue()

    def lay(self, size: tuple[float, float]) -> None:
        """Set the size of the pages that follow."""
        self.size = size
        self._canvas.setPageSize(size)

    def _both_ways(self) -> list[tuple[float, float]]:
        """Return the page in portrait and in landscape."""
        short, long = sorted(self.size)
        return [(short, long), (long, short)]

    def turn(self, box: Extent) -> None:
        """Set portrait or landscape, whichever makes the content larger."""
        self.lay(
            max(
                self._both_ways(),
                key=lambda size: min(
                    (size[0] - 2 * _EDGE) / box.width, (size[1] - 2 * _EDGE) / box.height
                ),
            )
        )

    def _write(
        self,
        lines: Iterable[str],
        x: float,
        top: float,
        size: float,
        step: float,
        color: str = _INK,
        **style: Any,
    ) -> float:
        """Write lines with the distance `step`, and return the top of the next line."""
        for line in lines:
            self._pen.write(line, x, top, size, color, **style)
            top -= step
        return top

    def finish(self, *, numbered: bool = True) -> None:
        """End the page, with its number in the footer."""
        if numbered:
            self._pen.write(f"{self.page}", self.size[0] / 2, _EDGE / 2, 9, _NOTE, "middle")
        self._canvas.showPage()
        self.page += 1

    def front(
        self, title: str, subtitle: str, front: Front, entries: Sequence[tuple[str, int]]
    ) -> None:
        """Print the title page, the introduction, and the contents with their pages."""
        width, height = self.size
        size, top = 36.0, 0.8 * height
        middle: dict[str, Any] = {"x": width / 2, "anchor": "middle"}
        lines = _lines(title, size, width - 4 * _EDGE, _MOST_TITLE_LINES, bold=True)
        top = self._write(lines, top=top, size=size, step=1.2 * size, bold=True, **middle)
        lines = _lines(subtitle, 14, width - 4 * _EDGE, _MOST_TITLE_LINES)
        top = self._write(lines, top=top, size=14, step=20, color=_NOTE, **middle)
        bottom = 0.14 * height
        lines = _lines(front.author, 16, width - 4 * _EDGE, 2)
        self._write(lines, top=bottom, size=16, step=22, **middle)
        if front.ornament is not None:
            bottom += 40
            box = extent(front.ornament)
            cell = min(_LARGEST_CELL / 2, 0.7 * width / box.width, (top - 20 - bottom) / box.height)
            if cell > 0:
                room = (width - cell * box.width) / 2, bottom, cell * box.width, top - 20 - bottom
                self.place(front.ornament, *room)
        self.finish(numbered=False)
        if front.intro:
            self._print_text("", wrapped(front.intro, (width - 2 * _EDGE) / 11))
        self._print_text(
            phrase("contents"), [name for name, _ in entries], [str(page) for _, page in entries]
        )

    def _print_text(self, title: str, lines: Sequence[str], right: Sequence[str] = ()) -> None:
        """Print lines on as many pages as needed, with text at the right ends."""
        width, height = self.size
        top = height - _EDGE - 18
        if title:
            self._pen.write(title, _EDGE, top, _TITLES[0], _INK, bold=True)
            top -= 2 * _TITLES[0]
        for number, line in enumerate(lines):
            if top < _EDGE + 12:
                self.finish()
                top = height - _EDGE - 18
            if right:
                page = right[number]
                (line,) = _lines(line, 11, width - 2 * _EDGE - 60, 1)
                # A line of dots leads to the page.
                ends = _EDGE + 11 * text_width(line) + 6, width - _EDGE - 11 * text_width(page) - 6
                self._pen.dots(*ends, top, _NOTE)
            self._pen.write(line, _EDGE, top, 11, _INK)
            if right:
                self._pen.write(right[number], width - _EDGE, top, 11, _INK, "end")
            top -= 17
        self.finish()

    def heading(self, words: str) -> float:
        """Print the one-line header of the page, and return the top of the rest."""
        lines = _lines(words, 11, self.size[0] - 2 * _EDGE, 1)
        self._write(lines, _EDGE, self.size[1] - _EDGE - 4, 11, 0, _NOTE)
        return self._below_heading()

    def _below_heading(self) -> float:
        return self.size[1] - _EDGE - 16

    def opening(
        self,
        title: str,
        subtitle: str,
        instructions: str,
        legend: Picture | None,
        *,
        above: float = 0.0,
        aside: float = 0.0,
    ) -> float:
        """Print the title, subtitle, instructions and legend, and return the top of the rest.

        `above` and `aside` are left free. Long instructions continue on the next page.
        """
        width = self.size[0] - 2 * _EDGE - aside
        top = self.size[1] - _EDGE - 14 - above
        size, lines = _title(title, width)
        # The distance below the title does not depend on its size.
        top = self._write(lines, _EDGE, top, size, size + 6, bold=True) + size - 14
        top = self._write(wrapped(subtitle, width / 11), _EDGE, top, 11, 18, _NOTE)
        for line in wrapped(instructions, width / 10):
            if top < _EDGE:
                self.finish()
                top = self.heading(title) - 10
            self._pen.write(line, _EDGE, top, 10, _INK)
            top -= 14
        if legend is not None:
            box = extent(legend)
            cell = min(_LEGEND_CELL, width / box.width)
            if cell * box.height > top - _EDGE:
                self.finish()
                top = self.heading(title) - 10
                cell = min(cell, (top - _EDGE) / box.height)
            self.place(
                legend, _EDGE, top - cell * box.height + 8, cell * box.width, cell * box.height
            )
            top -= cell * box.height - 8
        return top - 4

    def worksheet(self, sheet: Worksheet, title: str, wanted: float | None) -> None:
        """Print a puzzle on a page, with its pieces below it or on the following pages."""
        board = sheet.board.without_words()
        above = self.size[1] - _EDGE - self.heading(title) + 4 if title else 0.0
        aside = 0.0 if sheet.code is None else _CODE + _GAP
        words = sheet.board
        top = self.opening(
            words.heading, words.caption.capitalize(), words.lead, None, above=above, aside=aside
        )
        if sheet.code is not None:
            x, y = self.size[0] - _EDGE - _CODE, self.size[1] - _EDGE - above - _CODE
            self._pen.squares(sheet.code, x, y, _CODE)
            top = min(top, y - _GAP)
        width = self.size[0] - 2 * _EDGE
        fine = wrapped(words.fine, (width - 2 * _GAP) / _SMALL)
        height = top - _EDGE - 1.3 * _SMALL * len(fine) - 4
        millimeters, together = self._true_size(sheet, wanted, width, height)
        cell = millimeters * _MM
        tall, wide = (side * cell for side in board.size)
        shelves = _shelves(sheet.pieces, cell, width)
        # Half of the spare height goes above the board, up to a limit.
        spare = min(
            (height - tall - (_shelves_height(shelves) + _GAP if together else 0.0)) / 2, 36.0
        )
        self._place_board(board, _EDGE + (width - wide) / 2, top - spare, cell)
        y = top - spare - tall - _SCISSORS - _GAP
        if together:
            self._pieces(sheet.pieces, shelves, y, cell)
        note = _scale(millimeters)
        self._print_foot(fine, note)
        self.finish()
        if not together and shelves:
            heading = sheet.board.heading
            if heading.endswith(("?", "!", ".")):
                heading = spaced([heading, phrase("cutOut")])
            else:
                heading = phrase("title", title=heading, rest=phrase("cutOut"))
            self.pages_of_pieces(sheet.pieces, shelves, cell, heading, note)

    def _true_size(
        self, sheet: Worksheet, wanted: float | None, width: float, height: float
    ) -> tuple[float, bool]:
        """Return the size of a cell in millimeters, and whether the pieces fit below the board."""
        rows, columns = sheet.board.size
        most = min(width / columns, height / rows) / _MM
        widest = max((picture.size[1] for picture in sheet.pieces), default=0.0)
        tallest = max((picture.size[0] for picture in sheet.pieces), default=0.0)
        if widest:
            most = min(most, width / _MM / widest, (height - 30) / _MM / tallest)
        if wanted is not None and wanted > most + 1e-9:
            raise OutputError(
                f"cells must be at most {int(most / _STEP) * _STEP:g} mm wide to fit on this "
                f"page, got {wanted:g} mm",
                where="--cell-size",
            )
        alone = min(int(most / _STEP) * _STEP, _LARGEST) if wanted is None else wanted
        if alone < _LEAST and wanted is None:
            raise OutputError(
                f"{rows:g}x{columns:g} cells are too many for this page: cells would be "
                f"{most:.1f} mm wide, but must be at least {_LEAST:g} mm wide",
                where="--paper",
            )

        def fits(size: float) -> bool:
            shelves = _shelves(sheet.pieces, size * _MM, width)
            return rows * size * _MM + _SCISSORS + _GAP + _shelves_height(shelves) <= height

        if wanted is not None:
            return wanted, fits(wanted)
        least = max(_TOGETHER, _SHARE * alone)
        sizes = [alone - _STEP * step for step in range(int(max(alone - least, 0) / _STEP) + 1)]
        together = next((size for size in sizes if fits(size)), None)
        if together is not None and together >= least:
            return together, True
        # Slightly smaller pieces may save a page.
        room = self._piece_room()
        return min(
            sizes,
            key=lambda size: (len(_pages(_shelves(sheet.pieces, size * _MM, width), room)), -size),
        ), False

    def _piece_room(self) -> float:
        """Return the height for pieces on a page with only pieces."""
        return self.size[1] - 2 * _EDGE - 24

    def _pieces(
        self, pieces: Sequence[Picture], shelves: Sequence[_Shelf], y: float, cell: float
    ) -> None:
        """Draw pieces on shelves, from `y` downward."""
        for shelf in shelves:
            number, x = shelf.pieces[-1]
            left = (self.size[0] - x - pieces[number].size[1] * cell) / 2
            for number, x in shelf.pieces:
                self._place_board(pieces[number], left + x, y, cell)
            y -= shelf.height + _SCISSORS

    def pages_of_pieces(
        self,
        pieces: Sequence[Picture],
        shelves: list[_Shelf],
        cell: float,
        title: str,
        note: str,
    ) -> None:
        """Print pieces on separate pages."""
        for shelf in _pages(shelves, self._piece_room()):
            y = self.heading(title) - 8
            self._pieces(pieces, shelf, y, cell)
            self._print_foot([], note)
            self.finish()

    def _print_foot(self, fine: Sequence[str], note: str) -> None:
        """Print the ID and the size of the cells in the footer of the page."""
        self._write(
            reversed(fine),
            self.size[0] / 2,
            _EDGE - 4,
            _SMALL,
            -1.3 * _SMALL,
            _NOTE,
            anchor="middle",
        )
        self._pen.write(note, self.size[0] - _EDGE, _EDGE / 2, _SMALL, _NOTE, "end")

    def answers(self, pictures: Sequence[Picture | None], what: str) -> None:
        """Print answers or hints, as many per page as fit, with the numbers of their puzzles.

        `what` is the name of the phrase in the heading, which ends in s if there are several.
        """
        numbers = [number for number, picture in enumerate(pictures, 1) if picture is not None]
        answers = [picture for picture in pictures if picture is not None]
        if not answers:
            return
        words = phrase(what if len(answers) == 1 else f"{what}s")
        groups = [(answer,) for answer in answers]
        room = _Room(_LARGEST_ANSWER, _SMALLEST_ANSWER)
        top = self.heading(words)
        number = self.to_a_page(groups, top, room, _MOST_ANSWERS)
        room = room.alone() if number == 1 else room
        layouts = self.layouts(groups, number, top, room)
        for first, places in zip(range(0, len(answers), number), layouts, strict=True):
            if first:
                self.heading(words)
            self.grid(places, numbers[first : first + number] if len(pictures) > 1 else ())
            self.finish()

    def posters(self, pictures: Sequence[Picture], title: str, number: int) -> None:
        """Print pictures, `number` per page, with the title above them and cells of the same
        size.
        """
        boxes = [extent(picture) for picture in pictures]
        box = Extent(0, 0, max(box.height for box in boxes), max(box.width for box in boxes))
        number = min(number, len(pictures))
        top = _TITLES[0] if title else 0.0

        def arranged(size: tuple[float, float]) -> tuple[float, int, tuple[float, float]]:
            """Return the size of a cell, the number of columns, and the page."""
            width, height = size[0] - 2 * _EDGE, size[1] - 2 * _EDGE - 2 * top
            return max(
                (
                    min(width / columns / box.width, height / -(-number // columns) / box.height),
                    columns,
                    size,
                )
                for columns in range(1, number + 1)
            )

        cell, columns, size = max(map(arranged, self._both_ways()))
        cell = min(cell, _LARGEST * _MM)
        self.lay(size)
        for first in range(0, len(pictures), number):
            y = size[1] - _EDGE
            if title:
                self._poster_title(title)
                y -= 2 * top
            here = range(first, min(first + number, len(pictures)))
            high = (y - _EDGE) / -(-number // columns)
            for index in here:
                row, column = divmod(index - first, columns)
                wide_cell = (size[0] - 2 * _EDGE) / columns
                tall, broad = cell * boxes[index].height, cell * boxes[index].width
                # An incomplete row stands in the middle.
                lacking = max(0, (row + 1) * columns - len(here))
                left = _EDGE + (column + lacking / 2) * wide_cell + (wide_cell - broad) / 2
                self.place(pictures[index], left, y - row * high - tall, broad, tall)
            self.finish(numbered=len(pictures) > number)

    def _poster_title(self, title: str) -> None:
        """Print the title of a poster, centered on one line."""
        room = self.size[0] - 2 * _EDGE
        size = min(
            _TITLES[0],
            max(_TITLES[-1], room / max(text_width(" ".join(title.split()), True), 1e-9)),
        )
        (line,) = _lines(" ".join(title.split()), size, room, 1, bold=True)
        self._pen.write(
            line, self.size[0] / 2, self.size[1] - _EDGE - size, size, _INK, "middle", bold=True
        )

    def shared(
        self, pictures: Sequence[tuple[Picture, ...]], top: float, room: _Room, wanted: int | None
    ) -> tuple[int, bool]:
        """Return the number of puzzles per page, and whether the first puzzles are placed below the
        text that ends at `top`.
        """
        fresh = self._below_heading()
        below = wanted or self.to_a_page(pictures, top, room, _MOST)
        apart = wanted or self.to_a_page(pictures, fresh, room, _MOST)
        here, there = (
            self._best_layout(pictures[:below], start, room.alone() if below == 1 else room).least
            for start in (top, fresh)
        )
        if here < room.smallest and there > _GAIN * max(here, 0.0):
            return apart, False
        # The words get a page of their own if that saves a page.
        pages_below, pages_apart = -(-len(pictures) // below), 1 - (-len(pictures) // apart)
        full = fresh - top > _FULL * (fresh - _EDGE)
        if pages_apart < pages_below or (full and pages_apart == pages_below):
            return apart, False
        return below, True

    def to_a_page(
        self, pictures: Sequence[tuple[Picture, ...]], top: float, room: _Room, most: int
    ) -> int:
        """Return the number of pictures that can share a page, at most `most`, with `top` for the
        first page.
        """
        for number in range(min(most, len(pictures)), 1, -1):
            if all(
                self._best_layout(
                    pictures[first : first + number], self._below_heading() if first else top, room
                ).least
                >= room.smallest
                for first in range(0, len(pictures), number)
            ):
                # Spread them evenly over the same number of pages.
                return -(-len(pictures) // -(-len(pictures) // number))
        return 1

    def layouts(
        self, pictures: Sequence[tuple[Picture, ...]], number: int, top: float, room: _Room
    ) -> list[list[_Place]]:
        """Return the positions of pictures on each page, `number` per page. The first page begins
        at `top`.
        """
        groups = [pictures[first : first + number] for first in range(0, len(pictures), number)]
        tops = [top, *[self._below_heading()] * (len(groups) - 1)]
        arrangements = [
            self._best_layout(group, here, room) for group, here in zip(groups, tops, strict=True)
        ]
        sizes = [arrangement.least for arrangement in arrangements]
        if min(sizes) <= 0:
            raise OutputError(
                "the puzzle does not fit on a page"
                if number == 1
                else f"{number} puzzles do not fit on a page",
                where="paper",
            )
        if min(sizes) >= _ALIKE * max(sizes):
            room = replace(room, largest=min(sizes))
            arrangements = [
                self._best_layout(group, here, room)
                for group, here in zip(groups, tops, strict=True)
            ]
        return [arrangement.places for arrangement in arrangements]

    def _best_layout(
        self, pictures: Sequence[tuple[Picture, ...]], top: float, room: _Room
    ) -> _Arrangement:
        """Return the best layout of the pictures of a page."""
        width, height = self.size[0] - 2 * _EDGE, top - _EDGE
        boxes = [[extent(picture.without_words()) for picture in several] for several in pictures]
        count = len(pictures)

        def with_columns(columns: int) -> _Arrangement:
            rows = -(-count // columns)
            wide, tall = width / columns, height / rows
            slots = [
                [_Slot(picture, box, wide) for picture, box in zip(several, extents, strict=True)]
                for several, extents in zip(pictures, boxes, strict=True)
            ]
            words = [options[0].above + room.below + options[0].below for options in slots]
            cells = [
                [
                    min((wide - _GAP) / box.width, (tall - taken) / box.height, room.largest)
                    for box in extents
                ]
                for extents, taken in zip(boxes, words, strict=True)
            ]
            least = min(map(max, cells))
            if least <= 0:
                return _Arrangement(least, [])
            # Of the pictures that can have cells of this size, the one that takes the least height.
            shown = [
                min(
                    (
                        slot
                        for slot, size in zip(options, sizes, strict=True)
                        if size >= least - 1e-9
                    ),
                    key=lambda slot: (round(slot.box.height, 6), slot.box.width),
                )
                for options, sizes in zip(slots, cells, strict=True)
            ]
            # A row is as high as its pictures need. The spare height is shared by all rows.
            needs = [
                least * slot.box.height + taken for slot, taken in zip(shown, words, strict=True)
            ]
            heights = [max(needs[row * columns : (row + 1) * columns]) for row in range(rows)]
            spare = min((height - sum(heights)) / rows, 0.25 * max(heights))
            # The pictures of a column have one left side, and the widest of them is in the middle
            # of its slot.
            widest = [
                max(slot.width(least) for slot in shown[column::columns])
                for column in range(min(columns, count))
            ]
            lefts = [
                _EDGE + column * wide + (wide - taken) / 2 for column, taken in enumerate(widest)
            ]
            downs = [top - sum(heights[:row]) - row * spare for row in range(rows)]
            places = [
                _Place(slot, lefts[index % columns], downs[index // columns], least)
                for index, slot in enumerate(shown)
            ]
            return _Arrangement(least, places)

        return max(map(with_columns, range(1, count + 1)), key=lambda layout: layout.least)

    def grid(
        self,
        places: Sequence[_Place],
        numbers: Sequence[int],
        codes: Sequence[NDArray[np.bool_]] = (),
    ) -> None:
        """Draw pictures at their positions, with their numbers unless these are empty."""
        for index, place in enumerate(places):
            slot, x, y, cell = place.slot, place.left, place.top, place.cell
            number = f"{numbers[index]}" if numbers else ""
            if number:
                self._pen.write(number, x, y - 14, 12, _INK, bold=True)
            beside = x + (6 + 9 * len(number) if number else 0)
            self._write(slot.caption, beside, y - 14, _CAPTION, 1.2 * _CAPTION, _NOTE)
            width, height = cell * slot.box.width, cell * slot.box.height
            below = y - slot.above - height
            bare = slot.picture.without_words()
            self.place(bare, x - slot.margin(cell), below, width, height)
            below = _FINE + self._write(slot.fine, x, below + 2 - _FINE, _FINE - 1.5, _FINE, _NOTE)
            if codes:
                side = _CODE - 10
                self._pen.squares(codes[index], x, below - 8 - side, side)

    def place(self, picture: Picture, x: float, y: float, width: float, height: float) -> None:
        """Draw a picture in the middle of a box, as large as possible."""
        box = extent(picture)
        cell = min(width / box.width, height / box.height)
        self._pen.draw(
            picture,
            x + (width - cell * box.width) / 2 - cell * box.left,
            y + height - (height - cell * box.height) / 2 + cell * box.top,
            cell,
        )

    def _place_board(self, picture: Picture, x: float, y: float, cell: float) -> None:
        """Draw a picture with the upper left corner of `Picture.box` at the given position."""
        top, left, _, _ = picture.box
        self._pen.draw(picture, x - cell * left, y + cell * top, cell)
