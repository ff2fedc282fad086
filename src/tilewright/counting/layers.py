"""Count layer by layer, holding only the states of one layer and the next: for any problem.

Each layer's states are found from the layer before and forgotten after the next one. The two
threads of a large layer each own the states of one half of the hash values, so they share nothing
that they write.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

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

__all__ = ["Outcome", "count_layers"]

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
class _Part:
    """States of a layer with their counts: all of them, or those of one half of the hash values."""

    keys: NDArray[np.uint64]
    counts: NDArray[np.uint64]
    largest: int

    @property
    def size(self) -> int:
        return len(self.keys)


class _Growth:
    """One thread's share of the next layer."""

    def __init__(self, moves: Moves, part: int, parts: int) -> None:
        self.moves, self.part, self.parts = moves, part, parts
        self.table = np.zeros(1 << 12, dtype=np.int32)
        self.start = np.zeros(_CHUNK + 1, dtype=np.int32)
        self.target = np.zeros(_EDGES + 4096, dtype=np.int32)
        self.nbytes = 0

    def run(self, c: int, parts: Sequence[_Part], bits: int, allowed: int, why: str) -> _Part:
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
        return _Part(states.keys[: states.size], counts[: states.size], largest)


def _longer(counts: NDArray[np.uint64], room: int) -> NDArray[np.uint64]:
    longer = np.zeros((room, counts.shape[1]), dtype=np.uint64)
    longer[: len(counts)] = counts
    return longer


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
    bits = limb_bits(moves.edges)
    bound = headroom(bits, moves.edges)
    mark = saved.fingerprint(moves.table, moves.start, moves.words, moves.first, bits) if checkpoint else ""
    parts = [_Part(moves.first.reshape(1, -1).copy(), np.ones((1, 1), dtype=np.uint64), 1)]
    c = 0
    if checkpoint is not None and checkpoint.exists():
        earlier = saved.load(checkpoint, "count", mark)
        c, keys, counts = earlier.values["layer"], earlier.arrays["keys"], earlier.arrays["counts"]
        parts = [_Part(keys, counts, int(counts[:, -1].max(initial=0)))]
    most_states, most_bytes = 1, 0
    last = time.monotonic()
    reporter.begin(c)
    reporter.tell("counts", c, moves.area, sum(part.size for part in parts), 0)
    growths: dict[int, list[_Growth]] = {}
    with ThreadPoolExecutor(threads) as pool:
        try:
            while c < moves.area:
                if not any(part.size for part in parts):
                    return Outcome({}, most_states, most_bytes)
                if max(part.largest for part in parts) > bound:
                    parts = [_Part(part.keys, np.pad(part.counts, ((0, 0), (0, 1))), 0) for part in parts]
                total = sum(part.size for part in parts)
                held = sum(part.keys.nbytes + part.counts.nbytes for part in parts)
                number = threads if total >= _SHARED else 1
                if number not in growths:
                    growths = {number: [_Growth(moves, part, number) for part in range(number)]}
                room = (allowed - held) // number
                if room <= 0:
                    raise refuse(total, held, allowed, why)
                grow = growths[number]
                if number == 1:
                    parts = [grow[0].run(c, parts, bits, room, why)]
                else:
                    here = parts
                    parts = list(pool.map(lambda growth: growth.run(c, here, bits, room, why), grow))  # noqa: B023
                c += 1
                states = sum(part.size for part in parts)
                nbytes = held + sum(growth.nbytes for growth in grow)
                most_states, most_bytes = max(most_states, states), max(most_bytes, nbytes)
                reporter.tell("counts", c, moves.area, states, nbytes)
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
        for key, count in zip(part.keys.tolist(), to_ints(part.counts, bits), strict=True):
            if moves.accepts(key):
                copies = tuple(sorted(moves.copies(key).items()))
                found[copies] = found.get(copies, 0) + count
    return Outcome(found, most_states, most_bytes)


def _save(path: Path, layer: int, parts: list[_Part], mark: str) -> None:
    keys = np.concatenate([part.keys for part in parts])
    counts = np.concatenate([part.counts for part in parts])
    saved.save(path, "count", mark, {"layer": layer}, {"keys": keys, "counts": counts})
