"""Joint strips: at which lengths a strip can be tiled with every piece of a set, and a tiling of each.

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
from tilewright.rectification.strips import (
    BUDGET,
    Placed,
    StripAutomaton,
    StripLengths,
    StripProgress,
    explore,
    fill_column,
    is_mirrored,
    is_set,
    packed_masks,
    place_cells,
    placements,
)
from tilewright.system.memory import in_units

__all__ = ["JointStrip", "explore_joint"]


def explore_joint(
    groups: Sequence[Sequence[Polyomino]],
    width: int,
    *,
    max_memory: int,
    most_states: int | None = None,
    progress: StripProgress | None = None,
) -> JointStrip:
    """Find the lengths at which a strip can be tiled with any pieces of a set, and with every one.

    Each group has all images of a piece; no two have one in common. The limit is on states times sets of pieces; errors are those of
    `explore`.
    """
    sets = 1 << len(groups)
    automaton = explore(
        sorted({image for own in groups for image in own}),
        (width,),
        # A mirror that takes one piece to another would mix up what was used.
        folding=all(map(is_mirrored, groups)),
        max_memory=max_memory,
        most_states=most_states,
        progress=progress,
    )
    if most_states is not None and automaton.states * sets > most_states:
        raise MemoryLimitError(
            f"the strip of width {width} has more than {most_states:,} states with what they use"
        )
    return JointStrip(automaton, groups, max_memory)


class JointStrip:
    """The lengths at which a strip of one width can be tiled, by any pieces (`parts`) and by every piece (`lengths`)."""

    def __init__(
        self, automaton: StripAutomaton, groups: Sequence[Sequence[Polyomino]], max_memory: int
    ) -> None:
        self.automaton = automaton
        self.parts = StripLengths(automaton)
        self._memory = max_memory
        self._sets = 1 << len(groups)
        self._placed: list[list[Placed]] = [[] for _ in range(automaton.width)]
        for number, own in enumerate(groups):
            for row, masks in enumerate(placements(own, automaton.section)[0]):
                self._placed[row] += [(mask, number) for mask in masks]
        self._reached: list[NDArray[np.uint8]] = []
        self.lengths = JointLengths(self.parts.lengths, tuple(self._generators()))

    def _need(self, nbytes: int) -> None:
        if nbytes > self._memory:
            raise MemoryLimitError(
                f"the strip of width {self.automaton.width} has {self.automaton.states:,} states for each of {self._sets} sets of "
                f"pieces, and the next step needs {in_units(nbytes)}; {in_units(self._memory)} may be used"
            )

    def _label(self) -> None:
        """Find which pieces each step from state to state uses."""
        from tilewright.kernels.rectification import states

        strip = self.automaton
        masks, many = packed_masks([[mask for mask, _ in own] for own in self._placed])
        width, most, _ = masks.shape
        piece = np.zeros((width, most), dtype=np.int64)
        for row, own in enumerate(self._placed):
            piece[row, : len(own)] = [1 << which for _, which in own]
        shape = np.array([width, strip.folded, 0, strip.columns], dtype=np.int64)
        table = np.full(1 << (2 * strip.states).bit_length(), -1, dtype=np.int32)
        states.rehash(strip.keys, table, strip.states)
        self._start = np.zeros(strip.states + 1, dtype=np.int64)
        self._target = np.empty(2 * len(strip.target) + 16, dtype=np.int32)
        self._used = np.empty(len(self._target), dtype=np.int64)
        counters = np.array([0, strip.states, 0, 0], dtype=np.int64)
        stack = np.empty((3 * (width + 1) * (most + 1), 3), dtype=np.uint64)
        while counters[0] < counters[1]:
            states.label(
                masks,
                many,
                piece,
                shape,
                strip.keys,
                table,
                self._start,
                self._target,
                self._used,
                counters,
                stack,
                BUDGET,
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
        from tilewright.kernels.rectification import walks

        parts = self.parts.lengths
        if not parts:
            return []
        self._label()
        shape = self.automaton.states, self._sets
        self._need(3 * shape[0] * shape[1])
        now = np.zeros(shape, dtype=bool)
        walks.reach(self._start, self._target, self._used, now)
        if not now[0, -1]:
            return []
        now = np.zeros(shape, dtype=bool)
        now[0, 0] = True
        self._reached = [np.packbits(now)]
        generators: list[int] = []
        length = run = 0
        while run * parts.period < parts.generators[0]:
            following = np.zeros_like(now)
            walks.step_using(self._start, self._target, self._used, now, following)
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

    def tiling(self, length: int) -> list[list[tuple[int, ...]]]:
        """Return the cells of each tile of a tiling that uses every piece; its length is one of the generators of `lengths`."""
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
                    if before | used == pieces and is_set(reached, source * sets + before)
                )
            )
        tiles = []
        state = 0
        for column, ((_, _, used), (at, _, _)) in enumerate(itertools.pairwise(path[::-1])):
            state, filled = fill_column(self.automaton, self._placed, state, at, used)
            tiles += [place_cells(mask, column, self.automaton.section) for mask, _ in filled]
        return tiles
