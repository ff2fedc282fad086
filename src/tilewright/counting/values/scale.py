"""How large a weighted sum over tilings can be and what divides it: so, how many primes it takes.

A tiling is a sequence of moves, each at the first cell that is free yet. Say that there are at most ``o[k]``
moves of kind k at a cell, each of ``s[k]`` cells and of weight ``w[k]``. If ``sum(o[k] |w[k]| / r^s[k]) <= 1``,
then by induction on the free cells the weights of all tilings of a cells add up to at most ``r^a``.

What all those weights have in common follows from the factors of the weights, by how often each divides them:
the least sum of these powers over all copies that fill the area, as a linear program with one constraint.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from tilewright.counting.values.primes import combine, primes_below

__all__ = ["Scale", "Weighted", "coprime_base", "primes_for"]


@dataclass(frozen=True)
class Weighted:
    """A kind of moves.

    Attributes
    ----------
    weight : Fraction
        Not 0.
    size : int
        Cells of a move.
    ways : int
        Moves that a cell has at most.
    least, most : int
        Bounds on how often it is used.
    """

    weight: Fraction
    size: int
    ways: int
    least: int
    most: int


@dataclass(frozen=True)
class Scale:
    """What is known of a weighted sum beforehand: it is `content` times an integer of at most `bits` bits.

    Attributes
    ----------
    content : Fraction
        Greater than 0.
    bits : int
    factors : tuple of int
        Numbers without a common factor, two and two, of whose powers all weights are products.
    """

    content: Fraction
    bits: int
    factors: tuple[int, ...]

    @classmethod
    def of(cls, kinds: Sequence[Weighted], area: int) -> Scale:
        """Find the scale of a sum over tilings of so many cells."""
        parts = [abs(number) for kind in kinds for number in kind.weight.as_integer_ratio()]
        factors = coprime_base(parts)
        content = Fraction(1)
        for factor in factors:
            powers = [_power(kind.weight, factor) for kind in kinds]
            content *= Fraction(factor) ** math.ceil(_least(kinds, powers, area))
        most = min(_most_bits(kinds, area, apart=apart) for apart in (False, True)) if kinds else 0.0
        most -= _log2(content)
        # More than what the rounding of the logarithms can have lost.
        return cls(
            content, max(0, math.ceil(most + 1e-9 * (abs(most) + abs(_log2(content)) + area) + 1)), factors
        )

    def value(self, residues: Sequence[int], moduli: Sequence[int]) -> Fraction:
        """Return the sum that has these residues modulo numbers without a common factor, two and two.

        The residues are those of a sum of `Fraction.numerator` times the inverse of `Fraction.denominator`.
        """
        modulus = math.prod(moduli)
        above, below = self.content.as_integer_ratio()
        number = combine(residues, moduli) * below * pow(above, -1, modulus) % modulus
        if number > modulus // 2:
            number -= modulus
        if abs(number) >> self.bits:
            # There is a prime to spare, so a wrong residue does not pass.
            raise AssertionError(
                f"a sum has more than {self.bits} bits: residues disagree; please report this"
            )
        return number * self.content


def coprime_base(numbers: Iterable[int]) -> tuple[int, ...]:
    """Return numbers above 1 without a common factor, two and two, of whose powers these are products.

    E. Bach, J. Driscoll, J. Shallit, *Factor refinement*, J. Algorithms 15 (1993): no number has to be factored.

    Examples
    --------
    >>> sorted(coprime_base([12, 90, 1]))
    [2, 3, 5]
    """
    base: list[int] = []
    waiting = [number for number in numbers if number > 1]
    while waiting:
        number = waiting.pop()
        for other in base:
            common = math.gcd(number, other)
            if common > 1:
                base.remove(other)
                waiting += [part for part in (number // common, other // common, common) if part > 1]
                break
        else:
            base.append(number)
    return tuple(base)


def primes_for(scale: Scale, edges: int) -> list[int]:
    """Return primes that tell integers of so many bits and either sign apart, and one to spare.

    They divide no weight, and 2^32 is at least `edges` times each of them.

    Parameters
    ----------
    edges : int
        Products that are added up at most.
    """
    primes: list[int] = []
    known = 0.0
    for prime in primes_below((1 << 32) // max(2, edges) + 1):
        if any(factor % prime == 0 for factor in scale.factors):
            continue
        primes.append(prime)
        if known > scale.bits + 1:
            break
        known += math.log2(prime) - 1e-9
    return primes


def _power(weight: Fraction, factor: int) -> int:
    """Return how often a factor of the base divides a weight; less than 0 for its denominator."""
    power = 0
    above, below = weight.as_integer_ratio()
    while above % factor == 0:
        above, power = above // factor, power + 1
    while below % factor == 0:
        below, power = below // factor, power - 1
    return power


def _least(kinds: Sequence[Weighted], values: Sequence[int | float], area: int) -> Fraction:
    """Return the least sum of values over all copies, not only whole ones, that fill the area."""
    total = sum(
        (Fraction(value) * kind.least for kind, value in zip(kinds, values, strict=True)), Fraction(0)
    )
    rest = area - sum(kind.size * kind.least for kind in kinds)
    for value, kind in sorted(
        zip(values, kinds, strict=True), key=lambda pair: Fraction(pair[0]) / pair[1].size
    ):
        cells = min(rest, kind.size * (kind.most - kind.least))
        total += Fraction(value) * Fraction(cells, kind.size)
        rest -= cells
    return total


def _most_bits(kinds: Sequence[Weighted], area: int, *, apart: bool) -> float:
    """Return the logarithm of a bound of the sum.

    With `apart`, limited copies that weigh more than 1 are not bounded as part of the sum, but by the largest product
    of their weights.
    """
    logs = [_log2(kind.weight) for kind in kinds]
    limited = [apart and kind.most * kind.size < area for kind in kinds]
    inside = [min(0.0, log) if out else log for log, out in zip(logs, limited, strict=True)]
    outside = [one - other for one, other in zip(logs, inside, strict=True)]
    terms = [(log + math.log2(kind.ways), kind.size) for log, kind in zip(inside, kinds, strict=True)]
    low = max(log / size for log, size in terms)
    high = max((log + math.log2(len(terms))) / size for log, size in terms)
    for _ in range(60):
        middle = (low + high) / 2
        if sum(2.0 ** (log - size * middle) for log, size in terms) <= 1:
            high = middle
        else:
            low = middle
    return area * high - float(_least(kinds, [-value for value in outside], area))


def _log2(value: Fraction) -> float:
    above, below = value.as_integer_ratio()
    return math.log2(abs(above)) - math.log2(below)
