"""The sat engine: OR-tools' CP-SAT, for one hard solution and as an independent judge.

One variable for each placement, one constraint for each cell, piece and for the cells that stay empty.
The package is an extra: ``pip install "tilewright[sat]"``.
"""

from __future__ import annotations

import threading
import weakref
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from tilewright.cover import Cover
from tilewright.deadline import check_time
from tilewright.errors import EngineError
from tilewright.search.bounds import tighten
from tilewright.search.protocol import EngineRun, Status
from tilewright.search.whole import WholeEngine, WholeRun

if TYPE_CHECKING:
    from ortools.sat.python import cp_model

__all__ = ["SatEngine", "SatRun"]

#: Seconds that `SatRun.advance` waits for news.
_SLICE = 0.02


def _load() -> Any:
    try:
        from ortools.sat.python import cp_model
    except ImportError:
        raise EngineError(
            'the engine sat needs OR-tools, which is not installed: pip install "tilewright[sat]"',
            where="sat",
        ) from None
    return cp_model


class SatEngine(WholeEngine):
    """CP-SAT on a cover.

    The solver works in a thread of its own; it cannot be cut into parts or put away in a file, and what was
    stopped after its first tiling cannot be gone on with.

    Parameters
    ----------
    cover : Cover
    allowed : (p,) bool array, optional
        Placements that may be used; all when not given.
    seed : int, optional
        The solver's random seed.
    one : bool, optional
        Only one tiling is wanted: the solver stops at the first. Without a seed it uses all cores, and which one it
        finds may differ from run to run.

    Raises
    ------
    EngineError
        If OR-tools is not installed; the message says how to install it.
    """

    name = "sat"

    def __init__(
        self,
        cover: Cover,
        allowed: NDArray[np.bool_] | None = None,
        seed: int | None = None,
        one: bool = False,
    ) -> None:
        _load()
        super().__init__(cover, seed, one)
        self.allowed = np.ones(cover.size, dtype=bool) if allowed is None else allowed

    def start(self, part: NDArray[np.int32] | None = None, capacity: int = 4096) -> EngineRun:
        """Return a new run."""
        return SatRun(self, capacity)

    def model(self, check: Callable[[], None] = check_time) -> tuple[cp_model.CpModel, dict[int, Any]]:
        """Return the model and the variable of each placement that may be used.

        `check` is called again and again; what it raises ends the work.
        """
        cp_model = _load()
        cover, bounds = self.cover, tighten(self.cover)
        model = cp_model.CpModel()
        chosen = {int(j): model.new_bool_var(f"placement {j}") for j in np.flatnonzero(self.allowed)}
        on_cell: list[list[Any]] = [[] for _ in range(cover.area)]
        of_piece: list[list[Any]] = [[] for _ in cover.least]
        covered = []
        for j, variable in chosen.items():
            check()
            of_piece[cover.placement_piece[j]].append(variable)
            for cell in cover.item[cover.start[j] : cover.start[j + 1]].tolist():
                on_cell[cell].append(variable)
                if cover.optional[cell]:
                    covered.append(variable)
        for optional, variables in zip(cover.optional.tolist(), on_cell, strict=True):
            if optional:
                model.add_at_most_one(variables)
            else:
                model.add_exactly_one(variables)
        for least, most, variables in zip(bounds.least.tolist(), bounds.most.tolist(), of_piece, strict=True):
            model.add_linear_constraint(sum(variables), least, most)
        cells = int(cover.optional.sum())
        model.add_linear_constraint(sum(covered), cells - bounds.empty_most, cells - bounds.empty_least)
        if not bounds.possible:
            model.add_bool_or([])
        return model, chosen


class SatRun(WholeRun):
    """One call of the solver; see `tilewright.search.protocol.EngineRun`.

    The solver is stopped when nobody holds the run any more, and when Python ends.
    """

    def __init__(self, engine: SatEngine, capacity: int) -> None:
        super().__init__(engine, capacity)
        self._engine = engine
        self._begin()

    def _begin(self) -> None:
        """Call the solver anew."""
        self._call = _Call(self._engine, self._capacity)
        # The solver's thread holds the call, not the run, so that the run can go before it.
        self._stop = weakref.finalize(self, self._call.stop)

    @property
    def nodes(self) -> int:
        """Branches of the solver so far."""
        return self._call.nodes

    @property
    def ending(self) -> Status | None:
        """How the solver has ended by itself, if it has."""
        return self._call.ending

    @property
    def waiting(self) -> Sequence[list[int]]:
        """The tilings found and not taken yet."""
        return self._call.waiting

    def _give(self) -> Sequence[list[int]]:
        return self._call.take()

    def advance(self, budget: int) -> Status:
        """Wait a moment for the solver, whatever the budget.

        Raises
        ------
        EngineError
            If it was stopped after its first tiling, or ends without saying whether there are more.
        """
        if self._call.stopped and self._call.ending is None:
            if self.found:
                raise EngineError(
                    "the engine sat cannot go on where it was stopped; begin anew, or use scan or dance",
                    where="sat",
                )
            self._begin()
        return self._call.wait()

    def close(self) -> None:
        """Stop the solver and wait for its end."""
        self._stop()


class _Stopped(BaseException):
    """The model is not wanted any more."""


class _Call:
    """The solver in its thread, and what it has found.

    Attributes
    ----------
    waiting : list of list of int
        Tilings not taken yet.
    ending : Status or None
        How the solver ended by itself: DONE if it has proven that there are no more tilings.
    stopped : bool
        Whether it was told to stop.
    """

    def __init__(self, engine: SatEngine, capacity: int) -> None:
        self.waiting: list[list[int]] = []
        self.nodes = 0
        self.ending: Status | None = None
        self.stopped = False
        self._heard = False
        self._engine = engine
        self._capacity = capacity
        self._news = threading.Condition()
        self._error: BaseException | None = None
        self._solver: Any = None
        self._thread: threading.Thread | None = None

    def wait(self) -> Status:
        """Wait a moment for news."""
        if self._thread is None:
            self._thread = threading.Thread(target=self._solve, name="tilewright sat", daemon=True)
            self._thread.start()
        with self._news:
            if self.ending is None and self._error is None and len(self.waiting) < self._capacity:
                self._news.wait(_SLICE)
            if self._error is not None:
                raise self._error
            if self.ending is not None:
                return self.ending
            return Status.FULL if len(self.waiting) >= self._capacity else Status.MORE

    def take(self) -> list[list[int]]:
        """Return what has been found, and make room."""
        with self._news:
            taken, self.waiting = self.waiting, []
            self._news.notify_all()
        return taken

    def stop(self) -> None:
        """Stop the solver and wait for the end of its thread."""
        with self._news:
            self.stopped = True
            self._news.notify_all()
        while self._thread is not None and self._thread.is_alive():
            # Asked again and again: a solver that has only just started does not hear it.
            if self._solver is not None:
                self._solver.stop_search()
            self._thread.join(_SLICE)

    def _hear(self, chosen: list[int]) -> bool:
        """Take a tiling from the solver; wait while there is no room. False: stop."""
        with self._news:
            # Several of its threads may find one before they hear that one is enough.
            if self._engine.single and self._heard:
                return False
            self._heard = True
            while len(self.waiting) >= self._capacity and not self.stopped:
                self._news.wait()
            if not self.stopped:
                self.waiting.append(chosen)
            self._news.notify_all()
            return not self.stopped

    def _check(self) -> None:
        if self.stopped:
            raise _Stopped

    def _solve(self) -> None:
        """Run the solver to its end (the life of its thread)."""
        try:
            ortools = _load()
            model, variables = self._engine.model(self._check)
            call = self

            class Listener(ortools.CpSolverSolutionCallback):  # type: ignore[name-defined, misc]
                def on_solution_callback(self) -> None:
                    chosen = [j for j, variable in variables.items() if self.boolean_value(variable)]
                    call.nodes = self.num_branches
                    if not call._hear(chosen) or call._engine.single:
                        self.stop_search()

            solver = ortools.CpSolver()
            if self._engine.seed is not None:
                solver.parameters.random_seed = self._engine.seed
                solver.parameters.num_workers = 1
            if not self._engine.single:
                solver.parameters.enumerate_all_solutions = True
                solver.parameters.num_workers = 1
            self._solver = solver
            self._check()
            answer = solver.solve(model, Listener())
            self.nodes = solver.num_branches
            with self._news:
                if not self.stopped:
                    self.ending = self._ending(ortools, solver, answer)
                self._news.notify_all()
        except _Stopped:
            pass
        except BaseException as error:
            with self._news:
                self._error = error
                self._news.notify_all()

    def _ending(self, ortools: Any, solver: Any, answer: Any) -> Status:
        """Return what the solver's own verdict says of the search: it is asked, and nothing else is a proof."""
        if answer == ortools.INFEASIBLE:
            return Status.DONE
        if answer == ortools.OPTIMAL:
            # All tilings, if all were asked for; else one.
            return Status.CUT if self._engine.single else Status.DONE
        if answer == ortools.FEASIBLE and self._engine.single:
            return Status.CUT
        raise EngineError(f"the solver ended without a verdict: {solver.status_name(answer)}", where="sat")
