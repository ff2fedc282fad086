"""The common part of both scan engines: an engine made from a layout, and runs whose state is in
arrays.
"""

from __future__ import annotations

import threading
from abc import ABC, abstractmethod
from collections.abc import Iterator
from types import ModuleType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tilewright.model.cover import Cover
from tilewright.solving.search.engines.scan.layout import Node, ScanLayout, lay_out
from tilewright.solving.search.running.protocol import EngineRun
from tilewright.system.files.fields import damaged
from tilewright.system.values.arrays import Tables


class ScanTree(ABC):
    """The part of a scan engine that does not depend on the kernel."""

    name = "scan"
    single = False

    def __init__(
        self,
        cover: Cover,
        allowed: NDArray[np.bool_] | None,
        seed: int | None,
        layout: ScanLayout | None,
    ) -> None:
        self.layout = lay_out(cover, allowed, seed) if layout is None else layout

    @property
    def depth(self) -> int:
        """The largest number of placements in a tiling."""
        return self.layout.depth

    @abstractmethod
    def start(self, part: NDArray[np.int32] | None = None, capacity: int = 4096) -> EngineRun:
        """Return a new run over a part, or over the whole tree."""


class ScanRuns:
    """A run over a part of the tree with one of the kernels."""

    def __init__(self, kernel: ModuleType, control: int, part: NDArray[np.int32] | None) -> None:
        self._kernel: Any = kernel
        self._control = np.zeros(control, dtype=np.int64)
        self.part = (
            np.zeros(0, dtype=np.int32) if part is None else np.asarray(part, dtype=np.int32)
        )

    @property
    def nodes(self) -> int:
        """The number of placements tried so far."""
        return int(self._control[self._kernel.NODES])

    @property
    def found(self) -> int:
        """The number of tilings found so far."""
        return int(self._control[self._kernel.FOUND])

    def close(self) -> None:
        """Do nothing, because the whole state is in arrays."""
        return

    @property
    def _filled(self) -> int:
        """The number of tilings that have not been taken yet."""
        return int(self._control[self._kernel.FILLED])

    def _choices(self, layout: ScanLayout) -> Iterator[tuple[int, int, Node]]:
        """Yield the position and orientation of each choice on the path to the part, and the node
        before it.
        """
        if self.part.ndim != 1 or len(self.part) % 2:
            raise damaged("the path of a subtree must be a list of pairs")
        node = layout.root
        for first, o in self.part.reshape(-1, 2).tolist():
            if first != node.first or not layout.fits(node, o):
                raise damaged("the path of a subtree does not lead to a node of this search tree")
            yield first, o, node
            node = layout.place(node, o)


#: Levels of the tree that the kernel counts separately; deeper ones share the last.
LEVELS = 64
#: A table starts with 2^16 words, which fit in the second-level cache.
_START = 16
#: Tables of up to this many words fit in the caches.
_CACHED = 1 << 18
#: Lookups (plus the words of the table) before a level is judged.
_SAMPLE = 1 << 16
#: Cost of a lookup in nodes, for tables of up to this many words: second and third cache, memory.
_LOOK = ((1 << 17, 1.5), (1 << 21, 3.0), (1 << 62, 6.0))


class NogoodTable:
    """The table of dead states of an engine."""

    def __init__(self, levels: int, memory: int) -> None:
        self._lock = threading.Lock()
        self._wanted = levels
        #: The levels in use, as bits.
        self.levels = levels
        self._largest = max(_START, min(63, (memory // 8).bit_length() - 1))
        self._tables = Tables()
        #: (2^n,) uint64; replaced when it grows. What runs still write to the old table is lost,
        #: which does no harm.
        self.words = self._tables.words(1 << (_START if levels else 0))
        self._nodes = 0
        self._probes = np.zeros(LEVELS, dtype=np.int64)
        self._hits = np.zeros(LEVELS, dtype=np.int64)

    def share(self, tables: Tables) -> None:
        """Use these tables from now on, shared with other searches of the same tree."""
        if not self._wanted:
            return
        with self._lock:
            self._tables = tables
            self._largest = max(_START, min(self._largest, tables.most.bit_length() - 1))
            self._move(max(int(tables.notes[0]), len(self.words)))

    def note(
        self, nodes: int, stored: int, probes: NDArray[np.int64], hits: NDArray[np.int64]
    ) -> None:
        """Add the counts of a run since its last call, and grow the table and evaluate the levels
        when it is time.
        """
        with self._lock:
            notes = self._tables.notes
            notes[1] += stored
            self._nodes += nodes
            self._probes += probes
            self._hits += hits
            size = len(self.words)
            # A table that fits in the caches is kept a little longer.
            full = 2 * size if size <= _CACHED else size
            if notes[0] > size:
                # Other processes use a larger table.
                self._move(int(notes[0]))
            elif notes[1] > full and size < 1 << self._largest:
                self._move(4 * size)
                notes[1] //= 2
            self._judge()

    def _move(self, size: int) -> None:
        """Move to a table of this many words, if allowed, and use all levels again."""
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
        """Disable levels whose lookups cost more than they save.

        A lookup saves its hit rate times the number of nodes below a node of the level. Levels near
        the root have too few nodes for an evaluation.
        """
        size = len(self.words)
        enough = self._probes > _SAMPLE + size
        if not enough.any():
            return
        # About three nodes are made for each lookup; those of lower levels are not below this one.
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
