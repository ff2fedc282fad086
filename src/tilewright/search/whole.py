"""What engines have in common whose tree cannot be cut: a solver of another kind is at work on the whole problem.

Such an engine has one part, and its run can be neither divided nor put away in a file.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any, ClassVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

from tilewright.cover import Cover
from tilewright.errors import CheckpointError
from tilewright.search.protocol import EngineRun, Status

__all__ = ["WholeEngine", "WholeRun"]


class WholeEngine(ABC):
    """A solver for a whole cover; see `tilewright.search.protocol.Engine`.

    Parameters
    ----------
    cover : Cover
    seed : int, optional
        What the solver draws from.
    one : bool, optional
        Only one tiling is wanted: a run ends at its first.
    """

    name: ClassVar[str]

    def __init__(self, cover: Cover, seed: int | None, one: bool) -> None:
        self.cover = cover
        self.seed = seed
        self.single = one
        smallest = min((len(piece.polyomino) for piece in cover.problem.pieces), default=1)
        self._depth = max(1, cover.area // smallest)

    @property
    def depth(self) -> int:
        """Columns of `WholeRun.take`."""
        return self._depth

    def split(self, parts: int) -> list[NDArray[np.int32]]:
        """Return the whole tree as the only part."""
        return [np.zeros(0, dtype=np.int32)]

    @abstractmethod
    def start(self, part: NDArray[np.int32] | None = None, capacity: int = 4096) -> EngineRun:
        """Return a new run."""


class WholeRun(ABC):
    """A solver at work; see `tilewright.search.protocol.EngineRun`."""

    def __init__(self, engine: WholeEngine, capacity: int) -> None:
        self._capacity = capacity
        self._depth = engine.depth
        self._name = engine.name
        self._taken = 0

    @property
    @abstractmethod
    def nodes(self) -> int:
        """What the solver has tried so far."""

    @property
    @abstractmethod
    def ending(self) -> Status | None:
        """How the solver has ended, if it has."""

    @property
    @abstractmethod
    def waiting(self) -> Sequence[ArrayLike]:
        """The tilings found and not taken yet."""

    @abstractmethod
    def advance(self, budget: int) -> Status:
        """Let the solver work for a moment, whatever the budget."""

    @abstractmethod
    def close(self) -> None:
        """Let go of what works beside the calling thread."""

    @abstractmethod
    def _give(self) -> Sequence[ArrayLike]:
        """Return the tilings that are waiting, and make room."""

    @property
    def found(self) -> int:
        """Tilings found so far, taken or not."""
        return self._taken + len(self.waiting)

    @property
    def share(self) -> float:
        """Return 0 until the solver is done: it does not say how far it is."""
        return 0.0 if self.ending is None else 1.0

    def take(self) -> NDArray[np.int32]:
        """Return the tilings found since the last call, and forget them."""
        given = self._give()
        rows = np.full((len(given), self._depth), -1, dtype=np.int32)
        for row, chosen in zip(rows, given, strict=True):
            row[: np.size(chosen)] = chosen
        self._taken += len(given)
        return rows

    def stack(self) -> NDArray[np.int32]:
        """Return nothing: the solver has no stack of placements."""
        return np.zeros(0, dtype=np.int32)

    def rest(self) -> list[tuple[NDArray[np.int32], float]]:
        """Return the whole, which cannot be cut."""
        return [(np.zeros(0, dtype=np.int32), 1.0)] if self.ending is None else []

    def state(self) -> dict[str, NDArray[Any]]:
        """Refuse.

        Raises
        ------
        CheckpointError
            Always.
        """
        raise CheckpointError(
            f"the engine {self._name} cannot be put away; use scan or dance", where=self._name
        )

    def restore(self, state: dict[str, NDArray[Any]]) -> None:
        """Refuse, like `state`."""
        raise CheckpointError(
            f"the engine {self._name} cannot be taken up again; use scan or dance", where=self._name
        )
