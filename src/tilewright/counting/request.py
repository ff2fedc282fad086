"""Check the arguments of the public functions of counting."""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import partial

from tilewright.errors import EngineError, quoted
from tilewright.system.arguments import check_integer, format_value
from tilewright.values.piece import find_name
from tilewright.values.problem import Problem


def checked_whole(value: object, least: int, what: str) -> int:
    """Return an integer that is large enough; `what` begins the message: ``"`modulus`"``."""
    return check_integer(value, what, least, error=EngineError)


def checked_rates(
    rates: object,
    names: tuple[str, ...],
    what: str,
    find: Callable[[str], int | None] | None = None,
) -> dict[str, int | Fraction]:
    """Return weights or costs of pieces as exact numbers, by the names in tilings."""
    if not isinstance(rates, Mapping):
        raise EngineError(
            f"the {what}s of the pieces must be a dict of names and numbers, such as {{'I': 2}}, "
            f"got {format_value(rates)}"
        )
    find = find or partial(find_name, names=names)
    exact: dict[str, int | Fraction] = {}
    for given, value in rates.items():
        name = given
        if name not in names and isinstance(name, str) and (index := find(name)) is not None:
            name = names[index]
        if name not in names:
            raise EngineError(f"unknown piece {quoted(name)}. The pieces are {', '.join(names)}")
        if name in exact:
            raise EngineError(f"{quoted(given)} means the piece {name}, which already has a number")
        if isinstance(value, Fraction):
            exact[name] = value
            continue
        try:
            exact[name] = operator.index(value)
        except TypeError:
            raise EngineError(
                f"the {what} of {name} must be an int or a Fraction, such as Fraction(1, 2), got "
                f"{format_value(value)}"
            ) from None
    return exact


def sampling_weights(problem: Problem, weights: object) -> list[Fraction]:
    """Return the weight of each piece for random tilings, or raise `EngineError`."""
    exact = checked_rates(weights, problem.names, "weight", problem.piece_index)
    for name, weight in exact.items():
        if weight < 0:
            raise EngineError(
                f"the weight of {name} is negative ({weight}), but random tilings are drawn in "
                "proportion to their weight"
            )
    return [Fraction(exact.get(name, 1)) for name in problem.names]
