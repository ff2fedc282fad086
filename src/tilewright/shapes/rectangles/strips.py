"""Find all lengths at which a strip or a bar with a given section can be tiled, with a tiling of
each generator.

A strip grows column by column. Its *state* is the set of cells that the tiles cover beyond the last
full column. The strip can end in the empty state. There are finitely many states on walks from the
empty state back to it. The lengths are closed under addition, so all lengths are known once every
residue modulo the smallest length is known. A bar of cubes is a strip whose rows are the cells of
its cross section.

A strip that is open on its far side describes the tiles along a side of a rectangle. A bar with two
open sides describes the edge of a box. If no walk leads from corner to corner, no rectangle or box
exists, because copies of a small one would form a large one.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from tilewright.errors import MemoryLimitError, RequestError
from tilewright.model.space.polyform import Polyform
from tilewright.shapes.rectangles.lengths import JointLengths, Lengths
from tilewright.system.platform.machine import in_units
from tilewright.system.values.arguments import counted
from tilewright.system.values.arrays import grouped
from tilewright.system.work.deadline import check_time

#: States expanded between two checks of the clock.
BUDGET = 1 << 15
#: Columns that a state must be able to fill to be kept; most dead ends fail here.
_AHEAD = 2
#: The most bits of a state and its next column.
_STRIP_BITS = 128

#: Called with (states expanded, states found, bytes).
StripProgress = Callable[[int, int, int], object]
#: The width of a strip, or the layers and rows of a bar.
Section: TypeAlias = tuple[int, ...]
#: The cells of a tile as a bit set, from its first column on, and the bit of its piece.
_Placed: TypeAlias = tuple[int, int]


@dataclass(frozen=True, eq=False)
class StripAutomaton:
    """The states of a strip or bar that lie on walks from the empty state (number 0) back to it,
    and their successors.

    `placed` lists the placements that begin in each row, and `used` contains the bits of the pieces
    on the way to each successor. `found` counts all states that were reached. `endless` says
    whether a half strip can be tiled. If `folded`, each state also stands for its mirror image.
    """

    section: Section
    pieces: int
    placed: list[list[_Placed]]
    found: int
    endless: bool
    keys: NDArray[np.uint64]
    start: NDArray[np.int64]
    target: NDArray[np.int32]
    used: NDArray[np.uint8]
    folded: bool

    @property
    def width(self) -> int:
        """The number of rows of the strip, or of cells in the cross section of the bar."""
        return len(self.placed)

    @property
    def states(self) -> int:
        """The number of states."""
        return len(self.keys)

    def state(self, index: int) -> int:
        """Return a state as a bit set."""
        low, high = self.keys[index].tolist()
        return int(low | high << 64)


def _list_placements(
    groups: Sequence[Iterable[Polyform]], section: Section, *, open_sides: bool
) -> tuple[list[list[_Placed]], int]:
    """Return the placements that begin in each row, and the maximum number of columns beyond the
    first that a placement occupies.

    Bit ``column * rows + row`` is a cell. With open sides, tiles may extend beyond the last row and
    layer.
    """
    area = math.prod(section)
    placed: list[set[_Placed]] = [set() for _ in range(area)]
    columns = 0
    for number, orientation in (
        (number, orientation) for number, group in enumerate(groups) for orientation in group
    ):
        starts = [
            range(side if open_sides else side - extent + 1)
            for side, extent in zip(section, orientation.shape, strict=False)
        ]
        for offset in itertools.product(*starts):
            cells = []
            for *across, column in orientation.cells:
                place = 0
                for start, at, side in zip(offset, across, section, strict=True):
                    if start + at >= side:
                        break
                    place = place * side + start + at
                else:
                    cells.append((column, place))
            if cells:
                left, first = min(cells)
                columns = max(columns, max(cells)[0] - left)
                mask = sum(1 << ((column - left) * area + place) for column, place in cells)
                placed[first].add((mask, 1 << number))
    return [sorted(row) for row in placed], columns


def _is_mirrored(orientations: Iterable[Polyform]) -> bool:
    """Return whether mirroring the cross section maps the orientations to themselves."""
    images = {frozenset(image.cells) for image in orientations}
    for image in images:
        last = [max(side) for side in zip(*image, strict=True)][:-1]
        mirrored = frozenset(
            (*(most - at for most, at in zip(last, cell, strict=False)), cell[-1]) for cell in image
        )
        if mirrored not in images:
            return False
    return True


def explore(
    groups: Sequence[Sequence[Polyform]],
    section: Section,
    *,
    open_sides: bool = False,
    max_memory: int,
    most_states: int | None = None,
    progress: StripProgress | None = None,
) -> StripAutomaton:
    """Find the states of a strip or bar that can be reached and completed. Each group contains the
    orientations of a piece, or of several pieces that need not be told apart.

    Raises RequestError if the cross section is too large for the kernel, and MemoryLimitError if
    there are too many states.
    """
    bar = len(section) > 1
    placed, columns = _list_placements(groups, section, open_sides=open_sides)
    most = min(63, _STRIP_BITS // (columns + 1))
    if len(placed) > most:
        raise RequestError(
            f"the section of a bar of this piece can have at most {most} cells, got {len(placed)}"
            if bar
            else f"a strip of this piece can have at most {most} rows, got {len(placed)}"
        )
    size = "x".join(map(str, section))
    search = _StateSearch(
        placed,
        columns,
        len(groups),
        # A reflection that maps one piece to another would mix up the used pieces.
        folded=not open_sides and all(map(_is_mirrored, groups)),
        name=f"the bar of section {size}" if bar else f"the strip of width {size}",
        max_memory=max_memory,
    )
    search.expand(most_states, progress)
    return search.automaton(section)


class _StateSearch:
    """A search for all states of a strip, in growing arrays."""

    def __init__(
        self,
        placed: list[list[_Placed]],
        columns: int,
        pieces: int,
        *,
        folded: bool,
        name: str,
        max_memory: int,
    ) -> None:
        from tilewright.kernels.rectangles import states

        self.placed, self.columns, self.pieces, self.folded = placed, columns, pieces, folded
        self.name, self.memory = name, max_memory
        self.many = np.array([len(row) for row in placed], dtype=np.int64)
        self.masks = np.zeros((len(placed), max(1, *self.many), 3), dtype=np.uint64)
        for row, tiles in enumerate(placed):
            for number, (mask, bit) in enumerate(tiles):
                self.masks[row, number] = mask & (1 << 64) - 1, mask >> 64, bit
        self.room = 1 << 12
        self.keys = np.zeros((self.room, 2), dtype=np.uint64)
        self.table = np.full(2 * self.room, -1, dtype=np.int32)
        self.start = np.zeros(self.room + 1, dtype=np.int64)
        self.target = np.empty(2 * self.room, dtype=np.int32)
        self.used = np.empty(2 * self.room, dtype=np.uint8)
        self.counters = np.array([0, 1, 0, 0], dtype=np.int64)
        states.rehash(self.keys, self.table, 1)

    @property
    def nbytes(self) -> int:
        """The size of the growing arrays in bytes."""
        arrays = self.keys, self.table, self.start, self.target, self.used
        return sum(array.nbytes for array in arrays)

    def _check_memory(self, nbytes: int) -> None:
        if nbytes > self.memory:
            raise MemoryLimitError(
                f"{self.name} has more than {int(self.counters[1]):,} states and would need "
                f"{in_units(nbytes)} of memory, but only {in_units(self.memory)} are allowed"
            )

    def expand(self, most_states: int | None, progress: StripProgress | None) -> None:
        """Find all states and their successors."""
        from tilewright.kernels.rectangles import states

        width, most, _ = self.masks.shape
        several = self.pieces > 1
        shape = np.array([width, self.folded, _AHEAD, self.columns, several], dtype=np.int64)
        stack = np.empty(((_AHEAD + 3) * (width + 1) * (most + 1), 3), dtype=np.uint64)
        counters = self.counters
        while counters[0] < counters[1]:
            states.advance(
                self.masks,
                self.many,
                shape,
                self.keys,
                self.table,
                self.start,
                self.target,
                self.used,
                counters,
                stack,
                BUDGET,
            )
            check_time()
            if progress is not None:
                progress(int(counters[0]), int(counters[1]), self.nbytes)
            if most_states is not None and counters[1] > most_states:
                raise MemoryLimitError(f"{self.name} has more than {most_states:,} states")
            if counters[3]:
                self._enlarge_arrays()

    def _enlarge_arrays(self) -> None:
        """Double the full array."""
        from tilewright.kernels.rectangles import states

        if self.counters[1] < self.room:
            self._check_memory(self.nbytes + 2 * (self.target.nbytes + self.used.nbytes))
            self.target = np.concatenate([self.target, np.empty_like(self.target)])
            self.used = np.concatenate([self.used, np.empty_like(self.used)])
            return
        self._check_memory(self.nbytes + 2 * self.room * 24 + self.table.nbytes)
        self.room *= 2
        self.keys = np.concatenate([self.keys, np.zeros_like(self.keys)])
        self.start = np.concatenate([self.start, np.zeros(self.room // 2, dtype=np.int64)])
        self.table = np.full(2 * self.room, -1, dtype=np.int32)
        states.rehash(self.keys, self.table, int(self.counters[1]))

    def automaton(self, section: Section) -> StripAutomaton:
        """Keep the states from which the strip can end."""
        from tilewright.kernels.rectangles import walks

        count, edges = int(self.counters[1]), int(self.counters[2])
        del self.table
        keys, start, target = self.keys[:count], self.start[: count + 1], self.target[:edges]
        self._check_memory(keys.nbytes + 2 * (start.nbytes + target.nbytes) + 13 * count)
        before = np.zeros(count + 1, dtype=np.int64)
        source = np.empty(edges, dtype=np.int32)
        walks.reverse(start, target, before, source)
        live = np.zeros(count, dtype=bool)
        closed = walks.closing(before, source, live)
        endless = bool(closed) or walks.endless(start, before, source) > 0
        del before, source
        live[0] = True
        number = np.empty(count, dtype=np.int32)
        left, left_edges = walks.keep(start, target, self.used, live, number, keys)
        return StripAutomaton(
            section,
            self.pieces,
            self.placed,
            count,
            endless,
            keys[:left].copy(),
            start[: left + 1].copy(),
            target[:left_edges].copy(),
            self.used[:left_edges].copy(),
            self.folded,
        )


class StripLengths:
    """The `lengths` at which a strip or bar of one section can be tiled, and their tilings.

    By default, any pieces may be used. Given the lengths for any pieces (`parts`), each tiling uses
    every piece.
    """

    def __init__(
        self, automaton: StripAutomaton, parts: StripLengths | None = None, max_memory: int = 0
    ) -> None:
        self.automaton, self.parts, self._memory = automaton, parts or self, max_memory
        self._used, self._sets = automaton.used, 1 << automaton.pieces
        self._reached: list[NDArray[np.uint8]] = []
        self.lengths: Lengths | JointLengths
        if parts is None:
            self._used, self._sets = np.zeros_like(automaton.used), 1
            self.lengths = Lengths(tuple(self._generators(None)))
        else:
            known = parts.lengths.parts
            self.lengths = JointLengths(known, tuple(self._generators(known)))

    def _check_memory(self, nbytes: int) -> None:
        if self._sets > 1 and nbytes > self._memory:
            raise MemoryLimitError(
                f"the strip of width {self.automaton.width} has {self.automaton.states:,} states "
                f"for each of {self._sets} sets of "
                f"pieces and would need {in_units(nbytes)} of memory, but only "
                f"{in_units(self._memory)} are allowed"
            )

    def _generators(self, parts: Lengths | None) -> list[int]:
        """Follow all walks in parallel until each new length is a smaller one plus a part."""
        from tilewright.kernels.rectangles import walks

        strip, shape = self.automaton, (self.automaton.states, self._sets)
        # All walks back to the empty state have a multiple of this length.
        period = int(walks.period(strip.start, strip.target)) if parts is None else parts.period
        self._check_memory(4 * math.prod(shape))
        now = np.zeros(shape, dtype=bool)
        now[0, 0] = True
        ever = now.copy()
        self._reached = [np.packbits(now)]
        generators: list[int] = []
        tiled: set[int] = set()
        run = 0
        for length in itertools.count(1):
            following = np.zeros_like(now)
            walks.step(strip.start, strip.target, self._used, now, following)
            check_time()
            now = following
            self._reached.append(np.packbits(now))
            self._check_memory(len(self._reached) * self._reached[0].nbytes + 4 * now.nbytes)
            if ends := bool(now[0, -1]):
                known = tiled if parts is None else parts
                if not any(length - one in known for one in generators):
                    generators.append(length)
                tiled.add(length)
            elif not generators:
                # The shortest walk comes to something new with each step.
                if not (now & ~ever).any():
                    break
                ever |= now
            if length % period == 0:
                run = run + 1 if ends else 0
                # After this many consecutive multiples of the period, adding the smallest part
                # gives all others.
                least = generators if parts is None else parts.generators
                if run and run * period >= least[0]:
                    break
        return generators

    @cached_property
    def _edges_to(self) -> tuple[NDArray[np.int64], NDArray[np.intp]]:
        """The edges to each state; see `grouped`."""
        return grouped(self.automaton.target, self.automaton.states)

    def tiling(self, length: int) -> list[list[tuple[int, ...]]]:
        """Return a tiling whose length is a generator, as the cells of each tile."""
        strip, sets = self.automaton, self._sets
        first, entry = self._edges_to
        path = [(0, sets - 1, 0)]  # state, pieces used so far, pieces used by this step
        for reached in self._reached[length - 1 :: -1]:
            state, pieces, _ = path[-1]
            edges = entry[first[state] : first[state + 1]]
            sources = np.searchsorted(strip.start, edges, side="right") - 1
            path.append(
                next(
                    (source, before, used)
                    for source, used in zip(
                        sources.tolist(), self._used[edges].tolist(), strict=True
                    )
                    for before in range(sets)
                    if before | used == pieces and _is_set(reached, source * sets + before)
                )
            )
        tiles = []
        state = 0
        for column, ((_, _, used), (at, _, _)) in enumerate(itertools.pairwise(path[::-1])):
            state, masks = self._fill_column(state, at, used)
            tiles += [_place_cells(mask, column, strip.section) for mask in masks]
        return tiles

    def _fill_column(self, state: int, following: int, pieces: int) -> tuple[int, list[int]]:
        """Fill one column with a set of pieces so that state number `following` or its mirror image
        results. Return that state and the tiles.
        """
        strip = self.automaton
        width, wanted = strip.width, strip.state(following)
        full = (1 << width) - 1
        allowed = (wanted, _mirror(wanted, width)) if strip.folded else (wanted,)
        stack = [(state, 0, tuple[int, ...]())]
        while stack:
            filled, used, tiles = stack.pop()
            if filled & full == full:
                if filled >> width in allowed and used & self._sets - 1 == pieces:
                    return filled >> width, list(tiles)
                continue
            row = (~filled & (filled + 1)).bit_length() - 1
            stack += [
                (filled | mask, used | bit, (*tiles, mask))
                for mask, bit in strip.placed[row]
                if not mask & filled
            ]
        raise AssertionError("unreachable: no column of tiles joins two states of the walk")


def _is_set(packed: NDArray[np.uint8], place: int) -> bool:
    """Return one bit of an array packed by `numpy.packbits`."""
    return bool(packed[place >> 3] >> (7 - (place & 7)) & 1)


def _place_cells(mask: int, column: int, section: Section) -> list[tuple[int, ...]]:
    """Return the cells of a placement whose first column is `column`."""
    width = math.prod(section)
    places = [divmod(bit, width) for bit in range(mask.bit_length()) if mask >> bit & 1]
    if len(section) == 1:
        return [(place, column + right) for right, place in places]
    return [(*divmod(place, section[1]), column + right) for right, place in places]


def _mirror(state: int, width: int) -> int:
    """Return a state with its rows reversed."""
    return sum(
        1 << (bit // width * width + width - 1 - bit % width)
        for bit in range(state.bit_length())
        if state >> bit & 1
    )


@dataclass(frozen=True)
class Side:
    """The lengths that a side of a rectangle or an edge of a box can have, as far as they follow
    from the cells up to `depth`, which counts rows, or layers and rows.

    `endless` says whether a side that begins at a corner and never ends can be covered. Otherwise,
    no quadrant can be covered.
    """

    depth: Section
    lengths: Lengths
    endless: bool
    states: int

    def obstruction(self) -> str:
        """Return the reason why no rectangle or box exists, if there are no lengths."""
        edge = len(self.depth) > 1
        what = f"no {'edge' if edge else 'side'} fits between two corners"
        depth = "x".join(map(str, self.depth))
        states = counted(self.states, "state")
        return (
            f"{what if self.endless else 'no corner can be filled'} (proven at depth {depth} with "
            f"{states})"
        )

    def claim(self) -> dict[str, Any]:
        """Return the claim of a certificate, as a dict for JSON."""
        edge = len(self.depth) > 1
        return {
            "claim": "edge" if edge else "side",
            "depth": list(self.depth) if edge else self.depth[0],
            "lengths": list(self.lengths.generators),
            "endless": self.endless,
        }


def explore_sides(
    orientations: Sequence[Polyform],
    depths: Iterable[Section],
    *,
    most_states: int,
    max_memory: int,
    progress: StripProgress | None = None,
) -> Side | None:
    """Examine a side at increasing depths until no side is possible or there are too many states.

    Returns the smallest depth with the same result as the largest depth, or None if the first depth
    already has too many states.
    """
    seen = None
    for depth in depths:
        try:
            strip = explore(
                [orientations],
                depth,
                open_sides=True,
                max_memory=max_memory,
                most_states=most_states,
                progress=progress,
            )
        except (MemoryLimitError, RequestError):
            break
        lengths = StripLengths(strip).lengths.parts
        deeper = Side(depth, lengths, strip.endless, strip.found)
        if seen is None or (deeper.lengths, deeper.endless) != (seen.lengths, seen.endless):
            seen = deeper
        if not seen.lengths:
            break
    return seen
