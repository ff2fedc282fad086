"""Recurrences and generating functions as LaTeX."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

#: A longer sum shows its first terms and the last one.
_TERMS = 12


def recurrence_latex(coefficients: Sequence[int | Fraction], holds_from: int) -> str:
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


def fraction_latex(
    numerator: Sequence[int | Fraction], denominator: Sequence[int | Fraction]
) -> str:
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


def _format_powers(values: Sequence[int | Fraction]) -> Iterator[str]:
    for power, number in enumerate(values):
        if number and power == 0:
            yield _format_number(number)
        elif number:
            yield _format_term(number, "x" if power == 1 else f"x^{{{power}}}")


def _format_term(number: int | Fraction, factor: str) -> str:
    sign = "-" if number < 0 else ""
    size = -number if number < 0 else number
    return sign + factor if size == 1 else rf"{sign}{_format_number(size)}\,{factor}"


def _format_number(number: int | Fraction) -> str:
    above, below = number.as_integer_ratio()
    sign = "-" if above < 0 else ""
    return str(above) if below == 1 else rf"{sign}\frac{{{abs(above)}}}{{{below}}}"


def _join_terms(terms: list[str]) -> str:
    """Return terms as a sum; 0 if there is none."""
    if not terms:
        return "0"
    if len(terms) > _TERMS:
        terms = [*terms[: _TERMS - 1], r"\cdots", terms[-1]]
    text = terms[0]
    for term in terms[1:]:
        text += f" - {term[1:]}" if term.startswith("-") else f" + {term}"
    return text
