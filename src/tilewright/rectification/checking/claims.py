"""Check the claims of a certificate, one after the other."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from tilewright.arguments import check_integer
from tilewright.errors import FormatError
from tilewright.rectification.checking.boxes import KnownBoxes
from tilewright.rectification.checking.rectangles import KnownRectangles
from tilewright.rectification.checking.verdicts import TooMany, TooMuch, Wrong

__all__ = ["CheckedClaim", "check_certificate"]

#: States of a strip that are found again at most, when it is not said how many.
_MOST_STATES = 200_000


@dataclass(frozen=True)
class CheckedClaim:
    """What became of one claim.

    Attributes
    ----------
    line : int
        In the file, from 1 on.
    piece : str
    claim : str
        In words.
    holds : bool or None
        None: it was not checked, as that takes too much.
    why : str
        What is wrong, or why it was not checked.
    states : bool
        Whether it was not checked as it has more states than `most_states`.
    """

    line: int
    piece: str
    claim: str
    holds: bool | None
    why: str = ""
    states: bool = False


def check_certificate(lines: Iterable[str], *, most_states: int = _MOST_STATES) -> Iterator[CheckedClaim]:
    r"""Yield a verdict for each claim.

    Parameters
    ----------
    lines : iterable of str
        As `tilewright.rectification.writing.certificates.certificate_text` writes them.
    most_states : int
        Claims about strips and sides with more states are not checked; they are said to be open.

    Raises
    ------
    FormatError
        If a line is no claim.
    RequestError
        If `most_states` is no positive number.

    Examples
    --------
    >>> claims = ['{"claim": "piece", "piece": "##", "name": "domino", "turn": "free"}',
    ...           '{"claim": "tiling", "rectangle": [1, 2], "labels": [[0, 0]]}',
    ...           '{"claim": "width", "width": 1, "lengths": [3]}']
    >>> for verdict in check_certificate(claims):
    ...     print(verdict.claim, verdict.holds, *verdict.why.split())
    the piece domino True
    a tiling of 1x2 True
    the lengths of width 1 False lengths that are not multiples of 3 can be tiled
    """
    most_states = check_integer(most_states, "the most states", 1, where="most_states")
    known: KnownRectangles | KnownBoxes | None = None
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        claim = _read(line, number)
        try:
            if claim["claim"] in ("piece", "set"):
                kind = KnownBoxes if claim.get("lattice") == "cube" else KnownRectangles
                known = kind(claim, most_states)
                yield CheckedClaim(number, known.name, f"the {claim['claim']} {known.name}", True)
                continue
            if known is None:
                raise FormatError("the first line says which piece it is about", where=f"line {number}")
            what, check = known.claim(claim, number)
        except (KeyError, TypeError, ValueError, IndexError) as error:
            if isinstance(error, FormatError):
                raise
            raise FormatError(f"this claim is not whole: {line[:100]!r}", where=f"line {number}") from None
        try:
            check(claim)
        except Wrong as error:
            yield CheckedClaim(number, known.name, what, False, str(error))
        except TooMuch as error:
            yield CheckedClaim(number, known.name, what, None, str(error), isinstance(error, TooMany))
        except (KeyError, TypeError, ValueError, IndexError):
            raise FormatError(f"this claim is not whole: {line[:100]!r}", where=f"line {number}") from None
        else:
            yield CheckedClaim(number, known.name, what, True)


def _read(line: str, number: int) -> dict[str, Any]:
    try:
        claim = json.loads(line)
    except ValueError as error:
        raise FormatError(f"this is not JSON: {error}", where=f"line {number}") from None
    if not isinstance(claim, dict) or not isinstance(claim.get("claim"), str):
        raise FormatError("a line is an object with a 'claim'", where=f"line {number}")
    return claim
