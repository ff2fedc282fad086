"""Parts on a sheet of material: what a cutter cuts and engraves, and where each part lies."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from tilewright.errors import FormatError, quoted
from tilewright.formats.cutting.parts import CutLengths, Loop

# Letters and digits for engraving: single lines, which a cutter follows once, without a font.

#: The lines of each letter: corners as pairs of digits x, y, on a grid 4 wide and 6 high, y
#: downwards.
_LINES = {
    "A": "06 01 10 30 41 46, 03 43",
    "B": "03 00 30 41 42 33 03 06 36 45 44 33",
    "C": "41 30 10 01 05 16 36 45",
    "D": "00 06 36 45 41 30 00",
    "E": "40 00 06 46, 03 33",
    "F": "40 00 06, 03 33",
    "G": "41 30 10 01 05 16 36 45 43 23",
    "H": "00 06, 40 46, 03 43",
    "I": "10 30, 20 26, 16 36",
    "J": "40 45 36 16 05",
    "K": "00 06, 40 03 46",
    "L": "00 06 46",
    "M": "06 00 23 40 46",
    "N": "06 00 46 40",
    "O": "10 30 41 45 36 16 05 01 10",
    "P": "06 00 30 41 42 33 03",
    "Q": "10 30 41 45 36 16 05 01 10, 24 46",
    "R": "06 00 30 41 42 33 03, 23 46",
    "S": "41 30 10 01 02 13 33 44 45 36 16 05",
    "T": "00 40, 20 26",
    "U": "00 05 16 36 45 40",
    "V": "00 26 40",
    "W": "00 16 22 36 40",
    "X": "00 46, 06 40",
    "Y": "00 23 40, 23 26",
    "Z": "00 40 06 46",
    "0": "10 30 41 45 36 16 05 01 10",
    "1": "11 20 26, 16 36",
    "2": "01 10 30 41 42 06 46",
    "3": "01 10 30 41 42 33 44 45 36 16 05, 33 13",
    "4": "36 30 04 44",
    "5": "40 00 02 32 43 45 36 16 05",
    "6": "41 30 10 01 05 16 36 45 44 33 03",
    "7": "00 40 16",
    "8": "13 02 01 10 30 41 42 33 13 04 05 16 36 45 44 33",
    "9": "05 16 36 45 41 30 10 01 02 13 43",
}
_WIDE, _TALL, _SPACE = 4, 6, 2


def engraved(
    text: str, x: float, y: float, width: float, height: float
) -> list[NDArray[np.float64]]:
    """Return the lines (n, 2) of a text in capitals, as large as fits, centered at (x, y).

    Raises
    ------
    FormatError
        If the text has other characters than the letters A to Z and digits.
    """
    letters = text.upper()
    if unknown := next((letter for letter in text if letter.upper() not in _LINES), None):
        raise FormatError(
            f"only the letters A to Z and digits can be engraved, got {quoted(unknown)}"
        )
    wide = len(letters) * (_WIDE + _SPACE) - _SPACE
    unit = min(width / wide, height / _TALL)
    lines = []
    for place, letter in enumerate(letters):
        corner = np.array([place * (_WIDE + _SPACE) - wide / 2, -_TALL / 2])
        for line in _LINES[letter].split(", "):
            points = np.array([[int(point[0]), int(point[1])] for point in line.split()])
            lines.append((points + corner) * unit + (x, y))
    return lines


#: The width of a sheet without a given size, in millimeters, if no part is wider.
_WIDTH = 300.0
#: Steps in which a smaller cell is suggested, in millimeters.
_STEP = 0.1


@dataclass(frozen=True, slots=True)
class Line:
    """A path of a cutter, in millimeters from the corner of its part, with y downwards."""

    points: Loop
    closed: bool = True


@dataclass(frozen=True, slots=True)
class Part:
    """A part with the lines that are cut and engraved, each once, and the place of its corner on
    the sheet.

    A part `around` the one before it, such as the frame around the pieces that are cut out of it,
    has the same place.
    """

    name: str
    width: float
    height: float
    cuts: tuple[Line, ...]
    engraved: tuple[Line, ...] = ()
    around: bool = False
    x: float = 0.0
    y: float = 0.0


@dataclass(frozen=True, slots=True)
class CutSheet:
    """Parts that are laid out on a sheet."""

    width: float
    height: float
    parts: tuple[Part, ...]


def laid_out(make: Callable[[CutLengths], Sequence[Part]], lengths: CutLengths) -> CutSheet:
    """Lay the parts that `make` returns on a sheet.

    Raises
    ------
    FormatError
        If they need a larger sheet; the message says how large, and which cells would fit.
    """
    parts = make(lengths)
    if lengths.sheet is None:
        edge = 2 * lengths.spacing
        width = max(_WIDTH, *(part.width for part in parts)) + edge
        placed = on_shelves(parts, lengths, width)
        return _crop(placed, lengths)
    sheet = _fit_sheet(parts, lengths)
    if sheet is None:
        raise _too_small(make, lengths)
    return sheet


def _fit_sheet(parts: Sequence[Part], lengths: CutLengths) -> CutSheet | None:
    """Return the parts on the sheet of the given size, turned only if they do not fit otherwise;
    None if they do not fit.
    """
    assert lengths.sheet is not None
    width, height = lengths.sheet
    turned = [_turn_part(part, part.height) for part in parts]
    pairs = [*zip(parts, turned, strict=True)]
    lying = [max(pair, key=lambda part: part.width) for pair in pairs]
    standing = [max(pair, key=lambda part: part.height) for pair in pairs]
    for arranged in (parts, turned, lying, standing):
        if (placed := _in_rows(arranged, lengths, width, height)) is not None:
            return CutSheet(width, height, tuple(placed))
    for arranged in (parts, turned, lying, standing):
        # Rows become columns when the sheet is turned.
        if (placed := _in_rows(arranged, lengths, height, width)) is not None:
            return CutSheet(width, height, tuple(_turn_part(part, width) for part in placed))
    return None


def _in_rows(
    parts: Sequence[Part], lengths: CutLengths, width: float, height: float
) -> list[Part] | None:
    """Return the parts in rows on a sheet; None if they do not fit."""
    if any(part.width + 2 * lengths.spacing > width + 1e-9 for part in parts):
        return None
    placed = on_shelves(parts, lengths, width)
    return placed if _crop(placed, lengths).height <= height + 1e-9 else None


def _turn_part(part: Part, height: float) -> Part:
    """Return a part on a sheet of this height, turned clockwise with the sheet."""

    def turn(line: Line) -> Line:
        points = [(part.height - y, x, bulge) for x, y, bulge in line.points]
        return replace(line, points=points)

    return replace(
        part,
        width=part.height,
        height=part.width,
        cuts=tuple(map(turn, part.cuts)),
        engraved=tuple(map(turn, part.engraved)),
        x=height - part.y - part.height,
        y=part.x,
    )


def on_shelves(parts: Sequence[Part], lengths: CutLengths, width: float) -> list[Part]:
    """Place parts in rows, tall ones first, each in the first row with enough room."""
    gap = lengths.spacing + lengths.kerf
    shelves: list[list[float]] = []  # the y of a row, and the x where it is free
    bottom = lengths.spacing
    placed: dict[int, Part] = {}
    for index in sorted(
        range(len(parts)), key=lambda number: (parts[number].around, -parts[number].height)
    ):
        part = parts[index]
        if part.around:
            placed[index] = replace(part, x=placed[index - 1].x, y=placed[index - 1].y)
            continue
        shelf = next(
            (row for row in shelves if row[1] + part.width + lengths.spacing <= width + 1e-9), None
        )
        if shelf is None:
            shelf = [bottom, lengths.spacing]
            shelves.append(shelf)
            bottom += part.height + gap
        placed[index] = replace(part, x=shelf[1], y=shelf[0])
        shelf[1] += part.width + gap
    return [placed[index] for index in range(len(parts))]


def _crop(placed: Sequence[Part], lengths: CutLengths) -> CutSheet:
    """Return a sheet that ends at its parts."""
    right = max(part.x + part.width for part in placed)
    bottom = max(part.y + part.height for part in placed)
    return CutSheet(right + lengths.spacing, bottom + lengths.spacing, tuple(placed))


def _too_small(make: Callable[[CutLengths], Sequence[Part]], lengths: CutLengths) -> FormatError:
    """Return an error that says what would fit."""
    assert lengths.sheet is not None
    width, height = lengths.sheet
    parts = make(lengths)
    wide = max(width, *(part.width + 2 * lengths.spacing for part in parts))
    needed = _crop(on_shelves(parts, lengths, wide), lengths)
    advice = f"Use a sheet of {np.ceil(wide):g} x {np.ceil(needed.height):g} mm"
    steps = int(np.ceil(lengths.cell_size / _STEP))
    for step in range(steps - 1, steps // 4, -1):
        cell = round(step * _STEP, 1)
        smaller = replace(lengths, cell_size=cell)
        try:
            fitting = _fit_sheet(make(smaller), smaller)
        except FormatError:
            # The kerf, clearance or corner radius is too large for these cells.
            break
        if fitting is not None:
            advice += f", or cells of {cell:g} mm"
            break
    return FormatError(
        f"the parts do not fit on a sheet of {width:g} x {height:g} mm. {advice}", where="sheet"
    )
