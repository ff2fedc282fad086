"""Runs on a dask cluster: a real scheduler and real workers on the loopback that come, go and
die."""

from __future__ import annotations

import contextlib
import json
import os
import random
import shutil
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from commands import Popen, run_process
from tilewright.apps.command import run as command
from tilewright.errors import CheckpointError, EngineError
from tilewright.model.problem import Problem
from tilewright.solving.search import Search
from tilewright.solving.search.recorded import RunTable
from tilewright.solving.search.work import TilingsWork, tilings_run
from tilewright.system.runs import Cluster, Pool, Report, Run, RunTuning
from tilewright.system.runs.work import Event, WorkerDied
from waiting import NEVER, until

dask = pytest.importorskip("dask")
pytest.importorskip("distributed")

Captured = pytest.CaptureFixture[str]
#: Small tasks, so that there are many.
SMALL = RunTuning(seconds=0.02, least=0.005, first=20_000, booking=0)
PROBLEM = Problem("5x12", "pentominoes")
#: Dask processes with short heartbeats and without a dashboard.
SETTINGS = {
    "DASK_DISTRIBUTED__SCHEDULER__WORKER_TTL": "30s",
    "DASK_DISTRIBUTED__SCHEDULER__ALLOWED_FAILURES": "0",
    "DASK_DISTRIBUTED__COMM__TIMEOUTS__CONNECT": "5s",
}


class Processes:
    """A scheduler and workers, each a process that can be killed."""

    def __init__(self, folder: Path, tls: tuple[str, ...] = ()) -> None:
        self.folder = folder
        self.tls = tls
        self.started: list[subprocess.Popen[bytes]] = []
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.address = f"{'tls' if tls else 'tcp'}://127.0.0.1:{self.port}"
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
        words = (
            "--host",
            "127.0.0.1",
            "--port",
            str(self.port),
            "--no-dashboard",
            "--no-show",
            *self.tls,
        )
        protocol = ("--protocol", "tls") if self.tls else ()
        return self._start("distributed.cli.dask_scheduler", *words, *protocol)

    def start_worker(
        self, *, nanny: bool = False, preload: Path | None = None
    ) -> subprocess.Popen[bytes]:
        words = ("--host", "127.0.0.1", "--nthreads", "1", "--no-dashboard", "--memory-limit", "0")
        words = (*words, "--local-directory", str(self.folder))
        keeper = ("--nanny",) if nanny else ("--no-nanny",)
        first = () if preload is None else ("--preload", str(preload))
        return self._start(
            "distributed.cli.dask_worker", self.address, *words, *keeper, *self.tls, *first
        )

    def close(self) -> None:
        for process in self.started:
            # Including the processes of a nanny, which form a session.
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()


@pytest.fixture
def processes(tmp_path: Path) -> Iterator[Processes]:
    with contextlib.closing(Processes(tmp_path)) as started:
        yield started


def reached(description: dict[str, Any], processes: Processes, **options: Any) -> Cluster:
    """The executor for a scheduler that may still be starting."""
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
    with (
        Run(folder, work, SMALL) as run,
        contextlib.closing(reached(work.description, processes)) as crew,
    ):
        until(lambda: crew.threads == 1, "the worker joins")
        # Half of it here, the other half by the command at the same address.
        # The first task, the whole tree, exceeds its budget, so there is a rest.
        run.go(crew, lambda progress: run.stop() if progress.done else None)
        assert not run.complete
    words = ["solve", "5x12", "pentominoes", "--all", "--unique", "-q"]
    assert command([*words, "--run", f"{folder}@{processes.address}"]) == 0
    assert capsys.readouterr().out == "1010\n"
    assert list(RunTable(folder)) == expected()


@pytest.mark.slow
def test_workers_nanny_and_scheduler_die_and_others_come(processes: Processes) -> None:
    """A cluster is killed piece by piece, and a pool does the rest."""
    folder = processes.folder / "run"
    chance = random.Random(5)
    workers = [processes.start_worker(nanny=True), processes.start_worker()]
    kills = 0

    with tilings_run(folder, PROBLEM, unique=True, tuning=SMALL) as run:
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
        # The cluster is closed before the end.
        with contextlib.closing(Pool(run.work.description, 1)) as pool:
            assert run.go(pool)
    assert list(RunTable(folder)) == expected()


#: A preload of a worker, which fails on the unit named in a file; each time leaves a mark.
STRUCK = """
import json, os, time
from pathlib import Path
from tilewright.system.runs import registry as works
# It may be loaded twice.
do, folder = getattr(works.do, "before", works.do), Path({folder!r})
def struck(text, versions, units, budget):
    unit = folder / "unit"
    if unit.exists() and json.loads(unit.read_text()) == units[0][0]:
        first = not list(folder.glob("*.mark"))
        (folder / f"{{os.getpid()}}.mark").touch()
        {what}
    return do(text, versions, units, budget)
struck.before = do
struck.__module__ = "tilewright.system.runs.registry"
struck.__qualname__ = struck.__name__ = "do"
works.do = struck
"""


class Struck(Cluster):
    """A cluster whose workers fail on one task, the first one after the root."""

    chosen = 0
    #: Seconds after which its first attempt is given up.
    patience: float | None = None

    def __init__(self, folder: Path, *arguments: Any) -> None:
        self.folder = folder
        super().__init__(*arguments)

    def submit(self, task: Any, budget: int, patience: float | None) -> None:
        first = task.id != 1 and not self.chosen
        if first:
            self.chosen = task.id
            (self.folder / "unit").write_text(json.dumps(task.units[0][0]))
        super().submit(task, budget, self.patience if first else None)


def preload(folder: Path, what: str) -> Path:
    (folder / "struck").mkdir()
    path = folder / "struck.py"
    path.write_text(STRUCK.format(folder=str(folder / "struck"), what=what))
    return path


def marks(folder: Path) -> int:
    return len(list((folder / "struck").glob("*.mark")))


@pytest.mark.slow
def test_a_task_that_kills_three_workers_is_set_aside(processes: Processes) -> None:
    folder = processes.folder / "run"
    first = preload(processes.folder, "os.kill(os.getpid(), 9)")
    for _ in range(2):
        processes.start_worker(nanny=True, preload=first)
    with tilings_run(folder, PROBLEM, unique=True, tuning=SMALL) as run:
        reached(run.work.description, processes).close()
        with contextlib.closing(
            Struck(processes.folder / "struck", run.work.description, processes.address)
        ) as crew:
            assert not run.go(crew)
        assert run.stopped_by == "aside"
        assert [task.id for task, _ in run.ledger.quarantined()] == [crew.chosen]
        assert "died during the task" in run.ledger.quarantined()[0][1]
        assert marks(processes.folder) >= 3
        # Everything else was done, and elsewhere this task works, too.
        assert run.ledger.sums()["waiting"] == 0
        with contextlib.closing(Pool(run.work.description, 1)) as pool:
            assert run.go(pool)
    assert list(RunTable(folder)) == expected()


@pytest.mark.slow
def test_a_worker_that_returns_late_counts_once(processes: Processes) -> None:
    folder, go = processes.folder / "run", processes.folder / "struck" / "go"
    first = preload(
        processes.folder,
        "while first and not (folder / 'go').exists():\n            time.sleep(0.01)",
    )
    for _ in range(2):
        processes.start_worker(preload=first)
    given_away = []

    class Impatient(Struck):
        patience = 0.01

        def poll(self, seconds: float) -> list[Event]:
            events = super().poll(seconds)
            if any(isinstance(event, WorkerDied) and event.task == self.chosen for event in events):
                # It is handed out again, and then the first attempt comes back, too.
                given_away.append(self.chosen)
                go.touch()
            return events

    with tilings_run(folder, PROBLEM, unique=True, tuning=SMALL) as run:
        reached(run.work.description, processes).close()
        with contextlib.closing(
            Impatient(processes.folder / "struck", run.work.description, processes.address)
        ) as crew:
            run.go(crew)
        assert given_away
        with contextlib.closing(Pool(run.work.description, 1)) as pool:
            run.go(pool)
            assert run.complete
    assert list(RunTable(folder)) == expected()


@pytest.mark.slow
def test_the_client_dies_and_another_goes_on(processes: Processes) -> None:
    folder = processes.folder / "run"
    processes.start_worker()
    reached(TilingsWork.of(PROBLEM, unique=True).description, processes).close()
    words = ["solve", "5x12", "pentominoes", "--all", "--unique", "-q"]
    words += ["--run", f"{folder}@{processes.address}"]
    line = [sys.executable, "-m", "tilewright", *words]

    def begun(client: subprocess.Popen[bytes], done: int) -> bool:
        with contextlib.suppress(CheckpointError):
            return Report.of(folder).sums["done"] >= done or client.poll() is not None
        return client.poll() is not None

    for done in (0, 1):
        with Popen(line, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as client:
            until(lambda client=client, done=done: begun(client, done), "the client is at work")
            client.kill()
    last = run_process(line, capture_output=True, text=True)
    assert (last.returncode, last.stdout) == (0, "1010\n")
    assert list(RunTable(folder)) == expected()


@pytest.mark.slow
def test_a_nanny_dies(processes: Processes) -> None:
    folder = processes.folder / "run"
    nanny = processes.start_worker(nanny=True)
    with tilings_run(folder, PROBLEM, unique=True, tuning=SMALL) as run:
        with contextlib.closing(reached(run.work.description, processes)) as crew:
            killed = []

            def strike(progress: Any) -> None:
                if progress.done and not killed:
                    killed.append(nanny.pid)
                    # Only the nanny; its worker may continue or end with it.
                    nanny.kill()
                    nanny.wait()
                    processes.start_worker()

            assert run.go(crew, strike)
        assert killed
    assert list(RunTable(folder)) == expected()


@pytest.mark.slow
def test_what_a_run_waits_for_is_said_and_it_ends_without_a_scheduler(processes: Processes) -> None:
    """The command waits without workers, is killed by SIGTERM, is finished by a pool, and gives up
    a dead scheduler.
    """
    folder, said = processes.folder / "run", processes.folder / "said"
    reached(TilingsWork.of(PROBLEM, unique=True).description, processes).close()
    words = f"solve 5x12 pentominoes --all --unique -q --run {folder}@{processes.address}".split()
    with said.open("w") as stream:
        line = [sys.executable, "-m", "tilewright", *words]
        client = Popen(line, stdout=subprocess.DEVNULL, stderr=stream)
    until(lambda: "waiting for workers" in said.read_text(), "it says that there are no workers")
    client.send_signal(signal.SIGTERM)
    assert client.wait(NEVER) == 143
    told = [each for each in said.read_text().splitlines() if not each.startswith("dashboard")]
    assert len(told) == 2
    assert told[0].startswith(
        f"tilewright: waiting for workers of the scheduler at {processes.address}; start one "
        "with: dask worker"
    )
    assert "of the work; the run is incomplete: interrupted" in told[1]

    processes.start_worker()
    with tilings_run(folder, PROBLEM, unique=True, tuning=SMALL) as run:
        with contextlib.closing(reached(run.work.description, processes, patience=0.1)) as crew:
            waited = set()

            def strike(progress: Any) -> None:
                if progress.waiting:
                    waited.add(progress.waiting)
                if progress.done and processes.scheduler.poll() is None:
                    processes.scheduler.kill()
                    processes.scheduler.wait()

            with pytest.raises(EngineError, match="the same command resumes the run"):
                run.go(crew, strike)
        assert f"waiting for the scheduler at {processes.address}, which does not respond" in waited
        assert not run.complete
    assert command([*words[:-1], f"{folder}@1"]) == 0
    assert list(RunTable(folder)) == expected()


@pytest.fixture
def certificate(tmp_path: Path) -> tuple[Path, Path]:
    """A self-signed certificate and its key."""
    openssl = shutil.which("openssl")
    if openssl is None:
        pytest.skip("there is no openssl that could make a certificate")
    cert, key = tmp_path / "cert.pem", tmp_path / "key.pem"
    words = f"req -x509 -newkey rsa:2048 -nodes -days 3650 -keyout {key} -out {cert}"
    made = subprocess.run(
        [openssl, *words.split(), "-subj", "/CN=127.0.0.1"], capture_output=True, check=False
    )
    if made.returncode:
        pytest.skip(f"openssl makes no certificate: {made.stderr.decode(errors='replace')[-200:]}")
    return cert, key


@pytest.mark.slow
def test_a_scheduler_with_tls(
    tmp_path: Path, certificate: tuple[Path, Path], capsys: Captured
) -> None:
    cert, key = certificate
    tls = ("--tls-ca-file", str(cert), "--tls-cert", str(cert), "--tls-key", str(key))
    with contextlib.closing(Processes(tmp_path, tls)) as started:
        started.start_worker()
        given = {"ca-file": str(cert), "client.cert": str(cert), "client.key": str(key)}
        settings = {f"distributed.comm.tls.{name}": path for name, path in given.items()}
        with dask.config.set(settings):
            reached(TilingsWork.of(PROBLEM, unique=True).description, started).close()
        words = ["solve", "5x12", "pentominoes", "--all", "--unique", "-q", "--run"]
        folder = tmp_path / "run"
        # A connection needs a certificate and an address with TLS.
        assert command([*words, f"{folder}@{started.address}"]) == 2
        assert (
            "uses TLS; specify the certificates in a dask configuration file (DASK_CONFIG=FILE)"
            in capsys.readouterr().err
        )
        tls_files = {"ca-file": str(cert), "client": {"cert": str(cert), "key": str(key)}}
        config = tmp_path / "tls.yaml"
        config.write_text(
            json.dumps({"distributed": {"comm": {"tls": tls_files}}}), encoding="utf-8"
        )
        # Dask reads the variable when it is imported.
        configured = {**os.environ, "DASK_CONFIG": str(config)}

        def answer(address: str) -> tuple[int, str, str]:
            line = [sys.executable, "-m", "tilewright", *words, f"{folder}@{address}"]
            done = subprocess.run(
                line, env=configured, capture_output=True, text=True, check=False, timeout=NEVER
            )
            return done.returncode, done.stdout, done.stderr

        code, _, said = answer(started.address.replace("tls:", "tcp:"))
        assert code == 2
        assert "does not use TLS, but certificates are configured" in said
        code, printed, _ = answer(started.address)
        assert (code, printed) == (0, "1010\n")
    assert list(RunTable(tmp_path / "run")) == expected()


def test_nobody_at_the_address_is_said(tmp_path: Path, capsys: Captured) -> None:
    with socket.socket() as nobody:
        nobody.bind(("127.0.0.1", 0))
        address = f"tcp://127.0.0.1:{nobody.getsockname()[1]}"
        words = [
            "solve",
            "2x3",
            "L3=2",
            "--all",
            "--run",
            f"{tmp_path / 'run'}@{address}",
        ]
        assert command(words) == 2
    assert f"no dask scheduler responds at {address}" in capsys.readouterr().err
