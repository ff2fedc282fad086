"""Strips: all lengths at which a strip of one width can be tiled, exactly, and a tiling of each.

A strip of width w grows to the right, column by column. What has been covered beyond the last full column is its
*state*; the strip can end where the state is the empty one. The states that are reached from the empty one, and from which
it is reached again, are finitely many, so the lengths at which a strip can end are known for good once they are known
for all residues of the least of them: two tilings side by side are a tiling, so the lengths are closed under addition.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tilewright.deadline import check_time
from tilewright.errors import MemoryLimitError, RequestError
from tilewright.lattices.polyomino import Polyomino
from tilewright.rectification.lengths import Lengths
from tilewright.system.memory import in_units

__all__ = [
    "STRIP_BITS",
    "StatesTaken",
    "StripLengths",
    "StripProgress",
    "Walks",
    "explore",
    "find_walks",
    "mirrored",
    "placements",
]

#: States that are expanded between two looks at the clock.
_BUDGET = 1 << 15
#: Columns that a state must be able to fill, or it is not kept: most states that can never finish fail here.
_AHEAD = 2
#: Bits of a partly filled strip that a kernel can hold.
STRIP_BITS = 128

#: Called with (states expanded, states found, bytes).
StripProgress = Callable[[int, int, int], object]


@dataclass(frozen=True, kw_only=True)
class StatesTaken:
    """What it took to decide a strip or a bar.

    Attributes
    ----------
    found, states : int
        States that were reached, and that lie between two ends; 0 if it was ruled out before.
    seconds : float
    nbytes : int
        Bytes that the states took.
    """

    found: int = 0
    states: int = 0
    seconds: float = 0.0
    nbytes: int = 0

    def taken(self) -> dict[str, Any]:
        """Return what JSON can hold."""
        return {
            "states": str(self.states),
            "found": str(self.found),
            "seconds": round(self.seconds, 3),
            "bytes": self.nbytes,
        }


@dataclass(frozen=True, eq=False)
class Walks:
    """The states of a strip that lie on walks from the empty state back to it.

    Attributes
    ----------
    width : int
    columns : int
        Columns of a state.
    masks : list of list of int
        The placements that begin in each row, as `placements` returns them.
    found : int
        States that were reached, before those that cannot finish were removed; those that fail at once are not counted.
    endless : bool
        Whether some walk from the empty state has no end: then a half strip of this width can be tiled.
    keys : (s, 2) uint64
        The states; the first is the empty one.
    start, target : (s + 1,) int64, (e,) int32
        The states that follow each.
    folded : bool
        Whether each state stands for its mirror image, too.
    """

    width: int
    columns: int
    masks: list[list[int]]
    found: int
    endless: bool
    keys: NDArray[np.uint64]
    start: NDArray[np.int64]
    target: NDArray[np.int32]
    folded: bool

    @property
    def states(self) -> int:
        """How many states there are."""
        return len(self.keys)


def placements(
    orientations: Iterable[Polyomino], rows: int, *, open_end: bool = False
) -> tuple[list[list[int]], int]:
    """Return the placements that begin in each row of a strip, as bit sets, and the columns beyond their first.

    Parameters
    ----------
    orientations : iterable of Polyomino
    rows : int
    open_end : bool
        Whether cells may stick out beyond the last row, where nothing is looked at.

    Returns
    -------
    masks : list of list of int
        Bit ``column * rows + row`` is a cell.
    columns : int
    """
    masks: list[set[int]] = [set() for _ in range(rows)]
    columns = 0
    for orientation in orientations:
        for top in range(rows if open_end else rows - orientation.rows + 1):
            cells = sorted((column, top + row) for row, column in orientation.cells if top + row < rows)
            left, first = cells[0]
            columns = max(columns, cells[-1][0] - left)
            masks[first].add(sum(1 << ((column - left) * rows + row) for column, row in cells))
    return [sorted(found) for found in masks], columns


def explore(
    orientations: Sequence[Polyomino],
    width: int,
    *,
    open_end: bool = False,
    folding: bool = True,
    max_memory: int,
    most_states: int | None = None,
    progress: StripProgress | None = None,
) -> Walks:
    """Find the states of a strip that can be reached and can finish.

    Parameters
    ----------
    orientations : sequence of Polyomino
        All images that a tile may have.
    width : int
    open_end : bool
        Whether tiles may stick out beyond the last row: then these are the ways in which the side of a rectangle
        can look, to a depth of `width`.
    folding : bool
        Whether a state and its mirror image may be one, where the images allow that.
    max_memory : int
        In bytes.
    most_states : int, optional
    progress : callable, optional

    Raises
    ------
    RequestError
        If the strip is too wide for the kernel.
    MemoryLimitError
        If the states do not fit into memory, or are more than `most_states`.
    """
    listed, columns = placements(orientations, width, open_end=open_end)
    if width > 63 or (columns + 1) * width > STRIP_BITS:
        raise RequestError(
            f"a strip has at most {min(63, STRIP_BITS // (columns + 1))} rows with this piece, not {width}"
        )
    folded = folding and not open_end and {o.transform(4) for o in orientations} == set(orientations)
    return find_walks(
        listed,
        columns,
        folded=folded,
        name=f"the strip of width {width}",
        max_memory=max_memory,
        most_states=most_states,
        progress=progress,
    )


def find_walks(
    listed: list[list[int]],
    columns: int,
    *,
    folded: bool,
    name: str,
    max_memory: int,
    most_states: int | None = None,
    progress: StripProgress | None = None,
) -> Walks:
    """Find the states that can be reached and can finish, given the placements in a column.

    Parameters
    ----------
    listed : list of list of int
        The placements that begin in each row, as `placements` returns them; at most 63 rows, and `STRIP_BITS` cells.
    columns : int
        Columns that a placement has beyond its first, at most.
    folded : bool
        Whether a state is the same as the one with its rows in the other order.
    name : str
        What it is, for errors.
    max_memory, most_states, progress
        As for `explore`.

    Raises
    ------
    MemoryLimitError
        If the states do not fit into memory, or are more than `most_states`.
    """
    from tilewright.kernels.rectification import states, walks

    width = len(listed)
    most = max(1, *map(len, listed))
    masks = np.zeros((width, most, 2), dtype=np.uint64)
    for row, own in enumerate(listed):
        for number, mask in enumerate(own):
            masks[row, number, 0], masks[row, number, 1] = mask & (1 << 64) - 1, mask >> 64
    many = np.array([len(own) for own in listed], dtype=np.int64)
    shape = np.array([width, folded, _AHEAD, columns], dtype=np.int64)
    room = 1 << 12
    keys = np.zeros((room, 2), dtype=np.uint64)
    table = np.full(2 * room, -1, dtype=np.int32)
    start = np.zeros(room + 1, dtype=np.int64)
    target = np.empty(2 * room, dtype=np.int32)
    counters = np.array([0, 1, 0, 0], dtype=np.int64)
    stack = np.empty(((_AHEAD + 3) * (width + 1) * (most + 1), 3), dtype=np.uint64)
    states.rehash(keys, table, 1)

    def need(nbytes: int) -> None:
        if nbytes > max_memory:
            raise MemoryLimitError(
                f"{name} has more than {int(counters[1]):,} states, and the next step needs "
                f"{in_units(nbytes)}; {in_units(max_memory)} may be used"
            )

    while counters[0] < counters[1]:
        states.advance(masks, many, shape, keys, table, start, target, counters, stack, _BUDGET)
        check_time()
        if progress is not None:
            used = keys.nbytes + table.nbytes + start.nbytes + target.nbytes
            progress(int(counters[0]), int(counters[1]), used)
        if most_states is not None and counters[1] > most_states:
            raise MemoryLimitError(f"{name} has more than {most_states:,} states")
        if not counters[3]:
            continue
        held = keys.nbytes + table.nbytes + start.nbytes + target.nbytes
        if counters[1] >= room:
            need(held + 2 * room * 24 + table.nbytes)
            room *= 2
            keys = np.concatenate([keys, np.zeros_like(keys)])
            start = np.concatenate([start, np.zeros(room // 2, dtype=np.int64)])
            table = np.full(2 * room, -1, dtype=np.int32)
            states.rehash(keys, table, int(counters[1]))
        else:
            need(held + 2 * target.nbytes)
            target = np.concatenate([target, np.empty_like(target)])
    count, edges = int(counters[1]), int(counters[2])
    del table
    keys, start, target = keys[:count], start[: count + 1], target[:edges]
    need(keys.nbytes + 2 * (start.nbytes + target.nbytes) + 13 * count)
    before = np.zeros(count + 1, dtype=np.int64)
    source = np.empty(edges, dtype=np.int32)
    walks.reverse(start, target, before, source)
    live = np.zeros(count, dtype=bool)
    closed = walks.closing(before, source, live)
    endless = bool(closed) or walks.endless(start, before, source) > 0
    del before, source
    live[0] = True
    left, kept = walks.keep(start, target, live, np.empty(count, dtype=np.int32), keys)
    return Walks(
        width,
        columns,
        listed,
        count,
        endless,
        keys[:left].copy(),
        start[: left + 1].copy(),
        target[:kept].copy(),
        folded,
    )


class StripLengths:
    """The lengths at which a strip of one width can be tiled, and tilings.

    Parameters
    ----------
    walks : Walks

    Attributes
    ----------
    lengths : Lengths
    """

    def __init__(self, walks: Walks) -> None:
        self.walks = walks
        self.width = walks.width
        self._reached: list[NDArray[np.uint8]] = []
        self.lengths = Lengths(tuple(self._generators()))

    def _generators(self) -> list[int]:
        """Follow all walks at once until no new length can come that is not a sum of smaller ones."""
        from tilewright.kernels.rectification import walks as kernels

        walks = self.walks
        if not len(walks.target):
            return []
        now = np.zeros(walks.states, dtype=bool)
        now[0] = True
        self._reached = [np.packbits(now)]
        period = _period(walks)
        generators: list[int] = []
        sums = [True]  # whether a length is a sum of those found
        length = run = 0
        while True:
            following = np.zeros_like(now)
            kernels.step(walks.start, walks.target, now, following)
            check_time()
            now = following
            length += 1
            self._reached.append(np.packbits(now))
            ends = bool(now[0])
            sums.append(any(length >= g and sums[length - g] for g in generators))
            if ends and not sums[length]:
                generators.append(length)
                sums[length] = True
            if length % period == 0:
                run = run + 1 if ends else 0
                # After so many multiples of the period in a row, adding the least length gives all that follow.
                if generators and run * period >= generators[0]:
                    return generators

    def tiling(self, length: int) -> list[list[tuple[int, int]]]:
        """Return the tiles of a tiling of width x length, each a list of cells (row, column).

        The length is one of the generators of `lengths`.
        """
        from tilewright.kernels.rectification import walks as kernels

        walks = self.walks
        before = np.zeros(walks.states + 1, dtype=np.int64)
        source = np.empty(len(walks.target), dtype=np.int32)
        kernels.reverse(walks.start, walks.target, before, source)
        path = [0]
        for reached in self._reached[length - 1 :: -1]:
            earlier: list[int] = source[before[path[-1]] : before[path[-1] + 1]].tolist()
            path.append(next(at for at in earlier if reached[at >> 3] >> (7 - (at & 7)) & 1))
        tiles: list[list[tuple[int, int]]] = []
        state = 0
        for column, at in enumerate(path[-2::-1]):
            low, high = walks.keys[at].tolist()
            state, filled = _fill(walks, state, low | high << 64)
            tiles += [
                [
                    (bit % walks.width, column + bit // walks.width)
                    for bit in range(tile.bit_length())
                    if tile >> bit & 1
                ]
                for tile in filled
            ]
        return tiles


def _fill(walks: Walks, state: int, wanted: int) -> tuple[int, list[int]]:
    """Fill one column so that a state follows, or its mirror image; return what follows and the placements."""
    width = walks.width
    full = (1 << width) - 1
    image = mirrored(wanted, width) if walks.folded else wanted
    stack = [(state, tuple[int, ...]())]
    while stack:
        filled, tiles = stack.pop()
        if filled & full == full:
            if filled >> width in (wanted, image):
                return filled >> width, list(tiles)
            continue
        row = (~filled & (filled + 1)).bit_length() - 1
        stack += [(filled | mask, (*tiles, mask)) for mask in walks.masks[row] if not mask & filled]
    raise AssertionError("a walk has a step that no column has")


def mirrored(state: int, width: int) -> int:
    """Return a state with its rows in the other order."""
    return sum(
        1 << (bit // width * width + width - 1 - bit % width)
        for bit in range(state.bit_length())
        if state >> bit & 1
    )


def _period(walks: Walks) -> int:
    """Return the greatest common divisor of the lengths of all walks back to the empty state."""
    from tilewright.kernels.rectification import walks as kernels

    return int(kernels.period(walks.start, walks.target))
