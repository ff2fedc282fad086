"""Runs of dance over one subtree: items as sets, or options as machine words where items are few."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tilewright.files.fields import LARGEST, checked_array, damaged
from tilewright.search.dance.layout import Layout
from tilewright.search.protocol import Status

__all__ = ["BUFFER", "LEVELS", "MANY_ITEMS", "DanceRun", "MaskRun", "checked_found"]

#: Levels that a run has room for at first; it grows when they are full.
LEVELS = 64
#: It has room for more from the beginning where solutions may have more options, up to this.
_ROOM = 128
#: Up to so many items, keys are remembered for each level.
MANY_ITEMS = 20_000
#: Numbers that the buffer of solutions may hold: 64 megabytes.
BUFFER = 1 << 24


class DanceRun:
    """One part of the tree, being searched; see `tilewright.search.protocol.EngineRun`."""

    def __init__(
        self,
        layout: Layout,
        path: NDArray[np.int32],
        capacity: int = 4096,
        limit: int = 0,
        *,
        many_items: int = MANY_ITEMS,
    ) -> None:
        from tilewright.kernels.dance import search as kernel

        self._layout = layout
        self._kernel = kernel
        self._part = np.array(path, dtype=np.int32)
        self._limit, self._many_items = limit, many_items
        self._capacity = capacity
        # What -1 ("stays empty", padding) stands for is at the end, where index -1 finds it.
        self._number = np.append(layout.number, np.int32(-1))
        self._begin()

    def _begin(self) -> None:
        """Lay out the state at the root of the tree."""
        kernel, layout = self._kernel, self._layout
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
        )
        # Room for solutions with as many options as there are levels: more than that grows when it is needed.
        room = min(max(LEVELS, layout.depth + 2), _ROOM)
        levels = 1 if layout.items > self._many_items else room
        longest = int(size.max(initial=0))
        self._state = kernel.DanceState(
            options=options,
            length=size,
            key=key,
            used=np.zeros(layout.items, dtype=np.int32),
            alive=np.ones(layout.size, dtype=np.uint8),
            trail=np.zeros(layout.size + 1, dtype=np.uint32),
            stack=np.zeros((room, 7), dtype=np.int32),
            keys=np.zeros((levels, layout.items), dtype=np.int32),
            lengths=np.zeros((32, layout.items + 1), dtype=np.int32),
            path=self._part,
            spare=np.zeros(max(longest, 2 * len(layout.neighbor)), dtype=np.uint32),
            where=np.zeros(8, dtype=np.int64),
        )
        self._state.lengths[0, -1] = layout.size
        where = self._state.where
        where[kernel.LEVEL] = -1
        where[kernel.LIMIT] = self._limit
        if not layout.possible or (key <= 0).any():
            where[kernel.PHASE] = kernel.TRY
        self._found = self._buffer()
        #: Solutions that were found before a state was saved, and not taken yet.
        self._earlier = np.zeros((0, layout.depth), dtype=np.int32)
        self._taken = 0
        self._share = 0.0

    @property
    def nodes(self) -> int:
        """Branches taken so far."""
        return int(self._state.where[self._kernel.NODES])

    @property
    def steps(self) -> int:
        """Steps of the kernel so far."""
        return int(self._state.where[self._kernel.STEPS])

    @property
    def found(self) -> int:
        """Solutions found so far."""
        return self._taken + len(self._earlier) + int(self._state.where[self._kernel.FOUND])

    @property
    def share(self) -> float:
        """Estimated share of this part that is done, 0 to 1."""
        kernel = self._kernel
        where = self._state.where
        level = int(where[kernel.LEVEL])
        if level < 0:
            done = float(where[kernel.PHASE] == kernel.TRY)
        else:
            stack = self._state.stack[: level + 1].astype(float)
            fixed = np.arange(level + 1) < self._state.path.size
            degree = np.where(fixed, 1.0, np.maximum(stack[:, kernel.DEGREE], 1.0))
            child = np.where(fixed, 0.0, np.clip(stack[:, kernel.CHILD], 0.0, degree - 1))
            with np.errstate(over="ignore"):
                done = float((child / np.cumprod(degree)).sum())
        self._share = max(self._share, done)
        return self._share

    def advance(self, budget: int) -> Status:
        """Take at most `budget` steps: branches taken and given up."""
        kernel = self._kernel
        end = self.steps + budget
        status = kernel.SHALLOW
        while status == kernel.SHALLOW:
            status = kernel.advance(self._problem, self._state, self._found, max(end - self.steps, 1))
            if status == kernel.SHALLOW:
                self._grow()
        if status == kernel.FINISHED:
            return Status.DONE
        return Status.FULL if status == kernel.FULL else Status.MORE

    def take(self) -> NDArray[np.int32]:
        """Return the solutions found since the last call, -1 padded, and forget them."""
        kernel = self._kernel
        rows = self._found[: int(self._state.where[kernel.FOUND])]
        self._state.where[kernel.FOUND] = 0
        if self._state.where[kernel.LIMIT]:
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
        rows = self._number[rows]
        if (self._layout.number < 0).any():
            rows = -np.sort(-rows, axis=1)
        depth = self._layout.depth
        if rows.shape[1] < depth:
            whole = np.full((len(rows), depth), -1, dtype=np.int32)
            whole[:, : rows.shape[1]] = rows
            return whole
        return np.ascontiguousarray(rows[:, :depth])

    def close(self) -> None:
        """Do nothing: all state is in the arrays."""

    def stack(self) -> NDArray[np.int32]:
        """Return what is chosen right now, the oldest first."""
        level = int(self._state.where[self._kernel.LEVEL])
        chosen = self._state.stack[: level + 1, self._kernel.OPTION]
        numbers: NDArray[np.int32] = self._number[chosen[chosen >= 0]]
        return numbers[numbers >= 0]

    def rest(self) -> list[tuple[NDArray[np.int32], float]]:
        """Return what is left of this part as parts, in order, each with its estimated share of it."""
        kernel = self._kernel
        path = self._state.path
        level = int(self._state.where[kernel.LEVEL])
        down = int(self._state.where[kernel.PHASE]) == kernel.DOWN
        child = self._state.stack[: level + 1, kernel.CHILD].copy()
        if level < path.size and (child[level] < path[level] if level >= 0 and not down else down):
            return [(path.copy(), 1.0)]
        with np.errstate(over="ignore"):
            weight = 1.0 / np.cumprod(
                np.maximum(self._state.stack[path.size : level + 1, kernel.DEGREE], 1.0)
            )
        parts = [(child, float(weight[-1]) if len(weight) else 1.0)] if down else []
        for top in range(level, path.size - 1, -1):
            for other in range(int(child[top]) + 1, int(self._state.stack[top, kernel.DEGREE])):
                parts.append((np.append(child[:top], np.int32(other)), float(weight[top - path.size])))
        return parts

    def state(self) -> dict[str, NDArray[Any]]:
        """Return copies of the arrays that `restore` needs: the branches taken, and what was found."""
        where, kernel = self._state.where, self._kernel
        return {
            "stack": self._state.stack[: int(where[kernel.LEVEL]) + 1].copy(),
            "path": self._part.copy(),
            "where": where.copy(),
            "found": np.concatenate([self._earlier, self._numbered(self._found[: int(where[kernel.FOUND])])]),
            "taken": np.array([self._taken], dtype=np.int64),
        }

    def restore(self, state: dict[str, NDArray[Any]]) -> None:
        """Go back to where a run stood: the branches to its node are taken anew, and nothing else is taken from the state."""
        kernel = self._kernel
        where = checked_array(state, "where", np.int64, self._state.where.shape)
        level, phase = int(where[kernel.LEVEL]), int(where[kernel.PHASE])
        state = in_use(state, level + 1, len(self._number) - 1, self._numbered)
        stack = checked_array(state, "stack", np.int32, (level + 1, self._state.stack.shape[1]))
        found, taken = checked_found(state, self._number.max(), self._layout.depth)
        nodes, steps = int(where[kernel.NODES]), int(where[kernel.STEPS])
        if not (0 <= nodes <= LARGEST and 0 <= steps <= LARGEST and phase in (kernel.DOWN, kernel.TRY)):
            raise damaged("the numbers of a part are impossible")
        if not np.array_equal(checked_array(state, "path", np.int32, (None,)), self._part):
            raise damaged("a part belongs to another subtree")
        if self.steps:
            self._begin()
        self._go_to(
            stack[:, kernel.CHILD],
            phase == kernel.DOWN,
            bool((stack[-1:, kernel.OPTION] == kernel.NONE).any()),
        )
        self._state.where[[kernel.NODES, kernel.STEPS]] = nodes, steps
        self._earlier, self._taken, self._share = found, taken, 0.0

    def _go_to(self, child: NDArray[np.int32], down: bool, excluded: bool) -> None:
        """Take the branches that lead to a node."""
        kernel, where, part = self._kernel, self._state.where, self._part
        shared = min(max(len(child) - (not down), 0), len(part))
        within = (child[:shared] == part[:shared]).all() and (child >= 0).all()
        if not within or (shared < min(len(child), len(part)) and child[shared] > part[shared]):
            raise damaged("a part stood outside of its subtree")
        ahead = child if down else child[:-1]
        arrived = True
        if len(ahead):
            where[kernel.LIMIT] = len(ahead)
            # There is no room to report the node of the last branch: it is where the kernel stops.
            arrived = self._follow(ahead, 1 << 60) == kernel.FULL
        where[kernel.LIMIT] = 0
        if arrived and not down and len(child):
            last = int(child[-1])
            status = self._follow(np.append(ahead, np.int32(last + excluded)), last + 1)
            level = int(where[kernel.LEVEL])
            arrived = status == kernel.PAUSED and level == len(ahead)
            arrived = arrived and bool(self._state.stack[level, kernel.CHILD] == last)
            arrived = arrived and bool((self._state.stack[level, kernel.OPTION] == kernel.NONE) == excluded)
        if not arrived:
            raise damaged("where a part stood is no node of this search tree")
        if not down:
            where[kernel.PHASE] = kernel.TRY
        self._state = self._state._replace(path=part)
        where[kernel.LIMIT] = self._limit

    def _follow(self, path: NDArray[np.int32], budget: int) -> int:
        """Let the kernel take these branches and no others; return its status."""
        kernel = self._kernel
        self._state = self._state._replace(path=np.ascontiguousarray(path, dtype=np.int32))
        while True:
            if int(self._state.where[kernel.LEVEL]) + 2 > len(self._state.stack):
                self._grow()
            found = np.empty((0, len(self._state.stack)), dtype=np.int32)
            status = int(kernel.advance(self._problem, self._state, found, budget))
            if status != kernel.SHALLOW:
                return status

    def _buffer(self, least: int = 1) -> NDArray[np.int32]:
        width = len(self._state.stack)
        return np.empty((max(least, 1, min(self._capacity, BUFFER // width)), width), dtype=np.int32)

    def _grow(self) -> None:
        """Make room for twice as many levels."""
        room = len(self._state.stack)
        keys = self._state.keys
        self._state = self._state._replace(
            stack=np.concatenate([self._state.stack, np.zeros_like(self._state.stack)]),
            keys=np.concatenate([keys, np.zeros_like(keys)]) if len(keys) > 1 else keys,
        )
        kept = self._found[: int(self._state.where[self._kernel.FOUND])]
        self._found = self._buffer(len(kept))
        self._found[: len(kept), :room] = kept
        self._found[: len(kept), room:] = -1


def in_use(
    state: dict[str, NDArray[Any]],
    rows: int,
    options: int,
    numbered: Callable[[NDArray[np.int32]], NDArray[np.int32]],
) -> dict[str, NDArray[Any]]:
    """Return a state as it is saved today. Version 0.2 saved the kernel's arrays whole, and solutions by its own numbers."""
    if "length" not in state:
        return state
    stack = checked_array(state, "stack", np.int32, (None, None))
    found = checked_array(state, "found", np.int32, (None, None))
    if found.size and not (found.min() >= -1 and found.max() < options):
        raise damaged("its solutions have numbers that are no options")
    return {**state, "stack": stack[: max(rows, 0)], "found": numbered(found)}


def checked_found(state: dict[str, NDArray[Any]], most: int, depth: int) -> tuple[NDArray[np.int32], int]:
    """Return the solutions in a state that wait to be taken, and how many were taken before."""
    found = checked_array(state, "found", np.int32, (None, depth))
    taken = int(checked_array(state, "taken", np.int64, (1,))[0])
    if found.size and not (found.min() >= -1 and found.max() <= most):
        raise damaged("a tiling names placements that do not exist")
    if not 0 <= taken <= LARGEST:
        raise damaged("the number of tilings of a part is impossible")
    return found, taken


#: Items that the two words of an option have bits for, beside its number.
_ITEMS = 115
#: Numbers of options; with more than these a level's copy would leave the second-level cache.
_OPTIONS = 1 << 13


class MaskRun:
    """One part of the tree, being searched (`tilewright.kernels.dance.masks`)."""

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
        """Go back to where a run stood: the branches to its node are taken anew, and nothing else is taken from the state."""
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
