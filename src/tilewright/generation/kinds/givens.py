"""Givens: a list of pieces, some of them already placed, so that the rest has one solution.

Where a list of pieces has not too many tilings, all are found once. Which pieces must be placed so that one
tiling is left is then a question about rows of a table: which of its tiles does each of the others share?
"""

from __future__ import annotations

import bisect
import datetime
import functools
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from tilewright.board import Board
from tilewright.cover import Cover, compile_cover
from tilewright.deduction import LARGEST, Deducer, placement_number
from tilewright.generation.clock import Countdown
from tilewright.generation.judging.every import MOST_PUZZLES, Leaving
from tilewright.generation.judging.levels import is_level, solved_within
from tilewright.generation.judging.uniqueness import all_solutions, has_one_solution, random_solution
from tilewright.generation.maker import Attempts, Made, Order
from tilewright.lattices.symmetry import Turn
from tilewright.piece import Piece
from tilewright.problem import Placement, Problem
from tilewright.puzzle import Level, Puzzle, make_puzzle, written_puzzle
from tilewright.tiling import Tiling

if TYPE_CHECKING:
    from tilewright.search import EngineName

__all__ = ["GivenPuzzles", "calendar_board"]

#: Up to this many tilings of a list of pieces all are found and compared.
_ALL = 12_000
#: So many nodes are tried for that, and so many at first to draw one tiling: in space and on a torus an engine may be
#: lost for hours where nothing is.
_LISTED, _DRAWN = 1 << 21, 1 << 17
#: In how many orders pieces are taken off one tiling to come to the level that was asked for.
_ORDERS = 20
#: Lists of pieces of which the tilings are remembered.
_LISTS = 8


def calendar_board(edition: str, date: datetime.date) -> tuple[Board, tuple[str, ...]]:
    """Return the board and the pieces of the puzzle of a date in an edition of the calendar."""
    puzzle = written_puzzle(f"{edition}:{date.isoformat()}")
    return Board(puzzle.board.mask), puzzle.pieces


@dataclass(frozen=True, slots=True)
class _List:
    """A list of pieces with fixed numbers of copies, and what is known of it.

    Parameters
    ----------
    problem : Problem
    tilings : tuple of Tiling or None
        All of them; None if there are too many, or if finding them takes too long.
    labels : (t, ...) integer array
        Their labels; empty if there are too many.
    deducer : Deducer or None
        None if the problem is too large to be graded.
    """

    problem: Problem
    tilings: tuple[Tiling, ...] | None
    labels: NDArray[np.integer]
    deducer: Deducer | None


class GivenPuzzles(Attempts):
    """Makes puzzles with some pieces already placed on one board.

    Parameters
    ----------
    order : Order
        Where its pieces leave a choice, each puzzle says what it uses.
    clock : Countdown
    """

    def __init__(self, order: Order, clock: Countdown) -> None:
        super().__init__(order, clock)
        self.board = order.board
        self.pieces = order.pieces
        self.turn: Turn = order.turn
        self.empty = (order.about.empty, order.about.empty)
        self._lists: dict[tuple[Piece, ...], _List] = {}

    def make(self, dice: random.Random, level: Level | None, minimal: bool) -> Made:
        """Return a puzzle, with the level if that can be reached; None if this attempt failed.

        Pieces are taken off a tiling in random order as long as there is one solution; when a level is
        asked for and the puzzle need not be minimal, some are put back until it is not harder than that.
        """
        problem = Problem(self.board, *self.pieces, turn=self.turn, empty=self.empty)
        tiling = random_solution(problem, dice.randrange(1 << 31), self._bound(_DRAWN), self.clock)
        if tiling is None:
            return None
        known = self._list(_used(self.pieces, tiling))
        if known.tilings is not None:
            # The engine draws one order of branches for the whole board; of these each is as likely.
            tiling = dice.choice(known.tilings)
        placed = [Placement(*tile) for tile in tiling]
        shared = _shared(known, placed)
        numbers: list[int] = []
        if known.deducer is not None:
            found = [placement_number(known.deducer.cover, placement) for placement in placed]
            numbers = [number for number in found if number is not None]
        for _ in range(1 if level is None or shared is None else _ORDERS):
            kept = self._kept(known, placed, shared, numbers, dice, level, minimal)
            if level is None or known.deducer is None:
                break
            if is_level(known.deducer, level, tuple(numbers[tile] for tile in kept), clock=self.clock):
                break
        return self._made(known, placed, kept), tiling

    def few(self) -> list[Callable[[], Leaving]] | None:
        """Return what can be left out of each tiling, if all that is so little that it can all be tried."""
        if any(piece.most != piece.least for piece in self.pieces):
            return None
        known = self._list(self.pieces)
        if known.tilings is None or known.deducer is None:
            return None
        if sum(1 << tiling.size for tiling in known.tilings) > MOST_PUZZLES:
            return None
        return [functools.partial(self._leaving, known, tiling) for tiling in known.tilings]

    def _leaving(self, known: _List, tiling: Tiling) -> Leaving:
        placed = [Placement(*tile) for tile in tiling]
        shared = _shared(known, placed)
        deducer = known.deducer
        assert shared is not None and deducer is not None
        numbers = [placement_number(deducer.cover, placement) or 0 for placement in placed]
        return Leaving(
            len(placed),
            lambda kept: not shared[:, kept].all(axis=1).any(),
            lambda kept, level: is_level(deducer, level, tuple(numbers[n] for n in kept), clock=self.clock),
            lambda kept: (self._made(known, placed, kept), tiling),
        )

    def _made(self, known: _List, placed: list[Placement], kept: list[int]) -> Puzzle:
        return make_puzzle(
            self.order.kind,
            self.board,
            tuple(known.problem.words()),
            turn=self.turn,
            placed=tuple(_word(placed[tile], known.problem) for tile in kept),
            empty=self.empty,
            title=self.order.title,
        )

    def _kept(
        self,
        known: _List,
        placed: list[Placement],
        shared: NDArray[np.bool_] | None,
        numbers: list[int],
        dice: random.Random,
        level: Level | None,
        minimal: bool,
    ) -> list[int]:
        """Return which tiles stay when the others are taken off in random order."""

        def one(tiles: list[int]) -> bool:
            if shared is not None:
                return not shared[:, tiles].all(axis=1).any()
            there = [placed[tile] for tile in tiles]
            problem = Problem(
                self.board, *known.problem.pieces, turn=self.turn, empty=self.empty, placed=there
            )
            return has_one_solution(problem, self.clock)

        order = list(range(len(placed)))
        dice.shuffle(order)
        # From all pieces placed to as few as leave one solution.
        ways = [list(range(len(placed)))]
        for tile in order:
            fewer = [other for other in ways[-1] if other != tile]
            if one(fewer):
                ways.append(fewer)
            if level is None and not minimal and len(ways[-1]) <= max(1, len(order) // 3):
                break
        deducer = known.deducer
        if level is None or minimal or deducer is None:
            return ways[-1]

        # With fewer pieces placed a puzzle is harder, as a rule; what it is in the end is graded anyway.
        def too_hard(tiles: list[int]) -> bool:
            chosen = tuple(numbers[tile] for tile in tiles)
            return not solved_within(deducer, level, chosen, clock=self.clock)

        return ways[bisect.bisect_left(ways, True, lo=1, key=too_hard) - 1]

    def _bound(self, nodes: int) -> int | None:
        """Return how many nodes a search may have: a short ID promises the puzzle that was made when none was bounded."""
        return None if self.order.has_short_id else nodes

    def _list(self, pieces: tuple[Piece, ...]) -> _List:
        """Return what is known of a list of pieces."""
        if pieces not in self._lists:
            problem = Problem(self.board, *pieces, turn=self.turn, empty=self.empty)
            # In a box of cubes a search that fills the first empty cell first may be lost for hours among small pieces.
            engine: EngineName = "dance" if len(self.board.shape) > 2 else "auto"
            found = all_solutions(problem, _ALL, self._bound(_LISTED), self.clock, engine=engine)
            every, labels = (None, np.zeros(0, dtype=np.int32)) if found is None else _in_order(found)
            cover: Cover = compile_cover(problem)
            while len(self._lists) >= _LISTS:
                del self._lists[next(iter(self._lists))]
            self._lists[pieces] = _List(
                problem,
                every,
                labels,
                Deducer(cover) if cover.size <= LARGEST else None,
            )
        return self._lists[pieces]


def _shared(known: _List, placed: list[Placement]) -> NDArray[np.bool_] | None:
    """Return for each other tiling which of these tiles it has; None if there are too many to know."""
    if known.tilings is None:
        return None
    table = np.empty((len(known.tilings), len(placed)), dtype=bool)
    joined = known.problem.board.surface.joined
    for tile, placement in enumerate(placed):
        flat = np.ravel_multi_index(np.array(placement.cells).T, known.labels.shape[1:])
        labels = known.labels.reshape(len(known.labels), -1)
        label = labels[:, flat[0]]
        size = (labels == label[:, None]).sum(axis=1)
        same = (labels[:, flat] == label[:, None]).all(axis=1)
        table[:, tile] = (label >= 0) & same & (size == len(flat))
        if joined:
            # Where sides are joined, two pieces may cover the same cells; elsewhere the cells say which piece it is.
            index = known.problem.piece_index(placement.piece)
            for number in np.flatnonzero(table[:, tile]).tolist():
                pieces = known.tilings[number].piece
                table[number, tile] = pieces is None or pieces[label[number]] == index
    others: NDArray[np.bool_] = table[~table.all(axis=1)]
    return others


def _in_order(found: Sequence[Tiling]) -> tuple[tuple[Tiling, ...], NDArray[np.integer]]:
    """Return tilings in an order of their own, by their labels, with these: which is drawn is not for the engine to decide."""
    labels = np.array([tiling.labels for tiling in found])
    if not found:
        return (), labels
    # A cell without a tile comes last: -1 is the greatest of these. Where two pieces cover the same cells, the pieces decide.
    cells = labels.reshape(len(found), -1).astype(np.uint16)
    pieces = np.zeros((len(found), max(tiling.size for tiling in found)), dtype=np.uint16)
    for row, tiling in zip(pieces, found, strict=True):
        if tiling.piece is not None:
            row[: tiling.size] = tiling.piece[: tiling.size]
    order = np.lexsort(np.concatenate([cells, pieces], axis=1).T[::-1])
    return tuple(found[place] for place in order), labels[order]


def _used(pieces: tuple[Piece, ...], tiling: Tiling) -> tuple[Piece, ...]:
    """Return the pieces with the copies that a tiling uses: a puzzle says what there is to place."""
    if all(piece.most == piece.least for piece in pieces) or tiling.piece is None:
        return pieces
    copies = np.bincount(tiling.piece, minlength=len(pieces)).tolist()
    return tuple(
        replace(piece, least=number, most=number)
        for piece, number in zip(pieces, copies, strict=True)
        if number
    )


def _word(placement: Placement, problem: Problem) -> str:
    index = problem.piece_index(placement.piece)
    base = problem.pieces[index].base() if index is not None else placement.piece
    return Placement(base, placement.cells).word()
