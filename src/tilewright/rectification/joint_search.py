"""The search for all rectangles that are tiled with every piece of a set.

A rectangle is prime here if no straight cut leaves one that is tiled with every piece and another that the set tiles with any of its
pieces. So there are two lists, of the rectangles for any pieces and of those for every piece, and both have to come to an end.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import Literal

import numpy as np

from tilewright.errors import RequestError
from tilewright.lattices.polyomino import Polyomino
from tilewright.lattices.symmetry import Turn
from tilewright.piece import Piece
from tilewright.rectification.answers import JointRectangles, JointWidth
from tilewright.rectification.closure import Closure, Ending, JointClosure, Rectangle, find_ending
from tilewright.rectification.invariants import allowed_sizes
from tilewright.rectification.joint_strips import JointStrip, explore_joint
from tilewright.rectification.lengths import JointLengths, Lengths
from tilewright.rectification.search import (
    Effort,
    RectanglesSearch,
    Settings,
    check_rectangle_piece,
    label_cells,
)
from tilewright.rectification.strips import Section, StripLengths
from tilewright.tiling import Tiling

__all__ = ["JointSearch"]

#: The most pieces: each doubles what a state can have used.
_PIECES = 8

_Which = Literal["any", "every"]


class JointSearch(RectanglesSearch[JointRectangles]):
    """A search for the rectangles with every piece of a set."""

    def __init__(self, pieces: Sequence[Piece | str], turn: Turn, settings: Settings) -> None:
        checked = [check_rectangle_piece(piece, turn) for piece in pieces]
        if not 2 <= len(checked) <= _PIECES:
            raise RequestError(
                f"rectangles with every piece are of a set of 2 to {_PIECES} pieces, not of {len(checked)}",
                where="both",
            )
        turns = {own for _, own in checked}
        if len(turns) > 1:
            raise RequestError("the pieces of a set turn alike: all free or all one-sided", where="turn")
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
        """Find out as much as the limits allow."""
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
                        self.primes[which][width, length] = self._tiling(own.tiling(length), width, length)
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

    def _tiling(self, tiles: Sequence[Sequence[tuple[int, ...]]], rows: int, columns: int) -> Tiling:
        """Return a tiling of a rectangle by tiles that are lists of cells: these say which piece each is."""
        tiles = sorted(sorted(cells) for cells in tiles)
        which = [
            next(i for i, own in enumerate(self.groups) if Polyomino(tuple(cells)) in own) for cells in tiles
        ]
        names = tuple(piece.name for piece in self.pieces)
        return Tiling(label_cells(tiles, (rows, columns)), np.array(which, dtype=np.int32), names)

    def _closures(self, size: int) -> dict[_Which, Closure | JointClosure]:
        parts = Closure(self.primes["any"], size)
        return {"any": parts, "every": JointClosure(self.primes["every"], parts)}

    def closed(self) -> bool:
        """Return whether what is known ends both lists; other weights are not tried before there is a rectangle."""
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

    def _open_if_few(self) -> Sequence[tuple[_Which, Rectangle]]:
        """Return the rectangles that are to be decided and were not tried, if that may come to an end soon."""
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
        pieces = [Piece(piece.polyomino, name=piece.name, least=least, most=None) for piece in self.pieces]
        found = self._solve(f"{pair[0]}x{pair[1]}", pieces, seconds)
        if found is None:
            self.none[which].add(pair)
        else:
            self.primes[which][pair] = self._tiling([cells for _, cells in found], *pair)
        return True

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
            return self._no_side()
        ruled = "; ".join(weights.text() for weights in self.weights)
        return f"{ending.text()} ({ruled})" if ruled else ending.text()
