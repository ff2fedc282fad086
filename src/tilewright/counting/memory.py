"""How much memory there is, and stopping before it is passed."""

from __future__ import annotations

import os
from pathlib import Path

from tilewright.errors import MemoryLimitError

__all__ = ["allowed_memory", "available_memory", "in_words", "refuse"]

#: The share of the free memory that a run may take unless told otherwise.
SHARE = 0.8


def available_memory() -> int:
    """Return the bytes that a program may still take without swapping."""
    try:
        for line in Path("/proc/meminfo").read_text().splitlines():
            if line.startswith("MemAvailable:"):
                return int(line.split()[1]) * 1024
    except OSError:
        pass
    try:
        return int(os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")) // 2
    except (AttributeError, ValueError, OSError):
        return 4 << 30


def allowed_memory(max_memory: int | None) -> int:
    """Return the bytes that a run may take: what was asked for, else 80 % of what is free."""
    return int(available_memory() * SHARE) if max_memory is None else max_memory


def in_words(size: float) -> str:
    """Write a number of bytes for people.

    >>> in_words(3 << 29)
    '1.5 GiB'
    """
    for unit in ("bytes", "KiB", "MiB", "GiB"):
        if size < 1024:
            return f"{size:.0f} {unit}" if unit == "bytes" else f"{size:.1f} {unit}"
        size /= 1024
    return f"{size:.1f} TiB"


def refuse(states: int, needed: int, allowed: int, why: str) -> MemoryLimitError:
    """Return the error that says what would have been needed, and what makes it large."""
    return MemoryLimitError(
        f"{states} states need {in_words(needed)}, more than the {in_words(allowed)} allowed; {why}"
    )
