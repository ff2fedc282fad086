"""Sets of lengths that are closed under addition, given by their smallest generators."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from tilewright.system.values.arguments import check_integer


@dataclass(frozen=True)
class Lengths:
    """A set of positive lengths that is closed under addition: a numerical semigroup times a
    factor.

    Parameters
    ----------
    generators : tuple of int
        Lengths whose sums form the set. Redundant lengths are removed, so equal sets compare equal.

    Attributes
    ----------
    period : int
        The greatest common divisor of all lengths; 0 if the set is empty.
    beginning : int
        The set contains every multiple of the period from this length on.
    early : tuple of int
        The lengths in the set that are less than `beginning`.

    Examples
    --------
    >>> lengths = Lengths((20, 30, 45, 55))
    >>> lengths.period, lengths.beginning, lengths.early
    (5, 40, (20, 30))
    >>> 35 in lengths, 1005 in lengths
    (False, True)

    References
    ----------
    The minimal generators are unique (J. C. Rosales and P. A. García-Sánchez, *Numerical
    Semigroups*, Springer, 2009).
    """

    generators: tuple[int, ...]
    period: int = field(init=False)
    beginning: int = field(init=False)
    early: tuple[int, ...] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        lengths = sorted({check_integer(length, "a length", 1) for length in self.generators})
        period = math.gcd(*lengths)
        least, early, beginning = _find_generators([length // period for length in lengths])
        object.__setattr__(self, "generators", tuple(length * period for length in least))
        object.__setattr__(self, "period", period)
        object.__setattr__(self, "beginning", beginning * period)
        object.__setattr__(self, "early", tuple(length * period for length in early))

    def to_json(self) -> dict[str, Any]:
        """Return the set as JSON values."""
        return {
            "generators": list(self.generators),
            "period": self.period,
            "early": list(self.early),
            "from": self.beginning,
        }

    @property
    def parts(self) -> Lengths:
        """The lengths of the parts that can be cut off, as in `JointLengths.parts`; for this class,
        they form the set itself.
        """
        return self

    def __contains__(self, length: int) -> bool:
        if not self.generators or length <= 0 or length % self.period:
            return False
        return length >= self.beginning or length in self.early

    def __bool__(self) -> bool:
        return bool(self.generators)

    def upto(self, last: int) -> list[int]:
        """Return the lengths up to `last`."""
        return [length for length in range(1, last + 1) if length in self]


@dataclass(frozen=True)
class JointLengths:
    """The lengths of strips that use every piece of a set: a generator plus any sum of `parts`,
    which are the lengths for any pieces.

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

    def to_json(self) -> dict[str, Any]:
        """Return a dict for JSON."""
        return {
            "generators": list(self.generators),
            "any_generators": list(self.parts.generators),
        }

    def __contains__(self, length: int) -> bool:
        return any(length == one or length - one in self.parts for one in self.generators)

    def __bool__(self) -> bool:
        return bool(self.generators)


def _find_generators(lengths: Sequence[int]) -> tuple[list[int], list[int], int]:
    """Return the minimal generators, the early sums, and the number from which on all numbers are
    sums.
    """
    least: list[int] = []
    if not lengths:
        return [], [], 0
    sums = [True]
    run = number = 0
    while run < lengths[0] or number < lengths[-1]:
        number += 1
        sums.append(any(number >= one and sums[number - one] for one in least))
        if not sums[number] and number in lengths:
            least.append(number)
            sums[number] = True
        run = run + 1 if sums[number] else 0
    beginning = number - run + 1
    return least, [one for one in range(1, beginning) if sums[one]], beginning
