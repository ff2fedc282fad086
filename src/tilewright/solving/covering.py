"""The smallest set of cells that contains at least a given number of cells of each group, with
exact bounds.

A search in which HiGHS solves a linear program at each node. Its floating-point numbers never
decide. They are rounded to integers, and the consequences of these are computed exactly. Let each
group g have a number y[g] >= 0, and let d[c] be the unit less the numbers of the groups with cell
c. If enough cells are taken of each group, then

    unit * (cells taken) >= sum of y[g] * least[g] + sum over the cells taken of d[c],

and the last sum is at least that of the negative d[c].
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from tilewright.solving.highs import linear_program, run_highs
from tilewright.system.work.deadline import check_time, current_deadline

#: What a cell counts, in integers.
_UNIT = 1 << 24
#: A value is an integer if it is this close to one.
_CLOSE = 1e-6
#: Nodes of the first search by this module; HiGHS gets a share of them for better solutions.
_NODES, _SHARE = 256, 16
#: Numbers of groups are cut off here, so that sums of their products fit in a word.
_LARGEST = 1 << 10
_Cells = NDArray[np.int64]


class Group(NamedTuple):
    """A group of cells, of which at least a given number must be chosen."""

    cells: tuple[int, ...]
    least: int


class _Bounds(NamedTuple):
    """The minimum and maximum for each cell: 0 or 1."""

    least: _Cells
    most: _Cells


class _Relaxation(NamedTuple):
    """The result of a linear program: a bound on the number of cells in units, the change of this
    bound for each chosen cell, and the value of each cell.
    """

    bound: int
    change: _Cells
    values: NDArray[np.float64]


class Covering:
    """A search for the smallest set of cells, numbered from 0, that contains enough cells of each
    group.

    Attributes
    ----------
    best : array
        The smallest known set of cells.
    least : int
        A proven lower bound on the number of cells.
    """

    def __init__(self, cells: int, groups: Sequence[Group], enough: Sequence[int]) -> None:
        import highspy

        self.best: _Cells = np.array(sorted(enough), dtype=np.int64)
        self._count = cells
        sizes = [len(group.cells) for group in groups]
        self._entry = np.concatenate([np.array(group.cells, dtype=np.int64) for group in groups])
        self._group = np.repeat(np.arange(len(groups)), sizes)
        self._needed = np.array([group.least for group in groups], dtype=np.int64)
        self._columns = np.arange(cells, dtype=np.int32)
        self._program = linear_program(
            np.ones(cells),
            (np.zeros(cells), np.ones(cells)),
            (self._needed.astype(np.float64), np.full(len(groups), np.inf)),
            (self._group, self._entry, np.ones(len(self._entry))),
            least=True,
        )
        # The class behind `highspy.Highs`; see `run_highs`.
        self._solver: Any = highspy.Highs.__base__()  # type: ignore[misc]
        for option, value in (("output_flag", False), ("threads", 1), ("presolve", "off")):
            self._solver.setOptionValue(option, value)
        self._solver.passModel(self._program)
        self._program.integrality_ = [highspy.HighsVarType.kInteger] * cells
        #: Whether HiGHS may find better solutions.
        self._improves = True
        self.least = max(0, -(-self._relax(self._all()).bound // _UNIT))

    def find(self, most: int) -> _Cells | None:
        """Return at most `most` cells with enough cells of each group, or None if there is no such
        set.

        Raises
        ------
        TimeLimitError
            When the current deadline passes.
        """
        if most < self.least:
            return None
        waiting, nodes = [self._all()], _NODES
        while waiting and len(self.best) > most:
            self._search(waiting, most, nodes)
            if waiting and self._improves and len(self.best) > most:
                self._improve(nodes // _SHARE)
            nodes *= 2
        if len(self.best) <= most:
            return self.best
        self.least = most + 1
        return None

    def _all(self) -> _Bounds:
        """Return the bounds at the root of the search."""
        return _Bounds(np.zeros(self._count, np.int64), np.ones(self._count, np.int64))

    def _improve(self, nodes: int) -> None:
        """Run HiGHS to find better solutions, within a number of nodes."""
        solver, optimal = run_highs(self._program, current_deadline().left, self._take, nodes=nodes)
        self._take(solver.getSolution().col_value)
        self._improves = not optimal

    def _take(self, values: ArrayLike) -> None:
        """Keep a solution if it is valid and better."""
        taken = np.asarray(values, dtype=np.float64) > 1 - _CLOSE
        if len(taken) != self._count:
            return
        enough = self._number(taken.astype(np.int64)) >= self._needed
        if np.count_nonzero(taken) < len(self.best) and enough.all():
            self.best = np.flatnonzero(taken)

    def _number(self, taken: _Cells) -> _Cells:
        """Return the number of chosen cells in each group."""
        count = np.bincount(self._group, weights=taken[self._entry], minlength=len(self._needed))
        return count.astype(np.int64)

    def _search(self, waiting: list[_Bounds], most: int, nodes: int) -> None:
        """Search the waiting parts for a set of at most `most` cells, within a number of nodes."""
        while waiting and nodes and len(self.best) > most:
            nodes -= 1
            bounds = waiting.pop()
            if (self._number(bounds.most) < self._needed).any():
                continue
            relaxed = self._relax(bounds)
            if relaxed.bound > most * _UNIT:
                continue
            self._take(relaxed.values)
            # Cells that would raise the bound too far are left out, or taken.
            open_ = bounds.least < bounds.most
            too_many = relaxed.bound + abs(relaxed.change) > most * _UNIT
            least, upper = bounds.least.copy(), bounds.most.copy()
            upper[open_ & too_many & (relaxed.change > 0)] = 0
            least[open_ & too_many & (relaxed.change < 0)] = 1
            open_ = least < upper
            if not open_.any():
                self._take(least)
                continue
            far = np.where(open_, abs(relaxed.values - np.round(relaxed.values)), -1.0)
            cell = int(far.argmax())
            left_out = upper.copy()
            left_out[cell] = 0
            waiting.append(_Bounds(least.copy(), left_out))
            # Next, the part that takes the cell.
            least[cell] = 1
            waiting.append(_Bounds(least, upper))

    def _relax(self, bounds: _Bounds) -> _Relaxation:
        """Return the consequences of the linear program within bounds, even if it has no
        solution.
        """
        check_time()
        solver = self._solver
        solver.changeColsBounds(
            self._count,
            self._columns,
            bounds.least.astype(np.float64),
            bounds.most.astype(np.float64),
        )
        left = min(current_deadline().left, 1e9)
        solver.setOptionValue("time_limit", solver.getRunTime() + max(left, 0.0))
        solver.run()
        check_time()
        solution = solver.getSolution()
        values = np.array(solution.col_value)
        if len(values) != self._count or not np.isfinite(values).all():
            values = np.full(self._count, 0.5)
        duals = np.array(solution.row_dual)
        if len(duals) != len(self._needed):
            duals = np.zeros(len(self._needed))
        scaled = np.floor(np.clip(np.nan_to_num(duals), 0.0, _LARGEST) * _UNIT)
        sums = np.bincount(self._entry, weights=scaled[self._group], minlength=self._count)
        change = _UNIT - sums.astype(np.int64)
        cells = np.where(change > 0, change * bounds.least, change * bounds.most)
        bound = int(self._needed @ scaled.astype(np.int64)) + int(cells.sum())
        return _Relaxation(bound, change, values)
