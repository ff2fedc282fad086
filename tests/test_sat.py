"""The sat engine, with the solver itself."""

from __future__ import annotations

import sys
import threading

import pytest

from tilewright.cover import compile_cover
from tilewright.errors import EngineError, TimeLimitError
from tilewright.problem import Problem
from tilewright.search import Search, solve, tilings
from tilewright.search.protocol import Status
from tilewright.search.sat import SatEngine, _Call


def test_a_run_that_was_closed_never_says_that_it_is_done() -> None:
    """Not after its first tiling; before that it begins anew."""
    run = SatEngine(compile_cover(Problem("4x4", "dominoes+"))).start(capacity=1)
    run.close()
    while not run.found:
        assert run.advance(1) in (Status.MORE, Status.FULL)
    run.close()
    with pytest.raises(EngineError, match="cannot go on where it was stopped"):
        run.advance(1)
    assert len(run.take()) == 1
    with pytest.raises(EngineError, match="cannot go on where it was stopped"):
        run.advance(1)


def test_a_verdict_that_is_none_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    """A solver that gives up (here for want of time) has proven nothing."""
    from ortools.sat.python import cp_model

    class Hasty(cp_model.CpSolver):
        def solve(self, *arguments: object) -> object:
            self.parameters.max_deterministic_time = 0.0
            self.parameters.cp_model_presolve = False
            return super().solve(*arguments)

    monkeypatch.setattr(cp_model, "CpSolver", Hasty)
    search = Search(Problem("8x8-3,3-3,4-4,3-4,4", "pentominoes"), engine="sat", limit=1)
    with pytest.raises(EngineError, match="without a verdict: UNKNOWN"):
        list(search)
    assert not search.complete


@pytest.mark.parametrize(
    ("words", "unique"), [(("3x20", "pentominoes"), True), (("4x5-0,0", "L3+", "I4+"), False)]
)
def test_the_tilings_are_those_of_scan(words: tuple[str, ...], unique: bool) -> None:
    search = Search(Problem(*words), engine="sat", unique=unique)
    found = {tiling.labels.tobytes() for tiling in search}
    assert (search.engine, search.complete, search.delivered) == ("sat", True, len(found))
    assert found == {tiling.labels.tobytes() for tiling in tilings(*words, engine="scan", unique=unique)}
    assert len(found) > 1


@pytest.mark.parametrize("unique", [False, True])
@pytest.mark.parametrize("seed", [None, *range(8)])
def test_the_one_tiling_is_never_dropped_as_an_image(seed: int | None, unique: bool) -> None:
    """The solver finds any tiling, seldom the one that stands for its images."""
    problem = Problem("5x5", "L3+", "monomino")
    search = Search(problem, engine="sat", seed=seed, unique=unique, limit=1)
    (tiling,) = search
    assert tiling.faults(problem) == []
    assert (search.complete, search.stopped_by) == (False, "limit")
    assert Search(problem, engine="sat", seed=seed, unique=unique, limit=1).count() == 1


def test_with_a_seed_it_is_always_the_same() -> None:
    problem = Problem("6x10", "pentominoes")
    first = solve(problem, engine="sat", seed=1)
    assert first is not None
    assert first.faults(problem) == []
    assert solve(problem, engine="sat", seed=1) == first


def test_that_there_is_none_is_proven() -> None:
    assert solve(Problem("3x3", "L3=3", turn="fixed"), engine="sat") is None
    search = Search(Problem("5x6", "X5+", "I3=0..1"), engine="sat")
    assert list(search) == []
    assert search.complete


def test_a_search_that_is_stopped_ends_the_solver() -> None:
    search = Search(Problem("8x8", "dominoes+"), engine="sat", limit=3)
    assert len(list(search)) == 3
    assert (search.complete, search.stopped_by) == (False, "limit")
    timed = Search(Problem("8x8", "dominoes+"), engine="sat", timeout=0.2)
    assert timed.count() < 12_988_816
    assert timed.stopped_by == "timeout"
    assert not [thread for thread in threading.enumerate() if "sat" in thread.name]


def test_a_search_that_was_stopped_does_not_take_the_rest_for_nothing() -> None:
    """Iterated again it begins anew or says that it cannot, but never that this was all."""
    search = Search(Problem("8x8", "dominoes+"), engine="sat")
    iterator = iter(search)
    next(iterator)
    iterator.close()
    with pytest.raises(EngineError, match="cannot go on where it was stopped"):
        for _ in search:
            pass
    assert not search.complete

    early = Search(Problem("4x4", "dominoes+"), engine="sat", timeout=1e-9)
    assert (list(early), early.complete, early.stopped_by) == ([], False, "timeout")
    early.timeout = None
    assert len(list(early)) == 36
    assert early.complete


def test_a_model_that_is_being_built_can_be_stopped() -> None:
    looks = iter(range(5))

    def check() -> None:
        if next(looks, None) is None:
            raise TimeLimitError("the time is up")

    with pytest.raises(TimeLimitError):
        SatEngine(compile_cover(Problem("5x5", "L3+", "monomino"))).model(check)


def test_without_the_extra_it_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ortools.sat.python", None)
    with pytest.raises(EngineError, match=r'pip install "tilewright\[sat\]"'):
        SatEngine(compile_cover(Problem("2x4", "dominoes+")))


def test_threads_of_the_solver_that_find_one_tiling_each_give_one() -> None:
    cover = compile_cover(Problem("2x4", "dominoes+"))
    for one, heard in ((True, [[1]]), (False, [[1], [2]])):
        call = _Call(SatEngine(cover, one=one), 10)
        assert call._hear([1])
        assert call._hear([2]) is not one
        assert call.waiting == heard
