"""Watching: what the search engine does, step by step."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any

import numpy as np

from tilewright.cover import compile_cover
from tilewright.reading import read_id
from tilewright.web.answers.sheet import describe

__all__ = ["watch"]

#: Events of one bundle.
_BUNDLE = 400


def watch(id: str, steps: int, seconds: float) -> Iterator[dict[str, Any]]:
    """Yield what the search engine does, one placement or retraction after the other.

    The first line describes the puzzle and names the engine. Then come bundles of events: ``[depth, piece, cell, cell, …]`` puts
    a placement on top of a stack of that depth (a cell by its number in reading order, layer by layer), ``[depth]`` takes the topmost off, so that this depth is left,
    ``[-1]`` is a tiling. The last line says how it ended.
    """
    from tilewright.search import Walk

    found = read_id(id)
    problem = found.problem()
    opening = describe(found)
    cover = compile_cover(problem)
    walk = Walk(cover)
    yield {"puzzle": opening, "engine": walk.engine}
    numbers = np.ravel_multi_index(tuple(cover.cells.T), problem.board.shape).tolist()
    depth = sent = 0
    events: list[list[int]] = []
    deadline = time.monotonic() + seconds
    while not walk.done and sent + len(events) < steps and time.monotonic() < deadline:
        for tiling in walk.step():
            if len(walk.stack) < depth:
                events.append([len(walk.stack)])
            elif len(walk.stack) > depth:
                number = walk.stack[-1]
                items = cover.item[cover.start[number] : cover.start[number + 1]].tolist()
                events.append([depth, int(cover.placement_piece[number]), *(numbers[item] for item in items)])
            depth = len(walk.stack)
            if tiling:
                events.append([-1])
        if len(events) >= _BUNDLE:
            sent += len(events)
            yield {"events": events}
            events = []
    if events:
        yield {"events": events}
    yield {"end": {"complete": walk.done, "found": walk.found, "nodes": walk.nodes, "engine": walk.engine}}
