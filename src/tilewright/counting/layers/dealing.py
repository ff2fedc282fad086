"""Find the next layer on all threads: each deals the successors of its states to parts, then gathers its own part."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial

import numpy as np
from numpy.typing import NDArray

from tilewright.counting.layers.states import States
from tilewright.counting.run.memory import refuse
from tilewright.counting.run.tuning import Tuning
from tilewright.counting.values.values import Gather
from tilewright.deadline import check_time

__all__ = ["Deal", "Dealers", "Room", "Share"]

#: Write down the successors of states from one on, by part: (keys, first, made, source, filled); see
#: `tilewright.kernels.frontier.deal`. Returns the first state that was not done.
Deal = Callable[
    [NDArray[np.uint64], int, NDArray[np.uint64], NDArray[np.int32], NDArray[np.int64]],
    int,
]
#: Successors, (e, Q) uint64, and the states that they are successors of, (e,) int32.
_Made = tuple[NDArray[np.uint64], NDArray[np.int32]]


@dataclass(eq=False)
class Share:
    """States of a layer with their values: all of them, or those of one share of the hash values.

    Attributes
    ----------
    keys : (n, Q) uint64
    counts : (n, L) uint64
        What `LayerValues.numbers` makes integers of.
    settled : int
        What `LayerValues.full` goes by.
    """

    keys: NDArray[np.uint64]
    counts: NDArray[np.uint64]
    settled: int

    @property
    def size(self) -> int:
        """Number of states."""
        return len(self.keys)


@dataclass(frozen=True)
class Room:
    """The memory that there is for the next layer.

    Attributes
    ----------
    threads : int
        Threads that find it, each of them a part.
    held : int
        Bytes that the last layer takes.
    allowed : int
        Bytes in all.
    why : str
        What makes the layers large.
    """

    threads: int
    held: int
    allowed: int
    why: str

    def check(self, states: int, nbytes: int) -> None:
        """Raise if there is not enough for each thread to have as many states and bytes as this one.

        Raises
        ------
        MemoryLimitError
        """
        needed = self.held + self.threads * nbytes
        if needed > self.allowed:
            raise refuse(self.threads * states, needed, self.allowed, self.why)


class Dealers:
    """The threads that find layer after layer, with the memory that they use again.

    Parameters
    ----------
    words : int
        Words of a key.
    fanout : int
        The most successors of a state.
    tuning : Tuning
    """

    def __init__(self, words: int, fanout: int, tuning: Tuning) -> None:
        self._words, self._fanout, self._tuning = words, fanout, tuning
        self._shares: list[_Share] = []

    def next_layer(
        self, deal: Deal, gather: Gather, parts: Sequence[Share], pool: ThreadPoolExecutor, room: Room
    ) -> tuple[list[tuple[NDArray[np.uint64], NDArray[np.uint64]]], int]:
        """Return keys and values of the next layer, in as many parts as `room` has threads, and the bytes held for it.

        Raises
        ------
        MemoryLimitError, TimeLimitError
        """
        threads, tuning = room.threads, self._tuning
        states = tuning.deal_alone if threads == 1 else tuning.deal_shared
        if len(self._shares) != threads:
            # Of what a thread writes down, each part gets about as much.
            successors = max(tuning.branches * states * min(2, threads) // threads, 2 * self._fanout)
            self._shares = [_Share(self._words, threads, successors) for _ in range(threads)]
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
                while any(at < len(mine) for at, mine in zip(done, keys, strict=True)):
                    check_time()
                    # First each thread writes down what its states lead to, then each looks up what is its own.
                    done = list(run(partial(_Share.deal, deal=deal), self._shares, keys, done))
                    made = [share.made_for for share in self._shares[: len(keys)]]
                    mine = [[by[number] for by in made] for number in range(threads)]
                    gathering = partial(_Share.gather, counts=counts, room=room, gather=gather)
                    list(run(gathering, self._shares, mine))
        return [share.end() for share in self._shares], sum(share.nbytes for share in self._shares)


class _Share:
    """One thread's share: the successors that it finds, and the states of the next layer that are its own."""

    def __init__(self, words: int, parts: int, room: int) -> None:
        self.words = words
        self.table = np.zeros(1 << 12, dtype=np.int32)
        self.made = np.zeros((parts, room, words), dtype=np.uint64)
        self.source = np.zeros((parts, room), dtype=np.int32)
        self.filled = np.zeros(parts, dtype=np.int64)
        self.nbytes = 0

    def begin(self, expected: int, limbs: int) -> None:
        """Make ready for a layer of about so many states."""
        self.table.fill(0)
        self.states = States(self.words, expected + expected // 4 + 64, self.table)
        self.sums = np.empty((self.states.keys.shape[0], limbs), dtype=np.uint64)
        self.size = np.zeros(1, dtype=np.int64)

    def deal(self, keys: NDArray[np.uint64], first: int, *, deal: Deal) -> int:
        """Write down the successors of some states, from one of them on; return the first that was not done."""
        self.filled.fill(0)
        return int(deal(keys, first, self.made, self.source, self.filled))

    @property
    def made_for(self) -> list[_Made]:
        """What was written down, for each part of the next layer."""
        return [
            (made[:number], source[:number])
            for made, source, number in zip(self.made, self.source, self.filled.tolist(), strict=True)
        ]

    def gather(
        self, made: Sequence[_Made], *, counts: Sequence[NDArray[np.uint64]], room: Room, gather: Gather
    ) -> None:
        """Look up successors that belong to this part, found in several batches, and add their counts."""
        states = self.states
        for (keys, source), count in zip(made, counts, strict=True):
            entry = 0
            while True:
                entry = gather(keys, source, entry, count, states.table, states.keys, self.sums, self.size)
                if entry == len(keys):
                    break
                states.size = int(self.size[0])
                states.make_room(len(keys) - entry)
                if len(self.sums) < len(states.keys):
                    sums = np.empty((len(states.keys), self.sums.shape[1]), dtype=np.uint64)
                    sums[: states.size] = self.sums[: states.size]
                    self.sums = sums
                self._account()
                room.check(states.size, self.nbytes)

    def end(self) -> tuple[NDArray[np.uint64], NDArray[np.uint64]]:
        """Return the states found, and their counts."""
        self._account()
        self.table = self.states.table
        size = int(self.size[0])
        return self.states.keys[:size], self.sums[:size]

    def _account(self) -> None:
        self.nbytes = self.states.nbytes + self.sums.nbytes + self.made.nbytes + self.source.nbytes
