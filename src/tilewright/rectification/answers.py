"""What is known about the rectangles that a piece or a set of pieces tiles, and the boxes that a solid piece fills."""

from __future__ import annotations

import itertools
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from math import prod
from typing import Any, ClassVar, Generic, Literal, TypeVar, cast

from tilewright.arguments import check_integer
from tilewright.errors import RequestError, UndecidedError
from tilewright.lattices.symmetry import Turn
from tilewright.piece import Piece
from tilewright.rectification.closure import Box, Closure, Ending, JointClosure, Rectangle, is_made_of
from tilewright.rectification.invariants import Pairs, Weights, is_allowed
from tilewright.rectification.lengths import JointLengths, Lengths
from tilewright.rectification.strips import Edge, Side
from tilewright.tiling import Tiling

__all__ = [
    "Bar",
    "Boxes",
    "JointRectangles",
    "JointWidth",
    "PieceAndPrimes",
    "Primes",
    "Rectangles",
    "StatesTaken",
    "Status",
    "Width",
    "cuts",
    "sections_of",
]

#: From the shortest to the longest.
Sides = TypeVar("Sides", bound=tuple[int, ...])
#: What is known of one rectangle or box: a tiling of it, a proof that there is none, or neither.
Status = Literal["tiled", "impossible", "open"]


def cuts(sides: Sides) -> Iterator[tuple[Sides, Sides]]:
    """Yield the two rectangles or boxes that each straight cut leaves.

    Examples
    --------
    >>> list(cuts((2, 3)))
    [((1, 3), (1, 3)), ((1, 2), (2, 2))]
    """
    for axis, side in enumerate(sides):
        rest = sides[:axis] + sides[axis + 1 :]
        for part in range(1, side // 2 + 1):
            one, other = sorted((part, *rest)), sorted((side - part, *rest))
            yield cast(Sides, tuple(one)), cast(Sides, tuple(other))


@dataclass(frozen=True, eq=False, kw_only=True)
class Primes(ABC, Generic[Sides]):
    """What is prime, and whether that is all.

    Attributes
    ----------
    turn : {"free", "one-sided"}
    primes : dict of tuple of int to Tiling
        What is tiled and what no straight cut divides into two that are, each with a tiling; sorted.
    complete : bool
        Whether they are proven to be all.
    """

    turn: Turn
    primes: dict[Sides, Tiling] = field(repr=False)
    complete: bool
    form: ClassVar[str] = "rectangle"
    verb: ClassVar[str] = "tiles"
    dimension: ClassVar[int] = 2

    @property
    @abstractmethod
    def name(self) -> str:
        """The name of the piece, or the names of the pieces."""

    def status(self, sides: Sides) -> Status:
        """Return what is known of a rectangle, or of a box.

        Parameters
        ----------
        sides : tuple of int
            In any order.

        Returns
        -------
        {"tiled", "impossible", "open"}
            ``"open"`` if neither a tiling nor a proof that there is none is known. A complete list leaves nothing open.

        Raises
        ------
        RequestError
            If these are no sides.
        """
        return self._status(self._checked(sides))

    def _checked(self, sides: Iterable[int]) -> Sides:
        """Return sides from the shortest to the longest."""
        if not isinstance(sides, Iterable) or len(listed := list(sides)) != self.dimension:
            raise RequestError(f"the sides of a {self.form} are {self.dimension} numbers, not {sides!r}")
        return cast(
            Sides, tuple(sorted(check_integer(side, f"a side of a {self.form}", 1) for side in listed))
        )

    @abstractmethod
    def _status(self, sides: Sides) -> Status:
        """Return what is known, given sides from the shortest to the longest."""

    def _part(self, sides: Sides) -> Status:
        """Return what is known of what a straight cut may leave beside another."""
        return self._status(sides)

    def __contains__(self, sides: Sides) -> bool:
        """Return whether a rectangle, or a box, is tiled.

        Raises
        ------
        UndecidedError
            If that is open; `status` says so without an error.
        RequestError
            If these are no sides.
        """
        status = self.status(sides)
        if status == "open":
            raise UndecidedError(
                f"it is open whether {self.name} {self.verb} a {self.form} of {'x'.join(map(str, sides))}: {self.because}"  # type: ignore[attr-defined]
            )
        return status == "tiled"

    @cached_property
    def unproven(self) -> tuple[Sides, ...]:
        """Those of `primes` that a straight cut may divide into two that are tiled: one of them, or both, are open."""
        if self.complete:
            return ()
        return tuple(
            sides
            for sides in self.primes
            if any(
                (self._status(one) != "impossible" and self._part(other) != "impossible")
                or (self._part(one) != "impossible" and self._status(other) != "impossible")
                for one, other in cuts(sides)
            )
        )

    @property
    def rectifiable(self) -> bool | None:
        """Whether anything is tiled; None if that is not known."""
        if self.primes:
            return True
        return False if self.complete else None

    def listed(self) -> str:
        """Return the primes as one says them."""
        return " ".join("x".join(map(str, sides)) for sides in self.primes) or "none"


@dataclass(frozen=True, eq=False, kw_only=True)
class PieceAndPrimes(Primes[Sides], ABC):
    """What is prime for one piece: the least of it are its orders.

    Attributes
    ----------
    piece : Piece
    form : str
        What its copies form, in the names of what is said about it: ``"rectangle"`` or ``"box"``.
    """

    piece: Piece

    @property
    def name(self) -> str:
        """The name of the piece."""
        return self.piece.name

    @property
    def order(self) -> int | None:
        """The least number of copies that form one; None if there is none, or it is not known."""
        return self.least(odd=False)[0]

    @property
    def odd_order(self) -> int | None:
        """The least odd number of copies that form one; None if there is none, or it is not known."""
        return self.least(odd=True)[0]

    def least(self, *, odd: bool) -> tuple[int | None, Sides | None]:
        """Return the least number of copies, an odd one if that is asked for, and the sides of what they form."""
        size = len(self.piece.polyomino)
        found = sorted((prod(sides) // size, sides) for sides in self.primes)
        for copies, sides in found:
            if copies % 2 or not odd:
                return (copies, sides) if self._sure(copies, odd=odd) else (None, None)
        return None, None

    def orders(self) -> dict[str, Any]:
        """Return the piece and its orders as JSON can hold them; numbers of copies are strings of digits."""
        told: dict[str, Any] = {
            "piece": self.piece.polyomino.text(),
            "name": self.name,
            "turn": self.turn,
            "rectifiable": self.rectifiable,
        }
        for word, odd in (("order", False), ("odd", True)):
            copies, sides = self.least(odd=odd)
            told["odd_order" if odd else "order"] = None if copies is None else str(copies)
            told[f"{word}_{self.form}"] = None if sides is None else list(sides)
        return told

    @abstractmethod
    def _sure(self, copies: int, *, odd: bool) -> bool:
        """Whether nothing of fewer copies can have been missed."""


@dataclass(frozen=True, kw_only=True)
class StatesTaken:
    """What it took to decide a strip or a bar.

    Attributes
    ----------
    found, states : int
        States that were reached, and that lie between two ends; 0 if it was ruled out before.
    seconds : float
    nbytes : int
        Bytes that the states took.
    """

    found: int = 0
    states: int = 0
    seconds: float = 0.0
    nbytes: int = 0

    def taken(self) -> dict[str, Any]:
        """Return what JSON can hold."""
        return {
            "states": str(self.states),
            "found": str(self.found),
            "seconds": round(self.seconds, 3),
            "bytes": self.nbytes,
        }


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


@dataclass(frozen=True)
class Bar(StatesTaken):
    """What is known about a bar of one section.

    Attributes
    ----------
    section : (int, int)
    lengths : Lengths
        All lengths at which it can be tiled.
    """

    section: tuple[int, int]
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
    def _lengths(self) -> dict[tuple[int, int], Lengths]:
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
        """All boxes with two sides of a product up to this are known: with a face of at most this many squares."""
        areas = itertools.count(1)
        return next(area for area in areas if not self._lengths.keys() >= set(sections_of(area))) - 1

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
        return "tiled" if is_made_of(sides, self.primes) else "open"

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


def sections_of(area: int) -> Iterator[tuple[int, int]]:
    """Yield the sections of an area."""
    for short in range(1, area + 1):
        if short * short <= area and area % short == 0:
            yield short, area // short
