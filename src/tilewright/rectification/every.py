"""Find all rectangles that are tiled with every piece of a set: one width after the other, until nothing is open.

A rectangle is prime here if no straight cut leaves one that is tiled with every piece and another that the set tiles with any of its
pieces. So there are two lists, of the rectangles for any pieces and of those for every piece, and both have to come to an end.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import Literal

import numpy as np

from tilewright.deadline import check_time
from tilewright.errors import LimitError, RequestError
from tilewright.lattices.polyomino import Polyomino
from tilewright.lattices.symmetry import Turn
from tilewright.piece import Piece
from tilewright.progress import StatesProgress
from tilewright.rectification.answer import JointRectangles, JointWidth
from tilewright.rectification.closure import Closure, Ending, JointClosure, Rectangle, find_ending
from tilewright.rectification.lengths import JointLengths, Lengths
from tilewright.rectification.listing import Effort, Finding, Listing, checked_piece
from tilewright.rectification.sizes import allowed_sizes
from tilewright.rectification.uses import explore_joint
from tilewright.tiling import Tiling

__all__ = ["begin_joint_rectangles", "find_joint_rectangles"]

#: So many pieces at most: each doubles what a state can have used.
_PIECES = 8

_Which = Literal["any", "every"]


def find_joint_rectangles(
    pieces: Sequence[Piece | str],
    *,
    turn: Turn = "free",
    widths: int | None = None,
    max_memory: int | None = None,
    timeout: float | None = None,
    progress: Callable[[StatesProgress], object] | None = None,
    effort: Effort | None = None,
) -> JointRectangles:
    """Do what `tilewright.rectangles` says with ``both=True``."""
    work = begin_joint_rectangles(
        pieces, turn=turn, widths=widths, max_memory=max_memory, progress=progress, effort=effort
    )
    work.within(timeout)
    return work.answer()


def begin_joint_rectangles(
    pieces: Sequence[Piece | str],
    *,
    turn: Turn = "free",
    widths: int | None = None,
    max_memory: int | None = None,
    progress: Callable[[StatesProgress], object] | None = None,
    effort: Effort | None = None,
) -> Finding[JointRectangles]:
    """Return the work that `tilewright.rectangles` does with ``both=True``."""
    checked = [checked_piece(piece, turn) for piece in pieces]
    if not 2 <= len(checked) <= _PIECES:
        raise RequestError(
            f"rectangles with every piece are of a set of 2 to {_PIECES} pieces, not of {len(checked)}",
            where="both",
        )
    turns = {own for _, own in checked}
    if len(turns) > 1:
        raise RequestError("the pieces of a set turn alike: all free or all one-sided", where="turn")
    return _Work([piece for piece, _ in checked], turns.pop(), widths, max_memory, progress, effort)


class _Work(Listing[JointRectangles]):
    """What is known so far."""

    def __init__(
        self,
        pieces: list[Piece],
        turn: Turn,
        widths: int | None,
        max_memory: int | None,
        progress: Callable[[StatesProgress], object] | None,
        effort: Effort | None,
    ) -> None:
        self.pieces = pieces
        self.groups: list[tuple[Polyomino, ...]] = []
        owner: dict[Polyomino, Piece] = {}
        for piece in pieces:
            assert isinstance(piece.polyomino, Polyomino)
            self.groups.append(piece.polyomino.orientations(turn))
            for image in self.groups[-1]:
                if image in owner:
                    raise RequestError(
                        f"{owner[image].name} and {piece.name} are the same piece", where="both"
                    )
            owner |= dict.fromkeys(self.groups[-1], piece)
        super().__init__(sorted(owner), turn, widths, max_memory, progress, (effort or Effort()).unsearched())
        self.strips: list[JointWidth] = []
        self.primes: dict[_Which, dict[Rectangle, Tiling]] = {"any": {}, "every": {}}
        self.none: dict[_Which, set[Rectangle]] = {"any": set(), "every": set()}
        self.endings: dict[_Which, Ending | None] = {"any": None, "every": None}
        self.undecided: set[tuple[_Which, Rectangle]] = set()

    def run(self) -> None:
        """Find out as much as the limits allow."""
        if not self._by_width():
            self._search()

    def _next_width(self, most_states: int | None) -> None:
        """Decide the next width."""
        width = self.widths + 1
        if self.side is not None and width not in self.side.lengths:
            self.strips.append(JointWidth(width, JointLengths(Lengths(()), ())))
            return
        with self._exploring(width) as explored:
            strip = explore_joint(
                self.groups,
                width,
                max_memory=self.memory,
                most_states=most_states,
                progress=explored.report,
            )
            closures = self._closures(
                max([width, *strip.parts.lengths.generators, *strip.lengths.generators])
            )
            for length in strip.parts.lengths.generators:
                if length >= width and not closures["any"].composite(width, length):
                    # Which piece a tile is, its cells say.
                    tiles = strip.parts.tiling(length)
                    self.primes["any"][width, length] = self._tiling(tiles, width, length)
            for length in strip.lengths.generators:
                if length >= width and not closures["every"].composite(width, length):
                    tiles = [cells for _, cells in strip.tiling(length)]
                    self.primes["every"][width, length] = self._tiling(tiles, width, length)
        walks = strip.walks
        self.strips.append(
            JointWidth(
                width,
                strip.lengths,
                found=walks.found,
                states=walks.states if strip.parts.lengths else 0,
                seconds=explored.seconds,
                nbytes=explored.largest,
            )
        )

    @property
    def widths(self) -> int:
        """All widths up to this are decided."""
        return len(self.strips)

    def _tiling(self, tiles: list[list[tuple[int, int]]], rows: int, columns: int) -> Tiling:
        """Return a tiling of a rectangle by tiles that are lists of cells."""
        labels = np.zeros((rows, columns), dtype=np.int32)
        tiles = sorted(sorted(cells) for cells in tiles)
        for number, cells in enumerate(tiles):
            labels[tuple(np.array(cells).T)] = number
        which = [
            next(i for i, own in enumerate(self.groups) if Polyomino(tuple(cells)) in own) for cells in tiles
        ]
        return Tiling(labels, np.array(which, dtype=np.int32), tuple(piece.name for piece in self.pieces))

    def _closures(self, size: int) -> dict[_Which, Closure | JointClosure]:
        parts = Closure(self.primes["any"], size)
        return {"any": parts, "every": JointClosure(self.primes["every"], parts)}

    def closed(self) -> bool:
        """Look whether what is known ends both lists; other weights are not looked for before there is a rectangle."""
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
            # Sizes repeat beyond the bound only.
            bound = max(widths, beginning - 1, *(long for _, long in none), 0)
            endings[which] = find_ending(made, parts, widths, allowed, period, bound, none)
        self.endings = endings
        self.complete = all(ending is not None and not ending.open for ending in endings.values())
        return self.complete

    def _search(self) -> None:
        """Decide single rectangles, the smallest first, until nothing is open or too much is."""
        tried = 0
        while self.primes["every"] and not self.closed():
            left = [
                (which, pair)
                for which, ending in self.endings.items()
                for pair in (ending.open if ending is not None else ())
                if (which, pair) not in self.undecided
            ]
            if not left or None in self.endings.values():
                return
            if len(left) > 8 * self.effort.searched or tried == self.effort.searched:
                return
            tried += 1
            self._decide(*left[0])

    def _decide(self, which: _Which, pair: Rectangle) -> None:
        """Decide one rectangle by a search."""
        from tilewright.problem import Problem
        from tilewright.search import solve

        self.report(StatesProgress(phase="search", part=f"{pair[0]}x{pair[1]}"))
        pieces = [
            Piece(piece.polyomino, name=piece.name, least=int(which == "every"), most=None)
            for piece in self.pieces
        ]
        try:
            found = solve(
                Problem(f"{pair[0]}x{pair[1]}", *pieces, turn=self.turn), timeout=self.effort.seconds
            )
        except LimitError:
            # Whose time was up, its own or that of all?
            check_time()
            self.undecided.add((which, pair))
            return
        if found is None:
            self.none[which].add(pair)
            return
        self.primes[which][pair] = self._tiling(
            [[(row, column) for row, column in cells] for _, cells in found], *pair
        )

    def answer(self) -> JointRectangles:
        """Return what is known."""
        closures = self._closures(
            max((long for primes in self.primes.values() for _, long in primes), default=1)
        )
        # What was found beyond the widths may be made of what was found later.
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
            assert self.side is not None
            what = "no corner can be filled" if not self.side.endless else "no side has both its corners"
            return f"{what}: looked at to a depth of {self.side.depth}, in {self.side.states:,} states"
        ruled = "; ".join(weights.text() for weights in self.weights)
        return f"{ending.text()} ({ruled})" if ruled else ending.text()
