"""Gallery: the named puzzles as cards, what is played on a day, and what there is to make."""

from __future__ import annotations

import datetime
import functools
from typing import Any

from tilewright.drawing.makers.tile_colors import piece_colors
from tilewright.puzzle import KIND_OF, Kind, Puzzle, named_puzzles
from tilewright.web.answers.sheet import marks_of
from tilewright.web.answers.space import lattice_of, lines_of

__all__ = ["cards", "daily_requests", "daily_words", "kinds"]


@functools.cache
def cards() -> dict[str, Any]:
    """Return the named puzzles."""
    return {"puzzles": [_card(puzzle) for puzzle in named_puzzles()]}


def _card(puzzle: Puzzle) -> dict[str, Any]:
    board, problem = puzzle.board, puzzle.problem()
    colors = piece_colors([piece.name for piece in problem.pieces])
    return {
        "id": puzzle.name,
        "title": puzzle.title,
        "collection": puzzle.collection,
        "kind": puzzle.kind,
        "level": puzzle.level,
        "cells": lines_of(board.mask),
        "lattice": lattice_of(board, board.shape),
        "marks": marks_of(board),
        "pieces": [
            ([list(cell) for cell in piece.polyomino.cells], color, piece.most)
            for piece, color in zip(problem.pieces, colors, strict=True)
        ],
    }


def kinds() -> list[dict[str, Any]]:
    """Return the kinds of puzzles that are made, with what there is to choose for each."""
    return [
        {
            "name": name,
            "title": kind.title,
            "summary": kind.summary,
            "about": kind.about,
            "offers": [
                {"title": each.title, "boards": list(each.boards), "pieces": list(each.choices)}
                for each in kind.offers
            ],
            "given": kind.given,
            "dated": kind.own_board,
        }
        for name, kind in KIND_OF.items()
        if kind.summary
    ]


def daily_requests(day: datetime.date) -> dict[Kind, dict[str, Any]]:
    """Return the requests (see `tilewright.web.answers.work.make`) of the puzzles of a day, by their kinds."""
    requests: dict[Kind, dict[str, Any]] = {}
    # That of the date comes first.
    for name, kind in sorted(KIND_OF.items(), key=lambda each: not each[1].own_board):
        if kind.week:
            board, level = kind.week[day.weekday()]
            requests[name] = {
                "kind": name,
                "board": board,
                "pieces": None,
                "turn": None,
                "seed": day.toordinal(),
                "level": level,
                "minimal": False,
                "date": day.isoformat() if kind.own_board else None,
            }
    return requests


def daily_words(name: Kind, area: int, size: int) -> tuple[str, str]:
    """Return what the daily puzzle of a kind is called, and what there is to do.

    Parameters
    ----------
    name : str
    area, size : int
        The number of cells to cover, and of those of a piece.
    """
    title, doing = KIND_OF[name].daily
    return title, doing.format(tiles=area // size)
