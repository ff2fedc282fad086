"""Enumerations that are killed, stopped or interrupted, and resumed from their run folder: the
output is that of an uninterrupted run.
"""

from __future__ import annotations

import contextlib
import itertools
import json
import random
import re
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import pytest

from commands import Popen, run_process
from tilewright.apps.command import run
from tilewright.model.problem import Problem
from tilewright.solving.search import Search
from tilewright.solving.search.recorded import RunTable
from tilewright.solving.search.work import tilings_run
from tilewright.system.runs import Report, RunTuning, Threads
from waiting import until

Captured = pytest.CaptureFixture[str]

#: The command, with tasks of a few milliseconds.
SMALL = """
import sys
from tilewright.apps.command import run
from tilewright.system.runs import run as runs
small = runs.RunTuning(seconds=0.01, least=0.003, first=4000, booking=0.0)
runs.RunTuning = lambda **_: small
sys.exit(run(sys.argv[1:]))
"""
#: What is asked, and the file that is written; without one, the answer is.
ASKED = {
    "text": ("solve 3x20 pentominoes --all --checkpoint saved", None),
    "JSON": ("solve 4x15 pentominoes --all --unique --json --checkpoint saved", None),
    "lines": ("solve 4x15 pentominoes --all -q --checkpoint saved -o all.jsonl", "all.jsonl"),
    "table": (
        "solve 6x7 L3+ --all -q --engine dance --checkpoint saved -o all.parquet",
        "all.parquet",
    ),
    "processes": (
        "solve 4x15 pentominoes --all -q --run saved@2 -o all.jsonl",
        "all.jsonl",
    ),
    "colors": ("color 4x15 pentominoes --all --touch strong --run saved@2", None),
}
#: Kills of each kind: about 100 in all, or 6.
MANY, FEW = 17, 1


@pytest.mark.parametrize("kills", [pytest.param(MANY, marks=pytest.mark.slow), FEW])
@pytest.mark.parametrize("kind", ASKED)
def test_a_run_that_is_killed_at_any_moment_says_what_an_uninterrupted_one_says(
    kind: str, kills: int, tmp_path: Path
) -> None:
    words, name = ASKED[kind]
    program = [sys.executable, "-c", SMALL, *words.split()]
    out = tmp_path / (name or "stdout")

    def finished(delay: float | None) -> bool:
        with (tmp_path / "stdout").open("wb") as stdout:
            with Popen(program, cwd=tmp_path, stdout=stdout, stderr=subprocess.DEVNULL) as process:
                if delay is not None:
                    time.sleep(delay)
                    process.kill()
            assert process.returncode in (0, -signal.SIGKILL)
            return process.returncode == 0

    def written() -> bytes:
        # How much work it was may differ: some of it is done twice.
        return re.sub(rb'"(nodes|seconds)": "?[0-9.]+', b"", out.read_bytes())

    begin = time.monotonic()
    assert finished(None)
    whole, expected = time.monotonic() - begin, written()
    assert expected
    draw, killed = random.Random(kind), 0
    while killed < kills:
        shutil.rmtree(tmp_path / "saved")
        out.unlink()
        while not finished(draw.uniform(0, whole) if killed < kills else None):
            killed += 1
        assert written() == expected
        assert {path.name for path in tmp_path.iterdir()} <= {"saved", "stdout", out.name}


LONG = "solve 8x10 pentominoes+ --all -q --checkpoint saved"


def counted(folder: Path) -> int:
    """The tilings that are saved."""
    if not (folder / "ledger.sqlite").exists():
        return 0
    with (
        contextlib.suppress(sqlite3.OperationalError),
        sqlite3.connect(f"file:{folder}/ledger.sqlite?mode=ro", uri=True) as file,
    ):
        return sum(
            int(count) for (count,) in file.execute("SELECT count FROM task WHERE state = 'done'")
        )
    return 0


@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_an_interrupt_loses_nothing(number: int, code: int, tmp_path: Path) -> None:
    """What unfinished tasks have found is saved, too."""
    program = [sys.executable, "-m", "tilewright", *LONG.split(), "-o", "all.jsonl"]
    found = 0
    for _ in range(2):
        process = Popen(
            program, cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )
        until(lambda: counted(tmp_path / "saved") > found, "more is found")  # noqa: B023
        process.send_signal(number)
        out, err = process.communicate()
        assert process.returncode == code, err
        assert (f"resuming from saved: {found:,} tilings found so far\n" in err) is bool(found)
        assert "the run is incomplete: interrupted. Run the same command again to resume" in err
        assert int(out) == counted(tmp_path / "saved") > found
        found = int(out)
        assert [path.name for path in tmp_path.iterdir()] == ["saved"]


def test_what_unfinished_tasks_have_found_is_kept(tmp_path: Path) -> None:
    """The first task would be the whole search; an interrupt ends it early."""
    problem = Problem("9x10", "pentominoes", turn="one-sided")
    with tilings_run(tmp_path, problem, tuning=RunTuning(first=1 << 60, least=1e9)) as run:
        for _ in range(2):
            before = run.count
            for _ in range(20):
                assert not run.go(Threads(run.work, 2), lambda _: run.stop())
                if run.count > before:
                    break
            assert run.count > before
        assert run.stopped_by == "stop"
    found = list(RunTable(tmp_path))
    assert found
    assert found == list(itertools.islice(Search(problem), len(found)))


def test_threads_processes_and_options_of_the_output_may_differ(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> None:
    monkeypatch.chdir(tmp_path)
    words = ["solve", "3x20", "pentominoes", "--all", "-q"]
    assert run([*words, "--checkpoint", "saved", "--threads", "1"]) == 0
    assert Report.of(Path("saved")).crew == "1 thread"
    assert run([*words, "--run", "saved@1", "-o", "one.jsonl"]) == 0
    assert run([*words, "-o", "other.jsonl"]) == 0
    assert Path("one.jsonl").read_bytes() == Path("other.jsonl").read_bytes()
    assert capsys.readouterr().out == "8\n8\n8\n"
    assert run(["show", "saved", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["state"] == "complete"


def test_verbose_says_what_works_and_why(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> None:
    """The same as without a folder, with the threads that work; a run has processes."""
    monkeypatch.chdir(tmp_path)
    words = ["solve", "3x20", "pentominoes", "--all", "-q", "-v"]

    def said(*more: str) -> list[str]:
        assert run([*words, *more]) == 0
        return capsys.readouterr().err.splitlines()[:2]

    plain = said("--threads", "1")
    assert plain[1].startswith("engine: scan (the short side of the board has 3 cells, ")
    assert plain[1].endswith("), threads: 1")
    assert said("--checkpoint", "saved", "--threads", "1") == plain
    assert said("--run", "saved") == [plain[0], plain[1].removesuffix(", threads: 1")]


def test_a_damaged_or_foreign_folder_is_refused_in_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> None:
    monkeypatch.chdir(tmp_path)
    words = ["solve", "3x20", "pentominoes", "--all", "-q", "--checkpoint", "saved"]
    assert run(words) == 0
    ledger = Path("saved") / "ledger.sqlite"
    whole = ledger.read_bytes()
    capsys.readouterr()

    def refused(words: list[str]) -> str:
        assert run(words) == 2
        said = capsys.readouterr()
        assert (said.out, said.err.count("\n")) == ("", 1)
        return said.err

    assert "this folder contains a run with a different problem" in refused(
        ["solve", "4x15", *words[2:]]
    )
    assert "this folder contains a run with a different unique" in refused([*words, "--unique"])
    ledger.write_bytes(whole[:1000] + b"damaged" * 1000)
    assert "the ledger is damaged" in refused(words)
    ledger.write_bytes(b"nothing of the kind")
    assert "saved/ledger.sqlite" in refused(words)
    ledger.write_bytes(whole)
    file = next((Path("saved") / "tilings").rglob("*.npy"))
    file.write_bytes(file.read_bytes()[:-1])
    assert f"a file of the run has {file.stat().st_size:,} bytes" in refused(
        [*words, "-o", "all.jsonl"]
    )
    Path("file").write_text("a checkpoint of another version\n")
    assert "cannot create the folder: File exists" in refused([*words[:-1], "file"])
    assert Path("file").read_text() == "a checkpoint of another version\n"


@pytest.mark.parametrize("other", ["saved", "link", "./saved"])
def test_two_processes_do_not_write_to_one_folder(
    other: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("link").symlink_to("saved", target_is_directory=True)
    with Popen(
        [sys.executable, "-m", "tilewright", *LONG.split()], stdout=subprocess.DEVNULL
    ) as first:
        until((tmp_path / "saved" / "ledger.sqlite").exists, "the search begins")
        for option in ("--checkpoint", "--run"):
            assert run([*LONG.split()[:-2], option, other]) == 2
            error = capsys.readouterr().err
            assert f"another run (process {first.pid}) is writing to this file" in error
        first.kill()
    # A dead run is in nobody's way.
    assert run([*LONG.split(), "--timeout", "0.1"]) == 3


#: A command with files that may be 20 kB long at most, as under ``ulimit -f``.
SHORT = """
import resource, sys
from tilewright.apps.command import run
resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, 20_000))
sys.exit(run(sys.argv[1:]))
"""


def test_a_full_disk_is_reported_and_the_run_goes_on_when_there_is_room(
    tmp_path: Path, capsys: Captured
) -> None:
    words = ["solve", "6x10", "pentominoes", "--all", "-q", "--checkpoint", "saved"]
    done = run_process(
        [sys.executable, "-c", SHORT, *words], cwd=tmp_path, capture_output=True, text=True
    )
    assert done.returncode == 2
    assert done.stderr.startswith("tilewright: saved/")
    assert "cannot" in done.stderr
    assert done.stderr.count("\n") == 1
    assert run([*words[:-1], str(tmp_path / "saved")]) == 0
    assert capsys.readouterr().out == "9356\n"


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (
            "solve 4x4 dominoes+",
            "only the search for all tilings is saved; add --all and remove --limit",
        ),
        ("solve 4x4 dominoes+ --all --limit 5", "add --all and remove --limit"),
        ("solve 4x4 dominoes+ --all --engine sat", "--engine sat cannot be saved"),
        (
            "solve 4x4 dominoes+ --all --engine clauses",
            "--engine clauses cannot be saved",
        ),
        ("solve 4x4 dominoes+ --all --symmetric half-turn", "searches with --symmetric"),
    ],
)
def test_what_is_not_saved_is_refused_before_the_search(
    words: str, why: str, tmp_path: Path, capsys: Captured
) -> None:
    assert run([*words.split(), "--checkpoint", str(tmp_path / "saved")]) == 2
    error = capsys.readouterr().err
    assert error.startswith("tilewright: --checkpoint: ")
    assert why in error
    assert list(tmp_path.iterdir()) == []
