"""Building state graphs: try small, estimate, try again."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

from tilewright.counting.graph.estimates import Estimate
from tilewright.counting.run.progress import Watch
from tilewright.counting.run.resources import Resources
from tilewright.counting.scan.scans import Repeat
from tilewright.errors import MemoryLimitError
from tilewright.system.memory import in_units

__all__ = ["Attempt", "GraphEstimate", "TooLarge", "build", "check_width"]


class GraphEstimate(Protocol):
    """What a state graph is estimated to be, and to take while it grows."""

    @property
    def graph_states(self) -> float:
        """States."""
        ...

    @property
    def graph_bytes(self) -> float:
        """Bytes."""
        ...


G = TypeVar("G")
E = TypeVar("E", bound=GraphEstimate)


@dataclass(frozen=True)
class Attempt:
    """An attempt at a state graph.

    Attributes
    ----------
    allowed : int
        Bytes that the graph may take while it grows.
    threads : int
    watch : Watch or None
    first : bool
        Whether this is the first one, which is soon at an end: not worth saving.
    """

    allowed: int
    threads: int
    watch: Watch | None
    first: bool


@dataclass(frozen=True)
class TooLarge(Generic[E]):
    """What is said of a state graph that there is not enough memory for.

    Attributes
    ----------
    ahead : Estimate
    first : MemoryLimitError
        How the first attempt ended.
    error : MemoryLimitError or None
        How the last attempt ended; None if there was no other than the first.
    """

    ahead: E
    first: MemoryLimitError
    error: MemoryLimitError | None


def build(
    attempt: Callable[[Attempt], G], estimated: Callable[[], E], resources: Resources, share: float
) -> G | TooLarge[E]:
    """Build a state graph: at once if it is small, else if it is estimated to fit.

    Parameters
    ----------
    attempt : callable
        Builds the graph, or raises a MemoryLimitError.
    estimated : callable
        Says what the graph will take.
    share : float
        Of the memory that is allowed, what a graph may be estimated to take.
    """
    reporter, tuning = resources.reporter, resources.tuning
    # What is free is not asked for before it matters: that takes as long as a small graph.
    limit = resources.max_memory
    small = tuning.first_try if limit is None else min(limit, tuning.first_try)
    try:
        return attempt(Attempt(small, 1, reporter.watch(), True))
    except MemoryLimitError as error:
        first = error
    ahead, allowed = estimated(), resources.allowed
    if ahead.graph_bytes > share * allowed:
        return TooLarge(ahead, first, None)
    threads = resources.threads if ahead.graph_bytes >= tuning.shared_graph else 1
    try:
        return attempt(Attempt(allowed, threads, reporter.watch(ahead.graph_states), False))
    except MemoryLimitError as error:
        return TooLarge(ahead, first, error)


def check_width(repeat: Repeat, ahead: Estimate, allowed: int) -> None:
    """Raise if rows are far too wide for any way of counting.

    Raises
    ------
    MemoryLimitError
    """
    if min(ahead.graph_bytes, ahead.layer_bytes) > 4 * allowed:
        raise MemoryLimitError(
            f"{ahead}, more than the {in_units(allowed)} allowed; it is the {repeat.width} cells of a "
            f"{repeat.lines[:-1]} that make it large"
        )
