"""Lines: the state graph of a strip, between one line and the next."""

from __future__ import annotations

from collections.abc import Callable

from tilewright.counting.closed import closed_graph
from tilewright.counting.foresight import MISJUDGED, foresee
from tilewright.counting.graph import StateGraph
from tilewright.counting.progress import Reporter
from tilewright.counting.scans import Repeat
from tilewright.errors import MemoryLimitError
from tilewright.memory import in_units

__all__ = ["lines_graph"]

#: A state graph of so many bytes is tried before the size of a larger one is foreseen.
_SMALL = 1 << 26


def lines_graph(repeat: Repeat, allowed: int, threads: int, reporter: Reporter) -> StateGraph:
    """Return the state graph of the lines of a strip.

    Raises
    ------
    MemoryLimitError
        If it is larger than allowed: at once where that is foreseen, else when it has grown so far.
    """
    if allowed <= _SMALL:
        return closed_graph(repeat, allowed=allowed, watch=_watch(reporter, 0))
    try:
        return closed_graph(repeat, allowed=_SMALL, watch=_watch(reporter, 0))
    except MemoryLimitError:
        ahead = foresee(repeat)
    if ahead.graph_bytes > MISJUDGED * allowed:
        raise MemoryLimitError(
            f"{ahead}; a strip keeps the whole state graph, more than the {in_units(allowed)} allowed; "
            f"it is the {repeat.width} cells across that make it large; short lengths alone may be had without it"
        )
    watch = _watch(reporter, round(ahead.graph_states))
    return closed_graph(repeat, allowed=allowed, threads=threads, watch=watch)


def _watch(reporter: Reporter, about: int) -> Callable[[int, int, int], None] | None:
    """Return what tells how many states are found, of about how many."""
    if not reporter.listens:
        return None
    reporter.begin()

    def watch(layer: int, states: int, nbytes: int) -> None:
        reporter.tell("states", states, about if states < about else 0, states, nbytes, unit="state")

    return watch
