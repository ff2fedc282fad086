"""``tilewright golomb`` and ``deficient``: boards that lack one cell, tiled with L-trominoes."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

from cyclopts import Parameter

from tilewright.apps.command.answers import (
    check_out,
    deliver,
    note,
    note_unwritten,
    note_written,
    print_json,
    print_picture,
)
from tilewright.apps.command.options import PICTURES, OutPath, Positive, Poster, Seed, Show, Whole
from tilewright.errors import BoardError, ConstructionError, OutputError, RequestError
from tilewright.system.values.arguments import counted

if TYPE_CHECKING:
    from tilewright.drawing import Picture
    from tilewright.model.tiling import Tiling
    from tilewright.solving.theorems import Obstruction, Touch, Window

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


def choose_hole(
    holes: tuple[str, ...], rows: int, columns: int, seed: int | None
) -> tuple[int, int]:
    """Return the given hole, or a random one."""
    if len(holes) > 1:
        raise ConstructionError(
            f"only one cell can be removed, got {len(holes)}: {' and '.join(holes)}", where="--hole"
        )
    if not holes:
        from tilewright.solving.theorems.arguments import random_hole

        return random_hole(rows, columns, seed)
    if seed is not None:
        raise RequestError("chooses the hole at random; leave it or the hole out", where="--seed")
    row, column = read_integers(holes[0], ("row", "column"), "--hole")
    return row, column


#: Most cells of a drawing, of the picture of a reason, and of labels in JSON.
_DRAWING = 1 << 20
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
        Save a picture (.svg .png .pdf .txt).
    """
    from tilewright.solving.theorems import obstruction
    from tilewright.solving.theorems.arguments import check_cell, check_side

    check_out(out, show)
    rows, columns, holes = _read_rectangle(board, hole)
    check_side(rows, "rows")
    check_side(columns, "columns")
    if whole and holes:
        raise RequestError("tiles the whole board; leave the hole out", where="--whole")
    removed = (
        None
        if whole
        else check_cell(rows, columns, choose_hole(holes, rows, columns, seed), "--hole")
    )
    reason = obstruction(rows, columns, removed, whole=removed is None)
    if show.verbose:
        note("decided by the theorem of Chu and Johnsonbaugh, and Ash and Golomb, without a search")
    if reason is not None:
        _explain_no_tiling(rows, columns, removed, reason, out, show)
    else:
        _deliver_tiling(rows, columns, removed, touch is not None, out, show)
    if not holes and removed is not None and not show.json:
        note(f"the hole is {removed[0]},{removed[1]}")
    return 0 if reason is None else 1


def _deliver_tiling(
    rows: int,
    columns: int,
    removed: tuple[int, int] | None,
    coloring: bool,
    out: Path | None,
    show: Show,
) -> None:
    from tilewright.solving.theorems import deficient as construct

    if show.json and rows * columns > _JSON:
        raise RequestError(
            f"{rows} x {columns} labels are too many to print as JSON, at most {_JSON:,}"
        )
    tiling = construct(rows, columns, removed, whole=removed is None)
    assert tiling is not None
    if show.json:
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
    if out is not None or not (show.json or show.quiet):
        from tilewright.drawing import draw, save

        if rows * columns > _DRAWING and (out is None or out.suffix.lower() != ".png"):
            raise RequestError(
                f"{rows} x {columns} cells are too many for this kind of picture; use -o board.png"
            )
        picture = draw(
            tiling,
            outlines_only=not coloring,
            holes=[] if removed is None else [removed],
            title=f"T{_board_words(rows, columns, removed)[1:]} by L-trominoes",
        )
        if out is not None:
            save(picture, out, theme=show.theme)
            note_written(
                out, f"picture of {counted(len(tiling), 'tromino').replace('nos', 'noes')}", show
            )
        else:
            print_picture(picture, show.color)


def _read_rectangle(board: str, holes: tuple[str, ...]) -> tuple[int, int, tuple[str, ...]]:
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


def _explain_no_tiling(
    rows: int,
    columns: int,
    hole: tuple[int, int] | None,
    reason: Obstruction,
    out: Path | None,
    show: Show,
) -> None:
    """Explain why there is no tiling, with a picture of the cells that show it."""
    small = rows * columns <= _REASON
    if out is not None and small:
        from tilewright.drawing import save, with_reason

        picture = _reason_picture(rows, columns, hole, reason)
        shown = with_reason(picture, _board_words(rows, columns, hole), reason.reason)
        save(shown, out, theme=show.theme)
        note_written(out, "picture of the reason", show)
    elif out is not None:
        note_unwritten(out)
    if show.json:
        print_json(
            {
                "size": [rows, columns],
                "hole": None if hole is None else list(hole),
                "labels": None,
                "colors": None,
                "reason": reason.to_json(),
            }
        )
        return
    print(f"There is no tiling: {reason.reason}.")
    if small and reason.cells and out is None and not show.quiet:
        print_picture(_reason_picture(rows, columns, hole, reason), show.color)


def _reason_picture(
    rows: int, columns: int, hole: tuple[int, int] | None, reason: Obstruction
) -> Picture:
    from tilewright.drawing import draw_board
    from tilewright.model.board import Board

    return draw_board(
        Board.rectangle(rows, columns),
        holes=[] if hole is None else [hole],
        highlight=[cell for cell in reason.cells if cell != hole],
    )


def _board_words(rows: int, columns: int, hole: tuple[int, int] | None) -> str:
    return f"the {rows} x {columns} board" + (
        "" if hole is None else f" without {hole[0]},{hole[1]}"
    )


#: Most cells of a drawing in the terminal.
_TERMINAL = 1 << 16
#: From this many cells on, a PNG is painted by array operations.
_PAINTED = 1 << 16
#: The largest n whose steps are drawn.
_STEPS = 9


def _read_power(word: str, hole: tuple[str, ...]) -> tuple[int, tuple[str, ...]]:
    """Return N and the holes of ``3``, ``8x8`` or ``2^3``, also with a hole such as ``8x8-3,4``."""
    size, minus, cell = word.strip().partition("-")
    size = size.removeprefix("2^")
    if not size:
        return read_integer(word, "N"), hole
    holes = (*hole, cell) if minus else hole
    if not re.fullmatch(r"[0-9]+[xX×][0-9]+", size):
        return read_integer(size, "N"), holes
    rows, columns, _ = _read_rectangle(size, ())
    power = rows.bit_length() - 1
    if rows != columns or rows != 1 << power or not power:
        raise RequestError(
            f"a board of Golomb's theorem has 2^N rows and columns, got {size}; "
            f"`tilewright deficient {word}` tiles other rectangles",
            where="N",
        )
    return power, holes


def golomb(
    n: Annotated[str, Parameter(allow_leading_hyphen=True)],
    /,
    *,
    hole: Holes = (),
    seed: Seed = None,
    tile_at: Annotated[str | None, Parameter(metavar="ROW,COLUMN")] = None,
    steps: bool = False,
    window: Annotated[str | None, Parameter(metavar="TOP,LEFT,ROWS,COLUMNS")] = None,
    out: OutPath = None,
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
      tilewright golomb 10 -o board.png
      tilewright golomb 60 --hole 123456789,987654321 --tile-at 5,7
      tilewright golomb 60 --window 100,200,32,32 -o part.svg

    Parameters
    ----------
    n
        The board has 2^N rows and columns: N, or a board such as 8x8, 2^3 or 8x8-3,4.
    hole
        The cell to remove. [default: random]
    touch
        Give different colors to trominoes that share an edge (edge: three colors), or an edge or a
        corner (strong: four colors).
    strong
        Short for --touch strong.
    steps
        Show the proof step by step, in the terminal or in a file (.gif .pdf .svg .png).
    tile_at
        Print which tromino covers this cell. N may be in the thousands.
    window
        Show only this part of the board. N may be up to 62.
    out
        Save a picture (.svg .png .pdf .txt), or the proof step by step (.gif).
    max_pixels
        Limit the width and height of a PNG to this many pixels, or of a GIF with --steps. [default:
        4096, or 8192 for large boards; 640 for a GIF]
    min_pixels
        In a PNG, if cells would be smaller than this many pixels (a power of two), draw squares of
        this size as cells instead.
    """
    from tilewright.solving.theorems.arguments import check_cell, check_power

    power, holes = _read_power(n, hole)
    if power < 1:
        raise ConstructionError(f"must be at least 1, got {power}", where="N")
    power = check_power(power)
    side = 1 << power
    cell = check_cell(side, side, choose_hole(holes, side, side, seed), "--hole")
    if strong and touch == "edge":
        raise RequestError("short for `--touch strong`; leave one of them out", where="--strong")
    # A moving picture shows steps.
    moving = out is not None and out.suffix.lower() == ".gif"
    steps = steps or (moving and tile_at is None and window is None)
    if sum((steps, tile_at is not None, window is not None)) > 1:
        raise RequestError("choose one of --steps, --tile-at and --window")
    poster.check(out)
    if poster.per_page is not None and not steps:
        raise RequestError("shows several steps; add --steps", where="--per-page")
    board = _Golomb(
        power, cell, touch is not None or strong, "strong" if strong else touch or "edge"
    )
    if tile_at is not None:
        _print_tile_at(board, tile_at, show)
    elif steps:
        _draw_steps(board, out, poster, max_pixels, show)
    else:
        check_out(out, show)
        part = board.part(window)
        large = part[2] * part[3] > _PAINTED or max_pixels is not None or min_pixels
        if show.json:
            print_json(_json(board, part, window is not None))
        if out is not None and out.suffix.lower() == ".png" and large:
            _paint(board, part, out, max_pixels, min_pixels, show)
        elif out is not None or not (show.json or show.quiet):
            _save_or_print(_picture(board, part, _DRAWING if out else _TERMINAL), out, show)
    if not holes and not show.json:
        note(f"the hole is {cell[0]},{cell[1]}")
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
        from tilewright.solving.theorems.arguments import check_window

        names = ("top", "left", "rows", "columns")
        return check_window(
            1 << self.n, None if window is None else read_integers(window, names, "--window")
        )

    def tiling(self, part: Window) -> Tiling:
        """Return the tiling of a part of the board."""
        from tilewright.solving.theorems import golomb, golomb_window

        whole = part[2:] == (1 << self.n, 1 << self.n)
        return golomb(self.n, self.hole) if whole else golomb_window(self.n, self.hole, part)

    def head(self) -> dict[str, Any]:
        """Return what JSON says about the whole board."""
        return {"size": [1 << self.n, 1 << self.n], "hole": list(self.hole)}


def _print_tile_at(board: _Golomb, at: str, show: Show) -> None:
    from tilewright.solving.theorems import golomb_cell

    row, column = read_integers(at, ("row", "column"), "--tile-at")
    tile = golomb_cell(board.n, board.hole, (row, column), touch=board.touch)
    deliver(show, lambda: {**board.head(), **tile.to_json()}, tile.text())


def _draw_steps(
    board: _Golomb, out: Path | None, poster: Poster, most: int | None, show: Show
) -> None:
    from tilewright.drawing import check_path, draw_frames, save
    from tilewright.solving.theorems import golomb_colors, golomb_steps

    n, hole = board.n, board.hole
    if n > _STEPS:
        raise RequestError(
            f"the steps can be drawn up to n = {_STEPS}, got n = {n}", where="--steps"
        )
    if show.json:
        frames = [step.tolist() for step in golomb_steps(n, hole)]
        print_json({**board.head(), "steps": frames})
        if out is None:
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
            ""
            if bare
            else f"{step} of {n} levels"
            if step
            else f"{1 << n} x {1 << n}, one cell removed"
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
    note_written(out, f"proof in {counted(n + 1, 'step')}", show)


def _json(board: _Golomb, window: Window, part: bool) -> dict[str, Any]:
    """Return the labels, and the color of each tile."""
    from tilewright.solving.theorems import colors_of_tiles, golomb_colors

    rows, columns = window[2:]
    if rows * columns > _JSON:
        raise RequestError(
            f"{rows} x {columns} labels are too many to print as JSON, at most {_JSON:,}; "
            "show a part with --window top,left,rows,columns"
        )
    labels = board.tiling(window).labels
    return {
        "size": [rows, columns],
        "hole": list(board.hole),
        **({"window": list(window)} if part else {}),
        "labels": labels.tolist(),
        "touch": board.touch,
        "colors": colors_of_tiles(
            labels, golomb_colors(board.n, board.hole, window, touch=board.touch)
        ).tolist(),
    }


def _paint(
    board: _Golomb,
    window: Window,
    out: Path,
    max_pixels: int | None,
    min_pixels: int | None,
    show: Show,
) -> None:
    """Write a PNG of many cells."""
    import io

    from PIL import Image

    from tilewright.solving.theorems import render_golomb
    from tilewright.system.files.safe_write import write

    image = render_golomb(
        board.n,
        board.hole,
        window,
        max_pixels=max_pixels,
        min_pixels=min_pixels,
        touch=board.touch if board.coloring else None,
        theme=show.theme,
    )
    if show.verbose:
        note(f"painted by array operations: {image.shape[1]} x {image.shape[0]} pixels")
    stream = io.BytesIO()
    # Large boards hardly compress, so more effort is not worth the time.
    Image.fromarray(image).save(
        stream, format="PNG", compress_level=6 if image.size < 1 << 22 else 1
    )
    write(stream.getvalue(), out)
    note_written(out, f"picture of {window[2]:,} x {window[3]:,} cells", show)


def _picture(board: _Golomb, window: Window, most: int) -> Picture:
    from tilewright.drawing import draw
    from tilewright.solving.theorems import golomb_colors

    n, hole = board.n, board.hole
    top, left, rows, columns = window
    if rows * columns > most:
        better = "Use -o board.png, or" if most == _DRAWING else "Save a picture (-o board.png), or"
        raise OutputError(
            f"{1 << n if rows == 1 << n else rows} x {columns} cells are too many to draw here. "
            f"{better} "
            "show a part with --window top,left,rows,columns"
        )
    whole = window == (0, 0, 1 << n, 1 << n)
    inside = top <= hole[0] < top + rows and left <= hole[1] < left + columns
    return draw(
        board.tiling(window),
        coloring=golomb_colors(n, hole, window, touch=board.touch) if board.coloring else None,
        outlines_only=not board.coloring,
        holes=[(hole[0] - top, hole[1] - left)] if inside else [],
        title=f"Golomb's tiling of the 2^{n} x 2^{n} board without {hole[0]},{hole[1]}"
        + (
            ""
            if whole
            else f", rows {top} to {top + rows - 1}, columns {left} to {left + columns - 1}"
        ),
    )


def _save_or_print(picture: Picture, out: Path | None, show: Show) -> None:
    from tilewright.drawing import save

    if out is not None:
        save(picture, out, theme=show.theme)
        note_written(out, "picture", show)
    else:
        print_picture(picture, show.color)
