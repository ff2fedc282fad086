"""Checked access to values from files that anyone may have edited: types and ranges of values,
shapes of arrays.

A checksum shows that a file is unchanged, not who wrote it. So values from checkpoints and ledgers
are checked like any other input.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.lib.format import MAGIC_PREFIX
from numpy.typing import DTypeLike, NDArray

from tilewright.errors import CheckpointError, TilewrightError, quoted
from tilewright.system.values.arguments import fields_fault, format_value

#: The largest allowed number. Sums of several still fit into a machine word.
LARGEST = (1 << 60) - 1


def damaged(how: str, where: str | None = None) -> CheckpointError:
    """Return the error that a checkpoint is damaged, and how."""
    return CheckpointError(
        f"the checkpoint is damaged: {how}. Delete the file to start again.", where=where
    )


class Fields:
    """A JSON object from a file. Each method returns a value, or raises an error if it is missing
    or invalid.

    Errors call the object `what`, such as ``"the header"``, and are made by `fail`.
    """

    def __init__(
        self, values: object, what: str, fail: Callable[[str], TilewrightError] = damaged
    ) -> None:
        if not isinstance(values, dict):
            raise fail(f"{what} must be a JSON object, got {format_value(values)}")
        self._values: dict[str, Any] = values
        self._what = what
        self._fail = fail

    def check_names(self, known: Iterable[str], needed: Iterable[str] = ()) -> None:
        """Raise an error unless there are all needed values and no unknown ones."""
        if fault := fields_fault(self._values, known, self._what, needed):
            raise self._fail(fault)

    def _get(self, name: str) -> Any:
        if name not in self._values:
            raise self._fail(f"{quoted(name)} is missing in {self._what}")
        return self._values[name]

    def _wrong(self, name: str, allowed: str) -> TilewrightError:
        return self._fail(
            f"{quoted(name)} in {self._what} must be {allowed}, got "
            f"{format_value(self._values.get(name))}"
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
                name,
                "a nonnegative number" if most == math.inf else f"a number from 0 to {most:g}",
            )
        return float(value)

    def hexadecimal(self, name: str) -> int:
        """Return the number written in hexadecimal digits after ``0x``."""
        value = self._get(name)
        if not isinstance(value, str) or re.fullmatch(r"0x[0-9a-f]+", value) is None:
            raise self._wrong(name, "hexadecimal digits after 0x")
        return int(value, 16)

    def word(self, name: str, *words: str) -> str:
        """Return one of the given words."""
        value = self._get(name)
        if not isinstance(value, str) or value not in words:
            raise self._wrong(name, f"one of {', '.join(map(repr, words))}")
        return value

    def flag(self, name: str) -> bool:
        """Return a Boolean."""
        value = self._get(name)
        if type(value) is not bool:
            raise self._wrong(name, "true or false")
        return value

    def flag_or_word(self, name: str, word: str) -> bool | str:
        """Return a Boolean or this word."""
        value = self._get(name)
        if type(value) is not bool and value != word:
            raise self._wrong(name, f"true, false or {word!r}")
        return value  # type: ignore[no-any-return]

    def text(self, name: str) -> str:
        """Return a string."""
        value = self._get(name)
        if not isinstance(value, str):
            raise self._wrong(name, "a string")
        return value

    def listed(self, name: str) -> list[Any]:
        """Return a list."""
        value = self._get(name)
        if not isinstance(value, list):
            raise self._wrong(name, "a list")
        return value

    def texts(self, name: str) -> list[str]:
        """Return a list of strings."""
        values = self.listed(name)
        if not all(isinstance(value, str) for value in values):
            raise self._wrong(name, "a list of strings")
        return values

    def integers(self, name: str, least: int = 0, most: int = LARGEST) -> list[int]:
        """Return a list of integers from `least` to `most`."""
        values = self.listed(name)
        if not all(type(value) is int and least <= value <= most for value in values):
            raise self._wrong(name, f"a list of integers from {least} to {most}")
        return values

    def object(self, name: str) -> dict[str, Any]:
        """Return an object as a dict, with unchecked values."""
        value = self._get(name)
        if not isinstance(value, dict):
            raise self._wrong(name, "an object")
        return value

    def fields(self, name: str) -> Fields:
        """Return an object as `Fields`."""
        return Fields(self._get(name), f"{quoted(name)} in {self._what}", self._fail)

    def is_set(self, name: str) -> bool:
        """Return True if a required value is not null."""
        return self._get(name) is not None

    def has(self, name: str) -> bool:
        """Return True if a value exists and is not null."""
        return self._values.get(name) is not None


def checked_array(
    arrays: Mapping[str, NDArray[Any]], name: str, dtype: DTypeLike, shape: Sequence[int | None]
) -> NDArray[Any]:
    """Return an array, checked for type and shape (None allows any length)."""
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
            f"got {'x'.join(map(str, array.shape))} {array.dtype}"
        )
    return array


def load_array(path: Path, most: int | None = None) -> NDArray[Any]:
    """Return the array in a .npy file, of at most `most` elements; raise `ValueError` if it is
    damaged.
    """
    with path.open("rb") as stream:
        magic = stream.read(len(MAGIC_PREFIX))
    if magic != MAGIC_PREFIX:
        zipped = magic.startswith(b"PK")
        raise ValueError(
            "expected a single array, got an archive"
            if zipped
            else "this is not a NumPy array file"
        )
    try:
        # Map it first: the header may claim any size, which only the file itself can confirm.
        mapped = np.load(path, mmap_mode="r", allow_pickle=False)
    except (MemoryError, OverflowError):
        raise ValueError("the header claims an impossible size") from None
    except (OSError, ValueError):
        raise
    except Exception:
        # NumPy parses the header as Python, so damage can raise a SyntaxError, TokenError and
        # others.
        raise ValueError("the header is damaged") from None
    if most is not None and mapped.size > most:
        raise ValueError(f"the array must have at most {most} elements, got {mapped.size}")
    return np.array(mapped)
