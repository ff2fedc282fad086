"""Sheet: a puzzle as a face needs it, and boards that are small enough to be played on."""

from __future__ import annotations

import re
from typing import Any

import numpy as np

from tilewright.board import Board
from tilewright.drawing.makers.signs import tile_labels
from tilewright.errors import BoardError
from tilewright.lattices.surface import check_flat_squares
from tilewright.play.rulebook import Rulebook, rulebook
from tilewright.puzzle import KIND_OF, PLAIN, Puzzle, calendar_names, puzzle_id
from tilewright.web.answers.colors import colors_of_pieces

__all__ = ["LARGEST_BOARD", "describe", "read_board", "title_of"]

#: The most cells (bounding rectangle) of a board.
LARGEST_BOARD = 576
#: What R and F do to a piece: elements of the symmetry group.
_CLOCKWISE, _FLIP = 3, 4


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
    board = Board.from_text(text) if "\n" in text else Board.parse(text)
    check_flat_squares(board, "games on this page")
    return board


def describe(found: Puzzle) -> dict[str, Any]:
    """Return all that a face needs to know of a puzzle."""
    rules = rulebook(found)
    problem = rules.problem
    problem.check()
    board = problem.board
    if board.mask.size > LARGEST_BOARD:
        raise BoardError(f"the board has {board.mask.size} cells; here at most {LARGEST_BOARD} are allowed")
    marks = [
        [row, column, board.alphabet[int(board.marks[row, column]) - 1]]
        for row, column in np.argwhere(board.marks > 0).tolist()
    ]
    colors = colors_of_pieces([piece.name for piece in problem.pieces])
    return {
        "id": puzzle_id(found),
        "title": title_of(found, rules.drawn),
        "kind": found.kind,
        "goal": KIND_OF[found.kind].goal,
        "changeable": found.kind == PLAIN and found.name.startswith("id:"),
        "collected": not rules.drawn and ((found.tilings or 0) > 1 or KIND_OF[found.kind].own_board),
        "play": "outlines" if rules.drawn else "tray",
        "source": found.source,
        "tilings": found.tilings,
        "rows": board.shape[0],
        "columns": board.shape[1],
        "cells": ["".join("#" if cell else "." for cell in row) for row in board.mask.tolist()],
        "marks": marks,
        "names": [[*cell, name] for cell, name in calendar_names(board.mask).items()],
        "turn": problem.turn,
        "pieces": [
            {**_piece(rules, index), "label": label if label.isalpha() else "", "color": color}
            for index, (label, color) in enumerate(zip(tile_labels(problem.names), colors, strict=True))
        ],
        "placed": [
            {"piece": rules.named(placement).piece, "cells": [list(cell) for cell in placement.cells]}
            for placement in problem.placed
        ],
        "empty": [problem.empty_least, problem.empty_most],
    }


def title_of(found: Puzzle, drawn: bool) -> str:
    """Return what a puzzle is called: one that someone made to be played by outlines is no sigil."""
    if drawn and found.kind == PLAIN and found.name.startswith("id:"):
        rows, columns = found.board.shape
        return f"My own {rows} x {columns}"
    return found.title


def _piece(rules: Rulebook, index: int) -> dict[str, Any]:
    piece = rules.problem.pieces[index]
    return {
        "name": piece.name,
        "cells": [list(cell) for cell in piece.polyomino.cells],
        "marks": list(piece.marks) or [""] * len(piece.polyomino),
        "least": piece.least,
        "most": piece.most,
        "first": rules.first[index],
        "orientations": [
            {
                "cells": [list(cell) for cell in shape.cells],
                "marks": list(marks),
                "turned": rules.image(index, number, _CLOCKWISE),
                "flipped": rules.image(index, number, _FLIP),
            }
            for number, (shape, marks) in enumerate(rules.orientations[index])
        ],
    }
