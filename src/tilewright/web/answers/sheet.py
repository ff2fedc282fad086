"""Sheet: a puzzle as a face needs it, and boards that are small enough to be played on."""

from __future__ import annotations

import re
from typing import Any

import numpy as np

from tilewright.board import Board
from tilewright.cover import compile_cover
from tilewright.deduction import called
from tilewright.drawing.makers.tile_colors import piece_colors
from tilewright.errors import BoardError
from tilewright.lattices.surface import is_flat_squares
from tilewright.naming import naming
from tilewright.play.rulebook import Rulebook, rulebook
from tilewright.puzzle import KIND_OF, PLAIN, Puzzle, calendar_names, puzzle_id
from tilewright.puzzle.identity import size_words
from tilewright.web.answers.space import space_of

__all__ = ["LARGEST_BOARD", "describe", "marks_of", "read_board", "title_of"]

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
    # Before it is made: what stands behind the words for surface and lattice.
    shape = re.sub(r"^(?:[a-z]+(?:\[[^\]]*\])?:)+", "", text)
    if match := re.match(r"(\d+)[xX×](\d+)(?:[xX×](\d+))?", shape):
        area = int(match[1][:9]) * int(match[2][:9]) * int((match[3] or "1")[:9])
    elif match := re.match(r"(?:triangle|hexagon)(\d+)", shape):
        area = int(match[1][:9]) ** 2
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
    if board.mask.size > LARGEST_BOARD:
        raise BoardError(
            f"the board has {board.mask.size} cells; here at most {LARGEST_BOARD} are allowed", where="board"
        )
    return board


def describe(found: Puzzle) -> dict[str, Any]:
    """Return all that a face needs to know of a puzzle."""
    rules = rulebook(found)
    problem = rules.problem
    problem.check()
    board = problem.board
    if board.mask.size > LARGEST_BOARD:
        raise BoardError(f"the board has {board.mask.size} cells; here at most {LARGEST_BOARD} are allowed")
    if rules.drawn and not is_flat_squares(board):
        raise BoardError(f"outlines are drawn on flat boards of squares here yet, not on {board.name}")
    if board.marks.any() and board.lattice.dimension > 2:
        raise BoardError(f"marks cannot be shown on {board.lattice.cells} here yet")
    colors = piece_colors([piece.name for piece in problem.pieces])
    return {
        "id": puzzle_id(found),
        "title": title_of(found, rules.drawn),
        "kind": found.kind,
        "goal": _goal(found),
        "changeable": found.kind == PLAIN and found.name.startswith("id:"),
        "collected": not rules.drawn and ((found.tilings or 0) > 1 or KIND_OF[found.kind].own_board),
        "play": "outlines" if rules.drawn else "tray",
        "source": found.source,
        "tilings": found.tilings,
        **space_of(board, board.mask, rules.copies),
        "images": _images(rules),
        "marks": marks_of(board),
        "names": [[*cell, name] for cell, name in calendar_names(board.mask).items()],
        "turn": problem.turn,
        "pieces": [{**_piece(rules, index), "color": color} for index, color in enumerate(colors)],
        "placed": [
            {"piece": rules.named(placement).piece, "cells": [list(cell) for cell in placement.cells]}
            for placement in problem.placed
        ],
        "empty": [problem.empty_least, problem.empty_most],
        "optional": np.argwhere(board.optional).tolist(),
    }


def _goal(found: Puzzle) -> str:
    """Return what is to be known of a puzzle beside its board and pieces."""
    *most, last = [
        name for cell, name in calendar_names(found.board.mask).items() if not found.board.mask[cell]
    ] or [""]
    return KIND_OF[found.kind].goal.format(free=f"{', '.join(most)} and {last}")


def title_of(found: Puzzle, drawn: bool) -> str:
    """Return what a puzzle is called: one that someone made to be played by outlines is no sigil."""
    if drawn and found.kind == PLAIN and found.name.startswith("id:"):
        return f"My own {size_words(found.board)}"
    return found.title


def marks_of(board: Board) -> list[tuple[int, int, str]]:
    """Return row, column and mark of each cell of the plane that has one."""
    if board.lattice.dimension > 2:
        return []
    return [
        (row, column, board.alphabet[int(board.marks[row, column]) - 1])
        for row, column in np.argwhere(board.marks > 0).tolist()
    ]


def _images(rules: Rulebook) -> list[list[int]]:
    """Return where the symmetries of a board that is no flat one of squares take its cells, by their numbers."""
    board = rules.problem.board
    if is_flat_squares(board) or rules.drawn:
        return []
    return [each.cells.tolist() for each in compile_cover(rules.problem).cell_symmetries()]


def _piece(rules: Rulebook, index: int) -> dict[str, Any]:
    piece = rules.problem.pieces[index]
    lattice = rules.problem.board.lattice
    turns = [cycle[step] for cycle in lattice.cycles for step in (-1, 1)]
    return {
        "name": piece.name,
        "label": naming(piece.name).title,
        "called": called(rules.problem.pieces, index),
        "cells": [list(cell) for cell in piece.polyomino.cells],
        "marks": list(piece.marks) or [""] * len(piece.polyomino),
        "least": piece.least,
        "most": piece.most,
        "first": rules.first[index],
        "orientations": [
            {
                "cells": [list(cell) for cell in shape.cells],
                "marks": list(marks),
                "turned": [rules.image(index, number, element) for element in turns],
                "flipped": rules.image(index, number, lattice.mirror),
            }
            for number, (shape, marks) in enumerate(rules.orientations[index])
        ],
    }
