"""What can become of a claim that does not hold, or is not checked; and the numbers in claims."""

from __future__ import annotations

from collections.abc import Iterable

__all__ = ["TooMany", "TooMuch", "Wrong", "number", "numbers"]


class Wrong(Exception):
    """A claim that does not hold."""


class TooMuch(Exception):
    """A claim that is not checked."""


class TooMany(TooMuch):
    """A claim that is not checked as it has too many states."""


def number(value: object, least: int = 1) -> int:
    """Return a whole number of a claim; there is no sense in a smaller one.

    Raises
    ------
    ValueError
        If it is no whole number, or a smaller one.
    """
    if not isinstance(value, int) or isinstance(value, bool) or value < least:
        raise ValueError
    return value


def numbers(values: Iterable[object]) -> list[int]:
    """Return positive whole numbers of a claim."""
    return [number(value) for value in values]
