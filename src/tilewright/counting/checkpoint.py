"""Checkpoints: a long count's last layer, in a file that is whole or not there."""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tilewright.errors import CheckpointError, OutputError

__all__ = ["Checkpoint", "fingerprint", "load", "save"]

_MAGIC = b"tilewright checkpoint 1\n"


@dataclass(frozen=True, eq=False)
class Checkpoint:
    """What a run needs to go on.

    Attributes
    ----------
    layer : int
        The layer that the arrays are about.
    arrays : list of arrays
    """

    layer: int
    arrays: list[NDArray[Any]]


def fingerprint(*parts: NDArray[Any] | str | int) -> str:
    """Return a digest of what decides a run, so that a checkpoint of another problem is known."""
    digest = hashlib.sha256()
    for part in parts:
        if isinstance(part, np.ndarray):
            digest.update(f"{part.dtype.str}{part.shape}".encode())
            digest.update(np.ascontiguousarray(part).tobytes())
        else:
            digest.update(repr(part).encode())
    return digest.hexdigest()


def save(path: Path, checkpoint: Checkpoint, mark: str) -> None:
    """Write a checkpoint beside its place, then move it there: a reader never sees half of one.

    Raises
    ------
    OutputError
        If the file cannot be written.
    """
    arrays = [np.ascontiguousarray(array) for array in checkpoint.arrays]
    digest = hashlib.sha256()
    for array in arrays:
        digest.update(array.reshape(-1).view(np.uint8).data)
    header = {
        "layer": checkpoint.layer,
        "problem": mark,
        "arrays": [[array.dtype.str, list(array.shape)] for array in arrays],
        "sha256": digest.hexdigest(),
    }
    line = json.dumps(header).encode()
    beside = path.with_name(f"{path.name}.{os.getpid()}.part")
    try:
        with beside.open("wb") as stream:
            stream.write(_MAGIC)
            stream.write(hashlib.sha256(line).hexdigest().encode() + b" " + line + b"\n")
            for array in arrays:
                stream.write(array.reshape(-1).view(np.uint8).data)
            stream.flush()
            os.fsync(stream.fileno())
        beside.replace(path)
    except OSError as error:
        with contextlib.suppress(OSError):
            beside.unlink()
        raise OutputError(f"cannot write the checkpoint: {error.strerror}", where=str(path)) from None


def load(path: Path, mark: str) -> Checkpoint | None:
    """Read a checkpoint; None if there is none yet.

    Raises
    ------
    CheckpointError
        If the file is damaged, is none, or belongs to another problem.
    """
    where = str(path)
    if not path.exists():
        return None
    try:
        with path.open("rb") as stream:
            if stream.readline() != _MAGIC:
                raise CheckpointError("this is not a checkpoint of a count", where=where)
            digest, _, line = stream.readline().rstrip(b"\n").partition(b" ")
            if hashlib.sha256(line).hexdigest().encode() != digest:
                raise CheckpointError(
                    "the checkpoint is damaged (its header); delete it to begin anew", where=where
                )
            header = json.loads(line)
            if header["problem"] != mark:
                raise CheckpointError(
                    "the checkpoint belongs to another problem (or to another scan or version)", where=where
                )
            body = stream.read()
    except OSError as error:
        raise CheckpointError(f"cannot read the checkpoint: {error.strerror}", where=where) from None
    expected = sum(np.dtype(kind).itemsize * int(np.prod(shape)) for kind, shape in header["arrays"])
    if len(body) != expected or hashlib.sha256(body).hexdigest() != header["sha256"]:
        raise CheckpointError(
            f"the checkpoint is damaged ({len(body)} of {expected} bytes); delete it to begin anew",
            where=where,
        )
    arrays = []
    position = 0
    for kind, shape in header["arrays"]:
        count = int(np.prod(shape))
        array = np.frombuffer(body, dtype=kind, count=count, offset=position).reshape(shape).copy()
        position += array.nbytes
        arrays.append(array)
    return Checkpoint(int(header["layer"]), arrays)
