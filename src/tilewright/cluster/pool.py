"""A pool of processes of this machine: the executor that needs nothing installed.

Each process has a task and the one after it, so that it never waits, and does them in order: when it dies, it is known on which
task. A process that is not done in time is ended and replaced.
"""

from __future__ import annotations

import contextlib
import json
import multiprocessing
import os
import queue
import signal
import sys
import threading
import time
from collections import deque
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from typing import Any

from tilewright.cluster.ledger import Task
from tilewright.cluster.tasks import Done, Event, Executor, Failed, WorkerDied
from tilewright.cluster.works import do, versions
from tilewright.errors import EngineError
from tilewright.system.cores import cores
from tilewright.system.garbage import collect_seldom
from tilewright.system.processes import Process, start_process
from tilewright.system.tables import SharedTables

__all__ = ["Pool"]
#: Tasks that a process has at a time.
_EACH = 2
#: So many processes in a row may die before they are ready.
_STILLBORN = 5
#: What each process runs, and what it has loaded before.
PROGRAM = "from tilewright.cluster.pool import serve; serve()"
TEMPLATE = "from tilewright.cluster.pool import load; load()"


def load() -> None:
    """Load, or compile, what most tasks need."""
    from tilewright.problem import Problem
    from tilewright.search import Search

    for engine in ("scan", "dance"):
        sum(1 for _ in Search(Problem("4x5", "pentominoes=0..1"), engine=engine))


def serve() -> None:
    """Do one task after the other (the life of a process)."""
    # Ctrl-C is for whoever hands out the tasks; where it can be, it is kept away from the start (`start_process`).
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    collect_seldom()
    # What the work might read or print is nothing of ours.
    pipe: Connection = Connection(os.dup(0))
    tables = SharedTables(int(sys.argv[1])) if len(sys.argv) > 1 else None
    with open(os.devnull) as nothing:  # noqa: PTH123
        os.dup2(nothing.fileno(), 0)
    tasks: queue.SimpleQueue[Any] = queue.SimpleQueue()

    def receive() -> None:
        with contextlib.suppress(EOFError, OSError):
            while True:
                tasks.put(pipe.recv())
        # Nobody is there any more who would take a result.
        os._exit(0)

    threading.Thread(target=receive, daemon=True).start()
    with contextlib.suppress(OSError):
        # Nobody may be there any more: the process ends as soon as that is seen.
        pipe.send((None, "ready"))
    while True:
        number, text, theirs, units, budget = tasks.get()
        try:
            answer: Any = do(text, theirs, units, budget, tables)
        except Exception as error:
            answer = error
        try:
            pipe.send((number, answer))
        except OSError:
            return
        except Exception:
            # An error that cannot be sent as it is.
            pipe.send((number, RuntimeError(f"{type(answer).__name__}: {answer}")))


@dataclass(eq=False)
class _Process:
    """A process, what it has to do, and since when it does the first of that."""

    pipe: Connection
    process: Process
    tasks: deque[tuple[int, float | None]] = field(default_factory=deque)
    since: float = 0.0
    ready: bool = False
    given_up: bool = False


class Pool(Executor):
    """Processes of this machine.

    Parameters
    ----------
    description : dict
        Of the work.
    processes : int, optional
        One for each core when not given.
    program : str, optional
        What each process runs.

    Raises
    ------
    EngineError
        From `poll`, if processes die before they can do anything.
    """

    exact = True

    def __init__(
        self, description: dict[str, Any], processes: int | None = None, program: str = PROGRAM
    ) -> None:
        self._program = program
        self._count = cores() if processes is None else processes
        self.name = f"{self._count} process{'' if self._count == 1 else 'es'}"
        self._text = json.dumps(description)
        self._versions = versions()
        self._happened: queue.SimpleQueue[tuple[_Process, Any]] = queue.SimpleQueue()
        self._stillborn = 0
        #: What the processes of the one work share, if the system can do that.
        self._shared = SharedTables.create()
        self._processes: list[_Process] = []
        try:
            self._processes += [self._start() for _ in range(self._count)]
        except BaseException:
            self.close()
            raise

    def _start(self) -> _Process:
        ours, theirs = multiprocessing.Pipe()
        shared = () if self._shared is None else (self._shared,)
        with theirs:
            process = start_process(
                self._program,
                [str(file) for file in shared],
                theirs.fileno(),
                template=TEMPLATE,
                pass_fds=shared,
            )
        worker = _Process(ours, process)
        threading.Thread(target=self._read, args=(worker,), daemon=True).start()
        return worker

    def _read(self, worker: _Process) -> None:
        """Take what a process sends (the life of a thread)."""
        with contextlib.suppress(EOFError, OSError):
            while True:
                self._happened.put((worker, worker.pipe.recv()))
        # It is dead, or about to be: waited for, so that nothing of it stays.
        worker.process.kill()
        worker.process.wait()
        # The pipe is closed by who writes to it, so that nobody writes while it is closed.
        self._happened.put((worker, None))

    @property
    def threads(self) -> int:
        """How many tasks can be worked on at the same time."""
        return self._count

    @property
    def workers(self) -> int:
        """How many processes there are."""
        return len(self._processes)

    @property
    def processes(self) -> list[int]:
        """The numbers of the processes."""
        return [worker.process.pid for worker in self._processes]

    @property
    def window(self) -> int:
        """How many tasks may be handed out and not yet done."""
        return _EACH * self._count

    def submit(self, task: Task, budget: int, patience: float | None) -> None:
        """Hand out a task to the process that has least to do."""
        worker = min(self._processes, key=lambda worker: len(worker.tasks))
        if not worker.tasks:
            worker.since = time.monotonic()
        worker.tasks.append((task.id, patience))
        # A process that has died takes nothing: it is told so in `poll`.
        with contextlib.suppress(OSError):
            worker.pipe.send((task.id, self._text, self._versions, task.units, budget))

    def poll(self, seconds: float) -> list[Event]:
        """Wait until something has happened, at most so long, and return all that has."""
        events: list[Event] = []
        wait = max(0.0, seconds)
        with contextlib.suppress(queue.Empty):
            while True:
                events += self._note(*self._happened.get(timeout=wait))
                wait = 0.0
        self._give_up()
        return events

    def _note(self, worker: _Process, message: Any) -> list[Event]:
        if message is None:
            return self._replace(worker)
        number, answer = message
        worker.ready, self._stillborn = True, 0
        worker.since = time.monotonic()
        if number is None:
            return []
        worker.tasks.popleft()
        return [Failed(number, answer) if isinstance(answer, Exception) else Done(number, answer)]

    def _replace(self, worker: _Process) -> list[Event]:
        """Put another process in the place of one that has died."""
        worker.pipe.close()
        if worker not in self._processes:
            return []
        self._processes.remove(worker)
        if not worker.ready:
            self._stillborn += 1
            if self._stillborn > _STILLBORN:
                raise EngineError(
                    f"processes of the run die as they start; the last one with status {worker.process.returncode}"
                )
        self._processes.append(self._start())
        how = "it was given up: too slow" if worker.given_up else f"status {worker.process.returncode}"
        why = f"process {worker.process.pid} died on it ({how})"
        # Only the first of its tasks was begun.
        return [
            WorkerDied(number, int(place == 0 and worker.ready), why)
            for place, (number, _) in enumerate(worker.tasks)
        ]

    def _give_up(self) -> None:
        """End the processes that have been at one task for too long."""
        now = time.monotonic()
        for worker in self._processes:
            if worker.ready and worker.tasks and not worker.given_up:
                patience = worker.tasks[0][1]
                if patience is not None and now - worker.since > patience:
                    worker.given_up = True
                    worker.process.kill()

    def close(self) -> None:
        """End all processes."""
        for worker in self._processes:
            worker.process.kill()
        for worker in self._processes:
            worker.process.wait()
        # The threads that read end with them.
        left = len(self._processes)
        while left:
            worker, message = self._happened.get()
            if message is None:
                worker.pipe.close()
                left -= 1
        self._processes.clear()
        if self._shared is not None:
            os.close(self._shared)
            self._shared = None
