"""The common part of the searches for rectangles and boxes: one section after another, then single
sizes, until nothing is open.
"""

from __future__ import annotations

import itertools
import math
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

from tilewright.errors import LimitError, MemoryLimitError, PieceError, RequestError
from tilewright.model.piece import Piece
from tilewright.model.space.lattice import SQUARES, Turn, check_turn
from tilewright.model.space.polyform import Polyform, Polyomino
from tilewright.model.tiling import Tiling
from tilewright.shapes.rectangles.answers import DecidedStrip, section_words
from tilewright.shapes.rectangles.completeness import Ending, Rectangle, find_ending
from tilewright.shapes.rectangles.invariants import allowed_sizes, area_weights, find_weights
from tilewright.shapes.rectangles.lengths import JointLengths, Lengths
from tilewright.shapes.rectangles.strips import (
    Section,
    Side,
    StripLengths,
    StripProgress,
    explore,
    explore_sides,
)
from tilewright.system.platform.machine import allowed_memory
from tilewright.system.values.arguments import check_integer
from tilewright.system.work.deadline import check_time, report
from tilewright.system.work.progress import StatesProgress

if TYPE_CHECKING:
    from tilewright.solving.search import EngineName, Symmetric

T_co = TypeVar("T_co", covariant=True)
T = TypeVar("T")
#: The greatest depth at which sides are examined.
_DEEPEST = 32


@dataclass(frozen=True)
class Effort:
    """The amount of work to do before giving up on a complete list.

    Attributes
    ----------
    side_states : (int, int)
        The maximum number of states in the first analysis of a side, and in a second analysis if no
        rectangle was found.
    strip_states : int
        The maximum number of states of a strip, unless the widths to decide are given.
    largest : int
        The maximum side length of the rectangles to consider one by one.
    searched : int
        The maximum number of rectangles to search one by one.
    seconds : float
        The time limit for each rectangle that is searched individually, in seconds.
    hunted : int
        If no rectangle was found, search this many rectangles beyond the decided widths, in
        increasing order: first for symmetric tilings, and then for any tilings.
    hunting : (float, float)
        Two time limits for the search of ``hunted`` rectangles, in seconds: for each rectangle in
        the first round, and for all rounds together.
    search : float or None
        The total time to search rectangles beyond the decided widths, in seconds. The search
        proceeds in rounds, smallest rectangles first; each round covers more rectangles and takes
        more time than the previous one. If the value is None, the limits `searched`, `seconds` and
        `hunting` apply.
    """

    side_states: tuple[int, int] = (20_000, 2_000_000)
    strip_states: int = 200_000
    largest: int = 240
    searched: int = 20
    seconds: float = 2.0
    hunted: int = 400
    hunting: tuple[float, float] = (4.0, 180.0)
    search: float | None = None

    @classmethod
    def searching(cls, seconds: float | None) -> Effort:
        """Return the default effort, but search beyond the decided widths for this many seconds.

        Raises
        ------
        RequestError
            If `seconds` is negative or infinite.
        """
        if seconds is not None and not 0 <= seconds < math.inf:
            raise RequestError(
                f"`search` must be at least 0 seconds, got {seconds}", where="search"
            )
        return cls(search=seconds)

    def unsearched(self) -> Effort:
        """Return this effort unchanged, but raise an error if `search` is set, because sets and
        boxes do not support it.

        Raises
        ------
        RequestError
            If `search` is set.
        """
        if self.search is not None:
            raise RequestError(
                "`search` is supported for the rectangles of a single piece, not for sets or boxes",
                where="search",
            )
        return self


def check_rectangle_piece(piece: Piece | str, turn: Turn) -> tuple[Piece, Turn]:
    """Return the piece and its turn, or raise PieceError or RequestError if its rectangles are not
    supported.
    """
    if isinstance(piece, str):
        piece = Piece.parse(piece, turn)
    turn = piece.turn or check_turn(turn)
    if turn not in ("free", "one-sided"):
        raise RequestError(
            f'turn="{turn}" is not supported for rectangles; use free or one-sided',
            where="turn",
        )
    if piece.lattice is not SQUARES:
        raise PieceError(
            f"a rectangle requires pieces of squares, not {piece.polyomino.lattice.cells}; for "
            "solid pieces, use --boxes",
            where=piece.name,
        )
    if any(piece.marks):
        raise PieceError("rectangles do not support pieces with marks", where=piece.name)
    return piece, turn


def label_cells(
    tiles: Iterable[Sequence[tuple[int, ...]]], shape: tuple[int, ...]
) -> NDArray[np.int32]:
    """Return an array of tile numbers, given the cells of each tile."""
    labels = np.zeros(shape, dtype=np.int32)
    for number, cells in enumerate(tiles):
        labels[tuple(np.array(cells).T)] = number
    return labels


class SectionSearch(ABC, Generic[T_co]):
    """The question for a list of rectangles or boxes. `stopped` names the memory limit that was
    reached.
    """

    #: The name of the greatest width (or side), in errors and as the public argument.
    bound = "max_width"

    def __init__(
        self,
        images: Sequence[Polyform],
        turn: Turn,
        widths: int | None,
        effort: Effort | None,
        groups: Sequence[Sequence[Polyform]] = (),
    ) -> None:
        self.images, self.turn = tuple(images), turn
        #: The orientations of each piece.
        self.groups = groups or (self.images,)
        self.wanted = None if widths is None else check_integer(widths, self.bound, 1)
        self.effort = effort or Effort()
        self.complete = False
        self.stopped = ""
        #: The decided strips or bars.
        self.strips: dict[Section, DecidedStrip[Any]] = {}

    @property
    def memory(self) -> int:
        """The number of bytes that may be used here."""
        return allowed_memory()

    @abstractmethod
    def run(self) -> None:
        """Find as much as the limits allow. The search may be interrupted anywhere, so the
        attributes must always be correct.
        """

    @abstractmethod
    def answer(self, stopped: str = "") -> T_co:
        """Return the results so far, without checking the clock."""

    def _explore_side(self, depths: Iterable[Section], most_states: int, part: str) -> Side | None:
        """Examine a side of all rectangles, or an edge of all boxes."""
        return explore_sides(
            self.images,
            depths,
            most_states=most_states,
            max_memory=self.memory,
            progress=lambda done, states, nbytes: report(
                StatesProgress(phase="side", part=part, done=done, states=states, nbytes=nbytes)
            ),
        )

    def _decide_sections(self, sections: Iterable[Section]) -> bool:
        """Decide the cross sections in order, and return whether this completes the list."""
        most = None if self.wanted is not None else self.effort.strip_states
        try:
            for section in sections:
                self._decide_section(section, most)
                if self.closed():
                    return True
        except (MemoryLimitError, RequestError) as error:
            # Unless the size was requested, the smaller sections are the answer.
            if self.wanted is not None:
                self.stopped = error.message
        return False

    def _decide_section(self, section: Section, most_states: int | None = None) -> None:
        """Find all lengths of a strip or a bar with at most `most_states` states."""
        if self._rules_out(section):
            self.strips[section] = DecidedStrip(section, self._no_lengths)
            return
        began, largest = time.perf_counter(), 0

        def tell(done: int, states: int, nbytes: int) -> None:
            nonlocal largest
            largest = max(largest, nbytes)
            part = f"of {section_words(section)}"
            report(
                StatesProgress(phase="strip", part=part, done=done, states=states, nbytes=nbytes)
            )

        strip = self._explore(section, most_states, tell)
        self._add_primes(section, strip)
        found, kept = strip.automaton, strip.lengths.parts
        self.strips[section] = DecidedStrip(
            section,
            strip.lengths,
            found.endless,
            found=found.found,
            states=found.states if kept else 0,
            seconds=time.perf_counter() - began,
            nbytes=largest,
        )

    #: The lengths of a strip that is ruled out.
    _no_lengths: ClassVar[Lengths | JointLengths] = Lengths(())

    @abstractmethod
    def _rules_out(self, section: Section) -> bool:
        """Return whether no side or edge can have one of these lengths."""

    def _explore(
        self, section: Section, most_states: int | None, progress: StripProgress
    ) -> StripLengths:
        """Return the lengths at which a strip or a bar can be tiled."""
        return StripLengths(
            explore(
                self.groups,
                section,
                max_memory=self.memory,
                most_states=most_states,
                progress=progress,
            )
        )

    @abstractmethod
    def _add_primes(self, section: Section, strip: StripLengths) -> None:
        """Keep a tiling for each length that is not a sum of smaller lengths."""

    def closed(self) -> bool:
        """Return whether the list is complete."""
        return False

    def _solve(
        self,
        board: str,
        pieces: Sequence[Piece],
        seconds: float,
        engine: EngineName = "auto",
        symmetric: Symmetric | None = None,
    ) -> Tiling | None:
        """Search for a tiling of one rectangle or box, and raise LimitError after `seconds`."""
        from tilewright.model.problem import Problem
        from tilewright.solving.search import solve

        how = f", symmetric under a {symmetric}" if symmetric else ""
        report(StatesProgress(phase="search", part=f"{board.rpartition(':')[2]}{how}"))
        problem = Problem(board, *pieces, turn=self.turn)
        return solve(problem, symmetric=symmetric, engine=engine, timeout=seconds)

    @property
    def _short_rounds(self) -> Iterator[tuple[int, float]]:
        """Rounds of one rectangle each, as many as the effort allows."""
        return itertools.repeat((1, self.effort.seconds), self.effort.searched)

    def _decide_in_rounds(
        self,
        left: Callable[[], Sequence[T]],
        ways: Sequence[Callable[[T, float], bool]],
        rounds: Iterator[tuple[int, float]],
        undecided: set[T],
    ) -> None:
        """Decide single rectangles in increasing order, until none is left or the rounds are over.

        `left` returns the open rectangles, and is called again after each decision. Each of the
        `ways` searches for a number of seconds and returns whether this decides the rectangle. A
        round consists of a number of rectangles and the seconds for each way. The remaining
        rectangles are stored in `undecided`.
        """
        settled: set[tuple[T, Any]] = set()
        while (open_ones := left()) and (size := next(rounds, None)) is not None:
            number, seconds = size
            for one in open_ones[:number]:
                for way in ways:
                    # A tiling found since then may have decided it.
                    if one not in open_ones or (one, way) in settled:
                        continue
                    check_time()
                    try:
                        decided = way(one, seconds)
                    except LimitError:
                        # Raise if it was the outer deadline.
                        check_time()
                        continue
                    settled.add((one, way))
                    if decided:
                        open_ones = left()
                if one in open_ones:
                    undecided.add(one)


class RectanglesSearch(SectionSearch[T_co]):
    """A search for the rectangles of one piece or of a set."""

    def __init__(
        self,
        images: Sequence[Polyomino],
        turn: Turn,
        widths: int | None,
        effort: Effort | None,
        groups: Sequence[Sequence[Polyomino]] = (),
    ) -> None:
        super().__init__(images, turn, widths, effort, groups)
        self.side: Side | None = None
        self.weights = area_weights(self.images)
        self.weighed = False

    def units(self) -> Sequence[Polyform]:
        """Return all orientations of the units of every tiling: tiles, or groups of tiles that
        always come together.
        """
        return self.images

    def examine_side(self, most_states: int) -> bool:
        """Examine a side more deeply than before, and return whether no rectangle exists."""
        first = 1 if self.side is None else self.side.depth[0] + 1
        depths = [(depth,) for depth in range(first, _DEEPEST + 1)]
        part = f"to depth {first} and more"
        self.side = self._explore_side(depths, most_states, part) or self.side
        self.complete = self.side is not None and not self.side.lengths
        return self.complete

    def _decide_widths(self) -> bool:
        """Examine a side, and then the widths in order. Return whether the list is complete."""
        if self.examine_side(self.effort.side_states[0]):
            return True
        self.weights = area_weights(self.units())
        return self._decide_sections(self._next_sections())

    def _next_sections(self) -> Iterator[Section]:
        while self.wanted is None or self.widths < self.wanted:
            yield (self.widths + 1,)

    def _rules_out(self, section: Section) -> bool:
        """Return whether this is the next width and no rectangle has such a side."""
        (width,) = section
        beyond = width > self.widths + 1
        return not beyond and self.side is not None and width not in self.side.lengths

    @property
    def widths(self) -> int:
        """The width up to which all widths are decided."""
        return next(width for width in itertools.count() if (width + 1,) not in self.strips)

    @property
    def beyond(self) -> tuple[int, ...]:
        """The decided widths beyond `widths`."""
        return tuple(sorted(width for (width,) in self.strips if width > self.widths))

    def closed(self) -> bool:
        """Return whether the list is complete, and keep the ending that leaves the fewest
        rectangles open.
        """
        if not self._find_ending() and not self.weighed:
            # Weights other than the area take time to find and make the steps longer.
            self.weights = find_weights(self.units())
            self.weighed = True
            self._find_ending()
        return self.complete

    @abstractmethod
    def _find_ending(self) -> bool:
        """Return whether the list is complete according to the current weights."""

    def _ending(
        self, tiled: NDArray[np.bool_], parts: NDArray[np.bool_], none: Collection[Rectangle]
    ) -> Ending | None:
        """Return the ending that leaves the fewest rectangles open, given the sizes that are tiled
        or may be cut off.
        """
        allowed, period, beginning = allowed_sizes(self.weights, self.side, self.effort.largest)
        # Sizes are periodic only beyond the bound.
        bound = max(self.widths, beginning - 1, *self.beyond, *(long for _, long in none), 0)
        return find_ending(tiled, parts, self.widths, allowed, period, bound, none, self.beyond)

    def _no_side(self) -> str:
        assert self.side is not None
        return self.side.obstruction()
