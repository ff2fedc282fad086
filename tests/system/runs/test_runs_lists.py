"""Runs over lists (counts, puzzles, sets of pieces) give the answers of one process, in its
order."""

from __future__ import annotations

import contextlib
import json
import os
import random
from pathlib import Path
from typing import Any

import pytest

from crews import Here
from tilewright.apps.command import run as command
from tilewright.counting.work import CountsWork
from tilewright.errors import CheckpointError
from tilewright.puzzles import GenerationError, NoPuzzleError, generate
from tilewright.puzzles.work import PuzzlesWork
from tilewright.shapes.plane import plane
from tilewright.shapes.plane.work import PlaneWork
from tilewright.shapes.rectangles.work import RectanglesWork
from tilewright.system.runs import Pool, Report, Run
from tilewright.system.runs.ledger import Outcome
from tilewright.system.runs.work import Work

Captured = pytest.CaptureFixture[str]

COUNTS = ["count", "NxN", "L3+", "--upto", "6"]
PUZZLES = ["make", "sigil", "4x6", "--seed", "3", "-n", "4"]
PLANE = ["plane", "pentominoes", "--table"]
RECTANGLES = ["rectangles", "trominoes", "L4", "S4", "--table"]


@pytest.fixture(autouse=True)
def _quick_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "fsync", lambda number: None)


def without_seconds(text: str) -> Any:
    def without(value: Any) -> Any:
        if isinstance(value, list):
            return [without(one) for one in value]
        if isinstance(value, dict):
            return {key: without(one) for key, one in value.items() if key != "seconds"}
        return value

    return without(json.loads(text))


@pytest.mark.sampled(2)
@pytest.mark.parametrize("words", [COUNTS, PUZZLES, PLANE, RECTANGLES], ids=lambda words: words[0])
def test_the_command_answers_as_without_a_run(
    words: list[str], tmp_path: Path, capsys: Captured
) -> None:
    on_run = [*words, "--run", f"{tmp_path / 'run'}@2"]

    def output(*arguments: str) -> str:
        assert command(arguments) == 0
        return capsys.readouterr().out

    expected = output(*words)
    # The second time, the complete run is only read.
    for _ in range(2):
        assert output(*on_run) == expected
    assert without_seconds(output(*on_run, "--json")) == without_seconds(output(*words, "--json"))
    told = json.loads(output("show", str(tmp_path / "run"), "--json"))
    assert told["state"] == "complete"
    assert told["done"] == told["tasks"] == int(told["count"])
    assert output("show", str(tmp_path / "run")).startswith(f"{told['kind']}: ")


@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    ("words", "change"),
    [
        (COUNTS, ["--unique"]),
        (PUZZLES, ["--level", "easy"]),
        (PLANE, ["--max-tiles", "3"]),
        (RECTANGLES, ["--max-width", "4"]),
    ],
    ids=lambda words: words[0],
)
def test_other_options_are_another_run(
    words: list[str], change: list[str], tmp_path: Path, capsys: Captured
) -> None:
    folder = str(tmp_path / "run")
    assert command([*words, "--run", f"{folder}@1"]) == 0
    capsys.readouterr()
    assert command([*words, *change, "--run", folder]) == 2
    assert "contains a run with a different" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["count", "6x6", "L3+"], "--run: a run counts a table"),
        (["count", "4xN", "L3+"], "--run: a run counts a table"),
        ([*COUNTS, "--threads", "2"], "--threads: cannot be combined with --run"),
        (["plane", "X5"], "--run: a run decides each piece of a set separately; add --table"),
        ([*PLANE, "-o", "x.svg"], "-o: --table writes certificates, one per line"),
        (["rectangles", "L3"], "--run: a run decides each piece of a set separately; add --table"),
        ([*RECTANGLES, "--boxes"], "--boxes: cannot be combined with --run"),
        (["rectangles", "I3", "L3", "--both"], "--both: cannot be combined with --run"),
        ([*RECTANGLES, "--search", "-1"], "must be at least 0 seconds"),
    ],
)
def test_what_makes_no_sense_is_refused(
    words: list[str], message: str, tmp_path: Path, capsys: Captured
) -> None:
    assert command([*words, "--run", str(tmp_path / "run")]) == 2
    assert message in capsys.readouterr().err
    assert not (tmp_path / "run").exists()


@pytest.mark.parametrize("words", [COUNTS, PUZZLES, PLANE, RECTANGLES], ids=lambda words: words[0])
def test_processes_are_a_word_of_the_run(words: list[str], capsys: Captured) -> None:
    assert command([*words, "--workers", "2"]) == 2
    assert "use `--run FOLDER@N`" in capsys.readouterr().err


def work(kind: str) -> Work:
    if kind == "counts":
        return CountsWork.of("L3+", upto=6)
    if kind == "puzzles":
        return PuzzlesWork.of("sigil", "4x6", "tetrominoes", count=4, seed=3)
    if kind == "rectangles":
        return RectanglesWork.of("trominoes", "T4", widths=5)
    return PlaneWork.of("pentominoes")


@pytest.mark.parametrize("kind", ["counts", "puzzles", "plane", "rectangles"])
def test_nothing_is_lost_or_doubled_whatever_becomes_of_tasks(kind: str, tmp_path: Path) -> None:
    chance = random.Random(7)
    asked = work(kind)
    expected = [asked.answer(item) for item in asked.items()]  # type: ignore[attr-defined]
    for _ in range(100):
        with Run(tmp_path / "run", asked) as run:
            calls = chance.randint(2, 5)

            def stop(progress: Any, run: Run = run) -> None:
                nonlocal calls
                calls -= 1
                if not calls:
                    run.stop()

            if run.go(Here(asked.description, 3, chance), stop):
                answers = run.answers()[: len(expected)]
                assert without_seconds(json.dumps(answers)) == without_seconds(json.dumps(expected))
                break
    assert Report.of(tmp_path / "run").state == "complete"


def test_a_library_run_over_processes(tmp_path: Path) -> None:
    asked = PlaneWork.of("pentominoes")
    with (
        Run(tmp_path / "run", asked) as run,
        contextlib.closing(Pool(asked.description, 2)) as pool,
    ):
        assert run.go(pool)
        answers = run.answers()
    assert answers == json.loads(
        json.dumps([plane(piece.name).to_json() for piece in asked.pieces])
    )


class Copying(PuzzlesWork):
    """Makes one puzzle of three seeds."""

    def answer(self, item: Any) -> dict[str, Any]:
        return super().answer(item - item % 3)


class Answering(Here):
    """Works with a work of its own."""

    def __init__(self, asked: Work) -> None:
        super().__init__(asked.description)
        self.asked = asked

    def outcome(self, task: Any, budget: int) -> Outcome:
        self.did += 1
        return self.asked.do(task.units, budget)


def test_seeds_that_come_to_one_puzzle_are_replaced_by_others(tmp_path: Path) -> None:
    asked = Copying(PuzzlesWork.of("sigil", "4x6", "tetrominoes", count=3, seed=3).description)
    with Run(tmp_path / "run", asked) as run:
        crew = Answering(asked)
        # The client stops when the first tasks are done, before more are added.
        run.go(crew, lambda progress: run.stop() if progress.done == 3 else None)
        assert not run.complete
    with Run(tmp_path / "run", asked) as run:
        assert run.go(Answering(asked))
        made = asked.puzzles(run.answers())
        # Seeds 3 to 9: three of 3, three of 6, one of 9.
        assert len(run.answers()) == 7
    names = [generate("sigil", "4x6", "tetrominoes", seed=seed).puzzle for seed in (3, 6, 9)]
    assert [each.puzzle for each in made] == names


def test_puzzles_that_cannot_be_are_told(tmp_path: Path, capsys: Captured) -> None:
    none = ["make", "sigil", "1x4", "O4", "--seed", "1", "-n", "2"]
    assert command(none) == 1
    expected = capsys.readouterr().err
    assert command([*none, "--run", f"{tmp_path / 'none'}@1"]) == 1
    assert capsys.readouterr().err == expected
    asked = PuzzlesWork.of("sigil", "4x6", "tetrominoes", count=2, seed=1)
    failed = {"failed": "too slow", "kind": "limit", "where": None, "limit": True}
    with pytest.raises(GenerationError, match="too slow"):
        asked.puzzles([failed, asked.answer(1)])
    good = [asked.answer(seed) for seed in (1, 2)]
    assert len(asked.puzzles([good[0], failed, good[1]])) == 2
    assert not asked.more([good[0], failed, failed])
    assert len(asked.puzzles([good[0], failed, failed, good[1]])) == 1
    with pytest.raises(NoPuzzleError, match="there is none"):
        asked.puzzles(
            [{"failed": "there is none", "kind": NoPuzzleError.kind, "where": None, "limit": False}]
        )


def test_certificates_of_a_run_are_written(tmp_path: Path, capsys: Captured) -> None:
    one, other = tmp_path / "one.jsonl", tmp_path / "other.jsonl"
    assert command([*PLANE, "-o", str(one)]) == 0
    assert command([*PLANE, "-o", str(other), "--run", f"{tmp_path / 'run'}@1"]) == 0
    assert one.read_text() == other.read_text()
    capsys.readouterr()
    assert command(["verify", str(other)]) == 0


@pytest.mark.slow
def test_a_booklet_of_a_run_is_written(tmp_path: Path, capsys: Captured) -> None:
    out = tmp_path / "booklet.pdf"
    assert command([*PUZZLES, "-o", str(out), "--run", f"{tmp_path / 'run'}@1"]) == 0
    assert out.read_bytes().startswith(b"%PDF")
    # The run keeps its random seed.
    drawn = [word for word in PUZZLES if word not in ("--seed", "3")] + [
        "--run",
        f"{tmp_path / 'drawn'}@1",
    ]
    capsys.readouterr()
    names = []
    for _ in range(2):
        assert command([*drawn, "-q"]) == 0
        names.append(capsys.readouterr().out)
    assert names[0] == names[1]


def test_a_run_that_is_not_done_says_what_there_is(tmp_path: Path, capsys: Captured) -> None:
    asked = CountsWork.of("L3+", upto=6)
    with Run(tmp_path / "run", asked) as run:
        run.go(
            Here(asked.description, 1), lambda progress: run.stop() if progress.done == 3 else None
        )
        assert [answer["n"] for answer in run.answers()] == [0, 1, 2]
    with pytest.raises(CheckpointError, match="a different upto"):
        Run(tmp_path / "run", CountsWork.of("L3+", upto=7))
