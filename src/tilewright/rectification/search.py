"""The search for all rectangles or boxes: proofs first, then one section after the other, then single ones, until nothing is open."""

from __future__ import annotations

import itertools
import math
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

from tilewright.arguments import check_integer
from tilewright.deadline import Deadline, check_time
from tilewright.errors import LimitError, MemoryLimitError, PieceError, RequestError, TimeLimitError
from tilewright.lattices.polyform import Polyform
from tilewright.lattices.polyomino import Polyomino
from tilewright.lattices.symmetry import Turn, check_turn
from tilewright.piece import Piece
from tilewright.progress import StatesProgress
from tilewright.rectification.invariants import area_weights, find_weights
from tilewright.rectification.strips import Depth, Section, Side, StripProgress, explore_sides
from tilewright.system.memory import available_memory
from tilewright.tiling import Tiling

if TYPE_CHECKING:
    from tilewright.search import EngineName, Symmetric

__all__ = [
    "Effort",
    "Explored",
    "RectanglesSearch",
    "SectionSearch",
    "Settings",
    "check_rectangle_piece",
    "label_cells",
    "no_corner",
]

T_co = TypeVar("T_co", covariant=True)
T = TypeVar("T")
#: The greatest depth to which sides are looked at.
_DEEPEST = 32


@dataclass(frozen=True)
class Effort:
    """How much is tried before a list is left open.

    Attributes
    ----------
    side_states : int
        States of a side that is looked at: first, and again where no rectangle was found.
    strip_states : int
        States of a strip, where it was not said how wide strips are looked at.
    largest : int
        The longest side up to which rectangles are looked at one by one.
    searched : int
        The most rectangles that are searched one by one.
    seconds : float
        For each of them.
    hunted : int
        Where no rectangle was found: the number of rectangles beyond the widths that are searched for symmetric tilings and for any, the
        smallest first.
    hunting : (float, float)
        Seconds for each of these in the first round, and for all rounds.
    search : float or None
        Decide single rectangles beyond the widths for this many seconds in all, the smallest first, in rounds: more of them in each, and
        longer, until the list is complete. None: `searched` of them for `seconds`, and as `hunting` says where no rectangle was found.
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
        """Return the usual effort, with this many seconds of search beyond the widths; RequestError if they are negative."""
        if seconds is not None and not 0 <= seconds < math.inf:
            raise RequestError(f"the seconds of search are at least 0, not {seconds}", where="search")
        return cls(search=seconds)

    def unsearched(self) -> Effort:
        """Return this effort for sets of pieces and boxes; RequestError if seconds of search were requested."""
        if self.search is not None:
            raise RequestError(
                "rectangles of one piece are searched for so many seconds, not those of a set together nor boxes",
                where="search",
            )
        return self


@dataclass(frozen=True)
class Settings:
    """How far a search goes: the largest widths (or sides), memory in bytes, who hears of the progress, and the effort."""

    widths: int | None = None
    max_memory: int | None = None
    progress: Callable[[StatesProgress], object] | None = None
    effort: Effort | None = None


def check_rectangle_piece(piece: Piece | str, turn: Turn) -> tuple[Piece, Turn]:
    """Return a piece whose rectangles can be requested, and how it turns; PieceError or RequestError if they cannot."""
    if isinstance(piece, str):
        piece = Piece.parse(piece, turn)
    elif not isinstance(piece, Piece):
        raise PieceError(f"a piece is a Piece or a word, not {piece!r}")
    turn = piece.turn or check_turn(turn)
    if turn == "fixed":
        raise RequestError(
            "the rectangles of a piece that does not turn are not the same lying and standing; turn is free or one-sided",
            where="turn",
        )
    if not isinstance(piece.polyomino, Polyomino):
        raise PieceError(
            "rectangles are for pieces of squares; solid pieces fill boxes (--boxes)", where=piece.name
        )
    if any(piece.marks):
        raise PieceError("a piece with marks fits only boards with marks", where=piece.name)
    return piece, turn


def label_cells(tiles: Iterable[Sequence[tuple[int, ...]]], shape: tuple[int, ...]) -> NDArray[np.int32]:
    """Return an array of the numbers of the tiles, each given by its cells."""
    labels = np.zeros(shape, dtype=np.int32)
    for number, cells in enumerate(tiles):
        labels[tuple(np.array(cells).T)] = number
    return labels


@dataclass
class Explored:
    """What it took to decide a strip or a bar; `report` hears of the progress."""

    report: StripProgress
    largest: int = 0
    seconds: float = 0.0


class SectionSearch(ABC, Generic[T_co]):
    """A list that is being worked out. Whatever stops it, `answer` returns what is known by then, and `stopped` says what it was."""

    #: What `Settings.widths` is called in errors, and the argument that is meant.
    bound = ("the greatest width", "widths")

    def __init__(self, images: Sequence[Polyform], turn: Turn, settings: Settings) -> None:
        self.images, self.turn = tuple(images), turn
        what, where = self.bound
        self.wanted = (
            None if settings.widths is None else check_integer(settings.widths, what, 1, where=where)
        )
        self.memory = settings.max_memory or available_memory() * 8 // 10
        self.report = settings.progress or (lambda _: None)
        self.effort = settings.effort or Effort()
        self.complete = False
        self.stopped = ""

    @abstractmethod
    def run(self) -> None:
        """Find out as much as the limits allow.

        It may be interrupted at any moment, by Ctrl-C too, so what is kept is true at any moment.
        """

    @abstractmethod
    def answer(self) -> T_co:
        """Return what is known so far. It never looks at the time, as that may be up."""

    def within(self, timeout: float | None) -> None:
        """Run, and stop after `timeout` seconds."""
        try:
            with Deadline(timeout).holds():
                self.run()
        except TimeLimitError as error:
            self.stopped = error.message

    def finish(self, timeout: float | None) -> T_co:
        """Run, and return what is known after `timeout` seconds at the latest."""
        self.within(timeout)
        return self.answer()

    def _look(self, depths: Iterable[Depth], most_states: int, part: str) -> Side[Depth] | None:
        """Look at a side of all rectangles, or at an edge of all boxes, with limits."""
        return explore_sides(
            self.images,
            depths,
            most_states=most_states,
            max_memory=self.memory,
            progress=lambda done, found, nbytes: self.report(
                StatesProgress(phase="side", part=part, done=done, states=found, nbytes=nbytes)
            ),
        )

    def _by_section(self, sections: Iterable[Section]) -> bool:
        """Decide one section after the other; return whether the list is complete by that."""
        most = None if self.wanted is not None else self.effort.strip_states
        try:
            for section in sections:
                self._decide_section(section, most)
                if self.closed():
                    return True
        except (MemoryLimitError, RequestError) as error:
            # Nobody has asked for so large a section: what is smaller is the answer.
            if self.wanted is not None:
                self.stopped = error.message
        return False

    @abstractmethod
    def _decide_section(self, section: Section, most_states: int | None) -> None:
        """Find all lengths of a strip or a bar, with at most `most_states` states."""

    def closed(self) -> bool:
        """Return whether what is known ends the list."""
        return False

    @contextmanager
    def _exploring(self, part: str) -> Iterator[Explored]:
        """Return a context in which the states of a strip are found: progress, memory and time."""
        began = time.perf_counter()

        def report(done: int, found: int, nbytes: int) -> None:
            explored.largest = max(explored.largest, nbytes)
            self.report(StatesProgress(phase="strip", part=part, done=done, states=found, nbytes=nbytes))

        explored = Explored(report)
        yield explored
        explored.seconds = time.perf_counter() - began

    def _solve(
        self,
        board: str,
        pieces: Sequence[Piece],
        seconds: float,
        engine: EngineName = "auto",
        symmetric: Symmetric | None = None,
    ) -> Tiling | None:
        """Search for a tiling of one rectangle or box; LimitError after `seconds`."""
        from tilewright.problem import Problem
        from tilewright.search import solve

        how = f", symmetric under a {symmetric}" if symmetric else ""
        self.report(StatesProgress(phase="search", part=f"{board.rpartition(':')[2]}{how}"))
        problem = Problem(board, *pieces, turn=self.turn)
        return solve(problem, symmetric=symmetric, engine=engine, timeout=seconds)

    @property
    def _shortly(self) -> Iterator[tuple[int, float]]:
        """Rounds of one rectangle each, as many as the effort says."""
        return itertools.repeat((1, self.effort.seconds), self.effort.searched)

    def _in_rounds(
        self,
        left: Callable[[], Sequence[T]],
        ways: Sequence[Callable[[T, float], bool]],
        rounds: Iterator[tuple[int, float]],
        undecided: set[T],
    ) -> None:
        """Decide single rectangles, the smallest first, until nothing is left or there is no other round.

        `left` returns what is to be decided, and is asked again whenever something was. Each of the `ways` searches for some seconds and
        returns whether that decides it: if not, more time will not, either. A round is how many of the smallest are looked at, and the
        seconds for each way. What no way has decided comes to the `undecided`.
        """
        settled: set[tuple[T, Any]] = set()
        while (open_ones := left()) and (size := next(rounds, None)) is not None:
            number, seconds = size
            for one in open_ones[:number]:
                for way in ways:
                    # What was found since then may have made it of others.
                    if one not in open_ones or (one, way) in settled:
                        continue
                    check_time()
                    try:
                        decided = way(one, seconds)
                    except LimitError:
                        # Was it the outer deadline?
                        check_time()
                        continue
                    settled.add((one, way))
                    if decided:
                        open_ones = left()
                if one in open_ones:
                    undecided.add(one)


class RectanglesSearch(SectionSearch[T_co]):
    """A search for the rectangles of one piece or of a set."""

    def __init__(self, images: Sequence[Polyomino], turn: Turn, settings: Settings) -> None:
        super().__init__(images, turn, settings)
        self.side: Side[int] | None = None
        self.weights = area_weights(self.images)
        self.weighed = False

    def together(self) -> Sequence[Polyform]:
        """Return all images of what every tiling is made of: of tiles, or of several that always come together."""
        return self.images

    def look(self, most_states: int) -> bool:
        """Look at a side, more deeply than before; return whether there is no rectangle."""
        first = 1 if self.side is None else self.side.depth + 1
        self.side = (
            self._look(range(first, _DEEPEST + 1), most_states, f"to depth {first} and more") or self.side
        )
        self.complete = self.side is not None and not self.side.lengths
        return self.complete

    def _by_width(self) -> bool:
        """Look at a side, then decide one width after the other; return whether the list is complete by that."""
        if self.look(self.effort.side_states[0]):
            return True
        self.weights = area_weights(self.together())
        return self._by_section(self._next_sections())

    def _next_sections(self) -> Iterator[Section]:
        while self.wanted is None or self.widths < self.wanted:
            yield (self.widths + 1,)

    def _rules_out(self, width: int) -> bool:
        """Return whether no rectangle has a side of this length."""
        return self.side is not None and width not in self.side.lengths

    @property
    @abstractmethod
    def widths(self) -> int:
        """All widths up to this are decided."""

    def closed(self) -> bool:
        """Return whether what is known ends the list; remember the ending that leaves least open."""
        if not self._ends() and not self.weighed:
            # Other weights than area take longer to find, and the steps with them are longer.
            self.weights = find_weights(self.together())
            self.weighed = True
            self._ends()
        return self.complete

    @abstractmethod
    def _ends(self) -> bool:
        """Return whether what is known ends the list, with the weights that there are."""

    def _no_side(self) -> str:
        """Say why there is no rectangle."""
        assert self.side is not None
        return no_corner(self.side, "side", str(self.side.depth))


def no_corner(side: Side[Any], what: str, depth: str) -> str:
    """Say why there is no rectangle, or no box."""
    why = "no corner can be filled" if not side.endless else f"no {what} has both its corners"
    return f"{why}: looked at to a depth of {depth}, in {side.states:,} states"
