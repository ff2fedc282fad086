"""Runs by many processes: their options, their progress line, and ``tilewright runs``."""

from __future__ import annotations

import json
import logging
import signal
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

from cyclopts import Parameter

from tilewright.apps.command.answers import note, note_unwritten, print_json
from tilewright.apps.command.limits import ProgressLine, duration
from tilewright.apps.command.options import RUNS, Show, Whole, between, options
from tilewright.errors import RequestError, quoted

if TYPE_CHECKING:
    from tilewright.system.runs import Executor, Run
    from tilewright.system.work.progress import RunProgress

#: More processes than this are probably a typing error.
_MOST = 4096


@options(RUNS)
class Runs:
    """Options of runs: work by many processes that is saved in a folder."""

    run: Annotated[Path | None, Parameter(metavar="FOLDER")] = None
    """Work with many processes and save everything in FOLDER. Run the same command again to resume.
    """

    workers: Annotated[Whole | None, between(1, _MOST)] = None
    """With --run: use N local processes. [default: one per core]"""

    cluster: Annotated[str | None, Parameter(metavar="ADDRESS")] = None
    """With --run: use the workers of a dask scheduler, such as tcp://host:8786."""

    cluster_config: Annotated[Path | None, Parameter(metavar="FILE")] = None
    """With --cluster: a dask configuration file (YAML, JSON or TOML), for example with the TLS
    certificates.
    """

    progress: Annotated[Literal["line", "json"], Parameter(show_choices=False, metavar="HOW")] = (
        "line"
    )
    """With --run: show progress as a line in the terminal, or as JSON lines on standard error.
    [default: line]
    """

    def check(self, **left_out: bool) -> None:
        """Reject options that do not go with a run, or need one."""
        if self.run is None:
            for option, is_set in (
                ("--workers", self.workers is not None),
                ("--cluster", self.cluster is not None),
                ("--cluster-config", self.cluster_config is not None),
                ("--progress", self.progress != "line"),
            ):
                if is_set:
                    raise RequestError("needs --run FOLDER", where=option)
            return
        for name, is_set in left_out.items():
            if is_set:
                option = "-o" if name == "out" else f"--{name.replace('_', '-')}"
                raise RequestError("does not work with --run; leave it out", where=option)
        if self.cluster is not None and ":" not in self.cluster:
            raise RequestError(
                "the address of a dask scheduler must be HOST:PORT, such as tcp://host:8786, got "
                f"{quoted(self.cluster)}; "
                "--workers N runs local processes",
                where="--cluster",
            )
        if self.cluster is not None and self.workers is not None:
            raise RequestError(
                "a cluster has its own workers; leave --workers or --cluster out", where="--workers"
            )
        if self.cluster_config is not None and self.cluster is None:
            raise RequestError("needs --cluster ADDRESS", where="--cluster-config")
        if self.cluster_config is not None and not self.cluster_config.is_file():
            raise RequestError(
                f"there is no file {str(self.cluster_config)!r}", where="--cluster-config"
            )

    def make_crew(self, run: Run) -> Executor:
        """Return the processes or the cluster that work on a run."""
        from tilewright.system.runs import Cluster, Pool

        if self.cluster is None:
            return Pool(run.work.description, self.workers)
        cluster = Cluster(run.work.description, self.cluster, config=self.cluster_config)
        # Lost connections are reported once, by `Executor.waiting`.
        for name in ("distributed", "distributed.client"):
            logging.getLogger(name).setLevel(logging.CRITICAL)
        if cluster.dashboard:
            note(f"dashboard: {cluster.dashboard}")
        return cluster


def work_on(run: Run, runs: Runs, *, shown: bool, crew: Executor | None = None) -> bool:
    """Work on a run until it is done or stopped, and return whether Ctrl-C stopped it; finished
    tasks are saved.
    """
    if run.complete:
        return False
    line = ProgressLine(shown and runs.progress == "line")

    waiting = ""

    def watch(progress: RunProgress) -> None:
        nonlocal waiting
        if progress.waiting != waiting:
            waiting = progress.waiting
            if waiting:
                line.wipe()
                note(f"tilewright: {waiting}")
        if runs.progress == "json":
            print_line(progress)
        else:
            line.show(_progress_text(progress))

    print_line = _JsonLines()
    interrupted = False

    def interrupt(*unused: object) -> None:
        nonlocal interrupted
        interrupted = True
        run.stop()
        # A second Ctrl-C stops at once.
        signal.signal(signal.SIGINT, before)

    before = signal.getsignal(signal.SIGINT)
    if callable(before):
        signal.signal(signal.SIGINT, interrupt)
    try:
        with line:
            crew = crew or runs.make_crew(run)
            try:
                run.go(crew, watch)
            finally:
                crew.close()
    except KeyboardInterrupt:
        interrupted = True
    finally:
        signal.signal(signal.SIGINT, before)
    return interrupted


class _JsonLines:
    """Progress as JSON lines on standard error, about one per second, and a last one."""

    def __init__(self) -> None:
        self._next = 0.0

    def __call__(self, progress: RunProgress) -> None:
        if progress.seconds >= self._next or progress.done == progress.total:
            self._next = progress.seconds + 1.0
            with suppress(OSError, ValueError):
                print(json.dumps(progress.to_json()), file=sys.stderr, flush=True)


def _progress_text(progress: RunProgress) -> str:
    parts = [
        f"{progress.count:,} found",
        f"{progress.rate / 1e6:.0f} million nodes/s" if progress.nodes else "",
        f"{progress.share:.1%} done",
        "waiting"
        if progress.waiting
        else f"{progress.workers} worker{'' if progress.workers == 1 else 's'}",
        f"{progress.done:,} tasks",
        f"{duration(progress.left)} left"
        if progress.left is not None and progress.share < 1
        else "",
        f"{progress.aside} skipped" if progress.aside else "",
    ]
    return " · ".join(part for part in parts if part)


def work_through(
    run: Run,
    runs: Runs,
    show: Show,
    head: Callable[[], dict[str, Any]],
    out: Path | None,
    *,
    count: bool = False,
    crew: Executor | None = None,
) -> int | None:
    """Work on a run; if it is incomplete then, report that and return the exit code.

    `head` is the JSON answer of an incomplete run. With `count`, -q prints the number so far.
    `crew` works instead of that of `runs`.
    """
    interrupted = work_on(run, runs, shown=not show.json and (count or not show.quiet), crew=crew)
    if run.complete:
        return None
    if show.json:
        print_json(head())
    elif count and show.quiet:
        print(run.count)
    note_unwritten(out, "the run is not complete")
    return note_unfinished(run, interrupted)


def note_unfinished(run: Run, interrupted: bool) -> int:
    """Report that a run is incomplete, and why; return the exit code."""
    sums = run.ledger.sums()
    why = {
        "timeout": "the time limit was reached",
        "aside": f"{sums['aside']} task{'' if sums['aside'] == 1 else 's'} failed and "
        f"{'was' if sums['aside'] == 1 else 'were'} skipped",
    }.get(run.stopped_by or "", "interrupted")
    what = f"{sums['count']:,} {run.work.what} so far, {sums['share']:.1%} of the work"
    note(f"{what}, incomplete: {why}. Run the same command again to resume")
    for task, reason in run.ledger.quarantined():
        unit = json.dumps(task.units[0][0])
        note(f"skipped: task {task.id}, which begins with {unit[:120]}: {reason}")
    return 130 if interrupted else 3


#: Workers listed at most.
_WORKERS = 20


def runs(
    folder: Path,
    /,
    *,
    show: Show = Show(),
) -> int:
    """Show the progress of a run.

    FOLDER is the folder given to --run or `solve --checkpoint`. The run may be in
    progress; it is not changed. Exits with 3 if the run is incomplete.

    For example:

      tilewright runs runs/9x10
      tilewright runs runs/9x10 --json

    Parameters
    ----------
    folder
        The folder of the run.
    """
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
        f"{sums['done']:,} task{'' if sums['done'] == 1 else 's'} done, {sums['waiting']:,} "
        f"waiting{aside}; "
        f"{duration(sums['seconds'])} of work (longest task: {duration(report.slowest)})"
    )
    if report.crew:
        rate = report.status.get("rate")
        speed = f", {rate / 1e6:.1f} million nodes/s" if rate and sums["nodes"] else ""
        left = report.status.get("left")
        until = f", {duration(left)} left" if left and report.state == "at work" else ""
        print(f"{report.crew}{speed}{until}; last seen {report.seen}")
    for worker in report.workers[:_WORKERS]:
        tasks = f"{worker['tasks']:,} task{'' if worker['tasks'] == 1 else 's'}"
        print(f"  {worker['worker']}: {tasks}, {duration(worker['seconds'])}")
    if len(report.workers) > _WORKERS:
        print(f"  and {len(report.workers) - _WORKERS:,} more")
    for unit, why in report.aside:
        print(f"skipped: {_shorten(unit)}: {why}")
    return code


def _shorten(unit: object) -> str:
    text = json.dumps(unit)
    return text if len(text) <= 80 else f"{text[:80]}…"


def _description_words(description: dict[str, Any]) -> str:
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
