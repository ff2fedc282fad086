"""Find all rectangles that a piece tiles: proofs first, then one width after the other, until nothing is open."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from tilewright.deadline import Deadline, check_time, current_deadline
from tilewright.errors import LimitError
from tilewright.lattices.polyomino import Polyomino
from tilewright.lattices.symmetry import Turn
from tilewright.piece import Piece
from tilewright.progress import StatesProgress
from tilewright.rectification.answer import Rectangles, Width
from tilewright.rectification.closure import Closure, Ending, Rectangle, find_ending
from tilewright.rectification.lengths import Lengths
from tilewright.rectification.listing import Effort, Listing, allowed_sizes, checked_piece
from tilewright.rectification.pinwheels import is_pinwheel
from tilewright.rectification.strips import StripLengths, explore
from tilewright.tiling import Tiling

if TYPE_CHECKING:
    from tilewright.search import EngineName, Symmetric

__all__ = ["find_rectangles"]

#: What tilings are searched of each rectangle where none was found: symmetric ones, of which there is less to decide, and any: where there
#: is none, that is often seen as soon.
_HUNTED: tuple[Symmetric | None, ...] = ("half turn", None, "mirror")
#: Rectangles in the first round, and how many times as many, and as many seconds for each, there are in the next.
_FIRST_HUNTED, _WIDER, _LONGER = 6, 3, 3
#: The longest period of what is ruled out that is looked at for rectangles of an odd number of copies.
_LONGEST_PERIOD = 2000


def has_clauses() -> bool:
    """Return whether there is a clause solver (the extra ``sat``)."""
    from importlib.util import find_spec

    return any(find_spec(solver) is not None for solver in ("pysat", "pycryptosat"))


def find_rectangles(
    piece: Piece | str,
    *,
    turn: Turn = "free",
    widths: int | None = None,
    max_memory: int | None = None,
    timeout: float | None = None,
    progress: Callable[[StatesProgress], object] | None = None,
    effort: Effort | None = None,
) -> Rectangles:
    """Do what `tilewright.rectangles` says."""
    piece, turn = checked_piece(piece, turn)
    work = _Work(piece, turn, widths, max_memory, progress, effort)
    work.within(timeout)
    return work.answer()


class _Work(Listing):
    """What is known so far."""

    def __init__(
        self,
        piece: Piece,
        turn: Turn,
        widths: int | None,
        max_memory: int | None,
        progress: Callable[[StatesProgress], object] | None,
        effort: Effort | None,
    ) -> None:
        assert isinstance(piece.polyomino, Polyomino)
        super().__init__(piece.polyomino.orientations(turn), turn, widths, max_memory, progress, effort)
        self.piece = piece
        self.strips: list[Width] = []
        self.primes: dict[Rectangle, Tiling] = {}
        self.tried = 0
        self.sure: set[bool] = set()
        self.none: set[Rectangle] = set()
        self.undecided: set[Rectangle] = set()
        self.ending: Ending | None = None

    def run(self) -> None:
        """Find out as much as the limits allow."""
        if self._by_width():
            return
        if not self.primes and (self.look(self.effort.side_states[1]) or not self._hunt()):
            return
        if not self.complete:
            self._search()

    def _next_width(self, most_states: int | None) -> None:
        """Decide the next width."""
        width = self.widths + 1
        if self.side is not None and width not in self.side.lengths:
            self.strips.append(Width(width, Lengths(())))
            return
        with self._exploring(width) as explored:
            walks = explore(
                self.images,
                width,
                max_memory=self.memory,
                most_states=most_states,
                progress=explored.report,
            )
            strip = StripLengths(walks)
            closure = Closure(self.primes, max([width, *strip.lengths.generators]))
            for length in strip.lengths.generators:
                if length >= width and not closure.composite(width, length):
                    self.primes[width, length] = _tiling(strip.tiling(length), width, length, self.piece)
        self.strips.append(
            Width(
                width,
                strip.lengths,
                walks.endless,
                found=walks.found,
                states=walks.states if strip.lengths else 0,
                seconds=explored.seconds,
                nbytes=explored.largest,
            )
        )

    @property
    def widths(self) -> int:
        """All widths up to this are decided."""
        return len(self.strips)

    def _allowed(self, size: int) -> tuple[NDArray[np.bool_], int, int]:
        return allowed_sizes(self.weights, self.side, size)

    def closed(self) -> bool:
        """Look whether what is known ends the list; before there is a rectangle, nothing does."""
        return bool(self.primes) and super().closed()

    def _ends(self) -> bool:
        allowed, period, beginning = self._allowed(self.effort.largest)
        # Sizes repeat beyond the bound only.
        bound = max(self.widths, beginning - 1, *(long for _, long in self.none), 0)
        made = Closure(self.primes, self.effort.largest).table()
        self.ending = find_ending(made, made, self.widths, allowed, period, bound, self.none)
        self.complete = self.ending is not None and not self.ending.open
        return self.complete

    def _hunt(self) -> bool:
        """Look for a tiling of a rectangle beyond the widths, the smallest first; return whether there is one.

        Many large tilings that are known are symmetric under a half turn or in a mirror, and these are found much sooner. How
        long one takes says little about its size, so each round looks at more rectangles, and longer at those that are left.
        """
        seconds, together = self.effort.hunting
        if not together or not has_clauses():
            return False
        allowed, *_ = self._allowed(self.effort.largest)
        sides = range(self.widths + 1, self.effort.largest + 1)
        pairs = [
            (short, long) for short in sides for long in sides[short - sides[0] :] if allowed[short, long]
        ]
        pairs.sort(key=lambda pair: (pair[0] * pair[1], pair))
        del pairs[self.effort.hunted :]
        left: list[tuple[Rectangle, Symmetric | None]] = []
        begun, more = 0, _FIRST_HUNTED
        with Deadline(together).holds():
            while (left or begun < len(pairs)) and not current_deadline().passed:
                left += [(pair, kind) for pair in pairs[begun:more] for kind in _HUNTED]
                begun, more = more, _WIDER * more
                again = []
                for pair, kind in left:
                    if current_deadline().passed:
                        break
                    if pair in self.none:
                        continue
                    how = f", symmetric under a {kind}" if kind else ""
                    self.report(StatesProgress(phase="search", part=f"{pair[0]}x{pair[1]}{how}"))
                    try:
                        found = self._solve(pair, seconds, kind, engine="clauses")
                    except LimitError:
                        again.append((pair, kind))
                        continue
                    if found is not None:
                        self.primes[pair] = found
                        return True
                    if kind is None:
                        self.none.add(pair)
                left, seconds = again, _LONGER * seconds
        # Whose time was up, its own or that of all?
        check_time()
        return False

    def _solve(
        self,
        pair: Rectangle,
        seconds: float,
        symmetric: Symmetric | None = None,
        engine: EngineName = "auto",
    ) -> Tiling | None:
        """Search for a tiling of one rectangle for some seconds; None if there is none.

        Raises
        ------
        LimitError
            If that is not known after a while.
        """
        from tilewright.problem import Problem
        from tilewright.search import solve

        problem = Problem(
            f"{pair[0]}x{pair[1]}", Piece(self.piece.polyomino, least=0, most=None), turn=self.turn
        )
        found = solve(problem, symmetric=symmetric, engine=engine, timeout=seconds)
        return None if found is None else Tiling(found.labels, found.piece, (self.piece.name,))

    def _search(self) -> None:
        """Decide single rectangles, the smallest first, until nothing is open or too much is."""
        while not self.closed() and self.ending is not None:
            left = [pair for pair in self.ending.open if pair not in self.undecided]
            if not left or len(left) > 8 * self.effort.searched or not self._decide(left[0]):
                break
        if not self.complete:
            for odd in (False, True):
                self._make_sure(odd=odd)

    def _make_sure(self, *, odd: bool) -> None:
        """Decide the rectangles of fewer copies than the least that is known: the order, or the odd order."""
        cells = len(self.piece.polyomino)
        copies = [short * long // cells for short, long in self.primes]
        least = min((number for number in copies if number % 2 or not odd), default=0)
        if not least:
            return
        allowed, *_ = self._allowed(self.effort.largest)
        sides = range(self.widths + 1, self.effort.largest + 1)
        open_ones = [
            (short, long)
            for short in sides
            for long in sides[short - self.widths - 1 :]
            if short * long < least * cells
            and allowed[short, long]
            and (short * long // cells % 2 or not odd)
            and (short, long) not in self.none
        ]
        open_ones.sort(key=lambda pair: (pair[0] * pair[1], pair))
        if len(open_ones) > self.effort.searched:
            return
        for pair in open_ones:
            if not self._decide(pair) or pair in self.undecided:
                return
            if pair in self.primes:
                break
        self.sure.add(odd)

    def _all_even(self) -> bool:
        """Look whether the weights leave only rectangles of an even number of copies: what they rule out repeats."""
        cells = len(self.piece.polyomino)
        period = math.lcm(2 * cells, *(weights.period for weights in self.weights))
        if period > _LONGEST_PERIOD:
            return False
        allowed, *_ = allowed_sizes(self.weights, None, period)
        area = np.outer(np.arange(period + 1), np.arange(period + 1))
        return not bool((allowed & (area % (2 * cells) == cells)).any())

    def _decide(self, pair: Rectangle) -> bool:
        """Search for a tiling of one rectangle; return False if enough was searched."""
        if self.tried >= self.effort.searched:
            return False
        self.tried += 1
        self.report(StatesProgress(phase="search", part=f"{pair[0]}x{pair[1]}"))
        try:
            found = self._solve(pair, self.effort.seconds)
        except LimitError:
            # Whose time was up, its own or that of all?
            check_time()
            self.undecided.add(pair)
            return True
        if found is None:
            self.none.add(pair)
        else:
            self.primes[pair] = found
        return True

    def answer(self) -> Rectangles:
        """Return what is known."""
        primes = dict(sorted(self.primes.items()))
        if primes and self._all_even():
            self.sure.add(True)
        if self.complete or self.undecided:
            closure = Closure(primes, max((long for _, long in primes), default=1))
            primes = {pair: tiling for pair, tiling in primes.items() if not closure.composite(*pair)}
        return Rectangles(
            piece=self.piece,
            turn=self.turn,
            primes=primes,
            pinwheels=tuple(pair for pair in primes if is_pinwheel(pair, primes)),
            widths=self.widths,
            complete=self.complete,
            because=self._because(),
            strips=tuple(self.strips),
            side=self.side,
            weights=tuple(self.weights),
            ending=self.ending if self.complete else None,
            none=tuple(sorted(self.none)),
            sure=frozenset(self.sure),
            stopped=self.stopped,
        )

    def _because(self) -> str:
        if self.complete and not self.primes:
            assert self.side is not None
            what = "no corner can be filled" if not self.side.endless else "no side has both its corners"
            return f"{what}: looked at to a depth of {self.side.depth}, in {self.side.states:,} states"
        ruled = "; ".join(weights.text() for weights in self.weights)
        if self.complete:
            assert self.ending is not None
            return f"{self.ending.text()} ({ruled})" if ruled else self.ending.text()
        return f"all rectangles with a side up to {self.widths} are known"


def _tiling(tiles: list[list[tuple[int, int]]], rows: int, columns: int, piece: Piece) -> Tiling:
    """Return a tiling of a rectangle by tiles that are lists of cells."""
    from tilewright.tiling import number_tiles

    labels = np.zeros((rows, columns), dtype=np.int32)
    for number, cells in enumerate(tiles):
        labels[tuple(np.array(cells).T)] = number
    return Tiling(number_tiles(labels), np.zeros(len(tiles), dtype=np.int32), (piece.name,))
