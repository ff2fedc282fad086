"""Quotas: what this process may have of the machine, memory and open files, as far as the system keeps to them.

The one place that knows of `resource`, which Windows does not have: there nothing is limited, and nothing needs to be raised.
"""

from __future__ import annotations

try:
    import resource
except ImportError:  # Windows
    resource = None  # type: ignore[assignment]

__all__ = ["limit_memory", "most_open_files", "raise_open_files"]


def limit_memory(nbytes: int) -> bool:
    """Let this process have so much memory (address space), and leave no core behind; False where that cannot be said."""
    if resource is None:
        return False
    resource.setrlimit(resource.RLIMIT_AS, (nbytes, nbytes))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    return True


def most_open_files() -> int | None:
    """Return how many files this process may have open at once; None for as many as it likes."""
    if resource is None:
        return None
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return None if soft == resource.RLIM_INFINITY else soft


def raise_open_files(wanted: int) -> None:
    """Let this process have more files open, if it may, and never fewer than before."""
    if resource is None:
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
    if soft != resource.RLIM_INFINITY and soft < most:
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
