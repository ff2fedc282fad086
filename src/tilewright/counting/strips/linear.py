"""Integer sequences with a linear recurrence of bounded order: classes of tilings of strips, every
second length of a strip.

Each term is counted by itself. If a sequence is known to satisfy some recurrence of order at most
b, then the shortest recurrence that fits more than b terms beyond its own order holds for all
terms.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tilewright.counting.resources import Reporter, check_at_least
from tilewright.counting.strips.formulas import fraction_latex, recurrence_latex
from tilewright.counting.strips.recurrences import (
    Series,
    Terms,
    coefficient,
    exact_coefficient,
    exact_fraction,
    find_fraction,
    trim_zeros,
)
from tilewright.errors import MemoryLimitError
from tilewright.system.platform.machine import allowed_memory, in_units
from tilewright.system.values.primes import primes_below
from tilewright.system.work.deadline import Deadline, check_time

#: Memory of a far term, in its length for each coefficient of the recurrence.
_COPIES = 12
#: Numbers up to this index are counted without looking for a recurrence.
_NEAR = 30


class _TermList(Terms):
    """Terms that are known one by one."""

    def __init__(self, value: Callable[[int], int]) -> None:
        self._value = value
        self._known: list[int] = []

    @property
    def first(self) -> int:  # type: ignore[override]
        return self.exact(1)[0]

    def begin(self, modulus: int = 0) -> list[int]:
        return [modulus, 1]

    def following(
        self, counts: Any, n: int, reporter: Reporter, before: int, total: int
    ) -> NDArray[np.uint64]:
        modulus, begin = counts
        counts[1] += n
        values = self.exact(begin + n)[begin:]
        return np.array([value % modulus for value in values], dtype=np.uint64)

    def exact(self, n: int, reporter: Reporter | None = None, phase: str = "counts") -> list[int]:
        while len(self._known) < n:
            check_time()
            self._known.append(self._value(len(self._known)))
        return self._known[:n]


@dataclass(eq=False)
class LinearSequence:
    """Integers a(0), a(1), … with a linear recurrence.

    Attributes
    ----------
    name : str
        What the numbers count, in words.
    period : int
        The numbers of other indices than its multiples are 0.
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
        """A bound on the order of the recurrence, in steps of the period; None if nothing is
        known.
        """
        try:
            return self.most()
        except MemoryLimitError:
            # The states of a wide strip; its terms may still be counted.
            return None

    @cached_property
    def _term_list(self) -> _TermList:
        return _TermList(self.value)

    def terms(self, n: int) -> list[int]:
        """Return the numbers a(0) to a(n - 1).

        Raises
        ------
        EngineError
            If n is not a nonnegative integer.
        """
        n = check_at_least(n, 0, "`n`")
        with self.limits.renewed().holds():
            known = self._term_list.exact(-(-n // self.period))
        values = [0] * n
        for k, value in enumerate(known):
            values[k * self.period] = value + self.exceptions.get(k, 0)
        return values

    @cached_property
    def _series(self) -> Series | None:
        """The generating function in steps of the period, proven; None if its order may be too
        large.
        """
        if self.bound is None or self.bound > self.effort:
            return None
        reporter = Reporter(None)
        with self.limits.renewed().holds():
            first = find_fraction(self._term_list, next(primes_below()), self.bound, reporter)
            series = exact_fraction(self._term_list, first, self.bound, reporter)
        added = self.exceptions
        numerator = [*series.numerator, *[0] * (max(added, default=0) + len(series.denominator))]
        for k, value in added.items():
            for j, factor in enumerate(series.denominator):
                numerator[k + j] += value * factor
        above, below = trim_zeros(numerator), trim_zeros(list(series.denominator))
        return Series(max(len(above), len(below) - 1), tuple(above), tuple(below), series.terms)

    @property
    def recurrence(self) -> tuple[int, ...] | None:
        """The coefficients in a(n) = c_1 a(n-1) + c_2 a(n-2) + … for n >= `holds_from`; None if not
        known.
        """
        series = self._series
        if series is None:
            return None
        return tuple(-value for value in _spread_steps(series.denominator, self.period)[1:])

    @property
    def holds_from(self) -> int:
        """The first index for which the recurrence holds; 0 if none is known."""
        series = self._series
        if series is None:
            return 0
        # The zeros between the terms of a period need less than a term.
        return max(
            self.period * (len(series.numerator) - 1) + 1,
            self.period * (len(series.denominator) - 1),
        )

    @property
    def degree(self) -> int:
        """The order of the shortest recurrence; 0 if none is known."""
        return 0 if self._series is None else self.period * (len(self._series.denominator) - 1)

    def generating_function(self) -> tuple[list[int], list[int]] | None:
        """Return the coefficients of numerator and denominator, constant term first; None if not
        known.
        """
        series = self._series
        if series is None:
            return None
        return _spread_steps(series.numerator, self.period), _spread_steps(
            series.denominator, self.period
        )

    def latex(self) -> str | None:
        """Return the recurrence and the generating function as LaTeX; None if they are not
        known.
        """
        parts, coefficients = self.generating_function(), self.recurrence
        if parts is None or coefficients is None:
            return None
        return (
            rf"{recurrence_latex(coefficients, self.holds_from)}, \qquad {fraction_latex(*parts)}"
        )

    def term(self, n: int, mod: int = 0) -> int:
        """Return a(n), exactly or modulo a number.

        Raises
        ------
        EngineError
            If n or the modulus is not a nonnegative integer.
        MemoryLimitError
            If the exact number is too long.
        """
        n = check_at_least(n, 0, "`n`")
        modulus = check_at_least(mod, 0, "`mod`")
        k, rest = divmod(n, self.period)
        if rest:
            return 0
        if k > 2 * self.effort or (k > _NEAR and self.bound is not None and k > 2 * self.bound):
            series = self._series
            if series is not None and modulus:
                return coefficient(series.numerator, series.denominator, k, modulus)
            if series is not None:
                return exact_coefficient(series.numerator, series.denominator, k, self._check_room)
        with self.limits.renewed().holds():
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


def _spread_steps(values: tuple[int, ...], period: int) -> list[int]:
    spread = [0] * ((len(values) - 1) * period + 1)
    spread[::period] = values
    return spread
