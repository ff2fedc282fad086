"""Build the state graph of a row that repeats: the graph closes on itself and serves any number of rows."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from tilewright.counting.graph.builder import GraphBuilder
from tilewright.counting.graph.graph import StateGraph, grow_graph
from tilewright.counting.run.progress import Watch
from tilewright.counting.run.saving import Saving
from tilewright.counting.run.tuning import USUAL, Tuning
from tilewright.counting.scan.moves import compile_moves
from tilewright.counting.scan.row_moves import RowMoves
from tilewright.counting.scan.scans import Repeat, mirrors
from tilewright.kernels.frontier.weighted import number_living, write_living
from tilewright.kernels.frontier.write import choose, line_up, mark_rows, write

__all__ = ["closed_graph", "living_graph", "number_states"]


def closed_graph(
    repeat: Repeat,
    *,
    allowed: int,
    folded: bool = True,
    labeled: bool = False,
    prune: bool = True,
    lookahead: bool = True,
    threads: int = 1,
    watch: Watch | None = None,
    saving: Saving | None = None,
    tuning: Tuning = USUAL,
) -> StateGraph:
    """Build the state graph of a row that repeats.

    Parameters
    ----------
    allowed : int
        Bytes that the graph may take while it grows.
    folded : bool
        Hold mirror images as one state where the pieces allow it.
    labeled : bool
        Keep which move an edge is; then every cell has its layer, and states are not folded.
    prune : bool
        Whether to look in the end for the states from which nothing can finish, and those that lead to
        just one other; that takes about as long as a few rows.
    lookahead : bool
        Whether to look one move ahead while the graph grows, so that most of those are never founded.
    threads : int
        Cores to grow on.
    watch : callable, optional
        Called with (layer, states so far, bytes) after some layers.
    saving : Saving, optional
        Where to save what was found, and what to go on from. States of more than a word are not saved:
        then the graph is found anew.

    Raises
    ------
    MemoryLimitError
        Before `allowed` is passed.
    CheckpointError
        If what was saved is damaged.
    """
    lines = repeat.lines
    why = (
        f"it is {lines} of {repeat.width} cells that make it large, with {len(repeat.shapes)} oriented pieces "
        f"that reach {repeat.reach} {lines}"
    )
    moves = None if labeled else RowMoves.of(repeat, folded)
    if moves is not None:
        builder = GraphBuilder(
            moves,
            repeat.period,
            prune=prune,
            lookahead=lookahead,
            threads=threads,
            allowed=allowed,
            watch=watch,
            why=why,
            saving=saving,
            tuning=tuning,
        )
        builder.run()
        return number_states(builder)
    options = repeat.options()
    cells = np.arange(options.area)
    position, partner = cells, None
    if folded and not labeled and repeat.width > 1:
        line, place = np.divmod(cells, repeat.width)
        mirrored = line * repeat.width + (repeat.width - 1 - place)
        if mirrors(options, mirrored):
            order = np.lexsort((place, np.minimum(place, repeat.width - 1 - place), line))
            position = np.empty(options.area, dtype=np.int64)
            position[order] = cells
            partner = np.empty(options.area, dtype=np.int64)
            partner[position] = position[mirrored]
    wide = compile_moves(options, position, partner=partner)
    if partner is not None and not wide.folded:
        wide = compile_moves(options, cells)
    return grow_graph(
        wide,
        period=repeat.period * repeat.width,
        row=repeat.width,
        labeled=labeled,
        prune=prune,
        allowed=allowed,
        watch=watch,
        why=why,
    )


def number_states(builder: GraphBuilder) -> StateGraph:
    """Drop what is not needed of a graph that has grown, if it is to be looked for, and number the rest.

    The growing graph is spent.
    """
    parts, segments = builder.parts, len(builder.level)
    room = builder.keys.shape[1]
    if not builder.prune:
        graph = _whole(builder, room)
        builder.give_back()
        return graph
    # The keys and tables have served: their memory goes before more is taken.
    builder.keys = np.empty((1, 1), dtype=np.uint64)
    builder.table = np.empty((1, 1), dtype=np.int32)
    alive = np.zeros((segments + parts, room), dtype=np.uint8)
    first, again = alive[:parts], alive[segments:]
    first[0, 0] = again[0, 0] = 1
    while mark_rows(builder.start, builder.target, builder.level, alive):
        again[:] = first
    number = np.zeros(alive.shape, dtype=np.int32)
    offset = np.zeros(builder.layers + 2, dtype=np.int64)
    row = builder.moves.width
    edges = choose(builder.start, builder.target, builder.level, parts, row, alive, number, offset)
    start = np.empty(int(offset[-1]) + 1, dtype=np.int32)
    target = np.empty(edges, dtype=np.int32)
    waiting = np.empty(builder.moves.fanout * row + 1, dtype=np.int64)
    write(
        builder.start,
        builder.target,
        builder.level,
        room.bit_length() - 1,
        alive,
        number,
        start,
        target,
        waiting,
    )
    layers = np.arange(len(builder.active)) % builder.layers
    for step, layer in enumerate(layers.tolist()):
        builder.active[step] = np.count_nonzero(alive[layer, : builder.active[step]] == 1)
    return _flat(builder, offset, start, target, int(np.diff(start).max(initial=1)))


def _whole(builder: GraphBuilder, room: int) -> StateGraph:
    """Number all states."""
    sizes = np.concatenate([builder.level[:, 0], builder.level[: builder.parts, 0]])
    ends = np.cumsum(sizes)
    gap = np.arange(len(sizes)) * room - (ends - sizes)
    offset = np.concatenate([[0], ends[builder.parts - 1 :: builder.parts]])
    start = np.empty(int(ends[-1]) + 1, dtype=np.int32)
    target = np.empty(int(builder.level[:, 2].sum()), dtype=np.int32)
    line_up(builder.start, builder.target, builder.level, room.bit_length() - 1, gap, start, target)
    return _flat(builder, offset, start, target, builder.moves.fanout)


def _flat(
    builder: GraphBuilder,
    offset: NDArray[np.int64],
    start: NDArray[np.int32],
    target: NDArray[np.int32],
    fanout: int,
) -> StateGraph:
    return StateGraph(
        moves=None,
        offset=offset,
        active=builder.active,
        start=start,
        target=target,
        label=np.zeros(0, dtype=np.int16),
        length=0,
        final=np.zeros((0, 1), dtype=np.uint64),
        fanout=fanout,
        peak=builder.peak,
        folded=builder.moves.folded,
        parts=builder.parts,
    )


def living_graph(builder: GraphBuilder, kind: NDArray[np.uint16]) -> StateGraph:
    """Leave out the states of a grown graph from which nothing can finish; edges are labeled by classes of moves.

    Parameters
    ----------
    kind : (m,) uint16
        The class of each move.
    """
    moves, parts, level = builder.moves, builder.parts, builder.level
    segments, room = builder.keys.shape
    alive = np.zeros((segments + parts, room), dtype=np.uint8)
    first, again = alive[:parts], alive[segments:]
    first[0, 0] = again[0, 0] = 1
    while mark_rows(builder.start, builder.target, level, alive):
        again[:] = first
    number = np.empty(alive.shape, dtype=np.int32)
    offset = np.zeros(builder.layers + 2, dtype=np.int64)
    edges = number_living(builder.start, builder.target, level, parts, alive, number, offset)
    start = np.empty(int(offset[-1]) + 1, dtype=np.int32)
    target, label = np.empty(edges, dtype=np.int32), np.empty(edges, dtype=np.uint16)
    write_living(
        builder.keys,
        builder.start,
        builder.target,
        level,
        parts,
        moves.moves,
        moves.begin,
        moves.fits,
        moves.mirror,
        kind,
        alive,
        number,
        start,
        target,
        label,
    )
    layers = np.arange(len(builder.active)) % builder.layers
    active = [
        np.count_nonzero(alive[layer, :states])
        for layer, states in zip(layers.tolist(), builder.active.tolist(), strict=True)
    ]
    return StateGraph(
        moves=None,
        offset=offset,
        active=np.array(active, dtype=np.int64),
        start=start,
        target=target,
        label=label,
        length=0,
        final=np.zeros((0, 1), dtype=np.uint64),
        fanout=builder.moves.fanout,
        peak=builder.peak,
        folded=moves.folded,
        parts=parts,
    )
