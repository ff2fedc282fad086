"""Sheet: a puzzle as a face needs it, and boards that are small enough to be played on."""

from __future__ import annotations

import re
from typing import Any

import numpy as np

from tilewright.board import Board
from tilewright.errors import BoardError
from tilewright.identity import puzzle_id
from tilewright.piece import Piece
from tilewright.problem import Placement, Problem
from tilewright.puzzle import Puzzle

__all__ = ["LARGEST_BOARD", "describe", "read_board"]

#: The most cells (bounding rectangle) of a board.
LARGEST_BOARD = 576


def read_board(word: str) -> Board:
    """Read a board that is small enough to be played on.

    Raises
    ------
    BoardError
        If it is too large, or no board.
    """
    text = word.strip("\n")
    if match := re.match(r"(\d+)[xX×](\d+)", text):
        area = int(match[1][:9]) * int(match[2][:9])
    elif match := re.match(r"2\^(\d+)", text):
        area = 1 << (2 * min(int(match[1][:3]), 30))
    else:
        lines = re.split(r"[\n/]", text)
        area = len(lines) * max(map(len, lines))
    if area > LARGEST_BOARD:
        raise BoardError(
            f"the board has {area} cells; here at most {LARGEST_BOARD} are allowed", where="board"
        )
    return Board.from_text(text) if "\n" in text else Board.parse(text)


def _cells(placement: Placement) -> list[list[int]]:
    return [list(cell) for cell in placement.cells]


def describe(found: Puzzle) -> dict[str, Any]:
    """Return all that a face needs to know of a puzzle."""
    problem = found.problem()
    problem.check()
    board = problem.board
    if board.mask.size > LARGEST_BOARD:
        raise BoardError(f"the board has {board.mask.size} cells; here at most {LARGEST_BOARD} are allowed")
    marks = [
        [row, column, board.alphabet[int(board.marks[row, column]) - 1]]
        for row, column in np.argwhere(board.marks > 0).tolist()
    ]
    return {
        "id": puzzle_id(found),
        "title": found.title,
        "kind": found.kind,
        "source": found.source,
        "tilings": found.tilings,
        "rows": board.shape[0],
        "columns": board.shape[1],
        "cells": ["".join("#" if cell else "." for cell in row) for row in board.mask.tolist()],
        "marks": marks,
        "turn": problem.turn,
        "pieces": [
            _piece(piece, problem, short) for piece, short in zip(problem.pieces, problem.names, strict=True)
        ],
        "placed": [{"piece": _full(problem, p.piece), "cells": _cells(p)} for p in problem.placed],
        "empty": [problem.empty_least, problem.empty_most],
    }


def _full(problem: Problem, name: str) -> str:
    index = problem.piece_index(name)
    return name if index is None else problem.pieces[index].name


def _piece(piece: Piece, problem: Problem, short: str) -> dict[str, Any]:
    return {
        "name": piece.name,
        "label": short if "#" not in short and "/" not in short else "",
        "cells": [list(cell) for cell in piece.polyomino.cells],
        "marks": list(piece.marks) or [""] * len(piece.polyomino),
        "turn": piece.turn or problem.turn,
        "least": piece.least,
        "most": piece.most,
        "orientations": [
            {"cells": [list(cell) for cell in shape.cells], "marks": list(marks)}
            for shape, marks in piece.orientations(problem.turn)
        ],
    }
