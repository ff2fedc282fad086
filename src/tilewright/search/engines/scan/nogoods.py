"""The dead states that a scan remembers: a table shared by all runs of an engine, and where it is used.

A word of the table is a whole state, so threads, and processes that search the same tree, may read and write it without a lock.
What pays is found out while the search runs: the table grows when it fills up, and levels of the tree on which a
look costs more than it saves are left out.
"""

from __future__ import annotations

import threading

import numpy as np
from numpy.typing import NDArray

from tilewright.system.tables import Tables

__all__ = ["LEVELS", "NogoodTable"]

#: Levels of the tree that the kernel can tell apart; deeper ones share the last.
LEVELS = 64
#: The table starts with 2^16 words: it fits in the second-level cache.
_START = 16
#: Tables of up to so many words stay in the caches.
_CACHED = 1 << 18
#: A level is judged after so many looks into the table (and as many as the table has words).
_SAMPLE = 1 << 16
#: What a look costs, in nodes, in tables of up to so many words: second and third cache, memory.
_LOOK = ((1 << 17, 1.5), (1 << 21, 3.0), (1 << 62, 6.0))


class NogoodTable:
    """The table of dead states of one engine.

    Parameters
    ----------
    levels : int
        The levels on which a look may pay, as bits; 0 if nothing is to be remembered.
    memory : int
        Greatest size of the table in bytes.

    Attributes
    ----------
    words : (2^n,) uint64
        The table. It is replaced when it grows; what runs still write to the old one is lost, no more.
    levels : int
        The levels in use, as bits.
    """

    def __init__(self, levels: int, memory: int) -> None:
        self._lock = threading.Lock()
        self._wanted = levels
        self.levels = levels
        self._largest = max(_START, min(63, (memory // 8).bit_length() - 1))
        self._tables = Tables()
        self.words = self._tables.words(1 << (_START if levels else 0))
        self._nodes = 0
        self._probes = np.zeros(LEVELS, dtype=np.int64)
        self._hits = np.zeros(LEVELS, dtype=np.int64)

    def share(self, tables: Tables) -> None:
        """Keep the table there from here on, where others who search the same tree keep theirs."""
        if not self._wanted:
            return
        with self._lock:
            self._tables = tables
            self._largest = max(_START, min(self._largest, tables.most.bit_length() - 1))
            self._move(max(int(tables.notes[0]), len(self.words)))

    def note(self, nodes: int, stored: int, probes: NDArray[np.int64], hits: NDArray[np.int64]) -> None:
        """Take in what a run did since it last said so; grow, and judge the levels, if it is time.

        Parameters
        ----------
        nodes, stored : int
            Nodes made, dead states stored.
        probes, hits : (64,) int64
            Looks into the table on each level, and how many of them found a dead state.
        """
        with self._lock:
            notes = self._tables.notes
            notes[1] += stored
            self._nodes += nodes
            self._probes += probes
            self._hits += hits
            size = len(self.words)
            # A table that the caches hold is worth keeping a little longer.
            full = 2 * size if size <= _CACHED else size
            if notes[0] > size:
                # Others have moved on.
                self._move(int(notes[0]))
            elif notes[1] > full and size < 1 << self._largest:
                self._move(4 * size)
                notes[1] //= 2
            self._judge()

    def _move(self, size: int) -> None:
        """Move to a table of so many words, if they are not too many. What did not pay before may pay now."""
        from tilewright.kernels.scan.narrow import copy_nogoods

        bits = min(size.bit_length() - 1, self._largest)
        larger = self._tables.words(1 << bits)
        with np.errstate(over="ignore"):
            copy_nogoods(self.words, larger, np.uint64(64 - bits))
        self.words = larger
        self._tables.notes[0] = 1 << bits
        self.levels = self._wanted
        self._forget_counts()

    def _judge(self) -> None:
        """Leave out levels on which looking does not pay.

        A look costs as much as a few nodes, more if the table is too large for the caches. What it
        saves is the share of looks that hit times the nodes that a node of the level has below it.
        Levels near the root have so few nodes that they are never judged: a hit there saves most.
        """
        size = len(self.words)
        enough = self._probes > _SAMPLE + size
        if not enough.any():
            return
        # About three nodes are made for each that is looked up; those of lower levels are no tree below.
        below = np.maximum(self._nodes - 3 * np.cumsum(self._probes), self._probes)
        saved = self._hits * below / np.maximum(self._probes - self._hits, 1)
        cost = next(nodes for words, nodes in _LOOK if size <= words)
        for level in np.flatnonzero(enough & (saved < cost * self._probes)).tolist():
            self.levels &= ~(1 << level)
        if self._probes.max() > 16 * (_SAMPLE + size):
            self._forget_counts()

    def _forget_counts(self) -> None:
        self._nodes = 0
        self._probes[:] = 0
        self._hits[:] = 0
