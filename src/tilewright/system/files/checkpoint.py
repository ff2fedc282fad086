"""Checkpoint files, from which long runs are resumed.

A file has the line `MAGIC`, a line with the SHA-256 of the header and the header as JSON, and the
bytes of all arrays. The header has the kind of run, its fingerprint, the caller's values, the name,
type and shape of each array, and the SHA-256 of their bytes.

Files are written beside their place, flushed to disk, and renamed
(`tilewright.system.files.safe_write`). Leftovers of killed processes are removed by the next `save`
or `load`.
"""

from __future__ import annotations

import contextlib
import json
import math
import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from io import BufferedReader
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from tilewright.errors import CheckpointError
from tilewright.system.files.fields import Fields, damaged
from tilewright.system.files.safe_write import clear_leftovers, replacing
from tilewright.system.values.arguments import format_value
from tilewright.system.values.text import OWN_BINARY

MAGIC = OWN_BINARY + b"2\n"
if TYPE_CHECKING:
    import hashlib

#: Longer headers are damaged.
_LONGEST_HEADER = 1 << 28
#: Allowed types of arrays. Others, such as objects, are rejected.
_TYPES = frozenset(np.dtype(code).str for code in "?bhilqBHILQfd")
#: Most elements of an array, even one without bytes.
_LARGEST_ARRAY = 1 << 48


@dataclass(frozen=True, eq=False)
class Checkpoint:
    """The state of a run: its JSON values and its arrays."""

    values: dict[str, Any]
    arrays: dict[str, NDArray[Any]]


def _sha256(data: bytes = b"") -> hashlib._Hash:
    import hashlib

    return hashlib.sha256(data)


def fingerprint(*parts: object) -> str:
    """Return a digest of what determines a run: arrays, and values identified by their `repr`."""
    digest = _sha256()
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
    """Write a checkpoint in one step, without copying arrays.

    `kind` is the sort of run, and `mark` its `fingerprint`.
    """
    digest = _sha256()
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
        stream.write(MAGIC + _sha256(line).hexdigest().encode() + b" " + line + b"\n")
        for array in arrays.values():
            stream.write(_bytes(array))


def load(path: Path, kind: str, mark: str) -> Checkpoint:
    """Read a checkpoint, or raise `CheckpointError` if it is missing, damaged or of another run."""
    where = str(path)
    try:
        with naming(path), path.open("rb") as stream:
            header = _header(stream, where)
            if (actual := header.text("kind")) != kind:
                raise CheckpointError(
                    f"expected the checkpoint of a {kind}, got the checkpoint of a {actual}",
                    where=where,
                )
            if header.text("fingerprint") != mark:
                raise CheckpointError(
                    "the checkpoint belongs to a different problem or different options. Resume "
                    "with the same board, pieces and options.",
                    where=where,
                )
            checkpoint = Checkpoint(header.object("values"), _arrays(stream, header))
    except OSError as error:
        raise CheckpointError(
            f"cannot read the checkpoint: {error.strerror}", where=where
        ) from None
    clear_leftovers(path)
    return checkpoint


@contextlib.contextmanager
def naming(path: Path) -> Iterator[None]:
    """Add the file's name to checkpoint errors."""
    try:
        yield
    except CheckpointError as error:
        if error.where is not None:
            raise
        raise CheckpointError(error.message, where=str(path)) from None


def _header(stream: BufferedReader, where: str) -> Fields:
    start = stream.read(len(MAGIC))
    if start != MAGIC:
        if start.startswith(OWN_BINARY):
            raise CheckpointError(
                "the checkpoint is damaged or was saved by another version", where=where
            )
        raise CheckpointError("not a tilewright checkpoint", where=where)
    seal, _, line = stream.readline(_LONGEST_HEADER).partition(b" ")
    if _sha256(line[:-1]).hexdigest().encode() + line[-1:] != seal + b"\n":
        raise damaged("the checksum of the header is wrong")
    try:
        return Fields(json.loads(line), "the header")
    except (ValueError, RecursionError):
        raise damaged("the header is not valid JSON") from None


def _arrays(stream: BufferedReader, header: Fields) -> dict[str, NDArray[Any]]:
    entries = [_entry(entry) for entry in header.listed("arrays")]
    expected = sum(dtype.itemsize * math.prod(shape) for _, dtype, shape in entries)
    here = stream.tell()
    length = stream.seek(0, os.SEEK_END) - here
    if length != expected:
        raise damaged(f"arrays must have {expected} bytes, got {length}")
    stream.seek(here)
    digest = _sha256()
    arrays = {}
    for name, dtype, shape in entries:
        array = arrays[name] = np.empty(shape, dtype=dtype)
        stream.readinto(_bytes(array))
        digest.update(_bytes(array))
    if digest.hexdigest() != header.text("sha256"):
        raise damaged("the checksum of the arrays is wrong")
    return arrays


def _entry(entry: Any) -> tuple[str, np.dtype[Any], tuple[int, ...]]:
    """Return name, type and shape of an array from the header."""
    match entry:
        case [str(name), str(code), [*shape]] if code in _TYPES and all(
            type(side) is int for side in shape
        ):
            # No side may be huge, even in an empty array.
            if (
                all(side >= 0 for side in shape)
                and math.prod(max(side, 1) for side in shape) < _LARGEST_ARRAY
            ):
                return name, np.dtype(code), tuple(shape)
    raise damaged(f"an array must have a name, a type and a shape, got {format_value(entry)}")


def _bytes(array: NDArray[Any]) -> memoryview:
    return np.ascontiguousarray(array).reshape(-1).view(np.uint8).data
