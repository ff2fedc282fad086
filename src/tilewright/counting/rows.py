"""Count a rectangle whose rows repeat: one state graph, pulled through once for each row."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tilewright.counting.builder import MOST_PARTS, GraphBuilder, closed_graph, living_graph
from tilewright.counting.checkpoint import CountCheckpoint
from tilewright.counting.estimates import MISJUDGED, Attempt, TooLarge, build, check_width, estimate
from tilewright.counting.graph import Backward, BackwardCounts, StateGraph
from tilewright.counting.repeats import Repeat, RowMoves
from tilewright.counting.resources import Resources
from tilewright.counting.values import Arrays, RowValues
from tilewright.errors import MemoryLimitError, TimeLimitError
from tilewright.files import checkpoint as saved
from tilewright.files.fields import Fields, checked_array, damaged
from tilewright.system.memory import in_units
from tilewright.system.recent import Recent

__all__ = ["LabeledRows", "RowCount", "forget_graphs", "lines_graph", "row_graph"]


#: A board is narrow up to this many cells of frontier (width times the rows a piece reaches), and short
#: up to this many rows.
_NARROW = 30

_SHORT = 16

#: What a graph may be estimated to take, of the memory that is allowed: other ways of counting need less.
_SHARE = 0.8

#: State graphs that are kept.
_FEW = 4

_KEPT: Recent[tuple[object, ...], StateGraph | None] = Recent(_FEW)


def forget_graphs() -> None:
    """Drop the state graphs kept from earlier counts."""
    _KEPT.clear()


def row_graph(repeat: Repeat, folded: bool, resources: Resources) -> StateGraph | None:
    """Return the state graph of the rows; None if it is too large to keep.

    Where there is a checkpoint, the graph is saved while it grows, and what goes on from there has the graph that it
    began with.
    """
    # On a narrow and short board, dead states cost less than finding them.
    prune = repeat.length > _SHORT or repeat.width * repeat.reach > _NARROW
    tuning, saving = resources.tuning, resources.saving
    if saving is not None and saving.way:
        return _same_graph(repeat, folded, prune, resources, saving)

    def attempt(this: Attempt) -> StateGraph:
        return closed_graph(
            repeat,
            allowed=this.allowed,
            folded=folded,
            prune=prune,
            threads=this.threads,
            watch=this.watch,
            saving=None if this.first else saving,
            tuning=tuning,
        )

    def make() -> StateGraph | None:
        found = build(attempt, lambda: estimate(repeat), resources, _SHARE)
        if not isinstance(found, TooLarge):
            return found
        if found.error is None:
            check_width(repeat, found.ahead, resources.allowed)
        return None

    if not tuning.kept_graph:
        return make()
    return _KEPT.get(
        (folded, prune, repeat.key),
        make,
        lambda graph: graph is not None and graph.nbytes <= tuning.kept_graph,
    )


def _same_graph(
    repeat: Repeat, folded: bool, prune: bool, resources: Resources, saving: CountCheckpoint
) -> StateGraph | None:
    """Return the graph with which a count was begun: saved, or found anew in the same way.

    None if nothing was counted yet, and it is too large to be found to its end.
    """
    way = saving.way
    with saving.naming():
        grows = saving.said.has("growth")
        parts = resources.threads if grows else saving.said.integer("parts", 1, MOST_PARTS)
    try:
        return closed_graph(
            repeat,
            allowed=resources.allowed,
            folded=folded,
            prune=prune,
            threads=parts,
            watch=resources.reporter.watch(estimate(repeat).graph_states),
            saving=saving if grows else None,
            tuning=resources.tuning,
        )
    except MemoryLimitError as error:
        if way == "states":
            return None
        raise MemoryLimitError(f"{error.message}; a count goes on in the way in which it was begun") from None


def lines_graph(repeat: Repeat, resources: Resources) -> StateGraph:
    """Return the state graph of the lines of a strip."""

    def attempt(this: Attempt) -> StateGraph:
        return closed_graph(repeat, allowed=this.allowed, threads=this.threads, watch=this.watch)

    found = build(attempt, lambda: estimate(repeat), resources, MISJUDGED)
    if not isinstance(found, TooLarge):
        return found
    if found.error is not None:
        raise found.error
    raise MemoryLimitError(
        f"{found.ahead}; a strip keeps the whole state graph, more than the {in_units(resources.allowed)} allowed; "
        f"it is the {repeat.width} cells across that make it large; short lengths alone may be had without it"
    )


@dataclass(eq=False)
class RowCount:
    """One count by the state graph of a row."""

    graph: StateGraph
    repeat: Repeat
    modulus: int
    resources: Resources
    nbytes: int = 0

    def run(self) -> int:
        """Return the number of tilings of a board whose length is a multiple of the period."""
        repeat, graph, resources = self.repeat, self.graph, self.resources
        saving = resources.saving
        counts = BackwardCounts(graph, self.modulus, resources.threads, resources.tuning)
        row = repeat.length
        # Counts of the rows between two turns of the graph are all that the next turn asks for.
        ends, mark = int(graph.offset[1]), ""
        kept: tuple[int, NDArray[np.uint64]] | None = None
        if saving is not None:
            mark = saved.fingerprint("rows", graph.start, graph.target, repeat.length, counts.bits)
            if saving.way == "rows" and (earlier := saving.take(mark)) is not None:
                with saving.naming():
                    row = self._resume(counts, earlier)
        # Small graphs run through all rows in one call; large ones tell where they are.
        large = graph.edges * counts.words * repeat.length > resources.tuning.rows_at_once
        stride = 1 if large or saving is not None else repeat.length
        self.resources.reporter.begin(repeat.length - row)
        self._tell(row, counts)
        try:
            while row > 0:
                following = max(0, row - stride)
                counts.run(row * repeat.width, following * repeat.width)
                row = following
                self._tell(row, counts)
                if saving is None or not row or row % repeat.period:
                    continue
                # A stop may come within a row, when the counts are of neither: those of the last one are kept.
                kept = row, counts.counts[:ends].copy()
                if saving.due(kept[1].nbytes):
                    self._save(mark, *kept)
        except (KeyboardInterrupt, TimeLimitError):
            if kept is not None:
                self._save(mark, *kept)
            raise
        finally:
            counts.close()
        return counts.count()

    def _resume(self, counts: BackwardCounts, earlier: saved.Checkpoint) -> int:
        """Take the counts of a checkpoint, and return the row that they are of."""
        row = Fields(earlier.values, "what it says of the count").integer("row", 1, self.repeat.length)
        kept = checked_array(earlier.arrays, "counts", np.uint64, (int(self.graph.offset[1]), None))
        largest = self.modulus - 1 if self.modulus else (1 << 63) - 1
        if row % self.repeat.period or not kept.shape[1] or (kept > np.uint64(largest)).any():
            raise damaged("its counts are impossible")
        if self.modulus and kept.shape[1] != 1:
            raise damaged("its counts are not those of a modulus")
        counts.resume((kept,))
        return row

    def _tell(self, row: int, counts: BackwardCounts) -> None:
        repeat, graph = self.repeat, self.graph
        self.nbytes = max(self.nbytes, graph.peak, graph.nbytes + counts.nbytes)
        unit = repeat.lines[:-1]
        self.resources.reporter.tell(
            "counts", repeat.length - row, repeat.length, graph.states, self.nbytes, unit=unit
        )

    def _save(self, mark: str, row: int, counts: NDArray[np.uint64]) -> None:
        assert self.resources.saving is not None
        self.resources.saving.save("rows", mark, {"row": row, "parts": self.graph.parts}, {"counts": counts})


#: What a graph may be estimated to take, of the memory that is allowed: without looking ahead it has up to
#: twice as many states.
_LABELED_SHARE = 0.5

#: Bytes for each state and each edge when the graph has grown and is written flat with its labels.
_STATE, _EDGE = 13, 6


@dataclass(eq=False)
class LabeledRows:
    """A board whose rows repeat, and which class each of its moves is of."""

    repeat: Repeat
    kinds: NDArray[np.uint16]
    resources: Resources
    nbytes: int = 0

    @property
    def serves(self) -> bool:
        """Whether there is a state graph of the rows that is worth building."""
        return bool(self.repeat.shapes) and self.repeat.length > self.repeat.reach + 2

    def moves(self) -> RowMoves | None:
        """Return the moves of a row; mirror images are one state if moves of one class are each other's images."""
        return RowMoves.of(self.repeat, self.repeat.is_symmetric(self.kinds.astype(np.int64)))

    def graph(self, moves: RowMoves, value_bytes: int) -> StateGraph | None:
        """Return the state graph, of which no state is left out; None if it is too large to keep."""
        resources = self.resources
        builder = self._grown(moves)
        if builder is None:
            return None
        flat = builder.nbytes + _STATE * builder.states + _EDGE * int(builder.level[:, 2].sum())
        if flat > resources.allowed:
            return None
        graph = living_graph(builder, self.kinds[moves.shape])
        del builder
        held = graph.nbytes + value_bytes * graph.states
        if held > resources.allowed:
            return None
        self.nbytes = max(held, flat)
        resources.stay_within(graph.states, self.nbytes)
        return graph

    def _grown(self, moves: RowMoves) -> GraphBuilder | None:
        resources = self.resources

        def attempt(this: Attempt) -> GraphBuilder:
            builder = GraphBuilder(
                moves,
                self.repeat.period,
                prune=False,
                lookahead=False,
                threads=this.threads,
                allowed=this.allowed,
                watch=this.watch,
                why="",
                tuning=resources.tuning,
            )
            builder.run()
            return builder

        found = build(attempt, lambda: estimate(self.repeat), resources, _LABELED_SHARE)
        if isinstance(found, TooLarge):
            check_width(self.repeat, found.ahead, resources.allowed)
            return None
        return found

    def pull(self, graph: StateGraph, values: RowValues) -> Arrays:
        """Pull values through all rows; return that of the beginning, as arrays of one state."""
        repeat, resources = self.repeat, self.resources
        reporter = resources.reporter
        backward = Backward(graph, values, resources.threads, resources.tuning)
        stride = (
            1
            if graph.edges * backward.words * repeat.length > resources.tuning.rows_at_once
            else repeat.length
        )
        unit = repeat.lines[:-1]
        reporter.begin()
        try:
            for row in range(repeat.length, 0, -stride):
                below = max(0, row - stride)
                backward.run(row * repeat.width, below * repeat.width)
                done = repeat.length - below
                reporter.tell("counts", done, repeat.length, graph.states, self.nbytes, unit=unit)
        finally:
            backward.close()
        return tuple(array[:1] for array in backward.arrays)
