"""Runs by many processes: their options, their progress line, and what `show` says of them."""

from __future__ import annotations

import json
import logging
import re
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import Parameter

from tilewright.apps.command.answers import Exit, Json, note, note_unwritten, print_json
from tilewright.apps.command.ask import CommandWork
from tilewright.apps.command.options import RUNS, Show, options, refuse
from tilewright.errors import quoted
from tilewright.system.values.arguments import counted, duration
from tilewright.system.work.question import INTERRUPTED, OUT_OF_TIME

if TYPE_CHECKING:
    from tilewright.system.runs import Executor, Run
    from tilewright.system.runs.work import Work as RunWork
    from tilewright.system.work.progress import RunProgress

#: More processes than this are probably a typing error.
_MOST = 4096


@options(RUNS)
class Runs:
    """Options of runs: work by many processes that is saved in a folder."""

    place: Annotated[str | None, Parameter(name="--run", metavar="FOLDER[@WORKERS]")] = None
    """Work with many processes, and save all progress in FOLDER. Run the same command again to
    resume. FOLDER@4 uses 4 processes; FOLDER@tcp://host:8786 uses the workers of a dask scheduler.
    [default: one process per core]
    """

    @property
    def run(self) -> Path | None:
        """The folder; None without a run."""
        return None if self.place is None else Path(self._split()[0])

    @property
    def workers(self) -> str:
        """The number of processes, or the address of a scheduler; empty if it is not given."""
        return self._split()[1]

    def _split(self) -> tuple[str, str]:
        """Return the folder and the workers."""
        place = self.place or ""
        folder, _, workers = place.rpartition("@")
        # A folder may have an @ in its name.
        inside = "/" in workers and "://" not in workers
        return (place, "") if not folder or inside or Path(place).is_dir() else (folder, workers)

    def check(self) -> None:
        """Check the number of processes or the address of the scheduler."""
        workers = self.workers
        number = re.fullmatch(r"\d+", workers, re.ASCII)
        few = number is not None and 1 <= int(workers[:9]) <= _MOST
        refuse(
            (
                number is not None and not few,
                f"the number of processes must be 1 to {_MOST}, got {workers}",
                "--run",
            ),
            (
                workers and not number and not re.search(r":\d+$", workers),
                "after @, write a number of processes, or the address of a dask scheduler "
                f"(HOST:PORT), such as tcp://host:8786, got {quoted(workers)}",
                "--run",
            ),
        )

    def open(self, task: RunWork, work: CommandWork) -> Run:
        """Return the run in the folder, whose processes have the memory limit of the command."""
        from tilewright.system.runs import Run

        assert self.run is not None
        return Run(self.run, task.within(work.deadline.memory))

    def answers(
        self,
        task: RunWork,
        work: CommandWork,
        head: Callable[[int], Json],
        out: Path | None = None,
    ) -> list[Any]:
        """Work on a run until it is complete, and return its answers; see `finish`."""
        with self.open(task, work) as run:
            finish(run, self, work, head, out)
            return run.answers()

    def make_crew(self, run: Run) -> Executor:
        """Return the processes or the cluster that work on a run."""
        from tilewright.system.runs import Cluster, Pool

        if ":" not in self.workers:
            return Pool(run.work.description, int(self.workers) if self.workers else None)
        cluster = Cluster(run.work.description, self.workers)
        # Lost connections are reported once, by `Executor.waiting`.
        for name in ("distributed", "distributed.client"):
            logging.getLogger(name).setLevel(logging.CRITICAL)
        if cluster.dashboard:
            note(f"dashboard: {cluster.dashboard}")
        return cluster


def work_on(run: Run, runs: Runs, work: CommandWork, crew: Executor | None = None) -> None:
    """Work on a run until it is done or stopped; finished tasks are saved."""
    if run.complete:
        return
    waiting = ""

    def watch(progress: RunProgress) -> None:
        nonlocal waiting
        if progress.waiting != waiting:
            waiting = progress.waiting
            if waiting:
                work.line.wipe()
                note(f"tilewright: {waiting}")
        work.report(progress)

    with work.until_stopped(run.stop), work.deadline.holds():
        crew = crew or runs.make_crew(run)
        try:
            run.go(crew, watch)
        finally:
            crew.close()


def finish(
    run: Run,
    runs: Runs,
    work: CommandWork,
    head: Callable[[int], Json],
    out: Path | None,
    *,
    count: bool = False,
    crew: Executor | None = None,
) -> None:
    """Work on a run; if it is incomplete then, report that and end the command.

    `head` is the JSON answer of an incomplete run with a number of answers. With `count`, -q prints
    it. `crew` works instead of that of `runs`.
    """
    work_on(run, runs, work, crew)
    if run.complete:
        return
    if work.show.json:
        print_json({**head(run.count), "complete": False})
    elif count and work.show.quiet:
        print(run.count)
    note_unwritten(out, "the run is not complete")
    raise Exit(note_unfinished(run, work))


def note_unfinished(run: Run, work: CommandWork) -> int:
    """Report that a run is incomplete, and why; return the exit code."""
    sums = run.ledger.sums()
    aside = f"{counted(sums['aside'], 'task')} failed and {'was' if sums['aside'] == 1 else 'were'}"
    why = {"timeout": OUT_OF_TIME, "aside": f"{aside} skipped"}.get(
        run.stopped_by or "", INTERRUPTED
    )
    what = f"{sums['count']:,} {run.work.what} so far, {sums['share']:.1%} of the work"
    note(f"{what}; the run is incomplete: {why}. Run the same command again to resume")
    for task, reason in run.ledger.quarantined():
        unit = json.dumps(task.units[0][0])
        note(f"task {task.id}, which begins with {unit[:120]}, was skipped: {reason}")
    return work.code or 3


#: Workers listed at most.
_WORKERS = 20


def show_run(folder: str, show: Show) -> int:
    """Show the progress of a run, which may be in progress; return 3 if it is incomplete."""
    from tilewright.system.runs import Report

    report = Report.of(folder)
    code = 0 if report.state == "complete" else 3
    sums = report.sums
    if show.json:
        print_json(report.to_json())
        return code
    if show.quiet:
        print(sums["count"])
        return code
    print(f"{_description_words(report.description)}: {report.state}")
    nodes = f", {sums['nodes']:,} nodes" if sums["nodes"] else ""
    print(f"{sums['count']:,} found, {sums['share']:.1%} of the work done{nodes}")
    aside = f", {sums['aside']:,} skipped" if sums["aside"] else ""
    print(
        f"{counted(sums['done'], 'task')} done, {sums['waiting']:,} waiting{aside}; "
        f"{duration(sums['seconds'])} of work (longest task: {duration(report.slowest)})"
    )
    if report.crew:
        rate = report.status.get("rate")
        speed = f", {rate / 1e6:.1f} million nodes/s" if rate and sums["nodes"] else ""
        left = report.status.get("left")
        until = f", {duration(left)} left" if left and report.state == "at work" else ""
        print(f"{report.crew}{speed}{until}; last seen {report.seen}")
    for worker in report.workers[:_WORKERS]:
        tasks = counted(worker["tasks"], "task")
        print(f"  {worker['worker']}: {tasks}, {duration(worker['seconds'])}")
    if len(report.workers) > _WORKERS:
        print(f"  and {len(report.workers) - _WORKERS:,} more")
    for unit, why in report.aside:
        print(f"skipped: {_shorten(unit)}: {why}")
    return code


def _shorten(unit: object) -> str:
    text = json.dumps(unit)
    return text if len(text) <= 80 else f"{text[:80]}…"


def _description_words(description: Json) -> str:
    """Describe what a run computes."""
    problem = description.get("problem")
    if not isinstance(problem, dict):
        # A run over a list of boards, puzzles or pieces.
        kind = description.get("puzzle")
        pieces = description.get("pieces")
        words = [*([kind] if kind else []), *(pieces if isinstance(pieces, list) else ())]
        return (
            f"{description.get('kind')}: {' '.join(map(str, words))}"
            if words
            else str(description.get("kind"))
        )
    from tilewright.model.cover import up_to
    from tilewright.model.problem import Problem

    parsed = Problem.from_json(problem)
    unique = up_to(description.get("unique", False))
    return (
        f"{description.get('kind')}{unique} of {parsed.board.name} by {' '.join(parsed.words())} "
        f"({parsed.turn})"
    )
