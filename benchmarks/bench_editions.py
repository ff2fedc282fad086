"""Nothing that was fast becomes slower: the same commands by another edition and by this one.

    TILEWRIGHT_BENCH_BEFORE=../first/src python -m benchmarks editions

The variable names the `src` folder of another checkout; the two take turns. Without it, this
edition is measured alone.
"""

from __future__ import annotations

import contextlib
import os
import statistics
import sys
from collections.abc import Callable, Iterable
from pathlib import Path

from benchmarks.timing import editions, editions_in_turn, processes_in_turn, row, serve

TURNS = 5
PROCESSES = 9
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
    "color 6x10 pentominoes --all --unique --touch strong --threads 1",
    "make dots 6x6 --seed 1",
    "make given 6x10 --seed 1",
]

#: Of these also the time from the start of Python to the end of its process.
WHOLE = [
    "--help",
    "pieces pentominoes",
    "solve 4x5 tetromino:ILOST+ --threads 1",
    "solve 6x10 pentominoes --all --unique -q --threads 1",
    "count 9x12 trominoes+ --threads 1",
    "color 6x10 pentominoes --all --unique --touch strong --threads 1",
    "make dots 6x6 --seed 1",
]


def works() -> dict[str, Callable[[], object]]:
    """Return what is timed, by name."""
    from tilewright.apps.command import run

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


def _table(measured: Iterable[tuple[str, dict[str, list[float]]]]) -> list[str]:
    """Return a table of what commands took in each edition."""
    known = list(editions())
    compared = len(known) > 1
    lines = [
        row("command", *(f"{edition}, ms" for edition in known), *(["ratio"] if compared else [])),
        "| --- |" + " ---: |" * (len(known) + compared),
    ]
    for command, times in measured:
        medians = [statistics.median(each) for each in times.values()]
        quotient = [f"{medians[0] / medians[1]:.2f}"] if compared else []
        name = command.removesuffix(" --threads 1")
        lines.append(row(f"`{name}`", *(f"{each:.3g}" for each in medians), *quotient))
    return lines


def report() -> str:
    """Return the section of the page of benchmarks."""
    compared = " of both editions, which took turns" if len(editions()) > 1 else ""
    return "\n".join(
        [
            "## Editions",
            "",
            "Processor time of whole commands on one thread, including the start of Python. "
            f"Medians{compared}:",
            "",
            *_table((command, processes_in_turn(command.split(), PROCESSES)) for command in WHOLE),
            "",
            f"The same in a process that has run the command before. Medians{compared}:",
            "",
            *_table(editions_in_turn("bench_editions", COMMANDS, TURNS)),
            "",
        ]
    )


if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parent.parent))
    print(report())
