"""Count a board with repeating rows: values are propagated through one state graph once for each
row.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from tilewright.counting.checkpoint import CountCheckpoint
from tilewright.counting.frontier.builder import (
    MOST_PARTS,
    GraphBuilder,
    closed_graph,
    flatten,
)
from tilewright.counting.frontier.estimates import MISJUDGED, TooLarge, build, check_width, estimate
from tilewright.counting.frontier.graph import Backward, BackwardCounts, Growth
from tilewright.counting.frontier.repeats import Repeat, RowMoves
from tilewright.counting.numbers.values import Arrays, RowValues
from tilewright.counting.resources import Resources
from tilewright.counting.state_graph import StateGraph
from tilewright.errors import MemoryLimitError, TimeLimitError
from tilewright.system.files import checkpoint as saved
from tilewright.system.files.fields import Fields, checked_array, damaged
from tilewright.system.platform.machine import in_units
from tilewright.system.values.arguments import counted
from tilewright.system.values.recent import Recent

#: Limits of a narrow board, in cells of the frontier (width times reach), and of a short one, in
#: rows.
_NARROW = 30
_SHORT = 16
#: The share of the allowed memory that a graph may be estimated to take: other ways of counting
#: need less.
_SHARE = 0.8
#: The same for a labeled graph, which has up to twice as many states.
_LABELED_SHARE = 0.5
#: Bytes for each state and edge of a grown labeled graph when it is flattened.
_STATE, _EDGE = 13, 6
#: The last state graphs.
_KEPT: Recent[tuple[object, ...], StateGraph | None] = Recent(4)


def forget_graphs() -> None:
    """Drop the state graphs kept from earlier counts."""
    _KEPT.clear()


def row_graph(repeat: Repeat, folded: bool, resources: Resources) -> StateGraph | None:
    """Return the state graph of the rows (from a resumed count, if any), or None if it is too large
    to keep.

    Raise `MemoryLimitError` if the rows are far too wide for any way of counting, or if a resumed
    count has less memory.
    """
    # On a narrow and short board, dead states cost less than finding them.
    prune = repeat.length > _SHORT or repeat.width * repeat.reach > _NARROW
    tuning, saving = resources.tuning, resources.saving
    if saving is not None and saving.way:
        return _regrow_graph(repeat, folded, prune, resources, saving)

    def make() -> StateGraph | None:
        outcome = build(
            lambda growth: closed_graph(repeat, growth, folded=folded, prune=prune),
            lambda: estimate(repeat),
            resources,
            _SHARE,
            repeat,
        )
        if not isinstance(outcome, TooLarge):
            return outcome
        if outcome.error is None:
            check_width(repeat, outcome.ahead, resources.allowed)
        return None

    if not tuning.kept_graph:
        return make()
    return _KEPT.get(
        (folded, prune, repeat.key),
        make,
        lambda graph: graph is not None and graph.nbytes <= tuning.kept_graph,
    )


def _regrow_graph(
    repeat: Repeat, folded: bool, prune: bool, resources: Resources, saving: CountCheckpoint
) -> StateGraph:
    """Return the graph that a count started with, with states numbered in the order in which they
    were found.
    """
    with saving.naming():
        parts = saving.values.integer("parts", 1, MOST_PARTS)
    watch = resources.reporter.watch(estimate(repeat).graph_states)
    growth = Growth(resources.allowed, parts, watch, resources.tuning)
    try:
        return closed_graph(repeat, growth, folded=folded, prune=prune)
    except MemoryLimitError as error:
        raise MemoryLimitError(
            f"{error.message}; a count can be resumed only with its original method"
        ) from None


def lines_graph(repeat: Repeat, resources: Resources) -> StateGraph:
    """Return the state graph of the lines of a strip, or raise `MemoryLimitError` if it is too
    large.
    """
    outcome = build(
        lambda growth: closed_graph(repeat, growth), lambda: estimate(repeat), resources, MISJUDGED
    )
    if not isinstance(outcome, TooLarge):
        return outcome
    raise outcome.error or MemoryLimitError(
        f"{outcome.ahead}; a strip needs the whole state graph, but only "
        f"{in_units(resources.allowed)} are allowed. "
        f"The strip is {repeat.width} cells wide. Single short lengths can often be counted "
        "without the whole graph"
    )


def _pull_rows(
    backward: Backward,
    repeat: Repeat,
    resources: Resources,
    *,
    row: int = 0,
    held: int = 0,
    note: Callable[[int], None] | None = None,
) -> int:
    """Propagate values through the rows of a board, from `row` (default: the last row) to the first
    row, and return the peak memory in bytes.

    `note` is called after each row where the graph repeats.
    """
    graph, reporter, row = backward.graph, resources.reporter, row or repeat.length
    # Small graphs run through all rows in one call; large ones report progress.
    large = graph.edges * backward.words * repeat.length > resources.tuning.rows_at_once
    stride = 1 if large or note is not None else repeat.length

    def tell() -> int:
        most = max(held, graph.peak, graph.nbytes + backward.nbytes)
        unit = repeat.lines[:-1]
        reporter.tell("counts", repeat.length - row, repeat.length, graph.states, most, unit=unit)
        return most

    reporter.begin(repeat.length - row)
    held = tell()
    try:
        while row > 0:
            following = max(0, row - stride)
            backward.run(row * repeat.width, following * repeat.width)
            row = following
            held = tell()
            if note is not None and row and row % repeat.period == 0:
                note(row)
    finally:
        backward.close()
    return held


def _explain(graph: StateGraph, repeat: Repeat, resources: Resources) -> None:
    resources.explain(
        lambda: (
            f"the state graph was expected to need about {in_units(estimate(repeat).graph_bytes)} "
            f"while it grows; it has {counted(graph.states, 'state')} and "
            f"{counted(graph.edges, 'edge')}, and needs {in_units(graph.nbytes)}"
        )
    )


def count_rows(
    graph: StateGraph, repeat: Repeat, modulus: int, resources: Resources
) -> tuple[int, int]:
    """Return the number of tilings of a board whose length is a multiple of the period, and the
    peak memory in bytes.
    """
    _explain(graph, repeat, resources)
    counts = BackwardCounts(graph, modulus, resources.threads, resources.tuning)
    if resources.saving is None:
        held = _pull_rows(counts, repeat, resources)
    else:
        held = _SavedRows(counts, repeat, modulus, resources.saving).pull(resources)
    return counts.count(), held


class _SavedRows:
    """A count by rows with a checkpoint: the counts between two turns of the graph."""

    def __init__(
        self, counts: BackwardCounts, repeat: Repeat, modulus: int, saving: CountCheckpoint
    ) -> None:
        self._counts, self._repeat, self._saving = counts, repeat, saving
        graph = counts.graph
        self._mark = saved.fingerprint(
            "rows", graph.start, graph.target, repeat.length, counts.bits
        )
        self._begin = repeat.length
        #: The last whole row and its counts: an interrupt may come within a row.
        self._whole: tuple[int, NDArray[np.uint64]] | None = None
        if saving.way == "rows" and (earlier := saving.take(self._mark)) is not None:
            with saving.naming():
                self._begin = self._resume(earlier, modulus)

    def pull(self, resources: Resources) -> int:
        """Count, and return the peak memory in bytes."""
        try:
            return _pull_rows(
                self._counts, self._repeat, resources, row=self._begin, note=self._note
            )
        except (KeyboardInterrupt, TimeLimitError):
            self._save()
            raise

    def _resume(self, earlier: saved.Checkpoint, modulus: int) -> int:
        """Restore the counts of a checkpoint, and return their row."""
        row = Fields(earlier.values, "the state of the count").integer(
            "row", 1, self._repeat.length
        )
        states = int(self._counts.graph.offset[1])
        counts = checked_array(earlier.arrays, "counts", np.uint64, (states, None))
        largest = modulus - 1 if modulus else (1 << 63) - 1
        if row % self._repeat.period or not counts.shape[1] or (counts > np.uint64(largest)).any():
            raise damaged("the counts are invalid")
        if modulus and counts.shape[1] != 1:
            raise damaged("the counts are too large for the modulus")
        self._counts.resume((counts,))
        return row

    def _note(self, row: int) -> None:
        graph = self._counts.graph
        self._whole = row, self._counts.counts[: graph.offset[1]].copy()
        if self._saving.due(self._whole[1].nbytes):
            self._save()

    def _save(self) -> None:
        if self._whole is not None:
            row, counts = self._whole
            parts = self._counts.graph.parts
            self._saving.save("rows", self._mark, {"row": row, "parts": parts}, {"counts": counts})


@dataclass(frozen=True, eq=False)
class LabeledRows:
    """A board with repeating rows, and the class of each move: one state graph whose edges are
    labeled by these classes.
    """

    repeat: Repeat
    #: (shapes + 1,) uint16: the class of each shape, and of an empty cell; 0 is for a covered cell.
    kinds: NDArray[np.uint16]
    moves: RowMoves
    resources: Resources

    @classmethod
    def of(
        cls, repeat: Repeat, kinds: NDArray[np.uint16], resources: Resources
    ) -> LabeledRows | None:
        """Return the rows, or None if no state graph is worth building or a state does not fit into
        a word.
        """
        if not repeat.shapes or repeat.length <= repeat.reach + 2:
            return None
        # Mirror images are merged if moves of each class are each other's images.
        moves = RowMoves.of(repeat, repeat.is_symmetric(kinds.astype(np.int64)))
        return None if moves is None else cls(repeat, kinds, moves, resources)

    def graph(self, value_bytes: int) -> StateGraph | None:
        """Return the state graph, with space for `value_bytes` for each state, or None if it is too
        large to keep.

        Raise `MemoryLimitError` if the rows are far too wide for any way of counting.
        """
        repeat, resources = self.repeat, self.resources

        def attempt(growth: Growth) -> GraphBuilder:
            builder = GraphBuilder(self.moves, repeat.period, growth, lookahead=False)
            builder.run()
            return builder

        builder = build(attempt, lambda: estimate(repeat), resources, _LABELED_SHARE, repeat)
        if isinstance(builder, TooLarge):
            check_width(repeat, builder.ahead, resources.allowed)
            return None
        flat = builder.nbytes + _STATE * builder.states + _EDGE * int(builder.level[:, 2].sum())
        if flat > resources.allowed:
            return None
        graph = flatten(builder, self.kinds[self.moves.shape])
        del builder
        held = graph.nbytes + value_bytes * graph.states
        if held > resources.allowed:
            return None
        graph = replace(graph, peak=max(held, flat))
        resources.stay_within(graph.states, graph.peak)
        return graph

    def pull(self, graph: StateGraph, values: RowValues) -> Arrays:
        """Propagate values through all rows, and return the value of the beginning as arrays of one
        state.
        """
        _explain(graph, self.repeat, self.resources)
        backward = Backward(graph, values, self.resources.threads, self.resources.tuning)
        _pull_rows(backward, self.repeat, self.resources)
        return tuple(array[:1] for array in backward.arrays)
