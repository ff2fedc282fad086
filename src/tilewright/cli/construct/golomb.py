"""``tilewright golomb``: the 2^n x 2^n board without a cell, by trominoes."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from tilewright.cli.construct.cells import Holes, choose_hole, read_integer, read_integers
from tilewright.cli.input.request import OutPath, Show, Whole
from tilewright.cli.output.answers import print_json, print_picture, say
from tilewright.errors import OutputError, RequestError

if TYPE_CHECKING:
    from tilewright.construction import Numbering, Touch, Window
    from tilewright.drawing import Picture

__all__ = ["golomb"]

#: Cells that a drawing (SVG, PDF, text) may have; and cells that one for a terminal may.
_DRAWING = 1 << 20
_TERMINAL = 1 << 16
#: From this many cells on, a PNG is painted by array operations alone.
_PAINTED = 1 << 16
#: Frames of an animation are drawn one by one.
_STEPS = 9
#: Rows of labels that are held at once while JSON is printed: writing them takes far longer than making them.
_ROWS = 256


def golomb(
    n: str,
    *,
    hole: Holes = (),
    coloring: bool = False,
    touch: Literal["edge", "strong"] | None = None,
    steps: bool = False,
    at: str | None = None,
    window: str | None = None,
    out: OutPath = None,
    width: Whole | None = None,
    finest: Whole | None = None,
    numbering: Literal["reading", "proof"] = "reading",
    dtype: str | None = None,
    threads: Whole | None = None,
    seed: Whole | None = None,
    show: Show | None = None,
) -> int:
    """Tile the 2^n x 2^n board without a cell by L-trominoes.

    Golomb's theorem: it can be done, whichever cell is removed.

    For example:

      tilewright golomb 5
      tilewright golomb 5 --hole 3,17 -o board.svg
      tilewright golomb 5 --hole 3,17 --coloring -o colored.png
      tilewright golomb 4 --hole 3,7 --steps -o proof.gif
      tilewright golomb 10 -o labels.npy
      tilewright golomb 60 --hole 123456789,987654321 --at 5,7
      tilewright golomb 60 --window 100,200,32,32 -o part.svg

    Parameters
    ----------
    n
        The board has 2^n rows and columns.
    hole
        The cell that is removed, row,column; random if not given.
    coloring
        Color the trominoes so that those that touch differ.
    touch
        Color them so; with strong, those that touch at a corner only differ too: four colors, not three.
    steps
        Show the proof, level by level: .gif, .pdf, .svg, .png, or in the terminal.
    at
        Say which tromino covers this cell, row,column; n may be in the thousands.
    window
        Show only a part, top,left,rows,columns; n may be up to 62.
    out
        Save a picture (.svg .png .pdf .gif .txt), or all labels (.npy).
    width
        Pixels of a PNG at most.
    finest
        In a PNG, squares smaller than this many pixels (a power of two) are drawn as if they were cells.
    numbering
        Number the tiles in reading order, or in the order of the proof (.npy, --json).
    dtype
        Of the labels in an .npy file: int32, int64, …
    threads
        How many to use for the labels.
    seed
        Makes the random hole the same each time.
    """
    from tilewright.construction.request import check_cell, check_power

    show = show or Show()
    power = check_power(read_integer(n, "N"))
    side = 1 << power
    cell = check_cell(side, side, choose_hole(hole, side, side, seed), "--hole")
    if sum((steps, at is not None, window is not None)) > 1:
        raise RequestError("ask for one of --steps, --at and --window at a time")
    coloring, manner = coloring or touch is not None, touch or "edge"
    if at is not None:
        _at(power, cell, at, manner, show)
    elif steps:
        _steps(power, cell, coloring, manner, out, show)
    else:
        labels = (numbering, dtype, threads)
        _board(power, cell, window, coloring, manner, out, width, finest, labels, show)
    if not hole and not show.json:
        say(f"the hole is {cell[0]},{cell[1]}")
    return 0


def _board(
    power: int,
    cell: tuple[int, int],
    window: str | None,
    coloring: bool,
    touch: Touch,
    out: Path | None,
    width: Whole | None,
    finest: Whole | None,
    labels: tuple[Numbering, str | None, int | None],
    show: Show,
) -> None:
    """Answer with the whole board or a window of it."""
    from tilewright.construction.request import check_window

    side = 1 << power
    if window is not None:
        top, left, rows, columns = read_integers(window, ("top", "left", "rows", "columns"), "--window")
        part = (top, left, rows, columns)
    else:
        part = (0, 0, side, side)
    part = check_window(side, part)
    ending = "" if out is None else out.suffix.lower()
    if out is not None and ending == ".npy":
        if coloring:
            raise RequestError("labels have no colors; leave --coloring and --touch out", where="-o")
        _save_labels(power, cell, out, None if window is None else part, *labels)
    elif (
        out is not None and ending == ".png" and (part[2] * part[3] > _PAINTED or width is not None or finest)
    ):
        _paint(power, cell, part, coloring, touch, out, width, finest, show)
    elif show.json and out is None:
        _json(power, cell, part, window is not None, touch, labels[0])
    elif out is not None or not show.quiet:
        picture = _picture(power, cell, part, coloring, touch, _DRAWING if out else _TERMINAL)
        _deliver(picture, out, show)


def _at(n: int, hole: tuple[int, int], at: str, touch: Touch, show: Show) -> None:
    from tilewright.construction import golomb_cell

    row, column = read_integers(at, ("row", "column"), "--at")
    tile = golomb_cell(n, hole, (row, column), touch=touch)
    if show.json:
        print_json({"size": [1 << n, 1 << n], "hole": list(hole), **tile.to_json()})
        return
    print(" ".join(f"{r},{c}" for r, c in tile.cells))
    print(f"level {tile.level}, color {tile.color}, tile {tile.number}")


def _steps(n: int, hole: tuple[int, int], coloring: bool, touch: Touch, out: Path | None, show: Show) -> None:
    from tilewright.construction import golomb_colors, golomb_steps
    from tilewright.drawing import check_path, draw_frames, save

    if n > _STEPS:
        raise RequestError(
            f"the steps of the proof are drawn up to n = {_STEPS}, not n = {n}", where="--steps"
        )
    if show.json:
        frames = [step.tolist() for step in golomb_steps(n, hole)]
        print_json({"size": [1 << n, 1 << n], "hole": list(hole), "steps": frames})
        return
    options: dict[str, Any] = {"holes": [hole]}
    if coloring:
        options["coloring"] = golomb_colors(n, hole, touch=touch)
    # Each step cuts the squares of the one before in four, and what is laid in their middle is in three of these.
    pictures: Iterable[Picture] = (
        picture.with_squares(1 << (n - step)).with_caption(
            f"{step} of {n} levels" if step else f"{1 << n} x {1 << n}, one cell removed"
        )
        for step, picture in enumerate(draw_frames(golomb_steps(n, hole), **options))
    )
    if out is None:
        for picture in () if show.quiet else pictures:
            print_picture(picture, show.color)
        return
    kind = check_path(out, ending=".gif" if str(out) == "-" else None)
    save(pictures, out, ending=kind, **({"duration": 900} if kind == ".gif" else {}))


def _save_labels(
    n: int,
    hole: tuple[int, int],
    out: Path,
    window: Window | None,
    numbering: Numbering,
    dtype: str | None,
    threads: Whole | None,
) -> None:
    import io

    import numpy as np

    from tilewright.construction import golomb_window, save_golomb
    from tilewright.files.replacing import write

    try:
        chosen = None if dtype is None else np.dtype(dtype)
    except TypeError:
        raise RequestError(f"'{dtype}' is no type of number; int32 and int64 are", where="--dtype") from None
    if window is None:
        save_golomb(out, n, hole, dtype=chosen, numbering=numbering, threads=threads)
    else:
        stream = io.BytesIO()
        np.save(stream, golomb_window(n, hole, window).labels.astype(chosen or np.int32))
        write(stream.getvalue(), out)


def _json(
    n: int,
    hole: tuple[int, int],
    window: Window,
    part: bool,
    touch: Touch,
    numbering: Numbering,
) -> None:
    """Print the labels row by row, and then the color of each tile; nothing large is held."""
    from tilewright.construction import (
        colors_of_tiles,
        golomb_bands,
        golomb_colors,
        golomb_labels,
        golomb_window,
    )

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
        shades = golomb_colors(n, hole, (top, window[1], *band.shape), touch=touch)
        top += len(band)
        new = band - len(colors)
        colors += colors_of_tiles(new, shades).tolist()
        for row in band:
            print(separator + json.dumps(row.tolist()), end="")
            separator = ", "
    print(f'], "colors": {json.dumps(colors)}}}')


def _paint(
    n: int,
    hole: tuple[int, int],
    window: Window,
    coloring: bool,
    touch: Touch,
    out: Path,
    width: Whole | None,
    finest: Whole | None,
    show: Show,
) -> None:
    """Write a PNG of many cells: a cell is a power of two of pixels, or a pixel the average of many cells."""
    import io

    from PIL import Image

    from tilewright.construction import render_golomb
    from tilewright.construction.render import COLORS
    from tilewright.drawing import check_path
    from tilewright.files.replacing import write

    check_path(out)
    top, left, rows, columns = window
    longest = max(rows, columns)
    if width is None:
        width = 8192 if longest > 4096 else 4096
    if width < 1:
        raise OutputError(f"a picture is at least one pixel wide, not {width}", where="--width")
    zoom = (width // longest).bit_length() - 1 if longest <= width else -((longest - 1) // width).bit_length()
    zoom = min(zoom, 6)
    if show.verbose:
        level = 0 if finest is None else max(0, finest.bit_length() - 1 - zoom)
        scale = f"a cell is {1 << zoom} pixels wide" if zoom >= 0 else f"a pixel is {1 << -zoom} cells wide"
        drawn = f", and squares of 2^{level} cells are drawn as cells" if level else ""
        say(f"painted by array operations: {scale}{drawn}")
    first, last = ((top, left), (top + rows, left + columns))
    if zoom >= 0:
        begin, end = [place << zoom for place in first], [place << zoom for place in last]
    else:
        begin, end = [place >> -zoom for place in first], [-(-place >> -zoom) for place in last]
    image = render_golomb(
        n,
        hole,
        zoom=zoom,
        top=begin[0],
        left=begin[1],
        height=max(1, end[0] - begin[0]),
        width=max(1, end[1] - begin[1]),
        finest=finest,
        touch=touch,
        line=0.1 if zoom > 2 else 0.25,
        colors=COLORS if coloring else ((255, 255, 255),) * 4,
    )
    stream = io.BytesIO()
    # Large boards are noise to the compressor: more effort costs much time and gains little.
    Image.fromarray(image).save(stream, format="PNG", compress_level=6 if image.size < 1 << 22 else 1)
    write(stream.getvalue(), out)


def _picture(
    n: int, hole: tuple[int, int], window: Window, coloring: bool, touch: Touch, most: int
) -> Picture:
    from tilewright.construction import golomb, golomb_colors, golomb_window
    from tilewright.drawing import draw

    top, left, rows, columns = window
    if rows * columns > most:
        better = "save a .png (-o board.png), or" if most == _DRAWING else "save it (-o board.png), or"
        raise OutputError(
            f"{1 << n if rows == 1 << n else rows} x {columns} cells are too many to draw one by one; {better} "
            "show a part (--window top,left,rows,columns)"
        )
    whole = window == (0, 0, 1 << n, 1 << n)
    tiling = golomb(n, hole) if whole else golomb_window(n, hole, window)
    inside = top <= hole[0] < top + rows and left <= hole[1] < left + columns
    return draw(
        tiling,
        coloring=golomb_colors(n, hole, window, touch=touch) if coloring else None,
        outlines_only=not coloring,
        holes=[(hole[0] - top, hole[1] - left)] if inside else [],
        title=f"Golomb's tiling of the 2^{n} x 2^{n} board without {hole[0]},{hole[1]}"
        + ("" if whole else f", rows {top} to {top + rows - 1}, columns {left} to {left + columns - 1}"),
    )


def _deliver(picture: Picture, out: Path | None, show: Show) -> None:
    from tilewright.drawing import save

    if out is not None:
        save(picture, out)
    else:
        print_picture(picture, show.color)
