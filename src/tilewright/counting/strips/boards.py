"""The boards of a strip, counted one by one."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal

from tilewright.counting.answers.listing import disagreement
from tilewright.counting.answers.number import count_details
from tilewright.counting.answers.plans import Count
from tilewright.counting.answers.weights import weighted_count
from tilewright.counting.frontier.components import component_scan
from tilewright.counting.frontier.estimates import estimate
from tilewright.counting.frontier.repeats import Repeat, find_repeat
from tilewright.counting.frontier.scans import Lines, axis_names
from tilewright.counting.resources import Number
from tilewright.counting.tuning import Tuning
from tilewright.model.board import Board
from tilewright.model.piece import Piece
from tilewright.model.problem import Problem
from tilewright.model.space.lattice import Turn, box_word
from tilewright.system.platform.machine import allowed_memory
from tilewright.system.work.limits import passed_on

Along = Literal["columns", "rows", "layers"]

#: Limits for counting boards one by one: their number and length.
_FEW, _LONGEST = 1000, 4096


@dataclass(frozen=True, eq=False)
class Boards:
    """The boards of a strip."""

    section: tuple[int, ...]
    on: str
    repeat: Repeat
    pieces: tuple[Piece, ...]
    turn: Turn
    weights: dict[str, Number]
    tuning: Tuning

    def is_faster(self, lengths: range) -> bool:
        """Return whether boards of these lengths are estimated to be counted faster one by one than
        along the strip.
        """
        if not lengths or lengths[-1] > _LONGEST or len(lengths) > _FEW:
            return False
        allowed = allowed_memory()
        parts = component_scan(self.board(1))
        # If even narrow boards have too many placements, nothing is known of a wide one.
        unknown = parts is not None and parts.placements is None
        along = math.inf if unknown else estimate(self.repeat).graph_seconds(allowed)
        if along < self.tuning.quick:
            return False
        along *= self.tuning.boards_share
        seconds = 0.0
        for n in reversed(lengths):
            seconds += self._estimate_seconds(n, allowed) if n else 0
            if seconds >= along:
                return False
        return True

    def _estimate_seconds(self, n: int, allowed: int) -> float:
        """Estimate the time for a board on one thread, in seconds; inf if it does not fit into
        memory.
        """
        problem = self.board(n)
        parts = component_scan(problem)
        if parts is not None and parts.is_better(allowed):
            return parts.seconds if parts.ahead.nbytes <= allowed else math.inf
        repeat = find_repeat(problem)
        assert repeat is not None
        return estimate(repeat).seconds(problem.board.area, allowed)

    def board(self, n: int) -> Problem:
        """Return the problem of a board of n lines, at least 1."""
        sides = (*self.section[: self.repeat.axis], n, *self.section[self.repeat.axis :])
        board = f"{self.on}{box_word(sides)}" if self.on else Board.rectangle(sides[0], sides[1])
        empty = n * self.repeat.width if self.repeat.optional else 0
        return Problem(board, *self.pieces, turn=self.turn, empty=empty)

    def count(self, n: int, modulus: int = 0) -> Number:
        """Return the number of tilings of a board with n lines, or the sum of their weights, modulo
        `modulus` unless `modulus` is 0.
        """
        if n == 0:
            return 1 % modulus if modulus else 1
        if self.weights:
            total = weighted_count(
                self.board(n),
                self.weights,
                tuning=self.tuning,
                **passed_on(),
            )
            return total % modulus if modulus else total
        return self._count_details(n, mod=modulus).value

    def _count_details(self, n: int, **options: Any) -> Count:
        return count_details(self.board(n), tuning=self.tuning, **passed_on(), **options)

    def recount(self, n: int, value: int, modulus: int) -> str:
        """Verify the number of a board of n lines with another method, and return a description of
        the method.
        """
        if n == 0:
            return ""
        details = self._count_details(n, mod=modulus, check=True)
        _check_agreement(n, value, details.value)
        return details.checked

    @cached_property
    def other_axis(self) -> int:
        """The axis of the lines along which `verify_across` counts.

        These lines differ from those of the strip. If these lines are closed, like the columns of a
        cylinder, every state would include the pieces that cross the seam. In this case, the lines
        of the strip are used.
        """
        others = [axis for axis in range(1 + len(self.section)) if axis != self.repeat.axis]
        return next(
            (axis for axis in others if find_repeat(self.board(1), axis) is not None),
            self.repeat.axis,
        )

    def verify_across(self, values: Sequence[tuple[int, int]]) -> int:
        """Verify numbers layer by layer, along `other_axis`, as long as this is fast, and return
        how many were verified.
        """
        allowed = allowed_memory()
        lines: Lines = axis_names(1 + len(self.section))[self.other_axis]
        seconds = 0.0
        for done, (n, value) in enumerate(values):
            if n == 0:
                continue
            if n > _LONGEST:
                return done
            repeat = find_repeat(self.board(n), self.other_axis)
            assert repeat is not None
            seconds += estimate(repeat).seconds(n * self.repeat.width, allowed)
            if seconds > self.tuning.check_seconds:
                return done
            _check_agreement(
                n,
                value,
                self._count_details(n, direction=lines, folded=False, method="placements").value,
            )
        return len(values)


def _check_agreement(n: int, value: int, again: int) -> None:
    if again != value:
        raise disagreement(f" for n = {n}", value, again, "as boards")
