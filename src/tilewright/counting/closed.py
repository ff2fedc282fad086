"""Build the state graph of a row that repeats: the graph closes on itself and serves any number of rows."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tilewright.counting.graph import StateGraph, grow_graph
from tilewright.counting.memory import refuse
from tilewright.counting.moves import compile_moves
from tilewright.counting.row_moves import RowMoves
from tilewright.counting.scans import Repeat, mirrors
from tilewright.kernels.frontier_rows import enter, enter_all, grow, spread
from tilewright.kernels.frontier_write import choose, line_up, mark_rows, write

__all__ = ["Growth", "closed_graph"]

#: Places of a segment to begin with, a power of 2; its states fill three quarters of them at most.
_ROOM = 1 << 13
#: Successors that are spread before they are entered, by one thread alone and side by side.
_ALONE, _SHARED = 1 << 12, 1 << 16
#: Successors after which a growing graph says where it is.
_BUDGET = 1 << 21
#: Turns of the graph for which it is known how many states can be reached.
_ROWS = 8
#: Bytes of a large page of memory.
_PAGE = 1 << 21
#: Bytes that numbering the states and edges takes for each of them.
_NUMBERED = 9


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

    Raises
    ------
    MemoryLimitError
        Before `allowed` is passed.
    """
    why = (
        f"rows of {repeat.width} cells with {len(repeat.shapes)} oriented pieces that reach "
        f"{repeat.reach} rows"
    )
    moves = None if labeled else RowMoves.of(repeat, folded)
    if moves is not None:
        growth = Growth(moves, repeat.period, prune, look, threads, allowed, watch, why)
        growth.run()
        return growth.graph()
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


class Growth:
    """A graph that grows: segments of states and edges, and room for more.

    The arrays are those of `tilewright.kernels.frontier_rows`; parameters as for `closed_graph`.
    """

    def __init__(
        self,
        moves: RowMoves,
        period: int,
        prune: bool,
        look: bool,
        threads: int,
        allowed: int,
        watch: Callable[[int, int, int], None] | None,
        why: str,
    ) -> None:
        self.moves, self.prune, self.parts = moves, prune, threads
        self.allowed, self.watch, self.why = allowed, watch, why
        #: The most bytes held so far.
        self.peak = 0
        self.layers = period * moves.width
        segments = self.layers * threads
        #: Successors that there is room for before they are entered.
        self.ahead = max(_ALONE if threads == 1 else _SHARED, 2 * moves.fanout + 2)
        self.keys, self.start, self.target, self.table = _arrays(segments, 2 * _ROOM + 4 * moves.fanout)
        self.level = np.zeros((segments, 3), dtype=np.int64)
        #: States of the first layers that can be reached, if they are the first ones: for one part.
        self.active = np.zeros(0, dtype=np.int64)
        # The beginning: nothing is taken. Its hash puts it into part 0.
        self.level[0, 0] = 1
        self.keys[0, 0] = 0
        enter_all(self.keys[0], 1, self.table[0])
        self._row = (moves.moves, moves.begin, moves.fits, moves.mirror, look)

    @property
    def states(self) -> int:
        """States found so far."""
        return int(self.level[:, 0].sum())

    @property
    def nbytes(self) -> int:
        """Bytes that are written to: what is only reserved costs nothing."""
        states, done, edges = self.level.T
        return (
            _written(self.keys, states)
            + _written(self.start, done)
            + _written(self.target, edges + self.ahead)
            + self.table.nbytes
        )

    def run(self) -> None:
        """Grow until the graph closes."""
        if self.parts == 1:
            self._alone()
        else:
            with ThreadPoolExecutor(self.parts) as pool:
                self._together(pool)

    def _alone(self) -> None:
        pending = np.empty(self.ahead, dtype=np.uint64)
        hop = np.empty(self.ahead, dtype=np.uint8)
        tally = np.zeros(5, dtype=np.int64)
        self.active = np.zeros(_ROWS * self.layers, dtype=np.int64)
        while True:
            arrays = (self.keys, self.start, self.target, self.table, self.level, self.active)
            status = grow(*self._row, *arrays, pending, hop, tally, _BUDGET)
            if status == 1:
                self._more_states()
            elif status == 2:
                self._more_edges()
            self._check()
            if self.watch is not None:
                self.watch(int(tally[0]), self.states, self.nbytes)
            if status == 0:
                self.active = self.active[: tally[0]]
                return

    def _together(self, pool: ThreadPoolExecutor) -> None:
        parts = range(self.parts)
        pending = np.empty((self.parts, self.ahead), dtype=np.uint64)
        hop = np.empty((self.parts, self.ahead), dtype=np.uint8)
        step = idle = 0
        while idle < self.layers:
            layer = step % self.layers
            segments = slice(layer * self.parts, (layer + 1) * self.parts)
            level = self.level[segments]
            idle += 1
            while (level[:, 1] < level[:, 0]).any():
                idle = 0
                done = int(level[:, 1].sum())
                counts = list(pool.map(lambda part: self._spread(layer, part, pending, hop), parts))  # noqa: B023
                if not any(counts):
                    # All of these states may lead nowhere; if there were none, edges lack room.
                    if int(level[:, 1].sum()) == done:
                        self._more_edges()
                        self._check()
                    continue
                firsts = np.zeros((self.parts, self.parts), dtype=np.int64)
                while (firsts < np.array(counts)).any():
                    list(
                        pool.map(lambda part: self._enter(layer, part, pending, hop, counts, firsts), parts)  # noqa: B023
                    )
                    if (firsts < np.array(counts)).any():
                        self._more_states()
                        self._check()
                level[:, 2] += counts
            step += 1
            self._check()
            if self.watch is not None:
                self.watch(step, self.states, self.nbytes)

    def _spread(self, layer: int, part: int, pending: NDArray[np.uint64], hop: NDArray[np.uint8]) -> int:
        c = layer % self.moves.width
        arrays = (self.keys, self.start, self.target, self.level, pending[part], hop[part])
        return int(spread(layer * self.parts + part, c, *self._row, *arrays))

    def _enter(
        self,
        layer: int,
        part: int,
        pending: NDArray[np.uint64],
        hop: NDArray[np.uint8],
        counts: list[int],
        firsts: NDArray[np.int64],
    ) -> None:
        """Let a part take its own from what all parts have spread, as far as there is room."""
        arrays = (self.keys, self.table, self.target, self.level)
        for source, count in enumerate(counts):
            first = firsts[part, source]
            if first == count:
                continue
            segment = layer * self.parts + source
            done = enter(
                segment, layer, self.parts, part, pending[source], hop[source], first, count, *arrays
            )
            firsts[part, source] = done
            if done < count:
                return

    def _check(self) -> None:
        # What comes after: the numbers of the states and edges, and one limb of counts.
        needed = self.nbytes + _NUMBERED * self.states
        self.peak = max(self.peak, needed)
        if needed > self.allowed or self.level[:, 2].sum() >= 1 << 31:
            raise refuse(self.states, needed, self.allowed, self.why)

    def _more_states(self) -> None:
        """Double the room for states."""
        room = self.keys.shape[1]
        needed = self.nbytes + self.table.nbytes + _written(self.keys, self.level[:, 0])
        self.peak = max(self.peak, needed)
        if (len(self.level) + self.parts) * 2 * room >= 1 << 31 or needed > self.allowed:
            raise refuse(self.states, needed, self.allowed, self.why)
        self.table = np.zeros((1, 1), dtype=np.int32)
        self.keys = _wider(self.keys, 2 * room, self.level[:, 0])
        self.start = _wider(self.start, 2 * room, self.level[:, 1] + 1)
        self.table = np.zeros((len(self.level), 2 * room), dtype=np.int32)
        for segment, (states, _, edges) in enumerate(self.level.tolist()):
            enter_all(self.keys[segment], states, self.table[segment])
            # Places are further apart, those of successors entered last as well.
            target = self.target[segment, : edges + self.ahead]
            target += target & -room

    def _more_edges(self) -> None:
        """Double the room for edges."""
        needed = self.nbytes + _written(self.target, self.level[:, 2])
        self.peak = max(self.peak, needed)
        if self.target.shape[1] >= 1 << 30 or needed > self.allowed:
            raise refuse(self.states, needed, self.allowed, self.why)
        self.target = _wider(self.target, 2 * self.target.shape[1], self.level[:, 2])

    def graph(self) -> StateGraph:
        """Drop what is not needed, if it is to be looked for, and number the rest."""
        parts, segments = self.parts, len(self.level)
        room = self.keys.shape[1]
        if not self.prune:
            graph = self._whole(room)
            if room == _ROOM:
                _spare[:] = [(self.keys, self.start, self.target, self.table)]
            return graph
        # The keys and tables have served: their memory goes before more is taken.
        self.keys = np.empty((1, 1), dtype=np.uint64)
        self.table = np.empty((1, 1), dtype=np.int32)
        alive = np.zeros((segments + parts, room), dtype=np.uint8)
        first, again = alive[:parts], alive[segments:]
        first[0, 0] = again[0, 0] = 1
        while mark_rows(self.start, self.target, self.level, alive):
            again[:] = first
        number = np.zeros(alive.shape, dtype=np.int32)
        offset = np.zeros(self.layers + 2, dtype=np.int64)
        row = self.moves.width
        edges = choose(self.start, self.target, self.level, parts, row, alive, number, offset)
        start = np.empty(int(offset[-1]) + 1, dtype=np.int32)
        target = np.empty(edges, dtype=np.int32)
        waiting = np.empty(self.moves.fanout * row + 1, dtype=np.int64)
        write(
            self.start, self.target, self.level, room.bit_length() - 1, alive, number, start, target, waiting
        )
        layers = np.arange(len(self.active)) % self.layers
        for step, layer in enumerate(layers.tolist()):
            self.active[step] = np.count_nonzero(alive[layer, : self.active[step]] == 1)
        return self._flat(offset, start, target, int(np.diff(start).max(initial=1)))

    def _whole(self, room: int) -> StateGraph:
        """Number all states."""
        sizes = np.concatenate([self.level[:, 0], self.level[: self.parts, 0]])
        ends = np.cumsum(sizes)
        gap = np.arange(len(sizes)) * room - (ends - sizes)
        offset = np.concatenate([[0], ends[self.parts - 1 :: self.parts]])
        start = np.empty(int(ends[-1]) + 1, dtype=np.int32)
        target = np.empty(int(self.level[:, 2].sum()), dtype=np.int32)
        line_up(self.start, self.target, self.level, room.bit_length() - 1, gap, start, target)
        return self._flat(offset, start, target, self.moves.fanout)

    def _flat(
        self, offset: NDArray[np.int64], start: NDArray[np.int32], target: NDArray[np.int32], fanout: int
    ) -> StateGraph:
        return StateGraph(
            moves=None,
            offset=offset,
            active=self.active,
            start=start,
            target=target,
            label=np.zeros(0, dtype=np.int16),
            length=0,
            final=np.zeros((0, 1), dtype=np.uint64),
            fanout=fanout,
            peak=self.peak,
            folded=self.moves.folded,
        )


#: The arrays of the last small graph: new memory takes as long as filling it.
_spare: list[tuple[NDArray[np.uint64], NDArray[np.int32], NDArray[np.int32], NDArray[np.int32]]] = []


def _arrays(
    segments: int, edges: int
) -> tuple[NDArray[np.uint64], NDArray[np.int32], NDArray[np.int32], NDArray[np.int32]]:
    """Return room for keys, start, target, and an empty table, to begin with."""
    # Another thread may take them first.
    with contextlib.suppress(IndexError):
        keys, start, target, table = _spare.pop()
        if keys.shape == (segments, _ROOM) and target.shape[1] == edges:
            table.fill(0)
            return keys, start, target, table
    return (
        np.empty((segments, _ROOM), dtype=np.uint64),
        np.empty((segments, _ROOM), dtype=np.int32),
        np.empty((segments, edges), dtype=np.int32),
        np.zeros((segments, _ROOM), dtype=np.int32),
    )


def _written(array: NDArray[Any], sizes: NDArray[np.int64]) -> int:
    """Return the bytes of an array's rows up to these sizes; memory is given in pages of up to 2 MiB."""
    used = -(-sizes * array.itemsize // _PAGE) * _PAGE
    return min(array.nbytes, int(used.sum()))


def _wider(array: NDArray[Any], room: int, sizes: NDArray[np.int64]) -> NDArray[Any]:
    """Return a copy with longer rows; what is not written yet takes no memory yet either."""
    wider = np.empty((len(array), room), dtype=array.dtype)
    for row, size in enumerate(sizes.tolist()):
        wider[row, :size] = array[row, :size]
    return wider
