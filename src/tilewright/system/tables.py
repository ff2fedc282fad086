"""Room for a table of words that is kept by one process, or by several of this machine that work on the same thing."""

from __future__ import annotations

import mmap
import os
import sys

import numpy as np
from numpy.typing import NDArray

__all__ = ["SharedTables", "Tables"]

#: Bytes of the file of shared tables, the largest of which takes half of it. What nobody writes to takes no memory.
_FILE = 1 << 28
#: Bytes of the notes, before all tables.
_NOTES = 2 * 8


class Tables:
    """Room for tables in the memory of this process; one of them is in use.

    Attributes
    ----------
    notes : (2,) int64
        How many words the table in use has, 0 if there is none yet, and about how many were stored in it.
    most : int
        A table has at most so many words.
    """

    def __init__(self) -> None:
        self.notes: NDArray[np.int64] = np.zeros(2, dtype=np.int64)
        self.most = 1 << 62

    def words(self, size: int) -> NDArray[np.uint64]:
        """Return the table of so many words, a power of two; empty if nobody has written to it."""
        return np.zeros(size, dtype=np.uint64)


class SharedTables(Tables):
    """Room for tables in an anonymous file, which is in memory alone and ends with the last process that has it open.

    A table of n words, a power of two, begins n words after the beginning of the file, so those of all sizes have their places.
    Words are written and read whole; what else is to be kept consistent, the words have to say themselves.

    Parameters
    ----------
    file : int
        From `create`, in this process or in the one that started it.
    """

    def __init__(self, file: int) -> None:
        self._file = file
        self.notes = np.frombuffer(mmap.mmap(file, _NOTES), dtype=np.int64)
        self.most = 1 << ((os.fstat(file).st_size // 16).bit_length() - 1)

    @staticmethod
    def create(nbytes: int = _FILE) -> int | None:
        """Return a new file for tables of up to half of so many bytes; None where the system has no such files (Linux has)."""
        if sys.platform != "linux":
            return None
        try:
            file = os.memfd_create("tilewright")
        except OSError:
            return None
        os.ftruncate(file, nbytes)
        return file

    def words(self, size: int) -> NDArray[np.uint64]:
        """Return the table of so many words, at least one page of them."""
        return np.frombuffer(mmap.mmap(self._file, 8 * size, offset=8 * size), dtype=np.uint64)
