"""Kept: a labeled state graph of a whole problem, and the walks from its beginning to its end.

The graph's edges stand in the documented order of the tilings: the cells are taken along the scan
(row by row if the board has at least as many rows as columns, else column by column); at the first
cell that is not yet covered, the placements come in the order of the cover (`Cover.orientation`),
and leaving the cell empty comes last.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from tilewright.counting.closed import closed_graph
from tilewright.counting.foresight import MISJUDGED, Outlook, foresee_inside, foresee_kept
from tilewright.counting.graph import StateGraph, grow_graph
from tilewright.counting.memory import allowed_memory, stay_within
from tilewright.counting.moves import EMPTY_CELL, compile_moves, options_of
from tilewright.counting.progress import Report, Reporter
from tilewright.counting.request import check_limits
from tilewright.counting.rows import Flow
from tilewright.counting.scans import Repeat, board_scans, repeats
from tilewright.cover import Cover
from tilewright.errors import MemoryLimitError
from tilewright.memory import in_units
from tilewright.problem import Problem
from tilewright.proof import area_reason

__all__ = ["STAYS_EMPTY", "TAKEN", "Kept", "keep"]

#: In `Kept.placement`: the cell is covered already; it stays empty.
TAKEN, STAYS_EMPTY = -1, -2

#: A graph that may take so much is soon grown: nothing is foreseen.
_SMALL = 1 << 26
#: Rows after which it is foreseen how much the counts of all rows take.
_ROWS = 32
#: Parts of a board between which it is looked at the limit.
_PARTS = 16


@dataclass(frozen=True, eq=False)
class Kept:
    """The labeled state graph of a problem.

    Attributes
    ----------
    cover : Cover
    graph : StateGraph
    cells : (area,) int64
        The cell of each layer.
    placement : (area, k + 1) int32
        The placement that a label means at a layer; `STAYS_EMPTY` for an empty cell; the last
        column, reached by label -1, is `TAKEN`.
    """

    cover: Cover
    graph: StateGraph
    cells: NDArray[np.int64]
    placement: NDArray[np.int32]
    allowed: int
    reporter: Reporter = field(default_factory=lambda: Reporter(None))

    @property
    def blocks(self) -> int:
        """How often the graph's layers come."""
        return self.cover.area // self.graph.layers

    def labels(self, layer: int) -> NDArray[np.int32]:
        """Return the placements that the labels of a layer mean."""
        meant: NDArray[np.int32] = self.placement[layer]
        return meant

    def backward(self, flow: Flow) -> list[NDArray[np.uint64]]:
        """Pull the counts through the board; return those of layer 0 of each block, and of the end.

        Raises
        ------
        MemoryLimitError
            If they would not fit.
        """
        graph = self.graph
        layers = graph.layers
        last = int(graph.offset[-2])
        ends = [flow.counts[last:].copy()]
        held = 0
        self.reporter.begin()
        parts = 1 if self.blocks > 1 else _PARTS
        cuts = [layers * part // parts for part in range(parts, -1, -1)]
        for block in range(self.blocks - 1, -1, -1):
            for above, below in pairwise(cuts):
                flow.run(block * layers + above, block * layers + below)
                self._check(flow, held, self.cover.area - block * layers - below)
            if self.blocks > 1:
                ends.append(flow.counts[: graph.offset[1]].copy())
                held += ends[-1].nbytes
        return ends[::-1]

    def _check(self, flow: Flow, held: int, done: int) -> None:
        """Tell how far the counts are, and stay within the limit.

        Parameters
        ----------
        held : int
            Bytes of the counts kept.
        done : int
            Layers.
        """
        needed = self.graph.nbytes + flow.counts.nbytes + held
        self.reporter.tell("counts", done, self.cover.area, self.graph.states, needed)
        rows = done // self.graph.layers
        if needed > self.allowed:
            raise MemoryLimitError(
                f"{self.graph.states:,} states with counts of {flow.limbs} words, and those of {rows:,} of "
                f"{self.blocks:,} rows, need {in_units(needed)}, more than the {in_units(self.allowed)} allowed"
            )
        # Each row has as many counts as the one before, and they grow.
        ahead = held * (self.blocks / max(rows, 1)) ** 2
        if rows >= _ROWS and ahead > MISJUDGED * self.allowed:
            raise MemoryLimitError(
                f"the counts of {self.blocks:,} rows of {int(self.graph.offset[1]):,} states need about "
                f"{in_units(ahead)}, more than the {in_units(self.allowed)} allowed"
            )

    def forward(self, flow: Flow, ends: list[NDArray[np.uint64]]) -> Iterator[tuple[int, int, int]]:
        """Yield (layer, first state, state after the last) from the first layer on.

        Meanwhile, ``flow.counts`` are those of the block that the layer is in.
        """
        graph = self.graph
        layers = graph.layers
        for block in range(self.blocks):
            if self.blocks > 1:
                flow.resume(ends[block + 1])
                flow.run((block + 1) * layers, block * layers)
            for c in range(layers):
                layer = block * layers + c
                base = int(graph.offset[c])
                yield layer, base, base + graph.width(layer)


def keep(
    problem: Problem,
    *,
    max_memory: int | None = None,
    progress: Report | None = None,
) -> Kept | None:
    """Build the labeled state graph of a problem; None if the areas say that there is no tiling.

    Parameters
    ----------
    problem : Problem
        Without faults.

    Raises
    ------
    EngineError
        If a limit is none.
    MemoryLimitError
        Before the limit would be passed, at once where that is foreseen.
    """
    check_limits(max_memory=max_memory)
    if area_reason(problem):
        return None
    allowed = allowed_memory(max_memory)
    reporter = Reporter(progress)

    def watch(layer: int, states: int, nbytes: int) -> None:
        reporter.tell("states", layer, 0, states, nbytes)

    rows, columns = problem.board.shape
    axis = 0 if columns <= rows else 1
    repeat = repeats(problem, axis)
    # Before anything is compiled.
    if allowed > _SMALL:
        ahead = foresee_inside(problem, axis) if repeat is None else foresee_kept(repeat)
        if ahead is not None:
            width = min(rows, columns)
            line = "column" if axis else "row"
            ahead.check(allowed, f"it is the {width:,} cells of a {line} that make it large")
    reporter.begin()
    if repeat is None:
        graph, cover, cells, placement = _unrolled(problem, axis, allowed, watch)
    else:
        graph, cover, cells, placement = _closed(problem, repeat, allowed, watch)
    stay_within(graph.states, graph.nbytes, max_memory)
    return Kept(cover, graph, cells, placement, allowed, reporter)


Watch = Callable[[int, int, int], None]
Built = tuple[StateGraph, Cover, NDArray[np.int64], NDArray[np.int32]]


def _closed(problem: Problem, repeat: Repeat, allowed: int, watch: Watch) -> Built:
    """Return the graph of a row that repeats, and what its labels mean at each layer of the board."""
    graph = closed_graph(repeat, allowed=allowed, folded=False, labeled=True, watch=watch)
    cover = problem.cover()
    scan = board_scans(cover.cells, folded=False)[repeat.axis]
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


def _unrolled(problem: Problem, axis: int, allowed: int, watch: Watch) -> Built:
    """Return the graph of any board, and what its labels mean at each layer."""
    cover = problem.cover()
    scan = board_scans(cover.cells, folded=False)[axis]
    cells = np.argsort(scan.position)
    options = options_of(cover, by_orientation=True)
    moves = compile_moves(options, scan.position)
    why = f"the frontier is {moves.span - 1} cells wide"
    line = cover.cells[cells, axis]
    outlook = Outlook(np.bincount(line)[line], allowed, why)

    def look(layer: int, states: int, nbytes: int) -> None:
        outlook.look(layer, states, nbytes)
        watch(layer, states, nbytes)

    graph = grow_graph(moves, labeled=True, allowed=allowed, watch=look, why=why)
    placement = np.full((cover.area, int(np.diff(moves.start).max(initial=0)) + 1), TAKEN, dtype=np.int32)
    for c in range(cover.area):
        names = options.label[moves.option[moves.start[c] : moves.start[c + 1]]]
        placement[c, : len(names)] = np.where(names == EMPTY_CELL, STAYS_EMPTY, names)
    return graph, cover, cells, placement
