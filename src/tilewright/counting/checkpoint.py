"""A count put away: the layer it has come to, and what is counted there."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from numpy.typing import NDArray

from tilewright import checkpoint as files
from tilewright.checkpoint import fingerprint

__all__ = ["Checkpoint", "fingerprint", "load", "save"]


@dataclass(frozen=True, eq=False)
class Checkpoint:
    """What a count needs to go on.

    Attributes
    ----------
    layer : int
        The layer that the arrays are about.
    arrays : list of arrays
    """

    layer: int
    arrays: list[NDArray[Any]]


def save(path: Path, checkpoint: Checkpoint, mark: str) -> None:
    """Write a checkpoint; see `tilewright.checkpoint.save`."""
    arrays = {str(number): array for number, array in enumerate(checkpoint.arrays)}
    files.save(path, "count", mark, {"layer": checkpoint.layer}, arrays)


def load(path: Path, mark: str) -> Checkpoint | None:
    """Read a checkpoint; None if there is none yet. See `tilewright.checkpoint.load`."""
    if not path.exists():
        return None
    kept = files.load(path, "count", mark)
    return Checkpoint(kept.values["layer"], list(kept.arrays.values()))
