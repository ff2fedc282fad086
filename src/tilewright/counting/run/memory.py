"""How much memory a count may take, and stopping before it is passed."""

from __future__ import annotations

from tilewright.errors import MemoryLimitError
from tilewright.system.memory import available_memory, in_units

__all__ = ["allowed_memory", "refuse", "stay_within"]

#: The share of the free memory that a run may take unless told otherwise.
SHARE = 0.8


def allowed_memory(max_memory: int | None) -> int:
    """Return the bytes that a run may take: what was asked for, else 80 % of what is free."""
    return int(available_memory() * SHARE) if max_memory is None else max_memory


def refuse(states: int, needed: int, allowed: int, why: str) -> MemoryLimitError:
    """Return the error that says what would have been needed, and what makes it large."""
    return MemoryLimitError(
        (f"{states:,} states need" if states != 1 else "one state needs")
        + f" {in_units(needed)}, more than the {in_units(allowed)} allowed"
        + (f"; {why}" if why else "")
    )


def stay_within(states: int, nbytes: int, max_memory: int | None, why: str = "") -> None:
    """Raise if what was held is more than what was allowed.

    Engines look at their limit where memory grows, some thousand states at a time. This check behind
    them holds the promise for small problems too: the same limit gives the same answer each time.

    Raises
    ------
    MemoryLimitError
    """
    if max_memory is not None and nbytes > max_memory:
        raise refuse(states, nbytes, max_memory, why)
