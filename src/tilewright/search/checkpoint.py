"""Checkpoint files: a search put away, so that no stop of the machine loses or repeats a tiling.

A file is the line `MAGIC`, the SHA-256 of all that follows (32 bytes), the length of the header
(8 bytes, little-endian), the header (JSON), and the arrays (NumPy's ``.npz``). It is written beside
its place, flushed to the disk, and moved there in one step.
"""

from __future__ import annotations

import contextlib
import hashlib
import io
import json
import os
import tempfile
import zipfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tilewright.errors import CheckpointError, OutputError

__all__ = ["check_fingerprint", "digest", "read", "write"]

MAGIC = b"tilewright checkpoint 1\n"
_DIGEST = hashlib.sha256().digest_size
#: A checkpoint holds a stack and some tilings: a file much larger than that is no checkpoint.
_LARGEST = 1 << 32


def digest(options: Sequence[Any], arrays: Sequence[NDArray[Any]]) -> str:
    """Return the SHA-256 of some JSON values and arrays, in hexadecimal."""
    digest = hashlib.sha256(json.dumps(list(options)).encode())
    for array in arrays:
        digest.update(f"{array.dtype.str}{array.shape}".encode())
        digest.update(np.ascontiguousarray(array).tobytes())
    return digest.hexdigest()


def write(path: Path, header: Mapping[str, Any], arrays: Mapping[str, NDArray[Any]]) -> None:
    """Write a checkpoint in one step: afterwards there is either the old file or the new one.

    Raises
    ------
    OutputError
        If it cannot be written.
    """
    text = json.dumps(header).encode()
    packed = io.BytesIO()
    np.savez(packed, **arrays)  # type: ignore[arg-type]
    body = len(text).to_bytes(8, "little") + text + packed.getvalue()
    name = None
    try:
        with tempfile.NamedTemporaryFile(dir=path.parent, prefix=f".{path.name}.", delete=False) as file:
            name = file.name
            file.write(MAGIC + hashlib.sha256(body).digest() + body)
            file.flush()
            os.fsync(file.fileno())
        Path(name).replace(path)
        name = None
        if hasattr(os, "O_DIRECTORY"):
            # The move itself is on the disk only when the directory is.
            folder = os.open(path.parent, os.O_DIRECTORY)
            try:
                os.fsync(folder)
            finally:
                os.close(folder)
    except OSError as error:
        raise OutputError(f"cannot write the checkpoint: {error.strerror}", where=str(path)) from error
    finally:
        if name is not None:
            with contextlib.suppress(OSError):
                Path(name).unlink()


def read(path: Path) -> tuple[dict[str, Any], dict[str, NDArray[Any]]]:
    """Return the header and the arrays of a checkpoint.

    Raises
    ------
    CheckpointError
        If the file cannot be read, is not a checkpoint, or is damaged.
    """
    where = str(path)
    try:
        with path.open("rb") as file:
            start = file.read(len(MAGIC))
            if start != MAGIC:
                raise CheckpointError("this is not a checkpoint of tilewright", where=where)
            if path.stat().st_size > _LARGEST:
                raise CheckpointError(
                    f"a checkpoint has at most {_LARGEST} bytes, this file has more", where=where
                )
            body = file.read()
    except OSError as error:
        raise CheckpointError(f"cannot read the checkpoint: {error.strerror}", where=where) from error
    sealed, body = body[:_DIGEST], body[_DIGEST:]
    if hashlib.sha256(body).digest() != sealed:
        raise CheckpointError("the checkpoint is damaged: its checksum is wrong", where=where)
    size = int.from_bytes(body[:8], "little")
    try:
        header = json.loads(body[8 : 8 + size])
        with np.load(io.BytesIO(body[8 + size :]), allow_pickle=False) as packed:
            arrays = {name: packed[name] for name in packed.files}
    except (ValueError, OSError, zipfile.BadZipFile) as error:
        raise CheckpointError("the checkpoint is damaged: it cannot be read", where=where) from error
    return header, arrays


def check_fingerprint(path: Path, header: Mapping[str, Any], wanted: str) -> None:
    """Refuse a checkpoint of another problem.

    Raises
    ------
    CheckpointError
        If the fingerprint in the header is not the one wanted.
    """
    if header.get("fingerprint") != wanted:
        raise CheckpointError(
            "the checkpoint belongs to another problem or other options; take it up with the board, "
            "pieces, --unique, --seed and --engine that it was made with",
            where=str(path),
        )
