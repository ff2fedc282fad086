"""``tilewright deficient``: rectangles by L-trominoes, whole or without a cell."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tilewright.cli.construct.cells import Holes, choose_hole, read_integer
from tilewright.cli.input.request import OutPath, Show, Whole
from tilewright.cli.output.answers import print_json, print_picture, say, say_unwritten
from tilewright.errors import BoardError, RequestError

if TYPE_CHECKING:
    from tilewright.construction import Obstruction
    from tilewright.drawing import Picture

__all__ = ["deficient"]

#: Cells of a drawing, of the picture of a reason, and of labels as JSON.
_DRAWING = 1 << 20
_REASON = 1 << 10
_JSON = 1 << 24


def deficient(
    board: str,
    *,
    hole: Holes = (),
    whole: bool = False,
    coloring: bool = False,
    out: OutPath = None,
    seed: Whole | None = None,
    show: Show | None = None,
) -> int:
    """Tile a rectangle without a cell by L-trominoes, or say why not.

    By theorem, for any size and hole; exits with 1 if there is no tiling.

    For example:

      tilewright deficient 7x7 --hole 3,3
      tilewright deficient 5x8-0,2
      tilewright deficient 9x5 --whole
      tilewright deficient 100x100 --hole 17,4 --coloring -o board.png

    Parameters
    ----------
    board
        Rows x columns, such as 5x7; 5x7-0,2 has the hole in it.
    hole
        The cell that is removed, row,column; random if not given.
    whole
        Remove no cell.
    coloring
        Color the trominoes so that those that touch differ.
    out
        Save a picture (.svg .png .pdf .txt), or the labels (.npy).
    seed
        Makes the random hole the same each time.
    """
    from tilewright.construction import obstruction
    from tilewright.construction.request import check_cell, check_side

    show = show or Show()
    rows, columns, holes = _read(board, hole)
    check_side(rows, "rows")
    check_side(columns, "columns")
    if whole and holes:
        raise RequestError("either a cell is removed or the board is whole, not both", where="--whole")
    removed = None if whole else check_cell(rows, columns, choose_hole(holes, rows, columns, seed), "--hole")
    reason = obstruction(rows, columns, removed)
    if show.verbose:
        say("by the theorem of Chu and Johnsonbaugh, and Ash and Golomb; no search")
    if reason is not None:
        _no_tiling(rows, columns, removed, reason, out, show)
    else:
        _tiling(rows, columns, removed, coloring, out, show)
    if not holes and removed is not None and not show.json:
        say(f"the hole is {removed[0]},{removed[1]}")
    return 0 if reason is None else 1


def _tiling(
    rows: int, columns: int, removed: tuple[int, int] | None, coloring: bool, out: Path | None, show: Show
) -> None:
    from tilewright.construction import deficient as construct

    if show.json and rows * columns > _JSON:
        raise RequestError(f"{rows} x {columns} labels are too many to print; save them (-o labels.npy)")
    tiling = construct(rows, columns, removed)
    assert tiling is not None
    if out is not None and out.suffix.lower() == ".npy":
        if coloring:
            raise RequestError("labels have no colors; leave --coloring out", where="-o")
        _save(tiling.labels, out)
    elif show.json and out is None:
        # A proper coloring, as the pictures have it.
        from tilewright.drawing.makers.tint import tile_colors

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
                f"{rows} x {columns} cells are too many to draw one by one; save a .png or the labels (-o labels.npy)"
            )
        picture = draw(
            tiling,
            outlines_only=not coloring,
            holes=[] if removed is None else [removed],
            title=f"T{_board_words(rows, columns, removed)[1:]} by L-trominoes",
        )
        if out is not None:
            save(picture, out)
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
        raise BoardError(f"'{board}' is not a rectangle; it is rows x columns, such as 5x7")
    return rows, columns, (*removed, *holes)


def _no_tiling(
    rows: int, columns: int, hole: tuple[int, int] | None, reason: Obstruction, out: Path | None, show: Show
) -> None:
    """Say why there is no tiling, and show the cells that it is about, if there are any."""
    small = rows * columns <= _REASON
    if out is not None:
        if small and out.suffix.lower() != ".npy":
            from tilewright.drawing import save, with_reason

            picture = _reason_picture(rows, columns, hole, reason)
            save(with_reason(picture, _board_words(rows, columns, hole), reason.reason), out)
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
