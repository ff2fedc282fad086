"""Engines whose tree cannot be cut, sat and clauses, with the solvers themselves."""

from __future__ import annotations

import numpy as np
import pytest

from engine_runs import PROBLEMS, everything
from tilewright.cover import compile_cover
from tilewright.errors import CheckpointError
from tilewright.problem import Problem
from tilewright.search.clauses import ClauseEngine
from tilewright.search.dance.engine import DanceEngine
from tilewright.search.protocol import Engine, Status
from tilewright.search.sat import SatEngine
from tilewright.search.whole import WholeRun

ENGINES = [SatEngine, ClauseEngine]


@pytest.mark.parametrize("problem", PROBLEMS, ids=repr)
@pytest.mark.parametrize("make", ENGINES)
def test_same_as_dance(make: type[SatEngine | ClauseEngine], problem: Problem) -> None:
    cover = compile_cover(problem)
    for allowed in (None, np.arange(cover.size) % 4 != 1):
        expected = everything(DanceEngine(cover, allowed).start())
        assert everything(make(cover, allowed, seed=3).start(capacity=2)) == expected


@pytest.mark.parametrize("make", ENGINES)
def test_a_run_for_one_tiling_ends_there_and_calls_it_no_proof(make: type[SatEngine | ClauseEngine]) -> None:
    engine: Engine = make(compile_cover(Problem("2x4", "dominoes+")), one=True)
    assert engine.single
    run = engine.start(engine.split(8)[0])
    assert isinstance(run, WholeRun)
    assert run.share == 0.0
    assert len(run.rest()) == 1
    assert len(everything(run, Status.CUT)) == 1
    assert (run.share, run.found, run.stack().size) == (1.0, 1, 0)
    assert run.rest() == []
    with pytest.raises(CheckpointError, match=f"{engine.name} cannot be put away; use scan or dance"):
        run.state()
    with pytest.raises(CheckpointError, match=f"{engine.name} cannot be taken up again; use scan or dance"):
        run.restore({})


@pytest.mark.parametrize("make", ENGINES)
def test_a_run_for_one_tiling_where_there_is_none_is_a_proof(make: type[SatEngine | ClauseEngine]) -> None:
    cover = compile_cover(Problem("6x6-0,0-5,5", "dominoes+"))
    assert everything(make(cover, one=True).start()) == []
