"""Searches that are stopped, killed or interrupted, and gone on with: no tiling is lost and none comes twice."""

from __future__ import annotations

import subprocess
import sys
import textwrap
import threading
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import strategies
import tilewright as tw
from commands import Popen, run_process
from tilewright.errors import CheckpointError, OutputError
from tilewright.problem import Problem
from tilewright.progress import SearchProgress
from tilewright.search import Search, tilings
from tilewright.search.pace import SearchTuning


def same(one: list[tw.Tiling], other: list[tw.Tiling]) -> bool:
    return [t.labels.tobytes() for t in one] == [t.labels.tobytes() for t in other]


def test_stop_and_go_on() -> None:
    problem = Problem("6x10", "pentominoes")
    whole = list(tilings(problem))
    search = Search(problem, threads=2)
    found = []
    for tiling in search:
        found.append(tiling)
        if len(found) == 1234:
            search.stop()
    assert len(found) == 1234
    assert search.stopped_by == "stop"
    found += list(search)
    assert search.complete
    assert same(found, whole)


@given(
    problem=strategies.problems(),
    stops=st.lists(st.integers(0, 7), max_size=5),
    unique=st.booleans(),
    engine=st.sampled_from(["scan", "dance"]),
)
def test_checkpoints_lose_nothing_and_repeat_nothing(
    problem: Problem, stops: list[int], unique: bool, engine: str, tmp_path_factory: pytest.TempPathFactory
) -> None:
    path = tmp_path_factory.mktemp("checkpoint") / "file"
    whole = list(tilings(problem, unique=unique, engine=engine, threads=1))
    found: list[tw.Tiling] = []
    for stop in stops:
        search = Search(problem, unique=unique, engine=engine, threads=1)
        if path.exists():
            search.resume(path)
            assert search.delivered == len(found)
        for _, tiling in zip(range(stop), search, strict=False):
            found.append(tiling)
        search.save(path, length=len(found))
    search = Search(problem, unique=unique, engine=engine, threads=1)
    if path.exists():
        search.resume(path)
        assert search.payload == {"length": len(found)}
    found += list(search)
    assert same(found, whole)
    assert search.complete


def test_checkpoints_with_threads(tmp_path: Path) -> None:
    """Saved in the middle of the work of three threads, several times."""
    problem = Problem("6x10", "pentominoes")
    path = tmp_path / "checkpoint"
    whole = list(tilings(problem, seed=3))
    found: list[tw.Tiling] = []
    for _ in range(5):
        search = Search(problem, seed=3, threads=3)
        if path.exists():
            search.resume(path)
        for number, tiling in enumerate(search):
            found.append(tiling)
            if number == 1500:
                search.save(path)
                break
    search = Search(problem, seed=3, threads=3)
    search.resume(path)
    found += list(search)
    assert same(found, whole)


def test_count_goes_on_where_an_iteration_or_a_checkpoint_stopped(tmp_path: Path) -> None:
    problem = Problem("6x10", "pentominoes")
    path = tmp_path / "checkpoint"
    search = Search(problem, threads=2)
    for _ in zip(range(1234), search, strict=False):
        pass
    search.save(path)
    assert search.count() == 9356
    assert search.complete

    other = Search(problem, threads=2)
    other.resume(path)
    assert other.count() == 9356
    assert other.snapshot().delivered == 9356

    def save(snapshot: SearchProgress) -> None:
        third.save(path)
        third.stop()

    third = Search(problem, threads=1, progress=save, tuning=SearchTuning(report_every=0.0, slice=0.001))
    part = third.count()
    assert third.stopped_by == "stop"
    fourth = Search(problem)
    fourth.resume(path)
    assert part <= fourth.delivered < 9356
    assert fourth.count() == 9356


def test_checkpoint_survives_a_kill(tmp_path: Path) -> None:
    """A process that writes tilings and checkpoints is killed without warning, again and again."""
    program = textwrap.dedent("""
        import sys
        from tilewright.search import Search
        from tilewright.problem import Problem
        from pathlib import Path
        output, path = Path(sys.argv[1]), Path(sys.argv[2])
        search = Search(Problem("4x15", "pentominoes"), threads=2)
        if path.exists():
            search.resume(path)
        with output.open("ab") as file:
            file.truncate(search.payload.get("length", 0))
            for tiling in search:
                file.write(tiling.text().encode() + b"\\n\\n")
                if search.delivered % 10 == 0:
                    file.flush()
                    search.save(path, length=file.tell())
                    print("saved", flush=True)
        if sys.argv[3:]:
            sys.stdin.read()  # whoever is to be killed is not done before
    """)
    output, path = tmp_path / "output", tmp_path / "checkpoint"
    command = [sys.executable, "-c", program, str(output), str(path)]
    for saved in (1, 5, 20):
        with Popen([*command, "wait"], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
            assert process.stdout is not None
            for _ in range(saved):
                assert process.stdout.readline()
            # It goes on meanwhile.
            process.kill()
    run_process(command, check=True, stdout=subprocess.DEVNULL)
    texts = output.read_text().strip().split("\n\n")
    assert texts == [tiling.text() for tiling in tilings(Problem("4x15", "pentominoes"))]


def test_foreign_and_damaged_checkpoints_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "checkpoint"
    Search(Problem("6x10", "pentominoes")).save(path)
    for problem, options in (
        (Problem("5x12", "pentominoes"), {}),
        (Problem("6x10", "pentominoes"), {"unique": True}),
        (Problem("6x10", "pentominoes"), {"seed": 1}),
        (Problem("6x10", "pentominoes", turn="fixed"), {}),
    ):
        with pytest.raises(CheckpointError, match="belongs to another problem"):
            Search(problem, **options).resume(path)
    good = path.read_bytes()
    search = Search(Problem("6x10", "pentominoes"))
    for bad in (good[:-1], good[:100], good[:200] + b"X" + good[201:], good + b"X"):
        path.write_bytes(bad)
        with pytest.raises(CheckpointError, match="damaged"):
            search.resume(path)
    for bad in (b"", b"something else"):
        path.write_bytes(bad)
        with pytest.raises(CheckpointError, match="not a tilewright checkpoint"):
            search.resume(path)
    with pytest.raises(CheckpointError, match="cannot read"):
        search.resume(tmp_path / "nowhere")
    with pytest.raises(OutputError, match="cannot write"):
        search.save(tmp_path / "no" / "folder")


def test_stop_from_another_thread() -> None:
    search = Search(Problem("9x10", "pentominoes", turn="one-sided"))
    threading.Timer(0.3, search.stop).start()
    search.count()
    assert search.stopped_by == "stop"


def test_interrupts_lose_nothing() -> None:
    """Ctrl-C again and again while the search is at work; each time it is gone on with."""
    program = textwrap.dedent("""
        import signal
        from tilewright.problem import Problem
        from tilewright.search import Search

        # A runner in the background may have Ctrl-C ignored, and children inherit that.
        signal.signal(signal.SIGINT, signal.default_int_handler)

        def interrupt(*_):
            if signal.getsignal(signal.SIGINT) is not signal.default_int_handler:
                signal.raise_signal(signal.SIGINT)

        signal.signal(signal.SIGALRM, interrupt)
        problem = Problem("6x10", "pentominoes")
        wanted = [tiling.text() for tiling in Search(problem)]
        for threads in (1, 2):
            search = Search(problem, threads=threads)
            found, interrupts = [], 0
            signal.setitimer(signal.ITIMER_REAL, 0.003, 0.003)
            while True:
                try:
                    for tiling in search:
                        found.append(tiling.text())
                    break
                except KeyboardInterrupt:
                    interrupts += 1
            signal.setitimer(signal.ITIMER_REAL, 0)
            assert interrupts > 0
            assert search.complete
            assert found == wanted, (len(found), len(wanted))
        print("whole")
    """)
    result = run_process([sys.executable, "-c", program], capture_output=True, text=True)
    assert result.stdout == "whole\n", result.stderr


def test_an_interrupted_count_knows_what_it_has_counted() -> None:
    def interrupt(snapshot: SearchProgress) -> None:
        if snapshot.found and not seen:
            seen.append(snapshot.found)
            raise KeyboardInterrupt

    seen: list[int] = []
    search = Search(
        Problem("8x8", "domino+"), progress=interrupt, threads=2, tuning=SearchTuning(report_every=0.0)
    )
    with pytest.raises(KeyboardInterrupt):
        search.count()
    assert 0 < seen[0] <= search.delivered < 12_988_816
    assert not search.complete
