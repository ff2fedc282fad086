"""Checkpoint files: a long run put away, so that no stop of the machine costs more than the last seconds.

A file is the line `MAGIC`; a line with the SHA-256 of the header and the header, as JSON; and the bytes of the
arrays one after the other. The header has the kind of run and the fingerprint of what it is about, the
caller's values, the name, type and shape of each array, and the SHA-256 of their bytes.

Every file is written beside its place, flushed to the disk, and moved there in one step: afterwards there is
the old one or the new one. What a killed process left half-written is removed at the next `save` or `load`.
"""

from __future__ import annotations

import contextlib
import glob
import hashlib
import json
import os
import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from io import BufferedReader
from pathlib import Path
from typing import IO, Any

import numpy as np
from numpy.typing import NDArray

from tilewright.errors import CheckpointError, OutputError

try:
    import fcntl
except ImportError:  # Windows, where an open file cannot be removed anyway
    fcntl = None  # type: ignore[assignment]

__all__ = ["Checkpoint", "fingerprint", "load", "save"]

MAGIC = b"tilewright checkpoint 2\n"
#: How every version's file begins.
_ANY = b"tilewright checkpoint "
#: A header is some numbers and a list of parts; one longer than that is damaged.
_LONGEST_HEADER = 1 << 28
#: The end of the name of a file that is being written.
_UNFINISHED = ".checkpoint"


@dataclass(frozen=True, eq=False)
class Checkpoint:
    """What a run needs to go on.

    Attributes
    ----------
    values : dict
        JSON values of the run.
    arrays : dict of arrays
    """

    values: dict[str, Any]
    arrays: dict[str, NDArray[Any]]


def fingerprint(*parts: object) -> str:
    """Return a digest of what decides a run, so that a checkpoint of another run is known.

    Parameters
    ----------
    *parts
        Arrays, and values whose `repr` says all about them.
    """
    digest = hashlib.sha256()
    for part in parts:
        if isinstance(part, np.ndarray):
            digest.update(f"{part.dtype.str}{part.shape}".encode())
            digest.update(_bytes(part))
        else:
            digest.update(repr(part).encode())
    return digest.hexdigest()


def save(
    path: Path, kind: str, mark: str, values: Mapping[str, Any], arrays: Mapping[str, NDArray[Any]]
) -> None:
    """Write a checkpoint in one step; nothing is copied that is as large as an array.

    Parameters
    ----------
    path : Path
    kind : str
        What sort of run it is, in a word.
    mark : str
        The `fingerprint` of the run.
    values : mapping
        JSON values.
    arrays : mapping of arrays

    Raises
    ------
    OutputError
        If it cannot be written; what was there before is as it was.
    """
    digest = hashlib.sha256()
    for array in arrays.values():
        digest.update(_bytes(array))
    header = {
        "kind": kind,
        "fingerprint": mark,
        "values": dict(values),
        "arrays": [[name, array.dtype.str, list(array.shape)] for name, array in arrays.items()],
        "sha256": digest.hexdigest(),
    }
    line = json.dumps(header).encode()
    try:
        with _replacing(path) as stream:
            stream.write(MAGIC + hashlib.sha256(line).hexdigest().encode() + b" " + line + b"\n")
            for array in arrays.values():
                stream.write(_bytes(array))
    except OSError as error:
        raise OutputError(f"cannot write the checkpoint: {error.strerror}", where=str(path)) from None


def load(path: Path, kind: str, mark: str) -> Checkpoint:
    """Read a checkpoint.

    Raises
    ------
    CheckpointError
        If the file cannot be read, is no checkpoint, is damaged, or belongs to another run.
    """
    where = str(path)
    try:
        with path.open("rb") as stream:
            header = _header(stream, where)
            if header["kind"] != kind:
                raise CheckpointError(
                    f"the checkpoint is of another kind of run: a {header['kind']}, not a {kind}", where=where
                )
            if header["fingerprint"] != mark:
                raise CheckpointError(
                    "the checkpoint belongs to another problem or other options; go on from it with the "
                    "board, the pieces and the options that it was made with",
                    where=where,
                )
            arrays = _arrays(stream, header, where)
    except OSError as error:
        raise CheckpointError(f"cannot read the checkpoint: {error.strerror}", where=where) from None
    _clear(path)
    return Checkpoint(header["values"], arrays)


def _header(stream: BufferedReader, where: str) -> dict[str, Any]:
    start = stream.read(len(MAGIC))
    if start != MAGIC:
        if start.startswith(_ANY):
            raise CheckpointError("the checkpoint is damaged, or of another version", where=where)
        raise CheckpointError("this is not a checkpoint of tilewright", where=where)
    seal, _, line = stream.readline(_LONGEST_HEADER).partition(b" ")
    if hashlib.sha256(line[:-1]).hexdigest().encode() + line[-1:] != seal + b"\n":
        raise _damaged("its header has the wrong checksum", where)
    header: dict[str, Any] = json.loads(line)
    return header


def _arrays(stream: BufferedReader, header: dict[str, Any], where: str) -> dict[str, NDArray[Any]]:
    expected = sum(np.dtype(dtype).itemsize * int(np.prod(shape)) for _, dtype, shape in header["arrays"])
    here = stream.tell()
    length = stream.seek(0, os.SEEK_END) - here
    if length != expected:
        raise _damaged(f"it has {length} bytes of arrays, not {expected}", where)
    stream.seek(here)
    digest = hashlib.sha256()
    arrays = {}
    for name, dtype, shape in header["arrays"]:
        array = arrays[name] = np.empty(shape, dtype=dtype)
        stream.readinto(_bytes(array))
        digest.update(_bytes(array))
    if digest.hexdigest() != header["sha256"]:
        raise _damaged("its arrays have the wrong checksum", where)
    return arrays


def _damaged(how: str, where: str) -> CheckpointError:
    return CheckpointError(f"the checkpoint is damaged: {how}; delete it to begin anew", where=where)


def _bytes(array: NDArray[Any]) -> memoryview:
    return np.ascontiguousarray(array).reshape(-1).view(np.uint8).data


@contextlib.contextmanager
def _replacing(path: Path) -> Iterator[IO[bytes]]:
    """Open a file that takes the place of another one when all is on the disk, or is gone after an error."""
    # The file behind a link is replaced, not the link.
    path = path.resolve()
    _clear(path)
    with tempfile.NamedTemporaryFile(
        dir=path.parent, prefix=_prefix(path), suffix=_UNFINISHED, delete=False
    ) as stream:
        beside = Path(stream.name)
        try:
            _lock(stream)
            yield stream
            stream.flush()
            os.fsync(stream.fileno())
            if fcntl is None:
                stream.close()
            beside.replace(path)
        except BaseException:
            with contextlib.suppress(OSError):
                beside.unlink()
            raise
    if hasattr(os, "O_DIRECTORY"):
        # The move itself is on the disk only when the directory is.
        folder = os.open(path.parent, os.O_DIRECTORY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)


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


def _clear(path: Path) -> None:
    """Remove what killed processes left of this checkpoint; what a living one writes is locked."""
    path = path.resolve()
    # The eight characters are those that the standard library draws for a temporary file.
    for left in path.parent.glob(f"{glob.escape(_prefix(path))}????????{_UNFINISHED}"):
        with contextlib.suppress(OSError), left.open("rb") as stream:
            _lock(stream)
            left.unlink()
