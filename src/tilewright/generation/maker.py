"""Makers: what makes puzzles on one board, whatever their kind.

A kind of puzzle names its makers (`tilewright.puzzle.PuzzleKind`); each is made of an `Order`, and yields
puzzles with one solution. Most make them in attempts, each drawn from the seed and its own number (`Attempts`).
"""

from __future__ import annotations

import importlib
import itertools
import random
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Protocol

from tilewright.board import Board
from tilewright.errors import RequestError
from tilewright.generation.judging import ClueSubsets, every
from tilewright.generation.version import VERSION
from tilewright.lattices.symmetry import Turn
from tilewright.piece import Piece
from tilewright.puzzle import KIND_OF, Kind, Level, Puzzle, PuzzleKind
from tilewright.tiling import Tiling

__all__ = ["Attempts", "Made", "Maker", "Order", "make_attempt", "maker"]

#: Attempts after which all tilings of the board are tried, or all puzzles, if those are few.
_FAILED = 10

#: A puzzle with one solution, and that; None for what came to nothing.
Made = tuple[Puzzle, Tiling] | None


@dataclass(frozen=True, slots=True)
class Order:
    """What is to be made."""

    kind: Kind
    board: Board
    pieces: tuple[Piece, ...]
    turn: Turn
    listed: bool
    title: str = ""
    date: tuple[int, int] | None = None
    version: int = VERSION

    @property
    def about(self) -> PuzzleKind:
        """What all puzzles of its kind have in common."""
        return KIND_OF[self.kind]

    @property
    def has_short_id(self) -> bool:
        """Whether a short ID can say what was asked for: its board is a rectangle, or that of the kind."""
        return self.about.own_board or self.board.is_rectangle


class Maker(Protocol):
    """What makes puzzles of an order."""

    def __init__(self, order: Order) -> None: ...

    def candidates(self, seed: int, level: Level | None, minimal: bool) -> Iterator[tuple[int | None, Made]]:
        """Yield puzzles with one solution, each with the number of its attempt.

        What is no attempt's has no number: one of all that there are. `Made` is None where an attempt came to nothing.
        """


class Attempts(ABC):
    """Makes puzzles in attempts, and where those fail, and all puzzles are few, one after the other."""

    def __init__(self, order: Order) -> None:
        self.order = order

    @abstractmethod
    def make(self, dice: random.Random, level: Level | None, minimal: bool) -> Made:
        """Return a puzzle, with the level if that can be reached; None if this attempt failed."""

    @abstractmethod
    def few(self) -> list[Callable[[], ClueSubsets]] | None:
        """Return what can be left out of each tiling, if all that is so little that it can all be tried."""

    def rescues(self) -> Iterator[Made]:
        """Yield what can be made by other means, where no attempt came to anything."""
        yield from ()

    def candidates(self, seed: int, level: Level | None, minimal: bool) -> Iterator[tuple[int | None, Made]]:
        """Yield what attempts come to, and when some have failed, all puzzles if those are few (see `Maker`)."""
        found = False
        for attempt in itertools.count():
            dice = _dice(self.order.kind, seed, attempt)
            made = self.make(dice, level, minimal)
            found = found or made is not None
            yield attempt, made
            if attempt == _FAILED and not found:
                yield from ((None, made) for made in self.rescues())
            if attempt == _FAILED and level is not None and (few := self.few()) is not None:
                yield from ((None, made) for made in every(few, level, minimal, dice))


def _dice(kind: Kind, seed: int, attempt: int) -> random.Random:
    """Return what an attempt draws from."""
    return random.Random(f"{kind} {seed} {attempt}")


def maker(order: Order) -> Maker:
    """Return what makes the puzzles that were asked for."""
    module, _, name = (order.about.of_list if order.listed else order.about.of_any).partition(":")
    if not module:
        raise RequestError(f"puzzles of the kind '{order.kind}' are not made", where="kind")
    made: Maker = getattr(importlib.import_module(module), name)(order)
    return made


def make_attempt(order: Order, seed: int, attempt: int, level: Level | None, minimal: bool) -> Made:
    """Make what one attempt comes to, again; None if puzzles of this kind are not made in attempts."""
    makes = maker(order)
    return (
        makes.make(_dice(order.kind, seed, attempt), level, minimal) if isinstance(makes, Attempts) else None
    )
