"""Primes: what follows from a list of prime rectangles or boxes, whatever their sides are."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass, field
from math import prod
from typing import Any, ClassVar, Generic, TypeVar

from tilewright.lattices.symmetry import Turn
from tilewright.piece import Piece
from tilewright.tiling import Tiling

__all__ = ["PieceAndPrimes", "Primes"]

#: From the shortest to the longest.
Sides = TypeVar("Sides", bound=tuple[int, ...])


@dataclass(frozen=True, eq=False, kw_only=True)
class Primes(Generic[Sides]):
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
    form: ClassVar[str]

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
