"""Runs over many processes: their options, the work with its line of progress, and ``tilewright runs``."""

from __future__ import annotations

import json
import logging
import signal
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from tilewright.cli.answers import print_json, say, say_unwritten
from tilewright.cli.limits import ProgressLine, duration
from tilewright.cli.options import Show, options
from tilewright.errors import RequestError, quoted

if TYPE_CHECKING:
    from tilewright.cluster import Executor, Run
    from tilewright.progress import RunProgress

__all__ = ["Runs", "runs", "say_unfinished", "work_on", "work_through"]

#: More processes than this are a slip of the pen.
_MOST = 4096


@options
class Runs:
    """Work over many processes, and machines."""

    run: Path | None = None
    """Keep a run in this folder, over many processes; the same command goes on with it."""

    cluster: str | None = None
    """With --run: how many processes, or the address of a dask scheduler; a process for each core when not given."""

    tls_ca: Path | None = None
    """For a scheduler with TLS: the file of the authority that has signed its certificate."""

    tls_cert: Path | None = None
    """For a scheduler with TLS: the file of the certificate to show to it."""

    tls_key: Path | None = None
    """For a scheduler with TLS: the file of the certificate's key."""

    progress: Literal["line", "json"] = "line"
    """With --run: how far it is, as a line on a terminal, or as lines of JSON on standard error."""

    def check(self, **left_out: bool) -> None:
        """Refuse what makes no sense with a run, or without one."""
        if self.run is None:
            for option, given in (
                ("--cluster", self.cluster is not None),
                ("--progress", self.progress != "line"),
                *((f"--tls-{word}", path is not None) for word, path in self._tls().items()),
            ):
                if given:
                    raise RequestError("this is about a run; add --run FOLDER", where=option)
            return
        for name, given in left_out.items():
            if given:
                option = "-o" if name == "out" else f"--{name.replace('_', '-')}"
                raise RequestError(f"a run has no use for {option}; leave it out", where="--run")
        address = self._address()
        for word, path in self._tls().items():
            if path is not None and address is None:
                raise RequestError("this is about the address of a scheduler", where=f"--tls-{word}")
            if path is not None and not path.is_file():
                raise RequestError(f"there is no file {str(path)!r}", where=f"--tls-{word}")
        if address is None:
            self._processes()

    def _tls(self) -> dict[str, Path | None]:
        return {"ca": self.tls_ca, "cert": self.tls_cert, "key": self.tls_key}

    def _address(self) -> str | None:
        """Return the address of a scheduler, if ``--cluster`` is one."""
        return self.cluster if self.cluster is not None and ":" in self.cluster else None

    def _processes(self) -> int | None:
        """Return how many processes are wanted; None if it was not said."""
        word = self.cluster
        if word is None:
            return None
        if not (word.isascii() and word.isdigit()):
            raise RequestError(
                f"{quoted(word)} is neither a number of processes nor the address of a scheduler, such as tcp://host:8786",
                where="--cluster",
            )
        if not 1 <= int(word) <= _MOST:
            raise RequestError(f"there are 1 to {_MOST} processes, not {word}", where="--cluster")
        return int(word)

    def crew(self, run: Run) -> Executor:
        """Return who works on a run."""
        from tilewright.cluster import Cluster, Pool

        address = self._address()
        if address is None:
            return Pool(run.work.description, self._processes())
        words = {"ca": "tls_ca_file", "cert": "tls_client_cert", "key": "tls_client_key"}
        tls = {words[word]: str(path) for word, path in self._tls().items() if path is not None}
        cluster = Cluster(run.work.description, address, tls=tls)
        # What dask would say of lost connections is said in our own words (`Executor.waiting`), once.
        for name in ("distributed", "distributed.client"):
            logging.getLogger(name).setLevel(logging.CRITICAL)
        if cluster.dashboard:
            say(f"dashboard: {cluster.dashboard}")
        return cluster


def work_on(run: Run, runs: Runs, *, shown: bool) -> bool:
    """Work on a run until it is done or stopped; Ctrl-C ends it with all booked that has come back."""
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
                say(f"tilewright: {waiting}")
        if runs.progress == "json":
            told(progress)
        else:
            line.show(_text(progress))

    told = _Lines()
    interrupted = False

    def interrupt(*unused: object) -> None:
        nonlocal interrupted
        interrupted = True
        run.stop()
        # A second Ctrl-C does not wait.
        signal.signal(signal.SIGINT, before)

    before = signal.getsignal(signal.SIGINT)
    if callable(before):
        signal.signal(signal.SIGINT, interrupt)
    try:
        with line:
            crew = runs.crew(run)
            try:
                run.go(crew, watch)
            finally:
                crew.close()
    except KeyboardInterrupt:
        interrupted = True
    finally:
        signal.signal(signal.SIGINT, before)
    return interrupted


class _Lines:
    """Progress as lines of JSON on standard error, about one a second, and the last one."""

    def __init__(self) -> None:
        self._next = 0.0

    def __call__(self, progress: RunProgress) -> None:
        if progress.seconds >= self._next or progress.done == progress.total:
            self._next = progress.seconds + 1.0
            with suppress(OSError, ValueError):
                print(json.dumps(progress.to_json()), file=sys.stderr, flush=True)


def _text(progress: RunProgress) -> str:
    parts = [
        f"{progress.count:,} found",
        f"{progress.rate / 1e6:.0f} million nodes/s" if progress.nodes else "",
        f"{progress.share:.1%} done",
        "waiting" if progress.waiting else f"{progress.workers} worker{'' if progress.workers == 1 else 's'}",
        f"{progress.done:,} tasks",
        f"{duration(progress.left)} left" if progress.left is not None and progress.share < 1 else "",
        f"{progress.aside} set aside" if progress.aside else "",
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
) -> int | None:
    """Work on a run; if it is not done then, say so, and return the exit code.

    `head` is what JSON says of a run that is not done; with `count`, the number so far is printed under -q.
    """
    interrupted = work_on(run, runs, shown=not show.json and (count or not show.quiet))
    if run.complete:
        return None
    if show.json:
        print_json(head())
    elif count and show.quiet:
        print(run.count)
    say_unwritten(out, "the run is not complete")
    return say_unfinished(run, interrupted)


def say_unfinished(run: Run, interrupted: bool) -> int:
    """Say that a run is not done, and why; return the exit code."""
    sums = run.ledger.sums()
    why = {
        "timeout": "the time is up",
        "aside": f"{sums['aside']} task{' was' if sums['aside'] == 1 else 's were'} set aside",
    }.get(run.stopped_by or "", "interrupted")
    what = f"{sums['count']:,} {run.work.what} so far, {sums['share']:.1%} of the work"
    say(f"{what}; this is not all: {why}. The same command goes on")
    for task, reason in run.ledger.aside():
        unit = json.dumps(task.units[0][0])
        say(f"set aside: task {task.id}, which begins with {unit[:120]}: {reason}")
    return 130 if interrupted else 3


#: Workers that are listed.
_WORKERS = 20


def runs(
    folder: Path,
    /,
    *,
    json: bool = False,
) -> int:
    """Tell how far a run over many processes is.

    FOLDER is that of --run. It is only read, also while the run is at work. Exits
    with 3 if the run is not complete.

    For example:

      tilewright runs runs/9x10
      tilewright runs runs/9x10 --json

    Parameters
    ----------
    folder
        The folder of the run.
    json
        Print one JSON object instead.
    """
    from tilewright.cluster import Report

    found = Report.of(folder)
    code = 0 if found.state == "complete" else 3
    if json:
        print_json(found.to_json())
        return code
    sums = found.sums
    print(f"{_about(found.description)}: {found.state}")
    nodes = f", {sums['nodes']:,} nodes" if sums["nodes"] else ""
    print(f"{sums['count']:,} found, {sums['share']:.1%} of the work{nodes}")
    aside = f", {sums['aside']:,} set aside" if sums["aside"] else ""
    print(
        f"{sums['done']:,} tasks done, {sums['waiting']:,} waiting{aside}; "
        f"{duration(sums['seconds'])} of work, the longest task {duration(found.slowest)}"
    )
    if found.crew:
        rate = found.status.get("rate")
        speed = f", {rate / 1e6:.1f} million nodes/s" if rate and sums["nodes"] else ""
        left = found.status.get("left")
        until = f", {duration(left)} left" if left and found.state == "at work" else ""
        print(f"{found.crew}{speed}{until}; last seen {found.seen}")
    for worker in found.workers[:_WORKERS]:
        print(f"  {worker['worker']}: {worker['tasks']:,} tasks, {duration(worker['seconds'])}")
    if len(found.workers) > _WORKERS:
        print(f"  and {len(found.workers) - _WORKERS:,} more")
    for unit, why in found.aside:
        print(f"set aside: {_short(unit)}: {why}")
    return code


def _short(unit: object) -> str:
    text = json.dumps(unit)
    return text if len(text) <= 80 else f"{text[:80]}…"


def _about(description: dict[str, object]) -> str:
    """Say what a run is about."""
    problem = description.get("problem")
    if not isinstance(problem, dict):
        # A list: of boards, of puzzles, of pieces.
        kind = description.get("puzzle")
        pieces = description.get("pieces")
        words = [*([kind] if kind else []), *(pieces if isinstance(pieces, list) else ())]
        return (
            f"{description.get('kind')}: {' '.join(map(str, words))}"
            if words
            else str(description.get("kind"))
        )
    from tilewright.problem import Problem

    given = Problem.from_json(problem)
    unique = " up to symmetry" if description.get("unique") else ""
    return (
        f"{description.get('kind')}{unique} of {given.board.name} by {' '.join(given.words())} ({given.turn})"
    )
