"""Gallery: the named puzzles as cards, and what is played on a day."""

from __future__ import annotations

import datetime
import functools
from typing import Any

import numpy as np

from tilewright.puzzle import Puzzle, named_puzzles
from tilewright.web.colors import colors_of_pieces

__all__ = ["cards", "daily_requests"]

#: What is made for each day of the week, Monday first: a little harder every day.
_WEEK = (
    ("6x6", "easy"),
    ("6x6", "medium"),
    ("6x9", "easy"),
    ("6x9", "medium"),
    ("6x6", "hard"),
    ("9x9", "medium"),
    ("9x9", "easy"),
)


@functools.cache
def cards() -> dict[str, Any]:
    """Return the named puzzles that have a card."""
    return {"puzzles": [_card(puzzle) for puzzle in named_puzzles()]}


def _card(puzzle: Puzzle) -> dict[str, Any]:
    board, problem = puzzle.board, puzzle.problem()
    colors = colors_of_pieces([piece.name for piece in problem.pieces])
    return {
        "id": puzzle.name,
        "title": puzzle.title,
        "collection": puzzle.collection,
        "kind": puzzle.kind,
        "level": puzzle.level,
        "cells": ["".join("#" if cell else "." for cell in row) for row in board.mask.tolist()],
        "marks": [
            (row, column, board.alphabet[int(board.marks[row, column]) - 1])
            for row, column in np.argwhere(board.marks > 0).tolist()
        ],
        "pieces": [
            ([list(cell) for cell in piece.polyomino.cells], color, piece.most)
            for piece, color in zip(problem.pieces, colors, strict=True)
        ],
    }


def daily_requests(day: datetime.date) -> dict[str, dict[str, Any]]:
    """Return the requests (see `tilewright.web.work.make`) of the puzzles of a day."""
    board, level = _WEEK[day.weekday()]
    seed = day.toordinal()
    common = {"turn": "free", "seed": seed, "minimal": False}
    return {
        "calendar": {
            **common,
            "kind": "calendar",
            "board": "",
            "pieces": [],
            "level": None,
            "date": day.isoformat(),
        },
        "dots": {
            **common,
            "kind": "dots",
            "board": board,
            "pieces": ["trominoes"],
            "level": level,
            "date": None,
        },
    }
