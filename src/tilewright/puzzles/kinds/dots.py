"""Puzzles with any number of each piece: dot puzzles, and holes to find by dots."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator, Sequence

import numpy as np

from tilewright.model.cover import compile_cover
from tilewright.model.piece import Piece
from tilewright.model.puzzle import Level, Puzzle
from tilewright.model.space.lattice import Turn
from tilewright.puzzles.kinds.marks import dotted
from tilewright.puzzles.making.clues import (
    MOST_PUZZLES,
    ClueSubsets,
    Completions,
    NoPuzzleError,
    has_level,
)
from tilewright.puzzles.making.field import EFFORT, Dice, PuzzleField, Tiles
from tilewright.puzzles.making.maker import ClueAttempts, Order, SolvedPuzzle, Way, solved

#: Boards with at most this many tilings are tried completely before giving up, and placements that
#: a search for them tries.
_TRIED, _BUDGET = 3_000, 1_000_000


class DotPuzzles(ClueAttempts):
    """Makes dot puzzles on one board."""

    def __init__(self, order: Order) -> None:
        super().__init__(order)
        pieces, turn = order.pieces, order.turn
        self.marked = dotted(pieces, some=False, turn=turn)
        self.both = dotted(pieces, some=True, turn=turn)
        self.alphabet = tuple(
            sorted({mark for piece in self.marked for mark in piece.marks if mark})
        )
        cover = compile_cover(order.problem(any_number(pieces, turn)))
        self.field = PuzzleField(cover, self.both, self.alphabet, kinds=len(self.marked))

    def ways(self, dice: Dice, *, hard: bool, minimal: bool) -> Sequence[Way]:
        """Return puzzles from the most dots to the fewest, starting with a dot on each piece."""
        from tilewright.kernels.deduction.climb import REARRANGE
        from tilewright.kernels.deduction.making import EXACT

        field, leading = self.field, self.field.leading
        drawn = field.draw(dice, leading)
        if drawn is None:
            return []
        tiling = drawn[0]
        field.scramble(tiling, leading, dice)
        found: list[Way] = []
        # If unmarked pieces allowed a second solution with all dots, no dot could be removed.
        for bare in (False, True) if hard else (False,):
            more = EFFORT.for_bare if bare else EFFORT.for_each
            rounds = EFFORT.dotted + more * int((tiling >= 0).sum())
            kinds = len(self._pieces(bare))
            climbed = field.climb(tiling, REARRANGE, dice, rounds, wanted=leading, kinds=kinds)
            if not climbed or self._is_monotonous(tiling):
                return [] if minimal else found
            labels = field.show(tiling)
            if not bare:
                found.append(functools.partial(self._puzzle, labels, self.marked))
                continue
            left, decided = field.reduce(EXACT, tiling, labels, dice, all_=True, kinds=kinds)
            if minimal and not decided:
                return []
            found += [functools.partial(self._puzzle, way, self.both) for way in left]
        return found

    def rescues(self, seed: int, level: Level | None, *, succeeded: bool) -> Iterator[SolvedPuzzle]:
        """Yield the first puzzle that a tiling of the board gives, if there are few enough tilings
        to try all.
        """
        if succeeded:
            return
        tilings = self._list_tilings()
        for tiling in tilings:
            labels = self.field.show(tiling)
            if self.field.has_one_solution(labels):
                yield solved(self._puzzle(labels, self.marked))
                return
        if len(tilings) > _TRIED or not self._marked_once():
            yield None
            return
        raise NoPuzzleError(
            f"none of the {len(tilings)} tilings of this board makes a puzzle with exactly one "
            "solution. Try another "
            "board, other pieces, or dots on other cells."
        )

    def _list_tilings(self) -> list[Tiles]:
        """Return the tilings of the board, marked in the first way, and one additional tiling if
        there are too many to try all.
        """
        cover = self.field.cover
        rows = Completions(cover).find(_TRIED + 1, _BUDGET)
        if rows is None:
            return [np.zeros(0, dtype=np.int32)] * (_TRIED + 1)
        leading = np.append(np.flatnonzero(self.field.leading), -1).astype(np.int32)
        return list(leading[rows])

    def _marked_once(self) -> bool:
        """Return whether the marks of each piece can be placed in only one way."""
        marked = self.field.tables.piece < self.field.kinds
        return int(marked.sum()) == self.field.cover.size

    def list_clue_subsets(self) -> list[Callable[[], ClueSubsets]] | None:
        """Return the clue subsets of each tiling, or None if there are too many to try all."""
        tilings = self._list_tilings()
        if len(tilings) > _TRIED or not self._marked_once():
            return None
        dots = [int(np.count_nonzero(self.field.show(tiling))) for tiling in tilings]
        if sum(2 << number for number in dots) > MOST_PUZZLES:
            return None
        return [functools.partial(self._clue_subsets, tiling) for tiling in tilings]

    def _clue_subsets(self, tiling: Tiles) -> ClueSubsets:
        full = self.field.show(tiling)
        dots = np.flatnonzero(full)

        def clues(parts: list[int]) -> tuple[Tiles, bool]:
            """Return the remaining dots, and whether unmarked pieces are allowed, which is encoded
            in the last part.
            """
            labels = np.zeros_like(full)
            staying = dots[[part for part in parts if part < len(dots)]]
            labels[staying] = full[staying]
            return labels, len(dots) not in parts

        def is_unique(parts: list[int]) -> bool:
            labels, bare = clues(parts)
            # Without unmarked pieces, all dots must stay.
            enough = bare or len(parts) > len(dots)
            return enough and self.field.has_one_solution(labels, kinds=len(self._pieces(bare)))

        def make(parts: list[int]) -> Puzzle:
            labels, bare = clues(parts)
            return self._puzzle(labels, self._pieces(bare))

        def reaches_level(parts: list[int], level: Level) -> bool:
            return has_level(compile_cover(make(parts).problem()), level)

        return ClueSubsets(
            len(dots) + 1, is_unique, reaches_level, lambda parts: solved(make(parts))
        )

    def _pieces(self, bare: bool) -> tuple[Piece, ...]:
        """Return the pieces, optionally also without marks."""
        return self.both if bare else self.marked

    def _puzzle(self, labels: Tiles, pieces: tuple[Piece, ...]) -> Puzzle:
        board = self.order.labeled_board(labels, self.alphabet)
        return self.order.puzzle(tuple(piece.word() for piece in pieces), board)

    def _is_monotonous(self, tiling: Tiles) -> bool:
        """Return whether nearly all tiles are copies of one piece although there are other
        pieces.
        """
        pieces = self.field.tables.piece[tiling[tiling >= 0]]
        most = EFFORT.share * len(pieces)
        is_large = len(self.marked) > 1 and len(pieces) > EFFORT.varied
        return is_large and bool(np.bincount(pieces).max() > most)


def any_number(pieces: tuple[Piece, ...], turn: Turn) -> tuple[Piece, ...]:
    """Return the pieces without marks, with any number of each, and each shape once."""
    bare: dict[tuple[object, ...], Piece] = {}
    for piece in pieces:
        plain = Piece(piece.polyomino, piece.name if not piece.marks else "", 0, None, piece.turn)
        bare.setdefault(plain.orientations(turn), plain)
    return tuple(bare.values())
