"""Check the arguments of public functions: types, ranges, and the limits that many functions share.

Every ``timeout=``, ``max_memory=``, ``threads=``, ``seed=`` and ``progress=`` is checked here, so
it means the same everywhere and fails with the same words. Messages name the parameter and end with
the value: "`sides` must be at least 1, got 0".
"""

from __future__ import annotations

import math
import operator
import re
from collections.abc import Iterable, Mapping
from numbers import Real
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar

from tilewright.errors import RequestError, quoted

if TYPE_CHECKING:
    import numpy as np

    #: What decides a random choice: an integer of at least 0, a generator that draws one, or None.
    SeedLike: TypeAlias = int | np.random.Generator | None

_Callback = TypeVar("_Callback")
_UNITS = {"": 1, "k": 1 << 10, "m": 1 << 20, "g": 1 << 30, "t": 1 << 40}


def counted(number: int, noun: str) -> str:
    """Return a number with a noun: ``1 cell``, ``2,000 cells``."""
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def in_units(size: float) -> str:
    """Return a number of bytes as text.

    >>> in_units(3 << 29), in_units(512)
    ('1.5 GiB', '512 bytes')
    """
    if size < 1024:
        return "1 byte" if size == 1 else f"{size:.0f} bytes"
    for unit in ("KiB", "MiB", "GiB"):
        size /= 1024
        if size < 1024:
            return f"{size:.1f} {unit}"
    return f"{size / 1024:.1f} TiB"


def duration(seconds: float) -> str:
    """Format a duration with sensible precision.

    >>> duration(0.0123), duration(75.3), duration(7300), duration(400_000), duration(1e12)
    ('0.01 s', '1:15 min', '2:01 h', '4.6 days', '11,574,074 days')
    """
    if seconds < 60:
        return f"{seconds:.2f} s" if seconds < 10 else f"{seconds:.1f} s"
    minutes, rest = divmod(round(seconds), 60)
    if minutes < 60:
        return f"{minutes}:{rest:02} min"
    hours, minutes = divmod(minutes, 60)
    if hours < 48:
        return f"{hours}:{minutes:02} h"
    return f"{seconds / 86400:,.{0 if hours > 2400 else 1}f} days"


def format_value(value: object) -> str:
    """Return a value as messages show it, with its type unless it is a str.

    Examples
    --------
    >>> print(format_value("six"), format_value(6.0), format_value(None))
    'six' '6.0' (float) 'None' (NoneType)
    """
    return quoted(value) if isinstance(value, str) else f"{quoted(value)} ({type(value).__name__})"


def format_integer(value: int) -> str:
    """Return a short text for an integer, which may have thousands of digits.

    >>> format_integer(2**100 - 1), format_integer(-(2**100) - 5)
    ('2^100 - 1', '-2^100 and more')
    """
    if abs(value) < 10**24:
        return str(value)
    power = (abs(value) + 1).bit_length() - 1
    if value == (1 << power) - 1:
        return f"2^{power} - 1"
    return f"{'-' if value < 0 else ''}2^{power}" + (
        "" if abs(value) == 1 << power else " and more"
    )


def read_number(digits: str) -> int:
    """Return an integer of any length; Python's own limit is some thousand digits."""
    if len(digits) < 4000:
        return int(digits)
    from flint import fmpz

    return int(fmpz(digits))


def check_integer(
    value: object,
    what: str,
    least: int | None = None,
    most: int | None = None,
    *,
    error: type[RequestError] = RequestError,
    where: str | None = None,
) -> int:
    """Return `value` as an int from `least` to `most`, or raise `error`.

    `what` is the name of the parameter, which is then the place of the error, or the words that
    begin the message, such as ``"a length"``.

    Examples
    --------
    >>> check_integer(0, "sides", 1)
    Traceback (most recent call last):
    tilewright.errors.RequestError: `sides` must be at least 1, got 0
    """
    subject, where = _subject(what, where)
    try:
        number = operator.index(value)  # type: ignore[arg-type]
    except TypeError:
        wanted, shown = "an integer", format_value(value)
    else:
        shown = format_integer(number)
        if least is not None and number < least:
            wanted = f"at least {least}"
        elif most is not None and number > most:
            wanted = f"at most {most}"
        else:
            return number
    raise error(f"{subject}must be {wanted}, got {shown}", where=where)


def check_positive(value: object, what: str, *, error: type[RequestError] = RequestError) -> float:
    """Return `value` as a float greater than 0, which may be infinite, or raise `error`."""
    subject, where = _subject(what, None)
    if not isinstance(value, Real):
        raise error(f"{subject}must be a number, got {format_value(value)}", where=where)
    number = float(value)
    if not number > 0:
        raise error(f"{subject}must be greater than 0, got {value}", where=where)
    return number


def check_text(value: object, what: str, *, error: type[RequestError] = RequestError) -> str:
    """Return a text that can be encoded (no lone surrogates from JSON or a command line), or raise
    `error`.
    """
    if not isinstance(value, str):
        raise error(f"{what} must be a str, got {format_value(value)}")
    if not is_unicode(value):
        raise error(f"{what} must be valid Unicode, got {format_value(value)}")
    return value


def check_choice(
    value: Any, what: str, choices: tuple[str, ...], *, error: type[RequestError] = RequestError
) -> Any:
    """Return `value` if it is one of the words in `choices`, or raise `error`."""
    if value not in choices:
        subject, where = _subject(what, None)
        expected = f"{', '.join(map(repr, choices[:-1]))} or {choices[-1]!r}"
        raise error(f"{subject}must be {expected}, got {format_value(value)}", where=where)
    return value


def check_threads(threads: object, *, error: type[RequestError] = RequestError) -> int | None:
    """Return a number of threads, or None for one per core."""
    return None if threads is None else check_integer(threads, "threads", 1, error=error)


def check_seed(seed: object, *, error: type[RequestError] = RequestError) -> int | None:
    """Return a seed, or None if there is none; from a random generator of NumPy, draw one.

    Examples
    --------
    >>> import numpy as np
    >>> check_seed(7), check_seed(np.random.default_rng(1))
    (7, 2032329983)
    """
    if hasattr(seed, "integers"):
        return int(seed.integers(1 << 32))
    return None if seed is None else check_integer(seed, "seed", 0, error=error)


def check_timeout(
    timeout: object, *, error: type[RequestError] = RequestError, where: str = "timeout"
) -> float | None:
    """Return a time limit in seconds, or None if there is none; `where` is what the caller calls
    it.
    """
    return None if timeout is None else check_positive(timeout, where, error=error)


def check_memory(max_memory: object, *, where: str = "max_memory") -> int | None:
    """Return a memory limit in bytes, or None if there is none; `where` is what the caller calls
    it.

    Examples
    --------
    >>> check_memory("2G"), check_memory(1024), check_memory("1.5 KiB")
    (2147483648, 1024, 1536)
    """
    if max_memory is None:
        return None
    if not isinstance(max_memory, str):
        return check_integer(max_memory, where, 1)
    match = re.fullmatch(
        r"(\d{1,30}(?:\.\d{1,30})?)\s*([kmgt]?)(?:i?b)?", max_memory.strip().lower()
    )
    if match is None or not 0 < float(match[1]) < math.inf:
        raise RequestError(
            f"must be an amount of memory such as 500M or 2G, got {quoted(max_memory)}",
            where=where,
        )
    return max(int(float(match[1]) * _UNITS[match[2]]), 1)


def check_progress(progress: _Callback) -> _Callback:
    """Return what is called with the progress of the work, or None if nothing is."""
    if progress is not None and not callable(progress):
        raise RequestError(f"must be callable, got {format_value(progress)}", where="progress")
    return progress


def _subject(what: str, where: str | None) -> tuple[str, str | None]:
    """Return how a message begins, and its place: the name of a parameter is only the place."""
    name = what.strip("`")
    return (f"{what} ", where) if " " in what else ("", where or name)


def is_unicode(value: str) -> bool:
    """Return False if a text has lone surrogates, which no encoding can write."""
    if value.isascii():
        return True
    try:
        value.encode()
    except UnicodeEncodeError:
        return False
    return True


def fields_fault(data: Any, known: Iterable[str], what: str, needed: Iterable[str] = ()) -> str:
    """Return what is wrong with the fields of a JSON object; empty if it has all needed fields and
    no unknown ones.

    >>> fields_fault({"weights": [], "weight": 1}, ["weights"], "a weighting")
    "a weighting has no field 'weight'"
    """
    if not isinstance(data, Mapping):
        return f"{what} must be a JSON object"
    if unknown := sorted(set(data).difference(known)):
        return f"{what} has no field '{unknown[0]}'"
    if missing := [name for name in needed if name not in data]:
        return f"{what} must contain the field '{missing[0]}'"
    return ""
