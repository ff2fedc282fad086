"""Check the arguments of the public functions of counting."""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import partial
from typing import TypeVar

from tilewright.arguments import check_integer, format_value
from tilewright.errors import EngineError, quoted
from tilewright.piece import Piece, find_name
from tilewright.problem import Problem
from tilewright.puzzle import as_problem

__all__ = [
    "check_limits",
    "checked_choice",
    "checked_problem",
    "checked_rates",
    "checked_whole",
    "split_arguments",
]

Choice = TypeVar("Choice", bound=str)


def checked_problem(problem: object, *pieces: object) -> Problem:
    """Return the problem that the arguments of a public function are: one without faults, or a board and pieces."""
    found = as_problem(problem, *pieces)  # type: ignore[arg-type]
    found.check()
    return found


def split_arguments(
    problem: object, given: tuple[object, ...], example: str, **wanted: object
) -> tuple[Problem, tuple[object, ...]]:
    """Return the problem of a public function, and what else it wants to know: by keyword, behind the problem, or behind the pieces.

    Behind a problem stands nothing else; behind a board the pieces stand, and what is no piece at the end.
    """
    names = [name for name, value in wanted.items() if value is None]
    pieces: list[object] = [] if isinstance(problem, Problem) else list(given)
    values: list[object] = list(given) if isinstance(problem, Problem) else []
    if len(values) > len(names):
        raise EngineError(
            f"a problem has its own pieces; there is no place for {format_value(values[0])} behind it: {example} would be right"
        )
    while pieces and len(values) < len(names) and not isinstance(pieces[-1], Piece | str):
        values.insert(0, pieces.pop())
    found = checked_problem(problem, *pieces)
    return found, tuple((wanted | dict(zip(names, values, strict=False))).values())


def checked_whole(value: object, least: int, what: str) -> int:
    """Return an integer that is large enough; `what` is its name with an article: ``"a modulus"``."""
    return check_integer(value, what, least, error=EngineError)


def checked_choice(value: Choice, what: str, choices: tuple[str, ...]) -> Choice:
    """Return one of some words."""
    if value not in choices:
        listed = f"{', '.join(map(repr, choices[:-1]))} or {choices[-1]!r}"
        raise EngineError(f"{what} is {listed}, not {value!r}")
    return value


def check_limits(threads: object = None, max_memory: object = None) -> None:
    """Raise if there are no threads, or if the memory is no number of bytes."""
    if threads is not None:
        checked_whole(threads, 1, "the number of threads")
    if max_memory is not None:
        checked_whole(max_memory, 1, "the memory in bytes")


def checked_rates(
    rates: object, names: tuple[str, ...], what: str, find: Callable[[str], int | None] | None = None
) -> dict[str, int | Fraction]:
    """Return weights or costs of pieces as exact numbers, by the names in tilings."""
    if not isinstance(rates, Mapping):
        raise EngineError(
            f"what the pieces {what} is a dict from names to numbers, such as {{'I': 2}}, not {format_value(rates)}"
        )
    find = find or partial(find_name, names=names)
    exact: dict[str, int | Fraction] = {}
    for given, value in rates.items():
        name = given
        if name not in names and isinstance(name, str) and (index := find(name)) is not None:
            name = names[index]
        if name not in names:
            raise EngineError(
                f"there is no piece {quoted(name)} to {what}; the pieces are {', '.join(names)}"
            )
        if name in exact:
            raise EngineError(f"{quoted(given)} is {name}, which is named already")
        if isinstance(value, Fraction):
            exact[name] = value
            continue
        try:
            exact[name] = operator.index(value)
        except TypeError:
            raise EngineError(
                f"what {name} {what}s is an int or a Fraction, such as Fraction(1, 2), not {format_value(value)}"
            ) from None
    return exact
