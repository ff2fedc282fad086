"""The frontier of cells taken ahead, for any problem: how the next layer is found."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

import numpy as np
from numpy.typing import NDArray

from tilewright import checkpoint as saved
from tilewright.counting.graph import States
from tilewright.counting.layers import Part, Room
from tilewright.counting.limbs import headroom, limb_bits, to_ints
from tilewright.counting.moves import Moves
from tilewright.kernels.frontier import expand, expand_wide
from tilewright.kernels.frontier_flow import push, settle

__all__ = ["Occupancy"]

#: States of a layer that are expanded at once, and edges that they have room for.
_CHUNK = 1 << 14
_EDGES = 1 << 16
_NO_LABELS = np.zeros(0, dtype=np.int16)


class _Growth:
    """One thread's share of the next layer."""

    def __init__(self, moves: Moves, part: int, parts: int) -> None:
        self.moves, self.part, self.parts = moves, part, parts
        self.table = np.zeros(1 << 12, dtype=np.int32)
        self.start = np.zeros(_CHUNK + 1, dtype=np.int32)
        self.target = np.zeros(_EDGES + 4096, dtype=np.int32)
        self.nbytes = 0

    def run(self, c: int, parts: Sequence[Part], bits: int, room: Room) -> Part:
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
                    room.check(states.size, self.nbytes)
        self.nbytes = states.nbytes + counts.nbytes
        self.table = states.table
        largest = int(settle(counts, states.size, bits))
        return Part(states.keys[: states.size], counts[: states.size], largest)


def _longer(counts: NDArray[np.uint64], room: int) -> NDArray[np.uint64]:
    longer = np.zeros((room, counts.shape[1]), dtype=np.uint64)
    longer[: len(counts)] = counts
    return longer


class Occupancy:
    """The frontier of cells taken ahead: a placement is a move of its first cell."""

    def __init__(self, moves: Moves) -> None:
        self.moves = moves
        self.area = moves.area
        self.first = moves.first
        self.bits = limb_bits(moves.edges)
        self.bound = headroom(self.bits, moves.edges)
        self.growths: list[_Growth] = []

    def fingerprint(self) -> str:
        """Return what tells this count from others."""
        moves = self.moves
        return saved.fingerprint(moves.table, moves.start, moves.words, moves.first, self.bits)

    def largest(self, counts: NDArray[np.uint64]) -> int:
        """Return the largest top limb."""
        return int(counts[:, -1].max(initial=0))

    def full(self, parts: Sequence[Part]) -> bool:
        """Whether the next layer might need another limb."""
        return max(part.largest for part in parts) > self.bound

    def step(self, c: int, parts: list[Part], pool: ThreadPoolExecutor, room: Room) -> tuple[list[Part], int]:
        """Return layer c + 1, in as many parts as `room` has threads, and the bytes held besides layer c."""
        threads = room.threads
        if len(self.growths) != threads:
            self.growths = [_Growth(self.moves, part, threads) for part in range(threads)]
        if threads == 1:
            following = [self.growths[0].run(c, parts, self.bits, room)]
        else:
            following = list(pool.map(lambda growth: growth.run(c, parts, self.bits, room), self.growths))
        return following, sum(growth.nbytes for growth in self.growths)

    def numbers(self, counts: NDArray[np.uint64]) -> list[int]:
        """Return the counts of some states as integers."""
        return to_ints(counts, self.bits)

    def copies(self, key: Sequence[int]) -> tuple[tuple[int, int], ...] | None:
        """Return the copies of the counted kinds of a state after the last layer; None if it is no tiling."""
        return tuple(sorted(self.moves.copies(key).items())) if self.moves.accepts(key) else None
