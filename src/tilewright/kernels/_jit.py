"""The one place where the JIT's flags are set.

Every kernel is compiled once, cached on disk, and releases the GIL, so that threads of one
process run kernels side by side. ``NUMBA_DISABLE_JIT=1`` turns every kernel into plain Python.
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

#: An import of kernels from a module beside, or from one in a folder above.
_FROM = re.compile(rb"^from (\.+)([\w.]+) import", re.MULTILINE)
#: Bytes of a digest, with which a file of machine code begins.
_SEAL = hashlib.sha256().digest_size


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
        # No cache folder can be written: every process compiles for itself.
        return numba.njit(nogil=True, fastmath=False)(function)
    saved: Any = getattr(compiled, "_cache", None)
    numbas: Any = getattr(saved, "_cache_file", None)
    if numbas is None:
        return compiled
    files = _Files(Path(saved.cache_path), saved._impl.filename_base, numbas._source_stamp)
    # Numba asks whether the kernel's own file has changed. Code of the kernels that it calls is compiled into
    # it, and installed files may all have the same date.
    with contextlib.suppress(OSError):  # in an archive, where numba's own stamp has to do
        files.stamp = _digest(Path(function.__code__.co_filename))
    saved._cache_file = files
    save = saved.save_overload

    def save_if_possible(signature: Any, code: Any) -> None:
        # The kernel runs whether it is saved or not: the folder may be read-only or full, and an interrupt that fell
        # into LLVM's report of what it compiled leaves nothing to save (RuntimeError).
        with files.locked(), contextlib.suppress(RuntimeError, OSError):
            save(signature, code)

    saved.save_overload = save_if_possible
    return compiled


class _Files:
    """The files of a kernel's machine code: an index (``.nbi``), and one file for each signature (``.nbc``).

    They stand in for numba's ``IndexDataCacheFile``, which trusts what it reads: it fails in every later process
    on a file that a power cut left empty or cut, and runs one whose machine code is damaged, or belongs to another
    kernel. Here each file begins with a digest of its name and content, of the source and of the compiler. A file that does not
    fit its digest counts as missing: the kernel is compiled again, and saving it replaces the file.

    Parameters
    ----------
    folder : Path
    base : str
        How the names of the files begin: of the kernel, its line, and the version of Python.
    stamp : object
        Of the source: machine code of another source is not used.
    """

    def __init__(self, folder: Path, base: str, stamp: object) -> None:
        self.folder, self.base, self.stamp = folder, base, stamp

    @property
    def _index(self) -> Path:
        return self.folder / f"{self.base}.nbi"

    def load(self, key: Any) -> Any:
        """Return what was saved for a signature; None if it is missing, damaged, or of another source."""
        name = self._names().get(key)
        found = self._read(self.folder / name) if name is not None else None
        # Where there are no locks, another process may have written another signature under this name.
        return found[1] if found is not None and found[0] == key else None

    def save(self, key: Any, data: Any) -> None:
        """Save what was compiled for a signature."""
        names = self._names()
        taken = set(names.values())
        free = (f"{self.base}.{number}.nbc" for number in itertools.count(1))
        name = names.get(key) or next(name for name in free if name not in taken)
        # In this order: what the index names is there.
        self._write(self.folder / name, (key, data))
        if key not in names:
            self._write(self._index, {**names, key: name})

    def flush(self) -> None:
        """Forget everything that was saved."""
        self._write(self._index, {})

    def usable(self) -> bool:
        """Whether machine code for any signature can be loaded."""
        return any(self._content(self.folder / name) is not None for name in self._names().values())

    def _names(self) -> dict[Any, str]:
        """Return the files by signature."""
        names: dict[Any, str] | None = self._read(self._index)
        return names or {}

    def _read(self, path: Path) -> Any:
        """Return what is in a file; None if it cannot be used."""
        content = self._content(path)
        try:
            return None if content is None else pickle.loads(content)
        except (AttributeError, ImportError, TypeError):
            # It names a class that has another name or other fields now.
            return None

    def _content(self, path: Path) -> bytes | None:
        """Return the content of a file behind its digest; None if it is missing or damaged."""
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
            # One name for all processes: what a killed one has left is overwritten.
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
        """Hold the lock of the folder, so that two processes do not save at once; do without where there are no locks."""
        with contextlib.ExitStack() as stack:
            with contextlib.suppress(OSError):
                self.folder.mkdir(parents=True, exist_ok=True)
                lock(stack.enter_context((self.folder / ".lock").open("w")), wait=True)
            yield


@cache
def _digest(source: Path) -> bytes:
    """Digest a module of kernels and those that it takes kernels from."""
    text = source.read_bytes()
    digest = hashlib.sha256(text)
    for dots, name in _FROM.findall(text):
        folder = source.parents[len(dots) - 1]
        digest.update(_digest(folder.joinpath(*name.decode().split(".")).with_suffix(".py")))
    return digest.digest()


def is_cached(function: Any) -> bool:
    """Return True if a kernel is already compiled, in this process or in a file that can be used.

    With the JIT off there is nothing to compile, so the answer is yes.
    """
    if not hasattr(function, "stats") or function.overloads:
        return True
    files = getattr(getattr(function, "_cache", None), "_cache_file", None)
    return isinstance(files, _Files) and files.usable()


def is_saved(function: Any) -> bool:
    """Return True if the machine code of a kernel is saved for later processes: there is a folder that can be written."""
    return isinstance(getattr(getattr(function, "_cache", None), "_cache_file", None), _Files)
