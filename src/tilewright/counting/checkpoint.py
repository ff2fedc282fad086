"""The checkpoint of a count: what is saved, when it is saved, and how a count is resumed."""

from __future__ import annotations

import contextlib
import os
import time
from collections.abc import Callable, Mapping
from numbers import Real
from typing import Any

from numpy.typing import NDArray

from tilewright.counting.tuning import USUAL, Tuning
from tilewright.errors import CheckpointError, EngineError
from tilewright.model.problem import Problem
from tilewright.system.files import checkpoint as saved
from tilewright.system.files.fields import Fields
from tilewright.system.files.safe_write import checked_path
from tilewright.system.values.arguments import format_value

#: The least time in seconds between two checkpoints.
INTERVAL = 5.0
#: The share of the time for saving.
_SHARE = 0.05
#: Ways of counting that can be saved.
_WAYS = ("layers", "components", "rows")
#: Initial seconds for a byte, and the least number of bytes in estimates.
_SECONDS, _LEAST = 4e-9, 1 << 20


class CountCheckpoint:
    """The checkpoint of a count, which has one step or several (up to symmetry, one for each
    symmetry).

    The file contains the results of the finished steps and the state of the current step.
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
        self._done: dict[str, Any] = {}
        self._step = ""
        self._earlier: saved.Checkpoint | None = None
        self._last, self._seconds = self._clock(), _SECONDS
        if self.path.exists():
            with self.naming():
                self._earlier = saved.load(self.path, "count", mark)
                values = self.values
                self._done = values.object("done")
                values.text("step")
                if values.word("way", "", *_WAYS):
                    values.text("mark")

    @classmethod
    def of(
        cls,
        path: str | os.PathLike[str] | None,
        interval: float,
        problem: Problem,
        *options: object,
        tuning: Tuning | None = None,
    ) -> CountCheckpoint | None:
        """Return the checkpoint for counting a problem with these options, or None if there is no
        path.
        """
        if not isinstance(interval, Real) or not interval >= 0:
            raise EngineError(
                "the interval between checkpoints must be a nonnegative number of seconds, got "
                f"{format_value(interval)}"
            )
        if path is None:
            return None
        board = problem.board
        pieces = [
            (p.name, p.polyomino.cells, p.least, p.most, p.turn, p.marks) for p in problem.pieces
        ]
        placed = sorted((p.piece, sorted(p.cells)) for p in problem.placed)
        rules = (problem.turn, placed, problem.empty_least, problem.empty_most, problem.by_wrap)
        agree: tuple[object, ...] = ()
        if problem.marks_agree:
            agree = (tuple(problem.marks_agree.items()),)
        if problem.rules:
            agree = (*agree, sorted(rule.word() for rule in problem.rules))
        where = (board.lattice.name, board.surface.periods, board.surface.glide)
        mark = saved.fingerprint(
            board.mask, board.text(), where, problem.optional, pieces, rules, *agree, *options
        )
        return cls(path, mark, interval, write=(tuning or USUAL).write)

    def naming(self) -> contextlib.AbstractContextManager[None]:
        """Return a context in which errors about the saved state name the file."""
        return saved.naming(self.path)

    @property
    def values(self) -> Fields:
        """The saved values, without arrays; empty if nothing was saved."""
        return Fields(self._earlier.values if self._earlier else {}, "the state of the count")

    @property
    def done(self) -> Fields:
        """The results of the finished steps."""
        return Fields(self._done, "its results")

    def begin(self, step: str) -> bool:
        """Start a step. Return True if it is already finished, so that `done` contains its
        result.
        """
        self._step = step
        return self._done.get(step) is not None

    @property
    def way(self) -> str:
        """The way of counting with which the current step was saved (one of `_WAYS`), or an empty
        string.
        """
        earlier = self._earlier
        return (
            str(earlier.values["way"]) if earlier and earlier.values["step"] == self._step else ""
        )

    def take(self, mark: str) -> saved.Checkpoint | None:
        """Return the state from which the step is resumed, only once, or None if the step was not
        started.
        """
        if not self.way:
            return None
        earlier, self._earlier = self._earlier, None
        if earlier is not None and earlier.values["mark"] != mark:
            raise CheckpointError(
                "the checkpoint was saved by another version of tilewright; delete it to start "
                "again",
                where=str(self.path),
            )
        return earlier

    def due(self, nbytes: int) -> bool:
        """Return whether it is time to save this many bytes."""
        expected = max(nbytes, _LEAST) * self._seconds
        wait = max(self.interval, expected / _SHARE) if self.interval else 0.0
        return self._clock() - self._last >= wait

    def save(
        self, way: str, mark: str, values: Mapping[str, Any], arrays: Mapping[str, NDArray[Any]]
    ) -> None:
        """Write the state of the current step."""
        began = self._clock()
        head = {"done": self._done, "step": self._step, "way": way, "mark": mark}
        self._write(self.path, "count", self.mark, {**head, **values}, arrays)
        self._last = self._clock()
        nbytes = sum(array.nbytes for array in arrays.values())
        self._seconds = (self._last - began) / max(nbytes, _LEAST)

    def finish(self, result: Any) -> None:
        """Save the result of the current step in place of its state."""
        self._done[self._step] = result
        self._earlier = None
        self._write(self.path, "count", self.mark, {"done": self._done, "step": "", "way": ""}, {})
        self._last = self._clock()
