"""A run: hand out tasks to an executor, book what comes back, and report progress.

The heaviest waiting tasks go first. The rest of an unfinished task is split into as many tasks as
keep all workers busy, so that no huge subtree delays the end. The budget of a task grows to some
seconds during the run and shrinks again near its end.
"""

from __future__ import annotations

import heapq
import math
import os
import time
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tilewright.errors import CheckpointError, TilewrightError
from tilewright.system.files.checkpoint import naming
from tilewright.system.files.safe_write import is_held, write_lasting
from tilewright.system.runs.ledger import LEDGER, Ledger, Outcome, Task, Unit, key_of
from tilewright.system.runs.registry import VersionError, check_description, work_of
from tilewright.system.runs.work import Done, Event, Executor, Failed, Work, WorkerDied
from tilewright.system.work.deadline import current_deadline
from tilewright.system.work.progress import RunProgress

#: The number of dead workers after which a task is quarantined.
_DEATHS = 3
#: Seconds between two progress notes in the ledger.
_NOTE_EVERY = 2.0
#: Files per folder; files that are written together are then mostly in one folder.
_FOLDER = 1000


@dataclass(frozen=True)
class RunTuning:
    """How large tasks are, and how long to wait for them."""

    #: The longest that a task should take.
    seconds: float = 10.0
    #: The shortest that a task should take.
    least: float = 0.1
    #: The budget of the first task.
    first: int = 1 << 20
    #: A task should take this many times as long as booking one for each thread, but no longer than
    #: booking all the rest.
    booking: float = 4.0
    #: Give up a worker after this many seconds on a task, or after 30 times the expected time.
    patience: float = 600.0
    #: Seconds between two checks of deadlines.
    tick: float = 0.2

    def aim(self, threads: int, worked: float, left: float, cost: float) -> float:
        """Return the seconds that a task should take, from the total seconds worked and left, and
        the cost of booking a task.
        """
        # With the square root, booking all tasks takes as long as the last of them.
        floor = max(self.least, min(self.booking * threads * cost, math.sqrt(left * cost)))
        return max(floor, min(self.seconds, worked / (8 * threads), left / (4 * threads)))


class Run:
    """The work in one folder; while it is open, no other process can write there.

    `stopped_by` says why `go` returned early: "timeout", "stop" or "aside" (only quarantined tasks
    were left). Raises CheckpointError if the ledger is damaged, foreign or about something else,
    and OutputError if the folder cannot be written or is in use.
    """

    def __init__(self, folder: Path, work: Work, tuning: RunTuning | None = None) -> None:
        self.folder = Path(folder)
        self.work = work
        self.tuning = tuning or RunTuning()
        self.ledger = Ledger(self.folder, work.description)
        # A resumed run keeps its file format, even if pyarrow was installed or removed since.
        try:
            check_description(self.ledger.description, self.ledger.damaged)
        except BaseException:
            self.ledger.close()
            raise
        work.description |= {name: self.ledger.description[name] for name in work.description}
        self.stopped_by: str | None = None
        self._stopping = False
        self._first = work.first()
        self._sums = self.ledger.sums()

    @classmethod
    def resume(cls, folder: Path, tuning: RunTuning | None = None) -> Run:
        """Return the run in a folder; CheckpointError if there is none or it is damaged."""
        ledger = Ledger(Path(folder))
        ledger.close()
        description = {name: value for name, value in ledger.description.items() if name != "began"}
        return cls(folder, work_of(description), tuning)

    def __enter__(self) -> Run:
        return self

    def __exit__(self, *unused: object) -> None:
        self.close()

    def close(self) -> None:
        """Release the folder."""
        self.ledger.close()

    @property
    def complete(self) -> bool:
        """Whether all tasks are done."""
        return self.ledger.complete and not (self.work.grows and self.work.more(self.answers()))

    def answers(self) -> list[Any]:
        """Return the answers in order, up to the first unfinished task."""
        with naming(self.ledger.path):
            return [
                value
                for task in self.ledger.finished_tasks()
                for value in self.work.answers(task.answer)
            ]

    def finished(self) -> list[Any]:
        """Return the answers of all finished tasks, in no particular order."""
        with naming(self.ledger.path):
            return [v for text in self.ledger.answers() for v in self.work.answers(text)]

    @property
    def count(self) -> int:
        """The number of results so far."""
        return int(self._sums["count"])

    def stop(self) -> None:
        """Make `go` return soon, from any thread or a signal handler; see `Executor.finish` for the
        tasks in progress.
        """
        self._stopping = True

    def go(
        self, executor: Executor, progress: Callable[[RunProgress], object] | None = None
    ) -> bool:
        """Work until all tasks are done, the current deadline has passed, or `stop` is called;
        return True if all are done.

        `progress` is called with a `tilewright.system.work.progress.RunProgress` several times a
        second. Raises OutputError if a file cannot be written (what came back before is booked),
        and TilewrightError if no worker can take part.
        """
        RunSession(self, executor, progress).work()
        return self.complete


class RunSession:
    """One session of work on a run."""

    def __init__(
        self, run: Run, executor: Executor, progress: Callable[[RunProgress], object] | None
    ) -> None:
        self.run = run
        self.executor = executor
        self.progress = progress
        self.under_way: dict[int, Task] = {}
        self.waiting: list[tuple[float, int]] = []
        #: Tasks that may have killed workers; each is tried alone unless the executor knows which
        #: one it was.
        self.suspects: list[tuple[float, int]] = []
        self.began = self.noted = time.monotonic()
        self.before = dict(run._sums)
        #: Why a worker cannot take part.
        self.refused: TilewrightError | None = None
        #: Seconds to book a task, as a moving average.
        self.cost = 0.0
        #: Recent nodes and seconds, for the rate.
        self.recent = [0.0, 0.0]

    def work(self) -> None:
        """Hand out tasks and book results until there is a reason to stop."""
        run, executor = self.run, self.executor
        run.stopped_by = None
        run._stopping = False
        run.ledger.begin([[unit] for unit in run._first], executor.name)
        run._sums = run.ledger.sums()
        for number, weight, deaths in run.ledger.waiting():
            self._queue_task(number, weight, suspect=bool(deaths) and not executor.exact)
        deadline = current_deadline()
        while True:
            if run._stopping or deadline.passed:
                run.stopped_by = "stop" if run._stopping else "timeout"
                break
            self._fill_window()
            if not self.under_way:
                if run._sums["aside"]:
                    run.stopped_by = "aside"
                    break
                if not self._add_tasks():
                    break
                continue
            events = executor.poll(min(run.tuning.tick, max(0.0, deadline.left)))
            if events:
                # Hand out the next tasks before booking, so that no worker waits for the disk.
                self._fill_window({event.task for event in events})
                self._book(events)
            elif time.monotonic() - self.noted > _NOTE_EVERY:
                self._book([])
            if self.progress is not None:
                self.progress(self.state())
        self._book(executor.finish())
        if self.progress is not None:
            self.progress(self.state())

    def state(self) -> RunProgress:
        """Return the progress of the run."""
        sums = self.run._sums
        seconds = time.monotonic() - self.began
        gained = sums["share"] - self.before["share"]
        nodes = sums["nodes"] - self.before["nodes"]
        return RunProgress(
            phase="run",
            unit="task",
            what=self.run.work.what,
            count=sums["count"],
            nodes=sums["nodes"],
            share=sums["share"],
            done=sums["done"],
            total=sums["tasks"],
            under_way=len(self.under_way),
            aside=sums["aside"],
            workers=self.executor.workers,
            threads=self.executor.threads,
            waiting=self.executor.waiting,
            seconds=seconds,
            rate=nodes / seconds if seconds > 0 else 0.0,
            left=seconds * (1.0 - sums["share"]) / gained if gained > 0 else None,
        )

    def _fill_window(self, back: Collection[int] = ()) -> None:
        """Fill the window with tasks; those in `back` have just returned."""
        executor, patience = self.executor, None
        budget, expected = self._budget()
        if self.run.work.budgeted:
            patience = max(self.run.tuning.patience, 30 * expected)
        # A task of a list may take any time, so none is queued behind another.
        window = executor.window if self.run.work.budgeted else executor.threads
        busy = len(self.under_way.keys() - back)
        chosen = self.suspects or self.waiting
        if self.suspects or (
            any(task.deaths for task in self.under_way.values()) and not executor.exact
        ):
            # A dying worker loses all its tasks, so a suspect runs alone.
            window = 1
        for _ in range(min(max(1, window) - busy, len(chosen))):
            task = self.run.ledger.task(heapq.heappop(chosen)[1])
            self.under_way[task.id] = task
            executor.submit(task, budget, patience)

    def _queue_task(self, number: int, weight: float, *, suspect: bool = False) -> None:
        """Queue a task."""
        rank = -weight if self.run.work.heaviest_first else 0.0
        heapq.heappush(self.suspects if suspect else self.waiting, (rank, number))

    def _add_tasks(self) -> bool:
        """Add the tasks that are needed after all others; return True if there are any."""
        run = self.run
        units = run.work.more(run.answers()) if run.work.grows else []
        if units:
            with run.ledger.booking():
                added = run.ledger.extend([[unit] for unit in units])
            run._sums = run.ledger.sums()
            for task in added:
                self._queue_task(task.id, task.weight)
        return bool(units)

    def _budget(self) -> tuple[int, float]:
        """Return the node budget for a task, and the expected seconds."""
        tuning, sums = self.run.tuning, self.run._sums
        nodes, seconds = self.recent
        if not nodes or seconds <= 0:
            return tuning.first, tuning.least
        threads = max(1, self.executor.threads)
        worked, share = sums["seconds"], sums["share"]
        left = worked * (1.0 - share) / share if share > 0 else worked
        aim = tuning.aim(threads, worked, left, self.cost)
        return max(1000, int(aim * nodes / seconds)), aim

    def _book(self, events: Sequence[Event]) -> None:
        """Write the files, then the ledger: all of these events or, if the disk is full, none."""
        run = self.run
        begin = time.monotonic()
        # If a task came back twice, the first result counts, with its own file.
        first: dict[int, Event] = {}
        for event in events:
            if event.task in self.under_way:
                first.setdefault(event.task, event)
        working = len(self.under_way) - len(first)
        files = self._write(
            {
                number: event.outcome.data
                for number, event in first.items()
                if isinstance(event, Done) and event.outcome.data
            }
        )
        added: list[tuple[bool, Task]] = []
        sums = dict(run._sums)
        with run.ledger.booking():
            for number, event in first.items():
                task = self.under_way[number]
                if isinstance(event, Done):
                    added += [
                        (False, new)
                        for new in self._book_done(
                            task, event.outcome, files.get(number), sums, working
                        )
                    ]
                elif isinstance(event, WorkerDied):
                    added += self._book_death(task, event, sums)
                else:
                    added += self._book_error(task, event, sums)
            run.ledger.note(time.monotonic() - self.began, self.state().to_json())
        self.noted = time.monotonic()
        run._sums = sums
        for number in first:
            del self.under_way[number]
        for suspect, task in added:
            self._queue_task(task.id, task.weight, suspect=suspect)
        if first:
            seconds = (time.monotonic() - begin) / len(first)
            self.cost = seconds if not self.cost else 0.8 * self.cost + 0.2 * seconds
        if self.refused is not None:
            raise self.refused

    def _write(self, contents: Mapping[int, bytes]) -> dict[int, str]:
        """Write the files of tasks and return their names."""
        ending = self.run.work.ending
        names = {
            number: f"tilings/{number // _FOLDER:03}/{key_of(self.under_way[number].units)}{ending}"
            for number in contents
        }
        files = {self.run.folder / names[number]: data for number, data in contents.items()}
        write_lasting(files, "the run's file")
        return names

    def _book_done(
        self, task: Task, outcome: Outcome, file: str | None, sums: dict[str, Any], working: int
    ) -> list[Task]:
        # As many tasks as keep all workers busy.
        rest = _split_units(
            outcome.rest, max(1, 2 * self.executor.window - working - len(self.waiting))
        )
        new = self.run.ledger.book(task, rest, outcome, file)
        sums["count"] += outcome.count
        sums["nodes"] += outcome.nodes
        sums["seconds"] += outcome.seconds
        sums["tasks"] += len(new)
        sums["done"] += 1
        sums["share"] = min(
            1.0, sums["share"] + max(0.0, task.weight - sum(child.weight for child in new))
        )
        self.recent = [
            0.9 * self.recent[0] + outcome.nodes,
            0.9 * self.recent[1] + outcome.seconds,
        ]
        return new

    def _book_death(
        self, task: Task, event: WorkerDied, sums: dict[str, Any]
    ) -> list[tuple[bool, Task]]:
        """Book a dead worker; return the task if it is retried, and whether it is a suspect."""
        deaths = event.deaths
        if not self.executor.exact and not task.deaths:
            # Any of the tasks on the worker may have been the cause.
            deaths = min(deaths, _DEATHS - 1)
        total = task.deaths + deaths
        aside = total >= _DEATHS
        if aside:
            sums["aside"] += 1
        self.run.ledger.fail(task, total, aside=aside, error=event.why)
        return [] if aside else [(total > 0 and not self.executor.exact, task)]

    def _book_error(
        self, task: Task, event: Failed, sums: dict[str, Any]
    ) -> list[tuple[bool, Task]]:
        """Book a task that raised an error, which a retry would not avoid."""
        if isinstance(event.error, VersionError | CheckpointError):
            # The task is fine; the run ends when the others are booked.
            self.refused = event.error
            return [(False, task)]
        sums["aside"] += 1
        why = f"{type(event.error).__name__}: {event.error}"
        self.run.ledger.fail(task, task.deaths, aside=True, error=" ".join(why.split())[:500])
        return []


def _split_units(rest: Sequence[tuple[Unit, float]], pieces: int) -> list[list[tuple[Unit, float]]]:
    """Split units into at most `pieces` groups of neighbors with similar weights."""
    if not rest:
        return []
    pieces = min(pieces, len(rest))
    total = sum(weight for _, weight in rest)
    # Weights of deep subtrees may underflow to zero.
    share = [weight / total if total > 0 else 1.0 / len(rest) for _, weight in rest]
    groups: list[list[tuple[Unit, float]]] = [[]]
    reached = 0.0
    for number, unit in enumerate(rest):
        left = len(rest) - number
        full = reached >= len(groups) / pieces - 1e-12
        if groups[-1] and len(groups) < pieces and (full or left <= pieces - len(groups)):
            groups.append([])
        groups[-1].append(unit)
        reached += share[number]
    return groups


@dataclass(frozen=True)
class Report:
    """The progress of a run, as a reader of its folder sees it.

    `state` is "complete", "at work" or "stopped". `sums` are the totals of the ledger. `status` is
    the last `RunProgress` as JSON, and `seen` is its time in UTC. `aside` has the first unit of
    each quarantined task with the last error.
    """

    description: dict[str, Any]
    state: str
    sums: dict[str, Any]
    crew: str
    status: dict[str, Any]
    seen: str
    workers: list[dict[str, Any]]
    aside: list[tuple[Any, str]]
    slowest: float

    @classmethod
    def of(cls, folder: str | os.PathLike[str]) -> Report:
        """Return the progress of the run in a folder, even while another process works on it;
        CheckpointError if there is none.
        """
        ledger = Ledger(Path(folder))
        try:
            check_description(ledger.description, ledger.damaged)
            at_work = "at work" if is_held(Path(folder) / LEDGER) else "stopped"
            return cls(
                description=ledger.description,
                state="complete" if ledger.complete else at_work,
                sums=ledger.sums(),
                **ledger.last_session(),
                workers=ledger.workers(),
                aside=[(task.units[0][0], why) for task, why in ledger.quarantined()],
                slowest=ledger.slowest(),
            )
        finally:
            ledger.close()

    def to_json(self) -> dict[str, Any]:
        """Return a dict for JSON."""
        sums = self.sums | {"count": str(self.sums["count"]), "nodes": str(self.sums["nodes"])}
        return {
            **{
                name: self.description[name]
                for name in ("kind", "problem", "unique")
                if name in self.description
            },
            "state": self.state,
            **sums,
            "crew": self.crew,
            "rate": self.status.get("rate"),
            "left": self.status.get("left"),
            "seen": self.seen,
            "workers": self.workers,
            "aside": [{"unit": unit, "why": why} for unit, why in self.aside],
            "slowest": self.slowest,
        }
