"""The search for sets of pieces that solve all of several boards.

Sets are tried in blocks. The boards on which sets have the fewest solutions come first, and this
order is learned while sets are tried. A set is ruled out by a board without enough solutions.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple, Unpack

import numpy as np
from numpy.typing import NDArray

from tilewright.errors import ProblemError
from tilewright.formats.request import read_boards, read_pieces
from tilewright.model.answer import problem_json
from tilewright.model.cover import compile_cover
from tilewright.model.piece import PieceLike
from tilewright.model.problem import Problem
from tilewright.model.rules.rule_types import Tiles, parse_rule
from tilewright.solving.design.answer import Design, Designs
from tilewright.solving.design.boards import BoardScan
from tilewright.solving.design.pool import PiecePool
from tilewright.system.platform.machine import useful_threads
from tilewright.system.values.arguments import check_integer, counted
from tilewright.system.work.deadline import carried, report
from tilewright.system.work.limits import ThreadLimits, limited
from tilewright.system.work.progress import Progress
from tilewright.system.work.question import ask

if TYPE_CHECKING:
    from tilewright.model.board import Board
    from tilewright.model.space.lattice import Turn

#: Sets of the first block; each further block is larger by a factor, up to the largest. If only the
#: best sets are wanted, all blocks are large, because good sets rule out others.
_FIRST, _FACTOR, _LARGEST = 8, 8, 1 << 13
#: Fewest solutions that are not known yet.
_UNKNOWN = np.iinfo(np.int64).max
#: The first limit of the solutions that are counted, and how it rises.
_LIMIT, _RISE = 1 << 10, 16
#: If only the best sets are wanted, the hardest boards, on which all sets are counted first.
_BOUNDING = 4
#: A search by fewer sets is not divided among threads.
_DIVIDED = 128
#: Boards whose placements are kept.
_KEPT = 4096
#: Areas and numbers of pieces that a message lists.
_NEAR = 4


@limited
def design(
    boards: str | Board | Iterable[str | Board],
    *pieces: PieceLike,
    turn: Turn | None = None,
    copies: int | str | None = None,
    fewest: bool = False,
    limit: int | None = None,
    **limits: Unpack[ThreadLimits],
) -> Designs:
    """Find the sets of pieces that tile each of several boards.

    Every piece of a set is used on every board.

    Parameters
    ----------
    boards : str, Board, or iterable of these
        The boards. In a string, boards are separated by spaces; ``"calendar:*"`` stands for all
        boards of a calendar. All boards must have the same number of cells, except for cells that
        may stay empty (``?``).
    *pieces : Piece, str, array or list
        The pieces to choose from. A piece without a number of copies is used at most once. ``L3=2``
        is used exactly twice, ``L3=0..2`` at most twice, and ``L3+`` any number of times.
    turn : {"free", "one-sided", "fixed"}, optional
        See `Problem`.
    copies : int or str, optional
        The number of pieces in a set: 8, or a range such as ``"7..9"``. With a range, the sets of
        all these numbers are found. By default, the sets with the fewest pieces are found.
    fewest : bool
        Whether sets with fewer solutions of their worst board are better. By default, sets with
        more are better. The worst board of a set is the board with the fewest solutions.
    limit : int, optional
        Find only the best sets. Without `fewest`, this is faster, because other sets can be ruled
        out before all of their solutions are counted.
    timeout, max_memory, progress, threads
        See `tilewright.system.work.limits`. When the time limit is reached, the sets found so far
        are returned.

    Returns
    -------
    Designs
        The sets, each with its worst board; `Designs.complete` says whether all sets were examined.

    Raises
    ------
    ProblemError
        If a board or piece is invalid, or no set of pieces has the area of all boards.

    Notes
    -----
    Each search looks for the solutions of up to 8,192 sets at the same time: a tile can be placed
    as long as one of these sets contains all pieces used so far.

    Examples
    --------
    >>> found = design("5x4 2x10", "tetrominoes=0..2", copies=5, limit=1)
    >>> found.complete, found.sets[0].worst
    (True, 16)
    """
    return ask(Designer(boards, *pieces, turn=turn, copies=copies, fewest=fewest, limit=limit))


class SolvingSet(NamedTuple):
    """A set that solves all boards: the copies of each piece, its fewest solutions, and the number
    of the worst board.
    """

    copies: list[int]
    worst: int
    board: int


class Designer:
    """The question for the sets of pieces that tile each of several boards; see `design`."""

    def __init__(
        self,
        boards: str | Board | Iterable[str | Board],
        *pieces: PieceLike,
        turn: Turn | None = None,
        copies: int | str | None = None,
        fewest: bool = False,
        limit: int | None = None,
    ) -> None:
        self.fewest = bool(fewest)
        self.limit = None if limit is None else check_integer(limit, "limit", 1)
        #: How many better sets rule out a set, or None.
        self._rivals = None if self.fewest else self.limit
        self.boards = read_boards(boards)
        if not pieces:
            raise ProblemError(
                "which pieces? Name the pieces to choose from, such as pentominoes", where="PIECES"
            )
        lattices = {board.lattice.name: board for board in self.boards}
        if len(lattices) > 1:
            one, other = [*lattices.values()][:2]
            raise ProblemError(
                f"boards on different lattices need different pieces: {one} has "
                f"{one.lattice.name}, {other} has {other.lattice.name}"
            )
        lattice = self.boards[0].lattice
        self._problem = Problem(
            self.boards[0],
            *(
                replace(piece, least=0) if (piece.least, piece.most) == (1, 1) else piece
                for piece in read_pieces([*pieces], turn or lattice.turn, lattice)
            ),
            turn=turn,
        )
        tiles = None if copies is None else parse_rule(f"tiles {copies}")
        self.pool = PiecePool(self._problem.pieces, _shared_areas(self.boards))
        self._check_areas()
        #: The numbers of pieces that were or will be examined.
        self.numbers = [*self.pool.numbers]
        #: Whether larger numbers of pieces are examined only if no smaller number has a set.
        self.any_number = tiles is None
        if isinstance(tiles, Tiles):
            self.numbers = [n for n in self.numbers if tiles.least <= n <= tiles.most]
        if not self.numbers:
            raise ProblemError(
                f"no set with {copies} of these pieces has {_listed(self.pool.areas)} cells; "
                f"possible numbers of pieces: {_listed(self.pool.numbers)}",
                where="copies",
            )
        self.examined = self.solving = 0
        self.found: list[SolvingSet] = []
        #: For each board, the sets that it was tried with, and the sum of 1 / (1 + solutions).
        self._tested, self._hardness = np.zeros((2, len(self.boards)))
        #: The fewest solutions of each set of a block, and the board with the fewest solutions.
        self._worst = np.empty((2, 0), dtype=np.int64)
        self._scan = lru_cache(_KEPT)(self._compile)

    def _check_areas(self) -> None:
        """Raise an error if no set has the area of the boards."""
        areas = self.pool.areas
        if not areas:
            one = max(self.boards, key=_least_area)
            other = min(self.boards, key=lambda board: board.area)
            raise ProblemError(
                f"no set of pieces tiles both {one} ({counted(one.area, 'cell')}) and {other} "
                f"({counted(other.area, 'cell')}); all boards must have the same number of cells"
            )
        if not self.pool.numbers:
            around = range(1, 2 * areas[-1] + 1)
            near = [n for n in around if PiecePool(self.pool.pieces, (n,)).numbers]
            near = sorted(sorted(near, key=lambda n: abs(n - areas[-1]))[:_NEAR])
            exist = f"some have {_listed(near)}" if near else "all are larger"
            raise ProblemError(f"no set of these pieces has {_listed(areas)} cells; {exist}")

    @property
    def total(self) -> int:
        """The number of sets to examine."""
        return sum(map(self.pool.count, self.numbers))

    def run(self) -> None:
        """Examine all sets."""
        for place, number in enumerate(self.numbers):
            for first, stop in self.blocks(number):
                self.examine(self.pool.rows(number, first, stop))
            if self.any_number and self.found:
                del self.numbers[place + 1 :]

    def blocks(self, number: int) -> Iterator[tuple[int, int]]:
        """Yield the blocks of the sets with a number of pieces."""
        count, first = self.pool.count(number), 0
        size = _LARGEST if self._rivals else _FIRST
        while first < count:
            stop = min(first + size, count)
            yield first, stop
            first, size = stop, min(size * _FACTOR, _LARGEST)

    def to_json(self) -> dict[str, Any]:
        """Return the pieces to choose from and the boards as JSON values."""
        problems = [problem_json(self._problem.but(board=board)) for board in self.boards]
        return {"problem": problems[0], "boards": [problem["board"] for problem in problems]}

    def answer(self, stopped: str = "") -> Designs:
        """Return the sets found so far."""
        sign = 1 if self.fewest else -1
        best = sorted(self.found, key=lambda one: (sign * one.worst, [-n for n in one.copies]))
        return Designs(
            boards=self.boards,
            pool=tuple(self._problem.words()),
            turn=self._problem.turn,
            numbers=tuple(self.numbers),
            fewest=self.fewest,
            limit=self.limit,
            sets=tuple(
                Design(
                    self.pool.words(one.copies),
                    one.worst,
                    self.boards[one.board],
                    self._problem.turn,
                )
                for one in best[: self.limit]
            ),
            solving=None if self._rivals else self.solving,
            examined=self.examined,
            total=self.total,
        )

    def examine(self, rows: NDArray[np.int64]) -> None:
        """Examine some sets: rule out those without enough solutions of a board, and count the
        solutions of the worst boards of the others.
        """
        self._worst = np.full((2, len(rows)), _UNKNOWN)
        left, size = np.arange(len(rows)), len(rows)
        if self._rivals:
            size = self._rivals
        bounding: set[int] = set()
        while len(left):
            if self._rivals:
                # The best sets come first, and rule out others.
                hardest = [board for board in self._order()[:_BOUNDING] if board not in bounding]
                left = self._lower(hardest, rows, left, _LIMIT)
                left = left[np.argsort(-self._worst[0, left], kind="stable")]
                bounding.update(hardest)
            part, left = left[:size], left[size:]
            # The limit rises for sets that have as many solutions on each board.
            limit = _LIMIT
            while len(part):
                part = self._lower(self._order(), rows, part, limit)
                is_known = self._worst[0, part] < _UNKNOWN
                for index in part[is_known]:
                    worst, board = self._worst[:, index].tolist()
                    self.found.append(SolvingSet(rows[index].tolist(), worst, board))
                self.examined += int(np.count_nonzero(is_known))
                part, limit = part[~is_known], limit * _RISE
            self.solving = len(self.found)
            left = self._drop(left)
            size *= 2

    @property
    def _enough(self) -> int:
        """The fewest solutions of the worst board with which a set can be among the best."""
        if not self._rivals or len(self.found) < self._rivals:
            return 1
        return sorted(one.worst for one in self.found)[-self._rivals]

    def _order(self) -> list[int]:
        """Return the boards, starting with those on which sets have the fewest solutions."""
        mixed = np.random.default_rng(0).permutation(len(self.boards))
        hardness = (self._hardness / (1 + self._tested))[mixed]
        order: list[int] = mixed[np.argsort(-hardness, kind="stable")].tolist()
        return order

    def _lower(
        self,
        boards: Sequence[int],
        rows: NDArray[np.int64],
        left: NDArray[np.int64],
        limit: int,
    ) -> NDArray[np.int64]:
        """Count the solutions of sets on boards, each up to a limit and the fewest known so far,
        and return the sets that may still be among the best.
        """
        for place, board in enumerate(boards, start=1):
            if not len(left):
                break
            fewest, where = self._worst[:, left]
            # One more than the fewest: of boards with as few solutions, the first is the worst.
            limits = np.minimum(fewest, max(limit, 2 * self._enough) - 1) + 1
            found = self._count(board, rows[left], limits)
            is_worse = (found < limits) & ((found < fewest) | (board < where))
            self._worst[0, left[is_worse]] = found[is_worse]
            self._worst[1, left[is_worse]] = board
            self._tested[board] += len(left)
            self._hardness[board] += (1 / (1 + found)).sum()
            left = self._drop(left)
            phase = (
                f"{counted(len(self.found), 'set')} found, counting on board {place:,} of "
                f"{len(boards):,}, {len(left):,} left"
            )
            report(Progress(phase=phase, unit="set", done=self.examined, total=self.total))
        return left

    def _drop(self, left: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return the sets that may still be among the best; the others are examined."""
        kept: NDArray[np.int64] = left[self._worst[0, left] >= self._enough]
        self.examined += len(left) - len(kept)
        return kept

    def _count(
        self, board: int, rows: NDArray[np.int64], limits: NDArray[np.int64]
    ) -> NDArray[np.int64]:
        """Return the number of solutions of sets on a board, up to limits."""
        scan = self._scan(board)
        threads = 1 if len(rows) < _DIVIDED else useful_threads()
        parts = [np.array_split(values, threads) for values in (rows, limits)]
        with ThreadPoolExecutor(threads) as pool:
            counts = [*pool.map(carried(scan.count), *parts)]
        return np.concatenate(counts)

    def _compile(self, board: int) -> BoardScan:
        return BoardScan(compile_cover(self._problem.but(board=self.boards[board])))


def _least_area(board: Board) -> int:
    return board.area - int(np.count_nonzero(board.optional))


def _shared_areas(boards: Sequence[Board]) -> tuple[int, ...]:
    """Return the areas that a set can have to cover each board."""
    least, most = max(map(_least_area, boards)), min(board.area for board in boards)
    return tuple(range(max(1, least), most + 1))


def _listed(numbers: Sequence[int]) -> str:
    """Return numbers as text: ``7``, ``7 or 8``, ``7, 8 or 9``, ``5 to 40``."""
    if len(numbers) > _NEAR:
        return f"{numbers[0]} to {numbers[-1]}"
    *others, last = map(str, numbers)
    return f"{', '.join(others)} or {last}" if others else last
