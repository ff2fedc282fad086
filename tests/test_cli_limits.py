"""Limits of time: one for all commands, which reaches also what never looks at the time."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import numba
import pytest

from tilewright.cli import run
from tilewright.cli.output.limits import TimeLimit, TimeUp
from tilewright.deadline import check_time
from tilewright.errors import RequestError, TimeLimitError

NEVER_ENDS = {
    "solve 4x4 dominoes+": "tilewright.cli.find.solve.read_problem",
    "solve 4x4 dominoes+ --all -q": "tilewright.cli.find.record.Record.open",
    "count 4x4 dominoes+": "tilewright.cli.count.command.read_problem",
    "sample 4x4 dominoes+": "tilewright.cli.find.sample.read_problem",
    "nth 4x4 dominoes+ 3": "tilewright.cli.find.sample.read_problem",
    "rank 4x4 dominoes+": "tilewright.cli.find.sample.read_problem",
    "cover puzzle.dlx": "tilewright.cli.find.cover.read_entries",
    "cover - --cheapest": "tilewright.cli.find.cover.read_entries",
    "make dots 4x4": "tilewright.cli.make.command.read_board",
    "make given 4x5 --seed 1": "tilewright.generation.generate",
}


@pytest.mark.parametrize("command", NEVER_ENDS)
def test_what_never_looks_at_the_time_is_interrupted(
    command: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def endless(*arguments: object, **options: object) -> None:
        while True:
            pass

    monkeypatch.setattr(NEVER_ENDS[command], endless)
    assert run([*command.split(), "--timeout", "0.1"]) == 3
    assert "the time of 0.1 seconds was up" in capsys.readouterr().err
    # Whatever the clock did to the signal, Ctrl-C and the rest of the process are as before.
    assert signal.getsignal(signal.SIGALRM) is signal.SIG_DFL


def test_no_interrupt_comes_after_the_end() -> None:
    with TimeLimit(1000) as limit:
        limit.end()
        limit._time_up(signal.SIGALRM, None)
        check_time()
    with pytest.raises(TimeLimitError, match="1000 seconds"), TimeLimit(1000):
        raise TimeUp


@pytest.mark.parametrize("wrong", [0.0, -1.0, float("nan"), float("inf"), 1e300])
def test_a_limit_of_time_is_a_number_of_seconds(wrong: float) -> None:
    with pytest.raises(RequestError, match="more than 0 seconds"):
        TimeLimit(wrong)


@pytest.mark.skipif(numba.config.DISABLE_JIT, reason="nothing is compiled")
@pytest.mark.parametrize(
    "command",
    ["solve 6x10 pentominoes --all", "count 6x10 pentominoes", "make dots 6x6 --seed 1", "sample 6x10 L3+"],
)
def test_on_a_new_machine_the_limit_holds_for_the_compiler_too(command: str, tmp_path: Path) -> None:
    """None of these is compiled in a tenth of a second; the compiler is stopped, and says nothing of it."""
    done = subprocess.run(
        [sys.executable, "-m", "tilewright", *command.split(), "--json", "--timeout", "0.1"],
        env=os.environ | {"NUMBA_CACHE_DIR": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 3, done.stderr
    assert "Traceback" not in done.stderr
    said = done.stdout or next(line for line in done.stderr.splitlines() if line.startswith("{"))
    answer = json.loads(said)
    assert answer.get("complete") is False or answer["error"]["kind"] == "time"
    # Nobody waited for a kernel: none came as far as the disk.
    assert not list(tmp_path.rglob("*.nbc"))
