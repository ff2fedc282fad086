"""Tilings of strips up to symmetry, as a sequence.

By Burnside's lemma, the numbers are means of the numbers of tilings that a symmetry fixes. If n
exceeds the sides of a line, each symmetry of the board preserves or reverses the order of the
lines. Let S be the number of states between two lines.

Tilings fixed by a symmetry that preserves the order pass through states that the symmetry fixes.
Therefore, their numbers satisfy a recurrence of order at most S. Tilings fixed by a symmetry that
reverses the order are determined by half of the lines and the tiles across the middle. Therefore,
their numbers are linear functions of the states in the middle. Even and odd n share a denominator,
and the recurrence has order at most 2 S.

Other lengths, such as squares, have more symmetries and are exceptions.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise

import numpy as np

from tilewright.counting.answers.orbits import count_up_to_symmetry
from tilewright.counting.strips.boards import Boards
from tilewright.errors import EngineError
from tilewright.model.cover import Unique, compile_cover
from tilewright.model.problem import Problem
from tilewright.system.work.limits import passed_on


@dataclass(eq=False)
class StripClasses:
    """The classes of tilings of the boards of a strip."""

    boards: Boards
    #: The largest number of states between two lines, and whether mirror images are one state.
    states: Callable[[], tuple[int, bool]]
    #: Whether reflections count.
    unique: Unique = True
    #: What is added to the mean over the usual symmetries, by the number of periods.
    exceptions: dict[int, int] = field(default_factory=dict)

    @cached_property
    def _usual_symmetries(self) -> list[int]:
        """The symmetries of a long board, by number."""
        lines = max(3, 1 + max(self.boards.section))
        problem = self.boards.board(lines + -lines % self.boards.repeat.period)
        return sorted(
            {symmetry.element for symmetry in compile_cover(problem).cell_symmetries(self.unique)}
        )

    def bound(self) -> int | None:
        """Return a bound on the order of a recurrence for `value`, or None if the sides are
        joined.
        """
        repeat = self.boards.repeat
        board = self.boards.board(repeat.period).board
        if board.surface.joined:
            return None
        states, folded = self.states()
        along = board.lattice.matrices[np.array(self._usual_symmetries), repeat.axis, repeat.axis]
        keeping, reversing = int((along > 0).sum()), int((along < 0).sum())
        # Unless the mirror image of a line is the only other symmetry that keeps the order, it may
        # fix one of two merged states.
        fixed = 2 * states if folded and (len(self.boards.section) > 1 or keeping != 2) else states
        return states + (keeping - 1) * fixed + (2 * fixed if reversing else 0)

    def value(self, k: int) -> int:
        """Return the mean over the usual symmetries for k periods of lines."""
        if k == 0:
            return 1
        problem = self.boards.board(k * self.boards.repeat.period)
        result = count_up_to_symmetry(
            problem, unique=self.unique, tuning=self.boards.tuning, **passed_on()
        )
        if problem.board.surface.joined:
            return result.value
        names = [problem.board.lattice.names[element] for element in self._usual_symmetries]
        if not set(names) <= set(result.fixed):
            names = self._usual_names(problem)
        usual = [result.fixed[name] for name in names]
        mean = sum(usual) // len(usual)
        if result.value != mean:
            self.exceptions[k] = result.value - mean
        return mean

    def _usual_names(self, problem: Problem) -> list[str]:
        """Return names of symmetries on a board where two symmetries act on the placements in the
        same way.
        """
        lattice, cover = problem.board.lattice, compile_cover(problem)
        cells = cover.cells.astype(np.int64) - cover.cells.min(axis=0)
        number = {cell: place for place, cell in enumerate(map(tuple, cells.tolist()))}
        items = [
            frozenset(cover.item[begin:end].tolist())
            for begin, end in pairwise(cover.start.tolist())
        ]
        placement = {item: place for place, item in enumerate(items)}
        if len(placement) < len(items):
            raise EngineError(
                "two pieces can cover the same cells, so the sequence up to symmetry is not "
                "available for this strip. To count single boards, write a number instead of N"
            )

        def moved(element: int) -> tuple[int, ...]:
            image = lattice.image(element, cells)
            there = [number[cell] for cell in map(tuple, (image - image.min(axis=0)).tolist())]
            return tuple(placement[frozenset(there[cell] for cell in item)] for item in items)

        names = {
            moved(symmetry.element): lattice.names[symmetry.element]
            for symmetry in cover.cell_symmetries(self.unique)
        }
        return [names[moved(element)] for element in self._usual_symmetries]
