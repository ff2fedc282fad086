"""The labeled state graph of a whole problem, and walks through it.

Its edges are in the documented order of the tilings. Cells are taken along the scan (line by line
along the board's axis with the most lines, the first such axis). At the first uncovered cell,
placements are in the order of the cover (`Cover.orientation`); leaving the cell empty comes last.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from math import prod

import numpy as np
from numpy.typing import NDArray

from tilewright.counting.builder import Growth, closed_graph
from tilewright.counting.estimates import (
    COUNT_BYTES,
    MISJUDGED,
    MISJUDGED_UNROLLED,
    KeptEstimate,
    Outlook,
    TooLarge,
    build,
    estimate_inside,
    estimate_kept,
)
from tilewright.counting.graph import BackwardCounts, grow_graph
from tilewright.counting.moves import EMPTY_CELL, compile_moves, options_of
from tilewright.counting.repeats import Repeat, repeats
from tilewright.counting.resources import Resources
from tilewright.counting.scans import axis_names, line_scan, long_axis
from tilewright.counting.state_graph import StateGraph
from tilewright.counting.values import Arrays
from tilewright.cover import Cover, compile_cover
from tilewright.errors import MemoryLimitError
from tilewright.proof import area_reason
from tilewright.system.memory import in_units
from tilewright.values.problem import Problem

#: In `LabeledGraph.placement`: the cell is covered already; it stays empty.
TAKEN, STAYS_EMPTY = -1, -2
#: Rows after which the size of all counts is estimated.
_ROWS = 32
#: Parts of a board between two checks of the limit.
_PARTS = 16


@dataclass(frozen=True, eq=False)
class LabeledGraph:
    """The labeled state graph of a problem."""

    cover: Cover
    graph: StateGraph
    #: (area,): the cell of each layer.
    cells: NDArray[np.int64]
    #: (area, k + 1): the placement of each label at a layer, or `STAYS_EMPTY`; the last column is
    #: `TAKEN` (label -1).
    placement: NDArray[np.int32]
    resources: Resources
    #: Bytes that the graph and its counts may take.
    allowed: int

    @property
    def blocks(self) -> int:
        """How often the graph's layers repeat."""
        return self.cover.area // self.graph.layers

    def labels(self, layer: int) -> NDArray[np.int32]:
        """Return the placements of the labels of a layer."""
        meant: NDArray[np.int32] = self.placement[layer]
        return meant

    def backward(self, counts: BackwardCounts) -> list[Arrays]:
        """Pull the counts through the board; return those of layer 0 of each block, and of the
        end.
        """
        graph = self.graph
        layers = graph.layers
        ends = [counts.at_end()]
        held = 0
        counts.allowed = self.allowed - graph.nbytes
        self.resources.reporter.begin()
        parts = 1 if self.blocks > 1 else _PARTS
        cuts = [layers * part // parts for part in range(parts, -1, -1)]
        for block in range(self.blocks - 1, -1, -1):
            for above, below in pairwise(cuts):
                counts.run(block * layers + above, block * layers + below)
                self._check(counts, held, self.cover.area - block * layers - below)
            if self.blocks > 1:
                ends.append(counts.at_begin())
                held += sum(array.nbytes for array in ends[-1])
        return ends[::-1]

    def _check(self, counts: BackwardCounts, held: int, done: int) -> None:
        """Report that layers are `done`, and check the limit, with `held` bytes of saved counts."""
        needed = self.graph.nbytes + counts.nbytes + held
        self.resources.reporter.tell("counts", done, self.cover.area, self.graph.states, needed)
        rows = done // self.graph.layers
        if needed > self.allowed:
            raise MemoryLimitError(
                f"the counts of {self.graph.states:,} states ({counts.words} words each) need "
                f"{in_units(needed)} after {rows:,} "
                f"of {self.blocks:,} rows, more than the {in_units(self.allowed)} allowed"
            )
        # Each row has as many counts as the last one, and they grow.
        ahead = held * (self.blocks / max(rows, 1)) ** 2
        if rows >= _ROWS and ahead > MISJUDGED * self.allowed:
            raise MemoryLimitError(
                f"the counts of {self.blocks:,} rows of {int(self.graph.offset[1]):,} states need "
                "about "
                f"{in_units(ahead)}, more than the {in_units(self.allowed)} allowed"
            )

    def forward(self, counts: BackwardCounts, ends: list[Arrays]) -> Iterator[tuple[int, int, int]]:
        """Yield (layer, first state, end of its states) from the first layer on, with
        ``counts.counts`` set for its block.
        """
        graph = self.graph
        layers = graph.layers
        for block in range(self.blocks):
            if self.blocks > 1:
                counts.resume(ends[block + 1])
                counts.run((block + 1) * layers, block * layers)
            for c in range(layers):
                layer = block * layers + c
                base = int(graph.offset[c])
                yield layer, base, base + graph.width(layer)


def build_labeled_graph(problem: Problem, resources: Resources) -> LabeledGraph | None:
    """Build the labeled state graph of a problem; None if the areas exclude tilings."""
    if area_reason(problem):
        return None
    axis = long_axis(problem)
    repeat = repeats(problem, axis)
    if repeat is not None and not repeat.flat:
        # On closed lines, an orientation at a cell may be several placements.
        repeat = None

    def attempt(growth: Growth) -> Built:
        if repeat is None:
            return _unroll_graph(problem, axis, growth)
        return _close_graph(problem, repeat, growth)

    def estimated() -> KeptEstimate:
        found = estimate_inside(problem, axis) if repeat is None else estimate_kept(repeat)
        return found or KeptEstimate(0.0, 0.0)

    found = build(
        attempt, estimated, resources, MISJUDGED_UNROLLED if repeat is None else MISJUDGED
    )
    allowed = resources.allowed
    if isinstance(found, TooLarge):
        shape = problem.board.shape
        width = prod(shape) // shape[axis]
        why = f"the cause is that each {axis_names(len(shape))[axis][:-1]} has {width:,} cells"
        small = allowed <= resources.tuning.first_try
        raise found.error or (found.first if small else found.ahead.error(allowed, why))
    graph, cover, cells, placement = found
    # Each state gets a count.
    resources.stay_within(graph.states, graph.nbytes + COUNT_BYTES * graph.states)
    return LabeledGraph(cover, graph, cells, placement, resources, allowed)


Built = tuple[StateGraph, Cover, NDArray[np.int64], NDArray[np.int32]]


def _close_graph(problem: Problem, repeat: Repeat, growth: Growth) -> Built:
    """Return the graph of a repeating row, and the meaning of its labels at each layer of the
    board.
    """
    graph = closed_graph(repeat, growth, folded=False, labeled=True)
    cover = compile_cover(problem)
    scan = line_scan(cover.cells, repeat.axis, problem.board.lattice.periods[repeat.axis])
    known = np.full((cover.area, len(cover.piece)), TAKEN, dtype=np.int32)
    first = (
        np.minimum.reduceat(scan.position[cover.item], cover.start[:-1])
        if cover.size
        else np.zeros(0, dtype=np.int64)
    )
    known[first, cover.orientation] = np.arange(cover.size)
    known = np.concatenate([known, np.full((cover.area, 1), STAYS_EMPTY, dtype=np.int32)], axis=1)
    moves = graph.moves
    assert moves is not None
    columns = int(np.diff(moves.start[: repeat.width + 1]).max(initial=0))
    placement = np.full((cover.area, columns + 1), TAKEN, dtype=np.int32)
    for c in range(repeat.width):
        kinds = moves.options.kind[moves.option[moves.start[c] : moves.start[c + 1]]]
        placement[c :: repeat.width, : len(kinds)] = known[c :: repeat.width, kinds]
    return graph, cover, np.argsort(scan.position), placement


def _unroll_graph(problem: Problem, axis: int, growth: Growth) -> Built:
    """Return the graph of any board, and the meaning of its labels at each layer."""
    cover = compile_cover(problem)
    scan = line_scan(cover.cells, axis, problem.board.lattice.periods[axis])
    cells = np.argsort(scan.position)
    options = options_of(cover, by_orientation=True)
    moves = compile_moves(options, scan.position)
    why = f"the frontier is {moves.span - 1} cells wide"
    line = cover.cells[cells, axis]
    outlook = Outlook(np.bincount(line)[line], growth.allowed, why)

    def watch(layer: int, states: int, nbytes: int) -> None:
        if not growth.first:
            outlook.note(layer, states, nbytes)
        if growth.watch is not None:
            growth.watch(layer, states, nbytes)

    graph = grow_graph(moves, labeled=True, allowed=growth.allowed, watch=watch, why=why)
    placement = np.full(
        (cover.area, int(np.diff(moves.start).max(initial=0)) + 1), TAKEN, dtype=np.int32
    )
    for c in range(cover.area):
        names = options.label[moves.option[moves.start[c] : moves.start[c + 1]]]
        placement[c, : len(names)] = np.where(names == EMPTY_CELL, STAYS_EMPTY, names)
    return graph, cover, cells, placement
