"""What it took to decide a strip of one width, or a bar of one section."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

__all__ = ["StatesTaken"]


@dataclass(frozen=True, kw_only=True)
class StatesTaken:
    """What it took to decide a strip or a bar.

    Attributes
    ----------
    found, states : int
        States that were reached, and that lie between two ends; 0 if it was ruled out before.
    seconds : float
    nbytes : int
        Bytes that the states took.
    """

    found: int = 0
    states: int = 0
    seconds: float = 0.0
    nbytes: int = 0

    def taken(self) -> dict[str, Any]:
        """Return what JSON can hold."""
        return {
            "states": str(self.states),
            "found": str(self.found),
            "seconds": round(self.seconds, 3),
            "bytes": self.nbytes,
        }
