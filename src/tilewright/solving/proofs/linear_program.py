"""Search for numbers in the cells such that the pieces need more than the total of the board. They
solve the dual of the linear relaxation.

If placements may be used fractionally, a tiling is a point of a polytope. If the polytope is empty,
a linear combination of its inequalities is a contradiction (J. Farkas, *Theorie der einfachen
Ungleichungen*, 1902): a number for each cell. HiGHS finds these numbers in floating point. They are
multiplied by small integers and rounded until the exact sums are a proof.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tilewright.model.cover import Cover
from tilewright.model.cover.cover import padded
from tilewright.solving.highs import linear_program, run_highs
from tilewright.solving.proofs.bounds import WeightBound, least_needed, least_sums
from tilewright.solving.proofs.relations import count_copies
from tilewright.solving.proofs.weights import numbers_on_board
from tilewright.system.work.deadline import check_time, current_deadline

#: The most placements up to symmetry, and the most symmetries times placements.
_ROWS, _IMAGES = 20_000, 20_000_000
#: The most cells of these placements, and the cells of those that are compared at a time.
_ENTRIES, _BLOCK = 1_000_000, 1_000_000
#: The largest number by which a solution is multiplied before it is rounded.
_FACTOR = 360
#: The least excess of a solution that can be a proof; less is an error of rounding.
_EXCESS = 1e-6
#: Seconds that the solver may take.
_SECONDS = 5.0


def find_bound(cover: Cover) -> WeightBound | None:
    """Return the simplest bound found that rules out tilings, or None if the relaxation has a
    solution or is too large.
    """
    if not cover.size or cover.size > _IMAGES:
        return None
    program = Relaxation(cover)
    if not program.is_small:
        return None
    solution = program.solve()
    if solution is None:
        return None
    for numbers in nearby_integers(solution):
        for candidate in _simplify_numbers(numbers):
            bound = _orbit_bounds(cover, program.orbit, candidate)
            if bound is not None:
                return bound
    return None


def nearby_integers(solution: NDArray[np.float64]) -> Iterator[NDArray[np.int64]]:
    """Yield integers close to multiples of the solution, starting with the smallest."""
    seen = set()
    for factor in range(1, _FACTOR + 1):
        numbers = np.rint(solution * factor).astype(np.int64)
        divisor = max(int(np.gcd.reduce(numbers)), 1)
        key = (numbers // divisor).tobytes()
        if key not in seen:
            seen.add(key)
            yield numbers // divisor


def _simplify_numbers(numbers: NDArray[np.int64]) -> Iterator[NDArray[np.int64]]:
    """Yield the numbers shifted to start at 0, without a common divisor, and unchanged."""
    low = numbers - numbers.min()
    divisor = max(int(np.gcd.reduce(low)), 1)
    yield low // divisor
    yield numbers


def _orbit_bounds(
    cover: Cover, orbit: NDArray[np.int64], numbers: NDArray[np.int64]
) -> WeightBound | None:
    """Return the bound of these numbers for each orbit of cells, if it is a proof."""
    cell_numbers = numbers[orbit]
    values = least_sums(cover, cell_numbers)
    empty = (
        int(cell_numbers[cover.optional].min()) if cover.empty_most and cover.optional.any() else 0
    )
    if least_needed(cover, count_copies(cover), values, empty) <= int(cell_numbers.sum()):
        return None
    bound = WeightBound(cover.problem, numbers_on_board(cover, cell_numbers.tolist()))
    # A cover may have fewer placements than its problem.
    return bound if bound.holds() else None


@dataclass(frozen=True, eq=False)
class Relaxation:
    """The linear program, for cells and placements up to symmetry: a solution may be averaged over
    all images.
    """

    cover: Cover

    @cached_property
    def orbit(self) -> NDArray[np.int64]:
        """(a,) The orbit of each cell, numbered from 0."""
        cover = self.cover
        lowest = np.arange(cover.area)
        if cover.size * cover.symmetry_bound <= _IMAGES:
            for symmetry in cover.cell_symmetries():
                np.minimum.at(lowest, symmetry.cells, np.arange(cover.area))
        return np.unique(lowest, return_inverse=True)[1].ravel()

    @property
    def is_small(self) -> bool:
        """Whether the program is solved in seconds."""
        return self._kinds is not None

    @property
    def placements(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """(m, w) The orbits of the cells of each placement, sorted, -1 after the last; and (m,) its
        piece: each kind once. Only if the program is small.
        """
        assert self._kinds is not None
        return self._kinds[:, 1:], self._kinds[:, 0]

    @cached_property
    def _kinds(self) -> NDArray[np.int64] | None:
        """The piece and the orbits of each kind of placement, or None if there are too many
        kinds.
        """
        cover = self.cover
        width = int(np.diff(cover.start).max())
        kinds = np.zeros((0, 1 + width), dtype=np.int64)
        step = max(1, _BLOCK // width)
        for begin in range(0, cover.size, step):
            check_time()
            start = cover.start[begin : begin + step + 1]
            items = padded(start, cover.item[start[0] : start[-1]], width)
            rows = np.where(items < 0, -1, self.orbit[items])
            rows = -np.sort(-rows, axis=1)
            piece = cover.placement_piece[begin : begin + step, None]
            kinds = np.unique(
                np.concatenate([kinds, np.concatenate([piece, rows], axis=1)]), axis=0
            )
            if len(kinds) > _ROWS or np.count_nonzero(kinds[:, 1:] >= 0) > _ENTRIES:
                return None
        return kinds

    def solve(self) -> NDArray[np.float64] | None:
        """Return the number of each orbit that maximizes the excess of the pieces over the sum of
        the board, or None if there is no excess.
        """
        cover, copies = self.cover, count_copies(self.cover)
        cells, piece = self.placements
        count = int(self.orbit.max()) + 1
        sizes = np.bincount(self.orbit, minlength=count).astype(np.float64)
        # The columns: a number for each orbit; the value of each group of pieces, each other piece,
        # and the empty cells, as a positive and a negative part, which count with the least and the
        # most copies.
        cost, upper, lower = list(-sizes), [1.0] * count, [-1.0] * count
        columns: dict[int, int] = {}
        for number in range(len(cover.least)):
            group = int(copies.group[number])
            which = group if group >= 0 else len(copies.number) + number
            if which not in columns:
                columns[which] = len(cost)
                known = group >= 0
                cost += [float(copies.number[group] if known else cover.least[number])]
                cost += [float(copies.number[group] if known else cover.most[number])]
        piece_column = np.array(
            [
                columns[int(g) if g >= 0 else len(copies.number) + k]
                for k, g in enumerate(copies.group)
            ]
        )
        free = (
            np.unique(self.orbit[cover.optional])
            if cover.empty_most
            else np.zeros(0, dtype=np.int64)
        )
        empty = len(cost)
        cost += [float(cover.empty_least), float(cover.empty_most)]
        parts = (len(cost) - count) // 2
        lower += [0.0, -np.inf] * parts
        upper += [np.inf, 0.0] * parts
        # Each placement covers at least the value of its piece, and each cell that may stay empty
        # has at least that of these.
        row, place = np.nonzero(cells >= 0)
        m, n = len(cells), len(free)
        rows = np.concatenate([row, np.arange(m), np.arange(m), np.repeat(m + np.arange(n), 3)])
        last = np.stack([free, np.full(n, empty), np.full(n, empty + 1)], axis=1).ravel()
        column = np.concatenate(
            [cells[row, place], piece_column[piece], piece_column[piece] + 1, last]
        )
        value = np.concatenate([np.ones(len(row)), -np.ones(2 * m), np.tile([1.0, -1.0, -1.0], n)])
        program = linear_program(
            np.array(cost),
            (np.array(lower), np.array(upper)),
            (np.zeros(m + n), np.full(m + n, np.inf)),
            (rows, column, value),
        )
        solver = run_linear(program, _SECONDS)
        if solver is None or solver.getInfo().objective_function_value <= _EXCESS:
            return None
        return np.array(solver.getSolution().col_value)[:count]


def run_linear(program: Any, seconds: float) -> Any:
    """Run the solver on a linear program. Return the solver if it found an optimum in time, or None
    otherwise.
    """
    solver, optimal = run_highs(program, min(seconds, current_deadline().left))
    return solver if optimal else None
