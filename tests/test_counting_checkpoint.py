"""Counts that are stopped or killed at any moment go on from their checkpoint, and no other is taken for it."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from commands import Popen
from tilewright.counting import count, count_by_piece, count_details, count_up_to_symmetry
from tilewright.counting.checkpoint import CountCheckpoint
from tilewright.counting.resources import Report
from tilewright.counting.tuning import Tuning
from tilewright.errors import CheckpointError, EngineError, MemoryLimitError, OutputError, TimeLimitError
from tilewright.files import checkpoint as saved
from tilewright.problem import Problem
from tilewright.progress import StatesProgress
from tilewright.search import Search

LAYERS = ("7x8-0,0", "tetrominoes+", "monomino=3..5")
ROWS = ("8x60", "trominoes+", "domino+")
#: A board with a state graph of some size, and how it is made to grow in many steps.
WIDE, TILINGS = ("10x12", "trominoes+"), 1830607857363940042
#: A problem whose tilings are listed, if that is asked from the first layer on, in many small steps.
LISTED, LISTING = ("tri:4x9", "hexiamonds"), Tuning(foreseen_states=0.0, budget=2_000, report_every=0.0)


def number(*words: str, **options: Any) -> int:
    """Count with the options of `count_details`."""
    return count_details(*words, **options).value


def listed(*words: str, tuning: Tuning | None = None, **options: Any) -> int:
    """Count by listing."""
    return number(*words, tuning=replace(LISTING, write=(tuning or LISTING).write), **options)


#: How each kind of count is asked for, and what it finds.
KINDS: dict[str, tuple[Callable[..., Any], tuple[str, ...], dict[str, Any]]] = {
    "layers": (number, LAYERS, {}),
    "rows": (number, ROWS, {}),
    "modulo": (number, ROWS, {"modulus": 10**9 + 7}),
    "components": (lambda *words, **rest: count_details(*words, method="components", **rest).value, ("6x8", "hexominoes+"), {}),
    "by piece": (lambda *words, **rest: count_by_piece(*words, **rest).counts, ("7x6-0,0-0,1", "T4+", "L4+", "domino+"), {}),
    "listing": (listed, LISTED, {}),
    "up to symmetry": (lambda *words, **rest: count_up_to_symmetry(*words, **rest).fixed, ("6x8", "dominoes+"), {}),
}  # fmt: skip


class Killed(BaseException):
    """What nobody expects: nothing is saved then."""


#: Each step is told.
TOLD = Tuning(report_every=0.0)
#: State graphs grow in many small steps, on all threads, and the wide board's is one that is saved.
STEPS = Tuning(
    first_try=1 << 18,
    kept_graph=0,
    shared_graph=0,
    room=1 << 6,
    budget=20_000,
    spread_shared=1 << 12,
    report_every=0.0,
)
#: And a checkpoint is written after each.
EAGER: dict[str, Any] = {"checkpoint_interval": 0.0, "tuning": TOLD}


class Killer:
    """Writes checkpoints, and lets the process die when so many are written.

    Parameters
    ----------
    after : int

    Attributes
    ----------
    ways : list of str
        The way of counting of each that was written.
    """

    def __init__(self, after: int) -> None:
        self.after, self.ways = after, list[str]()

    def __call__(self, path: Path, kind: str, mark: str, values: dict[str, Any], arrays: Any) -> None:
        if len(self.ways) == self.after:
            raise Killed
        saved.save(path, kind, mark, values, arrays)
        self.ways.append(values["way"])


def is_saved(told: list[StatesProgress]) -> bool:
    """Whether the graph grows that is saved: not the first, small try."""
    return told[-1].phase == "states" and told[-1].total > 0


def header(path: Path) -> dict[str, Any]:
    """Return the second line of a checkpoint."""
    found: dict[str, Any] = json.loads(path.read_bytes().split(b"\n")[1].partition(b" ")[2])
    return found


@pytest.mark.sampled(2)
@pytest.mark.parametrize("kind", KINDS)
def test_wherever_it_is_killed_it_goes_on(kind: str, tmp_path: Path) -> None:
    ask, words, options = KINDS[kind]
    expected, path = ask(*words, **options), tmp_path / "run"
    kills = 0
    while True:
        killer = Killer(random.Random(kills).randint(5, 30))
        eager = EAGER | {"tuning": replace(TOLD, write=killer)}
        try:
            # Twice with one thread: how often two of them report depends on the machine.
            found = ask(*words, **options, **eager, checkpoint=path, threads=1 + kills // 2 % 2)
            break
        except Killed:
            kills += 1
    assert found == expected
    assert kills > 1
    # It is finished: the file has the answer, and nothing else is left.
    told: list[StatesProgress] = []
    assert ask(*words, **options, **EAGER, checkpoint=path, progress=told.append) == expected
    assert told == []
    assert [file.name for file in tmp_path.iterdir()] == ["run"]
    assert path.stat().st_size < 20_000


@pytest.mark.parametrize(
    "threads", [1, *(pytest.param(threads, marks=pytest.mark.slow) for threads in (2, 3))]
)
def test_a_growing_graph_goes_on_wherever_it_is_killed(threads: int, tmp_path: Path) -> None:
    path, trail = tmp_path / "run", tmp_path / "run.states"
    ways: list[str] = []
    kills = kept = 0
    while True:
        told: list[StatesProgress] = []
        killer = Killer(min(3 + kills, 10))
        try:
            # Another number of threads goes on with as many parts as there are.
            found = count_details(
                *WIDE,
                checkpoint=path,
                checkpoint_interval=0,
                threads=1 + (threads + kills - 1) % 3,
                progress=told.append,
                tuning=replace(STEPS, write=killer),
            )
            break
        except Killed:
            kills += 1
        finally:
            ways += killer.ways
        assert trail.exists()
        # The first, small try and the counts know nothing of it.
        if told and is_saved(told[:1]):
            assert told[0].done >= kept
        kept = sum(states for states, _, _ in header(path)["values"]["growth"]["records"][-1][1])
        if kills % 3 == 0:
            # What was appended, but not yet spoken of, does not count.
            with trail.open("ab") as stream:
                stream.write(b"half a record")
    assert (found.value, found.method) == (TILINGS, "rows")
    assert ways.count("states") > 3
    assert ways.count("rows") > 0
    assert not trail.exists()


@pytest.mark.parametrize("threads", [1, 2])
def test_ctrl_c_saves_what_was_found_of_a_graph(threads: int, tmp_path: Path) -> None:
    path = tmp_path / "run"
    done = 0
    while True:
        told: list[StatesProgress] = []

        def stop(progress: StatesProgress, told: list[StatesProgress] = told, done: int = done) -> None:
            told.append(progress)
            if is_saved(told) and progress.done > done + 30_000:
                raise KeyboardInterrupt

        try:
            assert number(*WIDE, checkpoint=path, threads=threads, progress=stop, tuning=STEPS) == TILINGS
            break
        except KeyboardInterrupt:
            first = next(progress for progress in told if is_saved([progress]))
            # A step that was under way is taken again.
            assert first.done >= done - 25_000
            done = told[-1].done
    assert done > 40_000


def test_a_run_is_killed_while_it_works(tmp_path: Path) -> None:
    """With SIGKILL, in the finding of states and in each kind of count, whatever it is at."""
    script = """
import sys
from tilewright.files import checkpoint
from tilewright.counting import count_details
from tilewright.counting.tuning import Tuning

def write(*arguments):
    checkpoint.save(*arguments)
    print("saved", flush=True)

tuning = Tuning(first_try=1 << 18, kept_graph=0, shared_graph=0, budget=20_000, spread_shared=1 << 12, write=write)
count_details(*sys.argv[2:], checkpoint=sys.argv[1], checkpoint_interval=0, tuning=tuning)
"""
    for words, kills in ((WIDE, (2, 9)), (LAYERS, (12,))):
        path = tmp_path / words[0]
        for written in kills:
            with Popen([sys.executable, "-c", script, str(path), *words], stdout=subprocess.PIPE) as process:
                assert process.stdout is not None
                assert process.stdout.readline()
                for _ in range(written - 1):
                    process.stdout.readline()
                # It goes on meanwhile, and may be done before it is killed.
                process.kill()
        assert count(*words, checkpoint=path) == count(*words)
        assert [file.name for file in tmp_path.iterdir() if words[0] in file.name] == [words[0]]


def test_a_listing_that_is_killed_goes_on_with_what_was_listed(tmp_path: Path) -> None:
    """With SIGKILL, and then by Ctrl-C and by another number of threads: each time more is found than before."""
    script = """
import sys
from tilewright.files import checkpoint
from tilewright.counting import count_details
from tilewright.counting.tuning import Tuning

def write(path, kind, mark, values, arrays):
    checkpoint.save(path, kind, mark, values, arrays)
    if values["way"] == "listing":
        print(values["found"], flush=True)

tuning = Tuning(foreseen_states=0.0, budget=2_000, report_every=0.0, write=write)
count_details(*sys.argv[2:], checkpoint=sys.argv[1], checkpoint_interval=0, tuning=tuning, threads=1)
"""
    path, expected = tmp_path / "run", count_details(*LISTED)
    assert expected.method == "layers"
    with Popen(
        [sys.executable, "-c", script, str(path), *LISTED], stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        while not int(process.stdout.readline()):
            pass
        process.kill()
    found = [header(path)["values"]["found"]]
    assert found[0] > 0
    for threads in (1, 2):
        told: list[StatesProgress] = []

        def stop(progress: StatesProgress, told: list[StatesProgress] = told) -> None:
            assert progress.phase == "tilings"
            told.append(progress)
            if progress.done > found[-1]:
                raise KeyboardInterrupt

        with pytest.raises(KeyboardInterrupt):
            number(*LISTED, checkpoint=path, tuning=LISTING, progress=stop, threads=threads)
        assert told[0].done >= found[-1]
        found.append(header(path)["values"]["found"])
        assert found[-1] > found[-2]
    # Whatever would be chosen now: it resumes with its original method, and says why it was begun so.
    rest = count_details(*LISTED, checkpoint=path)
    assert (rest.value, rest.method) == (expected.value, "listing")
    assert "nodes" in rest.why
    assert [file.name for file in tmp_path.iterdir()] == ["run"]


def test_a_listing_that_runs_out_of_time_keeps_what_was_listed(tmp_path: Path) -> None:
    path = tmp_path / "run"

    def too_late(progress: StatesProgress) -> None:
        if progress.phase == "tilings" and progress.done:
            raise TimeLimitError("the time limit was reached")

    with pytest.raises(TimeLimitError):
        number(*LISTED, checkpoint=path, tuning=LISTING, progress=too_late)
    assert header(path)["values"]["found"] > 0
    assert number(*LISTED, checkpoint=path) == number(*LISTED)


def begun(path: Path, *words: str, way: str, **options: Any) -> None:
    """Begin a count, and die when its checkpoint says so of it."""

    def die(place: Path, kind: str, mark: str, values: dict[str, Any], arrays: Any) -> None:
        saved.save(place, kind, mark, values, arrays)
        if values["way"] == way:
            raise Killed

    tuning = replace(STEPS, write=die)
    with pytest.raises(Killed):
        count_details(*words, checkpoint=path, checkpoint_interval=0, tuning=tuning, **options)


@pytest.mark.parametrize(("words", "way"), [(LAYERS, "layers"), (ROWS, "rows"), (WIDE, "states")])
def test_damage_is_seen(words: tuple[str, ...], way: str, tmp_path: Path) -> None:
    path = tmp_path / "run"
    begun(path, *words, way=way)
    whole = path.read_bytes()
    for damaged in (
        whole[:-1],
        whole[: len(whole) // 2],
        whole[:40],
        b"something else\n",
        b"",
        whole + b"\0",
        whole[:30] + bytes([whole[30] ^ 1]) + whole[31:],
    ):
        path.write_bytes(damaged)
        with pytest.raises(CheckpointError, match=r"damaged|not a tilewright checkpoint"):
            count(*words, checkpoint=path)
    path.write_bytes(whole)
    if way == "states":
        trail = tmp_path / "run.states"
        states = trail.read_bytes()
        for damaged, what in (
            (states[:-1], "missing"),
            (states[:-1] + bytes([states[-1] ^ 1]), "checksum is wrong"),
            (b"x" + states[1:], "another checkpoint"),
            (None, "No such file"),
        ):
            trail.unlink() if damaged is None else trail.write_bytes(damaged)
            with pytest.raises(CheckpointError, match=what):
                count(*words, checkpoint=path)
        trail.write_bytes(states)
    assert count(*words, checkpoint=path) == count(*words)


@pytest.mark.parametrize(
    ("words", "options"),
    [
        (("7x8-0,1", "tetrominoes+", "monomino=3..5"), {}),
        (("7x8-0,0", "tetrominoes+", "monomino=3..6"), {}),
        (("8x7-0,0", "tetrominoes+", "monomino=3..5"), {}),
        ((*LAYERS,), {"modulus": 7}),
        # These are answered before anything is counted, by their areas.
        (("5x5", "dominoes+"), {}),
        (("3x7", "tetrominoes+"), {}),
    ],
)
def test_a_foreign_one_is_refused(words: tuple[str, ...], options: dict[str, int], tmp_path: Path) -> None:
    path = tmp_path / "run"
    begun(path, *LAYERS, way="layers")
    for ask in (count, count_by_piece, count_up_to_symmetry):
        if ask is count or not options:
            with pytest.raises(CheckpointError, match="another problem"):
                ask(*words, checkpoint=path, **options)
    path.write_bytes(b"my diary\n")
    with pytest.raises(CheckpointError, match="not a tilewright checkpoint"):
        count(*words, checkpoint=path, **options)
    assert path.read_bytes() == b"my diary\n"
    search = Search(Problem("4x5", "tetrominoes+"))
    search.save(path)
    with pytest.raises(CheckpointError, match="expected the checkpoint of a count, got that of a search"):
        count(*words, checkpoint=path, **options)


def test_a_file_of_someone_else_is_not_written_over(tmp_path: Path) -> None:
    (tmp_path / "run.states").write_text("Bavaria, Saxony\n")
    with pytest.raises(OutputError, match="another program wrote the file"):
        count_details(*WIDE, checkpoint=tmp_path / "run", checkpoint_interval=0, tuning=STEPS)
    assert (tmp_path / "run.states").read_text() == "Bavaria, Saxony\n"


def test_the_interval_is_a_time(tmp_path: Path) -> None:
    for interval in (-1, float("nan"), "soon"):
        with pytest.raises(EngineError, match="must be a number of at least 0"):
            count_details("4x4", "dominoes+", checkpoint=tmp_path / "run", checkpoint_interval=interval)  # type: ignore[arg-type]
    with pytest.raises(OutputError, match="a path must be"):
        count_details("4x4", "dominoes+", checkpoint=7)  # type: ignore[arg-type]


def test_writing_takes_a_small_share_of_the_time(tmp_path: Path) -> None:
    """On a disk that takes a tenth of a second, the next checkpoint is two seconds away."""
    now = [0.0]

    def slow(*arguments: Any) -> None:
        now[0] += 0.1
        saved.save(*arguments)

    saving = CountCheckpoint(tmp_path / "run", "mark", 1e-9, clock=lambda: now[0], write=slow)
    saving.begin("count")
    now[0] += 1.0
    assert saving.due(1000)
    saving.save("layers", "mark", {"layer": 1}, {"keys": np.zeros(100, dtype=np.uint64)})
    now[0] += 1.9
    assert not saving.due(1000)
    # As much more takes as much longer.
    now[0] += 0.2
    assert saving.due(1000)
    assert not saving.due(1 << 22)


def test_the_check_is_kept_too(tmp_path: Path) -> None:
    path = tmp_path / "run"
    words = ("12x9", "trominoes+")
    plain = count_details(*words, checkpoint=path)
    checked = count_details(*words, checkpoint=path, check=True)
    told: list[StatesProgress] = []
    again = count_details(*words, checkpoint=path, check=True, progress=told.append)
    assert told == []
    assert plain.value == checked.value == again.value == 20574308184277971
    assert checked.checked == again.checked != ""


def test_a_count_goes_on_in_the_way_it_was_begun_whatever_memory_there_is(tmp_path: Path) -> None:
    """With little memory it goes layer by layer; with more the state graph of the rows would be built."""
    words, path = ("8x8", "tetrominoes+"), tmp_path / "run"
    begun(path, *words, way="layers", max_memory=4 << 20)
    whole = count_details(*words)
    assert whole.method == "rows"
    again = count_details(*words, checkpoint=path)
    assert (again.method, again.value) == ("layers", whole.value)


@pytest.mark.slow
def test_a_graph_that_was_begun_asks_for_its_memory(tmp_path: Path) -> None:
    path = tmp_path / "run"
    begun(path, *WIDE, way="rows")
    kept = path.read_bytes()
    with pytest.raises(MemoryLimitError, match="resumes with its original method"):
        count(*WIDE, checkpoint=path, max_memory=1 << 20)
    assert path.read_bytes() == kept
    assert count(*WIDE, checkpoint=path) == TILINGS


def test_a_graph_that_turns_out_too_large_is_given_up(tmp_path: Path) -> None:
    """Like in a run that nobody stops; nothing is counted by it yet."""
    path = tmp_path / "run"
    begun(path, *WIDE, way="states")
    found = count_details(*WIDE, checkpoint=path, checkpoint_interval=0, max_memory=6 << 20)
    assert (found.value, found.method) == (TILINGS, "layers")
    assert [file.name for file in tmp_path.iterdir()] == ["run"]


@pytest.mark.parametrize("words", [("6x40", "trominoes+"), ("6x7-0,0", "tetrominoes+", "monomino=3..5")])
def test_a_stopped_run_goes_on_where_it_was(words: tuple[str, ...], tmp_path: Path) -> None:
    path = tmp_path / "run"
    expected = count(*words)
    stops: list[StatesProgress] = []

    def stop(progress: StatesProgress) -> None:
        if progress.phase == "counts" and progress.done > progress.total // 2:
            stops.append(progress)
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        number(*words, checkpoint=path, progress=stop, **EAGER)
    again: list[StatesProgress] = []
    assert number(*words, checkpoint=path, progress=again.append, **EAGER) == expected
    first = next(progress for progress in again if progress.phase == "counts")
    assert first.done >= stops[0].done - 1


def told_of(ask: Callable[..., Any], *words: str, **options: Any) -> list[StatesProgress]:
    told: list[StatesProgress] = []
    report: Report = told.append
    ask(*words, progress=report, **options)
    return told


def test_progress_says_what_it_counts() -> None:
    told = told_of(count_details, *WIDE, tuning=STEPS)
    states = [progress for progress in told if progress.phase == "states" and progress.total]
    assert {progress.unit for progress in states} == {"state"}
    assert 0 < states[-1].done < states[-1].total
    assert states[-1].rate > 0
    assert any(progress.left for progress in states)
    # The rows are the short lines.
    assert {(p.unit, p.total) for p in told if p.phase == "counts"} == {("column", 12)}
    assert told[-1].done == 12
    assert {(p.unit, p.total) for p in told_of(count_details, *LAYERS, tuning=TOLD)} == {("cell", 55)}
    parts = dict.fromkeys(p.part for p in told_of(count_up_to_symmetry, "6x8", "dominoes+", tuning=TOLD))
    assert list(parts) == [
        "all tilings",
        "half turn, 2 of 4",
        "left-right reflection, 3 of 4",
        "top-bottom reflection, 4 of 4",
    ]


def test_a_checkpoint_speaks_for_itself(tmp_path: Path) -> None:
    """The finished file is small and whole, and says what it is in its first line."""
    path = tmp_path / "run"
    count("8x8", "dominoes+", checkpoint=path)
    assert path.read_bytes().startswith(b"tilewright checkpoint 2\n")
    assert header(path)["kind"] == "count"
    assert int(header(path)["values"]["done"]["count"]["value"], 16) == 12988816
    # What a process that was killed in the end could not remove goes now.
    saved.Trail(tmp_path / "run.states", "mark").append([])
    assert count("8x8", "dominoes+", checkpoint=path) == 12988816
    assert [file.name for file in tmp_path.iterdir()] == ["run"]
