"""Pictures as text, also animated: box drawing or plain ASCII, with or without color.

A character is about twice as tall as wide. A large cell is four characters by two lines, borders
included, and a small one is two by one.
"""

from __future__ import annotations

import textwrap
import time
from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import IO, Any, Literal

import numpy as np
from numpy.typing import NDArray

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
from tilewright.model.line_drawing import ASCII_HATCHES, HATCHES
from tilewright.model.space.labels import EMPTY, OUTSIDE, UNCOVERED

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
    """Return an arrow as a character at its middle."""
    (x, y), (u, v) = arrow.start, arrow.end
    eighth = round(float(np.arctan2(v - y, u - x)) / (np.pi / 4)) % 8
    word = (
        _ARROWS[min(arrow.heads, 2) - 1][eighth] if unicode else _PLAIN_ARROWS[eighth] * arrow.heads
    )
    return Text((y + v) / 2, (x + u) / 2, word, 0.5, role="note")


class _Scale:
    """Maps cells to characters: x in proportion, heights so that level corners share a line."""

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
        """Return a horizontal place in characters."""
        return (x - self.left) * self.across

    def y(self, y: Any) -> Any:
        """Return a vertical place in lines."""
        inside = np.interp(y, self.levels, self.lines)
        over = np.minimum(y - self.levels[0], 0) + np.maximum(y - self.levels[-1], 0)
        return inside + over * self.across / _TALL


def sketch(picture: Picture, painter: Painter, unicode: bool, width: int) -> list[str] | None:
    """Return the lines of a picture with a mesh, or None if it is too wide."""
    mesh = picture.mesh
    assert mesh is not None
    for step in _STEPS:
        scale = _Scale(mesh, step)
        if scale.x(mesh.box[3]) + 1 <= width and (scale.slant <= _SLANT or step == _STEPS[-1]):
            return _Sheet(picture, mesh, scale, unicode).lines(painter)
    return None


class _Sheet:
    """The characters of a mesh, the color behind each, and its kind."""

    def __init__(self, picture: Picture, mesh: Mesh, scale: _Scale, unicode: bool) -> None:
        self._scale = scale
        texts = [*picture.texts, *(arrow_sign(arrow, unicode) for arrow in picture.arrows)]
        places = [self._place(text) for text in texts]
        # An extra line above holds level lines at the top.
        self._top = 1 + max([0, *(-line for line, _ in places)])
        self._left = max([0, *(-column for _, column in places)])
        bottom = max([int(scale.lines[-1]), *(line + 1 for line, _ in places)])
        ends = [column + len(text.text) for text, (_, column) in zip(texts, places, strict=True)]
        right = max([int(np.ceil(scale.x(mesh.box[3]))) + 1, *ends])
        shape = self._top + bottom, self._left + right
        self.shown = np.full(shape, " ", dtype="<U1")
        self.ground = np.full(shape, OUTSIDE, dtype=np.int32)
        self.ink = np.full(shape, LETTER, dtype=np.uint8)
        self._fill(mesh)
        self._draw(mesh, unicode)
        signs = {UNCOVERED: "·" if unicode else ".", EMPTY: "○" if unicode else "?"}
        for (x, y), number in zip(mesh.middles.tolist(), mesh.fill.tolist(), strict=True):
            if number in signs:
                self._put(int(scale.y(y)), int(scale.x(x)), signs[number])
        for mark in picture.marks:
            line, column = int(scale.y(mark.row + 0.5)), int(scale.x(mark.column + 0.5))
            if mark.kind == "dot":
                self._put(line, column, "●" if unicode else "o")
            else:
                self._put(line, column - 1, "(")
                self._put(line, column + 1, ")")
        for text, (line, column) in zip(texts, places, strict=True):
            for place, character in enumerate(text.text):
                self._put(line, column + place, character)

    def lines(self, painter: Painter) -> list[str]:
        """Return the finished lines."""
        drawn = painter.lines(self.shown, self.ground, self.ink)
        while drawn and not drawn[0].strip():
            drawn = drawn[1:]
        while drawn and not drawn[-1].strip():
            drawn = drawn[:-1]
        return drawn

    def _place(self, text: Text) -> tuple[int, int]:
        middle = float(self._scale.x(text.column))
        length = len(text.text)
        first = {"middle": middle - (length - 1) / 2, "start": middle, "end": middle - length}[
            text.anchor
        ]
        return int(np.floor(self._scale.y(text.row))), int(np.floor(first + 1e-6))

    def _put(self, line: int, column: int, character: str, ink: int = LETTER) -> None:
        at = line + self._top, column + self._left
        self.shown[at] = character
        self.ink[at] = ink

    def _fill(self, mesh: Mesh) -> None:
        """Put the color of each polygon behind the characters whose middles it contains."""
        x, y = self._scale.x(mesh.points[:, 0]), self._scale.y(mesh.points[:, 1])
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
            part = self.ground[
                rows[0] + self._top : rows[-1] + 1 + self._top,
                columns[0] + self._left : columns[-1] + 1 + self._left,
            ]
            part[inside[:, : part.shape[1]]] = number

    def _draw(self, mesh: Mesh, unicode: bool) -> None:
        """Draw thick lines: slanted and vertical ones first, then level ones where there is
        room.
        """
        # Corners are at whole and half characters, apart from rounding errors.
        x, y = self._scale.x(mesh.points[:, 0]).round(2), self._scale.y(mesh.points[:, 1])
        level: list[tuple[int, int, int]] = []
        for one, other in mesh.lines[mesh.weight == THICK].tolist():
            if y[one] > y[other]:
                one, other = other, one
            top, bottom = round(y[one]), round(y[other])
            if top == bottom:
                ends = sorted((round(x[one]), round(x[other])))
                level.append((top - 1, *ends))
                continue
            slope = (x[other] - x[one]) / (y[other] - y[one])
            sign = ("│╱╲" if unicode else "|/\\")[0 if abs(slope) < 0.1 else 1 if slope < 0 else 2]
            for line in range(top, bottom):
                column = int(np.floor(x[one] + slope * (line + 0.5 - y[one]) + 1e-3))
                self._put(line, column, sign, LINE)
        for line, first, last in level:
            for column in range(first, last):
                if self.shown[line + self._top, column + self._left] == " ":
                    self._put(line, column, "_", LINE)


Size = Literal["auto", "flush", "large", "compact", "blocks", "halves", "reduced"]
SIZES: tuple[Size, ...] = ("auto", "flush", "large", "compact", "blocks", "halves", "reduced")

#: Box characters by their arms: up 1, right 2, down 4, left 8.
_BOX = np.array(list(" ╵╶└╷│┌├╴┘─┴┐┤┬┼"))
_ASCII = np.array(list(" |-+||++-+-+++++"))

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
        Use box-drawing and block characters; otherwise, ``+ - |`` and letters.
    width, height : int
        The number of characters per line, and of lines. The height is only a preference, since text
        scrolls.
    size : {"auto", "flush", "large", "compact", "blocks", "halves", "reduced"}
        *flush* draws adjacent colored areas with thin outlines, and *large* draws the outlines on
        separate lines. Both use four characters by two lines per cell and have room for letters.
        *compact* draws only outlines, at a quarter of that size. *blocks* and *halves* draw only
        colors, and *reduced* uses fewer characters than cells. *auto* selects the most detailed
        size that fits.

    Raises
    ------
    RequestError
        If the size is unknown, or requires colors or Unicode that are not available.
    """
    ringed = bool(check_picture(picture).arrows)
    picture = _add_signs(picture, unicode)
    chosen = _draw_fitting(picture, color, unicode, width, height) if size == "auto" else size
    painter = Painter(picture, color)
    if chosen not in (*SIZES, "message", "sketch"):
        raise RequestError(f"`size` must be one of {', '.join(SIZES)}, got '{size}'", where="size")
    if not min(picture.shape):
        # Polygons have one form only.
        chosen = "sketch"
    if chosen in ("flush", "halves", "reduced") and (color == "none" or not unicode):
        raise RequestError(f"`size` '{chosen}' requires colors and Unicode", where="size")
    drawn: Callable[[], list[str]] = {
        "sketch": lambda: sketch(picture, painter, unicode, width) or _too_wide(picture, width),
        "flush": lambda: _draw_flush(picture, painter),
        "large": lambda: _draw_large(picture, painter, unicode),
        "compact": lambda: _draw_compact(picture, unicode),
        "blocks": lambda: _draw_blocks(picture, painter),
        "halves": lambda: _draw_halves(picture, painter),
        "reduced": lambda: _draw_average(picture, painter, width),
    }.get(chosen, lambda: _too_wide(picture, width))
    above = [picture.heading] if picture.heading else []
    above += _wrap(picture.lead, min(width, _LINE))
    # Fine print is usually an ID. It is not wrapped, so that it can be copied.
    below = [*_wrap(picture.caption, width), *picture.fine.splitlines()]
    lines = drawn()
    while ringed and lines and not lines[-1]:
        lines.pop()
    while ringed and lines and not lines[0]:
        del lines[0]
    return "\n".join([*above, *([""] if above else []), *lines, *below])


def _wrap(words: str, width: int) -> list[str]:
    return [
        line
        for paragraph in words.splitlines()
        for line in textwrap.wrap(paragraph, max(width, 20)) or [""]
    ]


def _draw_fitting(
    picture: Picture, color: Depth, unicode: bool, width: int, height: int | None
) -> str:
    """Return the most detailed size that fits."""
    rows, columns = picture.shape
    if not rows * columns:
        return "sketch"
    tall = 1 << 30 if height is None else max(height - 1 - picture.caption.count("\n"), 10)
    blocks = color != "none" and not picture.bare
    if 4 * columns + 1 <= width and (2 * rows + 1 <= tall or picture.texts):
        return "flush" if blocks and unicode else "large"
    if blocks and 2 * columns <= width:
        return "blocks" if rows <= tall or not unicode or _is_detailed(picture) else "halves"
    if blocks and unicode and columns <= width:
        return "halves"
    if 2 * columns + 1 <= width:
        return "compact"
    if color != "none" and unicode:
        return "reduced"
    return "message"


def _add_signs(picture: Picture, unicode: bool) -> Picture:
    """Return a picture of squares inside a ring of cells that has the arrows as characters."""
    if not picture.arrows or not min(picture.shape):
        return picture
    rows, columns = picture.shape
    signs = [
        # In the middle of the ring, not on the border of the board.
        replace(sign, row=_beyond(sign.row, rows), column=_beyond(sign.column, columns))
        for sign in (arrow_sign(arrow, unicode) for arrow in picture.arrows)
    ]
    return replace(
        picture,
        fill=np.pad(picture.fill, 1, constant_values=OUTSIDE),
        horizontal=np.pad(picture.horizontal, 1),
        vertical=np.pad(picture.vertical, 1),
        regions=None
        if picture.regions is None
        else np.pad(picture.regions, 1, constant_values=OUTSIDE),
        marks=tuple(
            replace(mark, row=mark.row + 1, column=mark.column + 1) for mark in picture.marks
        ),
        texts=tuple(
            replace(text, row=text.row + 1, column=text.column + 1)
            for text in (*picture.texts, *signs)
        ),
        arrows=(),
    )


def _beyond(place: float, size: int) -> float:
    return -0.5 if place < 0 else size + 0.5 if place > size else place


def _is_detailed(picture: Picture) -> bool:
    return bool(picture.texts or picture.marks)


def _too_wide(picture: Picture, width: int) -> list[str]:
    rows, columns = picture.shape
    cells = (
        f"{rows}x{columns} cells" if picture.mesh is None else f"{len(picture.mesh.faces)} cells"
    )
    return [
        f"[{cells}: too large for {width} characters. Save the picture as .svg, .png or .pdf to "
        "see it.]"
    ]


def _arms(picture: Picture) -> NDArray[np.uint8]:
    """Return the arms of each grid point, (rows + 1, columns + 1): up 1, right 2, down 4, left
    8.
    """
    rows, columns = picture.shape
    arms = np.zeros((rows + 1, columns + 1), dtype=np.uint8)
    across, down = picture.horizontal == THICK, picture.vertical == THICK
    arms[1:] |= down.astype(np.uint8)
    arms[:, :-1] |= across.astype(np.uint8) << 1
    arms[:-1] |= down.astype(np.uint8) << 2
    arms[:, 1:] |= across.astype(np.uint8) << 3
    return arms


def _draw_large(picture: Picture, painter: Painter, unicode: bool) -> list[str]:
    rows, columns = picture.shape
    table = _BOX if unicode else _ASCII
    across, down = picture.horizontal == THICK, picture.vertical == THICK
    shown, ground = _canvas(picture)
    shown[: 2 * rows + 1 : 2, : 4 * columns + 1 : 4] = table[_arms(picture)]
    shown[1 : 2 * rows : 2, : 4 * columns + 1 : 4] = np.where(down, table[5], " ")
    for step in (1, 2, 3):
        shown[: 2 * rows + 1 : 2, step : 4 * columns : 4] = np.where(across, table[10], " ")
    fill = _grounds(picture)
    for step in (1, 2, 3):
        ground[1 : 2 * rows : 2, step : 4 * columns : 4] = fill
        # A border that is not drawn has the color of the cell above it or to its left.
        ground[2 : 2 * rows : 2, step : 4 * columns : 4] = np.where(across[1:-1], _PLAIN, fill[:-1])
    ground[1 : 2 * rows : 2, 4 : 4 * columns : 4] = np.where(down[:, 1:-1], _PLAIN, fill[:, :-1])
    inside = _arms(picture)[1:-1, 1:-1] == 0
    ground[2 : 2 * rows : 2, 4 : 4 * columns : 4] = np.where(inside, fill[:-1, :-1], _PLAIN)
    ink = _hatch(picture, shown, ground, unicode)
    hatched = shown.copy()
    _put_signs(picture, shown, unicode, solid=painter.depth == "none")
    ink[shown != hatched] = LETTER
    return painter.lines(shown, ground, ink)


def _draw_flush(picture: Picture, painter: Painter) -> list[str]:
    """Return touching colors, four characters by two lines per cell, with thin lines between
    them.
    """
    rows, columns = picture.shape
    shown, ground = _canvas(picture)
    fill = np.full((rows + 1, columns + 1), _PLAIN, dtype=np.int32)
    fill[:-1, :-1] = _grounds(picture)
    field = np.s_[: 2 * rows + 1, : 4 * columns + 1]
    ground[field] = np.repeat(np.repeat(fill, 2, axis=0), 4, axis=1)[field]
    # Between a color and plain ground, no line is needed.
    plain = np.pad(fill, ((1, 0), (1, 0)), constant_values=_PLAIN) == _PLAIN
    across, down = np.zeros((2, rows + 1, columns + 1), dtype=bool)
    across[:, :-1] = picture.horizontal == THICK
    down[:-1] = picture.vertical == THICK
    across &= plain[1:, 1:] == plain[:-1, 1:]
    down &= plain[1:, 1:] == plain[1:, :-1]
    above = np.repeat(across, 4, axis=1)[:, : 4 * columns + 1]
    shown[field][::2][above] = "▔"
    beside = np.repeat(down, 2, axis=0)[: 2 * rows + 1]
    shown[field][:, ::4][beside] = "▏"
    ink = _hatch(picture, shown, ground, unicode=True)
    ink[(shown == "▔") | (shown == "▏")] = LINE
    hatched = shown.copy()
    _put_signs(picture, shown, unicode=True, solid=False)
    ink[shown != hatched] = LETTER
    drawn = painter.lines(shown, ground, ink)
    # The last line has the lower border of plain cells, if any.
    return drawn if drawn[-1] else drawn[:-1]


def _canvas(picture: Picture) -> tuple[NDArray[Any], NDArray[np.int32]]:
    """Return blank characters and backgrounds, four by two per cell, with room for all texts."""
    rows, columns = picture.shape
    below = max([2 * rows + 1, *(int(2 * text.row) + 1 for text in picture.texts)])
    beside = max(
        [4 * columns + 1, *(_first_character(text) + len(text.text) for text in picture.texts)]
    )
    return np.full((below, beside), " ", dtype="<U1"), np.full(
        (below, beside), _PLAIN, dtype=np.int32
    )


def _first_character(text: Text) -> int:
    middle = round(4 * text.column)
    length = len(text.text)
    return max(
        0, {"middle": middle - length // 2, "start": middle, "end": middle - length}[text.anchor]
    )


def _hatch(
    picture: Picture, shown: NDArray[Any], ground: NDArray[np.int32], unicode: bool
) -> NDArray[np.uint8]:
    """Hatch blank characters, and return what each character is."""
    ink = np.full(shown.shape, LETTER, dtype=np.uint8)
    if picture.patterns:
        signs = np.array(list(HATCHES if unicode else ASCII_HATCHES))
        blank = (shown == " ") & (ground >= 0)
        shown[blank] = signs[ground[blank] % len(signs)]
        ink[blank] = HATCH
    return ink


def _grounds(picture: Picture) -> NDArray[np.int32]:
    """Return the background of each cell: its color number, a painted hole, or none."""
    fill = np.where(picture.fill >= 0, picture.fill, _PLAIN).astype(np.int32)
    for mark in picture.marks:
        if mark.kind == "hole":
            fill[int(mark.row), int(mark.column)] = HOLE
    return fill


def _put_signs(picture: Picture, shown: NDArray[Any], unicode: bool, solid: bool) -> None:
    """Write uncovered cells, marks and texts."""
    rows, columns = picture.shape
    middle = shown[1 : 2 * rows : 2, 2 : 4 * columns : 4]
    middle[picture.fill == UNCOVERED] = "·" if unicode else "."
    middle[picture.fill == EMPTY] = "○" if unicode else "?"
    named = {(int(text.row), int(text.column)) for text in picture.texts}
    for mark in picture.marks:
        line, column = 2 * int(mark.row) + 1, 4 * int(mark.column) + 2
        if mark.kind == "dot":
            shown[line, column] = "●" if unicode else "o"
        elif mark.kind == "hole" and solid and (int(mark.row), int(mark.column)) not in named:
            shown[line, column - 1 : column + 2] = "█" if unicode else "#"
        elif mark.kind == "ring":
            shown[line, [column - 1, column + 1]] = ["(", ")"]
    for text in picture.texts:
        first, line = _first_character(text), int(2 * text.row)
        if picture.patterns and text.role == "letter":
            # Not on the border of a tile.
            for beside in (first - 1, first + len(text.text)):
                if shown[line, beside] in (HATCHES if unicode else ASCII_HATCHES):
                    shown[line, beside] = " "
        shown[line, first : first + len(text.text)] = list(text.text)


def _draw_compact(picture: Picture, unicode: bool) -> list[str]:
    """Return outlines with a grid point on every line, two characters by one line per cell."""
    rows, columns = picture.shape
    table = _BOX if unicode else _ASCII
    shown = np.full((rows + 1, 2 * columns + 1), " ", dtype="<U1")
    shown[:, ::2] = table[_arms(picture)]
    shown[:, 1::2] = np.where(picture.horizontal == THICK, table[10], " ")
    return plain_lines(shown)


def _draw_blocks(picture: Picture, painter: Painter) -> list[str]:
    rows, columns = picture.shape
    shown = np.full((rows, 2 * columns), " ", dtype="<U1")
    ground = np.repeat(_grounds(picture), 2, axis=1)
    ink = _hatch(picture, shown, ground, unicode=True)
    hatched = shown.copy()
    shown[:, ::2][picture.fill == UNCOVERED] = "·"
    shown[:, ::2][picture.fill == EMPTY] = "○"
    for mark in picture.marks:
        pair = {"dot": "● ", "ring": "()", "hole": "  "}[mark.kind]
        row, column = int(mark.row), int(mark.column)
        shown[row, 2 * column : 2 * column + 2] = list(pair)
    for text in picture.texts:
        row, column = int(text.row), int(text.column)
        if text.role == "note" or not 0 <= row < rows or not 0 <= column < columns:
            continue
        if text.role == "letter":
            shown[row, 2 * column : 2 * column + len(text.text[:2])] = list(text.text[:2])
        else:
            first = max(0, round(2 * text.column - len(text.text) / 2))
            words = text.text[: 2 * columns - first]
            shown[row, first : first + len(words)] = list(words)
    ink[shown != hatched] = LETTER
    return painter.lines(shown, ground, ink)


def _draw_halves(picture: Picture, painter: Painter) -> list[str]:
    fill = _grounds(picture)
    if len(fill) % 2:
        fill = np.pad(fill, ((0, 1), (0, 0)), constant_values=_PLAIN)
    return painter.halves(fill[::2], fill[1::2])


def _draw_average(picture: Picture, painter: Painter, width: int) -> list[str]:
    """Return the picture averaged down to `width` characters, two pixels per character."""
    from tilewright.drawing.writers.bitmap import raster

    rows, columns = picture.shape
    across = min(width, columns)
    tall = max(2, round(rows * across / columns))
    pixels = raster(picture, (tall + tall % 2, across))
    return painter.pixels(pixels[::2], pixels[1::2])


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
    """Draw pictures on a terminal, each over the previous one, and return the number of pictures
    drawn.

    Only lines that changed are written again. The cursor is always restored and left below the last
    picture, even after Ctrl-C or an error.

    Parameters
    ----------
    pictures : iterable of Picture
    stream : text stream
        A terminal that supports ANSI escape sequences.
    milliseconds : int
        The time to show each picture.
    color, unicode, width, height, size
        See `terminal`.
    sleep : callable
        Called to wait for a number of seconds.
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
    """Return what changes the shown lines into others. The cursor is on the line below them."""
    if not shown:
        return "".join(f"{line}\n" for line in lines)
    parts = [f"\x1b[{len(shown)}F"]
    for number in range(max(len(shown), len(lines))):
        line = lines[number] if number < len(lines) else ""
        old = shown[number] if number < len(shown) else None
        parts.append("\n" if line == old else f"{line}\x1b[K\n")
    return "".join(parts)
