"""The size of a picture with text and margin, and the sizes that all writers share."""

from __future__ import annotations

import bisect
from collections.abc import Sequence
from dataclasses import dataclass

from tilewright.drawing.model.geometry import Corner, rounded
from tilewright.drawing.model.picture import Picture, Text
from tilewright.drawing.model.typeface import is_wide, text_width

#: What must not begin a line of wide letters, and what must not end it.
_NOT_FIRST = frozenset(
    "、。，．：；！？」』）】〕》”’…ーぁぃぅぇぉっゃゅょァィゥェォッャュョ々%,.:;!?)"
)
_NOT_LAST = frozenset("「『（【〔《“‘(")
#: Margin around a picture, in cells.
MARGIN = 0.5
#: Width of thick and thin lines where each line has whole pixels, or pixels are averages, in cells.
THICK_WIDTH, THIN_WIDTH = 0.08, 0.03
#: Width of arrows, in cells.
ARROW_WIDTH = 0.07
#: Radius of a dot and of a ring, and line width of a ring, in cells.
DOT, RING, RING_WIDTH = 0.17, 0.32, 0.1
#: Size of the words above and below a picture, in cells; sizes of headings and fine print relative
#: to it.
_SIZE, _HEADING, _FINE = 0.44, 1.5, 0.7
#: Least width of a caption, and of the words of a picture with a heading, in cells.
_NARROW, _WIDE = 7, 12


@dataclass(frozen=True, slots=True)
class Extent:
    """A box in units of cells. The corner of the grid is at row 0, column 0."""

    top: float
    left: float
    bottom: float
    right: float

    @property
    def height(self) -> float:
        """The distance from top to bottom."""
        return self.bottom - self.top

    @property
    def width(self) -> float:
        """The distance from left to right."""
        return self.right - self.left


@dataclass(frozen=True, slots=True)
class Look:
    """The sizes of strokes and corners, in cells. They are proportional to the cells, with limits
    in pixels.

    Parameters
    ----------
    gap : float
        The distance from the side of a tile to its edge. A seam is twice as wide as this.
    radius : float
        The length that rounded corners remove from each side.
    edge, thin, thick : float
        The widths of the edges of tiles, of grid lines, and of lines between cells of one tile or
        of no tile.
    rim : float
        The distance by which the sunken board extends beyond its cells.
    """

    gap: float
    radius: float
    edge: float
    thin: float
    thick: float
    rim: float

    @staticmethod
    def of(pixels: float) -> Look:
        """Return the sizes for cells of a size in pixels."""

        def size(share: float, least: float, most: float) -> float:
            return min(max(share * pixels, least), most) / pixels

        fine = pixels < _ROUND
        return Look(
            gap=0.0 if fine else size(0.025, 0, 1.6),
            radius=0.0 if fine else size(0.175, 0, 12),
            edge=min(size(0.04, 0.8, 2.4), 0.12),
            thin=min(size(0.028, 0.5, 1.6), 0.06),
            thick=min(size(0.055, 0.8, 4), 0.12),
            rim=size(0.15, 0, 9),
        )

    def rounded_square(self, x: float, y: float) -> list[Corner]:
        """Return the outline of a cell as a separate tile, starting at its upper left corner."""
        square = [(x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1)]
        return rounded(square, self.gap, self.radius)


#: Cells with fewer pixels have square corners; nobody can see the difference.
_ROUND = 12


def all_texts(picture: Picture) -> tuple[Text, ...]:
    """Return the texts of a picture, including the lines above and below it."""
    top, left, bottom, right = picture.box
    middle, width = (left + right) / 2, right - left
    size = max(_SIZE, max(picture.size) / 40)
    room = (max(width, _WIDE if picture.heading or picture.lead else _NARROW) + 1) / size
    below: list[Text] = []
    # Names of pieces may stand below all cells.
    names = [text.row + text.size / 2 for text in picture.texts if text.role != "letter"]
    # Lines are placed by their middles; `row` is the lower edge of the last one.
    row = max([bottom, *names]) + 0.6 * size
    # An ID may be broken anywhere, so it is not balanced like a caption.
    for lines, scale in (
        (_evenly_wrapped(picture.caption, room), 1.0),
        (wrapped(picture.fine, room / _FINE), _FINE),
    ):
        for line in lines:
            row += 1.3 * scale * size
            below.append(Text(row - 0.65 * scale * size, middle, line, scale * size, role="note"))
    above: list[Text] = []
    row = top - 0.8 * size
    for words, scale, bold in ((picture.lead, 1.0, False), (picture.heading, _HEADING, True)):
        for line in reversed(_evenly_wrapped(words, room / scale, bold)):
            above.append(Text(row - 0.65 * scale * size, middle, line, scale * size, bold=bold))
            row -= 1.3 * scale * size
        row -= 0.3 * size if above else 0.0
    return (*reversed(above), *picture.texts, *below)


def _most_letters(room: float) -> int:
    """Return an upper bound on the number of letters in a line of `room` em. All letters are wider
    than 0.2 em.
    """
    return int(max(room, 0.0) / 0.2) + 2


def parts_of_lines(words: str) -> list[tuple[str, str]]:
    """Return the words of a text, each with the space before it. A wide letter is a word, with the
    punctuation that must not begin or end a line.

    >>> parts_of_lines("あ「い」。 a b")
    [('', 'あ'), ('', '「い」。'), (' ', 'a'), (' ', 'b')]
    """
    return [
        (" " if number == 0 and place else "", part)
        for place, word in enumerate(words.split())
        for number, part in enumerate(_parts_of(word))
    ]


def _parts_of(word: str) -> list[str]:
    parts: list[str] = []
    for letter in word:
        before = parts[-1][-1] if parts else ""
        joined = letter in _NOT_FIRST or before in _NOT_LAST
        if parts and (joined or not (is_wide(letter) or is_wide(before))):
            parts[-1] += letter
        else:
            parts.append(letter)
    return parts


def wrapped(words: str, room: float, bold: bool = False) -> list[str]:
    """Break a text into lines of at most `room` em, inside a word only if the word is longer than a
    line.
    """
    lines: list[str] = []
    most = _most_letters(room)
    for paragraph in words.splitlines():
        line = ""
        for space, word in parts_of_lines(paragraph):
            longer = f"{line}{space}{word}".strip()
            if line and text_width(longer[:most], bold) > room:
                lines.append(line)
                longer = word
            while len(longer) > 1 and text_width(longer[:most], bold) > room:
                fits = bisect.bisect_right(
                    range(1, min(len(longer), most)),
                    room,
                    key=lambda end: text_width(longer[:end], bold),
                )
                lines.append(longer[: max(1, fits)])
                longer = longer[max(1, fits) :]
            line = longer
        lines.append(line)
    return lines


def is_whole(lines: Sequence[str], words: str) -> bool:
    """Return True if lines have all words of a text, and none is broken."""
    there = [part for line in lines for _, part in parts_of_lines(line)]
    return there == [part for _, part in parts_of_lines(words)]


def _evenly_wrapped(words: str, room: float, bold: bool = False) -> list[str]:
    """Break a text into the fewest lines, all about equally long."""
    lines = wrapped(words, room, bold)
    while len(lines) > 1:
        room *= 0.97
        tighter = wrapped(words, room, bold)
        # Stop before a word is broken or a line is added.
        if len(tighter) > len(lines) or not is_whole(tighter, words):
            break
        lines = tighter
    return lines


def extent(picture: Picture) -> Extent:
    """Return the box of a picture with text and margin."""
    top, left, bottom, right = picture.box
    for text in all_texts(picture):
        if text.role == "letter":
            continue
        width = text_width(text.text, text.bold) * text.size
        start = text.column - {"start": 0.0, "middle": width / 2, "end": width}[text.anchor]
        top, bottom = min(top, text.row - text.size / 2), max(bottom, text.row + text.size / 2)
        left, right = min(left, start), max(right, start + width)
    longest = max(picture.size)
    margin = MARGIN if longest <= 200 else MARGIN * longest / 200
    return Extent(top - margin, left - margin, bottom + margin, right + margin)
