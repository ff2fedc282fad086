"""Files that take the place of others in one step: afterwards there is the old one or the new one, never a half."""

from __future__ import annotations

import contextlib
import errno
import glob
import os
import secrets
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import IO

from tilewright.arguments import shown
from tilewright.errors import OutputError

try:
    import fcntl
except ImportError:  # Windows, where an open file cannot be removed anyway
    fcntl = None  # type: ignore[assignment]

__all__ = ["checked_path", "clear_leftovers", "replacing", "write"]

#: The end of the name of a file that is being written.
_UNFINISHED = ".part"


def checked_path(path: str | os.PathLike[str]) -> Path:
    """Return the path of a file.

    Raises
    ------
    OutputError
        If it is no name.
    """
    if not isinstance(path, str | os.PathLike) or not isinstance(os.fspath(path), str):
        raise OutputError(f"the name of a file is a text or a Path, not {shown(path)}")
    return Path(path)


def write(data: bytes | str, path: str | os.PathLike[str]) -> Path | None:
    """Write data to a file at once, or to standard output.

    Parameters
    ----------
    data : bytes or str
    path : path-like
        ``-`` is standard output.

    Returns
    -------
    Path or None
        The file that was written; None for standard output.

    Raises
    ------
    OutputError
        If it cannot be written; what was there before is as it was.
    """
    if not isinstance(data, str | bytes):
        raise OutputError(f"what is written is text or bytes, not {shown(data)}")
    content = data.encode() if isinstance(data, str) else data
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


@contextlib.contextmanager
def replacing(path: Path, what: str = "the file", *, lasting: bool = False) -> Iterator[IO[bytes]]:
    """Open a file that takes the place of another one when all is written, or is gone after an error.

    It is written beside its place and then moved there. What killed processes left of it is removed.

    Parameters
    ----------
    path : Path
        The file behind a link is replaced, not the link; a device or a pipe is written to as it is.
    what : str
        What it is, for the message of an error.
    lasting : bool
        Wait until all is on the disk, so that not even a power cut leaves half of it.

    Raises
    ------
    OutputError
        If it cannot be written; what was there before is as it was.
    """
    try:
        target = path.resolve()
        if target.is_dir():
            raise IsADirectoryError(errno.EISDIR, "this is a folder")
        if target.exists() and not target.is_file():
            with target.open("wb") as stream:
                yield stream
            return
        clear_leftovers(target)
        beside = target.with_name(f"{_prefix(target)}{secrets.token_hex(4)}{_UNFINISHED}")
        with _new(beside) as stream:
            yield stream
            stream.flush()
            if lasting:
                os.fsync(stream.fileno())
            if target.exists():
                beside.chmod(target.stat().st_mode & 0o777)
            if fcntl is None:
                stream.close()
            beside.replace(target)
        if lasting and hasattr(os, "O_DIRECTORY"):
            # The move itself is on the disk only when the directory is.
            folder = os.open(target.parent, os.O_DIRECTORY)
            try:
                os.fsync(folder)
            finally:
                os.close(folder)
    except OSError as error:
        raise OutputError(f"cannot write {what}: {error.strerror or error}", where=str(path)) from None


def clear_leftovers(path: Path) -> None:
    """Remove what killed processes left half-written of this file; what a living one writes is locked."""
    path = path.resolve()
    with contextlib.suppress(OSError):
        for left in path.parent.glob(f"{glob.escape(_prefix(path))}{'[0-9a-f]' * 8}{_UNFINISHED}"):
            with contextlib.suppress(OSError), left.open("rb") as stream:
                _lock(stream)
                left.unlink()


@contextlib.contextmanager
def _new(beside: Path) -> Iterator[IO[bytes]]:
    """Open a new file, locked as long as it is open; it is removed if anything goes wrong."""
    with beside.open("xb") as stream:
        try:
            # Some network disks have no locks: there it is written all the same.
            with contextlib.suppress(OSError):
                _lock(stream)
            yield stream
        except BaseException:
            with contextlib.suppress(OSError):
                beside.unlink()
            raise


def _prefix(path: Path) -> str:
    return f".{path.name[:40]}."


def _lock(stream: IO[bytes]) -> None:
    """Lock a file, as long as it is open.

    Raises
    ------
    OSError
        If another process has it locked.
    """
    if fcntl is not None:
        fcntl.flock(stream, fcntl.LOCK_EX | fcntl.LOCK_NB)
