"""The search tree as a list of parts in order, worked on by one thread or by several.

The tree starts as one part. When a worker has nothing to do, a part that is being searched is cut:
the nodes that wait on its stack become parts of their own, in its place in the list. What the first
part of the list finds is handed out at once, what others find waits for its turn; so the tilings
come in the same order however many threads there are.
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
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tilewright.errors import EngineError, TimeLimitError
from tilewright.files.fields import Fields, checked_array, damaged
from tilewright.search.pace import Rows, SearchTuning
from tilewright.search.protocol import Divisible, Engine, EngineRun, Status
from tilewright.system import compiling
from tilewright.system.cores import cores

__all__ = ["OpenSubtree", "Stretch", "Subtree", "SubtreeQueue", "deferred", "search_subtrees"]


@dataclass(eq=False, slots=True)
class OpenSubtree:
    """One part of the tree, in its place in the list.

    Attributes
    ----------
    path : (n,) int32
        What the engine needs to start on it.
    weight : float
        Estimated share of the whole tree.
    run : EngineRun or None
        None before it is started and after it is done.
    waiting : deque of (m, depth) int32
        Tilings that are not handed out yet.
    """

    path: NDArray[np.int32]
    weight: float
    run: EngineRun | None = None
    waiting: deque[Rows] = field(default_factory=deque)
    busy: bool = False
    #: Nobody will search it any further.
    done: bool = False
    #: All of it is searched.
    exhausted: bool = False
    #: Nodes of it when it is done; before, its run knows them.
    nodes: int = 0
    seconds: float = 0.0
    share: float = 0.0
    estimated: float = 0.0
    #: Steps of its next slice; 0 before the first.
    budget: int = 0


class SubtreeQueue:
    """The list of parts, and the threads that work on it.

    Attributes
    ----------
    found : int
        Tilings that the parts have found, by the transform's count.
    exhausted : bool
        Whether all parts that have left the list were searched to their ends.
    nodes_done : int
        Nodes of the parts that have left the list.
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
            # A run goes no further than to fill its buffer.
            self._capacity = max(1, min(self._capacity, limit))
        self._change = threading.Condition()
        self._stop = False
        self._paused = False
        self._idle = 0
        self._held = sum(rows.nbytes for part in self.parts for rows in part.waiting)
        self._error: BaseException | None = None
        self._threads: list[threading.Thread] = []

    def want(self, tilings: int | None) -> None:
        """Say how many tilings are wanted from here on; what is not on the way to these is not searched. None: all."""
        self._wanted = tilings

    def start(self, threads: int) -> None:
        """Start threads that work on the list until it is done or `stop` is called.

        There are never more than `SearchTuning.threads_per_core` for each core.
        """
        threads = min(threads, self._tuning.threads_per_core * cores())
        self._split_root(threads)
        for _ in range(threads):
            thread = threading.Thread(target=self._work_on, name="tilewright search", daemon=True)
            self._threads.append(thread)
            thread.start()

    def _split_root(self, threads: int) -> None:
        """Cut the tree at its top if its run cannot be cut later. What was done of it is done again."""
        run = self.parts[0].run if len(self.parts) == 1 else None
        if run is None or isinstance(run, Divisible) or run.found or self.parts[0].waiting:
            return
        paths = self.engine.split(self._tuning.parts_per_thread * threads)
        if len(paths) > 1:
            self.nodes_done += run.nodes
            self.parts = [OpenSubtree(path, 1.0 / len(paths)) for path in paths]

    @property
    def started(self) -> bool:
        """Whether threads are at work."""
        return bool(self._threads)

    def stop(self) -> None:
        """Let all threads end; each does within a slice of work. Their parts stay in the list."""
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
        """Let all threads end, and take what is left as searched: it is proven that nothing is there."""
        self.stop()
        for part in self.parts:
            self._retire(part, exhausted=True)

    def next_rows(self) -> Rows | None:
        """Return the next tilings in order; None if there are none yet."""
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
        """Drop the tilings that wait to be handed out: they are counted in `found`."""
        with self._change:
            for part in self.parts:
                part.waiting.clear()
            self._held = 0

    def pack(self) -> tuple[list[dict[str, Any]], dict[str, NDArray[Any]]]:
        """Return the list as JSON values and arrays, for a checkpoint. Call it inside `pause`."""
        listed = []
        arrays: dict[str, NDArray[Any]] = {}
        for number, part in enumerate(self.parts):
            state = {"done": part.done, "exhausted": part.exhausted, "nodes": part.nodes}
            listed.append({"weight": part.weight, "share": part.share, **state})
            arrays[f"{number}/path"] = part.path
            if part.waiting:
                arrays[f"{number}/waiting"] = np.concatenate(list(part.waiting))
            if part.run is not None:
                arrays |= {f"{number}/run/{name}": array for name, array in part.run.state().items()}
        return listed, arrays

    def unpack(
        self, listed: list[Any], arrays: dict[str, NDArray[Any]], checked: Callable[[Rows], Rows]
    ) -> None:
        """Put what `pack` returned in the place of the list."""
        self.parts = []
        own: dict[int, dict[str, NDArray[Any]]] = {}
        for name, array in arrays.items():
            digits, _, rest = name.partition("/")
            if rest and digits.isascii() and digits.isdigit() and len(digits) < 10:
                own.setdefault(int(digits), {})[rest] = array
        for number, listing in enumerate(listed):
            values, mine = Fields(listing, f"part {number}"), own.get(number, {})
            part = OpenSubtree(
                checked_array(mine, "path", np.int32, (None,)),
                values.number("weight"),
                done=values.flag("done"),
                exhausted=values.flag("exhausted"),
                nodes=values.integer("nodes"),
                share=values.number("share", 1.0),
            )
            if "waiting" in mine:
                part.waiting.append(
                    checked(checked_array(mine, "waiting", np.int32, (None, self.engine.depth)))
                )
            state = {name[4:]: array for name, array in mine.items() if name.startswith("run/")}
            if state:
                if part.done:
                    raise damaged(f"part {number} is done and under way at once")
                part.run = self.engine.start(part.path, self._capacity)
                part.run.restore(state)
                if len(raw := part.run.take()):
                    rows, count = self._transform(checked(raw))
                    part.waiting.append(rows)
                    self.found += count
            self.parts.append(part)
        self._held = sum(rows.nbytes for part in self.parts for rows in part.waiting)

    def rest(self) -> list[tuple[NDArray[np.int32], float]]:
        """Return what is left to search as paths, in order, each with its weight; take what was found before.

        The list is of no use afterwards: others take over from here.
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
                raise EngineError(f"{self.engine.name} cannot give away what it has begun")
        return left

    @property
    def finished(self) -> bool:
        """Whether nothing is left to search or to hand out."""
        return all(part.done and not part.waiting for part in self.parts)

    @property
    def complete(self) -> bool:
        """Whether the whole tree is searched, nothing failed, and all that was found is handed out."""
        whole = self.exhausted and all(part.exhausted for part in self.parts)
        return self.finished and whole and self._error is None

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

    def tally(self) -> tuple[int, int, float]:
        """Return the nodes so far, in order and all of them, and the estimated share of the tree that is done.

        In order are those of one thread on the way to the same tilings: up to the part whose tilings come next. What
        other threads have done ahead counts when its turn comes.
        """
        with self._change:
            worked = [part.nodes if part.run is None else part.run.nodes for part in self.parts]
            here = next((n for n, part in enumerate(self.parts) if not part.done), len(self.parts))
            left = sum(part.weight * (1.0 - part.share) for part in self.parts if not part.done)
        done = self.nodes_done
        return done + sum(worked[: here + 1]), done + sum(worked), min(1.0, max(0.0, 1.0 - left))

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

    def _pick(self) -> OpenSubtree | None:
        """Take the first part that nobody works on; only the first of all when too much is waiting."""
        with self._change:
            if self._paused or self._enough():
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

    def _enough(self) -> bool:
        """Whether what is wanted is there, so that nothing more has to be tried."""
        if self._wanted is None or not self.parts:
            return False
        return sum(len(rows) for rows in self.parts[0].waiting) >= self._wanted

    def _slice(self, part: OpenSubtree) -> None:
        """Advance one part a little and put what it found in its place."""
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
            with compiling.undisturbed():
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
                    self._retire(part, exhausted=status == Status.DONE)
                elif self._idle > 0 and part.seconds > self._tuning.cut_after:
                    self._cut(part, run)
                part.busy = False
                self._change.notify_all()
        except BaseException as error:
            with self._change:
                if taking or not isinstance(error, KeyboardInterrupt | TimeLimitError):
                    # Rows may be lost: whoever goes on must be told, not given the rest as if it were all.
                    self._error = error
                part.busy = False
                self._change.notify_all()
            raise

    def _retire(self, part: OpenSubtree, *, exhausted: bool) -> None:
        """Take a part as searched as far as it will be; those that it was cut into may take its place."""
        if part.run is not None:
            part.nodes = part.run.nodes
        part.run = None
        part.done = True
        part.exhausted |= exhausted

    def _cut(self, part: OpenSubtree, run: EngineRun) -> None:
        """Put the rest of a part in its place as parts of their own."""
        if any(not other.done and not other.busy for other in self.parts):
            return
        if not isinstance(run, Divisible):
            return
        rest = [OpenSubtree(path, part.weight * weight) for path, weight in run.rest()]
        if len(rest) < 2:
            return
        # What is left of it is searched in its place: the part itself owes nothing.
        self._retire(part, exhausted=True)
        place = self.parts.index(part)
        self.parts[place + 1 : place + 1] = rest

    def _work_on(self) -> None:
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

    def _next_budget(self, budget: int, seconds: float) -> int:
        """Return a budget that comes nearer to the length of a slice."""
        tuning = self._tuning
        if seconds < tuning.slice / 2:
            return min(budget * (8 if seconds < tuning.slice / 16 else 2), tuning.largest_budget)
        return max(budget // 2, 64) if seconds > tuning.slice * 2 else budget


#: Engines whose runs can be cut where they stand.
_DIVISIBLE = ("scan", "dance")

#: A path from the root, and what share of the whole tree is expected below it.
Subtree = tuple[NDArray[np.int32], float]


@dataclass(frozen=True, eq=False)
class Stretch:
    """What came of the search of some subtrees.

    Attributes
    ----------
    rows : (m, depth) int32
        The tilings as placement numbers, in order, -1 padded: all images, or one of each class, as the search says.
    nodes : int
        Placements tried.
    seconds : float
    rest : list of Subtree
        Subtrees that are left, in order, each with its share of the whole tree.
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
) -> Stretch:
    """Search subtrees in the calling thread until a budget is spent; several threads may do so with one engine at once."""
    begin = time.perf_counter()
    if engine.name not in _DIVISIBLE:
        raise EngineError(
            f"{engine.name} has no tree that can be divided; take {' or '.join(_DIVISIBLE)}", where="engine"
        )
    parts = SubtreeQueue(
        engine,
        transform,
        [OpenSubtree(np.asarray(path, dtype=np.int32), weight) for path, weight in subtrees],
    )
    found: list[Rows] = []
    size = 0
    while not parts.finished and size < nbytes and parts.tally()[1] < nodes:
        parts.work()
        while (rows := parts.next_rows()) is not None:
            found.append(rows)
            size += rows.nbytes
    if parts.finished and not parts.complete:
        raise EngineError(f"{engine.name} did not search all of what it was given")
    worked = parts.tally()[1]
    return Stretch(
        np.concatenate(found) if found else np.zeros((0, engine.depth), dtype=np.int32),
        worked,
        time.perf_counter() - begin,
        parts.rest(),
    )


@contextlib.contextmanager
def deferred() -> Iterator[None]:
    """Return a context at whose end an interrupt that came within it is handled, not before.

    Python raises `KeyboardInterrupt` between any two steps of the main thread. A search that was
    interrupted so could not be saved or gone on with. Only the main thread of a program has interrupts;
    elsewhere this does nothing. While a kernel is compiled, nothing is half done: there it is handled at once.
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
        with compiling.asking(handle):
            yield
    finally:
        signal.signal(signal.SIGINT, handler)
        handle()
