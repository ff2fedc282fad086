"""Memory: how much of it there is."""

from __future__ import annotations

import os
from pathlib import Path

__all__ = ["available_memory", "in_units"]


def available_memory() -> int:
    """Return the bytes that a program may still take without swapping."""
    try:
        lines = Path("/proc/meminfo").read_text(encoding="ascii").splitlines()
        return next(int(line.split()[1]) * 1024 for line in lines if line.startswith("MemAvailable:"))
    except (OSError, StopIteration):
        pass
    try:
        return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") // 2
    except (AttributeError, ValueError, OSError):
        return 4 << 30


def in_units(size: float) -> str:
    """Write a number of bytes for people.

    Examples
    --------
    >>> in_units(3 << 29), in_units(512)
    ('1.5 GiB', '512 bytes')
    """
    if size < 1024:
        return f"{size:.0f} bytes"
    for unit in ("KiB", "MiB", "GiB"):
        size /= 1024
        if size < 1024:
            return f"{size:.1f} {unit}"
    return f"{size / 1024:.1f} TiB"
