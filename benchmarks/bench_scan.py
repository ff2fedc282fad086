"""Scan: enumerations of pentominoes, against the general exact cover programs of PyPI on the 6x10.

    python -m benchmarks scan [6x15 [9x10]]

The long runs are made only when they are named.
"""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from benchmarks.bench_dance import LONGEST, measure
from benchmarks.timing import process_seconds, row
from tilewright.model.problem import Problem
from tilewright.model.puzzle import named_puzzles
from tilewright.model.space.lattice import Turn
from tilewright.solving.search import Search
from tilewright.system.work.progress import SearchProgress

PEERS = ("passagemath", "xcover")
RUNS = 7

#: Board, turn, and the published number of unique tilings (C. B. and J. G. Haselgrove, 1960; D.
#: Scott, 1958; D. Goodger, Polyform Puzzler).
ENUMERATIONS: list[tuple[str, Turn, int]] = [
    ("3x20", "free", 2),
    ("4x15", "free", 368),
    ("5x12", "free", 1010),
    ("6x10", "free", 2339),
    ("8x8-3,3-3,4-4,3-4,4", "free", 65),
    ("3x30", "one-sided", 46),
    ("5x18", "one-sided", 686628),
    ("6x15", "one-sided", 2567183),
    ("9x10", "one-sided", 10440433),
]
LONG = ("6x15", "9x10")


def enumerate_unique(board: str, turn: Turn, threads: int | None) -> tuple[int, SearchProgress]:
    """Count the unique tilings by finding each of them."""
    search = Search(Problem(board, "pentominoes", turn=turn), unique=True, threads=threads)
    return search.count(), search.snapshot()


def peers() -> list[str]:
    """All 9,356 of the 6x10, and the 2,339 unique ones, against what peers need for the 9,356."""
    lines = [
        "| 6x10, twelve pentominoes, one thread | seconds | peers' 9,356 take |",
        "| --- | ---: | --- |",
    ]
    answers = {peer: measure(peer, "pentominoes") for peer in PEERS}
    for unique, count in ((False, 9356), (True, 2339)):
        times = []
        for _ in range(RUNS):
            before = time.process_time()
            found = sum(1 for _ in Search(Problem("6x10", "pentominoes"), unique=unique, threads=1))
            times.append(time.process_time() - before)
            assert found == count
        own = statistics.median(times[1:])
        ratios = []
        for peer, said in answers.items():
            if said.startswith("{"):
                answer = json.loads(said)
                assert answer["found"] == 9356
                ratios.append(f"{peer} {answer['seconds']:.3g} s ({answer['seconds'] / own:.0f} x)")
            else:
                ratios.append(
                    f"{peer} {said}" + (f" (over {LONGEST / own:.0f} x)" if "over" in said else "")
                )
        what = "2,339 unique tilings" if unique else "all 9,356 tilings"
        lines.append(
            row(f"{what}, each as a Tiling, problem compiled", f"{own:.3f}", ", ".join(ratios))
        )
    return lines


def enumerations(long: tuple[str, ...]) -> list[str]:
    """Unique tilings, nodes, and time on one thread and on all cores."""
    lines = [
        "| board | turn | unique tilings | nodes | one thread, s | all cores, s |",
        "| --- | --- | ---: | ---: | ---: | ---: |",
    ]
    for board, turn, published in ENUMERATIONS:
        if board in LONG and board not in long:
            continue
        repeats = 1 if published > 100_000 else RUNS
        times: dict[int | None, float] = {}
        nodes = 0
        for threads in (None,) if board in LONG else (1, None):
            seconds = []
            for _ in range(repeats):
                before = time.perf_counter()
                count, snapshot = enumerate_unique(board, turn, threads)
                seconds.append(time.perf_counter() - before)
                assert count == published, (board, count, published)
                nodes = snapshot.nodes
            times[threads] = statistics.median(seconds)
        one = f"{times[1]:.3g}" if 1 in times else ""
        lines.append(row(board, turn, f"{published:,}", f"{nodes:,}", one, f"{times[None]:.3g}"))
    return lines


def talos() -> list[str]:
    """Return the time for the 35 puzzles of the Talos Principle, first and all tilings."""
    problems = [
        Problem(p.board, *p.pieces, turn=p.turn)
        for p in named_puzzles()
        if p.name.startswith("talos:")
    ]
    before = time.perf_counter()
    assert all(len(list(Search(problem, limit=1))) == 1 for problem in problems)
    first = time.perf_counter() - before
    before = time.perf_counter()
    total = sum(Search(problem).count() for problem in problems)
    every = time.perf_counter() - before
    return [
        f"The {len(problems)} sigil puzzles of the Talos Principle: first tilings {first:.2f} s, "
        f"all {total:,} "
        f"tilings {every:.2f} s."
    ]


def compiling() -> float:
    """Return the processor seconds that the first search on a machine spends, less those of the
    second.
    """
    program = (
        "import time\nfrom tilewright.model.problem import Problem\nfrom tilewright.solving.search "
        "import Search\n"
        "before = time.process_time()\n"
        "print(Search(Problem('3x20', 'pentominoes'), unique=True).count() and "
        "time.process_time() - before)"
    )
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, "NUMBA_CACHE_DIR": folder}
        runs = [
            subprocess.run(
                [sys.executable, "-c", program], env=environment, capture_output=True, check=True
            )
            for _ in range(2)
        ]
    first, second = (float(run.stdout) for run in runs)
    return first - second


def report(long: tuple[str, ...] = ()) -> str:
    """Return the section of the page of benchmarks."""
    whole, _, _ = process_seconds(
        ["solve", "3x30", "pentominoes", "--turn", "one-sided", "--all", "--unique", "-q"]
    )
    return "\n".join(
        [
            "## Pentominoes on rectangles",
            "",
            *peers(),
            "",
            *enumerations(long),
            "",
            *talos(),
            f"The whole command for the 46 one-sided tilings of the 3x30: {whole:.2f} s. "
            f"Compiling takes {compiling():.1f} s.",
            "",
        ]
    )


if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parent.parent))
    print(report(tuple(sys.argv[1:])))
