"""What lists of rectangles, of one piece or of a set, are worked out with: pieces that can be asked for, and limits."""

from __future__ import annotations

import math
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Generic, TypeVar

from tilewright.arguments import check_integer
from tilewright.deadline import Deadline
from tilewright.errors import MemoryLimitError, PieceError, RequestError, TimeLimitError
from tilewright.lattices.polyomino import Polyomino
from tilewright.lattices.symmetry import Turn, check_turn
from tilewright.piece import Piece
from tilewright.progress import StatesProgress
from tilewright.rectification.sides import Side, look_at_side
from tilewright.rectification.strips import StripProgress
from tilewright.rectification.weights import area_weights, find_weights
from tilewright.system.memory import available_memory

__all__ = ["Effort", "Explored", "Finding", "Listing", "checked_piece"]

T_co = TypeVar("T_co", covariant=True)


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
        So many rectangles at most are searched one by one.
    seconds : float
        For each of them.
    hunted : int
        Where no rectangle was found: so many beyond the widths are searched for symmetric tilings and for any, the smallest
        first.
    hunting : (float, float)
        Seconds for each of these in the first round, and for all rounds.
    search : float or None
        Decide single rectangles beyond the widths for so many seconds in all, the smallest first, in rounds: more of them in each, and
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
        """Return the usual effort, but so many seconds of search beyond the widths.

        Raises
        ------
        RequestError
            If that is no number of seconds.
        """
        if seconds is not None and not 0 <= seconds < math.inf:
            raise RequestError(f"the seconds of search are at least 0, not {seconds}", where="search")
        return cls(search=seconds)

    def unsearched(self) -> Effort:
        """Return this effort, for what is not searched for a time that was asked for: sets of pieces, and boxes.

        Raises
        ------
        RequestError
            If seconds of search were asked for.
        """
        if self.search is not None:
            raise RequestError(
                "rectangles of one piece are searched for so many seconds, not those of a set together nor boxes",
                where="search",
            )
        return self


def checked_piece(piece: Piece | str, turn: Turn) -> tuple[Piece, Turn]:
    """Return a piece whose rectangles can be asked for, and how it turns.

    Raises
    ------
    PieceError, RequestError
        If they cannot.
    """
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


@dataclass
class Explored:
    """What it took to find the states of a strip.

    Attributes
    ----------
    report : callable
        What the strip calls with its progress.
    largest : int
        The most bytes that its states took.
    seconds : float
        Set at the end.
    """

    report: StripProgress
    largest: int = 0
    seconds: float = 0.0


class Finding(ABC, Generic[T_co]):
    """A list that is being worked out. Whatever stops it, `answer` returns what is known by then.

    Attributes
    ----------
    stopped : str
        What ended the work early; empty if nothing did.
    """

    def __init__(self) -> None:
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


class Listing(Finding[T_co]):
    """A list of rectangles, of one piece or of a set.

    Parameters
    ----------
    images : sequence of Polyomino
        All images that a tile may have.
    turn : {"free", "one-sided"}
    widths, max_memory, progress, effort
        As for `tilewright.rectangles`.
    """

    def __init__(
        self,
        images: Sequence[Polyomino],
        turn: Turn,
        widths: int | None,
        max_memory: int | None,
        progress: Callable[[StatesProgress], object] | None,
        effort: Effort | None,
    ) -> None:
        super().__init__()
        self.images, self.turn = tuple(images), turn
        self.wanted = (
            None if widths is None else check_integer(widths, "the greatest width", 1, where="widths")
        )
        self.memory = max_memory or available_memory() * 8 // 10
        self.report = progress or (lambda _: None)
        self.effort = effort or Effort()
        self.side: Side[int] | None = None
        self.weights = area_weights(self.images)
        self.weighed = False
        self.complete = False

    def together(self) -> Sequence[Polyomino]:
        """Return all images of what every tiling is made of: of tiles, or of several that always come together."""
        return self.images

    def look(self, most_states: int) -> bool:
        """Look at a side; return whether there is no rectangle."""
        first = 1 if self.side is None else self.side.depth + 1
        seen = look_at_side(
            self.images,
            most_states=most_states,
            max_memory=self.memory,
            first=first,
            progress=lambda done, found, nbytes: self.report(
                StatesProgress(
                    phase="side", part=f"to depth {first} and more", done=done, states=found, nbytes=nbytes
                )
            ),
        )
        if seen is not None:
            self.side = seen
        self.complete = self.side is not None and not self.side.lengths
        return self.complete

    def _by_width(self) -> bool:
        """Look at a side, then decide one width after the other; return whether the list is complete by that."""
        if self.look(self.effort.side_states[0]):
            return True
        self.weights = area_weights(self.together())
        most = None if self.wanted is not None else self.effort.strip_states
        try:
            while self.wanted is None or self.widths < self.wanted:
                self._next_width(most)
                if self.closed():
                    return True
        except (MemoryLimitError, RequestError) as error:
            # Nobody has asked for so wide a strip: what is narrower is the answer.
            if self.wanted is not None:
                self.stopped = error.message
        return False

    @property
    @abstractmethod
    def widths(self) -> int:
        """All widths up to this are decided."""

    @abstractmethod
    def _next_width(self, most_states: int | None) -> None:
        """Decide the next width, with at most so many states of the strip."""

    def closed(self) -> bool:
        """Look whether what is known ends the list; remember the ending that leaves least open."""
        if not self._ends() and not self.weighed:
            # Other weights than area take longer to find, and the steps with them are longer.
            self.weights = find_weights(self.together())
            self.weighed = True
            self._ends()
        return self.complete

    @abstractmethod
    def _ends(self) -> bool:
        """Look whether what is known ends the list, with the weights that there are."""

    @contextmanager
    def _exploring(self, width: int) -> Iterator[Explored]:
        """Return a context in which the states of a strip are found: progress, memory and time."""
        began = time.perf_counter()

        def report(done: int, found: int, nbytes: int) -> None:
            explored.largest = max(explored.largest, nbytes)
            self.report(
                StatesProgress(
                    phase="strip", part=f"of width {width}", done=done, states=found, nbytes=nbytes
                )
            )

        explored = Explored(report)
        yield explored
        explored.seconds = time.perf_counter() - began
