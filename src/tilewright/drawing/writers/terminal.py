"""Pictures as text, optionally animated, in box-drawing characters or plain ASCII, with or without
color.

A character is about twice as tall as wide. A large cell has four by two characters, including
borders, and a small cell has two by one characters.
"""

from __future__ import annotations

import textwrap
import time
from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import IO, Any, Literal

import numpy as np
from numpy.typing import NDArray

from tilewright.drawing.makers.gallery import combine_pictures
from tilewright.drawing.model.geometry import Mesh
from tilewright.drawing.model.picture import (
    THICK,
    Arrow,
    Picture,
    Text,
    check_picture,
    check_pictures,
)
from tilewright.drawing.writers.ansi import HATCH, HOLE, LETTER, LINE, Depth, Painter, plain_lines
from tilewright.errors import RequestError
from tilewright.model.space.labels import EMPTY, OUTSIDE, UNCOVERED
from tilewright.model.space.lattice import box_word

#: Characters per half side, widest first.
_STEPS = (3, 2)
#: Height of a character relative to its width.
_TALL = 2 / 1.15
#: Slanted lines with more characters per line than this fall apart.
_SLANT = 2
#: Corners whose heights differ by less are level.
_LEVEL = 1e-4
#: Arrows by direction in eighths of a turn from the right, with one head and with more; then in
#: ASCII.
_ARROWS = ("→↘↓↙←↖↑↗", "⇒⇘⇓⇙⇐⇖⇑⇗")
_PLAIN_ARROWS = ">>v<<<^>"


def arrow_sign(arrow: Arrow, unicode: bool) -> Text:
    """Return an arrow as a character in its middle."""
    (x, y), (u, v) = arrow.start, arrow.end
    eighth = round(float(np.arctan2(v - y, u - x)) / (np.pi / 4)) % 8
    word = (
        _ARROWS[min(arrow.heads, 2) - 1][eighth] if unicode else _PLAIN_ARROWS[eighth] * arrow.heads
    )
    return Text((y + v) / 2, (x + u) / 2, word, 0.5, role="note")


class _Scale:
    """Maps cells to characters: x in proportion, and heights such that corners at the same height
    share a line.
    """

    def __init__(self, mesh: Mesh, step: int) -> None:
        sides = mesh.points[mesh.faces] - mesh.points[np.roll(mesh.faces, 1, axis=1)]
        across = np.abs(sides[..., 0])
        self.across = step / float(across[across > _LEVEL].min(initial=1.0))
        heights = np.sort(mesh.points[:, 1])
        new = np.append(True, np.diff(heights) > _LEVEL)
        self.levels = heights[new]
        gaps = np.maximum(1, np.round(np.diff(self.levels) * self.across / _TALL))
        self.lines = np.concatenate([[0.0], np.cumsum(gaps)])
        self.left = mesh.box[1]
        rise = np.diff(
            self.y(mesh.points[:, 1])[np.stack([mesh.faces, np.roll(mesh.faces, 1, axis=1)])],
            axis=0,
        )
        slanted = (across > _LEVEL) & (np.abs(rise[0]) > _LEVEL)
        steps = across[slanted] * self.across / np.abs(rise[0][slanted])
        #: Most characters that a slanted side moves per line.
        self.slant = float(steps.max(initial=0.0))

    def x(self, x: Any) -> Any:
        """Return a horizontal position in characters."""
        return (x - self.left) * self.across

    def y(self, y: Any) -> Any:
        """Return a vertical position in lines."""
        inside = np.interp(y, self.levels, self.lines)
        over = np.minimum(y - self.levels[0], 0) + np.maximum(y - self.levels[-1], 0)
        return inside + over * self.across / _TALL

    def start(self, text: Text) -> tuple[int, int]:
        """Return the line and column of the first character of a text."""
        middle = float(self.x(text.column))
        length = len(text.text)
        first = {"middle": middle - (length - 1) / 2, "start": middle, "end": middle - length}
        return int(np.floor(self.y(text.row))), int(np.floor(first[text.anchor] + 1e-6))


class _Sheet:
    """Characters, and the color number behind each and its kind. Positions are counted from
    `origin`.
    """

    def __init__(self, painter: Painter, shape: tuple[int, int], origin: tuple[int, int] = (0, 0)):
        self.painter, self.origin = painter, origin
        self.signs = _SIGNS if painter.unicode else _ASCII_SIGNS
        self.shown = np.full(shape, " ", dtype="<U1")
        self.ground = np.full(shape, _PLAIN, dtype=np.int32)
        self.ink = np.full(shape, LETTER, dtype=np.uint8)

    def put(self, line: int, column: int, words: str, ink: int = LETTER) -> None:
        """Write text from a position to the right."""
        line, column = line + self.origin[0], column + self.origin[1]
        place = np.s_[line, column : column + len(words)]
        self.shown[place] = list(words)
        self.ink[place] = ink

    def hatch(self) -> None:
        """Hatch blank characters on colors if the picture has patterns."""
        if self.painter.picture.patterns:
            signs = np.array(list(self.painter.hatches))
            blank = (self.shown == " ") & (self.ground >= 0)
            self.shown[blank] = signs[self.ground[blank] % len(signs)]
            self.ink[blank] = HATCH

    def lines(self) -> list[str]:
        """Return the finished lines."""
        return self.painter.lines(self.shown, self.ground, self.ink)


def _draw_sketch(painter: Painter, width: int) -> list[str]:
    """Return the lines of a mesh."""
    mesh = painter.picture.mesh
    if mesh is not None:
        for step in _STEPS:
            scale = _Scale(mesh, step)
            if scale.x(mesh.box[3]) + 1 <= width and (scale.slant <= _SLANT or step == _STEPS[-1]):
                return _sketch(painter, mesh, scale)
    return _say_too_wide(painter, width)


def _sketch(painter: Painter, mesh: Mesh, scale: _Scale) -> list[str]:
    picture = painter.picture
    texts = [*picture.texts, *(arrow_sign(arrow, painter.unicode) for arrow in picture.arrows)]
    places = [scale.start(text) for text in texts]
    # An extra line above holds level lines at the top.
    top = 1 + max([0, *(-line for line, _ in places)])
    left = max([0, *(-column for _, column in places)])
    bottom = max([int(scale.lines[-1]), *(line + 1 for line, _ in places)])
    ends = [column + len(text.text) for text, (_, column) in zip(texts, places, strict=True)]
    right = max([int(np.ceil(scale.x(mesh.box[3]))) + 1, *ends])
    sheet = _Sheet(painter, (top + bottom, left + right), (top, left))
    _fill_mesh(sheet, mesh, scale)
    _draw_mesh(sheet, mesh, scale)
    for (x, y), number in zip(mesh.middles.tolist(), mesh.fill.tolist(), strict=True):
        if number in sheet.signs:
            sheet.put(int(scale.y(y)), int(scale.x(x)), sheet.signs[number])
    for mark in picture.marks:
        line, column = int(scale.y(mark.row + 0.5)), int(scale.x(mark.column + 0.5))
        if mark.kind == "dot":
            sheet.put(line, column, sheet.signs["dot"])
        else:
            sheet.put(line, column - 1, "(")
            sheet.put(line, column + 1, ")")
    for text, (line, column) in zip(texts, places, strict=True):
        sheet.put(line, column, text.text)
    return _without_blank_ends(sheet.lines())


def _without_blank_ends(lines: list[str]) -> list[str]:
    there = [number for number, line in enumerate(lines) if line.strip()]
    return lines[there[0] : there[-1] + 1] if there else []


def _fill_mesh(sheet: _Sheet, mesh: Mesh, scale: _Scale) -> None:
    """Put the color of each polygon behind the characters whose middles it contains."""
    top, left = sheet.origin
    x, y = scale.x(mesh.points[:, 0]), scale.y(mesh.points[:, 1])
    for corners, number in zip(mesh.faces, mesh.fill.tolist(), strict=True):
        if number < 0:
            continue
        a, b = x[corners], y[corners]
        rows = np.arange(int(b.min()), int(np.ceil(b.max())))
        columns = np.arange(int(a.min()), int(np.ceil(a.max())) + 1)
        c, d = np.roll(a, -1), np.roll(b, -1)
        # Polygons are clockwise, so their inside is to the right of every side.
        turn = (c - a) * (rows[:, None, None] + 0.5 - b) - (d - b) * (
            columns[None, :, None] + 0.5 - a
        )
        inside = (turn >= 0).all(axis=2)
        part = sheet.ground[
            rows[0] + top : rows[-1] + 1 + top, columns[0] + left : columns[-1] + 1 + left
        ]
        part[inside[:, : part.shape[1]]] = number


def _draw_mesh(sheet: _Sheet, mesh: Mesh, scale: _Scale) -> None:
    """Draw thick lines: first slanted and vertical lines, and then horizontal lines if there is
    room.
    """
    # Corners are at whole and half characters, apart from rounding errors.
    x, y = scale.x(mesh.points[:, 0]).round(2), scale.y(mesh.points[:, 1])
    signs = "│╱╲" if sheet.painter.unicode else "|/\\"
    level: list[tuple[int, int, int]] = []
    for one, other in mesh.lines[mesh.weight == THICK].tolist():
        if y[one] > y[other]:
            one, other = other, one
        top, bottom = round(y[one]), round(y[other])
        if top == bottom:
            level.append((top - 1, *sorted((round(x[one]), round(x[other])))))
            continue
        slope = (x[other] - x[one]) / (y[other] - y[one])
        sign = signs[0 if abs(slope) < 0.1 else 1 if slope < 0 else 2]
        for line in range(top, bottom):
            column = int(np.floor(x[one] + slope * (line + 0.5 - y[one]) + 1e-3))
            sheet.put(line, column, sign, LINE)
    top, left = sheet.origin
    for line, first, last in level:
        for column in range(first, last):
            if sheet.shown[line + top, column + left] == " ":
                sheet.put(line, column, "_", LINE)


Size = Literal["auto", "flush", "large", "compact", "blocks", "halves", "reduced"]
SIZES: tuple[Size, ...] = ("auto", "flush", "large", "compact", "blocks", "halves", "reduced")

#: Box characters by their arms: up 1, right 2, down 4, left 8.
_BOX = np.array(list(" ╵╶└╷│┌├╴┘─┴┐┤┬┼"))
_ASCII = np.array(list(" |-+||++-+-+++++"))
#: What stands for cells without a tile, and for marks.
_SIGNS: dict[int | str, str] = {UNCOVERED: "·", EMPTY: "○", "dot": "●", "hole": "█"}
_ASCII_SIGNS: dict[int | str, str] = {UNCOVERED: ".", EMPTY: "?", "dot": "o", "hole": "#"}

#: Width of paragraphs, in characters.
_LINE = 80
#: Color number of a character without background.
_PLAIN = OUTSIDE
#: Hide and show the cursor.
_HIDE, _SHOW = "\x1b[?25l", "\x1b[?25h"


def terminal(
    picture: Picture,
    *,
    color: Depth = "truecolor",
    unicode: bool = True,
    width: int = 80,
    height: int | None = None,
    size: Size = "auto",
) -> str:
    """Return a picture as text for a terminal, without a line break at the end.

    Parameters
    ----------
    picture : Picture
    color : {"truecolor", "256", "16", "none"}
        The colors that the terminal supports.
    unicode : bool
        Whether to use box-drawing and block characters instead of ``+ - |`` and letters.
    width, height : int
        The maximum number of characters per line, and the preferred number of lines. Pictures may
        exceed this height, because terminals can scroll.
    size : {"auto", "flush", "large", "compact", "blocks", "halves", "reduced"}
        *flush* draws areas of color with thin outlines between them, and *large* draws the outlines
        in rows and columns of their own. The sizes *flush* and *large* use four by two characters
        per cell, which leaves room for letters. *compact* draws only outlines, with a quarter as
        many characters as *large*. *blocks* and *halves* draw only colors, and *reduced* uses fewer
        characters than there are cells. *auto* selects the most detailed size that fits.

    Raises
    ------
    RequestError
        If the size is unknown, or if it requires colors or Unicode characters that are not
        available.
    """
    ringed = bool(check_picture(picture).arrows)
    painter = Painter(_add_signs(picture, unicode), color, unicode)
    if size not in (*SIZES, *_FORMS):
        raise RequestError(f"`size` must be one of {', '.join(SIZES)}, got '{size}'", where="size")
    chosen = _fitting(painter, width, height) if size == "auto" else size
    if not min(picture.shape):
        # Polygons have one form only.
        chosen = "sketch"
    if chosen in ("flush", "halves", "reduced") and (color == "none" or not unicode):
        raise RequestError(f"`size` '{chosen}' requires colors and Unicode", where="size")
    lines = _FORMS[chosen](painter, width)
    above = [picture.heading] if picture.heading else []
    above += _wrap(picture.lead, min(width, _LINE))
    # Fine print is usually an ID. It is not wrapped, so that it can be copied.
    below = [*_wrap(picture.caption, width), *picture.fine.splitlines()]
    if ringed:
        lines = _without_blank_ends(lines)
    return "\n".join([*above, *([""] if above else []), *lines, *below])


def _wrap(words: str, width: int) -> list[str]:
    return [
        line
        for paragraph in words.splitlines()
        for line in textwrap.wrap(paragraph, max(width, 20)) or [""]
    ]


def _fitting(painter: Painter, width: int, height: int | None) -> str:
    """Return the most detailed size that fits."""
    picture, unicode = painter.picture, painter.unicode
    rows, columns = picture.shape
    if not rows * columns:
        return "sketch"
    colored = painter.depth != "none"
    tall = 1 << 30 if height is None else max(height - 1 - picture.caption.count("\n"), 10)
    blocks = colored and not picture.bare
    if 4 * columns + 1 <= width and (2 * rows + 1 <= tall or picture.texts):
        return "flush" if blocks and unicode else "large"
    if blocks and 2 * columns <= width:
        detailed = picture.texts or picture.marks
        return "blocks" if rows <= tall or not unicode or detailed else "halves"
    if blocks and unicode and columns <= width:
        return "halves"
    if 2 * columns + 1 <= width:
        return "compact"
    return "reduced" if colored and unicode else "message"


def _add_signs(picture: Picture, unicode: bool) -> Picture:
    """Return a picture of squares inside a ring of cells that contains the arrows as characters."""
    rows, columns = picture.shape
    if not picture.arrows or not min(rows, columns):
        return picture
    signs = [
        # In the middle of the ring, not on the border of the board.
        replace(sign, row=_beyond(sign.row, rows), column=_beyond(sign.column, columns))
        for sign in (arrow_sign(arrow, unicode) for arrow in picture.arrows)
    ]
    signed = replace(picture, texts=(*picture.texts, *signs), arrows=(), mesh=None)
    return combine_pictures([(signed, 1, 1)], rows + 2, columns + 2)


def _beyond(place: float, size: int) -> float:
    return -0.5 if place < 0 else size + 0.5 if place > size else place


def _say_too_wide(painter: Painter, width: int) -> list[str]:
    picture = painter.picture
    number = box_word(picture.shape) if picture.mesh is None else len(picture.mesh.faces)
    return [
        f"[The picture of {number} cells is too large for {width} characters. Save it as .svg, "
        ".png or .pdf.]"
    ]


def _outlines(picture: Picture, unicode: bool, wide: int, tall: int) -> NDArray[Any]:
    """Return the outlines as characters, with `wide` by `tall` characters between grid points."""
    table = _BOX if unicode else _ASCII
    rows, columns = picture.shape
    across, down = picture.horizontal == THICK, picture.vertical == THICK
    arms = np.zeros((rows + 1, columns + 1), dtype=np.uint8)
    for side, arm, lines in ((arms[1:], 1, down), (arms[:-1], 4, down)):
        side[lines] |= arm
    for side, arm, lines in ((arms[:, :-1], 2, across), (arms[:, 1:], 8, across)):
        side[lines] |= arm
    shown = np.full((tall * rows + 1, wide * columns + 1), " ", dtype="<U1")
    shown[::tall, ::wide] = table[arms]
    for step in range(1, wide):
        shown[::tall, step::wide][across] = table[10]
    for step in range(1, tall):
        shown[step::tall, ::wide][down] = table[5]
    return shown


def _draw_large(painter: Painter, width: int) -> list[str]:
    """Return outlines on separate lines and columns."""
    picture = painter.picture
    sheet, shown, ground = _large_sheet(painter)
    shown[:] = _outlines(picture, painter.unicode, 4, 2)
    # A border that is not drawn has the color of the cell above it or to its left.
    ground[1:, 1:] = _large_cells(_grounds(picture))
    ground[-1], ground[:, -1], ground[shown != " "] = _PLAIN, _PLAIN, _PLAIN
    return _finish_large(sheet, solid=painter.depth == "none")


def _draw_flush(painter: Painter, width: int) -> list[str]:
    """Return touching colors with thin lines between them."""
    picture = painter.picture
    rows, columns = picture.shape
    sheet, shown, ground = _large_sheet(painter)
    fill = np.pad(_grounds(picture), ((0, 1), (0, 1)), constant_values=_PLAIN)
    ground[:] = _large_cells(fill)[: 2 * rows + 1, : 4 * columns + 1]
    # Between a color and plain ground, no line is needed.
    plain = np.pad(fill, ((1, 0), (1, 0)), constant_values=_PLAIN) == _PLAIN
    across, down = np.zeros((2, rows + 1, columns + 1), dtype=bool)
    across[:, :-1] = picture.horizontal == THICK
    down[:-1] = picture.vertical == THICK
    across &= plain[1:, 1:] == plain[:-1, 1:]
    down &= plain[1:, 1:] == plain[1:, :-1]
    shown[::2][np.repeat(across, 4, axis=1)[:, : 4 * columns + 1]] = "▔"
    shown[:, ::4][np.repeat(down, 2, axis=0)[: 2 * rows + 1]] = "▏"
    sheet.ink[sheet.shown != " "] = LINE
    drawn = _finish_large(sheet, solid=False)
    # The last line has the lower border of plain cells, if any.
    return drawn if drawn[-1] else drawn[:-1]


def _large_cells(values: NDArray[Any]) -> NDArray[Any]:
    """Return a value for each character, four by two per cell."""
    return np.repeat(np.repeat(values, 2, axis=0), 4, axis=1)


def _large_sheet(painter: Painter) -> tuple[_Sheet, NDArray[Any], NDArray[np.int32]]:
    """Return a sheet with space for all texts, and the characters and backgrounds of cells."""
    picture = painter.picture
    rows, columns = picture.shape
    below = max([2 * rows + 1, *(int(2 * text.row) + 1 for text in picture.texts)])
    beside = max(
        [4 * columns + 1, *(_first_character(text) + len(text.text) for text in picture.texts)]
    )
    sheet = _Sheet(painter, (below, beside))
    cells = np.s_[: 2 * rows + 1, : 4 * columns + 1]
    return sheet, sheet.shown[cells], sheet.ground[cells]


def _first_character(text: Text) -> int:
    middle = round(4 * text.column)
    length = len(text.text)
    first = {"middle": middle - length // 2, "start": middle, "end": middle - length}
    return max(0, first[text.anchor])


def _finish_large(sheet: _Sheet, *, solid: bool) -> list[str]:
    """Write hatchings, uncovered cells, marks and texts, and return the lines."""
    picture, signs = sheet.painter.picture, sheet.signs
    rows, columns = picture.shape
    sheet.hatch()
    _put_uncovered(sheet, sheet.shown[1 : 2 * rows : 2, 2 : 4 * columns : 4])
    named = {(int(text.row), int(text.column)) for text in picture.texts}
    for mark in picture.marks:
        row, column = int(mark.row), int(mark.column)
        line, middle = 2 * row + 1, 4 * column + 2
        if mark.kind == "dot":
            sheet.put(line, middle, signs["dot"])
        elif mark.kind == "ring":
            sheet.put(line, middle - 1, "(")
            sheet.put(line, middle + 1, ")")
        elif solid and (row, column) not in named:
            sheet.put(line, middle - 1, 3 * signs["hole"])
    for text in picture.texts:
        first, line = _first_character(text), int(2 * text.row)
        if picture.patterns and text.role == "letter":
            # Not on the border of a tile.
            for beside in (first - 1, first + len(text.text)):
                if sheet.shown[line, beside] in sheet.painter.hatches:
                    sheet.put(line, beside, " ")
        sheet.put(line, first, text.text)
    return sheet.lines()


def _put_uncovered(sheet: _Sheet, middles: NDArray[Any]) -> None:
    for number in (UNCOVERED, EMPTY):
        middles[sheet.painter.picture.fill == number] = sheet.signs[number]


def _grounds(picture: Picture) -> NDArray[np.int32]:
    """Return the background of each cell: its color number, a painted hole, or no background."""
    fill = np.where(picture.fill >= 0, picture.fill, _PLAIN).astype(np.int32)
    for mark in picture.marks:
        if mark.kind == "hole":
            fill[int(mark.row), int(mark.column)] = HOLE
    return fill


def _draw_compact(painter: Painter, width: int) -> list[str]:
    """Return outlines with a grid point on every line, with two by one characters per cell."""
    return plain_lines(_outlines(painter.picture, painter.unicode, 2, 1))


def _draw_blocks(painter: Painter, width: int) -> list[str]:
    """Return only colors, with two by one characters per cell."""
    picture = painter.picture
    rows, columns = picture.shape
    sheet = _Sheet(painter, (rows, 2 * columns))
    sheet.ground[:] = np.repeat(_grounds(picture), 2, axis=1)
    sheet.hatch()
    _put_uncovered(sheet, sheet.shown[:, ::2])
    for mark in picture.marks:
        pair = {"dot": f"{sheet.signs['dot']} ", "ring": "()", "hole": "  "}[mark.kind]
        sheet.put(int(mark.row), 2 * int(mark.column), pair)
    for text in picture.texts:
        row, column = int(text.row), int(text.column)
        if text.role == "note" or not 0 <= row < rows or not 0 <= column < columns:
            continue
        if text.role == "letter":
            sheet.put(row, 2 * column, text.text[:2])
        else:
            first = max(0, round(2 * text.column - len(text.text) / 2))
            sheet.put(row, first, text.text[: 2 * columns - first])
    return sheet.lines()


def _draw_halves(painter: Painter, width: int) -> list[str]:
    """Return only colors, with one character for two cells below each other."""
    fill = _grounds(painter.picture)
    if len(fill) % 2:
        fill = np.pad(fill, ((0, 1), (0, 0)), constant_values=_PLAIN)
    return painter.halves(fill[::2], fill[1::2])


def _draw_average(painter: Painter, width: int) -> list[str]:
    """Return the picture averaged down to `width` characters, two pixels per character."""
    from tilewright.drawing.writers.bitmap import raster

    rows, columns = painter.picture.shape
    across = min(width, columns)
    tall = max(2, round(rows * across / columns))
    pixels = raster(painter.picture, (tall + tall % 2, across))
    return painter.pixels(pixels[::2], pixels[1::2])


#: What draws a picture in each size, for a width in characters.
_FORMS: dict[str, Callable[[Painter, int], list[str]]] = {
    "flush": _draw_flush,
    "large": _draw_large,
    "compact": _draw_compact,
    "blocks": _draw_blocks,
    "halves": _draw_halves,
    "reduced": _draw_average,
    "sketch": _draw_sketch,
    "message": _say_too_wide,
}


def animate(
    pictures: Iterable[Picture],
    stream: IO[str],
    *,
    milliseconds: int = 100,
    color: Depth = "truecolor",
    unicode: bool = True,
    width: int = 80,
    height: int | None = None,
    size: Size = "auto",
    sleep: Callable[[float], None] = time.sleep,
) -> int:
    """Draw pictures on a terminal, each one in place of the previous one, and return the number of
    pictures.

    Only lines that have changed are rewritten. At the end, the cursor is always shown again below
    the last picture, even after Ctrl-C or an error.

    Parameters
    ----------
    pictures : iterable of Picture
    stream : text stream
        A terminal that supports ANSI escape sequences.
    milliseconds : int
        How long each picture is shown, in milliseconds.
    color, unicode, width, height, size
        See `terminal`.
    sleep : callable
        A function that waits for the given number of seconds.
    """
    shown: list[str] = []
    count = 0
    stream.write(_HIDE)
    try:
        for picture in check_pictures(pictures):
            lines = terminal(
                picture, color=color, unicode=unicode, width=width, height=height, size=size
            ).split("\n")
            if height is not None and len(lines) >= height:
                # The cursor cannot move above the top of the screen.
                lines = lines[: max(height - 1, 1)]
            stream.write(_update(shown, lines))
            stream.flush()
            shown = lines + [""] * (len(shown) - len(lines))
            count += 1
            sleep(milliseconds / 1000)
    finally:
        stream.write(_SHOW)
        stream.flush()
    return count


def _update(shown: list[str], lines: list[str]) -> str:
    """Return the text that changes the shown lines to other lines. The cursor is on the line below
    them.
    """
    if not shown:
        return "".join(f"{line}\n" for line in lines)
    parts = [f"\x1b[{len(shown)}F"]
    for number in range(max(len(shown), len(lines))):
        line = lines[number] if number < len(lines) else ""
        old = shown[number] if number < len(shown) else None
        parts.append("\n" if line == old else f"{line}\x1b[K\n")
    return "".join(parts)
