"""Puzzles with any number of each piece: dot puzzles, and holes to be found by dots."""

from __future__ import annotations

import functools
import random
from collections.abc import Callable, Iterator

import numpy as np
from numpy.typing import NDArray

from tilewright.model.board import Board
from tilewright.model.cover import Cover, compile_cover
from tilewright.model.piece import Piece
from tilewright.model.problem import Problem
from tilewright.model.puzzle import LEVELS, Level
from tilewright.model.space.lattice import Turn
from tilewright.model.space.polyform import Polyform
from tilewright.puzzles.kinds.marks import dotted
from tilewright.puzzles.making.clues import (
    MOST_PUZZLES,
    ClueSubsets,
    NoPuzzleError,
    has_level,
    has_one_solution,
    is_solved_within,
    solutions,
)
from tilewright.puzzles.making.maker import Attempts, Order, SolvedPuzzle, solved
from tilewright.puzzles.making.search_field import DotField, DotLayout, climb, shuffle_layout
from tilewright.system.work.deadline import check_time

#: Boards with at most this many tilings are tried completely before giving up.
_TRIED = 3_000
#: Orders in which dots are removed from one tiling to reach a puzzle that needs guesses.
_ORDERS = 20


class DotPuzzles(Attempts):
    """Makes dot puzzles on one board."""

    def __init__(self, order: Order) -> None:
        super().__init__(order)
        self.board, pieces, turn = order.board, order.pieces, order.turn
        self.turn: Turn = turn
        self.hole = hole = order.about.empty > 0
        self.free = any_number(pieces, turn)
        self.marked = dotted(pieces, some=False, turn=turn)
        self.both = dotted(pieces, some=True, turn=turn)
        #: The ways to mark each shape; several if a piece's marks can lie differently.
        self.choices: dict[Polyform, list[tuple[str, ...]]] = {}
        for piece in self.marked:
            for shape, marks in piece.orientations(turn):
                ways = self.choices.setdefault(shape, [])
                if marks not in ways:
                    ways.append(marks)
        self.alphabet = tuple(
            sorted(
                {mark for ways in self.choices.values() for marks in ways for mark in marks if mark}
            )
        )
        code = {mark: number for number, mark in enumerate(("", *self.alphabet))}
        self.field = DotField(
            self.board,
            self.free,
            turn,
            {
                shape: [tuple(code[mark] for mark in marks) for marks in ways]
                for shape, ways in self.choices.items()
            },
            hole=hole,
        )

    def make(self, dice: random.Random, level: Level | None, minimal: bool) -> SolvedPuzzle:
        """Return a puzzle, of the requested level if possible; None if this attempt failed."""
        start = self._draw_layout(dice)
        if start is None:
            return None
        field = self.field
        layout = self._climb(start, dice, bare=False)
        if layout is None:
            return None
        marks, pieces = field.marks(layout), self.marked
        if minimal or self._is_too_easy(marks, pieces, level):
            # If unmarked pieces allowed a second solution with all dots, no dot could be removed.
            layout = self._climb(layout, dice, bare=True)
            if layout is not None:
                pieces = self.both
                marks = self._remove_most_dots(field.marks(layout), dice, level, minimal)
        return self._make_puzzle(marks, pieces)

    def _climb(self, layout: DotLayout, dice: random.Random, *, bare: bool) -> DotLayout | None:
        """Return a layout whose dots allow no other solution, even of unmarked pieces."""
        field = self.field

        def agreeing(layout: DotLayout) -> NDArray[np.bool_]:
            return field.agreeing_placements(field.marks(layout), bare=bare)

        rounds = 40 + (30 if bare else 6) * len(layout)
        result = climb(field, layout, agreeing, dice, rounds=rounds)
        return None if result is None or self._is_monotonous(result) else result

    def rescues(self) -> Iterator[SolvedPuzzle]:
        """Yield the first puzzle that any tiling of the board makes, if the tilings are few enough
        to try all.
        """
        tilings = solutions(self.order.problem(self.free), _TRIED + 1)
        for tiling in tilings:
            marks = self.field.marks(self.field.layout(tiling))
            if self._has_one_solution(marks):
                puzzle = self._make_puzzle(marks, self.marked)
                if puzzle is not None:
                    yield puzzle
                    return
        if len(tilings) > _TRIED or not self._marked_once():
            yield None
            return
        raise NoPuzzleError(
            f"none of the {len(tilings)} tilings of this board makes a puzzle with exactly one "
            "solution. Try another "
            "board, other pieces, or dots on other cells."
        )

    def _marked_once(self) -> bool:
        """Return True if the marks of each piece can lie in one way only."""
        return all(len(ways) == 1 for ways in self.choices.values())

    def list_clue_subsets(self) -> list[Callable[[], ClueSubsets]] | None:
        """Return the clue subsets of each tiling, or None if there are too many to try all."""
        layouts = self.field.tilings(self.field.agreeing_placements(None), _TRIED + 1)
        if len(layouts) > _TRIED or not self._marked_once():
            return None
        dots = [int(np.count_nonzero(self.field.marks(layout))) for layout in layouts]
        if sum(2 << number for number in dots) > MOST_PUZZLES:
            return None
        return [functools.partial(self._clue_subsets, layout) for layout in layouts]

    def _clue_subsets(self, layout: DotLayout) -> ClueSubsets:
        full = self.field.marks(layout)
        dots = np.flatnonzero(full)

        def clues(parts: list[int]) -> tuple[NDArray[np.int16], bool]:
            """Return the dots that stay, and whether unmarked pieces are allowed, which the last
            part says.
            """
            marks = np.zeros_like(full)
            staying = dots[[part for part in parts if part < len(dots)]]
            marks[staying] = full[staying]
            return marks, len(dots) not in parts

        def is_unique(parts: list[int]) -> bool:
            marks, bare = clues(parts)
            # Without unmarked pieces, all dots must stay.
            return (bare or len(parts) > len(dots)) and self._has_one_solution(marks, bare=bare)

        def reaches_level(parts: list[int], level: Level) -> bool:
            marks, bare = clues(parts)
            return has_level(self._cover(marks, self._pieces(bare)), level)

        def make(parts: list[int]) -> SolvedPuzzle:
            marks, bare = clues(parts)
            return self._make_puzzle(marks, self._pieces(bare))

        return ClueSubsets(len(dots) + 1, is_unique, reaches_level, make)

    def _make_puzzle(self, marks: NDArray[np.int16], pieces: tuple[Piece, ...]) -> SolvedPuzzle:
        words = tuple(piece.word() for piece in pieces)
        return solved(self.order.puzzle(words, self._board(marks)))

    def _draw_layout(self, dice: random.Random) -> DotLayout | None:
        """Return a random layout, drawn by the engine and then changed in many places."""
        holes = (
            np.argwhere(self.board.mask).tolist() if self.hole and self.board.area > 1 else [None]
        )
        dice.shuffle(holes)
        for hole in holes:
            mask = self.board.mask.copy()
            if hole is not None:
                mask[tuple(hole)] = False
            problem = Problem(Board(mask), *self.free, turn=self.turn)
            tilings = solutions(problem, 1, seed=dice.randrange(1 << 31))
            if tilings:
                return shuffle_layout(self.field, self.field.layout(tilings[0]), dice)
        return None

    def _pieces(self, bare: bool) -> tuple[Piece, ...]:
        """Return the pieces, perhaps also without marks."""
        return self.both if bare else self.marked

    def _cover(self, marks: NDArray[np.int16], pieces: tuple[Piece, ...]) -> Cover:
        return compile_cover(self.order.problem(pieces, self._board(marks)))

    def _is_monotonous(self, layout: DotLayout) -> bool:
        """Return True if nearly all tiles are of one piece although there are others."""
        most = int(self.field.copies(layout).max())
        return len(self.free) > 1 and len(layout) > 6 and most > 0.75 * len(layout)

    def _board(self, marks: NDArray[np.int16]) -> Board:
        """Return the board with marks."""
        codes = np.zeros(self.board.shape, dtype=np.int16)
        codes[self.board.mask] = marks
        return Board(self.board.mask, marks=codes, alphabet=self.alphabet)

    def _is_too_easy(
        self, marks: NDArray[np.int16], pieces: tuple[Piece, ...], level: Level | None
    ) -> bool:
        """Return True if the steps of an easier level solve the puzzle."""
        if level is None or level == LEVELS[0]:
            return False
        easier = LEVELS[LEVELS.index(level) - 1]
        return is_solved_within(self._cover(marks, pieces), easier)

    def _remove_most_dots(
        self, marks: NDArray[np.int16], dice: random.Random, level: Level | None, minimal: bool
    ) -> NDArray[np.int16]:
        """Remove dots until no more can be removed, or the level is reached.

        Puzzles that need guesses are rare, and likeliest with the fewest dots, so several such
        puzzles are tried.
        """
        if level != LEVELS[-1]:
            return self._remove_dots(marks, dice, None if minimal else level)
        for _ in range(_ORDERS):
            fewer = self._remove_dots(marks, dice, None)
            if not self._is_too_easy(fewer, self.both, level):
                break
        return fewer

    def _remove_dots(
        self, marks: NDArray[np.int16], dice: random.Random, level: Level | None
    ) -> NDArray[np.int16]:
        """Remove dots in random order: with one solution, or until the level is reached."""
        dots = np.flatnonzero(marks).tolist()
        dice.shuffle(dots)
        before = len(dots) + 1
        # A dot that had to stay can be removable later only if the board can then be turned.
        while np.count_nonzero(marks) < before:
            before = int(np.count_nonzero(marks))
            for dot in dots:
                check_time()
                if level is not None and not self._is_too_easy(marks, self.both, level):
                    return marks
                fewer = marks.copy()
                fewer[dot] = 0
                if not marks[dot] or not self._has_one_solution(fewer, bare=True):
                    continue
                if level is None or is_solved_within(self._cover(fewer, self.both), level):
                    marks = fewer
        return marks

    def _has_one_solution(self, marks: NDArray[np.int16], *, bare: bool = False) -> bool:
        """Return True if a quick search finds one solution, up to rotations."""
        if self.field.has_one_tiling(marks, bare=bare):
            return True
        if not any((marks[turn] == marks).all() for turn in self._rotations):
            return False
        return has_one_solution(self._cover(marks, self._pieces(bare)))

    @functools.cached_property
    def _rotations(self) -> list[NDArray[np.int32]]:
        """Where rotations of the board take its cells, without marks and without the identity."""
        return [turning.cells for turning in self.field.cover.turnings()[1:]]


def any_number(pieces: tuple[Piece, ...], turn: Turn) -> tuple[Piece, ...]:
    """Return the pieces without marks, any number of each, each shape once."""
    bare: dict[tuple[object, ...], Piece] = {}
    for piece in pieces:
        plain = Piece(piece.polyomino, piece.name if not piece.marks else "", 0, None, piece.turn)
        bare.setdefault(plain.orientations(turn), plain)
    return tuple(bare.values())
