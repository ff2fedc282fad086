"""Search: one enumeration, from the first tiling to the last, with all that can happen to it.

It is iterated for tilings, counts without decoding, shows how far it is, stops at a limit, at a
deadline or when told, and can be put away in a file and taken up again.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from tilewright import checkpoint
from tilewright.arguments import whole
from tilewright.cover import Cover, decode_views
from tilewright.files import checked_path
from tilewright.problem import Problem, as_problem
from tilewright.proof import Reasons
from tilewright.search.choice import Made, check_engine, check_options, make_engine
from tilewright.search.engine import NoEngine
from tilewright.search.interrupt import deferred
from tilewright.search.parts import Parts, Rows, cores
from tilewright.search.progress import Clock, Snapshot
from tilewright.search.symmetry_breaking import UNBROKEN
from tilewright.tiling import Tiling

if TYPE_CHECKING:
    from tilewright.proof import Weighting

__all__ = ["Search", "Snapshot"]

#: Threads are started when a search has not ended after so many seconds of work in the calling thread.
_ALONE = 0.03
#: A proof that there is no tiling is looked for when none was found for so many seconds.
_PATIENCE = 1.0
#: Label arrays of one batch hold at most this many cells.
_BATCH_CELLS = 1 << 21
#: A progress callable is called at most this often.
_REPORT_EVERY = 0.1


class Search:
    """An enumeration of the tilings of a problem. Iterate it once, or call `count`.

    Parameters
    ----------
    problem : Problem or Cover
    unique : bool
        One tiling of each class of images under the symmetries of the problem.
    limit : int, optional
        Stop after so many tilings.
    seed : int, optional
        Draw the order of the branches. Without it the order is always the same.
    threads : int, optional
        How many threads search; all cores when not given. The tilings and their order do not depend on it.
    engine : {"auto", "scan", "dance", "sat"}
        `tilewright.search.choose` says what ``auto`` takes and why.
    timeout : float, optional
        Stop after so many seconds.
    progress : callable, optional
        Called with a `Snapshot` in the iterating thread, at most ten times a second.

    Attributes
    ----------
    problem : Problem
    engine : str
        The name of the engine at work; ``none`` if there is nothing to search.
    reason : str
        Why this engine.
    delivered : int
        Tilings handed out so far.
    stopped_by : {None, "limit", "timeout", "stop"}
        What ended the search before it was complete.
    payload : dict
        What the caller gave to `save` (after `resume`).

    Raises
    ------
    RequestError
        If the problem has faults, the engine cannot serve it or does not exist, or a number is out of range.
    """

    def __init__(
        self,
        problem: Problem | Cover,
        *,
        unique: bool = False,
        limit: int | None = None,
        seed: int | None = None,
        threads: int | None = None,
        engine: str = "auto",
        timeout: float | None = None,
        progress: Callable[[Snapshot], object] | None = None,
    ) -> None:
        check_options(limit=limit, threads=threads, timeout=timeout, seed=seed)
        check_engine(engine)
        self.problem = problem.problem if isinstance(problem, Cover) else as_problem(problem)
        self.problem.check()
        self._cover = problem if isinstance(problem, Cover) else None
        self.unique = unique
        self.limit = limit
        self.seed = seed
        self.threads = threads or cores()
        self.timeout = timeout
        self.payload: dict[str, Any] = {}
        self.delivered = 0
        self.stopped_by: str | None = None
        self._progress = progress
        self._reasons = Reasons(self.problem, lambda: self.cover)
        if self._reasons.listed:
            made = Made(NoEngine(), UNBROKEN, "there is nothing to search")
        else:
            made = make_engine(self.cover, engine, unique=unique, seed=seed, one=limit == 1)
        self._engine, self._breaking, self.reason = made.engine, made.breaking, made.reason
        self.engine = self._engine.name
        self._parts = Parts(
            self._engine, partial(self._breaking.rows, unique=unique), [] if self._reasons.listed else None
        )
        self._given: Rows | None = None
        self._given_to = 0
        self._stopping = False
        self._counting = False
        self._counted_before = 0
        self._clock = Clock()
        self._nodes_before = 0
        self._found_before = 0
        self._reported = 0.0

    @property
    def cover(self) -> Cover:
        """The compiled problem; it is compiled when it is first needed, which for some problems is never."""
        if self._cover is None:
            self._cover = self.problem.cover()
        return self._cover

    @property
    def reasons(self) -> list[str]:
        """Proofs that there is no tiling. Where they are cheap to see, nothing is searched.

        A `weighting` is looked for when nothing was found for a second, which ends the search, or when it has ended.
        """
        if self.complete and self._found() == 0:
            self._reasons.weigh()
        return self._reasons.listed

    @property
    def weighting(self) -> Weighting | None:
        """The proof by numbers in the cells, if that is the reason why there is no tiling."""
        return self._reasons.weighting if self.reasons else None

    def _found(self) -> int:
        return self._parts.found + self._found_before

    @property
    def complete(self) -> bool:
        """Whether all tilings have been handed out."""
        return self._parts.finished and self._given is None

    def snapshot(self) -> Snapshot:
        """Return how far the search is. May be called from any thread."""
        nodes, share = self._parts.tally()
        return Snapshot(
            found=self._found(),
            delivered=self._counted() if self._counting else self.delivered,
            nodes=nodes + self._nodes_before,
            share=share,
            seconds=self._clock.seconds,
        )

    def stop(self) -> None:
        """End the iteration soon, from any thread; it can be saved then, or iterated again for what is left."""
        self._stopping = True

    def stack(self) -> NDArray[np.int32]:
        """Return the placements chosen right now in the part that is searched first (for animation)."""
        parts = self._parts.parts
        run = parts[0].run if parts else None
        return np.zeros(0, dtype=np.int32) if run is None else run.stack()

    def step(self, nodes: int = 1) -> bool:
        """Advance by about so many nodes in the calling thread (for animation); return whether there is more.

        What is found waits for the iteration.
        """
        if not self._parts.parts or self._parts.parts[0].done:
            self._parts.work()
        else:
            self._parts.parts[0].budget = whole(nodes, "the number of nodes", 1, where="nodes")
            self._parts.work()
        return any(not part.done for part in self._parts.parts)

    def _stopped(self) -> bool:
        """Look at the clock and at `stop`; report progress."""
        now = time.monotonic()
        if self._progress is not None and now - self._reported >= _REPORT_EVERY:
            self._reported = now
            self._progress(self.snapshot())
        if self._stopping:
            self.stopped_by = "stop"
        elif self._counting and self.limit is not None and self._counted() >= self.limit:
            self.stopped_by = "limit"
        elif self.timeout is not None and self._clock.run >= self.timeout and not self.complete:
            self.stopped_by = "timeout"
        return self.stopped_by is not None

    def batches(self) -> Iterator[Rows]:
        """Yield the tilings as rows of placement numbers, in order; the limit is not looked at.

        Yields
        ------
        (m, depth) int32
            One tiling a row, -1 padded.
        """
        for _ in self._fetches():
            rows, self._given = self._given, None
            if rows is not None:
                yield rows

    def _fetches(self) -> Iterator[None]:
        """Put the next rows in `_given`, again and again until the end.

        Rows are either there or in the list of parts, so an interrupt finds a search that can be saved.
        """
        self.stopped_by = None
        self._clock.start()
        parts = self._parts
        try:
            while True:
                impatient = self._clock.run > _PATIENCE and not self._reasons.weighed
                if impatient and not self._found() and self._reasons.weigh():
                    parts.abandon()
                with deferred():
                    if parts.finished or self._stopped():
                        return
                    self._given, self._given_to = parts.next_rows(), 0
                    if self._given is not None:
                        pass
                    elif parts.hired:
                        parts.wait(_REPORT_EVERY)
                    else:
                        parts.work()
                        if self.threads > 1 and self._clock.run > _ALONE and not parts.finished:
                            parts.hire(self.threads)
                if self._given is not None:
                    yield
        finally:
            parts.dismiss()
            self._clock.stop()
            if self._progress is not None:
                self._progress(self.snapshot())

    def __iter__(self) -> Iterator[Tiling]:
        """Yield the tilings, in order."""
        self._stopping = False
        self.stopped_by = None
        if self.limit is not None and self.delivered >= self.limit:
            self.stopped_by = "limit"
            return
        if self._given is not None:
            yield from self._tilings()
        if self.stopped_by is not None:
            return
        for _ in self._fetches():
            yield from self._tilings()
            if self.stopped_by is not None:
                return

    def _tilings(self) -> Iterator[Tiling]:
        """Yield what is left of the rows at hand, decoded a batch at a time."""
        rows = self._given
        assert rows is not None
        names = self.problem.names
        new = object.__new__
        step = max(1, _BATCH_CELLS // self.cover.number.size)
        while self._given_to < len(rows):
            chunk = rows[self._given_to : self._given_to + step]
            if self.limit is not None:
                chunk = chunk[: self.limit - self.delivered]
            end = len(rows)
            for labels, piece in decode_views(self.cover, chunk):
                # The batch is right by construction: what the constructor checks is known.
                tiling = new(Tiling)
                tiling.__dict__.update(labels=labels, piece=piece, names=names)
                # All is in order before the tiling is handed out: it may be the last one asked for. And
                # nothing is called in between, so an interrupt comes before or after, not in the middle.
                self.delivered += 1
                self._given_to += 1
                if self._given_to == end:
                    self._given = None
                yield tiling
                if self._stopping:
                    self.stopped_by = "stop"
                    return
            if self.limit is not None and self.delivered >= self.limit:
                if not self.complete:
                    self.stopped_by = "limit"
                return

    def count(self) -> int:
        """Run to the end without decoding anything and return the number of tilings.

        `complete` says whether it is that of all; the limit, the timeout and `stop` are obeyed. After `resume`, or when
        some have been handed out already, it counts on from there. `save` may be called from the progress callable.
        """
        given = 0 if self._given is None else len(self._given) - self._given_to
        self._given = None
        held = sum(len(rows) for part in self._parts.parts for rows in part.waiting)
        for part in self._parts.parts:
            part.waiting.clear()
        self._counted_before = self.delivered + given + held
        self._parts = Parts(
            self._engine, partial(self._breaking.number, unique=self.unique), self._parts.parts
        )
        self._found_before = self._counted_before
        self._nodes_before += self._parts.nodes_done
        self._stopping = False
        self._counting = True
        try:
            for _ in self.batches():
                pass
        finally:
            # An interrupt comes out of here; what was counted so far is known all the same.
            self.delivered = self._counted()
            if self.limit is not None and self.delivered > self.limit:
                self.delivered = self.limit
                self.stopped_by = "limit"
        return self.delivered

    def _counted(self) -> int:
        """Return how many tilings `count` has counted, those handed out before it included."""
        return self._counted_before + self._parts.found

    def save(self, path: str | os.PathLike[str], **payload: Any) -> None:
        """Write a checkpoint: what is left to search, and how much was handed out.

        Call it between two tilings. A search that is taken up from the file goes on with the next one. The file is
        replaced as a whole: if the machine stops at any moment, there is either the old checkpoint or the new one.

        Parameters
        ----------
        path : path
        payload
            JSON values of the caller, such as the length of the output written so far.

        Raises
        ------
        OutputError
            If the file cannot be written.
        """
        arrays: dict[str, NDArray[Any]] = {}
        with self._parts.pause():
            snapshot = self.snapshot()
            delivered = self._counted() if self._counting else self.delivered
            if self._given is not None:
                arrays["given"] = self._given[self._given_to :]
            listed, packed = self._parts.pack()
            arrays |= packed
        values = {
            "delivered": delivered,
            "found": snapshot.found,
            "nodes": snapshot.nodes,
            "seconds": snapshot.seconds,
            "parts": listed,
            "payload": payload,
        }
        checkpoint.save(checked_path(path), "search", self.fingerprint(), values, arrays)

    def resume(self, path: str | os.PathLike[str]) -> None:
        """Take up what `save` wrote. The search must be a new one, of the same problem and options.

        Threads, limit and timeout may differ; the limit counts from the very beginning.

        Raises
        ------
        CheckpointError
            If the file is not a checkpoint, is damaged, or belongs to another problem or other options.
        """
        kept = checkpoint.load(checked_path(path), "search", self.fingerprint())
        values, arrays = kept.values, kept.arrays
        self._parts = Parts(self._engine, partial(self._breaking.rows, unique=self.unique), [])
        self._parts.unpack(values["parts"], arrays)
        self._given = arrays.get("given")
        self._given_to = 0
        self.delivered = values["delivered"]
        self.payload = values["payload"]
        self._found_before = values["found"]
        self._nodes_before = values["nodes"] - self._parts.tally()[0]
        self._clock = Clock(values["seconds"])

    def fingerprint(self) -> str:
        """Return a digest of the problem and of the options that decide which tilings come in which order."""
        restarts = self.engine == "dance" and self.limit == 1
        return checkpoint.fingerprint(*self.cover.arrays(), self.unique, self.seed, self.engine, restarts)
