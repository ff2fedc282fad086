"""Uses: at which lengths a strip can be tiled with every piece of a set, and a tiling of each.

To the states of a strip comes the set of the pieces that were used so far. A strip that has used every piece may be followed by
one that uses any of them, so where it can end is known for good once as many lengths follow each other as the least that any pieces
can tile.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from tilewright.deadline import check_time
from tilewright.errors import MemoryLimitError
from tilewright.lattices.polyomino import Polyomino
from tilewright.rectification.lengths import JointLengths
from tilewright.rectification.strips import StripLengths, StripProgress, Walks, explore, mirrored, placements
from tilewright.system.memory import in_units

__all__ = ["JointStrip", "explore_joint"]

#: States that are expanded between two looks at the clock.
_BUDGET = 1 << 15


def explore_joint(
    groups: Sequence[Sequence[Polyomino]],
    width: int,
    *,
    max_memory: int,
    most_states: int | None = None,
    progress: StripProgress | None = None,
) -> JointStrip:
    """Find the lengths at which a strip can be tiled with any pieces of a set, and with every one.

    Parameters
    ----------
    groups : sequence of sequence of Polyomino
        For each piece all its images; no two pieces have one in common.
    width : int
    max_memory : int
        In bytes.
    most_states : int, optional
        Of the strip, times sets of pieces.
    progress : callable, optional

    Raises
    ------
    RequestError
        If the strip is too wide for the kernel.
    MemoryLimitError
        If the states do not fit into memory, or are more than `most_states`.
    """
    sets = 1 << len(groups)
    walks = explore(
        sorted({image for own in groups for image in own}),
        width,
        # A mirror that takes one piece to another would mix up what was used.
        folding=all({image.transform(4) for image in own} == set(own) for own in groups),
        max_memory=max_memory,
        most_states=most_states,
        progress=progress,
    )
    if most_states is not None and walks.states * sets > most_states:
        raise MemoryLimitError(
            f"the strip of width {width} has more than {most_states:,} states with what they use"
        )
    return JointStrip(walks, groups, max_memory)


class JointStrip:
    """The lengths at which a strip of one width can be tiled, by any pieces and by every piece, and tilings.

    Parameters
    ----------
    walks : Walks
    groups : sequence of sequence of Polyomino
        For each piece all its images.
    max_memory : int
        In bytes.

    Attributes
    ----------
    width : int
    parts : StripLengths
        What any pieces tile.
    lengths : JointLengths
        What every piece tiles.
    """

    def __init__(self, walks: Walks, groups: Sequence[Sequence[Polyomino]], max_memory: int) -> None:
        self.walks, self.width = walks, walks.width
        self.parts = StripLengths(walks)
        self._memory = max_memory
        self._sets = 1 << len(groups)
        self._placed: list[list[tuple[int, int]]] = [[] for _ in range(walks.width)]
        for number, own in enumerate(groups):
            for row, masks in enumerate(placements(own, walks.width)[0]):
                self._placed[row] += [(mask, number) for mask in masks]
        self._reached: list[NDArray[np.uint8]] = []
        self.lengths = JointLengths(self.parts.lengths, tuple(self._generators()))

    def _need(self, nbytes: int) -> None:
        if nbytes > self._memory:
            raise MemoryLimitError(
                f"the strip of width {self.width} has {self.walks.states:,} states for each of {self._sets} sets of pieces, and "
                f"the next step needs {in_units(nbytes)}; {in_units(self._memory)} may be used"
            )

    def _label(self) -> None:
        """Find which pieces each step from state to state uses."""
        from tilewright.kernels.rectification import states

        walks, width = self.walks, self.width
        most = max(1, *map(len, self._placed))
        masks = np.zeros((width, most, 2), dtype=np.uint64)
        piece = np.zeros((width, most), dtype=np.int64)
        for row, own in enumerate(self._placed):
            for number, (mask, which) in enumerate(own):
                masks[row, number, 0], masks[row, number, 1] = mask & (1 << 64) - 1, mask >> 64
                piece[row, number] = 1 << which
        many = np.array([len(own) for own in self._placed], dtype=np.int64)
        shape = np.array([width, walks.folded, 0, walks.columns], dtype=np.int64)
        table = np.full(1 << (2 * walks.states).bit_length(), -1, dtype=np.int32)
        states.rehash(walks.keys, table, walks.states)
        self._start = np.zeros(walks.states + 1, dtype=np.int64)
        self._target = np.empty(2 * len(walks.target) + 16, dtype=np.int32)
        self._used = np.empty(len(self._target), dtype=np.int64)
        counters = np.array([0, walks.states, 0, 0], dtype=np.int64)
        stack = np.empty((3 * (width + 1) * (most + 1), 3), dtype=np.uint64)
        while counters[0] < counters[1]:
            states.label(
                masks,
                many,
                piece,
                shape,
                walks.keys,
                table,
                self._start,
                self._target,
                self._used,
                counters,
                stack,
                _BUDGET,
            )
            check_time()
            if counters[3]:
                self._need(2 * (self._target.nbytes + self._used.nbytes))
                self._target = np.concatenate([self._target, np.empty_like(self._target)])
                self._used = np.concatenate([self._used, np.empty_like(self._used)])
        edges = int(counters[2])
        self._target, self._used = self._target[:edges].copy(), self._used[:edges].copy()

    def _generators(self) -> list[int]:
        """Follow all walks at once, with what they use, until no new length can come."""
        from tilewright.kernels.rectification import walks as kernels

        parts = self.parts.lengths
        if not parts:
            return []
        self._label()
        shape = self.walks.states, self._sets
        self._need(3 * shape[0] * shape[1])
        now = np.zeros(shape, dtype=bool)
        kernels.reach(self._start, self._target, self._used, now)
        if not now[0, -1]:
            return []
        now = np.zeros(shape, dtype=bool)
        now[0, 0] = True
        self._reached = [np.packbits(now)]
        generators: list[int] = []
        length = run = 0
        while run * parts.period < parts.generators[0]:
            following = np.zeros_like(now)
            kernels.step_using(self._start, self._target, self._used, now, following)
            check_time()
            now = following
            length += 1
            self._reached.append(np.packbits(now))
            self._need(len(self._reached) * self._reached[0].nbytes + 3 * now.nbytes)
            ends = bool(now[0, -1])
            if ends and not any(length - one in parts for one in generators):
                generators.append(length)
            if length % parts.period == 0:
                run = run + 1 if ends else 0
        return generators

    def tiling(self, length: int) -> list[tuple[int, list[tuple[int, int]]]]:
        """Return the tiles of a tiling of width x length that uses every piece, each a piece and its cells (row, column).

        The length is one of the generators of `lengths`.
        """
        sets, last = self._sets, self._sets - 1
        path = [(0, last, 0)]  # state, what was used up to there, and by the step to there
        for reached in self._reached[length - 1 :: -1]:
            state, pieces, _ = path[-1]
            edges = np.flatnonzero(self._target == state)
            sources = np.searchsorted(self._start, edges, side="right") - 1
            path.append(
                next(
                    (source, before, used)
                    for source, used in zip(sources.tolist(), self._used[edges].tolist(), strict=True)
                    for before in range(sets)
                    if before | used == pieces and _bit(reached, source * sets + before)
                )
            )
        tiles: list[tuple[int, list[tuple[int, int]]]] = []
        state = 0
        following = path[::-1]
        for column, ((_, _, used), (at, _, _)) in enumerate(itertools.pairwise(following)):
            low, high = self.walks.keys[at].tolist()
            state, filled = self._fill(state, low | high << 64, used)
            tiles += [
                (
                    which,
                    [
                        (bit % self.width, column + bit // self.width)
                        for bit in range(tile.bit_length())
                        if tile >> bit & 1
                    ],
                )
                for which, tile in filled
            ]
        return tiles

    def _fill(self, state: int, wanted: int, used: int) -> tuple[int, list[tuple[int, int]]]:
        """Fill one column with these pieces so that a state follows, or its mirror image; return that and the tiles."""
        full = (1 << self.width) - 1
        allowed = {wanted, mirrored(wanted, self.width)} if self.walks.folded else {wanted}
        stack = [(state, 0, tuple[tuple[int, int], ...]())]
        while stack:
            filled, pieces, tiles = stack.pop()
            if filled & full == full:
                if filled >> self.width in allowed and pieces == used:
                    return filled >> self.width, list(tiles)
                continue
            row = (~filled & (filled + 1)).bit_length() - 1
            stack += [
                (filled | mask, pieces | 1 << which, (*tiles, (which, mask)))
                for mask, which in self._placed[row]
                if not mask & filled
            ]
        raise AssertionError("a walk has a step that no column has")


def _bit(packed: NDArray[np.uint8], place: int) -> bool:
    return bool(packed[place >> 3] >> (7 - (place & 7)) & 1)
