"""Build the state graph of a repeating row: it is closed and serves any number of rows."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from itertools import pairwise
from threading import Lock
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tilewright.counting.checkpoint import CountCheckpoint
from tilewright.counting.graph import grow_graph
from tilewright.counting.moves import Moves, compile_moves
from tilewright.counting.repeats import Repeat, RowMoves
from tilewright.counting.resources import Watch, refuse
from tilewright.counting.scans import mirrors
from tilewright.counting.state_graph import StateGraph
from tilewright.counting.tuning import USUAL, Tuning
from tilewright.deadline import check_time
from tilewright.errors import MemoryLimitError, TimeLimitError
from tilewright.files import checkpoint as saved
from tilewright.files.fields import Fields, damaged
from tilewright.kernels.frontier.rows import enter, enter_all, grow, spread
from tilewright.kernels.frontier.weighted import number_living, write_living
from tilewright.kernels.frontier.write import choose, line_up, mark_rows, write

#: The largest number of parts of a graph: one for each thread that started it.
MOST_PARTS = 1 << 12
#: The error of an edge without a target.
_NOWHERE = "an edge of the state graph has no target"
#: Turns of the graph for which the reachable states are counted.
_ROWS = 8
#: Bytes of a large page of memory.
_PAGE = 1 << 21
#: Bytes for numbering each state and edge.
_NUMBERED = 9


@dataclass(frozen=True)
class Growth:
    """How a state graph may grow: bytes, threads, a watcher, and a checkpoint."""

    allowed: int
    threads: int = 1
    #: Called with (layer, states so far, bytes) after some layers.
    watch: Watch | None = None
    #: Not used for states of several words, whose graph is built anew.
    saving: CountCheckpoint | None = None
    tuning: Tuning = USUAL
    #: A first attempt in little memory, which is not worth saving or looking ahead.
    first: bool = False


class GraphBuilder:
    """A growing graph: segments of states and edges, and room for more.

    The arrays are those of `tilewright.kernels.frontier.rows`. With `lookahead`, most dead states are never made.
    """

    def __init__(
        self, moves: RowMoves, period: int, growth: Growth, *, lookahead: bool, why: str = ""
    ) -> None:
        self.moves, self.why = moves, why
        self.threads, self.tuning, self.allowed = growth.threads, growth.tuning, growth.allowed
        self.watch = growth.watch
        #: Segments of a layer: one for each thread, or as many as were saved.
        self.parts = self.threads
        #: Peak of bytes held.
        self.peak = 0
        self.layers = period * moves.width
        #: Arguments of the kernels.
        self.row = (moves.moves, moves.begin, moves.fits, moves.mirror, lookahead)
        #: Layers passed, and with one part four more numbers (see `tilewright.kernels.frontier.rows.grow`).
        self.tally = [0, 0, 0, 0, 0]
        self._checkpoint = BuilderCheckpoint(self, growth.saving) if growth.saving is not None else None
        if self._checkpoint is not None:
            self.parts = self._checkpoint.parts
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
        enter_all(self.keys[0], 1, self.table[0])

    @property
    def states(self) -> int:
        """States found so far."""
        return int(self.level[:, 0].sum())

    @property
    def nbytes(self) -> int:
        """Bytes written: reserved memory costs nothing."""
        states, done, edges = self.level.T
        return (
            _written(self.keys, states)
            + _written(self.start, done)
            + _written(self.target, edges + self.ahead)
            + self.table.nbytes
        )

    def run(self) -> None:
        """Grow until the graph is closed."""
        if self._checkpoint is None:
            self._grow()
        elif not self._checkpoint.take():
            try:
                self._grow()
            except (KeyboardInterrupt, TimeLimitError):
                self._checkpoint.save()
                raise
            finally:
                self._checkpoint.close()
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
            status = grow(*self.row, *arrays, pending, hop, tally, self.tuning.budget)
            if status == 1:
                self._more_states()
            elif status == 2:
                self._more_edges()
            else:
                self.tally = tally.tolist()
                self._note(status == 0)
            self.check()
            check_time()
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
                    # These states may all be dead; if there were none, edges lack room.
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
                check_time()
            step += 1
            self.check()
            if self.watch is not None:
                self.watch(step, self.states, self.nbytes)
        self.tally[0] = step
        self._note(True)

    def _note(self, grown: bool) -> None:
        """Record a consistent moment, and save it if that is due."""
        if self._checkpoint is not None:
            self._checkpoint.note(grown)

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
        """Let a part take its states from what all parts have spread, as far as there is room."""
        arrays = (self.keys, self.table, self.target, self.level)
        # Each starts with another source, so that no two write to the same cache lines.
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
        """Raise `MemoryLimitError` if memory is too small for the graph and the counts that follow."""
        # Later: the numbers of states and edges, and one limb of counts.
        self._need(self.nbytes + _NUMBERED * self.states, int(self.level[:, 2].sum()))

    def _need(self, nbytes: int, numbers: int) -> None:
        """Raise `MemoryLimitError` if there is not enough memory, or if the numbers do not fit in int32."""
        self.peak = max(self.peak, nbytes)
        if nbytes > self.allowed:
            raise refuse(self.states, nbytes, self.allowed, self.why)
        if numbers >= 1 << 31:
            raise MemoryLimitError(f"a state graph cannot have {self.states:,} states; {self.why}")

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
                # Places are further apart, also those of successors entered last.
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
        """Move arrays, safely for the checkpoint."""
        if self._checkpoint is None:
            work()
        else:
            self._checkpoint.move(work)

    def give_back(self) -> None:
        """Leave small arrays to the next graph; this builder is spent."""
        if self.keys.shape[1] == self.tuning.room:
            _SPARE.keep((self.keys, self.start, self.target, self.table))


class BuilderCheckpoint:
    """The checkpoint of a growing graph: the trail of its segments.

    Found states never change, only their places do, so they are saved while the graph grows. Each save adds a
    *record*: the room of segments, and `GraphBuilder.level` at a consistent moment. The trail has for each
    record and segment what is new: keys, the number of edges of each expanded state (in a byte if that is
    enough), and the edges.
    """

    def __init__(self, builder: GraphBuilder, saving: CountCheckpoint) -> None:
        self.builder, self.saving = builder, saving
        self.mark = saved.fingerprint("states", *builder.row, builder.layers)
        self.size = np.uint8 if builder.moves.fanout < 1 << 8 else np.int32
        self.records: list[tuple[int, list[list[int]]]] = []
        #: The state at the last consistent moment; None if there is none.
        self.last: tuple[NDArray[np.int64], dict[str, Any]] | None = None
        self.began = time.monotonic()
        with saving.naming():
            growing = saving.way in ("states", "rows") and saving.said.has("growth")
            self.kept = saving.said.fields("growth") if growing else None
            self.parts = self.kept.integer("parts", 1, MOST_PARTS) if self.kept else builder.threads
        #: The growth, saved again along with counts in the graph.
        self._growth = saving.values.get("growth")

    def take(self) -> bool:
        """Resume from what was saved, if anything; return True if it is the whole graph."""
        if self.kept is None:
            return False
        kept, saving = self.kept, self.saving
        trail = saving.values["trail"]
        if saving.way == "states":
            saving.take(self.mark)
        elif kept.text("mark") != self.mark:
            saving.refuse_version()
        with saving.naming():
            return self._take(kept, trail)

    def _take(self, kept: Fields, trail: dict[str, Any]) -> bool:
        builder, saving = self.builder, self.saving
        segments, grown = len(builder.level), kept.flag("grown")
        room, edges = kept.integers("rooms", 1, 1 << 31)[:2] if len(kept.listed("rooms")) == 2 else (0, 0)
        tally = kept.integers("tally")
        active = kept.integers("active", 0, room)
        self.records = [self._record(record, room, edges) for record in kept.listed("records")]
        levels = np.array([level for _, level in self.records], dtype=np.int64).reshape(-1, segments, 3)
        before = np.concatenate([np.zeros((1, segments, 3), dtype=np.int64), levels])
        last = before[-1]
        turn = np.arange(len(active)) % builder.layers
        if not (
            room >= 4
            and room & (room - 1) == 0
            and (segments + builder.parts) * room < 1 << 31
            and len(self.records)
            and all(then <= later for (then, _), (later, _) in pairwise([*self.records, (room, [])]))
            and (np.diff(before, axis=0) >= 0).all()
            and (last[:, 1] == last[:, 0] if grown else last[:, 1] <= last[:, 0]).all()
            and len(tally) == len(builder.tally)
            and tally[2] == tally[3] == 0
            and len(active) == len(builder.active)
            and (builder.parts > 1 or (np.array(active, dtype=np.int64) <= last[turn, 0]).all())
        ):
            raise damaged("the sizes of the state graph are invalid")
        builder.level[:] = last
        builder.keys = np.empty((segments, room), dtype=np.uint64)
        builder.start = np.empty((segments, room), dtype=np.int32)
        builder.target = np.empty((segments, edges), dtype=np.int32)
        builder.table = np.zeros((segments, room), dtype=np.int32)
        builder.check()
        builder.start[:, 0] = 0
        with saving.trail.reading(trail) as fill:
            for (then, _), old, level in zip(self.records, before[:-1], levels, strict=True):
                for segment in range(segments):
                    self._fill(fill, segment, old[segment].tolist(), level[segment].tolist(), then)
        for segment in range(segments):
            self._check_edges(segment)
        for segment in range(0 if grown else segments):
            enter_all(builder.keys[segment], builder.level[segment, 0], builder.table[segment])
        builder.tally = list(tally)
        builder.active[:] = active
        saving.growth = self._growth
        return grown

    def _record(self, record: Any, room: int, edges: int) -> tuple[int, list[list[int]]]:
        """Return a record from a file, if its numbers fit in the room."""
        match record:
            case [int(then), [*level]] if 4 <= then <= room and then & (then - 1) == 0:
                segments = [
                    each
                    for each in level
                    if isinstance(each, list)
                    and len(each) == 3
                    and all(type(number) is int for number in each)
                    and 0 <= each[1] <= each[0] <= then // 4 * 3
                    and 0 <= each[2] <= edges
                ]
                if len(segments) == len(level) == len(self.builder.level):
                    return then, segments
        raise damaged("a record of the state graph is invalid")

    def _fill(
        self,
        fill: Callable[[NDArray[Any]], None],
        segment: int,
        before: list[int],
        level: list[int],
        then: int,
    ) -> None:
        """Read the part of a record for a segment."""
        builder = self.builder
        fill(builder.keys[segment, before[0] : level[0]])
        degrees: NDArray[Any] = np.empty(level[1] - before[1], dtype=self.size)
        fill(degrees)
        if (degrees < 0).any() or int(degrees.sum(dtype=np.int64)) != level[2] - before[2]:
            raise damaged("the numbers of edges in the state graph are inconsistent")
        start = builder.start[segment, before[1] + 1 : level[1] + 1]
        np.cumsum(degrees, out=start)
        start += before[2]
        target = builder.target[segment, before[2] : level[2]]
        fill(target)
        if target.size and not (
            target.min() >= 0 and target.max() < (len(builder.level) + builder.parts) * then
        ):
            raise damaged(_NOWHERE)
        # Places were closer together.
        target += (target // then) * (builder.keys.shape[1] - then)

    def _check_edges(self, segment: int) -> None:
        """Raise `CheckpointError` unless the edges of a segment lead to states of later layers of the same row."""
        builder, parts = self.builder, self.builder.parts
        layer, width = segment // parts, builder.moves.width
        there, number = np.divmod(builder.target[segment, : builder.level[segment, 2]], builder.keys.shape[1])
        on = there // parts
        states = builder.level[there % len(builder.level), 0]
        if not ((layer < on) & (on <= (layer // width + 1) * width) & (number < states)).all():
            raise damaged(_NOWHERE)

    def note(self, grown: bool) -> None:
        """Record a consistent moment, and save it if that is due."""
        builder, saving = self.builder, self.saving
        values = {
            "mark": self.mark,
            "parts": builder.parts,
            "grown": grown,
            "tally": list(builder.tally),
            "active": builder.active.tolist(),
        }
        self.last = builder.level.copy(), values
        # Quick work is not saved: it is repeated.
        if saving.due_beside() or (grown and (self.records or self._is_long())):
            self.save()

    def _is_long(self) -> bool:
        return time.monotonic() - self.began >= self.saving.interval

    def save(self) -> None:
        """Save the last consistent moment, beside the growth."""
        if self.last is None:
            return
        builder, (level, values) = self.builder, self.last
        self.last = None
        segments = len(builder.level)
        before = np.array(self.records[-1][1] if self.records else np.zeros((segments, 3)), dtype=np.int64)
        if (level == before).all() and not values["grown"]:
            return
        keys, start, target = builder.keys, builder.start, builder.target
        self.records.append((keys.shape[1], level.tolist()))

        def arrays() -> Iterator[NDArray[Any]]:
            for segment in range(segments):
                (states, done, edges), (more, further, on) = before[segment], level[segment]
                yield keys[segment, states:more]
                yield np.diff(start[segment, done:further], append=on).astype(self.size)
                yield target[segment, edges:on]

        values |= {"rooms": [keys.shape[1], target.shape[1]], "records": list(self.records)}
        self.saving.append(values, self.mark, arrays())

    def move(self, work: Callable[[], None]) -> None:
        """Move arrays; an interrupt waits, since there would be nothing to save."""
        self.saving.settle()
        last, self.last = self.last, None
        moving = self.saving.beside(work)
        try:
            moving.result()
        except KeyboardInterrupt:
            moving.result()
            self.last = last
            raise
        self.last = last

    def close(self) -> None:
        """Wait for what is being saved."""
        self.saving.settle()


_Arrays = tuple[NDArray[np.uint64], NDArray[np.int32], NDArray[np.int32], NDArray[np.int32]]


class _Spare:
    """The arrays of the last small graph: new memory takes as long as filling it."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._arrays: _Arrays | None = None

    def take(self, segments: int, room: int, edges: int) -> _Arrays:
        """Return keys, start, target, and an empty table."""
        with self._lock:
            kept, self._arrays = self._arrays, None
        if kept is not None and kept[0].shape == (segments, room) and kept[2].shape[1] == edges:
            kept[3].fill(0)
            return kept
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


_SPARE = _Spare()


def _written(array: NDArray[Any], sizes: NDArray[np.int64]) -> int:
    """Return the bytes of an array's rows up to these sizes, in pages of up to 2 MiB."""
    used = -(-sizes * array.itemsize // _PAGE) * _PAGE
    return min(array.nbytes, int(used.sum()))


def _wider(array: NDArray[Any], room: int, sizes: NDArray[np.int64]) -> NDArray[Any]:
    """Return a copy with longer rows; memory that is not written yet is not used."""
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

    With `labeled`, edges know their moves: every cell has its layer, and nothing is folded. Pruning (dropping
    dead states, and those with one successor) takes about as long as a few rows.
    """
    lines = repeat.lines
    why = (
        f"the cause is that the {lines} have {repeat.width} cells, and the {len(repeat.shapes)} oriented pieces "
        f"span up to {repeat.reach} {lines}"
    )
    moves = None if labeled else RowMoves.of(repeat, folded)
    if moves is not None:
        builder = GraphBuilder(moves, repeat.period, growth, lookahead=lookahead, why=why)
        builder.run()
        return _pruned(builder) if prune else _whole(builder)
    return grow_graph(
        _wide_moves(repeat, folded and not labeled),
        period=repeat.period * repeat.width,
        row=repeat.width,
        labeled=labeled,
        prune=prune,
        allowed=growth.allowed,
        watch=growth.watch,
        why=why,
    )


def _wide_moves(repeat: Repeat, folded: bool) -> Moves:
    """Return the moves of a row whose states need several words, or whose edges are labeled."""
    options = repeat.options()
    cells = np.arange(options.area)
    if folded and repeat.width > 1:
        line, place = np.divmod(cells, repeat.width)
        mirrored = line * repeat.width + (repeat.width - 1 - place)
        if mirrors(options, mirrored):
            order = np.lexsort((place, np.minimum(place, repeat.width - 1 - place), line))
            position, partner = np.empty((2, options.area), dtype=np.int64)
            position[order] = cells
            partner[position] = position[mirrored]
            moves = compile_moves(options, position, partner=partner)
            if moves.folded:
                return moves
    return compile_moves(options, cells)


def _alive(builder: GraphBuilder) -> NDArray[np.uint8]:
    """Return which states can finish, 1 or 0; the first layer is repeated after the last one."""
    parts, segments = builder.parts, len(builder.level)
    alive = np.zeros((segments + parts, builder.start.shape[1]), dtype=np.uint8)
    first, again = alive[:parts], alive[segments:]
    first[0, 0] = again[0, 0] = 1
    while mark_rows(builder.start, builder.target, builder.level, alive):
        again[:] = first
    return alive


def _pruned(builder: GraphBuilder) -> StateGraph:
    """Number the states of a grown graph that can finish, except those with one successor; the builder is spent."""
    level, row, room = builder.level, builder.moves.width, builder.keys.shape[1]
    # The keys and tables are not needed any more: free them before allocating more.
    builder.keys = np.empty((1, 1), dtype=np.uint64)
    builder.table = np.empty((1, 1), dtype=np.int32)
    alive = _alive(builder)
    number = np.zeros(alive.shape, dtype=np.int32)
    offset = np.zeros(builder.layers + 2, dtype=np.int64)
    edges = choose(builder.start, builder.target, level, builder.parts, row, alive, number, offset)
    start = np.empty(int(offset[-1]) + 1, dtype=np.int32)
    target = np.empty(edges, dtype=np.int32)
    waiting = np.empty(builder.moves.fanout * row + 1, dtype=np.int64)
    shift = room.bit_length() - 1
    write(builder.start, builder.target, level, shift, alive, number, start, target, waiting)
    graph = _flat(builder, offset, _active(builder, alive), start, target)
    return replace(graph, fanout=int(np.diff(start).max(initial=1)))


def _whole(builder: GraphBuilder) -> StateGraph:
    """Number all states of a grown graph; the builder is spent."""
    level, room = builder.level, builder.keys.shape[1]
    sizes = np.concatenate([level[:, 0], level[: builder.parts, 0]])
    ends = np.cumsum(sizes)
    gap = np.arange(len(sizes)) * room - (ends - sizes)
    offset = np.concatenate([[0], ends[builder.parts - 1 :: builder.parts]])
    start = np.empty(int(ends[-1]) + 1, dtype=np.int32)
    target = np.empty(int(level[:, 2].sum()), dtype=np.int32)
    line_up(builder.start, builder.target, level, room.bit_length() - 1, gap, start, target)
    builder.give_back()
    return _flat(builder, offset, builder.active, start, target)


def living_graph(builder: GraphBuilder, kind: NDArray[np.uint16]) -> StateGraph:
    """Return a grown graph without dead states, its edges labeled by the class of their move, `kind` (m,)."""
    moves, parts, level = builder.moves, builder.parts, builder.level
    alive = _alive(builder)
    number = np.empty(alive.shape, dtype=np.int32)
    offset = np.zeros(builder.layers + 2, dtype=np.int64)
    edges = number_living(builder.start, builder.target, level, parts, alive, number, offset)
    start = np.empty(int(offset[-1]) + 1, dtype=np.int32)
    target, label = np.empty(edges, dtype=np.int32), np.empty(edges, dtype=np.uint16)
    grown = (builder.keys, builder.start, builder.target, level, parts)
    words = (moves.moves, moves.begin, moves.fits, moves.mirror, kind)
    write_living(*grown, *words, alive, number, start, target, label)
    return replace(_flat(builder, offset, _active(builder, alive), start, target), label=label)


def _active(builder: GraphBuilder, alive: NDArray[np.uint8]) -> NDArray[np.int64]:
    """Return how many reachable states of the first layers are left."""
    layers = np.arange(len(builder.active)) % builder.layers
    reached = zip(layers.tolist(), builder.active.tolist(), strict=True)
    return np.array([np.count_nonzero(alive[layer, :size] == 1) for layer, size in reached], dtype=np.int64)


def _flat(
    builder: GraphBuilder,
    offset: NDArray[np.int64],
    active: NDArray[np.int64],
    start: NDArray[np.int32],
    target: NDArray[np.int32],
) -> StateGraph:
    return StateGraph(
        moves=None,
        offset=offset,
        active=active,
        start=start,
        target=target,
        label=np.zeros(0, dtype=np.int16),
        length=0,
        final=np.zeros((0, 1), dtype=np.uint64),
        fanout=builder.moves.fanout,
        peak=builder.peak,
        folded=builder.moves.folded,
        parts=builder.parts,
    )
