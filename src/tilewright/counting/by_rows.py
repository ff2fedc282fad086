"""Count a rectangle whose rows repeat: one state graph, pulled through once for each row."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tilewright import checkpoint as saved
from tilewright.counting.closed import closed_graph
from tilewright.counting.foresight import Foresight, foresee
from tilewright.counting.graph import StateGraph
from tilewright.counting.memory import allowed_memory
from tilewright.counting.progress import Reporter
from tilewright.counting.rows import Flow
from tilewright.counting.saving import Saving
from tilewright.counting.scans import Repeat
from tilewright.errors import MemoryLimitError
from tilewright.memory import in_units

__all__ = ["RowCount", "check_width", "forget_graphs", "row_graph"]

#: A first try at a state graph may take this much; beyond it, a count looks ahead before it goes on.
_SMALL = 1 << 26
#: A board is narrow up to this many cells of frontier (width times the rows a piece reaches), and short
#: up to this many rows.
_NARROW = 30
_SHORT = 16
#: State graphs up to this size are kept for the next count with the same pieces and width.
_KEPT = 1 << 25

#: The state graphs of the last few counts.
_graphs: OrderedDict[tuple[object, ...], StateGraph] = OrderedDict()


def forget_graphs() -> None:
    """Drop the state graphs kept from earlier counts."""
    _graphs.clear()


def row_graph(
    repeat: Repeat,
    folded: bool,
    *,
    threads: int,
    max_memory: int | None,
    reporter: Reporter,
    saving: Saving | None = None,
) -> StateGraph | None:
    """Return the state graph of the rows; None if it is too large to keep.

    Parameters
    ----------
    saving : Saving, optional
        Where the graph is put away while it grows. What goes on from there has the graph that it began with.

    Raises
    ------
    MemoryLimitError
        If the rows are far too wide for any way of counting, or if there is less memory than when rows were counted.
    """
    # On a narrow and short board, dead states cost less than finding them.
    prune = repeat.length > _SHORT or repeat.width * repeat.reach > _NARROW
    if saving is not None and saving.way:
        return _same_graph(repeat, folded, prune, threads, allowed_memory(max_memory), reporter, saving)
    key = (folded, prune, repeat.row)
    if key in _graphs:
        _graphs.move_to_end(key)
        return _graphs[key]
    try:
        first = _SMALL if max_memory is None else min(max_memory, _SMALL)
        graph = closed_graph(repeat, allowed=first, folded=folded, prune=prune, watch=_watch(reporter))
    except MemoryLimitError:
        allowed = allowed_memory(max_memory)
        ahead = foresee(repeat)
        if ahead.graph_bytes > 0.8 * allowed:
            check_width(repeat, ahead, allowed)
            return None
        watch = _watch(reporter, ahead)
        try:
            graph = closed_graph(
                repeat,
                allowed=allowed,
                folded=folded,
                prune=prune,
                threads=threads,
                watch=watch,
                saving=saving,
            )
        except MemoryLimitError:
            return None
    if graph.nbytes <= _KEPT:
        _graphs[key] = graph
        while len(_graphs) > 4:
            _graphs.popitem(last=False)
    return graph


def _same_graph(
    repeat: Repeat,
    folded: bool,
    prune: bool,
    threads: int,
    allowed: int,
    reporter: Reporter,
    saving: Saving,
) -> StateGraph | None:
    """Return the graph with which a count was begun: put away, or found anew in the same way.

    None if nothing was counted yet, and it is too large to be found to its end.
    """
    values, way = saving.values, saving.way
    try:
        return closed_graph(
            repeat,
            allowed=allowed,
            folded=folded,
            prune=prune,
            threads=threads if values["growth"] else values["parts"],
            watch=_watch(reporter, foresee(repeat)),
            saving=saving if values["growth"] else None,
        )
    except MemoryLimitError as error:
        if way == "states":
            return None
        raise MemoryLimitError(f"{error.message}; a count goes on in the way in which it was begun") from None


def _watch(reporter: Reporter, ahead: Foresight | None = None) -> Callable[[int, int, int], None] | None:
    """Return what tells how many states are found, of about how many."""
    if not reporter.listens:
        return None
    reporter.begin()
    about = 0 if ahead is None else round(ahead.graph_states)
    first = None

    def watch(layer: int, states: int, nbytes: int) -> None:
        nonlocal first
        if first is None:
            # What was found by an earlier run says nothing about how quick this one is.
            first = states
            reporter.begin(states)
        reporter.tell("states", states, about if states < about else 0, states, nbytes, unit="state")

    return watch


def check_width(repeat: Repeat, ahead: Foresight, allowed: int) -> None:
    """Raise if rows are far too wide for any way of counting.

    Raises
    ------
    MemoryLimitError
    """
    if min(ahead.graph_bytes, ahead.layer_bytes) > 4 * allowed:
        raise MemoryLimitError(
            f"{ahead}, more than the {in_units(allowed)} allowed; it is the {repeat.width} cells of a "
            f"{'row' if repeat.axis == 0 else 'column'} that make it large"
        ) from None


@dataclass(eq=False)
class RowCount:
    """One count by the state graph of a row.

    Attributes
    ----------
    nbytes : int
        Bytes held at most.
    """

    graph: StateGraph
    repeat: Repeat
    modulus: int
    threads: int
    reporter: Reporter
    saving: Saving | None
    nbytes: int = 0

    def run(self) -> int:
        """Return the number of tilings of a board whose length is a multiple of the period."""
        repeat, graph, saving = self.repeat, self.graph, self.saving
        flow = Flow(graph, self.modulus, self.threads)
        row = repeat.length
        # Counts of the rows between two turns of the graph are all that the next turn asks for.
        ends, mark = int(graph.offset[1]), ""
        kept: tuple[int, NDArray[np.uint64]] | None = None
        if saving is not None:
            mark = saved.fingerprint("rows", graph.start, graph.target, repeat.length, flow.bits)
            if saving.way == "rows" and (earlier := saving.take(mark)) is not None:
                row = earlier.values["row"]
                flow.resume(earlier.arrays["counts"])
        # Small graphs run through all rows in one call; large ones tell where they are.
        large = graph.edges * flow.limbs * repeat.length > 20_000_000
        stride = 1 if large or saving is not None else repeat.length
        self.reporter.begin(repeat.length - row)
        self._tell(row, flow)
        try:
            while row > 0:
                following = max(0, row - stride)
                flow.run(row * repeat.width, following * repeat.width)
                row = following
                self._tell(row, flow)
                if saving is None or not row or row % repeat.period:
                    continue
                # A stop may come within a row, when the counts are of neither: those of the last one are kept.
                kept = row, flow.counts[:ends].copy()
                if saving.due(kept[1].nbytes):
                    self._save(mark, *kept)
        except KeyboardInterrupt:
            if kept is not None:
                self._save(mark, *kept)
            raise
        finally:
            flow.close()
        return flow.count()

    def _tell(self, row: int, flow: Flow) -> None:
        repeat, graph = self.repeat, self.graph
        self.nbytes = max(self.nbytes, graph.peak, graph.nbytes + flow.counts.nbytes)
        unit = "row" if repeat.axis == 0 else "column"
        self.reporter.tell("counts", repeat.length - row, repeat.length, graph.states, self.nbytes, unit=unit)

    def _save(self, mark: str, row: int, counts: NDArray[np.uint64]) -> None:
        assert self.saving is not None
        self.saving.save("rows", mark, {"row": row, "parts": self.graph.parts}, {"counts": counts})
