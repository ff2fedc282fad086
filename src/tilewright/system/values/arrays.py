"""Arrays: read-only views, offsets of lists that stand one after the other, and hash tables of
64-bit words, in one process or shared by several of this machine.
"""

from __future__ import annotations

import mmap
import os
import sys
from collections.abc import Callable
from typing import Any, TypeVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

_Scalar = TypeVar("_Scalar", bound=np.generic)


def read_only(array: NDArray[_Scalar]) -> NDArray[_Scalar]:
    """Return a read-only view of an array."""
    view = array.view()
    view.flags.writeable = False
    return view


def starts(sizes: ArrayLike) -> NDArray[np.int64]:
    """Return where each of several lists begins that stand one after the other, and the end.

    >>> starts([2, 0, 3]).tolist()
    [0, 2, 2, 5]
    """
    return np.concatenate([[0], np.cumsum(sizes)]).astype(np.int64)


def ranges(begin: NDArray[np.integer], number: NDArray[np.integer]) -> NDArray[np.int64]:
    """Return ``begin[0], begin[0] + 1, …``, `number[0]` of them, then those from ``begin[1]`` on,
    and so on.

    >>> ranges(np.array([5, 0]), np.array([2, 3])).tolist()
    [5, 6, 0, 1, 2]
    """
    return np.arange(int(number.sum())) + np.repeat(begin - starts(number)[:-1], number)


def grid_text(words: NDArray[np.str_], between: str) -> str:
    """Return words in rows as lines, with an empty line between layers.

    >>> print(grid_text(np.array([["a", "b"], ["c", "d"]]), " "))
    a b
    c d
    """
    layers = words if words.ndim == 3 else words[None]
    return "\n\n".join("\n".join(between.join(row) for row in layer) for layer in layers.tolist())


def grouped(number: NDArray[np.integer], count: int) -> tuple[NDArray[np.int64], NDArray[np.intp]]:
    """Return entries grouped by their numbers, 0 to `count` - 1, in their order: those of number i
    are ``entry[start[i] : start[i + 1]]``.

    >>> start, entry = grouped(np.array([1, 0, 1]), 2)
    >>> start.tolist(), entry.tolist()
    ([0, 1, 3], [1, 0, 2])
    """
    return starts(np.bincount(number, minlength=count)), np.argsort(number, kind="stable")


def unique_rows(
    rows: NDArray[Any], pause: Callable[[], object] = lambda: None
) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Return where each different row is first, in ascending order, and the number of each row.

    As `numpy.unique` with ``axis=0``, but with one number for as many columns as fit, which takes
    half the time; `pause` is called between the steps.

    >>> [numbers.tolist() for numbers in unique_rows(np.array([[2, 1], [0, 5], [2, 1]]))]
    [[1, 0], [1, 0, 1]]
    """
    number = np.zeros(len(rows), dtype=np.int64)
    if not len(rows):
        return number, number
    numbers = 1
    for column in rows.T:
        values = column.astype(np.int64) - column.min()
        most = int(values.max()) + 1
        if numbers * most >= 1 << 62:
            different, number = np.unique(number, return_inverse=True)
            numbers = len(different)
            pause()
        number = number * most + values
        numbers *= most
    _, first, number = np.unique(number, return_index=True, return_inverse=True)
    return first, number


#: The size of the file of shared tables; untouched pages take no memory.
_FILE = 1 << 28
#: The bytes for the notes, before the tables.
_NOTES = 2 * 8


class Tables:
    """Tables in the memory of this process, one of which is in use.

    `notes` has the size of the table in use (0 if none) and about how many words are stored; `most`
    is the largest size.
    """

    def __init__(self) -> None:
        self.notes: NDArray[np.int64] = np.zeros(2, dtype=np.int64)
        self.most = 1 << 62

    def words(self, size: int) -> NDArray[np.uint64]:
        """Return the table of `size` words, a power of two; zeros if it is new."""
        return np.zeros(size, dtype=np.uint64)


class SharedTables(Tables):
    """Tables in an anonymous memory file, which ends with the last process that has it open; `file`
    comes from `create`.

    A table of n words, a power of two, begins n words into the file, so all sizes have their place.
    Words are read and written whole; any other consistency is up to their content.
    """

    def __init__(self, file: int) -> None:
        self._file = file
        self.notes = np.frombuffer(mmap.mmap(file, _NOTES), dtype=np.int64)
        self.most = 1 << ((os.fstat(file).st_size // 16).bit_length() - 1)

    @staticmethod
    def create(nbytes: int = _FILE) -> int | None:
        """Return a new file of `nbytes`, half of which the largest table can use; None if not
        supported (Linux supports it).
        """
        if sys.platform != "linux":
            return None
        try:
            file = os.memfd_create("tilewright")
        except OSError:
            return None
        os.ftruncate(file, nbytes)
        return file

    def words(self, size: int) -> NDArray[np.uint64]:
        """Return the table of `size` words, at least one page."""
        return np.frombuffer(mmap.mmap(self._file, 8 * size, offset=8 * size), dtype=np.uint64)
