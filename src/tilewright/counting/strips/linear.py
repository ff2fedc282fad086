"""Integer sequences with a linear recurrence of bounded order, such as classes of tilings of
strips, or every second length of a strip.

Each term is counted separately. If a sequence is known to satisfy some recurrence of order at most
b, then the shortest recurrence that fits more than b terms beyond its own order holds for all
terms.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

from tilewright.counting.resources import Number, Reporter, asked, check_at_least
from tilewright.counting.strips.recurrences import (
    Series,
    Terms,
    exact_fraction,
    find_fraction,
)
from tilewright.errors import MemoryLimitError
from tilewright.system.platform.machine import allowed_memory, in_units
from tilewright.system.values.primes import primes_below
from tilewright.system.work.deadline import Deadline, check_time

#: Memory of a far term, in its length for each coefficient of the recurrence.
_COPIES = 12
#: Numbers up to this index are counted without looking for a recurrence.
_NEAR = 30


NumberT = TypeVar("NumberT", int, Number)
#: A longer sum shows its first terms and the last one.
_TERMS = 12


class Recurrent(ABC, Generic[NumberT]):
    """A sequence with a generating function, whose terms are 0 except at multiples of a period."""

    @property
    @abstractmethod
    def period(self) -> int:
        """The period: only terms at multiples of it can differ from 0."""

    @property
    @abstractmethod
    def holds_from(self) -> int:
        """The first index for which the recurrence holds."""

    @abstractmethod
    def _fraction(self) -> tuple[Sequence[NumberT], Sequence[NumberT]] | None:
        """Return the numerator and denominator in steps of the period, or None if they are not
        known exactly.
        """

    def generating_function(self) -> tuple[list[NumberT], list[NumberT]] | None:
        """Return the coefficients of the numerator and denominator, starting with the constant
        term, or None if they are not known exactly.
        """
        parts = self._fraction()
        if parts is None:
            return None
        above, below = parts
        return self._spread(above), self._spread(below)

    def _spread(self, values: Sequence[NumberT]) -> list[NumberT]:
        """Return the values at all indices, given the values at multiples of the period."""
        spread: list[NumberT] = [0] * ((len(values) - 1) * self.period + 1)
        spread[:: self.period] = values
        return spread

    @property
    def recurrence(self) -> tuple[NumberT, ...] | None:
        """The coefficients in a(n) = c_1 a(n-1) + c_2 a(n-2) + … for n >= `holds_from`; None if not
        known exactly.
        """
        parts = self.generating_function()
        return None if parts is None else tuple(-value for value in parts[1][1:])

    def latex(self) -> str | None:
        r"""Return the recurrence and the generating function as LaTeX, or None if they are not
        known exactly.

        Examples
        --------
        >>> from tilewright.counting import strip
        >>> print(strip(2, "dominoes+").latex())
        a(n) = a(n-1) + a(n-2) \quad (n \ge 2), \qquad \sum_{n \ge 0} a(n)\,x^n = \frac{1}{1 - x - x^{2}}
        """  # noqa: E501
        parts, coefficients = self.generating_function(), self.recurrence
        if parts is None or coefficients is None:
            return None
        return (
            rf"{recurrence_latex(coefficients, self.holds_from)}, \qquad {fraction_latex(*parts)}"
        )


def recurrence_latex(coefficients: Sequence[Number], holds_from: int) -> str:
    r"""Return a(n) = c_1 a(n-1) + c_2 a(n-2) + … as LaTeX.

    Examples
    --------
    >>> print(recurrence_latex((1, 1), 2))
    a(n) = a(n-1) + a(n-2) \quad (n \ge 2)
    """
    terms = [
        _format_term(number, f"a(n-{step})")
        for step, number in enumerate(coefficients, start=1)
        if number
    ]
    return rf"a(n) = {_join_terms(terms)} \quad (n \ge {holds_from})"


def fraction_latex(numerator: Sequence[Number], denominator: Sequence[Number]) -> str:
    r"""Return a generating function, given the coefficients from the constant term on, as LaTeX.

    Examples
    --------
    >>> print(fraction_latex([1], [1, -1, -1]))
    \sum_{n \ge 0} a(n)\,x^n = \frac{1}{1 - x - x^{2}}
    """
    above, below = (
        _join_terms(list(_format_powers(values))) for values in (numerator, denominator)
    )
    whole = above if below == "1" else rf"\frac{{{above}}}{{{below}}}"
    return rf"\sum_{{n \ge 0}} a(n)\,x^n = {whole}"


def _format_powers(values: Sequence[Number]) -> Iterator[str]:
    for power, number in enumerate(values):
        if number and power == 0:
            yield _format_number(number)
        elif number:
            yield _format_term(number, "x" if power == 1 else f"x^{{{power}}}")


def _format_term(number: Number, factor: str) -> str:
    sign = "-" if number < 0 else ""
    size = -number if number < 0 else number
    return sign + factor if size == 1 else rf"{sign}{_format_number(size)}\,{factor}"


def _format_number(number: Number) -> str:
    above, below = number.as_integer_ratio()
    sign = "-" if above < 0 else ""
    return str(above) if below == 1 else rf"{sign}\frac{{{abs(above)}}}{{{below}}}"


def _join_terms(terms: list[str]) -> str:
    """Return terms as a sum, or 0 if there are no terms."""
    if not terms:
        return "0"
    if len(terms) > _TERMS:
        terms = [*terms[: _TERMS - 1], r"\cdots", terms[-1]]
    text = terms[0]
    for term in terms[1:]:
        text += f" - {term[1:]}" if term.startswith("-") else f" + {term}"
    return text


class _TermList(Terms):
    """Terms that are computed one by one."""

    def __init__(self, value: Callable[[int], int]) -> None:
        self._value = value
        self._known: list[int] = []
        self.reporter = Reporter(None)

    @property
    def first(self) -> int:  # type: ignore[override]
        return self.exact(1)[0]

    def begin(self, modulus: int = 0) -> list[int]:
        return [modulus, 1]

    def following(self, counts: Any, n: int, before: int, total: int) -> NDArray[np.uint64]:
        modulus, begin = counts
        counts[1] += n
        values = self.exact(begin + n)[begin:]
        return np.array([value % modulus for value in values], dtype=np.uint64)

    def exact(self, n: int, phase: str = "counts") -> list[int]:
        while len(self._known) < n:
            check_time()
            self._known.append(self._value(len(self._known)))
        return self._known[:n]


@dataclass(eq=False)
class LinearSequence(Recurrent[int]):
    """Integers a(0), a(1), … that satisfy a linear recurrence.

    Attributes
    ----------
    name : str
        A description of what the terms count.
    period : int
        Terms whose index is not a multiple of the period are 0.
    """

    name: str
    #: The k-th number in steps of the period, but for `exceptions`.
    value: Callable[[int], int] = field(repr=False)
    #: These numbers satisfy a recurrence of at most this order, in steps of the period; None if
    #: nothing is known.
    most: Callable[[], int | None] = field(repr=False)
    period: int = 1
    #: What is added to some of the numbers, by their index in steps of the period; these are known
    #: as soon as the numbers are.
    exceptions: dict[int, int] = field(default_factory=dict, repr=False)
    #: A recurrence is looked for if the bound on its order is at most this.
    effort: int = 600
    limits: Deadline = field(default_factory=Deadline, repr=False)

    @cached_property
    def bound(self) -> int | None:
        """An upper bound on the order of the recurrence, where each step is one period; None if
        unknown.
        """
        try:
            return self.most()
        except MemoryLimitError:
            # The states of a wide strip; its terms may still be counted.
            return None

    @cached_property
    def _term_list(self) -> _TermList:
        return _TermList(self.value)

    @asked
    def terms(self, n: int) -> list[int]:
        """Return the terms a(0) to a(n - 1).

        Raises
        ------
        EngineError
            If n is not a nonnegative integer.
        """
        n = check_at_least(n, 0, "`n`")
        known = self._term_list.exact(-(-n // self.period))
        values = [0] * n
        for k, value in enumerate(known):
            values[k * self.period] = value + self.exceptions.get(k, 0)
        return values

    @cached_property
    @asked
    def _series(self) -> Series | None:
        """The generating function by the period, proven; None if its order may be too large."""
        if self.bound is None or self.bound > self.effort:
            return None
        first = find_fraction(self._term_list, next(primes_below()), self.bound)
        series = exact_fraction(self._term_list, first, self.bound)
        added, below = self.exceptions, series.denominator
        numerator = [*series.numerator, *[0] * (max(added, default=0) + len(below))]
        for k, value in added.items():
            for j, factor in enumerate(below):
                numerator[k + j] += value * factor
        return Series.of(numerator, below, series.terms)

    def _fraction(self) -> tuple[tuple[int, ...], tuple[int, ...]] | None:
        series = self._series
        return None if series is None else (series.numerator, series.denominator)

    @property
    def holds_from(self) -> int:
        """The index from which the recurrence holds; 0 if no recurrence is known."""
        return 0 if self._series is None else self._series.holds_from(self.period)

    @property
    def degree(self) -> int:
        """The order of the shortest recurrence; 0 if no recurrence is known."""
        return len(self.recurrence or ())

    @asked
    def term(self, n: int, mod: int = 0) -> int:
        """Return a(n), exactly or modulo a number.

        Raises
        ------
        EngineError
            If n or the modulus is not a nonnegative integer.
        MemoryLimitError
            If the exact number has too many digits.
        """
        n = check_at_least(n, 0, "`n`")
        modulus = check_at_least(mod, 0, "`mod`")
        k, rest = divmod(n, self.period)
        if rest:
            return 0
        if k > 2 * self.effort or (k > _NEAR and self.bound is not None and k > 2 * self.bound):
            series = self._series
            if series is not None and modulus:
                return series.residue(k, modulus)
            if series is not None:
                return series.coefficient(k, self._check_room)
        value = self.value(k) + self.exceptions.get(k, 0)
        return value % modulus if modulus else value

    def _check_room(self, bits: int) -> None:
        series, allowed = self._series, allowed_memory()
        if series is not None and bits // 8 * _COPIES * max(1, series.length) > allowed:
            raise MemoryLimitError(
                f"the number has about {bits * 301 // 1000:,} digits, which needs more than the "
                f"{in_units(allowed)} allowed. "
                "Count modulo a number instead"
            )
