"""A stretch of a search: some neighboring subtrees and a budget, for those who divide a search among processes.

Stretches are worked on anywhere and in any order. What one finds, followed by what its rest finds, is what a whole
search finds there, in the same order.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tilewright.errors import EngineError
from tilewright.search.engines.protocol import Engine
from tilewright.search.run.delivery import Rows
from tilewright.search.run.parts import Part, Parts

__all__ = ["Stretch", "Subtree", "search_stretch"]

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


def search_stretch(
    engine: Engine,
    transform: Callable[[Rows], tuple[Rows, int]],
    subtrees: Iterable[Subtree],
    nodes: int,
    nbytes: int,
) -> Stretch:
    """Search subtrees in the calling thread until a budget is spent; several threads may do so with one engine at once.

    Parameters
    ----------
    engine : Engine
    transform : callable
        As for `Parts`.
    subtrees : iterable of (path, weight)
        Neighbors, in order, with their shares of the whole tree.
    nodes : int
        The budget: about so many nodes are tried, and some thousand at least.
    nbytes : int
        It ends also when so many bytes of rows are found.

    Raises
    ------
    EngineError
        If the engine cannot cut its runs (CP-SAT).
    """
    begin = time.perf_counter()
    if engine.name not in _DIVISIBLE:
        raise EngineError(
            f"{engine.name} has no tree that can be divided; take {' or '.join(_DIVISIBLE)}", where="engine"
        )
    parts = Parts(
        engine, transform, [Part(np.asarray(path, dtype=np.int32), weight) for path, weight in subtrees]
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
