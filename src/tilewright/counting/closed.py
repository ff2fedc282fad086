"""Build the state graph of a row that repeats: the graph closes on itself and serves any number of rows."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from tilewright.counting.graph import StateGraph, grow_graph
from tilewright.counting.growth import ROOM, Growth, spare
from tilewright.counting.moves import compile_moves
from tilewright.counting.row_moves import RowMoves
from tilewright.counting.saving import Saving
from tilewright.counting.scans import Repeat, mirrors
from tilewright.kernels.frontier_write import choose, line_up, mark_rows, write

__all__ = ["Growth", "closed_graph", "number_states"]


def closed_graph(
    repeat: Repeat,
    *,
    allowed: int,
    folded: bool = True,
    labeled: bool = False,
    prune: bool = True,
    look: bool = True,
    threads: int = 1,
    watch: Callable[[int, int, int], None] | None = None,
    saving: Saving | None = None,
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
    look : bool
        Whether to look one move ahead while the graph grows, so that most of those are never founded.
    threads : int
        Cores to grow on.
    watch : callable, optional
        Called with (layer, states so far, bytes) after some layers.
    saving : Saving, optional
        Where to put away what was found, and what to go on from. States of more than a word are not put away:
        then the graph is found anew.

    Raises
    ------
    MemoryLimitError
        Before `allowed` is passed.
    CheckpointError
        If what was put away is damaged.
    """
    lines = "rows" if repeat.axis == 0 else "columns"
    why = (
        f"it is {lines} of {repeat.width} cells that make it large, with {len(repeat.shapes)} oriented pieces "
        f"that reach {repeat.reach} {lines}"
    )
    moves = None if labeled else RowMoves.of(repeat, folded)
    if moves is not None:
        growth = Growth(moves, repeat.period, prune, look, threads, allowed, watch, why, saving)
        growth.run()
        return number_states(growth)
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


def number_states(growth: Growth) -> StateGraph:
    """Drop what is not needed of a graph that has grown, if it is to be looked for, and number the rest.

    The growing graph is spent.
    """
    parts, segments = growth.parts, len(growth.level)
    room = growth.keys.shape[1]
    if not growth.prune:
        graph = _whole(growth, room)
        if room == ROOM:
            spare[:] = [(growth.keys, growth.start, growth.target, growth.table)]
        return graph
    # The keys and tables have served: their memory goes before more is taken.
    growth.keys = np.empty((1, 1), dtype=np.uint64)
    growth.table = np.empty((1, 1), dtype=np.int32)
    alive = np.zeros((segments + parts, room), dtype=np.uint8)
    first, again = alive[:parts], alive[segments:]
    first[0, 0] = again[0, 0] = 1
    while mark_rows(growth.start, growth.target, growth.level, alive):
        again[:] = first
    number = np.zeros(alive.shape, dtype=np.int32)
    offset = np.zeros(growth.layers + 2, dtype=np.int64)
    row = growth.moves.width
    edges = choose(growth.start, growth.target, growth.level, parts, row, alive, number, offset)
    start = np.empty(int(offset[-1]) + 1, dtype=np.int32)
    target = np.empty(edges, dtype=np.int32)
    waiting = np.empty(growth.moves.fanout * row + 1, dtype=np.int64)
    write(
        growth.start,
        growth.target,
        growth.level,
        room.bit_length() - 1,
        alive,
        number,
        start,
        target,
        waiting,
    )
    layers = np.arange(len(growth.active)) % growth.layers
    for step, layer in enumerate(layers.tolist()):
        growth.active[step] = np.count_nonzero(alive[layer, : growth.active[step]] == 1)
    return _flat(growth, offset, start, target, int(np.diff(start).max(initial=1)))


def _whole(growth: Growth, room: int) -> StateGraph:
    """Number all states."""
    sizes = np.concatenate([growth.level[:, 0], growth.level[: growth.parts, 0]])
    ends = np.cumsum(sizes)
    gap = np.arange(len(sizes)) * room - (ends - sizes)
    offset = np.concatenate([[0], ends[growth.parts - 1 :: growth.parts]])
    start = np.empty(int(ends[-1]) + 1, dtype=np.int32)
    target = np.empty(int(growth.level[:, 2].sum()), dtype=np.int32)
    line_up(growth.start, growth.target, growth.level, room.bit_length() - 1, gap, start, target)
    return _flat(growth, offset, start, target, growth.moves.fanout)


def _flat(
    growth: Growth,
    offset: NDArray[np.int64],
    start: NDArray[np.int32],
    target: NDArray[np.int32],
    fanout: int,
) -> StateGraph:
    return StateGraph(
        moves=None,
        offset=offset,
        active=growth.active,
        start=start,
        target=target,
        label=np.zeros(0, dtype=np.int16),
        length=0,
        final=np.zeros((0, 1), dtype=np.uint64),
        fanout=fanout,
        peak=growth.peak,
        folded=growth.moves.folded,
        parts=growth.parts,
    )
