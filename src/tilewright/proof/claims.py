"""What can become of a claim in a certificate: it holds, it does not, or it is not checked. Checkers share these words and nothing else."""

from __future__ import annotations

__all__ = ["ClaimError", "StateLimit", "Unchecked"]


class ClaimError(Exception):
    """A certificate does not show what it claims."""


class Unchecked(ClaimError):
    """A claim was not checked, as its proof was left out or takes too much: it may be true all the same."""


class StateLimit(Unchecked):
    """A claim was not checked, as it has too many states."""
