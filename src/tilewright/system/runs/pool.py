"""A pool of processes on this machine, the executor that needs no extra package.

Each process has one task at work and one waiting, so that it never idles, and does them in order.
So it is known on which task it died. A process that takes too long is killed and replaced.
"""

from __future__ import annotations

import contextlib
import json
import multiprocessing
import os
import queue
import signal
import subprocess
import sys
import threading
from collections import deque
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from typing import Any

from tilewright.errors import EngineError
from tilewright.system.platform.garbage import collect_seldom
from tilewright.system.platform.machine import cores
from tilewright.system.platform.pipes import start_process, stdin_of, take_stdin
from tilewright.system.runs.ledger import Task
from tilewright.system.runs.registry import do, versions
from tilewright.system.runs.work import Done, Event, Executor, Failed, WorkerDied, received
from tilewright.system.values.arrays import SharedTables
from tilewright.system.work.deadline import Deadline

#: The number of processes in a row that may die before they are ready.
_STILLBORN = 5
#: The program of each process.
PROGRAM = "from tilewright.system.runs.pool import serve; serve()"


def serve() -> None:
    """Execute one task after another (the main loop of a process)."""
    # Ctrl-C is for the process that hands out the tasks; `start_process` shelters this one where it
    # can.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    collect_seldom()
    # The pipe is standard input, which the work must not read.
    pipe = take_stdin()
    tables = SharedTables(int(sys.argv[1])) if len(sys.argv) > 1 else None
    tasks: queue.SimpleQueue[Any] = queue.SimpleQueue()

    def receive() -> None:
        with contextlib.suppress(EOFError, OSError):
            while True:
                tasks.put(pipe.recv())
        # The parent is gone.
        os._exit(0)

    threading.Thread(target=receive, daemon=True).start()
    with contextlib.suppress(OSError):
        # If the parent is gone already, the thread ends this process.
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
            # The error cannot be pickled.
            pipe.send((number, RuntimeError(f"{type(answer).__name__}: {answer}")))


@dataclass(eq=False)
class _Process:
    """A process, its tasks, and the deadline of the first one."""

    pipe: Connection
    process: subprocess.Popen[bytes]
    tasks: deque[tuple[int, float | None]] = field(default_factory=deque)
    deadline: Deadline = field(default_factory=Deadline)
    ready: bool = False
    given_up: bool = False

    def start_clock(self) -> None:
        """Set the deadline of the first task."""
        self.deadline = Deadline(self.tasks[0][1] if self.tasks else None)


class Pool(Executor):
    """Local processes, one per core by default; `poll` raises EngineError if they keep dying at the
    start.
    """

    def __init__(
        self, description: dict[str, Any], processes: int | None = None, program: str = PROGRAM
    ) -> None:
        self._program = program
        self.threads = self.workers = cores() if processes is None else processes
        self.name = f"{self.threads} process{'' if self.threads == 1 else 'es'}"
        self._text = json.dumps(description)
        self._versions = versions()
        self._happened: queue.SimpleQueue[tuple[_Process, Any]] = queue.SimpleQueue()
        self._stillborn = 0
        #: A file of shared tables, if the system supports it.
        self._shared = SharedTables.create()
        self._processes: list[_Process] = []
        try:
            self._processes += [self._start() for _ in range(self.threads)]
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
                stdin_of(theirs),
                shared,
            )
        worker = _Process(ours, process)
        threading.Thread(target=self._read, args=(worker,), daemon=True).start()
        return worker

    def _read(self, worker: _Process) -> None:
        """Receive the messages of a process (a thread)."""
        with contextlib.suppress(EOFError, OSError):
            while True:
                self._happened.put((worker, worker.pipe.recv()))
        # It is dead or dying; wait, so that it leaves no zombie.
        worker.process.kill()
        worker.process.wait()
        # The thread that writes to the pipe closes it, so nobody writes to a closed pipe.
        self._happened.put((worker, None))

    @property
    def processes(self) -> list[int]:
        """The process IDs."""
        return [worker.process.pid for worker in self._processes]

    def submit(self, task: Task, budget: int, patience: float | None) -> None:
        """Hand out a task to the process with the fewest tasks."""
        worker = min(self._processes, key=lambda worker: len(worker.tasks))
        worker.tasks.append((task.id, patience))
        if len(worker.tasks) == 1:
            worker.start_clock()
        # `poll` handles a process that has died.
        with contextlib.suppress(OSError):
            worker.pipe.send((task.id, self._text, self._versions, task.units, budget))

    def poll(self, seconds: float) -> list[Event]:
        """Wait for events for at most `seconds`, and return all of them."""
        events: list[Event] = []
        for worker, message in received(self._happened, seconds):
            events += self._take_message(worker, message)
        self._kill_late()
        return events

    def _take_message(self, worker: _Process, message: Any) -> list[Event]:
        if message is None:
            return self._replace_process(worker)
        number, answer = message
        worker.ready, self._stillborn = True, 0
        if number is not None:
            worker.tasks.popleft()
        worker.start_clock()
        if number is None:
            return []
        return [Failed(number, answer) if isinstance(answer, Exception) else Done(number, answer)]

    def _replace_process(self, worker: _Process) -> list[Event]:
        """Replace a dead process."""
        worker.pipe.close()
        if worker not in self._processes:
            return []
        self._processes.remove(worker)
        if not worker.ready:
            self._stillborn += 1
            if self._stillborn > _STILLBORN:
                raise EngineError(
                    "the worker processes fail at startup, the last one with exit status "
                    f"{worker.process.returncode}"
                )
        self._processes.append(self._start())
        how = (
            "the task took too long"
            if worker.given_up
            else f"exit status {worker.process.returncode}"
        )
        verb = "was killed" if worker.given_up else "died"
        why = f"process {worker.process.pid} {verb} on it ({how})"
        # Only its first task was in progress.
        return [
            WorkerDied(number, int(place == 0 and worker.ready), why)
            for place, (number, _) in enumerate(worker.tasks)
        ]

    def _kill_late(self) -> None:
        """Kill the processes that have spent too long on one task."""
        for worker in self._processes:
            if worker.ready and worker.tasks and not worker.given_up and worker.deadline.passed:
                worker.given_up = True
                worker.process.kill()

    def close(self) -> None:
        """Kill all processes."""
        for worker in self._processes:
            worker.process.kill()
        for worker in self._processes:
            worker.process.wait()
        # The reader threads end with them.
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
