"""The search tree as a list of parts in order, worked on by one thread or by several.

The tree starts as one part. When a worker has nothing to do, a part that is being searched is cut:
the nodes that wait on its stack become parts of their own, in its place in the list. What the first
part of the list finds is handed out at once, what others find waits for its turn; so the tilings
come in the same order however many threads there are.
"""

from __future__ import annotations

import contextlib
import os
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tilewright.search.engine import Divisible, Engine, Run, Status

__all__ = ["Part", "Parts", "cores"]

#: A slice of work between two looks at the clock aims at this many seconds.
_SLICE = 0.02
_FIRST_BUDGET = 1 << 12
_LARGEST_BUDGET = 1 << 24
#: A part is cut for idle workers when it has been searched for so many seconds.
_CUT_AFTER = 0.03
#: The share of a part that is done is estimated again after so many seconds of work on it.
_ESTIMATE_EVERY = 0.2
#: A tree that can be cut at its top only is cut into so many parts for each thread.
_PARTS_PER_THREAD = 24
#: Bytes of tilings that may wait for their turn.
_WAITING_BYTES = 64 << 20

Rows = NDArray[np.int32]


@dataclass(eq=False, slots=True)
class Part:
    """One part of the tree, in its place in the list.

    Attributes
    ----------
    path : (n,) int32
        What the engine needs to start on it.
    weight : float
        Estimated share of the whole tree.
    run : Run or None
        None before it is started and after it is done.
    waiting : deque of (m, depth) int32
        Tilings that are not handed out yet.
    """

    path: NDArray[np.int32]
    weight: float
    run: Run | None = None
    waiting: deque[Rows] = field(default_factory=deque)
    busy: bool = False
    done: bool = False
    seconds: float = 0.0
    share: float = 0.0
    estimated: float = 0.0
    budget: int = _FIRST_BUDGET


class Parts:
    """The list of parts, and the threads that work on it.

    Parameters
    ----------
    engine : Engine
    transform : callable
        From the rows that the engine found to the rows to hand out and how many tilings they count for.
    parts : list of Part, optional
        What is left of a search that was put away; the whole tree when not given.

    Attributes
    ----------
    found : int
        Tilings that the parts have found, by the transform's count.
    nodes_done : int
        Nodes of the parts that are done.
    """

    def __init__(
        self,
        engine: Engine,
        transform: Callable[[Rows], tuple[Rows, int]],
        parts: list[Part] | None = None,
    ) -> None:
        self.engine = engine
        self._transform = transform
        self.parts = [Part(np.zeros(0, dtype=np.int32), 1.0)] if parts is None else parts
        self.found = 0
        self.nodes_done = 0
        self._capacity = max(16, min(4096, (4 << 20) // (4 * engine.depth)))
        self._change = threading.Condition()
        self._stop = False
        self._paused = False
        self._idle = 0
        self._held = sum(rows.nbytes for part in self.parts for rows in part.waiting)
        self._error: BaseException | None = None
        self._threads: list[threading.Thread] = []

    def hire(self, threads: int) -> None:
        """Start threads that work on the list until it is done or `dismiss` is called."""
        self._split_root(threads)
        for _ in range(threads):
            thread = threading.Thread(target=self._labor, name="tilewright search", daemon=True)
            self._threads.append(thread)
            thread.start()

    def _split_root(self, threads: int) -> None:
        """Cut the tree at its top if its run cannot be cut later. What was done of it is done again."""
        run = self.parts[0].run if len(self.parts) == 1 else None
        if run is None or isinstance(run, Divisible) or run.found or self.parts[0].waiting:
            return
        paths = self.engine.split(_PARTS_PER_THREAD * threads)
        if len(paths) > 1:
            self.nodes_done += run.nodes
            self.parts = [Part(path, 1.0 / len(paths)) for path in paths]

    @property
    def hired(self) -> bool:
        """Whether threads are at work."""
        return bool(self._threads)

    def dismiss(self) -> None:
        """Let all threads end; each does within a slice of work. Their parts stay in the list."""
        with self._change:
            self._stop = True
            self._change.notify_all()
        for thread in self._threads:
            thread.join()
        self._threads.clear()
        self._stop = False
        for part in self.parts:
            # An engine that works in threads of its own (sat) has to be told.
            close = getattr(part.run, "close", None)
            if close is not None:
                close()

    def abandon(self) -> None:
        """Let all threads end, and take what is left as searched: it is known that nothing is there."""
        self.dismiss()
        for part in self.parts:
            self._retire(part)

    def next_rows(self) -> Rows | None:
        """Return the next tilings in order; None if there are none yet."""
        with self._change:
            self._check()
            while self.parts and self.parts[0].done and not self.parts[0].waiting:
                self.parts.pop(0)
                self._change.notify_all()
            if not self.parts or not self.parts[0].waiting:
                return None
            rows = self.parts[0].waiting.popleft()
            self._held -= rows.nbytes
            self._change.notify_all()
            return rows

    def pack(self) -> tuple[list[dict[str, Any]], dict[str, NDArray[Any]]]:
        """Return the list as JSON values and arrays, for a checkpoint. Call it inside `pause`."""
        listed = []
        arrays: dict[str, NDArray[Any]] = {}
        for number, part in enumerate(self.parts):
            listed.append({"weight": part.weight, "done": part.done, "share": part.share})
            arrays[f"{number}/path"] = part.path
            if part.waiting:
                arrays[f"{number}/waiting"] = np.concatenate(list(part.waiting))
            if part.run is not None:
                arrays |= {f"{number}/run/{name}": array for name, array in part.run.state().items()}
        return listed, arrays

    def unpack(self, listed: list[dict[str, Any]], arrays: dict[str, NDArray[Any]]) -> None:
        """Put what `pack` returned in the place of the list."""
        self.parts = []
        for number, values in enumerate(listed):
            part = Part(
                arrays[f"{number}/path"], values["weight"], done=values["done"], share=values["share"]
            )
            if f"{number}/waiting" in arrays:
                part.waiting.append(arrays[f"{number}/waiting"])
            prefix = f"{number}/run/"
            state = {name[len(prefix) :]: array for name, array in arrays.items() if name.startswith(prefix)}
            if state:
                part.run = self.engine.start(part.path, self._capacity)
                part.run.restore(state)
            self.parts.append(part)
        self._held = sum(rows.nbytes for part in self.parts for rows in part.waiting)

    @property
    def finished(self) -> bool:
        """Whether the whole tree is searched and all is handed out."""
        return all(part.done and not part.waiting for part in self.parts)

    def wait(self, seconds: float) -> None:
        """Wait until something changes in the list, at most so long."""
        with self._change:
            if self.parts and not self.parts[0].waiting and not self.parts[0].done:
                self._change.wait(seconds)
            self._check()

    def work(self) -> None:
        """Do one slice of work in the calling thread, on the first part that is not done."""
        part = self._pick()
        if part is not None:
            self._slice(part)

    def tally(self) -> tuple[int, float]:
        """Return the nodes so far and the estimated share of the tree that is done."""
        with self._change:
            nodes = self.nodes_done + sum(part.run.nodes for part in self.parts if part.run is not None)
            left = sum(part.weight * (1.0 - part.share) for part in self.parts if not part.done)
        return nodes, min(1.0, max(0.0, 1.0 - left))

    @contextlib.contextmanager
    def pause(self) -> Iterator[None]:
        """Return a context in which no thread works on any part."""
        with self._change:
            self._paused = True
            while any(part.busy for part in self.parts):
                self._change.wait(0.01)
            try:
                yield
            finally:
                self._paused = False
                self._change.notify_all()

    def _check(self) -> None:
        if self._error is not None:
            raise self._error

    def _pick(self) -> Part | None:
        """Take the first part that nobody works on; only the first of all when too much is waiting."""
        with self._change:
            if self._paused:
                return None
            for number, part in enumerate(self.parts):
                if number and self._held > _WAITING_BYTES:
                    break
                if not part.done and not part.busy and not (part.waiting and self._held > _WAITING_BYTES):
                    part.busy = True
                    return part
            return None

    def _slice(self, part: Part) -> None:
        """Advance one part a little and put what it found in its place."""
        try:
            if part.run is None:
                part.run = self.engine.start(part.path, self._capacity)
            run = part.run
            begin = time.perf_counter()
            status = run.advance(part.budget)
            seconds = time.perf_counter() - begin
            part.seconds += seconds
            if status == Status.MORE:
                part.budget = _next_budget(part.budget, seconds)
            rows, count = self._transform(run.take())
            if part.seconds - part.estimated > _ESTIMATE_EVERY:
                part.share = max(part.share, run.share)
                part.estimated = part.seconds
            with self._change:
                if len(rows):
                    part.waiting.append(rows)
                    self._held += rows.nbytes
                self.found += count
                if status == Status.DONE:
                    self._retire(part)
                elif self._idle > 0 and part.seconds > _CUT_AFTER:
                    self._cut(part, run)
                part.busy = False
                self._change.notify_all()
        except BaseException:
            with self._change:
                part.busy = False
                self._change.notify_all()
            raise

    def _retire(self, part: Part) -> None:
        if part.run is not None:
            self.nodes_done += part.run.nodes
        part.run = None
        part.done = True

    def _cut(self, part: Part, run: Run) -> None:
        """Put the rest of a part in its place as parts of their own."""
        if any(not other.done and not other.busy for other in self.parts):
            return
        if not isinstance(run, Divisible):
            return
        rest = [Part(path, part.weight * weight) for path, weight in run.rest()]
        if len(rest) < 2:
            return
        self._retire(part)
        place = self.parts.index(part)
        self.parts[place + 1 : place + 1] = rest

    def _labor(self) -> None:
        """Work until there is nothing left (the life of a thread)."""
        try:
            while True:
                part = None
                while part is None:
                    part = self._pick()
                    with self._change:
                        if self._stop or all(other.done for other in self.parts):
                            if part is not None:
                                part.busy = False
                            return
                        if part is None:
                            self._idle += 1
                            self._change.wait(0.05)
                            self._idle -= 1
                self._slice(part)
        except BaseException as error:
            with self._change:
                self._error = error
                self._change.notify_all()


def _next_budget(budget: int, seconds: float) -> int:
    """Return a budget that comes nearer to the length of a slice."""
    if seconds < _SLICE / 2:
        return min(budget * 2, _LARGEST_BUDGET)
    return max(budget // 2, 64) if seconds > _SLICE * 2 else budget


def cores() -> int:
    """Return the number of cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
