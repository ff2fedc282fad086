"""Nothing that was fast becomes slower: the same commands by another edition and by this one.

    TILEWRIGHT_BENCH_BEFORE=../first/src python -m benchmarks editions

The variable names the `src` folder of another checkout; the two take turns. Without it, this edition is measured alone.
"""

from __future__ import annotations

import contextlib
import os
import statistics
import sys
from collections.abc import Callable
from pathlib import Path

from benchmarks.timing import editions, editions_in_turn, row, serve

TURNS = 5
#: Each is called so often in a turn that it takes about this long.
SECONDS = 0.3

#: What is done, all on one thread, and printed to nowhere.
COMMANDS = [
    "solve 3x20 pentominoes --all -q --threads 1",
    "solve 4x15 pentominoes --all --unique -q --threads 1",
    "solve 6x10 pentominoes --all --unique -q --threads 1",
    "solve 8x8-3,3-3,4-4,3-4,4 pentominoes --all --unique -q --threads 1",
    "solve 7x8 dominoes+ --all -q --threads 1",
    "solve 6x9 trominoes+ --all --limit 300000 -q --threads 1",
    "solve 9x9 L3+ I3+ --seed 1 -q --threads 1",
    "solve talos:tower-gates-5 -q --threads 1",
    "count 9x12 trominoes+ --threads 1",
    "count 20x20 dominoes+ --threads 1",
    "count 10x10 tetrominoes+ --threads 1",
    "count 6x10 pentominoes+ --threads 1",
    "count 7x8 octominoes+ --threads 1",
    "count 6x10 pentominoes --unique --threads 1",
    "count 8x10 L3+ I3=0..6 monomino=0..2 --threads 1",
    "count 7x9 trominoes+ --by-piece --threads 1",
    "count 10x12 trominoes+ --weight L3=1/2 --threads 1",
    "count Nx8 trominoes+ --upto 40 --threads 1",
    "color 6x10 pentominoes --all --unique --strong --histogram --threads 1",
    "make dots 6x6 trominoes --seed 1",
    "make given 6x10 --seed 1",
]


def works() -> dict[str, Callable[[], object]]:
    """Return what is timed, by name."""
    from tilewright.cli import run

    def work(command: str) -> Callable[[], object]:
        def call() -> None:
            with (
                Path(os.devnull).open("w", encoding="utf-8") as nowhere,
                contextlib.redirect_stdout(nowhere),
                contextlib.redirect_stderr(nowhere),
            ):
                run(command.split())

        return call

    return {command: work(command) for command in COMMANDS}


def main() -> None:
    """Serve one edition."""
    serve(works(), SECONDS)


def report() -> str:
    """Return the section of the page of benchmarks."""
    known = list(editions())
    lines = [
        "## Editions",
        "",
        "Processor time of whole commands on one thread in a process that has done the same before, medians"
        + (", and the quotient of the two; the editions took turns." if len(known) > 1 else "."),
        "",
        row("command", *(f"{edition}, ms" for edition in known), *(["quotient"] if len(known) > 1 else [])),
        "| --- |" + " ---: |" * (len(known) + (len(known) > 1)),
    ]
    for command, times in editions_in_turn("bench_editions", COMMANDS, TURNS):
        medians = [statistics.median(each) for each in times.values()]
        quotient = [f"{medians[0] / medians[1]:.2f}"] if len(medians) > 1 else []
        lines.append(
            row(f"`{command.removesuffix(' --threads 1')}`", *(f"{each:.3g}" for each in medians), *quotient)
        )
    return "\n".join([*lines, ""])


if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parent.parent))
    print(report())
