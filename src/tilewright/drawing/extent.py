"""How much room a picture takes, words and margin included; and the measures that renderers share."""

from __future__ import annotations

from dataclasses import dataclass

from tilewright.drawing.font import text_width
from tilewright.drawing.picture import Picture, Text

__all__ = [
    "DOT",
    "MARGIN",
    "RING",
    "THICK_WIDTH",
    "THIN_WIDTH",
    "Extent",
    "all_texts",
    "extent",
]

#: Room around a picture, in cells.
MARGIN = 0.5
#: Width of thick and of thin lines, in cells.
THICK_WIDTH, THIN_WIDTH = 0.09, 0.03
#: Radius of a dot and of a ring, in cells.
DOT, RING = 0.17, 0.32


@dataclass(frozen=True, slots=True)
class Extent:
    """A box in cell units; the grid's corner is at row 0, column 0."""

    top: float
    left: float
    bottom: float
    right: float

    @property
    def height(self) -> float:
        """From top to bottom."""
        return self.bottom - self.top

    @property
    def width(self) -> float:
        """From left to right."""
        return self.right - self.left


def all_texts(picture: Picture) -> tuple[Text, ...]:
    """Return the texts of a picture and its caption, which may take several lines."""
    if not picture.caption:
        return picture.texts
    rows, columns = picture.shape
    size = max(0.44, max(rows, columns) / 40)
    room = (max(columns, 7) + 1) / size
    return picture.texts + tuple(
        Text(rows + (1.25 + 1.3 * number) * size, columns / 2, line, size, role="note")
        for number, line in enumerate(_wrapped(picture.caption, room))
    )


def _wrapped(caption: str, room: float) -> list[str]:
    lines: list[str] = []
    for paragraph in caption.splitlines():
        line = ""
        for word in paragraph.split():
            longer = f"{line} {word}".strip()
            if line and text_width(longer) > room:
                lines.append(line)
                longer = word
            line = longer
        lines.append(line)
    return lines


def extent(picture: Picture) -> Extent:
    """Return the box that holds everything, with the margin."""
    rows, columns = picture.shape
    top, left, bottom, right = 0.0, 0.0, float(rows), float(columns)
    for text in all_texts(picture):
        if text.role == "letter":
            continue
        width = text_width(text.text) * text.size
        start = text.column - {"start": 0.0, "middle": width / 2, "end": width}[text.anchor]
        top, bottom = min(top, text.row - text.size / 2), max(bottom, text.row + text.size / 2)
        left, right = min(left, start), max(right, start + width)
    margin = MARGIN if max(rows, columns) <= 200 else MARGIN * max(rows, columns) / 200
    return Extent(top - margin, left - margin, bottom + margin, right + margin)
