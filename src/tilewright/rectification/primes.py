"""Primes: what follows from a list of prime rectangles or boxes, whatever their sides are, and what it took to find them."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, field
from math import prod
from typing import Any, Generic, TypeVar

from tilewright.lattices.symmetry import Turn
from tilewright.piece import Piece
from tilewright.tiling import Tiling

__all__ = ["PieceAndPrimes", "Primes", "StatesTaken", "digits", "numbers"]

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
    """What is prime for one piece: the least of it are its orders."""

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


def digits(number: int | None) -> str | None:
    """Return a number for JSON, where it may be of any size."""
    return None if number is None else str(number)


def numbers(sides: Sequence[int] | None) -> list[Any] | None:
    """Return sides for JSON."""
    return None if sides is None else list(sides)
