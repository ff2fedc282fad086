"""Sigils: lists of pieces that fit on a board in one way.

How many tilings there are with each list of pieces is one count (`tilewright.counting.count_by_piece`), even
where the tilings are millions. A list with one solution up to the symmetries of the board has as few tilings
as the board has symmetries, so few lists are left to be searched through, and all sigils of a board are
known: what is asked for is found, or known not to be there. On boards too large for that, the lists of only
three kinds of pieces are counted, and then those of other three.
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator
from dataclasses import replace

from tilewright.board import Board
from tilewright.errors import LimitError
from tilewright.generation.clock import Clock
from tilewright.generation.failure import NoPuzzleError
from tilewright.generation.patterns import any_number
from tilewright.generation.uniqueness import only_solution
from tilewright.identity import make_puzzle
from tilewright.piece import Piece
from tilewright.problem import Problem
from tilewright.puzzle import Puzzle
from tilewright.symmetry import Turn
from tilewright.tiling import Tiling

__all__ = ["sigil_lists", "sigils"]

#: The largest product of cells and pieces where it is tried to count all lists.
_COUNTED = 480
#: Memory of a count, in bytes: of all lists, and of those of a few kinds. It bounds the time too, and the same
#: limit gives the same answer on every machine.
_ALL, _FEW = 128 << 20, 64 << 20
#: How many kinds of pieces a few are.
_KINDS = 3


#: The lists of the boards that were asked for last: a booklet asks for the same ones again and again.
_known: dict[tuple[Board, tuple[Piece, ...], Turn, int], tuple[tuple[Piece, ...], ...] | None] = {}
_REMEMBERED = 64


def sigil_lists(
    board: Board, pieces: tuple[Piece, ...], turn: Turn, clock: Clock, memory: int = _ALL
) -> tuple[tuple[Piece, ...], ...] | None:
    """Return every list of pieces that may fit in one way only, up to symmetry; None if there are too many.

    Parameters
    ----------
    board : Board
    pieces : tuple of Piece
        What to draw from, any number of each.
    turn : {"free", "one-sided", "fixed"}
    clock : Clock
    memory : int
        How much the count may take, in bytes.

    Returns
    -------
    tuple of lists, or None
        All that have a single tiling up to symmetry are among them.

    Raises
    ------
    TimeUp
    """
    key = (board, pieces, turn, memory)
    if key not in _known:
        found = _count_lists(*key, clock)
        while len(_known) >= _REMEMBERED:
            _known.pop(next(iter(_known)), None)
        _known[key] = found
        return found
    return _known[key]


def _count_lists(
    board: Board, pieces: tuple[Piece, ...], turn: Turn, memory: int, clock: Clock
) -> tuple[tuple[Piece, ...], ...] | None:
    from tilewright.counting import count_by_piece

    problem = Problem(board, *pieces, turn=turn)
    try:
        counts = count_by_piece(problem, threads=1, max_memory=memory, progress=clock.check).counts
    except LimitError:
        return None
    most = len(problem.cover().symmetries())
    return tuple(
        tuple(
            replace(piece, least=number, most=number)
            for piece, number in zip(pieces, copies, strict=False)
            if number
        )
        for copies, tilings in sorted(counts.items())
        if 0 < tilings <= most
    )


def sigils(
    board: Board, pieces: tuple[Piece, ...], turn: Turn, seed: int, level: str | None, clock: Clock
) -> Iterator[tuple[Puzzle, Tiling] | None]:
    """Yield the sigils of a board, in an order drawn from the seed; None for an attempt that failed.

    Raises
    ------
    NoPuzzleError
        If it is proven, after the last one, that no other exists.
    """
    free = any_number(pieces, turn)
    dice = random.Random(f"sigil {seed}")
    lists = sigil_lists(board, free, turn, clock) if board.area * len(free) <= _COUNTED else None
    if lists is None:
        yield from _of_few_kinds(board, free, turn, dice, clock)
        return
    order = list(lists)
    dice.shuffle(order)
    # Copies of a single piece are dull where there are others: they come last.
    order.sort(key=lambda listed: len(listed) == 1)
    fit = 0
    for listed in order:
        sigil = _sigil(board, listed, turn, clock)
        if sigil is not None:
            fit += 1
            yield sigil
    raise NoPuzzleError(
        f"there is no {f'{level} sigil' if level else 'other sigil'} on this board: of the {fit} lists of these "
        f"pieces that fit in one way, none is {level}; try another level, board or pieces"
        if fit
        else "no list of these pieces fits on this board in one way only; try another board or other pieces"
    )


def _of_few_kinds(
    board: Board, free: tuple[Piece, ...], turn: Turn, dice: random.Random, clock: Clock
) -> Iterator[tuple[Puzzle, Tiling] | None]:
    """Yield sigils of three kinds of pieces or fewer, where those are not too many to count."""
    for number in range(min(_KINDS, len(free)), 0, -1):
        chosen = list(itertools.combinations(free, number))
        dice.shuffle(chosen)
        for kinds in chosen:
            clock.check()
            found = list(sigil_lists(board, kinds, turn, clock, _FEW) or ())
            dice.shuffle(found)
            for listed in found:
                if len(listed) > 1 or len(free) == 1:
                    yield _sigil(board, listed, turn, clock)


def _sigil(board: Board, listed: tuple[Piece, ...], turn: Turn, clock: Clock) -> tuple[Puzzle, Tiling] | None:
    """Return the puzzle of a list and its solution; None if it has two."""
    found = only_solution(Problem(board, *listed, turn=turn), clock, turned=True)
    if found is None:
        return None
    return make_puzzle("sigil", board, tuple(piece.word() for piece in listed), turn=turn), found
