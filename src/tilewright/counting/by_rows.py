"""Count a rectangle whose rows repeat: one state graph, pulled through once for each row."""

from __future__ import annotations

import time
from collections import OrderedDict
from dataclasses import dataclass
from pathlib import Path

from tilewright import checkpoint as saved
from tilewright.counting.closed import closed_graph
from tilewright.counting.foresight import Foresight, foresee
from tilewright.counting.graph import StateGraph
from tilewright.counting.memory import allowed_memory
from tilewright.counting.progress import Reporter
from tilewright.counting.rows import Flow
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
    repeat: Repeat, folded: bool, *, threads: int, max_memory: int | None, reporter: Reporter
) -> StateGraph | None:
    """Return the state graph of the rows; None if it is too large to keep.

    Raises
    ------
    MemoryLimitError
        If the rows are far too wide for any way of counting.
    """
    # On a narrow and short board, dead states cost less than finding them.
    prune = repeat.length > _SHORT or repeat.width * repeat.reach > _NARROW
    key = (folded, prune, repeat.row)
    if key in _graphs:
        _graphs.move_to_end(key)
        return _graphs[key]
    reporter.begin()

    def watch(layer: int, states: int, nbytes: int) -> None:
        reporter.tell("states", layer, 0, states, nbytes)

    heard = watch if reporter.listens else None
    try:
        first = _SMALL if max_memory is None else min(max_memory, _SMALL)
        graph = closed_graph(repeat, allowed=first, folded=folded, prune=prune, watch=heard)
    except MemoryLimitError:
        allowed = allowed_memory(max_memory)
        ahead = foresee(repeat)
        if ahead.graph_bytes > 0.8 * allowed:
            check_width(repeat, ahead, allowed)
            return None
        try:
            graph = closed_graph(repeat, allowed=allowed, folded=folded, threads=threads, watch=heard)
        except MemoryLimitError:
            return None
    if graph.nbytes <= _KEPT:
        _graphs[key] = graph
        while len(_graphs) > 4:
            _graphs.popitem(last=False)
    return graph


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
    checkpoint: Path | None
    interval: float
    nbytes: int = 0

    def run(self) -> int:
        """Return the number of tilings of a board whose length is a multiple of the period."""
        repeat, graph = self.repeat, self.graph
        flow = Flow(graph, self.modulus, self.threads)
        row = repeat.length
        mark = ""
        if self.checkpoint is not None:
            mark = saved.fingerprint(
                "rows", graph.start, graph.target, repeat.length, self.modulus, flow.bits
            )
            if self.checkpoint.exists():
                earlier = saved.load(self.checkpoint, "count", mark)
                row, flow.counts = earlier.values["row"], earlier.arrays["counts"]
                flow.restarted()
        last = time.monotonic()
        whole: saved.Checkpoint | None = None
        self.reporter.begin((repeat.length - row) * repeat.width)
        # Small graphs run through all rows in one call; large ones tell where they are.
        large = graph.edges * flow.limbs * repeat.length > 20_000_000
        stride = 1 if large or self.checkpoint else repeat.length
        try:
            while row > 0:
                following = max(0, row - stride)
                flow.run(row * repeat.width, following * repeat.width)
                row = following
                self.nbytes = max(self.nbytes, graph.peak, graph.nbytes + flow.counts.nbytes)
                done = (repeat.length - row) * repeat.width
                self.reporter.tell("counts", done, repeat.length * repeat.width, graph.states, self.nbytes)
                if self.checkpoint is None or not row:
                    continue
                # A stop may come within a row, when the counts are of neither: those of the last one are kept.
                whole = saved.Checkpoint({"row": row}, {"counts": flow.counts.copy()})
                if time.monotonic() - last >= self.interval:
                    saved.save(self.checkpoint, "count", mark, whole.values, whole.arrays)
                    last = time.monotonic()
        except KeyboardInterrupt:
            if self.checkpoint is not None and whole is not None:
                saved.save(self.checkpoint, "count", mark, whole.values, whole.arrays)
            raise
        finally:
            flow.close()
        return flow.count()
