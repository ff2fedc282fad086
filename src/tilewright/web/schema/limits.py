"""RequestLimits: how long a request may take, and how much work it may be."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

__all__ = ["RequestLimits", "Size"]

#: How much work a request may be: *small* takes parts of a second, *middle* and *large* up to their limits of time.
Size = Literal["small", "middle", "large"]


@dataclass(frozen=True, slots=True)
class RequestLimits:
    """Seconds of work for each kind of request, once it has begun.

    An engine is given its own share and says how far it came; the worker is interrupted a little later, and
    killed after the grace, so that there always is an answer.

    Parameters
    ----------
    short : float
        Whatever is not named.
    puzzle, make, count, watch : float
        Describing and grading a puzzle; making one; counting; streaming the steps of a search.
    play : float
        Each engine that a hint, a check or a solution asks.
    plane : float
        Deciding whether a piece tiles the plane.
    ways : float
        Counting the ways that are left, after every move.
    margin : float
        From an engine's own limit to the interruption of its worker.
    grace : float
        From the interruption of a worker to its end.
    poll : float
        How often it is asked whether the client is still there.
    """

    short: float = 3.0
    puzzle: float = 5.0
    make: float = 8.0
    count: float = 5.0
    watch: float = 10.0
    plane: float = 8.0
    play: float = 1.5
    ways: float = 0.4
    margin: float = 2.0
    grace: float = 2.5
    poll: float = 0.5
