"""Counts that are stopped or killed at any moment go on from their checkpoint, and no other is
taken for it.
"""

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
from tilewright.errors import CheckpointError, EngineError, MemoryLimitError, OutputError
from tilewright.system.files import checkpoint as saved
from tilewright.system.work.progress import StatesProgress

LAYERS = ("7x8-0,0", "tetrominoes+", "monomino=3..5")
ROWS = ("8x60", "trominoes+", "domino+")
#: A board with a state graph of some size, and how it is made to grow in many steps.
WIDE, TILINGS = ("10x12", "trominoes+"), 1830607857363940042
#: A problem whose tilings are listed, if that is asked from the first layer on, in many small
#: steps.
LISTED, LISTING = (
    ("tri:4x9", "hexiamonds"),
    Tuning(first_look=0.0, foreseen_states=0.0, budget=2_000, report_every=0.0),
)


def number(*words: str, **options: Any) -> int:
    """Count with the options of `count_details`."""
    return count_details(*words, **options).value


#: How each kind of count is asked for, and what it finds.
KINDS: dict[str, tuple[Callable[..., Any], tuple[str, ...], dict[str, Any]]] = {
    "layers": (number, LAYERS, {}),
    "rows": (number, ROWS, {}),
    "modulo": (number, ROWS, {"mod": 10**9 + 7}),
    "components": (lambda *words, **rest: count_details(*words, method="components", **rest).value, ("6x8", "hexominoes+"), {}),  # noqa: E501
    "by piece": (lambda *words, **rest: count_by_piece(*words, **rest).counts, ("7x6-0,0-0,1", "T4+", "L4+", "domino+"), {}),  # noqa: E501
    "up to symmetry": (lambda *words, **rest: count_up_to_symmetry(*words, **rest).fixed, ("6x8", "dominoes+"), {}),  # noqa: E501
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

    def __call__(
        self, path: Path, kind: str, mark: str, values: dict[str, Any], arrays: Any
    ) -> None:
        if len(self.ways) == self.after:
            raise Killed
        saved.save(path, kind, mark, values, arrays)
        self.ways.append(values["way"])


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


def test_a_run_is_killed_while_it_works(tmp_path: Path) -> None:
    """With SIGKILL, in each kind of count, whatever it is at."""
    script = """
import sys
from tilewright.system.files import checkpoint
from tilewright.counting import count_details
from tilewright.counting.tuning import Tuning

def write(*arguments):
    checkpoint.save(*arguments)
    print("saved", flush=True)

tuning = Tuning(first_try=1 << 18, kept_graph=0, room=1 << 6, spread_shared=1 << 12, shared_graph=0, write=write)
count_details(*sys.argv[2:], checkpoint=sys.argv[1], checkpoint_interval=0, tuning=tuning)
"""  # noqa: E501
    for words, kills in ((WIDE, (2, 9)), (LAYERS, (12,))):
        path = tmp_path / words[0]
        for written in kills:
            with Popen(
                [sys.executable, "-c", script, str(path), *words], stdout=subprocess.PIPE
            ) as process:
                assert process.stdout is not None
                assert process.stdout.readline()
                for _ in range(written - 1):
                    process.stdout.readline()
                # It goes on meanwhile, and may be done before it is killed.
                process.kill()
        assert number(*words, checkpoint=path, tuning=STEPS) == count(*words)
        assert [file.name for file in tmp_path.iterdir() if words[0] in file.name] == [words[0]]


def test_a_listing_and_a_growing_graph_begin_again(tmp_path: Path) -> None:
    for words, phase, tuning in ((LISTED, "tilings", LISTING), (WIDE, "states", STEPS)):
        path = tmp_path / phase

        def stop(progress: StatesProgress, phase: str = phase) -> None:
            if progress.phase == phase and progress.done:
                raise KeyboardInterrupt

        with pytest.raises(KeyboardInterrupt):
            number(*words, checkpoint=path, tuning=tuning, progress=stop)
        assert number(*words, checkpoint=path, tuning=tuning) == number(*words)
        assert [file.name for file in tmp_path.iterdir() if phase in file.name] == [phase]


def begun(path: Path, *words: str, way: str, **options: Any) -> None:
    """Begin a count, and die when its checkpoint says so of it."""

    def die(place: Path, kind: str, mark: str, values: dict[str, Any], arrays: Any) -> None:
        saved.save(place, kind, mark, values, arrays)
        if values["way"] == way:
            raise Killed

    tuning = replace(STEPS, write=die)
    with pytest.raises(Killed):
        count_details(*words, checkpoint=path, checkpoint_interval=0, tuning=tuning, **options)


@pytest.mark.parametrize(("words", "way"), [(LAYERS, "layers"), (ROWS, "rows")])
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
    assert number(*words, checkpoint=path, tuning=STEPS) == count(*words)


@pytest.mark.parametrize(
    ("words", "options"),
    [
        (("7x8-0,1", "tetrominoes+", "monomino=3..5"), {}),
        (("7x8-0,0", "tetrominoes+", "monomino=3..6"), {}),
        (("8x7-0,0", "tetrominoes+", "monomino=3..5"), {}),
        ((*LAYERS,), {"mod": 7}),
        # These are answered before anything is counted, by their areas.
        (("5x5", "dominoes+"), {}),
        (("3x7", "tetrominoes+"), {}),
    ],
)
def test_a_foreign_one_is_refused(
    words: tuple[str, ...], options: dict[str, int], tmp_path: Path
) -> None:
    path = tmp_path / "run"
    begun(path, *LAYERS, way="layers")
    for ask in (count, count_by_piece, count_up_to_symmetry):
        if ask is count or not options:
            with pytest.raises(CheckpointError, match="a different problem"):
                ask(*words, checkpoint=path, **options)
    path.write_bytes(b"my diary\n")
    with pytest.raises(CheckpointError, match="not a tilewright checkpoint"):
        count(*words, checkpoint=path, **options)
    assert path.read_bytes() == b"my diary\n"
    saved.save(path, "search", "mark", {}, {})
    with pytest.raises(
        CheckpointError, match="expected the checkpoint of a count, got the checkpoint of a search"
    ):
        count(*words, checkpoint=path, **options)


def test_the_interval_is_a_time(tmp_path: Path) -> None:
    for interval in (-1, float("nan"), "soon"):
        with pytest.raises(EngineError, match="must be a nonnegative number of seconds"):
            count_details(
                "4x4", "dominoes+", checkpoint=tmp_path / "run", checkpoint_interval=interval
            )  # type: ignore[arg-type]
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
    """With little memory it goes layer by layer; with more the state graph of the rows would be
    built.
    """
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
    with pytest.raises(MemoryLimitError, match="can be resumed only with its original method"):
        count(*WIDE, checkpoint=path, max_memory=1 << 20)
    assert path.read_bytes() == kept
    assert number(*WIDE, checkpoint=path, tuning=STEPS) == TILINGS


@pytest.mark.parametrize(
    "words", [("6x40", "trominoes+"), ("6x7-0,0", "tetrominoes+", "monomino=3..5")]
)
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
    assert {(p.unit, p.total) for p in told_of(count_details, *LAYERS, tuning=TOLD)} == {
        ("cell", 55)
    }
    parts = dict.fromkeys(
        p.part for p in told_of(count_up_to_symmetry, "6x8", "dominoes+", tuning=TOLD)
    )
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
    assert [file.name for file in tmp_path.iterdir()] == ["run"]
