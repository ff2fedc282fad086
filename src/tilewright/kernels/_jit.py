"""The one place where the JIT's flags are set.

Every kernel is compiled once, cached on disk, and releases the GIL, so that threads of one
process run kernels side by side. ``NUMBA_DISABLE_JIT=1`` turns every kernel into plain Python.
"""

from __future__ import annotations

import contextlib
import hashlib
import pickle
import re
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import numba
from numba.core import event

from tilewright.system.compiling import ask
from tilewright.system.locks import lock

__all__ = ["is_cached", "kernel"]

#: An import of kernels from a module beside, or from one in a folder above.
_FROM = re.compile(rb"^from (\.+)([\w.]+) import", re.MULTILINE)


class _Asks(event.Listener):
    """Asks, before each pass of the compiler, whether it may go on."""

    def on_start(self, event: Any) -> None:
        ask()

    def on_end(self, event: Any) -> None:
        pass


event.register("numba:run_pass", _Asks())


def kernel(function: Callable[..., Any]) -> Any:
    """Compile a function as a kernel, when it is first called.

    The machine code goes beside the package, or into the user's cache folder where the package
    cannot be written.
    """
    try:
        compiled = numba.njit(cache=True, nogil=True, fastmath=False)(function)
    except RuntimeError:
        # There is no folder that can be written at all: every process compiles for itself.
        return numba.njit(nogil=True, fastmath=False)(function)
    saved = getattr(compiled, "_cache", None)
    # Numba asks whether the kernel's own file has changed. Code of the kernels that it calls is compiled into
    # it, and installed files may all have the same date.
    files: Any = getattr(saved, "_cache_file", None)
    if hasattr(files, "_source_stamp"):
        with contextlib.suppress(OSError):  # in an archive, where numba's own stamp has to do
            files._source_stamp = _digest(Path(function.__code__.co_filename))
    if hasattr(files, "_load_index"):
        load = files._load_index

        def load_what_can_be_read() -> Any:
            # What an earlier edition left may name a class that is not there any more: then nothing is saved.
            try:
                return load()
            except (AttributeError, ImportError, EOFError, pickle.UnpicklingError):
                return {}

        files._load_index = load_what_can_be_read
    if saved is not None:
        save = saved.save_overload

        def save_alone(signature: Any, code: Any) -> None:
            # Numba numbers the files of a kernel's variants by looking which numbers are taken, so two
            # processes that compile at the same time could give two variants the same file.
            # Where an interrupt fell into LLVM's report of what it compiled, which cannot pass it on, there is nothing
            # to save: the kernel runs all the same, and the next process compiles it.
            with _locked(saved.cache_path), contextlib.suppress(RuntimeError):
                save(signature, code)

        saved.save_overload = save_alone
    return compiled


@cache
def _digest(source: Path) -> bytes:
    """Digest a module of kernels and those that it takes kernels from."""
    text = source.read_bytes()
    digest = hashlib.sha256(text)
    for dots, name in _FROM.findall(text):
        folder = source.parents[len(dots) - 1]
        digest.update(_digest(folder.joinpath(*name.decode().split(".")).with_suffix(".py")))
    return digest.digest()


@contextlib.contextmanager
def _locked(folder: str) -> Iterator[None]:
    """Hold the lock of a cache folder; do without where it cannot be had."""
    with contextlib.ExitStack() as stack:
        with contextlib.suppress(OSError):
            Path(folder).mkdir(parents=True, exist_ok=True)
            lock(stack.enter_context(Path(folder, ".lock").open("w")), wait=True)
        yield


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
    # Numba's name for the files of a kernel; two kernels in two modules may have the same name.
    module = function.py_func.__module__.rpartition(".")[2]
    return any(Path(folder).glob(f"{module}.{function.py_func.__qualname__}-*.nbi"))
