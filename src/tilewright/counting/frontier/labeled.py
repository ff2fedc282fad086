"""The labeled state graph of a whole problem, and walks through it.

Its edges are in the documented order of the tilings. Cells are processed along the scan: line by
line along the first axis with the most lines, or one by one if this keeps the frontier much
narrower. At the first uncovered cell, placements are in the order of the cover
(`Cover.orientation`). Leaving the cell empty comes last.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise
from math import prod

import numpy as np
from numpy.typing import NDArray

from tilewright.counting.frontier.builder import closed_graph
from tilewright.counting.frontier.estimates import (
    COUNT_BYTES,
    MISJUDGED,
    MISJUDGED_UNROLLED,
    LabeledEstimate,
    Outlook,
    TooLarge,
    build,
    estimate_inside,
    estimate_labeled,
)
from tilewright.counting.frontier.graph import BackwardCounts, Growth, grow_graph
from tilewright.counting.frontier.repeats import Repeat, find_repeat
from tilewright.counting.frontier.scans import (
    axis_names,
    inverse,
    line_scan,
    long_axis,
    narrower_order,
)
from tilewright.counting.moves import EMPTY_CELL, Moves, compile_moves, options_of
from tilewright.counting.numbers.values import Arrays
from tilewright.counting.resources import Resources, refuse
from tilewright.counting.state_graph import StateGraph
from tilewright.errors import MemoryLimitError
from tilewright.model.cover import Cover, compile_cover
from tilewright.model.problem import Problem
from tilewright.solving.proofs import area_reason
from tilewright.system.platform.machine import in_units
from tilewright.system.values.arrays import ranges

#: In `Alphabet.placement`: the cell is covered already; it stays empty.
TAKEN, STAYS_EMPTY = -1, -2
#: Rows after which the size of all counts is estimated.
_ROWS = 32
#: Bytes of a state with its count, and of an edge.
_STATE, _EDGE = 12, 6
#: Parts of a board between two checks of the limit.
_PARTS = 16
#: Called while a graph grows: (layers done, layers, states of the last layer).
Look = Callable[[int, int, int], None]


@dataclass(frozen=True, eq=False)
class Alphabet:
    """The meaning of the labels of a graph, and the amount of memory that the graph may use."""

    cover: Cover
    #: (area,): the cell of each layer.
    cells: NDArray[np.int64]
    #: (area, k + 1): the placement of each label at a layer, or `STAYS_EMPTY`; the last column is
    #: `TAKEN` (label -1).
    placement: NDArray[np.int32]
    resources: Resources
    #: Bytes that the graph and its counts may take.
    allowed: int

    @cached_property
    def layer(self) -> NDArray[np.int64]:
        """(area,): the layer of each cell."""
        return inverse(self.cells)

    @cached_property
    def column(self) -> NDArray[np.int64]:
        """(p,): the label of each placement at its layer; -3 if no tiling can use it."""
        column = np.full(self.cover.size, -3, dtype=np.int64)
        where = np.nonzero(self.placement >= 0)
        column[self.placement[where]] = where[1]
        return column

    @cached_property
    def first_layer(self) -> NDArray[np.int64]:
        """(p,): the layer of each placement, which is the layer of its first cell."""
        first = np.zeros(self.cover.size, dtype=np.int64)
        where = np.nonzero(self.placement >= 0)
        first[self.placement[where]] = where[0]
        return first

    @cached_property
    def empty_column(self) -> NDArray[np.int64]:
        """(area,): the label at each layer that leaves the cell empty; -2 if it must be covered."""
        empty = self.placement == STAYS_EMPTY
        return np.where(empty.any(axis=1), empty.argmax(axis=1), -2)

    def labels(self, rows: NDArray[np.int32]) -> NDArray[np.int16]:
        """Return the labels of tilings at each layer, (m, area). The tilings are rows of
        placements, padded with -1.
        """
        cover, area = self.cover, self.cover.area
        row, place = np.nonzero(rows >= 0)
        placement = rows[row, place]
        sizes = np.diff(cover.start)[placement]
        item = ranges(cover.start[placement], sizes)
        labels = np.broadcast_to(self.empty_column, (len(rows), area)).astype(np.int16)
        labels[np.repeat(row, sizes), self.layer[cover.item[item]]] = -1
        labels[row, self.first_layer[placement]] = self.column[placement]
        return labels

    def check(self, states: int, edges: int) -> None:
        """Raise `MemoryLimitError` if a graph would exceed the limit."""
        needed = _STATE * states + _EDGE * edges
        if needed > self.allowed:
            raise refuse(states, needed, self.allowed, "")

    def label_graph(self, graph: StateGraph) -> LabeledGraph:
        """Return a graph for labels with this meaning."""
        return LabeledGraph(
            self.cover, self.cells, self.placement, self.resources, self.allowed, graph
        )


@dataclass(frozen=True, eq=False)
class LabeledGraph(Alphabet):
    """The labeled state graph of a set of tilings."""

    graph: StateGraph

    @property
    def blocks(self) -> int:
        """The number of times that the layers of the graph repeat."""
        return self.cover.area // self.graph.layers

    def meanings(self, layer: int) -> NDArray[np.int32]:
        """Return the placements of the labels of a layer."""
        placements: NDArray[np.int32] = self.placement[layer]
        return placements

    def backward(self, counts: BackwardCounts) -> list[Arrays]:
        """Propagate the counts through the board. Return the counts of layer 0 of each block, and
        of the end.
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
        """Report the number of finished layers, and check the memory limit, with `held` bytes of
        saved counts.
        """
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


def build_labeled_graph(
    problem: Problem, resources: Resources, look: Look | None = None
) -> LabeledGraph | None:
    """Return the labeled state graph of a problem, or None if the areas rule out tilings.

    While the graph of a board without repeating lines grows, `look` is called with the number of
    finished layers, the number of all layers and the states of the last layer. It may raise an
    exception.
    """
    if area_reason(problem):
        return None
    axis = long_axis(problem)
    repeat = find_repeat(problem, axis)
    if repeat is not None and not repeat.flat:
        # On closed lines, an orientation at a cell may be several placements.
        repeat = None

    unrolled = _Unrolled.of(problem, axis) if repeat is None else None

    def attempt(growth: Growth) -> Built:
        if unrolled is not None:
            return unrolled.graph(growth, look)
        assert repeat is not None
        return _close_graph(problem, repeat, growth)

    def estimate_size() -> LabeledEstimate:
        if repeat is not None:
            return estimate_labeled(repeat)
        by_lines = unrolled is not None and unrolled.by_lines
        estimate = estimate_inside(problem, axis) if by_lines else None
        return estimate or LabeledEstimate(0.0, 0.0)

    outcome = build(
        attempt, estimate_size, resources, MISJUDGED_UNROLLED if repeat is None else MISJUDGED
    )
    allowed = resources.allowed
    if isinstance(outcome, TooLarge):
        shape = problem.board.shape
        width = prod(shape) // shape[axis]
        why = f"the reason is that each {axis_names(len(shape))[axis][:-1]} has {width:,} cells"
        small = allowed <= resources.tuning.first_try
        raise outcome.error or (outcome.first if small else outcome.ahead.error(allowed, why))
    graph, cover, cells, placement = outcome
    # Each state gets a count.
    resources.stay_within(graph.states, graph.nbytes + COUNT_BYTES * graph.states)
    return LabeledGraph(cover, cells, placement, resources, allowed, graph)


Built = tuple[StateGraph, Cover, NDArray[np.int64], NDArray[np.int32]]


def _close_graph(problem: Problem, repeat: Repeat, growth: Growth) -> Built:
    """Return the graph of a repeating row, and the meaning of its labels at each layer."""
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


def alphabet_of(problem: Problem, resources: Resources) -> Alphabet:
    """Return the meaning of labels for all placements of a problem, without a graph."""
    unrolled = _Unrolled.of(problem, long_axis(problem))
    cover, moves = unrolled.cover, unrolled.moves
    meanings = _label_meanings(moves, cover.area)
    return Alphabet(cover, unrolled.cells, meanings, resources, resources.allowed)


@dataclass(frozen=True, eq=False)
class _Unrolled:
    """The moves of any board in the documented order of its cells."""

    cover: Cover
    moves: Moves
    #: (area,): the cell of each layer.
    cells: NDArray[np.int64]
    #: The cells are taken line by line.
    by_lines: bool
    #: (area,): the cells of each layer's line, or those in its frontier.
    widths: NDArray[np.int64]

    @classmethod
    def of(cls, problem: Problem, axis: int) -> _Unrolled:
        """Return the moves along the lines of an axis, or cell by cell if this frontier is much
        narrower.
        """
        cover = compile_cover(problem)
        options = options_of(cover, by_orientation=True)
        position = line_scan(cover.cells, axis, problem.board.lattice.periods[axis]).position
        along = list(cover.cells.T.astype(np.int64))
        order = narrower_order(options, position, along)
        moves = compile_moves(options, position if order is None else order)
        cells = np.argsort(moves.position)
        line = cover.cells[cells, axis]
        widths = np.bincount(line)[line] if order is None else moves.widths
        return cls(cover, moves, cells, order is None, widths)

    def graph(self, growth: Growth, look: Look | None) -> Built:
        """Return the graph, and the meaning of its labels at each layer."""
        moves, area = self.moves, self.cover.area
        width = moves.span - 1 if self.by_lines else moves.width
        why = f"the frontier is {width} cells wide"
        outlook = Outlook(self.widths, growth.allowed, why)
        before = 1

        def watch(layer: int, states: int, nbytes: int) -> None:
            nonlocal before
            if look is not None:
                look(layer, area, states - before)
                before = states
            if not growth.first:
                outlook.note(layer, states, nbytes)
            if growth.watch is not None:
                growth.watch(layer, states, nbytes)

        graph = grow_graph(moves, replace(growth, watch=watch), labeled=True, why=why)
        return graph, self.cover, self.cells, _label_meanings(moves, area)


def _label_meanings(moves: Moves, area: int) -> NDArray[np.int32]:
    """Return the meaning of the labels at each layer, as `Alphabet.placement`."""
    placement = np.full((area, int(np.diff(moves.start).max(initial=0)) + 1), TAKEN, dtype=np.int32)
    for c in range(area):
        names = moves.options.label[moves.option[moves.start[c] : moves.start[c + 1]]]
        placement[c, : len(names)] = np.where(names == EMPTY_CELL, STAYS_EMPTY, names)
    return placement
