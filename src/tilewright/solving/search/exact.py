"""Solve exact cover problems that need not be tilings: all solutions, some solutions, their number,
or the cheapest solution.
"""

from __future__ import annotations

import importlib.util
import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Unpack

import numpy as np
from numpy.typing import NDArray

from tilewright.errors import EngineError, TimeLimitError
from tilewright.formats.exactcover import ExactCover
from tilewright.solving.search.choice import check_options
from tilewright.solving.search.engines.dance.engine import DanceEngine, solutions
from tilewright.solving.search.running.pace import Stopwatch
from tilewright.solving.search.running.protocol import Status
from tilewright.system.work.deadline import current_deadline
from tilewright.system.work.limits import Limits, ProgressLimits, limited
from tilewright.system.work.progress import SearchProgress

if TYPE_CHECKING:
    from tilewright.system.values.arguments import SeedLike

#: Steps between two looks at the clock: the first number and the largest.
_FIRST_STEPS, _STEPS = 1 << 10, 1 << 18


class ExactSearch:
    """A search for the solutions of an exact cover problem, with the ``dance`` engine.

    Iterate over a search once to get its solutions, or call `count` to get only their number.

    Parameters
    ----------
    cover : ExactCover
    limit : int, optional
        Stop after this many solutions.
    seed : int or numpy.random.Generator, optional
        Search the branches in a random order that depends on this seed.
    timeout, max_memory, progress
        See `tilewright.system.work.limits`. The time limit starts when the search is created.

    Attributes
    ----------
    found : int
        The number of solutions found so far.
    complete : bool
        Whether all solutions have been found.
    stopped_by : {None, "limit", "timeout"}
        The reason why the search ended early.
    """

    @limited
    def __init__(
        self,
        cover: ExactCover,
        *,
        limit: int | None = None,
        seed: SeedLike = None,
        **limits: Unpack[ProgressLimits],
    ) -> None:
        seed = check_options(limit, seed)
        self.cover = cover
        self.limit = limit
        self._deadline = current_deadline().inner
        self.found = 0
        self.complete = False
        self.stopped_by: str | None = None
        self._clock = Stopwatch()
        one = limit == 1
        self._run = DanceEngine(cover, seed=seed, restarts=one).start(
            capacity=min(limit or 4096, 4096)
        )

    def batches(self) -> Iterator[NDArray[np.int32]]:
        """Yield solutions as rows of option indices, padded with -1. The order of the indices
        within a row has no meaning.
        """
        deadline = self._deadline
        budget, status = _FIRST_STEPS, Status.MORE
        self._clock.start()
        while status is not Status.DONE:
            try:
                with deadline.holds():
                    status = self._run.advance(budget)
            except TimeLimitError:
                self.stopped_by = "timeout"
                return
            budget = min(2 * budget, _STEPS)
            rows = self._run.take()
            if self.limit is not None and self.found + len(rows) >= self.limit:
                # Only one more solution, or the end of the tree, would show whether these are all.
                rows = rows[: self.limit - self.found]
                self.stopped_by = "limit"
            self.found += len(rows)
            if len(rows):
                yield rows
            if self.stopped_by is not None:
                return
            if deadline.listener:
                nodes = self._run.nodes
                deadline.listener(
                    SearchProgress.of(
                        found=self.found,
                        delivered=self.found,
                        nodes=nodes,
                        worked=nodes,
                        share=self._run.share,
                        seconds=self._clock.seconds,
                    )
                )
            if deadline.passed and status is not Status.DONE:
                self.stopped_by = "timeout"
                return
        self.complete = True

    def __iter__(self) -> Iterator[tuple[int, ...]]:
        """Yield the options of each solution, in ascending order."""
        for rows in self.batches():
            yield from solutions(rows)

    def count(self) -> int:
        """Run the search to the end and return the number of solutions."""
        for _ in self.batches():
            pass
        return self.found


@dataclass(frozen=True)
class CheapestCover:
    """A solution, its cost, and whether it is proven that no solution is cheaper."""

    options: tuple[int, ...]
    cost: int
    proven: bool


@limited
def cheapest_cover(
    cover: ExactCover, *, engine: str = "auto", **limits: Unpack[Limits]
) -> tuple[CheapestCover | None, bool]:
    """Return a solution of minimum cost.

    Parameters
    ----------
    cover : ExactCover
    engine : {"auto", "sat", "dance"}
        The engine ``sat`` runs the CP-SAT solver, which requires the ``sat`` extra. The engine
        ``dance`` finds the minimum by comparing all solutions. By default, CP-SAT is used if it is
        installed.
    timeout, max_memory
        See `tilewright.system.work.limits`. When the time limit is reached, the best solution so
        far is returned.

    Returns
    -------
    CheapestCover or None
        The solution, or None if no solution was found.
    complete : bool
        Whether it is proven that no cheaper solution exists.

    Raises
    ------
    EngineError
        If the engine is unknown, or OR-Tools is not installed.
    """
    if engine not in ("auto", "sat", "dance"):
        raise EngineError(
            f"unknown engine {engine!r} for searches with costs. Supported engines: auto, sat, "
            "dance",
            where="engine",
        )
    if engine == "sat" or (engine == "auto" and importlib.util.find_spec("ortools") is not None):
        return _minimize_by_sat(cover)
    # Padding (-1) finds the last entry.
    costs = np.append(_costs(cover), 0)
    search = ExactSearch(cover)
    best: CheapestCover | None = None
    for rows in search.batches():
        sums = costs[rows].sum(axis=1)
        row = int(sums.argmin())
        if best is None or sums[row] < best.cost:
            chosen = tuple(sorted(number for number in rows[row].tolist() if number >= 0))
            best = CheapestCover(chosen, int(sums[row]), proven=False)
    if best is not None:
        best = CheapestCover(best.options, best.cost, proven=search.complete)
    return best, search.complete


def _costs(cover: ExactCover) -> NDArray[np.int64]:
    return np.zeros(cover.size, dtype=np.int64) if cover.cost is None else cover.cost


def _minimize_by_sat(cover: ExactCover) -> tuple[CheapestCover | None, bool]:
    """Minimize with CP-SAT: a variable for each option, and for each color of a secondary item."""
    try:
        from ortools.sat.python import cp_model
    except ImportError:
        raise EngineError(
            "the engine 'sat' needs OR-Tools, which is not installed. Run: pip install "
            "'tilewright[sat]'",
            where="engine",
        ) from None
    model: Any = cp_model.CpModel()
    chosen = [model.new_bool_var(f"{option}") for option in range(cover.size)]
    holding: dict[tuple[int, int], list[Any]] = {}
    option_of = np.repeat(np.arange(cover.size), np.diff(cover.start))
    for option, item, color in zip(
        option_of.tolist(), cover.item.tolist(), cover.color.tolist(), strict=True
    ):
        holding.setdefault((item, color), []).append(chosen[option])
    for item in range(cover.primary):
        least, most = int(cover.least[item]), int(cover.most[item])
        model.add_linear_constraint(sum(holding.get((item, 0), [])), least, most)
    colors: dict[int, list[Any]] = {}
    for (item, color), variables in holding.items():
        if item < cover.primary:
            continue
        if not color:
            # An option without a color excludes all others of the item.
            colors.setdefault(item, []).extend(variables)
            continue
        tint = model.new_bool_var(f"{item}:{color}")
        for variable in variables:
            model.add_implication(variable, tint)
        colors.setdefault(item, []).append(tint)
    for variables in colors.values():
        model.add_at_most_one(variables)
    costs = _costs(cover).tolist()
    model.minimize(
        sum(cost * variable for cost, variable in zip(costs, chosen, strict=True) if cost)
    )
    solver = cp_model.CpSolver()
    if (left := current_deadline().left) < math.inf:
        solver.parameters.max_time_in_seconds = max(left, 0.0)
    status = solver.solve(model)
    if status == cp_model.INFEASIBLE:
        return None, True
    if status not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        return None, False
    options = tuple(
        option for option, variable in enumerate(chosen) if solver.boolean_value(variable)
    )
    cost = sum(costs[option] for option in options)
    return CheapestCover(options, cost, status == cp_model.OPTIMAL), status == cp_model.OPTIMAL
