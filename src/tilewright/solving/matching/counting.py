"""The number of matchings of a graph drawn on a surface, exactly, by determinants modulo primes."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from itertools import islice, takewhile
from operator import mul
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from tilewright.errors import EngineError
from tilewright.solving.matching.graph import CountedGraph, MatchingGraph
from tilewright.solving.matching.kasteleyn import Lines, Term, drawings
from tilewright.solving.matching.modular_determinant import (
    Derivatives,
    IntegerMatrix,
    Program,
    programs,
)
from tilewright.system.platform.machine import useful_threads
from tilewright.system.values.primes import combine, primes_below
from tilewright.system.work.deadline import carried

#: Seconds for an entry of a matrix in an elimination modulo a prime, and for a limb of a term over
#: the integers; measured.
_ENTRY, _LIMB = 2.5e-10, 1.5e-9
#: Seconds for an entry of a term in an elimination modulo a prime; measured.
_TERM = 2e-9
#: Primes of one call of a kernel, and bytes that all matrices of one may take.
_PRIMES, _BYTES = 16, 1 << 24
#: Weights below this share of the largest one are bounded by it; its square is a float.
_LEAST = 1e-150
#: Every prime has more bits than this; residues and their products are exact in the kernels.
_PRIME_BITS = 24


class StepReporter(Protocol):
    """A callable that reports the progress of a count. It may raise an error to stop the count."""

    def __call__(self, phase: str, done: int, total: int, nbytes: int) -> object:
        """Report a step."""


def _ignore(phase: str, done: int, total: int, nbytes: int) -> None:
    """Report nothing."""


@dataclass(frozen=True)
class MatchingCount:
    """A number of matchings, or a sum of their weights.

    Attributes
    ----------
    value : int or Fraction
    rows : int
        The number of rows of the remaining matrix after the elimination.
    primes : int
        The number of primes for which determinants were computed.
    nbytes : int
        The number of bytes used, as counted by the engine.
    """

    value: int | Fraction
    rows: int
    primes: int
    nbytes: int


@dataclass(frozen=True, eq=False)
class Way:
    """A way to count the matchings of a graph: an elimination, and its estimated cost."""

    graph: CountedGraph
    program: Program

    @property
    def lines(self) -> Lines:
        """The direction in which the cells are processed: ``"rows"`` or ``"columns"``."""
        return self.program.drawing.lines

    @property
    def rows(self) -> int:
        """The number of rows of the remaining matrix after the elimination."""
        return self.program.free

    @property
    def pfaffians(self) -> int:
        """The number of Pfaffians."""
        return len(self.program.drawing.pairs)

    def bits(self, weights: Sequence[int] | None = None) -> float:
        """Return ``bits`` such that the absolute value of the sum is proven to be below 2^bits
        (Hadamard's inequality).

        Each Pfaffian is a determinant of the matrix between the colors, or the square root of one.
        """
        # The weights may be larger than any float: divided by the largest, and rounded up, none is.
        top = max(map(abs, weights), default=1) if weights is not None else 1
        sizes = np.ones(len(self.graph.ends))
        if weights is not None:
            sizes = np.array([max(abs(weight) / top, _LEAST) for weight in weights])
        # Parallel edges add up to at most the square of the sum of their sizes.
        ends = np.sort(self.graph.ends, axis=1).astype(np.int64)
        key = ends[:, 0] * self.graph.size + ends[:, 1]
        _, which = np.unique(key, return_inverse=True)
        sums = np.bincount(which, weights=sizes) ** 2
        one = np.zeros((int(which.max(initial=-1)) + 1, 2), dtype=np.int64)
        one[which] = ends
        norms = np.zeros(self.graph.size)
        for k in range(2):
            norms += np.bincount(one[:, k], weights=sums, minlength=self.graph.size)
        if (norms == 0).any():
            return 1.0
        logs = 0.5 * np.log2(norms)
        if self.graph.side is not None:
            sides = [float(logs[self.graph.side == color].sum()) for color in range(2)]
            bound = min(sides)
        else:
            bound = 0.5 * float(logs.sum())
        bound += self.graph.size / 2 * math.log2(top)
        times = sum(abs(term.times) for term in self.program.drawing.terms) / 2
        return max(0.0, bound) * (1 + 1e-9) + math.log2(max(1.0, times)) + 1.0

    @property
    def _parts(self) -> int:
        """The number of real numbers in each entry."""
        return 2 if self.program.drawing.complex else 1

    def _wide(self, bits: float) -> float:
        """Return the bits of the determinants for Pfaffians below 2^bits."""
        return bits if self.program.bipartite else 2 * bits

    @property
    def seconds(self) -> float:
        """The estimated time of a count without weights, on one thread."""
        rows, bits, parts = self.program.free, self._wide(self.bits()), self._parts
        values = self.pfaffians * parts * (bits / _PRIME_BITS + 2)
        limbs = 1 + bits / max(rows, 1) / 60
        reduced = rows * rows * 3 * limbs * 3 * parts
        entries = values * (self.program.entries + reduced)
        terms = len(self.program.edge) * rows * parts * limbs / 2 * self.pfaffians
        return entries * _ENTRY + terms * _LIMB + 2e-4

    @property
    def nbytes(self) -> int:
        """The estimated memory of a count without weights, in bytes."""
        rows, bits, parts = self.program.free, self._wide(self.bits()), self._parts
        limbs = 2 + 2 * bits / max(rows, 1) / 60
        cells = 40 * len(self.program.edge)
        return int(
            (self.program.slots + 3 * rows) * rows * parts * limbs * 8
            + cells
            + self._batch * rows * rows * 24
        )

    def weighted_seconds(self, bits: float) -> float:
        """Return the estimated time of a sum of weights below 2^bits, on one thread."""
        rows = self.program.free
        values = self.pfaffians * self._parts * (self._wide(bits) / _PRIME_BITS + 2)
        return values * (
            self.program.entries * _ENTRY + len(self.program.edge) * (rows + 40) * _TERM
        )

    @property
    def _batch(self) -> int:
        rows = max(1, self.program.free)
        return max(1, min(_PRIMES, _BYTES // (8 * rows * rows)))

    def count(self, report: StepReporter = _ignore) -> MatchingCount:
        """Count the matchings, with weight 1 for all edges."""
        if self._has_no_matching():
            return MatchingCount(0, self.program.free, 0, 0)
        held = [0]

        def report_elimination(done: int, nbytes: int) -> None:
            held[0] = max(held[0], nbytes)
            report("cells", done, self.program.equations, nbytes)

        matrices = [
            self.program.integers(Term(*pair, 0), report_elimination)
            for pair in self.program.drawing.pairs
        ]
        held[0] += sum(matrix.digits.nbytes for matrix in matrices)
        source = partial(_determinants, matrices)
        values, primes = self._values(source, self._batch, self.bits(), report)
        return MatchingCount(
            self._sum(values, self._is_signed(None)), self.program.free, primes, held[0]
        )

    def weigh(self, weights: Sequence[int], report: StepReporter = _ignore) -> MatchingCount:
        """Return the sum of the products of integer weights of edges, none of which is 0."""
        if self._has_no_matching():
            return MatchingCount(0, self.program.free, 0, 0)
        source = partial(_weighted_determinants, self.program, weights)
        values, primes = self._values(source, 1, self.bits(weights), report, weights)
        return MatchingCount(
            self._sum(values, self._is_signed(weights)),
            self.program.free,
            primes,
            useful_threads() * self._weighted_bytes,
        )

    @property
    def _weighted_bytes(self) -> int:
        """The bytes of an elimination modulo a prime."""
        return (self.program.slots + self.program.free) * self.program.free * 8

    def polynomial(self, first: NDArray[np.bool_], report: StepReporter = _ignore) -> list[int]:
        """Return the number of matchings with 0, 1, 2, … of the edges of a kind, (m,) bool, by
        interpolation.
        """
        tiles = self.graph.size // 2
        if self._has_no_matching():
            return [0] * (tiles + 1)
        primes = list(
            islice(_primes(self.program.drawing.complex), math.ceil(self.bits() / _PRIME_BITS) + 2)
        )
        if not self.program.bipartite:
            raise EngineError(
                "interpolation requires a board whose cells can be colored with two colors"
            )
        residues = []
        for number, prime in enumerate(primes):
            values = []
            for point in range(1, tiles + 2):
                weights = np.where(first, point, 1).tolist()
                (parts,) = _weighted_determinants(self.program, weights, [prime])
                pfaffians = dict(zip(self.program.drawing.pairs, parts, strict=True))
                values.append(self._residue(pfaffians, prime))
                report("primes", number, len(primes), self._weighted_bytes)
            residues.append(_interpolate(values, prime))
        return [_combine_residues(list(column), primes) for column in zip(*residues, strict=True)]

    def uses_seconds(self) -> float:
        """Return the estimated time of `uses`, by one thread; infinity if it is not possible."""
        if self.pfaffians > 1 or self.program.drawing.complex:
            return math.inf
        rows, primes = self.program.free, self.bits() / _PRIME_BITS + 2
        return primes * (
            rows**3 * 2e-9
            + len(self.program.edge) * (rows + 20) * 8e-9
            + len(self.graph.ends) * 3e-7
        )

    def uses(self, total: int, report: StepReporter = _ignore) -> list[int]:
        """Return how many of all `total` matchings, of which there must be some, use each edge; for
        a single Pfaffian.

        A determinant that is differentiated by each of its entries gives this modulo each prime.
        The numbers of the edges of each cell are verified to add up to the total.
        """
        edges = len(self.graph.ends)
        derivatives = Derivatives.of(self.program)
        nbytes = 16 * self.program.equations * self.program.free
        primes: list[int] = []
        columns: list[NDArray[np.int64]] = []
        bits = 0.0
        source = _primes(False)
        needed, threads = total.bit_length() + 1, useful_threads()
        with ThreadPoolExecutor(threads) as pool:
            while bits < needed:
                some = list(islice(source, threads))
                shares = pool.map(carried(partial(derivatives.shares, edges)), some)
                for prime, share in zip(some, shares, strict=True):
                    if share is not None and total % prime:
                        primes.append(prime)
                        columns.append(share * (total % prime) % prime)
                        bits += _PRIME_BITS
                report(
                    "primes",
                    min(len(primes), int(needed / _PRIME_BITS) + 1),
                    int(needed / _PRIME_BITS) + 1,
                    nbytes,
                )
        modulus = math.prod(primes)
        basis = [modulus // prime * pow(modulus // prime, -1, prime) for prime in primes]
        counts = [sum(map(mul, row, basis)) % modulus for row in np.array(columns).T.tolist()]
        sums = np.zeros(self.graph.size, dtype=object)
        for end in self.graph.ends.T:
            np.add.at(sums, end, np.array(counts, dtype=object))
        if any(number != total for number in sums.tolist()):
            raise AssertionError(
                "the counts for the edges of a cell do not add up to the number of matchings"
            )
        return counts

    def _residue(self, values: dict[tuple[int, int], tuple[int, int]], prime: int) -> int:
        """Return the sum of the Pfaffians modulo a prime, for a board of two colors."""
        total = sum(
            term.times * values[term.around, term.across][term.part == "imaginary"]
            for term in self.program.drawing.terms
        )
        return (-total if self.program.minus else total) * (prime + 1) // 2 % prime

    def _has_no_matching(self) -> bool:
        """Whether no matching exists for a simple reason."""
        graph = self.graph
        if graph.size % 2 or len(np.unique(graph.ends)) < graph.size:
            return True
        return graph.side is not None and 2 * int(graph.side.sum()) != graph.size

    def _values(
        self,
        source: Callable[[list[int]], list[_Parts]],
        batch: int,
        bits: float,
        report: StepReporter,
        weights: Sequence[int] | None = None,
    ) -> tuple[dict[tuple[int, int], tuple[int, int]], int]:
        """Return both parts of each Pfaffian, multiplied by 2, and the number of primes used."""
        program, pairs = self.program, self.program.drawing.pairs
        count = math.ceil((self._wide(bits) + 2) / _PRIME_BITS) + 1
        avoid = set(weights or ())
        usable = (
            prime
            for prime in _primes(program.drawing.complex)
            if not any(weight % prime == 0 for weight in avoid)
        )
        primes = list(islice(usable, count))
        if len(primes) < count:
            raise EngineError(
                "the number of matchings is too large: there are not enough primes below 2^25"
            )
        chunks = [primes[i : i + batch] for i in range(0, count, batch)]
        threads = min(useful_threads(), len(chunks))
        residues: list[_Parts] = []
        with ThreadPoolExecutor(threads) as pool:
            for determinants in (pool.map if threads > 1 else map)(carried(source), chunks):
                residues += determinants
                report("primes", len(residues), count, 0)
        values = {}
        for pair, column in zip(pairs, zip(*residues, strict=True), strict=True):
            real, imaginary = (
                _combine_residues([value[part] for value in column], primes) for part in range(2)
            )
            if program.minus:
                real, imaginary = -real, -imaginary
            if not program.bipartite:
                real, imaginary = self._root(pair, real, imaginary, weights)
            values[pair] = (real, imaginary)
        return values, count

    def _is_signed(self, weights: Sequence[int] | None) -> bool:
        """Whether signs of Pfaffians matter. They do not matter for a single Pfaffian without
        negative matchings.
        """
        drawing = self.program.drawing
        single = len(drawing.terms) == 1 and not drawing.complex
        return drawing.signed and not (single and (weights is None or min(weights) > 0))

    def _sum(self, values: dict[tuple[int, int], tuple[int, int]], signed: bool) -> int:
        total = 0
        for term in self.program.drawing.terms:
            total += term.times * values[term.around, term.across][term.part == "imaginary"]
        if total % 2:
            raise AssertionError("the sum of the Pfaffians is odd")
        return total // 2 if signed else abs(total // 2)

    def _root(
        self, pair: tuple[int, int], real: int, imaginary: int, weights: Sequence[int] | None
    ) -> tuple[int, int]:
        """Return the Pfaffian whose square is the given number, with the sign that it has modulo a
        prime.
        """
        size = math.isqrt(real * real + imaginary * imaginary)
        a, b = math.isqrt((size + real) // 2), math.isqrt((size - real) // 2)
        if imaginary < 0:
            b = -b
        if a * a - b * b != real or 2 * a * b != imaginary:
            raise AssertionError("the determinant of a skew-symmetric matrix is not a square")
        if (not a and not b) or not self._is_signed(weights):
            return a, b
        for prime in _SIGN_PRIMES:
            root = _imaginary_unit(prime)
            value = (a + b * root) % prime
            if value:
                pfaffian = self._pfaffian(pair, prime, root, weights)
                if pfaffian == value:
                    return a, b
                if pfaffian == prime - value:
                    return -a, -b
                raise AssertionError("a Pfaffian is not the root of its determinant")
        raise AssertionError("a Pfaffian is 0 modulo several primes")

    def _pfaffian(
        self, pair: tuple[int, int], prime: int, root: int, weights: Sequence[int] | None
    ) -> int:
        """Return a Pfaffian modulo a prime below 2^31."""
        from tilewright.kernels.matching.elimination import pfaffian_modulo

        drawing = self.program.drawing
        powers = np.array([1, root, prime - 1, prime - root], dtype=np.int64)
        coefficient = powers[drawing.phases(Term(*pair, 0))]
        if weights is not None:
            sizes = np.array([weight % prime for weight in weights], dtype=np.int64)
            coefficient = coefficient * sizes % prime
        one, two = drawing.order[drawing.ends].T
        row, column = np.concatenate([one, two]), np.concatenate([two, one])
        value = np.concatenate([coefficient, (prime - coefficient) % prime])
        sort = np.lexsort((column, row))
        start = np.searchsorted(row[sort], np.arange(self.graph.size + 1)).astype(np.int64)
        places = 4 * int(np.bincount(drawing.layer).max()) + 8
        while True:
            work = np.zeros((places, places), dtype=np.int64)
            pfaffian = int(pfaffian_modulo(start, column[sort], value[sort], work, prime))
            if pfaffian >= 0:
                return pfaffian
            places *= 2


#: Primes below 2^31 that are 1 modulo 4.
_SIGN_PRIMES = (2147483629, 2147483549, 2147483489)


def _imaginary_unit(prime: int) -> int:
    """Return a square root of -1 modulo a prime that is congruent to 1 modulo 4."""
    for base in range(2, prime):
        root = pow(base, (prime - 1) // 4, prime)
        if root * root % prime == prime - 1:
            return root
    raise AssertionError(f"{prime} is not a prime congruent to 1 modulo 4")


def _primes(one: bool) -> Iterator[int]:
    """Yield primes from 2^25 down to 2^24. With `one`, yield only primes that are congruent to 1
    modulo 4.
    """
    primes = takewhile(lambda prime: prime > 1 << _PRIME_BITS, primes_below(1 << 25))
    return (prime for prime in primes if prime % 4 == 1 or not one)


def _combine_residues(residues: list[int], primes: list[int]) -> int:
    """Return the integer with these residues. The last residue verifies it."""
    value, modulus = combine(residues[:-1], primes[:-1]), math.prod(primes[:-1])
    if 2 * value > modulus:
        value -= modulus
    if (value - residues[-1]) % primes[-1]:
        raise AssertionError("an additional prime gives a different number")
    return value


def _interpolate(values: list[int], prime: int) -> list[int]:
    """Return the coefficients modulo a prime of the polynomial with these values at 1, 2, …."""
    count = len(values)
    differences = np.array(values, dtype=np.int64)
    # Newton's divided differences: the points are one apart.
    for step in range(1, count):
        inverse = pow(step, -1, prime)
        differences[step:] = (
            (differences[step:] - differences[step - 1 : -1]) % prime * inverse % prime
        )
    polynomial = np.zeros(count, dtype=np.int64)
    for step in range(count - 1, -1, -1):
        # Multiply by x - (step + 1), then add the next difference.
        shifted = np.concatenate([[0], polynomial[:-1]])
        polynomial = (shifted - (step + 1) * polynomial) % prime
        polynomial[0] = (polynomial[0] + differences[step]) % prime
    coefficients: list[int] = polynomial.tolist()
    return coefficients


#: The real and the imaginary part of the determinant for each Pfaffian, modulo a prime.
_Parts = list[tuple[int, int]]


def _determinants(matrices: list[IntegerMatrix], primes: list[int]) -> list[_Parts]:
    """Return the determinants of matrices of integers modulo each prime."""
    from tilewright.kernels.matching.elimination import determinants_modulo

    moduli = np.array(primes, dtype=np.int64)
    parts: list[_Parts] = [[] for _ in primes]
    for matrix in matrices:
        reduced = matrix.modulo(moduli)
        values = np.empty((2, len(primes)), dtype=np.int64)
        if reduced.shape[2] == matrix.size:
            determinants_modulo(reduced, moduli, values[0])
            for pairs, value in zip(parts, values[0].tolist(), strict=True):
                pairs.append((value, 0))
            continue
        real, imaginary = reduced[:, :, : matrix.size], reduced[:, :, matrix.size :]
        roots = [_imaginary_unit(prime) for prime in primes]
        for which in range(2):
            units = [
                root if not which else prime - root
                for root, prime in zip(roots, primes, strict=True)
            ]
            sums = np.stack(
                [
                    _combine(a, b, unit, p)
                    for a, b, unit, p in zip(real, imaginary, units, primes, strict=True)
                ]
            )
            determinants_modulo(sums, moduli, values[which])
        for pairs, both, root, prime in zip(parts, values.T.tolist(), roots, primes, strict=True):
            pairs.append(_separate_parts(both[0], both[1], root, prime))
    return parts


def _combine(
    real: NDArray[np.float64], imaginary: NDArray[np.float64], unit: int, prime: int
) -> NDArray[np.float64]:
    """Return real + unit * imaginary modulo a prime, balanced."""
    value = real + imaginary * float(unit if 2 * unit <= prime else unit - prime)
    mixed: NDArray[np.float64] = value - np.rint(value / prime) * prime
    return mixed


def _separate_parts(one: int, other: int, root: int, prime: int) -> tuple[int, int]:
    """Return the real and the imaginary part, given the values for both square roots of -1."""
    half = (prime + 1) // 2
    return (one + other) * half % prime, (one - other) * half * pow(root, -1, prime) % prime


def _weighted_determinants(
    program: Program, weights: Sequence[int], primes: list[int]
) -> list[_Parts]:
    """Return the determinants with weights, each eliminated modulo each prime."""
    found = []
    for prime in primes:
        sizes = np.array([weight % prime for weight in weights], dtype=np.int64)
        parts = []
        for pair in program.drawing.pairs:
            phases = program.phases(Term(*pair, 0))
            root = _imaginary_unit(prime) if (phases % 2).any() else 0
            values = [
                _weighted_determinant(program, phases, sizes, prime, unit)
                for unit in ([root, prime - root] if root else [0])
            ]
            parts.append(
                _separate_parts(values[0], values[1], root, prime) if root else (values[0], 0)
            )
        found.append(parts)
    return found


def _weighted_determinant(
    program: Program, phases: NDArray[np.int8], sizes: NDArray[np.int64], prime: int, unit: int
) -> int:
    """Return the determinant of the whole matrix, up to the sign that `Program.minus` has."""
    from tilewright.kernels.matching.elimination import determinant_modulo

    powers = np.array([1, unit, prime - 1, (prime - unit) % prime], dtype=np.int64)
    sized = sizes[program.edge]
    left = program.residues(powers[phases] * sized % prime, prime)
    value = int(determinant_modulo(left, prime)) if left.size else 1
    for head in sized[program.pivot_term[program.pivot >= 0]].tolist():
        value = value * head % prime
    return value


def ways(graph: MatchingGraph, turned: bool = False) -> list[Way]:
    """Return the ways to count the matchings of a graph, starting with the fastest; empty if it
    cannot be drawn in layers. With `turned`, the cells are processed from the last to the first.
    """
    candidates = [
        Way(graph, program)
        for drawing in drawings(graph, turned)
        for program in programs(graph, drawing)
    ]
    return sorted(candidates, key=lambda way: way.seconds)
