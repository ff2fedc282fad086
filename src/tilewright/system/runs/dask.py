"""A dask cluster, the executor for many machines.

The scheduler of dask.distributed gives tasks to its workers and moves them when workers die. This
module limits the tasks that are handed out, and handles everything that can happen to one. Each
attempt has its own key, so a result that comes back late is recognized, and counts if it is the
first.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import queue
import secrets
import threading
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from tilewright.errors import EngineError
from tilewright.system.runs.ledger import Task, key_of
from tilewright.system.runs.registry import do, versions
from tilewright.system.runs.work import Done, Event, Executor, Failed, WorkerDied, received
from tilewright.system.values.arguments import counted
from tilewright.system.work.deadline import Deadline

#: Seconds to wait for an announced result.
_FETCH = 60.0
#: Seconds between two counts of the workers.
_LOOK_EVERY = 1.0
#: Seconds for one attempt to reach the scheduler.
_REACH = 5.0


def _import_distributed() -> Any:
    try:
        import distributed
    except ImportError:
        raise EngineError(
            'a cluster requires dask.distributed: pip install "tilewright[cluster]"',
            where="--run",
        ) from None
    return distributed


class Cluster(Executor):
    """The workers of a dask scheduler, as they come and go.

    Dask's own configuration holds, for example with the TLS files, and `dashboard` is the URL of
    dask's own page, if any. Raises EngineError if dask is not installed or the scheduler does not
    answer for `patience` seconds.
    """

    exact = False
    each = 4

    def __init__(
        self, description: dict[str, Any], address: str, *, patience: float = 120.0
    ) -> None:
        self._dask = _import_distributed()
        import dask.config

        self.name = address
        secured = dask.config.get("distributed.comm.tls.ca-file", None)
        self._secured = secured is not None
        self._text = json.dumps(description)
        self._versions = versions()
        self._patience = patience
        self._token = secrets.token_hex(4)
        self._tries = 0
        self._client: Any = None
        self._gone: Deadline | None = None
        #: For each task: its attempt, its future, and its deadline.
        self._out: dict[int, tuple[int, Any, Deadline]] = {}
        #: Attempts that were given up but may still come back.
        self._late: dict[int, Any] = {}
        self._happened: queue.SimpleQueue[tuple[int, Event]] = queue.SimpleQueue()
        self._fetchers = ThreadPoolExecutor(4, thread_name_prefix="tilewright results")
        self._over = threading.Event()
        self.workers = self.threads = 0
        self.dashboard = ""
        try:
            self._connect(_REACH * 2)
        except BaseException:
            self.close()
            raise
        self._looking = threading.Thread(
            target=self._watch_workers, name="tilewright cluster", daemon=True
        )
        self._looking.start()

    def _connect(self, seconds: float) -> None:
        security = self._dask.Security(require_encryption=True) if self._secured else None
        try:
            self._client = self._dask.Client(
                self.name,
                security=security,
                timeout=seconds,
                set_as_default=False,
                name="tilewright",
            )
        except (OSError, TimeoutError, ValueError, TypeError, RuntimeError) as error:
            # Dask reports a mismatch of scheme and certificates as one of these errors.
            if self.name.startswith("tls:") != self._secured and isinstance(
                error, TypeError | RuntimeError
            ):
                why = (
                    "uses TLS; specify the certificates in a dask configuration file "
                    "(DASK_CONFIG=FILE)"
                )
                if self._secured:
                    why = "does not use TLS, but certificates are configured; use tls://host:port"
                raise EngineError(f"the scheduler at {self.name} {why}", where="--run") from None
            raise EngineError(
                f"no dask scheduler responds at {self.name}: {error or type(error).__name__}",
                where="--run",
            ) from None
        with contextlib.suppress(Exception):
            self.dashboard = self._client.dashboard_link or ""
        self._count_workers()

    def _count_workers(self) -> None:
        with contextlib.suppress(Exception):
            threads = self._client.nthreads()
            self.workers, self.threads = len(threads), sum(threads.values())

    def _watch_workers(self) -> None:
        """Count the workers now and then (a thread)."""
        while not self._over.wait(_LOOK_EVERY):
            if self._client.status == "running":
                self._count_workers()

    @property
    def waiting(self) -> str:
        """Why no worker is available: the scheduler does not answer, or has no workers."""
        if self._client.status != "running":
            return f"waiting for the scheduler at {self.name}, which does not respond"
        if not self.threads:
            return (
                f"waiting for workers of the scheduler at {self.name}; start one with: dask "
                f"worker {self.name}"
            )
        return ""

    def submit(self, task: Task, budget: int, patience: float | None) -> None:
        """Hand out a task."""
        self._tries += 1
        number = self._tries
        key = f"tilewright-{key_of(task.units)}-{self._token}-{number}"
        try:
            future = self._client.submit(
                do, self._text, self._versions, task.units, budget, key=key, pure=False, retries=0
            )
        except Exception as error:
            # The scheduler has just gone; `poll` handles that.
            self._out[task.id] = (number, None, Deadline())
            self._happened.put(
                (number, WorkerDied(task.id, 0, f"the task could not be sent to a worker: {error}"))
            )
            return
        self._out[task.id] = (
            number,
            future,
            Deadline(None if patience is None else patience * self.each),
        )
        future.add_done_callback(lambda done: self._fetch_soon(number, task.id, done))

    def _fetch_soon(self, number: int, task: int, future: Any) -> None:
        with contextlib.suppress(RuntimeError):  # closed
            self._fetchers.submit(self._fetch, number, task, future)

    def _fetch(self, number: int, task: int, future: Any) -> None:
        """Fetch the result of a task, and release it on the cluster."""
        event: Event
        try:
            event = Done(task, future.result(timeout=_FETCH))
        except self._dask.KilledWorker as error:
            deaths = 1 + int(getattr(error, "allowed_failures", 0))
            event = WorkerDied(
                task,
                deaths,
                f"{counted(deaths, 'worker')} died during the task; the last one was at "
                f"{_address(error)}",
            )
        except (OSError, TimeoutError, asyncio.CancelledError, self._dask.CancelledError) as error:
            event = WorkerDied(task, 0, f"{type(error).__name__}: {error}")
        except Exception as error:
            event = Failed(task, error)
        self._happened.put((number, event))
        with contextlib.suppress(Exception):
            future.release()

    def poll(self, seconds: float) -> list[Event]:
        """Wait for events for at most `seconds`, and return all of them."""
        events: list[Event] = []
        for number, event in received(self._happened, seconds):
            events += self._take_event(number, event)
        if self._client.status == "closed":
            events += self._reconnect()
        else:
            self._gone = None
            events += self._give_up_late()
        return events

    def _take_event(self, number: int, event: Event) -> list[Event]:
        late = self._late.pop(number, None) is not None
        if late and isinstance(event, Done):
            # A task that was given up has come back; the first result counts.
            return [event]
        current = self._out.get(event.task)
        if current is None or current[0] != number:
            return []
        del self._out[event.task]
        if isinstance(event, Failed) and isinstance(event.error, ModuleNotFoundError):
            raise EngineError(
                f"a package is missing on the workers of {self.name}: {event.error}",
                where="--run",
            )
        return [event]

    def _give_up_late(self) -> list[Event]:
        """Give up the tasks that take too long, since their worker hangs or is unreachable."""
        if not self.threads:
            # Without workers, no task can hang, so the clocks start again.
            self._out = {
                task: (number, future, Deadline(deadline.seconds))
                for task, (number, future, deadline) in self._out.items()
            }
            return []
        slow = [task for task, (_, _, deadline) in self._out.items() if deadline.passed]
        for task in slow:
            number, future, *_ = self._out.pop(task)
            self._late[number] = future
        return [WorkerDied(task, 1, "the worker took too long") for task in slow]

    def _reconnect(self) -> list[Event]:
        """Reconnect to the scheduler, whose tasks are lost; give up after `patience` seconds."""
        gone = self._gone = self._gone or Deadline(self._patience)
        lost: list[Event] = [
            WorkerDied(task, 0, "the scheduler disconnected") for task in self._out
        ]
        self._out.clear()
        self._late.clear()
        self.workers = self.threads = 0
        try:
            self._connect(_REACH)
            self._gone = None
        except EngineError:
            if gone.passed:
                raise EngineError(
                    f"the scheduler at {self.name} has not responded for {self._patience:.0f} "
                    "seconds; the results so far are saved, and the same command resumes the run",
                    where="--run",
                ) from None
        return lost

    def close(self) -> None:
        """Cancel all tasks and disconnect."""
        self._over.set()
        client = self._client
        if client is not None:
            futures = [future for _, future, *_ in self._out.values() if future is not None]
            futures += self._late.values()
            with contextlib.suppress(Exception):
                if client.status == "running" and futures:
                    client.cancel(futures, force=True)
            with contextlib.suppress(Exception):
                client.close(timeout=_REACH)
        self._fetchers.shutdown(wait=True, cancel_futures=True)
        self._out.clear()
        self._late.clear()


def _address(error: Any) -> str:
    return str(getattr(getattr(error, "last_worker", None), "address", "an unknown address"))
