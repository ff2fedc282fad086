"""LimitOptions of time: one for all commands, which reaches also what never looks at the time."""

from __future__ import annotations

import json
import re
import signal
import time
from pathlib import Path

import pytest

from tilewright.apps.command import run
from tilewright.apps.command.ask import CommandWork, TimeUp
from tilewright.apps.command.options import Show
from tilewright.errors import MemoryLimitError, RequestError, TimeLimitError
from tilewright.system.work.deadline import Deadline, check_time
from tilewright.system.work.progress import StatesProgress

NEVER_ENDS = {
    "solve 4x4 dominoes+": "tilewright.apps.command.find.solve.read_problem",
    "solve 4x4 dominoes+ --all -q": "tilewright.apps.command.saving.TilingsFile.open",
    "count 4x4 dominoes+": "tilewright.apps.command.count.count.read_problem",
    "sample 4x4 dominoes+": "tilewright.apps.command.reading.read_problem",
    "nth 4x4 dominoes+ 3": "tilewright.apps.command.reading.read_problem",
    "nth 4x4 dominoes+ -": "tilewright.apps.command.reading.read_problem",
    "solve puzzle.dlx": "tilewright.apps.command.find.cover.read_entries",
    "solve - --cheapest": "tilewright.apps.command.find.cover.read_entries",
    "make dots 4x4": "tilewright.apps.command.make.make.read_board",
    "make given 4x5 --seed 1": "tilewright.puzzles.generate",
    "color 4x4 dominoes+": "tilewright.apps.command.find.color.read_problem",
    "color 4x4 dominoes+ --all": "tilewright.solving.coloring.ColorCounts.judge",
    "color -": "tilewright.apps.command.find.color.read_tilings",
    "convert 4x4 dominoes+ --to board": "tilewright.apps.command.make.convert.read_problem",
    "show -": "tilewright.apps.command.make.show.read_tilings",
    "pieces pentominoes": "tilewright.apps.command.make.catalog.read_pieces",
    "plane Y5": "tilewright.apps.command.find.plane.read_pieces",
    "verify verdicts.jsonl": "tilewright.apps.command.find.verify.open_claims",
    "rectangles Y5": "tilewright.apps.command.find.rectangles.read_pieces",
    "rectangles Y5 -q": "tilewright.shapes.rectangles.rectangles",
}


@pytest.mark.sampled(6)
@pytest.mark.parametrize("command", NEVER_ENDS)
def test_what_never_looks_at_the_time_is_interrupted(
    command: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def endless(*arguments: object, **options: object) -> None:
        while True:
            pass

    monkeypatch.setattr(NEVER_ENDS[command], endless)
    assert run([*command.split(), "--timeout", "0.1"]) == 3
    said = capsys.readouterr()
    assert re.search("the time limit (of 0.1 seconds )?was reached", said.err)
    assert "There is no tiling" not in said.out
    # Whatever the clock did to the signal, Ctrl-C and the rest of the process are as before.
    assert signal.getsignal(signal.SIGALRM) is signal.SIG_DFL


@pytest.mark.parametrize("more", [[], ["--json"], ["-q"]])
@pytest.mark.parametrize(
    "command",
    [
        "color 9x10 trominoes+ --all",
        "convert endless.txt --verify",
        "show tiling.txt",
        "show tiling.txt --unique",
    ],
)
def test_what_a_limit_cuts_short_is_not_called_all(
    command: str,
    more: list[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "tiling.txt").write_text("AAB\nABB\n")
    (tmp_path / "endless.txt").write_text(
        f"tilewright puzzle\npieces: trominoes+\n\n{('#' * 10 + chr(10)) * 9}"
    )
    assert run([*command.split(), *more, "--timeout", "1e-9"]) == 3
    said = capsys.readouterr()
    assert "There is no tiling" not in said.out
    told = said.err + said.out
    if more == ["--json"]:
        # What is compiled first is said in lines before it.
        answer = json.loads(said.out or told.splitlines()[-1])
        assert answer.get("complete") is False or answer["error"]["kind"] == "time"
    else:
        assert "the time limit was reached" in told or "seconds was reached" in told


def test_a_command_that_is_done_leaves_before_it_is_taken_down(
    capsys: pytest.CaptureFixture[str],
) -> None:
    for command, code in (
        ("solve 2x3 L3+ -q", 0),
        ("solve 2x2 L3+ -q", 1),
        ("solve 2x2 elephant", 2),
        # One that raises, and one that says what it has found by then.
        ("count 9x10 trominoes+ --timeout 1e-9", 3),
        ("color 9x10 trominoes+ --all --timeout 1e-9", 3),
    ):
        left: list[int] = []
        assert run(command.split(), leave=left.append) == code
        assert left == [code]


def test_no_interrupt_comes_after_the_end() -> None:
    with CommandWork(Show(), 1000) as limit:
        limit.release()
        limit._time_up(signal.SIGALRM, None)
        check_time()
    with pytest.raises(TimeLimitError, match="1000 seconds"), CommandWork(Show(), 1000):
        raise TimeUp


def test_what_is_indivisible_is_not_interrupted() -> None:
    """An import is not; what comes after it is."""
    names = {"__name__": "importlib._bootstrap", "time": time}
    exec(
        "def dispose(seconds):\n    end = time.monotonic() + seconds\n    while time.monotonic() "
        "< end: pass",
        names,
    )
    done = []
    with pytest.raises(TimeLimitError, match="seconds was reached"), CommandWork(Show(), 0.1):
        names["dispose"](0.5)
        done.append("disposed of")
        while True:
            pass
    assert done == ["disposed of"]


@pytest.mark.parametrize("wrong", [0.0, -1.0, float("nan"), float("inf"), 1e300])
def test_a_limit_of_time_is_a_number_of_seconds(wrong: float) -> None:
    with pytest.raises(RequestError, match="more than 0 and at most 9223372036 seconds, got"):
        CommandWork(Show(), wrong)


def test_a_listing_says_how_many_tilings_it_has_and_nothing_of_states(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    checkpoint = tmp_path / "point"
    checkpoint.touch()
    work = CommandWork(Show(), 1.0, checkpoint=checkpoint)
    work.report(StatesProgress(phase="tilings", unit="tiling", done=15192))
    assert capsys.readouterr().err.startswith(
        f"resuming from {checkpoint}: listing the tilings · tiling 15,192\n"
    )
    assert work.where == " while listing the tilings, 15,192 so far"


def test_what_was_under_way_when_the_time_was_up_is_said() -> None:
    """By the limit itself; a search with the rest of the time does not know the whole of it."""
    cases = {
        "--timeout": "the time limit of 1000 seconds was reached before a tiling was found",
        "timeout": "the time limit of 1000 seconds was reached",
    }
    for where, message in cases.items():
        with pytest.raises(TimeLimitError) as caught, CommandWork(Show(), 1000) as limit:
            seconds = limit.deadline.seconds if where == "--timeout" else 999.5
            raise Deadline(seconds, where).error(" before a tiling was found")
        assert (caught.value.message, caught.value.where) == (message, "--timeout")


def test_what_memory_ends_is_not_called_finished() -> None:
    class Large:
        def run(self) -> None:
            raise MemoryLimitError("it needs 2 GiB")

        def answer(self, stopped: str = "") -> str:
            return stopped

    work = CommandWork(Show(), 1000, "1M")
    assert (work.ask(Large()), work.why, work.code) == ("it needs 2 GiB", "it needs 2 GiB", 3)
    # What ends by itself has the limits of the command.
    assert work.limits["max_memory"] == 1 << 20
    assert 0 < (work.limits["timeout"] or 0) < 1000
