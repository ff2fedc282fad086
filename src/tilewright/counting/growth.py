"""A state graph of a row that repeats while it grows: segments of states and edges, and room for more."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tilewright.counting.memory import refuse
from tilewright.counting.put_away import PutAway
from tilewright.counting.row_moves import RowMoves
from tilewright.counting.saving import Saving
from tilewright.errors import MemoryLimitError
from tilewright.kernels.frontier_rows import enter, enter_all, grow, spread

__all__ = ["ROOM", "Growth", "spare"]

#: Places of a segment to begin with, a power of 2; its states fill three quarters of them at most.
ROOM = 1 << 13
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
        saving: Saving | None = None,
    ) -> None:
        self.moves, self.prune, self.threads = moves, prune, threads
        self.allowed, self.watch, self.why = allowed, watch, why
        #: Segments of a layer: one for each thread, or as many as there were when it was put away.
        self.parts = threads
        #: The most bytes held so far.
        self.peak = 0
        self.layers = period * moves.width
        #: What the kernels go by.
        self.row = (moves.moves, moves.begin, moves.fits, moves.mirror, look)
        self._put: PutAway | None = None
        #: Layers passed, and with one part four more numbers (`tilewright.kernels.frontier_rows.grow`).
        self.tally = [0, 0, 0, 0, 0]
        if saving is not None:
            self._put = PutAway(self, saving)
            self.parts = self._put.parts
        segments = self.layers * self.parts
        #: Successors that there is room for before they are entered.
        self.ahead = max(_ALONE if self.parts == 1 else _SHARED, 2 * moves.fanout + 2)
        self.keys, self.start, self.target, self.table = _arrays(segments, 2 * ROOM + 4 * moves.fanout)
        self.level = np.zeros((segments, 3), dtype=np.int64)
        #: States of the first layers that can be reached, if they are the first ones: for one part.
        self.active = np.zeros(_ROWS * self.layers if self.parts == 1 else 0, dtype=np.int64)
        # The beginning: nothing is taken. Its hash puts it into part 0.
        self.level[0, 0] = 1
        self.keys[0, 0] = 0
        enter_all(self.keys[0], 1, self.table[0])

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
        if self._put is None:
            self._grow()
        elif not self._put.take():
            try:
                self._grow()
            except KeyboardInterrupt:
                self._put.save()
                raise
            finally:
                self._put.close()
        self.active = self.active[: self.tally[0]]

    def _grow(self) -> None:
        if self.parts == 1:
            self._alone()
        else:
            with ThreadPoolExecutor(self.threads) as pool:
                self._together(pool)

    def _alone(self) -> None:
        pending = np.empty(self.ahead, dtype=np.uint64)
        hop = np.empty(self.ahead, dtype=np.uint8)
        tally = np.array(self.tally, dtype=np.int64)
        while True:
            arrays = (self.keys, self.start, self.target, self.table, self.level, self.active)
            status = grow(*self.row, *arrays, pending, hop, tally, _BUDGET)
            if status == 1:
                self._more_states()
            elif status == 2:
                self._more_edges()
            else:
                self.tally = tally.tolist()
                self._note(status == 0)
            self.check()
            if self.watch is not None:
                self.watch(int(tally[0]), self.states, self.nbytes)
            if status == 0:
                return

    def _together(self, pool: ThreadPoolExecutor) -> None:
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
                counts = list(pool.map(lambda part: self._spread(layer, part, pending, hop, spent), parts))  # noqa: B023
                if not any(counts):
                    # All of these states may lead nowhere; if there were none, edges lack room.
                    if int(level[:, 1].sum()) == done:
                        self._more_edges()
                        self.check()
                    continue
                firsts = np.zeros((self.parts, self.parts), dtype=np.int64)
                while (firsts < np.array(counts)).any():
                    list(
                        pool.map(lambda part: self._enter(layer, part, pending, hop, counts, firsts), parts)  # noqa: B023
                    )
                    if (firsts < np.array(counts)).any():
                        self._more_states()
                        self.check()
                level[:, 2] += counts
                self.tally[0] = step
                self._note(False)
            step += 1
            self.check()
            if self.watch is not None:
                self.watch(step, self.states, self.nbytes)
        self.tally[0] = step
        self._note(True)

    def _note(self, grown: bool) -> None:
        """Take note of a moment at which nothing is half done, and put it away if that is due."""
        if self._put is not None:
            self._put.note(grown)

    def _spread(
        self,
        layer: int,
        part: int,
        pending: NDArray[np.uint64],
        hop: NDArray[np.uint8],
        spent: NDArray[np.int32],
    ) -> int:
        c = layer % self.moves.width
        arrays = (self.keys, self.start, self.target, self.level, pending[part], hop[part], *spent[part])
        return int(spread(layer * self.parts + part, c, *self.row, *arrays))

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
        # Each begins with another, so that no two write to the same lines of the cache.
        for source in (*range(part, self.parts), *range(part)):
            count = counts[source]
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

    def check(self) -> None:
        """Raise if there is not enough memory for what there is, and for what comes after."""
        # What comes after: the numbers of the states and edges, and one limb of counts.
        self._need(self.nbytes + _NUMBERED * self.states, int(self.level[:, 2].sum()))

    def _need(self, nbytes: int, numbers: int) -> None:
        """Raise if there is not so much memory, or if so many numbers are more than there are."""
        self.peak = max(self.peak, nbytes)
        if nbytes > self.allowed:
            raise refuse(self.states, nbytes, self.allowed, self.why)
        if numbers >= 1 << 31:
            raise MemoryLimitError(
                f"{self.states:,} states are more than a state graph has numbers for; {self.why}"
            )

    def _more_states(self) -> None:
        """Double the room for states."""
        room = self.keys.shape[1]
        needed = self.nbytes + self.table.nbytes + _written(self.keys, self.level[:, 0])
        self._need(needed, (len(self.level) + self.parts) * 2 * room)

        def widen() -> None:
            self.table = np.zeros((1, 1), dtype=np.int32)
            self.keys = _wider(self.keys, 2 * room, self.level[:, 0])
            self.start = _wider(self.start, 2 * room, self.level[:, 1] + 1)
            self.table = np.zeros((len(self.level), 2 * room), dtype=np.int32)
            for segment, (states, _, edges) in enumerate(self.level.tolist()):
                enter_all(self.keys[segment], states, self.table[segment])
                # Places are further apart, those of successors entered last as well.
                target = self.target[segment, : edges + self.ahead]
                target += target & -room

        self._move(widen)

    def _more_edges(self) -> None:
        """Double the room for edges."""
        needed = self.nbytes + _written(self.target, self.level[:, 2])
        self._need(needed, 2 * self.target.shape[1])

        def widen() -> None:
            self.target = _wider(self.target, 2 * self.target.shape[1], self.level[:, 2])

        self._move(widen)

    def _move(self, work: Callable[[], None]) -> None:
        """Let arrays move."""
        if self._put is None:
            work()
        else:
            self._put.move(work)


#: The arrays of the last small graph: new memory takes as long as filling it.
spare: list[tuple[NDArray[np.uint64], NDArray[np.int32], NDArray[np.int32], NDArray[np.int32]]] = []


def _arrays(
    segments: int, edges: int
) -> tuple[NDArray[np.uint64], NDArray[np.int32], NDArray[np.int32], NDArray[np.int32]]:
    """Return room for keys, start, target, and an empty table, to begin with."""
    # Another thread may take them first.
    with contextlib.suppress(IndexError):
        keys, start, target, table = spare.pop()
        if keys.shape == (segments, ROOM) and target.shape[1] == edges:
            table.fill(0)
            return keys, start, target, table
    return (
        np.empty((segments, ROOM), dtype=np.uint64),
        np.empty((segments, ROOM), dtype=np.int32),
        np.empty((segments, edges), dtype=np.int32),
        np.zeros((segments, ROOM), dtype=np.int32),
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
