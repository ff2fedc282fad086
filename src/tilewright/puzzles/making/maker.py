"""Makers, which generate puzzles of a kind on one board.

A kind of puzzle names its makers (`tilewright.model.puzzle.PuzzleKind`). A maker is created from an
`Order` and yields puzzles with one solution. Most makers work in attempts, each of which depends on
the seed and its number (`Attempts`).
"""

from __future__ import annotations

import importlib
import itertools
import math
import random
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Protocol, TypedDict, Unpack

import numpy as np
from numpy.typing import NDArray

from tilewright.errors import RequestError
from tilewright.model.board import Board
from tilewright.model.cover import compile_cover
from tilewright.model.piece import Piece
from tilewright.model.placement import Placement
from tilewright.model.problem import Problem
from tilewright.model.puzzle import (
    KINDS,
    LEVELS,
    Kind,
    Level,
    Puzzle,
    PuzzleKind,
    make_puzzle,
)
from tilewright.model.puzzle.ids import PuzzleParts, Recipe
from tilewright.model.rules.rule_types import Rule
from tilewright.model.space.lattice import Turn
from tilewright.model.tiling import Tiling
from tilewright.puzzles.making.clues import (
    ClueSubsets,
    all_puzzles,
    hardest,
    is_solved_within,
    only_solution,
)
from tilewright.puzzles.making.field import EFFORT, Dice, dice_of

# The version of the generator.
#
# A short ID names the version that made its puzzle, and that version's attempt makes it again.
# Raise `VERSION` if any attempt makes another puzzle than in the last release. Then the code that
# differs takes the version, so that short IDs of older versions still give the same puzzles; tests
# compare them. Versions 1 and 2 were never released.

VERSION = 3


#: Failed attempts after which all puzzles are tried if they are few, whether any has the level.
_PROVEN = 10

#: On a board with holes, the maker begins by removing one of this many tiles.
_HOLES = 6

#: A puzzle and its only solution, or None if an attempt failed.
SolvedPuzzle = tuple[Puzzle, Tiling] | None


class ProblemParts(TypedDict, total=False):
    """The parts of the problem of a puzzle besides its board and pieces."""

    rules: Sequence[Rule | str]
    marks_agree: Mapping[str, Sequence[str]]
    placed: Sequence[Placement]


@dataclass(frozen=True, slots=True)
class Order:
    """A request for puzzles: the kind, board, pieces and turn."""

    kind: Kind
    board: Board
    pieces: tuple[Piece, ...]
    turn: Turn
    is_list: bool
    title: str = ""
    date: tuple[int, int] | None = None
    own_calendar: bool = False

    @property
    def about(self) -> PuzzleKind:
        """The rules of the kind."""
        return KINDS[self.kind]

    @property
    def bare(self) -> tuple[Piece, ...]:
        """The pieces without their marks, for a board without marks."""
        return tuple(
            Piece(piece.polyomino, "", piece.least, piece.most, piece.turn)
            if piece.marks
            else piece
            for piece in self.pieces
        )

    @property
    def has_short_id(self) -> bool:
        """Whether a short ID can describe the request, because the board is a rectangle or the
        board of the kind.
        """
        if self.about.own_board:
            return not self.own_calendar
        return self.board.is_rectangle

    def recipe(self, level: Level | None, minimal: bool, seed: int, attempt: int) -> Recipe:
        """Return the recipe in a short ID: the request, and the attempt that made the puzzle."""
        shape = None if self.about.own_board else (self.board.shape[0], self.board.shape[1])
        made = (level, minimal, self.date, seed, attempt)
        return Recipe(VERSION, self.kind, shape, (), self.turn, *made)

    @property
    def empty(self) -> tuple[int, int]:
        """The minimum and maximum number of cells that stay empty, or are holes at first."""
        least = self.about.empty
        if self.about.holes:
            size = math.gcd(*(len(piece.polyomino) for piece in self.pieces))
            area, often = self.board.area, size * _HOLES
            least = area % size + size * ((area + often // 2) // often)
        return least, least

    def labeled_board(self, labels: NDArray[np.int32], alphabet: Sequence[str]) -> Board:
        """Return the board with the marks that the labels of its cells denote."""
        shown = np.unique(labels[labels > 0])
        codes = np.zeros(self.board.shape, dtype=np.int16)
        codes[self.board.mask] = np.where(labels, 1 + np.searchsorted(shown, labels), 0)
        return Board(
            self.board.mask, marks=codes, alphabet=[alphabet[label - 1] for label in shown.tolist()]
        )

    def problem(
        self, pieces: Sequence[Piece], board: Board | None = None, **parts: Unpack[ProblemParts]
    ) -> Problem:
        """Return a problem of this kind on the board, optionally with clues."""
        board = board or self.board
        return Problem(board, *pieces, turn=self.turn, empty=self.empty, **parts)

    def puzzle(
        self, words: tuple[str, ...], board: Board | None = None, **parts: Unpack[PuzzleParts]
    ) -> Puzzle:
        """Return a puzzle of this kind on the board, optionally with clues."""
        parts = {"turn": self.turn, "empty": self.empty, "title": self.title, **parts}
        return make_puzzle(self.kind, board or self.board, words, **parts)


def with_copies(pieces: Sequence[Piece], copies: Iterable[int]) -> tuple[Piece, ...]:
    """Return the pieces that have copies, with these numbers of copies."""
    return tuple(
        replace(piece, least=number, most=number)
        for piece, number in zip(pieces, copies, strict=True)
        if number
    )


def solved(puzzle: Puzzle) -> SolvedPuzzle:
    """Return a puzzle with its only solution, or None if it has no solution or several."""
    problem = puzzle.problem()
    solution = only_solution(problem, engine="dance" if problem.rules else "auto")
    return None if solution is None else (puzzle, solution)


class Maker(Protocol):
    """Generates puzzles for an order."""

    def __init__(self, order: Order) -> None: ...

    def candidates(
        self, seed: int, level: Level | None, minimal: bool
    ) -> Iterator[tuple[int | None, SolvedPuzzle]]:
        """Yield puzzles with one solution, each with the number of its attempt, or None if it does
        not come from an attempt.

        `SolvedPuzzle` is None for a failed attempt.
        """


#: A puzzle that is only made if it is needed.
Way = Callable[[], Puzzle]


class Attempts(ABC):
    """Generates puzzles in attempts. If all attempts fail and there are only a few puzzles, it
    tries all of them.
    """

    def __init__(self, order: Order) -> None:
        self.order = order

    @abstractmethod
    def make(self, dice: Dice, level: Level | None, minimal: bool) -> SolvedPuzzle:
        """Return a puzzle, with the requested level if possible, or None if this attempt failed."""

    def list_clue_subsets(self) -> list[Callable[[], ClueSubsets]] | None:
        """Return the clue subsets of each tiling, or None if there are too many to try all."""
        return None

    def rescues(self, seed: int, level: Level | None, *, succeeded: bool) -> Iterator[SolvedPuzzle]:
        """Yield puzzles made by other means after all attempts failed."""
        yield from ()

    def candidates(
        self, seed: int, level: Level | None, minimal: bool
    ) -> Iterator[tuple[int | None, SolvedPuzzle]]:
        """Yield the results of attempts and, after failures, all puzzles if there are only a
        few.
        """
        succeeded = False
        subsets = None
        for attempt in itertools.count():
            dice = _dice(self.order.kind, seed, attempt)
            candidate = self.make(dice, level, minimal)
            succeeded = succeeded or candidate is not None
            yield attempt, candidate
            if attempt + 1 == _PROVEN and level is not None:
                subsets = self.list_clue_subsets()
                if subsets is not None:
                    # If there is none, this is known before more attempts are made.
                    next(all_puzzles(subsets, level, minimal, random.Random(seed)))
            if attempt + 1 == EFFORT.attempts:
                yield from ((None, each) for each in self.rescues(seed, level, succeeded=succeeded))
                if level is not None and subsets is not None:
                    every = all_puzzles(subsets, level, minimal, random.Random(seed))
                    yield from ((None, candidate) for candidate in every)


class ClueAttempts(Attempts):
    """Generates puzzles of one tiling each, from which clues are taken away."""

    @abstractmethod
    def ways(self, dice: Dice, *, hard: bool, minimal: bool) -> Sequence[Way]:
        """Return puzzles of one tiling from the most clues to the fewest; none if this attempt
        failed.

        Parameters
        ----------
        dice : Dice
        hard : bool
            Whether as few clues as possible are left.
        minimal : bool
            Whether each clue must be necessary.
        """

    def make(self, dice: Dice, level: Level | None, minimal: bool) -> SolvedPuzzle:
        """Return a puzzle, of the requested level if possible; None if this attempt failed."""
        ways = self.ways(dice, hard=level is not None or minimal, minimal=minimal)
        if not ways:
            return None

        def is_solved(way: Way) -> bool:
            return is_solved_within(compile_cover(way().problem()), level or LEVELS[-1])

        return solved((ways[-1] if level is None or minimal else hardest(ways, is_solved))())


def _dice(kind: Kind, seed: int, attempt: int) -> Dice:
    """Return the random choices of an attempt."""
    return dice_of(f"{kind} {seed} {attempt}")


def create_maker(order: Order) -> Maker:
    """Return the maker for an order."""
    module, _, name = (order.about.of_list if order.is_list else order.about.of_any).partition(":")
    if not module:
        raise RequestError(f"puzzles of kind '{order.kind}' cannot be generated", where="kind")
    maker: Maker = getattr(importlib.import_module(module), name)(order)
    return maker


def make_attempt(
    order: Order, seed: int, attempt: int, level: Level | None, minimal: bool
) -> SolvedPuzzle:
    """Repeat one attempt and return its result, or None if the maker of the kind works without
    attempts.
    """
    maker = create_maker(order)
    return (
        maker.make(_dice(order.kind, seed, attempt), level, minimal)
        if isinstance(maker, Attempts)
        else None
    )
