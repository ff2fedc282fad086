"""Search for all rectangles that a set of pieces tiles using every piece.

Such a rectangle is prime if no straight cut leaves one of this kind and one that the set tiles with
any pieces. So there are two lists, one for any pieces and one for every piece, and both have to be
complete.
"""

from __future__ import annotations

import itertools
from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from tilewright.errors import MemoryLimitError, RequestError
from tilewright.lattices.lattice import Turn
from tilewright.lattices.polyomino import Polyomino
from tilewright.rectification.answers import JointRectangles, JointWidth
from tilewright.rectification.closure import Closure, Ending, Rectangle, find_ending
from tilewright.rectification.invariants import allowed_sizes
from tilewright.rectification.lengths import JointLengths, Lengths
from tilewright.rectification.search import (
    Effort,
    RectanglesSearch,
    Settings,
    check_rectangle_piece,
    label_cells,
)
from tilewright.rectification.strips import (
    BUDGET,
    Placed,
    Section,
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
from tilewright.system.deadline import check_time
from tilewright.system.memory import in_units
from tilewright.values.piece import Piece
from tilewright.values.tiling import Tiling


def explore_joint(
    groups: Sequence[Sequence[Polyomino]],
    width: int,
    *,
    max_memory: int,
    most_states: int | None = None,
    progress: StripProgress | None = None,
) -> JointStrip:
    """Find the lengths at which a strip can be tiled with any pieces of a set, and with every
    piece; see `explore`.
    """
    sets = 1 << len(groups)
    automaton = explore(
        sorted({image for own in groups for image in own}),
        (width,),
        # A reflection that maps one piece to another would mix up the used pieces.
        folding=all(map(is_mirrored, groups)),
        max_memory=max_memory,
        most_states=most_states,
        progress=progress,
    )
    if most_states is not None and automaton.states * sets > most_states:
        raise MemoryLimitError(
            f"the strip of width {width}, with the pieces used, has more than {most_states:,} "
            "states"
        )
    return JointStrip(automaton, groups, max_memory)


class JointStrip:
    """The lengths at which a strip can be tiled with any pieces (`parts`) and with every piece
    (`lengths`).
    """

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
                f"the strip of width {self.automaton.width} has {self.automaton.states:,} states "
                f"for each of {self._sets} sets of "
                f"pieces and would need {in_units(nbytes)} of memory, but only "
                f"{in_units(self._memory)} are allowed"
            )

    def _label(self) -> None:
        """Find which pieces each step between states uses."""
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
        """Follow all walks in parallel, with the pieces used, until no new length can appear."""
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
        """Return a tiling that uses every piece, as the cells of each tile; the length is a
        generator of `lengths`.
        """
        sets, last = self._sets, self._sets - 1
        path = [(0, last, 0)]  # state, pieces used so far, pieces used by this step
        for reached in self._reached[length - 1 :: -1]:
            state, pieces, _ = path[-1]
            edges = np.flatnonzero(self._target == state)
            sources = np.searchsorted(self._start, edges, side="right") - 1
            path.append(
                next(
                    (source, before, used)
                    for source, used in zip(
                        sources.tolist(), self._used[edges].tolist(), strict=True
                    )
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


#: The most pieces; each one doubles the number of states.
_PIECES = 8

_Which = Literal["any", "every"]


class JointSearch(RectanglesSearch[JointRectangles]):
    """A search for the rectangles that use every piece of a set."""

    def __init__(self, pieces: Sequence[Piece | str], turn: Turn, settings: Settings) -> None:
        checked = [check_rectangle_piece(piece, turn) for piece in pieces]
        if not 2 <= len(checked) <= _PIECES:
            raise RequestError(
                f"a set must have 2 to {_PIECES} pieces, got {len(checked)}",
                where="both",
            )
        turns = {own for _, own in checked}
        if len(turns) > 1:
            raise RequestError(
                "all pieces of a set must turn in the same way: free or one-sided", where="turn"
            )
        turn = turns.pop()
        self.pieces = [piece for piece, _ in checked]
        self.groups: list[tuple[Polyomino, ...]] = []
        owner: dict[Polyomino, Piece] = {}
        for piece in self.pieces:
            assert isinstance(piece.polyomino, Polyomino)
            self.groups.append(piece.polyomino.orientations(turn))
            for image in self.groups[-1]:
                if image in owner:
                    raise RequestError(
                        f"{owner[image].name} and {piece.name} are the same piece", where="both"
                    )
            owner |= dict.fromkeys(self.groups[-1], piece)
        effort = (settings.effort or Effort()).unsearched()
        super().__init__(sorted(owner), turn, replace(settings, effort=effort))
        self.strips: list[JointWidth] = []
        self.primes: dict[_Which, dict[Rectangle, Tiling]] = {"any": {}, "every": {}}
        self.none: dict[_Which, set[Rectangle]] = {"any": set(), "every": set()}
        self.endings: dict[_Which, Ending | None] = {"any": None, "every": None}
        self.undecided: set[tuple[_Which, Rectangle]] = set()

    def run(self) -> None:
        """Run the search."""
        if not self._by_width() and self.primes["every"]:
            self._in_rounds(self._open_if_few, [self._by_engine], self._shortly, self.undecided)

    def _decide_section(self, section: Section, most_states: int | None) -> None:
        """Decide the next width."""
        (width,) = section
        if self._rules_out(width):
            self.strips.append(JointWidth(width, JointLengths(Lengths(()), ())))
            return
        with self._exploring(f"of width {width}") as explored:
            strip = explore_joint(
                self.groups,
                width,
                max_memory=self.memory,
                most_states=most_states,
                progress=explored.report,
            )
            found: dict[_Which, StripLengths | JointStrip] = {"any": strip.parts, "every": strip}
            ends = [length for own in found.values() for length in own.lengths.generators]
            closures = self._closures(max([width, *ends]))
            for which, own in found.items():
                for length in own.lengths.generators:
                    if length >= width and not closures[which].composite(width, length):
                        self.primes[which][width, length] = self._tiling(
                            own.tiling(length), width, length
                        )
        self.strips.append(
            JointWidth(
                width,
                strip.lengths,
                found=strip.automaton.found,
                states=strip.automaton.states if strip.parts.lengths else 0,
                seconds=explored.seconds,
                nbytes=explored.largest,
            )
        )

    @property
    def widths(self) -> int:
        """All widths up to this are decided."""
        return len(self.strips)

    def _tiling(
        self, tiles: Sequence[Sequence[tuple[int, ...]]], rows: int, columns: int
    ) -> Tiling:
        """Return a tiling of a rectangle, given the cells of each tile."""
        tiles = sorted(sorted(cells) for cells in tiles)
        which = [
            next(
                i for i, own in enumerate(self.groups) if Polyomino(tuple(map(tuple, cells))) in own
            )
            for cells in tiles
        ]
        names = tuple(piece.name for piece in self.pieces)
        return Tiling(label_cells(tiles, (rows, columns)), np.array(which, dtype=np.int32), names)

    def _closures(self, size: int) -> dict[_Which, Closure]:
        parts = Closure(self.primes["any"], size)
        return {"any": parts, "every": Closure(self.primes["every"], size, parts=parts)}

    def closed(self) -> bool:
        """Return True if both lists are complete."""
        # Weights are searched only once there is a rectangle.
        return super().closed() if self.primes["every"] else self._ends()

    def _ends(self) -> bool:
        allowed, period, beginning = allowed_sizes(self.weights, self.side, self.effort.largest)
        widths = self.widths
        closures = self._closures(self.effort.largest)
        parts = closures["any"].table()
        endings: dict[_Which, Ending | None] = {}
        for which in ("any", "every"):
            made = parts if which == "any" else closures[which].table()
            none: Collection[Rectangle] = self.none[which]
            # Sizes are periodic only beyond the bound.
            bound = max(widths, beginning - 1, *(long for _, long in none), 0)
            endings[which] = find_ending(made, parts, widths, allowed, period, bound, none)
        self.endings = endings
        self.complete = all(ending is not None and not ending.open for ending in endings.values())
        return self.complete

    def _open_if_few(self) -> Sequence[tuple[_Which, Rectangle]]:
        """Return the open rectangles that were not tried, unless they are too many."""
        if self.closed():
            return ()
        left: list[tuple[_Which, Rectangle]] = []
        for which, ending in self.endings.items():
            if ending is None:
                return ()
            left += [(which, pair) for pair in ending.open if (which, pair) not in self.undecided]
        return left if len(left) <= 8 * self.effort.searched else ()

    def _by_engine(self, asked: tuple[_Which, Rectangle], seconds: float) -> bool:
        """Decide one rectangle by a search."""
        which, pair = asked
        least = int(which == "every")
        pieces = [
            Piece(piece.polyomino, name=piece.name, least=least, most=None) for piece in self.pieces
        ]
        found = self._solve(f"{pair[0]}x{pair[1]}", pieces, seconds)
        if found is None:
            self.none[which].add(pair)
        else:
            self.primes[which][pair] = self._tiling([cells for _, cells in found], *pair)
        return True

    def answer(self) -> JointRectangles:
        """Return what is known so far."""
        closures = self._closures(
            max((long for primes in self.primes.values() for _, long in primes), default=1)
        )
        # A rectangle found early may be made of ones found later.
        primes, parts = (
            {
                pair: tiling
                for pair, tiling in sorted(self.primes[which].items())
                if not closures[which].composite(*pair)
            }
            for which in ("every", "any")
        )
        return JointRectangles(
            pieces=tuple(self.pieces),
            turn=self.turn,
            primes=primes,
            any_primes=parts,
            widths=self.widths,
            complete=self.complete,
            because=self._because(),
            strips=tuple(self.strips),
            side=self.side,
            weights=tuple(self.weights),
            ending=self.endings["every"] if self.complete else None,
            any_ending=self.endings["any"] if self.complete else None,
            none=tuple(sorted(self.none["every"])),
            any_none=tuple(sorted(self.none["any"])),
            stopped=self.stopped,
        )

    def _because(self) -> str:
        ending = self.endings["every"]
        if not self.complete:
            return f"all rectangles with a side up to {self.widths} are known"
        if ending is None:
            return self._no_side()
        ruled = "; ".join(weights.text() for weights in self.weights)
        return ending.text(ruled)
