"""The pace of Python's garbage collector."""

from __future__ import annotations

import gc

#: New objects per collection. With Python's default, a short command spends an eighth of its time
#: on collections.
_OBJECTS = 100_000


def collect_seldom() -> None:
    """Collect garbage less often; only for processes of our own, since it affects all libraries."""
    gc.set_threshold(_OBJECTS)
