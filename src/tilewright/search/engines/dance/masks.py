"""A part of the tree of dance, where items are few, and each is covered exactly or at most once: options as machine words."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from tilewright.files.fields import LARGEST, checked_array, damaged
from tilewright.search.engines.dance.layout import Layout
from tilewright.search.engines.dance.run import checked_found, in_use
from tilewright.search.engines.protocol import Status

__all__ = ["MaskRun"]

#: Items that the two words of an option have bits for, beside its number.
_ITEMS = 115
#: Numbers of options; with more than these a level's copy would leave the second-level cache.
_OPTIONS = 1 << 13


class MaskRun:
    """One part of the tree, being searched (`tilewright.kernels.dance.masks`).

    Parameters
    ----------
    layout : Layout
        One that it `takes`.
    path : (m,) int32
        The branches that the first levels take.
    capacity : int
        The number of solutions that the buffer holds.
    limit : int, optional
        Go down so many levels only, and return the branches taken there.
    """

    def __init__(self, layout: Layout, path: NDArray[np.int32], capacity: int = 4096, limit: int = 0) -> None:
        from tilewright.kernels.dance import masks as kernel

        self._kernel = kernel
        self._layout = layout
        # No solution has more options than there are items to cover, by the fewest of these that an option has.
        primary = layout.bounds[:, 0] == 1
        numbers = np.repeat(np.arange(layout.size), np.diff(layout.start))
        covers = np.bincount(numbers, weights=primary[layout.item], minlength=layout.size)
        levels = int(primary.sum()) // max(int(covers.min(initial=layout.items)), 1) + 2
        left = np.zeros((levels, 2, max(layout.size, 1) + 1), dtype=np.uint64)
        bits = np.uint64(1) << (layout.item & 63).astype(np.uint64)
        np.bitwise_or.at(left[0], ((layout.item >> 6).astype(np.int64), numbers), bits)
        items = sum(1 << item for item in np.flatnonzero(primary).tolist())
        self._every = np.array([items & ((1 << 64) - 1), items >> 64, layout.items > 64], dtype=np.uint64)
        left[0, 1, : layout.size] |= np.arange(layout.size, dtype=np.uint64) << np.uint64(kernel.NUMBER)
        length = np.zeros(levels, dtype=np.int64)
        length[0] = layout.size
        self._arrays: dict[str, NDArray[Any]] = {
            "left": left,
            "length": length,
            "covered": np.zeros((levels, 2), dtype=np.uint64),
            "stack": np.zeros((levels, 5), dtype=np.int32),
            "path": np.array(path, dtype=np.int32),
            "where": np.zeros(8, dtype=np.int64),
        }
        self._where = self._arrays["where"]
        self._where[kernel.LIMIT] = limit
        if not layout.possible:
            self._where[kernel.LEVEL] = -1
        self._buffer = np.empty((max(capacity, 1), levels), dtype=np.int32)
        #: Solutions that were found before a state was saved, and not taken yet.
        self._earlier = np.zeros((0, layout.depth), dtype=np.int32)
        self._taken = 0
        self._share = 0.0

    @staticmethod
    def takes(layout: Layout) -> bool:
        """Whether a layout is one for this: few items, each exactly or at most once, and no colors."""
        return (
            0 < layout.items <= _ITEMS
            and 0 < layout.size <= _OPTIONS
            and not layout.color.size
            and bool((layout.bounds[:, 0] == layout.bounds[:, 1]).all() and (layout.bounds <= 1).all())
            and bool((layout.bounds[:, 0] == 1).any())
            and bool((layout.number >= 0).all())
        )

    @property
    def nodes(self) -> int:
        """Branches taken so far."""
        return int(self._where[self._kernel.NODES])

    @property
    def steps(self) -> int:
        """Steps of the kernel so far."""
        return int(self._where[self._kernel.STEPS])

    @property
    def found(self) -> int:
        """Solutions found so far."""
        return self._taken + len(self._earlier) + int(self._where[self._kernel.FOUND])

    def _levels(self) -> tuple[NDArray[np.int32], int, bool]:
        """Return the rows of the stack that are in use, how many levels are fixed, and whether a node waits below them."""
        level = int(self._where[self._kernel.LEVEL])
        looking = int(self._where[self._kernel.PHASE]) == self._kernel.LOOK
        top = level if looking else level + 1
        return self._arrays["stack"][: max(top, 0)], len(self._arrays["path"]), looking and level >= 0

    @property
    def share(self) -> float:
        """Estimated share of this part that is done, 0 to 1."""
        if self._where[self._kernel.LEVEL] < 0:
            self._share = 1.0
        else:
            stack, fixed, _ = self._levels()
            degree = np.maximum(stack[fixed:, self._kernel.DEGREE], 1).astype(float)
            child = np.clip(stack[fixed:, self._kernel.CHILD], 0, None)
            self._share = max(self._share, float((child / np.cumprod(degree)).sum()))
        return self._share

    def advance(self, budget: int) -> Status:
        """Take at most `budget` steps: levels looked at, and branches taken and given up."""
        return Status(self._kernel.advance(self._every, *self._arrays.values(), self._buffer, budget))

    def take(self) -> NDArray[np.int32]:
        """Return the solutions found since the last call, -1 padded, and forget them."""
        rows: NDArray[np.int32] = self._buffer[: int(self._where[self._kernel.FOUND])]
        self._where[self._kernel.FOUND] = 0
        if self._where[self._kernel.LIMIT]:
            self._taken += len(rows)
            return rows.copy()
        whole = self._numbered(rows)
        if len(self._earlier):
            whole = np.concatenate([self._earlier, whole])
            self._earlier = self._earlier[:0]
        self._taken += len(whole)
        return whole

    def _numbered(self, rows: NDArray[np.int32]) -> NDArray[np.int32]:
        """Return solutions as the numbers outside of their options, (n, depth), -1 padded."""
        number = np.append(self._layout.number, np.int32(-1))
        wide = np.full((len(rows), self._layout.depth), -1, dtype=np.int32)
        columns = min(self._layout.depth, rows.shape[1])
        wide[:, :columns] = number[rows[:, :columns]]
        return wide

    def close(self) -> None:
        """Do nothing: all state is in the arrays."""

    def stack(self) -> NDArray[np.int32]:
        """Return what is chosen right now, the oldest first."""
        chosen = self._levels()[0][:, self._kernel.OPTION]
        numbers: NDArray[np.int32] = self._layout.number[chosen[chosen >= 0]]
        return numbers

    def rest(self) -> list[tuple[NDArray[np.int32], float]]:
        """Return what is left of this part as parts, in order, each with its estimated share of it."""
        path = self._arrays["path"]
        if self._where[self._kernel.LEVEL] < 0:
            return []
        stack, fixed, waiting = self._levels()
        child = stack[:, self._kernel.CHILD]
        if len(stack) < fixed or (child[:fixed] < path[: len(child[:fixed])]).any():
            return [(path.copy(), 1.0)]
        degree = stack[:, self._kernel.DEGREE]
        weight = 1.0 / np.cumprod(np.maximum(degree[fixed:], 1).astype(float))
        parts = [(child.copy(), float(weight[-1]) if len(weight) else 1.0)] if waiting else []
        for top in range(len(stack) - 1, fixed - 1, -1):
            for other in range(int(child[top]) + 1, int(degree[top])):
                parts.append((np.append(child[:top], np.int32(other)), float(weight[top - fixed])))
        return parts

    def state(self) -> dict[str, NDArray[Any]]:
        """Return copies of the arrays that `restore` needs: the branches taken, and what was found."""
        stack, _, _ = self._levels()
        found = self._numbered(self._buffer[: int(self._where[self._kernel.FOUND])])
        return {
            "stack": stack.copy(),
            "path": self._arrays["path"].copy(),
            "where": self._where.copy(),
            "found": np.concatenate([self._earlier, found]),
            "taken": np.array([self._taken], dtype=np.int64),
        }

    def restore(self, state: dict[str, NDArray[Any]]) -> None:
        """Go back to where a run stood: the branches to its node are taken anew, and nothing else is taken from the state.

        Raises
        ------
        CheckpointError
            If the arrays do not have the shapes or types of this engine, or no run of it can have left them.
        """
        kernel, part = self._kernel, self._arrays["path"]
        where = checked_array(state, "where", np.int64, self._where.shape)
        level, phase = int(where[kernel.LEVEL]), int(where[kernel.PHASE])
        if phase not in (kernel.LOOK, kernel.TRY) or not -1 <= level < len(self._arrays["length"]):
            raise damaged("the numbers of a part are impossible")
        rows = max(level + (phase == kernel.TRY), 0)
        state = in_use(state, rows, len(self._layout.number), self._numbered)
        stack = checked_array(state, "stack", np.int32, (rows, self._arrays["stack"].shape[1]))
        found, taken = checked_found(state, int(self._layout.number.max()), self._layout.depth)
        nodes, steps = int(where[kernel.NODES]), int(where[kernel.STEPS])
        if not (0 <= nodes <= LARGEST and 0 <= steps <= LARGEST):
            raise damaged("the numbers of a part are impossible")
        if not np.array_equal(checked_array(state, "path", np.int32, (None,)), part):
            raise damaged("a part belongs to another subtree")
        self._where[:] = 0
        if level < 0:
            self._where[kernel.LEVEL] = -1
        else:
            self._go_to(stack[:, kernel.CHILD], phase == kernel.TRY)
        self._where[[kernel.NODES, kernel.STEPS]] = nodes, steps
        self._earlier, self._taken, self._share = found, taken, 0.0

    def _go_to(self, child: NDArray[np.int32], tried: bool) -> None:
        """Take the branches that lead to a node; with `tried`, the last of them is one from which the search came back."""
        kernel, where, part = self._kernel, self._where, self._arrays["path"]
        ahead = child[: len(child) - tried]
        shared = min(len(ahead), len(part))
        within = (ahead[:shared] == part[:shared]).all() and (ahead >= 0).all() and self._layout.possible
        last = int(child[-1]) if tried else -1
        if not within or last < -1 or (shared < min(len(child), len(part)) and last > part[shared]):
            raise damaged("a part stood outside of its subtree")
        arrived = True
        if len(ahead):
            where[kernel.LIMIT] = len(ahead)
            # There is no room to report the node of the last branch: it is where the kernel stops.
            arrived = self._follow(ahead, 1 << 60) is Status.FULL
        where[kernel.LIMIT] = 0
        if arrived and tried:
            # A step to look at the level, and one for each branch: none of them leads down.
            self._follow(np.append(ahead, np.int32(last + 1)), last + 2)
            there = int(where[kernel.LEVEL]) == len(ahead) and int(where[kernel.PHASE]) == kernel.TRY
            arrived = there and int(self._arrays["stack"][len(ahead), kernel.CHILD]) == last
        if not arrived:
            raise damaged("where a part stood is no node of this search tree")

    def _follow(self, path: NDArray[np.int32], budget: int) -> Status:
        """Let the kernel take these branches and no others; return its status."""
        arrays = self._arrays | {"path": np.ascontiguousarray(path, dtype=np.int32)}
        return Status(self._kernel.advance(self._every, *arrays.values(), self._buffer[:0], budget))
