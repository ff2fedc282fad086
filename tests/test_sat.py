"""The sat engine: with OR-tools, and on a stand-in that tries everything, so that each step is known."""

from __future__ import annotations

import itertools
import sys
import threading
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from tilewright.errors import CheckpointError, EngineError
from tilewright.problem import Problem
from tilewright.search import Search, solve, tilings
from tilewright.search.dance import DanceEngine
from tilewright.search.engine import Engine, Run, Status
from tilewright.search.sat import SatEngine


class Model:
    def __init__(self) -> None:
        self.variables = 0
        self.limits: list[tuple[list[int], int, int]] = []

    def new_bool_var(self, name: str) -> Variable:
        self.variables += 1
        return Variable(self.variables - 1)

    def add_linear_constraint(self, terms: Any, least: int, most: int) -> None:
        self.limits.append(([] if isinstance(terms, int) else terms.indexes, least, most))

    def add_exactly_one(self, terms: list[Variable]) -> None:
        self.limits.append(([term.index for term in terms], 1, 1))

    def add_at_most_one(self, terms: list[Variable]) -> None:
        self.limits.append(([term.index for term in terms], 0, 1))

    def add_bool_or(self, terms: list[Variable]) -> None:
        self.limits.append(([term.index for term in terms], 1, len(terms)))


class Variable:
    """A variable, and with others a sum of variables (`indexes`, with repetitions)."""

    def __init__(self, *indexes: int) -> None:
        self.indexes = list(indexes)

    @property
    def index(self) -> int:
        (index,) = self.indexes
        return index

    def __add__(self, other: Variable | int) -> Variable:
        return Variable(*self.indexes, *([] if isinstance(other, int) else other.indexes))

    __radd__ = __add__


class Listener:
    num_branches = 7
    values: tuple[int, ...] = ()
    stopped = False

    def boolean_value(self, variable: Variable) -> bool:
        return bool(self.values[variable.index])

    def stop_search(self) -> None:
        self.stopped = True


class Solver:
    num_branches = 9

    def __init__(self) -> None:
        self.parameters = ModuleType("parameters")
        self.stopped = False

    def stop_search(self) -> None:
        self.stopped = True

    def solve(self, model: Model, listener: Any) -> None:
        for values in itertools.product((0, 1), repeat=model.variables):
            if all(least <= sum(values[i] for i in terms) <= most for terms, least, most in model.limits):
                listener.values = values
                listener.on_solution_callback()
            if listener.stopped or self.stopped:
                return


@pytest.fixture
def stand_in(monkeypatch: pytest.MonkeyPatch) -> None:
    module = ModuleType("ortools.sat.python.cp_model")
    module.CpModel, module.CpSolver, module.CpSolverSolutionCallback = Model, Solver, Listener  # type: ignore[attr-defined]
    python = ModuleType("ortools.sat.python")
    python.cp_model = module  # type: ignore[attr-defined]
    for name in ("ortools", "ortools.sat"):
        monkeypatch.setitem(sys.modules, name, ModuleType(name))
    monkeypatch.setitem(sys.modules, "ortools.sat.python", python)
    monkeypatch.setitem(sys.modules, "ortools.sat.python.cp_model", module)


def everything(run: Run) -> list[tuple[int, ...]]:
    found: list[tuple[int, ...]] = []
    status = Status.MORE
    while status is not Status.DONE:
        status = run.advance(1)
        found += [tuple(sorted(n for n in row if n >= 0)) for row in run.take().tolist()]
    return sorted(found)


PROBLEMS = [
    Problem("2x4", "dominoes+"),
    Problem("3x3", "L3=1..2", "I3=0..1", empty=(0, 3), turn="fixed"),
    Problem("2x3", "L3=2"),
    Problem("3x3", "L3=2"),
    Problem("3x2", "dominoes+", empty=(2, 6)),
]


@pytest.mark.parametrize("solver", ["stand-in", "OR-tools"])
@pytest.mark.parametrize("problem", PROBLEMS, ids=repr)
def test_same_as_dance(problem: Problem, solver: str, request: pytest.FixtureRequest) -> None:
    if solver == "stand-in":
        request.getfixturevalue("stand_in")
    cover = problem.cover()
    for allowed in (None, np.arange(cover.size) % 4 != 1):
        expected = everything(DanceEngine(cover, allowed).start())
        assert everything(SatEngine(cover, allowed, seed=3).start(capacity=2)) == expected


@pytest.mark.usefixtures("stand_in")
def test_one_tiling_and_what_a_run_says_of_itself() -> None:
    engine: Engine = SatEngine(Problem("2x4", "dominoes+").cover(), one=True)
    run = engine.start(engine.split(8)[0])
    assert run.share == 0.0
    assert len(run.rest()) == 1
    assert len(everything(run)) == 1
    assert (run.share, run.found, run.nodes, run.rest(), run.stack().size) == (1.0, 1, 9, [], 0)
    with pytest.raises(CheckpointError, match="use scan or dance"):
        run.state()


@pytest.mark.usefixtures("stand_in")
def test_a_run_that_nobody_waits_for_can_be_closed() -> None:
    run: Any = SatEngine(Problem("2x4", "dominoes+").cover()).start(capacity=1)
    assert run.advance(1) in (Status.MORE, Status.FULL)
    run.close()
    while run.advance(1) is not Status.DONE:
        pass
    assert run.found < 5


class TestWithORTools:
    """What users get: the door, with the solver itself."""

    @pytest.mark.parametrize(
        ("words", "unique"), [(("3x20", "pentominoes"), True), (("4x5-0,0", "L3+", "I4+"), False)]
    )
    def test_the_tilings_are_those_of_scan(self, words: tuple[str, ...], unique: bool) -> None:
        search = Search(Problem(*words), engine="sat", unique=unique)
        found = {tiling.labels.tobytes() for tiling in search}
        assert (search.engine, search.complete, search.delivered) == ("sat", True, len(found))
        assert found == {tiling.labels.tobytes() for tiling in tilings(*words, engine="scan", unique=unique)}
        assert len(found) > 1

    def test_one_tiling_of_a_harder_problem(self) -> None:
        problem = Problem("6x10", "pentominoes")
        tiling = solve(problem, engine="sat", seed=1, threads=1)
        assert tiling is not None
        assert tiling.faults(problem) == []

    def test_that_there_is_none_is_proven(self) -> None:
        assert solve(Problem("6x6-0,0-5,5", "dominoes+"), engine="sat") is None

    def test_a_search_that_is_stopped_ends_the_solver(self) -> None:
        search = Search(Problem("8x8", "dominoes+"), engine="sat", limit=3)
        assert len(list(search)) == 3
        assert (search.complete, search.stopped_by) == (False, "limit")
        timed = Search(Problem("8x8", "dominoes+"), engine="sat", timeout=0.2)
        assert timed.count() < 12_988_816
        assert timed.stopped_by == "timeout"
        assert not [thread for thread in threading.enumerate() if "sat" in thread.name]


def test_without_the_extra_it_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ortools.sat.python", None)
    with pytest.raises(EngineError, match=r'pip install "tilewright\[sat\]"'):
        SatEngine(Problem("2x4", "dominoes+").cover())
