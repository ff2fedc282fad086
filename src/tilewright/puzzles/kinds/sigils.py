"""Sigil puzzles: lists of pieces that fit on a board in only one way.

Random lists are tried first. If no random list gives a puzzle, all lists are tried. A single count
(`tilewright.counting.count_by_piece`) gives the number of tilings for every list of pieces, even if
there are millions of lists. A list with one solution up to rotations has at most as many tilings as
the board has rotations, so few lists remain to be searched. On larger boards, only lists with three
kinds of pieces are counted, separately for each choice of kinds.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence

import numpy as np

from tilewright.errors import LimitError, TimeLimitError
from tilewright.model.board import Board
from tilewright.model.cover import compile_cover
from tilewright.model.piece import Piece
from tilewright.model.problem import Problem
from tilewright.model.puzzle import Level
from tilewright.model.space.lattice import Turn
from tilewright.puzzles.kinds.dots import any_number
from tilewright.puzzles.making.clues import NoPuzzleError
from tilewright.puzzles.making.field import EFFORT, Dice, PuzzleField, dice_of, shuffled
from tilewright.puzzles.making.maker import (
    ClueAttempts,
    Order,
    SolvedPuzzle,
    Way,
    solved,
    with_copies,
)
from tilewright.system.values.recent import Recent
from tilewright.system.work.deadline import check_time, current_deadline

#: Largest product of cells and pieces for which all lists are counted.
_COUNTED = 480
#: Bytes for counting all lists, and those of a few kinds. The limit also bounds the time, equally
#: on every machine.
_ALL, _FEW = 128 << 20, 64 << 20
#: Bytes for the first counts of a few kinds.
_LITTLE = _FEW // 4
#: The number of kinds that are "few".
_KINDS = 3

#: The copies of each piece in a list.
Copies = tuple[int, ...]

#: Recently counted lists; a booklet requests the same ones repeatedly.
_known: Recent[tuple[Board, tuple[Piece, ...], Turn, int], tuple[Copies, ...] | None] = Recent(64)


def sigil_lists(
    board: Board, pieces: tuple[Piece, ...], turn: Turn, memory: int = _ALL
) -> tuple[Copies, ...] | None:
    """Return the copies in all lists of pieces that may fit in only one way up to rotations, or
    None if there are too many to count.
    """
    key = (board, pieces, turn, memory)
    return _known.get(key, lambda: _count_lists(*key))


def _count_lists(
    board: Board, pieces: tuple[Piece, ...], turn: Turn, memory: int
) -> tuple[Copies, ...] | None:
    from tilewright.counting import count_by_piece

    problem = Problem(board, *pieces, turn=turn)
    allowed = current_deadline().memory or memory
    try:
        counts = count_by_piece(
            problem, threads=1, max_memory=min(memory, allowed), progress=lambda _: check_time()
        ).counts
    except TimeLimitError:
        raise
    except LimitError:
        if allowed < memory:
            # With more memory, the same seed may make another puzzle.
            raise
        return None
    most = len(compile_cover(problem).turnings())
    return tuple(copies for copies, tilings in sorted(counts.items()) if 0 < tilings <= most)


class SigilPuzzles(ClueAttempts):
    """Makes the sigils of one board, first from random lists and then from all lists."""

    def __init__(self, order: Order) -> None:
        super().__init__(order)
        self.free = any_number(order.pieces, order.turn)
        self.field = PuzzleField(compile_cover(order.problem(self.free)))

    def ways(self, dice: Dice, *, hard: bool, minimal: bool) -> Sequence[Way]:
        """Return the puzzle for a random list that is not dull."""
        copies = self.field.draw_list(dice)
        return [] if copies is None else [self._way(self.free, copies)]

    def candidates(
        self, seed: int, level: Level | None, minimal: bool
    ) -> Iterator[tuple[None, SolvedPuzzle]]:
        """Yield sigils without attempt numbers, because short IDs contain their pieces."""
        for attempt in range(EFFORT.attempts):
            dice = dice_of(f"{self.order.kind} {seed} {attempt}")
            sigil = self.make(dice, None, minimal)
            if sigil is None:
                break
            yield None, sigil
        yield from ((None, sigil) for sigil in self._list_sigils(dice_of(f"sigil {seed}"), level))

    def _list_sigils(self, dice: Dice, level: Level | None) -> Iterator[SolvedPuzzle]:
        """Yield the sigils in random order, with dull sigils last."""
        board, free, turn = self.order.board, self.free, self.order.turn
        lists = sigil_lists(board, free, turn) if board.area * len(free) <= _COUNTED else None
        if lists is None:
            yield from self._list_sigils_of_few_kinds(dice)
            return
        fit = 0
        for sigil in self._make_all(free, lists, dice):
            if sigil is not None:
                fit += 1
                yield sigil
        raise NoPuzzleError(
            f"there is no {level or 'other'} puzzle of this kind on this board: {fit} lists of "
            "these pieces fit in "
            f"only one way, but none of them is {level or 'new'}. Try another level, board or set "
            "of pieces."
            if fit
            else "no list of different pieces of this set fits on this board in only one way. Try "
            "another board or other pieces."
        )

    def _make_all(
        self, pieces: tuple[Piece, ...], lists: Sequence[Copies], dice: Dice
    ) -> Iterator[SolvedPuzzle]:
        """Yield the sigils of lists in random order, or None for lists that fit in several ways."""
        from tilewright.kernels.deduction.making import dullness

        order = [lists[number] for number in shuffled(dice, range(len(lists)))]
        dull = {copies: dullness(np.array(copies, dtype=np.int64)) for copies in order}
        for copies in sorted(order, key=dull.__getitem__):
            # Copies of a single piece make a dull puzzle if there are others.
            if dull[copies] < 2 and (copies.count(0) < len(copies) - 1 or len(self.free) == 1):
                yield solved(self._way(pieces, copies)())

    def _list_sigils_of_few_kinds(self, dice: Dice) -> Iterator[SolvedPuzzle]:
        """Yield sigils of at most three kinds of pieces that are not too many to count.

        Counts that need little memory come first, because most time is spent on counts that are
        abandoned.
        """
        board, free = self.order.board, self.free
        for number in range(min(_KINDS, len(free)), 0, -1):
            chosen = list(itertools.combinations(free, number))
            left = [chosen[each] for each in shuffled(dice, range(len(chosen)))]
            for memory in (_LITTLE, _FEW):
                larger = []
                for kinds in left:
                    check_time()
                    lists = sigil_lists(board, kinds, self.order.turn, memory)
                    if lists is None:
                        larger.append(kinds)
                    else:
                        yield from self._make_all(kinds, lists, dice)
                left = larger

    def _way(self, pieces: tuple[Piece, ...], copies: Sequence[int]) -> Way:
        """Return the puzzle of a list."""
        words = tuple(piece.word() for piece in with_copies(pieces, copies))
        return lambda: self.order.puzzle(words)
