"""Drawings of tilings with lines between tiles, as printed by `tilewright.drawing.terminal`."""

from __future__ import annotations

import re

import numpy as np
from numpy.typing import NDArray

from tilewright.errors import TilingError

#: Characters that no other text of a tiling has, and the lines of the two kinds of drawings.
_CORNERS = frozenset("┌┐└┘├┤┬┴┼╶╴╵╷+")
_ACROSS, _DOWN = "─-", "│|"
#: A line that is part of a drawing; in ASCII, one that begins with a line or arrow.
_DRAWN, _DRAWN_PLAIN = re.compile(r"[─-╿⇐-⇓↑↓○█·]"), re.compile(r" *([+|-]|[v^] |>>|<<)")
#: What a terminal without colors fills tiles with: one character for each color number.
HATCHES = " ╱·╌╲╎╳+•~═║"
ASCII_HATCHES = " /.,\\!x*o~=%"
#: The arrows where sides are joined: above and below the drawing, left and right of it.
_ABOVE = ("⇒", "⇐", ">>", "<<")
_BESIDE = re.compile(r"( +)([↓↑v^]) (.*) ([↓↑v^])")
#: What stands in a cell that stayed empty, in a hole that is painted, and in a cell of a partial
#: tiling that is still to be covered.
_EMPTY_SIGNS, _HOLE_SIGNS, _UNCOVERED = ("○", "?"), ("███", "###"), ("·", ".")


def is_drawing(text: str) -> bool:
    r"""Whether a text is a line drawing, as printed by `tilewright.drawing.terminal`.

    Examples
    --------
    >>> is_drawing("+---+\n|   |\n+---+"), is_drawing("AAB\nABB")
    (True, False)
    """
    # A character of a tiling's text may be a plus: an edge is what tells a drawing. Where sides are
    # joined, there may be few, or no corner.
    if re.search(r"^ {4,}(?:⇒|⇐|>>|<<|-{5,})[ \t]*$", text, re.MULTILINE):
        return True
    return bool(_CORNERS & set(text)) and any(3 * line in text for line in _ACROSS)


def drawings(text: str) -> list[str]:
    r"""Return the drawings in a text, without captions, which are the lines of text between
    drawings.

    Examples
    --------
    >>> drawings("┌───┐\n│   │\n└───┘\nthe first\n\n┌───┐\n│   │\n└───┘")
    ['┌───┐\n│   │\n└───┘', '┌───┐\n│   │\n└───┘']
    """
    drawn = _DRAWN if any(line in text for line in ("───", "│")) else _DRAWN_PLAIN
    parts: list[list[str]] = [[]]
    for line in text.splitlines():
        if line.strip() and not drawn.search(line):
            parts.append([])
        else:
            parts[-1].append(line)
    return [part for lines in parts if (part := "\n".join(lines).strip("\n")).strip()]


def read_drawing(text: str) -> tuple[NDArray[np.int32], tuple[int, int]]:
    r"""Return the regions of a drawing with box characters or ``+ - |``, with four by two
    characters per cell.

    Parameters
    ----------
    text : str
        This is the output of `tilewright.drawing.terminal` without color in the size ``large``.
        Hatching and text inside the cells are ignored, except for the signs of empty cells and
        painted holes. Arrows at the sides show which sides are joined.

    Returns
    -------
    regions : (rows, columns) int32
        The region of each cell, numbered from 0. Cells that no line separates have the same number.
        The number is -1 if no line separates a cell from the outside or a hole is painted, and -2
        for the sign of an empty cell. A hole with lines all around it looks like a tile.
    joined : (int, int)
        How the left and right sides, and the upper and lower sides, are joined: 1, -1 with a flip,
        or 0 if they are not joined.

    Raises
    ------
    TilingError
        If lines or characters are missing, or the drawing shows a partial tiling.

    Examples
    --------
    >>> regions, joined = read_drawing("+-------+---+\n|       |   |\n+-------+---+")
    >>> regions.tolist(), joined
    ([[0, 0, 1]], (0, 0))
    """
    lines = [line.rstrip() for line in text.splitlines()]
    filled = [number for number, line in enumerate(lines) if line]
    lines, joined, corner, width = _remove_arrows(lines[filled[0] : filled[-1] + 1])
    if len(lines) % 2 == 0 or len(lines) < 3:
        raise TilingError(f"a drawing must have 2n + 1 lines for n rows, got {len(lines)} lines")
    columns = (width + 2) // 4
    shown = np.array([list(line.ljust(4 * columns + 1)[: 4 * columns + 1]) for line in lines])
    unicode = any(line in text for line in "─│")
    uncovered = _UNCOVERED[0] if unicode else _UNCOVERED[1]
    if (_inside(shown) == np.array(list(uncovered.center(3)))).all(axis=2).any():
        raise TilingError("the drawing contains uncovered cells")
    shown[np.isin(shown, list(HATCHES if unicode else ASCII_HATCHES))] = " "
    first = (filled[0] + corner[0], corner[1])
    across = _find_walls(shown[::2], [1, 2, 3], columns, _ACROSS, first)
    down = _find_walls(shown[1::2], [0], columns + 1, _DOWN, (first[0] + 1, first[1]))
    regions = _regions(across, down, joined)
    inside = _inside(shown)
    for signs, label in ((_EMPTY_SIGNS, -2), (_HOLE_SIGNS, -1)):
        for sign in signs:
            wanted = np.array(list(sign.center(3)))
            regions[(inside == wanted).all(axis=2)] = label
    return regions, joined


def _inside(shown: NDArray[np.str_]) -> NDArray[np.str_]:
    """Return the three characters inside each cell, (rows, columns, 3)."""
    return shown[1::2, :-1].reshape(len(shown) // 2, -1, 4)[:, :, 1:]


def _remove_arrows(lines: list[str]) -> tuple[list[str], tuple[int, int], tuple[int, int], int]:
    """Return a drawing without arrows, how sides are joined, and the start and width of the
    drawing.
    """
    beside = below = top = margin = 0
    if lines[0].strip() in _ABOVE and lines[-1].strip() in _ABOVE:
        below = 1 if lines[0].strip() == lines[-1].strip() else -1
        lines, top = lines[1:-1], 1
    marked = [
        (number, match) for number, line in enumerate(lines) if (match := _BESIDE.fullmatch(line))
    ]
    if len(marked) == 1:
        ((number, match),) = marked
        beside, margin = 1 if match[2] == match[4] else -1, len(match[1]) + 2
        lines = [line[margin:] for line in lines]
        lines[number] = match[3]
    return lines, (beside, below), (top, margin), max(map(len, lines), default=0)


def _find_walls(
    lines: NDArray[np.str_], steps: list[int], number: int, signs: str, first: tuple[int, int]
) -> NDArray[np.bool_]:
    """Return the positions of lines, (lines, `number`), if the text contains nothing else in these
    positions.
    """
    places = (np.arange(number) * 4)[:, None] + steps
    characters = lines[:, places]
    drawn = np.isin(characters, list(signs))
    wrong = ~drawn & (characters != " ") | (drawn != drawn[:, :, :1])
    if wrong.any():
        line, place, step = np.argwhere(wrong)[0].tolist()
        raise TilingError(
            f"expected a line of the drawing or a space, got '{characters[line, place, step]}'; "
            "a cell is four characters wide and two lines high",
            where=f"line {first[0] + 2 * line + 1}, column {first[1] + places[place, step] + 1}",
        )
    return drawn[:, :, 0]


def _regions(
    across: NDArray[np.bool_], down: NDArray[np.bool_], joined: tuple[int, int]
) -> NDArray[np.int32]:
    """Return the region of each cell, given the lines above and to the left of the cells."""
    from tilewright.kernels.cover.regions import join, number

    rows, columns = down.shape[0], across.shape[1]
    # A ring of cells around the board is the outside: it belongs to the region of the first of
    # them.
    cell = np.arange((rows + 2) * (columns + 2)).reshape(rows + 2, columns + 2)
    above, beside = np.zeros((2, *cell.shape), dtype=bool)
    above[1:, 1:-1] = across
    beside[1:-1, 1:] = down
    pairs = []
    if turn := joined[0]:
        beside[1:-1, [1, -1]] = True
        pairs.append((down[:, 0] | down[::turn, -1], cell[1:-1, 1], cell[1:-1, -2][::turn]))
    if turn := joined[1]:
        above[[1, -1], 1:-1] = True
        pairs.append((across[0] | across[-1, ::turn], cell[1, 1:-1], cell[-2, 1:-1][::turn]))
    pairs += [(above[1:], cell[1:], cell[:-1]), (beside[:, 1:], cell[:, 1:], cell[:, :-1])]
    joints = np.concatenate(
        [np.stack([first[~wall], second[~wall]], axis=1) for wall, first, second in pairs]
    )
    region = np.arange(cell.size, dtype=np.int32)
    start = np.arange(0, joints.size + 1, 2)
    join(0, len(joints), start, joints.ravel().astype(np.int32), region, cell.size)
    number(region)
    return region.reshape(cell.shape)[1:-1, 1:-1] - np.int32(1)
