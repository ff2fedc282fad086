"""A race for one tiling: the same answer with any number of threads, truthful endings, and who was
first.
"""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

import naive_search
import strategies
from tilewright.apps.command import run as command
from tilewright.errors import EngineError
from tilewright.model.cover import Cover, compile_cover, decode
from tilewright.model.problem import Problem
from tilewright.solving.search import Search, solve
from tilewright.solving.search.engines.clauses import ClauseEngine
from tilewright.solving.search.engines.dance.engine import DanceEngine
from tilewright.solving.search.engines.race import Entrant, RaceEngine, RaceTuning
from tilewright.solving.search.engines.scan.wide import ScanWideEngine
from tilewright.solving.search.running.protocol import Engine, EngineRun, Status
from tilewright.system.work.deadline import Deadline

QUICK = RaceTuning(head_start=300, late=1 << 60, turn=100, seconds=0.0)


def race_of(
    lanes: tuple[Entrant, ...], cover: Cover, threads: int, tuning: RaceTuning = QUICK
) -> RaceEngine:
    with Deadline(threads=threads).holds():
        return RaceEngine(lanes, cover.area, tuning)


def race(
    cover: Cover, threads: int = 1, tuning: RaceTuning = QUICK, seed: int | None = None
) -> RaceEngine:
    lanes = (
        Entrant("scan", lambda: ScanWideEngine(cover, seed=seed), 1),
        Entrant("dance", lambda: DanceEngine(cover, seed=seed, restarts=True), 7),
    )
    return race_of(lanes, cover, threads, tuning)


def ended(run: EngineRun) -> Status:
    status = Status.MORE
    while status is Status.MORE:
        status = run.advance(64)
    return status


@given(
    problem=strategies.problems(marks="ab") | strategies.tileable_problems(),
    threads=st.sampled_from([1, 2]),
    tuning=st.sampled_from([QUICK, RaceTuning(head_start=1, turn=1, seconds=0.0)]),
    seed=st.sampled_from([None, 3]),
)
def test_a_tiling_or_the_proof_that_there_is_none(
    problem: Problem, threads: int, tuning: RaceTuning, seed: int | None
) -> None:
    cover = compile_cover(problem)
    known = naive_search.all_tilings(problem)
    run = race(cover, threads, tuning, seed).start()
    assert ended(run) is (Status.CUT if known else Status.DONE)
    rows = run.take()
    assert len(rows) == run.found == (1 if known else 0)
    assert all(naive_search.as_tiles(decode(cover, row)) in known for row in rows)
    assert len(run.take()) == 0
    assert run.share == 1.0


@pytest.mark.parametrize(
    ("words", "winner"), [(("40x40", "L3+", "monomino"), "dance"), (("5x30", "pentominoes+"), None)]
)
@pytest.mark.parametrize("seed", [None, 1])
def test_threads_change_neither_the_winner_nor_its_answer(
    words: tuple[str, ...], winner: str | None, seed: int | None
) -> None:
    cover = compile_cover(Problem(*words))
    tuning = RaceTuning(head_start=50_000, turn=20_000, late=1 << 60)
    answers = []
    for threads in (1, 2, 2):
        engine = race(cover, threads, tuning, seed)
        assert engine.name == "scan"
        run = engine.start()
        assert ended(run) is Status.CUT
        answers.append((engine.winner, run.nodes, run.take().tobytes()))
    assert answers[0] == answers[1] == answers[2]
    assert winner in (None, answers[0][0])


def test_without_an_answer_an_engine_that_has_no_clock_joins_late() -> None:
    cover = compile_cover(Problem("6x10", "pentominoes"))

    def none() -> Engine:
        raise AssertionError("too early")

    tuning = RaceTuning(head_start=100, late=200, turn=10, seconds=0.0)
    lanes = (
        Entrant("scan", lambda: ScanWideEngine(cover), 1),
        Entrant("clauses", lambda: ClauseEngine(cover, one=True), 0),
    )
    engine = race_of(lanes, cover, 2, tuning)
    run = engine.start()
    assert ended(run) is Status.CUT
    assert engine.winner in ("scan", "clauses")
    assert decode(cover, run.take()[0]).faults(cover.problem) == []
    early = race_of((lanes[0], Entrant("clauses", none, 0)), cover, 2, RaceTuning(late=1 << 60))
    assert ended(early.start()) is Status.CUT


def test_what_fails_on_a_lane_comes_out() -> None:
    cover = compile_cover(Problem("40x40", "L3+", "monomino"))

    def fail() -> Engine:
        raise MemoryError("no room")

    for threads in (1, 2):
        lanes = (Entrant("scan", lambda: ScanWideEngine(cover), 1), Entrant("dance", fail, 7))
        run = race_of(lanes, cover, threads).start()
        with pytest.raises(MemoryError, match="no room"):
            ended(run)


@pytest.mark.parametrize("threads", [1, 2])
def test_a_race_goes_on_without_an_engine_that_cannot_serve(threads: int) -> None:
    cover = compile_cover(Problem("6x10", "pentominoes"))

    def refuse() -> Engine:
        raise EngineError("too many options")

    lanes = (Entrant("scan", lambda: ScanWideEngine(cover), 1), Entrant("dance", refuse, 7))
    run = race_of(lanes, cover, threads).start()
    assert ended(run) is Status.CUT
    assert decode(cover, run.take()[0]).faults(cover.problem) == []
    first = race_of(lanes[::-1], cover, threads).start()
    with pytest.raises(EngineError, match="too many options"):
        ended(first)


def test_a_search_says_who_races_and_who_was_first(capsys: pytest.CaptureFixture[str]) -> None:
    search = Search(Problem("40x40", "L3+", "monomino"), limit=1, seed=4)
    assert (search.engine, search.races) == ("scan", ("scan", "dance"))
    (tiling,) = search
    assert tiling.faults(search.problem) == []
    assert (search.engine, search.complete, search.stopped_by) == ("dance", False, "limit")
    assert solve("40x40", "L3+", "monomino", seed=4, threads=1) == tiling
    assert Search(Problem("6x10", "pentominoes"), limit=2).races == ()
    assert Search(Problem("6x10", "pentominoes"), limit=1, engine="scan").races == ()

    assert command(["solve", "40x40", "L3+", "monomino", "--seed", "4", "-q", "-v"]) == 0
    said = capsys.readouterr().err
    assert "if the answer takes long, these engines also run: dance" in said
    assert "dance found the answer first" in said
    assert command(["solve", "40x40", "L3+", "monomino", "--seed", "4", "-q", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["engine"] == "dance"


def test_nodes_mean_the_same_with_any_number_of_threads() -> None:
    """What other threads do ahead counts when its turn comes, and is not even done when a limit is
    reached.
    """
    for words, limit in (
        (("6x10", "pentominoes"), 20),
        (("8x8", "pentominoes=0..4", "domino=0..2"), 100),
    ):
        counts = []
        for threads in (1, 2, 3):
            search = Search(Problem(*words), limit=limit, threads=threads)
            assert len(list(search)) == limit
            counts.append(search.snapshot().nodes)
            assert search.snapshot().worked >= counts[-1]
        assert max(counts) < 3 * min(counts)


@pytest.mark.parametrize("seed", [None, 5])
def test_dance_finds_the_same_however_long_its_slices_are(seed: int | None) -> None:
    """With restarts: whose turn it is hangs on steps alone."""
    cover = compile_cover(Problem("15x20", "pentominoes=0..6"))
    found = []
    for budget in (37, 4096, 1 << 20):
        run = DanceEngine(cover, seed=seed, restarts=True).start(capacity=1)
        status = Status.MORE
        while not run.found and status is not Status.DONE:
            status = run.advance(budget)
        found.append(run.take()[0].tobytes())
    assert found[0] == found[1] == found[2]
