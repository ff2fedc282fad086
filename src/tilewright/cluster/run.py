"""A run: tasks are handed out to an executor, and what comes back is booked, until all is done; and how far it is.

The tasks that wait are taken by their weights, the heaviest first. What is left of a task is cut into as many as are needed to
keep everybody at work, so one huge subtree never holds up the end; the budget grows with the run, to tasks of some
seconds, and shrinks again when little is left.
"""

from __future__ import annotations

import heapq
import math
import os
import time
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tilewright.cluster.ledger import LEDGER, Ledger, Outcome, Task, Unit, key_of
from tilewright.cluster.lists import ListWork
from tilewright.cluster.store import STORES
from tilewright.cluster.tasks import Done, Event, Executor, Failed, Work, WorkerDied
from tilewright.cluster.works import TilingsWork, VersionError, check_description, work_of
from tilewright.deadline import current_deadline
from tilewright.errors import CheckpointError, TilewrightError
from tilewright.files.checkpoint import naming
from tilewright.files.replacing import is_held, write_lasting
from tilewright.progress import RunProgress

if TYPE_CHECKING:
    from tilewright.problem import Problem
    from tilewright.search import EngineName

__all__ = ["Report", "Run", "RunTuning"]

#: Workers that may die on a task before it is set aside.
_DEATHS = 3
#: Seconds between two notes in the ledger of how the work stands.
_NOTE_EVERY = 2.0
#: Tasks whose files are in one folder: those that are booked together wait for one folder mostly.
_FOLDER = 1000


@dataclass(frozen=True)
class RunTuning:
    """How large tasks are, and how long is waited for them.

    Attributes
    ----------
    seconds : float
        A task takes about so long, once the run has been at work for a while.
    least : float
        A task takes at least about so long.
    first : int
        The budget of the first task.
    booking : float
        A task takes at least so many times as long as to book a task for each thread, as whoever books is one, and the
        workers may be many; but no longer than to book all that are left.
    patience : float
        A worker is given up when it has been at a task for so many seconds, or 30 times as long as it should take.
    tick : float
        Seconds between two looks at deadlines.
    """

    seconds: float = 10.0
    least: float = 0.1
    first: int = 1 << 20
    booking: float = 4.0
    patience: float = 600.0
    tick: float = 0.2

    def aim(self, threads: int, worked: float, left: float, cost: float) -> float:
        """Return how many seconds a task should take.

        Parameters
        ----------
        threads : int
        worked, left : float
            Seconds of all of them together, so far and still.
        cost : float
            Seconds that it takes to book a task.
        """
        # With tasks of the square root, to book them all takes as long as the last of them.
        floor = max(self.least, min(self.booking * threads * cost, math.sqrt(left * cost)))
        return max(floor, min(self.seconds, worked / (8 * threads), left / (4 * threads)))


class Run:
    """The work in one folder.

    Use it as a context manager, or `close` it: as long as it is open, no other process can write to the folder.

    Parameters
    ----------
    folder : Path
        Where the ledger and the files are, or will be.
    work : Work
    tuning : RunTuning, optional

    Attributes
    ----------
    stopped_by : {None, "timeout", "stop", "aside"}
        Why `go` came back before all was done: in the end tasks were left that had been set aside.

    Raises
    ------
    CheckpointError
        If the ledger is damaged, foreign, or about something else.
    OutputError
        If the folder cannot be written, or another run is writing to it.
    """

    def __init__(self, folder: Path, work: Work, tuning: RunTuning | None = None) -> None:
        self.folder = Path(folder)
        self.work = work
        self.tuning = tuning or RunTuning()
        self.ledger = Ledger(self.folder, work.description)
        # How files are kept is as the run was begun, also where pyarrow came or went since.
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
    def of_tilings(
        cls,
        folder: Path,
        problem: Problem,
        *,
        unique: bool = False,
        seed: int | None = None,
        engine: EngineName = "auto",
        tuning: RunTuning | None = None,
    ) -> Run:
        """Return the run that finds all tilings of a problem, a new one or one to go on with.

        Parameters
        ----------
        folder, tuning
            As for `Run`.
        problem, unique, seed, engine
            As for `tilewright.search.Search`.

        Raises
        ------
        RequestError
            If the problem has faults, or the engine has no tree that can be divided.
        CheckpointError
            If the folder holds a run of something else.
        """
        work = TilingsWork.of(problem, unique=unique, seed=seed, engine=engine)
        return cls(folder, work, tuning)

    @classmethod
    def resume(cls, folder: Path, tuning: RunTuning | None = None) -> Run:
        """Return the run that is in a folder, to go on with it.

        Raises
        ------
        CheckpointError
            If there is none, or it is damaged.
        """
        ledger = Ledger(Path(folder))
        ledger.close()
        description = {name: value for name, value in ledger.description.items() if name != "began"}
        return cls(folder, work_of(description), tuning)

    def __enter__(self) -> Run:
        return self

    def __exit__(self, *unused: object) -> None:
        self.close()

    def close(self) -> None:
        """Let go of the folder."""
        self.ledger.close()

    @property
    def complete(self) -> bool:
        """Whether all is done."""
        return self.ledger.complete and not (self.work.grows and self.work.more(self.answers()))

    def answers(self) -> list[Any]:
        """Return what came of the units of a list, JSON values in their order, up to the first that is not done."""
        work = self.work
        if not isinstance(work, ListWork):
            return []
        with naming(self.ledger.path):
            return [value for booked in self.ledger.in_order() for value in work.answers(booked.answer)]

    @property
    def count(self) -> int:
        """How many tilings, or what else is counted, were found so far."""
        return int(self._sums["count"])

    def stop(self) -> None:
        """Let `go` come back soon, from any thread or a signal; what is under way is lost."""
        self._stopping = True

    def go(self, executor: Executor, progress: Callable[[RunProgress], object] | None = None) -> bool:
        """Work until all is done, the deadline that holds here has passed, or it is told to stop.

        Parameters
        ----------
        executor : Executor
            Who works. It is not closed.
        progress : callable, optional
            Called with a `tilewright.progress.RunProgress` some times a second.

        Returns
        -------
        bool
            Whether all is done.

        Raises
        ------
        OutputError
            If a disk is full, or a file cannot be written: everything that came back before is booked.
        TilewrightError
            If a worker is of another version, or there are no workers that could do anything.
        """
        RunSession(self, executor, progress).work()
        return self.complete


class RunSession:
    """One time that a run is worked on."""

    def __init__(
        self, run: Run, executor: Executor, progress: Callable[[RunProgress], object] | None
    ) -> None:
        self.run = run
        self.executor = executor
        self.progress = progress
        self.under_way: dict[int, Task] = {}
        self.waiting: list[tuple[float, int]] = []
        #: Tasks on which workers have died: each is tried with no other beside it, where it is not known which of them it was.
        self.suspects: list[tuple[float, int]] = []
        self.began = self.noted = time.monotonic()
        self.before = dict(run._sums)
        #: Why a worker cannot take part.
        self.refused: TilewrightError | None = None
        #: Seconds that it takes to book a task, of late.
        self.cost = 0.0
        #: Recent nodes and seconds, for the rate.
        self.recent = [0.0, 0.0]

    def work(self) -> None:
        run, executor = self.run, self.executor
        run.stopped_by = None
        run._stopping = False
        run.ledger.begin([[unit] for unit in run._first], executor.name)
        run._sums = run.ledger.sums()
        for number, weight, deaths in run.ledger.waiting():
            self._wait(number, weight, suspect=bool(deaths) and not executor.exact)
        deadline = current_deadline()
        while True:
            if run._stopping or deadline.passed:
                run.stopped_by = "stop" if run._stopping else "timeout"
                break
            self._hand_out()
            if not self.under_way:
                if run._sums["aside"]:
                    run.stopped_by = "aside"
                    break
                if not self._grow():
                    break
                continue
            events = executor.poll(min(run.tuning.tick, max(0.0, deadline.left)))
            if events:
                # Nobody waits for the disk: those who are done have the next tasks before it is booked what they did.
                self._hand_out({event.task for event in events})
                self._book(events)
            elif time.monotonic() - self.noted > _NOTE_EVERY:
                self._book([])
            if self.progress is not None:
                self.progress(self.state())
        self._book([])
        if self.progress is not None:
            self.progress(self.state())

    def state(self) -> RunProgress:
        """Return how far the run is."""
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

    def _hand_out(self, back: Collection[int] = ()) -> None:
        """Fill the window, in which those tasks are no more that have come back."""
        executor, patience = self.executor, None
        budget, expected = self._budget()
        if self.run.work.budgeted:
            patience = max(self.run.tuning.patience, 30 * expected)
        # A task of a list may take any time: none waits behind another one.
        window = executor.window if self.run.work.budgeted else executor.threads
        busy = len(self.under_way.keys() - back)
        chosen = self.suspects or self.waiting
        if self.suspects or (any(task.deaths for task in self.under_way.values()) and not executor.exact):
            # What kills a worker takes all tasks with it that are there: a suspect is alone.
            window = 1
        for _ in range(min(max(1, window) - busy, len(chosen))):
            task = self.run.ledger.task(heapq.heappop(chosen)[1])
            self.under_way[task.id] = task
            executor.submit(task, budget, patience)

    def _wait(self, number: int, weight: float, *, suspect: bool = False) -> None:
        """Let a task wait until it is handed out."""
        rank = -weight if self.run.work.heaviest_first else 0.0
        heapq.heappush(self.suspects if suspect else self.waiting, (rank, number))

    def _grow(self) -> bool:
        """Add what turns out to be needed when all is done; return whether that was something."""
        run = self.run
        units = run.work.more(run.answers()) if run.work.grows else []
        if units:
            with run.ledger.booking():
                added = run.ledger.extend([[unit] for unit in units])
            run._sums = run.ledger.sums()
            for task in added:
                self._wait(task.id, task.weight)
        return bool(units)

    def _budget(self) -> tuple[int, float]:
        """Return how many nodes a task may try now, and how many seconds that should take."""
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
        """Write files, then the ledger: all of these events, or, if a disk is full, none."""
        run = self.run
        begin = time.monotonic()
        # Twice in one go: the first that came counts, with its own file.
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
                        for new in self._done(task, event.outcome, files.get(number), sums, working)
                    ]
                elif isinstance(event, WorkerDied):
                    added += self._lost(task, event, sums)
                else:
                    added += self._failed(task, event, sums)
            run.ledger.note(time.monotonic() - self.began, self.state().to_json())
        self.noted = time.monotonic()
        run._sums = sums
        for number in first:
            del self.under_way[number]
        for suspect, task in added:
            self._wait(task.id, task.weight, suspect=suspect)
        if first:
            each = (time.monotonic() - begin) / len(first)
            self.cost = each if not self.cost else 0.8 * self.cost + 0.2 * each
        if self.refused is not None:
            raise self.refused

    def _write(self, contents: Mapping[int, bytes]) -> dict[int, str]:
        """Put the files of tasks in their places, and return their names."""
        ending = STORES[self.run.work.description["store"]].ending if contents else ""
        names = {
            number: f"tilings/{number // _FOLDER:03}/{key_of(self.under_way[number].units)}{ending}"
            for number in contents
        }
        files = {self.run.folder / names[number]: data for number, data in contents.items()}
        write_lasting(files, "the run's file")
        return names

    def _done(
        self, task: Task, outcome: Outcome, file: str | None, sums: dict[str, Any], working: int
    ) -> list[Task]:
        # As many tasks as are needed to keep everybody at work.
        rest = _cut(outcome.rest, max(1, 2 * self.executor.window - working - len(self.waiting)))
        new = self.run.ledger.book(task, rest, outcome, file)
        if new is None:
            return []
        sums["count"] += outcome.count
        sums["nodes"] += outcome.nodes
        sums["seconds"] += outcome.seconds
        sums["tasks"] += len(new)
        sums["done"] += 1
        sums["share"] = min(1.0, sums["share"] + max(0.0, task.weight - sum(child.weight for child in new)))
        self.recent = [
            0.9 * self.recent[0] + outcome.nodes,
            0.9 * self.recent[1] + outcome.seconds,
        ]
        return new

    def _lost(self, task: Task, event: WorkerDied, sums: dict[str, Any]) -> list[tuple[bool, Task]]:
        """Book that workers died; return the task if it shall be tried again, and whether it is a suspect."""
        deaths = event.deaths
        if not self.executor.exact and not task.deaths:
            # Others were with it, and it may have been any of them.
            deaths = min(deaths, _DEATHS - 1)
        total = task.deaths + deaths
        aside = total >= _DEATHS
        if aside:
            sums["aside"] += 1
        self.run.ledger.fail(task, total, aside=aside, error=event.why)
        return [] if aside else [(total > 0 and not self.executor.exact, task)]

    def _failed(self, task: Task, event: Failed, sums: dict[str, Any]) -> list[tuple[bool, Task]]:
        """Book that a task ended in an error: it would again."""
        if isinstance(event.error, VersionError | CheckpointError):
            # Nothing is wrong with the task: the run ends when the others are booked.
            self.refused = event.error
            return [(False, task)]
        sums["aside"] += 1
        why = f"{type(event.error).__name__}: {event.error}"
        self.run.ledger.fail(task, task.deaths, aside=True, error=" ".join(why.split())[:500])
        return []


def _cut(rest: Sequence[tuple[Unit, float]], pieces: int) -> list[list[tuple[Unit, float]]]:
    """Cut a list of units into at most so many groups of neighbors, of about the same weight."""
    if not rest:
        return []
    pieces = min(pieces, len(rest))
    total = sum(weight for _, weight in rest)
    # Weights of deep subtrees may be nothing at all.
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
    """How far a run is.

    Attributes
    ----------
    description : dict
        What it is about, JSON values.
    state : {"complete", "at work", "stopped"}
    sums : dict
        Over all tasks: ``count``, ``nodes``, ``seconds``, ``share``, ``tasks``, ``done``, ``waiting``, ``aside``.
    crew : str
        Who works on it, or did last.
    status : dict
        The last `tilewright.progress.RunProgress` as JSON, with ``rate``, ``left``, ``workers``.
    seen : str
        When that was, in UTC.
    workers : list of dict
        Who has worked: ``worker``, ``tasks``, ``nodes``, ``seconds``, ``last``; the last that brought something first.
    aside : list of (key of the first unit, why)
        Tasks that were set aside.
    slowest : float
        Seconds of the longest task.
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
        """Return how far the run in a folder is, also while another process works on it.

        Raises
        ------
        CheckpointError
            If there is no run in the folder, or its ledger is damaged.
        """
        ledger = Ledger(Path(folder))
        try:
            check_description(ledger.description, ledger.damaged)
            sessions = ledger.sessions()
            last: dict[str, Any] = sessions[-1] if sessions else {"crew": "", "status": {}, "seen": ""}
            at_work = "at work" if is_held(Path(folder) / LEDGER) else "stopped"
            return cls(
                description=ledger.description,
                state="complete" if ledger.complete else at_work,
                sums=ledger.sums(),
                crew=last["crew"],
                status=last["status"],
                seen=last["seen"],
                workers=ledger.workers(),
                aside=[(task.units[0][0], why) for task, why in ledger.aside()],
                slowest=ledger.slowest(),
            )
        finally:
            ledger.close()

    def to_json(self) -> dict[str, Any]:
        """Return it as JSON values."""
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
