"""Cores: how many threads of this process can run at the same time, and how many are worth starting."""

from __future__ import annotations

import os

__all__ = ["cores", "useful_threads"]

#: Threads for each core that are started at most: more do no more work, but each takes its memory.
_EACH = 4


def cores() -> int:
    """Return how many cores this process may use, which can be fewer than the machine has."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def useful_threads(asked: int | None) -> int:
    """Return how many threads to start: one for each core, or as many as are asked for, but not far more than cores.

    Examples
    --------
    >>> useful_threads(1), useful_threads(10**6) == 4 * useful_threads(None)
    (1, True)
    """
    return cores() if asked is None else min(asked, _EACH * cores())
