"""Pool: a bounded number of processes that do the work, so that no request can slow others for long.

Each worker limits itself in time (a timer that interrupts Python between two steps of an engine) and in
memory (an address space limit). A worker that does not come back anyway is killed and replaced. Work
whose client has left is taken out of the queue, or interrupted. Work comes in three sizes, and the larger
never takes the last worker from the smaller. Clients take turns: whoever asks a lot waits, and nobody else.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import json
import logging
import multiprocessing
import os
import signal
import threading
from collections import OrderedDict, deque
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from typing import Any, Literal

from tilewright.web.failure import Unfinished
from tilewright.web.worker import live

__all__ = ["Busy", "Job", "Pool", "Size"]

_log = logging.getLogger(__name__)

#: How much work a request may be: *small* takes parts of a second, *middle* and *large* up to their limits of time.
Size = Literal["small", "middle", "large"]


class Busy(Exception):
    """The queue is full."""


@dataclass(eq=False)
class Job:
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

    def __init__(self, pool: Pool) -> None:
        context = multiprocessing.get_context("spawn")
        self.pipe, theirs = context.Pipe()
        self.process = context.Process(target=live, args=(theirs, pool.memory), daemon=True)
        self.process.start()
        theirs.close()
        self.job: Job | None = None
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


class Pool:
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
    """

    def __init__(
        self,
        workers: int | None = None,
        waiting: int = 256,
        memory: int = 4 << 30,
        cache: int = 2048,
        grace: float = 2.5,
    ) -> None:
        self.size = max(2, workers) if workers else max(3, (os.cpu_count() or 1) + 1)
        self.waiting = waiting
        self.memory = memory
        self.grace = grace
        self._workers: list[_Worker] = []
        self._queue: deque[Job] = deque()
        self._numbers = itertools.count()
        self._turns: OrderedDict[str, None] = OrderedDict()  # clients, the one served last at the end
        self._cache: OrderedDict[str, Any] = OrderedDict()
        self._cache_size = cache
        self._shared: dict[str, tuple[asyncio.Task[Any], list[int]]] = {}

    async def start(self) -> None:
        """Start the processes."""
        self._workers = [_Worker(self) for _ in range(self.size)]

    async def stop(self) -> None:
        """End the processes."""
        workers, self._workers = self._workers, []
        for worker in workers:
            worker.process.kill()
            worker.pipe.close()
        for worker in workers:
            await asyncio.to_thread(worker.process.join, 5)

    async def run(
        self,
        name: str,
        arguments: dict[str, Any],
        seconds: float,
        *,
        size: Size = "small",
        client: str = "",
        keep: bool = True,
    ) -> Any:
        """Do some work and return its answer; the same work at the same time is done once.

        Parameters
        ----------
        name : str
            A function of `tilewright.web.work`.
        arguments : dict
            JSON values.
        seconds : float
            Limit of time, once it has begun.
        size : {"small", "middle", "large"}
            How much work it may be.
        client : str
            Who asks: clients take turns.
        keep : bool
            Keep the answer for who asks the same, if it would always be the same (see `tilewright.web.work.lasting`).

        Raises
        ------
        Busy, Unfinished, TilewrightError
        """
        key = json.dumps([name, arguments], sort_keys=True)
        if key in self._cache:
            self._cache.move_to_end(key)
            return self._cache[key]
        if key not in self._shared:
            job = self._submit(name, arguments, seconds, size, client)
            self._shared[key] = (asyncio.create_task(self._wait(job, key if keep else None)), [0])
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

    async def _wait(self, job: Job, key: str | None) -> Any:
        """Wait for an answer and keep it under its key; give the work up when nobody waits for it any more."""
        try:
            kind, value = await job.answers.get()
        except asyncio.CancelledError:
            self.cancel(job)
            raise
        if kind == "error":
            raise value
        if key is not None and kind == "result":
            self._cache[key] = value
        while len(self._cache) > self._cache_size:
            self._cache.popitem(last=False)
        return value

    async def stream(
        self, name: str, arguments: dict[str, Any], seconds: float, *, client: str = ""
    ) -> AsyncIterator[Any]:
        """Do some work and yield what comes, piece by piece."""
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

    def cancel(self, job: Job) -> None:
        """Give a piece of work up, wherever it stands."""
        if job.over:
            return
        job.over = True
        if job in self._queue:
            self._queue.remove(job)
        elif job.worker is not None:
            worker = job.worker
            with contextlib.suppress(ProcessLookupError, TypeError):
                os.kill(worker.process.pid or 0, signal.SIGUSR1)
            asyncio.get_running_loop().call_later(self.grace, self._kill_if_at, worker, job)

    def _submit(self, name: str, arguments: dict[str, Any], seconds: float, size: Size, client: str) -> Job:
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
        job = Job(next(self._numbers), name, arguments, seconds, size, client)
        self._queue.append(job)
        self._dispatch()
        return job

    def _dispatch(self) -> None:
        for worker in self._workers:
            if worker.job is not None or not worker.process.is_alive():
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
        sizes = [worker.job.size for worker in self._workers if worker.job is not None]
        large = sizes.count("large")
        open_to: set[Size] = {"small"}
        if large + sizes.count("middle") < self.size - 1:
            open_to.add("middle")
            if large < max(1, self.size - 2):
                open_to.add("large")
        return open_to

    def _next(self, open_to: set[Size]) -> Job | None:
        """Return the first job of the client whose turn it is."""
        first: dict[str, Job] = {}
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
        worker.ready = True
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

    def _kill_if_at(self, worker: _Worker, job: Job) -> None:
        if worker.job is job:
            worker.killed = True
            worker.process.kill()

    def _lost(self, worker: _Worker) -> None:
        """Replace a worker that has died."""
        if worker not in self._workers:
            return
        if not worker.killed:
            _log.error(
                "a worker was lost at %s; there is a new one", worker.job.name if worker.job else "nothing"
            )
        # It is dead, or about to be: waited for, so that nothing of it stays.
        worker.process.kill()
        asyncio.get_running_loop().run_in_executor(None, worker.process.join, 5)
        if worker.job is not None and not worker.job.over:
            worker.job.over = True
            worker.job.answers.put_nowait(("error", Unfinished()))
        self._workers[self._workers.index(worker)] = _Worker(self)
        self._dispatch()
