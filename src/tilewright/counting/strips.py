"""Strips: boards of a fixed width and any length, their recurrences and generating functions.

The number of tilings of a strip of n lines is an entry of the n-th power of a matrix. So the numbers satisfy a linear
recurrence whose order is at most the number of states between two lines (Cayley-Hamilton). The shortest one is found modulo
primes (Berlekamp-Massey), lifted by Chinese remainders, and proven (`tilewright.counting.recurrences`). Its coefficients are
integers by Fatou's lemma. Boards shorter than the strip is wide are counted as single boards, along their short side.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property, wraps
from typing import Any, Literal, TypeVar

from tilewright.arguments import check_choice, check_memory, check_progress, check_threads, check_timeout
from tilewright.board import Board
from tilewright.counting.components import component_scan
from tilewright.counting.estimates import estimate
from tilewright.counting.formulas import fraction_latex, recurrence_latex
from tilewright.counting.graph import BackwardCounts, StateGraph
from tilewright.counting.listing import disagreement
from tilewright.counting.number import Count, count_details
from tilewright.counting.recurrences import (
    Fraction,
    bits_for_each,
    coefficient,
    exact_coefficient,
    exact_fraction,
    exact_terms,
    find_fraction,
    fraction_modulo,
    run_turns,
    small_primes,
    trimmed,
    turn_work,
)
from tilewright.counting.repeats import Repeat, repeats
from tilewright.counting.request import checked_whole
from tilewright.counting.resources import Report, Reporter, Resources, allowed_memory, stay_within
from tilewright.counting.rows import lines_graph
from tilewright.counting.scans import Lines, axis_names
from tilewright.counting.tuning import USUAL, Tuning
from tilewright.deadline import Deadline
from tilewright.errors import EngineError, LimitError, MemoryLimitError
from tilewright.lattices.lattice import Turn
from tilewright.piece import Piece
from tilewright.primes import combine, primes_below
from tilewright.problem import Problem
from tilewright.system.cores import useful_threads
from tilewright.system.memory import in_units

__all__ = ["Boards", "Strip", "strip"]

#: Seconds after which a notebook shows no formulas.
_AT_ONCE = 5.0
#: Limits for counting boards one by one: their number and length.
_FEW, _LONGEST = 1000, 4096


@dataclass(frozen=True, eq=False)
class Boards:
    """The boards of a strip."""

    width: int
    on: str
    repeat: Repeat
    pieces: tuple[Piece, ...]
    turn: Turn
    threads: int | None
    max_memory: int | None
    progress: Report | None
    tuning: Tuning

    def sooner(self, lengths: range) -> bool:
        """Return True if boards of these lengths are estimated to be counted faster one by one than along the strip."""
        if not lengths or lengths[-1] > _LONGEST or len(lengths) > _FEW:
            return False
        allowed = allowed_memory(self.max_memory)
        parts = component_scan(self.board(1))
        # If even narrow boards have too many placements, nothing is known of a wide one.
        unknown = parts is not None and parts.placements is None
        along = math.inf if unknown else estimate(self.repeat).graph_seconds(allowed)
        if along < self.tuning.quick:
            return False
        along *= self.tuning.boards_share
        seconds = 0.0
        for n in reversed(lengths):
            seconds += self._seconds(n, allowed) if n else 0
            if seconds >= along:
                return False
        return True

    def _seconds(self, n: int, allowed: int) -> float:
        """Estimate the single-thread seconds for a board of this length (inf if memory forbids it)."""
        problem = self.board(n)
        parts = component_scan(problem)
        if parts is not None and parts.better(allowed):
            return parts.seconds if parts.ahead.nbytes <= allowed else math.inf
        repeat = repeats(problem)
        assert repeat is not None
        return estimate(repeat).seconds(problem.board.area, allowed)

    def board(self, n: int) -> Problem:
        """Return the problem of a board of n lines, at least 1."""
        rows, columns = (n, self.width) if self.repeat.axis == 0 else (self.width, n)
        board = f"{self.on}{rows}x{columns}" if self.on else Board.rectangle(rows, columns)
        empty = n * self.repeat.width if self.repeat.optional else 0
        return Problem(board, *self.pieces, turn=self.turn, empty=empty)

    def count(self, n: int, modulus: int = 0) -> int:
        """Return the number of tilings of a board with n lines, modulo `modulus` if it is not 0."""
        if n == 0:
            return 1 % modulus if modulus else 1
        return self._details(n, modulus=modulus).value

    def _details(self, n: int, **options: Any) -> Count:
        return count_details(
            self.board(n),
            threads=self.threads,
            max_memory=self.max_memory,
            progress=self.progress,
            tuning=self.tuning,
            **options,
        )

    def recount(self, n: int, value: int, modulus: int) -> str:
        """Verify the number of a board of n lines with another method; return which one."""
        if n == 0:
            return ""
        found = self._details(n, modulus=modulus, check=True)
        _compare(n, value, found.value)
        return found.checked

    @cached_property
    def other_axis(self) -> int:
        """The axis of the lines along which `across` counts.

        These are the other lines than those of the strip. If they are closed, as the columns of a cylinder are,
        every state would include what crosses the seam, so the strip's own lines are used again.
        """
        other = 1 - self.repeat.axis
        return self.repeat.axis if repeats(self.board(1), other) is None else other

    def across(self, values: Sequence[tuple[int, int]]) -> int:
        """Verify numbers layer by layer, along `other_axis`, while that is fast; return how many were verified."""
        allowed = allowed_memory(self.max_memory)
        lines: Lines = "columns" if self.other_axis else "rows"
        seconds = 0.0
        for done, (n, value) in enumerate(values):
            if n == 0:
                continue
            if n > _LONGEST:
                return done
            repeat = repeats(self.board(n), self.other_axis)
            assert repeat is not None
            seconds += estimate(repeat).seconds(n * self.repeat.width, allowed)
            if seconds > self.tuning.check_seconds:
                return done
            _compare(n, value, self._details(n, direction=lines, folded=False, method="placements").value)
        return len(values)


def _compare(n: int, value: int, again: int) -> None:
    if again != value:
        raise disagreement(f" for n = {n}", value, again, "as boards")


#: Word additions for the exact recurrence; beyond that, only its degree is found.
_WORK = 3e9
#: The highest degree for which the exact recurrence is found.
_DEGREE = 1500
#: The widest strip.
_WIDEST = 4096
#: The number of first terms to verify, if the requested ones are too large.
_CHECKED = 12
#: Word additions that are fast enough for a term, and for a term modulo a number.
_NEAR, _SOON = 2e9, 5e7
#: Memory of a far term, in its length for each coefficient of the recurrence (5 to 11 were measured).
_COPIES = 12
#: Larger numbers are written as powers of ten.
_HUGE = 10**18
#: The highest degree, and degree times edges, for lifting integers for terms modulo any number.
_LIFTED, _LIFTED_WORK = 4000, 1.5e8
T = TypeVar("T")


def _in_time(question: Callable[..., T]) -> Callable[..., T]:
    """Return a method of a strip that respects its timeout; a method inside another has no time of its own."""

    @wraps(question)
    def asked(strip: Strip, *arguments: Any, **options: Any) -> T:
        with Deadline(strip.timeout).holds():
            return question(strip, *arguments, **options)

    return asked


@dataclass(eq=False)
class Strip:
    """The numbers of tilings of all strips of one width; ``strip(width, *pieces)`` returns it.

    Attributes
    ----------
    width : int
        The width in cells, or in rhombs on a board of triangles.
    pieces : tuple of Piece
    on : str
        The prefix of a board for its lattice and surface, such as ``cylinder:``.
    """

    width: int
    pieces: tuple[Piece, ...]
    turn: Turn
    repeat: Repeat
    max_memory: int | None = None
    threads: int | None = None
    progress: Report | None = field(default=None, repr=False)
    timeout: float | None = None
    tuning: Tuning = field(default=USUAL, repr=False)
    on: str = ""
    _modular: dict[int, Fraction] = field(default_factory=dict, repr=False)

    def __repr__(self) -> str:
        along = "columns" if self.repeat.axis == 1 else "rows"
        words = " ".join(piece.word() for piece in self.pieces)
        return f"<Strip of {self.on}{self.width} {'rows' if along == 'columns' else 'columns'} and n {along} by {words}>"

    @cached_property
    def boards(self) -> Boards:
        """The boards of the strip, to be counted one by one."""
        limits = self.threads, self.max_memory, self.progress, self.tuning
        return Boards(self.width, self.on, self.repeat, self.pieces, self.turn, *limits)

    @property
    def has_graph(self) -> bool:
        """True if the state graph has been needed so far."""
        return "graph" in self.__dict__

    def _one_by_one(self, lengths: range) -> bool:
        """Return True if terms are fastest from their boards; not once the state graph is there."""
        return not self.has_graph and self.boards.sooner(lengths)

    @cached_property
    @_in_time
    def graph(self) -> StateGraph:
        """The state graph of a line, built on first use.

        Raises
        ------
        MemoryLimitError
            If it exceeds the memory limit: raised at once if an estimate exceeds it, otherwise when the graph reaches it.
        """
        threads = useful_threads(self.threads)
        resources = Resources(threads, self.max_memory, self._reporter, tuning=self.tuning)
        graph = lines_graph(self.repeat, resources)
        stay_within(graph.states, graph.nbytes, self.max_memory, f"the strip is {self.width} cells wide")
        return graph

    @cached_property
    def _reporter(self) -> Reporter:
        return Reporter(self.progress, self.tuning.report_every)

    @property
    def period(self) -> int:
        """Only lengths that are multiples of this can have tilings, because of the area."""
        return self.repeat.period

    @property
    def states(self) -> int:
        """The number of states between two lines: an upper bound on the order of the recurrence, in steps of the period."""
        return int(self.graph.offset[1])

    @_in_time
    def terms(self, n: int) -> list[int]:
        """Return the numbers of tilings of the lengths 0 to n - 1.

        Raises
        ------
        EngineError
            If n is not a nonnegative integer.
        MemoryLimitError
            If the terms would not fit in memory.
        """
        n = checked_whole(n, 0, "`n`")
        lengths = range(0, n, self.period)
        if self._one_by_one(lengths):
            return [self.boards.count(k) if k in lengths else 0 for k in range(n)]
        # The k-th one is k times as long as the first.
        k = n // self.period
        self._check_room(k, (k + 1) // 2)
        values = [0] * n
        for k, value in enumerate(exact_terms(self.graph, len(lengths), self._reporter)):
            values[k * self.period] = value
        return values

    @cached_property
    @_in_time
    def degree(self) -> int:
        """The order of the shortest recurrence (modulo a prime, if `exact` is None)."""
        found = self._modulo(next(primes_below()))
        numerator, denominator = found.numerator, found.denominator
        if self.exact is not None:
            numerator, denominator = self.exact[1:]
        # The zeros between the terms of a period need less than a term.
        return max(
            self.period * (len(trimmed(list(numerator))) - 1) + 1,
            self.period * (len(trimmed(list(denominator))) - 1),
        )

    @cached_property
    @_in_time
    def exact(self) -> tuple[int, tuple[int, ...], tuple[int, ...]] | None:
        """The recurrence in steps of the period: (order, numerator, denominator); None if it is too long.

        The generating function in steps of the period is numerator / denominator. Coefficients start with the constant
        term, which is 1 for the denominator.
        """
        first = self._modulo(next(primes_below()))
        # A limb for each 58 bits of the largest term, half of them on average.
        limbs = 1 + first.terms * bits_for_each(self.graph) / 58
        if first.length > _DEGREE or first.terms * self.graph.edges * limbs / 2 > _WORK:
            return None
        found = exact_fraction(self.graph, first, self.states, self._reporter)
        return found.length, found.numerator, found.denominator

    @property
    def recurrence(self) -> tuple[int, ...] | None:
        """The coefficients in a(n) = c_1 a(n-1) + c_2 a(n-2) + … for n >= `holds_from`; None if not known exactly."""
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
        """Return the coefficients of numerator and denominator, constant term first; None if not known exactly."""
        if self.exact is None:
            return None
        _, numerator, denominator = self.exact
        return _spread(numerator, self.period), _spread(denominator, self.period)

    def latex(self) -> str | None:
        r"""Return the recurrence and the generating function as LaTeX; None if they are not known exactly.

        Examples
        --------
        >>> print(strip(2, "dominoes+").latex())
        a(n) = a(n-1) + a(n-2) \quad (n \ge 2), \qquad \sum_{n \ge 0} a(n)\,x^n = \frac{1}{1 - x - x^{2}}
        """
        found, coefficients = self.generating_function(), self.recurrence
        if found is None or coefficients is None:
            return None
        return rf"{recurrence_latex(coefficients, self.holds_from)}, \qquad {fraction_latex(*found)}"

    def _repr_latex_(self) -> str | None:
        """Return the formulas for a notebook, if they are found at once."""
        try:
            with Deadline(_AT_ONCE).holds():
                words = self.latex()
        except LimitError:
            return None
        return None if words is None else f"$$\\displaystyle {words}$$"

    def to_sympy(self, symbol: Any = None) -> Any:
        """Return the generating function as a SymPy expression.

        Parameters
        ----------
        symbol : sympy.Symbol, optional
            Its variable; by default ``x``.

        Raises
        ------
        EngineError
            If SymPy is not installed, or the recurrence is too long to find exactly.

        Examples
        --------
        >>> strip(2, "dominoes+").to_sympy()
        1/(-x**2 - x + 1)
        """
        try:
            import sympy
        except ImportError:
            raise EngineError(
                "requires SymPy. Install it with: pip install 'tilewright[sympy]'", where="sympy"
            ) from None
        found = self.generating_function()
        if found is None:
            raise EngineError(
                f"the recurrence of degree {self.degree} is too long to find exactly; `term` counts modulo a prime"
            )
        variable = sympy.Symbol("x") if symbol is None else symbol
        above, below = (
            sum(
                (sympy.Integer(number) * variable**power for power, number in enumerate(part)),
                sympy.Integer(0),
            )
            for part in found
        )
        return above / below

    @_in_time
    def term(self, n: int, modulus: int = 0) -> int:
        """Return the number of tilings of length n, exactly or modulo a number.

        Parameters
        ----------
        modulus : int
            The modulus, or 0 for the number itself. If the exact recurrence is out of reach, far terms are fastest modulo
            a prime below 2^31, or a product of such primes without repetition. For other moduli up to 2^48, the first
            term takes about a minute if the recurrence has at most a few thousand terms.

        Raises
        ------
        EngineError
            If n or the modulus is not a nonnegative integer, or the term is not available for this modulus.
        MemoryLimitError
            If the exact term is too long.
        """
        n = checked_whole(n, 0, "`n`")
        modulus = checked_whole(modulus, 0, "`modulus`")
        if n % self.period:
            return 0
        k = n // self.period
        if k == 0:
            return 1 % modulus if modulus else 1
        if self._one_by_one(range(n, n + 1)):
            return self.boards.count(n, modulus)
        if not modulus:
            return self._exact_term(k)
        # As many terms as there are states are needed to find a recurrence.
        soon = turn_work(self.graph) * k < _SOON or (k <= self.states and modulus not in self._modular)
        if soon and modulus <= 1 << 48:
            counts = BackwardCounts(self.graph, modulus)
            run_turns(counts, k, self._reporter)
            return counts.count() % modulus
        if self._is_near(k):
            return self._exact_term(k) % modulus
        factors = small_primes(modulus)
        if not factors:
            numerator, denominator = self._modulo_any(modulus)
            return coefficient(numerator, denominator, k, modulus)
        residues = []
        for number, prime in enumerate(factors, start=1):
            self._reporter.part = f"prime {number} of {len(factors)}" if len(factors) > 1 else ""
            found = self._modulo(prime)
            residues.append(coefficient(found.numerator, found.denominator, k, prime))
        self._reporter.part = ""
        return combine(residues, factors)

    @_in_time
    def check(self, values: Sequence[tuple[int, int]], modulus: int = 0) -> str:
        """Verify numbers with another method, and return its description.

        Numbers of single boards are counted again with another method. Numbers from the state graph are verified by
        counting boards along the other lines: the requested boards if they are short, otherwise the shortest ones.

        Parameters
        ----------
        values : sequence of (n, number)
            The numbers found, in order of length.
        modulus : int
            The modulus of the numbers; 0 for the numbers themselves.
        """
        if not self.has_graph:
            known = [(n, value) for n, value in values if n % self.period == 0]
            told = [self.boards.recount(n, value, modulus) for n, value in known]
            return (
                "; ".join(dict.fromkeys(how for how in told if how))
                or "the areas of the pieces exclude any tiling"
            )
        again = "" if self.boards.other_axis != self.repeat.axis else ", layer by layer"
        lines = axis_names(2)[self.boards.other_axis] + again
        whole = [(n, self.term(n)) for n, _ in values] if values[-1][0] <= self.width else []
        if whole and self.boards.across(whole) == len(whole):
            return f"counting by {lines} gives the same number{'s' * (len(whole) > 1)}"
        first = list(enumerate(self.terms(_CHECKED * self.period + 1)))[:: self.period]
        done = self.boards.across(first)
        if not done:
            return ""
        return f"in part: counting by {lines} gives the same numbers up to n = {first[done - 1][0]}"

    def _is_near(self, k: int) -> bool:
        """Return True if the k-th term is fastest by computing the ones before it."""
        if k > 2 * _NEAR:
            return False
        words = k * (1 + k * bits_for_each(self.graph) / 58) / 2
        return turn_work(self.graph) * words < _NEAR or (
            "exact" not in self.__dict__ and words <= self.states
        )

    def _exact_term(self, k: int) -> int:
        if self._is_near(k) or self.exact is None:
            self._check_room(k, 2 * self.states)
            counts = BackwardCounts(self.graph)
            run_turns(counts, k, self._reporter)
            return counts.count()
        order, numerator, denominator = self.exact
        return exact_coefficient(
            numerator, denominator, k, lambda bits: self._check_room(k, _COPIES * order, bits)
        )

    def _check_room(self, k: int, times: int, bits: int | None = None) -> None:
        """Raise `MemoryLimitError` if `times` times the memory of the k-th term (`bits`, or estimated) is not allowed."""
        # Integers, as a length may be too large for a float.
        nbytes = (k * round(1000 * bits_for_each(self.graph)) // 1000 if bits is None else bits) // 8
        needed, allowed = nbytes * times, allowed_memory(self.max_memory)
        if needed > allowed:
            takes = f"about {in_units(needed)}, " if needed < _HUGE else ""
            raise MemoryLimitError(
                f"the number of tilings of length {_rounded(k * self.period)} has about {_rounded(nbytes * 2408 // 1000)} "
                f"digits. It needs {takes}more than the {in_units(allowed)} allowed. Count modulo a number instead"
            )

    def _modulo(self, prime: int) -> Fraction:
        if prime not in self._modular:
            self._modular[prime] = find_fraction(self.graph, prime, self.states, self._reporter)
        return self._modular[prime]

    def _modulo_any(self, modulus: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
        if self.exact is not None:
            return self.exact[1], self.exact[2]
        if modulus not in self._modular:
            first = self._modulo(next(primes_below()))
            if modulus > 1 << 48 or first.length > _LIFTED or first.length * self.graph.edges > _LIFTED_WORK:
                raise EngineError(
                    f"the recurrence of degree {self.degree} is too long to find exactly. Distant terms are available "
                    f"modulo a prime below 2^31 or a product of distinct such primes, not modulo {modulus}"
                )
            self._modular[modulus] = fraction_modulo(self.graph, first, self.states, modulus, self._reporter)
        found = self._modular[modulus]
        return found.numerator, found.denominator


def strip(
    width: int,
    *pieces: Piece | str,
    turn: Turn | None = None,
    along: Literal["columns", "rows"] = "columns",
    empty: bool = False,
    on: str = "",
    threads: int | None = None,
    max_memory: int | str | None = None,
    progress: Report | None = None,
    timeout: float | None = None,
    tuning: Tuning | None = None,
) -> Strip:
    """Return the numbers of tilings of all strips ``width x n`` as a sequence in n.

    Parameters
    ----------
    width : int
        The number of rows of the strip; n is the number of columns.
    *pieces : Piece or str
        The pieces, each any number of times (``trominoes+``).
    turn : {"free", "one-sided", "fixed"}, optional
        How pieces may turn; the default is the same as for a `Problem`.
    along : {"columns", "rows"}
        What n counts: columns of a strip of `width` rows, or rows of a strip of `width` columns.
    empty : bool
        Whether any cell may stay empty.
    on : str
        The prefix of a board, such as ``"hex:"`` or ``"cylinder:"``. On a cylinder, a strip along the rows is closed across.
    threads : int, optional
        The number of threads; by default, one per core. Small strips use one thread.
    max_memory : int or str, optional
        The memory limit in bytes (or an amount such as ``"2G"``) for the state graph and for far terms; by default, 80%
        of the free memory.
    progress : callable, optional
        Called with a `tilewright.progress.StatesProgress` while states or recurrences are found, or boards are
        counted.
    timeout : float, optional
        The time limit in seconds for each call such as `Strip.term`; results found by then are kept.
    tuning : Tuning, optional
        Sizes that affect the speed, for tests and measurements.

    Raises
    ------
    EngineError
        If a piece has marks or a limited number of copies, since the strip does not repeat then, or if the width is not
        an integer from 1 to 4,096.
    ProblemError
        If the pieces have faults.

    Notes
    -----
    Counting starts only with the first question, which finds the state graph of a line, or raises MemoryLimitError or
    TimeLimitError. Short lengths are counted as single boards, with the method that `count` would choose, if this is
    estimated to be faster.

    Examples
    --------
    >>> s = strip(2, "dominoes+")
    >>> s.terms(8), s.recurrence
    ([1, 1, 2, 3, 5, 8, 13, 21], (1, 1))
    >>> s.term(10**18, modulus=10**9 + 7)
    680057396
    """
    width = checked_whole(width, 1, "`width`")
    if width > _WIDEST:
        raise EngineError(f"a strip may be at most {_WIDEST:,} cells wide, got {width:,}", where="width")
    threads = check_threads(threads, error=EngineError)
    check_progress(progress, error=EngineError)
    check_timeout(timeout)
    along = check_choice(along, "`along`", ("columns", "rows"), error=EngineError)
    probe = Problem(f"{on}{width}x1" if along == "columns" else f"{on}1x{width}", *pieces, turn=turn)
    length = max((len(piece.polyomino) for piece in probe.pieces), default=1) + 1
    board = f"{on}{width}x{length}" if along == "columns" else f"{on}{length}x{width}"
    problem = Problem(board, *pieces, turn=turn, empty=length * probe.board.area if empty else 0)
    problem.check()
    repeat = repeats(problem, axis=1 if along == "columns" else 0)
    if repeat is None and problem.board.surface.joined:
        raise EngineError(
            f"a strip must have open ends, but the {along} of a {problem.board.surface.name} are closed. For a strip with joined "
            "sides, use a cylinder along its rows"
        )
    if repeat is None:
        raise EngineError(
            "a strip of any length needs any number of each piece (such as trominoes+), without marks"
        )
    tuning = tuning or USUAL
    return Strip(
        width,
        problem.pieces,
        problem.turn,
        repeat,
        check_memory(max_memory, error=EngineError),
        threads,
        progress,
        timeout,
        tuning,
        on,
    )


def _rounded(number: int) -> str:
    """Return a number in digits, or as a power of ten if it is huge."""
    return f"{number:,}" if number < _HUGE else f"10^{math.floor(math.log10(number))}"


def _spread(values: tuple[int, ...], period: int) -> list[int]:
    spread = [0] * ((len(values) - 1) * period + 1)
    spread[::period] = values
    return spread
