"""Puzzles, lattices and boards as the page needs them: values of JSON, which ``answers.d.ts``
describes.
"""

from __future__ import annotations

import functools
import itertools
import math
import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tilewright.drawing.makers.layout import seam_arrows
from tilewright.drawing.makers.tile_colors import piece_colors
from tilewright.errors import BoardError, RequestError, quoted
from tilewright.model.board import Board
from tilewright.model.cover import compile_cover
from tilewright.model.naming import naming
from tilewright.model.problem import Problem
from tilewright.model.puzzle import KINDS, PLAIN, Puzzle, calendar_names, named_puzzles, puzzle_id
from tilewright.model.puzzle.ids import size_words
from tilewright.model.rules.rule_types import Apart, Clues, Maximal, Rule, Tiles
from tilewright.model.space.lattice import LATTICES, Cell, Lattice
from tilewright.model.space.surface import Space, is_flat_squares
from tilewright.puzzles.deduction import Grade, called
from tilewright.puzzles.play.rulebook import Rulebook, rulebook

#: Digits of the coordinates that are sent.
_DIGITS = 6


def space_of(space: Space, mask: NDArray[np.bool_], copies: Mapping[Cell, Cell]) -> dict[str, Any]:
    """Return the cells of a board or tiling as the page needs them."""
    return {
        "rows": mask.shape[-2],
        "columns": mask.shape[-1],
        "cells": lines_of(mask),
        "lattice": lattice_of(space, mask.shape),
        "copies": [[*copy, *cell] for copy, cell in copies.items()],
        "seams": _seams(space, mask),
    }


def lines_of(mask: NDArray[np.bool_]) -> list[str]:
    """Return the rows of a board, layer by layer, as text: ``#`` a cell, ``.`` none."""
    return [
        "".join("#" if cell else "." for cell in row)
        for row in mask.reshape(-1, mask.shape[-1]).tolist()
    ]


def lattice_of(space: Space, shape: tuple[int, ...]) -> dict[str, Any] | None:
    """Return the lattice of a board as the page needs it; None for flat squares."""
    if is_flat_squares(space):
        return None
    return lattice_sheet(space.lattice, 0 if space.lattice.dimension == 2 else shape[0])


def lattice_sheet(lattice: Lattice, layers: int = 0) -> dict[str, Any]:
    """Return a lattice as the page needs it; `layers` are those of a board of cubes."""
    plane = lattice.dimension == 2
    outlines = [_outline(lattice, kind) for kind in range(lattice.kinds)]
    least = np.min([point for corners in outlines for point in corners], axis=0)
    steps = [list(step) for step in lattice.basis] if plane else [[0.0, 1.0], [1.0, 0.0]]
    return {
        "cells": lattice.cells,
        "kinds": lattice.kinds,
        "polygons": [_round(np.array(corners) - least) for corners in outlines],
        "steps": _round(np.array(steps)),
        "faces": [[list(step) for step in steps] for steps in lattice.faces],
        "touching": [[list(step) for step in steps] for steps in lattice.touching],
        "arrows": _arrows(lattice, np.array(steps)),
        "degrees": 360 // len(lattice.cycles[0]),
        "layers": layers,
    }


def _outline(lattice: Lattice, kind: int) -> list[tuple[float, float]]:
    """Return the corners of a cell of a kind, clockwise; for a cube, those of its top."""
    if lattice.dimension == 2:
        return [(x, y) for x, y in lattice.outline((0, kind))]
    return [(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)]


def _arrows(lattice: Lattice, steps: NDArray[np.float64]) -> dict[str, list[list[int]]]:
    """Return the steps of the arrow keys."""
    # Where straight ahead is between cells there are two, for even and odd rows.
    up, right = (_steps_ahead(lattice, steps, direction) for direction in ((0, -1), (1, 0)))
    arrows = {"ArrowUp": up, "ArrowRight": right[:1]}
    # A step down undoes the step up from the row below.
    arrows["ArrowDown"] = [[-x for x in step] for step in up[::-1]]
    arrows["ArrowLeft"] = [[-x for x in step] for step in right[:1]]
    if lattice.dimension == 3:
        arrows |= {"PageUp": [[-1, 0, 0]], "PageDown": [[1, 0, 0]]}
    return arrows


def _steps_ahead(
    lattice: Lattice, steps: NDArray[np.float64], direction: tuple[int, int]
) -> list[list[int]]:
    """Return the shortest of the steps closest to a direction."""
    front = (0,) * (lattice.dimension - 2)
    moves: list[tuple[float, float, list[int]]] = []
    for row, column in itertools.product((-1, 0, 1), repeat=2):
        move = row * steps[0] + column * steps[1]
        if length := math.hypot(*move):
            ahead = round(float(move @ np.array(direction)) / length, _DIGITS)
            moves.append((-ahead, round(length, _DIGITS), [*front, row, column * lattice.kinds]))
    moves.sort()
    return [step for ahead, length, step in moves if (ahead, length) == moves[0][:2]]


def _seams(space: Space, mask: NDArray[np.bool_]) -> list[Any]:
    """Return the lines of the arrows beside joined sides."""
    if not space.surface.joined:
        return []
    kinds = range(space.lattice.kinds)
    least = np.min([point for kind in kinds for point in _outline(space.lattice, kind)], axis=0)
    arrows = seam_arrows(np.where(mask, 0, -1), space.lattice, space.surface, 1.0, -least)
    return [_round(np.array(line)) for arrow in arrows for line in arrow.strokes()]


def _round(numbers: NDArray[np.float64]) -> list[Any]:
    rounded: list[Any] = (numbers.round(_DIGITS) + 0.0).tolist()
    return rounded


@functools.cache
def cards() -> dict[str, Any]:
    """Return the gallery's puzzles."""
    return {
        "puzzles": [_describe_card(puzzle) for puzzle in named_puzzles()],
    }


def _describe_card(puzzle: Puzzle) -> dict[str, Any]:
    board, problem = puzzle.board, puzzle.problem()
    colors = piece_colors(problem.names, fixed=problem.colors)
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


def kinds() -> dict[str, Any]:
    """Return the kinds of puzzles that can be made, with their choices."""
    choices = [
        {
            "name": name,
            "title": kind.title,
            "about": kind.about,
            "offers": [
                {
                    "title": offer.title,
                    "boards": list(offer.boards),
                    "pieces": list(offer.choices),
                }
                for offer in kind.offers
            ],
            "levels": dict(kind.levels),
            "given": kind.given,
            "dated": kind.own_board,
            "editor": kind.editor,
        }
        for name, kind in KINDS.built_in.items()
    ]
    return {"kinds": choices}


#: The most cells of a board, in its bounding rectangle.
LARGEST_BOARD = 576


def read_board(word: str, most: int = LARGEST_BOARD) -> Board:
    """Read a board of at most `most` cells; by default, one that is small enough to play on."""
    text = word.strip("\n")
    # Check the size first: remove the words for surface and lattice.
    shape = re.sub(r"^(?:[a-z]+(?:\[[^\]]*\])?:)+", "", text)
    if match := re.match(r"(\d+)[xX×](\d+)(?:[xX×](\d+))?", shape):
        area = int(match[1][:9]) * int(match[2][:9]) * int((match[3] or "1")[:9])
    elif match := re.match(r"aztec:(\d+)", text):
        area = 4 * int(match[1][:9]) ** 2
    elif match := re.match(r"(?:triangle|hexagon|star)([\d,]+)", shape):
        area = max(int(side[:9] or "0") for side in match[1].split(",")) ** 2
    elif match := re.match(r"2\^(\d+)", text):
        area = 1 << (2 * min(int(match[1][:3]), 30))
    else:
        lines = re.split(r"[\n/]", text)
        area = len(lines) * max(map(len, lines))
    if area > most:
        raise BoardError(
            f"a board in the browser must have at most {most} cells, got {area}", where="board"
        )
    board = Board.from_text(text) if "\n" in text else Board.parse(text)
    if board.mask.size > most:
        raise BoardError(
            f"a board in the browser must have at most {most} cells, got {board.mask.size}",
            where="board",
        )
    return board


def grade_sheet(grade: Grade) -> dict[str, Any]:
    """Return how hard a puzzle is, and the steps that solve it."""
    steps = {str(step): number for step, number in grade.counts.items()}
    return {"level": grade.level, "score": grade.score, "steps": steps}


def describe(puzzle: Puzzle) -> dict[str, Any]:
    """Return everything that the page needs to know of a puzzle."""
    rules = rulebook(puzzle)
    problem = rules.problem
    problem.check()
    board = problem.board
    if board.lattice.name not in LATTICES.built_in:
        raise BoardError(f"boards of {board.lattice.cells} are not supported in the browser")
    if puzzle.kind not in KINDS.built_in:
        raise RequestError(
            f"puzzles of the kind {quoted(puzzle.kind)} are not supported in the browser"
        )
    if board.mask.size > LARGEST_BOARD:
        raise BoardError(
            f"a board in the browser must have at most {LARGEST_BOARD} cells, got {board.mask.size}"
        )
    if rules.drawn and not is_flat_squares(board):
        raise BoardError(f"outlines can be drawn only on flat boards of squares, got {board.name}")
    if board.marks.any() and board.lattice.dimension > 2:
        raise BoardError(f"marks on {board.lattice.cells} are not supported in the browser")
    colors = piece_colors(problem.names, fixed=problem.colors)
    return {
        "id": puzzle_id(puzzle),
        "title": title_of(puzzle, rules.drawn),
        "kind": puzzle.kind,
        "goal": _goal(puzzle, problem),
        "changeable": puzzle.kind == PLAIN and puzzle.name.startswith("id:"),
        "collected": not rules.drawn
        and ((puzzle.tilings or 0) > 1 or KINDS[puzzle.kind].own_board),
        "play": "outlines" if rules.drawn else "tray",
        "listed": KINDS[puzzle.kind].shows_pieces,
        "source": puzzle.source,
        "tilings": puzzle.tilings,
        **space_of(board, board.mask, rules.copies),
        "surface": board.surface.word(board.shape, board.lattice),
        "images": _images(rules),
        "turns": sorted(problem.turns()),
        "marks": marks_of(board),
        "names": [
            (row, column, name) for (row, column), name in calendar_names(board.mask).items()
        ],
        "turn": problem.turn,
        "pieces": [_describe_piece(rules, index, color) for index, color in enumerate(colors)],
        "placed": [
            {
                "piece": placement.piece,
                "cells": [list(cell) for cell in placement.cells],
                **({"marks": list(placement.marks)} if placement.marks else {}),
            }
            for placement in problem.placed
        ],
        **_describe_rules(problem),
        "empty": (problem.empty_least, problem.empty_most),
        "optional": np.argwhere(
            problem.optional if problem.has_optional else board.optional
        ).tolist(),
        "level": puzzle.level,
        "grade": None,
    }


def _describe_rules(problem: Problem) -> dict[str, Any]:
    """Return the rules, the marks that agree, and the congruent pieces, if there are any."""
    values: dict[str, Any] = {}
    if problem.rules:
        values["rules"] = [_rule_word(problem, rule) for rule in problem.rules]
    clues = [
        (*cell, str(clue))
        for rule in problem.rules
        if isinstance(rule, Clues)
        for cell, clue in rule.clues
        if len(cell) == 2
    ]
    if clues:
        values["clues"] = clues
    if problem.marks_agree:
        values["agree"] = {mark: list(others) for mark, others in problem.marks_agree.items()}
    if any(isinstance(rule, Apart) for rule in problem.rules):
        looks = [piece.polyomino.canonical("free") for piece in problem.pieces]
        values["shapes"] = [looks.index(look) for look in looks]
    return values


def _rule_word(problem: Problem, rule: Rule) -> str:
    """Return the words of a rule, with the names of pieces as the page has them."""
    if isinstance(rule, Maximal):
        raise RequestError("the page does not support the rule 'maximal'", where="rules")
    if isinstance(rule, Tiles | Apart) and rule.pieces:
        group = {index for name in rule.pieces if (index := problem.piece_index(name)) is not None}
        names = tuple(problem.pieces[index].name for index in sorted(group))
        return (
            replace(rule, pieces=names) if isinstance(rule, Tiles) else replace(rule, of=names)
        ).word()
    if not isinstance(rule, Clues):
        return rule.word()
    named = [
        (cell, problem.pieces[index].name)
        if isinstance(clue, str) and (index := problem.piece_index(clue)) is not None
        else (cell, clue)
        for cell, clue in rule.clues
    ]
    return replace(rule, clues=tuple(named)).word()


def _goal(puzzle: Puzzle, problem: Problem) -> str:
    """Return the goal of a puzzle beyond its board and pieces."""
    *most, last = [
        name
        for cell, name in calendar_names(puzzle.board.mask).items()
        if not puzzle.board.mask[cell]
    ] or [""]
    largest = max(len(piece.polyomino) for piece in problem.pieces)
    return KINDS[puzzle.kind].goal.format(free=f"{', '.join(most)} and {last}", largest=largest)


def title_of(puzzle: Puzzle, drawn: bool) -> str:
    """Return the title of a puzzle. A player's own puzzle with outlines is not called a sigil."""
    if drawn and puzzle.kind == PLAIN and puzzle.name.startswith("id:"):
        return f"My own {size_words(puzzle.board)}"
    return puzzle.title


def marks_of(board: Board) -> list[tuple[int, int, str]]:
    """Return row, column and mark of each marked cell of a plane board."""
    if board.lattice.dimension > 2:
        return []
    return [
        (row, column, board.alphabet[int(board.marks[row, column]) - 1])
        for row, column in np.argwhere(board.marks > 0).tolist()
    ]


def _images(rules: Rulebook) -> list[list[int]]:
    """Return the symmetries of a board that is not of flat squares, as permutations of cells."""
    board = rules.problem.board
    if is_flat_squares(board) or rules.drawn:
        return []
    return [symmetry.cells.tolist() for symmetry in compile_cover(rules.problem).cell_symmetries()]


def _describe_piece(rules: Rulebook, index: int, color: int) -> dict[str, Any]:
    piece = rules.problem.pieces[index]
    lattice = rules.problem.board.lattice
    half = (piece.turn or rules.problem.turn) == "half-turn"
    turns = [
        cycle[len(cycle) // 2 if half else step] for cycle in lattice.cycles for step in (-1, 1)
    ]
    return {
        "name": piece.name,
        "label": naming(piece.name).title,
        "called": called(rules.problem.pieces, index),
        "color": color,
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
