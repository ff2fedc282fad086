"""``tilewright pieces``: show a set of pieces."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Literal

from tilewright.board import Board
from tilewright.cli.input.request import OutPath, Show
from tilewright.cli.output.answers import print_json, print_picture
from tilewright.cli.output.limits import TimeLimit
from tilewright.lattices.catalog import POLYFORMS, SETS
from tilewright.lattices.lattice import SQUARES, Lattice, Turn
from tilewright.lattices.surface import is_flat_squares
from tilewright.piece import parse_pieces
from tilewright.problem import Problem

__all__ = ["pieces"]


def pieces(
    *words: str,
    turn: Literal["free", "one-sided", "fixed"] | None = None,
    timeout: float | None = None,
    out: OutPath = None,
    show: Show | None = None,
) -> int:
    """Show a set of pieces with names and number of orientations.

    Without PIECES, list the families that have names.

    For example:

      tilewright pieces pentominoes
      tilewright pieces tetrominoes --turn one-sided
      tilewright pieces hexominoes -o hexominoes.svg
      tilewright pieces heptiamonds

    Parameters
    ----------
    words
        Words of the grammar: pentominoes, tetromino:LT, X5, '##/.#', …
    turn
        How pieces turn: free (the default in the plane), one-sided (among cubes) or fixed.
    timeout
        Stop after this many seconds.
    out
        Save the picture: .svg, .png, .pdf or .txt.
    """
    with TimeLimit(timeout):
        return _pieces(words, turn, out, show or Show())


def _families(show: Show) -> int:
    """List the families and sets that have names, each with an example."""
    families = [
        (plural, lattice.name, size, f"{singular}:{_first_name(lattice, size)}")
        for lattice, named in POLYFORMS.items()
        for size, (singular, plural) in named.items()
    ]
    sets = [(name, lattice, list(members)) for name, (lattice, members) in SETS.items()]
    if show.json:
        keys = ("name", "lattice", "cells", "example")
        print_json(
            {
                "families": [dict(zip(keys, family, strict=True)) for family in families],
                "sets": [
                    {"name": name, "lattice": lattice.name, "members": [f"{name}:{each}" for each in members]}
                    for name, lattice, members in sets
                ],
            }
        )
        return 0
    for plural, _, size, example in families:
        print(f"{plural:<14} {size:>2} cell{'s,' if size > 1 else ', '} such as {example}")
    for name, lattice, members in sets:
        print(f"{name:<14} {len(members):>2} sets of {lattice.cells}, such as {name}:{members[0]}")
    return 0


def _first_name(lattice: Lattice, size: int) -> str:
    """Return the name of the first polyform of a family: small polyominoes have letters, all others numbers."""
    if lattice is SQUARES and size <= 5:
        return "I" if size > 1 else "O"
    return "1"


def _pieces(words: tuple[str, ...], turn: Turn | None, out: Path | None, show: Show) -> int:
    """List or draw what the words name."""
    from tilewright.drawing import draw_pieces, save

    if not words:
        return _families(show)
    named = [piece for word in words for piece in parse_pieces(word, turn)]
    lattice = named[0].lattice
    chosen = Problem(
        Board.from_array([[[1]]] if lattice.dimension == 3 else [[1]], lattice), *named, turn=turn
    )
    plain = is_flat_squares(chosen.board)
    turn = chosen.turn
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
        print_json({"turn": turn, **({} if plain else {"lattice": lattice.name}), "pieces": listed})
        return 0
    if out is not None:
        save(draw_pieces(chosen.pieces, turn=turn), out)
    elif not show.quiet and lattice.dimension == 3:
        # A terminal has no room for what is seen from a corner.
        for piece in chosen.pieces:
            print(f"{piece.name:<16} {len(piece.orientations(turn)):>3}  {piece.polyomino.text()}")
    elif not show.quiet:
        # A cell is four characters wide where there is room for words.
        room = min((shutil.get_terminal_size((121, 24)).columns - 1) // 4, 30)
        print_picture(draw_pieces(chosen.pieces, turn=turn, columns=max(room, 1)), show.color)
    return 0
