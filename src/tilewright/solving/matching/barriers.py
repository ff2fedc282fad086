"""The reason why cells stay uncovered: a few cells that too many odd parts of the board depend on
(Hall; Tutte and Berge).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tilewright.solving.matching.largest import Matching, new_trees
from tilewright.system.work.deadline import check_time

#: Steps for the search for a small set, as a multiple of the number of edges.
_PASSES = 3
#: Cells that are tried as the one that stays empty, once a small set is known.
_TRIED = 500


@dataclass(frozen=True, eq=False)
class OddParts:
    """Parts of a board with an odd number of cells each, and the cells that separate them from
    everything else.

    Each part contains an empty cell, or a cell of a piece that also covers a cell of `between`.

    Attributes
    ----------
    part : (n,) int32
        The number of the part of each cell; -1 for cells in no part.
    between : (k,) int64
        The cells next to the parts that do not belong to a part, in ascending order.
    """

    part: NDArray[np.int32]
    between: NDArray[np.int64]

    @property
    def missing(self) -> int:
        """The number of parts minus the number of cells between them."""
        return int(self.part.max(initial=-1)) + 1 - len(self.between)


def find_odd_parts(matching: Matching) -> OddParts | None:
    """Return odd parts that prove that there is no tiling, with as few cells as are easily found,
    or None if a tiling exists.

    If cells that must be covered stay uncovered, no cell of the parts is optional, and there are
    more parts than cells between them. Otherwise, the number of parts exceeds the number of cells
    between them by more than the number of cells that may stay empty.

    Examples
    --------
    >>> from tilewright import Problem
    >>> from tilewright.model.cover import compile_cover
    >>> from tilewright.solving.matching import MatchingGraph, largest_matching
    >>> problem = Problem("####/.#../####", "dominoes+")
    >>> found = find_odd_parts(largest_matching(MatchingGraph(compile_cover(problem))))
    >>> found.part.tolist(), found.between.tolist(), found.missing
    ([0, -1, -1, -1, 1, 2, -1, -1, -1], [1, 6], 1)
    """
    graph = matching.graph
    if matching.is_tiling:
        return None
    trees = new_trees(graph, matching.mate.copy())
    uncovered, most = matching.uncovered, graph.cover.empty_most
    if len(uncovered):
        # Of these, each tree alone is a proof.
        _grow_small(trees, uncovered)
    else:
        _grow_several(trees, matching.unmatched, most + 1)
    return _read_parts(trees)


def _grow_small(trees: Any, roots: NDArray[np.int64]) -> None:
    """Keep one tree, the smallest that is found."""
    from tilewright.kernels.matching.blossoms import CELLS, STEPS, clear, grow, move

    budget = _PASSES * len(trees.beside) + 1000
    # No tree is smaller than a single cell.
    grow(int(roots[np.argmin(_sizes(trees, roots, budget, 1))]), trees)
    outer, size, tried = _list_outer_cells(trees), int(trees.counts[CELLS]), 0
    last = int(trees.counts[STEPS]) + budget
    # Any other outer cell may stay empty instead of the root. Its tree is a part of this one.
    while tried < min(len(outer), _TRIED) and trees.counts[STEPS] < last:
        check_time()
        # The cells that joined last are those farthest from the root.
        root = int(outer[-1 - tried])
        move(root, trees)
        clear(0, trees)
        grow(root, trees)
        tried += 1
        if trees.counts[CELLS] < size:
            outer, size, tried = _list_outer_cells(trees), int(trees.counts[CELLS]), 0


def _grow_several(trees: Any, roots: NDArray[np.int64], number: int) -> None:
    """Keep the trees of some roots. Of the trees that are tried, only the smallest is kept."""
    from tilewright.kernels.matching.blossoms import grow

    sizes = _sizes(trees, roots, _PASSES * len(trees.beside) + 1000)
    for root in roots[np.argsort(sizes, kind="stable")[:number]].tolist():
        grow(root, trees)


def _sizes(trees: Any, roots: NDArray[np.int64], budget: int, enough: int = 0) -> NDArray[np.int64]:
    """Return the number of cells in the tree of each root, or a large number for roots that are not
    tried.
    """
    from tilewright.kernels.matching.blossoms import smallest

    sizes = np.empty(len(roots), dtype=np.int64)
    smallest(roots, budget, enough, sizes, trees)
    return np.where(sizes < 0, len(trees.mate) + 1, sizes)


def _cells(trees: Any) -> NDArray[np.int64]:
    """Return the cells of all trees."""
    from tilewright.kernels.matching.blossoms import CELLS

    cells: NDArray[np.int64] = trees.cells[: trees.counts[CELLS]].astype(np.int64)
    return cells


def _list_outer_cells(trees: Any) -> NDArray[np.int64]:
    """Return the outer cells of all trees, in the order in which they joined."""
    from tilewright.kernels.matching.blossoms import OUTER

    cells = _cells(trees)
    outer: NDArray[np.int64] = cells[trees.label[cells] == OUTER]
    return outer


def _read_parts(trees: Any) -> OddParts:
    """Return the parts: each outer cell outside blossoms, and each blossom."""
    outer = np.sort(_list_outer_cells(trees))
    base = trees.base[outer]
    while (base != trees.base[base]).any():
        base = trees.base[base]
    _, first, number = np.unique(base, return_index=True, return_inverse=True)
    part = np.full(len(trees.mate), -1, dtype=np.int32)
    # Parts are numbered in the order of their first cells.
    part[outer] = np.argsort(np.argsort(first))[number.ravel()]
    cells = _cells(trees)
    return OddParts(part, np.sort(cells[part[cells] < 0]))
