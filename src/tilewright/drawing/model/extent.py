"""The size of a picture with words and margin, the typeface, and sizes that all writers share."""

from __future__ import annotations

import bisect
import functools
import importlib.util
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from tilewright.drawing.model.picture import Picture, Text
from tilewright.errors import OutputError

if TYPE_CHECKING:
    from PIL.ImageFont import FreeTypeFont

__all__ = [
    "ARROW_WIDTH",
    "DOT",
    "FAMILY",
    "MARGIN",
    "RING",
    "RING_WIDTH",
    "STACK",
    "THICK_WIDTH",
    "THIN_WIDTH",
    "Extent",
    "all_texts",
    "extent",
    "font_file",
    "sized_font",
    "text_width",
    "wrapped",
]

#: The family name of the typeface.
FAMILY = "Bitstream Vera Sans"
#: Fallbacks where the typeface is not installed.
STACK = f"'{FAMILY}','DejaVu Sans',Verdana,sans-serif"


@functools.cache
def font_file(bold: bool = False) -> Path:
    """Return the path of the TrueType file."""
    found = importlib.util.find_spec("reportlab")
    folder = Path(found.origin).parent if found and found.origin else Path()
    path = folder / "fonts" / ("VeraBd.ttf" if bold else "Vera.ttf")
    if not path.is_file():
        raise OutputError("the font files of reportlab are missing. Reinstall reportlab.")
    return path


@functools.cache
def sized_font(pixels: int, bold: bool = False) -> FreeTypeFont:
    """Return the typeface as a Pillow font of `pixels` pixels."""
    from PIL import ImageFont

    return ImageFont.truetype(str(font_file(bold)), max(1, pixels))


def text_width(text: str, bold: bool = False) -> float:
    """Return the width of a text, as a multiple of its size."""
    return float(sized_font(100, bold).getlength(text)) / 100


#: Margin around a picture, in cells.
MARGIN = 0.5
#: Width of thick and thin lines, in cells.
THICK_WIDTH, THIN_WIDTH = 0.09, 0.03
#: Width of arrows, in cells.
ARROW_WIDTH = 0.07
#: Radius of a dot and of a ring, and line width of a ring, in cells.
DOT, RING, RING_WIDTH = 0.17, 0.32, 0.1
#: Size of the words above and below a picture, in cells; sizes of headings and fine print relative to it.
_SIZE, _HEADING, _FINE = 0.44, 1.5, 0.7
#: Least width of a caption, and of the words of a picture with a heading, in cells.
_NARROW, _WIDE = 7, 12


@dataclass(frozen=True, slots=True)
class Extent:
    """A box in units of cells. The grid's corner is at row 0, column 0."""

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


def all_texts(picture: Picture) -> tuple[Text, ...]:
    """Return the texts of a picture, with the lines above and below it."""
    top, left, bottom, right = picture.box
    middle, width = (left + right) / 2, right - left
    size = max(_SIZE, max(picture.size) / 40)
    room = (max(width, _WIDE if picture.heading or picture.lead else _NARROW) + 1) / size
    below: list[Text] = []
    # Lines are placed by their middles; `row` is the lower edge of the last one.
    row = bottom + 0.6 * size
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
    """Return an upper bound on the letters in a line of `room` em: all are wider than 0.2 em."""
    return int(max(room, 0.0) / 0.2) + 2


def wrapped(words: str, room: float, bold: bool = False) -> list[str]:
    """Break a text into lines of at most `room` em, inside a word only if the word is longer than a line."""
    lines: list[str] = []
    most = _most_letters(room)
    for paragraph in words.splitlines():
        line = ""
        for word in paragraph.split():
            longer = f"{line} {word}".strip()
            if line and text_width(longer[:most], bold) > room:
                lines.append(line)
                longer = word
            while len(longer) > 1 and text_width(longer[:most], bold) > room:
                fits = bisect.bisect_right(
                    range(1, min(len(longer), most)), room, key=lambda end: text_width(longer[:end], bold)
                )
                lines.append(longer[: max(1, fits)])
                longer = longer[max(1, fits) :]
            line = longer
        lines.append(line)
    return lines


def _evenly_wrapped(words: str, room: float, bold: bool = False) -> list[str]:
    """Break a text into the fewest lines, all about equally long."""
    lines = wrapped(words, room, bold)
    while len(lines) > 1:
        room *= 0.97
        tighter = wrapped(words, room, bold)
        # Stop before a word is broken or a line is added.
        if len(tighter) > len(lines) or " ".join(tighter).split() != " ".join(lines).split():
            break
        lines = tighter
    return lines


def extent(picture: Picture) -> Extent:
    """Return the box of a picture with words and margin."""
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
