"""Runs over processes against one process with threads, what a task costs beside its work, and what more workers would bring.

    python -m benchmarks runs

Wall times of the work alone, in turns: two worker processes against one process with two threads, and one against one. The
processes are there and have compiled before the clock starts. Workers beyond this machine are simulated, from the tasks that
a run of this machine had.
"""

from __future__ import annotations

import contextlib
import heapq
import json
import random
import sqlite3
import statistics
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from benchmarks.timing import row
from tilewright.cluster import Pool, Run
from tilewright.cluster.ledger import LEDGER, Ledger, Task, key_of
from tilewright.cluster.store import STORES
from tilewright.cluster.works import TilingsWork, do, versions
from tilewright.files import replacing
from tilewright.problem import Problem
from tilewright.search import Search

ROUNDS = 3
BOARDS = ("5x18", "6x15")
#: Seconds of the scheduler of dask for each task: its manual says some 200 microseconds; other versions took up to twice that.
DASK = 0.0004
WORKERS = (1, 10, 100, 1000, 10_000)


def problem(board: str) -> Problem:
    """The eighteen one-sided pentominoes on a board."""
    return Problem(board, "pentominoes", turn="one-sided")


def plain_seconds(given: Problem, threads: int) -> tuple[float, int]:
    """Find all tilings in one process and decode them, as a run does."""
    begin = time.perf_counter()
    count = sum(len(labels) for labels, _ in Search(given, threads=threads).arrays())
    return time.perf_counter() - begin, count


def run_seconds(work: TilingsWork, processes: int, folder: Path) -> tuple[float, int]:
    """Find all tilings in a run, with processes that have compiled."""
    with Run(folder, work) as run, contextlib.closing(Pool(work.description, processes)) as pool:
        for number in range(processes):
            pool.submit(Task(-number, work.first(), 1.0), 1, None)
        left = processes
        while left:
            left -= len(pool.poll(1.0))
        begin = time.perf_counter()
        run.go(pool)
        return time.perf_counter() - begin, run.count


def task_seconds(folder: Path) -> list[float]:
    """Seconds of the tasks of a run, those of the beginning and the end left out, which are short on purpose."""
    with contextlib.closing(sqlite3.connect(folder / LEDGER)) as file:
        found = [seconds for (seconds,) in file.execute("SELECT seconds FROM task ORDER BY seconds")]
    return found[len(found) // 4 :]


def overhead(work: TilingsWork, folder: Path, tasks: int = 60) -> dict[str, float]:
    """Median milliseconds of each step that a task costs beside the search: as large as a task of ten seconds."""
    text, mine = json.dumps(work.description), versions()
    units = work.first()
    ledger = Ledger(folder, work.description)
    ledger.begin([units], "benchmark")
    taken: dict[str, list[float]] = {"parquet": [], "file": [], "ledger": []}
    outcome = do(text, mine, units, 50_000_000)
    rows = work.search.stretch([(np.zeros(0, dtype=np.int32), 1.0)], 50_000_000).rows
    options = {"unique": False, "seed": None, "engine": "scan"}
    waiting = [ledger.task(1)]
    for _ in range(tasks):
        task = waiting.pop()
        begin = time.perf_counter()
        data = STORES["parquet"].pack(work.problem, work.search.cover, rows, options)
        taken["parquet"].append(time.perf_counter() - begin)
        begin = time.perf_counter()
        path = folder / f"{key_of(task.units)}.parquet"
        with replacing(path, lasting=True) as stream:
            stream.write(data)
        taken["file"].append(time.perf_counter() - begin)
        begin = time.perf_counter()
        # Other units each time: a path is never the same twice.
        rest = [[([task.id, *unit], weight) for unit, weight in outcome.rest or work.first()]]
        with ledger.booking():
            new = ledger.book(
                task,
                rest,
                file=path.name,
                size=len(data),
                count=len(rows),
                answer=None,
                nodes=1,
                seconds=1.0,
                worker="w",
            )
        taken["ledger"].append(time.perf_counter() - begin)
        waiting += new or []
    ledger.close()
    return {name: statistics.median(values) * 1000 for name, values in taken.items()}


def simulate(
    seconds: Sequence[float], workers: int, total: float, budget: float, each: float, client: float
) -> float:
    """Wall time of a run of so many core-seconds: tasks of a budget, whose lengths vary as those that were measured.

    Scheduler and client are one after the other, each task takes `each` of the first and `client` of the second;
    the tasks of the beginning grow, and those of the end shrink, as those of a run do.
    """
    chance = random.Random(0)
    mean = statistics.fmean(seconds)
    free = [0.0] * workers
    served = done = worked = 0.0
    while worked < total:
        floor = max(0.1, 4.0 * workers * client)
        aim = max(floor, min(budget, worked / (8 * workers), (total - worked) / (4 * workers)))
        # At first there are no more tasks than have been cut.
        length = min(aim * chance.choice(seconds) / mean, total - worked)
        begin = heapq.heappop(free)
        served = max(served, begin) + max(each, client)
        end = served + length
        heapq.heappush(free, end)
        worked += length
        done = max(done, end)
    return done


def report() -> str:
    """Return the section of the page."""
    lines = ["## Runs over processes", ""]
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        lines += [
            row("board", "tilings", "processes or threads", "one process", "run", "speed of the run"),
            row(*["---"] * 6),
        ]
        last = folder
        for board in BOARDS:
            given = problem(board)
            work = TilingsWork.of(given)
            for count in (1, 2):
                alone, runs, found = [], [], set()
                for turn in range(ROUNDS):
                    last = folder / f"{board}-{count}-{turn}"
                    for taken, (seconds, tilings) in (
                        (alone, plain_seconds(given, count)),
                        (runs, run_seconds(work, count, last)),
                    ):
                        taken.append(seconds)
                        found.add(tilings)
                assert len(found) == 1
                one, other = statistics.median(alone), statistics.median(runs)
                lines.append(
                    row(
                        board,
                        f"{found.pop():,}",
                        count,
                        f"{one:.1f} s",
                        f"{other:.1f} s",
                        f"{one / other:.2f}",
                    )
                )
        costs = overhead(TilingsWork.of(problem("6x15")), folder / "costs")
        lines += [
            "",
            "What a task costs beside its search, in milliseconds:",
            "",
            row("source", "milliseconds"),
            row("---", "---"),
        ]
        names = {
            "parquet": "its tilings as Parquet (worker)",
            "file": "its file on the disk (client)",
            "ledger": "its rows in the ledger (client)",
        }
        lines += [row(names[key], f"{value:.1f}") for key, value in costs.items()]
        lengths = task_seconds(last)
    client = (costs["file"] + costs["ledger"]) / 1000
    lines += [
        "",
        "More workers, simulated from the tasks of 6x15: a run of 2,600 core-seconds (9x10), and one a thousand times as long.",
        "",
    ]
    lines += [
        row("workers", "9x10", "efficiency", "a thousand times as long", "efficiency"),
        row(*["---"] * 5),
    ]
    for workers in WORKERS:
        cells: list[object] = [f"{workers:,}"]
        for total in (2600.0, 2.6e6):
            wall = simulate(lengths, workers, total, 10.0, DASK, client)
            cells += [f"{wall:,.1f} s", f"{total / workers / wall:.2f}"]
        lines.append(row(*cells))
    return "\n".join(lines)
