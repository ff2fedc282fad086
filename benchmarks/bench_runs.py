"""Runs over processes against one process with threads, what a task costs beside its work, and what
more workers would bring.

    python -m benchmarks runs

Wall times of the work alone, in turns: two worker processes against one process with two threads,
and one against one. The processes are there and have compiled before the clock starts. The plain
search is timed twice: as it decodes its tilings and forgets them, and as it writes a table of them,
as a run keeps its tilings. Beside the clock stands the processor time of all processes: on a
machine that does other things, too, only that says much. Workers beyond this machine are simulated,
from the tasks of a real run (``tasks_9x10.csv``).
"""

from __future__ import annotations

import contextlib
import csv
import heapq
import json
import os
import random
import statistics
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from benchmarks.timing import row
from tilewright.formats.tables import TableWriter
from tilewright.model.problem import Problem
from tilewright.solving.search import Search
from tilewright.solving.search.store import STORES
from tilewright.solving.search.work import TilingsWork
from tilewright.system.files.safe_write import write_lasting
from tilewright.system.runs import Pool, Run, RunTuning
from tilewright.system.runs.ledger import Ledger, Outcome, Task
from tilewright.system.runs.registry import do, versions

ROUNDS = 3
BOARDS = ("5x18", "6x15")
#: Seconds of the scheduler of dask for each task: its manual says some 200 microseconds; other
#: versions took up to twice that.
DASK = 0.0004
WORKERS = (1, 10, 100, 1000, 10_000)


def problem(board: str) -> Problem:
    """The eighteen one-sided pentominoes on a board."""
    return Problem(board, "pentominoes", turn="one-sided")


#: Seconds on the clock, of the processors, and how many tilings.
Taken = tuple[float, float, int]


def plain_seconds(given: Problem, threads: int) -> Taken:
    """Find all tilings in one process and decode them."""
    begin, worked = time.perf_counter(), time.process_time()
    count = sum(len(labels) for labels, _ in Search(given, threads=threads).arrays())
    return time.perf_counter() - begin, time.process_time() - worked, count


def table_seconds(given: Problem, threads: int, path: Path) -> Taken:
    """Find all tilings in one process and write a table of them."""
    begin, worked = time.perf_counter(), time.process_time()
    writer, count = TableWriter(path, given, {}), 0
    for labels, pieces in Search(given, threads=threads).arrays():
        writer.add(labels, pieces)
        count += len(labels)
    writer.finish(complete=True)
    return time.perf_counter() - begin, time.process_time() - worked, count


def processor_seconds(processes: Sequence[int]) -> float:
    """Return the processor time that this process and others have had so far."""
    ticks = sum(
        int(ticks)
        for process in processes
        for ticks in Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[11:13]
    )
    return ticks / os.sysconf("SC_CLK_TCK") + time.process_time()


def run_seconds(work: TilingsWork, processes: int, folder: Path) -> Taken:
    """Find all tilings in a run, with processes that have compiled."""
    with Run(folder, work) as run, contextlib.closing(Pool(work.description, processes)) as pool:
        for number in range(processes):
            pool.submit(Task(-number, work.first(), 1.0), 1, None)
        left = processes
        while left:
            left -= len(pool.poll(1.0))
        begin, worked = time.perf_counter(), processor_seconds(pool.processes)
        run.go(pool)
        seconds = time.perf_counter() - begin
        return seconds, processor_seconds(pool.processes) - worked, run.count


def task_lengths() -> list[float]:
    """Return how long tasks of 9x10 took for as many nodes, 1 in the mean: some processors are
    slower, and at times all are.
    """
    with (Path(__file__).parent / "tasks_9x10.csv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(line for line in file if not line.startswith("#")))
    paces = [float(row["seconds"]) / int(row["nodes"]) for row in rows]
    mean = statistics.fmean(paces)
    return [pace / mean for pace in paces]


def overhead(work: TilingsWork, folder: Path, together: int, turns: int = 15) -> dict[str, float]:
    """Return the median milliseconds of each step of a task other than the search. The task is as
    large as one of ten seconds, and `together` tasks are entered in the ledger at once.
    """
    text, mine = json.dumps(work.description), versions()
    units = work.first()
    ledger = Ledger(folder, work.description)
    ledger.begin([units], "benchmark")
    taken: dict[str, list[float]] = {"placements": [], "parquet": [], "files": [], "ledger": []}
    outcome = do(text, mine, units, 50_000_000)
    rows = work.search.stretch([(np.zeros(0, dtype=np.int32), 1.0)], 50_000_000).rows
    options = {"unique": False, "seed": None, "engine": "scan"}
    waiting = [ledger.task(1)]
    for turn in range(turns):
        for name in ("parquet", "placements"):
            begin = time.process_time()
            data = STORES[name].pack(work.problem, work.search.cover, rows, options)
            taken[name].append(time.process_time() - begin)
        begin = time.perf_counter()
        write_lasting({folder / f"tilings/{turn}-{task}.parquet": data for task in range(together)})
        taken["files"].append((time.perf_counter() - begin) / together)
        begin = time.perf_counter()
        task = waiting.pop()
        with ledger.booking():
            for _ in range(together):
                # Other units each time: a path is never the same twice.
                rest = [
                    [([task.id, *unit], weight) for unit, weight in outcome.rest or work.first()]
                ]
                outcome = Outcome(len(rows), 1, 1.0, data=data, worker="w")
                new = ledger.book(task, rest, outcome, f"{task.id}.parquet")
                assert new is not None
                task = new[0]
        taken["ledger"].append((time.perf_counter() - begin) / together)
        waiting.append(task)
    ledger.close()
    return {name: statistics.median(values) * 1000 for name, values in taken.items()}


def store_sizes(given: Problem) -> list[str]:
    """Return rows about the ways to keep all tilings of a problem: bytes, seconds to write and to
    read, processor time.
    """
    search = Search(given, threads=1)
    cover, options = search.cover, {"unique": False, "seed": None, "engine": "scan"}
    count = 0
    sizes = Counter[str]()
    writing, reading = dict.fromkeys(STORES, 0.0), dict.fromkeys(STORES, 0.0)
    with tempfile.TemporaryDirectory() as name:
        path = Path(name) / "part"
        for batch in search.batches():
            for first in range(0, len(batch), 1 << 17):
                rows = batch[first : first + (1 << 17)]
                count += len(rows)
                for store in ("placements", "parquet"):
                    begin = time.process_time()
                    data = STORES[store].pack(given, cover, rows, options)
                    writing[store] += time.process_time() - begin
                    sizes[store] += len(data)
                    path.write_bytes(data)
                    begin = time.process_time()
                    read = sum(
                        len(labels)
                        for labels, _ in STORES[store]
                        .open(path, given, len(rows))
                        .arrays(given.names)
                    )
                    reading[store] += time.process_time() - begin
                    assert read == len(rows)
    tiles = given.board.area // min(len(piece.polyomino) for piece in given.pieces)
    words = {
        "placements": "a column for each step (a run)",
        "parquet": "a column for each cell (a table)",
    }
    return [
        row(
            f"{count:,}",
            words[store],
            f"{sizes[store] / 1e6:,.1f} MB",
            f"{sizes[store] / count:.2f}",
            f"{sizes[store] / count / tiles:.2f}",
            f"{writing[store]:.1f}",
            f"{reading[store]:.1f}",
        )
        for store in words
    ]


def simulate(
    lengths: Sequence[float],
    workers: int,
    total: float,
    tuning: RunTuning,
    each: float,
    client: float,
) -> float:
    """Return the wall time of a simulated run that needs `total` core-seconds. The lengths of its
    tasks vary like those that were measured.

    Scheduler and client are one after the other, each task takes `each` of the first and `client`
    of the second; the tasks of the beginning grow, and those of the end shrink, as those of a run
    do.
    """
    chance = random.Random(0)
    free = [0.0] * workers
    served = done = worked = 0.0
    while worked < total:
        aim = tuning.aim(workers, worked, total - worked, client)
        # At first there are no more tasks than have been cut.
        length = min(aim * chance.choice(lengths), total - worked)
        begin = heapq.heappop(free)
        served = max(served, begin) + max(each, client)
        end = served + length
        heapq.heappush(free, end)
        worked += length
        done = max(done, end)
    return done


def speeds(boards: Sequence[str] = BOARDS, rounds: int = ROUNDS) -> list[str]:
    """Return the rows about runs on this machine against the plain search."""
    lines = [
        row(
            "board",
            "tilings",
            "processes or threads",
            "",
            "decoded",
            "as a table",
            "run",
            "of decoded",
            "of a table",
        ),
        row(*["---"] * 9),
    ]
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for board in boards:
            given = problem(board)
            work = TilingsWork.of(given)
            for count in (1, 2):
                taken: list[list[Taken]] = [[], [], []]
                for turn in range(rounds):
                    taken[0].append(plain_seconds(given, count))
                    taken[1].append(table_seconds(given, count, folder / f"{board}.parquet"))
                    taken[2].append(run_seconds(work, count, folder / f"{board}-{count}-{turn}"))
                (found,) = {tilings for each in taken for _, _, tilings in each}
                for place, what in enumerate(("clock", "processor")):
                    alone, table, run = (
                        statistics.median(each[place] for each in part) for part in taken
                    )
                    times = [f"{seconds:.1f} s" for seconds in (alone, table, run)]
                    lines.append(
                        row(
                            board,
                            f"{found:,}",
                            count,
                            what,
                            *times,
                            f"{alone / run:.2f}",
                            f"{table / run:.2f}",
                        )
                    )
    return lines


def costs() -> tuple[list[str], float]:
    """Return the rows about what a task costs beside its search, and the seconds of the client when
    many come at once.
    """
    lines = [row("source", "booked alone", "booked 100 together"), row("---", "---", "---")]
    work = TilingsWork.of(problem("6x15"))
    with tempfile.TemporaryDirectory() as name:
        alone, many = (
            overhead(work, Path(name) / str(together), together) for together in (1, 100)
        )
    names = {
        "placements": "its tilings as placements (worker, processor time)",
        "parquet": "the same as a table of cells, as runs of before had it",
        "files": "its file on the disk (client)",
        "ledger": "its rows in the ledger (client)",
    }
    lines += [row(words, f"{alone[key]:.2f}", f"{many[key]:.2f}") for key, words in names.items()]
    return lines, (many["files"] + many["ledger"]) / 1000


def simulations(client: float) -> list[str]:
    """Return the rows about more workers than there are here."""
    lengths = task_lengths()
    lines = [
        row("workers", "9x10", "efficiency", "a thousand times as long", "efficiency"),
        row(*["---"] * 5),
    ]
    for workers in WORKERS:
        cells: list[object] = [f"{workers:,}"]
        for total in (2600.0, 2.6e6):
            wall = simulate(lengths, workers, total, RunTuning(), DASK, client)
            cells += [f"{wall:,.1f} s", f"{total / workers / wall:.2f}"]
        lines.append(row(*cells))
    return lines


def report() -> str:
    """Return the section of the page."""
    booking, client = costs()
    lines = ["## Runs over processes", "", *speeds()]
    lines += ["", "The cost of one task besides its search, in milliseconds:", "", *booking]
    lines += [
        "",
        f"A simulation with {DASK * 1000:.1f} ms of dask's scheduler and {client * 1000:.1f} ms "
        "of the client per task shows how runs scale:",
        "the 9x10 by one-sided pentominoes (2,600 core-seconds), and a run a thousand times as "
        "long. Efficiency falls when",
        "recording one task per worker takes longer than the tasks themselves.",
        "",
        *simulations(client),
        "",
        "All tilings of the 8x8 by dominoes in groups of 131,072, in processor seconds:",
        "",
        row("tilings", "kept as", "size", "bytes a tiling", "bytes a tile", "writing", "reading"),
        row(*["---"] * 7),
        *store_sizes(Problem("8x8", "dominoes+")),
    ]
    return "\n".join(lines)
