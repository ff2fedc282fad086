"""The checkpoint of a count: what is saved, when, and how a count resumes from it."""

from __future__ import annotations

import contextlib
import os
import time
from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from numbers import Real
from typing import Any

from numpy.typing import NDArray

from tilewright.arguments import format_value
from tilewright.counting.tuning import USUAL, Tuning
from tilewright.errors import CheckpointError, EngineError
from tilewright.files import checkpoint as saved
from tilewright.files.fields import Fields
from tilewright.files.replacing import checked_path
from tilewright.problem import Problem

__all__ = ["INTERVAL", "CountCheckpoint"]

#: Seconds between two checkpoints, at least.
INTERVAL = 5.0
#: The share of the time that saving may take: where the count waits for it, and where it goes on beside the count.
_SHARE, _BESIDE = 0.05, 0.5
#: The ways of counting that are saved; in the last two a graph grows, which has a trail.
_WAYS = ("layers", "components", "listing", "states", "rows")
_GROWING = _WAYS[-2:]
#: Seconds that a byte takes, until one has been saved; and how many bytes at least it takes as long as.
_SECONDS, _LEAST = 4e-9, 1 << 20


class CountCheckpoint:
    """The checkpoint of a count.

    A count has one step, or several (up to symmetry, one for each symmetry). The file has the results of the steps that are
    finished and the state of the one under way. A state graph that grows is appended to a file beside it
    (``.states`` behind its name).
    """

    def __init__(
        self,
        path: str | os.PathLike[str],
        mark: str,
        interval: float = INTERVAL,
        clock: Callable[[], float] = time.monotonic,
        write: Callable[..., None] = saved.save,
    ) -> None:
        self._clock, self._write = clock, write
        self.path, self.mark, self.interval = checked_path(path), mark, interval
        self.trail = saved.Trail(self.path.with_name(f"{self.path.name}.states"), mark)
        #: What a graph that grew has to say beside its trail.
        self.growth: dict[str, Any] | None = None
        self._done: dict[str, Any] = {}
        self._step = ""
        self._earlier: saved.Checkpoint | None = None
        self._last, self._took, self._seconds = self._clock(), 0.0, _SECONDS
        self._pool: ThreadPoolExecutor | None = None
        self._beside: Future[None] | None = None
        if self.path.exists():
            with self.naming():
                self._earlier = saved.load(self.path, "count", mark)
                said = self.said
                self._done = said.object("done")
                said.text("step")
                if said.word("way", "", *_WAYS):
                    said.text("mark")
                if said.word("way", "", *_WAYS) in _GROWING and said.has("growth"):
                    trail = said.fields("trail")
                    trail.integer("length")
                    trail.text("sha256")
                elif not self._earlier.values.get("trail"):
                    # A process was killed before it could remove it.
                    self.trail.remove()

    @classmethod
    def of(
        cls,
        path: str | os.PathLike[str] | None,
        interval: float,
        problem: Problem,
        *options: object,
        tuning: Tuning | None = None,
    ) -> CountCheckpoint | None:
        """Return the checkpoint of a problem, counted with these options; None without a path."""
        if not isinstance(interval, Real) or not interval >= 0:
            raise EngineError(
                f"the time between two checkpoints is a number of seconds from 0 on, not {format_value(interval)}"
            )
        if path is None:
            return None
        board = problem.board
        pieces = [(p.name, p.polyomino.cells, p.least, p.most, p.turn, p.marks) for p in problem.pieces]
        placed = sorted((p.piece, sorted(p.cells)) for p in problem.placed)
        rules = (problem.turn, placed, problem.empty_least, problem.empty_most, problem.by_wrap)
        agree = (tuple(problem.marks_agree.items()),) if problem.marks_agree else ()
        where = (board.lattice.name, board.surface.periods, board.surface.glide)
        mark = saved.fingerprint(
            board.mask, board.text(), where, problem.optional, pieces, rules, *agree, *options
        )
        return cls(path, mark, interval, write=(tuning or USUAL).write)

    def naming(self) -> contextlib.AbstractContextManager[None]:
        """Return a context in which errors of what was saved name the file."""
        return saved.naming(self.path)

    @property
    def said(self) -> Fields:
        """What was saved, without its arrays, each value to be asked for by its type; nothing if nothing was saved."""
        return Fields(self._earlier.values if self._earlier else {}, "what it says of the count")

    @property
    def done(self) -> Fields:
        """The results of the steps that are finished."""
        return Fields(self._done, "its results")

    def begin(self, step: str) -> bool:
        """Begin a step of the count, and return whether it is finished already (then `done` has its result)."""
        self._step = step
        return self._done.get(step) is not None

    @property
    def way(self) -> str:
        """The way in which the step was begun, if it was: ``"layers"``, ``"components"``, ``"states"``, ``"rows"``, or ``"listing"``."""
        earlier = self._earlier
        return str(earlier.values["way"]) if earlier and earlier.values["step"] == self._step else ""

    @property
    def values(self) -> dict[str, Any]:
        """What was saved of the step under way, without its arrays; nothing if it was not begun."""
        return dict(self._earlier.values) if self._earlier and self.way else {}

    def take(self, mark: str) -> saved.Checkpoint | None:
        """Return what the step goes on from, once; None if it was not begun."""
        if not self.way:
            return None
        earlier, self._earlier = self._earlier, None
        if earlier is not None and earlier.values["mark"] != mark:
            self.refuse_version()
        return earlier

    def refuse_version(self) -> None:
        """Say that a state means something else than when it was saved."""
        raise CheckpointError(
            "the checkpoint was made by another version of this program; delete it to begin anew",
            where=str(self.path),
        )

    def due(self, nbytes: int) -> bool:
        """Whether it is time to save, if that is so many bytes."""
        if not self._is_free():
            return False
        expected = max(nbytes, _LEAST) * self._seconds
        wait = max(self.interval, expected / _SHARE) if self.interval else 0.0
        return self._clock() - self._last >= wait

    def _is_free(self) -> bool:
        """Whether nothing is being written beside the count."""
        if not self.interval:
            # After each step, whatever it takes: also if that is to wait for the last one.
            self.settle()
        return self._beside is None or self._beside.done()

    def due_beside(self) -> bool:
        """Whether it is time to save what was added beside the count."""
        if not self._is_free():
            return False
        return self._clock() - self._last >= (
            max(self.interval, self._took / _BESIDE) if self.interval else 0.0
        )

    def save(
        self, way: str, mark: str, values: Mapping[str, Any], arrays: Mapping[str, NDArray[Any]]
    ) -> None:
        """Write where the step under way is."""
        self.settle()
        began = self._clock()
        self._write_step(way, mark, values, arrays)
        if way not in _GROWING:
            self._forget_growth()
        self._last = self._clock()
        nbytes = sum(array.nbytes for array in arrays.values())
        self._seconds = (self._last - began) / max(nbytes, _LEAST)

    def _write_step(
        self, way: str, mark: str, values: Mapping[str, Any], arrays: Mapping[str, NDArray[Any]]
    ) -> None:
        grown = way in _GROWING
        head = {
            "done": self._done,
            "step": self._step,
            "way": way,
            "mark": mark,
            "growth": self.growth if grown else None,
            "trail": self.trail.state if grown else None,
        }
        self._write(self.path, "count", self.mark, {**head, **values}, arrays)

    def append(self, growth: dict[str, Any], mark: str, arrays: Iterable[NDArray[Any]]) -> None:
        """Append what a growing graph has more than at the last time, beside the count, which goes on.

        The arrays must stay as they are until `settle` returns.
        """
        self.settle()

        def work() -> None:
            began = self._clock()
            self.trail.append(arrays)
            self.growth = growth
            self._write_step("states", mark, {}, {})
            self._last = self._clock()
            self._took = self._last - began

        self._beside = self.beside(work)

    def beside(self, work: Callable[[], None]) -> Future[None]:
        """Let something be done beside the count."""
        if self._pool is None:
            self._pool = ThreadPoolExecutor(1)
        return self._pool.submit(work)

    def settle(self) -> None:
        """Wait for what is being written beside the count."""
        if self._beside is not None:
            beside, self._beside = self._beside, None
            beside.result()

    def finish(self, result: Any) -> None:
        """Keep the result of the step under way, in place of its state."""
        self.settle()
        self._done[self._step] = result
        self._earlier = None
        self._write(self.path, "count", self.mark, {"done": self._done, "step": "", "way": ""}, {})
        self._forget_growth()
        self._last = self._clock()

    def _forget_growth(self) -> None:
        self.growth = None
        self.trail.remove()
