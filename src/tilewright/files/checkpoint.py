"""Checkpoint files: a long run put away, so that no stop of the machine costs more than the last seconds.

A file is the line `MAGIC`; a line with the SHA-256 of the header and the header, as JSON; and the bytes of the
arrays one after the other. The header has the kind of run and the fingerprint of what it is about, the
caller's values, the name, type and shape of each array, and the SHA-256 of their bytes.

Every file is written beside its place, flushed to the disk, and moved there in one step (`tilewright.files.replacing`).
What a killed process left half-written is removed at the next `save` or `load`.

What only grows need not be written anew each time: it is appended to a file beside the checkpoint, a `Trail`.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import math
import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from io import BufferedReader
from pathlib import Path
from typing import IO, Any

import numpy as np
from numpy.typing import NDArray

from tilewright.arguments import format_value
from tilewright.errors import CheckpointError, OutputError
from tilewright.files.fields import Fields, damaged
from tilewright.files.replacing import clear_leftovers, replacing

__all__ = ["Checkpoint", "Trail", "fingerprint", "load", "naming", "save"]

MAGIC = b"tilewright checkpoint 2\n"
#: How every version's file begins.
_ANY = b"tilewright checkpoint "
#: How a file begins that is appended to.
_TRAIL = b"tilewright trail 1\n"
#: A header is some numbers and a list of parts; one longer than that is damaged.
_LONGEST_HEADER = 1 << 28
#: The types of arrays: booleans, integers, floating-point numbers. Whatever else NumPy has, such as objects, is refused.
_TYPES = frozenset(np.dtype(code).str for code in "?bhilqBHILQfd")
#: An array has at most so many elements, also one that has no bytes.
_LARGEST_ARRAY = 1 << 48


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
    """Return a digest of what decides a run: arrays, and values whose `repr` says everything about them."""
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
    with replacing(path, "the checkpoint", lasting=True) as stream:
        stream.write(MAGIC + hashlib.sha256(line).hexdigest().encode() + b" " + line + b"\n")
        for array in arrays.values():
            stream.write(_bytes(array))


def load(path: Path, kind: str, mark: str) -> Checkpoint:
    """Read a checkpoint, or raise `CheckpointError` if it is missing, damaged or of another run."""
    where = str(path)
    try:
        with naming(path), path.open("rb") as stream:
            header = _header(stream, where)
            if (found := header.text("kind")) != kind:
                raise CheckpointError(
                    f"the checkpoint is of another kind of run: a {found}, not a {kind}", where=where
                )
            if header.text("fingerprint") != mark:
                raise CheckpointError(
                    "the checkpoint belongs to another problem or other options; go on from it with the "
                    "board, the pieces and the options that it was made with",
                    where=where,
                )
            kept = Checkpoint(header.object("values"), _arrays(stream, header))
    except OSError as error:
        raise CheckpointError(f"cannot read the checkpoint: {error.strerror}", where=where) from None
    clear_leftovers(path)
    return kept


@contextlib.contextmanager
def naming(path: Path) -> Iterator[None]:
    """Name the file in the error, if what was read from it turns out to be wrong."""
    try:
        yield
    except CheckpointError as error:
        if error.where is not None:
            raise
        raise CheckpointError(error.message, where=str(path)) from None


class Trail:
    """A file that a growing run appends to: what a checkpoint says of it counts, what lies behind that does not.

    It begins with a line of its own and the fingerprint of the run. A checkpoint has its length and checksum
    (`state`); so a process that is killed while it appends harms nothing.

    Parameters
    ----------
    path : Path
    mark : str
        The `fingerprint` of the run.
    """

    def __init__(self, path: Path, mark: str) -> None:
        self.path = path
        self._first = _TRAIL + mark.encode() + b"\n"
        self._begin()

    def _begin(self) -> None:
        self._length, self._digest = 0, hashlib.sha256()

    @property
    def state(self) -> dict[str, Any] | None:
        """What a checkpoint has to say of it, JSON; None if there is nothing in it."""
        return {"length": self._length, "sha256": self._digest.hexdigest()} if self._length else None

    def append(self, arrays: Iterable[NDArray[Any]]) -> None:
        """Write arrays behind what counts, and wait until they are on the disk."""
        try:
            if not self._length:
                self._clear_the_way()
            with self.path.open("r+b") as stream:
                stream.truncate(self._length)
                stream.seek(self._length)
                if not self._length:
                    self._write(stream, self._first)
                for array in arrays:
                    self._write(stream, _bytes(array))
                stream.flush()
                os.fsync(stream.fileno())
        except OSError as error:
            raise OutputError(
                f"cannot write the checkpoint: {error.strerror}", where=str(self.path)
            ) from None

    def _clear_the_way(self) -> None:
        if self.path.exists() and not self._is_ours():
            raise OutputError(
                "this file is where a part of the checkpoint would be, and none of tilewright's",
                where=str(self.path),
            )
        self.path.write_bytes(b"")

    def _write(self, stream: IO[bytes], data: bytes | memoryview) -> None:
        stream.write(data)
        self._digest.update(data)
        self._length += len(data)

    @contextlib.contextmanager
    def reading(self, state: Mapping[str, Any]) -> Iterator[Callable[[NDArray[Any]], None]]:
        """Yield what fills one array after the other; in the end all has been read, and was as it was written."""
        where = str(self.path)
        self._begin()
        try:
            with self.path.open("rb") as stream:
                if stream.seek(0, os.SEEK_END) < state["length"]:
                    raise damaged("a part of it is missing", where)
                stream.seek(0)
                first = bytearray(len(self._first))
                self._take(stream, first)
                if first != self._first:
                    raise CheckpointError("this file belongs to another checkpoint", where=where)

                def fill(array: NDArray[Any]) -> None:
                    self._take(stream, _bytes(array))

                yield fill
        except OSError as error:
            raise CheckpointError(
                f"cannot read what belongs to the checkpoint: {error.strerror}", where=where
            ) from None
        if self.state != state:
            raise damaged("it has the wrong checksum", where)

    def _take(self, stream: IO[bytes], data: bytearray | memoryview) -> None:
        self._length += stream.readinto(data)  # type: ignore[attr-defined]
        self._digest.update(data)

    def remove(self) -> None:
        """Remove the file, if it is there and one of ours."""
        with contextlib.suppress(OSError):
            if self._is_ours():
                self.path.unlink()
        self._begin()

    def _is_ours(self) -> bool:
        with self.path.open("rb") as stream:
            return stream.read(len(_TRAIL)) in (b"", _TRAIL)


def _header(stream: BufferedReader, where: str) -> Fields:
    start = stream.read(len(MAGIC))
    if start != MAGIC:
        if start.startswith(_ANY):
            raise CheckpointError("the checkpoint is damaged, or of another version", where=where)
        raise CheckpointError("this is not a checkpoint of tilewright", where=where)
    seal, _, line = stream.readline(_LONGEST_HEADER).partition(b" ")
    if hashlib.sha256(line[:-1]).hexdigest().encode() + line[-1:] != seal + b"\n":
        raise damaged("its header has the wrong checksum")
    try:
        return Fields(json.loads(line), "its header")
    except (ValueError, RecursionError):
        raise damaged("its header is not JSON") from None


def _arrays(stream: BufferedReader, header: Fields) -> dict[str, NDArray[Any]]:
    listed = [_entry(entry) for entry in header.listed("arrays")]
    expected = sum(dtype.itemsize * math.prod(shape) for _, dtype, shape in listed)
    here = stream.tell()
    length = stream.seek(0, os.SEEK_END) - here
    if length != expected:
        raise damaged(f"it has {length} bytes of arrays, not {expected}")
    stream.seek(here)
    digest = hashlib.sha256()
    arrays = {}
    for name, dtype, shape in listed:
        array = arrays[name] = np.empty(shape, dtype=dtype)
        stream.readinto(_bytes(array))
        digest.update(_bytes(array))
    if digest.hexdigest() != header.text("sha256"):
        raise damaged("its arrays have the wrong checksum")
    return arrays


def _entry(entry: Any) -> tuple[str, np.dtype[Any], tuple[int, ...]]:
    """Return name, type and shape of an array as the header has them."""
    match entry:
        case [str(name), str(code), [*shape]] if code in _TYPES and all(type(side) is int for side in shape):
            # No side may be huge, even if another one is 0 and there is nothing to read.
            if (
                all(side >= 0 for side in shape)
                and math.prod(max(side, 1) for side in shape) < _LARGEST_ARRAY
            ):
                return name, np.dtype(code), tuple(shape)
    raise damaged(f"{format_value(entry)} is not the name, type and shape of an array")


def _bytes(array: NDArray[Any]) -> memoryview:
    return np.ascontiguousarray(array).reshape(-1).view(np.uint8).data
