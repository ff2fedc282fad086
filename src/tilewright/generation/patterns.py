"""Patterns: puzzles made of any number of each piece: dots, and holes found by dots."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace

import numpy as np

from tilewright.board import Board
from tilewright.deduction import LARGEST, Deducer
from tilewright.errors import RequestError
from tilewright.generation.climb import climb, random_tiling
from tilewright.generation.levels import LEVELS, solved_within
from tilewright.generation.marks import dotted
from tilewright.generation.proof import has_one_solution, solutions
from tilewright.identity import make_puzzle
from tilewright.piece import Piece
from tilewright.polyomino import Polyomino
from tilewright.problem import Problem
from tilewright.puzzle import Puzzle
from tilewright.symmetry import Turn
from tilewright.tiling import Tiling

__all__ = ["DotPuzzles", "any_number", "pieces_of"]

#: Up to this many tilings of a board all are tried before it is said that none makes a puzzle.
_TRIED = 3_000


class DotPuzzles:
    """Makes dot puzzles on one board.

    Parameters
    ----------
    board : Board
    pieces : tuple of Piece
        What to draw from, any number of each. Those without marks get the default ones.
    turn : {"free", "one-sided", "fixed"}
    hole : bool
        One cell, which is to be found, stays empty.
    """

    def __init__(self, board: Board, pieces: tuple[Piece, ...], turn: Turn, *, hole: bool) -> None:
        self.board = board
        self.turn: Turn = turn
        self.hole = hole
        self.empty = (1, 1) if hole else 0
        self.free = any_number(pieces, turn)
        self.marked = dotted(pieces, some=False, turn=turn)
        self.both = dotted(pieces, some=True, turn=turn)
        #: The ways to mark each shape: several, if the marks of a piece can lie in several ways.
        self.choices: dict[Polyomino, list[tuple[str, ...]]] = {}
        for piece in self.marked:
            for shape, marks in piece.orientations(turn):
                ways = self.choices.setdefault(shape, [])
                if marks not in ways:
                    ways.append(marks)
        self.alphabet = tuple(
            sorted({mark for ways in self.choices.values() for marks in ways for mark in marks if mark})
        )

    def make(self, dice: random.Random, level: str | None, minimal: bool) -> tuple[Puzzle, Tiling] | None:
        """Return a puzzle, with the level if that can be reached; None if this attempt failed."""
        start = self._start(dice)
        if start is None:
            return None

        def puzzle(tiling: Tiling) -> Problem:
            return self._problem(self._with_dots(tiling), self.marked)

        rounds = 40 + 6 * start.size
        tiling = climb(start, self.free, self.turn, puzzle, dice, rounds=rounds)
        if tiling is None or self._monotonous(tiling):
            return None
        field, pieces = self._with_dots(tiling), self.marked
        # Where pieces without dots would allow a second solution even now, no dot can be left out.
        if (minimal or self._too_easy(field, pieces, level)) and has_one_solution(
            self._problem(field, self.both)
        ):
            field, pieces = self._fewer_dots(field, dice, None if minimal else level), self.both
        return self._finished(field, pieces)

    def any(self) -> tuple[Puzzle, Tiling]:
        """Return the first puzzle that any tiling of the board makes, where the tilings are few enough to try all.

        Raises
        ------
        RequestError
            If none of them makes one.
        """
        tilings = solutions(Problem(self.board, *self.free, turn=self.turn, empty=self.empty), _TRIED + 1)
        for tiling in tilings:
            field = self._with_dots(tiling)
            if has_one_solution(self._problem(field, self.marked)):
                made = self._finished(field, self.marked)
                if made is not None:
                    return made
        proven = len(tilings) <= _TRIED and all(len(ways) == 1 for ways in self.choices.values())
        what = f"none of the {len(tilings)} tilings" if proven else "none of many tilings"
        raise RequestError(
            f"{what} of this board makes a puzzle with exactly one solution; take another board, other pieces, or "
            "dots in other cells"
        )

    def _finished(self, field: Board, pieces: tuple[Piece, ...]) -> tuple[Puzzle, Tiling] | None:
        made = make_puzzle(
            "hole" if self.hole else "dots",
            field,
            tuple(piece.word() for piece in pieces),
            turn=self.turn,
            empty=(1, 1) if self.hole else (0, 0),
        )
        found = solutions(made.problem(), 2)
        return (made, found[0]) if len(found) == 1 else None

    def _start(self, dice: random.Random) -> Tiling | None:
        if not self.hole:
            return random_tiling(self.board, self.free, self.turn, dice)
        cells = np.argwhere(self.board.mask).tolist()
        dice.shuffle(cells)
        for cell in cells if len(cells) > 1 else []:
            mask = self.board.mask.copy()
            mask[tuple(cell)] = False
            start = random_tiling(Board(mask), self.free, self.turn, dice)
            if start is not None:
                return start
        return None

    def _problem(self, field: Board, pieces: tuple[Piece, ...]) -> Problem:
        return Problem(field, *pieces, turn=self.turn, empty=self.empty)

    def _monotonous(self, tiling: Tiling) -> bool:
        """Whether nearly all tiles are of one piece, although there are others: climbing tends there."""
        used = [piece.most or 0 for piece in pieces_of(tiling, self.free, self.turn)]
        return len(self.free) > 1 and tiling.size > 6 and max(used) > 0.75 * tiling.size

    def _with_dots(self, tiling: Tiling) -> Board:
        """Return the board with the marks of each tile, in the first of the ways that they can lie."""
        codes = np.zeros(self.board.shape, dtype=np.int16)
        for tile in range(tiling.size):
            cells = np.argwhere(tiling.labels == tile).tolist()
            marks = self.choices[Polyomino.from_array(tiling.labels == tile)][0]
            for (row, column), mark in zip(cells, marks, strict=True):
                codes[row, column] = 1 + self.alphabet.index(mark) if mark else 0
        return Board(self.board.mask, marks=codes, alphabet=self.alphabet)

    def _too_easy(self, field: Board, pieces: tuple[Piece, ...], level: str | None) -> bool:
        """Whether the steps of an easier level than the one that was asked for solve the puzzle."""
        if level is None or level == LEVELS[0]:
            return False
        cover = self._problem(field, pieces).cover()
        easier = LEVELS[LEVELS.index(level) - 1]
        return cover.size <= LARGEST and solved_within(Deducer(cover), easier)

    def _fewer_dots(self, field: Board, dice: random.Random, level: str | None) -> Board:
        """Leave dots out, in random order, as long as there is one solution; with a level, until it is reached."""
        dots = np.argwhere(field.marks > 0).tolist()
        dice.shuffle(dots)
        for dot in dots:
            if level is not None and not self._too_easy(field, self.both, level):
                break
            codes = field.marks.copy()
            codes[tuple(dot)] = 0
            fewer = Board(field.mask, marks=codes, alphabet=field.alphabet)
            problem = self._problem(fewer, self.both)
            if not has_one_solution(problem):
                continue
            if level is not None:
                cover = problem.cover()
                if cover.size > LARGEST or not solved_within(Deducer(cover), level):
                    continue
            field = fewer
        return field


def any_number(pieces: tuple[Piece, ...], turn: Turn) -> tuple[Piece, ...]:
    """Return any number of each piece, without marks, each shape once."""
    bare: dict[tuple[object, ...], Piece] = {}
    for piece in pieces:
        plain = Piece(piece.polyomino, piece.name if not piece.marks else "", 0, None, piece.turn)
        bare.setdefault(plain.orientations(turn), plain)
    return tuple(bare.values())


def pieces_of(tiling: Tiling, free: tuple[Piece, ...], turn: Turn) -> tuple[Piece, ...]:
    """Return the pieces of a tiling with their numbers of copies."""
    shapes = {shape: number for number, piece in enumerate(free) for shape, _ in piece.orientations(turn)}
    used: Counter[int] = Counter()
    for tile in range(tiling.size):
        used[shapes[Polyomino.from_array(tiling.labels == tile)]] += 1
    return tuple(replace(free[n], least=used[n], most=used[n]) for n in sorted(used))
