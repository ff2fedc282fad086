"""The flags of the JIT, set in this module alone, and the on-disk cache of compiled kernels.

Every kernel is compiled once, cached on disk, and releases the GIL, so that threads run kernels in parallel.
``NUMBA_DISABLE_JIT=1`` turns every kernel into plain Python.
"""

from __future__ import annotations

import contextlib
import hashlib
import itertools
import pickle
import re
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import llvmlite
import numba
from numba.core import event
from numba.core.serialize import dumps

from tilewright.system.compiling import ask
from tilewright.system.locks import lock

__all__ = ["is_cached", "is_saved", "kernel"]

#: An import from a module in the same folder or one above.
_FROM = re.compile(rb"^from (\.+)([\w.]+) import", re.MULTILINE)
#: Bytes of the digest at the beginning of a cache file.
_SEAL = hashlib.sha256().digest_size


class _Asks(event.Listener):
    """Asks before each pass of the compiler whether it may go on."""

    def on_start(self, event: Any) -> None:
        ask()

    def on_end(self, event: Any) -> None:
        pass


event.register("numba:run_pass", _Asks())


def kernel(function: Callable[..., Any]) -> Any:
    """Compile a function as a kernel on its first call.

    The machine code is cached beside the package, or in the user's cache folder if the package is read-only.
    """
    try:
        compiled = numba.njit(cache=True, nogil=True, fastmath=False)(function)
    except RuntimeError:
        # No writable cache folder: every process compiles its kernels.
        return numba.njit(nogil=True, fastmath=False)(function)
    saved: Any = getattr(compiled, "_cache", None)
    numbas: Any = getattr(saved, "_cache_file", None)
    if numbas is None:
        return compiled
    files = _Files(Path(saved.cache_path), saved._impl.filename_base, numbas._source_stamp)
    # Numba checks only the file of the kernel. The code of kernels that it calls is compiled in, and
    # installed files may all have the same date.
    with contextlib.suppress(OSError):  # in an archive, numba's own stamp is used
        files.stamp = _digest(Path(function.__code__.co_filename))
    saved._cache_file = files
    save = saved.save_overload

    def save_if_possible(signature: Any, code: Any) -> None:
        # Saving may fail: the folder may be read-only or full, or an interrupt may leave nothing to save
        # (RuntimeError).
        with files.locked(), contextlib.suppress(RuntimeError, OSError):
            save(signature, code)

    saved.save_overload = save_if_possible
    return compiled


class _Files:
    """The cache files of a kernel: an index (``.nbi``), and one file for each signature (``.nbc``).

    They replace numba's ``IndexDataCacheFile``, which fails on files cut by a power loss, and runs damaged
    machine code. Each file begins with a digest of its name, content, source and compiler. A file with another
    digest counts as missing, and is replaced.
    """

    def __init__(self, folder: Path, base: str, stamp: object) -> None:
        self.folder, self.base, self.stamp = folder, base, stamp

    @property
    def _index(self) -> Path:
        return self.folder / f"{self.base}.nbi"

    def load(self, key: Any) -> Any:
        """Return the code saved for a signature; None if it is missing, damaged, or from another source."""
        name = self._names().get(key)
        found = self._read(self.folder / name) if name is not None else None
        # Without locks, another process may have written another signature under this name.
        return found[1] if found is not None and found[0] == key else None

    def save(self, key: Any, data: Any) -> None:
        """Save the code compiled for a signature."""
        names = self._names()
        taken = set(names.values())
        free = (f"{self.base}.{number}.nbc" for number in itertools.count(1))
        name = names.get(key) or next(name for name in free if name not in taken)
        # In this order, so that every file in the index exists.
        self._write(self.folder / name, (key, data))
        if key not in names:
            self._write(self._index, {**names, key: name})

    def flush(self) -> None:
        """Forget all saved code."""
        self._write(self._index, {})

    def usable(self) -> bool:
        """Return True if code for any signature can be loaded."""
        return any(self._content(self.folder / name) is not None for name in self._names().values())

    def _names(self) -> dict[Any, str]:
        """Return the files by signature."""
        names: dict[Any, str] | None = self._read(self._index)
        return names or {}

    def _read(self, path: Path) -> Any:
        """Return the value in a file; None if it cannot be used."""
        content = self._content(path)
        try:
            return None if content is None else pickle.loads(content)
        except (AttributeError, ImportError, TypeError):
            # It names a class that has been renamed or changed.
            return None

    def _content(self, path: Path) -> bytes | None:
        """Return the content of a file without its digest; None if it is missing or damaged."""
        try:
            data = path.read_bytes()
        except OSError:
            return None
        seal, content = data[:_SEAL], data[_SEAL:]
        return content if seal == self._seal(path, content) else None

    def _write(self, path: Path, value: Any) -> None:
        content = dumps(value)
        beside = path.with_name(f"{path.name}.part")
        try:
            # One name for all processes, so that leftovers of a killed one are overwritten.
            beside.write_bytes(self._seal(path, content) + content)
            beside.replace(path)
        except BaseException:
            with contextlib.suppress(OSError):
                beside.unlink()
            raise

    def _seal(self, path: Path, content: bytes) -> bytes:
        meant = (path.name, self.stamp, numba.__version__, llvmlite.__version__)
        digest = hashlib.sha256(repr(meant).encode())
        digest.update(content)
        return digest.digest()

    @contextlib.contextmanager
    def locked(self) -> Iterator[None]:
        """Hold the lock of the folder, if there are locks, so that two processes do not save at once."""
        with contextlib.ExitStack() as stack:
            with contextlib.suppress(OSError):
                self.folder.mkdir(parents=True, exist_ok=True)
                lock(stack.enter_context((self.folder / ".lock").open("w")), wait=True)
            yield


@cache
def _digest(source: Path) -> bytes:
    """Return a digest of a module of kernels and of those that it imports."""
    text = source.read_bytes()
    digest = hashlib.sha256(text)
    for dots, name in _FROM.findall(text):
        folder = source.parents[len(dots) - 1]
        digest.update(_digest(folder.joinpath(*name.decode().split(".")).with_suffix(".py")))
    return digest.digest()


def is_cached(function: Any) -> bool:
    """Return True if a kernel is already compiled, in this process or in a usable cache file, or if the JIT is off."""
    if not hasattr(function, "stats") or function.overloads:
        return True
    files = getattr(getattr(function, "_cache", None), "_cache_file", None)
    return isinstance(files, _Files) and files.usable()


def is_saved(function: Any) -> bool:
    """Return True if the machine code of a kernel is saved for later processes."""
    return isinstance(getattr(getattr(function, "_cache", None), "_cache_file", None), _Files)
