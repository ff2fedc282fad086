"""``tilewright golomb`` and ``deficient``: boards that lack one cell, tiled with L-trominoes."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

from cyclopts import Parameter

from tilewright.cli.answers import give, print_json, print_picture, say, say_unwritten, say_written
from tilewright.cli.options import OutPath, Positive, Poster, Seed, Show, Threads, Whole
from tilewright.cli.panels import OUTPUT, PICTURES
from tilewright.errors import BoardError, ConstructionError, OutputError, RequestError
from tilewright.text import counted

if TYPE_CHECKING:
    from tilewright.construction import Numbering, Obstruction, Touch, Window
    from tilewright.drawing import Picture

#: The ``--hole`` option; several are accepted only for a clear error.
Holes = Annotated[tuple[str, ...], Parameter(allow_leading_hyphen=True, metavar="ROW,COLUMN")]

#: Most digits of a number that is read.
_DIGITS = 4000


def read_integer(word: str, where: str) -> int:
    """Return an integer."""
    digits = word.strip().removeprefix("-")
    if not (digits.isascii() and digits.isdigit()):
        raise RequestError(f"must be an integer, got '{word[:40]}'", where=where)
    if len(digits) > _DIGITS:
        raise RequestError(f"must have at most {_DIGITS} digits, got {len(digits)}", where=where)
    return int(word)


def read_integers(word: str, names: tuple[str, ...], where: str) -> tuple[int, ...]:
    """Return the integers of a word like ``3,17``; `names` names each of them."""
    parts = word.split(",")
    if len(parts) != len(names):
        shape = ",".join(names)
        raise RequestError(f"must be {shape}, got '{word[:40]}'", where=where)
    return tuple(read_integer(part, where) for part in parts)


def choose_hole(holes: tuple[str, ...], rows: int, columns: int, seed: int | None) -> tuple[int, int]:
    """Return the given hole, or a random one."""
    if len(holes) > 1:
        raise ConstructionError(
            f"only one cell can be removed, got {len(holes)}: {' and '.join(holes)}", where="--hole"
        )
    if not holes:
        from tilewright.construction.request import random_hole

        return random_hole(rows, columns, seed)
    row, column = read_integers(holes[0], ("row", "column"), "--hole")
    return row, column


#: Most cells of a drawing, of the picture of a reason, and of labels in JSON.
_DRAWING = 1 << 20
#: What a file of labels is.
_LABELS = "label array, {} x {}"
_REASON = 1 << 10
_JSON = 1 << 24


def deficient(
    board: Annotated[str, Parameter(allow_leading_hyphen=True)],
    /,
    *,
    hole: Holes = (),
    whole: bool = False,
    seed: Seed = None,
    out: OutPath = None,
    touch: Literal["edge"] | None = None,
    show: Show = Show(),
) -> int:
    """Tile a rectangle, except for one cell, with L-trominoes.

    A theorem covers every size and every hole, so no search is needed. If there is
    no tiling, exits with 1 and explains why.

    For example:

      tilewright deficient 7x7 --hole 3,3
      tilewright deficient 5x8-0,2
      tilewright deficient 9x5 --whole
      tilewright deficient 100x100 --hole 17,4 --touch edge -o board.png

    Parameters
    ----------
    board
        Rows x columns, such as 5x7, and optionally the hole, such as 5x7-0,2.
    hole
        The cell to remove. [default: random]
    whole
        Remove no cell.
    touch
        Give trominoes that share an edge different colors.
    out
        Save a picture (.svg .png .pdf .txt) or the label array (.npy).
    """
    from tilewright.construction import obstruction
    from tilewright.construction.request import check_cell, check_side

    rows, columns, holes = _read(board, hole)
    check_side(rows, "rows")
    check_side(columns, "columns")
    if whole and holes:
        raise RequestError("tiles the whole board; leave the hole out", where="--whole")
    removed = None if whole else check_cell(rows, columns, choose_hole(holes, rows, columns, seed), "--hole")
    reason = obstruction(rows, columns, removed, whole=removed is None)
    if show.verbose:
        say("decided by the theorem of Chu and Johnsonbaugh, and Ash and Golomb, without a search")
    if reason is not None:
        _no_tiling(rows, columns, removed, reason, out, show)
    else:
        _tiling(rows, columns, removed, touch is not None, out, show)
    if not holes and removed is not None and not show.json:
        say(f"the hole is {removed[0]},{removed[1]}")
    return 0 if reason is None else 1


def _tiling(
    rows: int, columns: int, removed: tuple[int, int] | None, coloring: bool, out: Path | None, show: Show
) -> None:
    from tilewright.construction import deficient as construct

    if show.json and rows * columns > _JSON:
        raise RequestError(f"{rows} x {columns} labels are too many to print; save them with -o labels.npy")
    tiling = construct(rows, columns, removed, whole=removed is None)
    assert tiling is not None
    if out is not None and out.suffix.lower() == ".npy":
        if coloring:
            raise RequestError("a label array has no colors; leave --touch out", where="-o")
        _save(tiling.labels, out)
        say_written(out, _LABELS.format(rows, columns), show)
    elif show.json and out is None:
        # A proper coloring, as in the pictures.
        from tilewright.drawing.makers.tile_colors import tile_colors

        colors = tile_colors(tiling.labels).tolist()
        print_json(
            {
                "size": [rows, columns],
                "hole": None if removed is None else list(removed),
                "labels": tiling.labels.tolist(),
                "colors": colors,
            }
        )
    elif out is not None or not show.quiet:
        from tilewright.drawing import draw, save

        if rows * columns > _DRAWING and (out is None or out.suffix.lower() != ".png"):
            raise RequestError(
                f"{rows} x {columns} cells are too many for this kind of picture; use -o board.png or -o labels.npy"
            )
        picture = draw(
            tiling,
            outlines_only=not coloring,
            holes=[] if removed is None else [removed],
            title=f"T{_board_words(rows, columns, removed)[1:]} by L-trominoes",
        )
        if out is not None:
            save(picture, out, theme=show.theme)
            say_written(out, f"picture of {counted(len(tiling), 'tromino').replace('nos', 'noes')}", show)
        else:
            print_picture(picture, show.color)


def _read(board: str, holes: tuple[str, ...]) -> tuple[int, int, tuple[str, ...]]:
    """Return rows, columns and holes of a word like ``5x7`` or ``5x7-0,2``."""
    size, *removed = board.split("-")
    match = re.fullmatch(r"(\d+)[xX×](\d+)", size)
    power = re.fullmatch(r"2\^(\d+)", size)
    if match is not None:
        rows, columns = (read_integer(word, "BOARD") for word in match.groups())
    elif power is not None and len(power[1]) < 3:
        rows = columns = 1 << int(power[1])
    else:
        raise BoardError(f"must be a rectangle, such as 5x7, got '{board}'", where="BOARD")
    return rows, columns, (*removed, *holes)


def _no_tiling(
    rows: int, columns: int, hole: tuple[int, int] | None, reason: Obstruction, out: Path | None, show: Show
) -> None:
    """Explain why there is no tiling, with a picture of the cells that show it."""
    small = rows * columns <= _REASON
    if out is not None:
        if small and out.suffix.lower() != ".npy":
            from tilewright.drawing import save, with_reason

            picture = _reason_picture(rows, columns, hole, reason)
            shown = with_reason(picture, _board_words(rows, columns, hole), reason.reason)
            save(shown, out, theme=show.theme)
            say_written(out, "picture of the reason", show)
        else:
            say_unwritten(out)
    if show.json:
        answer: dict[str, Any] = {"size": [rows, columns], "hole": None if hole is None else list(hole)}
        answer |= {"labels": None, "colors": None}
        answer["reason"] = {
            "kind": reason.kind,
            "text": reason.reason,
            "cells": [list(cell) for cell in reason.cells],
        }
        print_json(answer)
        return
    print(f"There is no tiling: {reason.reason}.")
    if small and reason.cells and out is None and not show.quiet:
        print_picture(_reason_picture(rows, columns, hole, reason), show.color)


def _reason_picture(rows: int, columns: int, hole: tuple[int, int] | None, reason: Obstruction) -> Picture:
    from tilewright.board import Board
    from tilewright.drawing import draw_board

    return draw_board(
        Board.rectangle(rows, columns),
        holes=[] if hole is None else [hole],
        highlight=[cell for cell in reason.cells if cell != hole],
    )


def _board_words(rows: int, columns: int, hole: tuple[int, int] | None) -> str:
    return f"the {rows} x {columns} board" + ("" if hole is None else f" without {hole[0]},{hole[1]}")


def _save(labels: Any, out: Path) -> None:
    import io

    import numpy as np

    from tilewright.files.replacing import write

    stream = io.BytesIO()
    np.save(stream, labels)
    write(stream.getvalue(), out)


#: Most cells of a drawing in the terminal.
_TERMINAL = 1 << 16
#: From this many cells on, a PNG is painted by array operations.
_PAINTED = 1 << 16
#: The largest n whose steps are drawn.
_STEPS = 9
#: Rows of labels in memory while JSON is printed.
_ROWS = 256


def golomb(
    n: Annotated[str, Parameter(allow_leading_hyphen=True)],
    /,
    *,
    hole: Holes = (),
    seed: Seed = None,
    tile_at: Annotated[str | None, Parameter(metavar="ROW,COLUMN")] = None,
    steps: bool = False,
    window: Annotated[str | None, Parameter(metavar="TOP,LEFT,ROWS,COLUMNS")] = None,
    threads: Threads = None,
    out: OutPath = None,
    numbering: Annotated[Literal["reading", "proof"], Parameter(group=OUTPUT)] = "reading",
    dtype: Annotated[str | None, Parameter(group=OUTPUT, metavar="TYPE")] = None,
    touch: Literal["edge", "strong"] | None = None,
    strong: bool = False,
    max_pixels: Annotated[Positive | None, Parameter(group=PICTURES)] = None,
    min_pixels: Annotated[Whole | None, Parameter(group=PICTURES)] = None,
    poster: Poster = Poster(),
    show: Show = Show(),
) -> int:
    """Tile a 2^N x 2^N board, except for one cell, with L-trominoes.

    By Golomb's theorem, a tiling exists no matter which cell is removed.

    For example:

      tilewright golomb 5
      tilewright golomb 5 --hole 3,17 -o board.svg
      tilewright golomb 5 --hole 3,17 --touch edge -o colored.png
      tilewright golomb 4 --hole 3,7 --steps -o proof.gif
      tilewright golomb 4 --hole 3,7 --steps --per-page 6 -o proof.pdf
      tilewright golomb 10 -o labels.npy
      tilewright golomb 60 --hole 123456789,987654321 --tile-at 5,7
      tilewright golomb 60 --window 100,200,32,32 -o part.svg

    Parameters
    ----------
    n
        The board has 2^N rows and columns.
    hole
        The cell to remove. [default: random]
    touch
        Give different colors to trominoes that share an edge (edge: three colors), or an edge or a corner (strong: four colors).
    strong
        Short for --touch strong.
    steps
        Show the proof step by step, in the terminal or in a file (.gif .pdf .svg .png).
    tile_at
        Print which tromino covers this cell. N may be in the thousands.
    window
        Show only this part of the board. N may be up to 62.
    out
        Save a picture (.svg .png .pdf .gif .txt) or the label array (.npy).
    max_pixels
        Limit the width and height of a PNG to this many pixels, or of a GIF with --steps. [default: 4096, or 8192 for large boards; 640 for a GIF]
    min_pixels
        In a PNG, if cells would be smaller than this many pixels (a power of two), draw squares of this size as cells instead.
    numbering
        Number the tiles in reading order, or in the order of the proof (.npy and --json). [default: reading]
    dtype
        The type of the label array, such as int32 or int64.
    """
    from tilewright.construction.request import check_cell, check_power

    power = check_power(read_integer(n, "N"))
    side = 1 << power
    cell = check_cell(side, side, choose_hole(hole, side, side, seed), "--hole")
    if strong and touch == "edge":
        raise RequestError("short for `--touch strong`; leave one of them out", where="--strong")
    if sum((steps, tile_at is not None, window is not None)) > 1:
        raise RequestError("choose one of --steps, --tile-at and --window")
    poster.check(out)
    if poster.per_page is not None and not steps:
        raise RequestError("shows several steps; add --steps", where="--per-page")
    board = _Golomb(power, cell, touch is not None or strong, "strong" if strong else touch or "edge")
    if tile_at is not None:
        _at(board, tile_at, show)
    elif steps:
        _steps(board, out, poster, max_pixels, show)
    else:
        part = board.part(window)
        ending = "" if out is None else out.suffix.lower()
        large = part[2] * part[3] > _PAINTED or max_pixels is not None or min_pixels
        if out is not None and ending == ".npy":
            if board.coloring:
                raise RequestError("a label array has no colors; leave --touch out", where="-o")
            _save_labels(board, out, None if window is None else part, numbering, dtype, threads)
            say_written(out, _LABELS.format(part[2], part[3]), show)
        elif out is not None and ending == ".png" and large:
            _paint(board, part, out, max_pixels, min_pixels, show)
        elif show.json and out is None:
            _json(board, part, window is not None, numbering)
        elif out is not None or not show.quiet:
            _deliver(_picture(board, part, _DRAWING if out else _TERMINAL), out, show)
    if not hole and not show.json:
        say(f"the hole is {cell[0]},{cell[1]}")
    return 0


@dataclass(frozen=True)
class _Golomb:
    """The 2^n x 2^n board without a cell, and how it is colored."""

    n: int
    hole: tuple[int, int]
    coloring: bool
    touch: Touch

    def part(self, window: str | None) -> Window:
        """Return the part of the board to show, by default all of it."""
        from tilewright.construction.request import check_window

        side = 1 << self.n
        if window is None:
            return check_window(side, (0, 0, side, side))
        top, left, rows, columns = read_integers(window, ("top", "left", "rows", "columns"), "--window")
        return check_window(side, (top, left, rows, columns))

    def head(self) -> dict[str, Any]:
        """Return what JSON says about the whole board."""
        return {"size": [1 << self.n, 1 << self.n], "hole": list(self.hole)}


def _at(board: _Golomb, at: str, show: Show) -> None:
    from tilewright.construction import golomb_cell

    row, column = read_integers(at, ("row", "column"), "--tile-at")
    tile = golomb_cell(board.n, board.hole, (row, column), touch=board.touch)
    cells = " ".join(f"{r},{c}" for r, c in tile.cells)
    words = f"{cells}\nlevel {tile.level}, color {tile.color}, tile {tile.number}"
    give(show, lambda: {**board.head(), **tile.to_json()}, words)


def _steps(board: _Golomb, out: Path | None, poster: Poster, most: int | None, show: Show) -> None:
    from tilewright.construction import golomb_colors, golomb_steps
    from tilewright.drawing import check_path, draw_frames, save

    n, hole = board.n, board.hole
    if n > _STEPS:
        raise RequestError(f"the steps can be drawn up to n = {_STEPS}, got n = {n}", where="--steps")
    if show.json:
        frames = [step.tolist() for step in golomb_steps(n, hole)]
        print_json({**board.head(), "steps": frames})
        return
    kind = ".txt" if out is None else check_path(out, ending=".gif" if str(out) == "-" else None)
    if most is not None and kind != ".gif":
        raise RequestError("limits the size of an animation; add -o FILE.gif", where="--max-pixels")
    options: dict[str, Any] = {"holes": [hole]}
    if board.coloring:
        options["coloring"] = golomb_colors(n, hole, touch=board.touch)
    # All frames of an animation have one size; captions are wider than the smallest boards.
    bare = kind == ".gif" and n < 3
    # Each step divides every square into four; the new tromino covers a cell of three of them.
    pictures: Iterable[Picture] = (
        picture.with_squares(1 << (n - step)).with_caption(
            "" if bare else f"{step} of {n} levels" if step else f"{1 << n} x {1 << n}, one cell removed"
        )
        for step, picture in enumerate(draw_frames(golomb_steps(n, hole), **options))
    )
    if out is None:
        for picture in () if show.quiet else pictures:
            print_picture(picture, show.color)
        return
    title = f"Golomb's proof for the 2^{n} x 2^{n} board without {hole[0]},{hole[1]}"
    options_of: dict[str, dict[str, Any]] = {
        # The margin and the caption take two cells.
        ".gif": {"duration": 900, "cell": None if most is None else max(1, most // ((1 << n) + 2))},
        ".pdf": {"title": title, **poster.pages(title)},
    }
    save(pictures, out, ending=kind, theme=show.theme, **options_of.get(kind, {}))
    say_written(out, f"proof in {counted(n + 1, 'step')}", show)


def _save_labels(
    board: _Golomb,
    out: Path,
    window: Window | None,
    numbering: Numbering,
    dtype: str | None,
    threads: int | None,
) -> None:
    import numpy as np

    from tilewright.construction import golomb_window, save_golomb

    try:
        chosen = None if dtype is None else np.dtype(dtype)
    except TypeError:
        raise RequestError(
            f"must be an integer type, such as int32 or int64, got '{dtype}'", where="--dtype"
        ) from None
    if window is None:
        save_golomb(out, board.n, board.hole, dtype=chosen, numbering=numbering, threads=threads)
    else:
        _save(golomb_window(board.n, board.hole, window).labels.astype(chosen or np.int32), out)


def _json(board: _Golomb, window: Window, part: bool, numbering: Numbering) -> None:
    """Print the labels row by row, then the color of each tile, without holding all of them in memory."""
    from tilewright.construction import (
        colors_of_tiles,
        golomb_bands,
        golomb_colors,
        golomb_labels,
        golomb_window,
    )

    n, hole = board.n, board.hole
    head = {"size": list(window[2:]), "hole": list(hole)} | ({"window": list(window)} if part else {})
    bands: Iterable[Any]
    if part:
        bands = [golomb_window(n, hole, window).labels]
    elif numbering == "proof":
        bands = [golomb_labels(n, hole, numbering=numbering)]
    else:
        bands = golomb_bands(n, hole, rows=_ROWS)
    print(json.dumps(head)[:-1], end=', "labels": [')
    colors: list[int] = []
    top, separator = window[0], ""
    for band in bands:
        shades = golomb_colors(n, hole, (top, window[1], *band.shape), touch=board.touch)
        top += len(band)
        new = band - len(colors)
        colors += colors_of_tiles(new, shades).tolist()
        for row in band:
            print(separator + json.dumps(row.tolist()), end="")
            separator = ", "
    print(f'], "colors": {json.dumps(colors)}}}')


def _paint(
    board: _Golomb, window: Window, out: Path, width: int | None, min_pixels: int | None, show: Show
) -> None:
    """Write a PNG of many cells, in which a cell is a power of two of pixels, or a pixel averages many cells."""
    import io

    from PIL import Image

    from tilewright.construction import render_golomb
    from tilewright.construction.render import COLORS
    from tilewright.drawing import check_path
    from tilewright.drawing.model.palette import find_theme
    from tilewright.files.replacing import write

    check_path(out)
    theme = find_theme(show.theme)
    # Without colors the lines are all that there is to see.
    line = theme.well if board.coloring else theme.text
    top, left, rows, columns = window
    longest = max(rows, columns)
    if width is None:
        width = 8192 if longest > 4096 else 4096
    zoom = (width // longest).bit_length() - 1 if longest <= width else -((longest - 1) // width).bit_length()
    zoom = min(zoom, 6)
    if show.verbose:
        level = 0 if min_pixels is None else max(0, min_pixels.bit_length() - 1 - zoom)
        scale = f"a cell is {1 << zoom} pixels wide" if zoom >= 0 else f"a pixel is {1 << -zoom} cells wide"
        drawn = f", and squares of 2^{level} cells are drawn as cells" if level else ""
        say(f"painted by array operations: {scale}{drawn}")
    first, last = ((top, left), (top + rows, left + columns))
    if zoom >= 0:
        begin, end = [place << zoom for place in first], [place << zoom for place in last]
    else:
        begin, end = [place >> -zoom for place in first], [-(-place >> -zoom) for place in last]
    image = render_golomb(
        board.n,
        board.hole,
        zoom=zoom,
        top=begin[0],
        left=begin[1],
        height=max(1, end[0] - begin[0]),
        width=max(1, end[1] - begin[1]),
        min_pixels=min_pixels,
        touch=board.touch,
        line=0.1 if zoom > 2 else 0.25,
        colors=COLORS if board.coloring else (_channels(theme.board),) * 4,
        line_color=_channels(line),
        hole_color=_channels(theme.hole),
    )
    stream = io.BytesIO()
    # Large boards hardly compress, so more effort is not worth the time.
    Image.fromarray(image).save(stream, format="PNG", compress_level=6 if image.size < 1 << 22 else 1)
    write(stream.getvalue(), out)
    say_written(out, f"picture of {rows:,} x {columns:,} cells", show)


def _channels(color: str) -> tuple[int, int, int]:
    """Return red, green and blue of a color written as #rrggbb."""
    red, green, blue = bytes.fromhex(color[1:])
    return red, green, blue


def _picture(board: _Golomb, window: Window, most: int) -> Picture:
    from tilewright.construction import golomb, golomb_colors, golomb_window
    from tilewright.drawing import draw

    n, hole = board.n, board.hole
    top, left, rows, columns = window
    if rows * columns > most:
        better = "Use -o board.png, or" if most == _DRAWING else "Save a picture (-o board.png), or"
        raise OutputError(
            f"{1 << n if rows == 1 << n else rows} x {columns} cells are too many to draw here. {better} "
            "show a part with --window top,left,rows,columns"
        )
    whole = window == (0, 0, 1 << n, 1 << n)
    tiling = golomb(n, hole) if whole else golomb_window(n, hole, window)
    inside = top <= hole[0] < top + rows and left <= hole[1] < left + columns
    return draw(
        tiling,
        coloring=golomb_colors(n, hole, window, touch=board.touch) if board.coloring else None,
        outlines_only=not board.coloring,
        holes=[(hole[0] - top, hole[1] - left)] if inside else [],
        title=f"Golomb's tiling of the 2^{n} x 2^{n} board without {hole[0]},{hole[1]}"
        + ("" if whole else f", rows {top} to {top + rows - 1}, columns {left} to {left + columns - 1}"),
    )


def _deliver(picture: Picture, out: Path | None, show: Show) -> None:
    from tilewright.drawing import save

    if out is not None:
        save(picture, out, theme=show.theme)
        say_written(out, "picture", show)
    else:
        print_picture(picture, show.color)
