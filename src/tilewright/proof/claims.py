"""The outcomes that all checkers of certificates share: a claim is wrong, or it could not be checked."""

from __future__ import annotations

__all__ = ["ClaimError", "StateLimit", "Unchecked"]


class ClaimError(Exception):
    """A certificate does not prove its claim."""


class Unchecked(ClaimError):
    """A claim could not be checked, since its proof is missing or too expensive; it may still be true."""


class StateLimit(Unchecked):
    """A claim could not be checked, since it needs too many states."""
