"""Runs over many processes: the same tilings in the same order as a plain search, whatever dies."""

from __future__ import annotations

import contextlib
import json
import os
import random
import signal
import sqlite3
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from commands import Popen, run_process
from crews import Here
from tilewright.apps.command import run as command
from tilewright.errors import CheckpointError, EngineError, OutputError
from tilewright.model.problem import Problem
from tilewright.model.tiling import Tiling
from tilewright.solving.coloring import stacks, tally
from tilewright.solving.coloring.work import ColorsWork
from tilewright.solving.search import Search
from tilewright.solving.search.recorded import Recorded, RunTable
from tilewright.solving.search.store import STORES
from tilewright.solving.search.work import TilingsWork, tilings_run
from tilewright.system.platform.machine import allowed_memory
from tilewright.system.runs import Pool, Report, Run, RunTuning
from tilewright.system.runs.ledger import LEDGER, Ledger, Outcome, Task
from tilewright.system.runs.registry import VersionError, do
from tilewright.system.runs.run import _split_units
from tilewright.system.runs.work import Done, Event, Work
from tilewright.system.values.arrays import SharedTables
from tilewright.system.work.deadline import Deadline
from waiting import until

Captured = pytest.CaptureFixture[str]


@pytest.fixture(autouse=True)
def _quick_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    # Without power cuts, written data survives killed processes, so fsync is not needed.
    monkeypatch.setattr(os, "fsync", lambda number: None)


#: The smallest possible tasks.
SMALL = RunTuning(seconds=0.001, least=0.001, first=4000, booking=0)


def plain(problem: Problem, **options: Any) -> list[Tiling]:
    return list(Search(problem, **options))


def whole(folder: Path, problem: Problem, crew: Any = None, **options: Any) -> list[Tiling]:
    """The tilings of a run, executed in this thread."""
    with tilings_run(folder, problem, tuning=SMALL, **options) as run:
        assert run.go(crew or Here(run.work.description, budget=30_000))
        assert run.complete
    return list(RunTable(folder))


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("words", "options"),
    [
        (("4x15", "pentominoes"), {}),
        (("5x12", "pentominoes"), {"unique": True, "seed": 5}),
        (("3x20", "pentominoes"), {"engine": "dance"}),
        (("4x6", "trominoes+"), {"unique": True}),
        (("8x8-3,3-3,4-4,3-4,4", "pentominoes"), {"unique": True, "engine": "dance"}),
        (("3x3", "L3+"), {}),
        (("5x6", "I4=2..7", "monomino=0..3"), {}),
        (("2x2", "monomino=4"), {}),
    ],
    ids=lambda value: " ".join(map(str, value)) if isinstance(value, tuple) else json.dumps(value),
)
@pytest.mark.parametrize("store", STORES)
def test_a_run_has_the_tilings_of_the_search_in_its_order(
    words: tuple[str, ...],
    options: dict[str, Any],
    store: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("tilewright.solving.search.work.default_store", lambda: store)
    problem = Problem(*words)
    expected = plain(problem, **options)
    assert whole(tmp_path / "run", problem, **options) == expected
    table = RunTable(tmp_path / "run")
    assert (len(table), table.complete) == (len(expected), True)
    for number in {0, len(expected) // 2, len(expected) - 1} if expected else ():
        assert table[number] == expected[number]
    recorded = Recorded(problem, table)
    names = problem.names
    pairs = [
        Tiling(own, piece[piece >= 0], names)
        for labels, pieces in recorded.arrays()
        for own, piece in zip(labels, pieces, strict=True)
    ]
    assert pairs == expected
    assert [tiling.piece_names() for tiling in pairs] == [
        tiling.piece_names() for tiling in expected
    ]
    assert recorded.complete
    if store == "arrays":
        kinds = {path.suffix for path in (tmp_path / "run" / "tilings").rglob("*.*")}
        assert kinds <= {STORES["arrays"].ending}


@pytest.mark.sampled(3)
@pytest.mark.parametrize("seed", range(8))
def test_nothing_is_lost_or_doubled_whatever_becomes_of_tasks(seed: int, tmp_path: Path) -> None:
    chance = random.Random(seed)
    problem = Problem("5x12", "pentominoes")
    options = {"unique": True, "engine": chance.choice(["scan", "dance"])}
    expected = plain(problem, **options)
    for _ in range(100):
        with tilings_run(tmp_path / "run", problem, tuning=SMALL, **options) as run:
            crew = Here(
                run.work.description, chance.randint(1, 9), chance, chance.choice([30_000, 100_000])
            )
            calls = chance.randint(3, 25)

            def stop(progress: Any, run: Run = run) -> None:
                nonlocal calls
                calls -= 1
                if not calls:
                    # The client stops, and another one resumes.
                    run.stop()

            if run.go(crew, stop):
                break
    table = RunTable(tmp_path / "run")
    assert table.complete
    assert list(table) == expected
    assert table.sums["count"] == len(expected)


def test_an_answer_that_comes_twice_has_the_file_of_the_one_that_counts(tmp_path: Path) -> None:
    pairs: list[tuple[bool, bool]] = []

    class Twice(Here):
        """Each task comes back twice: with a small budget, which finds nothing, and with a large
        one.
        """

        def poll(self, seconds: float) -> list[Event]:
            if not self.tasks:
                return []
            task, budget = self.tasks.popleft()
            few, many = (
                Done(task.id, self.outcome(task, 1)),
                Done(task.id, self.outcome(task, budget)),
            )
            pairs.append((bool(few.outcome.data), bool(many.outcome.data)))
            return [few, many] if task.id % 2 else [many, few]

    problem = Problem("6x10", "pentominoes")
    with tilings_run(tmp_path / "run", problem, unique=True, tuning=SMALL) as run:
        assert run.go(Twice(run.work.description, budget=300_000))
    assert (False, True) in pairs
    assert list(RunTable(tmp_path / "run")) == plain(problem, unique=True)


def test_a_clock_that_jumps_changes_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    chance = random.Random(1)
    clock = time.time
    monkeypatch.setattr(time, "time", lambda: clock() + chance.uniform(-1e9, 1e9))
    problem = Problem("5x12", "pentominoes")
    assert whole(tmp_path / "run", problem, unique=True) == plain(problem, unique=True)


def test_units_are_cut_into_neighbors_of_about_the_same_weight() -> None:
    chance = random.Random(2)
    for _ in range(300):
        rest = [
            (number, chance.choice([0.0, 1e-30, 1.0, 5.0]))
            for number in range(chance.randint(0, 30))
        ]
        pieces = chance.randint(1, 12)
        groups = _split_units(rest, pieces)
        assert [unit for group in groups for unit in group] == rest
        assert all(groups)
        assert len(groups) <= pieces
    assert [len(group) for group in _split_units([(0, 1.0)] * 12, 4)] == [3, 3, 3, 3]
    assert [len(group) for group in _split_units([(0, 6.0)] + [(0, 1.0)] * 6, 2)] == [1, 6]


def test_tasks_are_as_long_as_booking_them_allows() -> None:
    tuning = RunTuning()
    # In a short run on many workers, booking all tasks takes about as long as one task.
    for threads in (1000, 10_000):
        length = tuning.aim(threads, 100.0, 2500.0, 0.03)
        assert 0.5 < length / (2500.0 / length * 0.03) < 2
    # In a long run on few workers, there is time for booking, and tasks are no longer than needed.
    assert tuning.aim(1000, 1e6, 2.6e6, 0.03) == pytest.approx(120)
    assert tuning.aim(10, 1e4, 1e5, 0.03) == 10
    # A run begins and ends with small tasks.
    assert tuning.aim(2, 0.0, 0.0, 0.0) == tuning.aim(2, 100.0, 0.1, 0.001) == 0.1


def test_the_command_answers_as_without_a_run(tmp_path: Path, capsys: Captured) -> None:
    words = ["solve", "4x15", "pentominoes", "--all", "--unique"]
    on_run = [*words, "--run", f"{tmp_path / 'run'}@1"]

    def output(*arguments: str) -> str:
        assert command(arguments) == 0
        return capsys.readouterr().out

    assert output(*on_run) == output(*words)
    # It is complete, so no worker is started.
    assert output(*on_run, "-q") == "368\n"
    one, other = json.loads(output(*on_run, "--json")), json.loads(output(*words, "--json"))
    for differing in ("nodes", "seconds"):
        one.pop(differing), other.pop(differing)
    assert one == other
    output(*on_run, "-o", str(tmp_path / "run.jsonl"))
    output(*words, "-o", str(tmp_path / "plain.jsonl"))
    assert (tmp_path / "run.jsonl").read_bytes() == (tmp_path / "plain.jsonl").read_bytes()
    output(*on_run, "-o", str(tmp_path / "run.parquet"))
    output(*words, "-o", str(tmp_path / "plain.parquet"))
    assert output("show", str(tmp_path / "run.parquet")) == output(
        "show", str(tmp_path / "plain.parquet")
    )
    told = output("show", str(tmp_path / "run"))
    assert "4x15" in told
    assert "complete" in told
    assert "368 found, 100.0% of the work" in told
    value = json.loads(output("show", str(tmp_path / "run"), "--json"))
    assert (value["count"], value["state"], value["share"]) == ("368", "complete", 1.0)


def test_a_run_is_read_as_a_table(tmp_path: Path, capsys: Captured) -> None:
    problem = Problem("4x15", "pentominoes")
    folder = tmp_path / "run"
    whole(folder, problem, unique=True)

    def output(*arguments: str) -> str:
        assert command(arguments) == 0
        return capsys.readouterr().out

    assert (
        output(
            "solve", "4x15", "pentominoes", "--all", "--unique", "-o", str(tmp_path / "all.parquet")
        )
        == ""
    )
    for words in (
        ["show", "RUN", "7"],
        ["show", "RUN", "--limit", "2000", "-q"],
        ["color", "RUN", "--all", "--touch", "strong"],
    ):
        on_run = output(*(str(folder) if word == "RUN" else word for word in words))
        assert on_run == output(
            *(str(tmp_path / "all.parquet") if word == "RUN" else word for word in words)
        )


def test_tilings_are_judged_where_they_are_found(tmp_path: Path, capsys: Captured) -> None:
    words = ["color", "4x15", "pentominoes", "--all", "--unique"]
    for question in (
        ["--touch", "strong"],
        ["--colors", "3"],
    ):
        folder = tmp_path / question[0]
        assert command([*words, *question]) == 0
        expected = capsys.readouterr().out
        for _ in range(2):
            assert command([*words, *question, "--run", f"{folder}@1"]) == 0
            assert capsys.readouterr().out == expected
    assert command([*words, "--run", str(tmp_path / "--touch")]) == 2
    assert "a different question" in capsys.readouterr().err
    assert not list(tmp_path.rglob("*.parquet"))
    # The numbers of all tasks are added up.
    problem = Problem("5x12", "pentominoes")
    question = {
        "touch": "strong",
        "colors": None,
        "balanced": False,
        "sizes": None,
        "outside": False,
    }
    work = ColorsWork.asking(problem, question)
    with Run(tmp_path / "many", work, SMALL) as run:
        assert run.go(Here(work.description, budget=30_000))
        assert run.ledger.sums()["done"] > 10
        found = ColorsWork.tally(run.ledger.answers())
    alone = tally(stacks(Search(problem)), "strong")
    assert (found.tilings, found.by_colors, found.by_crossings) == (
        alone.tilings,
        alone.by_colors,
        alone.by_crossings,
    )


def test_that_there_is_none_is_said_with_the_reason(tmp_path: Path, capsys: Captured) -> None:
    for words in (["3x3", "L3+"], ["6x6", "I4=9"]):
        folder = str(tmp_path / words[0])
        assert command(["solve", *words, "--all"]) == 1
        expected = capsys.readouterr().out
        for _ in range(2):
            assert command(["solve", *words, "--all", "--run", f"{folder}@1"]) == 1
            assert capsys.readouterr().out == expected


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--workers", "2"], "`solve` has no `--workers`; use `--run FOLDER@N`"),
        (["--cluster=x:1"], "`solve` has no `--cluster`; use `--run FOLDER@ADDRESS`"),
        (
            ["--progress", "json"],
            "`solve` has no `--progress`; use `tilewright show FOLDER --json`",
        ),
        (["--run", "RUN"], "--run: a run finds all tilings; add --all"),
        (["--all", "--run", "RUN", "--threads", "2"], "--threads: cannot be combined with --run"),
        (["--all", "--run", "RUN", "--limit", "2"], "--limit: cannot be combined with --run"),
        (["--all", "--run", "RUN@0"], "--run: the number of processes must be 1 to 4096, got 0"),
        (
            ["--all", "--run", "RUN@many"],
            "--run: after @, write a number of processes, or the address of a dask "
            "scheduler (HOST:PORT), such as tcp://host:8786, got 'many'",
        ),
        (["--cluster-config", "x.yaml"], "`solve` has no `--cluster-config`; use the environment"),
        (
            ["--all", "--run", "RUN", "--engine", "sat"],
            "--engine: the engine sat cannot divide its search tree",
        ),
    ],
)
def test_what_makes_no_sense_is_refused(
    words: list[str], message: str, tmp_path: Path, capsys: Captured
) -> None:
    given = [str(tmp_path / "run") if word == "RUN" else word for word in words]
    assert command(["solve", "4x5", "pentominoes=0..1", *given]) == 2
    assert capsys.readouterr().err.startswith(f"tilewright: {message}")
    assert not (tmp_path / "run").exists()


def test_a_run_is_stopped_and_goes_on(tmp_path: Path, capsys: Captured) -> None:
    problem = Problem("5x12", "pentominoes")
    with tilings_run(tmp_path / "run", problem, unique=True, tuning=SMALL) as run:
        crew = Here(run.work.description, budget=5000)
        with Deadline(1e-9).holds():
            assert not run.go(crew)
        assert run.stopped_by == "timeout"
        assert not run.go(crew, lambda progress: run.stop() if progress.done > 5 else None)
        assert run.stopped_by == "stop"
    found = Report.of(tmp_path / "run")
    assert found.state == "stopped"
    assert 0 < found.sums["share"] < 1
    assert command(["show", str(tmp_path / "run")]) == 3
    assert "stopped" in capsys.readouterr().out
    # The available tilings are the first ones.
    expected = plain(problem, unique=True)
    begun = list(RunTable(tmp_path / "run"))
    assert begun == expected[: len(begun)]
    with Run.resume(tmp_path / "run") as run:
        assert run.go(Here(run.work.description))
    assert list(RunTable(tmp_path / "run")) == expected


def test_a_run_is_of_one_problem_and_one_writer(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    problem = Problem("4x5", "pentominoes=0..1")
    with tilings_run(folder, problem) as run:
        with pytest.raises(OutputError, match="another run"):
            tilings_run(folder, problem)
        assert Report.of(folder).state == "at work"
        run.go(Here(run.work.description))
    for other, options in (
        (Problem("4x6", "L3+"), {}),
        (problem, {"unique": True}),
        (problem, {"seed": 1}),
    ):
        with pytest.raises(CheckpointError, match="contains a run with a different"):
            tilings_run(folder, other, **options)


def test_what_is_no_ledger_or_a_damaged_one_is_refused(tmp_path: Path, capsys: Captured) -> None:
    problem = Problem("4x5", "pentominoes=0..1")
    with pytest.raises(CheckpointError, match="contains no run"):
        Report.of(tmp_path)
    foreign = tmp_path / "foreign"
    foreign.mkdir()
    with contextlib.closing(sqlite3.connect(foreign / LEDGER)) as file:
        file.execute("CREATE TABLE task (id)")
        file.commit()
    (tmp_path / "text").mkdir()
    (tmp_path / "text" / LEDGER).write_text("not SQLite at all, but a text of some length" * 100)
    good = tmp_path / "good"
    whole(good, problem)
    data = (good / LEDGER).read_bytes()
    for name, content in (
        ("cut", data[: len(data) // 2]),
        ("wild", data[:4096] + random.Random(0).randbytes(len(data) - 4096)),
    ):
        (tmp_path / name).mkdir()
        (tmp_path / name / LEDGER).write_bytes(content)
    with contextlib.closing(sqlite3.connect(good / LEDGER)) as file:
        file.execute("PRAGMA user_version = 99")
    for name, message in (
        ("foreign", "not a tilewright ledger"),
        ("text", "damaged"),
        ("cut", "damaged"),
        ("wild", "damaged"),
        ("good", "has version 99"),
    ):
        before = (tmp_path / name / LEDGER).read_bytes()
        for use in (Report.of, lambda folder: tilings_run(folder, problem)):
            with pytest.raises(CheckpointError, match=message):
                use(tmp_path / name)
        assert (tmp_path / name / LEDGER).read_bytes() == before
        assert command(["show", str(tmp_path / name)]) == 2
        assert message in capsys.readouterr().err


@pytest.mark.parametrize(
    ("statement", "message"),
    [
        (
            "DELETE FROM run WHERE name = 'problem'",
            "'problem' is missing in the description of the run",
        ),
        ("DELETE FROM run WHERE name = 'seed'", "'seed' is missing in the description of the run"),
        (
            "UPDATE run SET value = '[1]' WHERE name = 'problem'",
            "'problem' in the description of the run must be",
        ),
        (
            "UPDATE run SET value = '\"x\"' WHERE name = 'store'",
            "'store' in the description of the run must be",
        ),
        ("UPDATE run SET value = '\"x\"' WHERE name = 'kind'", "unknown kind of run 'x'"),
        ("UPDATE task SET count = '-3' WHERE id = 1", "task 1 has an invalid value"),
        ("UPDATE task SET count = 'many' WHERE id = 1", "task 1 has an invalid value"),
        ("UPDATE task SET nodes = 'x' WHERE id = 1", "task 1 has an invalid value"),
        ("UPDATE task SET seconds = 1e999 WHERE id = 1", "task 1 has an invalid value"),
        ("UPDATE task SET weight = -1 WHERE id = 1", "task 1 has an invalid value"),
        (
            "UPDATE session SET status = '[]' WHERE id = 1",
            "the status of the run must be a JSON object",
        ),
        ("UPDATE session SET seconds = 'x' WHERE id = 1", "session 1 has an invalid value"),
    ],
)
def test_an_edited_ledger_is_refused_in_one_line(
    statement: str, message: str, tmp_path: Path, capsys: Captured
) -> None:
    whole(tmp_path, Problem("3x4", "L3+"))
    with contextlib.closing(sqlite3.connect(tmp_path / LEDGER)) as file:
        file.execute(statement)
        file.commit()
    assert command(["show", str(tmp_path)]) == 2
    error = capsys.readouterr().err
    assert message in error
    assert error.count("\n") == 1


def test_files_that_are_missing_or_damaged_are_told(tmp_path: Path) -> None:
    problem = Problem("5x12", "pentominoes")
    whole(tmp_path / "run", problem, unique=True)
    files = sorted((tmp_path / "run" / "tilings").rglob("*.parquet"))
    data = files[0].read_bytes()
    for content in (data[:-1], b"x" * len(data)):
        files[0].write_bytes(content)
        with pytest.raises(CheckpointError, match="file of the run"):
            list(RunTable(tmp_path / "run"))
    files[0].unlink()
    with pytest.raises(CheckpointError, match="cannot read a file"):
        list(RunTable(tmp_path / "run"))
    # A ledger must not name files elsewhere.
    with contextlib.closing(sqlite3.connect(tmp_path / "run" / LEDGER)) as file:
        file.execute("UPDATE task SET file = '../../etc/passwd' WHERE file IS NOT NULL")
        file.commit()
    with pytest.raises(CheckpointError, match="outside its folder"):
        list(RunTable(tmp_path / "run"))


@pytest.mark.parametrize("store", [name for name, store in STORES.items() if store.numbered])
def test_numbers_of_placements_of_another_version_are_refused(
    store: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tilewright.solving.search.work.default_store", lambda: store)
    folder = tmp_path / "run"
    whole(folder, Problem("5x12", "pentominoes"), unique=True)
    with contextlib.closing(sqlite3.connect(folder / LEDGER)) as file:
        file.execute("UPDATE run SET value = '\"of another version\"' WHERE name = 'fingerprint'")
        file.commit()
    with pytest.raises(CheckpointError, match="numbers placements differently"):
        RunTable(folder)


def test_a_file_of_something_else_is_told(tmp_path: Path) -> None:
    pyarrow = pytest.importorskip("pyarrow")
    problem = Problem("2x3", "L3=2")
    path = tmp_path / "other.parquet"
    for columns in (
        {"t0": [0.5], "t1": [1.0]},
        {"t0": [0], "t1": [99]},
        {"u0": [0], "t1": [1]},
        {"t0": []},
    ):
        pyarrow.parquet.write_table(pyarrow.table(columns), path)
        with pytest.raises(CheckpointError, match="missing or damaged"):
            list(STORES["placements"].open(path, problem, 1))


def test_arrays_are_never_unpickled(tmp_path: Path) -> None:
    problem = Problem("2x3", "L3=2")
    hostile = tmp_path / "hostile.npy"
    np.save(hostile, np.array([{"a": 1}], dtype=object), allow_pickle=True)
    with pytest.raises(CheckpointError, match="Python objects"):
        list(STORES["arrays"].open(hostile, problem, 1))


def test_a_run_of_something_else_is_no_table(tmp_path: Path) -> None:
    Ledger(tmp_path / "run", {"kind": "tea"}).close()
    with pytest.raises(CheckpointError, match="unknown kind of run 'tea'"):
        RunTable(tmp_path / "run")
    with pytest.raises(CheckpointError, match="unknown kind of run 'tea'"):
        Run.resume(tmp_path / "run")


def test_other_versions_are_refused_with_both_numbers(tmp_path: Path) -> None:
    work = TilingsWork.of(Problem("2x3", "L3=2"))
    with pytest.raises(VersionError, match=r"numpy \S+ instead of 0\.1"):
        do(json.dumps(work.description), {"numpy": "0.1"}, work.first(), 1)

    class Old(Here):
        def outcome(self, *task: Any) -> Any:
            return do(json.dumps(self.description), {"numpy": "0.1"}, task[0].units, task[1])

    with Run(tmp_path / "run", work) as run:
        with pytest.raises(VersionError, match=r"numpy \S+ instead of 0\.1"):
            run.go(Old(work.description))
        # The task itself was fine.
        assert run.go(Here(work.description))


def test_errors_of_the_work_set_the_task_aside(tmp_path: Path) -> None:
    work = TilingsWork.of(Problem("5x12", "pentominoes"), unique=True)

    class Clumsy(Here):
        def outcome(self, *task: Any) -> Any:
            if self.did == 3:
                self.did += 1
                raise ValueError("broken on purpose")
            return super().outcome(*task)

    with Run(tmp_path / "run", work, SMALL) as run:
        assert not run.go(Clumsy(work.description, budget=5000))
        assert run.stopped_by == "aside"
        assert [why for _, why in run.ledger.quarantined()] == ["ValueError: broken on purpose"]
        assert (
            Report.of(tmp_path / "run").to_json()["aside"][0]["why"]
            == "ValueError: broken on purpose"
        )
        # A retry may succeed.
        assert run.go(Here(work.description))
    assert list(RunTable(tmp_path / "run")) == plain(Problem("5x12", "pentominoes"), unique=True)


#: A process that sends itself a signal when it begins the unit named in a file; each time leaves a
#: mark.
STRUCK = """
import json, os, sys, time
from tilewright.system.runs import pool
from pathlib import Path
do, folder = pool.do, Path({folder!r})
def struck(text, versions, units, budget, tables):
    unit = folder / "unit"
    chosen = unit.exists() and json.loads(unit.read_text()) == units[0][0]
    if chosen and len(list(folder.glob("*.mark"))) < {times}:
        (folder / f"{{os.getpid()}}.mark").touch()
        os.kill(os.getpid(), {number})
        while True:
            time.sleep(1)
    return do(text, versions, units, budget, tables)
pool.do = struck
pool.serve()
"""


class Struck(Pool):
    """Real processes that fail on one task, the first one after the root."""

    def __init__(self, description: dict[str, Any], folder: Path, number: int, times: int) -> None:
        folder.mkdir()
        self.folder, self.number, self.times, self.chosen = folder, number, times, 0
        super().__init__(
            description, 2, STRUCK.format(folder=str(folder), times=times, number=int(number))
        )

    @property
    def marks(self) -> int:
        return len(list(self.folder.glob("*.mark")))

    def submit(self, task: Any, budget: int, patience: float | None) -> None:
        if task.id != 1 and not self.chosen:
            self.chosen = task.id
            (self.folder / "unit").write_text(json.dumps(task.units[0][0]))
        super().submit(task, budget, None)

    def poll(self, seconds: float) -> list[Event]:
        # Only who hangs is late, however slow the machine.
        for worker in self._processes:
            if (
                worker.tasks
                and self.number != signal.SIGKILL
                and (self.folder / f"{worker.process.pid}.mark").exists()
            ):
                worker.tasks[0] = (self.chosen, 1e-9)
                worker.start_clock()
        return super().poll(seconds)


@pytest.mark.slow
def test_a_task_that_kills_three_workers_is_set_aside(tmp_path: Path, capsys: Captured) -> None:
    problem = Problem("5x12", "pentominoes")
    tuning = RunTuning(seconds=0.01, least=0.001, first=4000, booking=0)
    with tilings_run(tmp_path / "run", problem, unique=True, tuning=tuning) as run:
        with contextlib.closing(
            Struck(run.work.description, tmp_path / "struck", signal.SIGKILL, 1000)
        ) as crew:
            assert not run.go(crew)
        assert crew.marks == 3
        assert run.stopped_by == "aside"
        assert [task.id for task, _ in run.ledger.quarantined()] == [crew.chosen]
        assert "died on it (exit status -9)" in run.ledger.quarantined()[0][1]
        # Everything else was done.
        sums = run.ledger.sums()
        assert (sums["aside"], sums["waiting"]) == (1, 0)
    assert command(["show", str(tmp_path / "run")]) == 3
    out = capsys.readouterr().out
    assert ", 0 waiting, 1 skipped;" in out
    assert "\nskipped: [" in out
    assert "died on it (exit status -9)" in out
    words = f"solve 5x12 pentominoes --all --unique -q --run {tmp_path / 'run'}@1".split()
    assert command(words) == 0
    assert capsys.readouterr().out == "1010\n"
    assert list(RunTable(tmp_path / "run")) == plain(problem, unique=True)


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="a process is stopped by a signal of POSIX")
def test_a_worker_that_hangs_is_given_up(tmp_path: Path) -> None:
    problem = Problem("5x12", "pentominoes")
    tuning = RunTuning(seconds=0.01, least=0.001, first=4000, booking=0)
    with tilings_run(tmp_path / "run", problem, unique=True, tuning=tuning) as run:
        with contextlib.closing(
            Struck(run.work.description, tmp_path / "struck", signal.SIGSTOP, 2)
        ) as crew:
            assert run.go(crew)
        assert crew.marks == 2
    assert list(RunTable(tmp_path / "run")) == plain(problem, unique=True)


@pytest.mark.skipif(sys.platform != "linux", reason="files in memory alone are Linux's")
def test_processes_of_a_pool_share_what_the_search_remembers(tmp_path: Path) -> None:
    with tilings_run(tmp_path / "run", Problem("5x12", "pentominoes"), unique=True) as run:
        with contextlib.closing(Pool(run.work.description, 2)) as crew:
            assert crew._shared is not None
            notes = SharedTables(crew._shared).notes
            assert run.go(crew)
            assert notes[0] >= 1 << 16
            assert notes[1] > 0
        assert run.count == 1010


@pytest.mark.skipif(sys.platform == "win32", reason="a process is stopped by a signal of POSIX")
def test_a_process_dies_only_of_the_task_that_it_works_on(tmp_path: Path) -> None:
    """The task that waits behind it is handed out again without suspicion."""
    with contextlib.closing(Pool({"kind": "tilings"}, 1)) as crew:
        (process,) = crew.processes
        until(lambda: crew.poll(0.1) == [] and crew._processes[0].ready, "it is ready")
        os.kill(process, signal.SIGSTOP)
        for number in (1, 2):
            crew.submit(Task(number, [], 1.0), 1, None)
        os.kill(process, signal.SIGKILL)
        died: list[Event] = []
        until(lambda: died.extend(crew.poll(0.1)) or len(died) == 2, "it is dead")
    assert [(event.task, getattr(event, "deaths", None)) for event in died] == [(1, 1), (2, 0)]


def test_a_task_has_the_memory_that_its_run_allows() -> None:
    class Allowed(Work):
        def first(self) -> list[tuple[Any, float]]:
            return []

        def do(self, units: Any, budget: int) -> Outcome:
            return Outcome(allowed_memory())

    assert Allowed({"memory": 1000}).do_measured([], 1).count == 1000


def test_processes_that_cannot_start_end_the_run(tmp_path: Path) -> None:
    with tilings_run(tmp_path / "run", Problem("2x3", "L3=2")) as run:
        died = pytest.raises(
            EngineError,
            match="the worker processes fail at startup, the last one with exit status 7",
        )
        with contextlib.closing(Pool(run.work.description, 1, "raise SystemExit(7)")) as crew, died:
            run.go(crew)


@pytest.mark.parametrize(
    ("words", "wanted"),
    [
        (("5x12", "pentominoes"), 4),
        pytest.param(("6x10", "pentominoes"), 60, marks=pytest.mark.slow),
    ],
)
def test_workers_die_at_any_moment(words: tuple[str, ...], wanted: int, tmp_path: Path) -> None:
    problem = Problem(*words)
    chance = random.Random(3)
    deaths = 0
    tuning = RunTuning(seconds=0.05, least=0.005, first=4000, booking=0)
    while deaths < wanted:
        # Several runs, until enough processes have died.
        folder = tmp_path / f"run{deaths}"
        with tilings_run(folder, problem, unique=True, tuning=tuning) as run:
            # A task that was quarantined by accident is retried.
            for _ in range(100):
                with contextlib.closing(Pool(run.work.description, 2)) as crew:

                    def strike(progress: Any, crew: Pool = crew) -> None:
                        nonlocal deaths
                        # Processes that never start are different.
                        ready = [worker.process.pid for worker in crew._processes if worker.ready]
                        if ready and deaths < wanted and chance.random() < 0.3:
                            # It may be dead but not replaced yet.
                            with contextlib.suppress(ProcessLookupError):
                                os.kill(chance.choice(ready), signal.SIGKILL)
                                deaths += 1

                    if run.go(crew, strike):
                        break
        assert list(RunTable(folder)) == plain(problem, unique=True)


@pytest.mark.slow
def test_the_client_dies_at_any_moment(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    words = f"solve 5x12 pentominoes --all --unique -q --run {folder}@1".split()
    chance = random.Random(4)
    for kills in range(3):
        with Popen(
            [sys.executable, "-m", "tilewright", *words],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        ) as client:
            # At any moment after the first file.
            until(
                lambda client=client: (folder / LEDGER).exists() or client.poll() is not None,
                "it begins",
            )
            time.sleep(chance.uniform(0, 1.5) * bool(kills))
            client.kill()
    done = run_process(
        [sys.executable, "-m", "tilewright", *words],
        capture_output=True,
        text=True,
    )
    assert (done.returncode, done.stdout) == (0, "1010\n")
    assert list(RunTable(folder)) == plain(Problem("5x12", "pentominoes"), unique=True)


@pytest.mark.skipif(sys.platform == "win32", reason="limits of files are POSIX")
def test_a_full_disk_ends_the_run_with_all_booked(tmp_path: Path) -> None:
    code = """
import resource, sys
from pathlib import Path
sys.path.insert(0, sys.argv[3])
from crews import Here
from tilewright.solving.search.work import tilings_run
from tilewright.system.runs import RunTuning
from tilewright.errors import OutputError
from tilewright.model.problem import Problem
with tilings_run(Path(sys.argv[1]), Problem("5x12", "pentominoes"), unique=True, tuning=RunTuning(seconds=.001, least=.001)) as run:
    resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[2]), resource.RLIM_INFINITY))
    try:
        print(run.go(Here(run.work.description, budget=5000)))
    except OutputError as error:
        print("full", error)
"""  # noqa: E501
    problem = Problem("5x12", "pentominoes")
    for name, size in (("ledger", 80_000), ("file", 6_000)):
        folder = tmp_path / name
        done = run_process(
            [
                sys.executable,
                "-c",
                code,
                str(folder),
                str(size),
                str(Path(__file__).parents[2] / "support"),
            ],
            capture_output=True,
            text=True,
        )
        assert done.stdout.startswith("full"), done.stdout + done.stderr
        begun = list(RunTable(folder))
        expected = plain(problem, unique=True)
        assert begun == expected[: len(begun)]
        assert whole(folder, problem, unique=True) == expected
