"""Values from files that anybody may have edited: each is taken by name and checked for type and range, arrays for size.

A checksum says that a file is as it was written, not who wrote it. So what comes out of a checkpoint or a ledger is checked like
any other input, before anything is computed with it.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.lib.format import MAGIC_PREFIX
from numpy.typing import DTypeLike, NDArray

from tilewright.arguments import format_value
from tilewright.errors import CheckpointError, quoted

__all__ = ["LARGEST", "Fields", "checked_array", "damaged", "load_array"]

#: The largest number that a file may hold: sums of several still fit into a machine word.
LARGEST = (1 << 60) - 1


def damaged(how: str, where: str | None = None) -> CheckpointError:
    """Return the error that a checkpoint is damaged, and how."""
    return CheckpointError(f"the checkpoint is damaged: {how}; delete it to begin anew", where=where)


class Fields:
    """A JSON object that was read.

    Parameters
    ----------
    values : object
        What was read in its place.
    what : str
        What it is, for messages: ``"its header"``.
    fail : callable, optional
        Makes the error from what is wrong; by default it is about a checkpoint.

    Raises
    ------
    CheckpointError
        If it is no object; and, by each method, if the value is missing or is not one that is allowed.
    """

    def __init__(self, values: object, what: str, fail: Callable[[str], CheckpointError] = damaged) -> None:
        if not isinstance(values, dict):
            raise fail(f"{what} must be an object, not {format_value(values)}")
        self._values: dict[str, Any] = values
        self._what = what
        self._fail = fail

    def _get(self, name: str) -> Any:
        if name not in self._values:
            raise self._fail(f"{self._what} lacks {quoted(name)}")
        return self._values[name]

    def _wrong(self, name: str, allowed: str) -> CheckpointError:
        return self._fail(
            f"{quoted(name)} in {self._what} must be {allowed}, not {format_value(self._values.get(name))}"
        )

    def integer(self, name: str, least: int = 0, most: int = LARGEST) -> int:
        """Return an integer from `least` to `most`."""
        value = self._get(name)
        if type(value) is not int or not least <= value <= most:
            raise self._wrong(name, f"an integer from {least} to {most}")
        return value

    def number(self, name: str, most: float = math.inf) -> float:
        """Return a finite number from 0 to `most`."""
        value = self._get(name)
        if type(value) not in (int, float) or not 0 <= value <= min(most, 1e300):
            raise self._wrong(
                name, "a number from 0 on" if most == math.inf else f"a number from 0 to {most:g}"
            )
        return float(value)

    def hexadecimal(self, name: str) -> int:
        """Return the number that hexadecimal digits behind ``0x`` stand for."""
        value = self._get(name)
        if not isinstance(value, str) or re.fullmatch(r"0x[0-9a-f]+", value) is None:
            raise self._wrong(name, "hexadecimal digits behind 0x")
        return int(value, 16)

    def word(self, name: str, *words: str) -> str:
        """Return one of some words."""
        value = self._get(name)
        if not isinstance(value, str) or value not in words:
            raise self._wrong(name, f"one of {', '.join(map(repr, words))}")
        return value

    def flag(self, name: str) -> bool:
        """Return true or false."""
        value = self._get(name)
        if type(value) is not bool:
            raise self._wrong(name, "true or false")
        return value

    def text(self, name: str) -> str:
        """Return a text."""
        value = self._get(name)
        if not isinstance(value, str):
            raise self._wrong(name, "a text")
        return value

    def listed(self, name: str) -> list[Any]:
        """Return a list."""
        value = self._get(name)
        if not isinstance(value, list):
            raise self._wrong(name, "a list")
        return value

    def texts(self, name: str) -> list[str]:
        """Return a list of texts."""
        values = self.listed(name)
        if not all(isinstance(value, str) for value in values):
            raise self._wrong(name, "a list of texts")
        return values

    def integers(self, name: str, least: int = 0, most: int = LARGEST) -> list[int]:
        """Return a list of integers from `least` to `most`."""
        values = self.listed(name)
        if not all(type(value) is int and least <= value <= most for value in values):
            raise self._wrong(name, f"a list of integers from {least} to {most}")
        return values

    def object(self, name: str) -> dict[str, Any]:
        """Return an object, whose own values are not checked."""
        value = self._get(name)
        if not isinstance(value, dict):
            raise self._wrong(name, "an object")
        return value

    def fields(self, name: str) -> Fields:
        """Return an object."""
        return Fields(self._get(name), f"{quoted(name)} in {self._what}", self._fail)

    def given(self, name: str) -> bool:
        """Whether a value, which must be there, is not null."""
        return self._get(name) is not None

    def has(self, name: str) -> bool:
        """Whether there is such a value, and it is not null."""
        return self._values.get(name) is not None


def checked_array(
    arrays: Mapping[str, NDArray[Any]], name: str, dtype: DTypeLike, shape: Sequence[int | None]
) -> NDArray[Any]:
    """Return an array, checked to have this type and shape (None for any length)."""
    array = arrays.get(name)
    if array is None:
        raise damaged(f"the array {quoted(name)} is missing")
    fits = len(shape) == array.ndim and all(
        side in (None, length) for side, length in zip(shape, array.shape, strict=True)
    )
    if array.dtype != np.dtype(dtype) or not fits:
        sides = "x".join("n" if side is None else str(side) for side in shape)
        raise damaged(
            f"the array {quoted(name)} must be {sides} {np.dtype(dtype)}, "
            f"not {'x'.join(map(str, array.shape))} {array.dtype}"
        )
    return array


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
