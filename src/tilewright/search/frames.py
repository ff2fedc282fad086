"""A search at work, as partial tilings: what animation shows."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from tilewright.problem import Problem
from tilewright.search.enumeration import Search
from tilewright.tiling import EMPTY, OUTSIDE, UNCOVERED, Tiling

__all__ = ["search_frames"]


def search_frames(
    problem: Problem,
    *,
    limit: int | None = None,
    seed: int | None = None,
    engine: str = "auto",
) -> Iterator[Tiling]:
    """Yield the board after each step of the search for the first tiling.

    Parameters
    ----------
    problem : Problem
    limit : int, optional
        Stop after so many partial tilings; without it, go on to the first tiling or to the end.
    seed : int, optional
        Draw the order of the branches.
    engine : {"auto", "scan", "dance"}

    Yields
    ------
    Tiling
        Tiles are numbered in the order of placing; cells not covered yet are -3 (`UNCOVERED`). The last
        one is the tiling, if one was found.
    """
    search = Search(problem, limit=1, seed=seed, threads=1, engine=engine)
    chosen: list[int] = []
    count = 0
    yield _partial(search, chosen)
    more = True
    while more and not search.snapshot().found and (limit is None or count < limit):
        more = search.step()
        before, chosen = chosen, search.stack().tolist()
        if chosen != before:
            count += 1
            yield _partial(search, chosen)
    if search.snapshot().found:
        row = next(search.batches())[0]
        found = row[row >= 0].tolist()
        # What stands already keeps its number, so that it keeps its color.
        standing = [placement for placement in chosen if placement in found]
        last = _partial(search, standing + [placement for placement in found if placement not in standing])
        yield Tiling(np.where(last.labels == UNCOVERED, np.int32(EMPTY), last.labels), last.piece, last.names)


def _partial(search: Search, chosen: list[int]) -> Tiling:
    """Return the board with these placements; tile numbers are their places in the list."""
    cover = search.cover
    labels = np.where(cover.number >= 0, UNCOVERED, OUTSIDE).astype(np.int32)
    for tile, placement in enumerate(chosen):
        covered = cover.cells[cover.item[cover.start[placement] : cover.start[placement + 1]]]
        labels[covered[:, 0], covered[:, 1]] = tile
    return Tiling(labels, cover.placement_piece[chosen], cover.problem.names)
