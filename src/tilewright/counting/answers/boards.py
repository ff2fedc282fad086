"""Boards: those of a strip, one length at a time, where that is sooner than the whole strip.

A board shorter than the strip is wide is counted along its short side. One of any length may be counted layer by
layer, or by connected parts, which take less memory than the state graph of a strip.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from tilewright.board import Board
from tilewright.counting.answers.totals import Count, count_details
from tilewright.counting.graph.estimates import estimate
from tilewright.counting.run.checking import disagreement
from tilewright.counting.run.memory import allowed_memory
from tilewright.counting.run.progress import Report
from tilewright.counting.run.tuning import Tuning
from tilewright.counting.scan.scans import Lines, Repeat, repeats
from tilewright.counting.ways.by_parts import parts_way
from tilewright.lattices.lattice import Turn
from tilewright.piece import Piece
from tilewright.problem import Problem

__all__ = ["Boards"]

#: So many boards are counted one by one at most, and boards so long.
_FEW, _LONGEST = 1000, 4096


@dataclass(frozen=True, eq=False)
class Boards:
    """The boards of a strip.

    Attributes
    ----------
    width : int
        Of the strip.
    on : str
        What stands before the shape of a board: lattice and surface.
    repeat : Repeat
        A line of the strip.
    pieces : tuple of Piece
    turn : {"free", "one-sided", "fixed"}
    threads, max_memory, progress, tuning
        As for `tilewright.counting.count_details`.
    """

    width: int
    on: str
    repeat: Repeat
    pieces: tuple[Piece, ...]
    turn: Turn
    threads: int | None
    max_memory: int | None
    progress: Report | None
    tuning: Tuning

    def sooner(self, lengths: range) -> bool:
        """Whether boards of these lengths are estimated to be counted sooner one by one than along the strip."""
        if not lengths or lengths[-1] > _LONGEST or len(lengths) > _FEW:
            return False
        allowed = allowed_memory(self.max_memory)
        parts = parts_way(self.board(1))
        # Where even narrow boards have too many placements, nothing is known of a wide one.
        unknown = parts is not None and parts.placements is None
        along = math.inf if unknown else estimate(self.repeat).graph_seconds(allowed)
        if along < self.tuning.quick:
            return False
        along *= self.tuning.boards_share
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
        return estimate(repeat).seconds(problem.board.area, allowed)

    def board(self, n: int) -> Problem:
        """Return the problem of a board of n lines, at least 1."""
        rows, columns = (n, self.width) if self.repeat.axis == 0 else (self.width, n)
        board = f"{self.on}{rows}x{columns}" if self.on else Board.rectangle(rows, columns)
        empty = n * self.repeat.width if self.repeat.optional else 0
        return Problem(board, *self.pieces, turn=self.turn, empty=empty)

    def count(self, n: int, modulus: int = 0) -> int:
        """Return the number of tilings of a board of n lines, modulo a number if that is not 0."""
        if n == 0:
            return 1 % modulus if modulus else 1
        return self._details(n, modulus=modulus).value

    def _details(self, n: int, **options: Any) -> Count:
        return count_details(
            self.board(n),
            threads=self.threads,
            max_memory=self.max_memory,
            progress=self.progress,
            tuning=self.tuning,
            **options,
        )

    def recount(self, n: int, value: int, modulus: int) -> str:
        """Count a board of n lines a second time in another way, and say which; `value` is what was found."""
        if n == 0:
            return ""
        found = self._details(n, modulus=modulus, check=True)
        _compare(n, value, found.value)
        return found.checked

    @cached_property
    def other_axis(self) -> int:
        """The axis of the lines along which `across` counts.

        The other lines than those of the strip; where these close on themselves, as the columns of a cylinder do, what
        crosses the seam would be part of every state, so the strip's own lines are taken once more.
        """
        other = 1 - self.repeat.axis
        return self.repeat.axis if repeats(self.board(1), other) is None else other

    def across(self, values: Sequence[tuple[int, int]]) -> int:
        """Count boards again layer by layer, along `other_axis`, as long as they are soon done.

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
        lines: Lines = "columns" if self.other_axis else "rows"
        seconds = 0.0
        for done, (n, value) in enumerate(values):
            if n == 0:
                continue
            if n > _LONGEST:
                return done
            repeat = repeats(self.board(n), self.other_axis)
            assert repeat is not None
            seconds += estimate(repeat).seconds(n * self.repeat.width, allowed)
            if seconds > self.tuning.check_seconds:
                return done
            _compare(n, value, self._details(n, scan=lines, folded=False, method="placements").value)
        return len(values)


def _compare(n: int, value: int, again: int) -> None:
    if again != value:
        raise disagreement(f" for n = {n}", value, again, "as boards")
