"""What both scans are: an engine made of a layout, and runs whose whole state is some arrays."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from types import ModuleType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tilewright.cover import Cover
from tilewright.files.fields import LARGEST, checked_array, damaged
from tilewright.search.engines.protocol import EngineRun
from tilewright.search.engines.scan.layout import Node, ScanLayout, lay_out, split_layout

__all__ = ["ScanRuns", "ScanTree"]


class ScanTree(ABC):
    """The tree of a scan: the part of an engine that does not depend on the kernel.

    Parameters
    ----------
    cover : Cover
    allowed : (p,) bool, optional
        Placements that may be used; all when not given.
    seed : int, optional
        Draw the order of the branches and the corner where the scan starts.
    layout : ScanLayout, optional
        What `lay_out` makes of the same arguments, if it is at hand.
    """

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
        """The greatest number of placements in a tiling."""
        return self.layout.depth

    def split(self, parts: int) -> list[NDArray[np.int32]]:
        """Cut the tree at its top into at least `parts` subtrees, if it has that many."""
        return split_layout(self.layout, parts)

    @abstractmethod
    def start(self, part: NDArray[np.int32] | None = None, capacity: int = 4096) -> EngineRun:
        """Return a new run over a part, or over the whole tree."""


class ScanRuns(ABC):
    """A part of the tree, being searched by one of the kernels.

    Parameters
    ----------
    kernel : module
        It names the numbers in ``control``, of which NODES, FOUND and FILLED are read here.
    control : int
        How many numbers there are in it.
    part : (2 * depth,) int32 or None
        Position and orientation of each choice down to the part; None is the whole tree.
    """

    def __init__(self, kernel: ModuleType, control: int, part: NDArray[np.int32] | None) -> None:
        self._kernel: Any = kernel
        self._control = np.zeros(control, dtype=np.int64)
        self.part = np.zeros(0, dtype=np.int32) if part is None else np.asarray(part, dtype=np.int32)

    @property
    def nodes(self) -> int:
        """Placements tried so far."""
        return int(self._control[self._kernel.NODES])

    @property
    def found(self) -> int:
        """Tilings found so far."""
        return int(self._control[self._kernel.FOUND])

    def close(self) -> None:
        """Do nothing: all state is in the arrays."""
        return

    @property
    def _filled(self) -> int:
        """Tilings that wait to be taken."""
        return int(self._control[self._kernel.FILLED])

    def _choices(self, layout: ScanLayout) -> Iterator[tuple[int, int, Node]]:
        """Yield position, orientation, and the node that it leads from, of each choice down to the part.

        Raises
        ------
        CheckpointError
            If the part is not one of this tree: it may come from a file.
        """
        if self.part.ndim != 1 or len(self.part) % 2:
            raise damaged("the path of a part is not a list of pairs")
        node = layout.root
        for first, o in self.part.reshape(-1, 2).tolist():
            if first != node.first or not layout.fits(node, o):
                raise damaged("the path of a part leads to no node of this search tree")
            yield first, o, node
            node = layout.place(node, o)

    @abstractmethod
    def state(self) -> dict[str, NDArray[Any]]:
        """Return copies of the arrays that `restore` needs."""

    @abstractmethod
    def restore(self, state: dict[str, NDArray[Any]]) -> None:
        """Go back to where a run stood: the path to its node is followed anew, and nothing else is taken from the state."""

    def _restore_found(
        self, state: Mapping[str, NDArray[Any]], out: NDArray[Any], most: int
    ) -> NDArray[np.int64]:
        """Take the tilings that wait to be taken; return the numbers of ``control``, of which those of both kernels are checked.

        Parameters
        ----------
        out : (capacity, depth) array
            Filled.
        most : int
            Numbers in it are below this.
        """
        kernel = self._kernel
        control = checked_array(state, "control", np.int64, self._control.shape)
        rows = checked_array(state, "out", out.dtype, (None, out.shape[1]))
        nodes, found, filled = (int(control[n]) for n in (kernel.NODES, kernel.FOUND, kernel.FILLED))
        if not (0 <= nodes <= LARGEST and 0 <= filled <= found <= LARGEST):
            raise damaged("the numbers of nodes and tilings of a part are impossible")
        if len(rows) != filled or filled > len(out):
            raise damaged(f"a part has {len(rows)} tilings waiting, not {filled}")
        if filled and not (rows.min() >= -1 and rows.max() < most):
            raise damaged("a tiling names placements that do not exist")
        out[:filled] = rows
        return control
