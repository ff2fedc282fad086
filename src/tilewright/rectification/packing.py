"""Boxes: the boxes that copies of a solid piece fill, with a tiling of each prime one.

Proofs first, then the lengths of bars, one section after the other, then single boxes, until the orders are proven or a limit is met.
"""

from __future__ import annotations

import itertools
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from math import prod
from typing import TYPE_CHECKING, Any

import numpy as np

from tilewright.arguments import check_integer
from tilewright.deadline import check_time
from tilewright.errors import LimitError, MemoryLimitError, PieceError, RequestError
from tilewright.labels import number_tiles
from tilewright.lattices.lattice import CUBES
from tilewright.lattices.symmetry import Turn, check_turn
from tilewright.piece import Piece, parse_pieces
from tilewright.progress import StatesProgress
from tilewright.rectification.bars import Edge, Section, bar_tiling, explore_bar, look_at_edge
from tilewright.rectification.closure import sums
from tilewright.rectification.lengths import Lengths
from tilewright.rectification.listing import Effort, Finding
from tilewright.rectification.primes import PieceAndPrimes, Status, cuts
from tilewright.rectification.strips import StatesTaken, StripLengths
from tilewright.system.memory import available_memory
from tilewright.tiling import Tiling

if TYPE_CHECKING:
    from tilewright.lattices.polyform import Polyform

__all__ = ["Bar", "Box", "Boxes", "begin_boxes", "find_boxes"]

#: The sides of a box, from the shortest to the longest.
Box = tuple[int, int, int]


@dataclass(frozen=True)
class Bar(StatesTaken):
    """What is known about a bar of one section.

    Attributes
    ----------
    section : (int, int)
    lengths : Lengths
        All lengths at which it can be tiled.
    """

    section: Section
    lengths: Lengths

    def to_json(self) -> dict[str, Any]:
        """Return what JSON can hold."""
        return {
            "section": list(self.section),
            **self.lengths.to_json(),
            **self.taken(),
        }


@dataclass(frozen=True, eq=False, kw_only=True)
class Boxes(PieceAndPrimes[Box]):
    """The boxes that a solid piece fills.

    Attributes
    ----------
    piece : Piece
    turn : {"free", "one-sided"}
    primes : dict of (int, int, int) to Tiling
        Each box (from the shortest side to the longest) that is filled and that no straight cut divides into two that are, with a
        tiling; sorted. They are all of which a section is in `bars`, and what was found beyond.
    bars : tuple of Bar
        The sections of which all lengths are known.
    complete : bool
        Whether it is known of every box whether it is filled: so far only where no box is.
    edge : Edge or None
        What is known of the edges of all boxes.
    none : tuple of (int, int, int)
        Single boxes with no section in `bars` of which a search showed that they cannot be filled.
    sure : frozenset of bool
        Whether all boxes of fewer copies than the order (False) and the odd order (True) were decided.
    stopped : str
        What ended the work, if a limit did.
    """

    bars: tuple[Bar, ...] = field(repr=False)
    edge: Edge | None = field(repr=False, default=None)
    none: tuple[Box, ...] = field(repr=False, default=())
    sure: frozenset[bool] = field(repr=False, default=frozenset())
    stopped: str = ""

    form, verb = "box", "fills"
    dimension = 3

    @cached_property
    def _lengths(self) -> dict[Section, Lengths]:
        return {bar.section: bar.lengths for bar in self.bars}

    @property
    def sides(self) -> int:
        """All boxes with two sides up to this are known, however long the third side is."""
        sides = 0
        while all((short, sides + 1) in self._lengths for short in range(1, sides + 2)):
            sides += 1
        return sides

    @property
    def face(self) -> int:
        """All boxes with two sides of a product up to this are known: with a face of so many squares."""
        areas = itertools.count(1)
        return next(area for area in areas if not self._lengths.keys() >= set(_sections(area))) - 1

    @property
    def order_box(self) -> Box | None:
        """The box of `order` copies."""
        return self.least(odd=False)[1]

    @property
    def odd_box(self) -> Box | None:
        """The box of `odd_order` copies."""
        return self.least(odd=True)[1]

    def _sure(self, copies: int, *, odd: bool) -> bool:
        return odd in self.sure

    @property
    def because(self) -> str:
        """What the list follows from, in a sentence without a full stop."""
        if self.complete:
            assert self.edge is not None
            what = "no corner can be filled" if not self.edge.endless else "no edge has both its corners"
            depth = "x".join(map(str, self.edge.depth))
            return f"{what}: looked at to a depth of {depth}, in {self.edge.states:,} states"
        known = f"all boxes with two sides up to {self.sides} are known"
        more = f", and all with two sides of a product up to {self.face}" if self.face > self.sides**2 else ""
        return f"{known}{more}; beyond, the list is open"

    def _status(self, sides: Box) -> Status:
        short, middle, long = sides
        for section, length in (((short, middle), long), ((short, long), middle), ((middle, long), short)):
            if section in self._lengths:
                return "tiled" if length in self._lengths[section] else "impossible"
        excluded = self.complete or sides in self.none or prod(sides) % len(self.piece.polyomino)
        if excluded or (self.edge is not None and not all(side in self.edge.lengths for side in sides)):
            return "impossible"
        return "tiled" if _is_made(sides, self.primes) else "open"

    def _known(self) -> str:
        return self.because

    def __repr__(self) -> str:
        return f"<Boxes of {self.name}: {self.listed()}; {self.because}>"

    def to_json(self) -> dict[str, Any]:
        """Return what JSON can hold, without the tilings."""
        return {
            **self.orders(),
            "primes": [list(box) for box in self.primes],
            "unproven": [list(box) for box in self.unproven],
            "complete": self.complete,
            "because": self.because,
            "sides": self.sides,
            "face": self.face,
            "bars": [bar.to_json() for bar in self.bars],
            "stopped": self.stopped or None,
        }


def _is_made(box: Box, boxes: Iterable[Box]) -> bool:
    """Return whether a box can be made of others by laying them side by side: `tilewright.rectification.closure.Closure` in space."""
    layers, rows, columns = box
    own: dict[Section, int] = {}
    for one in boxes:
        for high, deep, long in itertools.permutations(one):
            own[high, deep] = own.get((high, deep), 0) | 1 << long
    #: For each section, bit l: whether a bar of length l is made.
    made: dict[Section, int] = {}
    for layer, row in itertools.product(range(1, layers + 1), range(1, rows + 1)):
        lengths = own.get((layer, row), 0)
        for part in range(1, layer // 2 + 1):
            lengths |= made[part, row] & made[layer - part, row]
        for part in range(1, row // 2 + 1):
            lengths |= made[layer, part] & made[layer, row - part]
        made[layer, row] = sums(lengths, columns)
    return bool(made[layers, rows] >> columns & 1)


def _sections(area: int) -> Iterator[Section]:
    """Yield the sections of an area."""
    for short in range(1, area + 1):
        if short * short <= area and area % short == 0:
            yield short, area // short


def find_boxes(
    piece: Piece | str,
    *,
    turn: Turn | None = None,
    sides: int | None = None,
    max_memory: int | None = None,
    timeout: float | None = None,
    progress: Callable[[StatesProgress], object] | None = None,
    effort: Effort | None = None,
) -> Boxes:
    """Do what `tilewright.boxes` says."""
    work = begin_boxes(piece, turn=turn, sides=sides, max_memory=max_memory, progress=progress, effort=effort)
    work.within(timeout)
    return work.answer()


def begin_boxes(
    piece: Piece | str,
    *,
    turn: Turn | None = None,
    sides: int | None = None,
    max_memory: int | None = None,
    progress: Callable[[StatesProgress], object] | None = None,
    effort: Effort | None = None,
) -> Finding[Boxes]:
    """Return the work that `tilewright.boxes` does."""
    piece, turn = _checked(piece, turn)
    wanted = None if sides is None else check_integer(sides, "the greatest sides", 1, where="sides")
    return _Work(
        piece, turn, wanted, max_memory, progress or (lambda _: None), (effort or Effort()).unsearched()
    )


def _checked(piece: Piece | str, turn: Turn | None) -> tuple[Piece, Turn]:
    """Return a piece whose boxes can be asked for, and how it turns."""
    if isinstance(piece, str):
        pieces = parse_pieces(piece, turn, CUBES)
        if len(pieces) > 1:
            raise PieceError(f"the boxes of one piece are asked for, this is {len(pieces)}", where=piece)
        piece = pieces[0]
    elif not isinstance(piece, Piece):
        raise PieceError(f"a piece is a Piece or a word, not {piece!r}")
    if piece.polyomino.lattice != CUBES:
        raise PieceError("boxes are filled by pieces of cubes, such as cube:##/#.//#.", where=piece.name)
    if any(piece.marks):
        raise PieceError("a piece with marks fits only boards with marks", where=piece.name)
    turn = piece.turn or check_turn(turn or CUBES.turn)
    if turn == "fixed":
        raise RequestError(
            "the boxes of a piece that does not turn are not the same lying and standing; turn is free or one-sided",
            where="turn",
        )
    return piece, turn


class _Work(Finding[Boxes]):
    """What is known so far."""

    def __init__(
        self,
        piece: Piece,
        turn: Turn,
        wanted: int | None,
        max_memory: int | None,
        report: Callable[[StatesProgress], object],
        effort: Effort,
    ) -> None:
        super().__init__()
        self.piece, self.turn, self.wanted, self.report, self.effort = piece, turn, wanted, report, effort
        self.images: tuple[Polyform, ...] = piece.polyomino.orientations(turn)
        self.memory = max_memory or available_memory() * 8 // 10
        self.edge: Edge | None = None
        self.bars: dict[Section, Bar] = {}
        self.primes: dict[Box, Tiling] = {}
        self.none: set[Box] = set()
        self.sure: set[bool] = set()
        self.complete = False
        self.tried = 0

    def run(self) -> None:
        """Find out as much as the limits allow."""
        if self._look(self.effort.side_states[0]):
            return
        try:
            for section in self._sections():
                self._decide_bar(section)
        except MemoryLimitError as error:
            # Nobody has asked for so large a section: what is smaller is the answer.
            if self.wanted is not None:
                self.stopped = error.message
        except RequestError as error:
            if self.wanted is not None:
                self.stopped = error.message
        for odd in (False, True):
            self._make_sure(odd=odd)
        if not self.primes:
            self._look(self.effort.side_states[1])

    def _look(self, most_states: int) -> bool:
        """Look at an edge; return whether there is no box."""
        seen = look_at_edge(
            self.images,
            most_states=most_states,
            max_memory=self.memory,
            progress=lambda done, found, nbytes: self.report(
                StatesProgress(phase="side", part="of boxes", done=done, states=found, nbytes=nbytes)
            ),
        )
        self.edge = seen or self.edge
        self.complete = self.edge is not None and not self.edge.lengths
        return self.complete

    def _sections(self) -> Iterator[Section]:
        """Yield the sections to decide: those that are wanted, else one after the other without an end."""
        if self.wanted is not None:
            sides = range(1, self.wanted + 1)
            pairs = itertools.combinations_with_replacement(sides, 2)
            yield from sorted(pairs, key=lambda pair: (pair[0] * pair[1], pair))
            return
        for area in itertools.count(1):
            yield from _sections(area)

    def _decide_bar(self, section: Section) -> None:
        """Find all lengths of the bar of a section; all smaller sections are known."""
        if self.edge is not None and not all(side in self.edge.lengths for side in section):
            self.bars[section] = Bar(section, Lengths(()))
            return
        began, largest = time.perf_counter(), 0

        def report(done: int, found: int, nbytes: int) -> None:
            nonlocal largest
            largest = max(largest, nbytes)
            part = f"of section {section[0]}x{section[1]}"
            self.report(StatesProgress(phase="strip", part=part, done=done, states=found, nbytes=nbytes))

        walks = explore_bar(
            self.images,
            section,
            max_memory=self.memory,
            most_states=None if self.wanted is not None else self.effort.strip_states,
            progress=report,
        )
        lengths = StripLengths(walks)
        for length in lengths.lengths.generators:
            box = (*section, length)
            if length >= section[1] and not any(
                self._filled(one) and self._filled(other) for one, other in cuts(box)
            ):
                self.primes[box] = self._tiling(bar_tiling(lengths, section, length), box)
        states = walks.states if lengths.lengths else 0
        seconds = time.perf_counter() - began
        self.bars[section] = Bar(
            section, lengths.lengths, found=walks.found, states=states, seconds=seconds, nbytes=largest
        )

    def _filled(self, box: Box) -> bool:
        """Whether a box is known to be filled."""
        bar = self.bars.get(box[:2])
        if bar is not None:
            return box[2] in bar.lengths
        return box in self.primes or any(self._filled(a) and self._filled(b) for a, b in cuts(box))

    def _tiling(self, tiles: list[list[tuple[int, int, int]]], box: Box) -> Tiling:
        labels = np.zeros(box, dtype=np.int32)
        for number, cells in enumerate(tiles):
            labels[tuple(np.array(cells).T)] = number
        return Tiling(
            number_tiles(labels), np.zeros(len(tiles), dtype=np.int32), (self.piece.name,), lattice=CUBES
        )

    def _make_sure(self, *, odd: bool) -> None:
        """Decide single boxes, the smallest first, until the order, or the odd order, is proven, or enough was searched."""
        cells = len(self.piece.polyomino)
        for copies in range(1, self.effort.largest + 1, 2 if odd else 1):
            check_time()
            boxes = list(self._boxes(copies * cells))
            for box in boxes:
                if box[:2] not in self.bars and not self._decide(box):
                    return
            if any(self._filled(box) for box in boxes):
                self.sure.add(odd)
                return

    def _boxes(self, volume: int) -> Iterator[Box]:
        """Yield the boxes of a volume that no edge rules out."""
        for one in range(1, volume + 1):
            if one**3 > volume:
                return
            if volume % one:
                continue
            for other in range(one, volume // one + 1):
                if one * other**2 > volume:
                    break
                if volume // one % other == 0:
                    box = (one, other, volume // one // other)
                    if self.edge is None or all(side in self.edge.lengths for side in box):
                        yield box

    def _decide(self, box: Box) -> bool:
        """Search for a tiling of a box that no section decides; return False if that is not known after a while."""
        from tilewright.problem import Problem
        from tilewright.search import solve

        if box in self.none or self._filled(box):
            return True
        if self.tried >= self.effort.searched:
            return False
        self.tried += 1
        size = "x".join(map(str, box))
        self.report(StatesProgress(phase="search", part=size))
        piece = Piece(self.piece.polyomino, least=0, most=None)
        try:
            found = solve(Problem(f"cube:{size}", piece, turn=self.turn), timeout=self.effort.seconds)
        except LimitError:
            # Whose time was up, its own or that of all?
            check_time()
            return False
        if found is None:
            self.none.add(box)
        else:
            self.primes[box] = Tiling(found.labels, found.piece, (self.piece.name,), lattice=CUBES)
        return True

    def answer(self) -> Boxes:
        """Return what is known."""
        return Boxes(
            piece=self.piece,
            turn=self.turn,
            primes=dict(sorted(self.primes.items())),
            bars=tuple(self.bars.values()),
            complete=self.complete,
            edge=self.edge,
            none=tuple(sorted(self.none)),
            sure=frozenset(self.sure),
            stopped=self.stopped,
        )
