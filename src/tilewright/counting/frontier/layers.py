"""Count layer by layer, for any problem, while keeping only the states of two consecutive layers.

A `Frontier` defines the states and their successors (`tilewright.counting.frontier.profile`,
`tilewright.counting.frontier.components`). `tilewright.counting.numbers.values` defines the values
of states. The loop over the layers, the limits, the progress and the checkpoints are the same for
all frontiers and values.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from tilewright.counting.numbers.values import Gather, LayerValues, Limbs
from tilewright.counting.resources import Resources, refuse
from tilewright.counting.tuning import Tuning
from tilewright.errors import LimitError, MemoryLimitError
from tilewright.kernels.frontier.table import rehash
from tilewright.system.files import checkpoint as saved
from tilewright.system.files.fields import Fields, checked_array, damaged
from tilewright.system.values.arguments import counted
from tilewright.system.work.deadline import check_time


class States:
    """The states of one layer while they are found: the keys, and a hash table for them."""

    def __init__(self, words: int, room: int = 64, table: NDArray[np.int32] | None = None) -> None:
        self.keys = np.zeros((room, words), dtype=np.uint64)
        self.size = 0
        if table is None:
            table = np.zeros(1 << (4 * room - 1).bit_length(), dtype=np.int32)
        self.table = table
        self.nbytes = self.keys.nbytes + table.nbytes

    def make_room(self, moves: int) -> int:
        """Grow if a state with this many moves may not fit, and return the number of bytes
        added.
        """
        room, words = self.keys.shape
        if self.size + moves + 1 <= room and 2 * (self.size + moves + 1) <= self.table.size:
            return 0
        before = self.nbytes
        if self.size + moves + 1 > room:
            keys = np.empty((max(room * 2, self.size + 2 * moves + 64), words), dtype=np.uint64)
            keys[: self.size] = self.keys[: self.size]
            self.keys = keys
        if 2 * (self.size + moves + 1) > self.table.size:
            self.table = np.zeros(
                1 << (4 * int(self.size + moves + 1) - 1).bit_length(), dtype=np.int32
            )
            rehash(self.keys, self.size, self.table)
        self.nbytes = self.keys.nbytes + self.table.nbytes
        return self.nbytes - before

    def enter(self, key: NDArray[np.uint64]) -> None:
        """Add the first state."""
        self.keys[0] = key
        self.size = 1
        rehash(self.keys, 1, self.table)

    def drop(self) -> None:
        """Free the keys and the table."""
        self.keys, self.table = self.keys[:0].copy(), self.table[:0].copy()
        self.nbytes = 0


#: Write the successors of states from one on, by part: (keys, first, made, source, filled); see
#: `tilewright.kernels.frontier.table`. Returns the first state that is left.
Expand = Callable[
    [NDArray[np.uint64], int, NDArray[np.uint64], NDArray[np.int32], NDArray[np.int64]],
    int,
]

#: Successors, (e, Q) uint64, and their source states, (e,) int32.
_Made = tuple[NDArray[np.uint64], NDArray[np.int32]]


class Successors:
    """Space for the successors of some states, for each part of the next layer."""

    def __init__(self, words: int, parts: int, room: int) -> None:
        self._made = np.zeros((parts, room, words), dtype=np.uint64)
        self._source = np.zeros((parts, room), dtype=np.int32)
        self._filled = np.zeros(parts, dtype=np.int64)
        self.nbytes = self._made.nbytes + self._source.nbytes

    def write(self, expand: Expand, keys: NDArray[np.uint64], first: int) -> int:
        """Write the successors of states from `first` on, and return the first remaining state."""
        self._filled.fill(0)
        return int(expand(keys, first, self._made, self._source, self._filled))

    def by_part(self) -> list[_Made]:
        """Return the successors for each part of the next layer."""
        rows = zip(self._made, self._source, self._filled.tolist(), strict=True)
        return [(keys[:number], source[:number]) for keys, source, number in rows]


@dataclass
class Memory:
    """The number of bytes that growing states may use."""

    allowed: int
    #: What makes them many.
    why: str = ""
    #: The most bytes so far.
    peak: int = 0

    def check(self, states: int, nbytes: int, numbers: int = 0) -> None:
        """Raise `MemoryLimitError` if there is not enough memory, or if the numbers do not fit in
        int32.
        """
        self.peak = max(self.peak, nbytes)
        if nbytes > self.allowed:
            raise refuse(states, nbytes, self.allowed, self.why)
        if numbers >= 1 << 31:
            why = f"; {self.why}" if self.why else ""
            raise MemoryLimitError(f"a state graph cannot have {states:,} states{why}")


@dataclass(eq=False)
class Share:
    """The states of a layer with their values: all of them, or those with certain hash values."""

    #: (n, Q), and the values (n, L).
    keys: NDArray[np.uint64]
    counts: NDArray[np.uint64]
    #: What `LayerValues.full` needs.
    settled: int

    @property
    def size(self) -> int:
        """The number of states."""
        return len(self.keys)


#: Called with the states and bytes of one thread; may raise `MemoryLimitError`.
Check = Callable[[int, int], None]


class LayerExpander:
    """The threads that find one layer after another, and the memory that they reuse."""

    def __init__(self, words: int, fanout: int, tuning: Tuning) -> None:
        self._words, self._fanout, self._tuning = words, fanout, tuning
        self._shares: list[_Worker] = []

    def next_layer(
        self,
        expand: Expand,
        gather: Gather,
        parts: Sequence[Share],
        pool: ThreadPoolExecutor,
        threads: int,
        check: Check,
    ) -> tuple[list[tuple[NDArray[np.uint64], NDArray[np.uint64]]], int]:
        """Return the keys and values of the next layer, one part for each thread, and the number of
        bytes used.
        """
        tuning = self._tuning
        states = tuning.deal_alone if threads == 1 else tuning.deal_shared
        if len(self._shares) != threads:
            # Each part gets about the same share of a thread's successors.
            successors = max(
                tuning.branches * states * min(2, threads) // threads, 2 * self._fanout
            )
            self._shares = [_Worker(self._words, threads, successors) for _ in range(threads)]
        run = map if threads == 1 else pool.map
        total, limbs = sum(part.size for part in parts), parts[0].counts.shape[1]
        for share in self._shares:
            share.begin(total // threads, limbs)
        for part in parts:
            batch = min(states, max(1, -(-part.size // threads)))
            for first in range(0, part.size, threads * batch):
                begins = range(first, min(part.size, first + threads * batch), batch)
                keys = [part.keys[begin : begin + batch] for begin in begins]
                counts = [part.counts[begin : begin + batch] for begin in begins]
                done = [0] * len(keys)
                while any(at < len(batch_keys) for at, batch_keys in zip(done, keys, strict=True)):
                    check_time()
                    # First each thread writes successors, then each looks up those of its part.
                    made = [share.made for share in self._shares]
                    done = list(run(Successors.write, made, itertools.repeat(expand), keys, done))
                    batches = [share.made.by_part() for share in self._shares[: len(keys)]]
                    by_part = [[share[number] for share in batches] for number in range(threads)]
                    gathering = partial(_Worker.gather, counts=counts, check=check, gather=gather)
                    list(run(gathering, self._shares, by_part))
        return [share.end() for share in self._shares], sum(share.nbytes for share in self._shares)


class _Worker:
    """The share of a thread: the successors that it finds, and its part of the next layer."""

    def __init__(self, words: int, parts: int, room: int) -> None:
        self.words = words
        self.table = np.zeros(1 << 12, dtype=np.int32)
        self.made = Successors(words, parts, room)
        self.nbytes = 0

    def begin(self, expected: int, limbs: int) -> None:
        """Prepare for a layer of about `expected` states."""
        self.table.fill(0)
        self.states = States(self.words, expected + expected // 4 + 64, self.table)
        self.sums = np.empty((self.states.keys.shape[0], limbs), dtype=np.uint64)
        self.size = np.zeros(1, dtype=np.int64)

    def gather(
        self,
        batches: Sequence[_Made],
        *,
        counts: Sequence[NDArray[np.uint64]],
        check: Check,
        gather: Gather,
    ) -> None:
        """Look up the successors of this part, from several batches, and add their counts."""
        states = self.states
        for (keys, source), count in zip(batches, counts, strict=True):
            entry = 0
            while True:
                entry = gather(
                    keys, source, entry, count, states.table, states.keys, self.sums, self.size
                )
                if entry == len(keys):
                    break
                states.size = int(self.size[0])
                states.make_room(len(keys) - entry)
                if len(self.sums) < len(states.keys):
                    sums = np.empty((len(states.keys), self.sums.shape[1]), dtype=np.uint64)
                    sums[: states.size] = self.sums[: states.size]
                    self.sums = sums
                self._update_bytes()
                check(states.size, self.nbytes)

    def end(self) -> tuple[NDArray[np.uint64], NDArray[np.uint64]]:
        """Return the states and their counts."""
        self._update_bytes()
        self.table = self.states.table
        size = int(self.size[0])
        return self.states.keys[:size], self.sums[:size]

    def _update_bytes(self) -> None:
        self.nbytes = self.states.nbytes + self.sums.nbytes + self.made.nbytes


#: The largest word of a count, so that two can be added.
_LARGEST_WORD = np.uint64((1 << 63) - 1)


@dataclass(frozen=True)
class LayerCount:
    """The result of a count."""

    #: The number of tilings by the copies of the counted kinds, as sorted (kind, copies) pairs.
    counts: dict[tuple[tuple[int, int], ...], int]
    #: States of the largest layer, and the peak of bytes held.
    states: int
    nbytes: int

    @property
    def total(self) -> int:
        """The number of tilings."""
        return sum(self.counts.values())


class Frontier(Protocol):
    """The states of a count and their successors."""

    #: The number of layers, and what a layer is: a ``"cell"``, or a ``"step"`` if there are others
    #: too.
    area: int
    unit: str
    #: (Q,): the state before the first layer.
    first: NDArray[np.uint64]
    #: The largest numbers of successors of a state, and of states that lead to the same one (None:
    #: no bound).
    fanout: int
    merging: int | None
    #: Layers with fewer states are not worth a second thread.
    shared: int

    def fingerprint(self) -> str:
        """Return a text that identifies these states."""
        ...

    def expand(self, c: int, name_bits: int) -> Expand:
        """Return the function that writes the successors of layer c, with their move in `name_bits`
        bits.
        """
        ...

    def possible(self, c: int, keys: NDArray[np.uint64]) -> bool:
        """Return whether keys from a file have the form of states of layer c."""
        ...

    def copies(self, key: Sequence[int]) -> tuple[tuple[int, int], ...] | None:
        """Return the copies of the counted kinds in a final state, or None if it is not a
        tiling.
        """
        ...


def count_layers(
    frontier: Frontier,
    resources: Resources,
    values: LayerValues | None = None,
    *,
    way: str = "layers",
    why: str = "",
    look: Callable[[int, int, int], None] = lambda done, area, states: None,
) -> LayerCount:
    """Count along any frontier, with exact numbers unless other `values` are given.

    `way` is the name of this method in a checkpoint. After each layer, `look` is called with the
    number of finished layers, the number of all layers, and the states of the last layer. An
    exception from `look` ends the count.
    """
    if values is None:
        values = Limbs.of_layers(resources.tuning.limb_bits, frontier.fanout, frontier.merging)
    return _LayerRun(frontier, resources, values, way, why).count(look)


class _LayerRun:
    """A count layer by layer: its position, limits and checkpoint."""

    def __init__(
        self, frontier: Frontier, resources: Resources, values: LayerValues, way: str, why: str
    ) -> None:
        self._frontier, self._resources, self._values = frontier, resources, values
        self._way, self._memory = way, Memory(resources.allowed, why)
        self._expander = LayerExpander(len(frontier.first), frontier.fanout, resources.tuning)
        self._most_states, self._all_states, self._most_bytes = 1, 0, 0
        begin = values.begin()
        first = Share(frontier.first.reshape(1, -1).copy(), begin, values.settled(begin))
        #: Layers so far, and the states of the last one, replaced together: an interrupt may come
        #: at any time.
        self._whole = 0, [first]
        saving, self._mark = resources.saving, ""
        if saving is not None:
            self._mark = saved.fingerprint(frontier.fingerprint(), values.fingerprint())
            if saving.way == way and (earlier := saving.take(self._mark)) is not None:
                with saving.naming():
                    self._whole = _resume_layer(earlier, frontier, values)

    def count(self, look: Callable[[int, int, int], None]) -> LayerCount:
        """Count the tilings layer by layer."""
        frontier, resources, saving = self._frontier, self._resources, self._resources.saving
        done, parts = self._whole
        resources.reporter.begin(done)
        self._report_progress(0)
        with ThreadPoolExecutor(resources.threads) as pool:
            try:
                while done < frontier.area and any(part.size for part in parts):
                    nbytes = self._advance(pool)
                    done, parts = self._whole
                    states = self._report_progress(nbytes)
                    look(done, frontier.area, states)
                    if saving is not None and saving.due(_bytes_held(parts)):
                        self._save_layer()
            except (KeyboardInterrupt, LimitError):
                # Save for a run with more time or memory.
                if self._whole[0]:
                    self._save_layer()
                raise
        totals: dict[tuple[tuple[int, int], ...], int] = {}
        for part in parts:
            for key, count in zip(
                part.keys.tolist(), self._values.numbers(part.counts), strict=True
            ):
                copies = frontier.copies(key)
                if copies is not None:
                    totals[copies] = totals.get(copies, 0) + count
        resources.explain(
            lambda: (
                f"{counted(self._all_states, 'state')} in {counted(done, 'layer')}, at most "
                f"{self._most_states:,} in a layer"
            )
        )
        return LayerCount(totals, self._most_states, self._most_bytes)

    def _advance(self, pool: ThreadPoolExecutor) -> int:
        """Find the next layer, and return the number of bytes used."""
        frontier, values, resources = self._frontier, self._values, self._resources
        c, parts = self._whole
        if values.full([part.settled for part in parts]):
            parts = [Share(part.keys, np.pad(part.counts, ((0, 0), (0, 1))), 0) for part in parts]
        total, held = sum(part.size for part in parts), _bytes_held(parts)
        self._memory.check(total, held)
        threads = resources.threads if total >= frontier.shared else 1

        def check(states: int, nbytes: int) -> None:
            self._memory.check(threads * states, held + threads * nbytes)

        expand = frontier.expand(c, values.name_bits(c))
        layer, growing = self._expander.next_layer(
            expand, values.gather(c), parts, pool, threads, check
        )
        run = map if threads == 1 else pool.map
        finished = list(run(values.settle, [counts for _, counts in layer]))
        self._whole = (
            c + 1,
            [Share(*pair, settled) for pair, settled in zip(layer, finished, strict=True)],
        )
        return held + growing

    def _report_progress(self, nbytes: int) -> int:
        """Report the progress, and return the states of the last layer."""
        done, parts = self._whole
        states = sum(part.size for part in parts)
        self._most_states = max(self._most_states, states)
        self._all_states += states
        self._most_bytes = max(self._most_bytes, nbytes)
        area, unit = self._frontier.area, self._frontier.unit
        self._resources.reporter.tell("counts", done, area, states, nbytes, unit=unit)
        return states

    def _save_layer(self) -> None:
        saving, (layer, parts) = self._resources.saving, self._whole
        if saving is not None:
            arrays = {f"keys{i}": part.keys for i, part in enumerate(parts)}
            arrays |= {f"counts{i}": part.counts for i, part in enumerate(parts)}
            saving.save(self._way, self._mark, {"layer": layer}, arrays)


def _resume_layer(
    earlier: saved.Checkpoint, frontier: Frontier, values: LayerValues
) -> tuple[int, list[Share]]:
    """Return the layer and the states of a checkpoint."""
    layer = Fields(earlier.values, "the state of the count").integer("layer", 0, frontier.area)
    arrays, parts, limbs = earlier.arrays, list[Share](), None
    for number in range(max(len(arrays) // 2, 1)):
        keys = checked_array(arrays, f"keys{number}", np.uint64, (None, len(frontier.first)))
        counts = checked_array(arrays, f"counts{number}", np.uint64, (len(keys), limbs))
        limbs = counts.shape[1]
        if not limbs or (counts > _LARGEST_WORD).any():
            raise damaged("the counts are invalid")
        if not frontier.possible(layer, keys):
            raise damaged(f"layer {layer} contains states that cannot occur")
        parts.append(Share(keys, counts, values.settled(counts)))
    return layer, parts


def _bytes_held(parts: Sequence[Share]) -> int:
    return sum(part.keys.nbytes + part.counts.nbytes for part in parts)
