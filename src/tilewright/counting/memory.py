"""How much memory a count may take, and stopping before it is passed."""

from __future__ import annotations

from tilewright.errors import MemoryLimitError
from tilewright.memory import available_memory, in_units

__all__ = ["allowed_memory", "refuse"]

#: The share of the free memory that a run may take unless told otherwise.
SHARE = 0.8


def allowed_memory(max_memory: int | None) -> int:
    """Return the bytes that a run may take: what was asked for, else 80 % of what is free."""
    return int(available_memory() * SHARE) if max_memory is None else max_memory


def refuse(states: int, needed: int, allowed: int, why: str) -> MemoryLimitError:
    """Return the error that says what would have been needed, and what makes it large."""
    return MemoryLimitError(
        f"{states} states need {in_units(needed)}, more than the {in_units(allowed)} allowed; {why}"
    )
