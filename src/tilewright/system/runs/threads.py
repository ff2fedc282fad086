"""Threads of this process, the executor of a checkpoint: no other process has to start, and an
interrupt loses nothing.
"""

from __future__ import annotations

import queue
from concurrent.futures import ThreadPoolExecutor

from tilewright.system.platform.machine import cores
from tilewright.system.runs.ledger import Task
from tilewright.system.runs.work import Done, Event, Executor, Failed, Work, received
from tilewright.system.values.arguments import counted


class Threads(Executor):
    """Threads of this process, one per core by default."""

    def __init__(self, work: Work, threads: int | None = None) -> None:
        self._work = work
        work.stopping = False
        self.threads = self.workers = cores() if threads is None else threads
        self.name = counted(self.threads, "thread")
        self._happened: queue.SimpleQueue[Event] = queue.SimpleQueue()
        self._pool = ThreadPoolExecutor(self.threads, thread_name_prefix="tilewright tasks")

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
        return list(received(self._happened, seconds))

    def finish(self) -> list[Event]:
        """End the tasks in progress, and return what they have done so far."""
        self.close()
        return self.poll(0.0)

    def close(self) -> None:
        """End the tasks in progress."""
        self._work.stopping = True
        self._pool.shutdown(wait=True, cancel_futures=True)
