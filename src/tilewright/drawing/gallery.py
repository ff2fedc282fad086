"""Pictures made of several: a set of pieces, a sheet of tilings."""

from __future__ import annotations

import base64
from collections.abc import Iterable, Sequence
from dataclasses import replace
from xml.sax.saxutils import escape

import numpy as np

from tilewright.board import Board
from tilewright.drawing.compose import draw, draw_board
from tilewright.drawing.font import text_width
from tilewright.drawing.palette import Palette, Theme, find_palette, find_theme
from tilewright.drawing.picture import THICK, Mark, Picture, Text, check_pictures, edges_between
from tilewright.drawing.signs import board_marks, piece_label
from tilewright.drawing.tint import piece_colors
from tilewright.errors import OutputError, RequestError
from tilewright.piece import Piece, parse_pieces
from tilewright.polyomino import Polyomino
from tilewright.problem import Problem
from tilewright.proof import Weighting
from tilewright.symmetry import Turn
from tilewright.tiling import OUTSIDE, Tiling

__all__ = ["draw_pieces", "notebook_svg", "sheet", "short_labels"]

#: Up to this many cells a notebook gets lines; beyond, an image this long.
_NOTEBOOK, _SIDE = 40_000, 900
#: Size of a piece's name and of what is said below it, in cells.
_NAME, _NOTE = 0.62, 0.38


def draw_pieces(
    pieces: Iterable[Piece | Polyomino | str] | str,
    *,
    turn: Turn = "free",
    orientations: bool = True,
    names: bool | Sequence[str] = True,
    columns: int = 30,
    centered: bool = False,
    coloring: Sequence[int] | None = None,
    palette: Palette | str | None = None,
    theme: Theme | str | None = None,
    patterns: bool = False,
    grid: bool = True,
    caption: str = "",
) -> Picture:
    """Make a picture of a set of pieces, each with its name and its number of orientations.

    Parameters
    ----------
    pieces : str, or iterable of Piece, Polyomino or str
        Words are of the grammar of pieces.
    turn : {"free", "one-sided", "fixed"}
        How pieces turn that do not say so themselves.
    orientations : bool
        Say in how many ways each may lie.
    names : bool or sequence of str
        Say what each is called, by default in the catalog, and how many there are.
    columns : int
        The width to fill, in cells.
    centered : bool
        Put the rows of pieces in the middle, to whole cells, not to the left.
    coloring : sequence of int, optional
        A color number for each piece.
    palette, theme, patterns, caption
        As for `draw`.
    grid : bool
        Thin lines between the cells of a piece.

    Raises
    ------
    RequestError
        If there is no piece, or a word that names none.
    """
    listed = _pieces(pieces, turn)
    if not listed:
        raise RequestError("there are no pieces to draw; name at least one", where="pieces")
    labels = _labels_of(listed, names) if names else [""] * len(listed)
    notes = [
        f"{number} orientation{'' if number == 1 else 's'}" if orientations else ""
        for number in (len(piece.orientations(turn)) for piece in listed)
    ]
    slots = [
        max(
            piece.polyomino.columns,
            _room(label, _NAME),
            _room(note, _NOTE),
        )
        for piece, label, note in zip(listed, labels, notes, strict=True)
    ]
    lines = _lines(slots, max(columns, *slots))
    width = max(sum(slots[number] + 1 for number in line) - 1 for line in lines)
    below = (1 if any(labels) else 0) + (1 if orientations else 0)
    heights = [max(listed[number].polyomino.rows for number in line) for line in lines]
    rows = sum(heights) + len(lines) * (below + 1) - 1
    region = np.full((rows, width), OUTSIDE, dtype=np.int32)
    marks: list[Mark] = []
    texts: list[Text] = []
    single = len({mark for piece in listed for mark in piece.marks if mark}) == 1
    top = 0
    for line, height in zip(lines, heights, strict=True):
        left = (width - (sum(slots[number] + 1 for number in line) - 1)) // 2 if centered else 0
        for number in line:
            piece, slot = listed[number], slots[number]
            row = top + height - piece.polyomino.rows
            column = left + (slot - piece.polyomino.columns) // 2
            for r, c in piece.polyomino.cells:
                region[row + r, column + c] = number
            marked = [
                ((row + r, column + c), mark)
                for (r, c), mark in zip(piece.polyomino.cells, piece.marks, strict=False)
                if mark
            ]
            dots, letters = board_marks(marked, single)
            marks += dots
            texts += letters
            center = column + piece.polyomino.columns / 2
            if labels[number]:
                texts.append(Text(top + height + 0.55, center, labels[number], _NAME))
            if notes[number]:
                below_name = 1.25 if any(labels) else 0.55
                texts.append(Text(top + height + below_name, center, notes[number], _NOTE, role="note"))
            left += slot + 1
        top += height + below + 1
    colors = find_palette(palette)
    numbers = piece_colors([p.name for p in listed], len(colors)) if coloring is None else coloring
    if len(numbers) != len(listed):
        raise RequestError(f"there are {len(listed)} pieces, but {len(numbers)} colors", where="coloring")
    chosen = np.array([*numbers, OUTSIDE], dtype=np.int16)
    horizontal, vertical = edges_between(region, grid=grid)
    description = ", ".join(
        " ".join(part for part in (label, f"({note})" if note else "") if part)
        for label, note in zip(labels, notes, strict=True)
    )
    return Picture(
        fill=chosen[region],
        horizontal=horizontal,
        vertical=vertical,
        regions=region,
        names=tuple(piece.name for piece in listed),
        marks=tuple(marks),
        texts=tuple(texts),
        caption=caption,
        title=f"{len(listed)} piece{'' if len(listed) == 1 else 's'}",
        description=description,
        palette=colors,
        theme=find_theme(theme),
        patterns=patterns,
    )


def _room(text: str, size: float) -> int:
    """Return how many cells a text needs, on paper and on a terminal (four characters a cell)."""
    return int(max(np.ceil(text_width(text) * size), -(-len(text) // 4)))


def _lines(slots: Sequence[int], room: int) -> list[list[int]]:
    """Break numbered slots into as few lines as the room allows, of about the same length."""
    broken = _broken(slots, room)
    while len(tighter := _broken(slots, room - 1)) == len(broken) and room > max(slots):
        broken, room = tighter, room - 1
    return broken


def _broken(slots: Sequence[int], room: int) -> list[list[int]]:
    lines: list[list[int]] = [[]]
    used = 0
    for number, slot in enumerate(slots):
        if lines[-1] and used + slot > room:
            lines.append([])
            used = 0
        lines[-1].append(number)
        used += slot + 1
    return lines


def _pieces(pieces: Iterable[Piece | Polyomino | str] | str, turn: Turn) -> list[Piece]:
    if isinstance(pieces, str):
        return list(parse_pieces(pieces, turn))
    listed: list[Piece] = []
    for piece in pieces:
        if isinstance(piece, str):
            listed += parse_pieces(piece, turn)
        else:
            listed.append(Piece(piece) if isinstance(piece, Polyomino) else piece)
    return listed


def _labels_of(pieces: Sequence[Piece], names: bool | Sequence[str]) -> list[str]:
    """Return what to write below each piece: its name, short when all are of one size, and its copies."""
    if isinstance(names, bool):
        names = [piece_label(piece.name) for piece in pieces]
        if len({len(piece.polyomino) for piece in pieces}) == 1:
            names = short_labels(pieces)
    if len(names) != len(pieces):
        raise RequestError(f"there are {len(pieces)} pieces, but {len(names)} names", where="names")
    return [f"{name} {_copies(piece)}".strip() for name, piece in zip(names, pieces, strict=True)]


def short_labels(pieces: Sequence[Piece]) -> list[str]:
    """Return the name of each piece without its size, which may make them the same."""
    return [_shortened(piece_label(piece.name), piece) for piece in pieces]


def _shortened(label: str, piece: Piece) -> str:
    """Return the label without the size: ``L`` for ``L5``, ``L.2`` for ``L5.2``."""
    size = str(len(piece.polyomino))
    if len(label) > 1 and label[0].isalpha() and label[1 : 1 + len(size)] == size:
        return label[0] + label[1 + len(size) :]
    return label


def _copies(piece: Piece) -> str:
    if piece.most is None:
        return "any number" if piece.least == 0 else f"×{piece.least} or more"
    if piece.least == piece.most:
        return "" if piece.least == 1 else f"×{piece.least}"
    return f"×{piece.least} to {piece.most}"


def sheet(
    pictures: Iterable[Picture], *, columns: int | None = None, gap: int = 1, caption: str = ""
) -> Picture:
    """Put several pictures into one, in rows, with their captions.

    Parameters
    ----------
    pictures : iterable of Picture
        Their palette and theme are those of the first.
    columns : int, optional
        How many to a row; by default about as wide as tall.
    gap : int
        Cells between them.
    caption : str
        Of the whole.

    Raises
    ------
    OutputError
        If there is no picture.
    """
    listed = list(check_pictures(pictures))
    if not listed:
        raise OutputError("there are no pictures to put on a sheet")
    tall = max(picture.shape[0] for picture in listed)
    wide = max(picture.shape[1] for picture in listed)
    titled = any(picture.caption for picture in listed)
    step = tall + gap + (1 if titled else 0)
    across = columns or max(1, round((len(listed) * step / (wide + gap)) ** 0.5))
    across = min(across, len(listed))
    down = -(-len(listed) // across)
    heights = [
        max(picture.shape[0] for picture in listed[line * across : (line + 1) * across])
        for line in range(down)
    ]
    tops = np.concatenate([[0], np.cumsum([height + step - tall for height in heights])]).tolist()
    rows, width = tops[-1] - gap, across * (wide + gap) - gap
    first = listed[0]
    fill = np.full((rows, width), OUTSIDE, dtype=np.int16)
    horizontal = np.zeros((rows + 1, width), dtype=np.uint8)
    vertical = np.zeros((rows, width + 1), dtype=np.uint8)
    region = np.full((rows, width), OUTSIDE, dtype=np.int32)
    names: list[str] = []
    marks: list[Mark] = []
    texts: list[Text] = []
    count = 0
    for number, picture in enumerate(listed):
        top = tops[number // across]
        left = (number % across) * (wide + gap) + (wide - picture.shape[1]) // 2
        r, c = picture.shape
        fill[top : top + r, left : left + c] = picture.fill
        horizontal[top : top + r + 1, left : left + c] |= picture.horizontal
        vertical[top : top + r, left : left + c + 1] |= picture.vertical
        if picture.regions is not None:
            inside = picture.regions >= 0
            region[top : top + r, left : left + c][inside] = picture.regions[inside] + count
            tiles = int(picture.regions.max(initial=-1)) + 1
            names += picture.names or [""] * tiles
            count += tiles
        marks += [replace(mark, row=mark.row + top, column=mark.column + left) for mark in picture.marks]
        texts += [replace(text, row=text.row + top, column=text.column + left) for text in picture.texts]
        if picture.caption:
            size = min(0.5, 1.05 * wide / max(text_width(picture.caption), 1))
            texts.append(Text(top + r + 0.6, left + c / 2, picture.caption, size, role="note"))
    return Picture(
        fill=fill,
        horizontal=np.minimum(horizontal, THICK).astype(np.uint8),
        vertical=np.minimum(vertical, THICK).astype(np.uint8),
        regions=region,
        names=tuple(names),
        marks=tuple(marks),
        texts=tuple(texts),
        caption=caption,
        title=f"{len(listed)} pictures",
        description="; ".join(picture.title for picture in listed[:20]),
        palette=first.palette,
        theme=first.theme,
        patterns=first.patterns,
        bare=first.bare,
    )


def notebook_svg(shown: object) -> str:
    """Return what a tiling, board, problem, piece, polyomino, weighting or picture looks like in a notebook.

    Raises
    ------
    TypeError
        If it is none of these.
    """
    from tilewright.drawing.markup import svg

    picture = _picture_of(shown)
    rows, columns = picture.shape
    return svg(picture) if rows * columns <= _NOTEBOOK else _as_image(picture)


def _picture_of(shown: object) -> Picture:
    if isinstance(shown, Picture):
        return shown
    if isinstance(shown, Tiling):
        return draw(shown)
    if isinstance(shown, Board):
        return draw_board(shown)
    if isinstance(shown, Problem):
        from tilewright.drawing.printed import draw_problem

        return draw_problem(shown)
    if isinstance(shown, Weighting):
        from tilewright.drawing.weights import draw_weighting

        return draw_weighting(shown)
    if isinstance(shown, Piece | Polyomino):
        return draw_pieces([shown], orientations=False)
    raise TypeError(f"tilewright has no picture of a {type(shown).__name__}")


def _as_image(picture: Picture) -> str:
    """Return an SVG that holds an image: lines would be more than a browser draws gladly."""
    from tilewright.drawing.bitmap import png

    rows, columns = picture.shape
    width, height = (max(1, round(_SIDE * side / max(rows, columns))) for side in (columns, rows))
    data = base64.b64encode(png(picture, width=width)).decode()
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="tilewright" role="img" viewBox="0 0 {width} {height}" '
        f'width="{width}" height="{height}"><title>{escape(picture.title)}</title>'
        f'<image width="{width}" height="{height}" href="data:image/png;base64,{data}"/></svg>\n'
    )
