"""What is put away of a growing state graph, so that a run which is killed goes on with the finding of states.

What was found never changes but for where it lies, so it is put away while the finding goes on: a
checkpoint says how much of each segment there was at a moment at which nothing was half done.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from tilewright import checkpoint as saved
from tilewright.counting.saving import Saving
from tilewright.kernels.frontier_rows import enter_all

if TYPE_CHECKING:
    from tilewright.counting.growth import Growth

__all__ = ["PutAway"]


class PutAway:
    """What is put away of a growing graph, and taken up again: the trail of its segments.

    For each time that something was put away there is a *record*: the room that segments had, and
    `Growth.level` as it was. The trail has for each record and segment what is new: keys; how many edges
    each expanded state has, in a byte if that is enough; and the edges.
    """

    def __init__(self, growth: Growth, saving: Saving) -> None:
        self.growth, self.saving = growth, saving
        self.mark = saved.fingerprint("states", *growth.row, growth.layers)
        self.size = np.uint8 if growth.moves.fanout < 1 << 8 else np.int32
        self.records: list[tuple[int, list[list[int]]]] = []
        #: What has to be said of the last whole moment; None if none is left.
        self.last: tuple[NDArray[np.int64], dict[str, Any]] | None = None
        self.began = time.monotonic()
        self.kept: dict[str, Any] | None = saving.values.get("growth")
        self.parts = self.kept["parts"] if self.kept else growth.threads

    def take(self) -> bool:
        """Go on from what was put away, if anything was; return whether it is the whole graph.

        Raises
        ------
        MemoryLimitError, CheckpointError
        """
        if self.kept is None:
            return False
        growth, kept, saving = self.growth, self.kept, self.saving
        trail = saving.values["trail"]
        if saving.way == "states":
            saving.take(self.mark)
        elif kept["mark"] != self.mark:
            saving.refuse_version()
        segments, (room, edges) = len(growth.level), kept["rooms"]
        levels = np.array([level for _, level in kept["records"]], dtype=np.int64)
        growth.level[:] = levels[-1]
        growth.keys = np.empty((segments, room), dtype=np.uint64)
        growth.start = np.empty((segments, room), dtype=np.int32)
        growth.target = np.empty((segments, edges), dtype=np.int32)
        growth.table = np.zeros((segments, room), dtype=np.int32)
        growth.check()
        growth.start[:, 0] = 0
        with saving.trail.reading(trail) as fill:
            before = np.zeros((segments, 3), dtype=np.int64)
            for (then, _), level in zip(kept["records"], levels, strict=True):
                for segment in range(segments):
                    self._fill(fill, segment, before[segment].tolist(), level[segment].tolist(), then)
                before = level
        for segment in range(0 if kept["grown"] else segments):
            enter_all(growth.keys[segment], growth.level[segment, 0], growth.table[segment])
        growth.tally = list(kept["tally"])
        growth.active[:] = kept["active"]
        self.records = [(then, level) for then, level in kept["records"]]
        saving.growth = kept
        return bool(kept["grown"])

    def _fill(
        self,
        fill: Callable[[NDArray[Any]], None],
        segment: int,
        before: list[int],
        level: list[int],
        then: int,
    ) -> None:
        """Read what a record has of a segment."""
        growth = self.growth
        fill(growth.keys[segment, before[0] : level[0]])
        degrees = np.empty(level[1] - before[1], dtype=self.size)
        fill(degrees)
        start = growth.start[segment, before[1] + 1 : level[1] + 1]
        np.cumsum(degrees, out=start)
        start += before[2]
        target = growth.target[segment, before[2] : level[2]]
        fill(target)
        # Places were less far apart.
        target += (target // then) * (growth.keys.shape[1] - then)

    def note(self, grown: bool) -> None:
        """Take note of a whole moment, and put it away if that is due."""
        growth, saving = self.growth, self.saving
        values = {
            "mark": self.mark,
            "parts": growth.parts,
            "grown": grown,
            "tally": list(growth.tally),
            "active": growth.active.tolist(),
        }
        self.last = growth.level.copy(), values
        # What was found soon is found anew.
        if saving.due_beside() or (grown and (self.records or self._is_long())):
            self.save()

    def _is_long(self) -> bool:
        return time.monotonic() - self.began >= self.saving.interval

    def save(self) -> None:
        """Put the last whole moment away, beside the finding."""
        if self.last is None:
            return
        growth, (level, values) = self.growth, self.last
        self.last = None
        segments = len(growth.level)
        before = np.array(self.records[-1][1] if self.records else np.zeros((segments, 3)), dtype=np.int64)
        if (level == before).all() and not values["grown"]:
            return
        keys, start, target = growth.keys, growth.start, growth.target
        self.records.append((keys.shape[1], level.tolist()))

        def arrays() -> Iterator[NDArray[Any]]:
            for segment in range(segments):
                (states, done, edges), (more, further, on) = before[segment], level[segment]
                yield keys[segment, states:more]
                yield np.diff(start[segment, done:further], append=on).astype(self.size)
                yield target[segment, edges:on]

        values |= {"rooms": [keys.shape[1], target.shape[1]], "records": list(self.records)}
        self.saving.append(values, self.mark, arrays())

    def move(self, work: Callable[[], None]) -> None:
        """Let arrays move; a stop waits until they have moved, as there would be nothing to put away."""
        self.saving.settle()
        last, self.last = self.last, None
        moving = self.saving.beside(work)
        try:
            moving.result()
        except KeyboardInterrupt:
            moving.result()
            self.last = last
            raise
        self.last = last

    def close(self) -> None:
        """Wait for what is being put away."""
        self.saving.settle()
