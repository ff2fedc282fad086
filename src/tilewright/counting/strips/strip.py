"""Strips: boards of a fixed width (for cubes, a fixed cross section) and any length, with their
recurrences and generating functions.

The number of tilings of a strip of n lines is an entry of the n-th power of a matrix. Therefore,
the numbers satisfy a linear recurrence whose order is at most the number of states between two
lines (Cayley-Hamilton). The shortest recurrence is found modulo primes (Berlekamp-Massey), lifted
by the Chinese remainder theorem, and proven (`tilewright.counting.strips.recurrences`). Its
coefficients are integers by Fatou's lemma. Boards whose length is less than the width of the strip
are counted as single boards, along their short side.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import Any, Unpack

from tilewright.counting.answers.fault_free import fault_free_order, fault_free_tilings
from tilewright.counting.frontier.repeats import Repeat, find_repeat
from tilewright.counting.frontier.rows import lines_graph
from tilewright.counting.frontier.scans import axis_names
from tilewright.counting.resources import (
    Number,
    Resources,
    asked,
    check_at_least,
    check_rates,
    simplest,
)
from tilewright.counting.state_graph import StateGraph
from tilewright.counting.strips.boards import Along, Boards
from tilewright.counting.strips.classes import StripClasses
from tilewright.counting.strips.linear import LinearSequence, Recurrent
from tilewright.counting.strips.recurrences import (
    Series,
    Terms,
    bits_for_each,
    exact_fraction,
    find_fraction,
    fraction_modulo,
    small_primes,
    turn_work,
)
from tilewright.counting.strips.weighted import WeightedTerms, weighted_terms, without_zeros
from tilewright.counting.tuning import USUAL, Tuning
from tilewright.errors import EngineError, LimitError, MemoryLimitError
from tilewright.model.cover import Unique, up_to
from tilewright.model.piece import Piece, PieceLike
from tilewright.model.problem import Problem
from tilewright.model.rules.rule_types import Axis
from tilewright.model.space.lattice import LATTICES, SQUARES, Turn, box_word
from tilewright.model.space.surface import is_flat_squares
from tilewright.system.platform.machine import allowed_memory, in_units
from tilewright.system.values.arguments import (
    check_choice,
)
from tilewright.system.values.primes import combine, primes_below
from tilewright.system.work.deadline import Deadline, current_deadline
from tilewright.system.work.limits import ThreadLimits, limited

#: Seconds after which a notebook shows no formulas.
_AT_ONCE = 5.0
#: Word additions for the exact recurrence; beyond that, only its degree is found.
_WORK = 3e9
#: The highest degree for which the exact recurrence is found.
_DEGREE = 1500
#: The largest bound on the order of a recurrence of classes of tilings; each takes about a tenth of
#: a second.
_CLASSES = 64
#: The widest strip.
_WIDEST = 4096
#: The number of first terms to verify, if the requested ones are too large.
_CHECKED = 12
#: Word additions that are fast enough for a term, and for a term modulo a number.
_NEAR, _SOON = 2e9, 5e7
#: Memory of a far term, in its length for each coefficient of the recurrence (5 to 11 were
#: measured).
_COPIES = 12
#: Larger numbers are written as powers of ten.
_HUGE = 10**18
#: The highest degree, and degree times edges, for lifting integers for terms modulo any number.
_LIFTED, _LIFTED_WORK = 4000, 1.5e8


@dataclass(eq=False)
class Strip(Recurrent[Number]):
    """The sequence that counts the tilings of strips of a given width, as returned by
    ``strip(width, *pieces)``.

    Attributes
    ----------
    width : int, or tuple of int
        The width in cells, or in rhombs for boards of triangles. For cubes, the two sides of the
        cross section.
    pieces : tuple of Piece
    on : str
        The prefix of the board, which names the lattice and surface, such as ``cylinder:``.
    weights : dict
        The weights of pieces by name, if the terms are sums of weights.
    """

    width: int | tuple[int, int]
    pieces: tuple[Piece, ...]
    turn: Turn
    repeat: Repeat
    limits: Deadline = field(default_factory=Deadline, repr=False)
    tuning: Tuning = field(default=USUAL, repr=False)
    on: str = ""
    weights: dict[str, Number] = field(default_factory=dict)
    _modular: dict[int, Series] = field(default_factory=dict, repr=False)

    def __repr__(self) -> str:
        words = " ".join(piece.word() for piece in self.pieces)
        if len(self.section) > 1:
            return f"<Strip {self.name.replace('N', 'n')} by {words}>"
        across, along = ("rows", "columns") if self.repeat.axis == 1 else ("columns", "rows")
        return f"<Strip of {self.on}{self.width} {across} and n {along} by {words}>"

    @property
    def section(self) -> tuple[int, ...]:
        """The sides of the cross section: one for a strip, two for a bar."""
        return (self.width,) if isinstance(self.width, int) else self.width

    @property
    def name(self) -> str:
        """The board, with N as the length: ``4xN``, ``cube:3x3xN``."""
        axis = self.repeat.axis
        return f"{self.on}{box_word((*self.section[:axis], 'N', *self.section[axis:]))}"

    @cached_property
    def boards(self) -> Boards:
        """The boards of the strip, as problems that can be counted one by one."""
        return Boards(
            self.section, self.on, self.repeat, self.pieces, self.turn, self.weights, self.tuning
        )

    @property
    def has_graph(self) -> bool:
        """Whether the state graph has been built."""
        return "source" in self.__dict__

    def _is_one_by_one(self, lengths: range) -> bool:
        """Return whether terms are computed fastest from single boards. This is False if the state
        graph exists.
        """
        return not self.has_graph and self.boards.is_faster(lengths)

    @property
    def graph(self) -> StateGraph:
        """The state graph of a line, built on first use.

        Raises
        ------
        MemoryLimitError
            If the graph exceeds the memory limit. The error is raised at once if the estimated size
            exceeds the limit, and otherwise when the graph reaches the limit.
        """
        return self.source.graph

    @cached_property
    @asked
    def source(self) -> Terms:
        """The terms computed from the state graph. If the strip has weights, the terms are scaled
        to integers.
        """
        resources = Resources.of(tuning=self.tuning)
        if self.weights:
            shapes = _shape_weights(
                self.repeat, [piece.name for piece in self.pieces], self.weights
            )
            return weighted_terms(self.repeat, shapes, resources)
        graph = lines_graph(self.repeat, resources)
        resources.stay_within(graph.states, graph.nbytes, f"the strip is {self._wide} cells wide")
        return Terms(graph, resources.reporter)

    @property
    def _wide(self) -> str:
        return box_word(self.section)

    @cached_property
    def _scale(self) -> int:
        """The factor for each step of the period that makes the weights integers."""
        source = self.source
        return int(source.scale**source.cells) if isinstance(source, WeightedTerms) else 1

    def _unscale(self, value: int, k: int) -> Number:
        """Return a sum of weights over k steps of the period, given the scaled integer."""
        return value if self._scale == 1 else simplest(Fraction(value, self._scale**k))

    @property
    def period(self) -> int:
        """The period: because of the areas of the pieces, only lengths that are multiples of this
        number can have tilings.
        """
        return self.repeat.period

    @property
    def states(self) -> int:
        """The number of states between two lines, which is an upper bound on the order of the
        recurrence (where each step is one period).
        """
        return int(self.graph.offset[1])

    @asked
    def terms(self, n: int) -> list[Number]:
        """Return the number of tilings (or the sum of their weights) for each length from 0 to
        n - 1.

        Raises
        ------
        EngineError
            If n is not a nonnegative integer.
        MemoryLimitError
            If the terms do not fit in memory.
        """
        n = check_at_least(n, 0, "`n`")
        lengths = range(0, n, self.period)
        if self._is_one_by_one(lengths):
            return [self.boards.count(k) if k in lengths else 0 for k in range(n)]
        # The k-th one is k times as long as the first.
        k = n // self.period
        self._check_room(k, (k + 1) // 2)
        values: list[Number] = [0] * n
        for k, value in enumerate(self.source.exact(len(lengths))):
            values[k * self.period] = self._unscale(value, k)
        return values

    @cached_property
    @asked
    def degree(self) -> int:
        """The order of the shortest recurrence (modulo a prime, if `exact` is None)."""
        series = self._find_series_modulo_prime(next(self.source.primes()))
        if self._integral is not None:
            series = self._integral
        return series.holds_from(self.period)

    @property
    def exact(self) -> tuple[int, tuple[Number, ...], tuple[Number, ...]] | None:
        """The recurrence (where each step is one period) as (order, numerator, denominator); None
        if the recurrence is too long.

        The quotient numerator / denominator is the generating function, in which each power of the
        variable stands for one period. Coefficients start with the constant term, which is 1 for
        the denominator.
        """
        series = self._integral
        if series is None:
            return None
        numerator, denominator = (
            tuple(self._unscale(value, k) for k, value in enumerate(part))
            for part in (series.numerator, series.denominator)
        )
        return series.length, numerator, denominator

    @cached_property
    @asked
    def _integral(self) -> Series | None:
        """The generating function of the integers of `source`, or None if it is too long."""
        source = self.source
        first = self._find_series_modulo_prime(next(source.primes()))
        # A limb for each 58 bits of the largest term, half of them on average.
        limbs = 1 + first.terms * bits_for_each(source) / 58
        if first.length > _DEGREE or first.terms * self.graph.edges * limbs / 2 > _WORK:
            return None
        return exact_fraction(source, first, self.states)

    def _fraction(self) -> tuple[tuple[Number, ...], tuple[Number, ...]] | None:
        return None if self.exact is None else self.exact[1:]

    @property
    def holds_from(self) -> int:
        """The length from which the recurrence holds."""
        return self.degree

    def _repr_latex_(self) -> str | None:
        """Return the formulas for a notebook, if they are found quickly."""
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
            The variable; by default, ``x``.

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
        fraction = self.generating_function()
        if fraction is None:
            raise EngineError(
                f"the recurrence of degree {self.degree} is too long to find exactly; `term` "
                "counts modulo a prime"
            )
        variable = sympy.Symbol("x") if symbol is None else symbol
        above, below = (
            sum(
                (sympy.Rational(number) * variable**power for power, number in enumerate(part)),
                sympy.Integer(0),
            )
            for part in fraction
        )
        return above / below

    @asked
    def term(self, n: int, mod: int = 0) -> Number:
        """Return the number of tilings of length n (or the sum of their weights), exactly or modulo
        a number.

        Parameters
        ----------
        mod : int
            The modulus, or 0 to return the exact number. If finding the exact recurrence takes too
            long, distant terms can be computed fastest modulo a prime below 2^31, or modulo a
            product of distinct primes below 2^31. For other moduli up to 2^48, the first term takes
            about a minute if the recurrence has at most a few thousand terms.

        Raises
        ------
        EngineError
            If n or the modulus is not a nonnegative integer, or if a modulus is given but the
            weights are not integers.
        MemoryLimitError
            If the exact term has too many digits.
        """
        n = check_at_least(n, 0, "`n`")
        modulus = check_at_least(mod, 0, "`mod`")
        if n % self.period:
            return 0
        k = n // self.period
        if k == 0:
            return 1 % modulus if modulus else 1
        if modulus and any(Fraction(weight).denominator > 1 for weight in self.weights.values()):
            raise EngineError("sums modulo a number require integer weights", where="mod")
        if self._is_one_by_one(range(n, n + 1)):
            return self.boards.count(n, modulus)
        if not modulus:
            return self._unscale(self._exact_term(k), k)
        if self.weights:
            return self._find_weighted_term_modulo(k, modulus)
        # As many terms as there are states are needed to find a recurrence.
        soon = turn_work(self.graph) * k < _SOON or (
            k <= self.states and modulus not in self._modular
        )
        if soon and modulus <= 1 << 48:
            return self.source.at(k, modulus) % modulus
        if self._is_near(k):
            return self._exact_term(k) % modulus
        factors = small_primes(modulus)
        if not factors:
            return self._find_series_modulo(modulus).residue(k, modulus)
        return self._find_term_modulo_primes(k, factors)

    def _find_weighted_term_modulo(self, k: int, modulus: int) -> int:
        """Return the sum over k steps of the period, modulo primes small enough for weights."""
        if self._is_near(k):
            return self._exact_term(k) % modulus
        if self._integral is not None:
            return self._integral.residue(k, modulus)
        factors = small_primes(modulus)
        largest = next(self.source.primes())
        if not factors or factors[0] < 3 or factors[-1] > largest:
            raise EngineError(
                f"the recurrence of degree {self.degree} is too long to find exactly. Distant "
                "sums are available modulo an "
                f"odd prime up to {largest} or a product of distinct such primes, not modulo "
                f"{modulus}"
            )
        return self._find_term_modulo_primes(k, factors)

    def _find_term_modulo_primes(self, k: int, factors: Sequence[int]) -> int:
        """Return the k-th term modulo the product of distinct primes."""
        residues, reporter = [], self.source.reporter
        for number, prime in enumerate(factors, start=1):
            reporter.part = f"prime {number} of {len(factors)}" if len(factors) > 1 else ""
            residues.append(self._find_series_modulo_prime(prime).residue(k, prime))
        reporter.part = ""
        return combine(residues, factors)

    def every(self, step: int, first: int = 0) -> LinearSequence:
        """Return the terms for the lengths first, first + step, first + 2·step, … as a separate
        sequence with its own recurrence.

        Raises
        ------
        EngineError
            If the step is not a positive integer, if `first` is negative, or if the weights are not
            integers.

        Examples
        --------
        >>> even = strip(3, "dominoes+").every(2)
        >>> even.terms(5), even.recurrence
        ([1, 3, 11, 41, 153], (4, -1))
        """
        step, first = check_at_least(step, 1, "`step`"), check_at_least(first, 0, "`first`")
        if any(Fraction(weight).denominator > 1 for weight in self.weights.values()):
            raise EngineError(f"every({step}) requires integer weights", where="step")
        known: list[Number] = []

        def value(k: int) -> int:
            n = first + step * k
            if n >= len(known) and (k > 2 * _DEGREE or self._is_one_by_one(range(n, n + 1))):
                return int(self.term(n))
            if n >= len(known):
                known[:] = self.terms(max(n + 1, 2 * len(known), 32))
            return int(known[n])

        # A power of the matrix of the strip has as many rows, and so has the one with which the
        # recurrence begins.
        return LinearSequence(
            f"lengths {step}n + {first} of {self.name}",
            value,
            lambda: self.degree,
            limits=self.limits,
        )

    def up_to_symmetry(self, unique: Unique = True) -> LinearSequence:
        """Return the sequence that counts the tilings of each board up to its symmetries, as
        `count_up_to_symmetry` does.

        A recurrence is known if no sides are joined and the strip has few states.

        Parameters
        ----------
        unique : True or "rotations"
            Which symmetries to use: all of them, or only rotations and translations.

        Raises
        ------
        EngineError
            If the strip has weights.

        Examples
        --------
        >>> classes = strip(2, "dominoes+").up_to_symmetry()
        >>> classes.terms(8), classes.recurrence
        ([1, 1, 1, 2, 4, 5, 9, 12], (1, 2, -1, 0, -1, -1))
        """
        if self.weights:
            raise EngineError("weights cannot be combined with counting up to symmetry")
        classes = StripClasses(
            self.boards,
            lambda: (self.states, self.graph.folded),
            unique,
        )
        return LinearSequence(
            f"tilings of {self.name}{up_to(unique)}",
            classes.value,
            classes.bound,
            self.period,
            classes.exceptions,
            effort=_CLASSES,
            limits=self.limits,
        )

    def fault_free(self, lines: Axis = "") -> LinearSequence:
        """Return the sequence that counts the tilings of each board that satisfy the rule
        `tilewright.rules.fault_free`.

        Parameters
        ----------
        lines : {"", "rows", "columns"}
            Use only the lines between rows or between columns; by default, all lines.

        Raises
        ------
        EngineError
            If the cells are not squares, a side is joined, there are weights, or a piece has
            several parts.

        Examples
        --------
        >>> crossed = strip(3, "dominoes+").fault_free("columns")
        >>> crossed.terms(9), crossed.recurrence
        ([1, 0, 3, 0, 2, 0, 2, 0, 2], (0, 1))
        """
        check_choice(lines, "lines", ("", "rows", "columns"), error=EngineError)
        usual = self.boards.board(self.repeat.period).board
        connected = all(piece.polyomino.is_connected() for piece in self.pieces)
        if not is_flat_squares(usual) or self.weights or not connected:
            raise EngineError(
                "fault-free strips require squares, no joined sides, no weights, and connected "
                "pieces"
            )
        width, (across, along) = self.section[0], (lines != "rows", lines != "columns")
        own: Along = "columns" if self.repeat.axis == 1 else "rows"
        if own == "rows":
            across, along = along, across
        narrow: dict[int, Strip] = {width: self}
        known: dict[int, list[int]] = {}

        def of(rows: int) -> Strip:
            if rows not in narrow:
                empty = bool(self.repeat.optional)
                narrow[rows] = strip(rows, *self.pieces, turn=self.turn, along=own, empty=empty)
            return narrow[rows]

        def tilings(rows: int, n: int) -> int:
            if n >= len(known.get(rows, ())):
                known[rows] = [int(term) for term in of(rows).terms(max(n + 1, 2 * n))]
            return known[rows][n]

        def order(rows: int) -> int:
            fraction = of(rows).generating_function()
            if fraction is None:
                raise MemoryLimitError("the recurrence of the strip is too long")
            return max(len(fraction[0]), len(fraction[1]) - 1)

        # A strip without cells has one tiling; the formulas give 1 only if they have no lines.
        begin = int(not across and width == 1)
        return LinearSequence(
            f"fault-free tilings of {self.name}",
            lambda n: (
                fault_free_tilings(width, n, tilings, across=across, along=along) if n else begin
            ),
            lambda: fault_free_order(width, order, across=across, along=along),
            exceptions={0: 1 - begin},
            limits=self.limits,
        )

    @asked
    def check(self, values: Sequence[tuple[int, Number]], modulus: int = 0) -> str:
        """Verify the counts by another method, and return a description of that method.

        Counts of single boards are verified by counting again with another method. Terms from the
        state graph are verified by counting boards in the other direction: the requested boards if
        they are short, and otherwise the shortest boards.

        Parameters
        ----------
        values : sequence of (n, number)
            The terms to verify, ordered by strip length.
        modulus : int
            The modulus of the terms, or 0 if the terms are exact.

        Raises
        ------
        EngineError
            If the two counting methods disagree, or if the terms are sums of weights.
        """
        if self.weights:
            raise EngineError(
                "sums of weights cannot be verified, because no second method is available"
            )
        if not self.has_graph:
            known = [(n, int(value)) for n, value in values if n % self.period == 0]
            methods = [self.boards.recount(n, value, modulus) for n, value in known]
            return (
                "; ".join(dict.fromkeys(method for method in methods if method))
                or "the areas of the pieces rule out any tiling"
            )
        again = "" if self.boards.other_axis != self.repeat.axis else ", layer by layer"
        lines = axis_names(1 + len(self.section))[self.boards.other_axis] + again
        short = values[-1][0] <= max(self.section)
        whole = [(n, int(self.term(n))) for n, _ in values] if short else []
        if whole and self.boards.verify_across(whole) == len(whole):
            return f"counting by {lines} gives the same number{'s' * (len(whole) > 1)}"
        first = [(n, int(value)) for n, value in enumerate(self.terms(_CHECKED * self.period + 1))]
        first = first[:: self.period]
        done = self.boards.verify_across(first)
        if not done:
            return ""
        return f"up to n = {first[done - 1][0]}, counting by {lines} gives the same numbers"

    def _is_near(self, k: int) -> bool:
        """Return whether the k-th term is computed fastest from all earlier terms."""
        if k > 2 * _NEAR:
            return False
        words = k * (1 + k * bits_for_each(self.source) / 58) / 2
        return turn_work(self.graph) * words < _NEAR or (
            "_integral" not in self.__dict__ and words <= self.states
        )

    def _exact_term(self, k: int) -> int:
        if self._is_near(k) or self._integral is None:
            self._check_room(k, 2 * self.states)
            return self.source.at(k)
        series = self._integral
        return series.coefficient(
            k, lambda bits: self._check_room(k, _COPIES * series.length, bits)
        )

    def _check_room(self, k: int, times: int, bits: int | None = None) -> None:
        """Raise `MemoryLimitError` if `times` times the memory of the k-th term exceeds the
        limit.
        """
        # Integers, as a length may be too large for a float.
        nbytes = (
            k * round(1000 * bits_for_each(self.source)) // 1000 if bits is None else bits
        ) // 8
        needed, allowed = nbytes * times, allowed_memory()
        if needed > allowed:
            takes = f"about {in_units(needed)}, " if needed < _HUGE else ""
            raise MemoryLimitError(
                f"the number of tilings of length {_format_number(k * self.period)} has about "
                f"{_format_number(nbytes * 2408 // 1000)} "
                f"digits, which need {takes}more than the {in_units(allowed)} allowed. "
                "Count modulo a number instead"
            )

    def _find_series_modulo_prime(self, prime: int) -> Series:
        if prime not in self._modular:
            self._modular[prime] = find_fraction(self.source, prime, self.states)
        return self._modular[prime]

    def _find_series_modulo(self, modulus: int) -> Series:
        if self._integral is not None:
            return self._integral
        if modulus not in self._modular:
            first = self._find_series_modulo_prime(next(primes_below()))
            if (
                modulus > 1 << 48
                or first.length > _LIFTED
                or first.length * self.graph.edges > _LIFTED_WORK
            ):
                raise EngineError(
                    f"the recurrence of degree {self.degree} is too long to find exactly. Distant "
                    "terms are available "
                    "modulo a prime below 2^31 or a product of distinct such primes, not modulo "
                    f"{modulus}"
                )
            self._modular[modulus] = fraction_modulo(self.source, first, self.states, modulus)
        return self._modular[modulus]


@limited
def strip(
    width: int | Sequence[int],
    *pieces: PieceLike,
    turn: Turn | None = None,
    along: Along = "columns",
    empty: bool = False,
    weight: dict[str, Number] | None = None,
    on: str = "",
    tuning: Tuning | None = None,
    **limits: Unpack[ThreadLimits],
) -> Strip:
    """Return the sequence whose term n is the number of tilings of the strip ``width x n``.

    Parameters
    ----------
    width : int, or a pair of int
        The number of rows of the strip; n is the number of columns. For cubes (``on="cube:"``), two
        sides of a box, such as ``(3, 3)``; n is the third side.
    *pieces : Piece, str, array or list
        The pieces, each used any number of times (``trominoes+``).
    turn : {"free", "one-sided", "half-turn", "fixed"}, optional
        Which rotations and reflections of the pieces are allowed; the default is the same as for
        `Problem`.
    along : {"columns", "rows", "layers"}
        What n counts: columns of a strip of `width` rows, or rows of a strip of `width` columns.
        For cubes, n can also count layers.
    empty : bool
        Whether cells may stay empty.
    weight : dict, optional
        The weights of pieces, as for `weighted_count`. If weights are given, each term is a sum of
        products of weights, not a number of tilings.
    on : str
        The prefix of a board, such as ``"hex:"`` or ``"cylinder:"``. On a cylinder, if n counts
        rows, the two long sides of the strip are joined.
    tuning : Tuning, optional
        Internal settings that affect only the speed; meant for tests and benchmarks.
    timeout, max_memory, progress, threads
        See `tilewright.system.work.limits`.

    Raises
    ------
    EngineError
        If a piece has marks or a limited number of copies, or if the width is not an integer from 1
        to 4,096 (for cubes, two such integers). If a weight is not exact, or if the name of a piece
        is unknown.
    ProblemError
        If the pieces are invalid.

    Notes
    -----
    The first query builds the state graph of one line, which may raise MemoryLimitError or
    TimeLimitError. Short strips are counted as single boards, by the method that `count` would
    choose, if this is estimated to be faster.

    Examples
    --------
    >>> s = strip(2, "dominoes+")
    >>> s.terms(8), s.recurrence
    ([1, 1, 2, 3, 5, 8, 13, 21], (1, 1))
    >>> s.term(10**18, mod=10**9 + 7)
    680057396
    >>> strip(2, "dominoes+", "monomino+", weight={"monomino": 2}).recurrence
    (6, 4, -1)
    >>> strip((2, 2), "dicubes+", on="cube:").terms(5)
    [1, 2, 9, 32, 121]
    """
    section = _check_section(width)
    names: tuple[Along, ...] = (
        ("rows", "columns") if len(section) == 1 else ("layers", "rows", "columns")
    )
    axis = names.index(check_choice(along, "`along`", names, error=EngineError))

    def board(n: int) -> str:
        return f"{on}{box_word((*section[:axis], n, *section[axis:]))}"

    lattice = next((LATTICES[word] for word in on.split(":") if word in LATTICES), SQUARES)
    if lattice.dimension != 1 + len(section):
        wanted = "one width" if lattice.dimension == 2 else "two sides of a box, such as (3, 3)"
        raise EngineError(f"a strip of {lattice.cells} needs {wanted}", where="width")
    probe = Problem(board(1), *pieces, turn=turn)
    length = max((len(piece.polyomino) for piece in probe.pieces), default=1) + 1
    problem = Problem(
        board(length), *pieces, turn=turn, empty=length * probe.board.area if empty else 0
    )
    problem.check()
    rates = check_rates(
        weight or {},
        (*problem.names, *(["empty"] if empty else [])),
        "weight",
        problem.piece_index,
    )
    repeat = find_repeat(problem, axis=axis)
    if repeat is None and problem.board.surface.joined:
        raise EngineError(
            f"a strip must have open ends, but the {along} of a {problem.board.surface.name} are "
            "closed. For a strip with joined "
            "sides, use a cylinder along its rows"
        )
    if repeat is None:
        raise EngineError(
            "strips of any length require unlimited copies of each piece (such as trominoes+), "
            "without marks"
        )
    # A weight of 1 changes nothing.
    rates = {name: weight for name, weight in rates.items() if weight != 1}
    if rates:
        repeat = without_zeros(repeat, _shape_weights(repeat, problem.names, rates))
        if not repeat.optional:
            rates.pop("empty", None)
    tuning = tuning or USUAL
    return Strip(
        section[0] if len(section) == 1 else (section[0], section[1]),
        problem.pieces,
        problem.turn,
        repeat,
        current_deadline().inner,
        tuning,
        on,
        rates,
    )


def _check_section(width: object) -> tuple[int, ...]:
    """Return the sides of a line: one for a strip, or two for a box."""
    sides = tuple(width) if isinstance(width, list | tuple) else (width,)
    if len(sides) not in (1, 2):
        raise EngineError(
            f"a strip must have one width, or two sides for a box, got {len(sides)} numbers",
            where="width",
        )
    section = tuple(check_at_least(side, 1, "`width`") for side in sides)
    if max(section) > _WIDEST:
        raise EngineError(
            f"a strip may be at most {_WIDEST:,} cells wide, got {max(section):,}", where="width"
        )
    return section


def _shape_weights(
    repeat: Repeat, names: Sequence[str], weights: dict[str, Number]
) -> list[Fraction]:
    """Return the weight of each shape and of an empty cell."""
    called = [*(names[piece] for piece in repeat.piece), "empty"]
    return [Fraction(weights.get(name, 1)) for name in called]


def _format_number(number: int) -> str:
    """Return a number in digits, or as a power of ten if it is huge."""
    return f"{number:,}" if number < _HUGE else f"10^{math.floor(math.log10(number))}"
