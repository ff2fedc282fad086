"""Build the state graph of a repeating row, which is closed and serves any number of rows."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from functools import partial
from threading import Lock
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tilewright.counting.frontier.graph import Growth, grow_graph, prune_graph
from tilewright.counting.frontier.layers import Memory
from tilewright.counting.frontier.repeats import Repeat, RowMoves
from tilewright.counting.moves import compile_moves
from tilewright.counting.state_graph import StateGraph
from tilewright.kernels.frontier.rows import enter, grow, label_edges, line_up, spread
from tilewright.kernels.frontier.table import rehash
from tilewright.system.work.deadline import check_time

#: The largest number of parts of a graph: one for each thread that started it.
MOST_PARTS = 1 << 12
#: Turns of the graph for which the reachable states are counted.
_ROWS = 8
#: Bytes of a large page of memory.
_PAGE = 1 << 21
#: Bytes for numbering each state and edge.
_NUMBERED = 9


class GraphBuilder:
    """A growing graph: segments of states and edges, with spare capacity.

    The arrays are those of `tilewright.kernels.frontier.rows`. With `lookahead`, most dead states
    are never created.
    """

    def __init__(
        self, moves: RowMoves, period: int, growth: Growth, *, lookahead: bool, why: str = ""
    ) -> None:
        self.moves, self.memory = moves, Memory(growth.allowed, why)
        self.threads, self.tuning = growth.threads, growth.tuning
        self.watch = growth.watch
        #: Segments of a layer.
        self.parts = self.threads
        self.layers = period * moves.width
        #: Arguments of the kernels.
        self.row = (moves.moves, moves.begin, moves.fits, moves.mirror, lookahead)
        #: Layers passed, and with one part four more numbers (see
        #: `tilewright.kernels.frontier.rows.grow`).
        self.tally = [0, 0, 0, 0, 0]
        segments = self.layers * self.parts
        tuning = self.tuning
        #: Room for successors before they are entered.
        self.ahead = max(
            tuning.spread_alone if self.parts == 1 else tuning.spread_shared, 2 * moves.fanout + 2
        )
        self.keys, self.start, self.target, self.table = _SPARE.take(
            segments, tuning.room, 2 * tuning.room + 4 * moves.fanout
        )
        self.level = np.zeros((segments, 3), dtype=np.int64)
        #: Reachable states of the first layers, if they come first, which needs a single part.
        self.active = np.zeros(_ROWS * self.layers if self.parts == 1 else 0, dtype=np.int64)
        # The beginning: no cell is covered. Its hash puts it into part 0.
        self.level[0, 0] = 1
        self.keys[0, 0] = 0
        rehash(self.keys[0][:, None], 1, self.table[0])

    @property
    def states(self) -> int:
        """The number of states found so far."""
        return int(self.level[:, 0].sum())

    @property
    def nbytes(self) -> int:
        """The number of bytes written. Reserved memory is not counted."""
        states, done, edges = self.level.T
        return (
            _pack_rows(self.keys, states)
            + _pack_rows(self.start, done)
            + _pack_rows(self.target, edges + self.ahead)
            + self.table.nbytes
        )

    def run(self) -> None:
        """Grow until the graph is closed."""
        if self.parts == 1:
            self._grow_alone()
        else:
            with ThreadPoolExecutor(self.threads) as pool:
                self._grow_in_parts(pool)
        self.active = self.active[: self.tally[0]]

    def _grow_alone(self) -> None:
        pending = np.empty(self.ahead, dtype=np.uint64)
        hop = np.empty(self.ahead, dtype=np.uint8)
        tally = np.array(self.tally, dtype=np.int64)
        while True:
            arrays = (self.keys, self.start, self.target, self.table, self.level, self.active)
            status = grow(*self.row, *arrays, pending, hop, tally, self.tuning.budget)
            if status == 1:
                self._double_states()
            elif status == 2:
                self._double_edges()
            else:
                self.tally = tally.tolist()
            self.check()
            check_time()
            if self.watch is not None:
                self.watch(int(tally[0]), self.states, self.nbytes)
            if status == 0:
                return

    def _grow_in_parts(self, pool: ThreadPoolExecutor) -> None:
        parts = range(self.parts)
        pending = np.empty((self.parts, self.ahead), dtype=np.uint64)
        hop = np.empty((self.parts, self.ahead), dtype=np.uint8)
        spent = np.empty((self.parts, 2, self.ahead), dtype=np.int32)
        step, idle = self.tally[0], 0
        while idle < self.layers:
            layer = step % self.layers
            segments = slice(layer * self.parts, (layer + 1) * self.parts)
            level = self.level[segments]
            idle += 1
            while (level[:, 1] < level[:, 0]).any():
                idle = 0
                done = int(level[:, 1].sum())
                counts = list(
                    pool.map(partial(self._spread_states, layer, pending, hop, spent), parts)
                )
                if not any(counts):
                    # These states may all be dead; if there were none, edges lack room.
                    if int(level[:, 1].sum()) == done:
                        self._double_edges()
                        self.check()
                    continue
                firsts = np.zeros((self.parts, self.parts), dtype=np.int64)
                enter = partial(self._enter_states, layer, pending, hop, counts, firsts)
                while (firsts < np.array(counts)).any():
                    list(pool.map(enter, parts))
                    if (firsts < np.array(counts)).any():
                        self._double_states()
                        self.check()
                level[:, 2] += counts
                check_time()
            step += 1
            self.check()
            if self.watch is not None:
                self.watch(step, self.states, self.nbytes)
        self.tally[0] = step

    def _spread_states(
        self,
        layer: int,
        pending: NDArray[np.uint64],
        hop: NDArray[np.uint8],
        spent: NDArray[np.int32],
        part: int,
    ) -> int:
        c = layer % self.moves.width
        arrays = (
            self.keys,
            self.start,
            self.target,
            self.level,
            pending[part],
            hop[part],
            *spent[part],
        )
        return int(spread(layer * self.parts + part, c, *self.row, *arrays))

    def _enter_states(
        self,
        layer: int,
        pending: NDArray[np.uint64],
        hop: NDArray[np.uint8],
        counts: list[int],
        firsts: NDArray[np.int64],
        part: int,
    ) -> None:
        """Let a part take its states from those that all parts have distributed, as far as there is
        room.
        """
        arrays = (self.keys, self.table, self.target, self.level)
        # Each starts with another source, so that no two write to the same cache lines.
        for source in (*range(part, self.parts), *range(part)):
            count = counts[source]
            first = firsts[part, source]
            if first == count:
                continue
            segment = layer * self.parts + source
            done = enter(
                segment,
                layer,
                self.parts,
                part,
                pending[source],
                hop[source],
                first,
                count,
                *arrays,
            )
            firsts[part, source] = done
            if done < count:
                return

    def check(self) -> None:
        """Raise `MemoryLimitError` if memory is too small for the graph and the counts that
        follow.
        """
        # Later: flat copies in place of the keys and the table; then the numbers of states, and one
        # limb of counts.
        states, edges = self.states, int(self.level[:, 2].sum())
        spent = _pack_rows(self.keys, self.level[:, 0]) + self.table.nbytes
        more = max(_NUMBERED * states, 4 * (states + edges) - spent)
        self.memory.check(states, self.nbytes + more, edges)

    def _double_states(self) -> None:
        """Double the room for states."""
        room = self.keys.shape[1]
        needed = self.nbytes + self.table.nbytes + _pack_rows(self.keys, self.level[:, 0])
        self.memory.check(self.states, needed, (len(self.level) + self.parts) * 2 * room)

        self.table = np.zeros((1, 1), dtype=np.int32)
        self.keys = _widen_rows(self.keys, 2 * room, self.level[:, 0])
        self.start = _widen_rows(self.start, 2 * room, self.level[:, 1] + 1)
        self.table = np.zeros((len(self.level), 2 * room), dtype=np.int32)
        for segment, (states, _, edges) in enumerate(self.level.tolist()):
            rehash(self.keys[segment][:, None], states, self.table[segment])
            # Places are further apart, also those of successors entered last.
            target = self.target[segment, : edges + self.ahead]
            target += target & -room

    def _double_edges(self) -> None:
        """Double the room for edges."""
        needed = self.nbytes + _pack_rows(self.target, self.level[:, 2])
        self.memory.check(self.states, needed, 2 * self.target.shape[1])

        self.target = _widen_rows(self.target, 2 * self.target.shape[1], self.level[:, 2])


_Arrays = tuple[NDArray[np.uint64], NDArray[np.int32], NDArray[np.int32], NDArray[np.int32]]


class _SpareArrays:
    """The arrays of the last small graph, which are reused because new memory takes as long as
    filling it.
    """

    def __init__(self) -> None:
        self._lock = Lock()
        self._arrays: _Arrays | None = None

    def take(self, segments: int, room: int, edges: int) -> _Arrays:
        """Return keys, start, target, and an empty table."""
        with self._lock:
            arrays, self._arrays = self._arrays, None
        if (
            arrays is not None
            and arrays[0].shape == (segments, room)
            and arrays[2].shape[1] == edges
        ):
            arrays[3].fill(0)
            return arrays
        return (
            np.empty((segments, room), dtype=np.uint64),
            np.empty((segments, room), dtype=np.int32),
            np.empty((segments, edges), dtype=np.int32),
            np.zeros((segments, room), dtype=np.int32),
        )

    def keep(self, arrays: _Arrays) -> None:
        """Keep arrays for the next graph."""
        with self._lock:
            self._arrays = arrays


_SPARE = _SpareArrays()


def _pack_rows(array: NDArray[Any], sizes: NDArray[np.int64]) -> int:
    """Return the bytes of an array's rows up to these sizes, in pages of up to 2 MiB."""
    used = -(-sizes * array.itemsize // _PAGE) * _PAGE
    return min(array.nbytes, int(used.sum()))


def _widen_rows(array: NDArray[Any], room: int, sizes: NDArray[np.int64]) -> NDArray[Any]:
    """Return a copy with longer rows. Memory that has not been written is not used."""
    wider = np.empty((len(array), room), dtype=array.dtype)
    for row, size in enumerate(sizes.tolist()):
        wider[row, :size] = array[row, :size]
    return wider


def closed_graph(
    repeat: Repeat,
    growth: Growth,
    *,
    folded: bool = True,
    labeled: bool = False,
    prune: bool = True,
    lookahead: bool = True,
) -> StateGraph:
    """Build the state graph of a repeating row, folded by its mirror if the pieces allow it.

    With `labeled`, edges store their moves. Every cell then has its own layer, and mirror images
    are not merged. Pruning (dropping dead states, and those with one successor) takes about as long
    as a few rows.
    """
    lines = repeat.lines
    why = (
        f"the {lines} have {repeat.width} cells each, and the {len(repeat.shapes)} oriented pieces "
        f"span up to {repeat.reach} {lines}"
    )
    moves = None if labeled else RowMoves.of(repeat, folded)
    if moves is not None:
        builder = GraphBuilder(moves, repeat.period, growth, lookahead=lookahead, why=why)
        builder.run()
        return flatten(builder, prune=prune)
    options = repeat.options()
    return grow_graph(
        compile_moves(options, np.arange(options.area)),
        growth,
        period=repeat.period * repeat.width,
        row=repeat.width,
        labeled=labeled,
        prune=prune,
        why=why,
    )


def flatten(
    builder: GraphBuilder, kind: NDArray[np.uint16] | None = None, *, prune: bool = True
) -> StateGraph:
    """Return a grown graph in flat arrays, optionally pruned. The builder cannot be used afterward.

    If the class of each move is given as `kind` (m,), edges are labeled by class. In this case,
    states with one successor are kept.
    """
    moves, parts, level, room = builder.moves, builder.parts, builder.level, builder.keys.shape[1]
    sizes = np.concatenate([level[:, 0], level[:parts, 0]])
    ends = np.cumsum(sizes)
    gap = np.arange(len(sizes)) * room - (ends - sizes)
    edges = int(level[:, 2].sum())
    label = np.zeros(0, dtype=np.int16)
    if kind is not None:
        label = np.empty(edges, dtype=np.uint16)
        label_edges(builder.keys, level, parts, *builder.row[1:4], kind, label)
    small = room == builder.tuning.room
    if not small:
        # Free them before allocating more.
        del builder.keys, builder.table
    start, target = np.empty(int(ends[-1]) + 1, dtype=np.int32), np.empty(edges, dtype=np.int32)
    line_up(builder.start, builder.target, level, room.bit_length() - 1, gap, start, target)
    if small:
        _SPARE.keep((builder.keys, builder.start, builder.target, builder.table))
    del builder.start, builder.target
    graph = StateGraph(
        moves=None,
        offset=np.concatenate([[0], ends[parts - 1 :: parts]]),
        active=builder.active,
        start=start,
        target=target,
        label=label,
        length=0,
        final=np.zeros((0, 1), dtype=np.uint64),
        fanout=moves.fanout,
        peak=builder.memory.peak,
        folded=moves.folded,
        parts=parts,
    )
    return prune_graph(graph, moves.width if kind is None else 1) if prune else graph
