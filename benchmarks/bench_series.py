"""A series of runs, and what has become slower since the last ones on the same machine.

    python -m benchmarks series

Each run adds a line to ``benchmarks/series.jsonl``: the date, the commit, the machine, and the
median milliseconds of processor time of the commands of ``bench_editions``.
"""

from __future__ import annotations

import datetime
import json
import statistics
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from benchmarks.bench_editions import COMMANDS, TURNS
from benchmarks.timing import editions_in_turn, machine, row

FILE = Path(__file__).with_name("series.jsonl")
#: A command is compared with its median over this many runs, and reported above this ratio.
LAST, RATIO = 3, 1.1

Run = dict[str, Any]


def read_runs(text: str) -> list[Run]:
    """Return the runs of a file, the oldest first."""
    return [json.loads(line) for line in text.splitlines()]


def slower(
    before: Sequence[Run], times: Mapping[str, float], where: str
) -> dict[str, tuple[float, float]]:
    """Return the commands that became slower, each with its median before and its time now.

    Parameters
    ----------
    before : sequence of dict
        Earlier runs, the oldest first; only the last ones on this machine count.
    times : mapping
        The milliseconds of each command.
    where : str
        The machine.
    """
    earlier = [run["ms"] for run in before if run["machine"] == where]
    found = {}
    for command, now in times.items():
        known = [each[command] for each in earlier if command in each][-LAST:]
        if known and now > RATIO * (median := statistics.median(known)):
            found[command] = (median, now)
    return found


def commit() -> str:
    """Return the commit of this checkout, marked if files differ from it; "" outside one."""
    command = ["git", "describe", "--always", "--dirty"]
    done = subprocess.run(
        command, capture_output=True, text=True, check=False, cwd=Path(__file__).parent
    )
    return done.stdout.strip()


def report() -> str:
    """Add a run to the file, and return the section of the page of benchmarks."""
    before = read_runs(FILE.read_text(encoding="utf-8")) if FILE.exists() else []
    times = {
        command: round(statistics.median(taken["now"]), 3)
        for command, taken in editions_in_turn("bench_editions", COMMANDS, TURNS)
    }
    where, today = machine(), datetime.date.today().isoformat()
    with FILE.open("a", encoding="utf-8") as file:
        run = {"date": today, "commit": commit(), "machine": where, "ms": times}
        file.write(json.dumps(run) + "\n")
    number = min(LAST, sum(run["machine"] == where for run in before))
    if found := slower(before, times, where):
        lines = [
            f"More than {RATIO - 1:.0%} slower than the median of the last {number} runs on this "
            "machine, in milliseconds of processor time:",
            "",
            row("command", "before", "now", "ratio"),
            "| --- | ---: | ---: | ---: |",
        ]
        for command, (old, now) in found.items():
            name = command.removesuffix(" --threads 1")
            lines.append(row(f"`{name}`", f"{old:.3g}", f"{now:.3g}", f"{now / old:.2f}"))
    elif number:
        lines = [f"None of {len(times)} commands is more than {RATIO - 1:.0%} slower than before."]
    else:
        lines = ["This is the first run on this machine."]
    return "\n".join(["## Series", "", *lines])
