"""Kept: a labeled state graph of a whole problem, and the walks from its beginning to its end.

The graph's edges stand in the documented order of the tilings: the cells are taken along the scan
(row by row if the board has at least as many rows as columns, else column by column); at the first
cell that is not yet covered, the placements come in the order of the cover (`Cover.orientation`),
and leaving the cell empty comes last.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tilewright.counting.closed import closed_graph
from tilewright.counting.graph import StateGraph, grow_graph
from tilewright.counting.memory import allowed_memory, stay_within
from tilewright.counting.moves import EMPTY_CELL, compile_moves, options_of
from tilewright.counting.progress import Report, Reporter
from tilewright.counting.request import check_limits, checked_problem
from tilewright.counting.rows import Flow
from tilewright.counting.scans import board_scans, repeats
from tilewright.cover import Cover
from tilewright.errors import MemoryLimitError
from tilewright.memory import in_units
from tilewright.problem import Problem
from tilewright.proof import area_reason

__all__ = ["STAYS_EMPTY", "TAKEN", "Kept", "keep"]

#: In `Kept.placement`: the cell is covered already; it stays empty.
TAKEN, STAYS_EMPTY = -1, -2


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
        for block in range(self.blocks - 1, -1, -1):
            flow.run((block + 1) * layers, block * layers)
            if self.blocks > 1:
                ends.append(flow.counts[: graph.offset[1]].copy())
                held += ends[-1].nbytes
                if held > self.allowed:
                    raise MemoryLimitError(
                        f"the counts of {len(ends)} of {self.blocks} rows of {graph.offset[1]} states need "
                        f"{in_units(held)}, more than the {in_units(self.allowed)} allowed"
                    )
        return ends[::-1]

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

    Raises
    ------
    EngineError
        If there is no Problem, or a limit is none.
    ProblemError
        If the problem has faults.
    MemoryLimitError
        Before the limit would be passed.
    """
    check_limits(max_memory=max_memory)
    if area_reason(checked_problem(problem)):
        return None
    kept = _build(problem, max_memory, progress)
    stay_within(kept.graph.states, kept.graph.nbytes, max_memory)
    return kept


def _build(problem: Problem, max_memory: int | None, progress: Report | None) -> Kept:
    cover = problem.cover()
    allowed = allowed_memory(max_memory)
    reporter = Reporter(progress)
    rows, columns = cover.number.shape
    axis = 0 if columns <= rows else 1

    def watch(layer: int, states: int, nbytes: int) -> None:
        reporter.tell("states", layer, 0, states, nbytes)

    repeat = repeats(problem, axis)
    scan = board_scans(cover.cells, folded=False)[axis]
    cells = np.argsort(scan.position)
    if repeat is not None:
        graph = closed_graph(repeat, allowed=allowed, folded=False, labeled=True, watch=watch)
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
        return Kept(cover, graph, cells, placement, allowed)
    options = options_of(cover, by_orientation=True)
    moves = compile_moves(options, scan.position)
    graph = grow_graph(
        moves, labeled=True, allowed=allowed, watch=watch, why=f"the frontier is {moves.span - 1} cells wide"
    )
    placement = np.full((cover.area, int(np.diff(moves.start).max(initial=0)) + 1), TAKEN, dtype=np.int32)
    for c in range(cover.area):
        names = options.label[moves.option[moves.start[c] : moves.start[c + 1]]]
        placement[c, : len(names)] = np.where(names == EMPTY_CELL, STAYS_EMPTY, names)
    return Kept(cover, graph, cells, placement, allowed)
