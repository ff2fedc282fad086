"""The clauses engine and symmetric tilings, with the solver itself."""

from __future__ import annotations

import contextlib
import gc
import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from commands import Popen
from engine_runs import PROBLEMS, everything
from tilewright.apps.command import run as command
from tilewright.errors import EngineError, RequestError, TimeLimitError
from tilewright.model.cover import Cover, compile_cover
from tilewright.model.problem import Problem
from tilewright.solving.search import EngineName, Search, solve, tilings
from tilewright.solving.search.engines import clauses
from tilewright.solving.search.engines.clauses import ClauseEngine
from tilewright.solving.search.engines.dance.engine import DanceEngine
from tilewright.solving.search.running.protocol import Status
from tilewright.solving.search.symmetric import SYMMETRIES, OrbitEngine, Symmetric, orbits_of
from tilewright.system.work.deadline import Deadline
from waiting import until

Captured = pytest.CaptureFixture[str]
Labels = np.ndarray[Any, np.dtype[Any]]


def orbits(cover: Cover, kind: Symmetric | None) -> list[np.ndarray[Any, np.dtype[np.int64]]]:
    """Which placements are chosen together under each symmetry of a kind."""
    return [] if kind is None else [own.placements for own in orbits_of(cover, kind)]


#: What each does to labels of a rectangle; a mirror may lie in several ways.
TURNS: dict[str, list[Callable[[Labels], Labels]]] = {
    "half-turn": [lambda labels: labels[::-1, ::-1]],
    "quarter-turn": [np.rot90],
    "mirror": [np.flipud, np.fliplr, np.transpose, lambda labels: labels[::-1, ::-1].T],
}


@pytest.mark.parametrize("kind", TURNS)
@pytest.mark.parametrize(
    "words",
    [
        ("1x6", "dominoes+", "I3+"),
        ("6x1", "dominoes+"),
        ("4x4", "L4+"),
        ("3x4", "L3+"),
        ("1x1", "monomino"),
        # Copies and empty cells within bounds, in orbits of one or more.
        ("3x3", "monomino=3..5", "domino+"),
        ("3x3", "domino=3..", "I3+"),
        ("3x3", "L3=1", "domino+", "monomino=0..2"),
        ("3x3", "L3=2", "domino=0..1", "monomino+"),
        ("#?#/???/#?#", "domino=1..2", "monomino=3..4"),
        ("#?#/???/#?#", "monomino+", (1, 2)),
        ("#?#/???/#?#", "domino+", (0, 3)),
    ],
)
def test_symmetric_tilings_are_those_whose_labels_are(words: tuple[Any, ...], kind: str) -> None:
    *said, empty = words if isinstance(words[-1], tuple) else (*words, None)
    problem = Problem(*said, empty=empty)

    def parts(labels: Labels) -> set[tuple[bool, bytes]]:
        return {(tile < 0, np.packbits(labels == tile).tobytes()) for tile in np.unique(labels)}

    shape = problem.board.shape
    same = [turn for turn in TURNS[kind] if turn(np.zeros(shape)).shape == shape]
    expected = [
        tiling.text()
        for tiling in tilings(problem)
        if any(
            parts(np.ascontiguousarray(turn(tiling.labels))) == parts(tiling.labels)
            for turn in same
        )
    ]
    if not same:
        with pytest.raises(EngineError, match=f"the board does not have the symmetry {kind}"):
            tilings(problem, symmetric=kind)  # type: ignore[arg-type]
        return
    assert sorted(tiling.text() for tiling in tilings(problem, symmetric=kind)) == sorted(expected)  # type: ignore[arg-type]


@pytest.mark.sampled(6)
@pytest.mark.parametrize("problem", PROBLEMS, ids=repr)
@pytest.mark.parametrize("kind", SYMMETRIES)
def test_both_engines_find_the_same_symmetric_tilings(problem: Problem, kind: Symmetric) -> None:
    cover = compile_cover(problem)
    try:
        expected = everything(OrbitEngine(cover, kind, seed=1).start())
    except EngineError as error:
        assert (
            str(error)
            == f"symmetric: the board does not have the symmetry {kind}, so no tiling has this "
            "symmetry"
        )
        return
    assert everything(ClauseEngine(cover, seed=1, orbits=orbits(cover, kind)).start()) == expected
    search = Search(problem, symmetric=kind)
    assert len(list(search)) == len(expected)
    assert search.complete


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("words", "counts"),
    [
        # What takes a triangle that points up to one that points down is no shift.
        (("tri:1x2", "tri:##", "tri:#=2"), {"half-turn": 1, "mirror": None}),
        (("tri:1x3", "tri:###", "tri:#=3"), {"half-turn": 0, "mirror": None}),
        (("tri:2x2", "diamonds+", "moniamonds=2"), {"half-turn": 0, "mirror": 6}),
        # One tile, which looks the same however the board is turned.
        (("2x2", "O4"), {"half-turn": 1, "quarter-turn": 1, "mirror": 1}),
        (("3x3-1,1", "#.#/#.#/###+", "domino+"), {"half-turn": 2, "quarter-turn": 2, "mirror": 0}),
        # What goes round a Möbius strip comes back flipped over, which alone is no mirror. Nor is a
        # point of space.
        (("torus:1x4", "#.#/#.#=0..1", "domino+"), {"mirror": 2}),
        (("moebius:2x2", "dominoes+"), {"half-turn": 3, "mirror": 3}),
        (("moebius:3x2", "dominoes+"), {"half-turn": 6, "mirror": 6}),
        (("cube:2x2x3", "tricubes+"), {"half-turn": 33, "mirror": 9}),
    ],
)
def test_how_many_tilings_are_symmetric(
    words: tuple[str, ...], counts: dict[str, int | None]
) -> None:
    for kind, number in counts.items():
        if number is None:
            with pytest.raises(EngineError, match=f"the board does not have the symmetry {kind}"):
                tilings(*words, symmetric=kind)  # type: ignore[arg-type]
        else:
            assert len(list(tilings(*words, symmetric=kind))) == number, kind  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("words", "rules", "number"),
    [
        # Pieces that no symmetric tiling uses do not matter, nor does what may not be turned.
        (("2x2", "L3+", "##@fixed+"), {"empty": (1, 1)}, 4),
        (("4x4", "L4@one-sided+", "O4+"), {}, 1),
        (("2x2", "##@fixed+", "#+"), {}, 4),
        # Nor do cells that may stay empty, pieces already placed and rules on one side only.
        (("##?/###", "#+"), {}, 1),
        (("2x4", "#+", "domino+"), {"placed": ["domino:0,0-1,0"]}, 14),
        (("2x2", "#+", "domino+"), {"rules": ["clues 0,0=2"]}, 4),
    ],
)
def test_symmetries_are_those_of_the_board(
    words: tuple[str, ...], rules: dict[str, Any], number: int
) -> None:
    problem = Problem(*words, **rules)
    engines: tuple[EngineName, ...] = ("auto", "dance", "clauses")
    for engine in engines:
        assert Search(problem, symmetric="mirror", engine=engine).count() == number


def test_symmetric_tilings_need_no_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tilewright.solving.search.choice.has_cadical", lambda: False)
    monkeypatch.setattr("tilewright.solving.search.engines.clauses.has_cadical", lambda: False)
    for kind, number in (("half-turn", 6), ("quarter-turn", 2), ("mirror", 4)):
        assert len(list(tilings("4x4", "L4+", symmetric=kind))) == number  # type: ignore[arg-type]
        assert solve("4x4", "L4+", symmetric=kind) is not None  # type: ignore[arg-type]
    with pytest.raises(EngineError, match="the engine 'clauses' needs python-sat"):
        solve("4x4", "L4+", symmetric="mirror", engine="clauses")
    with pytest.raises(
        EngineError, match="engines 'dance' and 'clauses' can find symmetric tilings, got 'scan'"
    ):
        solve("4x4", "L4+", symmetric="mirror", engine="scan")


def test_one_tiling_in_a_large_rectangle() -> None:
    # Karl Dahlke's rectangle of 92 hexominoes (Solomon W. Golomb, "Polyominoes", 2nd edition,
    # chapter 8).
    tiling = solve("23x24", "#####/.#+", symmetric="half-turn")
    assert tiling is not None
    turned = tiling.labels[::-1, ::-1]
    assert len(tiling) == 92
    assert {tuple(np.flatnonzero(tiling.labels == n)) for n in range(92)} == {
        tuple(np.flatnonzero(turned == n)) for n in range(92)
    }


@pytest.mark.slow
def test_one_tiling_in_another_large_rectangle() -> None:
    # Of 76 heptominoes, which is the order of this one, too.
    assert solve("19x28", "#####/.##+", engine="clauses") is not None


@pytest.mark.sampled(6)
@pytest.mark.parametrize("problem", PROBLEMS, ids=repr)
def test_one_tiling_is_one_of_all(problem: Problem) -> None:
    cover = compile_cover(problem)
    expected = everything(ClauseEngine(cover).start())
    kinds: tuple[Symmetric | None, ...] = (None, "half-turn")
    for kind in kinds:
        try:
            engine = ClauseEngine(cover, one=True, orbits=orbits(cover, kind))
        except EngineError:
            continue
        listed = expected
        if kind is not None:
            listed = everything(ClauseEngine(cover, orbits=orbits(cover, kind)).start())
        found = everything(engine.start(), Status.CUT if listed else Status.DONE)
        assert len(found) == min(1, len(listed))
        assert set(found) <= set(listed)


#: Without its two corners: a solver that knows of no colors has to try too much to end.
ENDLESS = Problem("20x20-0,0-19,19", "dominoes+")


def begun(monkeypatch: pytest.MonkeyPatch) -> list[subprocess.Popen[bytes]]:
    """The processes that are begun from here on."""
    found: list[subprocess.Popen[bytes]] = []
    start = subprocess.Popen

    def kept(*words: Any, **options: Any) -> subprocess.Popen[bytes]:
        found.append(start(*words, **options))
        return found[-1]

    monkeypatch.setattr("subprocess.Popen", kept)
    return found


def test_the_process_of_the_solver_ends_when_nobody_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    processes = begun(monkeypatch)
    run = ClauseEngine(compile_cover(ENDLESS), one=True).start()
    assert run.advance(1) is Status.MORE
    run.close()
    assert processes[0].returncode is not None
    # It begins anew.
    assert run.advance(1) is Status.MORE
    del run
    gc.collect()
    assert processes[1].returncode is not None


def test_a_process_of_the_solver_that_is_lost_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    processes = begun(monkeypatch)
    run = ClauseEngine(compile_cover(ENDLESS), one=True).start()
    run.advance(1)
    processes[0].kill()
    with pytest.raises(EngineError, match="the solver process"):
        while run.advance(1) is Status.MORE:
            pass


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere the process is ended by who asked")
def test_the_process_of_the_solver_ends_with_who_asked() -> None:
    code = """
from tilewright.model.cover import Cover, compile_cover
from tilewright.model.problem import Problem
from tilewright.solving.search.engines.clauses import ClauseEngine
import subprocess, sys

class Popen(subprocess.Popen):
    def __init__(self, *words, **options):
        super().__init__(*words, **options)
        print(self.pid, flush=True)

subprocess.Popen = Popen
run = ClauseEngine(compile_cover(Problem("20x20-0,0-19,19", "dominoes+")), one=True).start()
run.advance(1)
sys.stdin.read()
"""
    asker = Popen(
        [sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert asker.stdout is not None
    number = int(asker.stdout.readline())
    asker.kill()
    asker.communicate()
    until(lambda: _is_over(number), "the solver is still there")


def _is_over(number: int) -> bool:
    with contextlib.suppress(OSError):
        return Path(f"/proc/{number}/stat").read_text().rpartition(")")[2].split()[0] == "Z"
    return True


def test_what_is_stopped_goes_on() -> None:
    search = Search(Problem("6x6", "dominoes+"), engine="clauses")
    assert not search.complete
    with Deadline(1e-9).holds():
        assert list(search) == []
    assert search.stopped_by == "timeout"
    assert search.count() == 6728
    assert search.complete
    with pytest.raises(TimeLimitError):
        solve("6x6", "dominoes+", engine="clauses", timeout=1e-9)


@pytest.mark.sampled(4)
@pytest.mark.parametrize("problem", PROBLEMS, ids=repr)
def test_same_as_dance(problem: Problem) -> None:
    cover = compile_cover(problem)
    for allowed in (None, np.arange(cover.size) % 4 != 1):
        expected = everything(DanceEngine(cover, allowed).start())
        assert everything(ClauseEngine(cover, allowed, seed=3).start(capacity=2)) == expected


def test_a_run_for_one_tiling_ends_there_and_calls_it_no_proof() -> None:
    engine = ClauseEngine(compile_cover(Problem("2x4", "dominoes+")), one=True)
    assert engine.single
    run = engine.start()
    assert run.share == 0.0
    assert len(everything(run, Status.CUT)) == 1
    assert (run.share, run.found, run.stack().size) == (1.0, 1, 0)
    cover = compile_cover(Problem("6x6-0,0-5,5", "dominoes+"))
    assert everything(ClauseEngine(cover, one=True).start()) == []


@pytest.mark.sampled(6)
@pytest.mark.parametrize("problem", PROBLEMS, ids=repr)
def test_a_run_that_was_closed_goes_on_with_the_next_tiling(problem: Problem) -> None:
    cover = compile_cover(problem)
    run = ClauseEngine(cover).start(capacity=1)
    found, status = [], Status.MORE
    while status is not Status.DONE:
        status = run.advance(1)
        rows = run.take()
        found += [tuple(sorted(row[row >= 0].tolist())) for row in rows]
        if len(rows) and len(found) < 4:
            run.close()
    assert sorted(found) == sorted(set(found))
    assert len(found) == len(everything(DanceEngine(cover).start()))


@pytest.mark.sampled(2)
@pytest.mark.parametrize("unique", [False, True])
@pytest.mark.parametrize("seed", [None, *range(3)])
def test_the_one_tiling_is_never_dropped_as_an_image(seed: int | None, unique: bool) -> None:
    """The solver finds any tiling, seldom the one that stands for its images."""
    problem = Problem("5x5", "L3+", "monomino")
    search = Search(problem, engine="sat", seed=seed, unique=unique, limit=1)
    (tiling,) = search
    assert tiling.faults(problem) == []
    assert (search.engine, search.complete, search.stopped_by) == ("sat", False, "limit")
    assert Search(problem, engine="sat", seed=seed, unique=unique, limit=1).count() == 1


@pytest.mark.parametrize(
    ("words", "unique"),
    [
        pytest.param(("3x20", "pentominoes"), True, marks=pytest.mark.slow),
        (("4x5-0,0-0,1", "tetrominoes=0..1", "L3+"), True),
        (("4x5-0,0", "L3+", "I4+"), False),
    ],
)
def test_the_tilings_are_those_of_scan(words: tuple[str, ...], unique: bool) -> None:
    search = Search(Problem(*words), engine="sat", unique=unique)
    found = {tiling.labels.tobytes() for tiling in search}
    assert (search.engine, search.complete, search.delivered) == ("sat", True, len(found))
    assert found == {
        tiling.labels.tobytes() for tiling in tilings(*words, engine="scan", unique=unique)
    }
    assert len(found) > 1


def test_with_a_seed_it_is_always_the_same() -> None:
    problem = Problem("8x8", "dominoes+")
    first = solve(problem, engine="clauses", seed=1)
    assert first is not None
    assert first.faults(problem) == []
    assert solve(problem, engine="clauses", seed=1) == first
    assert solve(problem, engine="clauses", seed=2) != first


def test_without_the_extra_it_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clauses, "has_cadical", lambda: False)
    with pytest.raises(
        EngineError, match=r"the engine 'sat' needs python-sat.*'tilewright\[sat\]'"
    ):
        Search(Problem("2x4", "dominoes+"), engine="sat").count()


def test_what_makes_no_sense_is_refused() -> None:
    with pytest.raises(RequestError, match="cannot be combined"):
        tilings("4x4", "dominoes+", symmetric="mirror", unique=True)
    with pytest.raises(
        EngineError, match="engines 'dance' and 'clauses' can find symmetric tilings, got 'scan'"
    ):
        tilings("4x4", "dominoes+", symmetric="mirror", engine="scan")
    with pytest.raises(
        EngineError,
        match="unknown symmetry 'twist'",
    ):
        tilings("4x4", "dominoes+", symmetric="twist")  # type: ignore[arg-type]


def test_the_command(capsys: Captured) -> None:
    assert command(["solve", "4x4", "dominoes+", "--symmetric", "quarter-turn", "--all", "-q"]) == 0
    assert capsys.readouterr().out == "2\n"
    assert (
        command(["solve", "4x4", "dominoes+", "--symmetric", "half-turn", "--all", "--json", "-q"])
        == 0
    )
    value = json.loads(capsys.readouterr().out)
    assert (value["symmetric"], value["engine"], value["count"]) == ("half-turn", "dance", "8")
    assert command(["solve", "6x10", "pentominoes", "--symmetric", "half-turn"]) == 1
    assert capsys.readouterr().out == "There is no tiling that is symmetric under a half turn.\n"
    assert command(["solve", "3x3", "I4+", "--symmetric", "half-turn"]) == 1
    assert capsys.readouterr().out.startswith("There is no tiling: ")
    assert command(["solve", "4x5", "dominoes+", "--symmetric", "quarter-turn"]) == 2
    assert "not have the symmetry quarter-turn" in capsys.readouterr().err
    assert command(["solve", "4x5", "dominoes+", "--symmetric", "mirror", "-o", "x.gif"]) == 2
    assert "searches with --symmetric cannot be animated" in capsys.readouterr().err
