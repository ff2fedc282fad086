"""The outcomes that all checkers of certificates share: a claim is wrong, or it could not be checked."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any

from tilewright.errors import TilewrightError
from tilewright.lattices.polyform import Polyform
from tilewright.piece import Piece

__all__ = ["ClaimError", "StateLimit", "Unchecked", "check_fields", "check_name", "check_stated"]


class ClaimError(Exception):
    """A certificate does not prove its claim."""


class Unchecked(ClaimError):
    """A claim could not be checked, since its proof is missing or too expensive; it may still be true."""


class StateLimit(Unchecked):
    """A claim could not be checked, since it needs too many states."""


def check_fields(data: Any, known: Iterable[str], what: str, needed: Iterable[str] = ()) -> None:
    """Raise `ClaimError` unless a record is an object that has all needed fields and no unknown ones.

    >>> check_fields({"weights": [], "weight": 1}, ["weights"], "a weighting")
    Traceback (most recent call last):
    ...
    tilewright.proof.claims.ClaimError: a weighting has no field 'weight'
    """
    if not isinstance(data, Mapping):
        raise ClaimError(f"{what} must be a JSON object")
    if unknown := sorted(set(data).difference(known)):
        raise ClaimError(f"{what} has no field '{unknown[0]}'")
    if missing := [name for name in needed if name not in data]:
        raise ClaimError(f"{what} must have the field '{missing[0]}'")


def check_stated(data: Mapping[str, Any], computed: Mapping[str, Any]) -> None:
    """Raise `ClaimError` if a record states something else than what was computed; what it does not state is ignored."""
    for name, value in computed.items():
        # As JSON, since 1 and True are equal in Python.
        if name in data and json.dumps(data[name], sort_keys=True) != json.dumps(value, sort_keys=True):
            raise ClaimError(f"'{name}' must be {json.dumps(value)}, got {json.dumps(data[name])}")


def check_name(name: Any, shape: Polyform, turn: str) -> None:
    """Raise `ClaimError` if a piece has the name of another shape. Names that are not in the catalog stand for any shape."""
    if not isinstance(name, str):
        raise ClaimError(f"the name of a piece must be a string, got {json.dumps(name)}")
    try:
        named = Piece.parse(name, turn, shape.lattice)  # type: ignore[arg-type]
    except TilewrightError:
        return
    if named.polyomino.lattice is not shape.lattice or shape not in named.polyomino.orientations(turn):  # type: ignore[arg-type]
        raise ClaimError(f"{name} is the name of another piece, not of {shape.text()}")
