"""Check the arguments of the public functions of counting."""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import partial
from typing import Unpack

import numpy as np

from tilewright.errors import EngineError, quoted
from tilewright.lattices.polyform import Polyform
from tilewright.puzzle import as_problem
from tilewright.system.arguments import check_integer, format_value
from tilewright.values.piece import Piece, find_name
from tilewright.values.problem import Problem, ProblemRules


def checked_problem(problem: object, *pieces: object, **rules: Unpack[ProblemRules]) -> Problem:
    """Return the problem that the arguments of a public function are: one without faults, or a
    board and pieces.
    """
    found = as_problem(problem, *pieces, **rules)  # type: ignore[arg-type]
    found.check()
    return found


def split_arguments(
    problem: object, given: tuple[object, ...], rules: ProblemRules, example: str, **wanted: object
) -> tuple[Problem, tuple[object, ...]]:
    """Return the problem of a public function and its further arguments: keywords, or what follows
    the problem or the pieces.
    """
    names = [name for name, value in wanted.items() if value is None]
    pieces: list[object] = [] if isinstance(problem, Problem) else list(given)
    values: list[object] = list(given) if isinstance(problem, Problem) else []
    if len(values) > len(names):
        raise EngineError(
            f"the problem has its own pieces; unexpected argument {format_value(values[0])}. "
            f"Write {example}"
        )
    while (
        pieces
        and len(values) < len(names)
        and not isinstance(pieces[-1], Piece | str | Polyform | np.ndarray | list | tuple)
    ):
        values.insert(0, pieces.pop())
    found = checked_problem(problem, *pieces, **rules)
    return found, tuple((wanted | dict(zip(names, values, strict=False))).values())


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
