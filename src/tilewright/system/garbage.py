"""How often Python looks for unreachable circles of objects."""

from __future__ import annotations

import gc

__all__ = ["collect_seldom"]

#: Objects that are made before Python looks. Its own 700 make it go over all of Numba again and again while that is loaded, an eighth
#: of the time that a short command takes.
_OBJECTS = 100_000


def collect_seldom() -> None:
    """Have Python look less often, in a process that is ours alone: what a library sets is set for whoever uses it."""
    gc.set_threshold(_OBJECTS)
