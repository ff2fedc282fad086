"""The options of long counts: memory, threads, and the line of progress."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from tilewright.cli.progress import ProgressLine, duration
from tilewright.errors import RequestError
from tilewright.memory import in_units

if TYPE_CHECKING:
    from tilewright.counting import Progress

__all__ = ["Limits", "announce_counting", "show_count"]

_UNITS = {"": 1, "k": 1 << 10, "m": 1 << 20, "g": 1 << 30, "t": 1 << 40}


@Parameter(name="*")
@dataclass(frozen=True)
class Limits:
    """What a count may take."""

    max_memory: Annotated[str | None, Parameter(show_default=False)] = None
    """The most memory to use, such as 500M or 2G; 80% of what is free when not given."""

    threads: Annotated[int | None, Parameter(show_default=False)] = None
    """How many threads count; all cores when not given."""

    def memory(self) -> int | None:
        """Return the limit in bytes; None if none was given.

        Raises
        ------
        RequestError
            If it is no size.
        """
        if self.max_memory is None:
            return None
        match = re.fullmatch(r"(\d+(?:\.\d+)?)\s*([kmgt]?)(?:i?b)?", self.max_memory.strip().lower())
        if match is None or not float(match[1]):
            raise RequestError(
                f"'{self.max_memory}' is not an amount of memory; it is a number with K, M or G, such as 500M",
                where="--max-memory",
            )
        return int(float(match[1]) * _UNITS[match[2]])

    def checked_threads(self) -> int | None:
        """Return the number of threads.

        Raises
        ------
        RequestError
            If it is below 1.
        """
        if self.threads is not None and self.threads < 1:
            raise RequestError(f"there is at least 1 thread, not {self.threads}", where="--threads")
        return self.threads


def show_count(line: ProgressLine, progress: Progress) -> None:
    """Show how far a count is."""
    parts = [f"{progress.states:,} states", in_units(progress.nbytes)]
    if progress.phase == "states":
        parts.insert(0, "finding the states")
    else:
        parts.insert(0, f"cell {progress.done:,} of {progress.total:,}")
        parts.append(f"{progress.rate:,.1f} cells/s")
        if progress.left:
            parts.append(f"{duration(progress.left)} left")
    line.show(" · ".join(parts))


def announce_counting() -> None:
    """Say on standard error that the engine is being compiled, if that was never done on this machine."""
    from tilewright.cli.output import say
    from tilewright.kernels._jit import is_cached
    from tilewright.kernels.frontier import expand

    if not is_cached(expand):
        say("tilewright: compiling the engine for this machine; this is done once …")
