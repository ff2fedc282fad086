"""Write files in one step, so that there is always the old file or the new one, and lock files in
use.
"""

from __future__ import annotations

import contextlib
import errno
import glob
import os
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import IO, Any

from tilewright.errors import OutputError
from tilewright.system.platform.locks import lock
from tilewright.system.values.arguments import format_value

#: Ending of files that are being written.
_UNFINISHED = ".part"
#: Files written at the same time.
_WRITERS = 8
#: Bytes read back at a time to find the end of the last complete line.
_READ_BACK = 1 << 16


def checked_path(path: str | os.PathLike[str]) -> Path:
    """Return `path` as a `Path`, or raise an error if it cannot name a file."""
    if not isinstance(path, str | os.PathLike) or not isinstance(os.fspath(path), str):
        raise OutputError(f"a path must be a string or a Path, got {format_value(path)}")
    return Path(path)


def check_place(path: Path) -> None:
    """Raise an error if a path is a folder, or if its folder does not exist."""
    try:
        if path.is_dir():
            raise OutputError("this is a folder; give the name of a file", where=str(path))
        if not path.parent.is_dir():
            raise OutputError(f"the folder {path.parent} does not exist", where=str(path))
    except OSError as error:
        raise OutputError(f"cannot write the file: {error.strerror}", where=str(path)) from None


def write(data: bytes | str, path: str | os.PathLike[str]) -> Path | None:
    """Write data to a file in one step, or to standard output.

    Parameters
    ----------
    data : bytes or str
        Strings are written as UTF-8.
    path : path-like
        ``-`` is standard output.

    Returns
    -------
    Path or None
        The file that was written; None for standard output.

    Raises
    ------
    OutputError
        If the file cannot be written. An existing file is then unchanged.
    """
    if not isinstance(data, str | bytes):
        raise OutputError(f"`data` must be a string or bytes, got {format_value(data)}")
    content = _encode(data) if isinstance(data, str) else data
    name = str(checked_path(path))
    if name == "-":
        sys.stdout.flush()
        stream = getattr(sys.stdout, "buffer", None)
        if stream is None:
            sys.stdout.write(content.decode(errors="replace"))
        else:
            stream.write(content)
            stream.flush()
        return None
    with replacing(Path(name)) as stream:
        stream.write(content)
    return Path(name)


def _encode(text: str) -> bytes:
    r"""Encode a text as UTF-8; bytes of file names that are not UTF-8 become ``\udcff``."""
    with contextlib.suppress(UnicodeError):
        return text.encode()
    with contextlib.suppress(UnicodeError):
        content = text.encode(errors="surrogateescape")
        content.decode()
        return content
    return text.encode(errors="backslashreplace")


def write_lasting(contents: Mapping[Path, bytes], what: str = "the file") -> None:
    """Write files so that all of them are on disk afterwards, even if power fails.

    Files are written in parallel, and folders are flushed once each.
    """
    folders = {path.parent for path in contents}

    def put(path: Path) -> None:
        with _replacing(path, what, lasting=True) as stream:
            stream.write(contents[path])

    try:
        for folder in list(folders):
            missing = [ancestor for ancestor in (folder, *folder.parents) if not ancestor.exists()]
            folder.mkdir(parents=True, exist_ok=True)
            folders |= {ancestor.parent for ancestor in missing}
    except OSError as error:
        raise OutputError(
            f"cannot create the folder: {error.strerror or error}", where=str(folder)
        ) from None
    if len(contents) < 2:
        for path in contents:
            put(path)
    else:
        from concurrent.futures import ThreadPoolExecutor

        with ThreadPoolExecutor(_WRITERS) as writers:
            list(writers.map(put, contents))
    for folder in folders:
        _flush_folder(folder, what)


@contextlib.contextmanager
def replacing(path: Path, what: str = "the file", *, lasting: bool = False) -> Iterator[IO[bytes]]:
    """Open a file that replaces another one when it is complete, and disappears after an error.

    A link is followed. `lasting` waits until everything is on disk, so that not even a power cut
    leaves half a file.
    """
    with _replacing(path, what, lasting=lasting) as stream:
        yield stream
    if lasting:
        _flush_folder(path.resolve().parent, what)


def _flush_folder(folder: Path, what: str) -> None:
    """Flush a folder to disk, which makes renames in it permanent."""
    if not hasattr(os, "O_DIRECTORY"):
        return
    try:
        number = os.open(folder, os.O_DIRECTORY)
        try:
            os.fsync(number)
        finally:
            os.close(number)
    except OSError as error:
        raise OutputError(
            f"cannot write {what}: {error.strerror or error}", where=str(folder)
        ) from None


@contextlib.contextmanager
def _replacing(path: Path, what: str, *, lasting: bool) -> Iterator[IO[bytes]]:
    """Do what `replacing` does, without flushing the folder."""
    try:
        target = path.resolve()
        if target.is_dir():
            raise IsADirectoryError(errno.EISDIR, "it is a folder")
        if target.exists() and not target.is_file():
            with target.open("wb") as stream:
                yield stream
            return
        clear_leftovers(target)
        beside = _name_beside(target)
        with _open_new(beside) as stream:
            yield stream
            stream.flush()
            if lasting:
                os.fsync(stream.fileno())
            _put_in_place(beside, stream, target)
    except OSError as error:
        raise OutputError(
            f"cannot write {what}: {error.strerror or error}", where=str(path)
        ) from None


def _put_in_place(beside: Path, stream: IO[Any], target: Path) -> None:
    """Let a new file, which has been locked since it was created, replace another one."""
    if target.exists():
        beside.chmod(target.stat().st_mode & 0o777)
    if os.name == "nt":  # where an open file cannot be moved
        stream.close()
    beside.replace(target)
    if os.name != "nt" and target in _holds:
        _holds[target].take(os.dup(stream.fileno()))


class _Hold:
    """A locked name, and the file with that name, which may have other names (hard links)."""

    def __init__(self) -> None:
        self._file: int | None = None

    def take(self, number: int) -> None:
        """Hold an open, locked file instead of the one before. Its descriptor is closed at the
        end.
        """
        before, self._file = self._file, number
        if before is not None:
            os.close(before)

    def release(self) -> None:
        if self._file is not None:
            os.close(self._file)
            self._file = None


#: The files that this process holds, by name, with links resolved.
_holds: dict[Path, _Hold] = {}


@contextlib.contextmanager
def held(path: Path | None) -> Iterator[None]:
    """Hold a file that a run writes to over time, so that no other run writes to it.

    A file ``.NAME.lock`` beside it is locked and has the process number; so is the file itself,
    which may have other names. Files that replace it (`replacing`) are held instead. A dead
    process holds nothing.
    """
    with contextlib.ExitStack() as stack:
        # If no file can be created there, writing reports it.
        with contextlib.suppress(OSError):
            if path is not None and (not path.exists() or path.is_file()):
                target = path.resolve()
                _hold(target.with_name(f".{target.name}.lock"), path, stack)
                _holds[target] = hold = _Hold()
                stack.callback(_holds.pop, target)
                stack.callback(hold.release)
                if target.exists():
                    _hold_file(hold, path)
        yield


def is_held(path: Path) -> bool:
    """Return True if a run holds a file."""
    target = path.resolve()
    with contextlib.suppress(OSError):
        try:
            with target.with_name(f".{target.name}.lock").open("rb") as stream:
                lock(stream)
        except BlockingIOError:
            return True
    return False


def _hold_file(hold: _Hold, path: Path) -> None:
    """Lock the file with a held name as long as the name is held."""
    if os.name == "nt":  # where an open file cannot be replaced, and has one name mostly
        return
    with contextlib.suppress(PermissionError), path.open("r+b") as stream:
        try:
            lock(stream)
        except BlockingIOError:
            raise OutputError(
                "another run is writing to this file under another name (a link). Wait until it "
                "has finished, or choose "
                "another file.",
                where=str(path),
            ) from None
        except OSError:
            return
        hold.take(os.dup(stream.fileno()))


def _hold(beside: Path, path: Path, stack: contextlib.ExitStack) -> None:
    while True:
        stream = stack.enter_context(beside.open("a+b", buffering=0))
        try:
            lock(stream)
        except BlockingIOError:
            stream.seek(0)
            number = stream.read(20).decode("ascii", "replace").strip()
            who = f"another run (process {number})" if number.isdigit() else "another run"
            raise OutputError(
                f"{who} is writing to this file. Wait until it has finished, or choose another "
                "file.",
                where=str(path),
            ) from None
        except OSError:
            _release_file(beside, stream)
            raise
        # The previous holder removes the file, perhaps after we opened it.
        if beside.exists() and os.path.samestat(beside.stat(), os.fstat(stream.fileno())):
            break
        stream.close()
    stack.callback(_release_file, beside, stream)
    # On a full disk the process number is missing, but the lock works.
    with contextlib.suppress(OSError):
        stream.truncate(0)
        stream.write(f"{os.getpid()}\n".encode())


class Beside:
    """A new text file that replaces another one when `move` is called. It can be written to before
    and after.
    """

    def __init__(self, path: Path) -> None:
        self.target = path.resolve()
        if self.target.is_dir():
            raise IsADirectoryError(errno.EISDIR, "this is a folder")
        clear_leftovers(self.target)
        self._path: Path | None = _name_beside(self.target)
        self.stream = self._path.open("x+", encoding="utf-8")
        # Some network disks have no locks: there it is written all the same.
        with contextlib.suppress(OSError):
            lock(self.stream)

    def move(self) -> None:
        """Move the file to its place, once."""
        if self._path is None:
            return
        self.stream.flush()
        _put_in_place(self._path, self.stream, self.target)
        self._path = None

    def drop(self) -> None:
        """Remove the file, unless it is in its place."""
        if self._path is not None:
            path, self._path = self._path, None
            with contextlib.suppress(OSError):
                path.unlink()


def cut_to_lines(file: int) -> int:
    """Cut off an incomplete last line of an open file; return the file's length."""
    end = os.fstat(file).st_size
    while end:
        first = max(0, end - _READ_BACK)
        os.lseek(file, first, os.SEEK_SET)
        newline = os.read(file, end - first).rfind(b"\n")
        if newline >= 0:
            end = first + newline + 1
            break
        end = first
    os.ftruncate(file, end)
    return end


def _release_file(beside: Path, stream: IO[bytes]) -> None:
    try:
        # Remove it while we hold it; later it could be another run's.
        beside.unlink()
    except OSError:  # Windows, where an open file cannot be removed
        stream.close()
        with contextlib.suppress(OSError):
            beside.unlink()


def clear_leftovers(path: Path) -> None:
    """Remove half-written files that killed processes left; those of running processes are
    locked.
    """
    path = path.resolve()
    with contextlib.suppress(OSError):
        for left in path.parent.glob(f"{glob.escape(_prefix(path))}{'[0-9a-f]' * 8}{_UNFINISHED}"):
            with contextlib.suppress(OSError), left.open("rb") as stream:
                lock(stream)
                left.unlink()


@contextlib.contextmanager
def _open_new(beside: Path) -> Iterator[IO[bytes]]:
    """Open a new file, locked while it is open, and remove it after an error."""
    with beside.open("xb") as stream:
        try:
            # Some network disks have no locks: there it is written all the same.
            with contextlib.suppress(OSError):
                lock(stream)
            yield stream
        except BaseException:
            with contextlib.suppress(OSError):
                beside.unlink()
            raise


def _name_beside(target: Path) -> Path:
    """Return a new name for a file that will replace another."""
    return target.with_name(f"{_prefix(target)}{os.urandom(4).hex()}{_UNFINISHED}")


def _prefix(path: Path) -> str:
    return f".{path.name[:40]}."
