"""State graphs: the states of the frontier method with their edges, and values pulled backwards
through them.

If rows repeat, the graph of a few rows is closed and serves boards of any length. On other boards
each cell has its own layer.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import partial
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from tilewright.counting.frontier.layers import States
from tilewright.counting.moves import Moves
from tilewright.counting.numbers.values import Arrays, CountValues, Limbs, Modulo, RowValues
from tilewright.counting.resources import refuse
from tilewright.counting.state_graph import StateGraph
from tilewright.counting.tuning import USUAL, Tuning
from tilewright.errors import MemoryLimitError
from tilewright.kernels.frontier.expand import expand, expand_wide
from tilewright.kernels.frontier.prune import compact, inline, mark
from tilewright.system.platform.machine import give_back, in_units
from tilewright.system.work.deadline import check_time

Integer = TypeVar("Integer", bound=np.integer[Any])

_NO_LABELS = np.zeros(0, dtype=np.int16)
#: Initial room of a layer, in states.
_ROOM = 4096
#: Bytes of each state while states are removed that cannot finish.
_PRUNING = 9
#: Bytes of layers that are given back to the system together.
_FREED = 1 << 24
#: States expanded between two looks at the clock.
_BUDGET = 1 << 16


def _lengthen(array: NDArray[Integer], room: int) -> NDArray[Integer]:
    """Return a longer copy; memory that is not written yet is not used."""
    longer = np.empty(room, dtype=array.dtype)
    longer[: len(array)] = array
    return longer


class _Layer:
    """A layer of a growing graph: its states, and the edges of those already expanded."""

    def __init__(self, words: int, labeled: bool, room: int) -> None:
        self.states = States(words, room)
        self.done = 0
        self.edges = 0
        self.start = np.zeros(room + 1, dtype=np.int32)
        self.target = np.zeros(2 * room + 256, dtype=np.int32)
        self.label = np.zeros(2 * room + 256, dtype=np.int16) if labeled else _NO_LABELS
        self._edge_bytes = self.start.nbytes + self.target.nbytes + self.label.nbytes

    @property
    def nbytes(self) -> int:
        return self.states.nbytes + self._edge_bytes

    def make_room(self, moves: int) -> None:
        size = self.states.size
        if self.start.size > size and self.edges + moves + 1 <= self.target.size:
            return
        if self.start.size < size + 1:
            self.start = _lengthen(self.start, max(size + 1, self.states.keys.shape[0] + 1))
        if self.edges + moves + 1 > self.target.size:
            room = max(self.target.size * 2, self.edges + 2 * moves + 64)
            self.target = _lengthen(self.target, room)
            if self.label.size:
                self.label = _lengthen(self.label, room)
        self._edge_bytes = self.start.nbytes + self.target.nbytes + self.label.nbytes


def grow_graph(
    moves: Moves,
    *,
    period: int = 0,
    row: int = 0,
    labeled: bool = False,
    prune: bool = True,
    allowed: int,
    watch: Callable[[int, int, int], None] | None = None,
    why: str = "",
) -> StateGraph:
    """Find all reachable states, and drop those that cannot finish."""
    words = moves.table.shape[2]
    count = period or moves.area + 1
    row = row or moves.area
    layers = [_Layer(words, labeled, _ROOM) for _ in range(min(count, 2))]
    layers[0].states.enter(moves.first)
    step = idle = 0
    held = sum(layer.nbytes for layer in layers)
    while idle < count and (period or step < moves.area):
        c = step % count
        following = (c + 1) % count
        if following == len(layers):
            layers.append(_Layer(words, labeled, max(_ROOM, layers[c].states.size * 5 // 4)))
            held += layers[-1].nbytes
        layer, successor = layers[c], layers[following]
        if layer.done == layer.states.size:
            idle += 1
        else:
            idle = 0
            before = layer.nbytes + (successor.nbytes if successor is not layer else 0)
            beside = sum(
                item.states.size for item in layers if item is not layer and item is not successor
            )
            others = beside, held - before
            held += _expand_layer(moves, c % row, layer, successor, others, allowed, why) - before
            if not period:
                # Each layer of an unrolled graph grows once: its keys are not needed any more.
                held -= layer.states.nbytes
                layer.states = _drop_keys(layer.states)
        step += 1
        if watch is not None:
            watch(step, sum(item.states.size for item in layers), held)
    return _join_layers(moves, layers, period, row, prune, allowed, why)


def _drop_keys(states: States) -> States:
    stub = States(states.keys.shape[1], 1, np.zeros(1, dtype=np.int32))
    stub.size = states.size
    return stub


def _too_many_states(states: int, why: str) -> MemoryLimitError:
    return MemoryLimitError("; ".join([f"a state graph cannot have {states:,} states", why]))


def _expand_layer(
    moves: Moves,
    c: int,
    layer: _Layer,
    successor: _Layer,
    beside: tuple[int, int],
    allowed: int,
    why: str,
) -> int:
    """Expand the new states of a layer; return the bytes of both layers. `beside`: states and bytes
    of all others.
    """
    targets = successor.states
    advance = expand if moves.narrow else expand_wide
    table, word = moves.layer(c), moves.words[c + 1]
    number = len(table)
    tally = np.zeros(4, dtype=np.int64)
    while True:
        layer.make_room(number)
        targets.make_room(number)
        held = layer.nbytes + (successor.nbytes if successor is not layer else 0)
        states = beside[0] + layer.states.size + (targets.size if successor is not layer else 0)
        if beside[1] + held > allowed:
            raise refuse(states, beside[1] + held, allowed, why)
        if max(layer.edges, targets.size) > (1 << 31) - 1000:
            raise _too_many_states(states, why)
        check_time()
        tally[:] = (
            layer.done,
            min(layer.states.size, layer.done + _BUDGET),
            targets.size,
            layer.edges,
        )
        advance(
            layer.states.keys,
            table,
            word,
            targets.table,
            targets.keys,
            layer.start,
            layer.target,
            layer.label,
            tally,
        )
        layer.done, targets.size, layer.edges = tally[0].item(), tally[2].item(), tally[3].item()
        if layer.done == layer.states.size:
            return held


def _join_layers(
    moves: Moves,
    layers: list[_Layer],
    period: int,
    row: int,
    prune: bool,
    allowed: int,
    why: str,
) -> StateGraph:
    """Join the layers, and drop what is not needed."""
    sizes = np.array([layer.states.size for layer in layers], dtype=np.int64)
    offset = np.concatenate([[0], np.cumsum(sizes)]).astype(np.int64)
    edges = sum(layer.edges for layer in layers)
    if max(edges, int(offset[-1])) > (1 << 31) - 1:
        raise _too_many_states(int(offset[-1]), why)
    states = int(offset[-1])
    needed = (4 + _PRUNING) * states + (6 if layers[0].label.size else 4) * edges
    if needed > allowed:
        raise refuse(states, needed, allowed, why)
    final = (
        layers[-1].states.keys[: layers[-1].states.size].copy()
        if not period
        else layers[0].states.keys[:0].copy()
    )
    if period:
        # The layer after the last one is the first one, with the counts of the next row.
        offset = np.append(offset, offset[-1] + sizes[0])
    for layer in layers:
        # The keys are not needed any more: free them before allocating more.
        layer.states = _drop_keys(layer.states)
    start = np.empty(int(offset[-1]) + 1, dtype=np.int32)
    target = np.empty(edges, dtype=np.int32)
    label = np.empty(edges if layers[0].label.size else 0, dtype=np.int16)
    done = freed = 0
    for c, layer in enumerate(layers):
        size, number = layer.states.size, layer.edges
        following = int(offset[c + 1])
        np.add(layer.start[:size], done, out=start[offset[c] : offset[c] + size], casting="unsafe")
        np.add(layer.target[:number], following, out=target[done : done + number], casting="unsafe")
        if label.size:
            label[done : done + number] = layer.label[:number]
        done += number
        # Free the memory before the next layer is copied.
        layer.target = layer.target[:0].copy()
        layer.start = layer.start[:0].copy()
        layer.label = layer.label[:0].copy()
        freed += 6 * number + 4 * size
        if freed > _FREED:
            give_back()
            freed = 0
    start[offset[len(layers)] :] = done
    graph = StateGraph(
        moves,
        offset,
        np.zeros(0, dtype=np.int64),
        start,
        target,
        label,
        0 if period else moves.area,
        final,
        moves.edges,
        moves.folded,
    )
    # States with one successor, half of all, can be skipped, except between rows, or if labels are
    # needed.
    return prune_graph(graph, row if period and not label.size else 1) if prune else graph


def prune_graph(graph: StateGraph, row: int = 1) -> StateGraph:
    """Drop the states that cannot finish, and skip those (except in layers 0, row, …) with one
    successor, in place.
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
        label=_shorten(label, edges) if label.size else label,
        final=final,
        fanout=int(np.diff(start).max(initial=1)),
    )


def _count_active(
    offset: NDArray[np.int64], active: NDArray[np.int64], kept: NDArray[np.bool_]
) -> NDArray[np.int64]:
    """Return how many of the reachable states of the first layers are kept."""
    first = offset[np.arange(len(active)) % (len(offset) - 2)].tolist()
    sizes = zip(first, active.tolist(), strict=True)
    return np.array([np.count_nonzero(kept[at : at + size]) for at, size in sizes], dtype=np.int64)


def _shorten(array: NDArray[Integer], size: int) -> NDArray[Integer]:
    """Return the beginning of an array that is not needed any more."""
    if not array.flags.owndata:
        return array[:size].copy()
    # A copy would need the memory twice.
    array.resize(size, refcheck=False)
    return array


class Backward:
    """Values of the ways to finish, pulled from the last layer of a graph to the first."""

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
        """Words of a value."""
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
        """Pull the values from layer `above` to layer `below`, both counted from the beginning."""
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
        """Pull the values from layer + 1 to layer."""
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
                f"the counts of {self.graph.states:,} states need {in_units(needed)} when they "
                f"grow to {self.words + 1} words each, "
                f"more than the {in_units(max(self.allowed, 0))} that are left"
            )
        self.arrays = self.values.wider(self.arrays)


class BackwardCounts(Backward):
    """Numbers of ways to finish: all (exact or modulo a number up to 2^48), or those of least
    cost.
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
        """Bits of a limb."""
        return self.values.bits

    @property
    def counts(self) -> NDArray[Any]:
        """(n, L) uint64: the count of every state."""
        return self.arrays[-1]

    def count(self, state: int = 0) -> int:
        """Return the number of ways to complete a tiling from a state."""
        return self.values.number(self.counts[state].tolist())
