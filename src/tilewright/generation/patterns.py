"""Patterns: puzzles made of any number of each piece: dots, holes found by dots, sigils."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace

import numpy as np

from tilewright.board import Board
from tilewright.deduction import GRADES, LARGEST, Grade, grade
from tilewright.generation.climb import climb, random_tiling
from tilewright.generation.marks import dotted
from tilewright.generation.proof import has_one_solution, solutions
from tilewright.identity import make_puzzle
from tilewright.piece import Piece
from tilewright.polyomino import Polyomino
from tilewright.problem import Problem
from tilewright.puzzle import Puzzle
from tilewright.symmetry import Turn
from tilewright.tiling import Tiling

__all__ = ["dot_puzzle", "hole_puzzle", "sigil_puzzle"]

_RANK = {name: rank for rank, name in enumerate(GRADES)}
_Made = tuple[Puzzle, Tiling, Grade | None]


def dot_puzzle(
    board: Board, pieces: tuple[Piece, ...], turn: Turn, dice: random.Random, minimal: bool, level: str | None
) -> _Made | None:
    """Return a dot puzzle on a board; None if this attempt failed."""
    return _dots(board, board, pieces, turn, dice, minimal, level, hole=False)


def hole_puzzle(
    board: Board, pieces: tuple[Piece, ...], turn: Turn, dice: random.Random, minimal: bool, level: str | None
) -> _Made | None:
    """Return a dot puzzle in which one cell, which is to be found, stays empty; None if this attempt failed."""
    cells = np.argwhere(board.mask)
    mask = board.mask.copy()
    mask[tuple(cells[dice.randrange(len(cells))])] = False
    if not mask.any():
        return None
    return _dots(board, Board(mask), pieces, turn, dice, minimal, level, hole=True)


def _dots(
    board: Board,
    tiled: Board,
    pieces: tuple[Piece, ...],
    turn: Turn,
    dice: random.Random,
    minimal: bool,
    level: str | None,
    *,
    hole: bool,
) -> _Made | None:
    free = _any_number(pieces, turn)
    start = random_tiling(tiled, free, turn, dice)
    if start is None:
        return None
    marked = dotted(pieces, some=False, turn=turn)
    empty = (1, 1) if hole else 0

    def puzzle(tiling: Tiling) -> Problem:
        return Problem(_with_dots(board, tiling, marked, turn), *marked, turn=turn, empty=empty)

    tiling = climb(start, free, turn, puzzle, dice, unique=False, rounds=40 + 6 * start.size)
    if tiling is None or _monotonous(tiling, free, turn):
        return None
    field = puzzle(tiling).board
    problem = Problem(field, *marked, turn=turn, empty=empty)
    graded = _grade(problem)
    if minimal or (level is not None and graded is not None and _RANK[graded.level] < _RANK[level]):
        both = dotted(pieces, some=True, turn=turn)
        if has_one_solution(Problem(field, *both, turn=turn, empty=empty)):
            field, graded = _fewer_dots(field, both, turn, dice, empty, None if minimal else level)
            marked = both
        # Otherwise pieces without dots would allow a second solution even now: no dot can be left out.
    made = make_puzzle(
        "hole" if hole else "dots",
        field,
        tuple(piece.word() for piece in marked),
        turn=turn,
        empty=(1, 1) if hole else (0, 0),
    )
    found = solutions(made.problem(), 2)
    return (made, found[0], graded) if len(found) == 1 else None


def _grade(problem: Problem) -> Grade | None:
    cover = problem.cover()
    return grade(cover) if cover.size <= LARGEST else None


def _monotonous(tiling: Tiling, pieces: tuple[Piece, ...], turn: Turn) -> bool:
    """Whether nearly all tiles are of one piece, although there are others: no fun, and climbing tends there."""
    used = [piece.most or 0 for piece in _list(tiling, pieces, turn)]
    return len(pieces) > 1 and tiling.size > 6 and max(used) > 0.75 * tiling.size


def _any_number(pieces: tuple[Piece, ...], turn: Turn) -> tuple[Piece, ...]:
    """Return any number of each piece, without marks, each shape once."""
    bare: dict[tuple[object, ...], Piece] = {}
    for piece in pieces:
        plain = Piece(piece.polyomino, piece.name if not piece.marks else "", 0, None, piece.turn)
        bare.setdefault(plain.orientations(turn), plain)
    return tuple(bare.values())


def _with_dots(board: Board, tiling: Tiling, marked: tuple[Piece, ...], turn: Turn) -> Board:
    """Return the board with the marks of each tile."""
    choices: dict[Polyomino, tuple[str, ...]] = {}
    for piece in marked:
        for shape, marks in piece.orientations(turn):
            choices.setdefault(shape, marks)
    alphabet = tuple(sorted({mark for marks in choices.values() for mark in marks if mark}))
    codes = np.zeros(board.shape, dtype=np.int16)
    for tile in range(tiling.size):
        cells = np.argwhere(tiling.labels == tile).tolist()
        for (row, column), mark in zip(
            cells, choices[Polyomino.from_array(tiling.labels == tile)], strict=True
        ):
            codes[row, column] = 1 + alphabet.index(mark) if mark else 0
    return Board(board.mask, marks=codes, alphabet=alphabet)


def _fewer_dots(
    board: Board,
    marked: tuple[Piece, ...],
    turn: Turn,
    dice: random.Random,
    empty: int | tuple[int, int],
    level: str | None,
) -> tuple[Board, Grade | None]:
    """Leave dots out, in random order, as long as there is one solution; with a level, until it is reached."""
    dots = np.argwhere(board.marks > 0).tolist()
    dice.shuffle(dots)
    graded = _grade(Problem(board, *marked, turn=turn, empty=empty))
    for dot in dots:
        if level is not None and (graded is None or graded.level == level):
            break
        codes = board.marks.copy()
        codes[tuple(dot)] = 0
        fewer = Board(board.mask, marks=codes, alphabet=board.alphabet)
        problem = Problem(fewer, *marked, turn=turn, empty=empty)
        if not has_one_solution(problem):
            continue
        found = _grade(problem) if level is not None else None
        if found is not None and level is not None and _RANK[found.level] > _RANK[level]:
            continue
        board, graded = fewer, found
    return board, graded


def sigil_puzzle(board: Board, pieces: tuple[Piece, ...], turn: Turn, dice: random.Random) -> _Made | None:
    """Return a list of pieces that fit on a board in one way; None if this attempt failed."""
    free = _any_number(pieces, turn)
    start = random_tiling(board, free, turn, dice)
    if start is None:
        return None

    def puzzle(tiling: Tiling) -> Problem:
        return Problem(board, *_list(tiling, free, turn), turn=turn)

    tiling = climb(start, free, turn, puzzle, dice, unique=True, rounds=40 + 6 * start.size)
    if tiling is None:
        return None
    words = _words(_list(tiling, free, turn))
    made = make_puzzle("sigil", board, words, turn=turn)
    found = solutions(made.problem(), 2, unique=True)
    return (made, found[0], None) if len(found) == 1 else None


def _list(tiling: Tiling, free: tuple[Piece, ...], turn: Turn) -> tuple[Piece, ...]:
    """Return the pieces of a tiling with their numbers of copies."""
    shapes = {shape: number for number, piece in enumerate(free) for shape, _ in piece.orientations(turn)}
    used: Counter[int] = Counter()
    for tile in range(tiling.size):
        used[shapes[Polyomino.from_array(tiling.labels == tile)]] += 1
    return tuple(replace(free[n], least=used[n], most=used[n]) for n in sorted(used))


def _words(pieces: tuple[Piece, ...]) -> tuple[str, ...]:
    return tuple(piece.word() for piece in pieces)
