"""The search tree as a list of parts in order, searched by one thread or several.

The tree starts as one part. If a worker is idle, a part that is being searched is divided: the
nodes waiting on its stack become parts in its place. Tilings of the first part are handed out at
once, those of others wait for their turn, so the order does not depend on the threads.
"""

from __future__ import annotations

import contextlib
import signal
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from types import FrameType

import numpy as np
from numpy.typing import NDArray

from tilewright.errors import EngineError, TimeLimitError
from tilewright.solving.search.running.pace import Rows, SearchTuning
from tilewright.solving.search.running.protocol import Divisible, Engine, EngineRun, Status
from tilewright.system.work.deadline import Deadline, current_deadline

#: Runs with more choices than this are not divided: each choice that is left is a part with its own
#: path, which would take gigabytes.
_DEEP = 1_000


@dataclass(eq=False, slots=True)
class OpenSubtree:
    """A part of the tree, in its place in the list."""

    #: What the engine needs to start on it.
    path: NDArray[np.int32]
    #: Estimated share of the whole tree.
    weight: float
    #: None before it starts and after it is done.
    run: EngineRun | None = None
    #: Tilings not handed out yet, (m, depth) each.
    waiting: deque[Rows] = field(default_factory=deque)
    busy: bool = False
    #: It will not be searched any further.
    done: bool = False
    #: All of it is searched.
    exhausted: bool = False
    #: Its nodes when it is done; before, the run counts them.
    nodes: int = 0
    seconds: float = 0.0
    share: float = 0.0
    estimated: float = 0.0
    #: Steps of its next slice; 0 before the first.
    budget: int = 0


class SubtreeQueue:
    """The list of parts and the threads that search it.

    `found` counts tilings as `transform` does. `exhausted` and `nodes_done` are about the parts
    that have left the list.
    """

    def __init__(
        self,
        engine: Engine,
        transform: Callable[[Rows], tuple[Rows, int]],
        parts: list[OpenSubtree] | None = None,
        limit: int | None = None,
        *,
        tuning: SearchTuning | None = None,
    ) -> None:
        self.engine = engine
        self._transform = transform
        self._tuning = tuning or SearchTuning()
        self.parts = [OpenSubtree(np.zeros(0, dtype=np.int32), 1.0)] if parts is None else parts
        self.found = 0
        self.nodes_done = 0
        self.exhausted = True
        self._wanted: int | None = None
        self._capacity = max(16, min(4096, (4 << 20) // (4 * engine.depth)))
        if limit is not None:
            # A run stops when its buffer is full.
            self._capacity = max(1, min(self._capacity, limit))
        self._change = threading.Condition()
        self._stop = False
        self._idle = 0
        self._held = 0
        self._error: BaseException | None = None
        self._threads: list[threading.Thread] = []

    def set_wanted(self, tilings: int | None) -> None:
        """Set how many more tilings are wanted (None: all); nothing beyond them is searched."""
        self._wanted = tilings

    def start(self, threads: int) -> None:
        """Start threads that search until the list is done or `stop` is called."""
        # The calling thread looks at the time: a slice of work that ends midway could not go on.
        memory = current_deadline().memory
        for _ in range(threads):
            thread = threading.Thread(
                target=self._work_within, args=(memory,), name="tilewright search", daemon=True
            )
            self._threads.append(thread)
            thread.start()

    @property
    def started(self) -> bool:
        """True if threads are running."""
        return bool(self._threads)

    def stop(self) -> None:
        """End all threads, each within a slice of work. Their parts stay in the list."""
        with self._change:
            self._stop = True
            self._change.notify_all()
        for thread in self._threads:
            thread.join()
        self._threads.clear()
        self._stop = False
        for part in self.parts:
            if part.run is not None:
                part.run.close()

    def abandon(self) -> None:
        """End all threads and count the rest as searched: it is proven to hold nothing."""
        self.stop()
        for part in self.parts:
            self._retire_part(part, exhausted=True)

    def next_rows(self) -> Rows | None:
        """Return the next tilings in order, or None if there are none yet."""
        with self._change:
            self._check()
            while self.parts and self.parts[0].done and not self.parts[0].waiting:
                gone = self.parts.pop(0)
                self.exhausted &= gone.exhausted
                self.nodes_done += gone.nodes
                self._change.notify_all()
            if not self.parts or not self.parts[0].waiting:
                return None
            rows = self.parts[0].waiting.popleft()
            if self._wanted is not None:
                self._wanted -= len(rows)
            self._held -= rows.nbytes
            self._change.notify_all()
            return rows

    def forget_rows(self) -> None:
        """Drop the tilings that wait to be handed out; `found` counts them."""
        with self._change:
            for part in self.parts:
                part.waiting.clear()
            self._held = 0

    def rest(self) -> list[tuple[NDArray[np.int32], float]]:
        """Return the rest of the search as paths with weights, in order. Take the tilings before,
        and drop the list.
        """
        left: list[tuple[NDArray[np.int32], float]] = []
        for part in self.parts:
            if part.done:
                continue
            if part.run is None:
                left.append((part.path, part.weight))
            elif isinstance(part.run, Divisible):
                left += [(path, part.weight * weight) for path, weight in part.run.rest()]
            else:
                raise EngineError(
                    f"the engine {self.engine.name} cannot divide a subtree that it has started"
                )
        return left

    @property
    def finished(self) -> bool:
        """True if nothing is left to search or to hand out."""
        return all(part.done and not part.waiting for part in self.parts)

    @property
    def complete(self) -> bool:
        """True if the whole tree is searched, nothing failed, and all tilings are handed out."""
        whole = self.exhausted and all(part.exhausted for part in self.parts)
        return self.finished and whole and self._error is None

    def wait(self, seconds: float) -> None:
        """Wait until something changes in the list, at most this many seconds."""
        with self._change:
            if self.parts and not self.parts[0].waiting and not self.parts[0].done:
                self._change.wait(seconds)
            self._check()

    def work(self) -> None:
        """Do one slice of work in the calling thread, on the first part that is not done."""
        part = self._pick_part()
        if part is not None:
            self._work_slice(part)

    def tally(self) -> tuple[int, int, float]:
        """Return the nodes up to the next tiling in order, all nodes, and the estimated share of
        the tree that is done.

        The first number is that of a single thread; what other threads have searched ahead counts
        when its turn comes.
        """
        with self._change:
            worked = [part.nodes if part.run is None else part.run.nodes for part in self.parts]
            here = next((n for n, part in enumerate(self.parts) if not part.done), len(self.parts))
            left = sum(part.weight * (1.0 - part.share) for part in self.parts if not part.done)
        done = self.nodes_done
        return done + sum(worked[: here + 1]), done + sum(worked), min(1.0, max(0.0, 1.0 - left))

    def _check(self) -> None:
        if self._error is not None:
            raise self._error

    def _pick_part(self) -> OpenSubtree | None:
        """Take the first part without a thread; if too many tilings wait, only the very first."""
        with self._change:
            if self._has_enough():
                return None
            for number, part in enumerate(self.parts):
                if number and self._held > self._tuning.waiting_bytes:
                    break
                if (
                    not part.done
                    and not part.busy
                    and not (part.waiting and self._held > self._tuning.waiting_bytes)
                ):
                    part.busy = True
                    return part
            return None

    def _has_enough(self) -> bool:
        """Return True if the wanted tilings are there."""
        if self._wanted is None or not self.parts:
            return False
        return sum(len(rows) for rows in self.parts[0].waiting) >= self._wanted

    def _work_slice(self, part: OpenSubtree) -> None:
        """Advance a part a little and store what it found."""
        taking = False
        try:
            if part.run is None:
                part.run = self.engine.start(part.path, self._capacity)
            run = part.run
            part.budget = part.budget or min(self._tuning.first_budget, self._tuning.largest_budget)
            begin = time.perf_counter()
            status = run.advance(part.budget)
            seconds = time.perf_counter() - begin
            part.seconds += seconds
            if status == Status.MORE:
                part.budget = self._next_budget(part.budget, seconds)
            taking = True
            rows, count = self._transform(run.take())
            if part.seconds - part.estimated > self._tuning.estimate_every:
                part.share = max(part.share, run.share)
                part.estimated = part.seconds
            with self._change:
                if len(rows):
                    part.waiting.append(rows)
                    self._held += rows.nbytes
                self.found += count
                if status in (Status.DONE, Status.CUT):
                    self._retire_part(part, exhausted=status == Status.DONE)
                elif self._idle > 0 and part.seconds > self._tuning.cut_after:
                    self._divide_part(part, run)
                part.busy = False
                self._change.notify_all()
        except BaseException as error:
            with self._change:
                if taking or not isinstance(error, KeyboardInterrupt | TimeLimitError):
                    # Rows may be lost, so a later call must fail and not return the rest as if it
                    # were all.
                    self._error = error
                part.busy = False
                self._change.notify_all()
            raise

    def _retire_part(self, part: OpenSubtree, *, exhausted: bool) -> None:
        """Mark a part as done; its subtrees may take its place."""
        if part.run is not None:
            part.nodes = part.run.nodes
        part.run = None
        part.done = True
        part.exhausted |= exhausted

    def _divide_part(self, part: OpenSubtree, run: EngineRun) -> None:
        """Divide the rest of a part into parts in its place."""
        if any(not other.done and not other.busy for other in self.parts):
            return
        if not isinstance(run, Divisible) or len(run.stack()) > _DEEP:
            return
        rest = [OpenSubtree(path, part.weight * weight) for path, weight in run.rest()]
        if len(rest) < 2:
            return
        # The new parts hold all that is left of it.
        self._retire_part(part, exhausted=True)
        place = self.parts.index(part)
        self.parts[place + 1 : place + 1] = rest

    def _work_within(self, memory: int | None) -> None:
        """Work until nothing is left, with a limit of memory (the body of a thread)."""
        with Deadline(memory=memory).holds():
            self._work_on()

    def _work_on(self) -> None:
        """Work until nothing is left."""
        try:
            while True:
                part = None
                while part is None:
                    part = self._pick_part()
                    with self._change:
                        if self._stop or all(other.done for other in self.parts):
                            if part is not None:
                                part.busy = False
                            return
                        if part is None:
                            self._idle += 1
                            self._change.wait(0.05)
                            self._idle -= 1
                self._work_slice(part)
        except BaseException as error:
            with self._change:
                self._error = error
                self._change.notify_all()

    def _next_budget(self, budget: int, seconds: float) -> int:
        """Return a budget that brings slices closer to their target length."""
        tuning = self._tuning
        if seconds < tuning.slice / 2:
            return min(budget * (8 if seconds < tuning.slice / 16 else 2), tuning.largest_budget)
        return max(budget // 2, 64) if seconds > tuning.slice * 2 else budget


#: Engines whose runs can be divided.
_DIVISIBLE = ("scan", "dance")

#: A path from the root, and the estimated share of the whole tree below it.
Subtree = tuple[NDArray[np.int32], float]


@dataclass(frozen=True, eq=False)
class SubtreeResult:
    """The tilings of some subtrees (in order, -1 padded), the placements tried, and the subtrees
    that are left.
    """

    rows: Rows
    nodes: int
    seconds: float
    rest: list[Subtree]


def search_subtrees(
    engine: Engine,
    transform: Callable[[Rows], tuple[Rows, int]],
    subtrees: Iterable[Subtree],
    nodes: int,
    nbytes: int,
    stopped: Callable[[], bool] | None = None,
) -> SubtreeResult:
    """Search subtrees in the calling thread until a budget is spent; several threads may do so with
    one engine.
    """
    begin = time.perf_counter()
    if engine.name not in _DIVISIBLE:
        raise EngineError(
            f"the engine {engine.name} cannot divide its search tree. Supported engines: "
            f"{', '.join(_DIVISIBLE)}",
            where="engine",
        )
    parts = SubtreeQueue(
        engine,
        transform,
        [OpenSubtree(np.asarray(path, dtype=np.int32), weight) for path, weight in subtrees],
    )
    batches: list[Rows] = []
    size = 0
    while (
        not parts.finished
        and size < nbytes
        and parts.tally()[1] < nodes
        and not (stopped and stopped())
    ):
        parts.work()
        while (rows := parts.next_rows()) is not None:
            batches.append(rows)
            size += rows.nbytes
    if parts.finished and not parts.complete:
        raise EngineError(f"the engine {engine.name} did not search all of its subtrees")
    worked = parts.tally()[1]
    return SubtreeResult(
        np.concatenate(batches) if batches else np.zeros((0, engine.depth), dtype=np.int32),
        worked,
        time.perf_counter() - begin,
        parts.rest(),
    )


@contextlib.contextmanager
def defer_interrupts() -> Iterator[None]:
    """Return a context that handles interrupts at its end.

    An interrupt between two steps would leave a search that cannot be continued. In other threads
    this does nothing.
    """
    handler = signal.getsignal(signal.SIGINT)
    if threading.current_thread() is not threading.main_thread() or not callable(handler):
        yield
        return
    came: list[tuple[int, FrameType | None]] = []

    def handle() -> None:
        if came:
            handler(*came.pop())

    signal.signal(signal.SIGINT, lambda number, frame: came.append((number, frame)))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, handler)
        handle()
