"""Playing: the page's side of a game. The moves, and what follows from them, are those of `tilewright.play`."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from tilewright.errors import RequestError
from tilewright.lattices.lattice import Cell
from tilewright.play import Hint, PlayError, Session
from tilewright.problem import Placement

__all__ = ["LONGEST_MOVES", "play"]

#: How many characters the moves of a saved game may have that goes to and fro: a few hundred moves.
LONGEST_MOVES = 8_000


def play(session: dict[str, Any], actions: list[dict[str, Any]], seconds: float) -> dict[str, Any]:
    """Make some moves in a saved game, and return it with what a face needs to draw it.

    Parameters
    ----------
    session : dict
        What `Session.save` returned; its ``puzzle`` is enough.
    actions : list of dict
        What to do, one after the other: ``do`` and what goes with it (see `tilewright.web.schema.play`). One
        that cannot be done is left out, and said in ``refused``.
    seconds : float
        How long was played since the game was saved.
    """
    game = Session.load(session)
    game = replace(game, seconds=game.seconds + seconds)
    refused = []
    for action in actions:
        try:
            game = _do(game, action)
        except RequestError as error:
            refused.append(error.message)
    return {"session": game.save(LONGEST_MOVES), "refused": refused, **_seen(game)}


#: What is done to edges.
_STROKES = {"toggle": Session.toggle, "note": Session.note, "erase": Session.erase}


def _do(game: Session, action: dict[str, Any]) -> Session:
    """Do what an action says."""
    what = action["do"]
    if what == "place":
        return game.place(action["piece"], _cells(action["cells"]))
    if what == "shift":
        return game.shift(_cell(action["cell"]), _cells(action["cells"]))
    if what == "lift":
        return game.lift(_cell(action["cell"]))
    if what == "hold":
        return game.hold(action["piece"], action["orientation"])
    if what in _STROKES:
        return _STROKES[what](game, [((a, b), (c, d)) for a, b, c, d in action["edges"]])
    if what == "outline":
        return game.outline(_cells(action["cells"]))
    if what == "follow":
        placement = Placement(action["piece"], _cells(action["cells"]))
        return game.follow(Hint(action["hint"], "", placement))
    moves = {"undo": game.undo, "redo": game.redo, "clear": game.clear}
    if what not in moves:
        raise PlayError(f"there is no action '{what}'")
    return moves[what]()


def _cell(cell: list[int]) -> Cell:
    return tuple(cell)


def _cells(cells: list[list[int]]) -> tuple[Cell, ...]:
    return tuple(map(_cell, cells))


def _seen(game: Session) -> dict[str, Any]:
    """Return what a face needs to draw a game."""
    *layers, columns = game.problem.board.shape
    position = game.position
    free = position.free
    names = [piece.name for piece in game.problem.pieces]
    return {
        "state": game.state.to_json(),
        "tiles": [
            {
                "piece": placement.piece,
                "cells": placement.cells,
                "orientation": game.rules.orientation(placement),
                "given": given,
            }
            for given, placements in (
                (True, map(game.rules.named, game.problem.placed)),
                (False, position.tiles),
            )
            for placement in placements
        ],
        "closed": [
            {"kind": region.kind, "cells": region.cells}
            for region in position.regions
            if region.piece is None
        ],
        "free": [
            "".join(
                free[cell] or "#" if (cell := (*row, column)) in free else "." for column in range(columns)
            )
            for row in np.ndindex(*layers)
        ],
        "left": {name: game.left(name) for name in names},
        "hand": {name: game.orientation(name) for name in names},
        "solved": game.solved,
        "share": position.share,
        "undo": bool(game.past),
        "redo": bool(game.future),
    }
