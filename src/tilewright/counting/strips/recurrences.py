"""Find the shortest recurrence of the terms of a state graph, modulo primes, exactly, or modulo any
number.

Along a closed graph, the number of tilings of n turns is an entry of the n-th power of a matrix.
Therefore, the characteristic polynomial of the matrix, which is monic, annihilates the remainder of
these numbers under a recurrence of order d. If the remainder is 0 for as many terms as there are
states, it is always 0. This holds for integers, modulo any number, and for sums of integer weights
(`tilewright.counting.strips.weighted`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from flint import fmpz, fmpz_mod_ctx, fmpz_mod_poly_ctx, fmpz_poly, nmod_poly
from numpy.typing import NDArray

from tilewright.counting.frontier.graph import Backward, BackwardCounts
from tilewright.counting.resources import Reporter
from tilewright.counting.state_graph import StateGraph
from tilewright.errors import EngineError
from tilewright.kernels.frontier.strip import berlekamp_massey
from tilewright.system.values.primes import is_prime, primes_below
from tilewright.system.work.deadline import check_time

#: Sums of words between two looks at the clock.
_WORK = 20_000_000
#: A layer of a graph costs at least this many sums of words (3 to 5 were measured).
_LAYER = 4


@dataclass(frozen=True)
class Series:
    """A generating function numerator / denominator, in turns of a graph; neither ends with 0."""

    numerator: tuple[int, ...]
    denominator: tuple[int, ...]
    #: How many terms were used to find it.
    terms: int

    @classmethod
    def of(cls, numerator: Iterable[Any], denominator: Iterable[Any], terms: int) -> Series:
        """Return a series of coefficients, whose last coefficients may be 0."""
        above, below = ([int(c) for c in values] for values in (numerator, denominator))
        return cls(_trim_zeros(above), _trim_zeros(below), terms)

    @property
    def length(self) -> int:
        """The order of the recurrence for all terms, including the first terms."""
        return max(len(self.numerator), len(self.denominator) - 1)

    def holds_from(self, period: int) -> int:
        """Return the first index for which the recurrence holds, if a turn is `period` of them."""
        # The zeros between the terms of a period need less than a term.
        return max(
            period * (len(self.numerator) - 1) + 1,
            period * (len(self.denominator) - 1),
        )

    def coefficient(self, n: int, foresee: Callable[[int], None] = lambda bits: None) -> int:
        """Return the exact coefficient of x^n. `foresee` is called with its approximate number of
        bits.

        x^n modulo the characteristic polynomial gives the term as a sum of the first terms, with
        coefficients as long as the term (those of `residue` would be longer). C. M. Fiduccia, *An
        efficient formula for linear recurrences*, SIAM J. Comput. 14 (1985).
        """
        numerator, denominator = self.numerator, self.denominator
        degree = len(denominator) - 1
        # If the numerator is long, the recurrence starts later.
        begin = max(0, len(numerator) - degree)
        first: list[int] = []
        for i in range(begin + degree):
            back = sum(
                c * value for c, value in zip(denominator[1:], reversed(first), strict=False)
            )
            first.append((numerator[i] if i < len(numerator) else 0) - back)
        if n < len(first):
            return first[n]
        characteristic, x = fmpz_poly(list(denominator[::-1])), fmpz_poly([0, 1])
        power = fmpz_poly([1])
        exponent, foreseen = 0, False
        # Longer than any term that grows like a power of n.
        short = 1000 + 2 * degree * n.bit_length()
        for bit in f"{n - begin:b}":
            check_time()
            power = power * power % characteristic
            if bit == "1":
                power = power * x % characteristic
            exponent = 2 * exponent + int(bit)
            longest = (
                max((int(c).bit_length() for c in power.coeffs()), default=0) if not foreseen else 0
            )
            if longest > short:
                foreseen = True
                foresee(longest * n // exponent)
        return int(
            sum(
                (c * value for c, value in zip(power.coeffs(), first[begin:], strict=False)),
                fmpz(0),
            )
        )

    def residue(self, n: int, modulus: int) -> int:
        """Return the coefficient of x^n modulo a number, by halving n.

        A. Bostan, R. Mori, *A simple and fast algorithm for computing the N-th term of a linearly
        recurrent sequence*, SOSA 2021.
        """
        make = _ring(modulus)
        upper, lower = make(list(self.numerator)), make(list(self.denominator))
        while n:
            coefficients = lower.coeffs()
            mirrored = make([-int(c) if i % 2 else int(c) for i, c in enumerate(coefficients)])
            upper = make([int(c) for c in (upper * mirrored).coeffs()[n % 2 :: 2]])
            lower = make([int(c) for c in (lower * mirrored).coeffs()[::2]])
            n //= 2
        coefficients = upper.coeffs()
        return int(coefficients[0]) % modulus if coefficients else 0


class Terms:
    """The numbers of tilings along a closed graph, one for each turn."""

    #: The term of 0 turns.
    first = 1

    def __init__(self, graph: StateGraph, reporter: Reporter) -> None:
        self.graph, self.reporter = graph, reporter

    def begin(self, modulus: int = 0) -> Any:
        """Return the values after the last cell (numbers or residues) for `following`."""
        return BackwardCounts(self.graph, modulus)

    def following(self, counts: Any, n: int, before: int, total: int) -> NDArray[np.uint64]:
        """Return the next n terms modulo a number, out of about `total`."""
        values = np.empty(n, dtype=np.uint64)
        for k in range(n):
            run_turns(counts, 1)
            values[k] = counts.arrays[0][0, 0]
            self.report("recurrence", before + k + 1, total, counts)
        return values

    def primes(self) -> Iterator[int]:
        """Yield the primes for `begin`, starting with the largest."""
        return primes_below()

    def exact(self, n: int, phase: str = "counts") -> list[int]:
        """Return the terms for 0 to n - 1 turns. Without a phase, no progress is reported."""
        counts = BackwardCounts(self.graph)
        values = [1] if n else []
        self.reporter.begin()
        while len(values) < n:
            run_turns(counts, 1)
            values.append(counts.count())
            self.report(phase, len(values), n, counts)
        return values

    def at(self, k: int, modulus: int = 0) -> int:
        """Return the term for k turns, modulo a number up to 2^48 if it is not 0."""
        counts = BackwardCounts(self.graph, modulus)
        self.run(counts, k)
        return counts.count()

    def run(self, counts: Backward, turns: int) -> None:
        """Propagate values through many turns, and report the progress."""
        self.reporter.begin()
        run_turns(counts, turns, lambda done: self.report("counts", done, turns, counts))

    def report(self, phase: str, done: int, total: int, counts: Backward) -> None:
        """Report the number of finished terms, or check the time limit."""
        if not (phase and self.reporter.listens):
            check_time()
            return
        graph = self.graph
        nbytes = graph.nbytes + counts.nbytes
        self.reporter.tell(phase, done, total, graph.states, nbytes, unit="term")


def turn_work(graph: StateGraph) -> int:
    """Return the cost of one turn of a closed graph in sums of words; never 0, even without
    edges.
    """
    return graph.edges + _LAYER * graph.layers


def run_turns(
    counts: Backward, blocks: int, look: Callable[[int], None] = lambda done: None
) -> None:
    """Propagate values through whole turns of a closed graph. `look` is called with the number of
    finished turns.
    """
    graph, work = counts.graph, turn_work(counts.graph)
    # After the layers that are only partly reachable.
    begin = -(-len(graph.active) // graph.layers) * graph.layers
    done = 0
    while done < blocks:
        turns = min(blocks - done, 1 + _WORK // (work * counts.words))
        counts.run(
            begin + (blocks - done) * graph.layers, begin + (blocks - done - turns) * graph.layers
        )
        done += turns
        look(done)


def bits_for_each(terms: Terms) -> float:
    """Return the growth of a term in bits, estimated from the first terms."""
    values = [value for value in terms.exact(24, phase="") if value]
    return max(1.0, values[-1].bit_length() / 24)


def find_fraction(source: Terms, prime: int, margin: int) -> Series:
    """Find the shortest recurrence modulo a prime, verified by `margin` additional terms."""
    counts = source.begin(prime)
    source.reporter.begin(1)
    terms = np.array([source.first % prime], dtype=np.uint64)
    current = np.array([1], dtype=np.uint64)
    previous = np.array([1], dtype=np.uint64)
    tally = np.array([0, 0, 1, 1], dtype=np.int64)
    while True:
        length = int(tally[1])
        # If the recurrence grows no more.
        total = max(2 * length, length + margin) + 2
        if len(terms) >= total:
            break
        # Not far ahead, so that the recurrence is found in time.
        wanted = min(total, 2 * len(terms) + 62)
        more = source.following(counts, wanted - len(terms), len(terms), total)
        terms = np.concatenate([terms, more])
        current, previous = (
            np.concatenate([a, np.zeros(wanted + 1 - len(a), np.uint64)])
            for a in (current, previous)
        )
        berlekamp_massey(terms, np.uint64(prime), current, previous, tally)
    denominator = [int(c) for c in current[: length + 1]]
    product = nmod_poly(terms[:length].tolist(), prime) * nmod_poly(denominator, prime)
    return Series.of(product.coeffs()[:length], denominator, len(terms))


def _lift_denominators(source: Terms, first: Series) -> Iterator[tuple[int, list[int]]]:
    """Yield the order and denominator whenever one more prime does not change them."""
    length = first.length
    whole = 1
    values: list[int] = []
    before: list[int] = []
    for number, prime in enumerate(source.primes(), start=1):
        # The number of primes is not known in advance.
        source.reporter.part = f"prime {number}"
        series = find_fraction(source, prime, 8)
        if series.length < length:
            continue  # the fraction cancels further modulo this prime
        if series.length > length:
            length, whole, values, before = series.length, 1, [], []
        row = [*series.denominator, *([0] * (length + 1 - len(series.denominator)))]
        if not values:
            values, whole = row, prime
        else:
            inverse = pow(whole, -1, prime)
            values = [
                value + whole * ((residue - value) * inverse % prime)
                for value, residue in zip(values, row, strict=True)
            ]
            whole *= prime
        signed = [value - whole if value > whole // 2 else value for value in values]
        if signed == before:
            source.reporter.part = "proving it"
            yield length, signed
        before = signed
    raise EngineError("no recurrence was found")


def exact_fraction(source: Terms, first: Series, states: int) -> Series:
    """Return the generating function with integer coefficients, proven."""
    for length, denominator in _lift_denominators(source, first):
        terms = source.exact(length + states + 1, "recurrence")
        product = (fmpz_poly(denominator) * fmpz_poly(terms)).coeffs()
        if not any(product[length : len(terms)]):
            source.reporter.part = ""
            return Series.of(product[:length], denominator, len(terms))
    raise AssertionError("unreachable: there are infinitely many primes")


def fraction_modulo(source: Terms, first: Series, states: int, modulus: int) -> Series:
    """Return the generating function modulo any number up to 2^48, proven by terms modulo this
    number.
    """
    for length, denominator in _lift_denominators(source, first):
        wanted = length + states
        source.reporter.begin()
        terms = source.following(source.begin(modulus), wanted, 0, wanted).tolist()
        terms = [source.first % modulus, *terms]
        reduced = [c % modulus for c in denominator]
        product = (nmod_poly(reduced, modulus) * nmod_poly(terms, modulus)).coeffs()
        if not any(int(c) for c in product[length : len(terms)]):
            source.reporter.part = ""
            return Series.of(product[:length], reduced, len(terms))
    raise AssertionError("unreachable: there are infinitely many primes")


def _trim_zeros(values: list[int]) -> tuple[int, ...]:
    """Return the values without zeros at the end, keeping at least the first value."""
    last = max((place for place, value in enumerate(values) if value), default=0)
    return tuple(values[: last + 1])


def small_primes(modulus: int) -> list[int]:
    """Return the prime factors of a number if they are distinct and below 2^31, or an empty list
    otherwise.
    """
    if modulus < 2:
        return []
    factors = [(int(prime), times) for prime, times in fmpz(modulus).factor_smooth(32)]
    if any(times > 1 or prime >= 1 << 31 or not is_prime(prime) for prime, times in factors):
        return []
    return [prime for prime, _ in factors]


def _ring(modulus: int):  # type: ignore[no-untyped-def]
    """Return the constructor of polynomials modulo a number."""
    if modulus < 1 << 63:
        return lambda values: nmod_poly([value % modulus for value in values], modulus)
    ring = fmpz_mod_poly_ctx(fmpz_mod_ctx(modulus))
    return lambda values: ring([value % modulus for value in values])
