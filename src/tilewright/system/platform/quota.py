"""Limits of this process: memory, and open files. On Windows, which has no `resource`, memory is
not limited.
"""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

try:
    import resource
except ImportError:  # Windows
    resource = None  # type: ignore[assignment]


def limit_memory(nbytes: int) -> bool:
    """Limit the address space of this process, without core dumps; return False if not
    supported.
    """
    if resource is None:
        return False
    resource.setrlimit(resource.RLIMIT_AS, (nbytes, nbytes))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    return True


def forbid_files(allowed: Iterable[str | os.PathLike[str]]) -> None:
    """Let this process open only some files, and files below some folders; other attempts raise a
    `PermissionError`.

    It holds for all that Python opens or lists (PEP 578), and cannot be undone.
    """
    known = {Path(path).resolve() for path in (*allowed, os.devnull)}

    def check(event: str, arguments: tuple[Any, ...]) -> None:
        if event not in ("open", "os.listdir", "os.scandir") or isinstance(arguments[0], int):
            return
        path = Path(os.fsdecode(arguments[0] or ".")).resolve()
        if known.isdisjoint([path, *path.parents]):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))

    sys.addaudithook(check)


def raise_open_files(wanted: int) -> None:
    """Raise the limit of open files as far as allowed; never lower it."""
    if resource is None:
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
    if soft != resource.RLIM_INFINITY and soft < most:
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
