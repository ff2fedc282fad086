"""Count layer by layer, holding only the states of one layer and the next: for any problem.

Each layer's states are found from the layer before and forgotten after the next one. The two
threads of a large layer each own the states of one half of the hash values, so they share nothing
that they write.

What a state is and how the next layer is found, a `Frontier` says; the loop over the layers, limits,
progress and checkpoints are the same for all.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from tilewright import checkpoint as saved
from tilewright.counting.graph import States
from tilewright.counting.limbs import headroom, limb_bits, to_ints
from tilewright.counting.memory import refuse
from tilewright.counting.moves import Moves
from tilewright.counting.progress import Reporter
from tilewright.errors import MemoryLimitError
from tilewright.kernels.frontier import expand, expand_wide
from tilewright.kernels.frontier_flow import push, settle

__all__ = ["Frontier", "Outcome", "Part", "count_frontier", "count_layers"]

#: States of a layer that are expanded at once, and edges that they have room for.
_CHUNK = 1 << 14
_EDGES = 1 << 16
#: Layers with fewer states than this are not worth a second thread.
_SHARED = 30_000
_NO_LABELS = np.zeros(0, dtype=np.int16)


@dataclass(frozen=True)
class Outcome:
    """What a count found.

    Attributes
    ----------
    counts : dict
        The number of tilings by the copies of the counted kinds, as sorted (kind, copies) pairs.
    states : int
        States of the largest layer.
    nbytes : int
        Bytes held at most.
    """

    counts: dict[tuple[tuple[int, int], ...], int]
    states: int
    nbytes: int


@dataclass(eq=False)
class Part:
    """States of a layer with their counts: all of them, or those of one half of the hash values.

    Attributes
    ----------
    keys : (n, Q) uint64
    counts : (n, L) uint64
        Limbs, lowest first.
    largest : int
        What `Frontier.full` goes by.
    """

    keys: NDArray[np.uint64]
    counts: NDArray[np.uint64]
    largest: int

    @property
    def size(self) -> int:
        """Number of states."""
        return len(self.keys)


class Frontier(Protocol):
    """What is counted layer by layer.

    Attributes
    ----------
    area : int
        Number of layers.
    first : (Q,) uint64
        The state before the first layer.
    bits : int
        Bits of a limb.
    """

    area: int
    first: NDArray[np.uint64]
    bits: int

    def fingerprint(self) -> str:
        """Return what tells this count from others."""
        ...

    def largest(self, counts: NDArray[np.uint64]) -> int:
        """Return `Part.largest` of these counts."""
        ...

    def full(self, parts: Sequence[Part]) -> bool:
        """Whether the next layer might need another limb."""
        ...

    def step(
        self, c: int, parts: list[Part], threads: int, pool: ThreadPoolExecutor, room: int, why: str
    ) -> tuple[list[Part], int]:
        """Return layer c + 1, in `threads` parts, and the bytes held besides layer c.

        Raises
        ------
        MemoryLimitError
            If each of the threads would take more than `room` bytes.
        """
        ...

    def copies(self, key: Sequence[int]) -> tuple[tuple[int, int], ...] | None:
        """Return the copies of the counted kinds of a state after the last layer; None if it is no tiling."""
        ...


class _Growth:
    """One thread's share of the next layer."""

    def __init__(self, moves: Moves, part: int, parts: int) -> None:
        self.moves, self.part, self.parts = moves, part, parts
        self.table = np.zeros(1 << 12, dtype=np.int32)
        self.start = np.zeros(_CHUNK + 1, dtype=np.int32)
        self.target = np.zeros(_EDGES + 4096, dtype=np.int32)
        self.nbytes = 0

    def run(self, c: int, parts: Sequence[Part], bits: int, allowed: int, why: str) -> Part:
        """Expand layer c into this share of layer c + 1."""
        moves = self.moves
        words, table, word = moves.table.shape[2], moves.layer(c), moves.words[c + 1]
        tree = moves.tree(c)
        number = len(table)
        if self.target.size < _EDGES + number + 1:
            self.target = np.zeros(_EDGES + number + 1, dtype=np.int32)
        limbs = parts[0].counts.shape[1]
        expected = sum(part.size for part in parts) // self.parts
        self.table.fill(0)
        states = States(words, expected + expected // 4 + 2 * number + 64, self.table)
        states.make_room(number)
        counts = np.zeros((states.keys.shape[0], limbs), dtype=np.uint64)
        advance = expand if words == 1 else expand_wide
        tally = np.zeros(6, dtype=np.int64)
        for part in parts:
            done = 0
            while done < part.size:
                keys = part.keys[done : done + _CHUNK]
                tally[:] = 0, len(keys), states.size, 0, self.part, self.parts
                advance(
                    keys,
                    table,
                    tree,
                    word,
                    states.table,
                    states.keys,
                    self.start,
                    self.target,
                    _NO_LABELS,
                    tally,
                )
                expanded = int(tally[0])
                states.size = int(tally[2])
                if states.keys.shape[0] > counts.shape[0]:
                    counts = _longer(counts, states.keys.shape[0])
                push(self.start, self.target, part.counts[done : done + expanded], counts, expanded)
                done += expanded
                if done < part.size:
                    states.make_room(number)
                    self.nbytes = states.nbytes + states.keys.shape[0] * limbs * 8
                    if self.nbytes > allowed:
                        raise refuse(states.size, self.nbytes, allowed, why)
        self.nbytes = states.nbytes + counts.nbytes
        self.table = states.table
        largest = int(settle(counts, states.size, bits))
        return Part(states.keys[: states.size], counts[: states.size], largest)


def _longer(counts: NDArray[np.uint64], room: int) -> NDArray[np.uint64]:
    longer = np.zeros((room, counts.shape[1]), dtype=np.uint64)
    longer[: len(counts)] = counts
    return longer


class _Occupancy:
    """The frontier of cells taken ahead: a placement is a move of its first cell."""

    def __init__(self, moves: Moves) -> None:
        self.moves = moves
        self.area = moves.area
        self.first = moves.first
        self.bits = limb_bits(moves.edges)
        self.bound = headroom(self.bits, moves.edges)
        self.growths: list[_Growth] = []

    def fingerprint(self) -> str:
        moves = self.moves
        return saved.fingerprint(moves.table, moves.start, moves.words, moves.first, self.bits)

    def largest(self, counts: NDArray[np.uint64]) -> int:
        return int(counts[:, -1].max(initial=0))

    def full(self, parts: Sequence[Part]) -> bool:
        return max(part.largest for part in parts) > self.bound

    def step(
        self, c: int, parts: list[Part], threads: int, pool: ThreadPoolExecutor, room: int, why: str
    ) -> tuple[list[Part], int]:
        if len(self.growths) != threads:
            self.growths = [_Growth(self.moves, part, threads) for part in range(threads)]
        if threads == 1:
            following = [self.growths[0].run(c, parts, self.bits, room, why)]
        else:
            following = list(
                pool.map(lambda growth: growth.run(c, parts, self.bits, room, why), self.growths)
            )
        return following, sum(growth.nbytes for growth in self.growths)

    def copies(self, key: Sequence[int]) -> tuple[tuple[int, int], ...] | None:
        return tuple(sorted(self.moves.copies(key).items())) if self.moves.accepts(key) else None


def count_layers(
    moves: Moves,
    *,
    allowed: int,
    threads: int = 1,
    reporter: Reporter,
    checkpoint: Path | None = None,
    interval: float = 30.0,
    why: str = "",
) -> Outcome:
    """Count the tilings of any problem along a scan.

    Parameters
    ----------
    allowed : int
        Bytes that the states may take.
    checkpoint : Path, optional
        Where to keep the last layer; the run goes on from there if the file exists.
    interval : float
        Seconds between two checkpoints, at least.

    Raises
    ------
    MemoryLimitError, CheckpointError

    Notes
    -----
    Time and memory grow with the number of states, which is at most 2^w for a frontier of w cells,
    times the combinations of copies left; see docs/counting.md.
    """
    return count_frontier(
        _Occupancy(moves),
        allowed=allowed,
        threads=threads,
        reporter=reporter,
        checkpoint=checkpoint,
        interval=interval,
        why=why,
    )


def count_frontier(
    frontier: Frontier,
    *,
    allowed: int,
    threads: int = 1,
    reporter: Reporter,
    checkpoint: Path | None = None,
    interval: float = 30.0,
    why: str = "",
) -> Outcome:
    """Count along any frontier; see `count_layers`."""
    mark = frontier.fingerprint() if checkpoint else ""
    parts = [Part(frontier.first.reshape(1, -1).copy(), np.ones((1, 1), dtype=np.uint64), 1)]
    c = 0
    if checkpoint is not None and checkpoint.exists():
        earlier = saved.load(checkpoint, "count", mark)
        c, keys, counts = earlier.values["layer"], earlier.arrays["keys"], earlier.arrays["counts"]
        parts = [Part(keys, counts, frontier.largest(counts))]
    most_states, most_bytes = 1, 0
    last = time.monotonic()
    reporter.begin(c)
    reporter.tell("counts", c, frontier.area, sum(part.size for part in parts), 0)
    with ThreadPoolExecutor(threads) as pool:
        try:
            while c < frontier.area:
                if not any(part.size for part in parts):
                    return Outcome({}, most_states, most_bytes)
                if frontier.full(parts):
                    parts = [Part(part.keys, np.pad(part.counts, ((0, 0), (0, 1))), 0) for part in parts]
                total = sum(part.size for part in parts)
                held = sum(part.keys.nbytes + part.counts.nbytes for part in parts)
                number = threads if total >= _SHARED else 1
                room = (allowed - held) // number
                if room <= 0:
                    raise refuse(total, held, allowed, why)
                parts, growing = frontier.step(c, parts, number, pool, room, why)
                c += 1
                states = sum(part.size for part in parts)
                nbytes = held + growing
                most_states, most_bytes = max(most_states, states), max(most_bytes, nbytes)
                reporter.tell("counts", c, frontier.area, states, nbytes)
                if checkpoint is not None and time.monotonic() - last >= interval:
                    _save(checkpoint, c, parts, mark)
                    last = time.monotonic()
        except (KeyboardInterrupt, MemoryLimitError):
            # What was done is kept for a run with more time or memory.
            if checkpoint is not None:
                _save(checkpoint, c, parts, mark)
            raise
    found: dict[tuple[tuple[int, int], ...], int] = {}
    for part in parts:
        for key, count in zip(part.keys.tolist(), to_ints(part.counts, frontier.bits), strict=True):
            copies = frontier.copies(key)
            if copies is not None:
                found[copies] = found.get(copies, 0) + count
    return Outcome(found, most_states, most_bytes)


def _save(path: Path, layer: int, parts: list[Part], mark: str) -> None:
    keys = np.concatenate([part.keys for part in parts])
    counts = np.concatenate([part.counts for part in parts])
    saved.save(path, "count", mark, {"layer": layer}, {"keys": keys, "counts": counts})
