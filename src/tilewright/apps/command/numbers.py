"""Numbers given to pieces, such as I3=2 or I3=1/2: weights and costs."""

from __future__ import annotations

import re
from fractions import Fraction

from tilewright.errors import RequestError, quoted
from tilewright.model.problem import Problem

#: A number: 12, -1.5, 2e10, 3/4.
_FORM = re.compile(
    r"(?P<sign>[+-]?)(?=\.?\d)(?P<above>\d*)(?:/(?P<below>\d+)|(?:\.(?P<behind>\d*))?(?:[eE](?P<power>[+-]?\d+))?)"
)
#: Most digits of a number.
_LONGEST = 100_000


def assignments(problem: Problem, words: tuple[str, ...], where: str) -> dict[str, str]:
    """Read NAME=VALUE; the name is that of a piece in tilings, or any word of the grammar for
    it.
    """
    values: dict[str, str] = {}
    for word in words:
        name, equals, value = word.rpartition("=")
        if not equals or not name or not value:
            raise RequestError(f"must be PIECE=NUMBER, such as I3=2, got '{word}'", where=where)
        index = problem.piece_index(name)
        name = name if index is None else problem.names[index]
        if name in values:
            raise RequestError(f"{name} has two values, {values[name]} and {value}", where=where)
        values[name] = value
    return values


def rates(given: dict[str, str], where: str) -> dict[str, Fraction | int]:
    """Return the number given for each piece."""
    return {name: read_rate(value, where) for name, value in given.items()}


def read_rate(value: str, where: str) -> Fraction | int:
    """Read a number or a fraction exactly, unless it is too long."""
    form = _FORM.fullmatch(value)
    if form is None or (form["below"] or "1").strip("0") == "":
        raise RequestError(
            f"must be a number or a fraction, such as 2, -1 or 1/2, got {quoted(value)}",
            where=where,
        )
    power = int(form["power"] or 0) if len(form["power"] or "") < 10 else _LONGEST
    if len(value) + abs(power) > _LONGEST:
        raise RequestError(
            f"numbers may have at most {_LONGEST:,} digits with the exponent written out, got "
            f"{quoted(value)}",
            where=where,
        )
    behind = form["behind"] or ""
    number = Fraction(
        _integer(form["sign"] + form["above"] + behind), _integer(form["below"] or "1")
    )
    number *= Fraction(10) ** (power - len(behind))
    return int(number) if number.denominator == 1 else number


def _integer(text: str) -> int:
    """Read digits of any number; Python's own limit is some thousands."""
    if len(text) < 4000:
        return int(text)
    from flint import fmpz

    return int(fmpz(text))
