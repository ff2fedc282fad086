"""A cluster of dask: the executor for many machines.

The engine is dask.distributed: its scheduler gives the tasks to its workers, and gives them to others when workers die. Here are
only the window of tasks that are handed out, and what to make of everything that can happen to one. A task keeps its name, which comes
from its units, but each try is a key of its own: a try that comes back late is known, and counts if it is the first.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import queue
import secrets
import threading
import time
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from tilewright.cluster.ledger import Task, key_of
from tilewright.cluster.tasks import Done, Event, Executor, Failed, WorkerDied
from tilewright.cluster.works import do, versions
from tilewright.errors import EngineError

__all__ = ["Cluster"]
#: Tasks handed out for each thread of a worker: one at work, and enough that none has to wait for the next.
_EACH = 4
#: Seconds that a result that is announced may take to come.
_FETCH = 60.0
#: Seconds between two looks at who is there.
_LOOK_EVERY = 1.0
#: Seconds that one try to reach the scheduler takes.
_REACH = 5.0


def _distributed() -> Any:
    try:
        import distributed
    except ImportError:
        raise EngineError(
            'clusters need dask.distributed, which is not installed: pip install "tilewright[cluster]"',
            where="--cluster",
        ) from None
    return distributed


class Cluster(Executor):
    """The workers of a scheduler of dask, as they come and go.

    Parameters
    ----------
    description : dict
        Of the work.
    address : str
        Of the scheduler: ``tcp://host:8786``, ``tls://host:8786``, ``host:8786``.
    tls : mapping, optional
        Files ``tls_ca_file``, ``tls_client_cert``, ``tls_client_key``, as dask's ``Security`` takes them.
    patience : float
        Seconds to wait for a scheduler that does not answer.

    Attributes
    ----------
    dashboard : str
        The address of dask's own page; empty if it has none.

    Raises
    ------
    EngineError
        If dask is not installed, or nobody answers at the address.
    """

    exact = False

    def __init__(
        self,
        description: dict[str, Any],
        address: str,
        *,
        tls: Mapping[str, str] | None = None,
        patience: float = 120.0,
    ) -> None:
        self._dask = _distributed()
        self.name = address
        self._tls = dict(tls or {})
        self._text = json.dumps(description)
        self._versions = versions()
        self._patience = patience
        self._token = secrets.token_hex(4)
        self._tries = 0
        self._client: Any = None
        self._gone: float | None = None
        #: Of each task: its try, its future, when it was handed out, and how long is waited for it.
        self._out: dict[int, tuple[int, Any, float, float | None]] = {}
        #: Tries that were given away, and may still come back.
        self._late: dict[int, Any] = {}
        self._happened: queue.SimpleQueue[tuple[int, Event]] = queue.SimpleQueue()
        self._fetchers = ThreadPoolExecutor(4, thread_name_prefix="tilewright results")
        self._over = threading.Event()
        self._workers = self._threads = 0
        self.dashboard = ""
        try:
            self._connect(_REACH * 2)
        except BaseException:
            self.close()
            raise
        self._looking = threading.Thread(target=self._look, name="tilewright cluster", daemon=True)
        self._looking.start()

    def _connect(self, seconds: float) -> None:
        from tilewright.cluster.worker_setup import WorkerSetup

        security = self._dask.Security(require_encryption=True, **self._tls) if self._tls else None
        try:
            self._client = self._dask.Client(
                self.name, security=security, timeout=seconds, set_as_default=False, name="tilewright"
            )
            self._client.register_plugin(WorkerSetup(self._text), name=f"tilewright-{self._token}")
        except (OSError, TimeoutError, ValueError, TypeError, RuntimeError) as error:
            # Dask takes a scheme that the certificates do not fit for a wrong type, or refuses to speak.
            if self.name.startswith("tls:") != bool(self._tls) and isinstance(
                error, TypeError | RuntimeError
            ):
                why = "speaks TLS, which needs --tls-ca, --tls-cert and --tls-key"
                if self._tls:
                    why = "speaks no TLS by this address, and certificates were given; it begins with tls:// then"
                raise EngineError(f"the scheduler at {self.name} {why}", where="--cluster") from None
            raise EngineError(
                f"no scheduler of dask answers at {self.name}: {error or type(error).__name__}",
                where="--cluster",
            ) from None
        with contextlib.suppress(Exception):
            self.dashboard = self._client.dashboard_link or ""
        self._count()

    def _count(self) -> None:
        with contextlib.suppress(Exception):
            threads = self._client.nthreads()
            self._workers, self._threads = len(threads), sum(threads.values())

    def _look(self) -> None:
        """See who is there (the life of a thread)."""
        while not self._over.wait(_LOOK_EVERY):
            if self._client.status == "running":
                self._count()

    @property
    def threads(self) -> int:
        """How many tasks can be worked on at the same time."""
        return self._threads

    @property
    def workers(self) -> int:
        """How many processes there are."""
        return self._workers

    @property
    def waiting(self) -> str:
        """Why nobody can work now: the scheduler does not answer, or has no workers."""
        if self._client.status != "running":
            return f"waiting for the scheduler at {self.name}, which does not answer"
        if not self._threads:
            return f"waiting for workers: the scheduler at {self.name} has none (start one with: dask worker {self.name})"
        return ""

    @property
    def window(self) -> int:
        """How many tasks may be handed out and not yet done."""
        return _EACH * self._threads

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
            # The scheduler has just gone: `poll` looks after that.
            self._out[task.id] = (number, None, time.monotonic(), None)
            self._happened.put((number, WorkerDied(task.id, 0, f"it could not be handed out: {error}")))
            return
        self._out[task.id] = (number, future, time.monotonic(), patience)
        future.add_done_callback(lambda done: self._fetch_soon(number, task.id, done))

    def _fetch_soon(self, number: int, task: int, future: Any) -> None:
        with contextlib.suppress(RuntimeError):  # it is over
            self._fetchers.submit(self._fetch, number, task, future)

    def _fetch(self, number: int, task: int, future: Any) -> None:
        """Get what came of a task, and let the cluster forget it."""
        event: Event
        try:
            event = Done(task, future.result(timeout=_FETCH))
        except self._dask.KilledWorker as error:
            deaths = 1 + int(getattr(error, "allowed_failures", 0))
            event = WorkerDied(task, deaths, f"{deaths} workers died on it, the last at {_address(error)}")
        except (OSError, TimeoutError, asyncio.CancelledError, self._dask.CancelledError) as error:
            event = WorkerDied(task, 0, f"{type(error).__name__}: {error}")
        except Exception as error:
            event = Failed(task, error)
        self._happened.put((number, event))
        with contextlib.suppress(Exception):
            future.release()

    def poll(self, seconds: float) -> list[Event]:
        """Wait until something has happened, at most so long, and return all that has."""
        events: list[Event] = []
        wait = max(0.0, seconds)
        with contextlib.suppress(queue.Empty):
            while True:
                number, event = self._happened.get(timeout=wait)
                wait = 0.0
                events += self._note(number, event)
        if self._client.status == "closed":
            events += self._reconnect()
        else:
            self._gone = None
            events += self._given_away()
        return events

    def _note(self, number: int, event: Event) -> list[Event]:
        late = self._late.pop(number, None) is not None
        if late and isinstance(event, Done):
            # What was given away has come back all the same: whoever is first counts.
            return [event]
        current = self._out.get(event.task)
        if current is None or current[0] != number:
            return []
        del self._out[event.task]
        if isinstance(event, Failed) and isinstance(event.error, ModuleNotFoundError):
            raise EngineError(f"the workers of {self.name} lack a package: {event.error}", where="--cluster")
        return [event]

    def _given_away(self) -> list[Event]:
        """Give away what takes too long: the worker hangs, or is out of reach."""
        now = time.monotonic()
        if not self._threads:
            # Nobody is there, so nobody hangs.
            self._out = {
                task: (number, future, now, patience)
                for task, (number, future, _, patience) in self._out.items()
            }
            return []
        slow = [
            task
            for task, (_, _, since, patience) in self._out.items()
            if patience is not None and now - since > patience * _EACH
        ]
        for task in slow:
            number, future, *_ = self._out.pop(task)
            self._late[number] = future
        return [WorkerDied(task, 1, "its worker hangs: it was given away") for task in slow]

    def _reconnect(self) -> list[Event]:
        """Try to reach the scheduler again; what it had is lost.

        Raises
        ------
        EngineError
            If it has been gone for too long.
        """
        now = time.monotonic()
        gone = self._gone = self._gone or now
        lost: list[Event] = [WorkerDied(task, 0, "the scheduler was gone") for task in self._out]
        self._out.clear()
        self._late.clear()
        self._workers = self._threads = 0
        try:
            self._connect(_REACH)
            self._gone = None
        except EngineError:
            if time.monotonic() - gone > self._patience:
                raise EngineError(
                    f"the scheduler at {self.name} has not answered for {self._patience:.0f} seconds; what came back is saved, "
                    "and the same command resumes the run",
                    where="--cluster",
                ) from None
        return lost

    def close(self) -> None:
        """Take back what was handed out, and leave the cluster."""
        self._over.set()
        client = self._client
        if client is not None:
            futures = [future for _, future, *_ in self._out.values() if future is not None]
            futures += self._late.values()
            with contextlib.suppress(Exception):
                if client.status == "running" and futures:
                    client.cancel(futures, force=True)
            with contextlib.suppress(Exception):
                client.unregister_worker_plugin(f"tilewright-{self._token}")
            with contextlib.suppress(Exception):
                client.close(timeout=_REACH)
        self._fetchers.shutdown(wait=True, cancel_futures=True)
        self._out.clear()
        self._late.clear()


def _address(error: Any) -> str:
    return str(getattr(getattr(error, "last_worker", None), "address", "an unknown address"))
