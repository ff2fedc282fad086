"""Values modulo primes: weighted sums and polynomials by piece, and the number of primes that they
need.

A tiling is a sequence of moves, each at the first free cell. Let a cell have at most ``o[k]`` moves
of kind k, each with ``s[k]`` cells and the weight ``w[k]``. If ``sum(o[k] |w[k]| / r^s[k]) <= 1``,
then the weights of all tilings of a cells add up to at most ``r^a``, by induction on the free
cells.

The common content of these weights follows from their factors and the multiplicity of each factor.
It is the minimum sum of the multiplicities over all copies that fill the area, which is a linear
program with one constraint.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from math import prod
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from tilewright.counting.numbers.values import Arrays, Gather, LayerValues, RowValues
from tilewright.errors import EngineError
from tilewright.kernels.frontier.polynomials import pull_polynomials, sweep_polynomials
from tilewright.kernels.frontier.weighted import (
    gather_weighted,
    pull_weighted,
    reduce_sums,
    sweep_weighted,
)
from tilewright.system.files import checkpoint as saved
from tilewright.system.values.primes import combine, primes_below

if TYPE_CHECKING:
    from tilewright.counting.state_graph import StateGraph


@dataclass(frozen=True, eq=False)
class Residues:
    """A few primes in the form that the kernels read (see
    `tilewright.kernels.frontier.weighted`).
    """

    primes: Sequence[int]

    @property
    def prime(self) -> NDArray[np.uint64]:
        """(2, L) uint64: the primes, and minus their inverses modulo 2^32."""
        return np.array(
            [self.primes, [pow(-prime, -1, 1 << 32) for prime in self.primes]], dtype=np.uint64
        )

    def of(self, weights: Iterable[Fraction]) -> NDArray[np.uint64]:
        """Return 2^32 times the weights modulo the primes, (k, L)."""
        return np.array(
            [
                [(number << 32) * pow(below, -1, prime) % prime for prime in self.primes]
                for number, below in (weight.as_integer_ratio() for weight in weights)
            ],
            dtype=np.uint64,
        )


class LayerResidues(LayerValues):
    """Weighted sums modulo a few primes, along layers; `kinds` returns the kind of each move of a
    layer, (m,) int64.
    """

    def __init__(
        self,
        residues: Residues,
        weights: Sequence[Fraction],
        kinds: Callable[[int], NDArray[np.int64]],
        most_bits: int,
    ) -> None:
        self.primes, self._prime = residues.primes, residues.prime
        self._one, self._weights = residues.of([Fraction(1)]), residues.of(weights)
        self._kinds, self._most_bits = kinds, most_bits

    def fingerprint(self) -> str:
        """Return a text that identifies these values."""
        return saved.fingerprint(self._prime, self._weights)

    def begin(self) -> NDArray[np.uint64]:
        """Return 1 modulo each of the primes."""
        return np.ones((1, len(self.primes)), dtype=np.uint64)

    def name_bits(self, c: int) -> int:
        """Return the bits for the move of layer c that led to a successor."""
        moves = len(self._kinds(c))
        if moves.bit_length() > self._most_bits:
            raise EngineError(
                f"{moves:,} placements begin at one cell, but weighted counts support fewer than "
                f"{1 << self._most_bits:,}"
            )
        return moves.bit_length()

    def gather(self, c: int) -> Gather:
        """Return the function that adds up the sums of layer c + 1."""
        weight = np.concatenate([self._one, self._weights[self._kinds(c)]])
        return partial(gather_weighted, weight, self.name_bits(c))

    def settle(self, values: NDArray[np.uint64]) -> int:
        """Reduce the sums."""
        reduce_sums(values, self._prime)
        return 0

    def numbers(self, values: NDArray[np.uint64]) -> list[int]:
        """Return the sums of some states modulo the product of the primes."""
        return [combine(residues, self.primes) for residues in values.tolist()]


class RowResidues(RowValues):
    """Weighted sums modulo a few primes, along the rows of a graph whose labels are `classes` of
    weights.
    """

    def __init__(self, residues: Residues, classes: Iterable[Fraction]) -> None:
        self._words = len(residues.primes)
        self._moves = residues.of(classes), residues.prime

    def none(self, states: int) -> Arrays:
        """Return sums of 0, (n, L) uint32."""
        return (np.zeros((states, self._words), dtype=np.uint32),)

    def finish(self, values: Arrays, first: int, last: int) -> None:
        """Set sums to 1."""
        values[0][first:last] = 1

    def pull(self, graph: StateGraph, layer: int, values: Arrays, first: int, last: int) -> bool:
        """Add up the sums of states of a layer."""
        pull_weighted(graph.start, graph.target, graph.label, *self._moves, values[0], first, last)
        return False

    def sweep(self, graph: StateGraph, values: Arrays, tally: NDArray[np.int64]) -> bool:
        """Add up the sums of many layers."""
        sweep_weighted(*_edges(graph), *self._moves, values[0], *_layers(tally))
        return True


def _edges(graph: StateGraph) -> Arrays:
    return graph.offset, graph.active, graph.start, graph.target, graph.label


def _layers(tally: NDArray[np.int64]) -> tuple[int, int, bool]:
    """Return the first and last layer of a sweep of a kernel, and whether the first layer contains
    only ends.
    """
    first, last, ends = int(tally[0]), int(tally[1]), bool(tally[3])
    tally[0], tally[3] = last, False
    return first, last, ends


def split_passes(primes: Sequence[int], together: int) -> Iterator[tuple[str, list[int]]]:
    """Yield as few groups of at most `together` primes as possible, of similar size, each with a
    name for reports.
    """
    passes = -(-len(primes) // together)
    step = -(-len(primes) // passes)
    for first in range(0, len(primes), step):
        chosen = list(primes[first : first + step])
        part = f"primes {first + 1} to {first + len(chosen)} of {len(primes)}" if passes > 1 else ""
        yield part, chosen


@dataclass(frozen=True)
class Exponents:
    """Several variables as one variable, whose exponents are digits of a number with mixed
    bases.
    """

    most: tuple[int, ...]

    @property
    def size(self) -> int:
        """The number of coefficients."""
        return prod(most + 1 for most in self.most)

    @property
    def shifts(self) -> tuple[int, ...]:
        """The exponent that represents one of each variable."""
        return tuple(
            prod(most + 1 for most in self.most[:number]) for number in range(len(self.most))
        )

    def split(self, exponent: int) -> tuple[int, ...]:
        """Return the exponents of the variables."""
        powers = []
        for most in self.most:
            exponent, power = divmod(exponent, most + 1)
            powers.append(power)
        return tuple(powers)


class RowPolynomials(RowValues):
    """Polynomials modulo a prime, along the rows of a graph whose labels are classes of moves.

    The values are coefficients, (n, D) uint32, and their numbers, (n,) int32.
    """

    def __init__(self, size: int, shifts: Sequence[int], prime: int) -> None:
        self._size, self._prime = size, prime
        self._shift = np.array(shifts, dtype=np.int64)

    def none(self, states: int) -> Arrays:
        """Return zero polynomials."""
        return np.zeros((states, self._size), dtype=np.uint32), np.zeros(states, dtype=np.int32)

    def finish(self, values: Arrays, first: int, last: int) -> None:
        """Set polynomials to 1."""
        values[0][first:last, 0] = 1
        values[1][first:last] = 1

    def pull(self, graph: StateGraph, layer: int, values: Arrays, first: int, last: int) -> bool:
        """Add up the polynomials of states of a layer."""
        edges = graph.start, graph.target, graph.label
        pull_polynomials(*edges, self._shift, self._prime, *values, first, last)
        return False

    def sweep(self, graph: StateGraph, values: Arrays, tally: NDArray[np.int64]) -> bool:
        """Add up the polynomials of many layers."""
        sweep_polynomials(*_edges(graph), self._shift, self._prime, *values, *_layers(tally))
        return True


@dataclass(frozen=True)
class Weighted:
    """A kind of moves: weight (not 0), cells of a move, moves at a cell (at most), and the bounds
    of its copies.
    """

    weight: Fraction
    size: int
    ways: int
    least: int
    most: int


@dataclass(frozen=True)
class Scale:
    """The known properties of a weighted sum: it is `content` times an integer of at most `bits`
    bits.
    """

    content: Fraction
    bits: int
    factors: tuple[int, ...]

    @classmethod
    def of(cls, kinds: Sequence[Weighted], area: int) -> Scale:
        """Return the scale of a sum over tilings of `area` cells."""
        parts = [abs(number) for kind in kinds for number in kind.weight.as_integer_ratio()]
        factors = coprime_base(parts)
        content = Fraction(1)
        for factor in factors:
            powers = [_power(kind.weight, factor) for kind in kinds]
            content *= Fraction(factor) ** math.ceil(_least_sum(kinds, powers, area))
        most = (
            min(_most_bits(kinds, area, apart=apart) for apart in (False, True)) if kinds else 0.0
        )
        most -= _log2(content)
        # More than the rounding of the logarithms can lose.
        return cls(
            content,
            max(0, math.ceil(most + 1e-9 * (abs(most) + abs(_log2(content)) + area) + 1)),
            factors,
        )

    def value(self, residues: Sequence[int], moduli: Sequence[int]) -> Fraction:
        """Return the sum with these residues modulo pairwise coprime numbers.

        The residues are sums of `Fraction.numerator` times the inverse of `Fraction.denominator`.
        """
        modulus = math.prod(moduli)
        above, below = self.content.as_integer_ratio()
        number = combine(residues, moduli) * below * pow(above, -1, modulus) % modulus
        if number > modulus // 2:
            number -= modulus
        if abs(number) >> self.bits:
            # The spare prime detects a wrong residue.
            raise AssertionError(
                f"the residues of a sum disagree (more than {self.bits} bits); please report this "
                "bug"
            )
        return number * self.content


def coprime_base(numbers: Iterable[int]) -> tuple[int, ...]:
    """Return pairwise coprime numbers above 1 whose powers have these as products.

    E. Bach, J. Driscoll, J. Shallit, *Factor refinement*, J. Algorithms 15 (1993); nothing has to
    be factored.

    Examples
    --------
    >>> sorted(coprime_base([12, 90, 1]))
    [2, 3, 5]
    """
    base: list[int] = []
    waiting = [number for number in numbers if number > 1]
    while waiting:
        number = waiting.pop()
        for factor in base:
            common = math.gcd(number, factor)
            if common > 1:
                base.remove(factor)
                waiting += [
                    part for part in (number // common, factor // common, common) if part > 1
                ]
                break
        else:
            base.append(number)
    return tuple(base)


def most_moves(start: NDArray[np.int64], kind: NDArray[np.int64]) -> dict[int, int]:
    """Return the largest number of moves of each kind in a layer. Layer c has the moves
    ``start[c]:start[c + 1]``.
    """
    layer = np.repeat(np.arange(len(start) - 1), np.diff(start))
    return {
        number: int(np.bincount(layer[kind == number]).max()) for number in np.unique(kind).tolist()
    }


def primes_for(scale: Scale, edges: int) -> list[int]:
    """Return primes that do not divide any weight and determine signed integers of `scale.bits`
    bits, plus one extra prime.

    2^32 is at least `edges` (the most products added up) times each of them.
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
    """Return the multiplicity of a factor of the base in a weight, which is negative if the factor
    divides the denominator.
    """
    power = 0
    above, below = weight.as_integer_ratio()
    while above % factor == 0:
        above, power = above // factor, power + 1
    while below % factor == 0:
        below, power = below // factor, power - 1
    return power


def _least_sum(kinds: Sequence[Weighted], values: Sequence[int | float], area: int) -> Fraction:
    """Return the minimum sum of values over all (possibly fractional) copies that fill the area."""
    total = sum(
        (Fraction(value) * kind.least for kind, value in zip(kinds, values, strict=True)),
        Fraction(0),
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
    """Return the logarithm of a bound on the sum.

    With `apart`, limited copies with weights above 1 are bounded by the largest product of their
    weights.
    """
    logs = [_log2(kind.weight) for kind in kinds]
    limited = [apart and kind.most * kind.size < area for kind in kinds]
    inside = [min(0.0, log) if out else log for log, out in zip(logs, limited, strict=True)]
    outside = [one - part for one, part in zip(logs, inside, strict=True)]
    terms = [
        (log + math.log2(kind.ways), kind.size) for log, kind in zip(inside, kinds, strict=True)
    ]
    low = max(log / size for log, size in terms)
    high = max((log + math.log2(len(terms))) / size for log, size in terms)
    for _ in range(60):
        middle = (low + high) / 2
        if sum(2.0 ** (log - size * middle) for log, size in terms) <= 1:
            high = middle
        else:
            low = middle
    return area * high - float(_least_sum(kinds, [-value for value in outside], area))


def _log2(value: Fraction) -> float:
    above, below = value.as_integer_ratio()
    return math.log2(abs(above)) - math.log2(below)
