"""Sigil puzzles: lists of pieces that fit on a board in one way.

A single count (`tilewright.counting.count_by_piece`) gives the number of tilings for every list of
pieces, even if there are millions. A list with one solution up to symmetry has at most as many
tilings as the board has symmetries, so few lists remain to be searched, and all sigils of a board
are known. On larger boards, lists with only three kinds of pieces are counted, one choice of kinds
after the other.
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator
from dataclasses import replace

from tilewright.errors import LimitError, TimeLimitError
from tilewright.model.board import Board
from tilewright.model.cover import compile_cover
from tilewright.model.piece import Piece
from tilewright.model.problem import Problem
from tilewright.model.puzzle import Level
from tilewright.model.space.lattice import Turn
from tilewright.model.space.surface import is_flat_squares
from tilewright.puzzles.kinds.dots import any_number
from tilewright.puzzles.making.clues import NoPuzzleError, only_solution
from tilewright.puzzles.making.maker import Order, SolvedPuzzle
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


#: Recently counted lists; a booklet requests the same ones repeatedly.
_known: Recent[tuple[Board, tuple[Piece, ...], Turn, int], tuple[tuple[Piece, ...], ...] | None] = (
    Recent(64)
)


def sigil_lists(
    board: Board, pieces: tuple[Piece, ...], turn: Turn, memory: int = _ALL
) -> tuple[tuple[Piece, ...], ...] | None:
    """Return all lists of pieces that may fit in only one way up to symmetry; None if there are too
    many to count.
    """
    key = (board, pieces, turn, memory)
    return _known.get(key, lambda: _count_lists(*key))


def _count_lists(
    board: Board, pieces: tuple[Piece, ...], turn: Turn, memory: int
) -> tuple[tuple[Piece, ...], ...] | None:
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
    most = len(compile_cover(problem).symmetries())
    return tuple(
        tuple(
            replace(piece, least=number, most=number)
            for piece, number in zip(pieces, copies, strict=False)
            if number
        )
        for copies, tilings in sorted(counts.items())
        if 0 < tilings <= most
    )


def _dullness(pieces: tuple[Piece, ...]) -> int:
    """Return how dull a list is to play: 2 for one kind of piece, 1 if one kind dominates or there
    are two of many, else 0.

    >>> from tilewright.model.piece import parse_pieces
    >>> lists = ("O4=9", "tetromino:IIIILT", "tetromino:IILLST")
    >>> [_dullness(parse_pieces(words)) for words in lists]
    [2, 1, 0]
    """
    copies = [piece.least for piece in pieces]
    if len(copies) == 1:
        return 2
    return int(2 * max(copies) > sum(copies) or len(copies) < 3 < sum(copies) - 1)


class SigilPuzzles:
    """Makes the sigils of one board, in an order drawn from the seed."""

    def __init__(self, order: Order) -> None:
        self.order = order
        self.free = any_number(order.pieces, order.turn)

    def candidates(
        self, seed: int, level: Level | None, minimal: bool
    ) -> Iterator[tuple[None, SolvedPuzzle]]:
        """Yield the sigils of the board, without attempt numbers."""
        yield from ((None, sigil) for sigil in self._list_sigils(seed, level))

    def _list_sigils(self, seed: int, level: Level | None) -> Iterator[SolvedPuzzle]:
        """Yield the sigils, and None for lists that fit in several ways."""
        board, free, turn = self.order.board, self.free, self.order.turn
        dice = random.Random(f"sigil {seed}")
        lists = sigil_lists(board, free, turn) if board.area * len(free) <= _COUNTED else None
        if lists is None:
            yield from self._list_sigils_of_few_kinds(dice)
            return
        # Copies of a single piece make a dull puzzle if there are others.
        order = [pieces for pieces in lists if len(pieces) > 1 or len(free) == 1]
        dice.shuffle(order)
        order.sort(key=_dullness)
        fit = 0
        for pieces in order:
            sigil = self._make_sigil(pieces)
            if sigil is not None:
                fit += 1
                yield sigil
        raise NoPuzzleError(
            f"there is no {level or 'other'} puzzle of this kind on this board: {fit} lists of "
            "these pieces fit in "
            f"only one way, but none of them is {level or 'new'}. Try another level, board or "
            "pieces."
            if fit
            else "no list of these pieces fits on this board in only one way. Try another board "
            "or other pieces."
        )

    def _list_sigils_of_few_kinds(self, dice: random.Random) -> Iterator[SolvedPuzzle]:
        """Yield sigils of at most three kinds of pieces that are not too many to count."""
        free = self.free
        for number in range(min(_KINDS, len(free)), 0, -1):
            chosen = list(itertools.combinations(free, number))
            dice.shuffle(chosen)
            for lists in self._list_by_kinds(chosen):
                order = list(lists)
                dice.shuffle(order)
                order.sort(key=_dullness)
                for pieces in order:
                    if len(pieces) > 1 or len(free) == 1:
                        yield self._make_sigil(pieces)

    def _list_by_kinds(
        self, chosen: list[tuple[Piece, ...]]
    ) -> Iterator[tuple[tuple[Piece, ...], ...]]:
        """Yield the lists for each choice of kinds that is not too large to count.

        Counts that need little memory come first, since most time goes into counts that are given
        up. On flat boards of squares the order is that of the first edition, so that seeds keep
        their puzzles.
        """
        board, left = self.order.board, chosen
        for memory in (_FEW,) if is_flat_squares(board) else (_LITTLE, _FEW):
            larger = []
            for kinds in left:
                check_time()
                lists = sigil_lists(board, kinds, self.order.turn, memory)
                if lists is None:
                    larger.append(kinds)
                else:
                    yield lists
            left = larger

    def _make_sigil(self, pieces: tuple[Piece, ...]) -> SolvedPuzzle:
        """Return the puzzle of a list and its solution, or None if it has several."""
        solution = only_solution(self.order.problem(pieces))
        if solution is None:
            return None
        return self.order.puzzle(tuple(piece.word() for piece in pieces)), solution
