"""Search one subtree with dance, with options in lists for each item, or as machine words if there
are few items.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from types import ModuleType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tilewright.solving.search.engines.dance.layout import Layout
from tilewright.solving.search.running.protocol import Status

#: The first number of levels that a run has room for.
LEVELS = 64
#: Where solutions may have more options, a run starts with room for up to this many levels.
_ROOM = 128
#: The largest size of a buffer of solutions, in numbers (64 MB).
BUFFER = 1 << 24


class _Run(ABC):
    """The common part of the runs of both kernels, whose state is in arrays; see `EngineRun`."""

    _out: NDArray[np.int32]

    def __init__(self, kernel: ModuleType, layout: Layout, path: NDArray[np.int32]) -> None:
        self._kernel: Any = kernel
        self._where = np.zeros(8, dtype=np.int64)
        self._layout = layout
        self._part = np.array(path, dtype=np.int32)
        # The last entry is for -1 (an empty cell, or padding).
        self._number = np.append(layout.number, np.int32(-1))
        self._has_gaps = bool((layout.number < 0).any())
        self._taken = 0
        self._share = 0.0

    @property
    def nodes(self) -> int:
        """The number of branches taken so far."""
        return int(self._where[self._kernel.NODES])

    @property
    def steps(self) -> int:
        """The number of steps of the kernel so far."""
        return int(self._where[self._kernel.STEPS])

    @property
    def found(self) -> int:
        """The number of solutions found so far."""
        return self._taken + int(self._where[self._kernel.FOUND])

    @property
    def share(self) -> float:
        """The estimated finished share of this part, from 0 to 1."""
        stack, waiting = self._levels()
        done = float(not (len(stack) or waiting))
        if len(stack):
            degree = np.maximum(stack[len(self._part) :, self._kernel.DEGREE], 1.0)
            child = np.clip(stack[len(self._part) :, self._kernel.CHILD], 0.0, degree - 1)
            with np.errstate(over="ignore"):
                done = float((child / np.cumprod(degree)).sum())
        self._share = max(self._share, done)
        return self._share

    @abstractmethod
    def _levels(self) -> tuple[NDArray[np.int32], bool]:
        """Return the used rows of the stack, and whether a node below is about to be entered."""

    def take(self) -> NDArray[np.int32]:
        """Return the solutions found since the last call, as the original numbers of their options,
        (n, depth), padded with -1, and remove them.
        """
        rows = self._out[: int(self._where[self._kernel.FOUND])]
        self._where[self._kernel.FOUND] = 0
        self._taken += len(rows)
        depth = self._layout.depth
        if self._has_gaps:
            rows = -np.sort(-self._number[rows], axis=1)[:, :depth]
        else:
            rows = self._number[rows[:, :depth]]
        if rows.shape[1] == depth:
            return np.ascontiguousarray(rows)
        whole = np.full((len(rows), depth), -1, dtype=np.int32)
        whole[:, : rows.shape[1]] = rows
        return whole

    def close(self) -> None:
        """Do nothing, because the whole state is in arrays."""
        return

    def stack(self) -> NDArray[np.int32]:
        """Return the current choices, starting with the oldest."""
        chosen = self._levels()[0][:, self._kernel.OPTION]
        numbers: NDArray[np.int32] = self._number[chosen[chosen >= 0]]
        return numbers[numbers >= 0]

    def rest(self) -> list[tuple[NDArray[np.int32], float]]:
        """Return the rest of this part as parts, in order, each with its estimated share."""
        kernel, path, fixed = self._kernel, self._part, len(self._part)
        stack, waiting = self._levels()
        child, top = stack[:, kernel.CHILD].copy(), len(stack) - 1
        if top < fixed - waiting:
            # Still on the way down to the part, or back from it.
            before = waiting or (top >= 0 and child[top] < path[top])
            return [(path.copy(), 1.0)] if before else []
        with np.errstate(over="ignore"):
            weight = 1.0 / np.cumprod(np.maximum(stack[fixed:, kernel.DEGREE], 1.0))
        parts = [(child, float(weight[-1]) if len(weight) else 1.0)] if waiting else []
        for level in range(top, fixed - 1, -1):
            for other in range(int(child[level]) + 1, int(stack[level, kernel.DEGREE])):
                parts.append(
                    (np.append(child[:level], np.int32(other)), float(weight[level - fixed]))
                )
        return parts


class DanceRun(_Run):
    """A run of `tilewright.kernels.dance.search`."""

    def __init__(self, layout: Layout, path: NDArray[np.int32], capacity: int = 4096) -> None:
        from tilewright.kernels.dance import search as kernel

        super().__init__(kernel, layout, path)
        self._capacity = capacity
        item_start = np.zeros(layout.items + 1, dtype=np.uint32)
        size = np.zeros(layout.items, dtype=np.int32)
        key = np.empty(layout.items, dtype=np.int32)
        options = np.empty(layout.item.size, dtype=np.uint32)
        kernel.lay_lists(layout.start, layout.item, layout.bounds, item_start, size, key, options)
        self._problem = kernel.DanceProblem(
            layout.start,
            layout.item,
            layout.color,
            item_start,
            layout.bounds,
            layout.neighbor,
            layout.modulus,
            layout.totals.digit,
            layout.totals.start,
            layout.totals.cell,
            layout.totals.bounds,
        )
        room = min(max(LEVELS, layout.depth + 2), _ROOM)
        levels = 1 if layout.items > layout.many_items else room
        longest = int(size.max(initial=0))
        self._state = kernel.DanceState(
            options=options,
            length=size,
            key=key,
            used=np.zeros(layout.items, dtype=np.int32),
            alive=np.ones(layout.size, dtype=np.uint8),
            trail=np.zeros(layout.size + 1, dtype=np.uint32),
            stack=np.zeros((room, kernel.COLUMNS), dtype=np.int32),
            keys=np.zeros((levels, layout.items), dtype=np.int32),
            lengths=np.zeros((32, layout.items + 1), dtype=np.int32),
            path=self._part,
            spare=np.zeros(
                max(longest, 2 * len(layout.neighbor), 2 * len(layout.totals.cell)), dtype=np.uint32
            ),
            where=self._where,
            shown=np.zeros(layout.items, dtype=np.int32),
        )
        self._state.lengths[0, -1] = layout.size
        self._where[kernel.LEVEL] = -1
        if not layout.possible or (key <= 0).any():
            self._where[kernel.PHASE] = kernel.TRY
        self._out = self._buffer()

    def _levels(self) -> tuple[NDArray[np.int32], bool]:
        waiting = bool(self._where[self._kernel.PHASE] == self._kernel.DOWN)
        return self._state.stack[: int(self._where[self._kernel.LEVEL]) + 1], waiting

    def advance(self, budget: int) -> Status:
        """Take at most `budget` steps, which are branches entered and left."""
        kernel = self._kernel
        end = self.steps + budget
        while True:
            status = kernel.advance(self._problem, self._state, self._out, max(end - self.steps, 1))
            if status != kernel.SHALLOW:
                return Status(status)
            self._grow()

    def _buffer(self, least: int = 1) -> NDArray[np.int32]:
        width = len(self._state.stack)
        return np.empty(
            (max(least, 1, min(self._capacity, BUFFER // width)), width), dtype=np.int32
        )

    def _grow(self) -> None:
        """Double the number of levels."""
        room = len(self._state.stack)
        keys = self._state.keys
        self._state = self._state._replace(
            stack=np.concatenate([self._state.stack, np.zeros_like(self._state.stack)]),
            keys=np.concatenate([keys, np.zeros_like(keys)]) if len(keys) > 1 else keys,
        )
        rows = self._out[: int(self._where[self._kernel.FOUND])]
        self._out = self._buffer(len(rows))
        self._out[: len(rows), :room] = rows
        self._out[: len(rows), room:] = -1


#: The two words of an option have bits for this many items, beside its number.
WORD_ITEMS = 115
#: With more options than this, the copy of a level would not fit in the second-level cache.
WORD_OPTIONS = 1 << 13


class MaskRun(_Run):
    """A run of `tilewright.kernels.dance.masks`."""

    def __init__(self, layout: Layout, path: NDArray[np.int32], capacity: int = 4096) -> None:
        from tilewright.kernels.dance import masks as kernel

        super().__init__(kernel, layout, path)
        # Bound on the options of a solution: items to cover, by the fewest of these in any option.
        primary = layout.bounds[:, 0] == 1
        numbers = np.repeat(np.arange(layout.size), np.diff(layout.start))
        covers = np.bincount(numbers, weights=primary[layout.item], minlength=layout.size)
        levels = int(primary.sum()) // max(int(covers.min(initial=layout.items)), 1) + 2
        left = np.zeros((levels, 2, max(layout.size, 1) + 1), dtype=np.uint64)
        bits = np.uint64(1) << (layout.item & 63).astype(np.uint64)
        np.bitwise_or.at(left[0], ((layout.item >> 6).astype(np.int64), numbers), bits)
        items = sum(1 << item for item in np.flatnonzero(primary).tolist())
        self._every = np.array(
            [items & ((1 << 64) - 1), items >> 64, layout.items > 64], dtype=np.uint64
        )
        left[0, 1, : layout.size] |= np.arange(layout.size, dtype=np.uint64) << np.uint64(
            kernel.NUMBER
        )
        length = np.zeros(levels, dtype=np.int64)
        length[0] = layout.size
        self._arrays: dict[str, NDArray[Any]] = {
            "left": left,
            "length": length,
            "covered": np.zeros((levels, 2), dtype=np.uint64),
            "stack": np.zeros((levels, kernel.COLUMNS), dtype=np.int32),
            "path": self._part,
            "where": self._where,
        }
        self._out = np.empty((max(capacity, 1), levels), dtype=np.int32)
        if not layout.possible:
            self._where[kernel.LEVEL] = -1

    @staticmethod
    def takes(layout: Layout) -> bool:
        """Return whether a layout has few items, each covered exactly or at most once, and neither
        colors nor totals.
        """
        return (
            0 < layout.items <= WORD_ITEMS
            and 0 < layout.size <= WORD_OPTIONS
            and not layout.color.size
            and not layout.totals.digit.size
            and bool(
                (layout.bounds[:, 0] == layout.bounds[:, 1]).all() and (layout.bounds <= 1).all()
            )
            and bool((layout.bounds[:, 0] == 1).any())
            and bool((layout.number >= 0).all())
        )

    def _levels(self) -> tuple[NDArray[np.int32], bool]:
        level, phase = int(self._where[self._kernel.LEVEL]), int(self._where[self._kernel.PHASE])
        rows = max(level + int(phase == self._kernel.TRY), 0)
        return self._arrays["stack"][:rows], level >= 0 and phase == self._kernel.LOOK

    def advance(self, budget: int) -> Status:
        """Take at most `budget` steps, which are levels entered, and branches entered and left."""
        return Status(self._kernel.advance(self._every, *self._arrays.values(), self._out, budget))
