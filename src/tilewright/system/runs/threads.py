"""Threads of this process, the executor of a checkpoint: no other process has to start, and an
interrupt loses nothing.
"""

from __future__ import annotations

import contextlib
import queue
from concurrent.futures import ThreadPoolExecutor

from tilewright.system.platform.machine import cores
from tilewright.system.runs.ledger import Task
from tilewright.system.runs.work import Done, Event, Executor, Failed, Work
from tilewright.system.values.arguments import counted


class Threads(Executor):
    """Threads of this process, one per core by default."""

    exact = True

    def __init__(self, work: Work, threads: int | None = None) -> None:
        self._work = work
        work.stopping = False
        self._count = cores() if threads is None else threads
        self.name = counted(self._count, "thread")
        self._happened: queue.SimpleQueue[Event] = queue.SimpleQueue()
        self._pool = ThreadPoolExecutor(self._count, thread_name_prefix="tilewright tasks")

    @property
    def threads(self) -> int:
        """The number of tasks that can run at the same time."""
        return self._count

    @property
    def workers(self) -> int:
        """The number of threads."""
        return self._count

    def submit(self, task: Task, budget: int, patience: float | None) -> None:
        """Hand out a task; a thread cannot be given up."""
        self._pool.submit(self._do, task, budget)

    def _do(self, task: Task, budget: int) -> None:
        try:
            self._happened.put(Done(task.id, self._work.do_measured(task.units, budget)))
        except Exception as error:
            self._happened.put(Failed(task.id, error))

    def poll(self, seconds: float) -> list[Event]:
        """Wait for events for at most `seconds`, and return all of them."""
        events: list[Event] = []
        wait = max(0.0, seconds)
        with contextlib.suppress(queue.Empty):
            while True:
                events.append(self._happened.get(timeout=wait))
                wait = 0.0
        return events

    def finish(self) -> list[Event]:
        """End the tasks in progress, and return what they have done so far."""
        self.close()
        return self.poll(0.0)

    def close(self) -> None:
        """End the tasks in progress."""
        self._work.stopping = True
        self._pool.shutdown(wait=True, cancel_futures=True)
