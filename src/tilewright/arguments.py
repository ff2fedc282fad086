"""Check the types of arguments; errors say what would be right."""

from __future__ import annotations

import operator
from numbers import Real

from tilewright.errors import RequestError, quoted

__all__ = ["check_integer", "check_positive", "check_text", "format_value", "is_unicode"]


def format_value(value: object) -> str:
    """Return a value as it stands in messages, with its type unless it is a str.

    Examples
    --------
    >>> print(format_value("six"), format_value(6.0), format_value(None))
    'six' '6.0' (float) 'None' (NoneType)
    """
    return quoted(value) if isinstance(value, str) else f"{quoted(value)} ({type(value).__name__})"


def check_integer(
    value: object,
    what: str,
    least: int | None = None,
    *,
    error: type[RequestError] = RequestError,
    where: str | None = None,
) -> int:
    """Return `value` as an int of at least `least`, or raise `error`; `what` is its name with an article, as in "a modulus"."""
    try:
        number = operator.index(value)  # type: ignore[arg-type]
    except TypeError:
        raise error(f"{what} is a whole number, not {format_value(value)}", where=where) from None
    if least is not None and number < least:
        raise error(f"{what} is at least {least}, not {number}", where=where)
    return number


def check_positive(
    value: object,
    what: str,
    *,
    error: type[RequestError] = RequestError,
    where: str | None = None,
) -> float:
    """Return `value` as a float above 0, which may be infinite; parameters as for `check_integer`."""
    if not isinstance(value, Real):
        raise error(f"{what} is a number, not {format_value(value)}", where=where)
    number = float(value)
    if not number > 0:
        raise error(f"{what} is more than 0, not {value}", where=where)
    return number


def check_text(value: object, what: str, *, error: type[RequestError] = RequestError) -> str:
    """Return a text that can be encoded (no lone surrogates from JSON or a command line), or raise `error`."""
    if not isinstance(value, str):
        raise error(f"{what} is a text, not {format_value(value)}")
    if not is_unicode(value):
        raise error(f"{what} must be valid Unicode, got {format_value(value)}")
    return value


def is_unicode(value: str) -> bool:
    """Return False if a text has lone surrogates, which no encoding can write."""
    if value.isascii():
        return True
    try:
        value.encode()
    except UnicodeEncodeError:
        return False
    return True
