"""Boards: those of a strip, one length at a time, where that is sooner than the whole strip.

A board shorter than the strip is wide is counted along its short side. One of any length may be counted layer by
layer, or by connected parts, which take less memory than the state graph of a strip.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from tilewright.board import Board
from tilewright.counting.by_parts import parts_way
from tilewright.counting.checking import Lister
from tilewright.counting.foresight import foresee
from tilewright.counting.memory import allowed_memory
from tilewright.counting.progress import Report
from tilewright.counting.scans import Repeat, repeats
from tilewright.counting.totals import count_details
from tilewright.piece import Piece
from tilewright.problem import Problem
from tilewright.symmetry import Turn

__all__ = ["Boards"]

#: A state graph that is foreseen to take so many seconds is not worth a second thought.
_QUICK = 1.0
#: So many boards are counted one by one at most, and boards so long.
_FEW, _LONGEST = 1000, 4096
#: Boards that are counted for a check are foreseen to take so many seconds in all at most.
_PATIENCE = 10.0


@dataclass(frozen=True, eq=False)
class Boards:
    """The boards of a strip.

    Attributes
    ----------
    repeat : Repeat
        A line of the strip.
    pieces : tuple of Piece
    turn : {"free", "one-sided", "fixed"}
    threads, max_memory, progress
        As for `tilewright.counting.count`.
    """

    repeat: Repeat
    pieces: tuple[Piece, ...]
    turn: Turn
    threads: int | None
    max_memory: int | None
    progress: Report | None

    def sooner(self, lengths: range) -> bool:
        """Whether boards of these lengths are foreseen to be counted sooner one by one than along the strip."""
        if not lengths or len(lengths) > _FEW or lengths[-1] > _LONGEST:
            return False
        allowed = allowed_memory(self.max_memory)
        parts = parts_way(self.board(1))
        # Where even narrow boards have too many placements, nothing is foreseen of a wide one.
        unknown = parts is not None and parts.placements is None
        along = math.inf if unknown else foresee(self.repeat).graph_seconds(allowed)
        if along < _QUICK:
            return False
        seconds = 0.0
        for n in reversed(lengths):
            seconds += self._seconds(n, allowed) if n else 0
            if seconds >= along:
                return False
        return True

    def _seconds(self, n: int, allowed: int) -> float:
        """Return about how long a board of this length takes on one thread; infinite if memory forbids it."""
        problem = self.board(n)
        parts = parts_way(problem)
        if parts is not None and parts.better(allowed):
            return parts.seconds if parts.ahead.nbytes <= allowed else math.inf
        repeat = repeats(problem)
        assert repeat is not None
        return foresee(repeat).seconds(problem.board.area, allowed)

    def board(self, n: int) -> Problem:
        """Return the problem of a board of n lines, at least 1."""
        width = self.repeat.width
        rows, columns = (n, width) if self.repeat.axis == 0 else (width, n)
        empty = n * width if self.repeat.optional else 0
        return Problem(Board.rectangle(rows, columns), *self.pieces, turn=self.turn, empty=empty)

    def count(self, n: int, modulus: int = 0) -> int:
        """Return the number of tilings of a board of n lines, modulo a number if that is not 0."""
        if n == 0:
            return 1 % modulus if modulus else 1
        found = count_details(
            self.board(n),
            modulus=modulus,
            threads=self.threads,
            max_memory=self.max_memory,
            progress=self.progress,
        )
        return found.value

    def recount(self, n: int, value: int, modulus: int, lister: Lister) -> str:
        """Count a board of n lines a second time in another way, and say which; `value` is what was found."""
        if n == 0:
            return ""
        found = count_details(
            self.board(n),
            modulus=modulus,
            threads=self.threads,
            max_memory=self.max_memory,
            progress=self.progress,
            check=True,
            lister=lister,
        )
        _compare(n, value, found.value)
        return found.checked

    def across(self, values: Sequence[tuple[int, int]]) -> int:
        """Count boards again along the other lines than those of the strip, as long as they are soon done.

        Parameters
        ----------
        values : sequence of (n, number)
            What was found for boards of n lines, the shortest first.

        Returns
        -------
        int
            How many of them are the same.
        """
        allowed = allowed_memory(self.max_memory)
        other = 1 - self.repeat.axis
        seconds = 0.0
        for done, (n, value) in enumerate(values):
            if n == 0:
                continue
            if n > _LONGEST:
                return done
            repeat = repeats(self.board(n), other)
            assert repeat is not None
            seconds += foresee(repeat).seconds(n * self.repeat.width, allowed)
            if seconds > _PATIENCE:
                return done
            again = count_details(
                self.board(n),
                threads=self.threads,
                max_memory=self.max_memory,
                progress=self.progress,
                scan=("rows", "columns")[other],
                folded=False,
                method="placements",
            )
            _compare(n, value, again.value)
        return len(values)


def _compare(n: int, value: int, again: int) -> None:
    if again != value:
        raise AssertionError(f"two counts disagree for n = {n}: {value} and {again}; please report this")
