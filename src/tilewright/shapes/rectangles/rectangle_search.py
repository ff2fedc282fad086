"""Search for all rectangles that one piece tiles."""

from __future__ import annotations

import contextlib
import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property, partial
from typing import TYPE_CHECKING, Literal

import numpy as np
from numpy.typing import NDArray

from tilewright.errors import MemoryLimitError, RequestError, TimeLimitError
from tilewright.model.piece import Piece
from tilewright.model.space.labels import number_tiles
from tilewright.model.space.lattice import Turn
from tilewright.model.space.polyform import Polyform, Polyomino
from tilewright.model.space.surface import is_flat_squares
from tilewright.model.tiling import Tiling
from tilewright.shapes.rectangles.answers import JointRectangles, Rectangles
from tilewright.shapes.rectangles.completeness import (
    Closure,
    Ending,
    Rectangle,
    is_divided,
    join_numbers,
)
from tilewright.shapes.rectangles.invariants import Pairs, allowed_sizes, find_pairs
from tilewright.shapes.rectangles.lengths import JointLengths, Lengths
from tilewright.shapes.rectangles.search import (
    Effort,
    RectanglesSearch,
    check_rectangle_piece,
    label_cells,
)
from tilewright.shapes.rectangles.strips import Section, StripLengths, StripProgress
from tilewright.system.work.deadline import Deadline, check_time

if TYPE_CHECKING:
    from tilewright.solving.search import EngineName, Symmetric

# Search for all rectangles that a set of pieces tiles using every piece.
#
# Such a rectangle is prime if no straight cut leaves one of this kind and one that the set tiles
# with any pieces. So there are two lists, one for any pieces and one for every piece, and both have
# to be complete.

#: The most pieces; each one doubles the number of states.
_PIECES = 8

_Which = Literal["any", "every"]


class JointSearch(RectanglesSearch[JointRectangles]):
    """A search for the rectangles that use every piece of a set."""

    _no_lengths = JointLengths(Lengths(()), ())

    def __init__(
        self,
        pieces: Sequence[Piece | str],
        turn: Turn,
        widths: int | None = None,
        effort: Effort | None = None,
    ) -> None:
        checked = [check_rectangle_piece(piece, turn) for piece in pieces]
        if not 2 <= len(checked) <= _PIECES:
            raise RequestError(
                f"a set must have 2 to {_PIECES} pieces, got {len(checked)}",
                where="both",
            )
        turns = {piece_turn for _, piece_turn in checked}
        if len(turns) > 1:
            raise RequestError(
                "all pieces of a set must have the same turn: free or one-sided", where="turn"
            )
        turn = turns.pop()
        self.pieces = [piece for piece, _ in checked]
        groups: list[tuple[Polyomino, ...]] = []
        owner: dict[Polyomino, Piece] = {}
        for piece in self.pieces:
            groups.append(piece.polyomino.orientations(turn))
            for image in groups[-1]:
                if image in owner:
                    raise RequestError(
                        f"{owner[image].name} and {piece.name} are the same piece", where="both"
                    )
            owner |= dict.fromkeys(groups[-1], piece)
        effort = (effort or Effort()).unsearched()
        super().__init__(sorted(owner), turn, widths, effort, groups)
        self.primes: dict[_Which, dict[Rectangle, Tiling]] = {"any": {}, "every": {}}
        self.none: dict[_Which, set[Rectangle]] = {"any": set(), "every": set()}
        self.endings: dict[_Which, Ending | None] = {"any": None, "every": None}
        self.undecided: set[tuple[_Which, Rectangle]] = set()

    def run(self) -> None:
        """Run the search."""
        if not self._decide_widths() and self.primes["every"]:
            self._decide_in_rounds(
                self._list_open_if_few, [self._decide_by_engine], self._short_rounds, self.undecided
            )

    def _explore(
        self, section: Section, most_states: int | None, progress: StripProgress
    ) -> StripLengths:
        parts = super()._explore(section, most_states, progress)
        automaton = parts.automaton
        if most_states is not None and automaton.states << automaton.pieces > most_states:
            raise MemoryLimitError(
                f"the strip of width {automaton.width} has more than {most_states:,} states, "
                "counting each set of used pieces separately"
            )
        return StripLengths(automaton, parts, self.memory)

    def _add_primes(self, section: Section, strip: StripLengths) -> None:
        (width,) = section
        strips: dict[_Which, StripLengths] = {"any": strip.parts, "every": strip}
        ends = [length for source in strips.values() for length in source.lengths.generators]
        closures = self._closures(max([width, *ends]))
        for which, source in strips.items():
            for length in source.lengths.generators:
                if length >= width and not closures[which].composite(width, length):
                    self.primes[which][width, length] = self._tiling(
                        source.tiling(length), width, length
                    )

    def _tiling(
        self, tiles: Sequence[Sequence[tuple[int, ...]]], rows: int, columns: int
    ) -> Tiling:
        """Return a tiling of a rectangle, given the cells of each tile."""
        tiles = sorted(sorted(cells) for cells in tiles)
        which = [
            next(
                i
                for i, group in enumerate(self.groups)
                if Polyomino(tuple(map(tuple, cells))) in group
            )
            for cells in tiles
        ]
        names = tuple(piece.name for piece in self.pieces)
        return Tiling(label_cells(tiles, (rows, columns)), np.array(which, dtype=np.int32), names)

    def _closures(self, size: int) -> dict[_Which, Closure]:
        parts = Closure(self.primes["any"], size)
        return {"any": parts, "every": Closure(self.primes["every"], size, parts=parts)}

    def closed(self) -> bool:
        """Return whether both lists are complete."""
        # Weights are searched only once there is a rectangle.
        return super().closed() if self.primes["every"] else self._find_ending()

    def _find_ending(self) -> bool:
        closures = self._closures(self.effort.largest)
        parts = closures["any"].table()
        self.endings = {
            "any": self._ending(parts, parts, self.none["any"]),
            "every": self._ending(closures["every"].table(), parts, self.none["every"]),
        }
        self.complete = all(
            ending is not None and not ending.open for ending in self.endings.values()
        )
        return self.complete

    def _list_open_if_few(self) -> Sequence[tuple[_Which, Rectangle]]:
        """Return the open rectangles that were not tried, unless there are too many."""
        if self.closed():
            return ()
        left: list[tuple[_Which, Rectangle]] = []
        for which, ending in self.endings.items():
            if ending is None:
                return ()
            left += [(which, pair) for pair in ending.open if (which, pair) not in self.undecided]
        return left if len(left) <= 8 * self.effort.searched else ()

    def _decide_by_engine(self, question: tuple[_Which, Rectangle], seconds: float) -> bool:
        """Decide one rectangle by a search."""
        which, pair = question
        least = int(which == "every")
        pieces = [
            Piece(piece.polyomino, name=piece.name, least=least, most=None) for piece in self.pieces
        ]
        tiling = self._solve(f"{pair[0]}x{pair[1]}", pieces, seconds)
        if tiling is None:
            self.none[which].add(pair)
        else:
            self.primes[which][pair] = self._tiling([cells for _, cells in tiling], *pair)
        return True

    def answer(self, stopped: str = "") -> JointRectangles:
        """Return the results so far."""
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
            strips=tuple(self.strips.values()),
            side=self.side,
            weights=tuple(self.weights),
            ending=self.endings["every"] if self.complete else None,
            any_ending=self.endings["any"] if self.complete else None,
            none=tuple(sorted(self.none["every"])),
            any_none=tuple(sorted(self.none["any"])),
            stopped=self.stopped or stopped,
        )

    def _because(self) -> str:
        ending = self.endings["every"]
        if not self.complete:
            return f"all rectangles with a side up to {self.widths} are known"
        if ending is None:
            return self._no_side()
        ruled = "; ".join(weights.text() for weights in self.weights)
        return ending.text(ruled)


#: A way to decide a rectangle in some seconds.
_Way = Callable[[Rectangle, float], bool]
#: Rectangles in the first round, if none was found and if some were; the growth of number and
#: seconds from round to round.
_FIRST_HUNTED, _FIRST_SEARCHED, _WIDER, _LONGER = 6, 20, 3, 3
#: The longest period for the proof that no rectangle has an odd number of copies.
_LONGEST_PERIOD = 2000


def has_clauses() -> bool:
    """Return True if a SAT solver is installed (the extra ``sat``)."""
    from importlib.util import find_spec

    return find_spec("pysat") is not None


class RectangleSearch(RectanglesSearch[Rectangles]):
    """A search for the rectangles of one piece. `known` tilings are verified when it runs."""

    def __init__(
        self,
        piece: Piece | str,
        turn: Turn,
        widths: int | None = None,
        effort: Effort | None = None,
        known: Iterable[Tiling] = (),
    ) -> None:
        piece, turn = check_rectangle_piece(piece, turn)
        super().__init__(piece.polyomino.orientations(turn), turn, widths, effort)
        self.piece, self.known = piece, known
        #: Why tiles come in pairs, if they do; found on demand.
        self.pairs: Pairs | None = None
        self.primes: dict[Rectangle, Tiling] = {}
        self.sure: set[bool] = set()
        self.none: set[Rectangle] = set()
        self.undecided: set[Rectangle] = set()
        self.ending: Ending | None = None
        #: The seconds spent on each strip beyond the decided widths.
        self.strip_seconds: dict[int, float] = {}

    @cached_property
    def _units(self) -> Sequence[Polyform]:
        self.pairs = find_pairs(self.piece.polyomino, self.turn)
        return self.images if self.pairs is None else self.pairs.images(self.turn)

    def units(self) -> Sequence[Polyform]:
        """Return all orientations of a tile, or of a pair if tiles come in pairs."""
        return self._units

    def add_known(self, tiling: Tiling) -> None:
        """Verify a tiling of a rectangle by the piece and keep it, or raise RequestError if it is
        wrong.
        """
        from tilewright.model.problem import Problem

        size = "x".join(map(str, tiling.shape))
        if not is_flat_squares(tiling) or tiling.labels.min(initial=0) < 0:
            raise RequestError(
                f"a known tiling ({size}) does not cover a rectangle of squares", where="known"
            )
        if faults := Tiling(tiling.labels).faults(
            Problem(size, self._unlimited_piece, turn=self.turn)
        ):
            raise RequestError(
                f"a known tiling ({size}) is not a tiling by {self.piece.name}: {faults[0]}",
                where="known",
            )
        self._add_prime(tiling.labels)

    def _add_prime(self, labels: NDArray[np.integer]) -> None:
        """Keep a rectangle, given its tiles with arbitrary numbers."""
        rows, columns = sorted(labels.shape)
        # Rotate, since transposing would reflect the piece.
        labels = number_tiles(labels if labels.shape[0] == rows else np.rot90(labels))
        self.primes[rows, columns] = Tiling(
            labels, np.zeros(labels.max() + 1, dtype=np.int32), (self.piece.name,)
        )

    @property
    def _unlimited_piece(self) -> Piece:
        """The piece with any number of copies."""
        return Piece(self.piece.polyomino, least=0, most=None)

    def run(self) -> None:
        """Run the search."""
        for tiling in self.known:
            self.add_known(tiling)
        if self._decide_widths() or (
            not self.primes and self.examine_side(self.effort.side_states[1])
        ):
            return
        effort = self.effort
        shortly = self._short_rounds
        if effort.search is None:
            self._run_for_seconds(effort.hunting[1], self._find_first)
            if self.primes:
                self._decide_in_rounds(
                    self._list_open_if_few, [self._decide_by_engine], shortly, self.undecided
                )
        else:
            self._run_for_seconds(effort.search, self._find_first, self._complete_list)
        if not self.complete:
            for odd in (False, True):
                self._prove_order(shortly, odd=odd)

    def _add_primes(self, section: Section, strip: StripLengths) -> None:
        (width,) = section
        closure = Closure(self.primes, max([width, *strip.lengths.generators]))
        for length in strip.lengths.generators:
            if length > self.widths and not closure.composite(width, length):
                self._add_prime(label_cells(strip.tiling(length), (width, length)))

    def closed(self) -> bool:
        """Return whether the list is complete, which requires at least one rectangle."""
        return bool(self.primes) and super().closed()

    def _find_ending(self) -> bool:
        table = Closure(self.primes, self.effort.largest).table()
        self.ending = self._ending(table, table, self.none)
        self.complete = self.ending is not None and not self.ending.open
        return self.complete

    def _list_open(self) -> Sequence[Rectangle]:
        """Return the rectangles that the best ending leaves open, or all that may be prime, in
        increasing order.
        """
        if self.closed():
            return ()
        if self.ending is not None:
            return self.ending.open
        table = Closure(self.primes, self.effort.largest).table()
        return self._list_allowed(~table)[: self.effort.hunted]

    def _list_open_if_few(self) -> Sequence[Rectangle]:
        """Return the open rectangles that were not tried, unless there are too many."""
        if self.closed() or self.ending is None:
            return ()
        left = [pair for pair in self.ending.open if pair not in self.undecided]
        return left if len(left) <= 8 * self.effort.searched else ()

    def _list_allowed(self, among: NDArray[np.bool_]) -> list[Rectangle]:
        """Return the rectangles in a table that may be tiled beyond the widths, in increasing
        order.
        """
        allowed, *_ = allowed_sizes(self.weights, self.side, len(among) - 1)
        left = np.triu(allowed & among)
        left[: self.widths + 1] = False
        decided = [width for width in self.beyond if width < len(left)]
        left[decided] = left[:, decided] = False
        pairs = [
            (short, long)
            for short, long in np.argwhere(left).tolist()
            if (short, long) not in self.none
        ]
        pairs.sort(key=lambda pair: (pair[0] * pair[1], pair))
        return pairs

    def _find_first(self) -> None:
        """If no rectangle was found, search for one beyond the decided widths."""
        if has_clauses():
            rounds = _grow_rounds(_FIRST_HUNTED, self.effort.hunting[0])
            self._decide_in_rounds(
                lambda: () if self.primes else self._list_open(),
                self._list_clause_ways(),
                rounds,
                self.undecided,
            )

    def _complete_list(self) -> None:
        """If a rectangle was found, decide others until the list is complete."""
        if self.primes:
            clauses = self._list_clause_ways() if has_clauses() else []
            rounds = _grow_rounds(_FIRST_SEARCHED, self.effort.seconds)
            self._decide_in_rounds(
                self._list_open,
                [self._decide_by_strip, self._decide_by_engine, *clauses],
                rounds,
                self.undecided,
            )

    def _run_for_seconds(self, seconds: float, *works: Callable[[], None]) -> None:
        """Run the functions in order until the time limit is reached."""
        if not seconds:
            return
        with contextlib.suppress(TimeLimitError), Deadline(seconds).holds():
            for work in works:
                work()
        # Raise if it was the outer deadline.
        check_time()

    def _list_clause_ways(self) -> list[_Way]:
        """Return searches with a SAT solver. Symmetric tilings are common and faster to find."""
        kinds: tuple[Symmetric | None, ...] = ("half-turn", None, "mirror")
        return [partial(self._decide_by_engine, engine="clauses", symmetric=kind) for kind in kinds]

    def _decide_by_engine(
        self,
        pair: Rectangle,
        seconds: float,
        engine: EngineName = "auto",
        symmetric: Symmetric | None = None,
    ) -> bool:
        """Search for a tiling of a rectangle, and return whether this decides it."""
        board = f"{pair[0]}x{pair[1]}"
        tiling = self._solve(board, [self._unlimited_piece], seconds, engine, symmetric)
        if tiling is not None:
            self._add_prime(tiling.labels)
        elif symmetric is None:
            self.none.add(pair)
        return tiling is not None or symmetric is None

    def _decide_by_strip(self, pair: Rectangle, seconds: float) -> bool:
        """Decide the strip as wide as one side of a rectangle. The side that more of the smallest
        open rectangles share is used.

        The strip decides all of these rectangles, so it gets the time of all of them. It also
        decides infinite families, such as 3x3, 3x5, 3x7, … for L-trominoes.
        """
        opened = [
            side for other in self._list_open()[:_FIRST_SEARCHED] for side in {*pair} & {*other}
        ]
        width = max(pair, key=lambda side: (opened.count(side), -side))
        seconds *= opened.count(width)
        if self.strip_seconds.get(width, 0) >= seconds:
            raise TimeLimitError(
                f"the strip of width {width} takes longer than {seconds:g} seconds"
            )
        self.strip_seconds[width] = seconds
        try:
            with Deadline(seconds).holds():
                self._decide_section((width,))
        except (RequestError, MemoryLimitError):
            # It is too wide for any amount of time.
            self.strip_seconds[width] = math.inf
            return False
        return True

    def _prove_order(self, rounds: Iterator[tuple[int, float]], *, odd: bool) -> None:
        """Decide the rectangles with fewer copies than the order, or the odd order."""

        def left() -> Sequence[Rectangle]:
            fewer = self._list_smaller(odd=odd) or ()
            enough = len(fewer) > self.effort.searched or not self.undecided.isdisjoint(fewer)
            return () if enough else fewer

        self._decide_in_rounds(left, [self._decide_by_engine], rounds, self.undecided)

    def _list_smaller(self, *, odd: bool) -> list[Rectangle] | None:
        """Return the undecided rectangles with fewer (odd) copies, or None if no rectangle is
        known.
        """
        cells = len(self.piece.polyomino)
        copies = [short * long // cells for short, long in self.primes]
        least = min((number for number in copies if number % 2 or not odd), default=None)
        if least is None:
            return None
        sides = np.arange(least * cells // (self.widths + 1) + 1)
        area = np.outer(sides, sides)
        wanted = area < least * cells
        return self._list_allowed(wanted & (area // cells % 2 == 1) if odd else wanted)

    def _all_even(self) -> bool:
        """Return whether the weights rule out every rectangle with an odd number of copies."""
        cells = len(self.piece.polyomino)
        period = math.lcm(2 * cells, *(weights.period for weights in self.weights))
        if period > _LONGEST_PERIOD:
            return False
        allowed, *_ = allowed_sizes(self.weights, None, period)
        area = np.outer(np.arange(period + 1), np.arange(period + 1))
        return not bool((allowed & (area % (2 * cells) == cells)).any())

    def answer(self, stopped: str = "") -> Rectangles:
        """Return the results so far."""
        primes = dict(sorted(self.primes.items()))
        if primes and self._all_even():
            self.sure.add(True)
        # A limit may have ended the search before it came to these.
        self.sure.update(odd for odd in (False, True) if self._list_smaller(odd=odd) == [])
        # A rectangle found early may be made of ones found later.
        closure = Closure(primes)
        primes = {pair: tiling for pair, tiling in primes.items() if not closure.composite(*pair)}
        return Rectangles(
            piece=self.piece,
            turn=self.turn,
            primes=primes,
            weakly_prime=tuple(pair for pair in primes if is_divided(pair, primes)),
            widths=self.widths,
            complete=self.complete,
            because=self._because(),
            strips=tuple(self.strips[section] for section in sorted(self.strips)),
            side=self.side,
            weights=tuple(self.weights),
            pairs=self.pairs if primes else None,
            ending=self.ending if self.complete else None,
            none=tuple(sorted(self.none)),
            sure=frozenset(self.sure),
            stopped=self.stopped or stopped,
        )

    def _because(self) -> str:
        if self.complete and not self.primes:
            return self._no_side()
        tile = "tile" if self.pairs is None else "pair"
        ruled = "; ".join(
            [
                *([] if self.pairs is None else [self.pairs.text()]),
                *(one.text(tile) for one in self.weights),
            ]
        )
        if self.complete:
            assert self.ending is not None
            return self.ending.text(ruled)
        more = f", or equal to {join_numbers(self.beyond)}," if self.beyond else ""
        return f"all rectangles with a side up to {self.widths}{more} are known"


def _grow_rounds(number: int, seconds: float) -> Iterator[tuple[int, float]]:
    """Yield rounds, each with the number of rectangles and the seconds for each method."""
    while True:
        yield number, seconds
        number, seconds = _WIDER * number, _LONGER * seconds
