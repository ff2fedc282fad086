"""What all checkers of certificates share: proofs, claims that are wrong or could not be checked,
and checks of fields.
"""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from typing import Any, ClassVar, Self

from tilewright.errors import TilewrightError
from tilewright.model.piece import Piece
from tilewright.model.problem import Problem
from tilewright.model.space.polyform import Polyform
from tilewright.system.values.arguments import fields_fault


class ClaimError(Exception):
    """A certificate does not prove its claim."""


class Unchecked(ClaimError):
    """A claim could not be checked, since its proof is missing or too expensive; it may still be
    true.
    """


class StateLimit(Unchecked):
    """A claim could not be checked, since it needs too many states."""


class Proof(ABC):
    """A proof that a problem has no tiling."""

    #: The key of its JSON in an answer, and fields by which the JSON of a proof alone is
    #: recognized.
    kind: ClassVar[str]
    fields: ClassVar[frozenset[str]]

    problem: Problem

    @classmethod
    @abstractmethod
    def from_json(cls, problem: Problem, data: Any) -> Self:
        """Return the proof about a problem that `to_json` saved.

        Raises
        ------
        ClaimError
            If the data are no such proof.
        """

    @abstractmethod
    def to_json(self) -> dict[str, Any]:
        """Return the proof as JSON values."""

    @abstractmethod
    def text(self) -> str:
        """Return the proof as a sentence without a final period."""

    @abstractmethod
    def check(self) -> None:
        """Verify the proof: everything is computed again, from the problem and what the proof says.

        Raises
        ------
        ClaimError
            If it is wrong; the message says why.
        """

    def holds(self) -> bool:
        """Return whether `check` finds nothing wrong."""
        try:
            self.check()
        except ClaimError:
            return False
        return True


def check_fields(data: Any, known: Iterable[str], what: str, needed: Iterable[str] = ()) -> None:
    """Raise `ClaimError` unless a record is an object that has all needed fields and no unknown
    ones.

    >>> check_fields({"weights": [], "weight": 1}, ["weights"], "a weighting")
    Traceback (most recent call last):
    ...
    tilewright.model.claims.ClaimError: a weighting has no field 'weight'
    """
    if fault := fields_fault(data, known, what, needed):
        raise ClaimError(fault)


def check_stated(data: Mapping[str, Any], computed: Mapping[str, Any]) -> None:
    """Raise `ClaimError` if a record states something else than what was computed; what it does not
    state is ignored.
    """
    for name, value in computed.items():
        # As JSON, since 1 and True are equal in Python.
        if name in data and json.dumps(data[name], sort_keys=True) != json.dumps(
            value, sort_keys=True
        ):
            raise ClaimError(f"'{name}' must be {json.dumps(value)}, got {json.dumps(data[name])}")


def check_name(name: Any, shape: Polyform, turn: str) -> None:
    """Raise `ClaimError` if a piece has the name of another shape. Names that are not in the
    catalog stand for any shape.
    """
    if not isinstance(name, str):
        raise ClaimError(f"the name of a piece must be a string, got {json.dumps(name)}")
    try:
        named = Piece.parse(name, turn, shape.lattice)  # type: ignore[arg-type]
    except TilewrightError:
        return
    orientations = named.polyomino.orientations(turn)  # type: ignore[arg-type]
    if named.polyomino.lattice is not shape.lattice or shape not in orientations:
        raise ClaimError(f"{name} is the name of another piece, not of {shape.text()}")
