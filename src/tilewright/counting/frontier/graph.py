"""State graphs: the states of the frontier method with their edges, and values propagated backward
through them.

If rows repeat, the graph of a few rows is closed and serves boards of any length. On other boards,
each cell has its own layer.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from functools import partial
from itertools import pairwise
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from tilewright.counting.frontier.layers import Memory, States, Successors
from tilewright.counting.frontier.profile import BrokenProfile
from tilewright.counting.moves import Moves
from tilewright.counting.numbers.values import Arrays, CountValues, Limbs, Modulo, RowValues
from tilewright.counting.resources import Watch
from tilewright.counting.state_graph import StateGraph
from tilewright.counting.tuning import USUAL, Tuning
from tilewright.errors import MemoryLimitError
from tilewright.kernels.frontier.prune import compact, inline, mark
from tilewright.kernels.frontier.table import link
from tilewright.system.platform.machine import give_back, in_units
from tilewright.system.values.arrays import starts
from tilewright.system.work.deadline import check_time

Integer = TypeVar("Integer", bound=np.integer[Any])

_NO_LABELS, _NO_EDGES = np.zeros(0, dtype=np.int16), np.zeros(0, dtype=np.int32)
#: Initial room of a layer, in states.
_ROOM = 4096
#: Bytes of each state while states are removed that cannot finish.
_PRUNING = 9
#: Bytes of layers that are given back to the system together.
_FREED = 1 << 24
#: States and their moves are numbers of 31 bits together.
_NAME_BITS = 15


@dataclass(frozen=True)
class Growth:
    """How a state graph may grow: bytes, threads, and a watcher."""

    allowed: int
    threads: int = 1
    #: Called with (layer, states so far, bytes) after some layers.
    watch: Watch | None = None
    tuning: Tuning = USUAL
    #: A first attempt in little memory, which is not worth looking ahead.
    first: bool = False


def _lengthen(array: NDArray[Integer], room: int) -> NDArray[Integer]:
    """Return a longer copy. Memory that has not been written is not used."""
    longer = np.empty(room, dtype=array.dtype)
    longer[: len(array)] = array
    return longer


class _Layer:
    """A layer of a growing graph: its states, and the edges of the expanded states."""

    def __init__(self, words: int, labeled: bool, room: int) -> None:
        self.states = States(words, room)
        self.done = self.edges = 0
        self.start = np.zeros(room + 1, dtype=np.int32)
        self.target = np.zeros(2 * room + 256, dtype=np.int32)
        self.label = np.zeros(2 * room + 256, dtype=np.int16) if labeled else _NO_LABELS

    @property
    def nbytes(self) -> int:
        return self.states.nbytes + self.start.nbytes + self.target.nbytes + self.label.nbytes

    def make_room(self, states: int, edges: int) -> int:
        """Make room for further expanded states and edges, and return the number of bytes added."""
        if states < len(self.start) and self.edges + edges <= len(self.target):
            return 0
        before = self.nbytes
        if states >= len(self.start):
            self.start = _lengthen(self.start, max(states, len(self.states.keys)) + 1)
        if self.edges + edges > len(self.target):
            room = max(2 * len(self.target), self.edges + 2 * edges)
            self.target = _lengthen(self.target, room)
            if self.label.size:
                self.label = _lengthen(self.label, room)
        return self.nbytes - before


#: Flat arrays: start, target and label.
_Edges = tuple[NDArray[np.int32], NDArray[np.int32], NDArray[np.int16]]


class _Layers:
    """The layers of a growing graph. If they repeat, the first layer follows the last layer."""

    def __init__(self, frontier: BrokenProfile, labeled: bool, growth: Growth, why: str) -> None:
        tuning, room = growth.tuning, 2 * frontier.fanout
        self._frontier, self._named = frontier, _NAME_BITS if labeled else 0
        self._batch = tuning.deal_alone
        self._made = Successors(len(frontier.first), 1, max(tuning.branches * self._batch, room))
        self._memory = Memory(growth.allowed, why)
        self._tally = np.zeros(3, dtype=np.int64)
        self.layers: list[_Layer] = []
        #: States found so far, and bytes held.
        self.states, self.nbytes = 1, 0
        self.add(_ROOM).states.enter(frontier.first)

    def add(self, room: int) -> _Layer:
        """Add a layer."""
        layer = _Layer(len(self._frontier.first), self._named > 0, room)
        self.layers.append(layer)
        self.nbytes += layer.nbytes
        return layer

    def expand(self, layer: _Layer, following: _Layer, c: int) -> None:
        """Expand the new states of a layer."""
        expand, tally = self._frontier.expand(c, self._named), self._tally
        while layer.done < layer.states.size:
            last = min(layer.states.size, layer.done + self._batch)
            keys, first = layer.states.keys[layer.done : last], 0
            tally[:] = following.states.size, layer.edges, layer.done
            while first < len(keys):
                check_time()
                first = self._made.write(expand, keys, first)
                self._link(layer, following.states, last)
            layer.start[tally[2] : last + 1] = layer.edges
            layer.done = last

    def _link(self, layer: _Layer, found: States, last: int) -> None:
        """Find the successors of states before `last`, and write the edges to them."""
        ((made, source),) = self._made.by_part()
        self.nbytes += layer.make_room(last, len(made))
        entry, tally = 0, self._tally
        while True:
            successors = (made, source, entry, found.table, found.keys)
            edges = (layer.start, layer.target, layer.label)
            entry = link(self._named, layer.done, *successors, *edges, tally)
            self.states += int(tally[0]) - found.size
            found.size, layer.edges = int(tally[0]), int(tally[1])
            self._memory.check(self.states, self.nbytes, max(found.size, layer.edges))
            if entry == len(made):
                return
            self.nbytes += found.make_room(min(len(made) - entry, found.size))

    def join(self) -> tuple[NDArray[np.int64], _Edges]:
        """Return the offsets of the layers, and flat arrays of edges. The layers cannot be used
        afterward.
        """
        layers = self.layers
        offset = starts([layer.states.size for layer in layers])
        states, edges = int(offset[-1]), sum(layer.edges for layer in layers)
        needed = (4 + _PRUNING) * states + (6 if self._named else 4) * edges
        self._memory.check(states, needed, max(edges, states) + 1)
        for layer in layers:
            # The keys are not needed any more: free them before allocating more.
            layer.states.drop()
        start = np.empty(states + 1, dtype=np.int32)
        target = np.empty(edges, dtype=np.int32)
        label = np.empty(edges if self._named else 0, dtype=np.int16)
        done = freed = 0
        for layer, (first, last) in zip(layers, pairwise(offset.tolist()), strict=True):
            ends = slice(done, done + layer.edges)
            np.add(layer.start[: last - first], done, out=start[first:last], casting="unsafe")
            np.add(layer.target[: layer.edges], last, out=target[ends], casting="unsafe")
            label[ends] = layer.label[: layer.edges]
            done = ends.stop
            # Free the memory before the next layer is copied.
            freed += layer.nbytes
            layer.start, layer.target, layer.label = _NO_EDGES, _NO_EDGES, _NO_LABELS
            if freed > _FREED:
                give_back()
                freed = 0
        start[-1:] = done
        return offset, (start, target, label)


def grow_graph(
    moves: Moves,
    growth: Growth,
    *,
    period: int = 0,
    row: int = 0,
    labeled: bool = False,
    prune: bool = True,
    why: str = "",
) -> StateGraph:
    """Find all reachable states, and drop states that cannot be completed.

    After `period` layers, the first layer follows again. After `row` layers, the moves are the
    same.
    """
    count, row = period or moves.area + 1, row or moves.area
    growing = _Layers(BrokenProfile(moves, ordered=True), labeled, growth, why)
    layers = growing.layers
    step = idle = 0
    while idle < count and (period or step < moves.area):
        c = step % count
        if c + 1 == len(layers) < count:
            growing.add(max(_ROOM, layers[c].states.size * 5 // 4))
        layer = layers[c]
        idle += 1
        if layer.done < layer.states.size:
            idle = 0
            growing.expand(layer, layers[(c + 1) % count], c % row)
            if not period:
                # Each layer of an unrolled graph grows once: its keys are not needed any more.
                growing.nbytes -= layer.states.nbytes
                layer.states.drop()
        step += 1
        if growth.watch is not None:
            growth.watch(step, growing.states, growing.nbytes)
    last = layers[-1].states
    final = last.keys[: 0 if period else last.size].copy()
    offset, (start, target, label) = growing.join()
    if period:
        # The layer after the last one is the first one, with the counts of the next row.
        offset = np.append(offset, offset[-1] + offset[1])
        start = np.concatenate([start, np.full(offset[1], start[-1], dtype=np.int32)])
    graph = StateGraph(
        moves=moves,
        offset=offset,
        active=np.zeros(0, dtype=np.int64),
        start=start,
        target=target,
        label=label,
        length=0 if period else moves.area,
        final=final,
        fanout=moves.edges,
        folded=False,
    )
    # States with one successor, half of all, can be skipped, except between rows, or if labels are
    # needed.
    return prune_graph(graph, row if period and not labeled else 1) if prune else graph


def prune_graph(graph: StateGraph, row: int = 1) -> StateGraph:
    """Drop the states that cannot be completed, and skip states with one successor (except in
    layers 0, row, …), in place.
    """
    alive = np.zeros(graph.states, dtype=np.uint8)
    final = graph.final
    if graph.length:
        assert graph.moves is not None
        accepted = np.array([graph.moves.accepts(key) for key in final.tolist()], dtype=bool)
        alive[graph.offset[-2] :] = accepted
        mark(graph.start, graph.target, alive)
        alive[0] = 1  # the beginning stays in any case
        final = final[accepted]
    else:
        first, again = alive[: graph.offset[1]], alive[graph.offset[-2] :]
        again[0] = first[0] = 1
        while mark(graph.start, graph.target, alive):
            again[:] = first
    if row == 1 and alive.all():
        return graph
    offset, start, target, label = graph.offset.copy(), graph.start, graph.target, graph.label
    edges = compact(offset, row, start, target, label.view(np.int16), alive)
    active = _count_active(graph.offset, graph.active, alive == 1)
    start, target = _shorten(start, int(offset[-1]) + 1), _shorten(target, edges)
    if row > 1:
        before = offset.copy()
        number = np.zeros(int(offset[-1]), dtype=np.int32)
        inlined = np.empty_like(target)
        waiting = np.empty(row * int(np.diff(start).max(initial=1)) + 1, dtype=np.int32)
        edges = inline(offset, row, start, target, number, inlined, waiting)
        active = _count_active(before, active, number >= 0)
        start, target = _shorten(start, int(offset[-1]) + 1), _shorten(inlined, edges)
    return replace(
        graph,
        offset=offset,
        active=active,
        start=start,
        target=target,
        label=_shorten(label, edges) if label.size else label,  # type: ignore[arg-type]
        final=final,
        fanout=int(np.diff(start).max(initial=1)),
    )


def _count_active(
    offset: NDArray[np.int64], active: NDArray[np.int64], kept: NDArray[np.bool_]
) -> NDArray[np.int64]:
    """Return the number of reachable states of the first layers that are kept."""
    first = offset[np.arange(len(active)) % (len(offset) - 2)].tolist()
    sizes = zip(first, active.tolist(), strict=True)
    return np.array([np.count_nonzero(kept[at : at + size]) for at, size in sizes], dtype=np.int64)


def _shorten(array: NDArray[Integer], size: int) -> NDArray[Integer]:
    """Return the beginning of an array that is no longer needed."""
    if not array.flags.owndata:
        return array[:size].copy()
    # A copy would need the memory twice.
    array.resize(size, refcheck=False)
    return array


class Backward:
    """Values of the ways to complete a tiling, propagated from the last layer of a graph to the
    first.
    """

    def __init__(
        self, graph: StateGraph, values: RowValues, threads: int = 1, tuning: Tuning = USUAL
    ) -> None:
        self.graph, self.values, self.threads = graph, values, threads
        self._shared = tuning.shared_counts
        self._pool: ThreadPoolExecutor | None = None
        #: The most bytes that values may take while they grow; None for any number.
        self.allowed: int | None = None
        self.begin()

    @property
    def words(self) -> int:
        """The number of words of a value."""
        last = self.arrays[-1]
        return last.shape[1] if last.ndim > 1 else 1

    @property
    def nbytes(self) -> int:
        """Bytes held."""
        return sum(array.nbytes for array in self.arrays)

    def begin(self) -> None:
        """Set the values after the last cell, for every final state."""
        graph = self.graph
        last = int(graph.offset[-2])
        self.arrays = self.values.none(graph.states)
        self.values.finish(self.arrays, last, graph.states if graph.length else last + 1)
        #: The values of the layer after the last one are set.
        self._set = True

    def at_end(self) -> Arrays:
        """Return a copy of the values of the layer after the last one."""
        last = int(self.graph.offset[-2])
        return tuple(array[last:].copy() for array in self.arrays)

    def at_begin(self) -> Arrays:
        """Return a copy of the values of layer 0."""
        return tuple(array[: self.graph.offset[1]].copy() for array in self.arrays)

    def resume(self, ends: Arrays) -> None:
        """Set the values of the layer after the last one."""
        last = int(self.graph.offset[-2])
        self.arrays = ()
        self.arrays = self.values.none(self.graph.states)
        while self.words < (ends[-1].shape[1] if ends[-1].ndim > 1 else 1):
            self.arrays = self.values.wider(self.arrays)
        for array, end in zip(self.arrays, ends, strict=True):
            array[last : last + len(end)] = end
        self._set = True

    def run(self, above: int, below: int) -> None:
        """Propagate the values from layer `above` to layer `below`, both counted from the
        beginning.
        """
        graph = self.graph
        if not (self.threads > 1 and graph.largest * self.words >= self._shared):
            tally = np.array([above, below, 0, self._set], dtype=np.int64)
            while tally[0] > tally[1] and self.values.sweep(graph, self.arrays, tally):
                if tally[2]:
                    self._widen()
                    tally[2] = 0
            above, self._set = int(tally[0]), bool(tally[3])
        for layer in range(above - 1, below - 1, -1):
            self._pull(layer)

    def close(self) -> None:
        """Stop the threads."""
        if self._pool is not None:
            self._pool.shutdown()
            self._pool = None

    def _pull(self, layer: int) -> None:
        """Propagate the values from layer + 1 to layer."""
        graph = self.graph
        c = layer % graph.layers
        if c == graph.layers - 1 and not self._set:
            # The previous row: its first layer is the last one now.
            last, size = int(graph.offset[-2]), int(graph.offset[1])
            for array in self.arrays:
                array[last : last + size] = array[:size]
        self._set = False
        base = int(graph.offset[c])
        states = graph.width(layer)
        work = partial(self.values.pull, graph, layer, self.arrays)
        if self.threads > 1 and states * self.words >= self._shared:
            if self._pool is None:
                self._pool = ThreadPoolExecutor(self.threads)
            cuts = np.linspace(base, base + states, self.threads + 1).astype(np.int64).tolist()
            full = any(list(self._pool.map(work, cuts[:-1], cuts[1:])))
        else:
            full = work(base, base + states)
        if full:
            self._widen()

    def _widen(self) -> None:
        """Give each value another word."""
        # Both arrays are held for a moment.
        needed = 2 * self.nbytes + 8 * self.graph.states
        if self.allowed is not None and needed > self.allowed:
            raise MemoryLimitError(
                f"the counts of {self.graph.states:,} states ({self.words + 1} words each) need "
                f"{in_units(needed)}, more than the {in_units(max(self.allowed, 0))} that are left"
            )
        self.arrays = self.values.wider(self.arrays)


class BackwardCounts(Backward):
    """The numbers of ways to complete a tiling: all ways (exact or modulo a number up to 2^48), or
    those with minimum cost.
    """

    values: CountValues

    def __init__(
        self,
        graph: StateGraph,
        modulus: int = 0,
        threads: int = 1,
        tuning: Tuning = USUAL,
        *,
        values: CountValues | None = None,
    ) -> None:
        usual = Modulo(modulus) if modulus else Limbs.of_rows(graph.fanout)
        super().__init__(graph, values or usual, threads, tuning)

    @property
    def bits(self) -> int:
        """The number of bits of a limb."""
        return self.values.bits

    @property
    def counts(self) -> NDArray[Any]:
        """(n, L) uint64: the count of every state."""
        return self.arrays[-1]

    def count(self, state: int = 0) -> int:
        """Return the number of ways to complete a tiling from a state."""
        return self.values.number(self.counts[state].tolist())
