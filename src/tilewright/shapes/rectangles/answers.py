"""The answers: the prime rectangles of a piece or a set of pieces, and the prime boxes of a solid
piece.
"""

from __future__ import annotations

import itertools
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from math import lcm, prod
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Literal, TypeVar, cast

import numpy as np

from tilewright.errors import NoTilingError, RequestError, UndecidedError
from tilewright.model.answer import Answer
from tilewright.model.piece import Piece
from tilewright.model.space.lattice import Turn
from tilewright.model.space.polyform import Polyomino
from tilewright.model.tiling import Tiling
from tilewright.shapes.rectangles.completeness import (
    Box,
    Closure,
    Ending,
    Rectangle,
    is_divided,
    is_made_of,
)
from tilewright.shapes.rectangles.invariants import Pairs, Weights, is_allowed
from tilewright.shapes.rectangles.lengths import JointLengths, Lengths
from tilewright.shapes.rectangles.strips import Section, Side
from tilewright.system.values.arguments import check_integer
from tilewright.system.values.svg_repr import picture_of

if TYPE_CHECKING:
    from tilewright.drawing import Picture


#: In ascending order.
Sides = TypeVar("Sides", bound=tuple[int, ...])
#: The lengths for one piece, or for a set.
AnyLengths = TypeVar("AnyLengths", Lengths, JointLengths)
#: Prime rectangles in one picture, and cells of the largest.
_DRAWN, _DRAWN_CELLS = 40, 20_000
#: Primes in a row of a table.
_IN_A_ROW = 6
#: Whether a rectangle or box has a tiling, or a proof that it has none.
Status = Literal["tiled", "impossible", "open"]


def cuts(sides: Sides) -> Iterator[tuple[Sides, Sides]]:
    """Yield the two rectangles or boxes on either side of each straight cut.

    >>> list(cuts((2, 3)))
    [((1, 3), (1, 3)), ((1, 2), (2, 2))]
    """
    for axis, side in enumerate(sides):
        rest = sides[:axis] + sides[axis + 1 :]
        for part in range(1, side // 2 + 1):
            one, other = sorted((part, *rest)), sorted((side - part, *rest))
            yield cast(Sides, tuple(one)), cast(Sides, tuple(other))


def section_words(section: Section) -> str:
    """Return a section as text, such as ``width 2`` or ``section 2x4``."""
    return f"{'section' if len(section) > 1 else 'width'} {size_words(section)}"


def size_words(sides: tuple[int, ...]) -> str:
    """Return sides as text, such as ``2x4``."""
    return "x".join(map(str, sides))


@dataclass(frozen=True, eq=False, kw_only=True)
class Primes(Answer, Generic[Sides]):
    """A list of prime rectangles or boxes with their tilings, and whether the list is complete."""

    turn: Turn
    primes: dict[Sides, Tiling] = field(repr=False)
    complete: bool
    #: Used in sentences and JSON keys.
    form: ClassVar[str] = "rectangle"
    forms: ClassVar[str] = "rectangles"
    verb: ClassVar[str] = "tiles"
    #: The claims about a strip, a tiling and the list, and the attribute up to which it is known.
    _claims: ClassVar[tuple[str, str, str, str]] = ("width", "tiling", "primes", "widths")
    dimension: ClassVar[int] = 2

    @property
    @abstractmethod
    def name(self) -> str:
        """The name of the piece, or the names of the pieces."""

    @abstractmethod
    def certificate(self) -> Iterator[dict[str, Any]]:
        """Yield the claims about the piece or the set, each as a dict for JSON.

        The last claim lists the primes; the claims before it prove that the list is correct. The
        schema is in `docs/reference/certificates.md`.

        Examples
        --------
        >>> from tilewright.shapes.rectangles import rectangles
        >>> for claim in rectangles("X5").certificate():
        ...     print(claim)
        {'claim': 'piece', 'piece': '.#/###/.#', 'name': 'X5', 'turn': 'free'}
        {'claim': 'side', 'depth': 2, 'lengths': [], 'endless': False}
        {'claim': 'primes', 'rectangles': [], 'complete': True, 'widths': 0, 'order': None, 'odd_order': None, 'no_odd_order': True}
        """  # noqa: E501

    def status(self, sides: Sides) -> Status:
        """Return the status of a rectangle or a box.

        Parameters
        ----------
        sides : tuple of int
            The sides, in any order.

        Returns
        -------
        {"tiled", "impossible", "open"}
            ``"open"`` means that neither a tiling nor a proof of impossibility is known. It is
            never returned if the list is complete.

        Raises
        ------
        RequestError
            If `sides` has the wrong length, or a side is not a positive integer.
        """
        return self._status(self._sort_sides(sides))

    def __str__(self) -> str:
        summary = (
            f"prime {self.forms} {self.listed()}" if self.primes else f"no {self.form} is known"
        )
        return f"{self.name}: {summary}{', and no others' if self.complete and self.primes else ''}; {self.because}"  # type: ignore[attr-defined]  # noqa: E501

    def text(self) -> str:
        """Return the results as lines, as printed by ``tilewright rectangles``."""
        because: str = self.because  # type: ignore[attr-defined]
        if self.rectifiable is False:
            return f"{self.name} {self._describe_none()}: {because}"
        if self.rectifiable is None:
            return f"{self.name}: {self._describe_open(because)}"
        primes = f"prime {self.forms}: {self.listed()}"
        return "\n".join(
            [
                self._headline(),
                primes,
                *self._notes(),
                f"{'complete: ' if self.complete else ''}{because}",
            ]
        )

    def _describe_none(self) -> str:
        return f"{self.verb} no {self.form}"

    def _describe_open(self, because: str) -> str:
        return f"{because}; larger {self.forms} may exist"

    @abstractmethod
    def _headline(self) -> str:
        """Return the first of several lines."""

    def _notes(self) -> list[str]:
        """Return lines about the primes, here about rectangles or boxes that may not be prime."""
        sizes = " ".join(map(size_words, self.unproven))
        return (
            [f"rectangles that may not be prime, because smaller ones are undecided: {sizes}"]
            if sizes
            else []
        )

    def _sort_sides(self, sides: Iterable[int]) -> Sides:
        """Return the sides in ascending order."""
        if not isinstance(sides, Iterable) or len(entries := list(sides)) != self.dimension:
            raise RequestError(f"a {self.form} has {self.dimension} sides, got {sides!r}")
        return cast(
            Sides,
            tuple(sorted(check_integer(side, f"a side of a {self.form}", 1) for side in entries)),
        )

    @property
    @abstractmethod
    def _strips(self) -> Iterable[DecidedStrip[Any]]:
        """The decided strips or bars."""

    @cached_property
    def _lengths(self) -> dict[Section, Any]:
        return {strip.section: strip.lengths for strip in self._strips}

    def _status(self, sides: Sides, *, every: bool = True) -> Status:
        """Return the status for ascending sides, with every piece of a set or with any pieces."""
        for axis in reversed(range(self.dimension)):
            lengths = self._lengths.get(sides[:axis] + sides[axis + 1 :])
            if lengths is not None:
                tiled = sides[axis] in (lengths if every else lengths.parts)
                return "tiled" if tiled else "impossible"
        if self._rules_out(sides, every=every):
            return "impossible"
        if self._is_made(sides, every=every):
            return "tiled"
        return "impossible" if self.complete else "open"

    @abstractmethod
    def _rules_out(self, sides: Sides, *, every: bool) -> bool:
        """Return whether it is known without a search that there is no tiling."""

    @abstractmethod
    def _is_made(self, sides: Sides, *, every: bool) -> bool:
        """Return whether the known rectangles or boxes form a given one."""

    def __contains__(self, sides: Sides) -> bool:
        """Return whether a rectangle or a box can be tiled.

        Raises
        ------
        UndecidedError
            If the answer is open. Use `status` to avoid the error.
        RequestError
            If `sides` has the wrong length, or a side is not a positive integer.
        """
        status = self.status(sides)
        if status == "open":
            raise UndecidedError(
                f"it is not known whether {self.name} {self.verb} a {self.form} of "
                f"{size_words(sides)}: {self.because}"  # type: ignore[attr-defined]
            )
        return status == "tiled"

    @cached_property
    def unproven(self) -> tuple[Sides, ...]:
        """The listed rectangles or boxes that may not be prime, because a cut may divide them into
        two that are still open.
        """
        if self.complete:
            return ()

        def possible(sides: Sides, *, every: bool) -> bool:
            return self._status(sides, every=every) != "impossible"

        return tuple(
            sides
            for sides in self.primes
            if any(
                (possible(one, every=True) and possible(other, every=False))
                or (possible(one, every=False) and possible(other, every=True))
                for one, other in cuts(sides)
            )
        )

    @property
    def rectifiable(self) -> bool | None:
        """Whether the list is not empty, or None if it is empty and not complete."""
        if self.primes:
            return True
        return False if self.complete else None

    def listed(self) -> str:
        """Return the list as text, such as ``2x4 3x8``."""
        return " ".join(map(size_words, self.primes)) or "none"


@dataclass(frozen=True, eq=False, kw_only=True)
class PieceAndPrimes(Primes[Sides], ABC):
    """A list of primes for one piece. The smallest primes give the orders."""

    piece: Piece

    @property
    def name(self) -> str:
        """The name of the piece."""
        return self.piece.name

    def _piece_claim(self, **lattice: str) -> dict[str, Any]:
        piece = {"piece": self.piece.polyomino.text(), "name": self.name, "turn": self.turn}
        return {"claim": "piece", **lattice, **piece}

    def _order_fields(self) -> dict[str, str | None]:
        """Return the orders as strings of digits, or None for an order that does not exist or is
        unknown.
        """
        orders = {"order": self.order, "odd_order": self.odd_order}
        return {name: None if order is None else str(order) for name, order in orders.items()}

    @property
    def order(self) -> int | None:
        """The smallest number of copies that tile a rectangle or fill a box; None if it does not
        exist or is unknown.
        """
        return self.least(odd=False)[0]

    @property
    def odd_order(self) -> int | None:
        """The smallest odd number of such copies; None if it does not exist or is unknown."""
        return self.least(odd=True)[0]

    def least(self, *, odd: bool) -> tuple[int | None, Sides | None]:
        """Return the smallest number of copies (odd if requested) and the sides of their rectangle
        or box, or (None, None) if unknown.
        """
        size = len(self.piece.polyomino)
        candidates = sorted((prod(sides) // size, sides) for sides in self.primes)
        for copies, sides in candidates:
            if copies % 2 or not odd:
                return (copies, sides) if self._is_proven(copies, odd=odd) else (None, None)
        return None, None

    def orders(self) -> dict[str, Any]:
        """Return the piece and its orders for JSON. Numbers of copies are strings of digits."""
        fields: dict[str, Any] = {
            "piece": self.piece.polyomino.text(),
            "name": self.name,
            "turn": self.turn,
            "rectifiable": self.rectifiable,
        }
        for word, odd in (("order", False), ("odd", True)):
            copies, sides = self.least(odd=odd)
            fields["odd_order" if odd else "order"] = None if copies is None else str(copies)
            fields[f"{word}_{self.form}"] = None if sides is None else list(sides)
        return fields

    @property
    @abstractmethod
    def no_odd_order(self) -> bool:
        """Whether it is proven that no odd number of copies works."""

    def row(self) -> str:
        """Return the results as one line of a table."""
        because: str = self.because  # type: ignore[attr-defined]
        name = f"{self.name:<14}"
        if self.rectifiable is False:
            return f"{name} {self._describe_none()}: {because}"
        if self.rectifiable is None:
            return f"{name} open: {because}"
        order = f"order {self.order}" if self.order else "order open"
        odd = f"odd order {self.odd_order or ('none' if self.no_odd_order else 'open')}"
        primes = [size_words(sides) for sides in self.primes]
        sizes = " ".join(primes[:_IN_A_ROW]) + (" …" if len(primes) > _IN_A_ROW else "")
        how = "complete" if self.complete else self._describe_decided()
        what = "found" if self.unproven else "prime"
        return f"{name} {order:<10} {odd:<14} {len(primes):>3} {what}, {how}: {sizes}"

    @abstractmethod
    def _describe_decided(self) -> str:
        """Return a phrase for the decided sizes."""

    def _headline(self) -> str:
        order, least = self.least(odd=False)
        order_text = f"order {order} ({size_words(least)})" if least else "order open"
        odd_order, least_odd = self.least(odd=True)
        if least_odd:
            odd = f"odd order {odd_order} ({size_words(least_odd)})"
        else:
            odd = "no odd order" if self.no_odd_order else "odd order open"
        return f"{self.name}: {order_text}, {odd}"

    @abstractmethod
    def _is_proven(self, copies: int, *, odd: bool) -> bool:
        """Whether it is certain that no smaller number of copies was missed."""


@dataclass(frozen=True)
class DecidedStrip(Generic[AnyLengths]):
    """The lengths at which a strip of one width or a bar of one cross section can be tiled.

    `endless` says whether a half strip can be tiled (None if unknown). The other values are the
    numbers of states found and kept (0 if ruled out earlier), the seconds, and the bytes.
    """

    section: Section
    lengths: AnyLengths
    endless: bool | None = None
    found: int = 0
    states: int = 0
    seconds: float = 0.0
    nbytes: int = 0

    @property
    def width(self) -> int:
        """The width of a strip."""
        return self.section[0]

    def __str__(self) -> str:
        return section_words(self.section)

    def size(self) -> dict[str, Any]:
        """Return the width or the cross section as a dict for JSON."""
        bar = len(self.section) > 1
        return {"section": list(self.section)} if bar else {"width": self.width}

    def to_json(self, **more: object) -> dict[str, Any]:
        """Return a dict for JSON."""
        return {
            **self.size(),
            **self.lengths.to_json(),
            **more,
            "states": str(self.states),
            "found": str(self.found),
            "seconds": round(self.seconds, 3),
            "bytes": self.nbytes,
        }

    @staticmethod
    def from_json(value: dict[str, Any]) -> DecidedStrip[Lengths]:
        """Rebuild the value that `to_json` returned for a strip and one piece."""
        return DecidedStrip(
            (value["width"],),
            Lengths(tuple(value["generators"])),
            value["half_strip"],
            int(value["found"]),
            int(value["states"]),
            value["seconds"],
            value["bytes"],
        )


@dataclass(frozen=True, eq=False, kw_only=True)
class Rectangles(PieceAndPrimes[Rectangle]):
    """The rectangles that a piece tiles.

    Attributes
    ----------
    piece : Piece
    turn : {"free", "one-sided"}
    primes : dict of (int, int) to Tiling
        The prime rectangles as (shorter side, longer side), in sorted order, each with a tiling. If
        the list is incomplete, the rectangles in `unproven` may split into smaller rectangles.
    weakly_prime : tuple of (int, int)
        The prime rectangles that can be divided into three or more rectangles that the piece tiles.
    widths : int
        All rectangles whose shorter side is at most this long are known.
    complete : bool
        Whether the list is proven to be complete. An incomplete list contains all prime rectangles
        whose shorter side is at most `widths`, and possibly others.
    because : str
        The reason.
    strips : tuple of DecidedStrip
        The decided strips, including all strips of width up to `widths`.
    side : Side or None
        The lengths that a side of a rectangle can have.
    weights : tuple of Weights
        The invariants that rule out sizes of rectangles.
    pairs : Pairs or None
        The reason why tiles always occur in pairs, if they do. If tiles occur in pairs, `weights`
        apply to pairs of tiles.
    ending : Ending or None
        The reason why every larger rectangle is either ruled out or can be split into smaller ones.
    none : tuple of (int, int)
        Rectangles that a search has ruled out.
    sure : frozenset of bool
        A set that records what is proven: it contains False if the order is proven, and True if the
        odd order is proven or provably does not exist.
    stopped : str
        The limit that ended the search early, or an empty string.
    """

    weakly_prime: tuple[Rectangle, ...]
    widths: int
    because: str
    strips: tuple[DecidedStrip[Lengths], ...] = field(repr=False)
    side: Side | None = field(repr=False)
    weights: tuple[Weights, ...] = field(repr=False)
    pairs: Pairs | None = field(repr=False, default=None)
    ending: Ending | None = field(repr=False, default=None)
    none: tuple[Rectangle, ...] = field(repr=False, default=())
    sure: frozenset[bool] = field(repr=False, default=frozenset())
    stopped: str = ""

    @property
    def order_rectangle(self) -> Rectangle | None:
        """The rectangle tiled by `order` copies of the piece."""
        return self.least(odd=False)[1]

    @property
    def odd_rectangle(self) -> Rectangle | None:
        """The rectangle tiled by `odd_order` copies of the piece."""
        return self.least(odd=True)[1]

    @property
    def _strips(self) -> tuple[DecidedStrip[Lengths], ...]:
        return self.strips

    @cached_property
    def _closure(self) -> Closure:
        return Closure(self.primes)

    def _rules_out(self, sides: Rectangle, *, every: bool) -> bool:
        excluded = (self.complete and not self.primes) or sides in self.none
        return excluded or not is_allowed(self.weights, self.side, sides)

    def _is_made(self, sides: Rectangle, *, every: bool) -> bool:
        short, long = sides if self.ending is None else self.ending.reduced(sides)
        closure = self._closure if long <= self._closure.size else Closure(self.primes, long, short)
        return (short, long) in closure

    def _is_proven(self, copies: int, *, odd: bool) -> bool:
        return (
            self.complete
            or odd in self.sure
            or (self.widths + 1) ** 2 >= copies * len(self.piece.polyomino)
        )

    @property
    def no_odd_order(self) -> bool:
        """Whether it is proven that no rectangle can be tiled with an odd number of copies."""
        cells = len(self.piece.polyomino)
        return (self.complete or True in self.sure) and not any(
            short * long // cells % 2 for short, long in self.primes
        )

    @cached_property
    def strongly_prime(self) -> tuple[Rectangle, ...]:
        """The prime rectangles that provably cannot be divided into any number of smaller
        rectangles that the piece tiles.
        """
        weak = {*self.weakly_prime, *self.unproven}
        return tuple(
            sides
            for sides in self.primes
            if sides not in weak
            and self._knows_smaller(sides)
            and is_divided(sides, self.primes) is False
        )

    def _knows_smaller(self, sides: Rectangle) -> bool:
        """Whether it is known for all rectangles that fit into a given one whether they can be
        tiled.
        """
        short, long = sides
        return self.complete or all(
            self._status((one, other)) != "open"
            for one in range(self.widths + 1, short + 1)
            for other in range(one, long + 1)
        )

    @cached_property
    def _squares(self) -> tuple[int | None, bool]:
        """The side of the smallest known square, and whether smaller squares are ruled out."""
        most = min((lcm(*sides) for sides in self.primes), default=0)
        known = True
        for side in range(1, most + 1):
            status = self._status((side, side))
            if status == "tiled":
                return side, known
            known = known and status == "impossible"
        return None, False

    @property
    def square(self) -> int | None:
        """The side of the smallest square that the piece is known to tile, or None if no such
        square is known.
        """
        return self._squares[0]

    @property
    def square_order(self) -> int | None:
        """The smallest number of copies that tile a square, or None if the number is unknown or
        does not exist.

        >>> from tilewright.shapes.rectangles import rectangles
        >>> rectangles("L3").square_order, rectangles("P5").square_order
        (12, 20)
        """
        side, known = self._squares
        return side * side // len(self.piece.polyomino) if side is not None and known else None

    @property
    def half_strip(self) -> bool | None:
        """Whether the piece tiles a half strip (a strip that is infinite in one direction); None if
        unknown.
        """
        if self.primes or any(strip.endless for strip in self.strips):
            return True
        # The end of a half strip is a side between two corners.
        return False if self.side is not None and not self.side.lengths else None

    @property
    def bent_strip(self) -> bool | None:
        """Whether the piece tiles a bent strip (two half strips that meet at a right angle); None
        if unknown.
        """
        return self.quadrant

    @property
    def quadrant(self) -> bool | None:
        """Whether the piece tiles a quadrant of the plane; None if unknown."""
        if self.half_strip:
            return True
        return False if self.side is not None and not self.side.endless else None

    def _describe_decided(self) -> str:
        return f"to width {self.widths}"

    def _notes(self) -> list[str]:
        sizes = " ".join(map(size_words, self.weakly_prime))
        weak = [f"only weakly prime: {sizes}"] if sizes else []
        return weak + super()._notes()

    def __repr__(self) -> str:
        return f"<Rectangles of {self.name}: {self.listed()}; {self.because}>"

    def to_json(self) -> dict[str, Any]:
        """Return the answer as JSON values, with the certificate as ``claims``."""
        return {
            **self.orders(),
            "no_odd_order": self.no_odd_order,
            "primes": [list(rectangle) for rectangle in self.primes],
            "weakly_prime": [list(rectangle) for rectangle in self.weakly_prime],
            "unproven": [list(rectangle) for rectangle in self.unproven],
            "complete": self.complete,
            "because": self.because,
            "widths": self.widths,
            "pairs": None if self.pairs is None else self.pairs.to_json(),
            "half_strip": self.half_strip,
            "bent_strip": self.bent_strip,
            "quadrant": self.quadrant,
            "strips": [strip.to_json(half_strip=strip.endless) for strip in self.strips],
            "stopped": self.stopped or None,
            "claims": list(self.certificate()),
        }

    def certificate(self) -> Iterator[dict[str, Any]]:
        """Yield the claims about the piece and its rectangles; see `Primes.certificate`."""
        yield self._piece_claim()
        yield from _invariant_claims(self)
        orders = {**self._order_fields(), "no_odd_order": self.no_odd_order}
        yield from _list_claims(self, {}, self.primes, self.none, self.ending, orders)

    @classmethod
    def from_json(cls, record: dict[str, Any]) -> Rectangles:
        """Return the answer saved by `to_json`.

        The number of states of a side is not restored. If no rectangle is known, the weights are
        not restored either.

        Examples
        --------
        >>> from tilewright.shapes.rectangles import rectangles
        >>> again = Rectangles.from_json(rectangles("P5").to_json())
        >>> again, again.order, again.primes[2, 5]
        (<Rectangles of P5: 2x5 7x15; widths up to 7 are decided, and every larger ...>, 2, <Tiling of 2x5 by 2 tiles>)
        """  # noqa: E501
        claims: dict[str, list[dict[str, Any]]] = {}
        for claim in record["claims"]:
            claims.setdefault(claim["claim"], []).append(claim)
        piece = Piece(Polyomino.from_text(record["piece"]), record["name"])
        primes = {
            (short, long): _tiling(claim["labels"], piece)
            for claim in claims.get("tiling", ())
            for short, long in (claim["rectangle"],)
        }
        sides = [
            Side((claim["depth"],), Lengths(tuple(claim["lengths"])), claim["endless"], 0)
            for claim in claims.get("side", ())
        ]
        strips = tuple(DecidedStrip.from_json(strip) for strip in record["strips"])
        beyond = tuple(strip.width for strip in strips if strip.width > record["widths"])
        endings = [
            Ending(record["widths"], claim["bound"], claim["step"], (), beyond)
            for claim in claims.get("ending", ())
        ]
        return cls(
            piece=piece,
            turn=record["turn"],
            primes=primes,
            weakly_prime=tuple((short, long) for short, long in record["weakly_prime"]),
            widths=record["widths"],
            complete=record["complete"],
            because=record["because"],
            strips=strips,
            side=sides[0] if sides else None,
            weights=tuple(
                Weights(tuple(map(tuple, claim["values"])), claim["modulus"])
                for claim in claims.get("weights", ())
            ),
            pairs=None if record["pairs"] is None else Pairs.from_json(record["pairs"]),
            ending=endings[0] if endings else None,
            none=tuple(
                (short, long)
                for claim in claims.get("none", ())
                for short, long in (claim["rectangle"],)
            ),
            # An order is recorded only if it is proven.
            sure=frozenset(
                odd
                for odd, known in (
                    (False, record["order"] is not None),
                    (True, record["odd_order"] is not None or record["no_odd_order"]),
                )
                if known
            ),
            stopped=record["stopped"] or "",
        )


@dataclass(frozen=True, eq=False, kw_only=True)
class JointRectangles(Primes[Rectangle]):
    """The rectangles that a set tiles using every piece, each any number of times.

    Attributes
    ----------
    pieces : tuple of Piece
    turn : {"free", "one-sided"}
    primes : dict of (int, int) to Tiling
        The sorted prime rectangles (shorter side, longer side), each with a tiling. No straight cut
        divides a prime rectangle into a rectangle that uses every piece and a rectangle that some
        pieces tile.
    any_primes : dict of (int, int) to Tiling
        The prime rectangles that need not use every piece.
    widths : int
        All rectangles with a side up to this length are known.
    complete : bool
        Whether both lists are proven complete. If not, they contain all primes with a side up to
        `widths`, and possibly more.
    because : str
        The reason.
    strips : tuple of DecidedStrip
        The decided widths.
    side : Side or None
        The lengths that a side of a rectangle can have.
    weights : tuple of Weights
        The invariants that rule out sizes of rectangles.
    ending, any_ending : Ending or None
        The reason why all larger rectangles are ruled out or split into smaller rectangles.
    none, any_none : tuple of (int, int)
        Rectangles that a search has proven impossible, with every piece or with any pieces.
    stopped : str
        The limit that ended the search early, or an empty string.
    """

    pieces: tuple[Piece, ...]
    any_primes: dict[Rectangle, Tiling] = field(repr=False)
    widths: int
    because: str
    strips: tuple[DecidedStrip[JointLengths], ...] = field(repr=False)
    side: Side | None = field(repr=False)
    weights: tuple[Weights, ...] = field(repr=False)
    ending: Ending | None = field(repr=False, default=None)
    any_ending: Ending | None = field(repr=False, default=None)
    none: tuple[Rectangle, ...] = field(repr=False, default=())
    any_none: tuple[Rectangle, ...] = field(repr=False, default=())
    stopped: str = ""

    verb = "tile"

    @property
    def name(self) -> str:
        """The names of the pieces, joined by commas and "and"."""
        *names, last = (piece.name for piece in self.pieces)
        return f"{', '.join(names)} and {last}"

    @property
    def smallest(self) -> Rectangle | None:
        """The rectangle with the smallest area; None if it does not exist or is unknown."""
        least = min(self.primes, key=lambda pair: (pair[0] * pair[1], pair), default=None)
        if least is None or not (self.complete or (self.widths + 1) ** 2 >= least[0] * least[1]):
            return None
        return least

    @property
    def _strips(self) -> tuple[DecidedStrip[JointLengths], ...]:
        return self.strips

    @cached_property
    def _largest_closures(self) -> tuple[Closure, Closure]:
        return self._closures(Closure([*self.primes, *self.any_primes]).size)

    def _closures(self, size: int, widths: int | None = None) -> tuple[Closure, Closure]:
        parts = Closure(self.any_primes, size, widths)
        return parts, Closure(self.primes, size, widths, parts)

    def _rules_out(self, sides: Rectangle, *, every: bool) -> bool:
        excluded = self.complete and not (self.primes if every else self.any_primes)
        none = {*self.any_none, *(self.none if every else ())}
        return excluded or sides in none or not is_allowed(self.weights, self.side, sides)

    def _is_made(self, sides: Rectangle, *, every: bool) -> bool:
        ending = self.ending if every else self.any_ending
        short, long = sides if ending is None else ending.reduced(sides)
        closures = self._largest_closures
        if long > closures[0].size:
            closures = self._closures(long, short)
        return (short, long) in closures[every]

    def _describe_none(self) -> str:
        return "together do not tile a rectangle"

    def _headline(self) -> str:
        smallest = (
            f"smallest {size_words(self.smallest)}" if self.smallest else "smallest not known"
        )
        return f"{self.name} together: {smallest}"

    def _notes(self) -> list[str]:
        sizes = " ".join(map(size_words, self.any_primes))
        return [*super()._notes(), f"prime rectangles if pieces may be omitted: {sizes}"]

    def __repr__(self) -> str:
        return f"<JointRectangles of {self.name}: {self.listed()}; {self.because}>"

    def to_json(self) -> dict[str, Any]:
        """Return the answer as JSON values, with the certificate as ``claims``."""
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
            "claims": list(self.certificate()),
        }

    def certificate(self) -> Iterator[dict[str, Any]]:
        """Yield the claims about the set: first the rectangles for any pieces, then those for every
        piece; see `Primes.certificate`.
        """
        names = [piece.name for piece in self.pieces]
        pieces = [piece.polyomino.text() for piece in self.pieces]
        yield {"claim": "set", "pieces": pieces, "names": names, "turn": self.turn}
        yield from _invariant_claims(self)
        yield from _list_claims(self, {}, self.any_primes, self.any_none, self.any_ending)
        yield from _list_claims(self, {"every": True}, self.primes, self.none, self.ending)


@dataclass(frozen=True, eq=False, kw_only=True)
class Boxes(PieceAndPrimes[Box]):
    """The boxes that a solid piece fills.

    Attributes
    ----------
    piece : Piece
    turn : {"free", "one-sided"}
    primes : dict of (int, int, int) to Tiling
        The prime boxes in sorted order, each with its sides in ascending order and with a tiling.
        The list includes all prime boxes with a cross section in `bars`.
    bars : tuple of DecidedStrip
        The cross sections for which all lengths are known.
    complete : bool
        Whether the list is proven to be complete, which is possible only for pieces that fill no
        box.
    edge : Side or None
        The lengths that an edge of a box can have.
    none : tuple of (int, int, int)
        Boxes that a search has ruled out.
    sure : frozenset of bool
        A set that records what is proven: it contains False if the order is proven, and True if the
        odd order is proven.
    stopped : str
        The limit that ended the search early, or an empty string.
    """

    bars: tuple[DecidedStrip[Lengths], ...] = field(repr=False)
    edge: Side | None = field(repr=False, default=None)
    none: tuple[Box, ...] = field(repr=False, default=())
    sure: frozenset[bool] = field(repr=False, default=frozenset())
    stopped: str = ""

    form, forms, verb = "box", "boxes", "fills"
    _claims = "bar", "filling", "boxes", "sides"
    dimension = 3

    @property
    def _strips(self) -> tuple[DecidedStrip[Lengths], ...]:
        return self.bars

    @property
    def sides(self) -> int:
        """All boxes in which two sides are at most this long are known."""
        sides = 0
        while all((short, sides + 1) in self._lengths for short in range(1, sides + 2)):
            sides += 1
        return sides

    @property
    def face(self) -> int:
        """The largest area such that all boxes with a face of at most this area are known."""
        areas = itertools.count(1)
        return (
            next(area for area in areas if not self._lengths.keys() >= set(sections_of(area))) - 1
        )

    @property
    def order_box(self) -> Box | None:
        """The box filled by `order` copies of the piece."""
        return self.least(odd=False)[1]

    @property
    def odd_box(self) -> Box | None:
        """The box filled by `odd_order` copies of the piece."""
        return self.least(odd=True)[1]

    def _is_proven(self, copies: int, *, odd: bool) -> bool:
        return odd in self.sure

    @property
    def because(self) -> str:
        """The reason why the list is complete, or the range for which it is complete."""
        if self.complete:
            assert self.edge is not None
            return self.edge.obstruction()
        known = f"all boxes with two sides up to {self.sides} are known"
        more = (
            f", and all with a face of area up to {self.face}" if self.face > self.sides**2 else ""
        )
        return f"{known}{more}; beyond that, the list may be incomplete"

    def _rules_out(self, sides: Box, *, every: bool) -> bool:
        if self.complete or sides in self.none or prod(sides) % len(self.piece.polyomino):
            return True
        return self.edge is not None and not all(side in self.edge.lengths for side in sides)

    def _is_made(self, sides: Box, *, every: bool) -> bool:
        return is_made_of(sides, self.primes)

    @property
    def no_odd_order(self) -> bool:
        """Whether it is proven that no box can be filled with an odd number of copies."""
        return self.complete

    def _describe_decided(self) -> str:
        return f"two sides up to {self.sides}"

    def _describe_open(self, because: str) -> str:
        return f"no box was found; {because}"

    def __repr__(self) -> str:
        return f"<Boxes of {self.name}: {self.listed()}; {self.because}>"

    def to_json(self) -> dict[str, Any]:
        """Return the answer as JSON values, with the certificate as ``claims``."""
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
            "claims": list(self.certificate()),
        }

    def certificate(self) -> Iterator[dict[str, Any]]:
        """Yield the claims about the piece and its boxes; see `Primes.certificate`."""
        yield self._piece_claim(lattice="cube")
        if self.edge is not None:
            yield self.edge.claim()
        yield from _list_claims(self, {}, self.primes, self.none, orders=self._order_fields())


def _list_claims(
    answer: Primes[Any],
    key: dict[str, Any],
    primes: Mapping[Any, Tiling],
    none: Iterable[Sequence[int]],
    ending: Ending | None = None,
    orders: Mapping[str, Any] = MappingProxyType({}),
) -> Iterator[dict[str, Any]]:
    """Yield the claims about one list: with `key`, those about tilings that use every piece."""
    strip_claim, tiling_claim, list_claim, known = answer._claims
    for strip in answer._strips:
        lengths = strip.lengths if key else strip.lengths.parts
        generators = list(lengths.generators)
        yield {"claim": strip_claim, **key, **strip.size(), "lengths": generators}
    for sides, tiling in primes.items():
        labels = tiling.labels.tolist()
        yield {"claim": tiling_claim, **key, answer.form: list(sides), "labels": labels}
    for sides in none:
        yield {"claim": "none", **key, answer.form: list(sides)}
    if ending is not None:
        yield {"claim": "ending", **key, "bound": ending.bound, "step": ending.step}
    yield {
        "claim": list_claim,
        **key,
        answer.forms: list(map(list, primes)),
        "complete": answer.complete,
        known: getattr(answer, known),
        **orders,
    }


def _invariant_claims(answer: Rectangles | JointRectangles) -> Iterator[dict[str, Any]]:
    """Yield the invariants that rule out sizes."""
    if answer.side is not None:
        yield answer.side.claim()
    if answer.primes:
        if isinstance(answer, Rectangles) and answer.pairs is not None:
            yield {"claim": "pairs", **answer.pairs.to_json()}
        for weights in answer.weights:
            yield {"claim": "weights", **weights.to_json()}


def _tiling(labels: list[list[int]], piece: Piece) -> Tiling:
    numbers = np.array(labels, dtype=np.int32)
    return Tiling(numbers, np.zeros(int(numbers.max()) + 1, dtype=np.int32), (piece.name,))


def sections_of(area: int) -> Iterator[tuple[int, int]]:
    """Yield the sections (shorter side, longer side) of an area."""
    for short in range(1, area + 1):
        if short * short <= area and area % short == 0:
            yield short, area // short


@picture_of.register(Primes)
def _draw(primes: Primes[Any], **options: Any) -> Picture:
    """Return a picture of tilings of the prime rectangles or boxes that are not too large to
    draw.
    """
    from tilewright.drawing import draw, sheet

    pictures: list[Picture] = []
    for sides, tiling in primes.primes.items():
        if tiling.labels.size <= _DRAWN_CELLS and len(pictures) < _DRAWN:
            size = size_words(sides)
            pictures.append(draw(tiling, names=False, title=size, caption=size, **options))
    if not pictures:
        raise NoTilingError(f"there is no {primes.form} of {primes.name} to draw")
    return sheet(pictures)
