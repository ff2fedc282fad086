"""What every benchmark needs: medians, whole-process times, and the name of the machine."""

from __future__ import annotations

import json
import os
import platform
import resource
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path

#: The variable that names the `src` folder of another edition.
BEFORE = "TILEWRIGHT_BENCH_BEFORE"


def median_seconds(function: Callable[[], object], repeats: int = 5) -> float:
    """Return the median wall time of some calls, after one that warms up."""
    function()
    times = []
    for _ in range(repeats):
        started = time.perf_counter()
        function()
        times.append(time.perf_counter() - started)
    return statistics.median(times)


def medians_in_turn(functions: Sequence[Callable[[], object]], rounds: int = 5) -> list[float]:
    """Return the median wall times of functions that take turns, so that other work on the machine
    meets all.

    Each is called twice in a row; the first call warms up, the second is timed.
    """
    times: list[list[float]] = [[] for _ in functions]
    for _ in range(rounds):
        for function, taken in zip(functions, times, strict=True):
            taken.append(median_seconds(function, 1))
    return [statistics.median(taken) for taken in times]


def process_seconds(arguments: Sequence[str], repeats: int = 3) -> tuple[float, float, str]:
    """Return the median wall time, the peak memory in MiB and the output of a whole command.

    The command is ``python -m tilewright`` with these arguments, after one run that fills the cache
    of compiled kernels.
    """
    command = [sys.executable, "-m", "tilewright", *arguments]
    # Python keeps what it makes of the sources, unless it is told not to.
    environment = {
        name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"
    }
    times = []
    output = ""
    for _ in range(repeats + 1):
        started = time.perf_counter()
        output = subprocess.run(
            command, capture_output=True, text=True, check=False, env=environment
        ).stdout
        times.append(time.perf_counter() - started)
    peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
    return statistics.median(times[1:]), peak, output.strip()


def editions() -> dict[str, str]:
    """Return the source folders of the editions that are measured: another one, if the environment
    names it, and this one.
    """
    before = os.environ.get(BEFORE)
    now = str(Path(__file__).parent.parent / "src")
    return {"before": before, "now": now} if before else {"now": now}


def serve(works: Mapping[str, Callable[[], object]], seconds: float) -> None:
    """Read names of works from standard input, and write what each call took, in milliseconds of
    processor time.

    Each is called once to warm up, then until so many seconds are used.
    """
    for line in sys.stdin:
        work = works[line.strip()]
        work()
        times: list[float] = []
        while sum(times) < 1000 * seconds:
            begin = time.process_time()
            work()
            times.append((time.process_time() - begin) * 1000)
        print(json.dumps(times), flush=True)


def editions_in_turn(
    module: str, names: Iterable[str], turns: int
) -> Iterable[tuple[str, dict[str, list[float]]]]:
    """Yield what each work took in each edition, in milliseconds of processor time; the editions
    take turns.

    Parameters
    ----------
    module : str
        A benchmark whose `main` calls `serve`: it runs in a process for each edition.
    names : iterable of str
        Works that it knows.
    """
    root = Path(__file__).parent.parent
    servers = {
        edition: subprocess.Popen(
            [sys.executable, "-c", f"from benchmarks.{module} import main; main()"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            cwd=root,
            env={**os.environ, "PYTHONPATH": tree},
        )
        for edition, tree in editions().items()
    }
    for name in names:
        times: dict[str, list[float]] = {edition: [] for edition in servers}
        for _ in range(turns):
            for edition, server in servers.items():
                assert server.stdin is not None and server.stdout is not None
                server.stdin.write(name + "\n")
                server.stdin.flush()
                times[edition] += json.loads(server.stdout.readline())
        yield name, times
    for server in servers.values():
        server.communicate()


def processes_in_turn(arguments: Sequence[str], turns: int) -> dict[str, list[float]]:
    """Return what a whole command took in each edition, from nothing to the end of its process, in
    milliseconds of processor time.

    The editions take turns, after one run of each that fills the cache of compiled kernels.
    """
    command = [sys.executable, "-m", "tilewright", *arguments]
    environment = {
        name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"
    }
    times: dict[str, list[float]] = {edition: [] for edition in editions()}
    for _ in range(turns + 1):
        for edition, tree in editions().items():
            before = resource.getrusage(resource.RUSAGE_CHILDREN)
            subprocess.run(
                command, capture_output=True, check=False, env={**environment, "PYTHONPATH": tree}
            )
            after = resource.getrusage(resource.RUSAGE_CHILDREN)
            taken = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
            times[edition].append(taken * 1000)
    return {edition: taken[1:] for edition, taken in times.items()}


def row(*cells: object) -> str:
    """Return a row of a Markdown table."""
    return "| " + " | ".join(str(cell) for cell in cells) + " |"


def machine() -> str:
    """Describe the machine in a line."""
    model = platform.processor() or platform.machine()
    info = Path("/proc/cpuinfo")
    if info.exists():
        names = [line for line in info.read_text().splitlines() if line.startswith("model name")]
        model = names[0].partition(":")[2].strip() if names else model
    return (
        f"{model}, {os.cpu_count()} cores, Python {platform.python_version()}, {platform.system()}"
    )
