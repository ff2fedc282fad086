"""The one place where the JIT's flags are set.

Every kernel is compiled once, cached on disk, and releases the GIL, so that threads of one
process run kernels side by side. ``NUMBA_DISABLE_JIT=1`` turns every kernel into plain Python.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numba

__all__ = ["is_cached", "kernel"]

#: Compile a function as a kernel.
kernel = numba.njit(cache=True, nogil=True, fastmath=False)


def is_cached(function: Any) -> bool:
    """Whether a kernel's machine code is at hand: compiled in this process, or on disk.

    With the JIT off there is nothing to compile, so the answer is yes.
    """
    if not hasattr(function, "stats"):
        return True
    if function.overloads:
        return True
    folder = function.stats.cache_path
    if folder is None:
        return False
    name = function.py_func.__qualname__
    return any(Path(folder).glob(f"*.{name}-*.nbi"))
