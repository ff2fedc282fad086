"""Makers: what generates puzzles of a kind on one board.

A kind of puzzle names its makers (`tilewright.model.puzzle.PuzzleKind`). A maker is created from an
`Order` and yields puzzles with one solution. Most work in attempts, each drawn from the seed and
its own number (`Attempts`).
"""

from __future__ import annotations

import importlib
import itertools
import random
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol, TypedDict, Unpack

import numpy as np

from tilewright.errors import RequestError
from tilewright.model.board import Board
from tilewright.model.piece import Piece
from tilewright.model.placement import Placement
from tilewright.model.problem import Problem
from tilewright.model.puzzle import KINDS, Kind, Level, Puzzle, PuzzleKind, make_puzzle
from tilewright.model.puzzle.ids import PuzzleParts, Recipe
from tilewright.model.rules.rule_types import Rule
from tilewright.model.space.lattice import Cell, Turn
from tilewright.model.tiling import Tiling
from tilewright.puzzles.making.clues import ClueSubsets, all_puzzles, only_solution

# The version of the generator.
#
# A short ID names the version that made its puzzle, and that version's attempt makes it again.
# Raise `VERSION` if any attempt makes another puzzle than in the last release. Then the code that
# differs takes the version, so that short IDs of older versions still give the same puzzles; tests
# compare them. Version 1 was never released.

VERSION = 2


#: Failed attempts after which all tilings, or all puzzles if they are few, are tried.
_FAILED = 10

#: A puzzle and its only solution, or None if an attempt failed.
SolvedPuzzle = tuple[Puzzle, Tiling] | None


class ProblemParts(TypedDict, total=False):
    """What the problem of a puzzle may have besides its board and pieces."""

    rules: Sequence[Rule | str]
    marks_agree: Mapping[str, Sequence[str]]
    placed: Sequence[Placement]


@dataclass(frozen=True, slots=True)
class Order:
    """A request for puzzles: kind, board, pieces and how they turn."""

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
        """The pieces without their marks, as they lie on a board without marks."""
        return tuple(
            Piece(piece.polyomino, "", piece.least, piece.most, piece.turn)
            if piece.marks
            else piece
            for piece in self.pieces
        )

    @property
    def has_short_id(self) -> bool:
        """Whether a short ID can describe the request: the board must be a rectangle, or that of
        the kind.
        """
        if self.about.own_board:
            return not self.own_calendar
        return self.board.is_rectangle

    def recipe(self, level: Level | None, minimal: bool, seed: int, attempt: int) -> Recipe:
        """Return what a short ID says of a puzzle: the request, and the attempt that made it."""
        shape = None if self.about.own_board else (self.board.shape[0], self.board.shape[1])
        made = (level, minimal, self.date, seed, attempt)
        return Recipe(VERSION, self.kind, shape, (), self.turn, *made)

    @property
    def empty(self) -> tuple[int, int]:
        """The least and the greatest number of cells that stay empty."""
        return self.about.empty, self.about.empty

    def marked_board(self, marks: Mapping[Cell, str], alphabet: Sequence[str]) -> Board:
        """Return the board with marks in some cells."""
        codes = np.zeros(self.board.shape, dtype=np.int16)
        for cell, mark in marks.items():
            codes[cell] = 1 + alphabet.index(mark)
        return Board(self.board.mask, marks=codes, alphabet=alphabet)

    def problem(
        self, pieces: Sequence[Piece], board: Board | None = None, **parts: Unpack[ProblemParts]
    ) -> Problem:
        """Return a problem of this kind on the board, or on it with clues."""
        board = board or self.board
        return Problem(board, *pieces, turn=self.turn, empty=self.empty, **parts)

    def puzzle(
        self, words: tuple[str, ...], board: Board | None = None, **parts: Unpack[PuzzleParts]
    ) -> Puzzle:
        """Return a puzzle of this kind on the board, or on it with clues."""
        parts = {"turn": self.turn, "empty": self.empty, "title": self.title, **parts}
        return make_puzzle(self.kind, board or self.board, words, **parts)


def solved(puzzle: Puzzle) -> SolvedPuzzle:
    """Return a puzzle with its only solution; None if it has none or several."""
    solution = only_solution(puzzle.problem())
    return None if solution is None else (puzzle, solution)


class Maker(Protocol):
    """Generates puzzles for an order."""

    def __init__(self, order: Order) -> None: ...

    def candidates(
        self, seed: int, level: Level | None, minimal: bool
    ) -> Iterator[tuple[int | None, SolvedPuzzle]]:
        """Yield puzzles with one solution, each with its attempt's number, or None if it came from
        no attempt.

        `SolvedPuzzle` is None for an attempt that failed.
        """


class Attempts(ABC):
    """Generates puzzles in attempts; if they fail and there are few puzzles, tries all of them."""

    def __init__(self, order: Order) -> None:
        self.order = order

    @abstractmethod
    def make(self, dice: random.Random, level: Level | None, minimal: bool) -> SolvedPuzzle:
        """Return a puzzle, of the requested level if possible; None if this attempt failed."""

    def list_clue_subsets(self) -> list[Callable[[], ClueSubsets]] | None:
        """Return the clue subsets of each tiling, or None if there are too many to try all."""
        return None

    def rescues(self) -> Iterator[SolvedPuzzle]:
        """Yield puzzles made by other means after all attempts failed."""
        yield from ()

    def candidates(
        self, seed: int, level: Level | None, minimal: bool
    ) -> Iterator[tuple[int | None, SolvedPuzzle]]:
        """Yield the results of attempts and, after failures, all puzzles if they are few."""
        succeeded = False
        for attempt in itertools.count():
            dice = _dice(self.order.kind, seed, attempt)
            candidate = self.make(dice, level, minimal)
            succeeded = succeeded or candidate is not None
            yield attempt, candidate
            if attempt == _FAILED and not succeeded:
                yield from ((None, candidate) for candidate in self.rescues())
            if (
                attempt == _FAILED
                and level is not None
                and (subsets := self.list_clue_subsets()) is not None
            ):
                yield from (
                    (None, candidate) for candidate in all_puzzles(subsets, level, minimal, dice)
                )


def _dice(kind: Kind, seed: int, attempt: int) -> random.Random:
    """Return the random generator of an attempt."""
    return random.Random(f"{kind} {seed} {attempt}")


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
    """Repeat one attempt and return its result; None if the kind's maker works without attempts."""
    maker = create_maker(order)
    return (
        maker.make(_dice(order.kind, seed, attempt), level, minimal)
        if isinstance(maker, Attempts)
        else None
    )
