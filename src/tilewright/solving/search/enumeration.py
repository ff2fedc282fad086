"""The enumeration of all tilings of a problem: iteration, counting, progress and limits."""

from __future__ import annotations

import contextlib
import math
import time
from collections.abc import Callable, Generator, Iterable, Iterator
from typing import TYPE_CHECKING, TypeVar, Unpack

import numpy as np
from numpy.typing import NDArray

from tilewright.errors import RequestError, TimeLimitError, joined
from tilewright.model.cover import (
    Cover,
    Unique,
    are_tilings,
    check_unique,
    compile_cover,
    decode_batch,
    decode_tilings,
)
from tilewright.model.problem import Problem
from tilewright.model.puzzle import Puzzle, calendar_date, named_puzzles
from tilewright.model.tiling import Tiling
from tilewright.solving.proofs import Reasons
from tilewright.solving.search.choice import (
    EngineChoice,
    EngineName,
    check_engine,
    check_options,
    make_engine,
)
from tilewright.solving.search.engines.race import RaceEngine
from tilewright.solving.search.running.pace import OutputBuffer, Rows, SearchTuning, Stopwatch
from tilewright.solving.search.running.protocol import Engine, NoEngine, Sharing
from tilewright.solving.search.running.subtrees import (
    Subtree,
    SubtreeQueue,
    SubtreeResult,
    defer_interrupts,
    search_subtrees,
)
from tilewright.solving.search.running.symmetry_breaking import UNBROKEN
from tilewright.solving.search.skyline import Skyline, skyline_search
from tilewright.solving.search.symmetric import Symmetric
from tilewright.system.files.checkpoint import fingerprint
from tilewright.system.lazy import provided
from tilewright.system.platform.machine import useful_threads
from tilewright.system.values.arguments import check_integer, format_value
from tilewright.system.values.arrays import Tables
from tilewright.system.work.deadline import Deadline, current_deadline
from tilewright.system.work.limits import ThreadLimits, limited
from tilewright.system.work.progress import SearchProgress

if TYPE_CHECKING:
    from tilewright.solving.proofs import Barrier, WeightBound, Weighting
    from tilewright.system.values.arguments import SeedLike

#: Why nothing is compiled for few large rectangles.
_BY_SKYLINE = (
    "the pieces are large rectangles, so each is placed directly in the lowest gap of the skyline, "
    "without listing all placements first"
)
#: The shortest wait for threads, in seconds: polling without a pause would slow them down.
_PAUSE = 1e-3
#: About how many nanoseconds a node takes if the engine does not say so.
_NODE_TIME = 2500.0
#: What the waiting rows are handed out as.
_Handed = TypeVar("_Handed")


class Search:
    """A search for the tilings of a problem. Iterate over a search once to get its tilings, or call
    `count` to get only their number.

    Parameters
    ----------
    problem : Problem or Cover
    unique : bool or "rotations"
        Return only one tiling from each class of tilings that are equivalent under symmetry. With
        ``"rotations"``, mirror images count as different.
    limit : int, optional
        Stop after this many tilings.
    seed : int or numpy.random.Generator, optional
        Search the branches in a random order that depends on this seed. Without a seed, the order
        is always the same.
    engine : {"auto", "scan", "dance", "sat", "clauses", "matching"}
        The search engine. `tilewright.solving.search.choose` returns the engine that ``auto``
        selects, and the reason.
    symmetric : {"half-turn", "quarter-turn", "third-turn", "sixth-turn", "mirror"}, optional
        Return only tilings with this kind of symmetry. A mirror with a number, such as
        ``"mirror-90"``, gives the angle between the axis and the rows of the board. Symmetric
        tilings are found by the engine ``dance`` or ``clauses``.
    tuning : SearchTuning, optional
        Parameters that affect the speed of the search, but not the tilings or their order.
    timeout, max_memory, progress, threads
        See `tilewright.system.work.limits`. The limits apply to each iteration, and the first
        iteration also includes the time to compile the problem. An engine that needs more memory
        than allowed is not used if another engine can solve the problem. ``progress`` is called in
        the iterating thread, at most ten times per second. The tilings and their order do not
        depend on the number of threads.

    Attributes
    ----------
    problem : Problem
    engine : str
        The engine in use, or the winner after a race for one tiling. The name is ``construction``
        if a theorem yields the tiling, and ``skyline`` if the pieces are a few large rectangles.
        The name is ``none`` if no search is needed, or if the time limit is reached before the
        search starts.
    reason : str
        The reason why this engine was chosen.
    delivered : int
        The number of tilings returned so far.
    stopped_by : {None, "limit", "timeout", "stop"}
        The reason why the search ended early.

    Raises
    ------
    RequestError
        If the problem is invalid, if the engine is unknown or does not support the problem, or if a
        number is out of range.
    MemoryLimitError
        If the placements or the requested engine need more memory than allowed.
    """

    @limited
    def __init__(
        self,
        problem: Problem | Cover,
        *,
        unique: Unique = False,
        limit: int | None = None,
        seed: SeedLike = None,
        engine: EngineName = "auto",
        symmetric: Symmetric | None = None,
        tuning: SearchTuning | None = None,
        **limits: Unpack[ThreadLimits],
    ) -> None:
        seed = check_options(limit, seed)
        check_engine(engine)
        self.problem = problem.problem if isinstance(problem, Cover) else provided("read")(problem)
        self._cover = problem if isinstance(problem, Cover) else None
        if symmetric is not None and unique:
            raise RequestError("`symmetric` and `unique` cannot be combined", where="symmetric")
        self.unique = check_unique(unique)
        self.symmetric = symmetric
        self.limit = limit
        self.seed = seed
        self.threads = useful_threads()
        self._limits = current_deadline().inner
        self.stopped_by: str | None = None
        self._wanted = engine
        self._tuning = tuning or SearchTuning()
        self._reasons: Reasons | None = None
        self._output = OutputBuffer()
        self._stopping = False
        self._clock = Stopwatch()
        self._reported = 0.0
        self._prepared = False
        self._use_engine(
            EngineChoice(NoEngine(), UNBROKEN, "the time limit was reached before the search began")
        )
        begin = time.monotonic()
        #: A tiling that is known by a theorem and not handed out yet; then nothing is compiled.
        eligible = limit == 1 and engine == "auto" and seed is None and symmetric is None
        self._known = self._tile_by_theorem() if eligible else None
        self._by_theorem = self._known is not None
        #: A search without placements, which is tried before anything is compiled.
        self._skyline = (
            skyline_search(self.problem)
            if eligible and self._known is None and self._cover is None
            else None
        )
        self._by_skyline = False
        self._skyline_nodes = 0
        with self._deadline(0.0).holds(), contextlib.suppress(TimeLimitError):
            if self._known is None and self._skyline is None:
                self._prepare()
        #: Seconds spent before the first iteration, which count for it.
        self._spent = time.monotonic() - begin

    def _tile_by_theorem(self) -> Tiling | None:
        """Return a verified tiling of a whole problem that a theorem gives, or None if there is
        none.
        """
        if self.problem.rules or (self._cover is not None and not self._cover.whole):
            return None
        if all(len(piece.polyomino) != 3 for piece in self.problem.pieces):
            return None
        from tilewright.solving.theorems import tromino_tiling

        tiling = tromino_tiling(self.problem)
        if tiling is not None and (faults := tiling.faults(self.problem)):
            raise AssertionError(f"a theorem yielded an invalid tiling: {joined(faults)}")
        return tiling

    def _search_skyline(self, skyline: Skyline) -> bool:
        """Search for a tiling without placements. Return whether to continue, with the tiling or
        with an engine.
        """
        self._stopping, self.stopped_by = False, None
        spent, self._spent = self._spent, 0.0
        self._clock.start()
        began = time.monotonic()
        try:
            with self._deadline(spent).holds():
                tiling = skyline.find(lambda: self._stopping)
        except TimeLimitError:
            self.stopped_by = "timeout"
            return False
        finally:
            self._skyline_nodes = skyline.nodes
            self._clock.stop()
        if tiling is None and self._stopping:
            self.stopped_by = "stop"
            return False
        self._skyline, self._spent = None, spent + time.monotonic() - began
        if tiling is not None:
            if faults := tiling.faults(self.problem):
                raise AssertionError(f"a search returned an invalid tiling: {joined(faults)}")
            self._known, self._by_skyline = tiling, True
        elif skyline.ended:
            self._use_engine(EngineChoice(NoEngine(), UNBROKEN, _BY_SKYLINE))
            self._prepared = self._by_skyline = True
        return True

    def _use_engine(self, choice: EngineChoice) -> None:
        """Use an engine and its whole tree."""
        self._choice = choice
        nothing = isinstance(choice.engine, NoEngine)
        self._parts = SubtreeQueue(
            choice.engine,
            self._select_rows,
            [] if nothing else None,
            self.limit,
            tuning=self._tuning,
        )

    @property
    def _engine(self) -> Engine:
        return self._choice.engine

    @property
    def reason(self) -> str:
        """The reason why this engine was chosen."""
        if self._by_theorem:
            return "a theorem yields a tiling with L-trominoes that leaves at most one cell empty"
        first = self._by_skyline or self._skyline is not None
        return _BY_SKYLINE if first else self._choice.reason

    @property
    def delivered(self) -> int:
        """The number of tilings returned so far."""
        return self._output.delivered

    def _prepare(self) -> None:
        """Compile the problem and create the engine, once."""
        if self._prepared:
            return
        # Only an engine returns placements.
        self._known, self._by_theorem, self._by_skyline = None, False, False
        self._skyline = None
        try:
            self._reasons = self._reasons or Reasons(self.problem, lambda: self.cover)
            if self._reasons.sentences:
                choice = EngineChoice(NoEngine(), UNBROKEN, "the problem provably has no tiling")
            else:
                one = self.limit == 1
                choice = make_engine(
                    self.cover,
                    self._wanted,
                    unique=self.unique,
                    seed=self.seed,
                    one=one,
                    symmetric=self.symmetric,
                )
            self._use_engine(choice)
            self._prepared = True
        except TimeLimitError:
            self.stopped_by = "timeout"
            raise

    def _deadline(self, spent: float) -> Deadline:
        """Return the limits of an iteration that starts now, with `spent` seconds already used."""
        seconds = self._limits.seconds
        own = self._limits.renewed(None if seconds is None else max(seconds - spent, 1e-9))
        with own.holds():
            return current_deadline()

    @property
    def engine(self) -> str:
        """The name of the engine in use. During a race, this is the name of the first engine, until
        one engine wins.
        """
        if self._by_theorem:
            return "construction"
        first = self._by_skyline or self._skyline is not None
        return "skyline" if first else self._engine.name

    @property
    def node_time(self) -> float:
        """About how many nanoseconds a node takes."""
        return float(getattr(self._engine, "node_time", _NODE_TIME))

    @property
    def races(self) -> tuple[str, ...]:
        """The engines that race for one tiling; empty if there is no race."""
        return (
            tuple(lane.name for lane in self._engine.lanes)
            if isinstance(self._engine, RaceEngine)
            else ()
        )

    @property
    def cover(self) -> Cover:
        """The compiled problem, which is created on first use."""
        if self._cover is None:
            self._cover = compile_cover(self.problem)
        return self._cover

    @property
    def reasons(self) -> list[str]:
        """The known proofs that no tiling exists. If a proof is found quickly, no search is needed.

        After one second without a tiling, and again after the search, the proof methods `weighting`
        and `barrier` are tried. The search ends when a proof is found.
        """
        if self._reasons is None:
            return []
        if self.complete and self._count_found() == 0:
            self._reasons.weigh()
        return self._reasons.sentences

    @property
    def weighting(self) -> Weighting | WeightBound | None:
        """The proof that assigns numbers to the cells, or None if no such proof was found."""
        return self._reasons.weighting if self._reasons is not None and self.reasons else None

    @property
    def barrier(self) -> Barrier | None:
        """The proof that uses parts of the board with an odd number of cells, or None if no such
        proof was found. This kind of proof requires pieces of two cells.
        """
        return self._reasons.barrier if self._reasons is not None and self.reasons else None

    def _weigh(self) -> bool:
        """Try once to find a weighting or a barrier, and return whether there is one."""
        return self._reasons is not None and not self._reasons.weighed and self._reasons.weigh()

    def _count_found(self) -> int:
        return self._parts.found

    @property
    def complete(self) -> bool:
        """Whether all tilings have been returned. If the iteration is complete and returned no
        tilings, no tiling exists.
        """
        whole = self._prepared and self._parts.complete and not self._output.held_back
        return whole and self._output.rows is None

    def _select_rows(self, rows: Rows) -> tuple[Rows, int]:
        """Return the rows to deliver, and the number of tilings that they represent."""
        counting, breaking = self._output.counting, self._choice.breaking
        if self.cover.sums is not None:
            rows = rows[self.cover.sums.holds(rows)]
        if self._choice.engine.single:
            if not are_tilings(self.cover, rows):
                raise AssertionError(f"the engine {self.engine} returned an invalid tiling")
            return (rows[:0] if counting else rows), len(rows)
        return breaking.select(rows, unique=self.unique, counting=counting)

    def snapshot(self) -> SearchProgress:
        """Return the progress of the search. Any thread may call this method."""
        nodes, worked, share = self._parts.tally()
        nodes, worked = nodes + self._skyline_nodes, worked + self._skyline_nodes
        if not (self._prepared or self._by_theorem or self._by_skyline):
            # No parts yet; that is not the same as none left.
            share = 0.0
        return SearchProgress.of(
            found=self._count_found(),
            delivered=self._count_found() if self._output.counting else self.delivered,
            nodes=worked if self._output.counting else nodes,
            worked=worked,
            share=share,
            seconds=self._clock.seconds,
        )

    def stop(self) -> None:
        """Request that the iteration stop soon. Any thread may call this method. The iteration can
        be continued later.
        """
        self._stopping = True

    def stack(self) -> NDArray[np.int32]:
        """Return the placements that are currently chosen in the first part of the search, for an
        animation.
        """
        parts = self._parts.parts
        run = parts[0].run if parts else None
        return np.zeros(0, dtype=np.int32) if run is None else run.stack()

    def step(self, nodes: int = 1) -> bool:
        """Search about ``nodes`` nodes in the calling thread, for an animation. Return True if any
        nodes are left.

        The next iteration returns the tilings found in this step.
        """
        with self._deadline(0.0).holds():
            self._prepare()
            if self._parts.parts and not self._parts.parts[0].done:
                self._parts.parts[0].budget = check_integer(nodes, "nodes", 1)
            self._parts.work()
        return any(not part.done for part in self._parts.parts)

    def _check_stop(self, deadline: Deadline) -> bool:
        """Check the clock and `stop`, and report progress."""
        now = time.monotonic()
        if deadline.listener and now - self._reported >= self._tuning.report_every:
            self._reported = now
            deadline.listener(self.snapshot())
        if self._stopping:
            self.stopped_by = "stop"
        elif self._output.counting and self.limit is not None and self._count_found() >= self.limit:
            self.stopped_by = "limit"
        elif deadline.passed and not self.complete:
            self.stopped_by = "timeout"
        return self.stopped_by is not None

    def batches(self) -> Iterator[Rows]:
        """Yield the tilings in order, as rows of placement indices. This method ignores the limit
        on the number of tilings.

        Yields
        ------
        (m, depth) int32
            One tiling per row, padded with -1.
        """
        self._stopping = False
        for _ in self._fetches(None):
            rows = self._output.rows
            self._output.put(None)
            if rows is not None:
                yield rows

    def _fetches(self, wanted: int | None) -> Iterator[None]:
        """Yield whenever rows are waiting, until the end or until `wanted` tilings are available.

        Every row is either here or in the list of parts, so an interrupted search can be continued.
        """
        self.stopped_by = None
        deadline = self._deadline(self._spent)
        self._spent = 0.0
        try:
            with deadline.holds():
                self._prepare()
        except TimeLimitError:
            return
        self._clock.start()
        self._parts.set_wanted(wanted)
        try:
            while self._fetch(deadline):
                if self._output.rows is not None:
                    yield
        finally:
            self._parts.stop()
            self._clock.stop()
            if deadline.listener:
                deadline.listener(self.snapshot())

    def _fetch(self, deadline: Deadline) -> bool:
        """Work for a moment and take the next rows, if any. Return whether to continue."""
        parts, tuning = self._parts, self._tuning
        try:
            with deadline.holds():
                if self._clock.run > tuning.patience and not self._count_found() and self._weigh():
                    parts.abandon()
                if parts.finished or self._check_stop(deadline):
                    return False
                with defer_interrupts():
                    self._output.put(parts.next_rows())
                    if self._output.rows is not None:
                        pass
                    elif parts.started:
                        pause = max(tuning.report_every, _PAUSE)
                        parts.wait(min(pause, max(deadline.left, 0.0)))
                    else:
                        parts.work()
                        if (
                            self.threads > 1
                            and self._clock.run > tuning.alone
                            and not parts.finished
                        ):
                            parts.start(self.threads)
                        self._output.put(parts.next_rows())
        except TimeLimitError:
            self.stopped_by = "timeout"
            return False
        return True

    def __iter__(self) -> Generator[Tiling, None, None]:
        """Yield the tilings, in order."""
        if self._skyline is not None and not self._search_skyline(self._skyline):
            return
        if self._known is not None:
            tiling, self._known = self._known, None
            self._output.delivered, self.stopped_by = 1, "limit"
            yield tiling
            return
        yield from self._convert_rows(self._tilings)

    def arrays(self) -> Iterator[tuple[NDArray[np.int32], NDArray[np.int32]]]:
        """Yield the tilings in order, in batches as returned by
        `tilewright.model.cover.decode_batch`.
        """
        yield from self._convert_rows(self._arrays)

    def _convert_rows(self, hand: Callable[[], Iterator[_Handed]]) -> Iterator[_Handed]:
        """Yield the results of `hand` for the waiting rows, until the end, the limit or `stop`."""
        self._stopping = False
        self.stopped_by = None
        if self.limit is not None and self.delivered >= self.limit:
            self.stopped_by = "limit"
            return
        if self._output.rows is not None:
            yield from hand()
        if self.stopped_by is not None:
            return
        for _ in self._fetches(None if self.limit is None else self.limit - self.delivered):
            yield from hand()
            if self.stopped_by is not None:
                return

    def _chunks(self) -> Iterator[Rows]:
        """Yield the waiting rows in batches, until the limit or `stop`."""
        most = max(1, self._tuning.batch_cells // self.cover.number.size)
        while (chunk := self._output.chunk(most, self.limit)) is not None:
            yield chunk
            if self._stopping:
                self.stopped_by = "stop"
            elif self.limit is not None and self.delivered >= self.limit:
                self.stopped_by = None if self.complete else "limit"
            else:
                continue
            return

    def _tilings(self) -> Iterator[Tiling]:
        """Yield the waiting rows as tilings, decoded a batch at a time."""
        output = self._output
        for chunk in self._chunks():
            decoded = decode_tilings(self.cover, chunk)
            for tiling in decoded:
                # Record it first: this tiling may be the last one that the caller takes.
                output.hand_out(1)
                yield tiling
                if self._stopping:
                    break

    def _arrays(self) -> Iterator[tuple[NDArray[np.int32], NDArray[np.int32]]]:
        """Yield the waiting rows as arrays, decoded a batch at a time."""
        for chunk in self._chunks():
            batch = decode_batch(self.cover, chunk)
            self._output.hand_out(len(chunk))
            yield batch

    def count(self) -> int:
        """Run the search to the end without decoding tilings, and return the number of tilings.

        `complete` is True if all tilings were counted. The count also ends when the limit or
        timeout is reached, or when `stop` is called. If some tilings have already been returned,
        the count continues from there.
        """
        if self._known is not None or self._skyline is not None:
            return sum(1 for _ in self)
        # The rows are counted already.
        output = self._output
        output.put(None)
        self._parts.forget_rows()
        output.counting = True
        try:
            for _ in self.batches():
                pass
        finally:
            # After an interrupt, the count so far is known too.
            output.counting = False
            output.delivered = self._count_found()
            if self.limit is not None and output.delivered >= self.limit:
                output.held_back = output.delivered > self.limit
                output.delivered = self.limit
                self.stopped_by = None if self.complete else "limit"
        return self.delivered

    def share(self, tables: Tables) -> None:
        """Use tables shared with other processes to speed up the search. Call this method before
        the first call of `stretch`.

        All processes must run searches with the same `fingerprint`. The tables do not change the
        answers, and some engines ignore them.
        """
        self._prepare()
        if isinstance(self._engine, Sharing):
            self._engine.share(tables)

    def stretch(
        self,
        subtrees: Iterable[Subtree],
        nodes: int,
        nbytes: int = 16 << 20,
        stopped: Callable[[], bool] | None = None,
    ) -> SubtreeResult:
        """Search some subtrees in the calling thread until a budget is spent. The iteration over
        the search is not affected.

        Use this method to divide a search among processes and machines. The empty path with weight
        1 denotes the whole tree. Any process can search the remaining subtrees of a result. In the
        order of the iteration, the tilings of a result come before the tilings of the remaining
        subtrees. The method respects the option `unique`, but ignores the proofs in `reasons`.

        Parameters
        ----------
        subtrees : iterable of (path, weight)
            Adjacent subtrees in order, each with its share of the whole search tree.
        nodes : int
            The approximate budget, in nodes. At least a few thousand nodes are searched.
        nbytes : int
            Also stop after finding this many bytes of tilings.
        stopped : callable, optional
            Also stop when this function, which is called every few milliseconds, returns True.

        Raises
        ------
        EngineError
            If the search tree of the engine cannot be divided, as with the engine ``clauses``.
        """
        self._prepare()
        if isinstance(self._engine, NoEngine):
            return SubtreeResult(np.zeros((0, 1), dtype=np.int32), 0, 0.0, [])
        return search_subtrees(self._engine, self._select_rows, subtrees, nodes, nbytes, stopped)

    def fingerprint(self) -> str:
        """Return a digest of the problem and of all options that affect the tilings or their
        order.
        """
        kind = self._choice.kind
        restarts = kind == "dance" and self.limit == 1
        apart = self._choice.breaking.apart
        more = (apart,) if apart.any() else ()
        return fingerprint(*self.cover.arrays(), self.unique, self.seed, kind, restarts, *more)


#: Nodes between two looks at how many a short search has used.
_SLICE = 1 << 14


def short_search(
    problem: Problem | Cover,
    nodes: int | None,
    *,
    limit: int | None = None,
    seed: SeedLike = None,
    engine: EngineName = "auto",
) -> Search:
    """Return a search in one thread that stops, unfinished, after about `nodes` nodes.

    Nodes are checked after slices of equal length, so the search stops at the same point on every
    machine.
    """

    def watch(at: SearchProgress) -> None:
        if nodes is not None and at.nodes > nodes:
            search.stop()

    even = SearchTuning(
        first_budget=_SLICE, largest_budget=_SLICE, slice=math.inf, report_every=0.0
    )
    search = Search(
        problem, limit=limit, seed=seed, engine=engine, tuning=even, threads=1, progress=watch
    )
    return search


class Tilings(Iterator[Tiling]):
    """An iterator over the tilings of a search. After the last tiling, the iterator reports why the
    search ended.

    Parameters
    ----------
    search : Search

    Attributes
    ----------
    complete : bool
        Whether all tilings have been returned. If the iteration is complete and returned no
        tilings, no tiling exists.
    stopped_by : {None, "limit", "timeout", "stop"}
        The reason why the iteration ended early; None while the iteration is running.

    Examples
    --------
    >>> found = Tilings(Search(Problem("2x3", "L3=2"), timeout=60))
    >>> len(list(found)), found.complete, found.stopped_by
    (2, True, None)
    """

    def __init__(self, search: Search) -> None:
        self.search = search
        self._iterator = iter(search)

    def __next__(self) -> Tiling:
        return next(self._iterator)

    def __repr__(self) -> str:
        end = (
            "all found"
            if self.complete
            else f"stopped by {self.stopped_by}"
            if self.stopped_by
            else "more may follow"
        )
        return f"<Tilings of {self.search.problem.board}: {self.search.delivered} so far, {end}>"

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        """Return the remaining tilings as an Arrow stream for pandas, Polars, DuckDB and other
        programs.

        The columns are those of `tilewright.table`. The tilings are found while the stream is read.
        """
        from tilewright.formats.tables import stream

        return stream(self, self.search.problem).__arrow_c_stream__(requested_schema)

    @property
    def complete(self) -> bool:
        """Whether all tilings have been returned."""
        return self.search.complete

    @property
    def stopped_by(self) -> str | None:
        """The reason why the iteration ended early."""
        return self.search.stopped_by

    def close(self) -> None:
        """End the iteration and its threads."""
        self._iterator.close()


def calendar_counts(
    puzzles: Iterable[Puzzle] | None = None,
) -> Iterator[tuple[tuple[int, ...], int]]:
    """Count the solutions of calendar puzzles, one date at a time.

    Parameters
    ----------
    puzzles : iterable of Puzzle, optional
        The puzzles; by default, the 366 dates of the calendar without weekdays.

    Yields
    ------
    (month, day) or (month, day, weekday), int
        The date (weekdays are numbered from Monday = 0) and the number of solutions. The board has
        no symmetries, so no two solutions are images of each other.

    Raises
    ------
    RequestError
        If a puzzle is not a calendar puzzle.
    TimeLimitError
        If a surrounding deadline (see `tilewright.system.work.deadline`) has passed. The counts
        already yielded remain valid.

    Examples
    --------
    >>> from tilewright.model.puzzle import find_puzzle
    >>> list(calendar_counts([find_puzzle("calendar:10-06"), find_puzzle("calendar:01-25")]))
    [((10, 6), 7), ((1, 25), 216)]
    >>> list(calendar_counts([find_puzzle("weekday:2026-10-06")]))
    [((10, 6, 1), 826)]
    """
    for puzzle in named_puzzles("calendar") if puzzles is None else puzzles:
        date = calendar_date(puzzle.board.mask) if isinstance(puzzle, Puzzle) else None
        if date is None:
            raise RequestError(
                f"`puzzles` must be calendar puzzles, got {format_value(puzzle)}", where="puzzles"
            )
        search = Search(puzzle.problem(), threads=1)
        count = search.count()
        if not search.complete:
            raise current_deadline().error_before("all dates were counted")
        yield date, count
