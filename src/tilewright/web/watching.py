"""Watching: what the search engine does, step by step."""

from __future__ import annotations

import itertools
import time
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from tilewright.cover import Cover
from tilewright.errors import EngineError
from tilewright.identity import read_id
from tilewright.web.sheet import describe

if TYPE_CHECKING:
    from tilewright.search.engine import Engine

__all__ = ["watch"]


def _plain_engine(cover: Cover) -> Engine:
    """Return the engine that suits a problem, without the breaking of symmetry: its steps are easy to follow."""
    from tilewright.search.dance import DanceEngine
    from tilewright.search.scan import ScanEngine

    try:
        return ScanEngine(cover)
    except EngineError:
        return DanceEngine(cover)


def watch(id: str, steps: int, seconds: float) -> Iterator[dict[str, Any]]:
    """Yield what the search engine does, one placement or retraction after the other.

    The first line describes the puzzle and names the engine. Then come bundles of events: ``[depth, piece, cell, cell, …]`` puts
    a placement on top of a stack of that depth, ``[depth]`` takes the topmost off, so that this depth is left,
    ``[-1]`` is a tiling. The last line says how it ended.
    """
    from tilewright.search.engine import Status

    found = read_id(id)
    problem = found.problem()
    opening = describe(found)
    cover = problem.cover()
    engine = _plain_engine(cover)
    yield {"puzzle": opening, "engine": engine.name}
    run = engine.start()
    columns = problem.board.shape[1]
    numbers = (cover.cells[:, 0] * columns + cover.cells[:, 1]).tolist()
    before: list[int] = []
    events: list[list[int]] = []
    sent = 0
    status: Status | None = None

    def go_to(stack: list[int]) -> None:
        """Add the events from what is shown to another stack."""
        nonlocal before
        same = sum(
            1 for _ in itertools.takewhile(lambda pair: pair[0] == pair[1], zip(stack, before, strict=False))
        )
        # Every retraction is a step of its own, so that it can be seen.
        events.extend([depth] for depth in range(len(before) - 1, same - 1, -1))
        for depth in range(same, len(stack)):
            j = stack[depth]
            items = cover.item[cover.start[j] : cover.start[j + 1]].tolist()
            events.append([depth, int(cover.placement_piece[j]), *(numbers[i] for i in items)])
        before = stack

    deadline = time.monotonic() + seconds
    while status != Status.DONE and sent + len(events) < steps and time.monotonic() < deadline:
        status = run.advance(1)
        for row in run.take().tolist():
            # The engine has gone on from a tiling as soon as it has it: show all of it first.
            tiling = [j for j in row if j >= 0]
            kept = list(itertools.takewhile(tiling.__contains__, before))
            go_to(kept + sorted(set(tiling) - set(kept)))
            events.append([-1])
        go_to(run.stack().tolist())
        if len(events) >= 400:
            sent += len(events)
            yield {"events": events}
            events = []
    if events:
        yield {"events": events}
    yield {
        "end": {
            "complete": status == Status.DONE,
            "found": run.found,
            "nodes": run.nodes,
            "engine": engine.name,
        }
    }
