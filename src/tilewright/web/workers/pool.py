"""WorkerPool: a bounded number of processes that do the work, so that no request can slow others for long.

Each worker limits itself in time (a timer that interrupts Python between two steps of an engine) and in
memory (an address space limit). A worker that does not come back anyway is killed and replaced. Work
whose client has left is taken out of the queue, or interrupted. Work comes in three sizes, and the larger
never takes the last worker from the smaller. Clients take turns: whoever asks a lot waits, and nobody else.
"""

from __future__ import annotations

import asyncio
import atexit
import contextlib
import itertools
import json
import logging
import multiprocessing
import subprocess
import threading
from collections import OrderedDict, deque
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from typing import Any

from tilewright.system.cores import cores
from tilewright.system.interrupts import ask_to_stop
from tilewright.system.processes import start_process
from tilewright.web.schema import Size
from tilewright.web.workers.worker import MAIN, TEMPLATE, Unfinished, handed

__all__ = ["Assignment", "Busy", "Down", "Stopped", "WorkerPool"]

_log = logging.getLogger(__name__)

#: So many processes that die one after the other before they are ready, and no more are started.
_STARTS = 3


class Busy(Exception):
    """The queue is full."""


class Down(Exception):
    """There are no processes: those that were started died before they were ready."""


class Stopped(Exception):
    """The server is shutting down."""


@dataclass(eq=False)
class Assignment:
    """One piece of work: what to do, and a queue for what comes back."""

    number: int
    name: str
    arguments: dict[str, Any]
    seconds: float
    size: Size
    client: str = ""
    answers: asyncio.Queue[tuple[str, Any]] = field(default_factory=asyncio.Queue)
    worker: _Worker | None = None
    over: bool = False


class _Worker:
    """A process, the pipe to it, and the thread that reads the pipe."""

    def __init__(self, pool: WorkerPool) -> None:
        self.pipe, theirs = multiprocessing.Pipe()
        with theirs:
            self.process = start_process(MAIN, [str(pool.memory)], handed(theirs), template=TEMPLATE)
        self.job: Assignment | None = None
        self.pool = pool
        self.ready = False
        self.killed = False
        loop = asyncio.get_running_loop()
        threading.Thread(target=self._read, args=(loop,), daemon=True).start()

    def _read(self, loop: asyncio.AbstractEventLoop) -> None:
        with contextlib.suppress(RuntimeError):  # the loop is closed: the server is going down
            try:
                while True:
                    number, kind, value = self.pipe.recv()
                    loop.call_soon_threadsafe(self.pool._answer, self, number, kind, value)
            except (EOFError, OSError):
                loop.call_soon_threadsafe(self.pool._lost, self)
        # It is dead, or about to be: waited for, so that nothing of it stays.
        self.process.kill()
        self.process.wait()
        self.pipe.close()


class WorkerPool:
    """A bounded pool of processes.

    Parameters
    ----------
    workers : int, optional
        Number of processes, at least 2; by default one for each core and one more, which is for small work only.
    waiting : int
        How many requests may wait; a quarter of them for large work, a half of them of one client.
    memory : int
        Address space of a worker, in bytes.
    cache : int
        How many answers are kept for the same request.
    grace : float
        Seconds from the interruption of a worker to its end.

    Attributes
    ----------
    workers : list
        The processes that are there; none before the start. Each has its `process`, is `ready` or not, and has a `job` or None.
    """

    def __init__(
        self,
        workers: int | None = None,
        waiting: int = 256,
        memory: int = 4 << 30,
        cache: int = 2048,
        grace: float = 2.5,
    ) -> None:
        self.size = max(2, workers) if workers else max(3, cores() + 1)
        self.waiting = waiting
        self.memory = memory
        self.grace = grace
        self.workers: list[_Worker] = []
        self._queue: deque[Assignment] = deque()
        self._numbers = itertools.count()
        self._turns: OrderedDict[str, None] = OrderedDict()  # clients, the one served last at the end
        self._remembered: OrderedDict[str, Any] = OrderedDict()
        self._most_remembered = cache
        self._shared: dict[str, tuple[asyncio.Task[Any], list[int]]] = {}
        self._loop: asyncio.AbstractEventLoop | None = None
        #: The event loop in which no more work is taken.
        self._left: asyncio.AbstractEventLoop | None = None
        #: Processes that died before they were ready, since the last one that was.
        self._failed = 0

    @property
    def remembered(self) -> int:
        """How many answers are kept."""
        return len(self._remembered)

    def start(self) -> None:
        """Start the processes, unless they are there; called by the first request, if nobody did before.

        They belong to the event loop that runs now. Those of another one, which is over, are ended.
        """
        loop = asyncio.get_running_loop()
        self._left = None
        if self._loop is loop:
            return
        self._end()
        self._loop = loop
        self._queue.clear()
        self._shared.clear()
        self._failed = 0
        self.workers = [_Worker(self) for _ in range(self.size)]
        atexit.register(self._end)

    def leave(self) -> None:
        """Take no more work: what waits or is under way ends with `Stopped`, and so does what comes until the next start."""
        self._left = asyncio.get_running_loop()
        jobs = [*self._queue, *(worker.job for worker in self.workers if worker.job is not None)]
        self._queue.clear()
        for job in jobs:
            if not job.over:
                job.over = True
                job.answers.put_nowait(("error", Stopped()))

    async def stop(self) -> None:
        """End the processes."""
        self.leave()
        self._loop = None
        self._end()

    def _start_if_open(self) -> None:
        if self._left is asyncio.get_running_loop():
            raise Stopped
        self.start()

    def _end(self) -> None:
        """Kill the processes, which are not replaced, and wait until nothing of them is left."""
        atexit.unregister(self._end)
        workers, self.workers = self.workers, []
        for worker in workers:
            worker.process.kill()
        for worker in workers:
            with contextlib.suppress(subprocess.TimeoutExpired):
                worker.process.wait(5)

    async def run(
        self,
        name: str,
        arguments: dict[str, Any],
        seconds: float,
        *,
        size: Size = "small",
        client: str = "",
    ) -> Any:
        """Do some work and return its answer; the same work at the same time is done once.

        Answers that would always be the same are kept (`Operation.lasts`).
        """
        self._start_if_open()
        key = json.dumps([name, arguments], sort_keys=True)
        if key in self._remembered:
            self._remembered.move_to_end(key)
            return self._remembered[key]
        if key not in self._shared:
            job = self._submit(name, arguments, seconds, size, client)
            self._shared[key] = (asyncio.create_task(self._wait(job, key)), [0])
        task, users = self._shared[key]
        users[0] += 1
        try:
            return await asyncio.shield(task)
        finally:
            users[0] -= 1
            if users[0] == 0:
                task.cancel()
                if self._shared.get(key, (None,))[0] is task:
                    del self._shared[key]

    async def _wait(self, job: Assignment, key: str) -> Any:
        """Wait for an answer and keep it under its key; give the work up when nobody waits for it any more."""
        try:
            kind, value = await job.answers.get()
        except asyncio.CancelledError:
            self.cancel(job)
            raise
        if kind == "error":
            raise value
        if kind == "result":
            self._remembered[key] = value
        while len(self._remembered) > self._most_remembered:
            self._remembered.popitem(last=False)
        return value

    async def stream(
        self, name: str, arguments: dict[str, Any], seconds: float, *, client: str = ""
    ) -> AsyncIterator[Any]:
        """Do some work and yield what comes, piece by piece."""
        self._start_if_open()
        job = self._submit(name, arguments, seconds, "large", client)
        try:
            while True:
                kind, value = await job.answers.get()
                if kind == "item":
                    yield value
                elif kind == "error":
                    raise value
                else:
                    return
        finally:
            self.cancel(job)

    def cancel(self, job: Assignment) -> None:
        """Give a piece of work up, wherever it stands."""
        if job.over:
            return
        job.over = True
        if job in self._queue:
            self._queue.remove(job)
        elif job.worker is not None:
            worker = job.worker
            ask_to_stop(worker.process)
            asyncio.get_running_loop().call_later(self.grace, self._kill_if_at, worker, job)

    def _submit(
        self, name: str, arguments: dict[str, Any], seconds: float, size: Size, client: str
    ) -> Assignment:
        if not self.workers:
            raise Down
        # Large work may fill a quarter of the queue only, so that there is always room for smaller work;
        # and one client a half of it, so that there is always room for others.
        large = sum(other.size == "large" for other in self._queue)
        same = sum(other.client == client for other in self._queue) if client else 0
        if (
            len(self._queue) >= self.waiting
            or (size == "large" and large >= self.waiting // 4)
            or same >= self.waiting // 2
        ):
            raise Busy
        job = Assignment(next(self._numbers), name, arguments, seconds, size, client)
        self._queue.append(job)
        self._dispatch()
        return job

    def _dispatch(self) -> None:
        for worker in self.workers:
            if worker.job is not None or worker.process.poll() is not None:
                continue
            job = self._next(self._open_to())
            if job is None:
                return
            self._queue.remove(job)
            worker.job, job.worker = job, worker
            try:
                worker.pipe.send((job.number, job.name, job.arguments, job.seconds))
            except OSError:
                self._lost(worker)
                continue
            limit = job.seconds + self.grace + (0 if worker.ready else 60)
            asyncio.get_running_loop().call_later(limit, self._kill_if_at, worker, job)

    def _open_to(self) -> set[Size]:
        """Return the sizes that a free worker may take."""
        sizes = [worker.job.size for worker in self.workers if worker.job is not None]
        large = sizes.count("large")
        open_to: set[Size] = {"small"}
        if large + sizes.count("middle") < self.size - 1:
            open_to.add("middle")
            if large < max(1, self.size - 2):
                open_to.add("large")
        return open_to

    def _next(self, open_to: set[Size]) -> Assignment | None:
        """Return the first job of the client whose turn it is."""
        first: dict[str, Assignment] = {}
        for job in self._queue:
            if job.size in open_to:
                first.setdefault(job.client, job)
        if not first:
            return None
        # Whoever was not served lately comes first, in the order of asking.
        served = {client: place for place, client in enumerate(self._turns)}
        client = min(first, key=lambda name: (served.get(name, -1), first[name].number))
        self._turns[client] = None
        self._turns.move_to_end(client)
        while len(self._turns) > self.waiting:
            self._turns.popitem(last=False)
        return first[client]

    def _answer(self, worker: _Worker, number: int, kind: str, value: Any) -> None:
        worker.ready, self._failed = True, 0
        job = worker.job
        if job is None or job.number != number:
            return
        if kind == "crash":
            _log.error("%s went wrong, which is a fault of tilewright: %s", job.name, value)
            kind, value = "error", Unfinished()
        if not job.over:
            job.answers.put_nowait((kind, value))
        if kind != "item":
            job.over = True
            worker.job = None
            self._dispatch()

    def _kill_if_at(self, worker: _Worker, job: Assignment) -> None:
        if worker.job is job:
            worker.killed = True
            worker.process.kill()

    def _lost(self, worker: _Worker) -> None:
        """Replace a worker that has died, unless all that are started die."""
        if worker not in self.workers:
            return
        worker.process.kill()
        job = worker.job
        if not worker.ready:
            self._failed += 1
        elif not worker.killed:
            _log.error("a worker was lost at %s; there is a new one", job.name if job else "nothing")
        if job is not None and not job.over:
            if worker.ready or worker.killed:
                job.over = True
                job.answers.put_nowait(("error", Unfinished()))
            else:
                # It was never begun.
                job.worker = None
                self._queue.appendleft(job)
        if self._failed < _STARTS:
            self.workers[self.workers.index(worker)] = _Worker(self)
        else:
            self.workers.remove(worker)
            self._say_failed()
        self._dispatch()

    def _say_failed(self) -> None:
        """Say that no more workers are started, once; without any, answer all that wait for one."""
        if self._failed == _STARTS:
            _log.error(
                "%d workers died one after the other before they were ready, so no more are started; what they said "
                "is above. Mend that and start the page again",
                _STARTS,
            )
        if self.workers:
            return
        while self._queue:
            job = self._queue.popleft()
            job.over = True
            job.answers.put_nowait(("error", Down()))
