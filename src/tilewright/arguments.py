"""Arguments: what a caller hands in is of the type that it should be, or an error says what would be right."""

from __future__ import annotations

import operator
from numbers import Real

from tilewright.errors import RequestError, quoted

__all__ = ["is_unicode", "real", "shown", "text", "whole"]


def shown(value: object) -> str:
    """Write a value for a message, with its type unless it is a text.

    Examples
    --------
    >>> print(shown("six"), shown(6.0), shown(None))
    'six' '6.0' (float) 'None' (NoneType)
    """
    return quoted(value) if isinstance(value, str) else f"{quoted(value)} ({type(value).__name__})"


def whole(
    value: object,
    what: str,
    least: int | None = None,
    *,
    error: type[RequestError] = RequestError,
    where: str | None = None,
) -> int:
    """Return a whole number that is large enough.

    Parameters
    ----------
    what : str
        Its name with an article, for the message: ``"a modulus"``.
    least : int, optional
    error : type
        What is raised.
    where : str, optional
        The argument that is meant.

    Raises
    ------
    RequestError
        Of the type `error`, if it is no whole number, or a smaller one.
    """
    try:
        number = operator.index(value)  # type: ignore[arg-type]
    except TypeError:
        raise error(f"{what} is a whole number, not {shown(value)}", where=where) from None
    if least is not None and number < least:
        raise error(f"{what} is at least {least}, not {number}", where=where)
    return number


def real(
    value: object,
    what: str,
    *,
    error: type[RequestError] = RequestError,
    where: str | None = None,
) -> float:
    """Return a number above 0, which may be infinite; parameters and errors as for `whole`."""
    if not isinstance(value, Real):
        raise error(f"{what} is a number, not {shown(value)}", where=where)
    number = float(value)
    if not number > 0:
        raise error(f"{what} is more than 0, not {value}", where=where)
    return number


def text(value: object, what: str, *, error: type[RequestError] = RequestError) -> str:
    """Return a text that can be written to a file; parameters as for `whole`.

    Raises
    ------
    RequestError
        Of the type `error`, if it is none, or has lone surrogates: bytes of a command line that are not UTF-8,
        or escapes in a JSON file.
    """
    if not isinstance(value, str):
        raise error(f"{what} is a text, not {shown(value)}")
    if not is_unicode(value):
        raise error(f"{what} must be valid Unicode, got {shown(value)}")
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
