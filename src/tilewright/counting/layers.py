"""Count layer by layer, holding only the states of one layer and the next: for any problem.

Each layer's states are found from the layer before and forgotten after the next one. What a state is and how
the next layer is found, a `Frontier` says (`tilewright.counting.occupancy`, `tilewright.counting.components`);
the loop over the layers, limits, progress and checkpoints are the same for all.
"""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from tilewright.counting.memory import refuse
from tilewright.counting.progress import Reporter
from tilewright.counting.saving import Saving
from tilewright.errors import MemoryLimitError

__all__ = ["Frontier", "Outcome", "Part", "count_frontier"]


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
        Words of which `Frontier.numbers` makes integers: limbs, lowest first.
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


class Frontier(Protocol):
    """What is counted layer by layer.

    Attributes
    ----------
    area : int
        Number of layers.
    first : (Q,) uint64
        The state before the first layer.
    shared : int
        Layers with fewer states are not worth a second thread.
    """

    area: int
    first: NDArray[np.uint64]
    shared: int

    def fingerprint(self) -> str:
        """Return what tells this count from others."""
        ...

    def largest(self, counts: NDArray[np.uint64]) -> int:
        """Return `Part.largest` of these counts."""
        ...

    def full(self, parts: Sequence[Part]) -> bool:
        """Whether the next layer might need another limb."""
        ...

    def step(self, c: int, parts: list[Part], pool: ThreadPoolExecutor, room: Room) -> tuple[list[Part], int]:
        """Return layer c + 1, in as many parts as `room` has threads, and the bytes held besides layer c.

        Raises
        ------
        MemoryLimitError
        """
        ...

    def numbers(self, counts: NDArray[np.uint64]) -> list[int]:
        """Return the counts of some states as integers."""
        ...

    def copies(self, key: Sequence[int]) -> tuple[tuple[int, int], ...] | None:
        """Return the copies of the counted kinds of a state after the last layer; None if it is no tiling."""
        ...


def count_frontier(
    frontier: Frontier,
    *,
    allowed: int,
    threads: int = 1,
    reporter: Reporter,
    saving: Saving | None = None,
    way: str = "layers",
    why: str = "",
) -> Outcome:
    """Count along any frontier.

    Parameters
    ----------
    frontier : Frontier
    allowed : int
        Bytes that the states may take.
    saving : Saving, optional
        Where to keep the last layer; the run goes on from there if there is one.
    way : str
        What `saving` calls this way of counting.

    Raises
    ------
    MemoryLimitError, CheckpointError

    Notes
    -----
    Time and memory grow with the number of states, which is at most 2^w for a frontier of w cells,
    times the combinations of copies left; see docs/counting.md.
    """
    mark = frontier.fingerprint() if saving is not None else ""
    parts = [Part(frontier.first.reshape(1, -1).copy(), np.ones((1, 1), dtype=np.uint64), 1)]
    c = 0
    if saving is not None and saving.way == way and (earlier := saving.take(mark)) is not None:
        c = earlier.values["layer"]
        parts = [
            Part(earlier.arrays[f"keys{i}"], counts, frontier.largest(counts))
            for i in range(len(earlier.arrays) // 2)
            for counts in (earlier.arrays[f"counts{i}"],)
        ]
    # A stop may come at any moment: the number of a layer and its states change as one.
    whole = c, parts
    most_states, most_bytes = 1, 0
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
                held = _held(parts)
                if held >= allowed:
                    raise refuse(total, held, allowed, why)
                room = Room(threads if total >= frontier.shared else 1, held, allowed, why)
                parts, growing = frontier.step(c, parts, pool, room)
                c += 1
                whole = c, parts
                states = sum(part.size for part in parts)
                nbytes = held + growing
                most_states, most_bytes = max(most_states, states), max(most_bytes, nbytes)
                reporter.tell("counts", c, frontier.area, states, nbytes)
                if saving is not None and saving.due(_held(parts)):
                    _save(saving, way, mark, *whole)
        except (KeyboardInterrupt, MemoryLimitError):
            # What was done is kept for a run with more time or memory.
            if saving is not None and whole[0]:
                _save(saving, way, mark, *whole)
            raise
    found: dict[tuple[tuple[int, int], ...], int] = {}
    for part in parts:
        for key, count in zip(part.keys.tolist(), frontier.numbers(part.counts), strict=True):
            copies = frontier.copies(key)
            if copies is not None:
                found[copies] = found.get(copies, 0) + count
    return Outcome(found, most_states, most_bytes)


def _held(parts: Sequence[Part]) -> int:
    return sum(part.keys.nbytes + part.counts.nbytes for part in parts)


def _save(saving: Saving, way: str, mark: str, layer: int, parts: list[Part]) -> None:
    arrays = {f"keys{i}": part.keys for i, part in enumerate(parts)}
    arrays |= {f"counts{i}": part.counts for i, part in enumerate(parts)}
    saving.save(way, mark, {"layer": layer}, arrays)
