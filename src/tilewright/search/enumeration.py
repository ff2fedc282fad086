"""Search: one enumeration, from the first tiling to the last, with all that can happen to it.

It is iterated for tilings, counts without decoding, shows how far it is, stops at a limit, at a
deadline or when told, and can be put away in a file and taken up again.
"""

from __future__ import annotations

import contextlib
import os
import time
from collections.abc import Callable, Generator, Iterable, Iterator
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from tilewright.arguments import check_integer
from tilewright.construction import tromino_tiling
from tilewright.cover import Cover, are_tilings, compile_cover, decode_batch, decode_tilings
from tilewright.deadline import Deadline, current_deadline
from tilewright.errors import RequestError, TimeLimitError
from tilewright.files import checkpoint
from tilewright.files.fields import Fields, checked_array, damaged
from tilewright.files.replacing import checked_path
from tilewright.problem import Problem
from tilewright.progress import SearchProgress, shown_in_notebook
from tilewright.proof import Reasons
from tilewright.puzzle import as_problem
from tilewright.search.bounds import estimated_nodes
from tilewright.search.choice import EngineChoice, EngineName, check_engine, check_options, make_engine
from tilewright.search.clauses import Symmetric
from tilewright.search.pace import OutputBuffer, Rows, SearchTuning, Stopwatch
from tilewright.search.protocol import Engine, NoEngine, Sharing
from tilewright.search.race import RaceEngine
from tilewright.search.subtrees import Stretch, Subtree, SubtreeQueue, deferred, search_subtrees
from tilewright.search.symmetry_breaking import UNBROKEN
from tilewright.system import compiling
from tilewright.system.cores import cores
from tilewright.system.tables import Tables
from tilewright.tiling import Tiling

if TYPE_CHECKING:
    from tilewright.proof import Weighting

__all__ = ["Search", "Tilings"]

#: What the rows at hand are handed out as.
_Handed = TypeVar("_Handed")


class _Stopped(TimeLimitError):
    """`stop` was called while a kernel was compiled."""


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
    engine : {"auto", "scan", "dance", "sat", "clauses"}
        `tilewright.search.choose` says what ``auto`` takes and why.
    symmetric : {"half turn", "quarter turn", "third turn", "sixth turn", "mirror"}, optional
        Only tilings that are taken to themselves by a symmetry of this kind that the board and the pieces have. They are
        found by the engine clauses.
    timeout : float, optional
        Stop after so many seconds; the first iteration's include those in which the problem was compiled. A deadline
        that holds where the search is made and iterated (`tilewright.deadline`) does the same.
    progress : callable, optional
        Called with a `tilewright.progress.SearchProgress` in the iterating thread, at most ten times a second.
    tuning : SearchTuning, optional
        Sizes and seconds that decide its pace; the tilings and their order do not depend on them.

    Attributes
    ----------
    problem : Problem
    engine : str
        The name of the engine at work: of the winner, once a race for one tiling is decided; ``construction`` for what is
        known by theorem; ``none`` if there is nothing to search, or the time was up before an engine was made.
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
        engine: EngineName = "auto",
        symmetric: Symmetric | None = None,
        timeout: float | None = None,
        progress: Callable[[SearchProgress], object] | None = None,
        tuning: SearchTuning | None = None,
    ) -> None:
        check_options(limit=limit, threads=threads, timeout=timeout, seed=seed)
        check_engine(engine)
        self.problem = problem.problem if isinstance(problem, Cover) else as_problem(problem)
        self.problem.check()
        self._cover = problem if isinstance(problem, Cover) else None
        if symmetric is not None and unique:
            raise RequestError("tilings with a symmetry are not told apart up to symmetry", where="symmetric")
        self.unique = unique
        self.symmetric = symmetric
        self.limit = limit
        self.seed = seed
        self.threads = threads or cores()
        self.timeout = timeout
        self.payload: dict[str, Any] = {}
        self.stopped_by: str | None = None
        self._progress = progress or shown_in_notebook()
        self._wanted = engine
        self._tuning = tuning or SearchTuning()
        self._reasons: Reasons | None = None
        self._output = OutputBuffer()
        self._stopping = False
        self._clock = Stopwatch()
        self._reported = 0.0
        self._made = False
        self._resumed = False
        self._use(EngineChoice(NoEngine(), UNBROKEN, "the time was up before an engine was made"))
        begin = time.monotonic()
        #: What is known by theorem, and not handed out yet; then nothing is compiled.
        asked = limit == 1 and engine == "auto" and seed is None and symmetric is None
        self._known = tromino_tiling(self.problem) if asked else None
        self._by_theorem = self._known is not None
        with self._deadline(0.0).holds(), contextlib.suppress(TimeLimitError):
            if self._known is None:
                self._make()
        #: Seconds that were spent before the first iteration, and count for it.
        self._spent = time.monotonic() - begin

    def _use(self, choice: EngineChoice) -> None:
        """Take an engine, and its whole tree."""
        self._choice = choice
        nothing = isinstance(choice.engine, NoEngine)
        self._parts = SubtreeQueue(
            choice.engine, self._rows, [] if nothing else None, self.limit, tuning=self._tuning
        )

    @property
    def _engine(self) -> Engine:
        return self._choice.engine

    @property
    def reason(self) -> str:
        """Why this engine."""
        theorem = "L-trominoes with at most one cell to spare are a theorem"
        return theorem if self._by_theorem else self._choice.reason

    @property
    def delivered(self) -> int:
        """Tilings handed out so far."""
        return self._output.delivered

    def _make(self) -> None:
        """Compile the problem and make the engine, once."""
        if self._made:
            return
        # Whoever asks for placements gets them from an engine.
        if self._known is not None:
            self._known, self._by_theorem = None, False
        try:
            self._reasons = self._reasons or Reasons(self.problem, lambda: self.cover)
            if self._reasons.listed:
                choice = EngineChoice(NoEngine(), UNBROKEN, "there is nothing to search")
            else:
                one = self.limit == 1
                choice = make_engine(
                    self.cover,
                    self._wanted,
                    unique=self.unique,
                    seed=self.seed,
                    one=one,
                    threads=min(self.threads, cores()),
                    symmetric=self.symmetric,
                )
            self._use(choice)
            self._made = True
        except TimeLimitError:
            self.stopped_by = "timeout"
            raise

    def _deadline(self, spent: float) -> Deadline:
        """Return when an iteration that begins now has to end."""
        own = Deadline(None if self.timeout is None else max(self.timeout - spent, 1e-9))
        with own.holds():
            return current_deadline()

    @property
    def engine(self) -> str:
        """The name of the engine at work; in a race, of the one that was chosen, then of the one that won."""
        return "construction" if self._by_theorem else self._engine.name

    @property
    def races(self) -> tuple[str, ...]:
        """The names of the engines that take part in a race for one tiling; empty if there is none."""
        return tuple(lane.name for lane in self._engine.lanes) if isinstance(self._engine, RaceEngine) else ()

    @property
    def cover(self) -> Cover:
        """The compiled problem; it is compiled when it is first needed, which for some problems is never."""
        if self._cover is None:
            self._cover = compile_cover(self.problem)
        return self._cover

    @property
    def reasons(self) -> list[str]:
        """Proofs that there is no tiling. Where they are cheap to see, nothing is searched.

        A `weighting` is looked for when nothing was found for a second, which ends the search, or when it has ended.
        """
        if self._reasons is None:
            return []
        if self.complete and self._found() == 0:
            self._reasons.weigh()
        return self._reasons.listed

    @property
    def weighting(self) -> Weighting | None:
        """The proof by numbers in the cells, if that is the reason why there is no tiling."""
        return self._reasons.weighting if self._reasons is not None and self.reasons else None

    def _weigh(self) -> bool:
        """Look for a weighting, once; return whether one was found."""
        return self._reasons is not None and not self._reasons.weighed and self._reasons.weigh()

    def _found(self) -> int:
        return self._parts.found + self._output.found_before

    @property
    def complete(self) -> bool:
        """Whether all tilings have been handed out.

        That is so if the engine has searched its whole tree, nothing of it was given up, dropped or lost, and no
        limit held anything back. If it is and there was no tiling, there is none: that is proven.
        """
        whole = self._made and self._parts.complete and not self._output.held_back
        return whole and self._output.rows is None

    def _rows(self, rows: Rows) -> tuple[Rows, int]:
        """Return the rows to hand out for those that the engine found, and how many tilings they count for."""
        counting, breaking = self._output.counting, self._choice.breaking
        if self._choice.engine.single:
            if self._resumed:
                # Which of the engines has it in its state is not known before.
                self._checked(rows)
            return (rows[:0] if counting else rows), len(rows)
        return (breaking.number if counting else breaking.rows)(rows, unique=self.unique)

    def snapshot(self) -> SearchProgress:
        """Return how far the search is. May be called from any thread."""
        nodes, worked, share = self._parts.tally()
        if not self._made and not self._by_theorem:
            # There are no parts yet, which is not the same as none left.
            share = 0.0
        return SearchProgress.of(
            found=self._found(),
            delivered=self._found() if self._output.counting else self.delivered,
            nodes=(worked if self._output.counting else nodes) + self._output.nodes_before,
            worked=worked + self._output.nodes_before,
            share=share,
            seconds=self._clock.seconds,
        )

    def estimated_nodes(self) -> float:
        """Return about how many nodes a search for all tilings has, whichever engine does it; see `choice.estimate`.

        Infinity if they are more than anybody waits for, or if it cannot be foreseen.
        """
        self._make()
        if isinstance(self._engine, NoEngine):
            return 0.0
        breaking = self._choice.breaking
        return estimated_nodes(self.cover, breaking.allowed if breaking.order > 1 else None)

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
        self._make()
        if not self._parts.parts or self._parts.parts[0].done:
            self._parts.work()
        else:
            self._parts.parts[0].budget = check_integer(nodes, "the number of nodes", 1, where="nodes")
            self._parts.work()
        return any(not part.done for part in self._parts.parts)

    def _stopped(self, deadline: Deadline) -> bool:
        """Look at the clock and at `stop`; report progress."""
        now = time.monotonic()
        if self._progress is not None and now - self._reported >= self._tuning.report_every:
            self._reported = now
            self._progress(self.snapshot())
        if self._stopping:
            self.stopped_by = "stop"
        elif self._output.counting and self.limit is not None and self._found() >= self.limit:
            self.stopped_by = "limit"
        elif deadline.passed and not self.complete:
            self.stopped_by = "timeout"
        return self.stopped_by is not None

    def batches(self) -> Iterator[Rows]:
        """Yield the tilings as rows of placement numbers, in order; the limit is not looked at.

        Yields
        ------
        (m, depth) int32
            One tiling a row, -1 padded.
        """
        for _ in self._fetches(None):
            rows = self._output.rows
            self._output.put(None)
            if rows is not None:
                yield rows

    def _fetches(self, wanted: int | None) -> Iterator[None]:
        """Have the next rows at hand, again and again until the end, or until so many tilings are there.

        Rows are either there or in the list of parts, so an interrupt finds a search that can be saved.
        """
        self.stopped_by = None
        deadline = self._deadline(self._spent)
        self._spent = 0.0
        try:
            with deadline.holds():
                self._make()
        except TimeLimitError:
            return
        self._clock.start()
        self._parts.want(wanted)
        try:
            while self._fetch(deadline):
                if self._output.rows is not None:
                    yield
        finally:
            self._parts.stop()
            self._clock.stop()
            if self._progress is not None:
                self._progress(self.snapshot())

    def _fetch(self, deadline: Deadline) -> bool:
        """Work for a moment, and have the next rows at hand if there are any; return whether to go on."""
        parts, tuning = self._parts, self._tuning
        try:
            with deadline.holds():
                if self._clock.run > tuning.patience and not self._found() and self._weigh():
                    parts.abandon()
                if parts.finished or self._stopped(deadline):
                    return False
                with deferred(), compiling.asking(self._ask_stop):
                    self._output.put(parts.next_rows())
                    if self._output.rows is not None:
                        pass
                    elif parts.started:
                        parts.wait(min(tuning.report_every, max(deadline.left, 0.0)))
                    else:
                        parts.work()
                        if self.threads > 1 and self._clock.run > tuning.alone and not parts.finished:
                            parts.start(self.threads)
                        self._output.put(parts.next_rows())
        except TimeLimitError as error:
            self.stopped_by = "stop" if isinstance(error, _Stopped) else "timeout"
            return False
        return True

    def _ask_stop(self) -> None:
        """Do not wait for the compiler when the search is to end."""
        if self._stopping:
            raise _Stopped("the search was stopped")

    def __iter__(self) -> Generator[Tiling, None, None]:
        """Yield the tilings, in order."""
        if self._known is not None:
            tiling, self._known = self._known, None
            self._output.delivered, self.stopped_by = 1, "limit"
            yield tiling
            return
        yield from self._handed(self._tilings)

    def arrays(self) -> Iterator[tuple[NDArray[np.int32], NDArray[np.int32]]]:
        """Yield the tilings in batches, in order, each as what `tilewright.cover.decode_batch` returns.

        All is as when they are iterated one by one, without an object for each.
        """
        yield from self._handed(self._arrays)

    def _handed(self, hand: Callable[[], Iterator[_Handed]]) -> Iterator[_Handed]:
        """Yield what `hand` makes of the rows at hand, again and again until the end, the limit or `stop`."""
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
        """Yield what is left of the rows at hand, as many as are decoded together, until the limit or `stop`.

        Whoever takes them notes what was handed out.
        """
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
        """Yield what is left of the rows at hand, decoded a batch at a time."""
        output = self._output
        for chunk in self._chunks():
            with compiling.undisturbed():
                decoded = decode_tilings(self.cover, chunk)
            for tiling in decoded:
                # All is in order before the tiling is handed out: it may be the last one asked for.
                output.hand_out(1)
                yield tiling
                if self._stopping:
                    break

    def _arrays(self) -> Iterator[tuple[NDArray[np.int32], NDArray[np.int32]]]:
        """Yield what is left of the rows at hand, decoded a batch at a time, as arrays."""
        for chunk in self._chunks():
            with compiling.undisturbed():
                batch = decode_batch(self.cover, chunk)
            self._output.hand_out(len(chunk))
            yield batch

    def count(self) -> int:
        """Run to the end without decoding anything and return the number of tilings.

        `complete` says whether it is that of all; the limit, the timeout and `stop` are obeyed. After `resume`, or when
        some have been handed out already, it counts on from there. `save` may be called from the progress callable.
        """
        if self._known is not None:
            return sum(1 for _ in self)
        # What was found is counted already; the rows are not needed any more.
        output = self._output
        output.put(None)
        self._parts.forget_rows()
        self._stopping = False
        output.counting = True
        try:
            for _ in self.batches():
                pass
        finally:
            # An interrupt comes out of here; what was counted so far is known all the same.
            output.counting = False
            output.delivered = self._found()
            if self.limit is not None and output.delivered >= self.limit:
                output.held_back = output.delivered > self.limit
                output.delivered = self.limit
                self.stopped_by = None if self.complete else "limit"
        return self.delivered

    def share(self, tables: Tables) -> None:
        """Remember what helps the search where others do who search the same, before the first stretch of it.

        Whoever shares has to be of the same `fingerprint`. It changes no answer; engines that remember nothing so go without.
        """
        self._make()
        if isinstance(self._engine, Sharing):
            self._engine.share(tables)

    def stretch(self, subtrees: Iterable[Subtree], nodes: int, nbytes: int = 16 << 20) -> Stretch:
        """Search only some subtrees, in the calling thread and apart from the iteration, until a budget is spent.

        So a search is divided among processes and machines: the whole tree is the empty path, with weight 1, and what is
        left of a stretch is worked on anywhere. The tilings of a stretch, followed by those of its rest, are in the order
        of the iteration, as are all images of each or one of each class. What is known beforehand (`reasons`) is not asked for.

        Parameters
        ----------
        subtrees : iterable of (path, weight)
            Neighbors, in order, with their shares of the whole tree.
        nodes : int
            The budget: about so many nodes are tried, and some thousand at least.
        nbytes : int
            It ends also when so many bytes of tilings are found.

        Raises
        ------
        EngineError
            If the engine has no tree that can be divided (clauses).
        """
        self._make()
        if isinstance(self._engine, NoEngine):
            return Stretch(np.zeros((0, 1), dtype=np.int32), 0, 0.0, [])
        return search_subtrees(self._engine, self._rows, subtrees, nodes, nbytes)

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
        TimeLimitError
            If the time was up before there was anything to save.
        """
        kept = self.pack(**payload)
        checkpoint.save(checked_path(path), "search", self.fingerprint(), kept.values, kept.arrays)

    def resume(self, path: str | os.PathLike[str]) -> None:
        """Take up what `save` wrote. The search must be a new one, of the same problem and options.

        Threads, limit and timeout may differ; the limit counts from the very beginning.

        Raises
        ------
        CheckpointError
            If the file is not a checkpoint, is damaged, or belongs to another problem or other options.
        """
        self._make()
        place = checked_path(path)
        with checkpoint.naming(place):
            self.unpack(checkpoint.load(place, "search", self.fingerprint()))

    def pack(self, **payload: Any) -> checkpoint.Checkpoint:
        """Return what `save` writes, for a run that has a checkpoint of its own; its `fingerprint` belongs to it.

        Raises
        ------
        TimeLimitError
            If the time was up before there was anything to save.
        """
        self._make()
        with self._parts.pause():
            snapshot = self.snapshot()
            listed, arrays = self._parts.pack()
            arrays |= self._output.pack()
        values = {
            "delivered": snapshot.delivered,
            "found": snapshot.found,
            "nodes": snapshot.nodes,
            "seconds": snapshot.seconds,
            "parts": listed,
            "exhausted": self._parts.exhausted and not self._output.held_back,
            "payload": payload,
        }
        return checkpoint.Checkpoint(values, arrays)

    def unpack(self, kept: checkpoint.Checkpoint) -> None:
        """Take up what `pack` returned for a search with the same `fingerprint`."""
        self._make()
        values, arrays = Fields(kept.values, "what it says of the search"), kept.arrays
        found, nodes = values.integer("found"), values.integer("nodes")
        parts = SubtreeQueue(self._engine, self._rows, [], tuning=self._tuning)
        parts.unpack(values.listed("parts"), arrays, self._checked)
        parts.exhausted = values.flag("exhausted")
        given = None
        if "given" in arrays:
            given = self._checked(checked_array(arrays, "given", np.int32, (None, self._engine.depth)))
        output = OutputBuffer(
            values.integer("delivered"),
            given if given is not None and len(given) else None,
            found_before=found - parts.found,
            nodes_before=nodes - parts.tally()[0],
        )
        payload, clock = values.object("payload"), Stopwatch(values.number("seconds"))
        if isinstance(self._engine, NoEngine) and parts.parts:
            raise damaged("there is nothing to search, and it has parts")
        self._parts, self._output, self.payload, self._clock = parts, output, payload, clock
        self._resumed = True

    def _checked(self, rows: Rows) -> Rows:
        """Return rows that came from a file if they are tilings."""
        if not are_tilings(self.cover, rows):
            raise damaged("it has a tiling that is none of this problem")
        return rows

    def fingerprint(self) -> str:
        """Return a digest of the problem and of the options that decide which tilings come in which order."""
        kind = self._choice.kind
        restarts = kind == "dance" and self.limit == 1
        apart = self._choice.breaking.apart
        more = (apart,) if apart.any() else ()
        return checkpoint.fingerprint(*self.cover.arrays(), self.unique, self.seed, kind, restarts, *more)


class Tilings(Iterator[Tiling]):
    """The tilings of a search, one after the other; they end, and it says why.

    Parameters
    ----------
    search : Search

    Attributes
    ----------
    complete : bool
        Whether all tilings have been handed out. If there was none, there is none: that is proven.
    stopped_by : {None, "limit", "timeout", "stop"}
        What ended the iteration before it was complete; None as long as it goes on.

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

    @property
    def complete(self) -> bool:
        """Whether all tilings have been handed out."""
        return self.search.complete

    @property
    def stopped_by(self) -> str | None:
        """What ended the iteration before it was complete."""
        return self.search.stopped_by

    def close(self) -> None:
        """End the iteration: threads end, and nothing more comes."""
        self._iterator.close()
