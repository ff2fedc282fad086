"""Runs on a cluster of dask: a real scheduler and real workers, on the loopback, that come, go and die."""

from __future__ import annotations

import contextlib
import os
import random
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tilewright.cli import run as command
from tilewright.cluster import Cluster, Pool, Run, RunTable, Tuning
from tilewright.cluster.works import TilingsWork
from tilewright.errors import EngineError
from tilewright.problem import Problem
from tilewright.search import Search
from waiting import until

distributed = pytest.importorskip("distributed")

Captured = pytest.CaptureFixture[str]
#: Tasks so small that there are many of them.
SMALL = Tuning(seconds=0.02, least=0.005, first=20_000, booking=0)
PROBLEM = Problem("5x12", "pentominoes")
#: A process of dask looks often whether the others are there, and starts no page of its own.
SETTINGS = {
    "DASK_DISTRIBUTED__SCHEDULER__WORKER_TTL": "30s",
    "DASK_DISTRIBUTED__SCHEDULER__ALLOWED_FAILURES": "0",
    "DASK_DISTRIBUTED__COMM__TIMEOUTS__CONNECT": "5s",
}


class Processes:
    """A scheduler and workers, each a process that can be killed."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.started: list[subprocess.Popen[bytes]] = []
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.address = f"tcp://127.0.0.1:{self.port}"
        self.scheduler = self.start_scheduler()

    def _start(self, *words: str) -> subprocess.Popen[bytes]:
        with (self.folder / "log").open("ab") as log:
            process = subprocess.Popen(
                [sys.executable, "-W", "ignore", "-m", *words],
                cwd=self.folder,
                env=os.environ | SETTINGS,
                stdout=subprocess.DEVNULL,
                stderr=log,
                start_new_session=True,
            )
        self.started.append(process)
        return process

    def start_scheduler(self) -> subprocess.Popen[bytes]:
        words = ("--host", "127.0.0.1", "--port", str(self.port), "--no-dashboard", "--no-show")
        return self._start("distributed.cli.dask_scheduler", *words)

    def start_worker(self, *, nanny: bool = False) -> subprocess.Popen[bytes]:
        words = ("--host", "127.0.0.1", "--nthreads", "1", "--no-dashboard", "--memory-limit", "0")
        words = (*words, "--local-directory", str(self.folder))
        keeper = ("--nanny",) if nanny else ("--no-nanny",)
        return self._start("distributed.cli.dask_worker", self.address, *words, *keeper)

    def close(self) -> None:
        for process in self.started:
            # With those that a nanny has started: they are a session of their own.
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()


@pytest.fixture
def processes(tmp_path: Path) -> Iterator[Processes]:
    with contextlib.closing(Processes(tmp_path)) as started:
        yield started


def reached(description: dict[str, Any], processes: Processes, **options: Any) -> Cluster:
    """The crew of a scheduler that may just be starting."""
    found: list[Cluster] = []

    def there() -> bool:
        with contextlib.suppress(EngineError):
            found.append(Cluster(description, processes.address, **options))
        return bool(found)

    until(there, "the scheduler answers")
    return found[0]


def expected() -> list[Any]:
    return list(Search(PROBLEM, unique=True))


def test_a_cluster_finds_what_the_search_finds(processes: Processes, capsys: Captured) -> None:
    folder = processes.folder / "run"
    processes.start_worker()
    work = TilingsWork.of(PROBLEM, unique=True)
    with Run(folder, work, SMALL) as run, contextlib.closing(reached(work.description, processes)) as crew:
        until(lambda: crew.threads == 1, "the worker joins")
        # Half of it here, and the other half by the command, at the same address.
        run.go(crew, lambda progress: run.stop() if progress.done > 8 else None)
        assert not run.complete
    words = ["solve", "5x12", "pentominoes", "--all", "--unique", "-q"]
    assert command([*words, "--run", str(folder), "--cluster", processes.address]) == 0
    assert capsys.readouterr().out == "1010\n"
    assert list(RunTable(folder)) == expected()


def test_workers_nanny_and_scheduler_die_and_others_come(processes: Processes) -> None:
    """A cluster that is killed piece by piece, and a pool that does what is left."""
    folder = processes.folder / "run"
    chance = random.Random(5)
    workers = [processes.start_worker(nanny=True), processes.start_worker()]
    kills = 0

    with Run.of_tilings(folder, PROBLEM, unique=True, tuning=SMALL) as run:
        for _ in range(20):
            with contextlib.closing(reached(run.work.description, processes)) as crew:
                step = 0

                def strike(progress: Any) -> None:
                    nonlocal kills, step
                    step += 1
                    if kills >= 6 or not progress.under_way or chance.random() < 0.7:
                        return
                    kills += 1
                    if kills == 3:
                        processes.scheduler.kill()
                        processes.scheduler.wait()
                        processes.scheduler = processes.start_scheduler()
                    victim = workers.pop(chance.randrange(len(workers)))
                    os.killpg(victim.pid, signal.SIGKILL)
                    victim.wait()
                    workers.append(processes.start_worker(nanny=kills % 2 == 0))

                if run.go(crew, strike) or kills >= 6:
                    break
        # The cluster leaves before the end.
        with contextlib.closing(Pool(run.work.description, 1)) as pool:
            assert run.go(pool)
    assert list(RunTable(folder)) == expected()


def test_nobody_at_the_address_is_said(tmp_path: Path, capsys: Captured) -> None:
    with socket.socket() as nobody:
        nobody.bind(("127.0.0.1", 0))
        address = f"tcp://127.0.0.1:{nobody.getsockname()[1]}"
        words = ["solve", "2x3", "L3=2", "--all", "--run", str(tmp_path / "run"), "--cluster", address]
        assert command(words) == 2
    assert f"no scheduler of dask answers at {address}" in capsys.readouterr().err
