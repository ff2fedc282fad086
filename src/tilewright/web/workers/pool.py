"""A bounded pool of processes that do the work, so that no request can slow others for long.

Each worker limits its own time (a timer that interrupts Python between steps of an engine) and memory (an address space
limit). A worker that does not return is killed and replaced. Work whose client has left is dequeued or interrupted. Work has
three sizes; larger work never takes the last worker. Clients take turns, so a busy client delays only itself.
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

#: After this many processes died before they were ready, no more are started.
_STARTS = 3
#: Seconds that a process may take to load and compile everything on a busy machine, at low priority.
_STARTUP = 3600.0


class Busy(Exception):
    """The queue is full."""


class Down(Exception):
    """There are no processes, since they died before they were ready."""


class Stopped(Exception):
    """The server is shutting down."""


@dataclass(eq=False)
class Assignment:
    """A piece of work, with a queue for its answers."""

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
        loop.call_later(_STARTUP, self._end_if_unready)
        threading.Thread(target=self._read, args=(loop,), daemon=True).start()

    def _end_if_unready(self) -> None:
        if not self.ready:
            self.process.kill()

    def _read(self, loop: asyncio.AbstractEventLoop) -> None:
        with contextlib.suppress(RuntimeError):  # the loop is closed while the server shuts down
            try:
                while True:
                    number, kind, value = self.pipe.recv()
                    loop.call_soon_threadsafe(self.pool._answer, self, number, kind, value)
            except (EOFError, OSError):
                loop.call_soon_threadsafe(self.pool._lost, self)
        # Reap the process, which is dead or about to be.
        self.process.kill()
        self.process.wait()
        self.pipe.close()


class WorkerPool:
    """A bounded pool of processes.

    Parameters
    ----------
    workers : int, optional
        Number of processes, at least 2; by default one more than cores, which is for small work only.
    waiting : int
        Most requests that may wait: at most a quarter of them for large work, and half of them of one client.
    memory : int
        Address space of a worker, in bytes.
    cache : int
        Number of answers that are cached.
    grace : float
        Seconds from the interruption of a worker to its end.
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
        self._turns: OrderedDict[str, None] = OrderedDict()  # clients, the most recently served last
        self._remembered: OrderedDict[str, Any] = OrderedDict()
        self._most_remembered = cache
        self._shared: dict[str, tuple[asyncio.Task[Any], list[int]]] = {}
        self._loop: asyncio.AbstractEventLoop | None = None
        #: The event loop in which no more work is accepted.
        self._left: asyncio.AbstractEventLoop | None = None
        #: Processes that died before they were ready, since the last success.
        self._failed = 0

    @property
    def ready(self) -> bool:
        """Whether a process has loaded and compiled everything."""
        return any(worker.ready for worker in self.workers)

    @property
    def remembered(self) -> int:
        """The number of cached answers."""
        return len(self._remembered)

    def start(self) -> None:
        """Start the processes, unless they run already; the first request calls this if nobody else did.

        They belong to the current event loop. Those of a previous loop are ended. One process loads and compiles everything; the others
        are started when it is ready, and find what it has compiled.
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
        self.workers = [_Worker(self)]
        atexit.register(self._end)

    def leave(self) -> None:
        """Accept no more work until the next start; pending work ends with `Stopped`."""
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
        """Kill the processes, without replacing them, and wait for them."""
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
        """Run an operation and return its answer. Equal requests at the same time share one run, and answers that last are cached."""
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
        """Wait for an answer and cache it; cancel the work if nobody waits for it any more."""
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
        """Run an operation and yield its results one by one."""
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
        """Cancel a piece of work, queued or running."""
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
        # Large work may fill a quarter of the queue, and one client half of it, so that others always have room.
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
            # A worker that still loads or compiles gets no work, so that this is not counted as time of the work.
            if not worker.ready or worker.job is not None or worker.process.poll() is not None:
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
            limit = job.seconds + self.grace
            asyncio.get_running_loop().call_later(limit, self._kill_if_at, worker, job)

    def _open_to(self) -> set[Size]:
        """Return the sizes of work that a free worker may take."""
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
        # Clients that were not served recently come first, in the order of asking.
        served = {client: place for place, client in enumerate(self._turns)}
        client = min(first, key=lambda name: (served.get(name, -1), first[name].number))
        self._turns[client] = None
        self._turns.move_to_end(client)
        while len(self._turns) > self.waiting:
            self._turns.popitem(last=False)
        return first[client]

    def _answer(self, worker: _Worker, number: int, kind: str, value: Any) -> None:
        new = not worker.ready
        worker.ready, self._failed = True, 0
        if new and worker in self.workers:
            self.workers += [_Worker(self) for _ in range(self.size - len(self.workers))]
        job = worker.job
        if job is None or job.number != number:
            if new:
                self._dispatch()
            return
        if kind == "crash":
            _log.error("%s crashed, which is a bug in tilewright: %s", job.name, value)
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
        """Replace a worker that died, unless all new ones die."""
        if worker not in self.workers:
            return
        worker.process.kill()
        job = worker.job
        if not worker.ready:
            self._failed += 1
        elif not worker.killed:
            _log.error("a worker died during %s and was replaced", job.name if job else "no work")
        if job is not None and not job.over:
            job.over = True
            job.answers.put_nowait(("error", Unfinished()))
        if self._failed < _STARTS:
            self.workers[self.workers.index(worker)] = _Worker(self)
        else:
            self.workers.remove(worker)
            self._say_failed()
        self._dispatch()

    def _say_failed(self) -> None:
        """Report once that no more workers are started; if there are none, fail everything that waits."""
        if self._failed == _STARTS:
            _log.error(
                "%d workers died before they were ready, so no more are started. See their messages above, and restart the "
                "page when the cause is fixed.",
                _STARTS,
            )
        if self.workers:
            return
        while self._queue:
            job = self._queue.popleft()
            job.over = True
            job.answers.put_nowait(("error", Down()))
