"""Primes: what follows from a list of prime rectangles or boxes, whatever their sides are."""

from __future__ import annotations

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
from tilewright.tiling import Tiling

__all__ = ["PieceAndPrimes", "Primes", "Status", "cuts"]

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

    @abstractmethod
    def _known(self) -> str:
        """Say how far the list is complete, for errors."""

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
                f"it is open whether {self.name} {self.verb} a {self.form} of {'x'.join(map(str, sides))}: {self._known()}"
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
