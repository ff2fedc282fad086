"""Lengths: all lengths at which something can end, closed under addition, as their least generators."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from tilewright.arguments import check_integer

__all__ = ["JointLengths", "Lengths"]


@dataclass(frozen=True)
class Lengths:
    """Positive lengths that are closed under addition: a numerical semigroup, times its period.

    Parameters
    ----------
    generators : tuple of int
        Lengths whose sums are all of them; those that are sums of others are left out. None: there is no length.

    Attributes
    ----------
    period : int
        The greatest common divisor: every length is a multiple of it. 0 if there is no length.
    beginning : int
        From here on every multiple of the period is a length; before, those in `early`.

    Examples
    --------
    >>> lengths = Lengths((20, 30, 45, 55))
    >>> lengths.period, lengths.beginning, lengths.early
    (5, 40, (20, 30))
    >>> 35 in lengths, 1005 in lengths
    (False, True)

    References
    ----------
    J. C. Rosales and P. A. García-Sánchez, *Numerical Semigroups*, Springer, 2009: the least generators are unique.
    """

    generators: tuple[int, ...]
    period: int = field(init=False)
    beginning: int = field(init=False)
    early: tuple[int, ...] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        given = sorted({check_integer(length, "a length", 1) for length in self.generators})
        period = math.gcd(*given)
        least, early, beginning = _close([length // period for length in given])
        object.__setattr__(self, "generators", tuple(length * period for length in least))
        object.__setattr__(self, "period", period)
        object.__setattr__(self, "beginning", beginning * period)
        object.__setattr__(self, "early", tuple(length * period for length in early))

    def to_json(self) -> dict[str, Any]:
        """Return what JSON can hold."""
        return {
            "generators": list(self.generators),
            "period": self.period,
            "early": list(self.early),
            "from": self.beginning,
        }

    def __contains__(self, length: int) -> bool:
        if not self.generators or length <= 0 or length % self.period:
            return False
        return length >= self.beginning or length in self.early

    def __bool__(self) -> bool:
        return bool(self.generators)

    def upto(self, last: int) -> list[int]:
        """Return the lengths up to one."""
        return [length for length in range(1, last + 1) if length in self]


@dataclass(frozen=True)
class JointLengths:
    """Lengths at which something ends that has every piece of a set; what has any pieces may be added behind.

    Parameters
    ----------
    parts : Lengths
        The lengths of what has any pieces.
    generators : tuple of int
        Lengths to which such parts are added; those that are sums of another and a part are left out.

    Examples
    --------
    >>> lengths = JointLengths(Lengths((2, 3)), (7, 9))
    >>> lengths.generators, [length for length in range(1, 12) if length in lengths]
    ((7,), [7, 9, 10, 11])
    """

    parts: Lengths
    generators: tuple[int, ...]

    def __post_init__(self) -> None:
        least: list[int] = []
        for length in sorted({check_integer(length, "a length", 1) for length in self.generators}):
            if not any(length - one in self.parts for one in least):
                least.append(length)
        object.__setattr__(self, "generators", tuple(least))

    def __contains__(self, length: int) -> bool:
        return any(length == one or length - one in self.parts for one in self.generators)

    def __bool__(self) -> bool:
        return bool(self.generators)


def _close(listed: Sequence[int]) -> tuple[list[int], list[int], int]:
    """Return the least generators, the early sums and where all numbers begin, for generators without a common divisor."""
    least: list[int] = []
    if not listed:
        return [], [], 0
    sums = [True]
    run = number = 0
    while run < listed[0] or number < listed[-1]:
        number += 1
        sums.append(any(number >= one and sums[number - one] for one in least))
        if not sums[number] and number in listed:
            least.append(number)
            sums[number] = True
        run = run + 1 if sums[number] else 0
    beginning = number - run + 1
    return least, [one for one in range(1, beginning) if sums[one]], beginning
