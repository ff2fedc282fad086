"""Labeled rows: one state graph for boards whose rows repeat, whose edges know their moves; values are pulled through it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tilewright.counting.graph.backward import Backward
from tilewright.counting.graph.builder import GraphBuilder
from tilewright.counting.graph.building import Attempt, TooLarge, build, check_width
from tilewright.counting.graph.closed import living_graph
from tilewright.counting.graph.estimates import estimate
from tilewright.counting.graph.graph import StateGraph
from tilewright.counting.run.resources import Resources
from tilewright.counting.scan.row_moves import RowMoves
from tilewright.counting.scan.scans import Repeat
from tilewright.counting.values.values import Arrays, RowValues

__all__ = ["LabeledRows"]

#: What a graph may be estimated to take, of the memory that is allowed: without looking ahead it has up to
#: twice as many states.
_SHARE = 0.5
#: Bytes for each state and each edge when the graph has grown and is written flat with its labels.
_STATE, _EDGE = 13, 6


@dataclass(eq=False)
class LabeledRows:
    """A board whose rows repeat, and which class each of its moves is of.

    Attributes
    ----------
    repeat : Repeat
    kinds : (shapes + 1,) uint16
        The class of each shape, and of a cell that stays empty; 0 is the class of a cell that is taken already.
    resources : Resources
    nbytes : int
        Bytes held at most.
    """

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
        """Return the state graph, of which no state is left out; None if it is too large to keep.

        Parameters
        ----------
        value_bytes : int
            What rides on a state.

        Raises
        ------
        MemoryLimitError
            If the rows are far too wide for any way of counting.
        """
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

        found = build(attempt, lambda: estimate(self.repeat), resources, _SHARE)
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
