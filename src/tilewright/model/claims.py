"""The common parts of all checkers: claims, errors that explain why a claim does not hold, and
checks of fields.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from tilewright.errors import (
    FormatError,
    LimitError,
    MemoryLimitError,
    TilewrightError,
    TimeLimitError,
    joined,
)
from tilewright.model.piece import Piece
from tilewright.model.space.polyform import Polyform
from tilewright.system.values.arguments import fields_fault


class ClaimError(Exception):
    """A certificate does not prove its claim."""


class Unchecked(ClaimError):
    """A claim could not be verified because its proof is missing or too expensive. The claim may
    still be true.
    """


class StateLimit(Unchecked):
    """A claim could not be verified because it needs too many states."""


@dataclass(frozen=True, slots=True)
class Claim:
    """A claim in a file, with the result of verifying it.

    Attributes
    ----------
    claim : str
        The claim as a sentence.
    holds : bool or None
        Whether the claim holds; None if the claim was not verified, either because this would take
        too much work or because the file contains no proof.
    why : str
        What is wrong with the claim, or why the claim was not verified.
    line : int or None
        The line number in the file, starting at 1.
    piece : str
        The piece that the claim is about, if any.
    limited : bool
        Whether `max_states` was too small to verify the claim.
    not_checked : tuple of str
        The fields of the record that the claim does not cover, such as `why` and `seconds`.
    """

    claim: str
    holds: bool | None = True
    why: str = ""
    line: int | None = None
    piece: str = ""
    limited: bool = False
    not_checked: tuple[str, ...] = ()

    def __str__(self) -> str:
        where = "" if self.line is None else f"line {self.line}: "
        word = {True: "holds", False: "WRONG", None: "not verified"}[self.holds]
        return (
            f"{where}{self.piece and f'{self.piece}: '}{self.claim}: {word}"
            + (f": {self.why}" if self.why else "")
            + (f" (not checked: {', '.join(self.not_checked)})" if self.not_checked else "")
        )

    def to_json(self) -> dict[str, Any]:
        """Return the claim as JSON values."""
        return {
            "line": self.line,
            "piece": self.piece or None,
            "claim": self.claim,
            "holds": self.holds,
            "why": self.why or None,
            **({"not_checked": list(self.not_checked)} if self.not_checked else {}),
        }


def judge(claim: str, check: Callable[[], Iterable[str] | None], **about: Any) -> Claim:
    """Run a check and return the claim with its result. The check returns the faults, or raises
    `ClaimError` or another error. After `Unchecked` or a limit of a search, the result is open.

    Parameters
    ----------
    claim : str
        The claim as a sentence.
    check : callable
        The check.
    **about
        Additional attributes of the `Claim`.

    Examples
    --------
    >>> print(judge("1 is 2", lambda: ["they differ"], piece="I1"))
    I1: 1 is 2: WRONG: they differ
    """
    try:
        faults = [*(check() or ())]
    except (TimeLimitError, MemoryLimitError):
        raise
    except (Unchecked, LimitError) as error:
        return Claim(claim, None, str(error), limited=isinstance(error, StateLimit), **about)
    except (ClaimError, TilewrightError) as error:
        return Claim(claim, False, str(error), **about)
    return Claim(claim, not faults, joined(faults), **about)


def known_form(claims: Iterable[Claim]) -> Iterator[Claim]:
    """Yield claims about a record. If the record is malformed, the last claim says so."""
    why = "a field is missing or has the wrong type"
    try:
        yield from claims
        return
    except (FormatError, LimitError):
        raise
    except (ClaimError, TilewrightError) as error:
        why = str(error)
    except (KeyError, IndexError, TypeError, ValueError, AttributeError, OverflowError):
        pass
    yield Claim("the answer is in a supported format", False, why)


def check_fields(data: Any, known: Iterable[str], what: str, needed: Iterable[str] = ()) -> None:
    """Raise `ClaimError` unless a record is an object with all required fields and no unknown
    fields.

    >>> check_fields({"weights": [], "weight": 1}, ["weights"], "a weighting")
    Traceback (most recent call last):
    ...
    tilewright.model.claims.ClaimError: a weighting has no field 'weight'
    """
    if fault := fields_fault(data, known, what, needed):
        raise ClaimError(fault)


def check_stated(data: Mapping[str, Any], computed: Mapping[str, Any]) -> None:
    """Raise `ClaimError` if a record contradicts the computed values. Values that it does not state
    are ignored.
    """
    for name, value in computed.items():
        # As JSON, since 1 and True are equal in Python.
        if name in data and json.dumps(data[name], sort_keys=True) != json.dumps(
            value, sort_keys=True
        ):
            raise ClaimError(f"'{name}' must be {json.dumps(value)}, got {json.dumps(data[name])}")


def check_name(name: Any, shape: Polyform, turn: str) -> None:
    """Raise `ClaimError` if the name of a piece denotes another shape. Names that are not in the
    catalog may denote any shape.
    """
    if not isinstance(name, str):
        raise ClaimError(f"the name of a piece must be a string, got {json.dumps(name)}")
    try:
        named = Piece.parse(name, turn, shape.lattice)  # type: ignore[arg-type]
    except TilewrightError:
        return
    orientations = named.polyomino.orientations(turn)  # type: ignore[arg-type]
    if named.polyomino.lattice is not shape.lattice or shape not in orientations:
        raise ClaimError(f"{name} is the name of a different piece, not of {shape.text()}")
