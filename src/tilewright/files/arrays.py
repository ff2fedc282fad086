"""Arrays in files of NumPy (``.npy``): what a file says of itself is compared with its size before memory is taken for it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
from numpy.lib.format import MAGIC_PREFIX
from numpy.typing import NDArray

__all__ = ["load_array"]


def load_array(path: Path, most: int | None = None) -> NDArray[Any]:
    """Return the array in a file, of at most `most` elements, without unpickling; `ValueError` if it is none or damaged."""
    with path.open("rb") as stream:
        magic = stream.read(len(MAGIC_PREFIX))
    if magic != MAGIC_PREFIX:
        zipped = magic.startswith(b"PK")
        raise ValueError(
            "this is an archive of arrays, not one array" if zipped else "it does not begin as an array does"
        )
    try:
        # Mapped first: the header may promise any size, and only the file itself can keep that.
        mapped = np.load(path, mmap_mode="r", allow_pickle=False)
    except (MemoryError, OverflowError):
        raise ValueError("its header promises more than a file can hold") from None
    except (OSError, ValueError):
        raise
    except Exception:
        # NumPy reads the header as Python, so a damaged one ends in a SyntaxError, a TokenError and others.
        raise ValueError("its header is damaged") from None
    if most is not None and mapped.size > most:
        raise ValueError(f"it has {mapped.size} elements; at most {most} are read")
    return np.array(mapped)
