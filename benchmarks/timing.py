"""What every benchmark needs: medians, whole-process times, and the name of the machine."""

from __future__ import annotations

import os
import platform
import resource
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path

__all__ = ["machine", "median_seconds", "medians_in_turn", "process_seconds", "row"]


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
    """Return the median wall times of functions that take turns, so that other work on the machine meets all.

    Each is called twice in a row; the first call warms up, the second is timed.
    """
    times: list[list[float]] = [[] for _ in functions]
    for _ in range(rounds):
        for function, taken in zip(functions, times, strict=True):
            taken.append(median_seconds(function, 1))
    return [statistics.median(taken) for taken in times]


def process_seconds(arguments: Sequence[str], repeats: int = 3) -> tuple[float, float, str]:
    """Return the median wall time, the peak memory in MiB and the output of a whole command.

    The command is ``python -m tilewright`` with these arguments, after one run that fills the cache of
    compiled kernels.
    """
    command = [sys.executable, "-m", "tilewright", *arguments]
    # Python keeps what it makes of the sources, unless it is told not to.
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    times = []
    output = ""
    for _ in range(repeats + 1):
        started = time.perf_counter()
        output = subprocess.run(command, capture_output=True, text=True, check=False, env=environment).stdout
        times.append(time.perf_counter() - started)
    peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
    return statistics.median(times[1:]), peak, output.strip()


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
    return f"{model}, {os.cpu_count()} cores, Python {platform.python_version()}, {platform.system()}"
