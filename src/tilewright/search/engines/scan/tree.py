"""What both scans are: an engine made of a layout, and runs whose whole state is some arrays."""

from __future__ import annotations

from abc import ABC, abstractmethod
from types import ModuleType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tilewright.cover import Cover
from tilewright.errors import CheckpointError
from tilewright.search.engines.protocol import EngineRun
from tilewright.search.engines.scan.layout import ScanLayout, lay_out, split_layout

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

    @abstractmethod
    def _arrays(self) -> dict[str, tuple[NDArray[Any], int | None]]:
        """Return the arrays that are the state, each with how many of its rows count (None: all)."""

    def state(self) -> dict[str, NDArray[Any]]:
        """Return copies of the arrays that `restore` needs."""
        return {name: array[:rows].copy() for name, (array, rows) in self._arrays().items()}

    def restore(self, state: dict[str, NDArray[Any]]) -> None:
        """Go back to what `state` returned."""
        arrays = self._arrays()
        for name, (array, rows) in arrays.items():
            kept = state.get(name)
            most = len(array)
            if (
                kept is None
                or kept.dtype != array.dtype
                or kept.shape[1:] != array.shape[1:]
                or not (most if rows is None else 0) <= len(kept) <= most
            ):
                raise CheckpointError(
                    f"the state's {name} is missing or does not fit {array.dtype}{list(array.shape)}"
                )
        for name, (array, _) in arrays.items():
            array[: len(state[name])] = state[name]
