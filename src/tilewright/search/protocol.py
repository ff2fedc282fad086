"""What a search engine is: cut the tree into parts, start a run on a part, advance the run.

Scan and dance are both written to these two protocols, so threads, progress, limits, checkpoints
and animation are one loop (`tilewright.search.subtrees`, `tilewright.search.enumeration`) around either of them. An engine knows nothing
of symmetry: it gets the placements that are allowed, and `tilewright.search.symmetry_breaking`
chooses those and drops the images that are left.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Any, Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from tilewright.system.tables import Tables

__all__ = ["Divisible", "Engine", "EngineRun", "NoEngine", "Sharing", "Status"]


class Status(IntEnum):
    """Why `Run.advance` came back.

    A run says truthfully whether it has searched its whole part (`DONE`) or has ended before (`CUT`); an
    enumeration is complete if every part of it was `DONE`, and only then may "there is none" be said. A run that
    was closed, or failed, never says `DONE` afterwards.
    """

    #: The budget is spent; there is more to search.
    MORE = 0
    #: The buffer of tilings is full: `Run.take` them, then advance again.
    FULL = 1
    #: The whole part is searched; what is in the buffer is the last of it. Nothing else may be called a proof.
    DONE = 2
    #: The run ends here, and not all of its part is searched: one tiling was all that was asked for.
    CUT = 3


class EngineRun(Protocol):
    """One part of the search tree, being searched depth first.

    All state is in arrays, so a run can be put away (`state`) and taken up again (`restore`), in
    another process if need be. A run belongs to one thread at a time; different runs of one
    engine may advance in different threads at once.
    """

    @property
    def nodes(self) -> int:
        """Placements tried so far."""

    @property
    def found(self) -> int:
        """Tilings found so far, taken or not."""

    @property
    def share(self) -> float:
        """Estimated share of this part that is done, 0 to 1.

        Every branch of a node counts the same (D. E. Knuth, "Estimating the efficiency of
        backtrack programs", Mathematics of Computation 29, 1975). Never decreases.
        """

    def advance(self, budget: int) -> Status:
        """Take at most about `budget` steps (nodes); release the GIL meanwhile."""

    def take(self) -> NDArray[np.int32]:
        """Return the tilings found since the last call, and forget them."""

    def close(self) -> None:
        """Let go of what works beside the calling thread; called whenever nobody advances the run for a while.

        A run whose state is all in arrays has nothing to do here, and goes on as if nothing had been.
        """

    def stack(self) -> NDArray[np.int32]:
        """Return the placements that are chosen right now, the oldest first (for animation)."""

    def state(self) -> dict[str, NDArray[Any]]:
        """Return copies of the arrays that `restore` needs, tilings not yet taken included."""

    def restore(self, state: dict[str, NDArray[Any]]) -> None:
        """Go back to what `state` returned for the same part of the same engine."""


@runtime_checkable
class Divisible(Protocol):
    """A run that can be cut where it stands, so that idle threads may help with the rest of it."""

    def rest(self) -> list[tuple[NDArray[np.int32], float]]:
        """Return what is left of this part as parts, in order, each with its estimated share of it.

        The run is of no use afterwards: others take over what it has not expanded yet. Call `take`
        before.
        """


@runtime_checkable
class Sharing(Protocol):
    """An engine that remembers states of its search in a table of words, which several processes may have in common."""

    def share(self, tables: Tables) -> None:
        """Keep the table there, where others keep theirs who search the same tree; no run may be under way."""


class Engine(Protocol):
    """A compiled problem, ready to be searched. Read-only once made, so threads may share it.

    Every engine is made by ``XEngine(cover, allowed=None, seed=None)``:

    cover : Cover
        The compiled problem.
    allowed : (p,) bool array, optional
        Placements that may be used; all when not given. A tiling with another is not found.
    seed : int, optional
        Take the branches of each node in an order drawn from this seed, not in placement order.
        The same seed gives the same order.

    and raises `EngineError` if it cannot serve the cover, saying why.
    """

    @property
    def name(self) -> str:
        """Return ``scan``, ``dance``, …."""

    @property
    def depth(self) -> int:
        """Columns of `Run.take`: at least the number of placements in any tiling."""

    @property
    def single(self) -> bool:
        """Whether a run ends at its first tiling (`Status.CUT`). Then that tiling is the answer, whichever it is.

        What is made of the rows of other engines (one of each class of images, all images) is not made of it: to
        drop it as the image of another would leave nothing.
        """

    def split(self, parts: int) -> list[NDArray[np.int32]]:
        """Cut the tree at its top into about `parts` subtrees (fewer if it is too small).

        The subtrees are disjoint, hold every tiling together, are in the order of one whole run,
        and depend on nothing but the engine's input and `parts`. A subtree is a small array (the
        placements chosen from the root to it) that means something to this engine only and can be
        kept in a file. An empty list says that the tree has no leaf at all.
        """

    def start(self, part: NDArray[np.int32] | None = None, capacity: int = 4096) -> EngineRun:
        """Return a new run over a part that `split` returned, or over the whole tree.

        `capacity` is the number of tilings that its buffer holds.
        """


class NoEngine:
    """The engine of a problem that has no tiling for a reason seen at once: its tree has no leaf."""

    name = "none"
    depth = 1
    single = False

    def split(self, parts: int) -> list[NDArray[np.int32]]:
        """Return no subtree."""
        return []

    def start(self, part: NDArray[np.int32] | None = None, capacity: int = 4096) -> EngineRun:
        """Refuse: there is nothing to run on."""
        raise AssertionError("a search for which there is a reason has no parts")
