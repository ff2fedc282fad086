"""``tilewright pieces``: show a set of pieces."""

from __future__ import annotations

import shutil
from typing import Annotated, Literal

from cyclopts import Parameter

from tilewright.catalog import FAMILIES
from tilewright.cli.output import print_json, print_picture
from tilewright.cli.request import OutPath, Show
from tilewright.piece import parse_pieces
from tilewright.problem import Problem
from tilewright.symmetry import check_turn

__all__ = ["pieces"]


def pieces(
    *words: str,
    turn: Annotated[Literal["free", "one-sided", "fixed"], Parameter(show_default=False)] = "free",
    out: OutPath = None,
    show: Show | None = None,
) -> int:
    """Show a set of pieces with names and number of orientations.

    Without PIECES, list the families that have names.

    For example:

      tilewright pieces pentominoes
      tilewright pieces tetrominoes --turn one-sided
      tilewright pieces hexominoes -o hexominoes.svg

    Parameters
    ----------
    words
        Words of the grammar: pentominoes, tetromino:LT, X5, '##/.#', …
    turn
        How pieces turn: free (the default), one-sided or fixed.
    out
        Save the picture: .svg, .png, .pdf or .txt.
    """
    from tilewright.drawing import draw_pieces, save

    show = show or Show()
    if not words:
        for size, (singular, plural) in FAMILIES.items():
            print(
                f"{plural:<14} {size:>2} cell{'s,' if size > 1 else ', '} such as {singular}:{'1' if size > 5 else 'I' if size > 1 else 'O'}"
            )
        return 0
    chosen = Problem(
        "1x1", *(piece for word in words for piece in parse_pieces(word, turn)), turn=check_turn(turn)
    )
    if show.json:
        listed = [
            {
                "name": piece.name,
                "drawing": piece.polyomino.text(),
                "cells": [list(cell) for cell in piece.polyomino.cells],
                "orientations": len(piece.orientations(turn)),
            }
            for piece in chosen.pieces
        ]
        print_json({"turn": turn, "pieces": listed})
        return 0
    if out is not None:
        save(draw_pieces(chosen.pieces, turn=turn), out)
    elif not show.quiet:
        # A cell is four characters wide where there is room for words.
        room = min((shutil.get_terminal_size((121, 24)).columns - 1) // 4, 30)
        print_picture(draw_pieces(chosen.pieces, turn=turn, columns=max(room, 1)), show.color)
    return 0
