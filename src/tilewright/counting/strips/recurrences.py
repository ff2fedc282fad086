"""Find the shortest recurrence of the terms of a state graph, modulo primes, exactly, or modulo any
number.

Along a closed graph, the number of tilings of n turns is an entry of the n-th power of a matrix. So
the remainder of these numbers under a recurrence of order d is annihilated by the characteristic
polynomial of the matrix, which is monic. Once it is 0 for as many terms as there are states, it is
0 forever. This holds for integers and modulo any number, and as well for sums of integer weights
(`tilewright.counting.strips.weighted`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
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
    """A generating function numerator / denominator, in turns of a graph."""

    length: int
    numerator: tuple[int, ...]
    denominator: tuple[int, ...]
    terms: int


class Terms:
    """The numbers of tilings along a closed graph, one for each turn."""

    #: The term of 0 turns.
    first = 1

    def __init__(self, graph: StateGraph) -> None:
        self.graph = graph

    def begin(self, modulus: int = 0) -> Any:
        """Return the values after the last cell, numbers or residues, for `following`."""
        return BackwardCounts(self.graph, modulus)

    def following(
        self, counts: Any, n: int, reporter: Reporter, before: int, total: int
    ) -> NDArray[np.uint64]:
        """Return the next n terms modulo a number, out of about `total`."""
        values = np.empty(n, dtype=np.uint64)
        for k in range(n):
            run_turns(counts, 1)
            values[k] = counts.arrays[0][0, 0]
            report_turns(reporter, "recurrence", before + k + 1, total, counts)
        return values

    def primes(self) -> Iterator[int]:
        """Yield the primes for `begin`, the largest first."""
        return primes_below()

    def exact(self, n: int, reporter: Reporter, phase: str = "counts") -> list[int]:
        """Return the terms of 0 to n - 1 turns."""
        counts = BackwardCounts(self.graph)
        values = [1] if n else []
        reporter.begin()
        while len(values) < n:
            run_turns(counts, 1)
            values.append(counts.count())
            report_turns(reporter, phase, len(values), n, counts)
        return values

    def at(self, k: int, reporter: Reporter) -> int:
        """Return the term of k turns."""
        counts = BackwardCounts(self.graph)
        run_turns(counts, k, reporter)
        return counts.count()


def turn_work(graph: StateGraph) -> int:
    """Return the cost of one turn of a closed graph in sums of words; never 0, even without
    edges.
    """
    return graph.edges + _LAYER * graph.layers


def run_turns(counts: Backward, blocks: int, reporter: Reporter | None = None) -> None:
    """Pull through whole turns of a closed graph."""
    graph, work = counts.graph, turn_work(counts.graph)
    # After the layers that are only partly reachable.
    begin = -(-len(graph.active) // graph.layers) * graph.layers
    if reporter is not None:
        reporter.begin()
    done = 0
    while done < blocks:
        turns = min(blocks - done, 1 + _WORK // (work * counts.words))
        counts.run(
            begin + (blocks - done) * graph.layers, begin + (blocks - done - turns) * graph.layers
        )
        done += turns
        if reporter is not None:
            report_turns(reporter, "counts", done, blocks, counts)


def report_turns(reporter: Reporter, phase: str, done: int, total: int, counts: Backward) -> None:
    """Report how many terms are done, or look at the clock."""
    if not reporter.listens:
        check_time()
        return
    graph = counts.graph
    reporter.tell(phase, done, total, graph.states, graph.nbytes + counts.nbytes, unit="term")


def bits_for_each(terms: Terms) -> float:
    """Return the growth of a term in bits, from some first terms."""
    values = [value for value in terms.exact(24, Reporter(None)) if value]
    return max(1.0, values[-1].bit_length() / 24)


def find_fraction(source: Terms, prime: int, margin: int, reporter: Reporter) -> Series:
    """Find the shortest recurrence modulo a prime, verified by `margin` more terms than needed."""
    counts = source.begin(prime)
    reporter.begin(1)
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
        more = source.following(counts, wanted - len(terms), reporter, len(terms), total)
        terms = np.concatenate([terms, more])
        current, previous = (
            np.concatenate([a, np.zeros(wanted + 1 - len(a), np.uint64)])
            for a in (current, previous)
        )
        berlekamp_massey(terms, np.uint64(prime), current, previous, tally)
    denominator = [int(c) for c in current[: length + 1]]
    numerator = (
        nmod_poly(terms[:length].tolist(), prime) * nmod_poly(denominator, prime)
    ).coeffs()[:length]
    return Series(
        length,
        tuple(trim_zeros([int(c) for c in numerator])),
        tuple(trim_zeros(denominator)),
        len(terms),
    )


def _lift_denominators(
    source: Terms, first: Series, reporter: Reporter
) -> Iterator[tuple[int, list[int]]]:
    """Yield the order and the integer denominator each time that one more prime does not change
    it.
    """
    length = first.length
    whole = 1
    values: list[int] = []
    before: list[int] = []
    for number, prime in enumerate(source.primes(), start=1):
        # The number of primes is not known in advance.
        reporter.part = f"prime {number}"
        series = find_fraction(source, prime, 8, reporter)
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
            reporter.part = "proving it"
            yield length, trim_zeros(signed)
        before = signed
    raise EngineError("no recurrence was found")


def exact_fraction(source: Terms, first: Series, states: int, reporter: Reporter) -> Series:
    """Return the generating function with integer coefficients, proven."""
    for length, denominator in _lift_denominators(source, first, reporter):
        terms = source.exact(length + states + 1, reporter, "recurrence")
        product = (fmpz_poly(denominator) * fmpz_poly(terms)).coeffs()
        if all(c == 0 for c in product[length : len(terms)]):
            numerator = trim_zeros([int(c) for c in product[:length]])
            reporter.part = ""
            return Series(length, tuple(numerator), tuple(denominator), len(terms))
    raise AssertionError("unreachable: there are infinitely many primes")


def fraction_modulo(
    source: Terms, first: Series, states: int, modulus: int, reporter: Reporter
) -> Series:
    """Return the generating function modulo any number up to 2^48, proven by terms modulo this
    number.
    """
    for length, denominator in _lift_denominators(source, first, reporter):
        wanted = length + states
        reporter.begin()
        terms = source.following(source.begin(modulus), wanted, reporter, 0, wanted).tolist()
        terms = [source.first % modulus, *terms]
        reduced = [c % modulus for c in denominator]
        product = [
            int(c) for c in (nmod_poly(reduced, modulus) * nmod_poly(terms, modulus)).coeffs()
        ]
        if not any(product[length : len(terms)]):
            reporter.part = ""
            return Series(
                length, tuple(trim_zeros(product[:length])), tuple(trim_zeros(reduced)), len(terms)
            )
    raise AssertionError("unreachable: there are infinitely many primes")


def trim_zeros(values: list[int]) -> list[int]:
    """Return the values without zeros at the end, but the first."""
    end = len(values)
    while end > 1 and values[end - 1] == 0:
        end -= 1
    return values[:end]


def small_primes(modulus: int) -> list[int]:
    """Return the prime factors of a number if they are distinct and below 2^31, else an empty
    list.
    """
    if modulus < 2:
        return []
    factors = [(int(prime), times) for prime, times in fmpz(modulus).factor_smooth(32)]
    if any(times > 1 or prime >= 1 << 31 or not is_prime(prime) for prime, times in factors):
        return []
    return [prime for prime, _ in factors]


def exact_coefficient(
    numerator: tuple[int, ...],
    denominator: tuple[int, ...],
    n: int,
    foresee: Callable[[int], None] = lambda bits: None,
) -> int:
    """Return the coefficient of x^n of a fraction of polynomials, exactly.

    x^n modulo the characteristic polynomial gives the term as a sum of the first ones, with
    coefficients as long as the term (those of `coefficient` would be longer). C. M. Fiduccia, *An
    efficient formula for linear recurrences*, SIAM J. Comput. 14 (1985).
    """
    degree = len(denominator) - 1
    # If the numerator is long, the recurrence starts later.
    begin = max(0, len(numerator) - degree)
    first: list[int] = []
    for i in range(begin + degree):
        back = sum(c * value for c, value in zip(denominator[1:], reversed(first), strict=False))
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
        sum((c * value for c, value in zip(power.coeffs(), first[begin:], strict=False)), fmpz(0))
    )


def coefficient(
    numerator: tuple[int, ...], denominator: tuple[int, ...], n: int, modulus: int
) -> int:
    """Return the coefficient of x^n of a fraction of polynomials modulo a number, by halving n.

    A. Bostan, R. Mori, *A simple and fast algorithm for computing the N-th term of a linearly
    recurrent sequence*, SOSA 2021.
    """
    make = _ring(modulus)
    upper, lower = make(list(numerator)), make(list(denominator))
    while n:
        coefficients = lower.coeffs()
        mirrored = make([-int(c) if i % 2 else int(c) for i, c in enumerate(coefficients)])
        upper = make([int(c) for c in (upper * mirrored).coeffs()[n % 2 :: 2]])
        lower = make([int(c) for c in (lower * mirrored).coeffs()[::2]])
        n //= 2
    coefficients = upper.coeffs()
    return int(coefficients[0]) % modulus if coefficients else 0


def _ring(modulus: int):  # type: ignore[no-untyped-def]
    """Return the constructor of polynomials modulo a number."""
    if modulus < 1 << 63:
        return lambda values: nmod_poly([value % modulus for value in values], modulus)
    ring = fmpz_mod_poly_ctx(fmpz_mod_ctx(modulus))
    return lambda values: ring([value % modulus for value in values])
