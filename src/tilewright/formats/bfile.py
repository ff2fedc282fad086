"""b-files of the OEIS: lines with a number n and a(n), blank lines, and comments after ``#``."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from fractions import Fraction
from pathlib import Path

from tilewright.errors import FormatError, quoted
from tilewright.formats.format import LONGEST
from tilewright.system.values.arguments import read_number
from tilewright.system.values.text import read_text

_LINE = re.compile(r"\s*(-?\d{1,18})\s+(-?\d+)\s*", re.ASCII)


def read_bfile(path: str | Path) -> dict[int, int]:
    """Return the numbers of a b-file by n."""
    terms: dict[int, int] = {}
    last: int | None = None
    for number, line in enumerate(
        read_text(path, LONGEST, FormatError, "a b-file").splitlines(), start=1
    ):
        where = f"{path}, line {number}"
        line = line.partition("#")[0]
        if not line.strip():
            continue
        match = _LINE.fullmatch(line)
        if match is None:
            raise FormatError(
                f"a line must contain two integers, n and a(n), got {quoted(line)}", where=where
            )
        n = int(match[1])
        if last is not None and n != last + 1:
            raise FormatError(
                f"n = {last} must be followed by n = {last + 1}, got {n}", where=where
            )
        terms[n] = read_number(match[2])
        last = n
    if not terms:
        raise FormatError("the b-file contains no terms", where=str(path))
    return terms


def bfile_text(terms: Iterable[tuple[int, str]]) -> str:
    """Return the text of a b-file, with a line feed at the end."""
    return "".join(f"{n} {value}\n" for n, value in terms)


def differing(
    terms: Iterable[tuple[int, int | Fraction]], known: Mapping[int, int]
) -> tuple[int, list[int]]:
    """Return how many n are in both, and those whose numbers differ."""
    shared = [(n, value) for n, value in terms if n in known]
    return len(shared), [n for n, value in shared if known[n] != value]
