"""What can become of a claim that does not hold, or is not checked."""

from __future__ import annotations

__all__ = ["TooMany", "TooMuch", "Wrong"]


class Wrong(Exception):
    """A claim that does not hold."""


class TooMuch(Exception):
    """A claim that is not checked."""


class TooMany(TooMuch):
    """A claim that is not checked as it has too many states."""
