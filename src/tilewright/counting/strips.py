"""Strips: boards of a fixed width and any length, their recurrences and generating functions.

The number of tilings of a strip of n lines is the entry of the n-th power of a matrix, so the numbers
obey a linear recurrence whose order is at most the number of states between two lines
(Cayley-Hamilton). The shortest one is found modulo primes (Berlekamp-Massey), put together by Chinese
remainders, and proven: the residual of a recurrence of order d is itself annihilated by the
characteristic polynomial of the matrix, so it is 0 for ever once it is 0 for as many terms as there
are states. Its coefficients are integers by the lemma of Fatou.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from math import prod
from typing import Literal

import numpy as np
from flint import fmpz_mod_ctx, fmpz_mod_poly_ctx, fmpz_poly, nmod_poly
from numpy.typing import NDArray

from tilewright.counting.closed import closed_graph
from tilewright.counting.graph import StateGraph
from tilewright.counting.memory import allowed_memory
from tilewright.counting.primes import combine, is_prime, primes_below
from tilewright.counting.rows import Flow
from tilewright.counting.scans import Repeat, repeats
from tilewright.errors import EngineError
from tilewright.kernels.frontier_strip import berlekamp_massey
from tilewright.piece import Piece
from tilewright.problem import Problem
from tilewright.symmetry import Turn

__all__ = ["Strip", "strip"]

#: Word additions that finding the exact recurrence may take before only its degree is found.
_WORK = 3e9
#: The highest degree whose exact recurrence is looked for.
_DEGREE = 1500


@dataclass(eq=False)
class Strip:
    """The numbers of tilings of all strips of one width.

    Attributes
    ----------
    width : int
        Cells across.
    pieces : tuple of Piece
    period : int
        Only lengths that are multiples of it have tilings (by area).
    states : int
        States between two lines (at multiples of the period): the bound on the order of the recurrence.

    Notes
    -----
    ``strip(width, *pieces)`` makes one.
    """

    width: int
    pieces: tuple[Piece, ...]
    turn: Turn
    repeat: Repeat
    graph: StateGraph
    _modular: dict[int, _Modular] = field(default_factory=dict, repr=False)

    @property
    def period(self) -> int:
        """Only lengths that are multiples of this have tilings."""
        return self.repeat.period

    @property
    def states(self) -> int:
        """States between two lines: no recurrence needs a higher order, in steps of the period."""
        return int(self.graph.offset[1])

    def terms(self, n: int) -> list[int]:
        """Return the numbers of tilings of the lengths 0 to n - 1."""
        values = [0] * n
        for k, value in enumerate(_exact_terms(self.graph, (n + self.period - 1) // self.period)):
            values[k * self.period] = value
        return values

    @cached_property
    def degree(self) -> int:
        """The order of the shortest recurrence (where `exact` is None: of the one modulo a prime)."""
        if self.exact is not None:
            return self.exact[0] * self.period
        return self._modulo(next(primes_below())).length * self.period

    @cached_property
    def exact(self) -> tuple[int, tuple[int, ...], tuple[int, ...]] | None:
        """The recurrence in steps of the period: (order, numerator, denominator); None if it is too long.

        The generating function in steps of the period is numerator / denominator, coefficients from
        the constant term on; the denominator begins with 1.
        """
        first = self._modulo(next(primes_below()))
        # A limb for each 58 bits of the largest term, half of them on average.
        limbs = 1 + first.proof * _bits_for_each(self.graph) / 58
        if first.length > _DEGREE or first.proof * self.graph.edges * limbs / 2 > _WORK:
            return None
        return self._lift(first)

    @property
    def recurrence(self) -> tuple[int, ...] | None:
        """Coefficients c_1, c_2, … with a(n) = c_1 a(n-1) + c_2 a(n-2) + …; None if not found exactly.

        It holds for n >= `holds_from`.
        """
        if self.exact is None:
            return None
        denominator = self.exact[2]
        spread = [0] * ((len(denominator) - 1) * self.period)
        for k, value in enumerate(denominator[1:], start=1):
            spread[k * self.period - 1] = -value
        return tuple(spread)

    @property
    def holds_from(self) -> int:
        """The first length for which the recurrence holds."""
        return self.degree

    def generating_function(self) -> tuple[list[int], list[int]] | None:
        """Return numerator and denominator, coefficients from the constant term on; None if not exact."""
        if self.exact is None:
            return None
        _, numerator, denominator = self.exact
        return _spread(numerator, self.period), _spread(denominator, self.period)

    def term(self, n: int, modulus: int = 0) -> int:
        """Return the number of tilings of length n, exactly or modulo a number.

        Parameters
        ----------
        modulus : int
            0 for the number itself. If the exact recurrence is out of reach, far terms need a modulus
            that is a prime below 2^31, or a product of different ones.

        Raises
        ------
        EngineError
            If n is negative, or the term cannot be had modulo this number.
        """
        if n < 0:
            raise EngineError(f"a strip has a length of at least 0, not {n}")
        if modulus < 0:
            raise EngineError(f"a modulus is at least 1, not {modulus}")
        if n % self.period:
            return 0
        k = n // self.period
        if not modulus:
            return self._exact_term(k)
        if self.graph.edges * k < 50_000_000 and modulus <= 1 << 48:
            flow = Flow(self.graph, modulus)
            _run(flow, k)
            return flow.count() % modulus
        factors = _small_primes(modulus)
        if self.exact is not None and not factors:
            return _coefficient(self.exact[1], self.exact[2], k, modulus)
        if not factors:
            raise EngineError(
                f"the recurrence of degree {self.degree} is too long to have exactly; then a far term can be had "
                f"modulo a prime below 2^31 or a product of different ones, not modulo {modulus}"
            )
        residues = []
        for prime in factors:
            found = self._modulo(prime)
            residues.append(_coefficient(found.numerator, found.denominator, k, prime))
        return combine(residues, factors)

    def _exact_term(self, k: int) -> int:
        limbs = 1 + k * _bits_for_each(self.graph) / 58
        if self.graph.edges * k * limbs / 2 < 2e9 or self.exact is None:
            flow = Flow(self.graph)
            _run(flow, k)
            return flow.count()
        return _coefficient(self.exact[1], self.exact[2], k, 0)

    def _modulo(self, prime: int, *, proof: bool = True) -> _Modular:
        if prime not in self._modular:
            self._modular[prime] = _find(self.graph, prime, self.states if proof else 8)
        return self._modular[prime]

    def _lift(self, first: _Modular) -> tuple[int, tuple[int, ...], tuple[int, ...]]:
        """Put recurrences modulo primes together, until the integers stay the same and are proven."""
        length = first.length
        exact = _exact_terms(self.graph, length + self.states + 1)
        primes: list[int] = []
        rows: list[tuple[int, ...]] = []
        before: list[int] = []
        for prime in primes_below():
            found = self._modulo(prime, proof=False)
            if found.length < length:
                continue  # one of the primes at which the fraction cancels further
            if found.length > length:
                length, primes, rows = found.length, [], []
                exact = _exact_terms(self.graph, length + self.states + 1)
            primes.append(prime)
            rows.append(found.denominator)
            whole = prod(primes)
            longest = max(map(len, rows))
            lifted = []
            for column in range(longest):
                value = combine([row[column] if column < len(row) else 0 for row in rows], primes)
                lifted.append(value - whole if value > whole // 2 else value)
            if lifted == before and _residual_is_zero(lifted, exact, length):
                denominator = fmpz_poly(lifted)
                series = fmpz_poly(exact[:length]) * denominator
                numerator = [int(c) for c in series.coeffs()[:length]]
                return length, tuple(_trimmed(numerator)), tuple(_trimmed(lifted))
            before = lifted
        raise EngineError("no recurrence was found")


@dataclass(frozen=True)
class _Modular:
    """The generating function modulo a prime, in steps of the period; `proof` terms prove it."""

    length: int
    numerator: tuple[int, ...]
    denominator: tuple[int, ...]
    proof: int


def strip(
    width: int,
    *pieces: Piece | str,
    turn: Turn = "free",
    along: Literal["columns", "rows"] = "columns",
    empty: bool = False,
    max_memory: int | None = None,
) -> Strip:
    """Return the numbers of tilings of all strips ``width x n`` as a sequence in n.

    Parameters
    ----------
    width : int
        Rows of the strip; n is the number of columns.
    *pieces : Piece or str
        Pieces of which there is any number (``trominoes+``).
    turn : {"free", "one-sided", "fixed"}
    along : {"columns", "rows"}
        What n counts: columns of a strip of `width` rows, or rows of a strip of `width` columns.
    empty : bool
        Whether any cell may stay empty.
    max_memory : int, optional
        Bytes that the state graph may take.

    Raises
    ------
    EngineError
        If copies of a piece are limited or it has marks: then the strip does not repeat.
    MemoryLimitError

    Examples
    --------
    >>> s = strip(2, "dominoes+")
    >>> s.terms(8), s.recurrence
    ([1, 1, 2, 3, 5, 8, 13, 21], (1, 1))
    >>> s.term(10**18, modulus=10**9 + 7)
    680057396
    """
    probe = Problem(f"{width}x1", *pieces, turn=turn)
    longest = max((max(piece.polyomino.rows, piece.polyomino.columns) for piece in probe.pieces), default=1)
    length = longest + 1
    board = f"{width}x{length}" if along == "columns" else f"{length}x{width}"
    problem = Problem(board, *pieces, turn=turn, empty=width * length if empty else 0)
    problem.check()
    repeat = repeats(problem, axis=1 if along == "columns" else 0)
    if repeat is None:
        raise EngineError(
            "a strip of any length needs any number of each piece (such as trominoes+), without marks"
        )
    graph = closed_graph(repeat, allowed=allowed_memory(max_memory))
    return Strip(width, problem.pieces, turn, repeat, graph)


def _run(flow: Flow, blocks: int) -> None:
    """Pull through whole turns of a closed graph, all states of each."""
    graph = flow.graph
    # Behind the layers of which only a part can be reached.
    begin = -(-len(graph.active) // graph.layers) * graph.layers
    flow.run(begin + blocks * graph.layers, begin)


def _exact_terms(graph: StateGraph, n: int) -> list[int]:
    flow = Flow(graph)
    values = [1] if n else []
    while len(values) < n:
        _run(flow, 1)
        values.append(flow.count())
    return values


def _terms_modulo(flow: Flow, n: int) -> NDArray[np.uint64]:
    values = np.empty(n, dtype=np.uint64)
    for k in range(n):
        _run(flow, 1)
        values[k] = flow.counts[0, 0]
    return values


def _bits_for_each(graph: StateGraph) -> float:
    """Return how many bits a term grows by, from some first terms."""
    values = [value for value in _exact_terms(graph, 24) if value]
    return max(1.0, values[-1].bit_length() / 24)


def _find(graph: StateGraph, prime: int, margin: int) -> _Modular:
    """Find the shortest recurrence modulo a prime that holds for `margin` terms more than it needs."""
    flow = Flow(graph, modulus=prime)
    terms = np.array([1], dtype=np.uint64)
    current = np.array([1], dtype=np.uint64)
    previous = np.array([1], dtype=np.uint64)
    tally = np.array([0, 0, 1, 1], dtype=np.int64)
    while True:
        length = int(tally[1])
        if len(terms) >= max(2 * length, length + margin) + 2:
            break
        wanted = max(2 * length, length + margin) + 2
        # Not far beyond what is there: the length is likely to grow no more.
        wanted = min(wanted, 2 * len(terms) + 62)
        terms = np.concatenate([terms, _terms_modulo(flow, wanted - len(terms))])
        current, previous = (
            np.concatenate([a, np.zeros(wanted + 1 - len(a), np.uint64)]) for a in (current, previous)
        )
        berlekamp_massey(terms, np.uint64(prime), current, previous, tally)
    denominator = [int(c) for c in current[: length + 1]]
    numerator = (nmod_poly(terms[:length].tolist(), prime) * nmod_poly(denominator, prime)).coeffs()[:length]
    return _Modular(
        length, tuple(_trimmed([int(c) for c in numerator])), tuple(_trimmed(denominator)), len(terms)
    )


def _residual_is_zero(denominator: list[int], terms: list[int], length: int) -> bool:
    product = (fmpz_poly(denominator) * fmpz_poly(terms)).coeffs()
    return all(c == 0 for c in product[length : len(terms)])


def _trimmed(values: list[int]) -> list[int]:
    end = len(values)
    while end > 1 and values[end - 1] == 0:
        end -= 1
    return values[:end]


def _spread(values: tuple[int, ...], period: int) -> list[int]:
    spread = [0] * ((len(values) - 1) * period + 1)
    spread[::period] = values
    return spread


def _small_primes(modulus: int) -> list[int]:
    """Return the primes that a number is the product of, if they are different and below 2^31; else nothing."""
    found = []
    rest, divisor = modulus, 2
    while divisor * divisor <= rest and divisor < 1 << 20:
        if rest % divisor == 0:
            rest //= divisor
            found.append(divisor)
            if rest % divisor == 0:
                return []
        divisor += 1
    if rest > 1:
        if rest >= 1 << 31 or not is_prime(rest):
            return []
        found.append(rest)
    return found if modulus > 1 else []


def _coefficient(numerator: tuple[int, ...], denominator: tuple[int, ...], n: int, modulus: int) -> int:
    """Return the coefficient of x^n of a fraction of polynomials, modulo a number or (0) exactly.

    Halves n until it is 0: the even and odd parts of numerator(x) denominator(-x) over those of
    denominator(x) denominator(-x). A. Bostan, R. Mori, *A simple and fast algorithm for computing the
    N-th term of a linearly recurrent sequence*, SOSA 2021.
    """
    make = _maker(modulus)
    upper, lower = make(list(numerator)), make(list(denominator))
    while n:
        coefficients = lower.coeffs()
        mirrored = make([-int(c) if i % 2 else int(c) for i, c in enumerate(coefficients)])
        upper = make([int(c) for c in (upper * mirrored).coeffs()[n % 2 :: 2]])
        lower = make([int(c) for c in (lower * mirrored).coeffs()[::2]])
        n //= 2
    coefficients = upper.coeffs()
    value = int(coefficients[0]) if coefficients else 0
    return value % modulus if modulus else value


def _maker(modulus: int):  # type: ignore[no-untyped-def]
    """Return what makes a polynomial over the integers, or modulo a number."""
    if not modulus:
        return fmpz_poly
    if modulus < 1 << 63:
        return lambda values: nmod_poly([value % modulus for value in values], modulus)
    ring = fmpz_mod_poly_ctx(fmpz_mod_ctx(modulus))
    return lambda values: ring([value % modulus for value in values])
