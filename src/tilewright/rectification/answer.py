"""Rectangles: what is known about the rectangles that a piece tiles, with a tiling of each prime one."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from tilewright.piece import Piece
from tilewright.rectification.closure import Closure, Ending, JointClosure, Rectangle
from tilewright.rectification.lengths import JointLengths, Lengths
from tilewright.rectification.pairs import Pairs
from tilewright.rectification.primes import PieceAndPrimes, Primes, Status
from tilewright.rectification.sides import Side
from tilewright.rectification.sizes import is_allowed
from tilewright.rectification.strips import StatesTaken
from tilewright.rectification.weights import Weights
from tilewright.tiling import Tiling

__all__ = ["JointRectangles", "JointWidth", "Rectangles", "Width"]


@dataclass(frozen=True)
class Width(StatesTaken):
    """What is known about a strip of one width.

    Attributes
    ----------
    width : int
    lengths : Lengths
        All lengths at which it can be tiled.
    endless : bool or None
        Whether a half strip of this width can be tiled; None if that was not looked at.
    """

    width: int
    lengths: Lengths
    endless: bool | None = None

    def to_json(self) -> dict[str, Any]:
        """Return what JSON can hold."""
        return {
            "width": self.width,
            **self.lengths.to_json(),
            "half_strip": self.endless,
            **self.taken(),
        }

    @classmethod
    def from_json(cls, value: dict[str, Any]) -> Width:
        """Return what `to_json` has returned."""
        return cls(
            value["width"],
            Lengths(tuple(value["generators"])),
            value["half_strip"],
            found=int(value["found"]),
            states=int(value["states"]),
            seconds=value["seconds"],
            nbytes=value["bytes"],
        )


@dataclass(frozen=True, eq=False, kw_only=True)
class Rectangles(PieceAndPrimes[Rectangle]):
    """The rectangles that a piece tiles.

    Attributes
    ----------
    piece : Piece
    turn : {"free", "one-sided"}
    primes : dict of (int, int) to Tiling
        Each rectangle (shorter side, longer side) that is tiled and that no straight cut divides into two that are, with a
        tiling; sorted. Where the list is open, `unproven` are those that may be made of smaller ones that are not known.
    pinwheels : tuple of (int, int)
        Those of them that are five smaller rectangles around each other: weakly prime.
    widths : int
        All rectangles with a side up to this are known.
    complete : bool
        Whether `primes` are proven to be all. If not, they are all with a side up to `widths`, and what was found beyond.
    because : str
        What that follows from.
    strips : tuple of Width
        What is known of each width up to `widths`, and of some beyond.
    side : Side or None
        What is known of the sides of all rectangles.
    weights : tuple of Weights
        What rules out sizes.
    pairs : Pairs or None
        Why tiles come in pairs, if they do; then the weights are those of pairs.
    ending : Ending or None
    none : tuple of (int, int)
        Single rectangles beyond these of which a search showed that they cannot be tiled.
    sure : frozenset of bool
        Whether all rectangles of fewer copies than the order (False) and the odd order (True) were decided one by one; True as well
        if no rectangle has an odd number of copies.
    stopped : str
        What ended the work before the list was complete, if a limit did.
    """

    pinwheels: tuple[Rectangle, ...]
    widths: int
    because: str
    strips: tuple[Width, ...] = field(repr=False)
    side: Side[int] | None = field(repr=False)
    weights: tuple[Weights, ...] = field(repr=False)
    pairs: Pairs | None = field(repr=False, default=None)
    ending: Ending | None = field(repr=False, default=None)
    none: tuple[Rectangle, ...] = field(repr=False, default=())
    sure: frozenset[bool] = field(repr=False, default=frozenset())
    stopped: str = ""

    @property
    def order_rectangle(self) -> Rectangle | None:
        """The rectangle of `order` copies."""
        return self.least(odd=False)[1]

    @property
    def odd_rectangle(self) -> Rectangle | None:
        """The rectangle of `odd_order` copies."""
        return self.least(odd=True)[1]

    @cached_property
    def _lengths(self) -> dict[int, Lengths]:
        return {strip.width: strip.lengths for strip in self.strips}

    @cached_property
    def _made(self) -> Closure:
        return Closure(self.primes, max((long for _, long in self.primes), default=1))

    def _status(self, sides: Rectangle) -> Status:
        for width, length in (sides, sides[::-1]):
            if width in self._lengths:
                return "tiled" if length in self._lengths[width] else "impossible"
        excluded = (self.complete and not self.primes) or sides in self.none
        if excluded or not is_allowed(self.weights, self.side, sides):
            return "impossible"
        short, long = sides if self.ending is None else self.ending.reduced(sides)
        made = self._made if long <= self._made.size else Closure(self.primes, long, short)
        if (short, long) in made:
            return "tiled"
        return "impossible" if self.complete else "open"

    def _known(self) -> str:
        return self.because

    def _sure(self, copies: int, *, odd: bool) -> bool:
        return (
            self.complete or odd in self.sure or (self.widths + 1) ** 2 >= copies * len(self.piece.polyomino)
        )

    @property
    def no_odd_order(self) -> bool:
        """Whether it is proven that no rectangle has an odd number of copies."""
        cells = len(self.piece.polyomino)
        return (self.complete or True in self.sure) and not any(
            short * long // cells % 2 for short, long in self.primes
        )

    @property
    def half_strip(self) -> bool | None:
        """Whether the piece tiles a half strip: a strip of some width that ends on one side."""
        if self.primes or any(strip.endless for strip in self.strips):
            return True
        # A half strip has a side between two corners.
        return False if self.side is not None and not self.side.lengths else None

    @property
    def bent_strip(self) -> bool | None:
        """Whether the piece tiles a bent strip: two half strips of one width that meet in a corner."""
        return True if self.half_strip else self._corner()

    @property
    def quadrant(self) -> bool | None:
        """Whether the piece tiles a quadrant."""
        return True if self.half_strip else self._corner()

    def _corner(self) -> bool | None:
        return False if self.side is not None and not self.side.endless else None

    def __repr__(self) -> str:
        return f"<Rectangles of {self.name}: {self.listed()}; {self.because}>"

    def to_json(self) -> dict[str, Any]:
        """Return what JSON can hold, without the tilings."""
        return {
            **self.orders(),
            "no_odd_order": self.no_odd_order,
            "primes": [list(rectangle) for rectangle in self.primes],
            "weakly_prime": [list(rectangle) for rectangle in self.pinwheels],
            "unproven": [list(rectangle) for rectangle in self.unproven],
            "complete": self.complete,
            "because": self.because,
            "widths": self.widths,
            "pairs": None if self.pairs is None else self.pairs.to_json(),
            "half_strip": self.half_strip,
            "bent_strip": self.bent_strip,
            "quadrant": self.quadrant,
            "strips": [strip.to_json() for strip in self.strips],
            "stopped": self.stopped or None,
        }


@dataclass(frozen=True)
class JointWidth(StatesTaken):
    """What is known about a strip of one width and a set of pieces.

    Attributes
    ----------
    width : int
    lengths : JointLengths
        The lengths at which it is tiled with every piece; `lengths.parts` are those with any pieces.
    """

    width: int
    lengths: JointLengths

    def to_json(self) -> dict[str, Any]:
        """Return what JSON can hold."""
        return {
            "width": self.width,
            "generators": list(self.lengths.generators),
            "any_generators": list(self.lengths.parts.generators),
            **self.taken(),
        }


@dataclass(frozen=True, eq=False, kw_only=True)
class JointRectangles(Primes[Rectangle]):
    """The rectangles that are tiled with every piece of a set, any number of each.

    Attributes
    ----------
    pieces : tuple of Piece
    turn : {"free", "one-sided"}
    primes : dict of (int, int) to Tiling
        Each rectangle (shorter side, longer side) that is tiled with every piece, and that no straight cut divides into such a
        one and one that any of the pieces tile; with a tiling; sorted.
    any_primes : dict of (int, int) to Tiling
        The prime rectangles where not every piece has to be used.
    widths : int
        All rectangles with a side up to this are known.
    complete : bool
        Whether both lists are proven to have all. If not, they have all with a side up to `widths`, and what was found beyond.
    because : str
        What that follows from.
    strips : tuple of JointWidth
        What is known of each width up to `widths`.
    side : Side or None
        What is known of the sides of all rectangles.
    weights : tuple of Weights
        What rules out sizes.
    ending, any_ending : Ending or None
        Why there are no others.
    none, any_none : tuple of (int, int)
        Single rectangles beyond `widths` of which a search showed that they cannot be tiled with every piece, or at all.
    stopped : str
        What ended the work before the lists were complete, if a limit did.
    """

    pieces: tuple[Piece, ...]
    any_primes: dict[Rectangle, Tiling] = field(repr=False)
    widths: int
    because: str
    strips: tuple[JointWidth, ...] = field(repr=False)
    side: Side[int] | None = field(repr=False)
    weights: tuple[Weights, ...] = field(repr=False)
    ending: Ending | None = field(repr=False, default=None)
    any_ending: Ending | None = field(repr=False, default=None)
    none: tuple[Rectangle, ...] = field(repr=False, default=())
    any_none: tuple[Rectangle, ...] = field(repr=False, default=())
    stopped: str = ""

    verb = "tile"

    @property
    def name(self) -> str:
        """The names of the pieces, as one says them."""
        *names, last = (piece.name for piece in self.pieces)
        return f"{', '.join(names)} and {last}"

    @property
    def smallest(self) -> Rectangle | None:
        """The rectangle of least area; None if there is none, or a smaller one may have been missed."""
        least = min(self.primes, key=lambda pair: (pair[0] * pair[1], pair), default=None)
        if least is None or not (self.complete or (self.widths + 1) ** 2 >= least[0] * least[1]):
            return None
        return least

    @cached_property
    def _lengths(self) -> dict[int, JointLengths]:
        return {strip.width: strip.lengths for strip in self.strips}

    @cached_property
    def _made(self) -> tuple[Closure, JointClosure]:
        return self._closures(
            max((long for primes in (self.primes, self.any_primes) for _, long in primes), default=1)
        )

    def _closures(self, size: int, widths: int | None = None) -> tuple[Closure, JointClosure]:
        parts = Closure(self.any_primes, size, widths)
        return parts, JointClosure(self.primes, parts)

    def _status(self, sides: Rectangle) -> Status:
        return self._found(sides, every=True)

    def _part(self, sides: Rectangle) -> Status:
        return self._found(sides, every=False)

    def _found(self, sides: Rectangle, *, every: bool) -> Status:
        """Return what is known of a rectangle that is tiled with every piece, or with any of them."""
        for width, length in (sides, sides[::-1]):
            if width in self._lengths:
                lengths = self._lengths[width] if every else self._lengths[width].parts
                return "tiled" if length in lengths else "impossible"
        none = {*self.any_none, *(self.none if every else ())}
        excluded = self.complete and not (self.primes if every else self.any_primes)
        if excluded or sides in none or not is_allowed(self.weights, self.side, sides):
            return "impossible"
        ending = self.ending if every else self.any_ending
        short, long = sides if ending is None else ending.reduced(sides)
        parts, joint = self._made if long <= self._made[0].size else self._closures(long, short)
        if (short, long) in (joint if every else parts):
            return "tiled"
        return "impossible" if self.complete else "open"

    def _known(self) -> str:
        return self.because

    def __repr__(self) -> str:
        return f"<JointRectangles of {self.name}: {self.listed()}; {self.because}>"

    def to_json(self) -> dict[str, Any]:
        """Return what JSON can hold, without the tilings."""
        return {
            "pieces": [piece.polyomino.text() for piece in self.pieces],
            "names": [piece.name for piece in self.pieces],
            "turn": self.turn,
            "rectifiable": self.rectifiable,
            "smallest": None if self.smallest is None else list(self.smallest),
            "primes": [list(rectangle) for rectangle in self.primes],
            "any_primes": [list(rectangle) for rectangle in self.any_primes],
            "unproven": [list(rectangle) for rectangle in self.unproven],
            "complete": self.complete,
            "because": self.because,
            "widths": self.widths,
            "strips": [strip.to_json() for strip in self.strips],
            "stopped": self.stopped or None,
        }
