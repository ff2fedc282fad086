"""The cores and the memory of this machine, and how much of them work may take."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable
from functools import cache
from pathlib import Path, PurePosixPath

from tilewright.errors import MemoryLimitError
from tilewright.system.values.arguments import in_units as in_units
from tilewright.system.work.deadline import current_deadline

#: The most threads per core; more only take memory.
_EACH = 4


def cores() -> int:
    """Return the number of cores that this process may use, which can be fewer than the machine
    has.
    """
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def useful_threads(threads: int | None = None) -> int:
    """Return the number of threads to start: as many as requested, or as hold here, up to four per
    core; by default, one per core.

    >>> useful_threads(1), useful_threads(10**6) == 4 * useful_threads()
    (1, True)
    """
    threads = threads or current_deadline().threads
    return cores() if threads is None else min(threads, _EACH * cores())


#: The control groups of Linux, and their files with the limit and the usage.
TREE = Path("/sys/fs/cgroup")
#: What is read here, files and a folder.
FILES = (Path("/proc/meminfo"), Path("/proc/self/cgroup"), TREE)
_VERSION_1 = ("memory.limit_in_bytes", "memory.usage_in_bytes")
_VERSION_2 = ("memory.max", "memory.current")
#: The default limit of memory, as a share of what is free, and bytes that are not worth asking how
#: much that is.
SHARE, _ALWAYS = 0.8, 1 << 24
#: Version 1 writes about 2^63 for no limit.
_NO_LIMIT = 1 << 60


def available_memory(tree: Path = TREE) -> int:
    """Return the bytes that this process can still use without swapping or exceeding the limit of
    its container.
    """
    return min(
        _machine_memory(), *(_free_bytes(limit, usage) for limit, usage in _groups(tree)), _NO_LIMIT
    )


def allowed_memory(max_memory: int | None = None) -> int:
    """Return the bytes that work may take: `max_memory`, or the limit that holds here, or 80% of
    the free memory.
    """
    held = current_deadline().memory if max_memory is None else max_memory
    return int(available_memory() * SHARE) if held is None else held


def check_room(needed: int, what: str) -> None:
    """Go on if tables of this many bytes may be built; asked before they are.

    Parameters
    ----------
    needed : int
    what : str
        A message with ``{}`` in place of the amount: ``"20 options need {}"``.

    Raises
    ------
    MemoryLimitError
    """
    if not has_room(needed):
        amount = f"about {in_units(needed)}, more than the {in_units(allowed_memory())} allowed"
        raise MemoryLimitError(what.format(amount))


def has_room(needed: int) -> bool:
    """Return True if tables of this many bytes may be built."""
    small = needed <= _ALWAYS and current_deadline().memory is None
    return small or needed <= allowed_memory()


def give_back() -> None:
    """Return freed memory to the system, where the C library keeps it for itself otherwise
    (glibc).
    """
    if (trim := _trim()) is not None:
        trim(0)


@cache
def _trim() -> Callable[[int], int] | None:
    import ctypes

    try:
        trim: Callable[[int], int] | None = getattr(ctypes.CDLL(None), "malloc_trim", None)
    except (OSError, TypeError):
        return None
    return trim


def _machine_memory() -> int:
    try:
        lines = FILES[0].read_text(encoding="ascii").splitlines()
        return next(
            int(line.split()[1]) * 1024 for line in lines if line.startswith("MemAvailable:")
        )
    except (OSError, StopIteration):
        pass
    try:
        return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") // 2
    except (AttributeError, ValueError, OSError):
        return 4 << 30


@cache
def _groups(tree: Path) -> tuple[tuple[Path, Path], ...]:
    """Return the files with the limit and the usage of each control group of this process."""
    # Linux applies the limits of a group and of all groups around it; inside a container, the outer
    # ones are invisible.
    try:
        lines = FILES[1].read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeError):
        return ()
    groups = []
    for line in lines:
        _, controllers, path = line.split(":", 2)
        if controllers and "memory" not in controllers.split(","):
            continue
        # Version 1 has a tree per controller, version 2 a single tree.
        root = tree / "memory" if controllers else tree
        limit, usage = _VERSION_1 if controllers else _VERSION_2
        group = PurePosixPath(path)
        for above in (group, *group.parents):
            folder = root / above.relative_to("/")
            if (_read_number(folder / limit) or _NO_LIMIT) < _NO_LIMIT:
                groups.append((folder / limit, folder / usage))
    return tuple(groups)


def _free_bytes(limit: Path, usage: Path) -> int:
    """Return the free bytes of a control group."""
    most, used = _read_number(limit), _read_number(usage)
    if most is None or used is None:
        return _NO_LIMIT
    # Inactive file pages count as used but are released on demand.
    with contextlib.suppress(OSError, ValueError):
        lines = (usage.parent / "memory.stat").read_text(encoding="ascii").splitlines()
        stat = dict(line.split() for line in lines)
        used -= int(stat.get("total_inactive_file", stat.get("inactive_file", 0)))
    return max(0, most - used)


def _read_number(path: Path) -> int | None:
    """Read a number; None if the file is missing or has none, such as "max"."""
    try:
        return int(path.read_text(encoding="ascii"))
    except (OSError, ValueError):
        return None
