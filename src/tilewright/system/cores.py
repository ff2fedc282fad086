"""How many cores this process may use, and how many threads are worth starting."""

from __future__ import annotations

import os

#: The most threads per core; more only take memory.
_EACH = 4


def cores() -> int:
    """Return the number of cores that this process may use, which can be fewer than the machine
    has.
    """
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def useful_threads(asked: int | None) -> int:
    """Return the number of threads to start: one per core, or as many as requested, up to four per
    core.

    >>> useful_threads(1), useful_threads(10**6) == 4 * useful_threads(None)
    (1, True)
    """
    return cores() if asked is None else min(asked, _EACH * cores())
